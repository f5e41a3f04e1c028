import random
import sys
import time
ROOMS = {'hall': {'north': 'library', 'items': ['lamp']}, 'library': {'south': 'hall', 'items': []}}

class Game:

    def __init__(self, start='hall'):
        raise NotImplementedError('TODO')

    def move(self, direction):
        raise NotImplementedError('TODO')

    def take(self, item):
        raise NotImplementedError('TODO')

def main():
    raise NotImplementedError('TODO')

def ask_number(prompt, low, high):
    raise NotImplementedError('TODO')

def greet():
    raise NotImplementedError('TODO')

def roll_dice(n=2):
    raise NotImplementedError('TODO')

def slow_print(text, delay=0.5):
    raise NotImplementedError('TODO')
if __name__ == '__main__':
    main()
