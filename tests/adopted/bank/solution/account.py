"""Accounts with a balance."""


class InsufficientFunds(Exception):
    def __init__(self, needed, available):
        super().__init__(f"needs {needed}, has {available}")
        self.needed = needed
        self.available = available


class Account:
    count = 0

    def __init__(self, owner, balance=0):
        if balance < 0:
            raise ValueError("negative balance")
        self.owner = owner
        self._balance = balance
        self.history = []
        Account.count += 1

    @property
    def balance(self):
        return self._balance

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self._balance += amount
        self.history.append(("deposit", amount))
        return self._balance

    def withdraw(self, amount):
        if amount > self._balance:
            raise InsufficientFunds(amount, self._balance)
        self._balance -= amount
        self.history.append(("withdraw", amount))
        return self._balance

    def transfer(self, other, amount):
        self.withdraw(amount)
        other.deposit(amount)

    def __str__(self):
        return f"{self.owner}: {self._balance}"

    def __repr__(self):
        return f"Account({self.owner!r}, {self._balance})"

    def __eq__(self, other):
        if not isinstance(other, Account):
            return NotImplemented
        return (self.owner, self._balance) == (other.owner, other._balance)

    def __lt__(self, other):
        return self._balance < other._balance

    @classmethod
    def parse(cls, text):
        owner, balance = text.split(":")
        return cls(owner, int(balance))

    @staticmethod
    def is_valid(name):
        return bool(name) and name.isalpha()
