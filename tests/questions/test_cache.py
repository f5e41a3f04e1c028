"""What is kept in the user's cache: found again by what it was made from, and never needed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from patience_grader.course.coursework import Coursework, read_coursework
from patience_grader.questions import cache as kept
from patience_grader.questions import record
from patience_grader.questions.cache import place_of, read_cached, store_cached
from patience_grader.questions.record import recorded
from patience_grader.questions.secret import Secret
from small_course import GAME, edit, small_course


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache/patience"


@pytest.fixture
def coursework(tmp_path: Path) -> Coursework:
    return read_coursework(small_course(tmp_path / "course"), "klondike")


def test_what_is_kept_is_found_again(cache: Path, coursework: Coursework) -> None:
    assert not read_cached(place_of("marked", coursework))
    store_cached(place_of("marked", coursework), "♠")
    assert read_cached(place_of("marked", coursework)) == "♠"
    assert (cache / "marked").stat().st_mode & 0o777 == 0o700
    assert not read_cached(place_of("public", coursework))


def test_it_is_made_anew_for_another_coursework_or_other_libraries(
    cache: Path, coursework: Coursework, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_cached(place_of("marked", coursework), "kept")
    edit(coursework.root / GAME, "card.value + 1 == onto.value", "onto.value == card.value + 1")
    assert not read_cached(place_of("marked", coursework))
    edit(coursework.root / GAME, "onto.value == card.value + 1", "card.value + 1 == onto.value")
    assert read_cached(place_of("marked", coursework)) == "kept"
    (tmp_path / "site-packages/some-2.0.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(tmp_path / "site-packages")
    assert not read_cached(place_of("marked", coursework))


def test_only_what_was_used_last_is_kept(
    cache: Path, coursework: Coursework, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_MOST", 3)
    place = place_of("marked", coursework)
    assert place
    places = [place.with_name(f"{number}.json") for number in range(4)]
    for age, one in enumerate(reversed(places[:3]), 1):
        store_cached(one, "x")
        os.utime(one, (0, 1000 - age))
    assert read_cached(places[0])
    store_cached(places[3], "x")
    assert sorted(place.parent.iterdir()) == [places[0], places[2], places[3]]


def test_a_record_is_made_once_for_each_edition_and_secret_and_anew_where_it_is_damaged(
    cache: Path, coursework: Coursework, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = recorded(coursework, "marked")
    assert recorded(coursework, "marked", Secret.of("another")) != made
    monkeypatch.setattr(record, "_made", lambda *_: '{"made": "anew"}')
    assert recorded(coursework, "marked") == made
    assert recorded(coursework, "public") == {"made": "anew"}
    assert recorded(coursework, "marked", Secret.of("a third")) == {"made": "anew"}
    for text in ("", "[]", "{}", "\x00"):
        for file in (cache / "records").iterdir():
            file.write_text(text)
        assert recorded(coursework, "marked") == {"made": "anew"}


def test_without_a_place_nothing_is_kept(
    coursework: Coursework, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    place = place_of("marked", coursework)
    assert place is None
    store_cached(place, "x")
    assert not read_cached(place)
