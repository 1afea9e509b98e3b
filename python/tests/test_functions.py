"""Functions of texts and recorded ones: derivatives, shapes, batches, errors."""

import ast
import inspect
import math
import pickle
import threading
from pathlib import Path

import numpy as np
import pytest

import wengert

BRANCHED = "if x < 0 then x*y else sin(x)*y^2"


def by_hand(x, y):
    if x < 0:
        return x * y, [y, x], [[0, 1], [1, 0]]
    s, c = math.sin(x), math.cos(x)
    return s * y**2, [c * y**2, 2 * s * y], [[-s * y**2, 2 * c * y], [2 * c * y, 2 * s]]


POINTS = np.random.default_rng(7).uniform(-2, 2, (200, 2))


def test_one_point():
    f = wengert.parse(BRANCHED)
    assert f.inputs == ["x", "y"] and f.outputs == 1 and f.source == BRANCHED
    for point in POINTS:
        value, g, h = by_hand(*point)
        assert f(point) == pytest.approx(value)
        assert f.grad(list(point)) == pytest.approx(np.array(g))
        v, d = f.value_and_grad(tuple(point))
        assert v == pytest.approx(value) and d == pytest.approx(np.array(g))
        assert f.hessian(point) == pytest.approx(np.array(h))
        assert f.jacobian(point).shape == (1, 2)
        assert f.hvp(point, [1.0, 2.0]) == pytest.approx(np.array(h) @ [1.0, 2.0])
        y, dy = f.jvp(point, [1.0, 2.0])
        assert (y, dy) == (pytest.approx(value), pytest.approx(np.dot(g, [1.0, 2.0])))
        assert f.vjp(point, 3.0)[1] == pytest.approx(3 * np.array(g))


def test_many_points():
    f = wengert.parse(BRANCHED)
    wanted = [by_hand(*point) for point in POINTS]
    assert f(POINTS) == pytest.approx(np.array([w[0] for w in wanted]))
    assert f.grad(POINTS) == pytest.approx(np.array([w[1] for w in wanted]))
    assert f.hessian(POINTS) == pytest.approx(np.array([w[2] for w in wanted], dtype=float))
    assert f.jacobian(POINTS).shape == (200, 1, 2)
    # A direction for all, or one for each; arrays that are not contiguous.
    one = f.hvp(POINTS, [1.0, 0.5])
    assert f.hvp(POINTS, np.tile([1.0, 0.5], (200, 1))) == pytest.approx(one)
    assert f.hvp(np.asfortranarray(POINTS), [1.0, 0.5]) == pytest.approx(one)
    assert f.hvp(POINTS[::2], [1.0, 0.5]) == pytest.approx(one[::2])
    assert f(np.empty((0, 2))).shape == (0,)
    assert f(np.array([[1, 2], [3, 4]])).shape == (2,)


