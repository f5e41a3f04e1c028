"""The only module that reads and writes."""

import os
import tempfile

from .state import Refusal


def read(path, parse):
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return Refusal(f"{path}: {error}")
    result = parse(text.replace("\r\n", "\n"))
    return Refusal(f"{path}: {result.text}") if isinstance(result, Refusal) else result


def write(path, text):
    try:
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".")
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError as error:
        return Refusal(f"{path}: {error}")
    return None
