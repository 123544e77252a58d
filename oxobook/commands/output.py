"""Output files of commands: checked before any work, and written whole; the file ``-`` is standard output."""

import sys
from collections.abc import Collection
from pathlib import Path

from oxobook.book.store.atomic_file import require_new, write_whole
from oxobook.commands.options import say


def form_of(file: str) -> str:
    """Return the format that a file's name ends with, after the dot, in lower case."""
    return Path(file).suffix.lstrip(".").lower()


class Output:
    """File that a command is to write.

    ``forms``: the formats that its name must end with, if any; on standard output it is the first of them. Raises
    CannotWrite for another format, and for a file that exists without ``force``.
    """

    def __init__(self, file: str, force: bool, forms: Collection[str], what: str = "a picture") -> None:
        self.file = file
        self.is_stdout = file == "-"
        self._force = force
        self.form = next(iter(forms), "") if self.is_stdout else form_of(file)
        if not self.is_stdout:
            require_new(Path(file), force)
        if forms:
            from oxobook.viewer.drawing.file import require_form

            require_form(self.form, forms, what)

    def write(self, content: bytes, told: str = "") -> None:
        """Write the file and print ``told``, which standard output leaves out; raises CannotWrite."""
        if self.is_stdout:
            sys.stdout.buffer.write(content)
            return
        write_whole(Path(self.file), content, replace=self._force)
        if told:
            say(told)


def output(file: str | None, force: bool, *forms: str, what: str = "a picture") -> Output | None:
    """Return the output for an option's file, or None if the option is not given."""
    return None if file is None else Output(file, force, forms, what)


def leaves_stdout(*outputs: Output | None) -> bool:
    """Return whether standard output is free for a command's text: none of its files goes there."""
    return not any(one and one.is_stdout for one in outputs)
