"""Lines of play as a tree: as text, in links, and walked."""

import random

from oxobook.book import Position
from oxobook.book.game.rules import Rules
from oxobook.viewer.explorer.summary import book_summary
from tests.viewer.explorer.modules import run

IMPORTS = """
  { Tree, treeOf, writtenLines } from ./game/tree.ts
  { gameOf, linkOf } from ./game/link.ts
  { read } from ./game/reached.ts
  { rulesOf } from ./game/rules.ts
"""
LINES = """
  const lines = (node, before = []) => {
    const moves = node.move ? [...before, node.move] : before;
    return node.next.length ? node.next.flatMap((one) => lines(one, moves)) : [moves.join(" ")];
  };
"""


def games(number):
    """The moves of random games of tic-tac-toe, some of them broken off."""
    chance = random.Random(3)
    for _ in range(number):
        position, moves = Position(Rules()), []
        for _ in range(chance.randrange(1, 10)):
            if not position.over:
                moves.append(chance.choice(position.legal_moves))
                position = position.play(moves[-1])
        yield moves


def test_a_tree_comes_back_from_its_text(book):
    """Lines and comments are the same after a text, a file and a link; no line is lost, and none is there twice."""
    ask = f"""{LINES}
      const [book, games, said] = given, rules = rulesOf(book), tree = new Tree();
      for (const moves of games) tree.add(moves).comment = said;
      const file = read(writtenLines(tree, rules), rules, [rules]).tree;
      const game = gameOf(`#rules=3x3x3&game=${{games[0].join("-")}}`, [rules]);
      game.tree = tree;
      const linked = gameOf(linkOf(game), [rules]).tree;
      return [tree, treeOf(tree.text, rules), file, linked].map((one) => [one.text, lines(one.root).sort()]);
    """
    played = list(games(60))
    tree, again, file, linked = run(ask, book_summary(book), played, "a {note} (so)", imports=IMPORTS)
    assert tree == again == file == linked and "{a note (so)}" in tree[0]
    texts = {" ".join(moves) for moves in played}
    assert set(tree[1]) == {one for one in texts if not any(other.startswith(f"{one} ") for other in texts)}


def test_what_cannot_be_played_is_left_out(book):
    """Numbers and marks may stand in a text; an impossible move is left out with what follows it, the rest is read."""
    ask = """
      const [book, texts] = given, rules = rulesOf(book);
      return texts.map((text) => treeOf(text, rules).text);
    """
    texts = {
        "1. B2 a2?? (1... a3! c1 {fine}) 2. c3": "b2 a2 (a3 c1 {fine}) c3",
        "b2 b2 a3 (a1 c1) c3": "b2",
        "b2 (b9 a1) a3": "b2 a3",
        ") b2 )) (a3 {left open": "b2 (a3 {left open})",
        "a3 a2 b3 b2 c3 c2": "a3 a2 b3 b2 c3",
        "": "",
    }
    assert run(ask, book_summary(book), list(texts), imports=IMPORTS) == list(texts.values())


def test_lines_are_walked(book):
    """A line goes on as it was first played; beside a move stand the others in its place; a removed one
    is gone; another line can become the main one."""
    ask = """
      const [book] = given, tree = treeOf("b2 a2 (a3 c1 (c3)) (b1) c3 a1", rulesOf(book));
      const beside = (moves, by) => tree.beside(moves.split(" "), by)?.join(" ") ?? null;
      const asked = [["b2 a2", 1], ["b2 a2", 2], ["b2 a3", -1], ["b2 b1", 1], ["b2", 1]];
      const walked = [tree.line(["b2", "a3"]).join(" "), ...asked.map((one) => beside(...one))];
      tree.remove(["b2", "a3"]);
      const rest = tree.text;
      tree.promote(["b2", "b1"]);
      return [...walked, rest, tree.text, tree.rich, treeOf("b2 a2", rulesOf(book)).rich];
    """
    walked = ["b2 a3 c1", "b2 a3 c1", "b2 b1", "b2 a2 c3 a1", None, None]
    texts = ["b2 a2 (b1) c3 a1", "b2 b1 (a2 c3 a1)"]
    assert run(ask, book_summary(book), imports=IMPORTS) == [*walked, *texts, True, False]


def test_lines_are_kept(page):
    """A line that is left stays in the tree: keys and clicks change between them, a reload has them and their comments
    still, and a link and a file take them elsewhere."""
    page.open("rules=3x3x3&game=b2-a3-c1")
    assert not page.tab.locator("#tree").is_visible()
    page.tab.click("#record button >> nth=1")
    page.cell("a2").click()
    page.until("document.querySelectorAll('#tree .step').length === 4")
    assert page.text("tree") == "1 b2 2 a3\n2 a2??\n3 c1"
    page.tab.keyboard.press("ArrowUp")
    page.expect_game("b2-a3-c1", 2)
    page.tab.keyboard.press("ArrowDown")
    page.expect_game("b2-a2")
    page.tab.fill("#comment", "loses")
    page.tab.press("#comment", "Tab")
    page.until("document.getElementById('tree').textContent.includes('loses')")
    page.tab.reload()
    page.settled()
    page.until("document.querySelectorAll('#tree .step').length === 4")
    page.tab.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.tab.click("#share")
    assert "&tree=b2+a3+%28a2+%7Bloses%7D%29+c1" in page.tab.evaluate("window.copied")
    with page.tab.expect_download() as download:
        page.tab.click("#lines button:text-is('Save as a file')")
    assert download.value.path().read_text() == '[Rules "3x3x3"]\n\nb2 a3 (a2 {loses}) c1\n'


def test_counts_by_ply(page, book):
    """The counts of the book, ply by ply, are there for those who open them; the ply that is shown is marked."""
    page.open("rules=3x3x3&game=b2-a3")
    page.tab.click("#counts-fold summary")
    page.until("document.querySelectorAll('#counts tbody tr').length === 10")
    layer = book.info.layers[5]
    row = [layer.ply, layer.positions, layer.x_winning, layer.drawing, layer.o_winning, f"{layer.games:,}"]
    assert page.tab.locator("#counts tbody tr").nth(5).inner_text() == "\t".join(map(str, row))
    assert page.tab.locator("#counts .here").inner_text().startswith("2\t12\t")
