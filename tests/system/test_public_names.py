"""Every public name, called with odd values, works or raises an OxobookError of one line."""

import pytest

import oxobook
from oxobook import Rules
from tests import public_names

LAZY = sorted({*oxobook.HOMES} - {*oxobook.__all__})
"""Names that need an extra."""
COMPILED = {"Searcher": "search_compiled", "prove": "prove_compiled"}


@pytest.fixture(scope="module")
def values(book):
    """The sound values and the odd ones."""
    return public_names.sound_values(book), public_names.odd_values(book)


@pytest.mark.parametrize("name", [*oxobook.__all__, *(pytest.param(name, marks=pytest.mark.slow) for name in LAZY)])
def test_odd_values_are_refused_in_one_line(values, name, tmp_path, monkeypatch, request):
    """A public name and its methods, each parameter in turn odd, work or say what is wrong."""
    monkeypatch.chdir(tmp_path)
    sound, odd = values
    try:
        getattr(oxobook, name)
    except oxobook.MissingExtra as missing:
        pytest.skip(f"{missing}; make test-models")
    if name in COMPILED:
        request.getfixturevalue(COMPILED[name])  # which no call may interrupt
        sound = sound | {"Searcher": oxobook.Searcher(Rules())}
    for one in public_names.public([name], sound):
        for arguments in public_names.calls(one, sound, odd):
            public_names.holds_of_a_call(one, arguments)
