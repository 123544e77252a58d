"""Single moves: read if they name one move, in whatever labels, and refused if they name two."""

import re

import pytest

from oxobook.book import IllegalPosition, Position, Rules
from oxobook.book.game.labels import LABELS, kinds_for, labels_of, lowest_free
from oxobook.book.game.notation import move_names


@pytest.mark.parametrize("rules", ["3x3x3", "3x4x3", "connect-four", "3x3x3-wild", "3x3x4-tippy"])
def test_no_label_is_guessed(rules):
    """A label is read by its kind; without a kind only if all kinds agree, and else two of them are named."""
    start = Position(Rules.parse(rules))
    kinds = {kind: labels_of(kind, start.rules) for kind in kinds_for(start.rules)}
    assert len(kinds) >= 5
    for kind, names in kinds.items():
        for label in names:
            assert names[start.move(label, kind)] == label == names[start.move(f" {label.upper()} \n", kind)]
            called = {other: [move for move, name in enumerate(all_) if name == label] for other, all_ in kinds.items()}
            moves = {other: lowest_free(tuple(found), 0) for other, found in called.items() if found}
            if len({*moves.values()}) == 1:
                assert start.move(label) == moves[kind]
                continue
            with pytest.raises(IllegalPosition, match=r"^'.*' can be .*: choose with --labels, or labels=") as refused:
                start.move(label)
            ways = re.findall(r"(\w+) \(labels (\w+)\)", str(refused.value))
            assert ways == [(move_names(start.rules)[move], other) for other, move in moves.items()]


@pytest.mark.parametrize(
    ("given", "labels", "message"),
    [
        (1, "keypad", None),
        ((1, 1), "matrix", None),
        ("a1", "keypad", None),
        (0, "keypad", "^expected a move by labels keypad, such as 7; got 0$"),
        ((1, 1), "keypad", r"such as 7; got \(1, 1\)$"),
        (6, "coordinates", "^expected a move by labels coordinates, such as a3; got 6$"),
        (6, "letters", "^expected a game in which stones fall"),
        (6, "roman", f"^expected labels, one of {', '.join(LABELS)}; got 'roman'$"),
    ],
)
def test_labels_that_are_named_hold(given, labels, message):
    """With labels, numbers and pairs are of that kind too, and nothing else but coordinates is read."""
    start = Position(Rules())
    if message is None:
        assert move_names(start.rules)[start.move(given, labels)] in ("a1", "a3")
        return
    with pytest.raises(IllegalPosition, match=message):
        start.move(given, labels)
