"""Damaged files: what verify finds, what lookups make of them, and books that change while they are open."""

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import benchmarks.faults
from oxobook.book import Book, BookError, DamagedBook, MissingBook, OxobookError, Rules
from oxobook.book.errors import NoAnswer
from oxobook.book.verify import verify_book
from oxobook.generator.generate import generate_book
from tests.faults import (
    Fault,
    Outcome,
    Patient,
    all_positions,
    each_bit,
    gaps,
    random_faults,
    sound_book,
    summary,
    table_bits,
)


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """A sound book of 3x3x3 with strategies, ready to be damaged."""
    folder = tmp_path_factory.mktemp("faults")
    sound_book(folder / "sound.sqlite")
    return Patient(folder / "sound.sqlite", folder)


def judge(patient, faults):
    """What comes of faults: every tenth meets all checks, and another tenth is looked up by the command."""
    counts = summary(patient.suffer(fault, number % 10 == 0, number % 10 == 1) for number, fault in enumerate(faults))
    assert counts["faults"] and not counts["missed"], counts
    return counts


@pytest.mark.slow
def test_bits_of_the_position_table(patient):
    """Each flipped bit of the position table is found by verify, or every table still reads as before."""
    faults = list(table_bits(patient.path))
    counts = judge(patient, random.Random(1).sample(faults, 150))
    assert counts["found"] > counts["harmless"] > 0


@pytest.mark.parametrize(
    ("table", "number", "value", "true"),
    [
        pytest.param("bound", ("reflexes", "O"), 12, True, id="a lower bound"),
        pytest.param("bound", ("reflexes", "O"), 14, False, id="a higher bound"),
        pytest.param("bound", ("pick", "X"), 0, False, id="a bound where none is"),
        pytest.param("strategy", ("reflexes", "O", 784), 6, True, id="the same by symmetry"),
        pytest.param("strategy", ("reflexes", "O", 1936), 3, False, id="a win thrown away"),
        pytest.param("strategy", ("reflexes", "O", 784), 0, False, id="on a stone"),
        pytest.param("strategy", ("reflexes", "O", 784), -1, False, id="no cell"),
        pytest.param("position", (0,), 2, False, id="another table"),
    ],
)
def test_what_a_strategy_may_say_instead(patient, table, number, value, true):
    """Lower bounds and moves that give nothing away are as true as those in the book, and nothing else is."""
    size = len(number)
    rows = [(*row[:size], value, *row[size + 1 :]) if row[:size] == number else row for row in patient.tables[table]]
    assert rows != patient.tables[table]
    assert patient._is_true({**patient.tables, table: rows}) is true


@pytest.mark.parametrize(
    ("at", "bit", "true"),
    [
        pytest.param(4, 4, True, id="a bit that the format leaves unused"),
        pytest.param(6, 1, True, id="one score once, or as a run of one"),
        pytest.param(4, 2, False, id="no checksum"),
        pytest.param(9, 0, False, id="another score"),
    ],
)
def test_what_a_frame_may_say_instead(made, tmp_path, at, bit, true):
    """A block's frame may have other bits that leave its scores and their checksum as they are, and no others."""
    patient = Patient(made("3x3x3", "dense"), tmp_path)
    frame = next(frame for ply, _, frame in patient.tables["block"] if ply == 0)
    offset = patient.content.index(frame) + at
    fault = Fault("bits", offset, bytes([frame[at] ^ 1 << bit]))
    assert patient.suffer(fault, thorough=True)[:2] == ((None, True) if true else ("digest", False))


@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["bits", "bytes", "runs", "truncations", "zeroed pages"])
def test_random_faults(patient, kind, count):
    """Random damage anywhere in the file is found, or changes nothing; lookups answer or fail with one line."""
    counts = judge(patient, random_faults(patient.content, kind, count))
    assert counts["found"]
    if kind == "truncations":
        assert counts["found"] == count and not counts["lookup wrong"]


def test_bits_of_a_book_of_blocks(made, tmp_path):
    """The same of a book of blocks, wherever something stands in its pages."""
    patient, chance = Patient(made("3x3x3", "dense"), tmp_path), random.Random(2)
    empty = {offset for gap in gaps(patient.content) for offset in gap}
    held = [offset for offset in range(len(patient.content)) if offset not in empty]
    bits = [8 * offset + chance.randrange(8) for offset in chance.choices(held, k=15)]
    assert judge(patient, (each_bit(patient.content, bit) for bit in bits))["found"]
    assert patient.reads_as_before(each_bit(patient.content, 8 * min(empty)))


def test_another_version_is_no_other_answer(patient):
    """Of the version that made a book only the form can be checked: another version reads as before."""
    at = patient.content.index(b"0.1.0") + 2
    assert patient.reads_as_before(Fault("bits", at, b"9")) and not patient.suffer(Fault("bits", at, b"9")).found
    assert patient.suffer(Fault("bits", at, b"\x01"), thorough=True).found == "file"


