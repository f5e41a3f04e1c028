"""Clones of GitHub Classroom, read without running or following anything in them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import packing
import pytest
from packing import REQUIRED, clone, files_of, git, write
from patience_grader.downloads.choose import choose
from patience_grader.downloads.contents import contents
from patience_grader.downloads.git import InGit
from patience_grader.downloads.model import Delivered, Download
from patience_grader.downloads.recognise import recognise
from patience_grader.errors import SubmissionError

SAMPLE = "reference-solution-66"


def read(folder: Path) -> Download:
    return recognise([folder], REQUIRED)


def by_key(download: Download) -> dict[str, Delivered]:
    return {one.key: one for one in download.submissions}


def test_each_clone_is_a_submission_with_its_commits(tmp_path: Path) -> None:
    download = read(packing.classroom(tmp_path))
    assert download.summary == "GitHub Classroom clones: 3 students"
    found = by_key(download)
    assert [one.people[0].ids for one in download.submissions] == [
        {"git": "ada"}, {"git": "grace-hopper"}, {"git": "nobody"}
    ]  # fmt: skip
    ada = found["klondike-ada"]
    assert [one.submitted for one in ada.attempts] == [
        datetime(2026, 3, 20, 12, tzinfo=UTC), datetime(2026, 3, 30, 12, tzinfo=UTC)
    ]  # fmt: skip
    assert "klondike-nobody: nothing was committed after the starter code" in download.notes


def test_clones_are_read_from_where_the_command_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packing.classroom(tmp_path / "up")
    monkeypatch.chdir(tmp_path)
    ada = by_key(read(Path("up")))["klondike-ada"]
    assert [one.submitted for one in ada.attempts] == [
        datetime(2026, 3, 20, 12, tzinfo=UTC), datetime(2026, 3, 30, 12, tzinfo=UTC)
    ]  # fmt: skip
    assert dict(contents(ada.attempts[-1]))["deck.py"](1 << 20)


def test_the_commit_at_the_deadline_and_the_last_one(tmp_path: Path) -> None:
    ada = by_key(read(packing.classroom(tmp_path)))["klondike-ada"]
    due = datetime(2026, 3, 27, 16, 30, tzinfo=UTC)
    for until, sample in ((due, "beginners-style-66"), (None, "reference-solution-66")):
        (marked,) = choose(ada, until=until).marked
        files = {path: data(1 << 20) for path, data in contents(marked)}
        assert files == dict(files_of(sample))


def test_clones_in_folders_of_students(tmp_path: Path) -> None:
    root = tmp_path / "group"
    for user in ("ada", "Hopper 2600002S"):
        clone(root / user / "klondike", [("2026-03-20T12:00:00Z", "A", files_of(SAMPLE))])
    write(root / "cy", {"deck.py": b"", "game.py": b""})
    write(root / "ada", {"notes.txt": b"", "old/game.py": b""})
    download = read(root)
    assert download.summary == "GitHub Classroom clones: 3 students, 2 left out"
    found = by_key(download)
    assert found["Hopper 2600002S"].people[0].number == "2600002S"
    assert found["ada"].attempts[0].submitted == datetime(2026, 3, 20, 12, tzinfo=UTC)
    assert {path for path, _ in contents(found["ada"].attempts[0])} == files_of(SAMPLE).keys()
    assert "cy: it is not a git repository, so what lies in it counts" in download.notes
    assert [one.path for one in download.left_out] == [
        f"{root}/ada/notes.txt", f"{root}/ada/old"
    ]  # fmt: skip


def test_work_on_a_branch_that_is_not_checked_out_is_named(tmp_path: Path) -> None:
    root = packing.classroom(tmp_path)
    for name, files in (("klondike-nobody", files_of(SAMPLE)), ("klondike-grace-hopper", {})):
        git(root / name, "checkout", "-q", "-b", "dev")
        write(root / name, {**files, "more.txt": b""})
        git(root / name, "add", "-A")
        git(root / name, "commit", "-q", "-m", "work", time="2026-03-25T12:00:00Z", who="Student")
        git(root / name, "checkout", "-q", "main")
    download = read(root)
    why = "work was committed to the branch dev and not to the one that is checked out"
    assert [one.partition(",")[0] for one in download.doubts] == [f"klondike-nobody: {why}"]
    assert next(one for one in download.notes if "klondike-grace-hopper" in one).startswith(
        f"klondike-grace-hopper: {why}"
    )
    git(root / "klondike-nobody", "checkout", "-q", "dev")
    assert not read(root).doubts


def test_one_level_up_and_what_was_not_committed(tmp_path: Path) -> None:
    root = packing.classroom(tmp_path / "up")
    (root / "klondike-ada" / "deck.py").write_text("not committed")
    (root / "classroom_roster.csv").write_text("identifier,github_username\n")
    download = read(tmp_path / "up")
    ada = by_key(download)["klondike-ada"]
    assert (
        dict(contents(ada.attempts[-1]))["deck.py"](1 << 20)
        == (files_of("reference-solution-66")["deck.py"])
    )


@pytest.mark.parametrize(
    "setting",
    [
        ("core.fsmonitor", "touch {proof}; false"),
        ("core.sshCommand", "touch {proof}"),
        ("core.pager", "touch {proof}"),
        ("gpg.program", "/bin/sh -c 'touch {proof}'"),
        ("diff.external", "touch {proof}"),
        ("alias.rev-list", "!touch {proof}"),
        ("alias.ls-tree", "!touch {proof}"),
        ("core.alternateRefsCommand", "touch {proof}"),
        ("uploadpack.packObjectsHook", "touch {proof}"),
    ],
)
def test_nothing_that_a_repository_configures_is_run(
    setting: tuple[str, str], tmp_path: Path
) -> None:
    root = packing.classroom(tmp_path)
    proof = tmp_path / "proof"
    name, value = setting
    git(root / "klondike-ada", "config", "log.showSignature", "true")
    git(root / "klondike-ada", "config", name, value.format(proof=proof))
    hook = root / "klondike-ada" / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {proof}\n")
    hook.chmod(0o755)
    ada = by_key(read(root))["klondike-ada"]
    assert {path for path, _ in contents(ada.attempts[-1])} >= {"deck.py", "game.py"}
    assert not proof.exists()


def test_an_object_that_is_missing_is_not_fetched(tmp_path: Path) -> None:
    root = packing.classroom(tmp_path)
    ada = root / "klondike-ada"
    proof = tmp_path / "proof"
    git(ada, "config", "core.repositoryformatversion", "1")
    git(ada, "config", "extensions.partialClone", "origin")
    git(ada, "config", "remote.origin.url", f"ext::touch {proof}")
    git(ada, "config", "remote.origin.promisor", "true")
    git(ada, "config", "protocol.ext.allow", "always")
    blob = git(ada, "rev-parse", "HEAD:deck.py")
    (ada / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    attempt = by_key(read(root))["klondike-ada"].attempts[-1]
    with pytest.raises(SubmissionError, match="its repository cannot be read"):
        InGit(ada, blob, 1).read(1 << 20)
    with pytest.raises(SubmissionError, match=r"its repository lacks the bytes of 'deck.py'"):
        contents(attempt)
    assert not proof.exists()


def test_a_git_file_that_points_elsewhere_is_not_followed(tmp_path: Path) -> None:
    root = packing.classroom(tmp_path)
    write(root / "klondike-ned", {"deck.py": b"only files"})
    other = clone(tmp_path / "secret", [("2026-03-01T12:00:00Z", "S", {"key.txt": b"secret"})])
    write(root / "klondike-mallory", {".git": f"gitdir: {other}/.git\n".encode()})
    write(root / "klondike-eve", {".git/HEAD": b"ref: refs/heads/main\n"})
    (root / "klondike-eve" / ".git" / "objects").symlink_to(other / ".git" / "objects")
    with_links = read(root)
    assert not any("key.txt" in it.files for one in with_links.submissions for it in one.attempts)
    assert any("klondike-eve: its .git does not hold" in note for note in with_links.notes)
    known = {one.key for one in with_links.submissions} | {
        Path(one.path).name for one in with_links.left_out
    }
    assert {"klondike-mallory", "klondike-eve"} <= known
    reasons = {one.path: one.reason for one in with_links.left_out}
    assert reasons[f"{root}/klondike-mallory/.git"].startswith("it leads to a repository")
    assert dict(contents(by_key(with_links)["klondike-ned"].attempts[0]))["deck.py"](99)


def test_an_empty_repository_and_links_in_a_commit(tmp_path: Path) -> None:
    root = packing.classroom(tmp_path)
    git(clone(root / "klondike-empty", []), "status")
    linking = root / "klondike-ada"
    (linking / "link.py").symlink_to("/etc/passwd")
    git(linking, "add", "-A")
    git(linking, "commit", "-qm", "link", time="2026-04-01T12:00:00Z")
    download = read(root)
    assert "klondike-empty: nothing was committed to its repository" in download.notes
    found = by_key(download)
    assert "link.py" not in found["klondike-ada"].attempts[-1].files
    with pytest.raises(SubmissionError, match="its files are not in the download"):
        contents(found["klondike-empty"].attempts[0])


def shallow(ada: Path, other: Path) -> Path:
    git(other, "clone", "-q", "--depth=1", ada.as_uri(), "klondike-other")
    return other / "klondike-other"


def packed(ada: Path, other: Path) -> Path:
    git(other, "clone", "-q", str(ada), "klondike-other")
    git(other / "klondike-other", "gc", "-q")
    return other / "klondike-other"


def without_old_files(ada: Path, other: Path) -> Path:
    git(ada, "config", "uploadpack.allowFilter", "true")
    git(other, "clone", "-q", "--filter=blob:none", ada.as_uri(), "klondike-other")
    return other / "klondike-other"


def detached(ada: Path, other: Path) -> Path:
    cloned = packed(ada, other)
    git(cloned, "checkout", "-q", "--detach")
    return cloned


def shared(ada: Path, other: Path) -> Path:
    git(other, "clone", "-q", "--shared", str(ada), "klondike-other")
    return other / "klondike-other"


def worktree(ada: Path, other: Path) -> Path:
    git(ada, "worktree", "add", "-q", "--detach", str(other / "klondike-other"))
    return other / "klondike-other"


def emptied(ada: Path, other: Path) -> Path:
    cloned = packed(ada, other)
    shutil.rmtree(cloned / ".git")
    (cloned / ".git").mkdir()
    return cloned


def broken(ada: Path, other: Path) -> Path:
    cloned = packed(ada, other)
    for pack in (cloned / ".git" / "objects" / "pack").iterdir():
        pack.unlink()
    return cloned


@pytest.mark.parametrize(
    ("make", "attempts", "noted"),
    [
        (shallow, 1, "it is a shallow clone, so its earlier commits are not known"),
        (packed, 2, ""),
        (without_old_files, 2, ""),
        (detached, 2, ""),
        (shared, 1, "takes its objects from a repository elsewhere; the files in its folder count"),
        (worktree, 1, "it is not a git repository, so what lies in it counts"),
        (emptied, 1, "does not hold the whole repository; the files in its folder count"),
        (broken, 1, "its repository cannot be read"),
    ],
)
def test_clones_of_every_shape_hold_the_work(
    make: Callable[[Path, Path], Path], attempts: int, noted: str, tmp_path: Path
) -> None:
    root = packing.classroom(tmp_path)
    make(root / "klondike-ada", root)
    download = read(root)
    one = by_key(download)["klondike-other"]
    assert len(one.attempts) == attempts
    held = dict(contents(one.attempts[-1]))
    assert held["deck.py"](1 << 20) == files_of("reference-solution-66")["deck.py"]
    about = [note for note in download.notes if note.startswith("klondike-other: ")]
    assert [note for note in about if noted in note] if noted else not about


def test_a_repository_that_unfolds_to_any_size_is_bounded(tmp_path: Path) -> None:
    root = packing.classroom(tmp_path)
    ada = root / "klondike-ada"
    entry = f"100644 blob {git(ada, 'rev-parse', 'HEAD:deck.py')}\tx"
    for _ in range(6):
        lines = "\n".join(entry.replace("\tx", f"\t{name}") for name in "abcdefghijklmnop")
        done = subprocess.run(
            ["git", "-C", str(ada), "mktree"],
            input=lines,
            capture_output=True,
            text=True,
            check=True,
        )
        entry = f"040000 tree {done.stdout.strip()}\tx"
    commit = git(ada, "commit-tree", "-m", "bomb", entry.split()[2], time="2026-04-02T12:00:00Z")
    git(ada, "reset", "-q", "--soft", commit)
    with pytest.raises(SubmissionError, match="it holds more than is read"):
        contents(by_key(read(root))["klondike-ada"].attempts[-1])


def test_a_clone_by_itself(tmp_path: Path) -> None:
    ada = packing.classroom(tmp_path) / "klondike-ada"
    (one,) = recognise([ada], REQUIRED, "classroom").submissions
    assert (one.key, len(one.attempts)) == ("klondike-ada", 2)
    (plain,) = recognise([ada], REQUIRED).submissions
    assert plain.attempts[0].submitted is None
    assert "deck.py" in plain.attempts[0].files


def test_clones_that_are_named_one_by_one_are_of_a_class(tmp_path: Path) -> None:
    root = packing.classroom(tmp_path)
    clones = [root / f"klondike-{who}" for who in ("ada", "grace-hopper")]
    found = recognise(clones, REQUIRED)
    assert found.platform == "classroom"
    assert [one.people[0].title for one in found.submissions] == [one.name for one in clones]
    assert [len(one.attempts) for one in found.submissions] == [
        len(by_key(read(root))[one.name].attempts) for one in clones
    ]


@pytest.mark.parametrize("beside", ["README.md", ".gitignore", "notes.txt"])
def test_a_project_with_files_beside_its_package_is_called_by_its_own_name(
    beside: str, tmp_path: Path
) -> None:
    project = write(tmp_path / "ada", {beside: b"", "klondike/deck.py": b"1"})
    (one,) = recognise([project], REQUIRED).submissions
    assert one.key == ("klondike" if beside == "notes.txt" else "ada")


def test_a_repository_among_folders_makes_no_classroom(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", {f"260000{n}S/deck.py": b"" for n in range(3)})
    git(folder / "2600001S", "init", "-q")
    assert read(folder).platform == "plain"
