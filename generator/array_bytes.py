"""The bytes of an array's items, read from its type, so that a plan promises what the code allocates."""

from typing import Any, get_args, get_origin, get_type_hints

import numpy as np


def item_bytes(array_type: Any) -> int:
    """The bytes of an item of an array of this type, an ``NDArray[...]``.

    >>> item_bytes(np.typing.NDArray[np.int32])
    4
    """
    _, item_type = get_args(array_type)
    size: int = np.dtype(*get_args(item_type)).itemsize
    return size


def field_bytes(container: type) -> dict[str, int]:
    """The same for each array among the fields of a class, by name."""
    hints = get_type_hints(container).items()
    return {name: item_bytes(hint) for name, hint in hints if get_origin(hint) is np.ndarray}
