"""Python functions, recorded once: what runs through them writes down what is done with it."""

import inspect
import math
import numbers

import numpy as np

from ._core import Function, ShapeError, table

_ROWS = {name: (arity, family) for name, arity, family, _ in table()}

# What numpy calls otherwise.
_NUMPY = {
    "subtract": "sub", "multiply": "mul", "divide": "div", "true_divide": "div", "negative": "neg", "reciprocal": "recip",
    "remainder": "_modulo", "fmod": "rem", "power": "_power", "float_power": "_power", "square": "_square", "arcsin": "asin",
    "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
    "expm1": "exp_m1", "log": "ln", "log1p": "ln_1p", "absolute": "abs", "fabs": "abs", "sign": "_sign", "rint": "_refused",
    "maximum": "max", "minimum": "min", "less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge", "equal": "eq",
    "not_equal": "ne", "positive": "_same", "conjugate": "_same", "clip": "clamp", "heaviside": "_refused",
    "floor_divide": "_quotient",
}

_BRANCH = (
    "{what} needs a number, and while a function is recorded there is none; "
    "use wengert.where(condition, a, b), which keeps both, in place of a branch"
)


class _Recorder:
    """The lines of a recording."""

    def __init__(self, names):
        self.lines = []
        self.names = names
        self.known = {}
        self.open = True

    def apply(self, name, args, parameter=None):
        operands = ", ".join(args)
        text = f"{name}({operands})" if parameter is None else f"{name}({operands}; {parameter})"
        if name in _SIGNS:
            text = f"{args[0]} {_SIGNS[name]} {args[1]}"
        elif name == "neg":
            text = f"-({args[0]})"
        found = self.known.get(text)
        if found is None:
            found = self.known[text] = f"v{len(self.lines)}"
            self.lines.append(f"{found} = {text}")
        return Traced(self, found)


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "rem": "%"}


def _constant(value):
    value = float(value)
    if math.isnan(value):
        return "nan:7ff8000000000000"
    return repr(value)


def _operand(recorder, value):
    if isinstance(value, Traced):
        if value._recorder is not recorder:
            raise TypeError("a number of another recording was used; pass it to this one as an input")
        return value._name
    return _constant(value)


class Traced:
    """A number while a function is recorded: it has the operators, numpy's functions and those of this package.

    It has no value: ``float``, ``if`` and ``math.sin`` raise a ``TypeError`` that says what to use.
    """

    __slots__ = ("_recorder", "_name")
    __hash__ = object.__hash__

    def __init__(self, recorder, name):
        self._recorder = recorder
        self._name = name

    def __repr__(self):
        return f"<wengert.Traced {self._name}>"

    def __bool__(self):
        raise TypeError(_BRANCH.format(what="`if`, `and`, `or`, `not`, `while` or `max`"))

    def __float__(self):
        raise TypeError(
            "float() and the module math need a number, and while a function is recorded there is none; "
            "use the functions of wengert or numpy: wengert.sin(x)"
        )

    __int__ = __complex__ = __float__

    def __index__(self):
        raise TypeError("an index needs a number, and while a function is recorded there is none; it must not depend on inputs")

    def __iter__(self):
        raise TypeError("a recorded number is no sequence; name it by its own parameter, or give record the number of inputs")

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        return _ufunc(ufunc, method, inputs, out, options)

    def __getattr__(self, name):
        # numpy's functions on arrays of objects call a method of each.
        row = _NUMPY.get(name, name)
        if name.startswith("__") or not (row in _ROWS or row in _SPECIAL):
            raise AttributeError(f"a recorded number has no {name!r}; wengert.functions() lists the functions that there are")
        return lambda *args: call(row, (self, *args))


class TracedArray(np.ndarray):
    """An array of numbers while a function is recorded; numpy's functions, sums and products of it are recorded."""

    # What numpy puts together of it and others is one, too.
    __array_priority__ = 100

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        return _ufunc(ufunc, method, inputs, out, options)


def _plain(value):
    """What numpy does not ask to take part in a function."""
    if isinstance(value, Traced):
        boxed = np.empty((), dtype=object)
        boxed[()] = value
        return boxed
    return np.asarray(value, dtype=object) if isinstance(value, np.ndarray) else value


