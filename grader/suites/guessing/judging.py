"""What games earn: the criteria of guessing, each from the outcomes of all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import NoReturn

from guessing.cards import ALL_CARDS
from patience_grader.marks.verdict import Evidence, Picture, Spread, State, Verdict, VerdictReached
from patience_grader.sandbox.student import Student
from suites.guessing.bank.scale import SCALES
from suites.guessing.bank.standings import STANDINGS
from suites.guessing.bank.targets import TARGETS
from suites.guessing.games import Outcome, line_of, played, protocol
from suites.guessing.manner import PRELUDE
from suites.guessing.replies import Hand

_WORDS = {2: "two", 3: "three", 4: "four"}
_STEPS = ("1", "2", "3", "4", "5", "6", "7", "8+", "not found")
_FEW, _MANY = 100, 10_000
_REPEAT = "type this in the folder that holds your package"


def judge_found(student: Student, size: int) -> None:
    """Shares out the marks for finding targets. Raises VerdictReached unless all are found."""
    outcomes = played(student).outcomes[size]
    missed = [one for one in outcomes if not one.is_found]
    if not missed:
        return
    count = len(outcomes) - len(missed)
    shown = _simplest(missed)
    reason = f"{count:,} of {len(outcomes):,} targets were found"
    if count == 0:
        reason = f"no target was found: {shown.why}"
    verdict = Verdict(
        State.PARTIAL if count else shown.state,
        reason,
        _evidence(shown, f"{line_of(shown.target)} is found", _end_of(shown), note=_whys(missed)),
        Fraction(count, len(outcomes)),
    )
    raise VerdictReached(verdict)


def judge_guesses(student: Student, size: int) -> None:
    """Gives the share of the marks that the mean number of guesses earns. Always raises Judged."""
    outcomes = played(student).outcomes[size]
    found = Fraction(sum(one.is_found for one in outcomes), len(outcomes))
    if not found:
        shown = _simplest(outcomes)
        evidence = _evidence(shown, f"{line_of(shown.target)} is found", _end_of(shown))
        raise VerdictReached(Verdict(shown.state, "no target was found", evidence))
    needed = Fraction(sum(one.counted for one in outcomes), len(outcomes))
    worst = max(outcomes, key=lambda one: one.counted)
    share = SCALES[size].share(needed) * found
    if (enough := SCALES[size].enough) is not None:
        _judge_worst(worst, _estimate(size, outcomes, needed, share), share, enough)
    lost = "" if found == 1 else f", and {float(1 - found):.1%} of the targets were not found"
    reason = (
        f"{_figure(needed)} guesses on average{lost}: {float(share):.1%} of the marks; "
        f"{worst.counted:,} at most"
    )
    picture = _picture(size, outcomes, f"mean {_figure(needed)}, at most {worst.counted:,}")
    least = SCALES[size].least
    flag = ""
    if found == 1 and needed < Fraction(str(least)):
        flag = (
            f"{float(needed):.4f} guesses on average are fewer than {least:g}, the least possible"
        )
    if share == 1:
        raise VerdictReached(Verdict(State.PASSED, reason, picture=picture, flag=flag))
    full, _ = SCALES[size].points[0]
    wanted = f"{float(full):.2f} guesses on average or fewer, for all of the marks"
    evidence = _evidence(worst, wanted, f"{_end_of(worst)}\n\nThis game took the most guesses.")
    state = State.PARTIAL if share else State.FAILED
    raise VerdictReached(Verdict(state, reason, evidence, share, picture, flag))


def _estimate(size: int, outcomes: Sequence[Outcome], needed: Fraction, share: Fraction) -> str:
    """The mean, and what it would be worth if the marked targets took as many guesses."""
    marks = f"{SCALES[size].marks:g} marks"
    return (
        f"{_WORDS[size]} cards: {float(needed):,.2f} guesses on average, about {float(share):.0%} "
        f"of {marks} ({len(outcomes)} public targets)"
    ).replace("%", " %")


def _judge_worst(worst: Outcome, reason: str, share: Fraction, enough: int) -> NoReturn:
    """Passes if this game, the one that took most guesses, found its target with enough."""
    if worst.is_found and worst.counted <= enough:
        raise VerdictReached(Verdict(State.PASSED, reason))
    expected = f"each target is found with {enough} guesses or fewer"
    evidence = _evidence(worst, expected, _end_of(worst))
    state = State.PARTIAL if share else State.FAILED
    raise VerdictReached(Verdict(state, reason, evidence, share))


def judge_rule(
    student: Student, size: int, breaks: Callable[[Outcome], str], expected: str
) -> None:
    """Raises VerdictReached if a game breaks a rule, which `breaks` says in words.

    A rule is kept only by games that are played: at least half of the targets must be found.
    """
    outcomes = played(student).outcomes[size]
    broken = [one for one in outcomes if breaks(one)]
    if broken:
        shown = min(broken, key=lambda one: len(one.guesses))
        note = (
            f"{len(broken):,} of {len(outcomes):,} games fail in this way."
            if len(broken) > 1
            else ""
        )
        evidence = _evidence(shown, expected, _end_of(shown), note=note)
        raise VerdictReached(Verdict(State.FAILED, breaks(shown), evidence))
    _lose_if_unplayed(outcomes)


def judge_state(student: Student) -> None:
    """Looks whether games of two cards disturb each other, or a call one that is made again.

    Raises VerdictReached if they do.
    """
    games = played(student)
    if games.disturbed is None:
        _lose_if_unplayed(games.outcomes[2])
        return
    otherwise, alone = games.disturbed.otherwise, games.disturbed.alone
    game = f"the game for {line_of(otherwise.target)}"
    if games.disturbed.twice:
        reason = "a call of next_guess that is made twice makes a worse guess the second time"
        called = f"{game}, with every call of next_guess made twice and the second guess taken"
        expected, got = "when every call is made once", "with calls made twice"
        note = "Never change a state in place: the second call must find what the first one found."
        snippet = _calls_made_twice(otherwise.target)
    else:
        reason = "games that are played in turn end differently than alone"
        called = f"{game}, with other games going on in between"
        expected, got = "when it is played alone", "in turn with others"
        note = "Keep all information about a game in the state, and never change a state in place."
        snippet = _two_games(otherwise.target)
    evidence = Evidence(
        called=called,
        given="",
        expected=f"the same as {expected}:\n{_end_of(alone)}",
        got=f"{got}:\n{_end_of(otherwise)}",
        trace=otherwise.trace,
        note=note,
        snippet=snippet,
        repeat="paste this into Python, started in the folder that holds your package",
    )
    raise VerdictReached(Verdict(State.FAILED, reason, evidence))


def _calls_made_twice(target: Hand) -> str:
    """Lines that play the game for this target and make every call twice."""
    return f"""\
{PRELUDE}answer = cards("{line_of(target)}")
mine = initial_guess(2)
for _ in range(20):
    print(*mine[0])
    if set(mine[0]) == set(answer): break
    said = feedback(answer, mine[0])
    ignored = next_guess(mine, said)
    mine = next_guess(mine, said)
