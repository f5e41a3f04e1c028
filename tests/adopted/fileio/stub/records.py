"""Reading and writing records."""
from collections import namedtuple
Row = namedtuple("Row", "name age city")
class BadRow(ValueError):
    pass
def read_rows(path): pass
def write_rows(path, rows): pass
def word_counts(path): pass
def by_city(rows): pass
def save_json(path, obj): pass
def load_json(path, default=None): pass
def list_files(folder, ext): pass
def copy_binary(src, dst, size=4): pass
def append_log(path, msg): pass
def count_lines(f): pass
def delete(path): pass
def tree(folder): pass
