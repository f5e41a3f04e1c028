import asyncio
import threading
from queue import Queue
import logging
import warnings
import os

log = logging.getLogger(__name__)

async def fetch(x, delay=0):
    await asyncio.sleep(delay)
    return x * 2

async def gather_all(xs):
    return await asyncio.gather(*(fetch(x) for x in xs))

async def agen(n):
    for i in range(n):
        yield i

class Resource:
    def __init__(self): self.open = False
    async def __aenter__(self):
        self.open = True
        return self
    async def __aexit__(self, *a):
        self.open = False
    def __await__(self):
        yield from asyncio.sleep(0).__await__()
        return 5

def run(xs):
    return asyncio.run(gather_all(xs))

def parallel(f, xs):
    out = [None] * len(xs)
    def work(i): out[i] = f(xs[i])
    ts = [threading.Thread(target=work, args=(i,)) for i in range(len(xs))]
    for t in ts: t.start()
    for t in ts: t.join()
    return out

def old(x):
    """Deprecated."""
    warnings.warn("use new", DeprecationWarning, stacklevel=2)
    return x

def logged(x):
    log.info("value %s", x)
    if x < 0:
        log.warning("negative: %d", x)
    return abs(x)

def home():
    return os.environ.get("APP_HOME", "/none")
def debug():
    return os.getenv("DEBUG") == "1"
