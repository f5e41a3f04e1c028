import inspect
from datetime import date
from decimal import Decimal
import pytest
import account
from account import Account, Current, InsufficientFunds, Kind, Savings, Transaction, transfer

@pytest.fixture
def ann():
    return Current("Ann", Decimal("100"))

@pytest.fixture(params=[Current, Savings], ids=["current", "savings"])
def any_account(request):
    return request.param("Zed", 50)

def test_abstract():
    with pytest.raises(TypeError):
        Account("x")
    assert inspect.isabstract(Account)

def test_abc_members():
    assert "fee" in Account.__abstractmethods__

def test_balance(ann):
    assert ann.balance == Decimal("100")
    assert isinstance(ann.balance, Decimal)

def test_balance_read_only(ann):
    with pytest.raises(AttributeError):
        ann.balance = 5

def test_deposit_returns_self(ann):
    assert ann.deposit(5) is ann

def test_chaining(ann):
    assert ann.deposit(5).deposit(6).balance == 111

def test_deposit_invalid(any_account):
    with pytest.raises(ValueError, match="^amount must be positive$"):
        any_account.deposit(-1)
    assert any_account.balance == 50

def test_withdraw_too_much(ann):
    with pytest.raises(InsufficientFunds) as info:
        ann.withdraw(1000)
    assert info.value.needed == 1000
    assert info.value.available == 100
    assert str(info.value) == "need 1000, have 100"
    assert info.type is InsufficientFunds
    assert info.typename == "InsufficientFunds"

def test_exception_class():
    assert issubclass(InsufficientFunds, Exception)
    assert not issubclass(InsufficientFunds, ValueError)
    e = InsufficientFunds(1, 2)
    assert e.args == ("need 1, have 2",)

def test_history(ann):
    ann.deposit(3)
    ann.withdraw(1)
    assert [t.kind for t in ann.history] == [Kind.DEPOSIT, Kind.WITHDRAWAL]
    assert ann.history[0] == Transaction(date(2024, 1, 1), Decimal(3))
    assert len(ann.history) == 2

def test_transaction_order():
    a, b = Transaction(date(2024, 1, 2), 3), Transaction(date(2024, 1, 1), 5)
    assert sorted([a, b]) == [b, a]
    assert max(a, b) is a

@pytest.mark.parametrize("kind", Kind)
def test_kinds(kind):
    assert Transaction(date(2024, 1, 1), 1, kind).kind is kind

@pytest.mark.parametrize("kind", list(Kind), ids=lambda k: k.name)
def test_kind_names(kind):
    assert kind.name.isupper()
    assert Kind[kind.name] is kind

@pytest.mark.parametrize("kind, value", [(Kind.DEPOSIT, 1), (Kind.WITHDRAWAL, 2)])
def test_kind_values(kind, value):
    assert kind.value == value

def test_from_string():
    acc = Savings.from_string("Bob:12.50")
    assert isinstance(acc, Savings)
    assert type(acc) is Savings
    assert acc.owner == "Bob" and acc.balance == Decimal("12.50")

@pytest.mark.parametrize("text,ok", [("12345678", True), ("123", False), ("abcdefgh", False)])
def test_number_valid(text, ok):
    assert Account.is_valid_number(text) is ok

def test_numbers_increase():
    a, b = Current("a"), Savings("b")
    assert b.number == a.number + 1

def test_repr_str(ann):
    assert repr(ann) == "Current('Ann', 100)"
    assert str(ann) == "Ann: £100.00"
    assert f"{ann}" == "Ann: £100.00"

def test_eq_hash(ann):
    other = Current("Ann", 100)
    assert ann == other and hash(ann) == hash(other)
    assert ann != Current("Ann", 99)
    assert ann != "Ann"
    assert len({ann, other}) == 1
    assert (ann == 5) is False

def test_lt(ann):
    poor = Savings("P", 1)
    assert poor < ann
    assert min([ann, poor]) is poor
    assert sorted([ann, poor], key=lambda a: a.balance)[0] is poor

def test_iadd(ann):
    same = ann
    ann += 7
    assert ann is same and ann.balance == 107

def test_bool(ann):
    assert ann
    assert not Current("x")

def test_interest():
    s = Savings("s", 100)
    s.add_interest()
    assert s.balance == Decimal("105.00")
    assert Savings.rate == Decimal("0.05")

def test_rate_override(monkeypatch):
    monkeypatch.setattr(Savings, "rate", Decimal("0.5"))
    s = Savings("s", 10)
    s.add_interest()
    assert s.balance == 15

def test_transfer(ann):
    b = Savings("b")
    transfer(ann, b, 40)
    assert (ann.balance, b.balance) == (60, 40)
    with pytest.raises(InsufficientFunds):
        transfer(ann, b, 61)
    assert (ann.balance, b.balance) == (60, 40)

def test_polymorphic():
    assert [a.fee() for a in (Current("a"), Savings("b"))] == [Decimal("1.50"), 0]
    for cls in Account.__subclasses__():
        assert issubclass(cls, Account)

def test_inheritance():
    assert Current.__bases__ == (Account,)
    assert Account in Savings.__mro__
    assert Savings.mro()[1] is Account

def test_docs():
    assert account.__doc__
    assert InsufficientFunds.__doc__ == "Raised when the balance is too low."
    assert Current.__name__ == "Current"
    assert Account.deposit.__name__ == "deposit"

def test_signature():
    sig = inspect.signature(Account.deposit)
    assert list(sig.parameters) == ["self", "amount", "when"]
    assert sig.parameters["when"].default is None
    assert inspect.isfunction(transfer)
    assert inspect.isclass(Account)
    assert callable(transfer)
