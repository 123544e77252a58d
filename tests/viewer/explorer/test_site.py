"""The command site: the page as static files, whole, small, and without requests elsewhere."""

import json
import re
import shutil
import struct
import sys
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from oxobook.book import Rules
from oxobook.book.errors import CannotWrite, MissingBook
from oxobook.commands.root import main
from oxobook.generator.generate import generate_book
from oxobook.viewer.explorer import files as files_of_page
from oxobook.viewer.explorer import site
from oxobook.viewer.explorer.files import book_entry
from tests.book.test_book import alter

BOOKS = ("1x5x3", "3x3x3", "3x3x3-misere")
FIRST = "6x7x4-gravity"  # comes along


@pytest.fixture
def shelf(library, make_book, tmp_path):
    """A library of two small books without pictures."""
    folder = tmp_path / "books"
    folder.mkdir()
    for rules in ("1x5x3", "3x3x3-gravity"):
        make_book(rules)
        shutil.copy(library / f"{rules}.sqlite", folder)
    return folder


@pytest.fixture(scope="module")
def whole(made, tmp_path_factory):
    """Return the command's output when it wrote the site of all three, and the site's folder."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "books").mkdir()
    for rules in BOOKS:
        shutil.copy(made(rules), folder / "books")
    public = folder / "out" / "public"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("oxobook.commands.web.OFFERED", ("3x3x3",))
        return CliRunner().invoke(main, ["site", str(public), "--library", str(folder / "books")]), public


def files(folder):
    """The names of the files below a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def known(folder):
    """What the list of a site's books says."""
    return json.loads(re.search(r"oxobook\.known = (.*);", (folder / "known.js").read_text())[1])


def one_line(done):
    """The one line of an error with exit code 2."""
    assert done.exit_code == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.slow
def test_what_is_written(whole, make_book):
    """The page with its scripts, and a script for each book; no file more."""
    done, folder = whole
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{folder / 'index.html'}: with the books of {', '.join([*BOOKS, FIRST])}\n"
    page = {"index.html", "known.js", "page.js", "de.js", "search.js", "lessons.js", "board.js", "proof.js"}
    icons = {"sw.js", "manifest.webmanifest", "preview.png", "icon.svg", "icon-512.png"}
    scripts = {f"books/{name}.js" for name in [*BOOKS, FIRST, f"{FIRST}.proof"]}
    assert files(folder) == page | icons | scripts
    told = known(folder)
    entries = json.loads(json.dumps([book_entry(make_book(rules), "table") for rules in BOOKS]))
    assert told["books"][:-1] == entries and (told["api"], told["opening"]) == ("", [])
    assert (told["books"][-1]["rules"], told["books"][-1]["held"]) == (FIRST, "search")


def test_the_page_loads_what_is_there(whole):
    """Every file that the page names stands beside it, and none is named by an absolute address."""
    _, folder = whole
    page = (folder / "index.html").read_text()
    named = re.findall(r'(?:src|href)="([^"#]+)"', page)
    assert {name for name in named if not name.startswith("data:")} == {"known.js", "page.js"}
    assert all((folder / name).is_file() for name in named if not name.startswith("data:"))
    assert "<style>" in page
    texts = [path.read_text() for path in folder.rglob("*.*") if path.suffix != ".png"]
    assert not re.findall(r"https?://(?!www\.w3\.org)", "".join(texts))


def test_what_is_kept_for_a_classroom(whole):
    """The service worker names every file but itself and the preview; the manifest's icons have the sizes it says."""
    _, folder = whole
    kept = json.loads(re.search(r'keep\("oxobook [0-9a-f]{24}", (.*)\);', (folder / "sw.js").read_text())[1])
    assert set(kept) == files(folder) - {"sw.js", "preview.png"}
    for icon in json.loads((folder / "manifest.webmanifest").read_text())["icons"]:
        if icon["src"].endswith(".png"):
            assert icon["sizes"] == "{}x{}".format(*size(folder / icon["src"]))
        assert (folder / icon["src"]).exists()


@pytest.mark.slow
def test_a_link_has_a_preview(run, shelf, whole, tmp_path):
    """The page's head names a picture of 1200 x 630, by its whole address where that is told; a bad one is one line."""
    _, folder = whole
    assert size(folder / "preview.png") == (1200, 630)
    assert '<meta property="og:image" content="preview.png">' in (folder / "index.html").read_text()
    told = ("--library", str(shelf), "--address")
    assert run("site", str(tmp_path / "public"), *told, "https://example.org/x").exit_code == 0
    page = (tmp_path / "public" / "index.html").read_text()
    assert '<meta property="og:image" content="https://example.org/x/preview.png">' in page
    assert "expected an address such as https://example.org/oxobook/; got 'here'" in one_line(
        run("site", str(tmp_path / "none"), *told, "here")
    )


def size(png):
    """The width and height in a PNG's header."""
    return struct.unpack(">II", png.read_bytes()[16:24])


def test_a_folder_that_is_not_empty(run, shelf, tmp_path):
    """It is left alone without --force; with it the site's files are written over, and others stay."""
    folder = tmp_path / "public"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    (folder / "index.html").write_text("old")
    error = one_line(run("site", str(folder), "--library", str(shelf)))
    assert f"{str(folder)!r} is not empty: name another folder, or write over its files with --force" in error
    assert files(folder) == {"notes.txt", "index.html"} and (folder / "index.html").read_text() == "old"
    assert run("site", str(folder), "--library", str(shelf), "--force").exit_code == 0
    assert (folder / "notes.txt").read_text() == "mine" and "oxobook" in (folder / "index.html").read_text()


