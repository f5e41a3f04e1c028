"""The bundle that students get: one zip with all they need but Python."""

from __future__ import annotations

import io
import platform
import zipfile
from collections.abc import Mapping
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from ..course.coursework import Coursework
from ..course.own_work import FORM, form_of
from ..course.public import PublicCoursework
from .card_table import uses_table
from .html import document_pages, handout_page
from .pdf import handout_pdf
from .wheel import check_wheel

_SAME_TIME = (2020, 1, 1, 0, 0, 0)
_TEMPLATES = files(__package__) / "templates"


def bundle(coursework: Coursework, public: PublicCoursework) -> bytes:
    """The bundle as a zip; the same bytes for the same coursework.

    Raises KitError when a part of it cannot be made.
    """
    wheel, data = check_wheel(coursework, public)
    checked = [one for one in public.exercises if one.rules and not one.manual]
    texts = {
        "START-HERE.txt": _filled(
            "START-HERE.txt", coursework, wheel, checked[0].name, public.when_marked
        ),
        "handout.html": handout_page(coursework),
        **document_pages(coursework),
        "check.py": _filled("check.py.txt", coursework, wheel),
        **skeleton_files(coursework),
    }
    parts = {name: text.encode() for name, text in texts.items()}
    return _zip(
        {**parts, "handout.pdf": handout_pdf(coursework), wheel: data},
        f"{coursework.slug}-{coursework.version}",
    )


def plain_bundle(coursework: Coursework) -> bytes:
    """The bundle of a coursework whose suite is plain pytest and has no public test: no check.

    Raises KitError when a part of it cannot be made.
    """
    texts = {
        "START-HERE.txt": _filled("START-HERE-plain.txt", coursework),
        "handout.html": handout_page(coursework),
        **document_pages(coursework),
        **skeleton_files(coursework),
    }
    parts = {name: text.encode() for name, text in texts.items()}
    folder = f"{coursework.slug}-{coursework.version}"
    return _zip({**parts, "handout.pdf": handout_pdf(coursework)}, folder)


def skeleton_files(coursework: Coursework) -> Mapping[str, str]:
    """The files of the skeleton, by their paths in the bundle."""
    folder = coursework.skeleton
    place = f"{coursework.package}/" if coursework.package else ""
    files = {
        f"{place}{file.relative_to(folder).as_posix()}": file.read_text("utf-8")
        for file in coursework.skeleton_files
    }
    if coursework.own_work:
        files[f"{place}{FORM}"] = form_of(coursework.title, coursework.version)
    return files


def _filled(
    template: str, coursework: Coursework, wheel: str = "", first: str = "", when_marked: str = ""
) -> str:
    environment = Environment(  # noqa: S701 plain text
        undefined=StrictUndefined, keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True
    )
    text = (_TEMPLATES / template).read_text(encoding="utf-8")
    return environment.from_string(text).render(
        coursework=coursework,
        wheel=wheel,
        first=first,
        when_marked=when_marked,
        python=".".join(platform.python_version_tuple()[:2]),
        needs=_needs(coursework),
        has_table=uses_table(coursework),
    )


def _needs(coursework: Coursework) -> str:
    """What must be installed beside Python."""
    named = " ".join(coursework.installed_names)
    return f"and {named} (python3 -m pip install {named})" if named else "and nothing else"


def _zip(parts: Mapping[str, bytes], folder: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(parts.items()):
            info = zipfile.ZipInfo(f"{folder}/{name}", _SAME_TIME)
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return packed.getvalue()
