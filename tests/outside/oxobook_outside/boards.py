"""Export: the boards alone, a line each."""

from oxobook.viewer.export import Format


def write_boards(book, file):
    """Write each position of a book to an open binary file."""
    for entry in book:
        file.write(f"{entry.position.text}\n".encode())


BOARDS = Format(write_boards, "the boards alone")
