import csv
import json
import re
from pathlib import Path
EMAIL = '^[\\w.]+@\\w+\\.\\w+$'

class ContactError(ValueError):
    code = 400

class Duplicate(ContactError):
    code = 409

    def __init__(self, name):
        ...

    def __str__(self):
        ...

class Contacts:

    def __init__(self, path=None):
        ...

    def add(self, name, email, *tags, **extra):
        ...

    def save(self):
        ...

    def load(self):
        ...

    def find(self, pattern):
        ...

    def __enter__(self):
        ...

    def __exit__(self, *exc):
        ...

    def to_json(self):
        ...

def read_csv(path):
    ...

def write_csv(rows, path):
    ...

def parse_log(line):
    ...

def count_lines(fileobj):
    ...

def deep_get(data, path, default=None):
    ...

def flatten(d, prefix=''):
    ...
