"""The gravity engine: what it holds, and a solve that goes on."""

import pytest

from oxobook.book import Book, Rules
from oxobook.generator.generate import generate_book
from oxobook.generator.gravity.memory import layer_sizes
from oxobook.generator.gravity.solve import score_cut
from tests.listening import At, Interrupted

pytestmark = pytest.mark.usefixtures("gravity_compiled")


def test_what_no_game_reaches_is_not_held(made):
    """Stones that float, or that no order of play drops so, have no answer."""
    with Book.open(made("3x3x3-gravity", "gravity")) as book:
        for x, o in ((0b000000001, 0), (0b001001000, 0b000000001), (0b000001000, 0b001000000)):
            assert book.layout.answer(x | o << 9) is None


def test_an_interrupted_solve_goes_on(gravity_compiled, tmp_path, made, said):
    """Stopped at ply 4, it goes on from ply 5, and the book is the same, digest and all."""
    rules = Rules(3, 3, 3, gravity=True)
    with pytest.raises(Interrupted):
        generate_book(rules, tmp_path / "book", engine="gravity", tell=At("solve", 4))
    info = generate_book(rules, tmp_path / "book", engine="gravity")
    assert said.messages == ["Going on from ply 5, which an earlier call has finished."]
    with Book.open(made("3x3x3-gravity", "gravity")) as whole:
        assert info == whole.info


@pytest.mark.parametrize("text", ["3x3x3-gravity", "4x5x4-gravity", "5x1x3-gravity", "3x4x3-misere-gravity"])
def test_sizes_are_exact(text):
    """The planned number of scores of each ply is that of its table."""
    rules = Rules.parse(text)
    assert layer_sizes(rules) == [score_cut(rules, ply).size for ply in range(rules.cells + 1)]
