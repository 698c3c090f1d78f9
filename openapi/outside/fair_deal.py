"""Fair dealing, re-done from its description: ChaCha8 streams of one seed, an unbiased shuffle, the commitment."""

import hashlib
import struct
from typing import Iterator, List, TypeVar

T = TypeVar("T")

DEAL_STREAM = 0
MASK = 0xFFFFFFFF


def commitment(seed: bytes, nonce: bytes) -> str:
    """What the server promised before the deal."""
    return "sha256:" + hashlib.sha256(seed + nonce).hexdigest()


class Stream:
    """One ChaCha8 keystream of a 32-byte seed, read as little-endian 32-bit words."""

    def __init__(self, seed: bytes, number: int) -> None:
        if len(seed) != 32:
            raise ValueError("a seed is 32 bytes")
        self._words = _keystream(seed, number)

    def below(self, bound: int) -> int:
        """A uniform number below `bound`: Lemire's method, the low word of the product decides on another try."""
        if bound == 0:
            return 0
        threshold = (1 << 32) % bound
        while True:
            product = next(self._words) * bound
            if product & MASK >= threshold:
                return product >> 32

    def shuffle(self, items: List[T]) -> None:
        """Fisher–Yates from the last item down."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def _keystream(seed: bytes, number: int) -> Iterator[int]:
    key = struct.unpack("<8I", seed)
    counter = 0
    while True:
        head = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key)
        yield from _block([*head, counter & MASK, counter >> 32, number & MASK, number >> 32])
        counter += 1


def _block(start: List[int]) -> List[int]:
    state = list(start)
    for _ in range(4):
        for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)):
            _quarter(state, a, b, c, d)
        for a, b, c, d in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            _quarter(state, a, b, c, d)
    return [(x + y) & MASK for x, y in zip(state, start)]


def _quarter(s: List[int], a: int, b: int, c: int, d: int) -> None:
    for into, add, turn, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[into] = (s[into] + s[add]) & MASK
        mixed = s[turn] ^ s[into]
        s[turn] = ((mixed << by) | (mixed >> (32 - by))) & MASK
