"""The terminal game: begin here, and put more modules beside this one as you like."""

import sys

sys.exit("The game is not written yet.")
