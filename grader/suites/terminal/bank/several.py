"""The questions of exercise 5: moving several cards."""

from suites.terminal.bank.plays import Play, questions
from suites.terminal.bank.tables import start

__all__ = ["SEVERAL"]

_CARRIED_OUT = (
    Play(
        start({1: "D5", 2: "s4", 3: "H3", 4: "c6", 5: "c2", 6: "DA", 7: "H5"}),
        [
            "move s4 1",
            "move H3 1",
            "move c2 1",
            "move DA 1",
            "move D5 4 | many order",
            "move s4 7 | part",
        ],
    ),
    Play(
        start({1: "cQ", 2: "s4", 3: "c9 D5", 4: "c6", 5: "H3 s10", 6: "s2 DJ"}),
        ["move s4 3", "move D5 4 | two turned order", "move s10 6", "move DJ 1 | two order"],
    ),
    Play(
        start({1: "H9", 2: "D8", 3: "s9 HJ", 4: "sQ", 5: "D10", 7: "D2"}, "c10 s7 D6 c5 HK"),
        [
            "deal",
            "move c10 3",
            "move HJ 4 | two order turned",
            "deal",
            "move s7 2",
            "deal",
            "move D6 2",
            "deal",
            "move c5 2",
            "move D8 3 | many order turned",
        ],
    ),
    Play(
        start({1: "c8", 2: "D9", 3: "c10", 4: "D7", 5: "s3 HJ", 6: "cQ", 7: "DK"}, "s6 H5 c9"),
        [
            "move c8 2",
            "move D7 2",
            "move D9 3 | many order",
            "move c10 5 | many order",
            "move HJ 6 | many order turned",
            "move cQ 7 | many order",
            "move DK 1 | king",
        ],
    ),
    Play(
        start({1: "D5", 2: "s4", 3: "H3", 4: "c6", 5: "H7", 6: "DK", 7: "cK"}, "H8 c9"),
        [
            "!deal",
            "!deal",
            "move s4 1",
            "move D5 4 | two",
            "move H3 4",
            "move c6 5 | many",
        ],
    ),
    Play(
        start({2: "sJ", 3: "DQ", 4: "s9 c9", 5: "H10", 6: "HQ", 7: "H8"}, "cK D10"),
        [
            "move sJ 3",
            "move H10 3",
            "move c9 3",
            "move H8 3",
            "move sJ 6 | part",
        ],
    ),
    Play(
        start({1: "c7", 2: "H6", 3: "c5", 4: "D6", 5: "D8"}, "H4 s3"),
        [
            "move H6 1",
            "move c5 1",
            "deal",
            "move H4 1",
            "move c5 4 | part",
            "deal",
            "move s3 4",
            "move c7 5 | two",
            "move c5 5 | part",
        ],
    ),
    Play(
        start({1: "HA", 2: "DQ", 4: "c6", 7: "cK"}),
        ["move HA B", "move DQ 7", "move cK 1 | king"],
    ),
    Play(
        start({1: "HA", 2: "H2 DQ", 7: "cK"}),
        ["move HA A", "move cK 1", "move DQ 1", "move H2 A", "move cK 2 | king"],
    ),
    Play(
        start({1: "s8", 4: "H9", 5: "c9 HK"}, "sQ DJ c10"),
        ["move s8 4", "deal", "move sQ 5", "deal", "move DJ 5", "move HK 1 | king turned"],
    ),
)
_REFUSED = (
    Play(
        start({1: "D5", 2: "c4 s4", 3: "H6", 4: "c7", 5: "H5", 6: "c6 D6 DQ", 7: "c5"}, "c9 H3 D9"),
        [
            "move D6 4 | face_down",
            "move c6 4 | face_down",
            "move s4 1",
            "move D5 3 | colour",
            "move D5 4 | rank",
            "move D5 7 | rank",
            "move D5 2 | rank",
            "move D5 5 | last",
            "move D5 1 | rank",
            "move D5 A | foundation",
            "deal",
            "deal",
            "move H3 1",
            "move s4 5",
        ],
    ),
    Play(
        start(
            {1: "cQ", 2: "HK", 3: "HJ DJ", 4: "sK", 5: "sQ", 6: "H10 s10 c9", 7: "sA"}, "H9 H8 D10"
        ),
        [
            "move s10 3 | face_down",
            "move DJ 1",
            "move cQ 4 | colour",
            "move cQ 5 | last",
            "move cQ 3 | rank",
            "move cQ A | foundation",
            "move cQ 2",
            "move cQ 1 | only_king",
            "move cQ 2 | rank",
            "move HK 7 | rank",
            "deal",
        ],
    ),
    Play(
        start({1: "H8", 2: "s7", 3: "H9", 4: "D8 c9", 5: "c7", 6: "D7", 7: "c8"}, "D6 c5 D4"),
        [
            "move s7 1",
            "move H8 5 | rank",
            "deal",
            "move D6 1",
            "move s7 7 | colour",
            "move H8 3 | colour",
            "move s7 5 | last",
            "move s7 6 | rank",
            "move H8 B | foundation",
            "move D8 4 | face_down",
            "move H8 4",
            "move s7 1 | only_king",
            "deal",
        ],
    ),
    Play(
        start({1: "D5", 2: "HQ", 3: "cJ", 4: "c6", 5: "H10", 6: "sQ", 7: "DK"}, "s9 HJ c10"),
        [
            "move D5 4",
            "move cJ 2",
            "move HQ 1 | only_king",
            "move c6 1 | only_king",
            "move H10 2",
            "move cJ 1 | only_king",
            "move HQ 6 | rank",
            "move HQ D | foundation",
            "deal",
        ],
    ),
    Play(
        start({1: "H2", 2: "HA", 3: "D3", 4: "cA", 5: "c2", 6: "DA", 7: "D2"}, "H9"),
        [
            "move HA A",
            "move cA 1",
            "move H2 A | foundation",
            "move H2 B | foundation",
            "move DA B",
            "move D2 B",
            "move c2 3",
            "move D3 B | foundation",
            "deal",
        ],
    ),
)
SEVERAL = questions(*_CARRIED_OUT, *_REFUSED)
