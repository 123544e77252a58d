"""A program and its arguments, from the text of ``exec:COMMAND``."""

import shlex
import shutil

from oxobook.book.errors import quoted
from oxobook.viewer.players.player import UnknownPlayer

MAX_COMMAND = 10_000
"""Characters a command may have; taking it apart takes time that grows with their square."""


def words_of(command: str) -> list[str]:
    """The program and its arguments; raises UnknownPlayer unless the program is there."""
    if len(command) > MAX_COMMAND:
        raise UnknownPlayer(
            f"expected exec:COMMAND of at most {MAX_COMMAND:,} characters; got {len(command):,}: put it into a script"
        )
    try:
        words = shlex.split(command)
    except ValueError as error:
        reason = f"{error}".lower()
        raise UnknownPlayer(f"expected exec:COMMAND, quoted as in a shell; got {quoted(command)}: {reason}") from None
    if not words:
        raise UnknownPlayer(f"expected exec:COMMAND; got {quoted(command)}: name a program, such as exec:./player")
    if shutil.which(words[0]) is None:
        raise UnknownPlayer(
            f"expected exec:COMMAND with a program to run; got {quoted(words[0])}, which is not found or not "
            "executable: give its path, or run chmod +x"
        )
    return words
