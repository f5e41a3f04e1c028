import asyncio
import logging
import unittest
import warnings
import os
from unittest import mock
from unittest.mock import AsyncMock
import pytest
from tasks import *

def test_run(): assert run([1, 2]) == [2, 4]
def test_asyncio_run(): assert asyncio.run(fetch(4)) == 8
def test_loop():
    loop = asyncio.new_event_loop()
    try: assert loop.run_until_complete(gather_all([1, 2, 3])) == [2, 4, 6]
    finally: loop.close()
def test_inner_async():
    async def go():
        a = await fetch(1)
        b = await fetch(a)
        return b
    assert asyncio.run(go()) == 4
def test_agen():
    async def go(): return [x async for x in agen(3)]
    assert asyncio.run(go()) == [0, 1, 2]
def test_async_with():
    async def go():
        async with Resource() as r:
            assert r.open
        return r.open
    assert asyncio.run(go()) is False
def test_is_coroutine():
    assert asyncio.iscoroutinefunction(fetch)
class TestAsync(unittest.IsolatedAsyncioTestCase):
    async def test_fetch(self):
        self.assertEqual(await fetch(3), 6)
def test_warns():
    with pytest.warns(DeprecationWarning, match="use new"):
        assert old(1) == 1
def test_warning_record():
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        old(3)
    assert len(w) == 1 and issubclass(w[0].category, DeprecationWarning)
def test_deprecated():
    with pytest.deprecated_call(): old(1)
class TestWarn(unittest.TestCase):
    def test_warns(self):
        with self.assertWarns(DeprecationWarning): old(2)
    def test_logs(self):
        with self.assertLogs("tasks", level="INFO") as cm: logged(-3)
        self.assertEqual(cm.output, ["INFO:tasks:value -3", "WARNING:tasks:negative: -3"])
def test_caplog(caplog):
    with caplog.at_level(logging.INFO): assert logged(-2) == 2
    assert "negative: -2" in caplog.text
    assert caplog.records[0].levelname == "INFO"
def test_env(monkeypatch):
    monkeypatch.setenv("APP_HOME", "/x")
    assert home() == "/x"
def test_env_del(monkeypatch):
    monkeypatch.delenv("APP_HOME", raising=False)
    assert home() == "/none"
def test_env_dict():
    with mock.patch.dict(os.environ, {"DEBUG": "1"}):
        assert debug()
    assert not debug()
