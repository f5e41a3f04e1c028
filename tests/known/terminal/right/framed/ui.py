import sys
from .model import DECK, Problem, shuffled
from .disk import read_save, read_start, write_save

RED, DIM, BOLD, OFF, CLEAR = '\033[1;31m', '\033[2m', '\033[1m', '\033[0m', '\033[2J\033[H'
RULE = '+' + '-' * 46 + '+'
HINT = DIM + '(m)ove, (d)eal, (u)ndo, (s)ave, (l)oad, (q)uit' + OFF
MENU = '''
+ - - - - - - - - - - - - - - - - - - - - - - +
 1. move CARD TARGET, for example move H3 5
 2. deal
 3. undo
 4. save FILE
 5. load FILE
 6. menu, or help
 7. quit
 The first letter will do: m H3 5.
+ - - - - - - - - - - - - - - - - - - - - - - +'''
FORMS = {'move': 2, 'deal': 0, 'undo': 0, 'save': 1, 'load': 1, 'menu': 0, 'help': 0, 'quit': 0}
SHORT = {word[0]: word for word in ('move', 'deal', 'undo', 'save', 'load', 'quit')}


def paint(card):
    if card is None or card.startswith('['): return DIM + '[]' + OFF
    return RED + card + OFF if card[0].isupper() else BOLD + card + OFF


def screen(board):
    shown = paint(board.shown()) if board.stock else 'XX'
    out = [CLEAR, RULE]
    for n in range(7, 0, -1):
        out.append(f'|  {BOLD}{n}:{OFF}  ' + '  '.join(map(paint, board.piles[n - 1])) + '   |')
    out.append(RULE)
    out.append(f'|  Foundations:    ' + '    '.join(f'{s}  {paint(c)}' for s, c in zip('ABCD', board.slots)) + '  |')
    out.append(f'|  Stock:    {shown}     |')
    out.append(f'|  {len(board.stock)} cards in the stock, {board.at} of them dealt  |')
    out.append(RULE)
    if board.won: out.append('\nYou won! Type quit to leave, or go on.\n')
    return '\n'.join(out) + '\n'


def main(arguments):
    try:
        board = read_start(arguments[0]) if arguments else shuffled()
    except Problem as e:
        sys.stderr.write(f'{RED}Error:{OFF} {e}\n')
        return 2
    undo = []
    note = ''
    while True:
        sys.stdout.write(screen(board) + note + HINT + '\n[your turn] ')
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stdout.write('\nBye.\n')
            return 0
        note = ''
        try:
            words = line.split()
            if not words: raise Problem('type something')
            name = words[0].lower()
            name = SHORT.get(name, name)
            if name not in FORMS: raise Problem(f'{words[0]}? Try menu')
            if len(words) - 1 != FORMS[name]: raise Problem(f'{name} with {FORMS[name]} words after it, please')
            if name == 'quit':
                return 0
            elif name in ('menu', 'help'):
                note = MENU + '\n'
            elif name == 'deal':
                board, undo = board.deal(), (undo + [board])[-5:]
            elif name == 'undo':
                if not undo: raise Problem('this is as far back as it goes')
                board = undo.pop()
            elif name == 'save':
                write_save(board, words[1])
                note = f'{words[1]} is written.\n'
            elif name == 'load':
                board, undo = read_save(words[1]), []
            else:
                cards = [card for card in DECK if card.upper() == words[1].upper()]
                if not cards: raise Problem(f'{words[1]} is no card')
                target = words[2].upper()
                if target not in tuple('1234567ABCD'): raise Problem(f'{words[2]} is no target')
                board, undo = board.move(cards[0], target), (undo + [board])[-5:]
        except Problem as e:
            note = f'  {RED}Error: {e}{OFF}\n'
