"""Alpha-beta in figures, beside a plain one."""

import pytest

from oxobook.book import Position
from oxobook.viewer.pictures.figures.alpha_beta_figure import ORDERS, alpha_beta, moments, ordered
from oxobook.viewer.pictures.figures.game_tree import game_tree, preorder
from oxobook.viewer.pictures.figures.style import signed
from tests.viewer.pictures.figures import plain


@pytest.mark.parametrize("start", ["XOX/.O./.X.", "XO./.XO/...", "a3 b2 c1", "X.O/.X./..O"])
@pytest.mark.parametrize("order", ORDERS)
def test_alpha_beta_is_the_plain_one(book, order, start):
    """It returns the same value and comes to the same boards, in the same order, as a plain implementation.

    What it says of a board is true, something is always cut, and nothing is visited more if the best come first.
    """
    tree = ordered(game_tree(book, Position.parse(start), 3, merge=False), order)
    value, texts = plain.alpha_beta(tree)
    visits, told = alpha_beta(tree), list(moments(tree, alpha_beta(tree)))
    assert [node.position.text for node in preorder(tree) if id(node) in visits] == texts
    assert list({id(moment.node): moment.node.position.text for moment in told}.values()) == texts
    assert sum(moment.ends for moment in told) == len(texts) < len(list(preorder(tree)))
    assert visits[id(tree)].value == value == plain.value_for_x(tree.position)
    assert len(alpha_beta(ordered(tree, "best"))) <= len(visits)
    for node in preorder(tree):
        if visit := visits.get(id(node)):
            assert visit.least <= node.value <= visit.most and visit.value in (visit.least, visit.most)
            assert visit.words.removeprefix("\u2265 ").removeprefix("\u2264 ") == signed(visit.value)
            assert visit.value == node.value or not visit.alpha < visit.value < visit.beta
