import pytest
from graph import Graph, components, topological


def build(*edges):
    graph = Graph()
    for edge in edges:
        graph.add_edge(*edge)
    return graph


def test_nodes():
    assert build(("a", "b")).nodes == {"a", "b"}


def test_empty_nodes():
    assert not Graph().nodes


def test_contains():
    graph = build((1, 2))
    assert 2 in graph
    assert 3 not in graph
    assert len(graph) == 2


def test_neighbours_is_a_copy():
    graph = build((1, 2, 7))
    graph.neighbours(1)[9] = 9
    assert graph.neighbours(1) == {2: 7}


def test_unknown():
    with pytest.raises(KeyError):
        Graph().neighbours("x")


def test_shortest():
    graph = build(("a", "b", 1), ("b", "c", 1), ("a", "c", 5))
    assert graph.shortest("a", "c") == (2, ["a", "b", "c"])


def test_no_path():
    assert build((1, 2)).shortest(2, 1) is None


def test_components():
    found = components([(1, 2), (3, 4), (2, 5)])
    assert sorted(map(sorted, found)) == [[1, 2, 5], [3, 4]]


def test_no_components():
    assert components([]) == []


def test_topological():
    order = topological({"a": ["b"], "b": ["c"], "c": []})
    assert order.index("a") < order.index("b") < order.index("c")


def test_cycle():
    with pytest.raises(RuntimeError, match="cycle"):
        topological({"a": ["b"], "b": ["a"]})
