"""A complete nbgrader course folder: notebooks, what lies beside them, and the configuration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..course.coursework import Coursework
from ..course.public import PublicCoursework
from ..errors import InputError
from ..release.wheel import check_wheel
from ..submission.notebook.locate import ENDING
from ..text.atomic import write_atomically
from .writing import instructor_notebook

CONFIGURATION = "nbgrader_config.py"
_CONFIGURED = "from patience_grader.nbgrader_plugin.configuration import configure"
_WRITTEN = '''\
"""nbgrader's configuration of this course, begun by `patience notebook build`: add to it."""

{configured}

c = get_config()
c.CourseDirectory.course_id = {name!r}
configure(c, kit={kit!r})
'''
_CHECK = '''\
"""Checks this notebook on public questions: check("{first}"), or check() for everything."""

import sys
import zipfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
WHEEL = HERE / "{wheel}"

if sys.version_info < (3, 11):
    raise ImportError("The check needs Python 3.11 or newer, and this kernel is an older one.")
if not WHEEL.exists():
    raise ImportError(f"{{WHEEL.name}} is missing; it must lie beside the notebook.")
UNPACKED = HERE / ".check" / f"{{zlib.crc32(WHEEL.read_bytes()):08x}}"
if not (UNPACKED / "done").exists():
    with zipfile.ZipFile(WHEEL) as archive:
        archive.extractall(UNPACKED)
    (UNPACKED / "done").touch()
ENGINE = UNPACKED / "patience_check" / "engine"
sys.path.insert(0, str(ENGINE))

from patience_grader.check.in_notebook import check_with  # noqa: E402

check = check_with(ENGINE)
'''


def course_files(coursework: Coursework, public: PublicCoursework) -> Mapping[str, bytes]:
    """The files of one coursework, by their paths in the course folder.

    Raises KitError when the check cannot be packed, and InputError for what in the handout
    cannot be set.
    """
    wheel, data = check_wheel(coursework, public)
    checked = [one for one in public.exercises if not one.manual]
    first = next((one for one in checked if one.rules), checked[0])
    texts = {
        f"{coursework.slug}{ENDING}": instructor_notebook(coursework),
        "check.py": _CHECK.format(wheel=wheel, first=first.name),
        **beside(coursework),
    }
    files = {wheel: data, **{name: text.encode() for name, text in texts.items()}}
    return {f"source/{coursework.slug}/{name}": data for name, data in files.items()}


def beside(coursework: Coursework) -> Mapping[str, str]:
    """The files of the package that students do not write, by their paths in its folder.

    A program has none; its first file is there, so that there is a folder to write it in.
    """
    return {
        f"{coursework.package}/{file.relative_to(coursework.skeleton).as_posix()}": (
            file.read_text(encoding="utf-8")
        )
        for file in coursework.skeleton_files
        if coursework.program or file.name not in coursework.required
    }


def write_course(
    folder: Path, files: Mapping[str, bytes], kit: Path, *, again: bool
) -> Iterable[Path]:
    """Writes the files, and a configuration if there is none; what was written.

    Raises InputError when a notebook there is another one, unless it is written `again`, or
    when the configuration there is somebody else's.
    """
    for name, data in files.items():
        path = folder / name
        if name.endswith(ENDING) and path.exists() and path.read_bytes() != data and not again:
            raise InputError(f"{path} exists and differs; add --again to overwrite it")
    written = []
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != data:
            write_atomically(path, data)
            written.append(path)
    configuration = folder / CONFIGURATION
    if not configuration.exists():
        text = _WRITTEN.format(configured=_CONFIGURED, name=folder.resolve().name, kit=str(kit))
        write_atomically(configuration, text)
        written.append(configuration)
    elif _CONFIGURED not in configuration.read_text(encoding="utf-8", errors="replace"):
        raise InputError(
            f"{configuration} does not use this kit; add to it: {_CONFIGURED}; "
            f"configure(c, kit={str(kit)!r})"
        )
    return written
