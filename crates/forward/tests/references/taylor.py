"""Writes taylor.tsv: Taylor coefficients 0 to 20 of functions at points, to 25 digits.

By Cauchy's integral on a circle: with N points on a radius of 1/4 of the distance to the nearest singularity, the
error is of the order of 4**-N.

Run from any folder: python3 taylor.py. Needs mpmath.
"""

from pathlib import Path

from mpmath import acos, acosh, asin, asinh, atan, atanh, besselj, bessely, beta, cbrt, cos, cosh, digamma, erf, erfc
from mpmath import exp, expjpi, gamma, log, loggamma, mp, mpf, nstr, re, sin, sinh, sqrt, tan, tanh

mp.dps = 70
ORDER = 20
POINTS = 128
INFINITY = 4  # Stands for the distance to the nearest singularity of an entire function.
# Name: function, points, distance from a point to the nearest singularity.
FUNCTIONS = {
    "exp": (exp, [0.5, -3.0], lambda x: INFINITY),
    "exp_m1": (lambda x: exp(x) - 1, [0.015625], lambda x: INFINITY),
    "ln": (log, [2.0, 0.25], abs),
    "log_base": (lambda x: log(3) / log(x), [2.0], lambda x: x - 1),
    "sin": (sin, [1.0, 0.0], lambda x: INFINITY),
    "cos": (cos, [1.0, 0.0], lambda x: INFINITY),
    "tan": (tan, [0.5, 1.5], lambda x: mp.pi / 2 - x),
    "asin": (asin, [0.25, -0.875], lambda x: 1 - abs(x)),
    "acos": (acos, [0.25], lambda x: 1 - abs(x)),
    "atan": (atan, [0.75, -3.0], lambda x: 1),
    "sinh": (sinh, [0.5], lambda x: INFINITY),
    "cosh": (cosh, [0.5], lambda x: INFINITY),
    "tanh": (tanh, [0.75, 4.0], lambda x: mp.pi / 2),
    "asinh": (asinh, [0.5], lambda x: 1),
    "acosh": (acosh, [2.0], lambda x: x - 1),
    "atanh": (atanh, [0.5], lambda x: 1 - abs(x)),
    "geometric": (lambda x: 1 / (1 - x), [0.25, 0.0], lambda x: 1 - x),
    "sqrt": (sqrt, [2.0, 0.125], abs),
    "cbrt": (cbrt, [2.0], abs),
    "power_2.5": (lambda x: x ** mpf(2.5), [1.5], abs),
    "power_-1.5": (lambda x: x ** mpf(-1.5), [1.5], abs),
    "power_7": (lambda x: x**7, [1.5, -0.0009765625], lambda x: INFINITY),
    "power_-3": (lambda x: x**-3, [1.5, -2.0], abs),
    "x_to_x": (lambda x: x**x, [1.25], abs),
    "hypot": (lambda x: sqrt(x * x + 4), [1.5], lambda x: 2),
    "atan2": (lambda x: atan(x / 2), [1.5], lambda x: 2),
    "erf": (erf, [0.5, 3.0], lambda x: 1),
    "erfc": (erfc, [2.0], lambda x: 1),
    "gamma": (gamma, [1.25], abs),
    "ln_gamma": (loggamma, [3.5], abs),
    "digamma": (digamma, [0.75], abs),
    "beta": (lambda x: beta(x, 2 * x), [1.5], abs),
    "bessel_j_1": (lambda x: besselj(1, x), [0.25, 20.0], lambda x: INFINITY),
    "bessel_y_0": (lambda x: bessely(0, x), [2.0], abs),
    "sinc": (lambda x: sin(x) / x, [0.125, 5.0], abs),
    "softplus": (lambda x: log(1 + exp(x)), [0.5], lambda x: mp.pi),
    "exp_of_sin": (lambda x: exp(sin(x)), [0.25], lambda x: INFINITY),
    "rational": (lambda x: (x**3 - 2 * x + 1) / (1 + x**2), [0.5], lambda x: 1),
    "tan_of_product": (lambda x: tan(x * exp(-x)), [0.5], lambda x: 1),
    "power_of_polynomial": (lambda x: (1 + x + x**2) ** 3, [0.5], lambda x: INFINITY),
    "power_of_sine": (lambda x: (2 + sin(x)) ** mpf(1.5), [0.5], lambda x: 1),
}


def coefficients(f, x, radius):
    values = [f(x + radius * expjpi(mpf(2 * j) / POINTS)) for j in range(POINTS)]
    scale = max(abs(v) for v in values)
    for k in range(ORDER + 1):
        c = re(sum(v * expjpi(-mpf(2 * j * k) / POINTS) for j, v in enumerate(values))) / POINTS
        # What is left of a coefficient that is zero.
        yield mpf(0) if abs(c) < scale * mpf(10) ** -50 else c / radius**k


def main():
    lines = ["function\tx\tk\tcoefficient"]
    for name, (f, points, distance) in FUNCTIONS.items():
        for x in map(mpf, points):
            for k, c in enumerate(coefficients(f, x, distance(x) / 4)):
                lines.append(f"{name}\t{nstr(x, 17)}\t{k}\t{nstr(c, 25)}")
    Path(__file__).with_suffix(".tsv").write_text("\n".join(lines) + "\n")


main()
