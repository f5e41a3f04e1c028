class Graph:
    def __init__(self):
        pass

    def add_edge(self, a, b, weight=1):
        pass

    @property
    def nodes(self):
        pass

    def neighbours(self, node):
        pass

    def shortest(self, start, end):
        pass


def components(pairs):
    return []


def topological(graph):
    pass
