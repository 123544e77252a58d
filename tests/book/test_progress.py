"""Progress of long work, and what is told of compilation."""

import time

import pytest

from oxobook.book import progress


@pytest.mark.parametrize(("seconds", "told"), [(0, []), (0.15, ["0 s of about 7, once on this machine"])])
def test_what_takes_long_is_told(monkeypatch, seconds, told):
    """Now and then it is told how much time of the processor is spent; of what is kept already, nothing."""
    monkeypatch.setattr(progress, "_EVERY", 0.1)
    notes = []
    with progress.counting(lambda stage, done, total, note: notes.append(note)):
        time.sleep(seconds)
    assert notes[:1] == told
