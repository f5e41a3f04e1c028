"""The characters that UTF-8 can encode, told to Hypothesis.

It finds them out by encoding each of a million, which takes a second of processor time wherever
text is drawn, and keeps what it has found in its folder. Here that is always a new one.
"""

from __future__ import annotations

import gzip
import json
import sys
import unicodedata
from pathlib import Path

_TABLE = "codec-v2-utf-8.json.gz"
"""As Hypothesis calls it; a version that calls it otherwise makes its own."""
_ENCODED = ((0, 0xD7FF), (0xE000, sys.maxunicode))
"""All but surrogates; and all of these are decoded to what they were."""


def lay_out_characters(storage: Path) -> None:
    """Writes them where Hypothesis looks for them in its folder."""
    folder = storage / "unicode_data" / unicodedata.unidata_version
    folder.mkdir(parents=True)
    (folder / _TABLE).write_bytes(gzip.compress(json.dumps([_ENCODED, []]).encode(), mtime=0))
