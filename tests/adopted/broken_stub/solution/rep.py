def twice(f):
    def g(x):
        return f(f(x))
    return g

@twice
def add2(x):
    return x + 1
