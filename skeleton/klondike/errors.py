"""Why a move is refused (supplied)."""


class MoveError(Exception):
    """A move that is not allowed. Its text says why."""

    reason = "That move is not allowed."

    def __str__(self) -> str:
        return super().__str__() or self.reason


class ColumnEmpty(MoveError):
    """There is no card in the column."""

    reason = "That column is empty."


class PillarEmpty(MoveError):
    """There is no card on the pillar."""

    reason = "That pillar is empty."


class DiscardEmpty(MoveError):
    """There is no card on the discard pile."""

    reason = "The discard pile is empty."


class DeckEmpty(MoveError):
    """Neither the deck nor the discard pile holds a card."""

    reason = "The deck and the discard pile are both empty."


class ColumnKing(MoveError):
    """Only a king, or a run that starts with one, may go to an empty column."""

    reason = "Only a king may go to an empty column."


class WrongOrder(MoveError):
    """The card does not fit on the card it should lie on."""

    reason = "A card goes on one of the other colour and one higher in value."


class WrongPillarOrder(MoveError):
    """The card is not the next one of its pillar."""

    reason = "A pillar is built up from the ace, one value at a time."


class MovingTooManyCards(MoveError):
    """More cards were asked for than lie face up."""

    reason = "There are not that many visible cards in that column."


class InvalidCount(MoveError):
    """Fewer than one card was asked for."""

    reason = "At least one card must be moved."


class InvalidStack(MoveError):
    """The column number is not one of 0 to 6."""

    reason = "Columns are numbered from 0 to 6."


class InvalidCommand(MoveError):
    """The line typed is not a command."""

    reason = "That is not a command; type help for a list."