def test_several_outputs():
    f = wengert.parse("[x*y, sin(x), y]")
    assert f([1.0, 2.0]).shape == (3,) and f(POINTS).shape == (200, 3)
    assert f.jacobian(POINTS).shape == (200, 3, 2)
    assert f.jacobian([0.0, 2.0]) == pytest.approx(np.array([[2.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    y, g = f.vjp(POINTS, [1.0, 0.0, 0.0])
    assert y.shape == (200, 3) and g == pytest.approx(POINTS[:, ::-1])
    y, dy = f.jvp(POINTS, [1.0, 0.0])
    assert dy.shape == (200, 3)
    with pytest.raises(wengert.ShapeError, match="take the jacobian"):
        f.grad([1.0, 2.0])


def test_by_name():
    f = wengert.parse("a*b")
    assert f(f.point(b=3, a=2)) == 6
    assert f(f.point(a=np.arange(4.0), b=2)).tolist() == [0, 2, 4, 6]
    with pytest.raises(wengert.ShapeError, match="no b; give a, b"):
        f.point(a=1)
    with pytest.raises(wengert.ShapeError, match="no input c"):
        f.point(a=1, b=2, c=3)
    assert wengert.parse("y - x", ["x", "y"]).inputs == ["x", "y"]


def test_recorded_by_parameters():
    def f(a, b, scale=2.0):
        c = np.exp(-a) * b**2 + scale
        for _ in range(3):
            c = np.maximum(c, 0.1) / (1 + abs(a)) - (-b) % 3 + math.pi
        return c

    made = wengert.record(f)
    assert made.inputs == ["a", "b"] and made.source is None
    for a, b in POINTS:
        assert made([a, b]) == pytest.approx(f(a, b))
        h = 1e-6
        slope = [(f(a + h, b) - f(a - h, b)) / (2 * h), (f(a, b + h) - f(a, b - h)) / (2 * h)]
        assert made.grad([a, b]) == pytest.approx(np.array(slope), rel=1e-6, abs=1e-6)


def test_recorded_of_an_array():
    def rosenbrock(x):
        return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

    f = wengert.record(rosenbrock, inputs=6)
    x = np.linspace(-1, 1, 6)
    assert f(x) == pytest.approx(rosenbrock(x))
    assert f.grad(np.ones(6)) == pytest.approx(np.zeros(6))
    matrix = np.arange(12.0).reshape(3, 4)
    g = wengert.record(lambda x: np.tanh(matrix @ x) * np.array([1.0, 2.0, 3.0]), inputs=["a", "b", "c", "d"])
    assert g.inputs == ["a", "b", "c", "d"] and g.outputs == 3
    x = np.array([0.1, -0.1, 0.05, 0.0])
    slope = (np.array([1.0, 2.0, 3.0]) * (1 - np.tanh(matrix @ x) ** 2))[:, None] * matrix
    assert g.jacobian(x) == pytest.approx(slope)


def test_recorded_ufuncs():
    unary = "sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arctanh exp exp2 expm1 log log2 log10 log1p sqrt cbrt " \
        "square reciprocal negative positive absolute fabs floor ceil trunc sign".split()
    for name in unary:
        ufunc = getattr(np, name)
        f = wengert.record(lambda x: ufunc(x))
        assert f([0.37]) == pytest.approx(ufunc(0.37), rel=1e-15), name
        array = wengert.record(lambda x: ufunc(x), inputs=2)
        assert array([0.37, 0.5]) == pytest.approx(ufunc([0.37, 0.5]), rel=1e-15), name
    for name in "add subtract multiply divide power arctan2 hypot maximum minimum fmod copysign logaddexp".split():
        ufunc = getattr(np, name)
        for f in (wengert.record(lambda x, y: ufunc(x, y)), wengert.record(lambda x: ufunc(x[0], x[1]), inputs=2)):
            assert f([1.37, -0.5 if name == "copysign" else 0.5]) == pytest.approx(
                ufunc(1.37, -0.5 if name == "copysign" else 0.5), rel=1e-15
            ), name


def test_recorded_arrays():
    def f(x):
        y = np.concatenate([np.floor(x) + x, np.clip(x, -1, 1) ** 2, np.array([x[0], x[1]]) * 2])
        y = y + np.sign(y) * np.maximum(y, 0.25).max() + y.mean() // 1
        y[0] = np.linalg.norm(x) + x.prod()
        return np.stack([y, -y]).T @ np.array([1.0, 2.0])

    made = wengert.record(f, inputs=3)
    for x in np.random.default_rng(5).uniform(-2, 2, (20, 3)):
        assert made(x) == pytest.approx(f(x), rel=1e-14, abs=1e-14)


def test_functions_of_the_table():
    assert wengert.erf(0.5) == pytest.approx(math.erf(0.5))
    assert wengert.erf(np.array([0.1, 0.2])).shape == (2,)
    assert wengert.bessel_j(0.0, 0) == 1.0
    f = wengert.record(lambda x: wengert.bessel_j(x, 1) + wengert.softplus(x))
    assert f.grad([0.0])[0] == pytest.approx(1.0)
    assert len(wengert.functions()) > 60 and wengert.tanh.__doc__
    with pytest.raises(TypeError, match="takes 1 argument"):
        wengert.erf(1.0, 2.0)


def test_where():
    f = wengert.record(lambda x, y: wengert.where(x < y, np.sqrt(y - x), x**3))
    assert f.grad([[1.0, 5.0], [2.0, 1.0]]) == pytest.approx(np.array([[-0.25, 0.25], [12.0, 0.0]]))


def test_mistakes_while_recording():
    def branch(x):
        return x if x > 0 else -x

    with pytest.raises(TypeError, match="wengert.where"):
        wengert.record(branch)
    with pytest.raises(TypeError, match="wengert.sin"):
        wengert.record(lambda x: math.sin(x))
    with pytest.raises(TypeError, match="index"):
        wengert.record(lambda x: [1, 2, 3][x])
    with pytest.raises(TypeError, match="numpy.gcd"):
        wengert.record(lambda x: np.gcd(x, 2))
    with pytest.raises(wengert.ShapeError, match="inputs=3"):
        wengert.record(lambda *x: x[0])
    with pytest.raises(wengert.ShapeError, match="gives nothing"):
        wengert.record(lambda x: None)
    kept = []
    wengert.record(lambda x: kept.append(x) or x)
    with pytest.raises(TypeError, match="another recording"):
        wengert.record(lambda x: x + kept[0])
    with pytest.raises(AttributeError, match="nonsense"):
        wengert.record(lambda x: x.nonsense())


def test_errors():
    with pytest.raises(wengert.ParseError, match="did you mean `sin`"):
        wengert.parse("x*sni(x)")
    f = wengert.parse("sqrt(x)*clamp(y, 0, z)")
    with pytest.raises(wengert.ShapeError, match=r"shape \[2\].*x, y, z|inputs \(x, y, z\)"):
        f([1.0, 2.0])
    with pytest.raises(wengert.DomainError):
        f([1.0, 2.0, -1.0])
    with pytest.raises(wengert.DomainError, match="point 1: "):
        f([[1.0, 2.0, 1.0], [1.0, 2.0, -1.0]])
    with pytest.raises(wengert.NotFiniteError, match="slope of sqrt"):
        f.grad([0.0, 1.0, 3.0], finite=True)
    with pytest.raises(wengert.NotFiniteError, match="point 1: .*slope of sqrt"):
        f.grad([[1.0, 1.0, 3.0], [0.0, 1.0, 3.0]], finite=True)
    assert f.explain([1.0, 1.0, 3.0]) is None
    with pytest.raises(wengert.ShapeError, match="seeds for 3"):
        f.hvp(np.ones((2, 3)), np.ones((3, 3)))
    with pytest.raises(wengert.ShapeError, match="one point"):
        f.hvp(np.ones(3), np.ones((3, 3)))
    with pytest.raises((TypeError, ValueError)):
        f(["a", "b", "c"])
    with pytest.raises(wengert.ParseError, match="hessian"):
        f.listing("curvature")
    with pytest.raises(wengert.LimitError):
        wengert.parse("fn f(x) = f(x + 1); f(x)")([1.0])
    assert issubclass(wengert.ShapeError, ValueError)


def test_kept():
    for f in (wengert.parse(BRANCHED), wengert.record(lambda x, y: np.sin(x) * y)):
        for same in (pickle.loads(pickle.dumps(f)), wengert.from_bytes(f.to_bytes())):
            assert same.inputs == f.inputs and same.source == f.source
            assert (same(POINTS) == f(POINTS)).all()
    for damaged in (b"", b"WGF1", b"nonsense"):
        with pytest.raises(wengert.InvalidError):
            wengert.from_bytes(damaged)


def test_printed():
    f = wengert.parse("x*sin(y)")
    assert f.listing() == "program(x, y)\nv0 = sin(y)\nv1 = x * v0\nreturn v1\n"
    assert "double" in f.to_c("gradient") and "fn hvp(" in f.to_rust("hvp")
    assert f.tree() == "mul\n├─ x\n└─ sin\n   └─ y\n"
    assert str(f) == "x*sin(y)" and "x, y" in repr(f)
    assert str(wengert.record(lambda a: a * a)).startswith("program(a)\n")


def test_documented_as_the_stubs_say():
    stub = ast.parse((Path(wengert.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))
    function = next(node for node in stub.body if isinstance(node, ast.ClassDef) and node.name == "Function")
    methods = {node.name: ast.get_docstring(node) for node in function.body if isinstance(node, ast.FunctionDef)}
    public = {name for name in dir(wengert.Function) if not name.startswith("_")} | {"__call__"}
    assert public == set(methods)
    for name, doc in methods.items():
        if name != "__call__":
            assert inspect.getdoc(getattr(wengert.Function, name)) == doc, name
    assert inspect.getdoc(wengert.Function) == ast.get_docstring(function)


def test_threads():
    f = wengert.parse(BRANCHED)
    wanted, wrong = f.grad(POINTS), []

    def work():
        for _ in range(20):
            if not (f.grad(POINTS) == wanted).all():
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert not wrong
