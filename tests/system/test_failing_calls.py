"""System calls that fail while a book is made: the book is right, or there is one line."""

import shutil
import sys

import pytest

from tests.io_faults import FAULTS, tallies

needed = pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler")


@needed
def test_no_wrong_book_is_published(compiled):
    """No space, an error of the disk, an interruption or half a write, at one call in 601 of all works: nothing wrong
    gets a name, and the next maker with --force succeeds; ``make campaign NAME=failing-calls`` fails every call."""
    found = list(tallies([], every=601))
    assert [one for one in found if one.wrong] == []
    assert {one.fault for one in found} == set(FAULTS) and len(found) == 4 * len(FAULTS)
    assert all(one.told + one.made == one.calls > 0 for one in found)
