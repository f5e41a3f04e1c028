import json


class ParseError(ValueError):
    def __init__(self, message, position):
        super().__init__(message, position)
        self.position = position

    def __str__(self):
        return f"{self.args[0]} at {self.position}"


class UnknownName(ParseError):
    pass


def evaluate(text, names=None):
    value, rest = _sum(text.replace(" ", ""), 0, names or {})
    if rest != len(text.replace(" ", "")):
        raise ParseError("unexpected text", rest)
    return value


def _sum(text, at, names):
    value, at = _atom(text, at, names)
    while at < len(text) and text[at] in "+-":
        sign = 1 if text[at] == "+" else -1
        other, at = _atom(text, at + 1, names)
        value += sign * other
    return value, at


def _atom(text, at, names):
    start = at
    while at < len(text) and text[at].isdigit():
        at += 1
    if at > start:
        return int(text[start:at]), at
    while at < len(text) and text[at].isalpha():
        at += 1
    if at > start:
        if text[start:at] not in names:
            raise UnknownName(f"unknown name {text[start:at]!r}", start)
        return names[text[start:at]], at
    raise ParseError("expected a number", at)


def read_config(text):
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError("bad config", error.pos) from error


def to_int(text):
    return int(text)


def strict(text):
    return json.loads(text)
