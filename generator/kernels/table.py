"""Table of what a search has found, in memory that its threads share without a lock: buckets of four entries each."""

from oxobook.generator.compilation import inline

BUCKET = 8
"""Words of a bucket, a line of the processor's caches: four entries of two."""


@inline
def mixed(word: int) -> int:
    """Return a word whose bits depend on all bits of another; different words have different ones."""
    word = (word ^ (word >> 32 & 0xFFFFFFFF)) * -0x61C8864680B583EB
    return word ^ (word >> 29 & 0x7FFFFFFFF)


def bits_in(memory: int) -> int:
    """Return the logarithm of the largest number of buckets, a power of two, that fits in ``memory`` bytes."""
    return (memory // (8 * BUCKET)).bit_length() - 1
