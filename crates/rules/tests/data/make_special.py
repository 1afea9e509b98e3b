"""Reference values of the special functions, and the constants of their approximations, with mpmath.

    python3 make_special.py > special.tsv       lines: function, arguments, value, allowance
    python3 make_special.py constants           what stands in src/special/*.rs

The arguments are exact doubles. The allowance, in units of the permitted error, is 1; for the functions in
CONDITIONED it is the condition number (the sum of |x df/dx / f| over the arguments) where that is larger, but 1 at the
tabulated zeros of the Bessel functions.
"""

import math
import random
import sys

from mpmath import *

mp.dps = 60
draw = random.Random(20)
LOWEST, HIGHEST = mpf(2) ** -1075, mpf(2) ** 1024


def precisely(f, digits):
    def g(*args):
        with workdps(digits):
            return f(*args)
    return g


def sinc_n(x, n):
    """The n-th derivative of sin(x)/x by its Taylor series, with digits to cancel."""
    if x == 0:
        return mpf(0) if n % 2 else mpf((-1) ** (n // 2)) / (n + 1)
    with workdps(80 + int(abs(x))):
        m, total = n % 2, mpf(0)
        term = x**m
        while True:
            part = term / (m + n + 1)
            total += -part if (m + n) // 2 % 2 else part
            if m > abs(x) and abs(part) < mpf(10) ** -70 * abs(total):
                return total
            term *= x * x / ((m + 1) * (m + 2))
            m += 2


def ln_beta(a, b):
    if a > 0 and b > 0:
        with workdps(70 + max(0, int(0.31 * max(mag(a), mag(b))))):
            return loggamma(a) + loggamma(b) - loggamma(a + b)
    return log(abs(beta(a, b)))


def beta(a, b):
    if a > 0 and b > 0:
        return exp(ln_beta(a, b))
    return gamma(a) * gamma(b) * rgamma(a + b)


def erfcx(x):
    if x < 1000:
        return exp(x * x) * erfc(x)
    total, term = mpf(0), mpf(1)
    for k in range(1, 30):
        total += term
        term *= -(2 * k - 1) / (2 * x * x)
    return total / (x * sqrt(pi))


def norm_cdf(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def norm_ppf(p):
    """Newton's method on the logarithm of the smaller tail."""
    if p == 0.5:
        return mpf(0)
    q = min(p, 1 - p)
    x = -sqrt(-2 * log(q)) if q < 0.1 else mpf(0)
    for _ in range(60):
        c = norm_cdf(x)
        step = log(c / q) * c * sqrt(2 * pi) * exp(x * x / 2)
        x -= step
        if abs(step) < mpf(10) ** -50 * abs(x):
            break
    return x if p < 0.5 else -x


def bessel_by_recurrence(f):
    """For large orders: upwards from orders 0 and 1, with digits for what the first kind loses."""
    def g(x, n):
        t = float(x) / n
        lost = 0 if t >= 1 else 0.87 * n * (math.acosh(1 / t) - math.sqrt(1 - t * t))
        with workdps(60 + int(lost)):
            a, b = f(0, x, maxprec=10**6), f(1, x, maxprec=10**6)
            for k in range(1, n):
                a, b = b, 2 * k * b / x - a
            return b
    return g


def either_bessel(f):
    slow = bessel_by_recurrence(f)
    return lambda x, n: slow(x, abs(n)) * (-1) ** (n % 2 * (n < 0)) if abs(n) > 200 else f(n, x)


def around(a, b, count):
    return [draw.uniform(a, b) for _ in range(count)]


def spread(a, b, count):
    return [math.exp(draw.uniform(math.log(a), math.log(b))) for _ in range(count)]


def signed(points):
    return [draw.choice([x, -x]) for x in points]


def pairs(xs, ys):
    return list(zip(xs, ys))


def every(xs, orders):
    return [(x, draw.choice(orders)) for x in xs]


tiny = signed(spread(1e-300, 1e-3, 8))
line = tiny + around(-5, 5, 20)
zeros = {(name, n): [find(n, k) for k in range(1, 13)]
         for name, find in (("j", besseljzero), ("y", besselyzero)) for n in (0, 1)}

FUNCTIONS = {
    "sech": (sech, line + around(-740, 740, 12)),
    "sigmoid": (precisely(lambda x: 1 / (1 + exp(-x)), 400), line + around(-740, 740, 12)),
    "logit": (precisely(lambda p: log(p / (1 - p)), 400), around(0, 1, 12) + spread(1e-300, 1, 8)
              + [1 - x for x in spread(1e-15, 1, 8)] + [0.5 + x for x in signed(spread(1e-15, 0.5, 12))]),
    "softplus": (precisely(lambda x: log1p(exp(x)), 400), line + around(-740, 740, 12)),
    "logaddexp": (precisely(lambda a, b: log(exp(a) + exp(b)), 700), pairs(around(-5, 5, 15), around(-5, 5, 15))
                  + pairs(around(-700, 700, 10), around(-700, 700, 10)) + pairs(around(-2, 0, 15), around(-2, 0, 15))),
    "xlogy": (lambda x, y: x * log(y), pairs(tiny + around(-5, 5, 20), spread(1e-300, 1e300, 28))),
    "entr": (lambda x: -x * log(x), spread(1e-300, 1e300, 20) + around(0, 2, 20)),
    "bell": (lambda x: exp(-x * x), line + around(-27, 27, 15)),
    "erf": (erf, line + around(-1, 1, 12)),
    "erfc": (erfc, line + around(-6, 26.5, 15)),
    "erfcx": (erfcx, line + around(-26, 27, 15) + spread(1, 1e300, 8)),
    "gamma": (gamma, [1.0, 2.0, 23.0, 0.5] + around(0, 5, 10) + around(-170, 171, 15) + around(-22, 25, 12)
              + signed(spread(1e-300, 1, 8))),
    "ln_gamma": (lambda x: log(abs(gamma(x))) if x < 1e3 else loggamma(x), around(0, 5, 12) + around(-170, 171, 10)
                 + around(-22, 25, 8) + around(-4, -2, 8) + tiny + spread(1, 1e300, 8)),
    "digamma": (precisely(digamma, 90), around(0, 5, 12) + around(-20, 20, 12) + tiny + spread(1, 1e300, 8)
                + [-x for x in spread(1, 1e5, 5)] + [1.4616321449683622, 1.4616321449683625]),
    "polygamma": (lambda x, n: psi(n, x), every(around(0, 5, 15) + around(-8, 20, 12) + spread(1e-2, 1e4, 8),
                                                 [1, 2, 3, 4, 5, 7, 10, 15, 20])
                  + [(2.5, 100), (40.0, 100), (200.0, 165), (1e6, 30), (1e-3, 50), (1e-150, 1), (1e100, 1)]),
    "sinc_slope": (sinc_n, every(line + around(-40, 40, 20), [0, 1, 2, 3, 4, 5, 7, 10, 15, 20, 21])
               + [(0.5, 300), (100.0, 300), (-290.5, 256), (400.25, 257), (30.0, 255)]),
    "norm_pdf": (lambda x: exp(-x * x / 2) / sqrt(2 * pi), line + around(-38, 38, 15)),
    "norm_cdf": (norm_cdf, line + around(-37.5, 8, 15)),
    "norm_ppf": (norm_ppf, around(0, 1, 15) + spread(1e-300, 1, 8) + [1 - x for x in spread(1e-15, 1, 8)]
                 + [0.5 + x for x in signed(spread(1e-10, 0.5, 10))] + [0.31709241740166827, 0.3203247594562516]),
    "beta": (beta, pairs(spread(1e-3, 15, 15), spread(1e-3, 15, 15)) + pairs(spread(1e-5, 1e3, 12), spread(1e-5, 1e3, 12))
             + pairs(spread(1e-30, 20, 8), spread(1e-10, 1e12, 8)) + [(15.0, 1e17), (12.5, 3e16)]
             + pairs(around(-9, 0, 9), around(-9, 20, 9))),
    "ln_beta": (ln_beta, pairs(spread(1e-3, 15, 10), spread(1e-3, 15, 10)) + pairs(spread(1e-5, 1e5, 10), spread(1e-5, 1e5, 10))
                + pairs(spread(1e-30, 1e10, 12), spread(1e-10, 1e30, 12)) + pairs(around(-9, 0, 9), around(-9, 20, 9))),
}

for name, f, least in (("bessel_j", besselj, 1e-300), ("bessel_y", bessely, 1e-10)):
    near = [(float(z) + t, n) for n in (0, 1) for z in zeros[name[-1], n] for t in signed(spread(1e-14, 0.3, 1))]
    FUNCTIONS[name] = (either_bessel(f), every(around(0.01, 40, 30) + spread(least, 10, 10) + spread(10, 1e5, 6), [0, 1]) + near
                       + every(around(0.1, 60, 15), range(-9, 60)) + every(spread(1, 1e4, 12), range(2, 200))
                       + [(900.0, 1000), (1020.5, 1023), (1020.5, 1024), (1023.9, 1024), (1030.0, 1025), (800.0, 1025),
                          (5000.0, 1100), (1500.5, -1401)])


CONDITIONED = {"logaddexp", "ln_gamma", "digamma", "polygamma", "sinc_slope", "beta", "ln_beta", "bessel_j", "bessel_y"}


def condition(f, args, value):
    total = mpf(0)
    for i, x in enumerate(args):
        if isinstance(x, int) or x == 0:
            continue
        h = abs(x) * mpf(10) ** -15
        up, down = (f(*args[:i], x + s, *args[i + 1:]) for s in (h, -h))
        total += abs(x * (up - down) / (2 * h) / value)
    return total


def table():
    print("function\targuments (exact doubles)\tvalue\tallowance")
    for name, (f, points) in FUNCTIONS.items():
        for point in points:
            point = point if isinstance(point, tuple) else (point,)
            args = [x if isinstance(x, int) else mpf(x) for x in point]
            value = f(*args)
            if LOWEST < abs(value) < HIGHEST:
                show(name, point, value, max(1, condition(f, args, value)) if name in CONDITIONED else 1)
    for (kind, n), roots in zeros.items():
        for z in roots:
            x = float(z)
            for x in (math.nextafter(x, 0), x, math.nextafter(x, 99)):
                show("bessel_" + kind, (x, n), (besselj if kind == "j" else bessely)(n, mpf(x)), 1)


def show(name, point, value, allowance):
    args = " ".join(str(x) if isinstance(x, int) else repr(float(x)) for x in point)
    print(name, args, nstr(value, 30), nstr(mpf(allowance), 4), sep="\t")


def chebyshev(f, degree):
    """The polynomial through f at the Chebyshev points of -1..1, lowest coefficient first."""
    count = degree + 1
    angles = [pi * (k + mpf(1) / 2) / count for k in range(count)]
    values = [f(cos(a)) for a in angles]
    total, before, now = [mpf(0)] * count, [mpf(0)], [mpf(1)]
    for j in range(count):
        weight = sum(v * cos(j * a) for v, a in zip(values, angles)) * (1 if j == 0 else 2) / count
        for i, c in enumerate(now):
            total[i] += weight * c
        after = [mpf(0)] + [c * (1 if j == 0 else 2) for c in now]
        for i, c in enumerate(before if j else []):
            after[i] -= c
        before, now = now, after
    return total


def constants():
    scaled = lambda t: (lambda x: (1 + 2 * x) * erfcx(x))(mpf("3.75") * (1 + t) / (1 - t))
    root = findroot(digamma, 1.4616321449683623)
    half = lambda f: [c * 2**i for i, c in enumerate(f)]
    over_root = lambda t: (lambda x: digamma(x) / (x - root))(mpf(3) / 2 + t / 2)
    for name, rows in (
        ("erf.rs SCALED", chebyshev(scaled, 28)),
        ("gamma.rs RECIPROCAL", half(chebyshev(lambda t: rgamma(mpf(3) / 2 + t / 2), 17))),
        ("polygamma.rs OVER_ROOT", half(chebyshev(over_root, 21))),
        ("polygamma.rs ROOT", split(root)),
    ):
        print(name, *(repr(float(c)) for c in rows), sep="\n")
    for (kind, n), roots in zeros.items():
        f = besselj if kind == "j" else bessely
        print("bessel_zeros.rs", kind.upper() + str(n))
        for z in roots:
            slope = -f(1, z) if n == 0 else f(0, z)
            print("(%r, %r, %r)," % (*split(z), float(slope)))


def split(x):
    return float(x), float(x - float(x))


constants() if sys.argv[1:] == ["constants"] else table()
