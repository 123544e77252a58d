"""The one place that makes a text fit to be shown: a book, a file's name or a player may hold what a terminal obeys."""


def printable(text: str) -> str:
    """A text in which whatever is no sign or blank stands as its escape: control characters, and marks of direction.

    Lines stay lines.

    >>> printable("wrong\\x1b[2K\\rright\\nX wins")
    'wrong\\\\x1b[2K\\\\rright\\nX wins'
    """
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one == "\n" else one.encode("unicode_escape").decode() for one in text)
