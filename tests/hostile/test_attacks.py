"""No hostile submission forges a mark, peeks at a secret or does harm.

The attacks are graded in one cohort, by the command that an instructor types, with honest
submissions before, amid and after them: by whoever runs the tests and, where that is root,
by an ordinary user too. A fixed share is graded; `--whole-field` takes all, as CI does, and a third
of those for which it matters who grades once more.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import attacks as field
import pytest
from attacks import Attack, Battle, Listener, Soldier

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="submissions are marked on Linux"),
    pytest.mark.timeout(1800),  # the first test waits for the whole field
]

GROUPS = ("escape", "exhaust", "forge", "intake", "outlive", "peek", "report", "wire")
MEMORY_MIB = 300
BATCH_SECONDS = 450
SOLDIERS = ("as this user", "as an ordinary user")
KERNEL = {"escape", "outlive", "peek"}
"""The groups for which it matters which rights the grader has."""
ATTACKS = field.attacks()
OF_KERNEL = [one for one in ATTACKS if one.group in KERNEL]
FIELDS = {
    False: dict(zip(SOLDIERS, (ATTACKS[8::12], OF_KERNEL[::50]), strict=True)),
    True: dict(zip(SOLDIERS, (ATTACKS, OF_KERNEL[::3]), strict=True)),
}
"""What each soldier grades, and with `--whole-field`; what refuses the attacks layer by layer is
in `test_locks`, for both. The share of the first holds attacks of every group, and one that shouts.
"""


Battles = Callable[[str], Battle]


@pytest.fixture(scope="module")
def battles(tmp_path_factory: pytest.TempPathFactory, whole_field: bool) -> Iterator[Battles]:
    """The field of each soldier, fought once."""
    base = Path(tempfile.mkdtemp(prefix="hostile-"))
    base.chmod(0o755)

    @cache
    def of(soldier: str) -> Battle:
        chosen = FIELDS[whole_field][soldier]
        if soldier == SOLDIERS[0]:
            return fought(tmp_path_factory.mktemp("field"), Soldier(sys.executable), chosen)
        if os.geteuid():
            pytest.skip("the tests are run by an ordinary user already")
        other = field.ordinary()
        if other is None:
            pytest.skip("no Python that an ordinary user may run can import the kit")
        return fought(base, other, chosen)

    try:
        yield of
    finally:
        shutil.rmtree(base)


@pytest.fixture
def battle(request: pytest.FixtureRequest, battles: Battles) -> Battle:
    """The field of the soldier that the test names."""
    return battles(request.param)


def fought(base: Path, soldier: Soldier, chosen: Sequence[Attack]) -> Battle:
    """Grades the honest submissions without the attacks, and then all of them."""
    battle = field.prepare(base, chosen)
    field.pack_honest(battle)
    with Listener(base) as listener:
        field.grade(soldier, battle, "peace", jobs=1)  # chooses the questions, once
        field.pack_attacks(battle, listener)
        field.grade(soldier, battle, "marks")
        field.shout(soldier, battle)
    battle.received = list(listener.received)
    return battle


def test_there_are_many_attacks_of_every_group_each_with_a_name_of_its_own() -> None:
    groups = Counter(attack.group for attack in ATTACKS)
    assert len(ATTACKS) >= 60
    assert tuple(sorted(groups)) == GROUPS
    assert min(groups.values()) >= 8
    assert len({attack.slug for attack in ATTACKS}) == len(ATTACKS)
    assert {attack.group for attack in FIELDS[False][SOLDIERS[0]]} == set(GROUPS)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives each soldier the attacks of its field."""
    if "attack" in metafunc.fixturenames:
        fields = FIELDS[metafunc.config.getoption("whole_field")]
        pairs = [
            pytest.param(soldier, attack, id=f"{soldier}: {attack.group}: {attack.name}")
            for soldier, chosen in fields.items()
            for attack in chosen
        ]
        metafunc.parametrize(("battle", "attack"), pairs, indirect=["battle"])


each_battle = pytest.mark.parametrize("battle", SOLDIERS, indirect=True)


def test_an_attack_gains_nothing(battle: Battle, attack: Attack) -> None:
    assert not field.gains(battle, name_of(battle, attack))


def test_an_attack_has_its_row_and_a_report_that_is_text(battle: Battle, attack: Attack) -> None:
    name = name_of(battle, attack)
    row = battle.row_of(name)
    assert row is not None
    assert row["out_of"] == str(field.TOTAL)
    assert "void" not in row["status"]
    assert float(row["total"]) >= attack.keeps
    output = battle.output_of(name)
    assert sorted(output) == ["feedback.html", "results.json", "sheet.json"]
    assert not poison_in_page(output["feedback.html"])
    assert not poison_in_json(output["results.json"])


def name_of(battle: Battle, attack: Attack) -> str:
    return next(name for name, one in battle.names.items() if one is attack)


@each_battle
def test_honest_hand_ins_beside_them_are_marked_as_if_alone(battle: Battle) -> None:
    rows = {name: battle.row_of(name) for name in battle.honest}
    earned = {name: row and (row["total"], row["status"]) for name, row in rows.items()}
    full, less = f"{field.TOTAL}", f"{field.TOTAL - 0.5}"
    wanted = {name: (less if "mistaken" in name else full, "marked") for name in battle.honest}
    assert earned == wanted
    for name in battle.honest:
        pages = [battle.base / out / name / "feedback.html" for out in ("peace", "marks")]
        assert pages[0].read_bytes() == pages[1].read_bytes()


