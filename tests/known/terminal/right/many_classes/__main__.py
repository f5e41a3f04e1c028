import sys

from .errors import KlondikeError
from .files import StartReader
from .shell import Shell
from .table import Table


def main() -> int:
    try:
        table = StartReader(sys.argv[1]).table() if len(sys.argv) > 1 else Table.shuffled()
    except KlondikeError as error:
        print(f"Error: {sys.argv[1]}: {error}")
        return 2
    Shell(table).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
