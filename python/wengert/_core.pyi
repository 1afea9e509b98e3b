"""Functions known at run time."""

from typing import Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Number = Union[float, Array]

__version__: str

class Error(ValueError): ...
class ParseError(Error): ...
class ShapeError(Error): ...
class DomainError(Error): ...
class BranchError(Error): ...
class LimitError(Error): ...
class InvalidError(Error): ...
class NotFiniteError(Error): ...

def table() -> list[tuple[str, int, bool, str]]: ...

class Function:
    """A function with its derivatives, made by ``wengert.parse`` or ``wengert.record``.

    Points are arrays of ``n`` numbers, one for each input, or arrays of shape ``(points, n)``: results then have one more axis in
    front, are computed in vectors and on all cores, and other Python threads run meanwhile. Do not write to arrays that are in use.
    With ``finite=True`` a result that is infinite or NaN raises a ``NotFiniteError`` that says where it arises.
    """

    @staticmethod
    def parse(text: str, inputs: list[str] | None = None) -> Function:
        """The function that a text of the language says."""
    @staticmethod
    def from_listing(text: str, inputs: list[str]) -> Function:
        """The function that a listing says, as ``listing`` prints it."""
    @staticmethod
    def from_bytes(bytes: bytes) -> Function:
        """The function that ``to_bytes`` wrote."""
    def to_bytes(self) -> bytes:
        """The function as bytes; it can be pickled, too."""
    @property
    def inputs(self) -> list[str]:
        """The names of the inputs."""
    @property
    def outputs(self) -> int:
        """The number of outputs."""
    @property
    def source(self) -> str | None:
        """The text, where the function has one."""
    def point(self, **named: ArrayLike) -> Array:
        """An array of points from the inputs by name, each a number or an array."""
    def __call__(self, x: ArrayLike, *, finite: bool = False) -> Number:
        """As ``value``."""
    def value(self, x: ArrayLike, *, finite: bool = False) -> Number:
        """The output, or the ``m`` outputs."""
    def grad(self, x: ArrayLike, *, finite: bool = False) -> Array:
        """The ``n`` derivatives; of functions with one output."""
    def value_and_grad(self, x: ArrayLike, *, finite: bool = False) -> tuple[Number, Array]:
        """The value and the gradient, for the price of the latter."""
    def jacobian(self, x: ArrayLike, *, finite: bool = False) -> Array:
        """All first derivatives: ``m x n``."""
    def hessian(self, x: ArrayLike, *, finite: bool = False) -> Array:
        """All second derivatives: ``n x n``; of functions with one output."""
    def jvp(self, x: ArrayLike, direction: ArrayLike, *, finite: bool = False) -> tuple[Number, Number]:
        """The outputs, and their derivatives along a direction."""
    def vjp(self, x: ArrayLike, weights: ArrayLike, *, finite: bool = False) -> tuple[Number, Array]:
        """The outputs, and the gradient of their weighted sum."""
    def hvp(self, x: ArrayLike, direction: ArrayLike, *, finite: bool = False) -> Array:
        """The Hessian times a direction; of functions with one output."""
    def listing(self, quantity: str = "value", x: ArrayLike | None = None) -> str:
        """The program of a quantity (``"gradient"``, ``"hvp"``, ..), an instruction a line; with the branches that ``x`` takes."""
    def to_c(self, quantity: str = "value", x: ArrayLike | None = None, name: str | None = None) -> str:
        """The program of a quantity as a function in C."""
    def to_rust(self, quantity: str = "value", x: ArrayLike | None = None, name: str | None = None) -> str:
        """The program of a quantity as a function in Rust."""
    def tree(self, x: ArrayLike | None = None) -> str:
        """The function as a tree of operations."""
    def explain(self, x: ArrayLike) -> str | None:
        """Where an infinity or NaN first arises in the value or the gradient at ``x``; None where none does."""
