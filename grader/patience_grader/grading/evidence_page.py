"""The page with the code of a submission and the evidence, beside its results."""

from __future__ import annotations

from pathlib import Path

from ..course.coursework import Coursework
from ..manual.evidence import Review, review
from ..report.review import review_page
from ..submission.reading import Submission
from ..text.atomic import make_folder, write_atomically

REVIEW_PAGE = "review.html"


def write_review_page(submission: Submission, coursework: Coursework, out: Path) -> Review:
    """Writes `review.html` into the folder of the submission; the evidence. Raises WriteError."""
    found = review(submission.files, coursework.blank)
    page = review_page(
        found, submission.files, coursework.scheme, coursework.title, submission.name
    )
    folder = out / submission.name
    make_folder(folder)
    write_atomically(folder / REVIEW_PAGE, page.encode(errors="replace"))
    return found
