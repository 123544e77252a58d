"""A figure of matplotlib as a file: the same on every machine, whatever is configured there.

Text is drawn as outlines (``svg.fonttype: path``) in the font that comes with matplotlib: whether a number fits on
its bar is decided from that font's widths, and the sheet looks, and its bytes are, the same on every machine.
``<desc>`` holds the figures for those who search or do not see.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from oxobook.book.errors import CannotWrite, MissingExtra
from oxobook.book.game.palette import Palette

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMS = ("svg", "png", "pdf")
"""The formats that ``figure_bytes`` writes."""

_METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None, "Creator": "oxobook"},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": "oxobook", "Producer": None},
}


def figure_bytes(draw: "Callable[[], Figure]", form: str, title: str, description: str, palette: Palette) -> bytes:
    """What ``draw`` draws as a file of one of FORMS, with title and, in SVG, description; deterministic.

    Raises MissingExtra without matplotlib, CannotWrite for another format.
    """
    if form not in FORMS:
        raise CannotWrite(f"expected a chart as {', '.join(FORMS)}; got {form!r}: choose one of these")
    _require_matplotlib()
    file = BytesIO()
    with _settings():
        draw().savefig(file, format=form, dpi=160, metadata=_METADATA[form] | {"Title": title}, facecolor=palette.paper)
    return _described(file.getvalue(), description) if form == "svg" else file.getvalue()


def _described(svg: bytes, description: str) -> bytes:
    """matplotlib's SVG with a description after its title, and without the reference to a DTD on the web."""
    head, _, rest = svg.decode().partition("<!DOCTYPE")
    text = head + rest.partition(">")[2].lstrip() if rest else head
    return text.replace("</title>", f"</title>\n <desc>{escape(description)}</desc>", 1).encode()


def _require_matplotlib() -> None:
    """Load matplotlib without its remarks on font caches and folders; raises MissingExtra."""
    logger = logging.getLogger("matplotlib")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingExtra(
            "charts need the extra 'charts', which is not installed: pip install 'oxobook[charts]'"
        ) from error
    finally:
        logger.setLevel(level)


@contextmanager
def _settings() -> Iterator[None]:
    """matplotlib's own defaults and ours, whatever the user's configuration says; the user's return afterwards."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "svg.fonttype": "path",
                "svg.hashsalt": "oxobook",
                "font.family": "DejaVu Sans",
                "font.size": 7.5,
                "hatch.linewidth": 0.7,
                "axes.linewidth": 0.6,
                "xtick.major.width": 0.6,
                "ytick.major.width": 0.6,
            }
        )
        yield
