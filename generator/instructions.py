"""Instructions of the processor that the kernels use, and the words and pointers that they are handed.

``generator.compilation`` has a kernel compiled anew if this file changes.
"""

import ctypes
from collections.abc import Callable
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from oxobook.book.errors import MissingExtra

try:
    import numba
    from llvmlite import ir
    from numba.extending import intrinsic
except ImportError as error:
    raise MissingExtra("proofs and searches need the library numba: pip install 'oxobook[large]'") from error

Words = NDArray[np.int64]
Scores = NDArray[np.int8]
_CACHE_LINE = 8  # words


class Pointer(Protocol):
    """Pointer to 64-bit integers, as a type checker sees it."""

    def __getitem__(self, index: int) -> int: ...

    def __setitem__(self, index: int, word: int) -> None: ...


word = cast(Callable[[int], int], numba.int64)
"""Number that the compiler does not know; functions that are given a known one too are compiled twice."""


def pointer_to(words: Words) -> Any:
    """Return the pointer to an array, which the caller must keep."""
    return words.ctypes.data_as(ctypes.POINTER(ctypes.c_int64))


def aligned(words: int) -> Words:
    """Return zeros that begin at a line of the processor's caches."""
    room = np.zeros(words + _CACHE_LINE, np.int64)
    start = -room.ctypes.data // 8 % _CACHE_LINE
    return room[start : start + words]


def signed(mask: int) -> int:
    """Return a mask of up to 64 bits as the signed integer with these bits."""
    return mask - (1 << 64) if mask >> 63 else mask


def address_of(function: Any) -> int:
    """Return the address of a function of C or of a pointer; a number is itself."""
    return function if isinstance(function, int) else int(ctypes.cast(function, ctypes.c_void_p).value or 0)


def _call(typing_context: Any, address: Any, *words: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given = [builder.extract_value(arguments[1], number) for number in range(len(words))]
        kind = ir.FunctionType(ir.IntType(64), [word.type for word in given]).as_pointer()
        return builder.call(builder.inttoptr(arguments[0], kind), given)

    return numba.int64(address, numba.types.StarArgTuple(words)), generate  # type: ignore[no-untyped-call]


def _of_a_word(build: Callable[[Any, Any], Any]) -> Callable[[int], int]:
    """Return the function of a 64-bit integer that an instruction computes; ``build`` appends it to a builder."""

    def typed(typing_context: Any, word: Any) -> Any:
        return numba.int64(numba.int64), lambda context, builder, signature, words: build(builder, words[0])

    return cast(Callable[[int], int], intrinsic(typed))


ones = _of_a_word(lambda builder, word: builder.ctpop(word))
"""Number of set bits."""
lowest = _of_a_word(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)))
"""Number of the lowest set bit."""


def _shift_right(typing_context: Any, mask: Any, places: Any) -> Any:
    return mask(mask, mask), lambda context, builder, signature, words: builder.lshr(*words)


def _prefetch(typing_context: Any, words: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _fetch(builder, builder.gep(arguments[0], [arguments[1]]))

    return numba.void(words, numba.int64), generate


def _prefetch_score(typing_context: Any, scores: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _fetch(builder, _score_at(context, builder, scores, *arguments))

    return numba.void(scores, numba.int64), generate


def _fetch(builder: Any, place: Any) -> None:
    number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
    instruction = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
    builder.call(instruction, [builder.bitcast(place, byte), number(0), number(3), number(1)])


def _score_at(context: Any, builder: Any, kind: Any, scores: Any, place: Any) -> Any:
    """Return the address of a score in an array of this ``kind``, which is contiguous."""
    return builder.gep(context.make_array(kind)(context, builder, scores).data, [place])


call = cast(Callable[..., int], intrinsic(_call))
"""Result of the function of C at an address, for numbers and pointers; what it is made of is not compiled again."""
shifted = cast(Callable[[int, int], int], intrinsic(_shift_right))
"""Mask shifted down; NumPy's operator makes 64 bits of 32, which halves the speed."""
prefetch = cast(Callable[[Pointer, int], None], intrinsic(_prefetch))
"""Begin to fetch a word into the processor's caches."""
prefetch_score = cast(Callable[[Scores, int], None], intrinsic(_prefetch_score))
"""Begin to fetch a score of an array, and those beside it."""

STEPS = 5
GROUP = 1 << STEPS
"""Number of scores in a group: one for each set of ``STEPS`` cells."""


def _lowering(choices: Callable[[Any, Any], list[Any]]) -> Callable[[Scores, int, Scores, int], None]:
    """Return a function that lowers a group of scores to ``choices`` from another, by their places in two arrays.

    ``choices``: function of a builder and the other group that returns vectors.
    """
    group = ir.VectorType(ir.IntType(8), GROUP).as_pointer()

    def typed(typing_context: Any, scores: Any, place: Any, others: Any, other: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            target = builder.bitcast(_score_at(context, builder, scores, *arguments[:2]), group)
            source = builder.bitcast(_score_at(context, builder, others, *arguments[2:]), group)
            least = builder.load(target, align=1)
            for choice in choices(builder, builder.load(source, align=1)):
                least = builder.select(builder.icmp_signed("<", least, choice), least, choice)
            builder.store(least, target, align=1)

        return numba.void(scores, numba.int64, others, numba.int64), generate

    return cast(Callable[[Scores, int, Scores, int], None], intrinsic(typed))


def _by_steps(builder: Any, scores: Any) -> list[Any]:
    """Return for each step the scores that it leads to, with the highest where there is none."""
    highest, places = ir.Constant(scores.type, [127] * GROUP), ir.VectorType(ir.IntType(32), GROUP)
    orders = [[GROUP if s >> step & 1 else s | 1 << step for s in range(GROUP)] for step in range(STEPS)]
    return [builder.shuffle_vector(scores, highest, ir.Constant(places, order)) for order in orders]


lower = _lowering(lambda builder, scores: [scores])
"""Lower each score of a group to the one at the same place of another group."""
lower_by_steps = _lowering(_by_steps)
"""Lower the score at place s of a group to those at s | 1 << step of another group, for the steps not in s."""
