import io
import json
import os
import pathlib
import tempfile

import pytest

from contacts import ContactError, Contacts, Duplicate, count_lines, deep_get, flatten, parse_log, read_csv, write_csv

DATA = pathlib.Path(__file__).resolve().parent / "data"
with open(os.path.join(os.path.dirname(__file__), "data.json")) as fp:
    SAMPLE = json.load(fp)


@pytest.fixture
def book(tmp_path):
    b = Contacts(tmp_path / "book.json")
    b.add("Ann Lee", "ann@x.org", "work", "family", age=30)
    b.add("Bob", "bob@y.com")
    return b


def test_add(book):
    assert book.people["Ann Lee"] == {"email": "ann@x.org", "tags": ["family", "work"], "age": 30}


def test_duplicate(book):
    with pytest.raises(Duplicate) as exc:
        book.add("Bob", "b@b.de")
    assert str(exc.value) == "duplicate: Bob"
    assert exc.value.name == "Bob"
    assert exc.value.code == 409
    assert isinstance(exc.value, ValueError)


@pytest.mark.parametrize("bad", ["", "x", "a@b", "@b.c", "a b@c.d"])
def test_bad_email(book, bad):
    with pytest.raises(ContactError) as exc:
        book.add("New", bad)
    assert exc.value.args == ("bad email", bad)
    assert "New" not in book.people


def test_save(book, tmp_path):
    book.save()
    data = json.loads((tmp_path / "book.json").read_text())
    assert data["Bob"]["email"] == "bob@y.com"
    assert Contacts(tmp_path / "book.json").people == book.people


def test_save_format(book, tmp_path):
    book.save()
    assert (tmp_path / "book.json").read_text().startswith('{\n  "Ann Lee": {')


def test_context(tmp_path):
    path = tmp_path / "c.json"
    with Contacts(path) as c:
        c.add("Z", "z@z.zz")
        assert not path.exists()
    assert path.exists()


def test_context_error(tmp_path):
    path = tmp_path / "c.json"
    with pytest.raises(KeyError):
        with Contacts(path) as c:
            raise KeyError
    assert not path.exists()


def test_find(book):
    assert book.find("^b") == ["Bob"]
    assert book.find("e") == ["Ann Lee"]
    assert json.loads(book.to_json()).keys() == {"Ann Lee", "Bob"}


def test_read_csv():
    rows = read_csv(DATA / "people.csv")
    assert rows == [{"name": "Ann", "age": "30"}, {"name": "Bob", "age": "25"}]


def test_write_csv():
    with tempfile.TemporaryDirectory() as d:
        p = pathlib.Path(d, "o.csv")
        write_csv([{"a": 1, "b": 2}], p)
        assert p.read_text().split() == ["a,b", "1,2"]


def test_write_csv_empty(tmp_path):
    with pytest.raises(IndexError):
        write_csv([], tmp_path / "x.csv")


def test_chdir(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    c = Contacts("rel.json")
    c.add("A", "a@a.aa")
    c.save()
    assert os.listdir() == ["rel.json"]


def test_parse_log():
    assert parse_log("2024-01-02 [WARN] disk full") == {"date": "2024-01-02", "level": "WARN", "msg": "disk full"}
    assert parse_log("nonsense") is None


def test_count_lines(tmp_path):
    assert count_lines(io.StringIO("a\nb\n")) == 2
    p = tmp_path / "f"
    p.write_text("x\n" * 5)
    with open(p) as f:
        assert count_lines(f) == 5


def test_deep_get():
    assert deep_get(SAMPLE, "users.0.langs.en") == 5
    assert deep_get(SAMPLE, "users.7.name", "?") == "?"
    assert deep_get(SAMPLE, "n") is None


def test_flatten():
    assert flatten({"a": {"b": {"c": 1}}, "d": [1, {"x": 2}]}) == {"a.b.c": 1, "d": [1, {"x": 2}]}
