import functools

def memoize(f):
    pass

def count_calls(f):
    pass

def retry(times, exceptions=(Exception,)):
    pass

class Timer:
    pass

def tag(name, out):
    pass

def typed(f):
    pass

def fib(n):
    pass

def ways(n):
    pass

def show(x):
    pass

def compose(*fs):
    pass

def curry(f):
    pass

def counter(start=0):
    pass

def countdown(n):
    pass

class repeat:
    pass
