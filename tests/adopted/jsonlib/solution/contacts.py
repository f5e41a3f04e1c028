import csv
import json
import re
from pathlib import Path

EMAIL = r"^[\w.]+@\w+\.\w+$"


class ContactError(ValueError):
    code = 400


class Duplicate(ContactError):
    code = 409

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return f"duplicate: {self.name}"


class Contacts:
    def __init__(self, path=None):
        self.path = path
        self.people = {}
        if path and Path(path).exists():
            self.load()

    def add(self, name, email, *tags, **extra):
        if name in self.people:
            raise Duplicate(name)
        if not re.match(EMAIL, email):
            raise ContactError("bad email", email)
        self.people[name] = {"email": email, "tags": sorted(tags), **extra}

    def save(self):
        with open(self.path, "w") as f:
            json.dump(self.people, f, indent=2, sort_keys=True)

    def load(self):
        with open(self.path) as f:
            self.people = json.load(f)

    def find(self, pattern):
        return sorted(n for n in self.people if re.search(pattern, n, re.I))

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        if exc[0] is None:
            self.save()

    def to_json(self):
        return json.dumps(self.people)


def read_csv(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def write_csv(rows, path):
    with path.open("w", newline="") as f:
        w = csv.DictWriter(f, fieldnames=list(rows[0]))
        w.writeheader()
        w.writerows(rows)


def parse_log(line):
    m = re.match(r"(?P<date>\d{4}-\d\d-\d\d) \[(?P<level>\w+)\] (?P<msg>.*)", line)
    return m.groupdict() if m else None


def count_lines(fileobj):
    return sum(1 for _ in fileobj)


def deep_get(data, path, default=None):
    for part in path.split("."):
        try:
            data = data[int(part)] if isinstance(data, list) else data[part]
        except (KeyError, IndexError, ValueError, TypeError):
            return default
    return data


def flatten(d, prefix=""):
    out = {}
    for k, v in d.items():
        if isinstance(v, dict):
            out.update(flatten(v, f"{prefix}{k}."))
        else:
            out[prefix + k] = v
    return out
