"""Writes equal_values.tsv: derivatives of a loss by the vectors and values of equal eigenvalues, to 20 digits.

The loss at a matrix A is <W, P> cos(s), where P is the projector on the vectors of the least eigenvalues, so many as are equal, and
s the sum of l^2 sin(l) over these. Its gradient by the entries of the symmetric part, and the Hessian times V, by differences of 100 digits
with steps of 1e-25.

Run from any folder: python3 equal_values.py. Needs mpmath.
"""

from pathlib import Path

from mpmath import cos, eigsy, matrix, mp, mpf, nstr, sin

mp.dps = 100
STEP = mpf("1e-25")

TWO = [[2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]]
THREE = [[3.0, 1.0, 1.0, 1.0], [1.0, 3.0, 1.0, 1.0], [1.0, 1.0, 3.0, 1.0], [1.0, 1.0, 1.0, 3.0]]
ALL = [[1.5, 0.0], [0.0, 1.5]]
PAIRS = [[1.0, 0.0, 0.5, 0.0], [0.0, 1.0, 0.0, 0.5], [0.5, 0.0, 1.0, 0.0], [0.0, 0.5, 0.0, 1.0]]
CASES = [(TWO, 2), (THREE, 3), (ALL, 2), (PAIRS, 2)]


def weight(n):
    return matrix([[mpf((3 * i + 3 * j + 2 * i * j) % 7 - 3) / 4 for j in range(n)] for i in range(n)])


def direction(n):
    return matrix([[mpf((5 * i + 2 * j + i * j) % 8 - 4) / 8 for j in range(n)] for i in range(n)])


def loss(a, many):
    n = a.rows
    values, vectors = eigsy((a + a.T) / 2)
    order = sorted(range(n), key=lambda k: values[k])[:many]
    s = sum(values[k] ** 2 * sin(values[k]) for k in order)
    w = weight(n)
    p = sum(w[i, j] * vectors[i, k] * vectors[j, k] for i in range(n) for j in range(n) for k in order)
    return p * cos(s)


def slope(f):
    return (f(STEP) - f(-STEP)) / (2 * STEP)


lines = ["matrix\tequal\tgradient\tHessian times the direction, by rows"]
for a, many in CASES:
    n = len(a)
    at, v = matrix(a), direction(n)
    gradient, product = [], []
    for i in range(n):
        for j in range(n):
            e = matrix(n, n)
            e[i, j] = 1
            gradient.append(slope(lambda t: loss(at + t * e, many)))
            product.append(slope(lambda s: slope(lambda t: loss(at + s * v + t * e, many))))
    columns = [" ".join(repr(x) for row in a for x in row), str(many)]
    columns += [" ".join(nstr(x, 20) for x in all) for all in (gradient, product)]
    lines.append("\t".join(columns))
Path(__file__).with_name("equal_values.tsv").write_text("\n".join(lines) + "\n")
