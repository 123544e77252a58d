"""Public names asked about a small game of every registered kind of board and convention."""

import io
import pickle
from itertools import islice

import pytest

import oxobook
from oxobook import Book, OxobookError, Position, Rules
from oxobook.viewer.export import FORMATS
from tests.games import small_games
from tests.parsing import holds_of_a_refusal

GAMES = small_games()[::5]
"""Every fifth game, of all kinds and conventions."""
TOGETHER = 8
"""Number of games that a test asks about."""
REFUSED = {
    "audit",
    "graph",
    "lesson",
    "map",
    "policy",
    "prove",
    "search",
    "export c",
    "export strategy-c",
    "export strategy-js",
    "export js",
    "export npm",
}
"""Questions that not every game has an answer to."""


def questions(book):
    """Yield calls with names for failures: each name that answers about a game, a position, a side or a player."""
    rules, start = book.rules, Position(book.rules)
    game = [start]
    while not game[-1].over:
        game.append(game[-1].play(game[-1].legal_cells[-1]))
    for name in ("probe", "get", "moves", "line", "outcome", "values_svg"):
        for position in (start, game[1].text, game[-1]):
            yield name, lambda name=name, position=position: getattr(book, name)(position)
    yield "lookup_many", lambda: (book.lookup_many(game), book.good_moves([one.text for one in game]))
    yield "iteration", lambda: [(one, one._repr_svg_(), one.summary, one.pick) for one in islice(book, 30)]
    yield "sample", lambda: book.sample(3)
    yield "shown", lambda: (book._repr_html_(), str(book), [(one._repr_svg_(), str(one)) for one in game])
    yield "pickled", lambda: pickle.loads(pickle.dumps(book)).close()
    yield (
        "read",
        lambda: [Position.of(one.text, Rules.parse(rules.header)).play(one.legal_moves[0]) for one in game[:-1]],
    )
    yield "numbered", lambda: [Position.from_key(one.key, rules) for one in game]
    for side in "XO":
        yield (
            "strategy",
            lambda side=side: (found := oxobook.strategy_in(book, side)) and (found.gap, found._repr_html_()),
        )
        yield "map", lambda side=side: oxobook.strategy_map(book, oxobook.strategy_in(book, side), depth=1)
        for player in ("perfect", "levi", "expert", lambda position: position.legal_moves[0]):
            yield "audit", lambda side=side, player=player: oxobook.audit(player, book, side, limit=500)
        yield "lesson", lambda side=side: oxobook.give_lesson(book, side, "random", 1, 1)._repr_svg_()
        yield (
            "graph",
            lambda side=side: oxobook.strategy_graph(book, oxobook.strategy_in(book, side), limit=99)._repr_svg_(),
        )
    yield "whole graph", lambda: oxobook.strategy_graph(book, None, depth=1)._repr_svg_()
    yield "exploitability", lambda: oxobook.exploitability("random", book, limit=500)
    for name, form in FORMATS.items():
        if name != "games":  # of which there are too many
            yield f"export {name}", lambda form=form: form.write(book, io.BytesIO())
    yield "search", lambda: oxobook.Searcher(rules).search(start, node_limit=1000)
    yield "prove", lambda: oxobook.prove(start, time_limit=1)
    yield "policy", lambda: oxobook.BookPolicy(book)


@pytest.mark.slow
@pytest.mark.usefixtures("search_compiled", "prove_compiled")
@pytest.mark.parametrize("part", range(0, len(GAMES), TOGETHER))
def test_every_question_about_every_game(tmp_path, part):
    """A question works or raises an OxobookError of one line; most always work."""
    refused = set()
    for rules in GAMES[part : part + TOGETHER]:
        path = tmp_path / f"{rules}.sqlite"
        oxobook.generate_book(rules, path)
        with Book.open(path) as book:
            for name, call in questions(book):
                try:
                    call()
                except OxobookError as error:
                    holds_of_a_refusal(error)
                    refused.add(name)
    assert refused <= REFUSED
