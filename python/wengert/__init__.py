"""Exact derivatives of formulas, programs and Python functions that are recorded once.

>>> import wengert
>>> f = wengert.parse("x*sin(y)")
>>> f.grad([2.0, 0.0])
array([0., 2.])

``parse`` makes a function of a text, ``record`` of a Python function; both give a ``Function`` with values, gradients, Jacobians,
Hessians and products with vectors, at one point or at many. The functions of the table (``wengert.erf``, ``wengert.softplus``, ..;
``wengert.functions()`` lists them) take numbers, arrays and what is being recorded.
"""

from ._core import (
    BranchError,
    DomainError,
    Error,
    Function,
    InvalidError,
    LimitError,
    NotFiniteError,
    ParseError,
    ShapeError,
    __version__,
    table as _table,
)
from ._record import Traced, TracedArray, array, call as _call, record, where

parse = Function.parse
from_bytes = Function.from_bytes

__all__ = [
    "BranchError", "DomainError", "Error", "Function", "InvalidError", "LimitError", "NotFiniteError", "ParseError", "ShapeError",
    "Traced", "TracedArray", "array", "from_bytes", "functions", "parse", "record", "where", "__version__",
]


def functions():
    """The names of the functions of the table, each with one sentence.

    >>> wengert.functions()["tanh"]
    'The hyperbolic tangent.'
    """
    return {name: doc.strip() for name, _, _, doc in _table()}


def _publish():
    for name, arity, family, doc in _table():
        if name in globals():
            continue

        def function(*args, _name=name, _count=arity + family):
            if len(args) != _count:
                raise TypeError(f"{_name} takes {_count} arguments, {len(args)} were given")
            return _call(_name, args)

        function.__name__ = function.__qualname__ = name
        function.__doc__ = doc.strip()
        globals()[name] = function


_publish()
