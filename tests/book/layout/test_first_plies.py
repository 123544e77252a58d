"""Books of first plies: what they hold, what they search for, and what they say when a search runs out of time."""

import json
import pickle
import time
from math import inf

import pytest

from oxobook import Book, MissingPosition, Position, Rules
from oxobook.book.errors import NoAnswer, OutOfTime
from oxobook.book.game.score import Value
from oxobook.book.layout import search
from oxobook.generator.generate import generate_book

RULES, PLIES = Rules.parse("3x4x3-gravity"), 4
OPENING = "a1 b1 c1 d1"


@pytest.fixture(scope="module")
def path(tmp_path_factory, search_compiled):
    """The path of a book of first plies."""
    path = tmp_path_factory.mktemp("first") / "book"
    generate_book(RULES, path, plies=PLIES)
    return path


class Stub:
    """A search that counts its questions, and answers them as it is told to."""

    def __init__(self, score=None, bounds=(-1, 1)):
        self.nodes, self.scored, self._score, self._bounds, self.asked = 0, 0, score, bounds, []

    def score(self, x, o, seconds=inf):
        self.scored += 1
        return self.value(x, o)

    def value(self, x, o, seconds=inf):
        self.nodes += 7
        self.asked.append((x | o).bit_count())
        if self._score is None:
            raise OutOfTime("too late")
        return self._score

    def bounds(self, x, o, seconds):
        assert seconds > 0
        low, high = self._bounds
        return (low, high) if (x | o).bit_count() == PLIES else (-high, -low)


@pytest.fixture
def stubbed(path, monkeypatch):
    """A function that opens the book with a stub of a search below it."""

    def opened(stub):
        monkeypatch.setattr(search, "search_for", lambda rules: stub)
        return Book.open(path)

    return opened


def some_positions(last):
    """Every position of up to ``last`` plies."""
    waiting, seen = [Position(RULES)], set()
    while waiting:
        position = waiting.pop()
        if position not in seen and position.ply <= last:
            seen.add(position)
            waiting += map(position.play, position.legal_moves)
    return seen


def test_an_entry_says_where_it_comes_from(stubbed):
    """Up to the ply before the last the book answers alone; from there on an entry has the work of its search."""
    stub = Stub(score=0)
    with stubbed(stub) as book:
        entry = book.probe("a1 b1 c1", pick=False)
        assert (entry.source, entry.nodes, entry.seconds, stub.asked) == ("book", 0, 0.0, [])
        entry = book.probe(f"{OPENING} a2", pick=False)
        legal = len(entry.position.legal_moves)
        assert (entry.source, entry.nodes) == ("search", 7 * (legal + 1)) and entry.seconds > 0
        assert sorted(stub.asked) == [5] + [6] * legal
        assert book.probe(f"{OPENING} a2", pick=False) == entry and len(stub.asked) == legal + 1
        assert book.probe(f"{OPENING} b2", pick=False).nodes == entry.nodes
        for move in book.moves(f"{OPENING} a2"):
            assert (move.value.word, move.remoteness) == ("draw", 7)


def test_picks_of_the_last_plies_need_values_only(stubbed):
    """A pick above the last ply is searched for too: by the values after the replies."""
    stub = Stub(score=0)
    with stubbed(stub) as book:
        assert book.probe("a1 b1 c1").pick in book.probe("a1 b1 c1", pick=False).best
        assert {*stub.asked} == {5} and stub.scored == 0


def test_an_only_best_move_is_picked_without_a_search(stubbed):
    """A pick above the last ply is not searched for if no other move is as good."""
    stub = Stub(score=0)
    with stubbed(stub) as book:
        bests = {position: book.probe(position, pick=False).best for position in some_positions(PLIES - 1)}
        only = {position: best[0] for position, best in bests.items() if len(best) == 1}
        assert only and all(book.probe(position).pick == move for position, move in only.items()) and stub.asked == []


@pytest.mark.parametrize(
    ("bounds", "said", "moves"),
    [
        ((-1, 1), "nothing yet", ""),
        ((0, 1), "at least a draw, by a2 or b2 or c2 or d2", "a2 b2 c2 d2"),
        ((-1, 0), "at most a draw", ""),
        ((0, 0), "draw, by a2 or b2 or c2 or d2", "a2 b2 c2 d2"),
        ((1, 1), "win, by a2 or b2 or c2 or d2", "a2 b2 c2 d2"),
        ((-1, -1), "loss", ""),
    ],
)
def test_a_search_out_of_time(stubbed, bounds, said, moves):
    """The error says what has been proved of the position, and by which moves."""
    with stubbed(Stub(bounds=bounds)) as book, pytest.raises(search.Unfinished) as caught:
        book.probe(OPENING)
    later = ", or ask about a position later in the game" if bounds == (-1, 1) else ""
    assert str(caught.value) == (
        f"the search was not finished in time; proved for the side to move: {said}: allow it more time{later}"
    )
    assert (caught.value.least, caught.value.most) == bounds and " ".join(caught.value.names) == moves
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("turned", [False, True])
def test_moves_that_are_proved(stubbed, turned):
    """A move that is proved to win is named as the caller's board has it, and proves the position won."""
    board = ["....", "....", "XOXO"]
    stub = Stub()
    stub.bounds = lambda x, o, seconds: (-1, -1) if x.bit_count() == 3 and x & 0b1001 << 4 else (-1, 1)
    text = "/".join(row[::-1] if turned else row for row in board)
    with stubbed(stub) as book, pytest.raises(search.Unfinished) as caught:
        book.probe(text)
    found = caught.value
    assert found.least is found.most is Value.WIN and found.position.text == text and found.names == ("a2", "d2")
    assert found.by(list("abcdef")) == ", by a or b or c or 3 others"


