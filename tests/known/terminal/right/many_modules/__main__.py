import sys

from .deal import shuffled_table
from .errors import GameError
from .game import Game
from .loop import run
from .startfile import load_start

try:
    table = load_start(sys.argv[1]) if sys.argv[1:] else shuffled_table()
except GameError as problem:
    print("Error:", problem)
    raise SystemExit(2)
run(Game(table))
