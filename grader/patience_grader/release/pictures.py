"""The pictures of a handout: files beside it, which the page and the notebook hold within them."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path

from markdown_it.token import Token

from ..errors import InputError

_KINDS = {".svg": "image/svg+xml", ".png": "image/png"}
_NAME = re.compile(r"[\w-]+\.(svg|png)", re.ASCII)
_MOST_BYTES = 1 << 20


def picture(token: Token, folder: Path, where: str) -> tuple[str, str]:
    """The name of a picture's file, and the picture as an address that holds it.

    Raises InputError, beginning with `where`, for one without words, and for a file that cannot
    be used.
    """
    name = str(token.attrs["src"])
    if not token.content.strip():
        raise InputError(f"{where}: a picture needs words for those who cannot see it: ![words]()")
    if not _NAME.fullmatch(name):
        raise InputError(f"{where}: a picture must be an SVG or PNG file beside the handout")
    try:
        data = (folder / name).read_bytes()
    except OSError as fault:
        raise InputError(f"{where}: cannot read handout/{name}: {fault.strerror}") from fault
    if len(data) > _MOST_BYTES:
        raise InputError(f"{where}: handout/{name} is larger than a megabyte")
    kind = _KINDS[Path(name).suffix]
    return name, f"data:{kind};base64,{b64encode(data).decode()}"


def with_pictures(text: str, pictures: Mapping[str, str]) -> str:
    """Markdown whose pictures are held within it."""
    for name, address in pictures.items():
        text = text.replace(f"]({name})", f"]({address})")
    return text