def _ufunc(ufunc, method, inputs, out, options):
    name = _NUMPY.get(ufunc.__name__, ufunc.__name__)
    options = {key: value for key, value in options.items() if not (key == "where" and value is True)}
    arrays = any(isinstance(value, np.ndarray) for value in inputs)
    plain = [_plain(value) if arrays else value for value in inputs]
    if out is not None:
        plain_out = tuple(np.asarray(value) if isinstance(value, np.ndarray) else value for value in out)
        if any(value is None or value.dtype != object for value in plain_out):
            raise TypeError(f"numpy.{ufunc.__name__} cannot write into an array of numbers while a function is recorded; assign the result")
        options["out"] = plain_out
    known = name in _ROWS or name in _SPECIAL
    if known and method == "__call__" and not arrays and not options:
        return call(name, plain)
    if known and name not in ("add", "mul"):
        # Each pair of elements by the row, where numpy would compare or call methods of them.
        ufunc = np.frompyfunc(lambda *args: call(name, args), ufunc.nin, 1)
        if method == "reduce" and options.get("initial", 0) is np._NoValue:
            del options["initial"]
        options.pop("dtype", None)
    elif not known and ufunc is not np.matmul:
        raise TypeError(
            f"numpy.{ufunc.__name__} cannot be recorded as it is called here; "
            "write it with operators and the functions that wengert.functions() lists"
        )
    result = getattr(ufunc, method)(*plain, **options)
    if out is not None:
        return out[0] if len(out) == 1 else out
    return result.view(TracedArray) if isinstance(result, np.ndarray) else result


def _first(args):
    return next(value for value in args if isinstance(value, Traced))._recorder


def _power(base, exponent):
    if isinstance(exponent, numbers.Real) and float(exponent).is_integer() and abs(exponent) < 2**31:
        return call("powi", (base, int(exponent)))
    if isinstance(exponent, numbers.Real) and float(exponent) == 0.5:
        return call("sqrt", (base,))
    return call("powf", (base, exponent))


def _modulo(x, y):
    # With the sign of y, as Python and numpy have it.
    return call("sub", (x, call("mul", (y, call("floor", (call("div", (x, y)),))))))


def _quotient(x, y):
    return call("floor", (call("div", (x, y)),))


def _sign(x):
    return call("sub", (call("gt", (x, 0.0)), call("lt", (x, 0.0))))


def _refused(*_):
    raise TypeError("this function of numpy has no counterpart that can be recorded; write it with wengert.where and wengert.floor")


_SPECIAL = {
    "_power": _power,
    "_modulo": _modulo,
    "_quotient": _quotient,
    "_sign": _sign,
    "_square": lambda x: call("powi", (x, 2)),
    "_same": lambda x: x,
    "_refused": _refused,
}
_PLAIN = {}


def call(name, args):
    """A function of the table: recorded if an argument is, else its value, on arrays too."""
    if any(isinstance(value, np.ndarray) and value.dtype == object for value in args):
        shaped = np.broadcast_arrays(*(np.asarray(value, dtype=object) for value in args))
        result = np.empty(shaped[0].shape, dtype=object)
        for at in np.ndindex(result.shape):
            result[at] = call(name, [value[at] for value in shaped])
        return result.view(TracedArray)
    if name in _SPECIAL:
        return _SPECIAL[name](*args)
    arity, family = _ROWS[name]
    parameter = None
    if family:
        *args, parameter = args
        if isinstance(parameter, Traced) or int(parameter) != parameter:
            raise TypeError(f"the last argument of {name} is an integer")
        parameter = int(parameter)
    if len(args) != arity:
        raise TypeError(f"{name} takes {arity + family} arguments")
    if any(isinstance(value, Traced) for value in args):
        if any(isinstance(value, np.ndarray) and value.ndim for value in args):
            wrapped = [np.asarray(value, dtype=object) for value in args]
            return call(name, [*wrapped, parameter] if family else wrapped)
        recorder = _first(args)
        return recorder.apply(name, [_operand(recorder, value) for value in args], parameter)
    arrays = np.broadcast_arrays(*(np.asarray(value, dtype=float) for value in args))
    key = (name, parameter)
    if key not in _PLAIN:
        letters = [f"x{i}" for i in range(arity)]
        recorder = _Recorder(letters)
        result = recorder.apply(name, letters, parameter)
        _PLAIN[key] = _finish(recorder, [result], letters)
    values = _PLAIN[key].value(np.stack([array.ravel() for array in arrays], axis=-1))
    return values.reshape(arrays[0].shape) if arrays[0].ndim else float(values[0])


