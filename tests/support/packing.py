"""Downloads as the platforms name them, built from the sample cohort: real zips, real clones."""

from __future__ import annotations

import atexit
import io
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from sample import SUBMISSIONS, Files, zip_of

REQUIRED = ("deck.py", "game.py", "klondike.ipynb")
STUDENTS: Sequence[tuple[str, str, str]] = (
    ("Ada Lovelace", "2600001S", "reference-solution-66"),
    ("Grace Hopper", "2600002S", "beginners-style-66"),
    ("José Núñez", "2600003S", "recursive-style-66"),
    ("Siân O'Neil-Smith", "2600004S", "class-inside-66"),
    ("Li 李", "2600005S", "windows-line-ends-66"),
    ("Prince", "2600006S", "whole-project-in-a-folder-66"),
)
"""Name, number and sample of a small class."""


def files_of(sample: str) -> Files:
    """The files of a sample submission."""
    return SUBMISSIONS[sample]


def packed(sample: str) -> bytes:
    """A sample submission as the zip that a student uploads."""
    return zip_of(files_of(sample))


def moodle(ending: str = "", number: int = 8801) -> dict[str, bytes]:
    """Folders by participant; one student gave a text besides, and one a text alone."""
    found = {}
    for place, (name, student, sample) in enumerate(STUDENTS):
        folder = f"{name}_{number + place}_assignsubmission_file{ending}"
        found[f"{folder}/{student}.zip"] = packed(sample)
    text = f"_assignsubmission_onlinetext{ending}/onlinetext.html"
    found[f"Ada Lovelace_{number}{text}"] = b"<p>see the zip</p>"
    found[f"Only Text_{number + 50}{text}"] = b"<p>print('hello')</p>"
    return found


def moodle_flat() -> dict[str, bytes]:
    """The same download without folders."""
    return {path.replace("/", "_"): data for path, data in moodle().items()}


def worksheet(number: int = 8801, delimiter: str = ",") -> str:
    """Moodle's grading worksheet for that download, and for one who submitted nothing."""
    rows = [
        ["Identifier", "Full name", "ID number", "Email address", "Status", "Grade",
         "Maximum grade", "Last modified (submission)", "Last modified (grade)",
         "Feedback comments"]
    ]  # fmt: skip
    people = [*STUDENTS, ("Absent Friend", "2600099S", "")]
    for place, (name, student, sample) in enumerate(people):
        email = f"{student.lower()}@example.ac.uk"
        time = "Friday, 27 March 2026, 4:12 PM" if sample else "-"
        status = "Submitted for grading" if sample else "No submission"
        rows.append([f"Participant {number + place}", name, student, email, status, "", "66.00",
                     f'"{time}"', "-", ""])  # fmt: skip
    return "\r\n".join(delimiter.join(row) for row in rows) + "\r\n"


def canvas() -> dict[str, bytes]:
    """Eleven students: two uploaded again, two were late, one gave loose files."""
    found: dict[str, bytes] = {}
    samples = list(SUBMISSIONS)[:9]
    for place, sample in enumerate(samples):
        late = "LATE_" if place in (3, 4) else ""
        user, file, number = 7001 + place, 90_010 + place, f"26000{place:02d}S"
        found[f"student{'abcdefghi'[place]}_{late}{user}_{file}_{number}.zip"] = packed(sample)
    found["studenta_7001_90200_2600000S-1.zip"] = packed("beginners-style-66")
    found["smithjo_7050_90300_2600050S-2.zip"] = packed("reference-solution-66")
    for place, (name, data) in enumerate(files_of("reference-solution-66").items()):
        found[f"oneilsian_7060_{90_400 + place}_{name}"] = data
    found["textonly_7099_text.html"] = b"<p>hello</p>"
    return found


