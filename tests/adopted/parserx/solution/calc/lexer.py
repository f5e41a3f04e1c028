import re
from typing import NamedTuple
class Token(NamedTuple):
    kind: str
    text: str
    pos: int = 0
SPEC = re.compile(r"\s*(?:(?P<num>\d+\.?\d*)|(?P<name>[a-z]+)|(?P<op>[-+*/^()=]))")
def tokenize(text):
    pos = 0
    text = text.rstrip()
    while pos < len(text):
        m = SPEC.match(text, pos)
        if not m: raise SyntaxError(f"bad character {text[pos]!r} at {pos}")
        yield Token(m.lastgroup, m[m.lastgroup], m.start(m.lastgroup))
        pos = m.end()