def test_a_site_that_was_stopped(run, shelf, tmp_path):
    """The same command goes on where one was killed or the disk was full, unless a file or link of others is there."""
    folder = tmp_path / "public"
    (folder / "books").mkdir(parents=True)
    for name in ("books/3x3x3.js", "page.js", ".known.js.0011aabb", "notes.js"):
        (folder / name).write_text("half")
    (folder / "link").symlink_to(tmp_path)
    for other in ("notes.js", "link"):
        assert "is not empty" in one_line(run("site", str(folder), "--library", str(shelf)))
        (folder / other).unlink()
    assert run("site", str(folder), "--library", str(shelf)).exit_code == 0
    assert (folder / "index.html").exists() and (folder / "page.js").read_text() != "half"


@pytest.mark.slow
def test_the_same_books_give_the_same_files(run, shelf, tmp_path):
    """Two sites of one library are alike, byte for byte, also in an empty folder; other books have another worker."""
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    for folder in (one, two):
        assert run("site", str(folder), "--library", str(shelf)).exit_code == 0
    assert files(one) == files(two)
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in files(one))
    (shelf / "1x5x3.sqlite").unlink()
    assert run("site", str(two), "--library", str(shelf), "--force").exit_code == 0
    assert len({re.search(r'keep\("(\S+ \S+)"', (folder / "sw.js").read_text())[1] for folder in (one, two)}) == 2


def test_no_small_book(shelf, tmp_path, monkeypatch):
    """Without a book that is small enough, and without a search, there is no site: the error says which to make."""
    with pytest.raises(MissingBook, match=r"at most 30,000 positions .*oxobook generate 3x3x3"):
        site.write_site(tmp_path / "public", str(tmp_path / "none"))
    monkeypatch.setattr(files_of_page, "MOST_POSITIONS", 10)
    with pytest.raises(MissingBook, match="make one with"):
        site.write_site(tmp_path / "public", str(shelf))
    assert not (tmp_path / "public").exists()


@pytest.mark.parametrize(
    ("module", "said"),
    [("numba", "Without Connect Four"), ("zstandard", f"Left out {FIRST}: the books of large boards need the library")],
)
def test_without_the_extra_for_large_boards(run, shelf, tmp_path, monkeypatch, module, said):
    """Without Numba or zstandard, Connect Four is left out; a line says why."""
    monkeypatch.setattr("oxobook.book.library.ALONG", (FIRST,))
    monkeypatch.setitem(sys.modules, module, None)
    done = run("site", str(tmp_path / "public"), "--library", str(shelf))
    assert done.exit_code == 0 and FIRST not in done.stdout and said in done.stderr


def test_large_books_are_left_out(run, shelf, library, make_book, tmp_path, monkeypatch):
    """A book beyond the bound is not on the site, and the reason is said; the others are."""
    make_book("3x3x3")
    shutil.copy(library / "3x3x3.sqlite", shelf)
    monkeypatch.setattr(files_of_page, "MOST_POSITIONS", 300)
    done = run("site", str(tmp_path / "public"), "--library", str(shelf))
    assert done.exit_code == 0 and "books of 1x5x3" in done.stdout
    assert "books/3x3x3-gravity.js" not in files(tmp_path / "public")
    reasons = dict(re.findall(r"^Left out (\S+): (.*)$", done.stderr, re.MULTILINE))
    assert reasons["3x3x3-gravity"].startswith("359 positions are too many to send")
    assert not reasons.keys() & set(done.stdout.split("books of ")[1].strip().split(", "))


@pytest.mark.parametrize("content", [b"", b"no book at all\n" * 500, None])
def test_a_damaged_book(run, shelf, tmp_path, content):
    """A book that cannot be read, at all or at a later row, is left out and named in a line; others are written."""
    path = shelf / "2x2x2.sqlite"
    if content is None:
        generate_book(Rules(2, 2, 2), path)
        alter(path, "UPDATE position SET value = 7 WHERE key = (SELECT max(key) FROM position)")
    else:
        path.write_bytes(content)
    done = run("site", str(tmp_path / "public"), "--library", str(shelf))
    assert done.exit_code == 0 and "2x2x2" not in done.stdout and "books of 1x5x3" in done.stdout
    (left,) = (line for line in done.stderr.splitlines() if line.startswith("Left out"))
    assert left.startswith("Left out 2x2x2: ") and "2x2x2.sqlite" in left
    assert str(shelf) not in (tmp_path / "public" / "known.js").read_text()


@pytest.mark.slow
def test_a_place_where_nothing_can_be_written(run, shelf, tmp_path):
    """A file in the folder's place, or on the way to it, is one line."""
    (tmp_path / "file").write_text("mine")
    for target in (tmp_path / "file", tmp_path / "file" / "public"):
        assert str(tmp_path / "file") in one_line(run("site", str(target), "--library", str(shelf)))
    assert (tmp_path / "file").read_text() == "mine"


def test_small_games_are_made_at_the_start(run, tmp_path, monkeypatch):
    """A library that lacks the games that the page offers gets their books; if none can be made, a line says so."""
    monkeypatch.setattr("oxobook.commands.web.OFFERED", ("3x3x3-notakto", "2x2x2"))
    done = run("site", str(tmp_path / "public"), "--library", str(tmp_path))
    assert done.exit_code == 0 and "with the books of 2x2x2, 3x3x3-notakto" in done.stdout
    assert done.stderr.startswith("Made the books of 3x3x3-notakto, 2x2x2\n")
    monkeypatch.setattr("oxobook.commands.web.make_missing", Mock(side_effect=CannotWrite("no room")))
    done = run("site", str(tmp_path / "public"), "--library", str(tmp_path), "--force")
    assert (done.exit_code, done.stderr) == (0, "Without some small games that the page offers: no room\n")
