"""Links, commands, options, files and pictures of the README and the documentation."""

import json
import re
import shlex
import shutil
import xml.etree.ElementTree as ElementTree
from functools import cache
from typing import get_args, get_type_hints

import pytest
from click import Context, Group
from typing_extensions import is_typeddict

from docs.gallery import draw_gallery
from oxobook.book import Book, Position, Rules
from oxobook.book.verify.verdict import Check, Verdict, Wrong
from oxobook.commands.root import main
from oxobook.generator.strategies.find import find_and_keep
from oxobook.viewer.ask.json_fields import stats_report, verify_report
from oxobook.viewer.explorer import listing, open_books
from oxobook.viewer.reports import Info, Line, Lookup
from tests.documentation import ALL, DOCS, ROOT, TEXTS, code_in


def test_no_page_draws_twice_to_one_file():
    """No line of a block writes to a file that a line above it has written."""
    for page, text in TEXTS.items():
        for block in code_in(text, "sh"):
            files = re.findall(r"(?<=\s)[\w-]+\.(?:svg|pdf|png|tex|md|txt)\b(?!.*--force)", block)
            assert len(files) == len(set(files)), f"{page}: {block}"


def heading_anchor(heading):
    """Return the anchor of a heading, as GitHub and MyST make it."""
    return re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", heading).strip().lower()).replace(" ", "-")


@cache
def anchors(path):
    """Return the anchors of a page's headings, including those of a file that it includes."""
    text = path.read_text()
    for included in re.findall(r"^```{include} (\S+)", text, re.MULTILINE):
        if (path.parent / included).exists():  # some pages are made when the site is built
            text += (path.parent / included).read_text()
    return {heading_anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


@pytest.mark.parametrize("page", TEXTS)
def test_every_link_leads_somewhere(page):
    """Each file that a page links to is there, with the heading that the link names."""
    path = ROOT / page
    links = re.findall(r"\]\(([^)]+)\)", re.sub(r"^```.*?^```", "", TEXTS[page], flags=re.DOTALL | re.MULTILINE))
    for link in links:
        if link.startswith(("explorer:", "https://")):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_links_into_the_explorer_lead_to_games_that_it_has():
    """Each link into the explorer names a game that the site is built with, and moves that can be played in it."""
    (made,) = re.findall(r"^DOCS_BOOKS := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    links = re.findall(r"\]\(explorer:([^)]*)\)", ALL)
    assert len(links) >= 10
    for link in filter(None, links):
        fields = dict(field.split("=") for field in link.split("&"))
        assert fields["rules"] in made.split() and fields.keys() <= {"rules", "game", "view", "x", "o"}, link
        position = Position(Rules.parse(fields["rules"]))
        for move in filter(None, fields.get("game", "").split("-")):
            position = position.play(move)


def options_of(command):
    """Return the options of a command or of all commands of a group, with those that every command has."""
    found = {text for one in command.params for text in (*one.opts, *one.secondary_opts)} | {"--help", "-h"}
    return found.union(*map(options_of, of_group(command))) if isinstance(command, Group) else found


def of_group(group):
    """Return the commands of a group."""
    return [group.get_command(Context(group), name) for name in group.list_commands(Context(group))]


def test_every_command_has_a_page_that_shows_it():
    """Each command is called on a page of the documentation, and the page of all commands leads to it."""
    commands, page = main.list_commands(Context(main)), TEXTS["docs/reference/commands.md"]
    assert sorted(re.findall(r'href="#oxobook-(\w+)"', page)) == commands
    assert len(commands) >= 15
    assert [command for command in commands if not re.search(rf"oxobook {command}\b", ALL)] == []


def test_every_command_and_option_named_is_one():
    """Each command and option that a page names exists, and the command has the options beside it."""
    assert isinstance(main, Group)
    commands = {name: main.get_command(Context(main), name) for name in main.list_commands(Context(main))}
    known = set().union(*(options_of(command) for command in commands.values()))
    known |= {"--lifetime", "--memory-limit", "--nworkers"}  # Dask's
    gone = TEXTS["CHANGELOG.md"].partition("### No longer there")[2]
    here = ALL.replace(gone, re.sub(r"^\| [^|]*\||^- Gone: [^\n]*", "", gone, flags=re.MULTILINE))
    running = re.sub(r"^```.*?^```", "", here, flags=re.DOTALL | re.MULTILINE)
    code = [*re.findall(r"`([^`\n]+)`", running)]
    code += [line for language in ("sh", "console") for block in code_in(ALL, language) for line in block.splitlines()]
    called = 0
    for text in code:
        text = re.sub(r'".*?"', "", text.partition("#")[0]).strip()
        found = re.match(r"(?:\$ )?(?:time )?oxobook ([a-z]+)(.*)", text)
        if found and found[1] in commands:
            called += 1
            assert set(re.findall(r"(?<!\S)--?[a-z][a-z-]*", found[2])) <= options_of(commands[found[1]]), text
        elif found:
            assert re.fullmatch(r"[a-z]\d", text.split()[1]), f"no command: {text}"
        elif re.match(r"--[a-z]|-[a-z]$", text):
            assert text.split()[0] in known, text
    assert called >= 50


