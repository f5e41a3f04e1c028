"""Exceptions of a submission, as a suite sees them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..sandbox.guest import nodes
from .bound_errors import ERROR_PARTS
from .handles import Known
from .signals import RefusedSignal, WrongAnswer

if TYPE_CHECKING:
    from .link import Link
    from .run import Run


_OBJECT = "builtins:object"


def read(run: Run, link: Link, node: Any, like: Any, *, is_raised: bool = False) -> BaseException:
    """The exception of a node, beside the reference's. Raises NodeError.

    What is not an ordinary exception arrives only where the reference raises the same; else it is a
    RefusedSignal.
    """
    if not isinstance(node, list) or not node:
        raise nodes.NodeError("a malformed exception")
    if node[0] == "E" and len(node) == 6:
        return _declared(run, link, node, like, is_raised=is_raised)
    found = link.read(node, like)
    if not isinstance(found, BaseException):
        raise nodes.NodeError("a malformed exception")
    is_same = isinstance(like, list) and like[:2] == node[:2]
    if not isinstance(found, Exception) and node[0] == "x" and not (is_same and _may_pass(found)):
        return RefusedSignal(type(found).__name__)
    return BaseException.with_traceback(found, None)


def _may_pass(error: BaseException) -> bool:
    return isinstance(error, SystemExit | GeneratorExit)


def _declared(run: Run, link: Link, node: Any, like: Any, *, is_raised: bool) -> BaseException:
    _, ancestors, args, text, number, _ = node
    if not isinstance(ancestors, list) or not all(isinstance(one, str) for one in ancestors):
        raise nodes.NodeError("a malformed exception")
    if not ancestors or type(number) is not int or not isinstance(args, list):
        raise nodes.NodeError("a malformed exception")
    ancestors = [path for one in ancestors for path in _bound_first(run, one)]
    if ancestors[0] == _OBJECT or len(ancestors) > nodes.MAX_ANCESTORS:
        raise nodes.NodeError("an exception of no class, or of too many")
    is_like = isinstance(like, list) and like[:1] == ["E"]
    there = run.objects.known_handle(number, ["h", like[4], "", []] if is_like else None)
    if isinstance(there, BaseException):
        return there.with_traceback(None)
    cls = _class(run, link, ancestors)
    if not issubclass(cls, Exception):
        return RefusedSignal(cls.__name__)
    made = _bare(cls)
    made.args = tuple(_read_part(link, *pair) for pair in _beside(args, like[2] if is_like else ()))
    mine = run.student is None
    ours = like[4] if is_like else None
    path, doing = ancestors[0], run.doing
    source = doing.named(path) if is_raised else doing.source_of(number, path)
    known = Known(run, number if mine else ours, None if mine else number, path, source)
    if not mine:
        run.objects.pairs.begin(number, ours)
    vars(made)["patience_known"] = known
    vars(made)["patience_text"] = text if isinstance(text, str) else None
    run.objects.adopt_handle(number, made)
    return made


def _bare(cls: type[BaseException]) -> BaseException:
    """An exception of this class that holds nothing yet. Raises NodeError if there is none."""
    try:
        is_group = issubclass(cls, BaseExceptionGroup)
        return cls.__new__(cls, "", [Exception()]) if is_group else cls.__new__(cls)
    except TypeError as fault:
        raise nodes.NodeError(f"an exception that cannot be made: {fault}") from fault


def _bound_first(run: Run, names: str) -> list[str]:
    """The names of a class by which the reference has an exception, then that it has itself."""
    own, *others = names.split(nodes.SAME_CLASS, nodes.MAX_NAMES)
    if run.binding.handle_type(own) is not None:
        return [own, *_exceptions(run, others)]
    bound = _exceptions(run, others)
    is_shared = own.partition(":")[0] not in run.boundary.lookup.student
    return [*bound, own] if is_shared or not bound else bound


def _exceptions(run: Run, names: list[str]) -> list[str]:
    found = [(one, run.binding.handle_type(one)) for one in names]
    return [one for one, cls in found if cls is not None and issubclass(cls, BaseException)]


def _beside(args: list[Any], shapes: Any) -> Iterator[tuple[Any, Any]]:
    known = shapes if isinstance(shapes, list | tuple) else ()
    return itertools.zip_longest(args, known[: len(args)])


def _read_part(link: Link, node: Any, shape: Any) -> Any:
    """One of an exception's `args`: an object in the place of a value is wrong once it is used."""
    try:
        return link.read(node, shape)
    except WrongAnswer:
        return link.read(node)


def _class(run: Run, link: Link, ancestors: list[str]) -> type[BaseException]:
    """The class that is bound to the name, derived as the submission's is, or else a new one."""
    theirs = [one for one in ancestors if one != _OBJECT]
    name = theirs[0].rpartition(":")[2].rpartition(".")[2]
    bound = run.binding.handle_type(theirs[0])
    bases = _bases(run, link, theirs)
    if bound is not None and issubclass(bound, BaseException):
        is_same = run.boundary.ancestors.get(theirs[0]) == theirs
        if is_same or run.derived.derive(bound, bases):
            return bound
        if set(run.boundary.ancestors.get(theirs[0], ())) <= set(theirs):
            bases = (bound, *(one for one in bases if one not in type.mro(bound)))
    body = {
        "patience_bound": True,
        "patience_ancestors": tuple(theirs),
        **ERROR_PARTS,
    }
    name = name if name.isidentifier() else "Exception"
    try:
        return type(name, bases, body)
    except TypeError:  # such as bases that cannot go together
        return type(name, bases[:1], body)


def _bases(run: Run, link: Link, ancestors: list[str]) -> tuple[type[BaseException], ...]:
    """What a class with these ancestors is derived from, of the classes that are known here."""
    found: list[type[BaseException]] = []
    for path in ancestors[1:]:
        cls = _known(run, link, path, ancestors)
        if cls is not None and not any(cls in one.__mro__ for one in found):
            found.append(cls)
    return tuple(found) or (Exception,)


def _known(run: Run, link: Link, path: str, ancestors: list[str]) -> type[BaseException] | None:
    """The exception of a name, if all that it is derived from is among the ancestors."""
    found: Any = run.binding.handle_type(path)
    if found is None:
        try:
            found = link.find(path)
        except nodes.NodeError:
            return None
    elif not set(run.boundary.ancestors.get(path, [path])) <= set(ancestors):
        return None
    return found if isinstance(found, type) and issubclass(found, BaseException) else None


class Derived:
    """The exceptions of a suite that are derived as a submission's are, as long as a run lasts."""

    def __init__(self) -> None:
        self._bases: dict[type, tuple[type, ...]] = {}

    def derive(self, cls: type, bases: tuple[type, ...]) -> bool:
        """Derives a bound class from these; whether it is derived so now.

        What a submission says first of a class stays: it is the same for all its exceptions.
        """
        own = type.__dict__["__bases__"]
        before = own.__get__(cls)
        if cls in self._bases or before == bases:
            return bool(before == bases)
        try:
            own.__set__(cls, bases)
        except TypeError:  # such as bases that need another layout
            return False
        self._bases[cls] = before
        return True

    def put_back(self) -> None:
        """Derives all classes as the reference's again, the last first.

        In another order, a class might have to be derived from one that is derived from it still.
        """
        while self._bases:
            cls, bases = self._bases.popitem()
            type.__dict__["__bases__"].__set__(cls, bases)
