"""Turns: whose connection goes on next.

Whatever a connection has the server do waits for a turn, and the owners of connections take turns: one that asks for
much, over however many connections, waits behind itself, and one that asks for little waits for no more than a turn of
each of the others. In its turn a connection reads until a request is there, and has that answered.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

AT_ONCE = 16
"""Steps between two looks at what has come meanwhile: fewer cost time for the looks, more keep newcomers waiting."""


class Waiting(Protocol):
    """Who can wait for a turn."""

    def take_turn(self) -> None:
        """Go on by a step."""


class Turns:
    """Those who wait, by owner, the owner first whose turn was longest ago."""

    def __init__(self, call_soon: Callable[[Callable[[], None]], object] | None = None) -> None:
        self._call_soon = call_soon or asyncio.get_running_loop().call_soon
        self._waiting: OrderedDict[str, OrderedDict[Waiting, None]] = OrderedDict()
        self._going = False
        """Whether turns are about to be given."""

    def wait(self, owner: str, who: Waiting) -> None:
        """Have it take a turn; one that waits already goes on waiting."""
        self._waiting.setdefault(owner, OrderedDict())[who] = None
        if not self._going:
            self._going = True
            self._call_soon(self._give)

    def leave(self, owner: str, who: Waiting) -> None:
        """Have it wait no longer, if it does."""
        queue = self._waiting.get(owner, OrderedDict())
        queue.pop(who, None)
        if not queue:
            self._waiting.pop(owner, None)

    def _give(self) -> None:
        """Give some turns; the others come when it has been seen who else wants one."""
        try:
            for _ in range(AT_ONCE):
                if not self._waiting:
                    break
                owner, queue = self._waiting.popitem(last=False)
                who, _ = queue.popitem(last=False)
                if queue:
                    self._waiting[owner] = queue
                who.take_turn()
        finally:  # whatever one of them does, the others have theirs
            self._going = bool(self._waiting)
            if self._going:
                self._call_soon(self._give)
