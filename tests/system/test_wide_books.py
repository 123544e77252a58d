"""Books under gravity whose boards have more cells than a key has room for: they are read, and proved by samples."""

from functools import cache

import numpy as np
import pytest

from oxobook.book import Book, BookError, Position, Rules, TooLarge
from oxobook.book.info import BookInfo, GameCounts, LayerCounts
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.layout.gravity_rank import height_rows, stack_columns_at, stack_slot_of
from oxobook.book.store.writer import target_at
from oxobook.book.verify import verify_book
from oxobook.generator.layers.blocks import packed_block
from tests.book.test_book import alter
from tests.reference import score_of

RULES = Rules(11, 3, 2, gravity=True)


def blocks(ply, scores):
    """The blocks of a ply whose scores are given by position."""
    values = np.zeros(len(height_rows(RULES, ply)) * stack_columns_at(ply), np.int8)
    for position, score in scores.items():
        values[stack_slot_of(RULES, position.x, position.o)] = score
    yield [packed_block(values[start : start + BLOCK].data) for start in range(0, len(values), BLOCK)]


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """A book of a tall board, two in a row, by recursion; and all its positions with value and remoteness."""

    @cache
    def answer(position):
        after = [answer(position.play(move)) for move in position.legal_moves]
        if not after:
            return (-1, 0) if position.winner else (0, 0)
        won, drawn = [left for value, left in after if value < 0], [left for value, left in after if value == 0]
        lost = [left for value, left in after if value > 0]
        return (1, min(won) + 1) if won else (0, max(drawn) + 1) if drawn else (-1, max(lost) + 1)

    path, found, waiting = tmp_path_factory.mktemp("wide") / "book.sqlite", {}, [Position(RULES, 0, 0)]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found[position] = answer(position)
            waiting += map(position.play, position.legal_moves)
    plies = max(position.ply for position in found) + 1
    with target_at(path).blocks(RULES, False) as file:
        file.layers()
        counts = []
        for ply in range(plies):
            here = {one: found[one] for one in found if one.ply == ply and not one.over}
            scores = {
                one: int(score_of(np.int64(here[one][0]), np.int64(here[one][1]), ply, RULES.cells)) for one in here
            }
            counts.append(LayerCounts(ply, len(scores), *[0] * 9, None, None))
            file.write_layer(ply, blocks(ply, scores), lambda: (counts[-1], 0))
        positions = sum(one.positions for one in counts)
        info = BookInfo(RULES, tuple(counts), GameCounts(*[None] * 5), 1, "0.1.0", positions, "0" * 64)
        file.finish(info, ())
    return path, found


@pytest.mark.slow
def test_every_answer(wide):
    """Looked up in either orientation, each position has the value and the remoteness of the search, and a line."""
    path, found = wide
    assert len(found) > 30
    with Book.open(path) as book:
        for position, (value, remoteness) in found.items():
            entry = book.probe(position)
            assert (entry.value, entry.remoteness) == (value, remoteness), position
        assert len(book.line(Position(RULES, 0, 0))) == found[Position(RULES, 0, 0)][1]
        assert book.info.rules.cells == 33


def test_a_sample_proves_it(wide, run):
    """verify --sample finds nothing wrong, and all of it is not to be had."""
    path, _ = wide
    verdict = verify_book(path, sample=300, seed=1)
    assert verdict.right, verdict
    assert [check.name for check in verdict.checks] == ["tables", "masks", "answers", "lookups", "counts", "published"]
    with pytest.raises(BookError, match=r"^the book of 11x3x\S+ has too many positions .* --sample"):
        verify_book(path)
    done = run("verify", str(path), "--sample", "20")
    assert done.exit_code == 0, done.output


def test_a_wrong_score_is_found(wide, tmp_path):
    """If a score is changed, the sample names the position."""
    book = tmp_path / "book"
    book.write_bytes(wide[0].read_bytes())
    block = packed_block(np.ones(1, np.int8).data)
    alter(book, ("UPDATE block SET data = ? WHERE ply = 0", (block.data,)))
    verdict = verify_book(book, sample=300, seed=1)
    wrong = {check.name: check.first for check in verdict.checks if check.wrong}
    assert {finding.position for finding in wrong["answers"]} == {"/".join(["..."] * 11)}


def test_what_needs_keys_says_so(wide, run):
    """Keys in bulk, the list of all positions and kept strategies are refused in one line; boards need no keys."""
    path, found = wide
    with Book.open(path) as book:
        for keys in (np.zeros(1, np.int64), [1 << 65]):
            with pytest.raises(TooLarge, match=r"at most 31 cells; .*: pass positions or boards instead"):
                book.lookup_many(keys)
        answers = book.lookup_many(list(found))
        assert list(zip(answers.value.tolist(), answers.remoteness.tolist(), strict=True)) == list(found.values())
        with pytest.raises(TooLarge, match="up to 20,000,000 scores"):
            next(iter(book))
    done = run("strategy", "-b", str(wide[0]))
    assert done.exit_code == 2 and "at most 31 cells" in done.stderr and done.stderr.count("\n") == 1
