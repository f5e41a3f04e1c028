import random
import sys
import time

ROOMS = {
    "hall": {"north": "library", "items": ["lamp"]},
    "library": {"south": "hall", "items": []},
}


class Game:
    def __init__(self, start="hall"):
        self.room = start
        self.bag = []
        self.rooms = {k: {**v, "items": list(v["items"])} for k, v in ROOMS.items()}

    def move(self, direction):
        if direction not in self.rooms[self.room] or direction == "items":
            return False
        self.room = self.rooms[self.room][direction]
        return True

    def take(self, item):
        here = self.rooms[self.room]["items"]
        if item not in here:
            raise KeyError(item)
        here.remove(item)
        self.bag.append(item)


def main():
    game = Game()
    print("Welcome!")
    while True:
        words = input("> ").strip().lower().split()
        if not words:
            continue
        if words[0] == "quit":
            print("Bye.")
            break
        elif words[0] == "go":
            print(f"You are in the {game.room}." if game.move(words[-1]) else "You can't go that way.")
        elif words[0] == "take":
            try:
                game.take(words[1])
                print("Taken:", words[1], sep=" ")
            except KeyError:
                print(f"There is no {words[1]} here.", file=sys.stderr)
        else:
            print("What?")


def ask_number(prompt, low, high):
    while True:
        try:
            n = int(input(prompt))
        except ValueError:
            print("Please enter a number.")
            continue
        if low <= n <= high:
            return n
        print(f"Between {low} and {high}, please.")


def greet():
    name = input("What is your name? ")
    age = int(input("How old are you? "))
    print(f"Hello, {name}!")
    print(f"You will be {age + 1} next year.")


def roll_dice(n=2):
    return [random.randint(1, 6) for _ in range(n)]


def slow_print(text, delay=0.5):
    for ch in text:
        sys.stdout.write(ch)
        sys.stdout.flush()
        time.sleep(delay)
    print()


if __name__ == "__main__":
    main()