def array(values):
    """As ``numpy.array``, of a list that may have recorded numbers.

    >>> f = wengert.record(lambda a, b: np.maximum(wengert.array([a, b]), 0).sum())
    >>> f.grad([2.0, -1.0])
    array([1., 0.])
    """
    made = np.array(values)
    return made.view(TracedArray) if made.dtype == object else made


def where(condition, a, b):
    """``a`` where the condition holds, else ``b``: both are kept, so that the recorded function may take either.

    >>> f = wengert.record(lambda x: wengert.where(x < 0, -x, x**2))
    >>> f.grad([[-1.0], [3.0]])
    array([[-1.],
           [ 6.]])
    """
    if not isinstance(condition, Traced) and isinstance(condition, (bool, np.bool_)):
        return a if condition else b
    return call("select", (condition, a, b))


def _finish(recorder, outputs, names):
    results = ", ".join(_operand(recorder, value) for value in outputs)
    inputs = [f"x{i}" for i in range(len(names))]
    text = "\n".join([f"program({', '.join(inputs)})", *recorder.lines, f"return {results}", ""])
    return Function.from_listing(text, names)


def record(function, inputs=None):
    """Runs a Python function once, and makes a ``Function`` of what it does.

    Without ``inputs``, each of its parameters is a number, and the names are theirs. With ``inputs``, a number or a list of names,
    it takes one array of so many numbers. It may use operators, functions of numpy and of this package, loops and other Python
    functions, all run once; a branch on an input raises a ``TypeError``: ``wengert.where`` keeps both sides. It gives one number,
    or a list or array of them.

    >>> f = wengert.record(lambda a, b: np.exp(a) * b)
    >>> f.inputs
    ['a', 'b']
    >>> f = wengert.record(lambda x: (x[1:] - x[:-1]**2).sum(), inputs=10)
    >>> f.grad(np.zeros(10)).shape
    (10,)
    """
    if inputs is None:
        kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        parameters = inspect.signature(function).parameters.values()
        wrong = [p.name for p in parameters if p.kind not in kinds and p.default is inspect.Parameter.empty]
        if wrong:
            raise ShapeError(f"{wrong[0]} stands for any number of inputs; say how many there are: record(f, inputs=3)")
        names = [p.name for p in parameters if p.kind in kinds and p.default is inspect.Parameter.empty]
        letters = [f"x{i}" for i in range(len(names))]
        recorder = _Recorder(letters)
        given = [Traced(recorder, letter) for letter in letters]
    else:
        names = [f"x{i}" for i in range(inputs)] if isinstance(inputs, numbers.Integral) else list(inputs)
        recorder = _Recorder([f"x{i}" for i in range(len(names))])
        array = np.empty(len(names), dtype=object).view(TracedArray)
        array[:] = [Traced(recorder, f"x{i}") for i in range(len(names))]
        given = [array]
    result = function(*given)
    if result is None:
        raise ShapeError("the function gives nothing; let it return a number, or a list of them")
    flat = np.asarray(result, dtype=object).ravel() if not isinstance(result, Traced) else [result]
    made = _finish(recorder, list(flat), names)
    return made


def _operator(name, swapped=False):
    def operate(self, other):
        if isinstance(other, np.ndarray) and other.ndim == 0:
            other = other.item()
        if not isinstance(other, (Traced, numbers.Real, np.bool_)):
            return NotImplemented
        return call(name, (other, self) if swapped else (self, other))

    return operate


for _method, _name in {
    "add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "pow": "_power", "mod": "_modulo", "floordiv": "_quotient",
}.items():
    setattr(Traced, f"__{_method}__", _operator(_name))
    setattr(Traced, f"__r{_method}__", _operator(_name, swapped=True))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Traced, f"__{_name}__", _operator(_name))
Traced.__neg__ = lambda self: call("neg", (self,))
Traced.__pos__ = lambda self: self
for _method, _name in {"abs": "abs", "floor": "floor", "ceil": "ceil", "trunc": "trunc"}.items():
    setattr(Traced, f"__{_method}__", lambda self, _name=_name: call(_name, (self,)))
