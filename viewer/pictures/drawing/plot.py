"""Plot: a chart that matplotlib draws and writes, the same on every machine, whatever is configured there.

Text is drawn as outlines (``svg.fonttype: path``) in the font that comes with matplotlib. The description holds the
figures for search and for those who cannot see.
"""

import logging
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from oxobook.book.errors import MissingExtra
from oxobook.viewer.palette import Palette

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SETTINGS = {
    "svg.fonttype": "path",
    "svg.hashsalt": "oxobook",
    "font.family": "DejaVu Sans",
    "font.size": 7.5,
    "hatch.linewidth": 0.7,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}


class Plot(NamedTuple):
    """Chart, drawn when it is written."""

    draw: "Callable[[], Figure]"
    title: str
    description: str
    palette: Palette
    said: str = ""

    def file(self, form: str) -> bytes:
        """Return the chart as SVG, PNG or PDF; deterministic. Raises MissingExtra."""
        _require_matplotlib()
        from matplotlib import style

        metadata = {
            "svg": {"Title": self.title, "Description": self.description, "Date": None, "Creator": "oxobook"},
            "png": {"Title": self.title, "Description": self.description, "Software": None},
            "pdf": {
                "Title": self.title,
                "Subject": self.description,
                "CreationDate": None,
                "Creator": "oxobook",
                "Producer": None,
            },
        }
        file = BytesIO()
        with style.context(_SETTINGS, after_reset=True):  # the user's own settings are restored afterwards
            self.draw().savefig(file, format=form, dpi=160, metadata=metadata[form], facecolor=self.palette.paper)
        return file.getvalue()


def _require_matplotlib() -> None:
    """Load matplotlib without its messages on font caches and folders; raises MissingExtra."""
    logger = logging.getLogger("matplotlib")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingExtra("charts need the library matplotlib: pip install 'oxobook[charts]'") from error
    finally:
        logger.setLevel(level)
