"""The public names: there, the ones of the packages, and imported only when they are used."""

import subprocess
import sys
from importlib import import_module

import pytest

import oxobook

EXTRAS = ("BookPolicy", "OpenSpielPlayer", "Searcher", "prove", "strategy_graph")
"""The names that need an extra."""


@pytest.mark.parametrize("name", [*oxobook.__all__, *EXTRAS])
def test_a_name_is_that_of_its_package(name):
    """Each public name is the object of the same name in the package that it comes from."""
    home = import_module(oxobook.HOMES.get(name, "oxobook.book"))
    assert getattr(oxobook, name) is getattr(home, name)


def test_every_name_of_book_is_public():
    """All public names of ``book`` are public names of ``oxobook`` too."""
    assert set(import_module("oxobook.book").__all__) <= set(oxobook.__all__)


def test_an_unknown_name_is_an_attribute_error():
    """A name that is not there is said to be missing, as from any module."""
    with pytest.raises(AttributeError, match="module 'oxobook' has no attribute 'Bock'"):
        oxobook.Bock  # noqa: B018


def loaded_by(program):
    """The modules that a program has loaded when it ends."""
    code = f"import sys; before = set(sys.modules)\n{program}\nprint(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


def test_the_import_loads_next_to_nothing():
    """Importing the package loads nothing but importlib, and lists its names all the same."""
    loaded = {name.partition(".")[0] for name in loaded_by("import oxobook; assert 'Book' in dir(oxobook)")}
    assert loaded <= {"importlib", "oxobook", "warnings"}


def test_a_light_name_stays_light():
    """Taking ``Book`` loads neither NumPy nor SQLAlchemy, click or rich, nor the packages that need not be there."""
    loaded = set(loaded_by("from oxobook import Book, Position, Rules, open_book"))
    heavy = {"numpy", "sqlalchemy", "click", "rich", "oxobook.generator", "oxobook.viewer"}
    assert "oxobook.book" in loaded and not loaded & heavy


UNNEEDED = {"json", "numpy", "platformdirs", "rich", "shlex", "shutil", "sqlalchemy", "textwrap", "oxobook.generator"}


@pytest.mark.parametrize(("words", "needed"), [(["X../.../..O"], set()), (["a3", "--line", "--json"], {"json"})])
def test_a_lookup_loads_what_it_prints_with_and_no_more(library, book, words, needed):
    """A lookup from the shell starts fast: it loads no library but click, and nothing that only other output needs."""
    called = f"sys.argv = {['oxobook', 'lookup', *words, '--library', str(library)]!r}"
    loaded = loaded_by(f"{called}\nfrom oxobook.__main__ import main\ntry: main()\nexcept SystemExit: pass")
    assert "click" in loaded and not {*loaded} & (UNNEEDED - needed)


@pytest.mark.slow
def test_every_core_name_comes_with_a_star():
    """``from oxobook import *`` brings the names that the core can bring, and asks for no extra."""
    program = "from oxobook import *\nassert Book and audit and verify_book"
    loaded = {name.partition(".")[0] for name in loaded_by(program)}
    assert not loaded & {"networkx", "pyspiel", "open_spiel", "fastapi"}
