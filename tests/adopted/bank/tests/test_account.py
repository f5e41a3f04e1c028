import pytest

from account import Account, InsufficientFunds


@pytest.fixture
def ann():
    return Account("Ann", 100)


class TestAccount:
    def test_starts_empty(self):
        assert Account("Bob").balance == 0

    def test_negative(self):
        with pytest.raises(ValueError) as info:
            Account("Bob", -1)
        assert str(info.value) == "negative balance"

    def test_deposit(self, ann):
        """Money paid in is added."""
        assert ann.deposit(5) == 105
        assert ann.balance == 105

    def test_withdraw_too_much(self, ann):
        with pytest.raises(InsufficientFunds) as info:
            ann.withdraw(200)
        assert info.value.needed == 200
        assert info.value.available == 100
        assert info.value.args == ("needs 200, has 100",)
        assert ann.balance == 100

    def test_not_settable(self, ann):
        with pytest.raises(AttributeError):
            ann.balance = 5

    def test_history(self, ann):
        ann.deposit(1)
        ann.withdraw(2)
        assert ann.history == [("deposit", 1), ("withdraw", 2)]

    def test_transfer(self, ann):
        bob = Account("Bob")
        ann.transfer(bob, 30)
        assert (ann.balance, bob.balance) == (70, 30)


class TestDisplay:
    def test_str(self, ann):
        assert str(ann) == "Ann: 100"
        assert f"{ann}" == "Ann: 100"

    def test_repr(self, ann):
        assert repr(ann) == "Account('Ann', 100)"

    def test_equal(self, ann):
        assert ann == Account("Ann", 100)
        assert ann != Account("Ann", 99)
        assert not ann == "Ann"

    def test_order(self, ann):
        assert Account("Z", 1) < ann
        assert sorted([ann, Account("Z", 1)])[0].owner == "Z"
        assert max([ann, Account("Z", 1)]) is ann

    def test_parse(self):
        assert Account.parse("Eve:7").balance == 7

    @pytest.mark.parametrize(("name", "valid"), [("Ann", True), ("", False), ("x1", False)])
    def test_valid(self, name, valid):
        assert Account.is_valid(name) is valid

    def test_type(self, ann):
        assert isinstance(ann, Account)
        assert type(ann) is Account
        assert type(ann).__name__ == "Account"

    def test_count(self):
        before = Account.count
        Account("A")
        assert Account.count == before + 1