def gradescope(history: bool = True) -> dict[str, bytes]:
    """An export with its own folder; the first submission is of two students."""
    root = "assignment_4711_export"
    lines = ["---"]
    found: dict[str, bytes] = {}
    for place, (name, student, sample) in enumerate(STUDENTS):
        folder = f"submission_{310_000 + place}"
        found |= {f"{root}/{folder}/{path}": data for path, data in files_of(sample).items()}
        lines += [f"{folder}:", "  :submitters:", *_submitter(name, student)]
        if place == 0:
            lines += _submitter("Charles Babbage", "2600077S")
        lines += [f"  :created_at: 2026-03-27 16:1{place}:00.123456000 Z", "  :score: 0.0"]
        lines += ["  :status: processed", "  :results: !ruby/hash:Results", "    tests: []"]
        if place == 1 and history:
            lines += ["  :history:", "  - :id: 309000", "    :created_at: 2026-03-20 10:00:00 Z",
                      "    :score: 0.0"]  # fmt: skip
        else:
            lines += ["  :history: []"]
    found[f"{root}/submission_metadata.yml"] = ("\n".join(lines) + "\n").encode()
    return found


def _submitter(name: str, number: str) -> list[str]:
    email = f"{number.lower()}@example.ac.uk"
    return [f"  - :name: {name}", f"    :sid: '{number}'", f"    :email: {email}"]


def blackboard() -> dict[str, bytes]:
    """One student with two attempts, one with loose files; a receipt for each attempt."""
    found: dict[str, bytes] = {}
    for user, name, time, files in (
        ("ada1", "Ada Lovelace", "2026-03-26-09-00-00", {"old.zip": packed("no-status-file-66")}),
        ("ada1", "Ada Lovelace", "2026-03-27-16-12-13",
         {"2600001S.zip": packed("reference-solution-66")}),
        ("gh2", "Grace Hopper", "2026-03-27-17-00-00", dict(files_of("beginners-style-66"))),
    ):  # fmt: skip
        stem = f"Klondike Coursework_{user}_attempt_{time}"
        noted = "".join(
            f"\tOriginal filename: {one}\n\tFilename: {stem}_{one}\n\n" for one in files
        )
        found |= {f"{stem}_{one}": data for one, data in files.items()}
        found[f"{stem}.txt"] = (
            f"Name: {name} ({user})\nAssignment: Klondike Coursework\n"
            "Date Submitted: Friday, March 27, 2026 4:12:13 PM GMT\nCurrent Grade: Needs Grading\n"
            "\nSubmission Field:\nThere is no student submission text data for this assignment.\n"
            "\nComments:\nThere are no student comments for this assignment.\n\nFiles:\n" + noted
        ).encode()
    return found


def brightspace(sep: str = "/") -> dict[str, bytes]:
    """One student with two submissions, one with loose files; `sep` is ` - ` without folders."""
    found: dict[str, bytes] = {"index.html": b"<html></html>"}
    for user, name, when, files in (
        (101, "Ada Lovelace", "Mar 26, 2026 905 AM", {"old.zip": packed("no-status-file-66")}),
        (101, "Ada Lovelace", "Mar 27, 2026 412 PM",
         {"2600001S.zip": packed("reference-solution-66")}),
        (102, "Siân O'Neil-Smith", "27 March, 2026 1612", dict(files_of("beginners-style-66"))),
    ):  # fmt: skip
        for path, data in files.items():
            found[f"{user}-4711 - {name} - {when}{sep}{path}"] = data
    return found


def sakai(flat: bool = False, attachments: str = "Submission attachment(s)") -> dict[str, bytes]:
    """A group, one with loose files, one with a text alone, and one who submitted nothing."""
    found: dict[str, bytes] = {}
    for who, time, text, files in (
        ("Lovelace, Ada(ada1); O'Neil-Smith, Siân(so4)", "2026-03-27T16:12:13.123Z", "",
         {"2600001S.zip": packed("reference-solution-66")}),
        ("Núñez, José(2600003S)", "20260327161213123", "<p>see the files</p>",
         dict(files_of("recursive-style-66"))),
        ("Prince,(prince)", "2026-03-27T16:12:13Z", "<p>&nbsp;print(1)</p>", {}),
        ("Li, 李(2600005S)", "", "<p>&nbsp;</p>", {}),
    ):  # fmt: skip
        inside = {f"{attachments}{'_' if flat else '/'}{name}": files[name] for name in files}
        inside |= {"comments.txt": b"", "feedbackText.html": text.encode()}
        inside[("" if flat else who) + "_submissionText.html"] = text.encode()
        if not flat:
            inside |= {"timestamp.txt": time.encode()} if time else {}
            inside["Feedback Attachment(s)/deck.py"] = b"better"
        found |= {f"HW 1/{who}{'_' if flat else '/'}{name}": inside[name] for name in inside}
    return found


