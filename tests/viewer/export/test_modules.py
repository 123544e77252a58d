"""JavaScript modules as packages: npm installs them, node and deno run them, TypeScript knows their types."""

import io
import json
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from oxobook import Position, open_book
from tests.documentation import TEXTS, code_in
from tests.viewer.explorer.browsing import unavailable
from tests.viewer.explorer.modules import DENO
from tests.viewer.explorer.page.test_units import entry_of, positions_of
from tests.viewer.export.test_source import exported

CONNECT_FOUR = "oxobook-6x7x4-gravity"
SETS = json.loads((Path(__file__).parents[3] / "data" / "known" / "connect-four.json").read_text())["sets"]
ASK = f"""
import {{ bestMoves, lookup, rules }} from "{CONNECT_FOUR}";
import {{ readFileSync }} from "node:fs";
const asked = JSON.parse(readFileSync("asked.json", "utf8"));
const [best, found] = await Promise.all([bestMoves, lookup].map((ask) => Promise.all(asked.map(ask))));
console.log(JSON.stringify([rules, best, found]));
"""


@pytest.fixture
def install(tmp_path):
    """A function from a book and a form of export to an empty folder in which npm has installed the package."""
    if not shutil.which("npm"):
        unavailable("npm is not installed")

    def installed(book, form):
        (tmp_path / "package.tgz").write_bytes(exported(book, form))
        command = ["npm", "install", "--offline", "--no-audit", "--no-fund", "./package.tgz"]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        return tmp_path

    return installed


@pytest.mark.slow
def test_any_position_of_connect_four(install, search_compiled):
    """The package answers as lookups here do, has the published scores, and no answer where no game leads."""
    late = {game: score for one in SETS.values() for game, score in one.items() if len(game) >= 16}
    floating, twice = "O......" + "/......." * 5, "......./" * 5 + "XX....."
    illegal = ["8", "4444444", "11223344", "x", "X" * 42, floating, twice]
    with open_book("connect-four") as book:
        boards = [position.text for position in positions_of(book.rules, 10, plies=6)]
        folder = install(book, "npm")
        ended = Position.parse("1213141", book.rules, "columns").text
        right = [entry_of(book, Position.parse(one, book.rules)) for one in (*boards, ended)]
        right += [entry_of(book, Position.parse(one, book.rules, "columns")) for one in list(late)[:10]]
    (folder / "ask.mjs").write_text(ASK)
    (folder / "asked.json").write_text(json.dumps([*boards, ended, *late, *illegal]))
    ways = [["node", "ask.mjs"], *([[DENO, "run", "--allow-read", "ask.mjs"]] if DENO else [])]
    for way in ways:
        done = subprocess.run(way, cwd=folder, capture_output=True, text=True, check=True)
        rules, best, found = json.loads(done.stdout)
        assert rules == "6x7x4-gravity" and found[len(found) - len(illegal) :] == [None] * len(illegal)
        assert found[: len(right)] == right
        assert best == [one and {name: one[name] for name in ("value", "remoteness", "best")} for one in found]
        assert [score(one) for one in found[len(boards) + 1 : -len(illegal)]] == list(late.values())


def score(answer):
    """Return the published score of an answer: 22 less the number of the winner's stones at the end."""
    sign = {"win": 1, "draw": 0, "loss": -1}[answer["value"]]
    return sign * (22 - (answer["ply"] + answer["remoteness"] + 1) // 2)


USES = {
    ("npm", "3x3x3", 'import { cells, lookup } from "oxobook-3x3x3"'): (
        'lookup(["X", null])?.best[0] === "a3"; cells === 9',
        "lookup(5)",
        'lookup("X")!.pick === "d4"',
    ),
    ("npm", "connect-four", f'import {{ type Answer, lookup }} from "{CONNECT_FOUR}"'): (
        'const found: Answer = (await lookup("44"))!; found.moves.map((one) => one.remoteness + 1)',
        "lookup(44)",
        'lookup("44").value',
    ),
    ("strategy-npm", "connect-four", f'import {{ move, owner }} from "{CONNECT_FOUR}-strategy"'): (
        'const column: number | null = move("44"); owner === "X" ? column : null',
        "move([4, 4])",
        'const column: number = move("44")',
    ),
}
"""By form, game and import: a use of the module that is right, and two that are wrong."""
TUTORIAL = code_in(TEXTS["docs/tutorials/bot.md"], "typescript")


@pytest.mark.slow
@pytest.mark.parametrize("package", USES)
def test_types(make_book, install, package):
    """TypeScript takes what a package's module takes and gives, as the tutorial does, and refuses what it does not."""
    if DENO is None:
        unavailable("deno is not installed")
    form, rules, imported = package
    with open_book("connect-four") as book:
        folder = install(book if rules == "connect-four" else make_book(rules), form)
    for number, used in enumerate(USES[package]):
        (folder / f"{number}.ts").write_text(f"{imported};\n{used};\nexport {{}};\n")
    (folder / "tutorial.ts").write_text("\n".join(code for code in TUTORIAL if imported.split()[-1] in code))
    (folder / "deno.json").write_text('{"compilerOptions": {"lib": ["dom", "esnext"]}}')
    command, plain = [DENO, "check", "0.ts", "1.ts", "2.ts", "tutorial.ts"], os.environ | {"NO_COLOR": "1"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=plain)
    assert {*re.findall(r"\bat file:\S*/(\w+)\.ts:", done.stderr)} == {"1", "2"}, done.stderr


def test_package(book):
    """A package has a manifest, the module, its types and a page, the same in each run."""
    assert exported(book, "npm") == exported(book, "npm")
    with tarfile.open(fileobj=io.BytesIO(exported(book, "npm"))) as archive:
        names = archive.getnames()
        about = json.load(archive.extractfile("package/package.json"))
    assert about["name"] == "oxobook-3x3x3" and about["exports"]["."]["default"] == "./index.js"
    assert {*names} == {f"package/{name}" for name in ("package.json", "index.js", "index.d.ts", "README.md")}
