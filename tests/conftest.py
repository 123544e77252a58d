"""Books made once a test run, and the command."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from book import Book, Rules
from book.library import book_path
from generator.generate import generate_book
from viewer.cli import main

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # a shell starts what runs in its background so, and each command of a test would be deaf to Ctrl-C as well
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def library(tmp_path_factory) -> Path:
    """The folder of this run's books."""
    return tmp_path_factory.mktemp("library")


@pytest.fixture(scope="session")
def make_book(library):
    """A function from rules text to an open book, made on first demand."""
    opened: dict[str, Book] = {}

    def make(text: str = "3x3x3") -> Book:
        if text not in opened:
            rules = Rules.parse(text)
            generate_book(rules, book_path(rules, library))
            opened[text] = Book.open(book_path(rules, library))
        return opened[text]

    yield make
    for book in opened.values():
        book.close()


@pytest.fixture(scope="session")
def book(make_book) -> Book:
    """The book of 3x3x3."""
    return make_book("3x3x3")


@pytest.fixture
def run(library, make_book):
    """The command, run in this process on this run's library: its result has exit_code, stdout, stderr."""
    make_book("3x3x3")

    def call(*arguments: str, **extra):
        return CliRunner(env={"OXOBOOK_LIBRARY": str(library), "COLUMNS": "100"}).invoke(main, arguments, **extra)

    return call


@pytest.fixture
def shell():
    """The command, run as a process of its own."""

    def call(*arguments: str, **extra) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "viewer", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, **extra)

    return call
