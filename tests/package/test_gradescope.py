"""The autograder for Gradescope, run as Gradescope runs it: unzipped, set up, and called."""

from __future__ import annotations

import io
import json
import os
import re
import site
import stat
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from exported import check_gradescope
from patience_grader import __version__
from patience_grader.cli.package import package
from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.errors import InputError
from patience_grader.export.gradescope import Later
from patience_grader.package.gradescope import Settings, autograder
from patience_grader.package.kit import kit_wheel
from patience_grader.package.metadata import Metadata, read_metadata
from patience_grader.questions.drawing import draw
from patience_grader.questions.secret import PUBLIC, read_secret, secret_file
from sample import COHORT, ROOT
from small_course import TOTAL, small_course

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
DUE = "2026-03-27T17:00:00.000000+00:00"


def metadata(created: str, due: str | None = DUE, own: str | None = None) -> dict[str, Any]:
    user = {"email": "s@uni.example", "id": 3, "name": "Student"}
    return {
        "id": 1,
        "created_at": created,
        "assignment": {"due_date": due, "late_due_date": None, "id": 2, "total_points": "66.0"},
        "submission_method": "upload",
        "users": [{**user, "assignment": {"due_date": own}} if own else user],
        "previous_submissions": [],
    }


@pytest.fixture(scope="module")
def coursework(tmp_path_factory: pytest.TempPathFactory) -> Coursework:
    return read_coursework(small_course(tmp_path_factory.mktemp("course") / "c"), "klondike")


@pytest.fixture(scope="module")
def zipped(coursework: Coursework) -> bytes:
    name, data = kit_wheel()
    settings = Settings("klondike", "kit", Later.AFTER_PUBLISHED)
    questions = draw(coursework, read_secret(coursework.root))
    return autograder(coursework, questions, settings, {name: data}, PYTHON, bundled=False)


