"""Exact derivatives of formulas, programs and Python functions that are recorded once."""

from typing import Any, Callable, Sequence, Union

import numpy as np
from ._core import (
    BranchError as BranchError,
    DomainError as DomainError,
    Error as Error,
    Function as Function,
    InvalidError as InvalidError,
    LimitError as LimitError,
    NotFiniteError as NotFiniteError,
    ParseError as ParseError,
    ShapeError as ShapeError,
    __version__ as __version__,
)

class Traced:
    """A number while a function is recorded."""

    def __getattr__(self, name: str) -> Any: ...

class TracedArray(np.ndarray[Any, Any]):
    """An array of numbers while a function is recorded."""

def array(values: Any) -> np.ndarray[Any, Any]:
    """As ``numpy.array``, of a list that may have recorded numbers."""

def parse(text: str, inputs: Sequence[str] | None = None) -> Function:
    """The function that a text of the language says; its inputs are the free names, or those that are given."""

def from_bytes(bytes: bytes) -> Function:
    """The function that ``Function.to_bytes`` wrote."""

def record(function: Callable[..., Any], inputs: Union[int, Sequence[str], None] = None) -> Function:
    """Runs a Python function once, and makes a ``Function`` of what it does."""

def where(condition: Any, a: Any, b: Any) -> Any:
    """``a`` where the condition holds, else ``b``: both are kept in a recording."""

def functions() -> dict[str, str]:
    """The names of the functions of the table, each with one sentence."""

def __getattr__(name: str) -> Callable[..., Any]: ...
