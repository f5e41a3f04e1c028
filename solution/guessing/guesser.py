"""Exercises 1 to 4: the answerer's feedback, and the guesser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from heapq import nsmallest
from itertools import combinations, compress

from .cards import ALL_CARDS, Card, Feedback, Guess, State


def feedback(answer: Guess, guess: Guess) -> Feedback:
    """What the answerer says to a guess.

    The five numbers are the correct cards, the lower ranks, the correct ranks, the
    higher ranks and the correct suits. The order of the cards does not matter.
    """
    answer_ranks = [card.rank for card in answer]
    guess_ranks = [card.rank for card in guess]
    lowest, highest = min(guess_ranks), max(guess_ranks)
    return (
        len(set(answer) & set(guess)),
        sum(rank < lowest for rank in answer_ranks),
        _in_common(answer_ranks, guess_ranks),
        sum(rank > highest for rank in answer_ranks),
        _in_common([card.suit for card in answer], [card.suit for card in guess]),
    )


def _in_common(some: Sequence[object], others: Sequence[object]) -> int:
    """How many can be paired off with equal ones, each used once."""
    return sum(min(some.count(one), others.count(one)) for one in set(others))


def initial_guess(size: int) -> tuple[Guess, State]:
    """The first guess for an answer of this many cards, and a state to go on from."""
    return _book()[size, ""], _all_answers(size)


def next_guess(last: tuple[Guess, State], said: Feedback) -> tuple[Guess, State]:
    """The next guess and a state, after the last guess with its state, and what was said to it."""
    guess, before = last
    left = _left(before, guess, said)
    size = len(guess)
    if set(guess) == set(_book()[size, ""]):
        # The first guess was this one. The second is written down if it is hard to find.
        key = size, "".join(map(str, said))
        if key in _book():
            return _book()[key], left
    _, best = _search(left, _tried(size))
    return tuple(ALL_CARDS[number] for number in best), left


@cache
def _all_answers(size: int) -> tuple[bytes, ...]:
    """All answers of this many cards, in columns.

    From here on a card is a number, its place in `ALL_CARDS`, and a hand is a tuple of
    such numbers. The answers that are still possible are the state. They are kept in
    columns: the first column holds the first card of every answer, a byte each, the
    second column the second card, and so on. So even all 270,725 answers of four cards
    take one megabyte, and what must be done for each of them is done by a few
    operations on a whole column.
    """
    return tuple(map(bytes, zip(*combinations(range(52), size), strict=True)))


def _left(columns: tuple[bytes, ...], guess: Guess, said: Feedback) -> tuple[bytes, ...]:
    """The answers that would have said this to the guess.

    Raises ValueError when there is none.
    """
    cards, lower, ranks, higher, suits = said
    wanted = 625 * cards + 125 * lower + 25 * ranks + 5 * higher + suits
    replies = _replies(columns, _terms(_hand(guess)), {})
    if wanted not in replies:
        raise ValueError("no answer fits all the feedback")
    return _rows(columns, [reply == wanted for reply in replies])


def _hand(guess: Guess) -> tuple[int, ...]:
    """The places of the cards in the pack."""
    return tuple(ALL_CARDS.index(card) for card in guess)


def _rows(columns: tuple[bytes, ...], wanted: Iterable[bool]) -> tuple[bytes, ...]:
    """The columns with the wanted answers alone."""
    chosen = bytes(wanted)
    return tuple(bytes(compress(column, chosen)) for column in columns)


def _terms(hand: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """The terms of the feedback to a guess: which cards, how many at most, and the weight.

    The cards are a set of bits, the lowest for the first card of the pack.
    """
    ranks = [card % 13 for card in hand]
    suits = Counter(card // 13 for card in hand)
    low, high = min(ranks), max(ranks)
    return (
        *((1 << card, 1, 625) for card in hand),
        (_of_ranks(0, low), 4, 125),
        *((_of_ranks(rank, rank + 1), most, 25) for rank, most in Counter(ranks).items()),
        (_of_ranks(high + 1, 13), 4, 5),
        *((0x1FFF << 13 * suit, most, 1) for suit, most in suits.items()),
    )


@cache
def _of_ranks(start: int, stop: int) -> int:
    """The cards of the ranks from the first to before the other, a set of bits."""
    in_a_suit = (1 << stop) - (1 << start)
    return sum(in_a_suit << 13 * suit for suit in range(4))


def _replies(
    columns: tuple[bytes, ...],
    terms: Iterable[tuple[int, int, int]],
    known: dict[tuple[int, int, int], int],
) -> Sequence[int]:
    """The reply of every answer to the guess with these terms, each a single number.

    Each of the five numbers of a feedback is a sum of terms of one kind: how many cards
    of the answer are among certain cards, but not more than some limit. The correct
    suits, for example, are a term for every suit of the guess; the limit is the number
    of the guess's cards in that suit. Terms are weighted so that one sum holds all five
    numbers, as digits to base five. This sum is the reply.

    The values of a term for all answers stand side by side in one long int, 16 bits
    each, so a single addition adds a term to another for every answer. Values that are
    known for these answers are not computed again.
    """
    total = 0
    for term in terms:
        if term not in known:
            known[term] = _values(columns, *term)
        total += known[term]
    return memoryview(total.to_bytes(2 * len(columns[0]), "little")).cast("H")


def _values(columns: tuple[bytes, ...], cards: int, most: int, weight: int) -> int:
    """The value of a term for every answer, side by side."""
    is_one = _is_one(cards)
    counts = sum(int.from_bytes(column.translate(is_one), "little") for column in columns)
    values = bytearray(2 * len(columns[0]))
    values[::2] = counts.to_bytes(len(columns[0]), "little").translate(_at_most(most))
    return weight * int.from_bytes(values, "little")


@cache
def _is_one(cards: int) -> bytes:
    """The table that turns a card into 1 if it is one of these, and into 0 if it is not."""
    return bytes(cards >> card & 1 for card in range(256))


@cache
def _at_most(most: int) -> bytes:
    """The table that turns a number into itself, or into the most if it is larger."""
    return bytes(min(number, most) for number in range(256))


def _search(
    columns: tuple[bytes, ...], others: Mapping[tuple[int, ...], tuple[tuple[int, int, int], ...]]
) -> tuple[int, tuple[int, ...]]:
    """What the answers cost, as far as found, and the guess to begin with.

    What n answers cost is the number of guesses that all of them need together. A guess
    that splits them into k groups is one guess for each of them, and then every group
    needs at least one guess for one of its answers and two for each of the others. So it
    costs at least 3n - k, and one less if it is itself one of the answers. Nothing costs
    less than 2n - 1, and so a guess that is known to cost 2n - 1 or 2n ends the search.
    Otherwise the few guesses with the lowest bounds are followed further.

    The guesses tried are the answers and the others, which come with their terms.
    """
    answers = list(zip(*columns, strict=True))
    size = len(answers)
    if size <= 2:
        return 2 * size - 1, answers[0]
    known: dict[tuple[int, int, int], int] = {}
    tried = answers[:: 1 + size * size // 250_000]  # all of them, unless they are very many
    own = {hand: _replies(columns, _terms(hand), known) for hand in tried}
    bounds = {hand: 3 * size - len(set(replies)) - 1 for hand, replies in own.items()}
    best = min(bounds, key=bounds.__getitem__)
    if bounds[best] <= 2 * size or len(tried) < size:
        return bounds[best], best
    for hand, terms in others.items():
        if hand not in own:
            bounds[hand] = 3 * size - len(set(_replies(columns, terms, known)))
    least = size * size
    for hand in nsmallest(4, bounds, key=bounds.__getitem__):
        if bounds[hand] < least:
            groups = _groups(_replies(columns, _terms(hand), known))
            cost = bounds[hand] + sum(_above_bound(columns, group, own) for group in groups)
            least, best = min((least, best), (cost, hand))
    return least, best


def _groups(replies: Iterable[int]) -> Iterable[list[int]]:
    """The places of the answers, grouped by reply."""
    groups: dict[int, list[int]] = {}
    for place, reply in enumerate(replies):
        groups.setdefault(reply, []).append(place)
    return groups.values()


def _above_bound(
    columns: tuple[bytes, ...], group: list[int], own: Mapping[tuple[int, ...], Sequence[int]]
) -> int:
    """How much more the answers of a group cost than twice their number less one.

    What the answers say to one another is known.
    """
    size = len(group)
    if size <= 2:
        return 0
    hands = list(own)
    most = max(len({own[hands[place]][other] for other in group}) for place in group)
    if most >= size - 1:
        return size - most
    members = set(group)
    part = _rows(columns, [place in members for place in range(len(columns[0]))])
    return _search(part, {hand: _terms(hand) for hand in hands})[0] - (2 * size - 1)


@cache
def _tried(size: int) -> Mapping[tuple[int, ...], tuple[tuple[int, int, int], ...]]:
    """The guesses that are tried whether or not they are possible answers, with their terms.

    These are all hands for two and three cards, and every 16th for four.
    """
    hands = list(combinations(range(52), size))
    return {hand: _terms(hand) for hand in hands[:: 16 if size > 3 else 1]}


@cache
def _book() -> Mapping[tuple[int, str], Guess]:
    """What to guess, by the number of cards and the feedback to the first guess.

    The first guess stands under no feedback. A second guess is in the book where so many
    answers are left that it takes long to find.
    """
    book: dict[tuple[int, str], Guess] = {}
    for entry in _book_text().split():
        said, _, text = entry.partition("-")
        cards = [Card.parse(text[start : start + 2]) for start in range(0, len(text), 2)]
        book[len(cards), said] = tuple(cards)
    return book


def _book_text() -> str:
    """The book, as `python3 -m guessing.plan` writes it: a feedback, and the guess to make then.

    An entry without feedback is the first guess; the others are second guesses.
    """
    return """\