@each_battle
def test_nothing_outside_a_guest_is_changed_and_nothing_is_left(battle: Battle) -> None:
    assert not battle.changed
    assert not battle.left
    assert not battle.received


@each_battle
def test_the_batch_is_finished_in_time_and_the_grader_stays_small(battle: Battle) -> None:
    assert battle.code in {0, 1}, battle.said[-2000:]
    assert battle.seconds < BATCH_SECONDS
    assert battle.memory_mib < MEMORY_MIB


@each_battle
def test_the_sheets_of_the_cohort_are_text_too(battle: Battle) -> None:
    page = (battle.base / "marks" / "index.html").read_text("utf-8")
    assert poison_in_page(page) == ["input", "script"], "the kit's own search and its script"
    table = (battle.base / "marks" / "marks.csv").read_text("utf-8")
    assert not odd_characters(table)
    cells = [cell for row in csv.reader(table.splitlines()) for cell in row]
    assert not [cell for cell in cells if re.match(r"\s*[=+\-@＝＋－＠]", cell)]
    assert not odd_characters(battle.said)


@pytest.mark.parametrize("battle", SOLDIERS[:1], indirect=True)
def test_what_is_printed_is_no_command_to_a_terminal_or_a_ci_service(
    battle: Battle, whole_field: bool
) -> None:
    if not whole_field:
        pytest.skip("the attacks that print commands are in the whole field")
    assert battle.alone
    for printed in (battle.said, *battle.alone.values()):
        assert not odd_characters(printed)
        assert not re.search(r"(?m)^\s*::|##\[", printed)
        of_all = rf"of {field.TOTAL} \("
        assert len(re.findall(rf"(?m)\b{of_all}", printed)) == len(
            re.findall(rf"(?m)^\S.*: [0-9.]+ {of_all}", printed)
        )


# What a page or a file may not hold.


class Page(HTMLParser):
    """The tags of a page, with the attributes that could act."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.odd: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _ACTIVE:
            self.odd.append(tag)
        self.odd += [
            name for name, _ in attrs if name.startswith("on") or name in {"src", "srcdoc"}
        ]
        links = [value or "" for name, value in attrs if name == "href"]
        self.odd += [link for link in links if not re.match(r"#|[^:]+/feedback\.html$", link)]


_ACTIVE = set("script img iframe object embed link form base svg math input video audio".split())


def poison_in_page(html: str) -> list[str]:
    return Page(html).odd + odd_characters(html)


def odd_characters(text: str) -> list[str]:
    """The characters that a terminal or a reader may take for more than text."""
    return sorted(repr(one) for one in set(text) - {"\n", "\t"} if _is_odd(one))


def _is_odd(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def poison_in_json(text: str) -> list[str]:
    return odd_characters(text) + [
        odd for one in _texts(json.loads(text)) for odd in odd_characters(one)
    ]


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from _texts(one)
        case dict():
            for key, one in value.items():
                yield key
                yield from _texts(one)


@pytest.mark.parametrize(
    "html",
    [
        "<script>x</script>",
        "<p onclick=x>",
        "<a href='javascript:x'>",
        "<a href='http://x/feedback.html'>",
        "\x1b[1m",
        "a\u202eb",
    ],
)
def test_poison_in_a_page_is_found(html: str) -> None:
    assert poison_in_page(html)
    assert poison_in_json(json.dumps({"a": ["\x1b"]}))


# Each check can fail.


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Battle:
    """A field on which everything has gone wrong, by our own hand."""
    base = tmp_path_factory.mktemp("lost")
    chosen = ATTACKS[:2]
    battle = field.prepare(base, chosen)
    field.pack_honest(battle)
    listener = Listener(base)
    with listener:
        field.pack_attacks(battle, listener)
    first, second = battle.names
    for name in battle.names:
        folder = base / "marks" / name
        folder.mkdir(parents=True)
        (folder / "feedback.html").write_text(f"<p>it-worked-{chosen[1].slug}", encoding="utf-8")
    (base / "marks" / first / "results.json").write_text(battle.canaries["solution"], "utf-8")
    (base / "marks" / second / "results.json").write_text(str(base), "utf-8")
    row = {"total": str(field.TOTAL), "out_of": str(field.TOTAL), "status": "marked"}
    battle.rows = {name: {**row, "submission": name} for name in battle.names}
    battle.changed = [f"rooms/{first[:3]}/precious.txt"]
    battle.left = [battle.marks[first]]
    battle.received = [battle.marks[first].encode()]
    battle.rows[first]["status"] = "stopped"  # type: ignore[index]
    return battle


def test_whoever_gains_something_is_found_out(lost: Battle) -> None:
    first, second = lost.names
    assert {one.split()[0] for one in field.gains(lost, first)} == {
        "forged",
        "peeked",
        "changed",
        "left",
        "sent",
        "held",
    }
    assert {one.split()[0] for one in field.gains(lost, second)} == {"forged", "boasted", "told"}
