"""Proof of a position: who wins it, or which side does not lose, with certificates."""

from math import inf
from pathlib import Path
from typing import NamedTuple

from oxobook.book.certificate.certificate import Certificate
from oxobook.book.deadline import Deadline
from oxobook.book.errors import IllegalArgument, IllegalPosition, quoted, require_kind, require_whole
from oxobook.book.game.position import Position
from oxobook.book.progress import Tell, counting, tell_nobody
from oxobook.generator.prove.certificate_writer import CertificateWriter
from oxobook.generator.prove.checkpoint import checkpoint_path, load_table, save_table
from oxobook.generator.prove.prover import DEFAULT_MEMORY, Prover, State
from oxobook.generator.prove.small_win import SmallWin
from oxobook.generator.search.searcher import Searcher

_INTERVAL = 60.0  # seconds from one checkpoint to the next
_WORTH = 5.0  # seconds: a search settled sooner is not kept while its certificate is written
_SHARE = 20  # the interval is at least this many times as long as writing a checkpoint


class Proof(NamedTuple):
    """Result of a proof."""

    x_wins: bool | None
    """True or False if that is proved, else None."""
    o_wins: bool | None
    """The same for O."""
    certificates: tuple[Certificate, ...]
    """Certificate of the winner; in a draw those of the sides that do not lose, but none of one that could steal."""
    nodes: int
    """Number of positions searched."""
    seconds: float
    stolen: bool
    """True if X does not lose because O's strategy could be stolen: an extra stone does X no harm."""

    @property
    def result(self) -> str:
        """Result in words, such as ``X wins``; ``unknown`` if nothing is proved."""
        if self.x_wins:
            return "X wins"
        if self.o_wins:
            return "O wins"
        if self.x_wins is False and self.o_wins is False:
            return "draw"
        return "O does not lose" if self.x_wins is False else "X does not lose" if self.o_wins is False else "unknown"

    def files(self, target: Path) -> dict[Path, Certificate]:
        """Return the certificates by their files: the first by ``target``, and a second one named after its owner."""
        return {
            target.with_stem(f"{target.stem}.{certificate.owner}") if number else target: certificate
            for number, certificate in enumerate(self.certificates)
        }


def prove(
    position: Position,
    time_limit: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    unfinished: Path | None = None,
    tell: Tell = tell_nobody,
) -> Proof:
    """Prove who wins a position, or which side does not lose.

    The first question is whether the side to move wins; the second, if it does not, whether the other side does. On an
    empty board the other side cannot win, unless lines lose or stones fall. Of a maker and a breaker one wins.

    Args:
        position: A position in which the game goes on.
        time_limit: Seconds for the search and for writing certificates.
        memory: Bytes that the process may take.
        threads: Number of threads.
        unfinished: Path of a certificate: a search that is not finished is kept beside it, and continued.
        tell: Listener to the progress: how many positions each question has taken.

    Raises:
        IllegalPosition: the game is over.
        OutOfTime: it is settled who wins, but the certificate takes more time.
        TooLarge: the certificate would be larger than one may be.

    >>> from oxobook import Rules
    >>> proof = prove(Position(Rules(3, 4, 3)))
    >>> proof.result, len(proof.certificates)
    ('X wins', 1)
    """
    if not isinstance(position, Position):
        raise IllegalArgument(f"expected a Position; got {quoted(position)}")
    require_whole(1, memory=memory, threads=threads)
    require_kind(Path | None, "a Path", unfinished=unfinished)
    if position.over:
        raise IllegalPosition(f"expected a position in which the game goes on; got {position.text!r}")
    rules, deadline = position.rules, Deadline(inf if time_limit is None else time_limit)
    if rules.stacked and not rules.misere and rules.plain:
        proof = _proof_by_sheets(position, deadline, memory, threads, unfinished, tell)
        if proof:
            return proof
    stolen = position.ply == 0 and not (rules.misere or rules.stacked or rules.maker)
    mover = position.to_move
    wins: dict[str, bool | None] = {"X": None, "O": False if stolen else None}
    certificates, nodes = list[Certificate](), 0
    for attacker in "X" if rules.maker else (mover, "O" if mover == "X" else "X"):
        if wins[attacker] is False or True in wins.values():
            continue
        with counting(tell), deadline.stopped():
            prover = Prover(rules, attacker, threads, memory)
        share = 2 if attacker == mover and not (stolen or rules.maker) else 1
        state = _settled(prover, position, Deadline(deadline.left / share), unfinished, tell)
        nodes += state.nodes
        wins[attacker] = state.wins
        if state.wins is not None:
            owner = attacker if state.wins else "O" if attacker == "X" else "X"
            certificates.append(CertificateWriter(prover, owner, deadline).certificate(position))
        if rules.maker and state.wins is False:
            wins["O"] = True
        del prover  # frees its table for the next one
    if wins["X"] or wins["O"]:  # the side that wins needs no proof that it does not lose
        wins = {side: bool(won) for side, won in wins.items()}
        certificates = [one for one in certificates if one.wins]
    return Proof(wins["X"], wins["O"], tuple(certificates), nodes, deadline.spent, stolen)


def _proof_by_sheets(
    position: Position, deadline: Deadline, memory: int, threads: int, unfinished: Path | None, tell: Tell
) -> Proof | None:
    """Return the proof of the side that wins, with a certificate of few positions; None unless one is known to win.

    The search for the value takes at most half of the time.
    """
    with counting(tell), deadline.stopped():
        searcher = Searcher(position.rules, threads, memory // 4)
    low, high = searcher.bounds(position.x, position.o, deadline.left / 2)
    mover = position.to_move
    if low != high or low == 0:
        return None
    owner = mover if low > 0 else "O" if mover == "X" else "X"
    nodes = searcher.nodes
    del searcher  # frees its table
    path = unfinished and checkpoint_path(unfinished, "sheets")
    with counting(tell), deadline.stopped():
        win = SmallWin(position, owner, memory, path)
    return Proof(owner == "X", owner == "O", (win.certificate(deadline, tell),), nodes, deadline.spent, False)


def _settled(prover: Prover, position: Position, deadline: Deadline, unfinished: Path | None, tell: Tell) -> State:
    """Return the state after a search with checkpoints, from the last one on."""
    path = unfinished and checkpoint_path(unfinished, prover.attacker)
    if path:
        load_table(prover, path)
    nodes, interval = 0, _INTERVAL if path else inf

    def tell_state(state: State) -> None:
        note = f"{state.settled} of {state.moves} first moves settled, proof number {state.proof:,}, "
        note += f"disproof number {state.disproof:,}"
        tell(f"does {prover.attacker} win?", nodes + state.nodes, note=note)

    while True:
        state = prover.ask(position.x, position.o, min(interval, max(0.01, deadline.left)), listen=tell_state)
        nodes += state.nodes
        if path and (state.wins is None or deadline.spent > _WORTH):
            saving = Deadline()
            save_table(prover, path)
            interval = max(_INTERVAL, _SHARE * saving.spent)
        if state.wins is not None or not deadline.left:
            return state._replace(nodes=nodes, seconds=deadline.spent)
