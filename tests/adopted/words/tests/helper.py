from textstats import count_words

SAMPLE = "The cat and the dog"


def check(text, **expected):
    assert count_words(text) == expected
