"""Buckets: how many requests each client may still send.

A client has a *bucket* of as many requests as it may send a second. A request takes one out, time fills it up again,
and a client whose bucket is empty is asked to wait. This is our own because ``limits``, on which the known middleware
stands, takes five times as long for each request and holds no bound on how many clients it remembers.
"""

import ipaddress
import time
from collections.abc import Callable
from functools import lru_cache

from cachetools import LRUCache

_LONGEST = 64  # characters of an address, with the name of a network interface


class Buckets:
    """The buckets of the clients seen last."""

    def __init__(self, rate: int, room: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(room)  # what is left, and when it was

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str) -> bool:
        """Take one request out of the bucket of a client; False when it is empty."""
        client, now = owner(address), self._clock()
        left, since = self._buckets.get(client, (float(self.rate), now))
        left = min(self.rate, left + (now - since) * self.rate)
        allowed = left >= 1
        self._buckets[client] = left - allowed, now
        return allowed


def owner(address: str) -> str:
    """Whose bucket an address shares: for IPv6 its network's, for a client has all the addresses in it.

    Whatever is longer than an address is one client together, so that what is remembered of each is short.

    >>> owner("192.0.2.1"), owner("2001:db8::1"), owner("::ffff:192.0.2.1"), owner("x" * 10_000)
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1', '')
    """
    return _owner(address) if len(address) <= _LONGEST else ""


@lru_cache(1024)
def _owner(address: str) -> str:
    """The same, of what may be an address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))
