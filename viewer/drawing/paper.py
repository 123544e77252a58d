"""Paper: the sizes of pages, and how a drawing stands on one."""

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
    """How high a page is by its width, upright; None without one."""
    return PAPERS[paper][1] / PAPERS[paper][0] if paper else None


def on_paper(paper: str, width: float, height: float) -> tuple[tuple[float, float], float, tuple[float, float]]:
    """Where a drawing of this size goes: the page, turned on its side for what is wider than high; the scale at
    which the drawing fills it, at most its own size on A4 and as many times that as the page is wider; and where its
    lower left corner is. All lengths in points.

    >>> on_paper("a4", 300, 400)
    ((595.0, 842.0), 1.0, (147.5, 221.0))
    >>> on_paper("a0", 1320, 1440)[1] > 1.7
    True
    """
    page = PAPERS[paper]
    most = max(page[0] / PAPERS["a4"][0], 1.0)
    across, up = page if width <= height else page[::-1]
    scale = min((across - 2 * _MARGIN) / width, (up - 2 * _MARGIN) / height, most)
    return (across, up), scale, ((across - scale * width) / 2, (up - scale * height) / 2)
