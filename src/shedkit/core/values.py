"""Values in general: the fields of a class, and a value fit for an error message."""

from __future__ import annotations

from functools import wraps
from types import FunctionType, MemberDescriptorType
from typing import Any, TypeVar, cast, get_type_hints

import attrs

from shedkit.core.generated import compiled

__all__ = ["failed", "fields_of", "hints_of", "one_line", "short", "written"]

T = TypeVar("T")


def fields_of(kind: type) -> tuple[attrs.Attribute[Any], ...]:
    """The fields of a class that attrs made; moves, events, states, rules and other values all are such."""
    made: Any = kind
    try:
        return made.__attrs_attrs__  # type: ignore[no-any-return]
    except AttributeError:
        return cast("tuple[attrs.Attribute[Any], ...]", attrs.fields(made))  # which says what is wrong


_HINTS: dict[type, dict[str, Any]] = {}


def hints_of(kind: type) -> dict[str, Any]:
    """The types of the fields of a class, worked out once."""
    if kind not in _HINTS:
        hints = get_type_hints(kind)
        _HINTS[kind] = {field.name: hints[field.name] for field in fields_of(kind) if field.name in hints}
    return _HINTS[kind]


def written(value: object) -> str:
    """A value as Python writes it, sets in order.

    >>> written(frozenset({10, 2}))
    'frozenset({2, 10})'
    """
    if isinstance(value, frozenset) and value:
        return f"frozenset({{{', '.join(sorted(map(repr, value), key=lambda text: (len(text), text)))}}})"
    return repr(value)


def short(value: object) -> str:
    """A value from outside, fit for an error message, whatever it is.

    >>> short("x" * 100), short(10**5000), short([1])
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...", 'a huge number', 'a list')
    """
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 256:
        return "a huge number"
    plain = type(value) in (str, int, float, bool, type(None))
    name = type(value).__name__
    text = ascii(value) if plain else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
    return text if len(text) <= 40 else text[:37] + "..."


def named(name: str) -> str:
    """A name from outside, fit for an error message: as it is, if it is short and printable.

    >>> named("players"), named("x" * 100)
    ('players', "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...")
    """
    return name if 0 < len(name) <= 40 and name.isascii() and name.isprintable() else short(name)


def seal(cls: type[T]) -> type[T]:
    """Have the constructor of a class refuse objects that are made already, and pickle's way around it likewise.

    A frozen object whose ``__init__`` is called a second time would change, and with it everybody who shares it.
    """
    sealed: Any = cls
    made: Any = vars(cls).get("__init__")
    if made is None or hasattr(made, "__wrapped__") or "__attrs_attrs__" not in vars(cls):
        return cls
    sealed.__setstate__ = _refuse_state
    if sealed.__reduce__ is object.__reduce__:
        sealed.__reduce__ = _made_again
    if not sealed.__attrs_attrs__:
        return cls
    first = sealed.__attrs_attrs__[0].name
    sealed.__init__ = wraps(made)(_once(sealed, made, first))
    return cls


def _once(cls: Any, made: Any, first: str) -> Any:
    """The constructor that refuses an object whose first field is set.

    Where a class does no more than put values into slots, it is written out: to pass on any arguments would take longer
    than that.
    """
    fields = cls.__attrs_attrs__
    again = f"{cls.__name__} never changes: it cannot be made a second time"
    if all(_only_kept(cls, field) for field in fields) and not hasattr(cls, "__attrs_post_init__"):
        scope: dict[str, object] = {}
        given, kept = [], []
        for name, field in ((field.name, field) for field in fields):
            scope |= {f"set_{name}": getattr(cls, name).__set__, f"default_{name}": field.default}
            scope[f"read_{name}"] = field.converter
            given.append(name if field.default is attrs.NOTHING else f"{name}=default_{name}")
            kept.append(f" set_{name}(self, {f'read_{name}({name})' if field.converter else name})")
        refuse = f" if hasattr(self, {first!r}): raise AttributeError({again!r})"
        return compiled("__init__", [f"def __init__(self, {', '.join(given)}):", refuse, *kept], scope, cls)

    def once(self: Any, /, *args: Any, **given: Any) -> None:
        if hasattr(self, first):
            raise AttributeError(again)
        made(self, *args, **given)

    return once


def _only_kept(cls: type, field: attrs.Attribute[Any]) -> bool:
    """Whether a constructor puts into a slot what it is given for a field, converted at most by a plain function."""
    computed = field.kw_only or not field.init or isinstance(field.default, type(attrs.Factory(list)))
    plain = field.converter is None or isinstance(field.converter, type | FunctionType)
    in_slot = isinstance(getattr(cls, field.name, None), MemberDescriptorType)
    return in_slot and plain and not computed and field.validator is None


def _made_again(self: object) -> tuple[type, tuple[object, ...]]:
    return type(self), tuple([getattr(self, field.name) for field in fields_of(type(self))])


def _refuse_state(self: object, state: object) -> None:
    raise AttributeError(f"{type(self).__name__} never changes: it takes no state")


def failed(error: BaseException) -> str:
    """What to say of an error in code from elsewhere.

    >>> failed(ValueError("no   cards"))
    'failed with ValueError: no cards'
    """
    text = one_line(error)
    return f"failed with {type(error).__name__}" + (f": {text}" if text else "")


def one_line(error: BaseException) -> str:
    """The text of an error from elsewhere in one line, however long or bad it is.

    >>> one_line(ValueError("no   cards"))
    'no cards'
    """
    try:
        text = " ".join(str(error).split())
    except Exception:  # even its text can fail
        text = ""
    return text if len(text) <= 200 else text[:197] + "..."
