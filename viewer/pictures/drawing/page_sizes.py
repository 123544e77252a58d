"""Sizes of pages, and the place of a drawing on one."""

PAPERS = {
    "a5": (420.0, 595.0),
    "a4": (595.0, 842.0),
    "a3": (842.0, 1191.0),
    "a2": (1191.0, 1684.0),
    "a1": (1684.0, 2384.0),
    "a0": (2384.0, 3370.0),
    "letter": (612.0, 792.0),
    "legal": (612.0, 1008.0),
    "tabloid": (792.0, 1224.0),
}
"""Width and height in points, upright."""

_MARGIN = 36.0  # half an inch


def shape_of(paper: str | None) -> float | None:
    """Return the height by the width of what lies between a page's margins, upright; None without a page."""
    return (PAPERS[paper][1] - 2 * _MARGIN) / (PAPERS[paper][0] - 2 * _MARGIN) if paper else None


def on_paper(paper: str, width: float, height: float) -> tuple[tuple[float, float], float]:
    """Return the page and the scale of a drawing of this size in its middle, lengths in points.

    The page is turned on its side for a drawing that is wider than high. The drawing fills it, at most in its own size
    on A4 and as many times that as the page is wider.
    >>> on_paper("a4", 300, 400)
    ((595.0, 842.0), 1.0)
    >>> on_paper("a0", 1320, 1440)[1] > 1.7
    True
    """
    page = PAPERS[paper]
    most = max(page[0] / PAPERS["a4"][0], 1.0)
    across, up = page if width <= height else page[::-1]
    return (across, up), min((across - 2 * _MARGIN) / width, (up - 2 * _MARGIN) / height, most)