def test_it_holds_one_coursework_and_the_kit(zipped: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        names = archive.namelist()
        modes = {one.filename: one.external_attr >> 16 for one in archive.infolist()}
    assert {"setup.sh", "run_autograder", "settings.json"} <= set(names)
    assert modes["run_autograder"] & stat.S_IXUSR
    assert [one for one in names if one.endswith(".whl")] == [
        f"wheels/patience_grader-{__version__}-py3-none-any.whl"
    ]
    handouts = [one for one in names if one.startswith("course/handout/")]
    assert handouts == ["course/handout/klondike.md"]
    assert "course/solution/klondike/game.py" in names
    assert not [one for one in names if "terminal" in one or "guessing" in one or "wrong" in one]
    assert not [one for one in names if "__pycache__" in one or one.endswith(".pyc")]


def test_it_is_the_same_zip_every_time(zipped: bytes, coursework: Coursework) -> None:
    name, data = kit_wheel()
    settings = Settings("klondike", "kit", Later.AFTER_PUBLISHED)
    questions = draw(coursework, read_secret(coursework.root))
    again = autograder(coursework, questions, settings, {name: data}, PYTHON, bundled=False)
    assert again == zipped


def test_it_asks_the_questions_of_the_course_and_holds_no_secret(
    zipped: bytes, coursework: Coursework
) -> None:
    secret = secret_file(coursework.root).read_bytes().strip()
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert not [name for name, data in files.items() if secret in data]
    asked = json.loads(files["course/questions.json"])
    assert asked["secret"] == read_secret(coursework.root).name != PUBLIC.name


@pytest.fixture(scope="module")
def image(zipped: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What Gradescope builds: set up without a network, where the libraries are installed."""
    root = tmp_path_factory.mktemp("autograder")
    for folder in ("source", "results", "bin", "home"):
        (root / folder).mkdir()
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        archive.extractall(root / "source")
    _image_python(root / "bin" / f"python{PYTHON}")
    done = in_image(root, root / "source" / "setup.sh")
    assert done.returncode == 0, done.stdout + done.stderr
    return root


def _image_python(path: Path) -> None:
    """A Python whose new virtual environments know the libraries that are installed here."""
    folders = "\n".join(site.getsitepackages())
    path.write_text(
        "#!/bin/sh\n"
        f'"{sys.executable}" "$@" || exit 1\n'
        f"printf '%s\\n' '{folders}' > \"$3\"/lib/python{PYTHON}/site-packages/libraries.pth\n"
    )
    path.chmod(0o755)


def in_image(root: Path, script: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": f"{root / 'bin'}:/usr/bin:/bin",
        "HOME": str(root / "home"),
        "AUTOGRADER_ROOT": str(root),
        "PIP_NO_INDEX": "1",
        "PIP_CONFIG_FILE": os.devnull,
    }
    command = ["bash", str(script)]
    return subprocess.run(
        command, cwd="/", env=environment, capture_output=True, text=True, check=False, timeout=280
    )


def submit(root: Path, zip_file: Path, said: Mapping[str, Any]) -> dict[str, Any]:
    for old in (root / "submission").rglob("*"):
        old.unlink()
    with zipfile.ZipFile(zip_file) as archive:
        archive.extractall(root / "submission")
    (root / "submission_metadata.json").write_text(json.dumps(said), encoding="utf-8")
    results = root / "results" / "results.json"
    results.unlink(missing_ok=True)
    done = in_image(root, root / "source" / "run_autograder")
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(results.read_text(encoding="utf-8"))
    check_gradescope(found)
    return found


def upload(name: str) -> Path:
    (found,) = (COHORT / name).glob("*.zip")
    return found


@pytest.mark.slow
def test_it_marks_as_gradescope_runs_it(image: Path, zipped: bytes) -> None:
    installed = image / "source" / "venv" / "lib" / f"python{PYTHON}" / "site-packages"
    assert (installed / "patience_grader" / "package").is_dir()
    early = submit(image, upload("pillars-take-any-higher-card-58"), metadata("2026-03-27T16:59Z"))
    assert early["score"] < TOTAL
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        asked = json.loads(archive.read("course/questions.json"))
    assert early["extra_data"]["patience"]["questions"] == asked["fingerprint"]
    assert early["execution_time"] > 0
    shown = [one for one in early["tests"] if "score" in one]
    lost = [one for one in shown if one["status"] == "failed"]
    assert lost
    assert not [one for one in lost if "Expected" in one["output"]]
    later = [one for one in early["tests"] if one.get("visibility") == "after_published"]
    assert len(later) == len(lost)
    assert "Expected" in later[0]["output"]
    band = re.search(r"Band: (\w+)$", early["output"], re.MULTILINE)
    assert band

    late = submit(image, upload("pillars-take-any-higher-card-58"), metadata("2026-03-27T19:30Z"))
    assert late["score"] == early["score"]
    assert f"from {band[1]}" in late["output"]
    assert "was submitted on Friday 27 March 2026, 19:30 GMT" in late["output"]
    assert not [one for one in late["tests"] if "visibility" in one]

    kept = submit(
        image,
        upload("pillars-take-any-higher-card-58"),
        metadata("2026-03-27T19:30Z", own="2026-03-28T17:00:00+00:00"),
    )
    assert f"Band: {band[1]}\n" in kept["output"]
    assert "extended" in kept["output"]
    assert not list(image.rglob("*.part"))

    (image / "submission_metadata.json").write_text("{")
    (image / "results" / "results.json").unlink()
    done = in_image(image, image / "source" / "run_autograder")
    assert done.returncode == 2
    assert "cannot be read as Gradescope's metadata" in done.stderr
    assert not (image / "results" / "results.json").exists()


def test_metadata_gives_the_times(tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    file.write_text(json.dumps(metadata("2026-03-27T12:30:00.5-07:00", own="2026-03-30T17:00:00Z")))
    found = read_metadata(file)
    assert found.created
    assert found.created.utcoffset() == -timedelta(hours=7)
    assert found.due is not None
    assert found.own_due is not None
    assert not found.is_past_due
    file.write_text(json.dumps(metadata("2026-03-27T12:30:00-07:00", own=DUE)))
    assert read_metadata(file).own_due is None
    assert read_metadata(file).is_past_due
    file.write_text(json.dumps(metadata("2026-03-27T12:30:00-07:00", due=None)))
    assert not read_metadata(file).is_past_due
    assert not Metadata().is_past_due


@pytest.mark.parametrize(
    "text", ["", "[]", '{"created_at": 5}', '{"created_at": "2026-03-27"}', '{"users": [1]}']
)
def test_other_metadata_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "m.json"
    file.write_text(text)
    with pytest.raises(InputError, match="Gradescope's metadata"):
        read_metadata(file)


@pytest.mark.parametrize(
    ("arguments", "noted"),
    [
        (["klondike"], "choose one platform: --gradescope, --github or --gitlab"),
        (["klondike", "--gradescope", "--github"], "choose one platform: --gradescope"),
        (["whist", "--gradescope"], "there is no coursework 'whist'"),
        (["terminal", "--gradescope", "--late", "kit"], "has no block [late]"),
        (["klondike", "--gradescope", "--python", "2.7"], "name version 3.11 or newer"),
        (["klondike", "--gradescope", "--out", "missing/x.zip"], "missing/x.zip cannot be written"),
    ],
)
def test_bad_input_is_told_in_one_line(tmp_path: Path, arguments: list[str], noted: str) -> None:
    assert package.name == "package"
    command = [sys.executable, "-m", "patience_grader", "package", *arguments]
    done = subprocess.run(
        [*command, "--course", str(ROOT)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert noted in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())
