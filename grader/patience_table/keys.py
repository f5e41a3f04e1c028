"""The keys of the table, and what its help says about them."""

from __future__ import annotations

from textual.binding import Binding, BindingType

HELP = (
    ("click, Enter", "play the card to the first place that takes it"),
    ("drag", "take a card and those on it to another place"),
    ("right click, m", "pick a card up; then point at its new place"),
    ("arrow keys", "point at another card"),
    ("1 to 7, 0", "point at a column, or at the waste"),
    ("d", "turn the stock (or click on it)"),
    ("a", "send all cards to the pillars that can go"),
    ("o", "options: safe cards up, colours, animation …"),
    ("h", "show a move that helps, or wins where known"),
    ("p", "play the move of the hint"),
    ("u, r", "undo, redo: as often as you like"),
    ("n", "a new game"),
    ("b", "begin this deal again"),
    ("s, l", "save the game to a file, load one"),
    ("t", "statistics"),
    ("Escape", "put a card back that is picked up"),
    ("?", "this list"),
    ("q", "leave the table; this game goes on next time"),
)
BINDINGS: list[BindingType] = [
    Binding("d", "turn", "Turn"),
    Binding("h", "hint", "Hint"),
    Binding("u", "undo", "Undo"),
    Binding("r", "redo", "Redo"),
    Binding("a", "send_up", "Up"),
    Binding("n", "new", "New"),
    Binding("s", "save", "Save"),
    Binding("l", "load", "Load"),
    Binding("question_mark", "help", "Help", key_display="?"),
    Binding("q", "quit", "Quit"),
    Binding("b", "restart", "Begin again", show=False),
    Binding("o", "options", "Options", show=False),
    Binding("p", "follow", "Play the hint", show=False),
    Binding("t", "statistics", "Statistics", show=False),
    Binding("enter,space", "play", "Play", show=False),
    Binding("m", "pick_up", "Pick up", show=False),
    Binding("escape", "let_go", "Put back", show=False),
    Binding("left", "step(-1, 0)", show=False),
    Binding("right", "step(1, 0)", show=False),
    Binding("up", "step(0, -1)", show=False),
    Binding("down", "step(0, 1)", show=False),
    Binding("0", "point(0)", show=False),
    *(Binding(str(number), f"point({number})", show=False) for number in range(1, 8)),
]


def help_page() -> str:
    """What keys and mouse do, line by line."""
    wide = max(len(keys) for keys, _ in HELP)
    return "\n".join(f"{keys:<{wide}}  {does}" for keys, does in HELP)
