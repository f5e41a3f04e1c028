import json
from pathlib import Path
import pytest

HERE = Path(__file__).parent

@pytest.fixture(scope="session")
def expected():
    return json.loads((HERE / "expected.json").read_text())

@pytest.fixture
def people():
    return HERE / "data" / "people.csv"

@pytest.fixture(autouse=True)
def in_tmp(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
