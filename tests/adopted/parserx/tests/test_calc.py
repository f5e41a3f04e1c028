import pytest
import calc
import calc.lexer as lexer
from calc import evaluate, parse, ParseError, Token, tokenize
from calc.parser import Bin, Num
from .helpers import CASES, names
@pytest.mark.parametrize(("text", "want"), CASES)
def test_cases(text, want): assert evaluate(text) == want
@pytest.mark.parametrize("text,want", CASES, ids=[c[0] for c in CASES])
def test_spaces(text, want): assert evaluate(" ".join(text)) == pytest.approx(want)
def test_vars(): assert evaluate("x+y*2", x=1, y=3) == 7
def test_env(): assert parse("a").eval({"a": [1]}) == [1]
def test_tokens(): assert names(tokenize("1 + ab")) == ["num", "op", "name"]
def test_token(): assert list(tokenize("12"))[0] == Token("num", "12", 0) and next(tokenize(" a")).pos == 1
def test_lexer_module(): assert lexer.SPEC.match("12").group("num") == "12"
@pytest.mark.parametrize("bad", ["1+", "(1", ")", "1 2"])
def test_errors(bad):
    with pytest.raises(ParseError): parse(bad)
def test_error_token():
    with pytest.raises(ParseError) as info: parse("1 )")
    assert info.value.message == "trailing" and info.value.token.text == ")" and info.value.token == Token("op", ")", 2)
def test_error_no_token():
    with pytest.raises(ParseError) as info: parse("")
    assert info.value.token is None
def test_name_error():
    with pytest.raises(NameError) as info: evaluate("zz")
    assert isinstance(info.value.__cause__, KeyError)
def test_zero():
    with pytest.raises(ZeroDivisionError): evaluate("1/0")
def test_tree():
    t = parse("1+2*3")
    assert isinstance(t, Bin) and t.op == "+" and isinstance(t.left, Num) and t.right.op == "*" and t.left.v == 1
def test_visit():
    def depth(n): return 1 + max(depth(n.left), depth(n.right)) if isinstance(n, Bin) else 1
    assert depth(parse("1+2*3^4")) == 4
def test_repr(): assert repr(parse("1+2")).startswith("(")
def test_all(): assert set(calc.__all__) >= {"parse", "evaluate"} and calc.__version__ == "1.2"
def test_ops(): assert Bin.OPS["+"](2, 3) == 5 and sorted(Bin.OPS) == sorted("+-*/^")
def test_fstring(): assert f"{evaluate('7/2'):.1f}" == "3.5"
def test_int_type(): assert type(evaluate("4")) is int and type(evaluate("4.0")) is float
