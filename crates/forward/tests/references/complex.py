"""Writes complex.tsv: values and the first three derivatives of functions of a complex number, to 25 digits.

Each derivative by Cauchy's integral with 64 points on a circle of a sixteenth of the distance to the nearest singularity,
whose error is of the order of 16**-64.

Run from any folder: python3 complex.py. Needs mpmath.
"""

import random
from pathlib import Path

from mpmath import acos, acosh, asin, asinh, atan, atanh, cos, cosh, exp, expjpi, expm1, factorial, log, log1p, mp, mpc, mpf
from mpmath import nstr, pi, sin, sinh, sqrt, tan, tanh

mp.dps = 110
POINTS = 64
draw = random.Random(7)

nowhere = []
FUNCTIONS = {
    "recip": (lambda z: 1 / z, [0]),
    "sqrt": (sqrt, [0]),
    "exp": (exp, nowhere),
    "exp_m1": (expm1, nowhere),
    "ln": (log, [0]),
    "ln_1p": (lambda z: log(1 + z), [-1]),
    "sin": (sin, nowhere),
    "cos": (cos, nowhere),
    "tan": (tan, [k * pi / 2 for k in range(-31, 32, 2)]),
    "sinh": (sinh, nowhere),
    "cosh": (cosh, nowhere),
    "tanh": (tanh, [mpc(0, k * pi / 2) for k in range(-31, 32, 2)]),
    "asin": (asin, [1, -1]),
    "acos": (acos, [1, -1]),
    "atan": (atan, [mpc(0, 1), mpc(0, -1)]),
    "asinh": (asinh, [mpc(0, 1), mpc(0, -1)]),
    "acosh": (acosh, [1, -1]),
    "atanh": (atanh, [1, -1]),
    "cube": (lambda z: z**3, nowhere),
    "fifth_root": (lambda z: z ** (mpf(1) / 5), [0]),
    "power": (lambda z: z ** mpc(-1.5, 0.75), [0]),
    "self_power": (lambda z: z**z, [0]),
}


def distance(name, z):
    """How far the branch goes on around the point: to the nearest singularity, and not across a cut."""
    singular = FUNCTIONS[name][1]
    nearest = min([abs(z - s) for s in singular], default=mpf(1))
    x, y = z.real, z.imag
    if name in ("sqrt", "ln", "fifth_root", "power", "self_power") and x < 0:
        nearest = min(nearest, abs(y))
    if name == "ln_1p" and x < -1 or name == "acosh" and x < 1 or name in ("asin", "acos", "atanh") and abs(x) > 1:
        nearest = min(nearest, abs(y))
    if name in ("atan", "asinh") and abs(y) > 1:
        nearest = min(nearest, abs(x))
    return min(nearest, mpf(1))


def derivatives(name, z):
    f, radius = FUNCTIONS[name][0], distance(name, z) / 16
    turns = [expjpi(mpf(2 * k) / POINTS) for k in range(POINTS)]
    values = [f(z + radius * turn) for turn in turns]
    for n in range(4):
        coefficient = sum(v / turn**n for v, turn in zip(values, turns)) / POINTS / radius**n
        yield coefficient * factorial(n)


def points():
    for _ in range(12):
        size = 10 ** draw.uniform(-3, 1)
        yield mpc(draw.uniform(-size, size), draw.uniform(-size, size))
    for z in (mpc(0.6, 0.8), mpc(1e-8, 1e-9), mpc(1.0, 1e-6), mpc(-1.0, -1e-5), mpc(0.001, -1.001), mpc(-3.0, 1e-3),
              mpc(25.0, 0.5), mpc(-0.75, 30.0), mpc(0.99999, 0.004), mpc(-0.02, 0.2)):
        yield z


def parts(z):
    return f"{nstr(mpf(z.real), 25)}\t{nstr(mpf(z.imag), 25)}"


lines = ["function\tz\t\tvalue\t\tfirst\t\tsecond\t\tthird derivative"]
for name in FUNCTIONS:
    for z in points():
        z = mpc(float(z.real), float(z.imag))
        columns = [f"{float(z.real)!r}\t{float(z.imag)!r}"] + [parts(mpc(d)) for d in derivatives(name, z)]
        lines.append("\t".join([name] + columns))
Path(__file__).with_name("complex.tsv").write_text("\n".join(lines) + "\n")
