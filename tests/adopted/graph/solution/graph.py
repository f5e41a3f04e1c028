import heapq


class Graph:
    def __init__(self):
        self._edges = {}

    def add_edge(self, a, b, weight=1):
        self._edges.setdefault(a, {})[b] = weight
        self._edges.setdefault(b, {})

    @property
    def nodes(self):
        return set(self._edges)

    def neighbours(self, node):
        return dict(self._edges[node])

    def shortest(self, start, end):
        queue, done = [(0, start, [start])], set()
        while queue:
            cost, node, path = heapq.heappop(queue)
            if node == end:
                return cost, path
            if node in done:
                continue
            done.add(node)
            for other, weight in self._edges[node].items():
                heapq.heappush(queue, (cost + weight, other, [*path, other]))
        return None

    def __contains__(self, node):
        return node in self._edges

    def __len__(self):
        return len(self._edges)


def components(pairs):
    groups = []
    for pair in pairs:
        touching = [group for group in groups if group & set(pair)]
        merged = set(pair).union(*touching)
        groups = [group for group in groups if group not in touching] + [merged]
    return groups


def topological(graph):
    order, seen, active = [], set(), set()

    def visit(node):
        if node in active:
            raise RuntimeError(f"cycle at {node}")
        if node in seen:
            return
        active.add(node)
        for other in graph.get(node, ()):
            visit(other)
        active.discard(node)
        seen.add(node)
        order.append(node)

    for node in graph:
        visit(node)
    return order[::-1]
