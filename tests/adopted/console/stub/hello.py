def ask_name():
    pass
def adder():
    pass
def echo():
    pass
def table(n):
    pass
def roll(n):
    pass
def guess(secret):
    pass
def main():
    pass
