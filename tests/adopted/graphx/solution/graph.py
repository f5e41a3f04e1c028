from collections import deque, defaultdict
import heapq
from functools import lru_cache, cache
class NoPath(LookupError): pass
class Graph:
    def __init__(self, edges=(), directed=False):
        self.adj = defaultdict(dict); self.directed = directed
        for e in edges: self.add(*e)
    def add(self, a, b, w=1):
        self.adj[a][b] = w
        self.adj[b]
        if not self.directed: self.adj[b][a] = w
    def neighbours(self, n): return set(self.adj[n])
    def bfs(self, start):
        seen = {start}; q = deque([start])
        while q:
            n = q.popleft(); yield n
            for m in sorted(self.adj[n]):
                if m not in seen: seen.add(m); q.append(m)
    def dijkstra(self, a, b):
        heap = [(0, a, [a])]; done = set()
        while heap:
            d, n, p = heapq.heappop(heap)
            if n == b: return d, p
            if n in done: continue
            done.add(n)
            for m, w in self.adj[n].items(): heapq.heappush(heap, (d + w, m, [*p, m]))
        raise NoPath(a, b)
    def walk(self, visit, start):
        for n in self.bfs(start):
            if visit(n) is False: break
    def components(self):
        out = []; seen = set()
        for n in self.adj:
            if n not in seen:
                c = frozenset(self.bfs(n)); seen |= c; out.append(c)
        return set(out)
    @property
    def edges(self): return {(a, b): w for a, ns in self.adj.items() for b, w in ns.items()}
    def __contains__(self, n): return n in self.adj
    def __len__(self): return len(self.adj)
    def __bool__(self): return True
def topo(deps):
    out = []; state = {}
    def visit(n):
        if state.get(n) == 1: raise ValueError("cycle", n)
        if n in state: return
        state[n] = 1
        for m in deps.get(n, ()): visit(m)
        state[n] = 2; out.append(n)
    for n in deps: visit(n)
    return out
def hanoi(n, a="A", b="B", c="C"):
    return 0 if n == 0 else hanoi(n-1, a, c, b) + 1 + hanoi(n-1, c, b, a)
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
@cache
def lcs(a, b):
    if not a or not b: return ""
    if a[0] == b[0]: return a[0] + lcs(a[1:], b[1:])
    return max(lcs(a[1:], b), lcs(a, b[1:]), key=len)
def knapsack(items, cap):
    best = {0: 0}
    for w, v in items:
        for c, t in list(best.items()):
            if c + w <= cap: best[c + w] = max(best.get(c + w, 0), t + v)
    return max(best.values())
def permutations(xs):
    if not xs: yield []; return
    for i, x in enumerate(xs):
        for p in permutations(xs[:i] + xs[i+1:]): yield [x, *p]
def queens(n):
    def place(rows):
        if len(rows) == n: return 1
        return sum(place([*rows, c]) for c in range(n) if all(c != r and abs(c - r) != len(rows) - i for i, r in enumerate(rows)))
    return place([])
