import dataclasses

import pytest

from chain import Chain, Color, Empty, Pair, Stack, Version


@pytest.fixture(params=[[], [1], [1, 2, 3]])
def values(request):
    return request.param


def test_round_trip(values):
    assert Chain(values).to_list() == values
    assert len(Chain(values)) == len(values)


def test_push_returns_self():
    chain = Chain()
    assert chain.push(1) is chain
    assert chain.push(2).push(3).to_list() == [3, 2, 1]


def test_pop():
    chain = Chain("ab")
    assert [chain.pop(), chain.pop()] == ["a", "b"]
    with pytest.raises(Empty, match="empty chain"):
        chain.pop()


def test_peek_empty():
    with pytest.raises(Empty):
        Chain().peek()


def test_nodes():
    chain = Chain([1, 2])
    assert chain.head.value == 1
    assert chain.head.next.value == 2
    assert chain.head.next.next is None
    assert Chain().head is None


def test_index():
    chain = Chain([5, 6, 7])
    assert chain[1] == 6
    assert chain[1:].to_list() == [6, 7]
    with pytest.raises(IndexError):
        chain[3]


def test_contains():
    assert 2 in Chain([1, 2])
    assert 3 not in Chain([1, 2])


def test_two_iterators():
    chain = Chain([1, 2])
    assert [(a, b) for a in chain for b in chain] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_walk():
    seen = []
    Chain([1, 2]).walk(lambda node: seen.append(node.value))
    assert seen == [1, 2]


def test_pair():
    assert Pair(1) == Pair(1, 0)
    assert Pair(1, 2).swapped() == Pair(2, 1)
    assert repr(Pair(1)) == "Pair(left=1, right=0)"
    assert dataclasses.is_dataclass(Pair)


def test_version():
    assert Version(1, 2) < Version(2)
    assert max(Version(1), Version(1, 1)) == Version(1, 1)
    assert len({Version(1), Version(1)}) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        Version(1).major = 2


def test_color():
    assert Color.RED is not Color.GREEN
    assert Color.RED.other is Color.GREEN
    assert Color(1) is Color.RED
    assert Color["GREEN"].name == "GREEN"
    assert [color.name for color in Color] == ["RED", "GREEN"]
    assert len(Color) == 2


@pytest.mark.parametrize("color", [Color.RED, Color.GREEN])
def test_color_names(color):
    assert color.name == str(color).split(".")[1]


def test_stack():
    stack = Stack()
    stack.push(4)
    assert stack == [4]
    assert stack[0] == 4
    assert stack.pop() == 4
    assert not stack
