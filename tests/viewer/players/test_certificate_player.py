"""Players of certificates: they keep what is proved, in games for which there is no book."""

import pytest

from oxobook.book import Position, Rules
from oxobook.book.no_book import NoBook
from oxobook.viewer.players.audit import audit
from oxobook.viewer.players.player import Forfeit, UnfitPlayer
from oxobook.viewer.players.roster import player_named
from tests.proofs import certificate

pytestmark = pytest.mark.usefixtures("prove_compiled")


@pytest.fixture
def proof(tmp_path):
    """Writes the certificate of a board, and returns the name of its player."""

    def write(rules, board=None):
        (tmp_path / f"{rules}.proof").write_bytes(certificate(rules, board).content)
        return f"proof:{tmp_path}/{rules}.proof"

    return write


def test_the_audit_of_a_certificate(book, proof):
    """The audit of all its games proves what the certificate claims: O never loses tic-tac-toe."""
    with player_named(proof("3x3x3"), book) as player:
        assert audit(player, book, "O").never_loses


def test_the_other_side_and_another_game(proof):
    """It forfeits with the other side's stones, and from a position inside a game; it does not play other games."""
    rules = Rules.parse("3x4x3")
    player = player_named(proof("3x4x3"), NoBook(rules))
    (first,) = player.policy_after((), Position(rules))
    assert first in Position(rules).legal_moves
    with pytest.raises(Forfeit, match="only: give it that side"):
        player.policy_after((first,), Position(rules).play(first))
    with pytest.raises(UnfitPlayer):
        player_named(proof("3x4x3"), NoBook(Rules()))
    with pytest.raises(Forfeit, match="begin on an empty board"):
        player_named(proof("3x3x3", "X../.O./..."), NoBook(Rules())).policy_after((), Position(Rules()))


def test_play_and_watch_without_a_book(run, proof, tmp_path):
    """Whoever plays a certificate has the other side; hints say that there is no book; watch counts its wins."""
    name = proof("6x5x4")
    empty = ("--library", str(tmp_path / "none"))
    shown = run("play", name.removeprefix("proof:"), *empty, input="?\nq\n").stdout
    assert "6x5x4.proof (X): " in shown and "No hint: there is no book of 6x5x4 to ask: see oxobook " in shown
    assert "Record: " in shown and "lookup" not in shown
    proof("4x5x3")  # of which a book could be made
    for words in (("4x5x3", "proof"), ("proof", "-r", "6x5x4")):
        assert "proof (X) against You" in run("play", *words, "--library", str(tmp_path), input="q\n").stdout
    score = run("watch", name, "levi", "--games", "3", "--seed", "1", *empty).stdout
    assert "6x5x4.proof 3, levi 0, drawn 0" in score
