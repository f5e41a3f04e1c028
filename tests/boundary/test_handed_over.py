"""What a suite hands over does nothing for a submission that the suite itself may not do."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent, indent

import pytest
from adopting import adopted, lost_by, marked

SHOP = """
import zipfile
def pack(archive, text):
    archive.writestr("a.txt", text)
def unpack(archive, folder):
    archive.extractall(folder)
def create(connection):
    connection.execute("create table items (name text, price integer)")
    connection.execute("insert into items values ('pen', 2), ('ink', 1)")
def options(parser):
    parser.add_argument("--size", type=int, default=3)
def settings(config):
    config["shop"] = {"name": "Ada"}
def note(logger, text):
    logger.warning(text)
def visit(function, items):
    return [function(item) for item in items]
def process(api):
    return api.fetch() + 1
def tell(callback):
    callback(5)
def consume(jobs):
    return jobs.get() * 2
def schema():
    return "create table items (name text, price integer); insert into items values ('pen', 2)"
def cheapest():
    return "select name, price from items order by price limit 1"
def save(text):
    with open("note.txt", "w") as file:
        file.write(text)
    return "note.txt"
def load(name):
    with open(name) as file:
        return file.read()
def clean(name):
    import os
    os.remove(name)
    return name
def total(logger, numbers):
    logger.info("adding")
    return sum(numbers)
def apply(check):
    return check(1)
def attach(observer):
    observer.notify(3)
async def fetch(api):
    return await api.get("a") + 1
def size(config, lock):
    with lock:
        return config["shop"]["size"]
def page():
    return "<h1>{{ name }}</h1>"
def set_up():
    return {"version": 1, "disable_existing_loggers": False, "formatters": {"f": {"format": "%(message)s"}}}
def send(line, text):
    return len(text)
def wait(seconds):
    import time
    time.sleep(seconds)
    return seconds
def delay():
    return 0
class Account:
    def __init__(self):
        self.balance = 0
    def deposit(self, amount):
        self.balance += amount
def generate(path, number):
    path.write_text(f"def f(): return {number}")
def tell_all(items, seen):
    for item in items:
        seen(item * 2)
def search(compare):
    return next(number for number in range(50) if compare(number) == 0)
def notify(mail, names):
    for name in names:
        mail.send(name)
def third(context):
    return context.divide(1, 4)
"""
OF_SHOP = """
import argparse
import asyncio
import configparser
import decimal
import functools
import importlib
import linecache
import logging
import logging.config
import os
import queue
import socket
import sqlite3
import sys
import threading
import unittest
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import AsyncMock, MagicMock, Mock

import jinja2
from shop import (
    Account, apply, attach, cheapest, clean, consume, create, delay, fetch, generate, load, note,
    notify, options, pack, page, process, save, schema, search, send, set_up, settings, size, tell,
    tell_all, third, total, unpack, visit, wait,
)

CONFIG = configparser.ConfigParser()
CONFIG.read_string("[shop]\\nsize = 4\\n")
LOCK = threading.Lock()

