"""Progress of long work: bars on a terminal, lines elsewhere, and what is logged."""

import logging
import time

from oxobook.commands import progress as module
from oxobook.commands.progress import progress


def test_bars_are_for_terminals(monkeypatch, capsys):
    """A terminal shows how far each stage has come, on standard error; a pipe is told nothing at first."""
    with progress() as tell:
        tell("boards", 1)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with progress() as tell:
        tell("boards", 1)
        tell("layout", 0)
        tell("boards", 1_234, 5_678, "ply 3")
    shown = capsys.readouterr()
    assert shown.out == "" and "layout" in shown.err
    assert "1,234 of 5,678" in shown.err and "ply 3" in shown.err


def test_work_that_tells_nothing_is_named(monkeypatch, capsys):
    """Without a terminal a line says after some seconds what the command does, and none comes after its end."""
    for late, seconds, said in ((0.01, 0.2, "Asking levi ...\n"), (0.3, 0.0, "")):
        monkeypatch.setattr(module, "_LATE", late)
        with progress("Asking levi"):
            time.sleep(seconds)
        time.sleep(late)
        assert capsys.readouterr().err == said


def test_a_line_a_minute(monkeypatch, capsys):
    """Without a terminal a line comes when a minute has passed: how far, how fast, how long still, where."""
    seconds = iter([0.0, 10.0, 30.0, 75.0, 80.0])
    monkeypatch.setattr(module.time, "monotonic", lambda: next(seconds))
    with progress() as tell:
        tell("solve", 5000, 20_000, "ply 12")
        tell("solve", 7000, 20_000, "ply 11")
        tell("solve", 10_000, 20_000, "ply 11, 2.5 MB written, 4 at work")
        tell("solve", 10_001, 20_000, "ply 11")
    line = "solve: 10,000 of 20,000, 154/s, about 2 min left; ply 11, 2.5 MB written, 4 at work\n"
    assert capsys.readouterr().err == line


def test_what_is_logged_is_said(capsys):
    """Sentences are printed while work goes on, and only then."""
    with progress():
        logging.getLogger("oxobook.generator").info("Going on from ply %d.", 5)
    logging.getLogger("oxobook.generator").info("Nobody hears this.")
    assert capsys.readouterr().err == "Going on from ply 5.\n"
