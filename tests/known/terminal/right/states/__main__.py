import random
import sys

from .formats import shuffled, start
from .state import DECK, Refusal
from .talk import Session, answer, shown
from .world import read


def main(arguments):
    state = read(arguments[0], start) if arguments else shuffled(random.sample(DECK, 52))
    if isinstance(state, Refusal):
        print("Error: " + state.text)
        return 2
    session = Session(state)
    print(shown(session), flush=True)
    for line in sys.stdin:
        session, text = answer(session, line)
        print(text, flush=True)
        if session.over:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