def test_the_campaign_goes_on_past_what_it_finds(monkeypatch, tmp_path):
    """A fault that ends the process, or ends with a traceback, is counted and named, and all others are met."""
    monkeypatch.setattr(benchmarks.faults, "AT_ONCE", 7)

    class Ill:
        recovered = 0

        def suffer(self, fault, thorough, command):
            if fault.offset == 11:
                os.kill(os.getpid(), signal.SIGKILL)
            if fault.offset == 12:
                raise ZeroDivisionError("by none")
            return Outcome("file", False, "refused") if fault.offset != 13 else Outcome(None, False, "wrong")

        def recover(self):
            self.recovered += 1

    kind = benchmarks.faults.Kind("bits", range(30), lambda number: Fault("bits", number, b""), [])
    patient = Ill()
    record = benchmarks.faults.Record(tmp_path / "record.jsonl", b"a book")
    counts = benchmarks.faults.Campaign([patient], record).counts(kind)
    assert {name: counts[name] for name in ("faults", "found", "missed", "hang", "traceback")} == {
        **{"faults": 30, "found": 27, "missed": 1, "hang": 1, "traceback": 1}
    }
    assert {name for name in counts if name.startswith("!")} == {
        *("! hang or crash: bits 11", "! bits 12: ZeroDivisionError('by none')", "! missed: bits 13")
    }
    assert patient.recovered == 1
    assert record.left(kind) == ([], counts), "a campaign that begins again has nothing left to meet"
    of_another_book, met = benchmarks.faults.Record(tmp_path / "record.jsonl", b"another").left(kind)
    assert sum(map(len, of_another_book)) == 30 and not met


@pytest.mark.long
@pytest.mark.parametrize("bit", range(8))
def test_every_byte_of_the_position_table(patient, bit):
    """The same of one bit of every byte; ``make faults`` flips every single bit, which takes eight times as long.

    In eight parts for the processors to share: of every eight bytes, the first loses bit 0, the next one bit 1.
    """
    assert judge(patient, list(table_bits(patient.path))[9 * bit :: 64])["faults"] > 3_000


@pytest.mark.slow
def test_damaged_books_from_the_shell(patient, tmp_path):
    """A process of its own answers, or ends with one line and exit code 2, and verify with exit code 1."""
    for fault in [
        *random_faults(patient.content, "runs", 3, seed=7),
        *random_faults(patient.content, "truncations", 3),
    ]:
        path = tmp_path / "faulty.sqlite"
        content = bytearray(patient.content[: fault.size])
        content[fault.offset : fault.offset + len(fault.data)] = fault.data
        path.write_bytes(content)
        for command, codes in (("lookup", {0, 2}), ("verify", {0, 1})):
            arguments = [sys.executable, "-m", "oxobook", command, *(["a3 b2"] if command == "lookup" else [])]
            done = subprocess.run([*arguments, "-b", str(path)], capture_output=True, text=True, timeout=60)
            assert done.returncode in codes and done.stderr.count("\n") == (done.returncode == 2), done.stderr


@pytest.mark.parametrize("cut", [1, 100, 511, 3000])
def test_a_page_cut_short_is_refused(patient, tmp_path, cut):
    """A file that ends within a page is refused when it is opened; SQLite alone would read zeros."""
    (tmp_path / "cut.sqlite").write_bytes(patient.content[:-cut])
    with pytest.raises(DamagedBook, match="cut off in the middle of a page"):
        Book.open(tmp_path / "cut.sqlite")


@pytest.fixture
def answers(book):
    """Every position of 3x3x3 with its answer."""
    return {position: book.probe(position) for position in all_positions()}


def test_removed_while_open(patient, tmp_path, answers):
    """A book whose file is removed goes on answering right; a new reader is told that there is none."""
    path = shutil.copy(patient.path, tmp_path / "book.sqlite")
    with Book.open(path) as book:
        os.unlink(path)
        assert all(book.probe(position) == entry for position, entry in answers.items())
        with pytest.raises(MissingBook):
            Book.open(path)


def test_replaced_while_open(patient, tmp_path, answers):
    """A book goes on answering from the file that it opened when another game's book takes its place."""
    path = tmp_path / "book.sqlite"
    shutil.copy(patient.path, path)
    with Book.open(path) as book:
        generate_book(Rules(misere=True), path, replace=True)
        assert all(book.probe(position) == entry for position, entry in answers.items())


@pytest.mark.parametrize("size", [0, 1000, 8192, 30_000])
@pytest.mark.parametrize("warm", [False, True])
def test_truncated_while_open(patient, tmp_path, answers, size, warm):
    """A book that is cut while it is open answers right or raises; it never answers wrong."""
    path = tmp_path / "book.sqlite"
    shutil.copy(patient.path, path)
    with Book.open(path) as book:
        if warm:
            assert len(list(book)) == 765
        os.truncate(path, size)
        refused = 0
        for position, entry in answers.items():
            try:
                assert book.probe(position) == entry
            except BookError:
                refused += 1
        assert warm or refused


