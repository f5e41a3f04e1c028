"""Numbers that nobody can foresee who does not know a key: each label has its own.

Two labels have nothing to do with each other, so what is known of one says nothing of another.
"""

from __future__ import annotations

import hmac
from random import Random

__all__ = ["PUBLIC_KEY", "derived", "random_of", "seed_of"]

PUBLIC_KEY = b"the public default of Patience"
"""The key where there is no secret: everybody can compute what is drawn from it."""

_SEED_BYTES = 6
"""Seeds are numbers that every JSON reader takes as they are."""


def derived(key: bytes, *label: object) -> bytes:
    """32 bytes for a label: HMAC-SHA256 of its parts under the key."""
    return hmac.digest(key, "\0".join(map(str, label)).encode(), "sha256")


def seed_of(key: bytes, *label: object) -> int:
    """A seed for a label."""
    return int.from_bytes(derived(key, *label)[:_SEED_BYTES])


def random_of(key: bytes, *label: object) -> Random:
    """A stream of random numbers for a label."""
    return Random(derived(key, *label))
