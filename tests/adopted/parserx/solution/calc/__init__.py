from .lexer import tokenize, Token
from .parser import parse, evaluate, ParseError
__version__ = "1.2"
__all__ = ["tokenize", "Token", "parse", "evaluate", "ParseError"]
