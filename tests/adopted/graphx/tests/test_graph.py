import sys, itertools, time, collections
import pytest
from unittest.mock import Mock
from graph import *
import graph as g
E = [("a", "b", 4), ("a", "c", 1), ("c", "b", 2), ("b", "d", 5)]
@pytest.fixture(scope="module")
def gr(): return Graph(E)
@pytest.fixture
def tree(): yield Graph([(1, 2), (1, 3), (3, 4)]); 
def test_len(gr): assert len(gr) == 4 and "a" in gr and "z" not in gr
def test_bfs(tree): assert list(tree.bfs(1)) == [1, 2, 3, 4]
def test_bfs_gen(tree):
    it = tree.bfs(1)
    assert next(it) == 1
    assert list(itertools.islice(it, 2)) == [2, 3]
def test_neigh(gr): assert gr.neighbours("b") == {"a", "c", "d"} and isinstance(gr.neighbours("a"), set)
def test_dij(gr):
    d, path = gr.dijkstra("a", "d")
    assert d == 8 and path == ["a", "c", "b", "d"]
def test_nopath():
    x = Graph([(1, 2)], directed=True)
    with pytest.raises(NoPath) as e: x.dijkstra(2, 1)
    assert e.value.args == (2, 1) and isinstance(e.value, LookupError)
    with pytest.raises(LookupError): x.dijkstra(2, 1)
def test_walk(tree):
    seen = []
    tree.walk(seen.append, 1)
    assert seen == [1, 2, 3, 4]
def test_walk_stop(tree):
    visit = Mock(side_effect=[None, False])
    tree.walk(visit, 1)
    assert visit.call_count == 2
def test_components(): assert Graph([(1, 2), (3, 4)]).components() == {frozenset({1, 2}), frozenset({3, 4})}
def test_edges(): assert Graph([(1, 2, 9)], directed=True).edges == {(1, 2): 9}
def test_adj(gr): assert gr.adj["a"] == {"b": 4, "c": 1} and type(gr.adj) is collections.defaultdict
def test_topo():
    order = topo({"a": ["b"], "b": ["c"], "c": []})
    assert order.index("c") < order.index("b") < order.index("a")
def test_cycle():
    with pytest.raises(ValueError) as e: topo({1: [2], 2: [1]})
    assert e.value.args[0] == "cycle"
@pytest.mark.parametrize("n", range(6))
def test_hanoi(n): assert hanoi(n) == 2 ** n - 1
def test_recursion():
    with pytest.raises(RecursionError): depth(10 ** 6)
def test_depth(): assert depth(500) == 500
def test_limit():
    old = sys.getrecursionlimit(); sys.setrecursionlimit(5000)
    try: assert depth(3000) == 3000
    finally: sys.setrecursionlimit(old)
def test_lcs(): assert lcs("abcde", "ace") == "ace" and lcs.cache_info().currsize > 0
def test_lcs_speed():
    t = time.time()
    lcs("a" * 30, "b" * 30)
    assert time.time() - t < 5
def test_knap(): assert knapsack([(1, 1), (3, 4), (4, 5)], 7) == 9
def test_perms():
    ps = permutations([1, 2, 3])
    assert not isinstance(ps, list)
    assert sorted(ps) == sorted(map(list, itertools.permutations([1, 2, 3])))
@pytest.mark.parametrize("n,k", [(1, 1), (4, 2), (6, 4)])
def test_queens(n, k): assert queens(n) == k
@pytest.mark.parametrize("f", [hanoi, depth, queens])
def test_callable(f): assert callable(f) and f.__module__ == "graph" and f(1) == 1
@pytest.mark.parametrize("name", ["hanoi", "depth"])
def test_getattr(name): assert getattr(g, name)(2) in (2, 3)
def test_default_args(): assert hanoi(n=2, a="x") == 3
def test_bad_args():
    with pytest.raises(TypeError): hanoi()
    with pytest.raises(TypeError): hanoi(1, z=2)
def test_instance_attr(tree): tree.label = "t"; assert tree.label == "t" and not tree.directed
