"""Writes functions.tsv: functions of matrices A + t E and their first three derivatives at t = 0, to 20 digits.

Each derivative by Cauchy's integral with 32 points on a circle so small that the function is analytic far around it; the
error is of the order of 32**-32. Functions of symmetric matrices by their eigenvalues, others by mpmath's algorithms.

Run from any folder: python3 functions.py. Needs mpmath.
"""

from pathlib import Path

from mpmath import expjpi, expm, factorial, logm, matrix, mp, mpc, mpf, nstr, sqrtm

mp.dps = 80
POINTS = 32

PLAIN = [[0.5, -1.25, 0.375], [2.0, 0.25, -0.75], [-0.5, 1.5, -1.0]]
DIRECTION = [[0.5, 1.0, -0.25], [-2.0, 0.75, 0.5], [1.25, -0.5, 1.0]]
TURNED = [[0.5, 1.0, -0.25], [1.0, 0.75, 0.5], [-0.25, 0.5, 1.0]]
STEEP = [[1.0, 1000.0, 0.0], [0.0, -1.0, 100.0], [0.0, 0.0, 0.5]]
EQUAL = [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]
TWO_EQUAL = [[2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]]
NEARLY = [[2.0, 1e-6, 0.0], [1e-6, 2.0, -1e-5], [0.0, -1e-5, 2.000001]]
ILL = [[1.0, 0.9, 0.7], [0.9, 0.8125, 0.65], [0.7, 0.65, 0.75]]
WIDE = [[4.0, 1.0, 0.5], [-1.0, 3.0, 0.25], [0.125, -0.5, 2.0]]
ROTATION = [[0.0, -3.0, 0.0], [3.0, 0.0, 0.0], [0.0, 0.0, 0.25]]

CASES = [
    ("expm", expm, PLAIN, DIRECTION),
    ("expm", expm, ROTATION, DIRECTION),
    ("expm", expm, STEEP, DIRECTION),
    ("expm", expm, [[20 * x for x in row] for row in PLAIN], DIRECTION),
    ("expm", expm, [[0.0] * 3] * 3, DIRECTION),
    ("root_spd", sqrtm, EQUAL, TURNED),
    ("root_spd", sqrtm, TWO_EQUAL, TURNED),
    ("root_spd", sqrtm, NEARLY, TURNED),
    ("root_spd", sqrtm, ILL, TURNED),
    ("ln_spd", logm, EQUAL, TURNED),
    ("ln_spd", logm, TWO_EQUAL, TURNED),
    ("ln_spd", logm, NEARLY, TURNED),
    ("sqrtm", sqrtm, WIDE, DIRECTION),
    ("sqrtm", sqrtm, TWO_EQUAL, DIRECTION),
    ("sqrtm", sqrtm, EQUAL, DIRECTION),
    ("sqrtm", sqrtm, [[1.0, 100.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]], DIRECTION),
    ("logm", logm, WIDE, DIRECTION),
    ("logm", logm, EQUAL, DIRECTION),
    ("logm", logm, [[0.5, -1.0, 0.0], [1.0, 0.5, 0.0], [0.0, 0.0, 30.0]], DIRECTION),
]


def radius(name):
    return mpf("1e-3") if name != "expm" else mpf("0.05")


def derivatives(f, a, e, r):
    turns = [expjpi(mpf(2 * k) / POINTS) for k in range(POINTS)]
    values = [f(a + r * turn * e) for turn in turns]
    for n in range(4):
        total = sum((v * (1 / turn**n) for v, turn in zip(values[1:], turns[1:])), values[0])
        yield total * (factorial(n) / POINTS / r**n)


lines = ["function\tmatrix\tdirection\tvalue\tfirst\tsecond\tthird derivative, by rows"]
for name, f, a, e in CASES:
    columns = [name, " ".join(repr(x) for row in a for x in row), " ".join(repr(x) for row in e for x in row)]
    small = radius(name) if a is not ILL else mpf("1e-5")
    for d in derivatives(f, matrix(a), matrix(e), small):
        columns.append(" ".join(nstr(mpf(mpc(x).real), 20) for x in d))
    lines.append("\t".join(columns))
Path(__file__).with_name("functions.tsv").write_text("\n".join(lines) + "\n")
