"""Solitaire with a frame and colours."""
import sys

from . import ui

sys.exit(ui.main(sys.argv[1:]))
