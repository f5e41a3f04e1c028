"""Bank accounts."""
class InsufficientFunds(Exception):
    pass
class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
    def deposit(self, amount):
        pass
class Current(Account):
    pass
class Savings(Account):
    pass
def transfer(a, b, amount):
    pass