def teams() -> dict[str, bytes]:
    """Two students with two assignments each, of which one has ten versions of one."""
    found: dict[str, bytes] = {}
    for number, sample in ((1, "no-status-file-66"), (9, ""), (10, "reference-solution-66")):
        files = files_of(sample) if sample else {"old.txt": b""}
        found |= {f"Ada Lovelace/Klondike/Version {number}/{one}": files[one] for one in files}
    found["José Núñez/Klondike/Version 1/work.zip"] = packed("recursive-style-66")
    for name in ("Ada Lovelace", "José Núñez"):
        found[f"{name}/Essay/Version 1/essay.docx"] = b"PK"
    return found


def vpl() -> dict[str, bytes]:
    """A student with two submissions, a group, and what VPL says of them."""
    found: dict[str, bytes] = {"Report.txt": b"Number of users: 2"}
    for who, time, sample in (
        ("Lovelace Ada 101 al1", "2026-03-26-09-05-00", "no-status-file-66"),
        ("Lovelace Ada 101 al1", "2026-03-27-16-12-13", "reference-solution-66"),
        ("Project 3 Group 7 ", "2026-03-27-16-12-13", "recursive-style-66"),
    ):
        found |= {f"{who}/{time}/{name}": data for name, data in files_of(sample).items()}
        found[f"{who}/{time}.ceg/grade.txt"] = b"5"
    return found


def ilias(late: str = "Late Submission") -> dict[str, bytes]:
    """Two students, of whom one submitted late, and files that lie beside them."""
    found: dict[str, bytes] = {"Ex 1/Abgaben.xlsx": b"PK"}
    for who, before, files in (
        ("Lovelace_Ada_al1_101", "", {"2600001S.zip": packed("reference-solution-66")}),
        ("O'Neil-Smith_Sian_so_4_102", f"{late} - ", dict(files_of("recursive-style-66"))),
    ):
        found |= {f"Ex 1/{who}/{before}{name}": data for name, data in files.items()}
    return found


STUDIP = '"Name";"Größe";"Vorname";"Nachname";"Downloads";"Datum";"Pfad"\n'


def studip() -> dict[str, bytes]:
    """A folder of homework: of three students, one has uploaded twice and one two files."""
    work = {
        "klondike.zip": ("Ada;Löwe", "26.03.2026 09:05", packed("no-status-file-66")),
        "klondike[2].zip": ("明;李", "26.03.2026 10:00", packed("beginners-style-66")),
        "klondike[3].zip": ("Ada;Löwe", "27.03.2026 16:12", packed("reference-solution-66")),
    }
    for name, data in files_of("recursive-style-66").items():
        work[name] = ("Jo;O'Neil", "27.03.2026 12:00", data)
    lines = [f"{name};9;{who};0;{when};Blatt 1/{name}\n" for name, (who, when, _) in work.items()]
    found = {f"Blatt 1/{name}": data for name, (_, _, data) in work.items()}
    return {**found, "archive_filelist.csv": (STUDIP + "".join(lines)).encode()}


def openolat(kind: str = "ita") -> dict[str, bytes]:
    """Two participants, of whom one has revised the work, and one who has submitted nothing."""
    ada, grace, al = ("de_la_Cruz_Maria_mc1", "Hopper_Grace_2600002S", "Gone_Al_ag3")
    if kind == "grouptask":
        ada, grace, al = ("Team_A_301", "Team_B_302", "Team_C_303")
    works = {
        f"{ada}/2_submissions": "no-status-file-66",
        f"{ada}/3_corrections": "reference-solution-66",
        f"{ada}/4_revisions_1": "reference-solution-66",
        f"{ada}/5_corrections_1": "beginners-style-66",
        f"{grace}/2_submissions": "beginners-style-66",
        "solutions": "recursive-style-66",
    }
    found = {
        f"{kind}_Klondike_2026-03-27_10-00-00/{where}/{name}": data
        for where, sample in works.items()
        for name, data in files_of(sample).items()
    }
    top = f"{kind}_Klondike_2026-03-27_10-00-00"
    for who in (ada, grace, al):
        found[f"{top}/{who}/1_task/klondike.pdf"] = b""
    found[f"{top}/CS1_2026-03-27.xlsx"] = b""
    return found


