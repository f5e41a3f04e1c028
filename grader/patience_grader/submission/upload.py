"""What somebody submitted, under the name that it is reported by."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..downloads.listing import list_path
from ..downloads.model import Attempt, Placed
from ..downloads.source import OnDisk
from ..errors import SubmissionError
from .notebook import locate
from .veil import Veil


@dataclass(frozen=True)
class Upload:
    """A submission that is marked: one attempt, and whose it is."""

    name: str
    """Under which it is reported, and its results are stored."""
    attempt: Attempt
    student: str = ""
    """The student's number, if the platform or a roster knows it."""
    owner: str = ""
    """Whose it is as far as a folder's or file's name tells; else the name."""
    remark: str = ""
    """Whose name its own could be taken for, if that is its student's doing."""
    doubt: str = ""
    """What the instructor should know of its name, which is not the student's doing."""
    veil: Veil | None = None
    """What hides whose it is, if it is anonymous; then the name is a pseudonym."""

    @property
    def true_name(self) -> str:
        """The name where nothing is anonymous."""
        return self.veil.name if self.veil else self.name


def at(path: Path, name: str = "") -> Upload:
    """The folder or file at a path as one submission. Raises SubmissionError, InputError."""
    owner = locate.owner(path)
    return Upload(name or owner, attempt_at(path), owner=owner)


def attempt_at(path: Path) -> Attempt:
    """What lies at a path as one attempt. Raises SubmissionError, InputError."""
    if path.is_dir() and not path.is_symlink():
        listing = list_path(path)
        files = {one.path: listing.placed(one) for one in listing.files}
        return Attempt("1", files, left_out=listing.left_inside)
    try:
        source = OnDisk.at(path.absolute())
    except OSError as fault:
        raise SubmissionError(f"it cannot be read: {fault.strerror}") from fault
    return Attempt("1", {path.name: Placed(source, str(path))})
