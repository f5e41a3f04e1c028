"""The secret of a course, from which all that students must not foresee is drawn.

It lies in `.patience/secret` in the course folder, readable by its owner alone, and in no
repository: the folder ignores itself. A course without one draws from a public default, which
everybody can compute.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import InputError
from ..sandbox.seeds import PUBLIC_KEY, derived

__all__ = ["PUBLIC", "Secret", "make_secret", "read_secret", "secret_file"]

_FEWEST = 32
"""A secret of fewer characters could be guessed."""


@dataclass(frozen=True)
class Secret:
    """What questions are drawn from."""

    key: bytes = field(repr=False)

    @classmethod
    def of(cls, text: str) -> Secret:
        """The secret that is written like this."""
        return cls(hashlib.sha256(text.strip().encode()).digest())

    @property
    def is_public(self) -> bool:
        """Whether everybody can compute what is drawn from it."""
        return self.key == PUBLIC_KEY

    @property
    def name(self) -> str:
        """By what it is known from others, without giving it away."""
        return derived(self.key, "name").hex()[:16]


PUBLIC = Secret(PUBLIC_KEY)


def secret_file(root: Path) -> Path:
    """Where the secret of the course in this folder lies."""
    return root / ".patience" / "secret"


def read_secret(root: Path) -> Secret:
    """The secret of a course; the public default if it has none.

    Raises InputError for one that cannot be read, is too short, or is open to everybody.
    """
    file = secret_file(root)
    try:
        text = file.read_text(encoding="ascii").strip()
        mode = file.stat().st_mode
    except FileNotFoundError:
        return PUBLIC
    except (OSError, UnicodeDecodeError) as fault:
        raise InputError(f"cannot read the secret of the course, {file}") from fault
    if mode & stat.S_IRWXO:
        raise InputError(f"anybody on this machine can read {file}; run: chmod 600 {file}")
    if len(text) < _FEWEST:
        raise InputError(
            f"{file} holds fewer than {_FEWEST} characters, so it could be guessed; "
            "delete it and run: patience secret"
        )
    return Secret.of(text)


def make_secret(root: Path) -> bool:
    """Makes the secret of a course; False if it has one already, which stays as it is.

    Raises InputError when it cannot be written.
    """
    file = secret_file(root)
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        file.parent.chmod(0o700)
        (file.parent / ".gitignore").write_text("*\n", encoding="ascii")
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    except OSError as fault:
        raise InputError(f"cannot write the secret of the course, {file}") from fault
    with os.fdopen(descriptor, "w", encoding="ascii") as new:
        new.write(secrets.token_hex(32) + "\n")
    return True
