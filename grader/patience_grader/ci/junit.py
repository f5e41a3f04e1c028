"""Reports as JUnit XML, one suite for each submission.

`plain` and `line` leave no character that XML cannot hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from ..text.sanitize import one_line, sanitize
from .model import Report, Test


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
        name=one_line(f"{report.title}: {report.name}" if report.name else report.title),
        tests=str(len(report.tests)),
        failures=str(len(report.lost)),
        errors=str(len(report.void)),
        skipped=str(open_tests),
        time="0",
    )
    for one in report.tests:
        _case(suite, report, one)


def _case(suite: ET.Element, report: Report, one: Test) -> None:
    where = f"{one_line(report.name)}.{one.group}" if report.name else one.group
    name = f"{one.id}: {one_line(one.plain_title)}"
    case = ET.SubElement(suite, "testcase", name=name, classname=where, time="0")
    if one.passed:
        return
    tag = "error" if one.is_void else "skipped" if one.is_open else "failure"
    child = ET.SubElement(case, tag, message=one_line(one.message))
    if tag == "skipped":
        return
    child.set("type", str(one.state))
    parts = [f"{label}:\n{sanitize(text).rstrip()}" for label, text in one.explanation]
    child.text = "\n\n".join([one_line(one.message), *parts])
