"""What late work costs, and the file that says when it came in."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import holidays
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience_grader.course.coursework import Course
from patience_grader.errors import InputError
from patience_grader.marks.late import (
    Banded,
    Hourly,
    Rule,
    Settlement,
    Timing,
    check,
    check_holidays,
    settle,
)
from patience_grader.marks.moment import read_time

LONDON = ZoneInfo("Europe/London")
HALF = Hourly(timezone="Europe/London", percent_per_hour=0.5)
ROOT = Path(__file__).parents[2]


def banded(rule: Rule | None) -> Banded:
    assert isinstance(rule, Banded)
    return rule


BANDS = banded(Course(ROOT).coursework("klondike").late)
NAMES = [name for name, _ in BANDS.bands]
FRIDAY = "2026-03-06 17:00"


def at(text: str) -> datetime:
    """The time, without a zone if the text names none."""
    return datetime.fromisoformat(text)


def settled(
    rule: Rule,
    submitted: str | None,
    deadline: str | None = FRIDAY,
    *,
    total: float = 80,
    adheres: bool = True,
    own: str | None = None,
    reason: str = "",
) -> Settlement:
    """The settlement of a total out of 100."""
    timing = Timing(at(submitted) if submitted else None, at(own) if own else None, reason)
    given_deadline = at(deadline) if deadline else None
    return settle(
        rule,
        Fraction(total),
        Fraction(100),
        adheres=adheres,
        timing=timing,
        deadline=given_deadline,
    )


def fallen(settlement: Settlement) -> int:
    """By how many bands."""
    return NAMES.index(settlement.band_after) - NAMES.index(settlement.band_before)


# Marks off for every hour


@pytest.mark.parametrize(
    ("submitted", "deadline", "hours"),
    [
        pytest.param("2026-03-06 16:59", FRIDAY, 0, id="early"),
        pytest.param("2026-03-06 17:00", FRIDAY, 0, id="on time"),
        pytest.param("2026-03-06 17:00:00.000001", FRIDAY, 1, id="a microsecond"),
        pytest.param("2026-03-06 17:00:01", FRIDAY, 1, id="a second"),
        pytest.param("2026-03-06 18:00", FRIDAY, 1, id="an hour"),
        pytest.param("2026-03-06 18:00:01", FRIDAY, 2, id="an hour and a second"),
        pytest.param("2026-03-09 17:00", FRIDAY, 72, id="a weekend"),
        pytest.param("2026-03-29 02:30", "2026-03-29 00:30", 1, id="the hour that is skipped"),
        pytest.param("2026-10-25 02:30", "2026-10-25 00:30", 3, id="the hour that comes twice"),
        pytest.param("2026-10-25T01:10+00:00", "2026-10-25T01:50+01:00", 1, id="clock set back"),
        pytest.param("2026-03-06T12:00-05:00", FRIDAY, 0, id="another offset, on time"),
        pytest.param("2026-03-06T12:01-05:00", FRIDAY, 1, id="another offset, late"),
        pytest.param("2026-07-01T17:00+00:00", "2026-07-01 17:00", 1, id="summer time"),
    ],
)
def test_every_hour_or_part_of_one_costs_marks(submitted: str, deadline: str, hours: int) -> None:
    settlement = settled(HALF, submitted, deadline)
    assert settlement.before == 80
    assert settlement.after == 80 - Fraction(hours, 2)
    assert bool(settlement.reasons) == bool(hours)


def test_an_hour_costs_a_share_of_the_scheme_and_not_of_what_was_earned() -> None:
    rule = Hourly(timezone="Europe/London", percent_per_hour=0.1)
    timing = Timing(at("2026-03-06 17:10"))
    settlement = settle(
        rule, Fraction(7, 3), Fraction(66), adheres=True, timing=timing, deadline=at(FRIDAY)
    )
    assert settlement.after == Fraction(7, 3) - Fraction(66, 1000)


def test_no_mark_falls_below_0() -> None:
    settlement = settled(HALF, "2026-03-16 17:00")
    assert settlement.after == 0
    assert settlement.reasons[-1] == "No mark falls below 0."


@pytest.mark.parametrize(
    ("submitted", "told"),
    [
        ("17:00:12.345678", "17:00:12 GMT"),
        ("17:01", "17:01 GMT"),
        ("17:00:00.5", "17:00:00.500000"),
    ],
)
def test_parts_of_a_second_are_told_where_nothing_else_is_late(submitted: str, told: str) -> None:
    (first, *_) = settled(HALF, f"2026-03-06 {submitted}", FRIDAY).reasons
    assert f"submitted on Friday 6 March 2026, {told}" in first


def test_a_student_is_told_how_late_and_what_it_costs() -> None:
    assert settled(HALF, "2026-03-29T16:30:01+00:00", "2026-03-28 17:00").reasons == (
        "The deadline was Saturday 28 March 2026, 17:00 GMT, "
        "and your work was submitted on Sunday 29 March 2026, 17:30:01 BST.",
        "That is 24 hours late, a part of an hour counted as one. "
        "Each hour costs 0.5 % of 100 marks, 12 in all.",
    )


def test_marks_off_for_hours_have_nothing_to_do_with_the_instructions() -> None:
    assert settled(HALF, FRIDAY, adheres=False) == Settlement(Fraction(80), Fraction(80))


# Bands


@pytest.mark.parametrize(
    ("total", "band"),
    [(100, "A1"), (120, "A1"), (92, "A1"), (91, "A2"), (70, "A5"), (69, "B1"), (9, "H"), (0, "H")],
)
def test_a_percentage_has_its_band(total: int, band: str) -> None:
    settlement = settled(BANDS, FRIDAY, total=total)
    assert settlement == Settlement(Fraction(total), Fraction(total), band, band)


def test_a_percentage_is_not_rounded() -> None:
    almost = Fraction(70 * 66, 100) - Fraction(1, 10**9)
    settlement = settle(
        BANDS, almost, Fraction(66), adheres=True, timing=Timing(), deadline=at(FRIDAY)
    )
    assert settlement.band_before == "B1"


def test_a_band_may_begin_between_two_percentages() -> None:
    rule = msgspec.structs.replace(BANDS, bands=(("pass", 39.5), ("fail", 0.0)))
    bands = [settled(rule, FRIDAY, total=total).band_before for total in (39.25, 39.5, 39.75)]
    assert bands == ["fail", "pass", "pass"]


@pytest.mark.parametrize(
    ("deadline", "submitted", "days"),
    [
        pytest.param(FRIDAY, "2026-03-06 17:00", 0, id="on time"),
        pytest.param(FRIDAY, "2026-03-06 17:00:01", 1, id="a second"),
        pytest.param(FRIDAY, "2026-03-06 18:00", 1, id="the same evening"),
        pytest.param(FRIDAY, "2026-03-07 12:00", 1, id="Saturday"),
        pytest.param(FRIDAY, "2026-03-09 09:00", 1, id="Monday morning"),
        pytest.param(FRIDAY, "2026-03-09 17:00", 1, id="Monday on the hour"),
        pytest.param(FRIDAY, "2026-03-09 18:00", 2, id="Monday evening"),
        pytest.param(FRIDAY, "2026-03-13 17:00", 5, id="five working days"),
        pytest.param("2026-03-07 12:00", "2026-03-08 23:59", 0, id="all on a weekend"),
        pytest.param("2026-03-07 12:00", "2026-03-09 00:00", 0, id="until Monday begins"),
        pytest.param("2026-03-07 12:00", "2026-03-09 00:01", 1, id="from when Monday begins"),
        pytest.param("2026-03-07 12:00", "2026-03-10 00:00", 1, id="all Monday"),
        pytest.param("2026-03-07 12:00", "2026-03-10 00:01", 2, id="from when Tuesday begins"),
        pytest.param("2025-12-31 17:00", "2026-01-05 17:00", 1, id="New Year, 1 and 2 January"),
        pytest.param("2025-12-31 17:00", "2026-01-05 17:01", 2, id="after New Year"),
        pytest.param("2026-04-02 17:00", "2026-04-03 12:00", 1, id="Good Friday"),
        pytest.param(
            "2026-04-02 17:00", "2026-04-06 17:00", 1, id="Easter Monday is a working day"
        ),
        pytest.param("2026-04-02 17:00", "2026-04-06 17:01", 2, id="after Easter Monday"),
        pytest.param("2026-03-27 17:00", "2026-03-30 17:00", 1, id="clocks go forward"),
        pytest.param("2026-10-23 17:00", "2026-10-26 17:00", 1, id="clocks go back"),
        pytest.param("2026-10-23 17:00", "2026-10-26T17:00:01+00:00", 2, id="clocks are back"),
    ],
)
def test_every_working_day_or_part_of_one_costs_two_bands(
    deadline: str, submitted: str, days: int
) -> None:
    settlement = settled(BANDS, submitted, deadline)
    assert settlement.before == settlement.after == 80
    assert settlement.band_before == "A3"
    assert fallen(settlement) == 2 * days


def test_january_2_is_a_working_day_in_england() -> None:
    england = msgspec.structs.replace(BANDS, subdivision="ENG")
    assert fallen(settled(england, "2026-01-05 17:00", "2025-12-31 17:00")) == 4


def test_a_working_day_is_as_long_as_the_clock_says() -> None:
    """In Cairo the clocks go back on a Thursday night; here the Friday is a working day."""
    cairo = msgspec.structs.replace(BANDS, timezone="Africa/Cairo")
    assert fallen(settled(cairo, "2026-10-30 17:00", "2026-10-29 17:00")) == 2
    assert fallen(settled(cairo, "2026-10-30 17:01", "2026-10-29 17:00")) == 4
    hours = Hourly(timezone="Africa/Cairo", percent_per_hour=1)
    assert settled(hours, "2026-10-30 17:00", "2026-10-29 17:00").after == 80 - 25


def test_days_on_which_the_university_is_closed_do_not_count() -> None:
    closed = msgspec.structs.replace(BANDS, closed=(date(2026, 3, 9), date(2026, 3, 10)))
    assert fallen(settled(closed, "2026-03-11 17:00")) == 2
    assert fallen(settled(BANDS, "2026-03-11 17:00")) == 6


def test_after_five_working_days_there_is_the_last_band() -> None:
    assert settled(BANDS, "2026-03-13 17:00", total=100).band_after == "C3"
    settlement = settled(BANDS, "2026-03-13 17:00:01", total=100)
    assert settlement.band_after == "H"
    assert settled(BANDS, "2099-12-31 23:59", total=100).band_after == "H"
    assert settlement.reasons[1:] == (
        "That is more than 5 working days late, so your band is H.",
        "Your band falls from A1 to H.",
    )


def test_no_band_falls_below_the_last() -> None:
    settlement = settled(BANDS, "2026-03-09 18:00", total=15, adheres=False)
    assert (settlement.band_before, settlement.band_after) == ("G1", "H")
    settlement = settled(BANDS, "2026-03-09 18:00", total=0)
    assert not any("falls" in reason for reason in settlement.reasons)


@pytest.mark.parametrize("submitted", [FRIDAY, None])
@pytest.mark.parametrize("deadline", [FRIDAY, None])
def test_not_following_the_instructions_costs_two_bands_also_in_time(
    submitted: str | None, deadline: str | None
) -> None:
    settlement = settled(BANDS, submitted, deadline, adheres=False)
    assert fallen(settlement) == 2
    assert settlement.reasons[-2:] == (
        "The submission instructions were not followed, which costs 2 bands.",
        "Your band falls from A3 to A5.",
    )


def test_a_student_is_told_how_late_and_how_far_the_band_falls() -> None:
    assert settled(BANDS, "2026-03-09 09:00", adheres=False).reasons == (
        "The deadline was Friday 6 March 2026, 17:00 GMT, "
        "and your work was submitted on Monday 9 March 2026, 09:00 GMT.",
        "That is 1 working day late, a part of a working day counted as one, and costs 2 bands.",
        "The submission instructions were not followed, which costs 2 bands.",
        "Your band falls from A3 to B2.",
    )
    assert settled(BANDS, "2026-03-08 09:00", "2026-03-07 17:00").reasons[1:] == (
        "No part of a working day lies between them, so that costs nothing.",
    )


def test_the_example_of_the_handout_is_so() -> None:
    bands = {
        submitted: settled(BANDS, submitted, total=67).band_after
        for submitted in ("2026-03-06 20:00", "2026-03-07 20:00", "2026-03-09 10:00")
    }
    assert set(bands.values()) == {"B3"}
    assert settled(BANDS, "2026-03-09 18:00", total=67).band_after == "C2"
    assert settled(BANDS, "2026-03-13 17:01", total=67).band_after == "H"


# Deadlines


@pytest.mark.parametrize("rule", [HALF, BANDS], ids=["hourly", "bands"])
class TestDeadlines:
    def test_without_a_deadline_nothing_is_late(self, rule: Rule) -> None:
        assert settled(rule, "2026-03-09 09:00", None).reasons == ()
        assert settled(rule, None, None).reasons == ()

    def test_without_a_time_of_submission_a_student_is_told_so(self, rule: Rule) -> None:
        settlement = settled(rule, None)
        assert settlement.after == settlement.before
        assert settlement.band_after == settlement.band_before
        assert settlement.reasons == (
            "The time of your submission is not known, so lateness was not judged.",
        )

    def test_the_deadline_given_counts_before_the_one_of_the_rule(self, rule: Rule) -> None:
        dated = msgspec.structs.replace(rule, deadline=at("2026-03-01 17:00"))
        assert settled(dated, "2026-03-06 17:00").reasons == ()
        assert settled(dated, "2026-03-06 17:00", None).reasons != ()

    def test_the_students_own_deadline_counts_before_all_others(self, rule: Rule) -> None:
        dated = msgspec.structs.replace(rule, deadline=at("2026-03-01 17:00"))
        own = "2026-03-10T17:00+01:00"
        in_time = settled(dated, "2026-03-10 16:00", own=own, reason="jury service")
        assert in_time.reasons == (
            "Your deadline was extended to Tuesday 10 March 2026, 16:00 GMT (jury service).",
        )
        late = settled(dated, "2026-03-10 16:01", own=own)
        assert late.reasons[0].endswith("16:00 GMT.")
        assert late.reasons[1].startswith("The deadline was Tuesday 10 March 2026, 16:00 GMT, ")
        assert settled(rule, "2026-03-04 17:00", own="2026-03-03 17:00").reasons[1:] != ()


# Properties

MOMENTS = st.datetimes(datetime(2025, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))
LATENESS = st.timedeltas(-timedelta(hours=2), timedelta(days=20)).map(
    lambda late: late - late % timedelta(minutes=30)
)
TOTALS = st.fractions(0, 120, max_denominator=60)


def after(rule: Rule, total: Fraction, due: datetime, late: timedelta, adheres: bool) -> Settlement:
    return settle(
        rule, total, Fraction(100), adheres=adheres, timing=Timing(due + late), deadline=due
    )


@given(TOTALS, MOMENTS, LATENESS, LATENESS, st.booleans())
def test_the_rule_gives_nothing_and_later_is_never_better(
    total: Fraction, due: datetime, one: timedelta, other: timedelta, adheres: bool
) -> None:
    sooner, later = (after(HALF, total, due, late, adheres) for late in sorted((one, other)))
    assert 0 <= later.after <= sooner.after <= sooner.before == total
    early, tardy = (after(BANDS, total, due, late, adheres) for late in sorted((one, other)))
    assert early.before == early.after == total
    bands = [early.band_before, early.band_after, tardy.band_after]
    assert [NAMES.index(band) for band in bands] == sorted(map(NAMES.index, bands))


@given(TOTALS, TOTALS, MOMENTS, LATENESS, st.booleans())
def test_the_better_work_stays_as_good(
    one: Fraction, other: Fraction, due: datetime, late: timedelta, adheres: bool
) -> None:
    worse, better = (after(BANDS, total, due, late, adheres) for total in sorted((one, other)))
    assert NAMES.index(better.band_after) <= NAMES.index(worse.band_after)
    worse, better = (after(HALF, total, due, late, adheres) for total in sorted((one, other)))
    assert worse.after <= better.after


@given(MOMENTS, LATENESS)
def test_working_days_are_the_working_time_in_between_by_the_day(
    due: datetime, late: timedelta
) -> None:
    """British clocks change on Sundays, so every working day has 24 hours."""
    scotland = holidays.country_holidays("GB", subdiv="SCT")
    start, end = (moment.astimezone(LONDON).replace(tzinfo=None) for moment in (due, due + late))
    worked = timedelta()
    for number in range((end.date() - start.date()).days + 1):
        midnight = datetime.combine(start.date() + timedelta(days=number), time())
        if scotland.is_working_day(midnight.date()):
            worked += min(end, midnight + timedelta(days=1)) - max(start, midnight)
    days = max(0, -(-worked // timedelta(days=1)))
    lost = fallen(after(BANDS, Fraction(100), due, late, True))
    assert lost == (2 * days if days <= 5 else len(NAMES) - 1)


# What the front matter says


def test_the_rules_of_the_handouts() -> None:
    guessing = Course(ROOT).coursework("guessing").late
    assert guessing == HALF
    assert NAMES[0] == "A1"
    assert NAMES[-1] == "H"
    assert (BANDS.country, BANDS.subdivision) == ("GB", "SCT")


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ({"timezone": "Europe/Glasgow"}, "'Europe/Glasgow' is not a time zone"),
        ({"timezone": ""}, "'' is not a time zone"),
        ({"timezone": "../etc"}, "'../etc' is not a time zone"),
        ({"bands": ()}, "the bands must go down"),
        ({"bands": (("A", 50.0), ("H", 1.0))}, "the last, which begins at 0"),
        ({"bands": (("A", 50.0), ("B", 50.0), ("H", 0.0))}, "the bands must go down"),
        ({"bands": (("H", 0.0), ("A", 50.0), ("H", 0.0))}, "the bands must go down"),
        ({"bands": (("A", 50.0), ("A", 0.0))}, "two bands have the same name"),
        ({"deadline": datetime(1, 1, 1)}, "the deadline is in the year 1"),
    ],
)
def test_a_rule_that_cannot_be_applied_is_refused(rule: dict[str, object], why: str) -> None:
    broken = msgspec.structs.replace(BANDS, **rule)
    with pytest.raises(InputError) as fault:
        check(broken, "handout/cards.md:7")
    assert str(fault.value).startswith("handout/cards.md:7: ")
    assert why in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("rule", "where"),
    [({"country": "Scotland"}, "'Scotland SCT'"), ({"subdivision": "Glasgow"}, "'GB Glasgow'")],
)
def test_a_place_without_known_holidays_is_refused(rule: dict[str, object], where: str) -> None:
    broken = msgspec.structs.replace(BANDS, **rule)
    check(broken, "handout/cards.md:7")
    with pytest.raises(InputError, match=f"cards.md:7: no public holidays are known for {where};"):
        check_holidays(broken, "handout/cards.md:7")


@pytest.mark.parametrize(
    ("old", "new", "blamed", "why"),
    [
        ('rule = "bands"', 'rule = "weekly"', "rule = ", "'weekly'"),
        ('rule = "bands"', 'rule = "hourly"', "country = ", "there is no key `country`"),
        ('timezone = "Europe/London"\n', "", "[late]", "`timezone`"),
        ('"Europe/London"', '"Europe/Glasgow"', "[late]", "'Europe/Glasgow' is not a time zone"),
        (
            "most_working_days = 5",
            "most_working_days = -1",
            "most_working_days",
            "a whole number >= 0",
        ),
        ('["A1", 92]', '["A1", 920]', "bands = ", "late.bands must be a number <= 100.0"),
    ],
)
def test_a_broken_block_is_refused_at_its_line(
    tmp_path: Path, old: str, new: str, blamed: str, why: str
) -> None:
    text = (ROOT / "handout" / "klondike.md").read_text(encoding="utf-8")
    assert old in text
    broken = text.replace(old, new)
    (tmp_path / "handout").mkdir()
    (tmp_path / "handout" / "klondike.md").write_text(broken, encoding="utf-8")
    number = next(
        number for number, line in enumerate(broken.splitlines(), 1) if line.startswith(blamed)
    )
    with pytest.raises(InputError) as fault:
        Course(tmp_path).coursework("klondike")
    assert str(fault.value).startswith(f"handout/klondike.md:{number}: ")
    assert why in str(fault.value)


def test_a_deadline_and_closed_days_are_read() -> None:
    text = """\