SHOWN = re.compile(r"`oxobook ([a-z]+) ([^`\n]+)`")
"""Pattern of a command with arguments in the running text."""


def parse(command, arguments):
    """Parse a command's arguments without running it; raise UsageError if they do not fit."""
    if isinstance(command, Group):
        parse(command.get_command(Context(command), arguments[0]), arguments[1:])
    else:
        command.make_context(command.name, arguments)


def test_every_command_shown_can_be_called(monkeypatch):
    """Each command that the running text shows with arguments can be called; words in capitals are skipped."""
    monkeypatch.chdir(DOCS / "how-to")  # where the board of one's own lies that a page shows
    shown = SHOWN.findall(re.sub(r"^```.*?^```", "", ALL, flags=re.DOTALL | re.MULTILINE))
    read = 0
    for name, rest in shown:
        arguments = shlex.split(rest)
        if not any(re.fullmatch("[A-Z]{2,}", argument) for argument in arguments):
            read += 1
            parse(main.get_command(Context(main), name), arguments)
    assert read >= 25


def test_the_readme_is_short():
    """The README has at most 120 lines and no table; the rest is on pages."""
    assert len(TEXTS["README.md"].splitlines()) <= 120 and "\n|" not in TEXTS["README.md"]


def test_the_film_of_the_explorer_is_small():
    """The README's moving picture has the frames of a whole game, and loads soon."""
    film = (ROOT / "data" / "gallery" / "explorer.webp").read_bytes()
    assert "data/gallery/explorer.webp" in TEXTS["README.md"]
    assert film[8:12] == b"WEBP" and film.count(b"ANMF") >= 20 and len(film) <= 400_000


def test_every_page_is_in_the_contents():
    """Each page is in the table of contents."""
    listed = {f"docs/{name}.md" for name in re.findall(r"^[\w-]+/[\w-]+$", TEXTS["docs/index.md"], re.MULTILINE)}
    notebooks = {f"docs/notebooks/{path.stem}.md" for path in DOCS.glob("notebooks/*.ipynb")}
    assert len(notebooks) == 3 and listed == notebooks | {name for name in TEXTS if name.count("/") == 2}


def test_notebooks_make_the_books_that_they_need():
    """Notebooks make each book that they open, if there is none."""
    opened = [
        call for path in DOCS.glob("notebooks/*.ipynb") for call in re.findall(r"open_book\(.*", path.read_text())
    ]
    assert len(opened) >= 5 and all("make=True" in call for call in opened)


def words(svg):
    """Return the texts of a picture, including its title and description."""
    return sorted(
        element.text.strip() for element in ElementTree.fromstring(svg).iter() if (element.text or "").strip()
    )


def moves_shown(svg):
    """Return the moves in the description of a picture of a strategy."""
    return re.findall(r"\S+ play \w+", svg)


@pytest.mark.slow
def test_the_gallery_is_what_the_code_draws(library, book, tmp_path):
    """The committed pictures are those that the code draws now, byte for byte.

    Charts and graphs are compared word for word, because their bytes change with the version of the library that sets
    their type. The sheet's strategy is compared by size, because which of the smallest is found depends on the version
    of HiGHS.
    """
    path, folder = tmp_path / "book.sqlite", tmp_path / "gallery"
    folder.mkdir()
    shutil.copy(library / "3x3x3.sqlite", path)
    for side in "XO":
        with Book.open(path) as opened:
            find_and_keep(opened, side, "reflexes", False, 60)
    with Book.open(path) as opened:
        draw_gallery(opened, folder)
    names = sorted(path.name for path in folder.iterdir())
    assert sorted(path.name for path in (ROOT / "data" / "gallery").glob("*.svg")) == names
    for name in names:
        drawn, committed = (folder / name).read_text(), (ROOT / "data" / "gallery" / name).read_text()
        seen = words if name == "graph-x.svg" else str
        if name == "sheet-o.svg" and moves_shown(drawn) != moves_shown(committed):
            assert len(moves_shown(drawn)) == len(moves_shown(committed))
        else:
            assert seen(drawn) == seen(committed), f"make pictures redraws {name}"