-5CJD 00000-7H9H 00001-7C9H 00010-7HKH 00011-9CKH 00021-KCKH 00100-7H9H 00101-7C9H 00111-JCKH
01000-3H7H 01001-3C7H 01011-3CKH 01101-3D5H 02001-3C3H -5C8CTD 00001-7C7H8H 00002-7C8D7H
00010-7HJHKS 00011-7C7HQH 00012-QC7D7H 00013-7CQD7H 00020-7HJHKS 00021-7CJHKH 00022-KCJD7H
00023-7CJCKD 00030-QHKHQS 00031-QCQHKH 00032-QCKDKH 00100-6H8H9S 00101-8C6H8H 00102-7C9D9H
00110-7HQHTS 00111-TC7HQH 00112-TC7DQH 00113-7CQCTD 00120-8HJHKS 00121-JC8HKH 00122-KCJD8H
00200-6H8H9S 00201-8D6H9H 00202-6C8D9H 00210-6H8HQH 00211-8DJHKH 00212-JC8DKH 01000-3H5H7H
01001-7C3H7H 01002-7C6D3H 01010-3HQH6S 01011-QC3H6H 01012-6C3DQH 01013-3CQC6D 01020-3HJHKS
01021-3CJHKH 01022-KCJD3H 01023-3CJCKD 01100-3H8H6S 01101-3C6H8H 01102-3C8D6H 01110-3HQH5S
01111-QC3H5H 01112-TC3DQH 01113-3CQCTD 01200-3H5H9H 01201-3D5H9H 01202-3C5D9H 02000-3H5H7H
02001-3C3H7H 02002-3C4D7H 02010-3HJHKS 02011-3C3HQH 02012-QC3D3H 02013-3CQD3H 02100-3H5H9H
02101-3C3H8H 02102-3C3D8H 03001-3C3H5S 03002-3C5D3H 10101-6C6H8H 10102-6C8D6H 10111-QD7HTH
10112-7CTDQH 10113-8CQC7D 10121-JD8HKH 10122-JC8DKH 10201-6C6H8H 10202-8C8D6H 10211-8C6HQH
10212-8CJDKH 11101-6D3H8H 11102-3C8C6H 11103-3C6C8D 11111-5C3HQS 11112-5C3DQH 11113-5CQC3D
11201-5C3H8H 11202-5C3D8H 12101-3D3H8H 12102-3C3D8H 20202-6D8H9H -5C9C8DJD 00001-8C7H8H9H
00002-7DAD7HTS 00003-2C6C7D6H 00010-8HTHKH7S 00011-7C7HKHTS 00012-7DJD7HKH 00013-7CTDKDTS
00014-7CKD9H7S 00020-8HTHKH7S 00021-7C7HQHKS 00022-7CKD7SKS 00023-7CQCKD7H 00024-KCTD7HKH
00030-KH7S8S9S 00031-QC7HQHKS 00032-7DKD7HKS 00033-7CQCKDQH 00034-QC7DKDQH 00041-QC2HQHKS
00042-QCKD9HKH 00043-5CKCQDQS 00100-7H9HTH7S 00101-7D7H9HTS 00102-7C9D7H9H 00103-7C8CTDTH
00110-7H9STSKS 00111-JC7STSKS 00112-8CTC7SQS 00113-TCKC7DJH 00114-7CJCKDTS 00120-7H9HQHKS
00121-7C9HQHKH 00122-9DKD7SQS 00123-7CJCKDKH 00124-JCKC7DKH 00130-8HJHQHKS 00131-QD9HQHKS
00132-KC9DTSKS 00133-QC9DKDKH 00200-6H9HTH8S 00201-7D7H9HTH 00202-7C8C7HTH 00203-TC7D9D7S
00204-6C8D9D6S 00210-7HJHKH9S 00211-8C7SJSKS 00212-8CJC7HKH 00213-JC7DKD9H 00214-7CKC8D9D
00220-6H8HKHJS 00221-KC8HJHKH 00222-8CKCJHKH 00223-8CKCKDJH 00224-8CKD9HKS 00300-9H7S8STS
00301-7D7H9HTH 00302-TC9D6H8H 00303-6C6D9D8S 00310-6H8HKHJS 00311-8C6H9HKH 00312-8CKD9STS
00313-7CJCKD9H 01000-3H6H9H7S 01001-6C3H6H7S 01002-6C8C3S6S 01003-3C6C7D6S 01004-3C6C7D7S
01010-3HTHKH7S 01011-3C6HTSKS 01012-3D7D6HQS 01013-6C3DTDKH 01014-3C6CTDKD 01020-3H7H9HKS
01021-KC3S7STS 01022-3DKD6HQS 01023-KC3D6D7S 01024-3C7CKDKS 01030-QH3S8SKS 01031-KC3S9SKS
01032-3DKD6HKH 01033-3CQCKDQH 01034-3C7CKDKS 01100-3H6H8H7S 01101-7C3S6S9S 01102-7C8C3H7H
01103-6C3D7D9H 01104-6C8C3D7D 01110-9H3S5S7S 01111-9D3S5S6S 01112-3C8C7H9H 01113-7CKC9D8S
01114-6C9C3D5D 01120-8H3S9SKS 01121-9D3S8SKS 01122-3CJCQSKS 01123-KC3D9D8H 01124-3CKC5DJS
01200-3H6H8H9S 01201-6C3H8H9H 01202-5D9D3H7H 01203-3C6C9D8H 01204-8C9C3D7D 01210-3H8HKH9S
01211-KD3S5SJS 01212-3D5D8HKH 01213-3CKC9D8H 01214-3C9CJCKD 01300-3H9HTH8S 01301-3C5H8HTH
01302-5D6D3H9H 01303-3CTC5D8S 02000-3H5S6S8S 02001-3C3H6H7S 02002-3C7D3H7H 02003-3C6C7D3H
02004-3C7D4S7S 02010-TH3S5SKS 02011-3C4S6SKS 02012-3C6C3HQH 02013-KC3DTD3H 02014-3C6C4DKD
02020-3H7H9HKS 02021-3C3HQHKS 02022-3CKD3SKS 02023-3CQCKD3H 02024-3CKCQD3H 02100-3H5H6H8S
02101-3D3H6H8H 02102-3C8C3H7H 02103-3C8C6D3H 02104-3C6D3H9H 02110-3H9HKH5S 02111-KC3S5SJS
02112-JCQC3H9H 02113-KC3D9D8H 02114-3C9CJCKD 02200-3H9HTH8S 02201-3D3S5S9S 02202-3D5D3H9H
02203-3C3D5D9H 02204-3C9D3S8S 03000-3H4S7S9S 03001-3C3H7H4S 03002-3C9C3S7S 03003-3C4D7D4H
03004-3C8C6D3S 03010-3H8HKH4S 03011-3C3HKH4S 03012-3DKD3H9H 03013-3C4DKD4S 03014-3C8CKD3S
03100-3H5HTH4S 03101-3D8H9H3S 03102-3C9D3S8S 03103-4C8C3D4S 04001-3C3H4S5S 04002-4C8C4H3S
04003-3CKC4D4S 10101-TC8HTH7S 10102-7CTD8STS 10103-7C9CTDTS 10104-6C7D6H9S 10111-7DTSJSKS
10112-8DTD7SKS 10113-7CTDJDKS 10114-TCKC7D8D 10121-7DTSJSKS 10122-7D8DJSKS 10123-KC8DTDKS
10124-JCKC7DKH 10131-QC9HQHKS 10132-QCKD9HKH 10133-9CQCKDQH 10201-6D6H7S9S 10202-7C8C7STS
10203-7C9DTDTH 10204-7C9CTDTS 10211-8D7SJSKS 10212-9CKC7HJH 10213-8CJDKD7S 10214-7CJC8DKD
10221-JD6H9HKH 10222-8DKDJSKS 10223-KC8D9DKH 10224-KC8D9DKS 10301-TC7H9STS 10302-7CTC7H9H
10303-6C8C9D9H 10311-9C8HTHKH 10312-8D9D9SKS 10313-KC8D9DKS 10402-5C8C9HJS 11101-9C3H6H7S
11102-7D8D3S6S 11103-6C9C7D3S 11104-3C6C7D8D 11111-7DTSJSKS 11112-6C9C3H8H 11113-3C7D8D9H
11114-9C7DKDJH 11121-JC3S5SKS 11122-3D8D5SKS 11123-3CJDKD9S 11124-3CKC8D9H 11201-9C3H5H7H
11202-7C9C3H8H 11203-5C3D9D7S 11204-3C5C6D9D 11211-8D3HJHKH 11212-5CKC3HJH 11213-3C8CJDKS
11214-3C5C9DKD 11301-9C3H6H8H 11302-3C9C8S9S 11303-8C9C3D9S 12101-3D3H6H8H 12102-3D8D3H6H
12103-3C7D8D3H 12104-3C8C6D3S 12111-JC3S5SKS 12112-5CKC3SJS 12113-3C9CKD8H 12114-3C9CJCKD
12201-3D3H6H8H 12202-3C5C3S9S 12203-8C9C3D3H 12204-3C5C9D3S 13101-3D3H6H8H 13102-3C5C3H9H
13103-3C4D8D3H 20202-6C7D6S9S 20203-6C6D9D7H 20204-6C7D6H9S 20212-9C7D8HKH 20213-TCKC8D9H
20214-7CJC8DKD 20222-KC8DJSKS 20223-KC8D9DKS 20224-KC8D9DKS 20302-9C6D8H9H 20303-6C8D9D6S
20312-9C7D8HKH 20313-KC8DKDJS 21202-9C3D7H8H 21203-9C5D7D3H 21204-6C9C3D5D 21212-5CKC3SJS
21213-5CJCKD3S 21214-3C9CJCKD 21302-3C8D9HTH 21303-8C9C3D8H 22202-3C5C3H9H 22203-5C8C3D3H
22204-3C5C9D3S 30303-6C8CTD7H
"""
