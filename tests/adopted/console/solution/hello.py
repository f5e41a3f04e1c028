import sys
import random

def ask_name():
    name = input("What is your name? ")
    print(f"Hello, {name}!")

def adder():
    total = 0
    while True:
        line = input()
        if line == "":
            break
        try:
            total += int(line)
        except ValueError:
            print("not a number:", line, file=sys.stderr)
    print("Total:", total)
    return total

def echo():
    for line in sys.stdin:
        sys.stdout.write(line.upper())

def table(n, file=None):
    for i in range(1, n + 1):
        print(*[f"{i * j:3d}" for j in range(1, n + 1)], file=file)

def roll(n):
    return [random.randint(1, 6) for _ in range(n)]

def guess(secret):
    tries = 0
    while True:
        tries += 1
        try:
            g = int(input("Guess: "))
        except ValueError:
            print("Numbers only")
            continue
        if g < secret:
            print("Too low")
        elif g > secret:
            print("Too high")
        else:
            print(f"Correct in {tries} tries")
            return tries

def main(argv=None):
    args = sys.argv[1:] if argv is None else argv
    if not args:
        print("usage: hello NAME", file=sys.stderr)
        sys.exit(2)
    print("Hello " + " ".join(args))
    return 0

def shuffle_deck():
    deck = list(range(52))
    random.shuffle(deck)
    return deck

def read_all():
    return sys.stdin.read().split()

if __name__ == "__main__":
    main()
