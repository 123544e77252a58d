"""The labels of Graphviz, in its HTML-like language: tables, rows, cells and type."""


def table(rows: str, style: str = "") -> str:
    """An HTML-like table without borders of its own unless ``style`` says so."""
    default = "" if " BORDER=" in f" {style}" else 'BORDER="0" '
    spacing = "" if "CELLSPACING" in style else ' CELLSPACING="0"'
    return f'<TABLE {default}CELLBORDER="0"{spacing} {style}>{rows}</TABLE>'


def row(cells: str) -> str:
    """A row of a table."""
    return f"<TR>{cells}</TR>"


def cell(content: str, style: str = "") -> str:
    """A cell of a row."""
    return f"<TD {style}>{content}</TD>" if style else f"<TD>{content}</TD>"


def font(content: str, colour: str, size: int) -> str:
    """Words in a colour and a size in points."""
    return f'<FONT COLOR="{colour}" POINT-SIZE="{size}">{content}</FONT>'
