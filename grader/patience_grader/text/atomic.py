"""Files that are never seen half written."""

from __future__ import annotations

from pathlib import Path
from tempfile import NamedTemporaryFile


def write_atomically(file: Path, data: bytes | str, *, mode: int = 0o644) -> None:
    """Writes the file in one step: whoever reads it sees all of the old or all of the new.

    Text is written as UTF-8, its line ends as they are. Of several processes that write the
    same file, the last one's text stays. Raises OSError, and then leaves nothing behind.
    """
    content = data.encode() if isinstance(data, str) else data
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as unfinished:
        written = Path(unfinished.name)
        try:
            unfinished.write(content)
            written.chmod(mode)
            unfinished.close()
            written.replace(file)
        except BaseException:
            written.unlink(missing_ok=True)
            raise
