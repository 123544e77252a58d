"""Transcripts of the command line, replayed: commands print what their file says, and ``--renew`` writes it anew.

A line ``$ oxobook ... < a3 q | grep won`` is a command, what is typed line by line, and a pattern of the lines that are
shown of all that it prints. A command that prints but one line of error, and ends with 2, has it behind ``=>``; another
exit code than 0 follows the output, in brackets. ``printf TEXT > FILE``, ``cat FILE``, ``ls`` and ``sqlite3 FILE SQL``
are understood as well. Seconds and folders are replaced by words. The books that it needs are named in the first line.
"""

import os
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

FILES = sorted(Path(__file__).parent.glob("transcripts/*.txt"))
COMMAND = re.compile(r"(?P<whole>\$ (?P<words>.*?)( < (?P<typed>.*?))?( \| grep (?P<shown>.*?))?)( => .*)?")


def printed(run, words, typed, shown):
    """Return what follows a command: its error behind it, or its lines below it, and its exit code."""
    match words:
        case "printf", text, ">", file:
            Path(file).write_bytes(text.encode("latin-1", "backslashreplace").decode("unicode_escape").encode())
            return "\n"
        case "cat", file:
            return f"\n{Path(file).read_text()}"
        case ("ls",):
            return "\n".join(["", *sorted(os.listdir()), ""])
        case "sqlite3", file, sql:
            with closing(sqlite3.connect(file)) as connection, connection:
                connection.execute(sql)
            return "\n"
    done = run(*words[1:], input="".join(f"{line}\n" for line in typed))
    if done.exit_code == 2 and not done.stdout and re.fullmatch("oxobook: .*\n", done.stderr):
        return done.stderr.replace("oxobook:", " =>", 1)
    lines = [line.rstrip() for line in done.output.splitlines() if re.search(shown, line)]
    return "\n".join(["", *lines, *([f"[{done.exit_code}]"] if done.exit_code else []), ""])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_commands_print_what_they_did(run, make_book, library, tmp_path, monkeypatch, request, file):
    """Replayed in an empty folder, a transcript stays as it is."""
    text, replayed = file.read_text(), ""
    places = {"LIBRARY": str(library), "HERE": str(tmp_path), "ROOT": str(Path.cwd())}
    monkeypatch.chdir(tmp_path)
    for rules in text.partition("\n")[0].removeprefix("# Books:").split():
        make_book(rules)
    for line in re.findall(r"^\n?# .*|^\$ .*", text, re.MULTILINE):
        if found := COMMAND.fullmatch(line):
            words = [re.sub("|".join(places), lambda one: places[one[0]], word) for word in shlex.split(found["words"])]
            replayed += found["whole"] + printed(run, words, shlex.split(found["typed"] or ""), found["shown"] or "")
        else:
            replayed += f"{line}\n"
    for name, place in places.items():
        replayed = replayed.replace(place, name)
    replayed = re.sub(r"\b\d+(\.\d+)? s\b", "TIME", replayed)
    if request.config.getoption("renew"):
        file.write_text(replayed)
    assert replayed == text
