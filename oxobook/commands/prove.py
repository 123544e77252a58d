"""Command prove: who wins a position, with a certificate, where no book can be made."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oxobook.book.certificate.certificate import ENDING, Certificate
from oxobook.book.errors import counted
from oxobook.book.game.notation import is_position
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.book.library import rules_named
from oxobook.book.store.new_file import make_folder, require_new, write_whole
from oxobook.commands.books import library_option
from oxobook.commands.generate import Bytes
from oxobook.commands.options import jobs_option, labels_option, reading_option, time_limit_option
from oxobook.commands.output import json_option, local_name, print_report
from oxobook.commands.progress import progress
from oxobook.generator.machine import processors
from oxobook.generator.units import in_bytes

if TYPE_CHECKING:
    from oxobook.generator.prove.proof import Proof


@click.command(epilog="Example: oxobook prove 6x5x4 --time-limit 60")
@click.argument("words", metavar="RULES [POSITION]", nargs=-1, required=True)
@library_option
@click.option(
    "--out",
    metavar="FILE",
    callback=lambda ctx, param, value: None if value is None else Path(local_name(ctx, param, value)),
    help="Write the certificate to this file.",
)
@click.option("--force", is_flag=True, help="Replace a certificate that exists.")
@time_limit_option("Time to search and to write; after it, say what is proved by then.")
@click.option("--memory", type=Bytes(), default="1GB", show_default=True, help="Memory to use, by the whole process.")
@jobs_option
@json_option
@labels_option
@reading_option
def prove(
    words: tuple[str, ...],
    library: str,
    out: Path | None,
    force: bool,
    time_limit: float | None,
    memory: int,
    jobs: int | None,
    as_json: bool,
    labels: str | None,
    reading: str | None,
) -> None:
    """Prove who wins, and write a certificate that anybody can check.

    The certificate holds a strategy of the side that wins or, in a draw, that does not lose. `oxobook verify FILE`
    checks it without trusting oxobook. The certificate of an empty board goes into the library; for another position,
    name a file with --out. If time runs out, the command says what is proved, such as that X does not lose. Give the
    same command again to continue a search that was stopped.

    The certificate of a board of your own holds its lines.

    RULES are as for generate. POSITION is a board (X../.O./...) or a game record (a3 b2 c1); default: the empty board.
    """
    from oxobook.generator.prove.proof import prove as proved  # which needs an extra, as the help does not

    rules, position = _asked(words, library, labels, reading)
    target = out
    if out is None and position.ply == 0:
        make_folder(Path(library))
        target = Path(library) / f"{rules}{ENDING}"
    if target:
        require_new(target, force)
    try:
        with progress(f"Searching {rules} for a proof") as tell:
            proof = proved(position, time_limit, memory, jobs or processors(), target, tell)
    except KeyboardInterrupt as stop:
        kept = "the same command goes on from the last minute's checkpoint"
        raise click.ClickException(f"stopped; {kept if target else 'nothing is kept without --out'}") from stop
    written = _written(proof, target, force, time_limit)
    print_report(as_json, _report(position, proof, written), _lines(position, proof, written))


def _asked(words: tuple[str, ...], library: str, labels: str | None, reading: str | None) -> tuple[Rules, Position]:
    """Return the rules and the position that the words name; raises IllegalRules or IllegalPosition."""
    if is_position(words[0]):
        raise click.UsageError("expected RULES before the position, as in: oxobook prove 3x4x3 a3.")
    rules = rules_named(words[0], library)
    text = " ".join(words[1:])
    return rules, Position.parse(text, rules, labels, reading=reading) if text else Position(rules)


def _written(proof: "Proof", target: Path | None, force: bool, time_limit: float | None) -> dict[str, Certificate]:
    """Write the certificates, and return them by their files; a second one is named after its owner.

    A search that the time limit ended may go on to a smaller certificate.
    """
    if target is None:
        return {}
    from oxobook.generator.prove.checkpoint import forget_unfinished

    written = proof.files(target)
    for file, certificate in written.items():
        write_whole(file, certificate.content, force)
    if proof.result in ("X wins", "O wins", "draw") and (time_limit is None or proof.seconds < time_limit):
        forget_unfinished(target)
    return {str(file): certificate for file, certificate in written.items()}


def _lines(position: Position, proof: "Proof", written: dict[str, Certificate]) -> Iterator[str]:
    board = f" from {position.text}" if position.ply else ""
    result = {"draw": "a draw", "unknown": "nothing is proved yet"}.get(proof.result, proof.result)
    yield f"{position.rules}{board}: {result} ({counted(proof.nodes, 'position')} searched, {proof.seconds:.1f} s)"
    if proof.result == "draw" and proof.stolen:
        yield "X does not lose, as it could play any strategy of O's itself: an extra stone does no harm."
    for file, certificate in written.items():
        yield f"{file}: proves that {certificate.claim}, {in_bytes(len(certificate.content))}"


def _report(position: Position, proof: "Proof", written: dict[str, Certificate]) -> dict[str, Any]:
    return {
        "rules": str(position.rules),
        "position": position.text,
        "result": proof.result,
        "x_wins": proof.x_wins,
        "o_wins": proof.o_wins,
        "nodes": proof.nodes,
        "seconds": round(proof.seconds, 3),
        "certificates": [
            {"file": file, "claim": one.claim, "bytes": len(one.content)} for file, one in written.items()
        ],
    }
