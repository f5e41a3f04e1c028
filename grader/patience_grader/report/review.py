"""The page for the person who marks: what tools found, beside the source. It proposes no marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..manual.evidence import Finding, Review
from ..marks.scheme import Scheme
from .environment import environment

_LONG = 30
_COMPLEX = 10
_ABOUT = {
    "A": "names that hide Python's own",
    "ANN": "types",
    "ARG": "what nothing uses",
    "BLE": "exceptions",
    "C9": "structure",
    "D": "docstrings",
    "E1": "layout",
    "E2": "layout",
    "E3": "layout",
    "E5": "layout",
    "ERA": "left over",
    "F4": "imports",
    "F8": "what nothing uses",
    "FIX": "left over",
    "N": "names",
    "PLR0": "structure",
    "PLR1702": "structure",
    "SLF": "structure",
    "W": "layout",
    "syntax": "not Python",
}
"""What rules are about, by the letters that their codes begin with."""
_ELSE = "plainer Python"


@dataclass(frozen=True)
class _Rule:
    """What the linter found by one rule."""

    code: str
    about: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class _Line:
    number: int
    text: str
    findings: tuple[Finding, ...]


def review_page(
    review: Review, files: Mapping[str, str], scheme: Scheme, title: str, submission: str
) -> str:
    """The page on which a person finds what they mark, the evidence, and the source."""
    template = _ENVIRONMENT.get_template("review.html")
    return template.render(
        review=review,
        rules=_rules(review),
        functions=sorted(review.functions, key=lambda one: (-one.lines, -one.complexity)),
        sources={name: _lines(name, text, review) for name, text in files.items()},
        anchors={name: f"file-{number}" for number, name in enumerate(files, 1)},
        criteria=scheme.manual,
        long=_LONG,
        complex=_COMPLEX,
        title=title,
        submission=submission,
    )


def _rules(review: Review) -> list[_Rule]:
    """What was found, by rule: together what is about the same, and there the most first."""
    found: dict[str, list[Finding]] = {}
    for finding in review.findings:
        found.setdefault(finding.code, []).append(finding)
    rules = [_Rule(code, _about(code), tuple(some)) for code, some in found.items()]
    return sorted(rules, key=lambda rule: (rule.about, -len(rule.findings), rule.code))


def _about(code: str) -> str:
    letters = code.rstrip("0123456789")
    known = (code, code[: len(letters) + 1], letters)
    return next((_ABOUT[one] for one in known if one in _ABOUT), _ELSE)


def _lines(name: str, text: str, review: Review) -> list[_Line]:
    found: dict[int, list[Finding]] = {}
    for finding in review.findings:
        if finding.file == name:
            found.setdefault(finding.line, []).append(finding)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    last = len(lines)
    at_the_end = [one for line, some in found.items() if line > last for one in some]
    return [
        _Line(number, line, (*found.get(number, ()), *(at_the_end if number == last else ())))
        for number, line in enumerate(lines, 1)
    ]


_ENVIRONMENT = environment()