def submitty() -> dict[str, bytes]:
    """Two students: one has three versions and has chosen the second, the other has one."""
    works = {
        "al1/1": "no-status-file-66",
        "al1/2": "reference-solution-66",
        "gh2/1": "beginners-style-66",
    }
    found = {
        f"hw1/{where}/{name}": data
        for where, sample in works.items()
        for name, data in files_of(sample).items()
    }
    found["hw1/al1/3/game.py"] = b"not this"
    for who, active in (("al1", 2), ("gh2", 1)):
        history = [
            {"version": at, "time": f"2026-03-2{at} 16:12:13-0500 America/New_York", "who": who}
            for at in range(1, active + 2)
        ]
        said = {"active_version": active, "history": history}
        found[f"hw1/{who}/user_assignment_settings.json"] = json.dumps(said).encode()
    return found


def nbgrader(zone: str = " Europe/London") -> dict[str, bytes]:
    """A course with two assignments, as nbgrader collects and generates them."""
    found: dict[str, bytes] = {"nbgrader_config.py": b"c = get_config()\n"}
    for login in ("ada", "grace"):
        for assignment in ("klondike", "warmup"):
            folder = f"submitted/{login}/{assignment}"
            found[f"{folder}/{assignment}.ipynb"] = b'{"cells": []}'
            found[f"{folder}/timestamp.txt"] = f"2026-03-27 16:12:13.948203{zone}\n".encode()
    found["source/klondike/klondike.ipynb"] = b'{"cells": []}'
    return found


def write(folder: Path, files: Mapping[str, bytes]) -> Path:
    """The files in a folder."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def zipped(path: Path, files: Mapping[str, bytes]) -> Path:
    """The files in a zip, packed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def zip_bytes(files: Mapping[str, bytes]) -> bytes:
    """A zip of the files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def git(folder: Path, *arguments: str, time: str = "2026-03-01T12:00:00Z", who: str = "A") -> str:
    """Runs git as a student would, with a fixed clock and name."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{role}_NAME": who for role in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{role}_EMAIL": "a@example.org" for role in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{role}_DATE": time for role in ("AUTHOR", "COMMITTER")},
    }
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, capture_output=True, check=True
    )
    return done.stdout.decode().strip()


def clone(folder: Path, commits: Sequence[tuple[str, str, Files]]) -> Path:
    """A repository with commits: time, author, and all files as they are then."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    for time, who, files in commits:
        write(folder, files)
        git(folder, "add", "-A", time=time)
        git(folder, "commit", "-q", "--allow-empty", "-m", "work", time=time, who=who)
    return folder


BOT = "github-classroom[bot]"


def classroom(folder: Path) -> Path:
    """Clones as `gh classroom clone student-repos` makes them."""
    return shutil.copytree(_classroom(), folder / "klondike-submissions", symlinks=True)


@cache
def _classroom() -> Path:
    """They are made once in each process: git is started for every step."""
    root = Path(mkdtemp(prefix="classroom-"))
    atexit.register(shutil.rmtree, root)
    start = ("2026-03-01T12:00:00Z", BOT, files_of("untouched-skeleton-0"))
    early = ("2026-03-20T12:00:00Z", "Ada", files_of("beginners-style-66"))
    late = ("2026-03-30T12:00:00Z", "Ada", files_of("reference-solution-66"))
    clone(root / "klondike-ada", [start, early, late])
    clone(root / "klondike-grace-hopper", [start, early])
    clone(root / "klondike-nobody", [start])
    return root