def test_sqlite_errors_that_are_no_text(patient, tmp_path):
    """An error of SQLite that quotes bytes that are no UTF-8 is one line too."""
    content = patient.content.replace(b"drawn_games TEXT", b"drawn\xff\xfeames TE\xff'", 1)
    (tmp_path / "bytes.sqlite").write_bytes(content)
    with pytest.raises(DamagedBook) as caught:
        Book.open(tmp_path / "bytes.sqlite")
    assert "\n" not in str(caught.value)
    assert not verify_book(tmp_path / "bytes.sqlite").right


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("value", 2), ("value", -3), ("remoteness", -1), ("best", -1), ("best", 1 << 40), ("safe", 1 << 20)),
        *(("pick", 9), ("pick", -1), ("pick", 1 << 62), ("orbit", -2), ("pick", None)),
    ],
)
def test_rows_that_no_book_holds(patient, tmp_path, column, value):
    """A row out of range is refused by probe, iteration and lookup_many, not answered."""
    import sqlite3

    import numpy as np

    path = tmp_path / "book.sqlite"
    shutil.copy(patient.path, path)
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE position SET {column} = ? WHERE key = 0", (value,))
    connection.commit()
    connection.close()
    with Book.open(path) as book:
        for ask in (lambda: book.probe("........."), lambda: list(book), lambda: book.lookup_many(np.array([0]))):
            with pytest.raises(DamagedBook, match="row of key 0 cannot be right"):
                ask()


def test_a_locked_book_is_not_damaged(patient, tmp_path, monkeypatch):
    """While another program writes the file, opening it says to wait; nothing is said of damage or of --force."""
    import sqlite3

    path = Path(shutil.copy(patient.path, tmp_path / "book.sqlite"))
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **options, timeout=0))
    with closing(connect(path)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        for ask in (lambda: Book.open(path), lambda: verify_book(path)):
            with pytest.raises(NoAnswer, match=r"has locked the book .*wait until it has finished") as told:
                ask()
            assert not isinstance(told.value, DamagedBook) and "force" not in str(told.value)
    with Book.open(path) as book:
        assert len(book) == 765


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("SQLITE_BUSY", "another program has locked the book"),
        ("SQLITE_LOCKED_SHAREDCACHE", "another program has locked the book"),
        ("SQLITE_CANTOPEN", "check that you may read it"),
        ("SQLITE_READONLY_ROLLBACK", "check that you may read it"),
        ("SQLITE_INTERRUPT", "was interrupted: ask again"),
        ("SQLITE_IOERR_READ", "check the disk that it is on"),
        ("SQLITE_IOERR_SHORT_READ", "make it again with: oxobook generate --force"),
        ("SQLITE_CORRUPT", "make it again with: oxobook generate --force"),
        ("SQLITE_NOTADB", "make it again with: oxobook generate --force"),
    ],
)
def test_only_damage_is_called_damage(patient, monkeypatch, code, said):
    """Each kind of error that SQLite raises has its own sentence, and only damage advises to make the book again."""
    import sqlite3

    class Cursor:
        def execute(self, *_):
            error = sqlite3.OperationalError("what SQLite says")
            error.sqlite_errorcode = getattr(sqlite3, code)
            raise error

    with Book.open(patient.path) as book:
        monkeypatch.setattr(book._store.connection, "cursor", Cursor)
        with pytest.raises(BookError, match=said) as told:
            book.probe("X../.O./...")
    assert isinstance(told.value, DamagedBook) == ("--force" in said) == (not isinstance(told.value, NoAnswer))


def test_an_interrupted_question_is_not_damage(patient):
    """A question that another thread interrupts says so, and the book answers the next one."""
    with Book.open(patient.path) as book:
        connection, rows = book._store.connection._connection, iter(book)
        connection.set_progress_handler(lambda: 1, 1)
        with pytest.raises(NoAnswer, match="was interrupted: ask again"):
            list(rows)
        connection.set_progress_handler(None, 0)
        assert len(list(book)) == 765


@pytest.mark.parametrize("name", ["x" * 300, "file.txt/book.sqlite"])
def test_paths_that_cannot_be(tmp_path, name):
    """A path too long, or through a file, is an OxobookError."""
    (tmp_path / "file.txt").write_text("")
    with pytest.raises(OxobookError):
        Book.open(tmp_path / name)
    with pytest.raises(OxobookError):
        generate_book(Rules(), tmp_path / name)


def test_a_folder_that_may_not_be_entered(monkeypatch, tmp_path):
    """Where the system refuses to look, both reading and writing say so in one line."""

    def refuse(*arguments, **options):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("pathlib.Path.stat", refuse)
    with pytest.raises(BookError, match="Permission denied; check that you may read it"):
        Book.open(tmp_path / "book.sqlite")
    with pytest.raises(OxobookError, match="Permission denied; choose a folder that you may write to"):
        generate_book(Rules(), tmp_path / "book.sqlite")
