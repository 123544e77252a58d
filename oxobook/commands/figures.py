"""Group of the commands that draw figures."""

import click

from oxobook.commands.draw import picture_command
from oxobook.viewer.pictures.registry import PICTURES


@click.group(epilog='Example: oxobook figure tree tree.pdf --from "XOX/.O./.X."')
def figure() -> None:
    """Draw figures for slides, papers and blackboards.

    The ending of FILE selects the format: svg, pdf, png (300 dots per inch), or tex for LaTeX with TikZ. A figure has
    exactly the given size, and type of 6 to 10 points.
    """


for _name in PICTURES:
    if _name.startswith("figure "):
        figure.add_command(picture_command(_name))
