"""Reading and writing records."""
import csv
import json
import os
import re
from collections import Counter, defaultdict, namedtuple
from pathlib import Path

Row = namedtuple("Row", "name age city")

class BadRow(ValueError):
    def __init__(self, line, text):
        ValueError.__init__(self, line, text)
        self.line = line
    def __str__(self):
        return f"line {self.line}: bad row"

def read_rows(path):
    rows = []
    with open(path, newline="", encoding="utf-8") as f:
        for n, rec in enumerate(csv.DictReader(f), start=2):
            try:
                rows.append(Row(rec["name"], int(rec["age"]), rec["city"]))
            except (ValueError, TypeError, KeyError):
                raise BadRow(n, str(rec)) from None
    return rows

def write_rows(path, rows):
    with open(path, "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["name", "age", "city"])
        w.writerows(rows)
    return len(rows)

def word_counts(path):
    return Counter(re.findall(r"[a-z']+", Path(path).read_text().lower()))

def by_city(rows):
    d = defaultdict(list)
    for r in rows:
        d[r.city].append(r.name)
    return dict(d)

def save_json(path, obj):
    Path(path).write_text(json.dumps(obj, sort_keys=True, indent=2))

def load_json(path, default=None):
    try:
        with open(path) as f:
            return json.load(f)
    except FileNotFoundError:
        return default

def list_files(folder, ext):
    return sorted(p.name for p in Path(folder).glob(f"*.{ext}"))

def copy_binary(src, dst, size=4):
    n = 0
    with open(src, "rb") as a, open(dst, "wb") as b:
        while chunk := a.read(size):
            b.write(chunk); n += 1
    return n

def append_log(path, msg):
    with open(path, "a") as f:
        f.write(msg + "\n")

def count_lines(f):
    return sum(1 for _ in f)

def delete(path):
    os.remove(path)

def tree(folder):
    out = []
    for root, dirs, files in os.walk(folder):
        dirs.sort()
        for f in sorted(files):
            out.append(os.path.relpath(os.path.join(root, f), folder))
    return out