"""


def _two_games(target: Hand) -> str:
    """Lines that play the game for this target with another one in between."""
    other = next(hand for hand in TARGETS[2] if not set(hand) & set(target))
    return f"""\
{PRELUDE}answer, other = cards("{line_of(target)}"), cards("{line_of(other)}")
mine, beside = initial_guess(2), initial_guess(2)
for _ in range(10):
    print(*mine[0])
    if set(mine[0]) == set(answer): break
    if set(beside[0]) != set(other): beside = next_guess(beside, feedback(other, beside[0]))
    mine = next_guess(mine, feedback(answer, mine[0]))
"""


def _lose_if_unplayed(outcomes: Sequence[Outcome]) -> None:
    missed = [one for one in outcomes if not one.is_found]
    if 2 * len(missed) > len(outcomes):
        shown = _simplest(missed)
        reason = "fewer than half of the targets are found, so this cannot be judged"
        evidence = _evidence(shown, f"{line_of(shown.target)} is found", _end_of(shown))
        raise VerdictReached(Verdict(shown.state, reason, evidence))


def _simplest(missed: Sequence[Outcome]) -> Outcome:
    """The shortest of the games that go wrong in the most usual way."""
    usual, _ = Counter((one.state, one.why) for one in missed).most_common(1)[0]
    return min(
        (one for one in missed if (one.state, one.why) == usual),
        key=lambda one: (len(one.guesses), sorted(one.target)),
    )


def _whys(missed: Sequence[Outcome]) -> str:
    """Why how many targets were not found, in words."""
    counts = Counter(one.why for one in missed).most_common(3)
    noted = (f"{'once' if count == 1 else f'{count:,} times'}: {why}" for why, count in counts)
    return "; ".join(noted) + "."


def _end_of(outcome: Outcome) -> str:
    """The game, drawn."""
    end = f"then: {outcome.why}" if outcome.why else ""
    guesses = protocol(outcome) or ("no legal guess, but:" if outcome.got else "no guess")
    return "\n".join(part for part in (guesses, outcome.got, end) if part)


def _evidence(outcome: Outcome, expected: str, got: str, note: str = "") -> Evidence:
    play = f'python3 -m guessing "{line_of(outcome.target)}"'
    return Evidence(
        called=play,
        given="",
        expected=expected,
        got=got,
        trace=outcome.trace,
        note=note,
        snippet=play,
        repeat=_REPEAT,
    )


def _picture(size: int, outcomes: Sequence[Outcome], said: str) -> Picture | None:
    if size not in STANDINGS:
        return None
    own = Counter(len(one.guesses) for one in outcomes if one.is_found)
    mine = Spread("you", _shares(own, len(outcomes)), said)
    title = f"how many guesses the {len(outcomes):,} targets of {_WORDS[size]} cards took"
    if len(outcomes) < comb(len(ALL_CARDS), size):
        _, *sampled = STANDINGS[size]
        title += f"; {' and '.join(sampled)} met as many others"
    return Picture(title, _STEPS, (mine, *_others(size)))


@cache
def _others(size: int) -> tuple[Spread, ...]:
    return tuple(
        Spread(player, _shares(counts, sum(counts.values())), f"mean {_figure(_mean(counts))}")
        for player, counts in reversed(list(STANDINGS[size].items()))
    )


def _figure(mean: Fraction) -> str:
    """A mean as precisely as it says anything: `3.5422`, `663.50`, `137,987`."""
    places = 4 if mean < _FEW else 2 if mean < _MANY else 0
    return f"{float(mean):,.{places}f}"


def _mean(counts: Mapping[int, int]) -> Fraction:
    return Fraction(sum(g * n for g, n in counts.items()), sum(counts.values()))


def _shares(counts: Mapping[int, int], total: int) -> tuple[float, ...]:
    """The share of all games for each step of the picture."""
    last = len(_STEPS) - 2
    steps = [0] * len(_STEPS)
    for guesses, times in counts.items():
        steps[min(guesses - 1, last)] += times
    steps[-1] = total - sum(counts.values())
    return tuple(step / total for step in steps)
