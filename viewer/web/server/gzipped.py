"""Packing by gzip.

Who takes it is read here, because Starlette looks for the word alone, and so would send gzip to a client that refuses
it with ``q=0``.
"""

import gzip
import zlib
from collections.abc import Iterator

PIECE = 16_384
"""Bytes that are unpacked at a time."""


def pack(content: bytes) -> bytes:
    """The content packed; the same bytes each time."""
    return gzip.compress(content, 6, mtime=0)


def unpacked(packed: bytes) -> Iterator[bytes]:
    """The content again, in pieces: the next is made when the one before has been taken."""
    unpacking = zlib.decompressobj(wbits=31)
    while piece := unpacking.decompress(packed, PIECE):
        yield piece
        packed = unpacking.unconsumed_tail


def unpacked_size(packed: bytes) -> int:
    """How many bytes the content has: the last word of the format."""
    return int.from_bytes(packed[-4:], "little")


def accepts_gzip(header: bytes) -> bool:
    """Whether an Accept-Encoding header takes gzip.

    >>> accepts_gzip(b"br, gzip;q=0.5"), accepts_gzip(b"gzip;q=0"), accepts_gzip(b"identity")
    (True, False, False)
    """
    for offer in header.lower().replace(b" ", b"").split(b","):
        coding, _, weight = offer.partition(b";q=")
        if coding in (b"gzip", b"*"):
            return not weight or bool(weight.strip(b"0."))
    return False
