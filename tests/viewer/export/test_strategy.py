"""The strategy of Connect Four as source code: it plays as the certificate does."""

import random

import pytest

from benchmarks.strategy import LANGUAGES, RULES, answers, built
from oxobook.book import Position
from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.certificate.certified_strategy import CertifiedStrategy
from oxobook.book.library import book_path


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_it_plays_as_the_certificate_does(tmp_path, language):
    """Each of X's moves in random games is the certificate's; a game that is over or left the strategy has none."""
    strategy, chance = CertifiedStrategy(Certificate.open(book_path(RULES, ending=ENDING))), random.Random(6)
    right = {}
    for _ in range(30):
        position, record, game = Position(RULES), [], ""
        while not position.over:
            own = position.to_move == "X"
            record.append(strategy.move(record) if own else chance.choice(position.legal_cells))
            position, column = position.play(record[-1]), record[-1] % 7 + 1
            right[game] = column if own else 0
            game += str(column)
        assert position.winner == "X"
        right[game] = 0
    right |= {"1": 0, "41": strategy.move([38, 35]) % 7 + 1, "411": 0, "4x": 0, "4444444": 0, "49": 0}
    built(language, tmp_path)
    assert (tmp_path / language.module).stat().st_size <= 20_000
    assert dict(zip(right, answers(language, tmp_path, right), strict=True)) == right


def test_other_games(run):
    """A certificate is enough, without a book; a game that has none is refused, and one where stones do not fall."""
    library = ("--library", "data/atlas")
    assert "O wins" in run("export", "strategy-c", "6x6x4-gravity", *library).stdout
    refused = {
        ("c", "9x7x4-gravity"): "oxobook prove makes it",
        ("js", "9x7x4-gravity"): "oxobook prove makes it",
        ("c", "3x3x3"): "that wins by sheets, where stones fall",
        ("js", "3x3x3"): "of at most 9 columns where stones fall",
    }
    for (language, rules), why in refused.items():
        done = run("export", f"strategy-{language}", rules, *library)
        assert done.exit_code == 2 and why in done.stderr, done.output
