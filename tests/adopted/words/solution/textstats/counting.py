import re
from collections import Counter, defaultdict

from textstats.cleaning import clean

STOP_WORDS = {"the", "a", "of"}
WEIGHTS = {"title": 3, "body": 1}


def words(text):
    return re.findall(r"[a-z']+", clean(text))


def count_words(text):
    return dict(Counter(words(text)))


def most_common(text, n=3):
    counts = Counter(w for w in words(text) if w not in STOP_WORDS)
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:n]


def index(text):
    found = defaultdict(list)
    for place, word in enumerate(words(text)):
        found[word].append(place)
    return found


def unique(text):
    return frozenset(words(text))


def counter(text):
    return Counter(words(text))


def by_length(text):
    found = {}
    for word in words(text):
        found.setdefault(len(word), set()).add(word)
    return found
