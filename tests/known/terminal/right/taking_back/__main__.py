import sys

from .cards import Refused
from .files import Shuffle, StartFile
from .game import Game


def main():
    try:
        source = StartFile(sys.argv[1]) if len(sys.argv) > 1 else Shuffle()
        table = source.table()
    except Refused as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    Game(table).play()
    return 0


sys.exit(main())
