"""The README replayed: every command and every line of Python in it prints what it says."""

import doctest
import re
import shlex
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from click import Context

from book import Book, Rules
from generator.strategies.finding import find_and_keep
from viewer.cli import main
from viewer.gallery import PICTURES, draw_gallery

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
CONSOLE = "\n".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL))
COMMANDS = [tuple(block.split("\n", 1)) for block in re.split(r"^\$ ", CONSOLE, flags=re.MULTILINE)[1:]]


@pytest.fixture
def newcomer(library, book, tmp_path, monkeypatch):
    """A folder as it is after make book."""
    (tmp_path / "data").mkdir()
    shutil.copy(library / "3x3x3.sqlite", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OXOBOOK_LIBRARY", raising=False)


def stripped(text):
    """A text without the blanks at the ends of its lines, and without empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


def test_the_console_blocks(run, newcomer):
    """Each command of the README prints what stands below it; ... stands for what differs between machines."""
    assert len(COMMANDS) >= 6
    checker = doctest.OutputChecker()
    for command, expected in COMMANDS:
        name, *arguments = shlex.split(command)
        assert name == "oxobook"
        done = run(*arguments, env={"OXOBOOK_LIBRARY": None})
        assert done.exit_code == 0, done.output
        got = stripped(done.stdout)
        assert checker.check_output(stripped(expected), got, doctest.ELLIPSIS), f"{command}\n{got}"


def test_the_python_blocks(newcomer):
    """The Python of the README runs, and prints what it says."""
    code = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, "README", "README.md", 0)
    assert len(test.examples) >= 10
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.failed == 0


def test_every_link_leads_somewhere():
    """Each file that the README links to is there."""
    links = re.findall(r"\]\(([^)#][^)]*)\)", README)
    assert links and all((ROOT / link).exists() for link in links)


def test_every_command_is_in_the_readme():
    """No command is left out."""
    commands = main.list_commands(Context(main))
    assert len(commands) >= 15
    assert [command for command in commands if f"oxobook {command}" not in README] == []


def words(svg):
    """The texts of a picture, its title and description among them."""
    return sorted(
        element.text.strip() for element in ElementTree.fromstring(svg).iter() if (element.text or "").strip()
    )


def moves_shown(svg):
    """The moves in the description of a picture of a strategy."""
    return re.findall(r"\S+ play \w+", svg)


def test_the_gallery_is_what_the_code_draws(library, book, tmp_path):
    """The committed pictures are those that the code draws now: byte for byte, or where another library sets the type
    (charts and graphs, whose bytes change with its version) word for word. Of the sheet's strategy only the size is
    known beforehand: which of the smallest is found depends on the version of HiGHS."""
    path, folder = tmp_path / "book.sqlite", tmp_path / "gallery"
    folder.mkdir()
    shutil.copy(library / "3x3x3.sqlite", path)
    for side in "XO":
        with Book.open(path) as opened:
            find_and_keep(opened, side, "reflexes", False, 60)
    with Book.open(path) as opened:
        draw_gallery(opened, folder)
    assert sorted(path.name for path in (ROOT / "data" / "gallery").iterdir()) == sorted(PICTURES)
    for name in PICTURES:
        drawn, committed = (folder / name).read_text(), (ROOT / "data" / "gallery" / name).read_text()
        seen = words if name in ("charts.svg", "graph-x.svg") else str
        if name == "sheet-o.svg" and moves_shown(drawn) != moves_shown(committed):
            assert len(moves_shown(drawn)) == len(moves_shown(committed))
        else:
            assert seen(drawn) == seen(committed), f"make gallery redraws {name}"


def test_the_makefile_has_what_the_readme_names():
    """Each make target that stands in the README's code is one of the Makefile."""
    targets = set(re.findall(r"(?:`|^)make ([a-z-]+)", README, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text()
    assert targets >= {"book", "test", "test-all", "test-long", "lint", "bench", "gallery"}
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []


def test_the_default_rules_are_tic_tac_toe():
    """What the README calls tic-tac-toe is what the code takes for granted."""
    assert str(Rules()) == "3x3x3"
