"""Doors: pictures, exports and players of other distributions, which join the registries by their entry points.

A distribution names what it adds in the group ``oxobook.pictures``, ``oxobook.exports`` or ``oxobook.players``. It is
what stands in the registry: a ``Picture``, a ``Format`` or a ``BuiltIn``.
"""

from typing import Any

_opened = set[str]()  # groups whose entry points are in their registries


def opened(group: str, registry: dict[str, Any], kind: type[Any]) -> dict[str, Any]:
    """Return a registry with what distributions add to it; what is damaged or has a name of ours is named and skipped.

    Entry points are read once, when a registry is first needed: not when its module is imported, which what they name
    imports too.
    """
    if group not in _opened:
        import logging  # here, as every command reads a registry, and few need its doors
        from importlib.metadata import entry_points

        _opened.add(group)
        for point in entry_points(group=f"oxobook.{group}"):
            try:
                found = point.load()
                if not isinstance(found, kind) or point.name in registry:
                    raise TypeError(f"expected a {kind.__name__} by a new name; got {type(found).__name__}")
                registry[point.name] = found
            except Exception as error:
                told = f"{type(error).__name__}: {error}".splitlines()[0]
                logging.getLogger("oxobook").warning("left out %s of oxobook.%s: %s", point.name, group, told)
    return registry