def test_a_lookup_tells_what_is_proved(stubbed, run, path):
    """A command says bounds and moves, in text and in JSON, with exit code 0; the rest it says it does not know."""
    stubbed(Stub(bounds=(0, 1))).close()
    done = run("lookup", OPENING, "-b", str(path))
    said = " ".join(done.stdout.split())
    assert (
        done.exit_code == 0 and "X to move: at least a draw, by a2 or b2 or c2 or d2: proved. The rest was not" in said
    )
    report = json.loads(run("lookup", OPENING, "-b", str(path), "--json").stdout)
    assert [*report][2:9] == ["ply", "to_move", "value", "least", "most", "remoteness", "proved_moves"]
    assert (report["value"], report["least"], report["most"]) == (None, "draw", "win")
    assert (report["remoteness"], report["proved_moves"]) == (None, ["a2", "b2", "c2", "d2"])
    stubbed(Stub(bounds=(1, 1))).close()
    assert "X to move: X wins, by a2" in " ".join(run("lookup", OPENING, "-b", str(path)).stdout.split())


def test_a_deadline_that_is_over(path):
    """After the deadline nothing is searched any more, and what has been found before is kept."""
    with Book.open(path) as book:
        known = book.probe(OPENING)
        with search.searching_for(-1):
            assert book.probe(OPENING) == known
            with pytest.raises(OutOfTime, match="nothing yet"):
                book.probe(f"{OPENING} b2 a2")
            with pytest.raises(OutOfTime, match=r"^perfect play begins \w\d; what follows was not found in time"):
                book.line(OPENING)
        assert book.probe(f"{OPENING} b2 a2").source == "search"


def test_compiling_takes_none_of_a_search(path, monkeypatch):
    """The seconds that a machine's first search is loaded and compiled do not count against its time, or as its."""

    class Asked(Stub):
        def score(self, x, o, seconds=inf):
            assert seconds > 0
            return 0

    def loaded(rules):
        time.sleep(0.3)
        return Asked(score=0)

    monkeypatch.setattr(search, "search_for", loaded)
    with Book.open(path) as book, search.searching_for(0.3):
        entry = book.probe(f"{OPENING} a2", pick=False)
        assert entry.source == "search" and entry.seconds < 0.3


def test_without_a_search(path, monkeypatch):
    """A program that hands down no search is told so, with what to import."""
    monkeypatch.setattr(search, "search_for", None)
    with Book.open(path) as book:
        assert book.probe("a1 b1 c1", pick=False).source == "book"
        with pytest.raises(NoAnswer, match="holds the first 4 plies, and this program has no search for the others"):
            book.probe(f"{OPENING} a2", pick=False)


def test_what_is_held_is_read_without_a_search(path, make_book, monkeypatch):
    """Values, answers in bulk and the list of positions are those of a whole book; the last ply has no moves."""
    monkeypatch.setattr(search, "search_for", None)
    whole = make_book(str(RULES))
    held = [entry for entry in whole if entry.position.ply <= PLIES]
    with Book.open(path) as book:
        entries, answers = list(book), book.lookup_many([entry.position for entry in held])
        best, safe = book.good_moves([entry.position for entry in held])
        assert [book.outcome(one.position) for one in held] == [(one.value, one.remoteness) for one in held]
        assert whole.outcome("a1 b1 c1") == book.outcome("a1 b1 c1")
    assert [one[:3] + one[-4:-3] for one in entries] == [one[:3] + one[-4:-3] for one in held]
    for place, (one, entry) in enumerate(zip(held, entries, strict=True)):
        last, over = one.position.ply == PLIES, one.position.over
        moves = (0, 0) if last else (one.best_mask, one.safe_mask)
        assert (entry.best_mask, entry.safe_mask) == (answers.best[place], answers.safe[place]) == moves
        assert (best[place], safe[place]) == moves
        settled = not last and (one.position.ply < PLIES - 1 or one.value == 1 or one.best_mask.bit_count() == 1)
        assert entry.pick_cell == (one.pick_cell if settled and not over else None)


def test_positions_below_the_book_in_bulk(path):
    """They are refused with the number of plies that the book holds and the place of the first."""
    with Book.open(path) as book, pytest.raises(MissingPosition, match=r"first 4 plies.* 5 stones at index 1: look it"):
        book.lookup_many(["a1", f"{OPENING} a2"])