def test_the_makefile_has_what_the_pages_name():
    """Each make target in the code of the pages is one of the Makefile."""
    targets = set(re.findall(r"(?:`|^)make ([a-z-]+)", ALL, re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text()
    assert targets >= {"book", "test", "test-all", "test-long", "lint", "bench", "campaign", "pictures", "docs"}
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []


def test_names_in_modules_are_there():
    """Each name that a page gives with its module is in that module."""
    named = re.findall(r"`(\w+)`\s+(?:of|in)\s+`((?:book|generator|viewer)/[\w/]+\.py)`", ALL)
    assert len(named) >= 8
    for name, module in named:
        assert re.search(rf"^(?:def |class )?{name}\b", (ROOT / module).read_text(), re.MULTILINE), (
            f"{name} of {module}"
        )


def test_files_that_pages_name_are_there():
    """Each file, benchmark and campaign that a page names is there."""
    folders = r"tests|book|generator|viewer|benchmarks|data/known|docs|\.ci"
    files = set(re.findall(rf"(?<![\w/.])((?:{folders})/[\w/.-]+\.(?:py|json|md|svg))", ALL))
    files |= {f"{module.replace('.', '/')}.py" for module in re.findall(r"-m ((?:benchmarks|tests)\.[\w.]+\w)", ALL)}
    assert len(files) >= 40
    saved = set(re.findall(r"ave this\s+as\s+`([^`]+)`", ALL))
    assert [file for file in sorted(files - saved) if not (ROOT / file).exists()] == []
    campaigns = set(re.findall(r"^campaign-([\w-]+) =", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {*re.findall(r"make campaign NAME=([\w-]+)", ALL)} <= campaigns


def test_what_pages_count_is_counted(run):
    """Numbers of certificates, digests and games, limits of the server, lines of the checker and columns are right."""
    digests, figures = (
        json.loads((ROOT / "data" / "known" / f"{name}.json").read_text()) for name in ("digests", "figures")
    )
    games = {figure["rules"] for kind in ("totals", "plies", "results", "values") for figure in figures[kind]}
    counted = {
        r"with (\d+) certificates": len(list(ROOT.glob("data/atlas/*.proof"))),
        r"(\d+) published digests": len(digests["books"]),
        r"published for (\d+) games": len(games),
        r"the server has at most (\d+) open": open_books.OPEN,
        r"answer at all is waited for (\d+) s": int(open_books.ANSWER_SECONDS),
        r"waits for it for (\d+) s": int(listing.LIST_SECONDS),
        r"(?:file of|has) (\d+)\s+lines": len((ROOT / "book/verify/check_certificate.py").read_text().splitlines()),
    }
    for pattern, count in counted.items():
        assert set(re.findall(pattern, ALL)) == {str(count)}, pattern
    header = run("export", "csv").stdout.partition("\n")[0]
    assert f"one a line: {header.replace(',', ', ')} |" in TEXTS["docs/how-to/export.md"]


def test_commands_that_print_json_are_in_its_reference():
    """The page on JSON has a row for each command that takes --json, and for no other."""

    def found(group, before=""):
        for name, command in sorted(group.commands.items()):
            if isinstance(command, Group):
                yield from found(command, f"{before}{name} ")
            elif "--json" in options_of(command):
                yield f"{before}{name}"

    commands = {name: main.get_command(Context(main), name) for name in main.list_commands(Context(main))}
    table = TEXTS["docs/reference/json.md"].partition("## Counts")[0]
    assert sorted(re.findall(r"^\| `([a-z ]+)` \|", table, re.MULTILINE)) == sorted(found(Group(commands=commands)))


def names_in(kind):
    """Return the names of the fields of a report or its type, and of those of the reports in it."""
    fields = get_type_hints(kind) if is_typeddict(kind) else kind if isinstance(kind, dict) else {}
    parts = fields.values() if fields else kind if isinstance(kind, list) else get_args(kind)
    return {*fields, *(name for part in parts for name in names_in(part))}


WRONG = Verdict("book", None, None, (Check("", "", 1, (Wrong(None, "", "", ""),), 0.0),))


@pytest.mark.parametrize(
    ("command", "report"),
    [("lookup", Lookup), ("lookup --line", Line), ("info", Info), ("stats", None), ("verify", verify_report(WRONG))],
)
def test_the_reference_of_json_has_the_fields_of_the_reports(book, command, report):
    """The row of a command names all fields of its report, and no others."""
    report = report or stats_report(book)
    rows, _, counts = TEXTS["docs/reference/json.md"].partition("## Counts")
    row = next(row for row in rows.split("\n") if row.startswith(f"| `{command}` |")).split("|")[2]
    text = row + counts.partition("## Exit")[0] * (command == "stats")
    named = {name for code in re.findall("`([^`]*)`", text) for name in re.findall(r"\w+", code)}
    lists = [code for code in re.findall("`([^`]*)`", row) if "," in code]
    assert {name for code in lists for name in re.findall(r"\w+", code)} <= names_in(report) <= named