rule = "bands"
timezone = "Europe/London"
country = "GB"
bands = [["pass", 40], ["fail", 0]]
closed = [2026-12-24]
deadline = 2026-03-06T17:00:00
"""
    rule = msgspec.toml.decode(text, type=Rule)
    assert isinstance(rule, Banded)
    check(rule, "handout/cards.md")
    assert rule.closed == (date(2026, 12, 24),)
    assert settled(rule, "2026-03-06 17:01", None).band_after == "fail"
    usual = (rule.bands_per_working_day, rule.most_working_days, rule.bands_for_instructions)
    assert usual == (2, 5, 2)


@pytest.mark.parametrize(
    ("year", "is_known"), [(1999, False), (2000, True), (2099, True), (2100, False)]
)
def test_a_deadline_and_a_time_are_of_this_century(year: int, is_known: bool) -> None:
    with nullcontext() if is_known else pytest.raises(InputError, match=f"the year {year}"):
        check(msgspec.structs.replace(BANDS, deadline=datetime(year, 1, 1)), "handout/cards.md")
    with nullcontext() if is_known else pytest.raises(InputError, match="is not a time"):
        read_time(f"{year}-01-01 17:00", "UTC")


@pytest.mark.parametrize(
    "text",
    [
        "17:00", "2026-13-01 17:00", "", "4/12/2026 16:30", "12/12/2026 16:30", "30.2.2026 17:00",
        "27/3/26 17:00", "12.25.2026 17:00", "27.3.2026 25:00", "27.3.2026 17:00 PM",
        "4-12-2026 16:30", "27-3-26 17:00",
        "27.3/2026 17:00", "27.3.1999 17:00", "27.3.2026 17", "27.3.2026 0:30 AM",
    ],
)  # fmt: skip
def test_what_is_not_a_date_and_a_time_of_day_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a time; write the date"):
        read_time(text, "UTC")


@pytest.mark.parametrize("text", ["2026-03-27", "27.3.2026", "27/3/2026", "2026/3/27 "])
def test_a_date_alone_needs_a_time_of_day(text: str) -> None:
    with pytest.raises(InputError, match="is a date without a time of day; add one, for example"):
        read_time(text, "UTC")


# The times


@pytest.mark.parametrize(
    "text",
    [
        "4.12.2026 16:30", "04.12.2026 16:30:00", "4.12.2026, 16:30", "2026/12/04 16:30",
        "2026-12-4 16:30", " 2026-12-04 16:30", "4.12.26 16:30",
    ],
)  # fmt: skip
def test_a_day_may_stand_before_its_month(text: str) -> None:
    assert read_time(text, "UTC") == datetime(2026, 12, 4, 16, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("12/24/2026 4:05 PM", 16), ("24.12.2026 12:05:00 AM", 0), ("2026-12-24 12:05 p.m.", 12),
        ("2026-12-24 11:05am", 11), ("24/12/2026, 1:05 p. m.", 13),
    ],
)  # fmt: skip
def test_the_hours_may_be_those_of_half_a_day(text: str, hour: int) -> None:
    assert read_time(text, "UTC") == datetime(2026, 12, 24, hour, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["25.10.2026 03:45", "25/10/2026 3:45", "10/25/2026 03:45", "25-10-2026 03:45"]
)
def test_slashes_and_hyphens_are_clear_where_the_day_is_no_month(text: str) -> None:
    assert read_time(text, "Europe/Berlin") == datetime(2026, 10, 25, 2, 45, tzinfo=UTC)


def test_a_time_keeps_its_offset() -> None:
    assert read_time("2026-07-01 17:00", "Europe/London") == datetime(2026, 7, 1, 16, tzinfo=UTC)
    assert read_time("2026-07-01T17:00Z", "Europe/London") == datetime(2026, 7, 1, 17, tzinfo=UTC)
    assert read_time("2026-07-01 17:00:30+02:00", "UTC").utcoffset() == timedelta(hours=2)
