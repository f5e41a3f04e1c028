"""Bank accounts."""
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum, auto

class InsufficientFunds(Exception):
    """Raised when the balance is too low."""
    def __init__(self, needed, available):
        super().__init__(f"need {needed}, have {available}")
        self.needed = needed
        self.available = available

class Kind(Enum):
    DEPOSIT = auto()
    WITHDRAWAL = auto()

@dataclass(order=True)
class Transaction:
    when: date
    amount: Decimal
    kind: Kind = field(compare=False, default=Kind.DEPOSIT)

class Account(ABC):
    _next = 1
    def __init__(self, owner, balance=Decimal("0")):
        self.owner = owner
        self._balance = Decimal(balance)
        self.number = Account._next
        Account._next += 1
        self.history = []
    @property
    def balance(self):
        return self._balance
    @abstractmethod
    def fee(self):
        """Monthly fee."""
    def deposit(self, amount, when=None):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self._balance += Decimal(amount)
        self.history.append(Transaction(when or date(2024, 1, 1), Decimal(amount), Kind.DEPOSIT))
        return self
    def withdraw(self, amount):
        if amount > self._balance:
            raise InsufficientFunds(amount, self._balance)
        self._balance -= Decimal(amount)
        self.history.append(Transaction(date(2024, 1, 1), Decimal(amount), Kind.WITHDRAWAL))
    @classmethod
    def from_string(cls, text):
        owner, balance = text.split(":")
        return cls(owner, Decimal(balance))
    @staticmethod
    def is_valid_number(text):
        return text.isdigit() and len(text) == 8
    def __repr__(self):
        return f"{type(self).__name__}({self.owner!r}, {self._balance})"
    def __str__(self):
        return f"{self.owner}: £{self._balance:.2f}"
    def __eq__(self, other):
        if not isinstance(other, Account):
            return NotImplemented
        return (self.owner, self._balance) == (other.owner, other._balance)
    def __hash__(self):
        return hash((self.owner, self._balance))
    def __lt__(self, other):
        return self._balance < other._balance
    def __iadd__(self, amount):
        return self.deposit(amount)
    def __bool__(self):
        return self._balance > 0

class Current(Account):
    def fee(self):
        return Decimal("1.50")

class Savings(Account):
    rate = Decimal("0.05")
    def fee(self):
        return Decimal(0)
    def add_interest(self):
        self._balance += self._balance * self.rate

def transfer(a, b, amount):
    a.withdraw(amount)
    b.deposit(amount)
