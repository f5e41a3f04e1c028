import pathlib, re
from .model import Board, Problem, DECK, RANKS, fits, fresh, value

WORD = re.compile(r'\S+')


def lines_of(path):
    try:
        text = pathlib.Path(path).read_text(encoding='utf-8')
    except (OSError, ValueError) as e:
        raise Problem(f'{path} cannot be read ({e})')
    for number, line in enumerate(text.split('\n'), 1):
        words = WORD.findall(re.sub('#.*', '', line))
        if words:
            yield number, words


def by_label(pairs, labels):
    rows = {}
    for number, (label, *words) in pairs:
        if label not in [l + ':' for l in labels]: raise Problem(f'line {number}: {label} is no label')
        label = label[:-1]
        if label in rows: raise Problem(f'line {number}: {label} was there already')
        rows[label] = number, words
    for label in labels:
        if label not in rows: raise Problem(f'the row {label} is missing')
    return rows


def once_each(placed):
    seen = set()
    for number, card in placed:
        if card not in DECK: raise Problem(f'line {number}: {card} is no card')
        if card in seen: raise Problem(f'line {number}: a second {card}')
        seen.add(card)
    if len(seen) < 52: raise Problem('where is ' + min(set(DECK) - seen))


def read_start(path):
    rows = by_label(lines_of(path), [*'1234567', 'stock'])
    once_each((n, card) for n, words in rows.values() for card in words)
    for label in '1234567':
        n, words = rows[label]
        if len(words) != int(label): raise Problem(f'line {n}: {len(words)} cards in pile {label}')
    return fresh([rows[label][1] for label in '1234567'], rows['stock'][1])


def read_save(path):
    pairs = list(lines_of(path))
    n, head = pairs[0] if pairs else (0, [])
    if len(head) != 2 or head[0] != 'solitaire': raise Problem(f'line {n}: no save' if n else 'no save, an empty file')
    if head[1] != '1': raise Problem(f'line {n}: a save of version {head[1]}')
    rows = by_label(pairs[1:], ['stock', *'ABCD', *'1234567'])
    placed = []
    n, words = rows['stock']
    if words.count('|') != 1: raise Problem(f'line {n}: not one |')
    at = words.index('|')
    stock = words[:at] + words[at + 1:]
    placed += [(n, c) for c in stock]
    slots = []
    for label in 'ABCD':
        n, words = rows[label]
        if len(words) != 1: raise Problem(f'line {n}: one card or []')
        top = None if words == ['[]'] else words[0]
        if top and top not in DECK: raise Problem(f'line {n}: {top} is no card')
        placed += [(n, top[0] + r) for r in RANKS[:value(top) + 1]] if top else []
        slots.append(top)
    for label in '1234567':
        n, words = rows[label]
        bare = [re.sub(r'^\[(.*)\]$', r'\1', w) for w in words]
        placed += [(n, c) for c in bare]
    once_each(placed)
    for label in '1234567':
        n, words = rows[label]
        if words and words[-1].startswith('['): raise Problem(f'line {n}: the last card is face down')
        for under, over in zip(words, words[1:]):
            if under.startswith('['): continue
            if over.startswith('['): raise Problem(f'line {n}: {over} on {under}')
            if not fits(over, under): raise Problem(f'line {n}: {over} on {under}')
    return Board(tuple(stock), at, tuple(slots), tuple(tuple(rows[label][1]) for label in '1234567'))


def write_save(board, path):
    rows = ['# A game of solitaire.', '', '  solitaire 1  ', '']
    rows += [f'{n}:   ' + '  '.join(words) for n, words in reversed(list(enumerate(board.piles, 1)))]
    rows += ['', '# the foundations']
    rows += [f'{slot}:   {card or "[]"}   # top card' for slot, card in zip('DCBA', reversed(board.slots))]
    rows += ['', 'stock: ' + ' '.join([*board.stock[:board.at], ' | ', *board.stock[board.at:]])]
    try:
        pathlib.Path(path).write_text('\n'.join(rows), encoding='utf-8')
    except OSError as e:
        raise Problem(f'{path} cannot be written ({e})')
