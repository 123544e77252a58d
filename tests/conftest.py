"""Environment of the tests, whatever the machine: variables, folder, books made once a run, and what is left out."""

import os
import re
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import pytest
from click.testing import CliRunner
from filelock import FileLock
from hypothesis import settings

from oxobook.book import Book, Rules
from oxobook.book.library import book_path
from oxobook.commands.root import main
from oxobook.generator.generate import generate_book
from oxobook.generator.strategies.find import find_and_keep

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # a shell starts what runs in its background so, and each command of a test would be deaf to Ctrl-C as well
    signal.signal(signal.SIGINT, signal.default_int_handler)

# a user's own library, terminal, language and time zone are not those of the tests, nor of the processes that they
# start; compiled modules are kept, whatever the environment says, as these are hundreds
_OF_THE_USER = re.compile(
    "OXOBOOK_(?!REQUIRE)|PYTHONDONTWRITE|PYTHONIOENC|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|LANGUAGE|LC_"
)
for _name in filter(_OF_THE_USER.match, [*os.environ]):
    del os.environ[_name]
os.environ |= {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
getattr(time, "tzset", int)()  # Windows has none
sys.dont_write_bytecode = False

# how long a case takes depends on what else the machine does
settings.register_profile("without a clock", deadline=None)
settings.load_profile("without a clock")

T = TypeVar("T")
WORKER = "PYTEST_XDIST_WORKER"
ELSEWHERE = {"slow": "make test-slow", "long": "make test-long"}
"""By marker the command that runs such tests."""
HEAVY = {"browser", "compiled", "gravity_compiled", "search_compiled", "prove_compiled"}
"""Fixtures that start a browser or a compiler: tests that need one are slow."""
COMPILES = {
    *("oxobook.generator.search.searcher.Searcher", "oxobook.generator.prove.sheet_finder.SheetFinder"),
    *("oxobook.generator.prove.prover.Prover", "oxobook.generator.prove.proof.prove"),
}
"""Names of the examples in docstrings that do so."""


COMPILED = {"dense": "compiled", "gravity": "gravity_compiled"}
"""By engine the fixture that compiles it."""


def pytest_addoption(parser):
    """Add the option by which snapshots are written anew, to be looked at before they are committed."""
    parser.addoption("--renew", action="store_true", help="write the snapshots that the tests compare with")


@pytest.fixture
def snapshot(request) -> Callable[[str, str], None]:
    """A function that holds a text against the file of a name in the folder ``drawn`` beside the test."""

    def hold(name: str, text: str) -> None:
        file = request.path.parent / "drawn" / name
        if request.config.getoption("renew"):
            file.write_text(text)
        same = text == file.read_text()  # said in a line: a picture is one long line
        assert same, f"{file} is another: renew it with pytest --renew, and look at what has changed"

    return hold


@pytest.fixture(scope="session", autouse=True)
def _place(tmp_path_factory):
    """Work from the root of the repository, with no library in the user's own folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(Path(__file__).parents[1])
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture
def said(caplog) -> pytest.LogCaptureFixture:
    """Messages while a book is made, as ``messages``."""
    caplog.set_level("INFO", "oxobook")
    return caplog


@pytest.fixture(scope="session")
def common(tmp_path_factory) -> Path:
    """The one folder of this run, the same in all its workers."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if WORKER in os.environ else base


def _compiled(name: str, module: str, call: str, *given: object) -> Callable[[Path], None]:
    """Return the fixture of an engine that is compiled: by one worker, while those that need it too wait."""

    @pytest.fixture(scope="session", name=name)
    def compile_once(common: Path) -> None:
        with FileLock(common / f"{name}.lock"):
            getattr(import_module(f"oxobook.generator.{module}"), call)(*given)

    return compile_once


dense_kernels = _compiled("compiled", "dense.backward", "compile_kernels")
gravity_kernels = _compiled("gravity_compiled", "gravity.sample", "compile_kernels", Rules(3, 3, 3, gravity=True))
search_kernels = _compiled("search_compiled", "search.kernels", "compiled")
prove_kernels = _compiled("prove_compiled", "prove.kernels", "compiled")


@pytest.fixture(scope="session")
def made(common, request) -> Callable[..., Path]:
    """A function from rules text, and an engine, to a book's file: made by the worker that asks first, for all."""

    def make(text: str, engine: str = "auto") -> Path:
        folder = common / "made" / engine
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{text}.sqlite"
        if not file.exists():
            if engine in COMPILED:
                request.getfixturevalue(COMPILED[engine])
            with FileLock(common / f"{engine}-{text}.lock"):
                if not file.exists():  # a book appears whole or not at all
                    generate_book(Rules.parse(text), file, engine=engine)
        return file

    return make


@pytest.fixture(scope="session")
def library(tmp_path_factory) -> Path:
    """The folder of this worker's books."""
    return tmp_path_factory.mktemp("library")


def _opening(path_of: Callable[[T], Path]) -> Iterator[Callable[[T], Book]]:
    """Yield a function from what ``path_of`` takes to the open book, which is closed in the end."""
    with ExitStack() as opened:
        yield cache(lambda game: opened.enter_context(Book.open(path_of(game))))


@pytest.fixture(scope="session")
def make_book(library, made):
    """A function from rules text to the open book, which is put into the library on first demand."""

    def put(text: str) -> Path:
        path = book_path(Rules.parse(text), library)
        if not path.exists():
            copy = shutil.copy(made(text), library / f".{text}")  # a test may write to its library
            os.replace(copy, path)
        return path

    yield from _opening(put)


@pytest.fixture(scope="session")
def game_book(common):
    """A function from rules, also of a board of one's own, to the open book."""

    def make(rules: Rules) -> Path:
        file = common / "games" / f"{rules}.sqlite"
        file.parent.mkdir(exist_ok=True)
        with FileLock(common / "games.lock"):
            if not file.exists():
                generate_book(rules, file)
        return file

    yield from _opening(make)


@pytest.fixture(scope="session")
def dense_book(made):
    """A function from rules text to the open book that the dense engine has made."""
    yield from _opening(lambda text: made(text, "dense"))


@pytest.fixture(scope="session")
def book(make_book) -> Book:
    """The book of 3x3x3."""
    return make_book("3x3x3")


@pytest.fixture
def kept(library, book, tmp_path) -> str:
    """A copy of the 3x3x3 book that keeps both sides' strategies with reflexes."""
    path = tmp_path / "kept.sqlite"
    shutil.copy(book_path(Rules(), library), path)
    for side in "XO":
        with Book.open(path) as opened:
            find_and_keep(opened, side, "reflexes", False, 60)
    return str(path)


@pytest.fixture
def run(library, make_book):
    """The command, run in this process on this run's library: its result has exit_code, stdout, stderr."""
    make_book("3x3x3")

    def call(*arguments: str, **extra):
        return CliRunner(env={"OXOBOOK_LIBRARY": str(library), "COLUMNS": "100"}).invoke(main, arguments, **extra)

    return call


_left_out = dict.fromkeys(ELSEWHERE, 0)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what is slow by its fixtures."""
    for item in items:
        if HEAVY.intersection(item.fixturenames) or item.name in COMPILES:
            item.add_marker("slow")


def pytest_deselected(items):
    """Count what this run leaves out, by the marker that makes it so."""
    for item in items:
        mark = next((mark for mark in reversed(ELSEWHERE) if item.get_closest_marker(mark)), None)
        if mark:
            _left_out[mark] += 1


def pytest_sessionfinish(session):
    """A worker tells the process that started it, which has collected nothing itself."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = _left_out


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Every worker has collected everything, so that the last word is enough."""
    _left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_terminal_summary(terminalreporter):
    """Say in a line each why tests were skipped, and what has been left out and what runs it."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, count in reasons.items():
        terminalreporter.write_line(f"Skipped: {count}, {reason}")
    left = [f"{count} {mark} ({ELSEWHERE[mark]})" for mark, count in _left_out.items() if count]
    if left:
        terminalreporter.write_line(f"Left out: {', '.join(left)}")
