"""Arguments of public functions, checked by their annotations before anything is done.

>>> @checked
... def first_moves(side: Side, limit: Count | None = None) -> str:
...     return f"{limit} of {side}"
>>> first_moves("X", 2.5)
Traceback (most recent call last):
oxobook.book.errors.IllegalArgument: expected limit to be None or a whole number from 0; got 2.5
"""

from collections.abc import Callable, Sequence
from functools import cache, reduce, wraps
from numbers import Real
from operator import index, or_
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, ParamSpec, TypeVar, Union, get_args, get_origin

from oxobook.book.errors import IllegalArgument, quoted

Side = Annotated[str, ("X", "O")]
Count = Annotated[int, range(1 << 62)]
Threads = Annotated[int, range(1, 1 << 10)]

_P = ParamSpec("_P")
_R = TypeVar("_R")
_NAMES = {bool: "True or False", bytes: "bytes", float: "a number", int: "a whole number", str: "a text"}
_NAMES |= {NoneType: "None", Path: "a path"}


def checked(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return a function whose arguments are as its annotations say; it raises IllegalArgument for any other.

    Numbers of other libraries become Python's. What an annotation in quotes names is not checked if its module does not
    import it.
    """
    code = function.__code__
    places = code.co_varnames[: code.co_argcount]

    @cache
    def kind_of(name: str) -> Any:
        kind = function.__annotations__.get(name, Any)
        if not isinstance(kind, str):
            return kind
        found = [function.__globals__.get(word) for word in kind.split(" | ")]
        return reduce(or_, found) if all(found) else Any

    def fitting(name: str, value: object) -> object:
        kind = kind_of(name)
        if kind in (Any, object, type(value)):
            return value
        try:
            return _fitted(value, kind)
        except Exception as error:  # whatever a foreign object does when it is looked at
            raise IllegalArgument(f"expected {name} to be {_said(kind)}; got {quoted(value)}") from error

    @wraps(function)
    def call(*given: Any, **named: Any) -> _R:
        fitted = [*map(fitting, places, given), *given[len(places) :]]
        return function(*fitted, **{name: fitting(name, value) for name, value in named.items()})  # type: ignore

    return call


def _fitted(value: Any, kind: Any) -> Any:
    """Return a value as one of a kind; raises an error of any type if it is none."""
    origin, parts = get_origin(kind), get_args(kind)
    if value is None and type(None) in parts:  # which would be a truth value, too
        return None
    if origin in (Union, UnionType):
        for part in parts:
            try:
                return _fitted(value, part)
            except Exception:
                continue
        raise TypeError
    if origin is Annotated:
        value = _fitted(value, parts[0])
        return parts[1][parts[1].index(value)]
    if kind is int:
        return index(value)
    if kind is float and isinstance(value, Real) and value == value:
        return float(value)
    if kind is bool:
        return bool(value)
    if getattr(kind, "_is_protocol", False) and "__call__" not in vars(kind):
        return value  # the function that takes it says more of what it has to be
    if kind is Path and hasattr(value, "url"):  # an engine of SQLAlchemy, whose database a URL names too
        return value.url.render_as_string(hide_password=False)
    wanted: Any = PathLike if kind is Path else origin or kind
    if not isinstance(value, wanted):
        raise TypeError
    if origin is Sequence:
        return [_fitted(one, parts[0]) for one in value]
    return value


def _said(kind: Any) -> str:
    """Return a kind in words."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(sorted(map(_said, parts), key=lambda said: said != "None"))
    if origin is Annotated:
        return f"a whole number from {parts[1][0]}" if parts[0] is int else f"one of {', '.join(map(repr, parts[1]))}"
    if origin is Callable:
        return "a function"
    return _NAMES.get(kind) or f"a {(origin or kind).__name__}"
