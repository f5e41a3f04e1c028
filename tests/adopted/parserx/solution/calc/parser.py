from .lexer import tokenize
class ParseError(Exception):
    def __init__(self, message, token=None):
        super().__init__(message)
        self.message = message
        self.token = token
class Num:
    def __init__(self, v): self.v = v
    def eval(self, env): return self.v
class Var:
    def __init__(self, n): self.n = n
    def eval(self, env):
        try: return env[self.n]
        except KeyError as e: raise NameError(f"name {self.n} is not defined") from e
class Bin:
    OPS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "^": lambda a, b: a ** b}
    def __init__(self, op, l, r): self.op, self.left, self.right = op, l, r
    def eval(self, env): return self.OPS[self.op](self.left.eval(env), self.right.eval(env))
    def __repr__(self): return f"({self.left!r} {self.op} {self.right!r})"
def parse(text):
    toks = list(tokenize(text)); i = 0
    def peek(): return toks[i].text if i < len(toks) else None
    def take():
        nonlocal i
        i += 1
        return toks[i - 1]
    def atom():
        if peek() is None: raise ParseError("unexpected end")
        t = take()
        if t.kind == "num": return Num(float(t.text) if "." in t.text else int(t.text))
        if t.kind == "name": return Var(t.text)
        if t.text == "(":
            e = expr()
            if peek() != ")": raise ParseError("expected )", t)
            take(); return e
        raise ParseError(f"unexpected {t.text}", t)
    def power():
        l = atom()
        if peek() == "^":
            take(); return Bin("^", l, power())
        return l
    def term():
        l = power()
        while peek() in ("*", "/"): l = Bin(take().text, l, power())
        return l
    def expr():
        l = term()
        while peek() in ("+", "-"): l = Bin(take().text, l, term())
        return l
    e = expr()
    if i < len(toks): raise ParseError("trailing", toks[i])
    return e
def evaluate(text, **env):
    return parse(text).eval(env)
