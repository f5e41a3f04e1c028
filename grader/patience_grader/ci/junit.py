"""Reports as JUnit XML, one suite for each submission."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree as ET

from ..report.safe import line, plain
from .model import Report, Test

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(reports: Iterable[Report]) -> bytes:
    """The XML. What is lost is a failure, what the kit failed to examine an error."""
    root = ET.Element("testsuites")
    for report in reports:
        _suite(root, report)
    ET.indent(root)
    text = ET.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _suite(root: ET.Element, report: Report) -> None:
    open_tests = sum(one.is_open for one in report.tests)
    suite = ET.SubElement(
        root,
        "testsuite",
        name=_legal(f"{report.title}: {line(report.name)}" if report.name else report.title),
        tests=str(len(report.tests)),
        failures=str(len(report.lost)),
        errors=str(len(report.void)),
        skipped=str(open_tests),
        time="0",
    )
    for one in report.tests:
        _case(suite, report, one)


def _case(suite: ET.Element, report: Report, one: Test) -> None:
    where = f"{line(report.name)}.{one.group}" if report.name else one.group
    name = _legal(f"{one.id}: {line(one.plain_title)}")
    case = ET.SubElement(suite, "testcase", name=name, classname=_legal(where), time="0")
    if one.passed:
        return
    tag = "error" if one.is_void else "skipped" if one.is_open else "failure"
    child = ET.SubElement(case, tag, message=_legal(line(one.message)))
    if tag == "skipped":
        return
    child.set("type", str(one.state))
    parts = [f"{label}:\n{plain(text).rstrip()}" for label, text in one.explanation]
    child.text = _legal("\n\n".join([line(one.message), *parts]))


def _legal(text: str) -> str:
    """The text without what XML cannot hold."""
    return _ILLEGAL.sub("\ufffd", text)
