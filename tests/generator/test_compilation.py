"""Compilation, and what is told of it."""

import time

import pytest

from oxobook.generator.compilation import counting


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "told"), [(0, []), (1.5, ["0 s of about 10, once on this machine"])])
def test_what_takes_long_is_told(seconds, told):
    """Once a second it is told how much time of the processor is spent; of what is kept already, nothing."""
    notes = []
    with counting(lambda stage, done, total, note: notes.append(note)):
        time.sleep(seconds)
    assert notes == told
