CASES = [("1+2", 3), ("2*3+4", 10), ("2^3^2", 512), ("(1+2)*3", 9), ("7/2", 3.5)]
def names(tokens): return [t.kind for t in tokens]
