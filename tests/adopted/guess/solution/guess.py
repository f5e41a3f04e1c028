import random
import sys

HIGH = 10


def ask(prompt="? "):
    while True:
        text = input(prompt)
        if text.isdigit():
            return int(text)
        print("a number, please")


def play():
    secret = random.randint(1, HIGH)
    tries = 0
    while True:
        tries += 1
        guess = ask()
        if guess == secret:
            print(f"right after {tries}")
            return tries
        print("too low" if guess < secret else "too high")


def roll(n, rng=random):
    return [rng.randint(1, 6) for _ in range(n)]


def shuffled(cards, rng=None):
    cards = list(cards)
    (rng or random).shuffle(cards)
    return cards


def echo():
    for line in sys.stdin:
        print(line.rstrip().upper())


def main(argv=None):
    argv = sys.argv[1:] if argv is None else argv
    if not argv:
        print("usage: guess NAME", file=sys.stderr)
        sys.exit(2)
    print(f"hello {argv[0]}")
    return 0


def save(path, scores):
    with open(path, "w") as file:
        for name, score in sorted(scores.items()):
            file.write(f"{name},{score}\n")


def load(path):
    with open(path) as file:
        return {name: int(score) for name, score in (line.split(",") for line in file)}


def table(scores):
    for place, (name, score) in enumerate(scores, 1):
        print(f"{place}. {name:<5}{score:>4}")
