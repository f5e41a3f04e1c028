"""Which modules beside the asked ones are taken."""

from __future__ import annotations

from patience_grader.submission.own_modules import MOST_SEARCHED, imported_beside


def found(texts: dict[str, str]) -> set[str]:
    beside = set(texts) - {"box.py"}
    return set(imported_beside({"box.py": texts["box.py"]}, beside, texts.get, ""))


def test_modules_that_import_each_other_are_taken_once() -> None:
    texts = {"box.py": "import a", "a.py": "import b", "b.py": "import a, box", "c.py": ""}
    assert found(texts) == {"a.py", "b.py"}


def test_files_are_searched_up_to_a_length_in_all() -> None:
    long = "x = 1\n" * (MOST_SEARCHED // 6)
    texts = {"box.py": "import a, d", "a.py": f"import b\n{long}", "b.py": "", "d.py": "import e"}
    assert found({**texts, "e.py": ""}) == {"a.py", "d.py", "e.py"}
