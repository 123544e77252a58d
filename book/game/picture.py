"""Picture of an object in notebooks, as ``oxobook`` hands it down: this package draws nothing."""

from collections.abc import Callable

drawn: Callable[..., str] | None = None
"""Function that draws an object, handed down by ``oxobook``."""


def picture(*shown: object) -> str | None:
    """Return an object as SVG or HTML; None, for which a notebook shows text, if this package alone is imported.

    An entry may come with the moves whose values the picture shows.
    """
    return drawn(*shown) if drawn else None