def test_pack(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        pack(archive, "hello")
    assert zipfile.ZipFile(tmp_path / "a.zip").read("a.txt") == b"hello"
def test_unpack(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.txt", "hello")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        unpack(archive, str(tmp_path / "there"))
    assert (tmp_path / "there" / "a.txt").read_text() == "hello"
def test_create():
    connection = sqlite3.connect(":memory:")
    create(connection)
    assert connection.execute("select price from items order by price").fetchall() == [(1,), (2,)]
def test_options():
    parser = argparse.ArgumentParser()
    options(parser)
    assert parser.parse_args(["--size", "4"]).size == 4
def test_settings():
    config = configparser.ConfigParser()
    settings(config)
    assert config["shop"]["name"] == "Ada"
def test_note(caplog):
    note(logging.getLogger("shop"), "low")
    assert [one.message for one in caplog.records] == ["low"]
def triple(x, factor=3):
    return x * factor
def test_visit():
    assert visit(triple, [1, 2]) == [3, 6]
def test_process():
    api = MagicMock()
    api.fetch.return_value = 41
    assert process(api) == 42
def test_tell():
    callback = Mock()
    tell(callback)
    callback.assert_called_once_with(5)
def test_consume():
    jobs = queue.Queue()
    jobs.put(4)
    assert consume(jobs) == 8
def test_left():
    jobs = queue.Queue()
    jobs.put(4)
    jobs.put(5)
    consume(jobs)
    assert jobs.get() == 5
def test_schema():
    connection = sqlite3.connect(":memory:")
    connection.executescript(schema())
    assert connection.execute(cheapest()).fetchall() == [("pen", 2)]
def test_save():
    with open(save("hello")) as file:
        assert file.read() == "hello"
def test_remove():
    name = save("hello")
    assert Path(name).is_file()
    os.remove(name)
def test_load():
    assert load(save("hello")) == "hello"
def test_clean():
    assert not Path(clean(save("hello"))).exists()
class TestLater(unittest.TestCase):
    def test_cleanup(self):
        self.addCleanup(os.remove, save("hello"))
    def test_observer(self):
        self.seen = []
        attach(self)
        self.assertEqual(self.seen, [3])
    def notify(self, value):
        self.seen.append(value)
def test_finalizer(request):
    request.addfinalizer(Path(save("hello")).unlink)
def test_pool():
    with ThreadPoolExecutor(1) as pool:
        assert list(pool.map(Path.read_text, [Path(save("hello"))])) == ["hello"]
def test_total():
    assert total(logging.getLogger("shop"), [3, 8, 1]) == 12
def check(answer, value):
    return answer * value
def test_apply():
    assert apply(functools.partial(check, 6)) == 6
def test_fetch():
    api = AsyncMock()
    api.get.return_value = 6
    assert asyncio.run(fetch(api)) == 7
    api.get.assert_awaited_once_with("a")
def test_size():
    assert size(CONFIG, LOCK) == "4"
def test_page():
    assert jinja2.Template(page()).render(name="Ada") == "<h1>Ada</h1>"
def test_set_up():
    found = set_up()
    logging.config.dictConfig(found)
    assert "f" in found["formatters"]
def test_send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        assert send(line, "hello") == 5
def test_wait():
    assert wait(delay()) == 0
def test_threads():
    account = Account()
    threads = [threading.Thread(target=account.deposit, args=(1,)) for _ in range(10)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert account.balance == 10
def test_generate(tmp_path, monkeypatch):
    generate(tmp_path / "made.py", 3)
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("made", None)
    assert importlib.import_module("made").f() == 3
def test_tell_all():
    wanted = iter([2, 4])
    def seen(value):
        assert value == next(wanted)
    tell_all([1, 2], seen)
def test_search():
    def compare(target, number):
        return number - target
    assert search(functools.partial(compare, 37)) == 37
class Mail:
    def __init__(self):
        self.sent = []
    def send(self, name):
        self.sent.append(name)
    def check_sent(self, name):
        assert name in self.sent
def test_notify():
    mail = Mail()
    notify(mail, ["Ada"])
    mail.check_sent("Ada")
def test_third():
    assert third(decimal.getcontext()) == decimal.Decimal("0.25")
def test_line():
    assert linecache.getline(save("hello"), 1).strip() == "hello"
def test_timer():
    timer = threading.Timer(0.01, os.remove, [save("hello")])
    timer.start()
    timer.join()
def test_uri(tmp_path):
    connection = sqlite3.connect(f"{(tmp_path / 'shop.db').as_uri()}?mode=rwc", uri=True)
    create(connection)
    assert connection.execute("select count(*) from items").fetchone() == (2,)
    connection.close()
"""
pytestmark = pytest.mark.nightly

SAVING = {
    *("save", "remove", "load", "clean", "cleanup", "finalizer", "pool", "line", "timer"),
}
"""The tests that ask for a name of a file."""

_TOGETHER = 5
"""After so many attacks the solution is marked."""
DATA = "root/course/grader/suites/shop/words.txt"
SECRET = "what-students-must-not-read"


def attacks(place: Path) -> dict[str, tuple[dict[str, str], set[str]]]:
    """What is put in the place of functions, and what that loses."""
    secret, new, gone = place / "secret.txt", place / "new", place / "gone.txt"
    return {
        "writes by an archive": (
            {
                "pack": f"""
                    archive.writestr({str(new)[1:]!r}, "by an archive")
                    archive.fp.flush()
                    archive.mode = "r"
                    archive.extractall("/")
                    archive.mode = "w"
                """
            },
            {"pack"},
        ),
        "reads by an archive": (
            {
                "unpack": f"archive.mode = 'w'; archive.write({str(secret)!r}, 's.txt'); raise ValueError(archive.read('s.txt'))"
            },
            {"unpack"},
        ),
        "attaches a database": (
            {
                "create": f"""
                    connection.execute("ATTACH DATABASE '{new}' AS p")
                    connection.execute("create table p.x as select 1 as a")
                    connection.commit()
                """
            },
            {"create", "uri"},
        ),
        "attaches a database by a URI": (
            {
                "create": f"""
                    connection.execute("ATTACH DATABASE 'file:{new}' AS p")
                    connection.execute("create table p.x as select 1 as a")
                """
            },
            {"create", "uri"},
        ),
        "reads by a parser": (
            {
                "options": f"""
                    parser.fromfile_prefix_chars = "@"
                    raise ValueError(parser.parse_known_args(["@" + {str(secret)!r}]))
                """
            },
            {"options"},
        ),
        "reads by a configuration": (
            {
                "settings": f"""
                    try:
                        config.read({str(secret)!r})
                    except BaseException as error:
                        raise ValueError(error.args)
                """
            },
            {"settings"},
        ),
        "writes by a logger": (
            {
                "note": f"""
                    for one in logger.root.handlers:
                        if "FileHandler" in repr(one):
                            one.close()
                            one.mode, one.baseFilename, one.delay = "a", {str(new)!r}, True
                    logger.warning(text)
                """
            },
            {"note"},
        ),
        "silences handlers": (
            {
                "note": """
                    for one in logger.root.handlers:
                        one.setLevel(10 ** 6)
                """
            },
            {"note"},
        ),
        "changes a default": (
            {
                "visit": """
                    import gc
                    found = [function(item) for item in items]
                    for one in gc.get_objects():
                        if type(one).__name__ == "Executor":
                            for number in set(one._codec._proxy_numbers.values()):
                                one.ask("op", number, "set_member", ["__defaults__", "", (5,)])
                    return found
                """
            },
            {"visit"},
        ),
        "equals anything": (
            {
                "process": """
                    api.configure_mock(**{"__eq__.return_value": True})
                    return api
                """
            },
            {"process"},
        ),
        "hands back what it was given": ({"process": "return api"}, {"process"}),
        "asserts nothing": (
            {"tell": "callback.assert_called_once_with = callback.anything"},
            {"tell"},
        ),
        "waits for ever": ({"consume": "jobs.get(); return jobs.get()"}, {"consume", "left"}),
        "lets the test wait for ever": (
            {"consume": "first = jobs.get(); jobs.empty() or jobs.get(); return first * 2"},
            {"left"},
        ),
        "copies a database": (
            {"cheapest": f'''return "VACUUM INTO '{new}'"'''},
            {"schema"},
        ),
        "opens a database": (
            {
                "schema": f'''return "ATTACH '{new}' AS g; create table items as select 'pen' as name, 2 as price"'''
            },
            {"schema"},
        ),
        "gives a number for a name": ({"save": "return 4"}, SAVING - {"timer"}),
        "gives another number for a name": ({"save": "return 0"}, SAVING - {"timer"}),
        "names a file": ({"save": f"return {str(gone)!r}"}, SAVING),
        "names a file to read": (
            {"save": f"return {str(secret)!r}", "load": "return name"},
            SAVING,
        ),
        "names a file of the suite": ({"save": f"return {str(place / DATA)!r}"}, SAVING),
        "writes by a handler": (
            {
                "note": f"""
                    for one in logger.root.handlers:
                        if "FileHandler" in repr(one):
                            one.close()
                            one.mode, one.baseFilename, one.stream = "a", {str(new)!r}, None
                    import logging
                    logging.getLogger("shop").warning("print(1)")
                """
            },
            {"note"},
        ),
        "lets a database do all": (
            {
                "create": f"""
                    connection.set_authorizer(None)
                    connection.execute("ATTACH DATABASE '{new}' AS p")
                    connection.execute("create table p.x as select 1 as a")
                """
            },
            {"create", "uri"},
        ),
        "generates without a source": (
            {
                "generate": f"""
                    import importlib._bootstrap_external, marshal, os
                    code = "def f(): return 3\\nopen({str(new)!r}, 'w')"
                    compiled = compile(code, os.__file__, "exec")
                    data = importlib._bootstrap_external._code_to_timestamp_pyc(compiled)
                    (path.parent / "made").mkdir()
                    (path.parent / "made" / "__init__.pyc").write_bytes(bytes(data))
                """
            },
            {"generate"},
        ),
        "swallows what the test finds": (
            {
                "tell_all": """
                    for item in items:
                        try:
                            seen(0)
                        except BaseException:
                            pass
                """
            },
            {"tell_all"},
        ),
        "reads what is called": (
            {"search": "import re; return int(re.findall(r'37|[0-9]+', repr(compare))[-1])"},
            {"search"},
        ),
        "checks nothing": ({"notify": "mail.check_sent = mail.send"}, {"notify"}),
        "rounds for everybody": ({"third": "context.prec = 1; return 0"}, {"third"}),
        "reads the lines of the test": (
            {
                "total": "import re; return int(re.findall(r'== (.*)', logger.findCaller(True)[3])[-1])"
            },
            {"total"},
        ),
        "reads the lines from a log": (
            {
                "total": "logger.warning('x', stack_info=True); raise ValueError(logger.root.handlers)"
            },
            {"total"},
        ),
        "asks for what is given": ({"apply": "return check.args[0]"}, {"apply"}),
        "observes nothing": (
            {"attach": "observer.assertEqual = observer.assertNotEqual"},
            {"observer"},
        ),
        "awaits nothing": (
            {"fetch": "api.get.assert_awaited_once_with = api.anything; return 7"},
            {"fetch"},
        ),
        "leaves nothing": (
            {
                "size": "found = config['shop']['size']; config.clear(); lock.acquire(); return found"
            },
            set(),
        ),
        "is a template": (
            {
                "page": """
                    return (
                        "{% set m = cycler.__init__.__globals__.os %}"
                        "{{ m.open('"""
                + str(new)
                + """', 65) }}<h1>{{ name }}</h1>"
                    )
                """
            },
            {"page"},
        ),
        "is a configuration": (
            {
                "set_up": f"""
                    return {{"version": 1, "formatters": {{"f": {{"()": "os.mkfifo", "path": {str(new)!r}}}}}}}
                """
            },
            {"set_up"},
        ),
        "ends who configures": (
            {
                "set_up": 'return {"version": 1, "formatters": {"f": {"()": "os._exit", "status": 0}}}'
            },
            {"set_up"},
        ),
        "connects": (
            {"send": "line.connect(('127.0.0.1', 47113)); line.sendall(b'x'); return len(text)"},
            {"send"},
        ),
        "lets the reference wait": ({"delay": "return 10 ** 6"}, {"wait"}),
        "adds for ever": (
            {
                "Account": """
                    def __init__(self): self.balance = 0
                    def deposit(self, amount):
                        while True: pass
                """
            },
            {"threads"},
        ),
    }


def with_attack(changes: dict[str, str]) -> str:
    """The solution, and below it the other bodies."""
    text = SHOP
    for name, body in changes.items():
        heads = (f"def {name}(", f"async def {name}(", f"class {name}:")
        head = next(line for line in SHOP.splitlines() if line.startswith(heads))
        text += f"{head}\n{indent(dedent(body).strip(), '    ')}\n"
    return text


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the instructor's, in which something lies that is no submission's business."""
    there = tmp_path_factory.mktemp("instructor")
    (there / "secret.txt").write_text(SECRET, "utf-8")
    (there / "gone.txt").write_text("must stay", "utf-8")
    return there


@pytest.fixture(scope="module")
def results(place: Path) -> Path:
    """The results of all attacks and, after some of them, of the solution."""
    root = place / "root"
    root.mkdir()
    files = {"solution/shop.py": SHOP, "tests/test_shop.py": OF_SHOP, "tests/words.txt": "a b"}
    done = adopted(root, "shop", files)
    assert not done.left_out, done.left_out
    found = {}
    for number, (changes, _) in enumerate(attacks(place).values()):
        found[f"{number:02}"] = {"shop.py": with_attack(changes)}
    for number in range(_TOGETHER - 1, len(found) + _TOGETHER - 1, _TOGETHER):
        found[f"{number:02} and then"] = {"shop.py": f"{SHOP}# {number}\n"}
    marked(root, "shop", found)
    return root / "marks"


def states(results: Path, number: str) -> dict[str, str]:
    tests = json.loads((results / number / "results.json").read_text("utf-8"))["tests"]
    return {one["name"].partition(".")[2]: one["tags"][-1] for one in tests}


@pytest.mark.parametrize("name", attacks(Path()))
def test_it_earns_nothing_and_hurts_nobody_else(results: Path, place: Path, name: str) -> None:
    every = attacks(place)
    number = [*every].index(name)
    found = states(results, f"{number:02}")
    assert {one for one, state in found.items() if state != "passed"} == every[name][1]
    assert "void" not in found.values()
    after = number - number % _TOGETHER + _TOGETHER - 1
    assert {*states(results, f"{after:02} and then").values()} == {"passed"}


def test_nothing_of_the_instructors_is_read_written_or_removed(results: Path, place: Path) -> None:
    assert {one.name for one in place.iterdir()} == {"secret.txt", "gone.txt", "root"}
    assert (place / DATA).read_text("utf-8") == "a b"
    said = [one.read_text("utf-8", "replace") for one in results.rglob("*.*") if one.is_file()]
    assert said
    assert not [text for text in said if SECRET in text]


DECK = """
from enum import Enum


class Suit(Enum):
    CLUBS = "c"
    SPADES = "s"


class Card:
    def __init__(self, rank, suit):
        self.rank, self.suit = rank, suit


class Deck:
    def __init__(self, rng):
        self.cards = [Card(rank, suit) for suit in Suit for rank in (1, 2)]
        rng.shuffle(self.cards)

    def show(self, see):
        see([(card, card.suit) for card in self.cards])
"""
OF_DECKS = """
from unittest.mock import Mock

from deck import Deck, Suit


class Turning:
    def shuffle(self, items):
        items.reverse()


def test_shuffled_once():
    rng = Mock()
    Deck(rng)
    rng.shuffle.assert_called_once()
    assert [card.rank for card in rng.shuffle.call_args.args[0]] == [1, 2, 1, 2]


def test_turned():
    assert [card.rank for card in Deck(Turning()).cards] == [2, 1, 2, 1]


def test_shown():
    seen = []
    Deck(Mock()).show(seen.extend)
    assert [(card.rank, suit) for card, suit in seen[1:3]] == [(2, Suit.CLUBS), (1, Suit.SPADES)]
"""


def test_new_objects_in_a_list_that_a_function_of_the_test_is_given(tmp_path: Path) -> None:
    files = {"solution/deck.py": DECK, "tests/test_deck.py": OF_DECKS}
    submissions = {
        "step by step": DECK.replace(
            "self.cards = [Card", "spare = Card(0, None); self.cards = [*()]; self.cards += [Card"
        ),
        "a tuple": DECK.replace("see([", "see(tuple([").replace("cards])", "cards]))"),
        "of a copy": DECK.replace("shuffle(self.cards)", "shuffle(self.cards[:])"),
        "by rank": DECK.replace(
            "for suit in Suit for rank in (1, 2)", "for rank in (1, 2) for suit in Suit"
        ),
        "no suit": DECK.replace("(card, card.suit)", "(card, card.suit.value)"),
    }
    assert lost_by(tmp_path, "deck", files, submissions) == {
        "step by step": set(),
        "a tuple": set(),
        "of a copy": {"turned"},
        "by rank": {"shuffled_once", "turned", "shown"},
        "no suit": {"shown"},
    }
