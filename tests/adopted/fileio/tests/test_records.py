import io
import json
import os
import tempfile
from collections import Counter
from pathlib import Path
from unittest.mock import mock_open, patch
import pytest
from records import *
from records import BadRow, Row

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")

def test_read(people):
    rows = read_rows(people)
    assert rows[0] == ("Ann", 20, "Leeds")
    assert rows[1].city == "York"
    assert isinstance(rows[0], Row)
    assert [r._asdict() for r in rows][2] == {"name": "Cy", "age": 9, "city": "Leeds"}

def test_read_str():
    assert len(read_rows(os.path.join(DATA, "people.csv"))) == 3

def test_bad():
    with pytest.raises(BadRow) as e:
        read_rows(Path(DATA) / "bad.csv")
    assert e.value.line == 2
    assert str(e.value) == "line 2: bad row"
    assert isinstance(e.value, ValueError)

def test_missing():
    with pytest.raises(FileNotFoundError):
        read_rows("nowhere.csv")

def test_write(tmp_path):
    p = tmp_path / "out.csv"
    assert write_rows(p, [("a", 1, "x"), ("b", 2, "y")]) == 2
    assert p.exists()
    assert p.read_text().splitlines() == ["name,age,city", "a,1,x", "b,2,y"]

def test_round_trip(tmp_path, people):
    rows = read_rows(people)
    write_rows(tmp_path / "o.csv", rows)
    assert read_rows(tmp_path / "o.csv") == rows

def test_relative():
    write_rows("rel.csv", [])
    assert os.path.exists("rel.csv")
    assert os.listdir(".") == ["rel.csv"]

def test_words():
    c = word_counts(DATA + "/poem.txt")
    assert c["the"] == 3 and c["it's"] == 1 and c["zebra"] == 0
    assert isinstance(c, Counter)
    assert c.most_common(1) == [("the", 3)]

def test_by_city(people, expected):
    assert by_city(read_rows(people)) == expected

def test_by_city_type(people):
    assert type(by_city(read_rows(people))) is dict

def test_json(tmp_path):
    p = str(tmp_path / "x.json")
    save_json(p, {"b": 1, "a": [1, None, True]})
    assert load_json(p) == {"a": [1, None, True], "b": 1}
    assert open(p).read().startswith('{\n  "a"')

def test_json_default(tmp_path):
    assert load_json(tmp_path / "none.json") is None
    assert load_json(tmp_path / "none.json", {}) == {}

def test_json_bad(tmp_path):
    (tmp_path / "bad.json").write_text("{nope")
    with pytest.raises(json.JSONDecodeError):
        load_json(tmp_path / "bad.json")
    with pytest.raises(ValueError):
        load_json(tmp_path / "bad.json")

def test_list(tmp_path):
    for n in ("b.txt", "a.txt", "c.md"):
        (tmp_path / n).touch()
    assert list_files(tmp_path, "txt") == ["a.txt", "b.txt"]

def test_binary(tmp_path):
    (tmp_path / "a.bin").write_bytes(bytes(range(10)))
    assert copy_binary(tmp_path / "a.bin", tmp_path / "b.bin") == 3
    assert (tmp_path / "b.bin").read_bytes() == bytes(range(10))

def test_log(tmp_path):
    log = tmp_path / "log.txt"
    append_log(log, "one")
    append_log(log, "two")
    assert log.read_text() == "one\ntwo\n"
    assert log.stat().st_size == 8

def test_stringio():
    assert count_lines(io.StringIO("a\nb\n")) == 2

def test_open_file(tmp_path):
    (tmp_path / "f").write_text("1\n2\n3")
    with open(tmp_path / "f") as f:
        assert count_lines(f) == 3

def test_named_temp():
    with tempfile.NamedTemporaryFile("w+", suffix=".json", delete=False) as f:
        f.write("[1, 2]")
    try:
        assert load_json(f.name) == [1, 2]
    finally:
        os.unlink(f.name)

def test_tempdir():
    with tempfile.TemporaryDirectory() as d:
        save_json(os.path.join(d, "a.json"), 5)
        assert os.listdir(d) == ["a.json"]
        assert tree(d) == ["a.json"]

def test_delete(tmp_path):
    p = tmp_path / "gone"
    p.write_text("x")
    delete(p)
    assert not p.exists()
    with pytest.raises(OSError):
        delete(p)

def test_tree(tmp_path):
    (tmp_path / "s" / "t").mkdir(parents=True)
    (tmp_path / "s" / "a").touch()
    (tmp_path / "s" / "t" / "b").touch()
    assert tree(tmp_path) == ["s/a", "s/t/b"]

def test_mock_open():
    m = mock_open(read_data="[3]")
    with patch("builtins.open", m):
        assert load_json("anything") == [3]
    m.assert_called_once_with("anything")

def test_mock_open_write():
    m = mock_open()
    with patch("builtins.open", m):
        append_log("l.txt", "hi")
    m.assert_called_with("l.txt", "a")
    m().write.assert_called_once_with("hi\n")

def test_factory(tmp_path_factory):
    d = tmp_path_factory.mktemp("data")
    (d / "z.txt").write_text("a b a")
    assert word_counts(d / "z.txt") == {"a": 2, "b": 1}

def test_tmpdir(tmpdir):
    f = tmpdir.join("q.txt")
    f.write("dog")
    assert word_counts(str(f)) == {"dog": 1}

@pytest.mark.parametrize("content,n", [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2)])
def test_count_param(tmp_path, content, n):
    p = tmp_path / "x"
    p.write_text(content)
    with p.open() as f:
        assert count_lines(f) == n
