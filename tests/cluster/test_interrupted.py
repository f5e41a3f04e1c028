"""The command itself, over TLS: stopped, left by its scheduler, and run again until it is done."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import dask_cluster
import pytest
import trustme
from commands import PATIENCE, run
from dask_cluster import KIT
from patience_grader.cli import engines
from patience_grader.cluster import connecting
from patience_grader.cluster.connecting import Certificates, connected
from patience_grader.errors import InputError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="submissions are marked on Linux")

COUNT = 14
DEADLINE = 120


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return dask_cluster.course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def uploads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return dask_cluster.cohort(tmp_path_factory.mktemp("uploads") / "all", COUNT)


@pytest.fixture(scope="module")
def alone(course: Path, uploads: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The marks as one process gives them."""
    out = tmp_path_factory.mktemp("alone")
    done = run("grade", uploads, "--out", out, "--jobs", "1", cwd=course)
    assert done.returncode == 1, done.stderr
    return (out / "marks.csv").read_bytes()


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Real certificates, as the options that name them."""
    folder = tmp_path_factory.mktemp("tls")
    authority = trustme.CA()
    own = authority.issue_cert("127.0.0.1")
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    own.cert_chain_pems[0].write_to_path(str(folder / "cert.pem"))
    own.private_key_pem.write_to_path(str(folder / "key.pem"))
    names = ("ca", "cert", "key")
    return [part for name in names for part in (f"--tls-{name}", str(folder / f"{name}.pem"))]


def of_dask(tls: list[str]) -> list[str]:
    """The options by the names that Dask has for them."""
    return ["--tls-ca-file" if one == "--tls-ca" else one for one in tls]


def interrupted(
    command: list[str | Path], folder: Path, after: str, do: Callable[[int], None]
) -> tuple[int, str]:
    """Starts the command, and does something when it has printed that; its exit code and errors."""
    with subprocess.Popen(
        [*PATIENCE, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(KIT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert any(line.startswith(after) for line in process.stdout)
        do(process.pid)
        _, said = process.communicate(timeout=DEADLINE)
    return process.returncode, said


def left(folder: Path) -> list[Path]:
    """What runs have left in the folder for temporary files."""
    return [*folder.glob("patience-*")]


@pytest.mark.nightly
def test_what_is_stopped_or_loses_its_scheduler_is_finished_by_the_same_command(
    course: Path, uploads: Path, alone: bytes, tls: list[str], tmp_path: Path
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    own = {"TMPDIR": str(temporary)}
    started = [dask_cluster.scheduler("--protocol", "tls", *of_dask(tls))]
    with dask_cluster.stopped(started):
        address = started[0].found
        assert address.startswith("tls://")
        first = dask_cluster.worker(address, "--no-nanny", *of_dask(tls), environment=own)
        started.append(first)
        command: list[str | Path] = ["grade", uploads, "--out", tmp_path / "out"]
        command += ["--scheduler", address, *tls]

        code, said = interrupted(command, course, "2/", lambda pid: os.killpg(pid, signal.SIGINT))
        assert (code, said.strip()) == (130, "stopped; run the same command again to continue")
        assert left(temporary) == []

        code, said = interrupted(command, course, "2/", lambda _: started[0].kill())
        assert code == 2
        assert said.startswith("patience: the scheduler is gone; what came back is stored: ")
        assert len(said.splitlines()) == 1
        first.process.terminate()
        first.process.wait(DEADLINE)
        assert left(temporary) == []

        port = int(address.rpartition(":")[2])
        started[0] = dask_cluster.scheduler("--protocol", "tls", *of_dask(tls), port=port)
        started.append(dask_cluster.worker(address, "--no-nanny", *of_dask(tls), environment=own))
        done = run(*command, cwd=course)
        assert done.returncode == 1, done.stderr
        assert f" of {COUNT} are already marked" in done.stdout
        assert (tmp_path / "out" / "marks.csv").read_bytes() == alone
        assert left(temporary) == []


@pytest.mark.slow
def test_a_scheduler_of_its_own_for_a_try(
    course: Path, uploads: Path, alone: bytes, tmp_path: Path
) -> None:
    some = tmp_path / "some"
    some.mkdir()
    for number in (0, 1, 3):
        shutil.copy(uploads / f"{2600000 + number}F.zip", some)
    command = ("grade", some, "--out", tmp_path / "out", "--scheduler", "local", "--jobs", "1")
    done = run(*command, cwd=course)
    assert (done.returncode, done.stderr) == (
        1, "2600003F cannot be read: 2600003F.zip: it is not a zip that can be read\n"
    )  # fmt: skip
    lines = (tmp_path / "out" / "marks.csv").read_bytes().splitlines()
    assert set(lines) <= set(alone.splitlines())
    assert len(lines) == 4
    options = ("--scheduler", "local", "--jobs", "1")
    again = run("verify", tmp_path / "out", "2600000F", *options, cwd=course)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.endswith("1 of 1 came out the same, byte by byte\n")


def no_connection(address: str, certificates: Certificates) -> str:
    """What is said of an address at which no scheduler is, or none that can be spoken with."""

    async def connect() -> None:
        async with connected(address, certificates, 1):
            pass

    with pytest.raises(InputError) as fault:
        asyncio.run(connect())
    return str(fault.value)


def test_where_no_scheduler_is_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for address in (f"tcp://127.0.0.1:{taken.getsockname()[1]}", "tcp://127.0.0.1:9"):
            said = no_connection(address, Certificates())
            assert re.fullmatch(
                rf"no scheduler answers at {address} \([^<>\n]+\); start one with dask scheduler, "
                "and dask worker with its address, or check the address",
                said,
            )


def test_with_another_certificate_nothing_is_sent(
    tls: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(connecting, "CONNECT_SECONDS", 2)
    stranger = trustme.CA()
    stranger.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    started = [dask_cluster.scheduler("--protocol", "tls", *of_dask(tls))]
    with dask_cluster.stopped(started):
        certificates = Certificates(tmp_path / "ca.pem", Path(tls[3]), Path(tls[5]))
        said = no_connection(started[0].found, certificates)
    assert "CERTIFICATE_VERIFY_FAILED" in said


@pytest.mark.parametrize("broken", ["--tls-ca", "--tls-cert", "--tls-key"])
def test_a_certificate_that_cannot_be_read_is_not_taken_for_a_missing_scheduler(
    tls: list[str], tmp_path: Path, broken: str
) -> None:
    (tmp_path / "broken.pem").write_text("no PEM", "utf-8")
    files = dict(zip(tls[::2], map(Path, tls[1::2]), strict=True))
    files[broken] = tmp_path / "broken.pem"
    certificates = Certificates(files["--tls-ca"], files["--tls-cert"], files["--tls-key"])
    said = no_connection("tls://127.0.0.1:9", certificates)
    assert said.startswith("the certificates cannot be used (")
    assert str(tmp_path / "broken.pem") in said


def test_without_dask_one_line_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "find_spec", lambda _: None)
    chosen = engines.Chosen(1, "local", None, None, None, template=None)
    with (
        pytest.raises(InputError, match=r"pip install 'patience-grader\[cluster\]'"),
        engines.engine(chosen, ()),
    ):
        pass


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--scheduler", "10.0.0.5:8786"], "is not an address; write tcp://HOST:PORT"),
        (["--scheduler", ""], "'' is not an address; write tcp://HOST:PORT"),
        (["--scheduler", "tcp://127.0.0.1:65536"], "is not an address; write tcp://HOST:PORT"),
        (["--scheduler", "tls://127.0.0.1:9"], "tls:// needs certificates: --tls-ca"),
        (["--scheduler", "tcp://127.0.0.1:9", "--tls-ca", "none.pem"], "none.pem is not there"),
    ],
)
def test_what_cannot_be_an_address_or_lacks_certificates_is_said_in_a_line(
    course: Path, uploads: Path, tmp_path: Path, options: list[str], said: str
) -> None:
    done = run("grade", uploads, "--out", tmp_path / "out", *options, cwd=course)
    assert done.returncode == 2
    assert said in done.stderr.splitlines()[-1]
