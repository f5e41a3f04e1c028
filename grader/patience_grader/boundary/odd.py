"""What a submission has in the place of a plain value: a test may not use it as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from ..sandbox.guest.operations import SPECIAL
from .handles import BINARY
from .signals import WrongAnswer

if TYPE_CHECKING:
    from .run import Run


def _fail(odd: Any, *_: Any, **__: Any) -> NoReturn:
    raise WrongAnswer(object.__getattribute__(odd, "patience_odd"))


class Odd:
    """An object where the reference has a plain value: any use of it is a wrong answer."""

    def __init__(self, description: str, node: list[Any] | None = None) -> None:
        """`node` is how the submission is spoken to of it, if it can be."""
        object.__setattr__(self, "patience_odd", description)
        object.__setattr__(self, "patience_node", node)

    def __getattr__(self, name: str) -> Any:
        _fail(self)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return _fail(self)


def _describe(odd: Odd) -> str:
    return f"<{object.__getattribute__(odd, 'patience_odd')}>"


for _name in (
    *(f"__{one}__" for one in "eq ne lt le gt ge bool hash str setattr delattr dir".split()),
    *(f"__{one.rstrip('_')}__" for one in BINARY),
    *(f"__r{one.rstrip('_')}__" for one in BINARY),
    *SPECIAL,
):
    setattr(Odd, _name, _fail)
setattr(Odd, "__repr__", _describe)  # noqa: B010 as the others


class Opaque(Odd):
    """An object, function or class where the reference has a plain value.

    It may be handed back, and is equal to itself alone: two that the submission has equal are a
    wrong answer. So constants may be members of an enum where the solution has texts.
    """

    def __init__(self, what: str, node: list[Any], are_equal: Callable[[Any, Any], bool]) -> None:
        """`are_equal` asks the submission."""
        super().__init__(f"{what} where a plain value is right", node)
        object.__setattr__(self, "patience_what", what)
        object.__setattr__(self, "patience_shape", None)
        object.__setattr__(self, "patience_equal", are_equal)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """It is of no class that a test knows: pytest asks when it explains a comparison."""
        return Opaque

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # as above
            raise AttributeError(name)
        _fail(self)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        are_equal = object.__getattribute__(self, "patience_equal")
        if not issubclass(type(other), Opaque) or are_equal(self, other):
            _fail(self)
        return False

    def __hash__(self) -> int:
        """The same for all, so that Python asks whether two are equal."""
        return 0

    def __repr__(self) -> str:
        return f"<{object.__getattribute__(self, 'patience_what')}>"

    def __str__(self) -> str:
        """A text of its own for each, so that equal texts mean the same."""
        number = object.__getattribute__(self, "patience_node")[1]
        return f"<{object.__getattribute__(self, 'patience_what')}: {number}>"

    def __format__(self, spec: str) -> str:
        return Opaque.__str__(self)

    def __copy__(self) -> Opaque:
        return self

    def __deepcopy__(self, memo: object) -> Opaque:
        """Itself, as of a member of an enum; what it knows of the run is not copied."""
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """It is not serialized either."""
        _fail(self)


Opaque.__ne__ = object.__ne__  # type: ignore[method-assign] # the opposite of `==`
Opaque.__iter__ = None  # type: ignore[attr-defined] # so that pytest sees that it has no items


class OddIterable(Odd):
    """An iterable where the reference has a list or the like: it can be gone through, no more."""

    def __init__(self, description: str, number: int, run: Run, path: str = "") -> None:
        super().__init__(description)
        object.__setattr__(self, "patience_place", (number, run, path))

    def __iter__(self) -> Any:
        number, run, _ = object.__getattribute__(self, "patience_place")
        return iter(run.substitutes.listed(number))

    def __contains__(self, one: Any) -> bool:
        if not object.__getattribute__(self, "patience_place")[2].startswith("builtins:"):
            _fail(self)
        return one in iter(self)


class OddIterator(OddIterable):
    """An iterator where the reference raises: it can be gone through, and may raise then."""

    def __next__(self) -> Any:
        number, run, _ = object.__getattribute__(self, "patience_place")
        return run.substitutes.following(number)


OddIterable.__len__ = None  # type: ignore[attr-defined] # so that `list` does not ask for it

VIEWS: dict[str, Callable[[list[Any]], Any]] = {
    "builtins:dict_keys": lambda parts: dict.fromkeys(parts).keys(),
    "builtins:dict_values": lambda parts: dict(enumerate(parts)).values(),
    "builtins:dict_items": lambda parts: dict(parts).items(),
}
"""The views of a dict, made again of what going through them gives."""


class OddView(OddIterable):
    """A view of a dict where the reference has a list or the like.

    What it holds arrives as plain values, and the suite's own Python compares them.
    """

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(_view(self))


def _view(odd: OddView) -> Any:
    number, run, path = object.__getattribute__(odd, "patience_place")
    try:
        made = object.__getattribute__(odd, "patience_view")
    except AttributeError:
        try:
            made = VIEWS[path](run.substitutes.listed(number))
        except (TypeError, ValueError) as fault:
            raise WrongAnswer(object.__getattribute__(odd, "patience_odd")) from fault
        object.__setattr__(odd, "patience_view", made)
    return made


def _viewed(name: str) -> Callable[..., Any]:
    def method(self: OddView, *operands: Any) -> Any:
        view = _view(self)
        found = getattr(type(view), name, None)
        return found(view, *operands) if found else NotImplemented

    return method


for _name in "iter len contains eq ne lt le gt ge".split():
    setattr(OddView, f"__{_name}__", _viewed(f"__{_name}__"))
for _operation in ("and", "or", "sub", "xor"):
    setattr(OddView, f"__{_operation}__", _viewed(f"__{_operation}__"))
    setattr(OddView, f"__r{_operation}__", _viewed(f"__r{_operation}__"))
