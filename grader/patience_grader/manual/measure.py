"""Measures Python files, in a process of its own that never runs what it measures.

Started as a program it reads the files' texts from the standard input, a JSON object
by file name, and writes one JSON object a line: see `measured`.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import lizard
from interrogate.config import InterrogateConfig
from interrogate.visit import CoverageVisitor

_ANY = "any.py"
"""What every file is called here, so that it is read as Python."""
_COUNTED = InterrogateConfig(
    ignore_magic=True,
    ignore_init_method=True,
    ignore_property_setters=True,
    ignore_overloaded_functions=True,
)


def measured(files: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """What is found in the files, each by its kind.

    `documented` and `missing` hold names, `function` the facts of one function,
    `duplicate` places that repeat each other, and `trouble` why something is not there.
    """
    for name, text in files.items():
        try:
            yield from _docstrings(name, text)
        except (SyntaxError, ValueError, MemoryError, RecursionError) as fault:
            yield _trouble(name, "its docstrings cannot be counted", fault)
    duplicates = _duplicates()
    infos = []
    for name, text in files.items():
        try:
            info = _analyzer(duplicates).analyze_source_code(_ANY, text)
        except Exception as fault:  # noqa: BLE001 lizard raises what it happens to meet
            yield _trouble(name, "its functions cannot be measured", fault)
            continue
        info.filename = name
        infos.append(info)
        for one in info.function_list:
            yield {"function": _facts(name, one)}
    for _ in duplicates.cross_file_process(infos):
        pass
    for places in duplicates.get_duplicates():
        spans = [(place.file_name, place.start_line, place.end_line) for place in places]
        yield {"duplicate": spans}


def _trouble(name: str, what: str, fault: Exception) -> dict[str, Any]:
    line = f", line {fault.lineno}" if isinstance(fault, SyntaxError) and fault.lineno else ""
    said = fault.msg if isinstance(fault, SyntaxError) else str(fault) or type(fault).__name__
    return {"trouble": f"{name}: {what} ({said[:200]}{line})"}


def _docstrings(name: str, text: str) -> Iterator[dict[str, Any]]:
    """Which of the file, its classes and its functions have a docstring.

    Private ones count. Functions within functions do not, nor do methods whose
    meaning is given: special ones, setters and overloads.
    """
    visitor = CoverageVisitor(filename=name, config=_COUNTED)
    visitor.visit(ast.parse(text))
    for node in visitor.nodes:
        inner = node.parent is not None and "FunctionDef" in node.parent.node_type
        if not inner:
            where = node.path if node.lineno is None else f"{node.path} (line {node.lineno})"
            yield {"documented" if node.covered else "missing": where}


def _duplicates() -> Any:
    (extension,) = (
        one for one in lizard.get_extensions(["duplicate"]) if hasattr(one, "get_duplicates")
    )
    return extension


def _analyzer(duplicates: Any) -> Any:
    """Lizard, deaf to comments: some of those it knows make it skip what follows."""
    processors = lizard.get_extensions([duplicates])
    return lizard.FileAnalyzer(
        [_without_comments if one is lizard.comment_counter else one for one in processors]
    )


def _without_comments(tokens: Iterator[str], reader: Any) -> Iterator[str]:
    for token in tokens:
        if reader.get_comment_from_token(token) is None:
            yield token
        else:
            yield from "\n" * token.count("\n")


def _facts(name: str, one: Any) -> dict[str, Any]:
    return {
        "file": name,
        "name": one.name,
        "line": one.start_line,
        "lines": one.length,
        "complexity": one.cyclomatic_complexity,
        "parameters": one.parameter_count,
    }


def main() -> None:
    """Measures what stands in the standard input."""
    for one in measured(json.load(sys.stdin)):
        sys.stdout.write(json.dumps(one) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
