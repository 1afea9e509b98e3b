"""Values and derivatives of every row that has some, with mpmath.

    python3 make_references.py > references.tsv

Columns: row, integer parameter, arguments (exact doubles), then each with its condition number in brackets the value,
the first partials, and the second partials in the order 11 12 13 22 23 33. Derivatives are central differences with a
step of 1e-40 of the argument, in as many digits as it takes for two precisions to agree on all that are printed. The
condition number of f is the sum of |x df/dx / f| over the arguments.
Arguments: those of points.tsv, and for each row random ones over its domain and others near its edges.
"""

import math
import random
import sys
from itertools import combinations_with_replacement
from multiprocessing import Pool

from mpmath import *

HERE = __file__.rsplit("/", 1)[0] if "/" in __file__ else "."
draw = random.Random(42)


def flat(a, b, count=8):
    return [draw.uniform(a, b) for _ in range(count)]


def wide(a, b, count=8):
    return [math.exp(draw.uniform(math.log(a), math.log(b))) for _ in range(count)]


def both(xs):
    return [draw.choice([x, -x]) for x in xs]


def under(top, count=6):
    """Points that close in on `top` from below."""
    return [top - d for d in wide(1e-15, 1e-2, count)]


def over(bottom, count=6):
    return [bottom + d for d in wide(1e-15, 1e-2, count)]


def pairs(xs, ys):
    ys = list(ys)
    draw.shuffle(ys)
    return list(zip(xs, ys))


def orders(xs, ns):
    return [((x,) if isinstance(x, float) else x, ns[i % len(ns)]) for i, x in enumerate(xs)]


def plain(xs):
    return [((x,) if isinstance(x, float) else x, 0) for x in xs]


def norm_cdf(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def norm_ppf(p):
    """Newton's method on the logarithm of the smaller tail, from few digits to all."""
    if p == 0.5:
        return mpf(0)
    q = p if p < 0.5 else 1 - p
    x = -sqrt(-2 * log(q)) if q < 0.1 else mpf(0)
    digits, target = 30, mp.dps
    settled = False
    while True:
        with workdps(digits):
            for _ in range(60):
                c = norm_cdf(x)
                step = log(c / q) * c * sqrt(2 * pi) * exp(x * x / 2)
                x -= step
                if settled or abs(step) < mpf(10) ** (-digits * 2 // 3) * abs(x):
                    break
        if digits >= target + 20:
            return x if p < 0.5 else -x
        digits, settled = min(2 * digits, target + 20), digits * 2 < target

def erfcx(x):
    if x < 200:
        return exp(x * x) * erfc(x)
    return hyperu(0.5, 0.5, x * x) / sqrt(pi)


def sinc_n(x, n):
    if n == 0:
        return sin(x) / x if x else mpf(1)
    with workdps(mp.dps + 30 + int(abs(x))):
        m, total = n % 2, mpf(0)
        term = x**m
        while True:
            part = term / (m + n + 1)
            total += -part if (m + n) // 2 % 2 else part
            if m > abs(x) and abs(part) <= mpf(10) ** -mp.dps * abs(total):
                return total
            term *= x * x / ((m + 1) * (m + 2))
            m += 2


def erfcx_n(x, n):
    """By the recurrence, with digits for what it loses."""
    with workdps(mp.dps + 20 + int(2 * (n + 1) * log10(2 + abs(x)))):
        below, here = erfcx(x), 2 * x * erfcx(x) - 2 / sqrt(pi)
        if n == 0:
            return below
        for k in range(1, n):
            below, here = here, 2 * x * here + 2 * k * below
        return here


def xlogy(x, y):
    return x * log(y) if x else mpf(0)


def ln_beta(a, b):
    if a > 0 and b > 0:
        with workdps(mp.dps + max(0, int(0.31 * max(mag(a), mag(b))))):
            return loggamma(a) + loggamma(b) - loggamma(a + b)
    return log(abs(gamma(a) * gamma(b) * rgamma(a + b)))


def beta_(a, b):
    return exp(ln_beta(a, b)) if a > 0 and b > 0 else gamma(a) * gamma(b) * rgamma(a + b)


def beta_mixed(a, b, n):
    """From psi-functions; the digits that small arguments lose are the caller's affair."""
    i, j = n % 256 + 1, n // 256 + 1
    d, e = psi(0, a) - psi(0, a + b), psi(0, b) - psi(0, a + b)
    u, v, w = psi(1, a) - psi(1, a + b), psi(1, b) - psi(1, a + b), psi(1, a + b)
    y = {(1, 1): d * e - w, (2, 1): d * (d * e - w) + u * e - d * w - psi(2, a + b),
         (1, 2): e * (d * e - w) + v * d - e * w - psi(2, a + b)}[i, j]
    return beta_(a, b) * y


def ln_gamma(x):
    return loggamma(x) if x > 0 else log(abs(gamma(x)))


def remainder(x, y):
    q = x / y
    return x - y * (floor(q) if q >= 0 else ceil(q))


def rem_euclid(x, y):
    return x - abs(y) * floor(x / abs(y))


def fract(x):
    return x - (floor(x) if x >= 0 else ceil(x))


def power(x, y):
    return x**int(y) if x < 0 else (x**y if x else mpf(y == 0))


def pow_slope(x, y, n):
    return {1: y * x**(y - 1), 256: x**y * log(x), 257: x**(y - 1) * (1 + y * log(x))}[n]


def recip_ln(b, n):
    return {0: 1 / log(b), 1: -1 / b / log(b)**2, 2: (1 + 2 / log(b)) / b**2 / log(b)**2}[n]


def acosh_slope(x, n):
    return {0: 1, 1: -x, 2: 2 * x * x + 1}[n] / sqrt(x * x - 1)**(2 * n + 1)


tiny = both(wide(1e-300, 1e-3, 6))
line = tiny + flat(-5, 5, 12)
whole = tiny + both(wide(1e-2, 1e300, 12)) + flat(-3, 3, 4)
positive = wide(1e-300, 1e300, 12) + flat(0.1, 3, 6) + over(1.0, 3) + under(1.0, 3)
ball = tiny + flat(-1, 1, 10) + both(under(1.0, 6))
angles = tiny + flat(-7, 7, 10) + both(wide(1, 1e6, 5)) + [k * math.pi / 2 for k in (1, 2, 3, 22)]
plane = pairs(both(wide(1e-150, 1e150, 10)), both(wide(1e-150, 1e150, 10))) + pairs(flat(-3, 3, 10), flat(-3, 3, 10))
kinked = pairs(flat(-3, 3, 8), flat(-3, 3, 8)) + pairs(both(wide(1e-100, 1e100, 6)), both(wide(1e-100, 1e100, 6)))
quadrant = pairs(wide(1e-6, 1e6, 10), wide(1e-6, 1e6, 10)) + pairs(flat(0.1, 9, 10), flat(0.1, 9, 10)) + [
    (30.0, 1e-10), (1e8, 1e-3), (2.0, 1e-25), (1e-25, 3.0), (15.0, 1e10), (1e-20, 1e-20)]
left = flat(-6, 0, 6)
powers = pairs(wide(1e-5, 1e5, 10), flat(-20, 20, 10)) + pairs(flat(0.1, 9, 8), flat(-3, 3, 8)) + [
    (2.0, 100.0), (0.5, -1e-10), (1.0, 3.5), (1e-100, 2.5), (1e100, 0.013), (-2.0, 3.0), (-0.7, -4.0), (7.0, 0.5), (7.0, 1.0),
    (7.0, 2.0), (3.3, -1.0), (1e-200, 0.3), (1.0000001, 1e7), (3.0, 1e-300)]
exponents = [(x, n) for x, n in pairs(both(wide(1e-3, 1e3, 14)) + flat(-3, 3, 10), [-7, -3, -2, -1, 1, 2, 3, 4, 5, 7, 12, 20] * 2)]
moderate = pairs(flat(-50, 50, 12), flat(-3, 3, 12)) + [(1e9, 0.7), (-1e-9, 3e7), (3e60, 1.7e57), (5.0, 7.0)]
counts = exponents + [(1.1, 200), (-0.9, -151), (1.0001, 100000), (3.0, 0), (0.0, 2), (0.0, 3), (1e-150, 2), (1e150, -2)]

# Row: function of the arguments, and of the integer parameter in a family; points with their parameter.
ROWS = {
    "add": (lambda a, b: a + b, plain(kinked)),
    "sub": (lambda a, b: a - b, plain(kinked)),
    "mul": (lambda a, b: a * b, plain(plane)),
    "div": (lambda a, b: a / b, plain(plane)),
    "neg": (lambda a: -a, plain(whole)),
    "rem": (remainder, plain(moderate)),
    "recip": (lambda x: 1 / x, plain(whole)),
    "powi": (lambda x, n: x**n, [((x,), n) for x, n in counts]),
    "powf": (power, plain(powers)),
    "pow_shift": (lambda x, y, n: power(x, y - n), orders(powers, [1, 2, 3])),
    "pow_slope": (pow_slope, orders([p for p in powers if p[0] > 0], [1, 256, 257])),
    "sqrt": (sqrt, plain(positive)),
    "cbrt": (lambda x: sign(x) * cbrt(abs(x)), plain(whole)),
    "hypot": (lambda a, b: sqrt(a * a + b * b), plain(plane + [(1.0, 1e-9), (-1e-9, 3.0), (1e-200, 1.0), (2.0, 0.0)])),
    "direction": (lambda a, b: a / sqrt(a * a + b * b), plain(plane + [(1.0, 1e-9), (-1e-9, 3.0), (2.0, 0.0)])),
    "exp": (exp, plain(line + flat(-745, 709))),
    "exp2": (lambda x: mpf(2) ** x, plain(line + flat(-1074, 1023))),
    "exp_m1": (expm1, plain(line + flat(-40, 709))),
    "ln": (log, plain(positive)),
    "log": (lambda x, b: log(x) / log(b), plain(pairs(wide(1e-100, 1e100, 10), wide(1e-20, 1e20, 10))
            + pairs(flat(0.1, 9, 8), flat(0.1, 9, 8)) + [(1.0001, 3.0), (7.0, 1.0001), (0.3, 0.999), (1e-300, 10.0), (3.0, 1e-100)])),
    "ln_slope": (lambda x: 1 / x, plain(positive)),
    "recip_ln": (recip_ln, orders([x for x in positive if x != 1], [0, 1, 2])),
    "log2": (lambda x: log(x) / log(2), plain(positive)),
    "log10": (log10, plain(positive)),
    "ln_1p": (log1p, plain(tiny + flat(-1, 5, 10) + wide(1, 1e300, 6) + over(-1.0))),
    "sin": (sin, plain(angles)),
    "cos": (cos, plain(angles)),
    "tan": (tan, plain(angles)),
    "asin": (asin, plain(ball)),
    "asin_slope": (lambda x: 1 / sqrt(1 - x * x), plain(ball)),
    "acos": (acos, plain(ball)),
    "atan": (atan, plain(whole)),
    "witch": (lambda x: 1 / (1 + x * x), plain(whole)),
    "atan2": (lambda y, x: atan2(y, x), plain(plane + [(1.0, 1e-9), (-1e-9, 3.0), (1e-9, -3.0), (2.0, 0.0), (1e-160, 2e-160)])),
    "inversion": (lambda a, b: a / (a * a + b * b), plain(plane + [(1.0, 1e-9), (-1e-9, 3.0), (1e-9, -3.0), (2.0, 0.0)])),
    "sinh": (sinh, plain(line + flat(-709, 709))),
    "cosh": (cosh, plain(line + flat(-709, 709))),
    "tanh": (tanh, plain(line + flat(-30, 30))),
    "sech": (sech, plain(line + flat(-30, 30) + flat(-740, 740, 4))),
    "asinh": (asinh, plain(whole)),
    "acosh": (acosh, plain(over(1.0, 8) + flat(1, 10, 8) + wide(1, 1e300))),
    "acosh_slope": (acosh_slope, orders([1.5, 1.0001, 3.25, 7.5, 40.0, 1e10, 1.25, 2.0, 1.00000001, 5.5, 1e60, 1.75], [0, 1, 2])),
    "atanh": (atanh, plain(ball)),
    "atanh_slope": (lambda x: 1 / (1 - x * x), plain(ball)),
    "abs": (abs, plain(whole)),
    "copysign": (lambda a, b: abs(a) * sign(b), plain(kinked)),
    "max": (max, plain(kinked)),
    "min": (min, plain(kinked)),
    "clamp": (lambda x, lo, hi: min(max(x, lo), hi), plain([(x, *sorted(p)) for x, p in zip(flat(-4, 4, 12), pairs(flat(-3, 3, 12), flat(-3, 3, 12)))])),
    "fract": (fract, plain(flat(-9, 9, 8) + wide(1e-3, 1e6, 6))),
    "rem_euclid": (rem_euclid, plain(moderate)),
    "mul_add": (lambda a, b, c: a * b + c, plain([(*p, c) for p, c in zip(kinked, flat(-3, 3, 14))])),
    "sigmoid": (lambda x: 1 / (1 + exp(-x)), plain(line + flat(-40, 40) + flat(-740, 40, 4))),
    "logit": (lambda p: log(p / (1 - p)), plain(wide(1e-300, 1, 6) + flat(0, 1, 10) + under(1.0) + over(0.5, 3) + under(0.5, 3))),
    "logit_slope": (lambda p: 1 / (p * (1 - p)), plain([0.3, 0.5, 1e-10, 0.999, 0.75, 1e-300, 0.51, 0.4999])),
    "softplus": (lambda x: log1p(exp(x)), plain(line + flat(-40, 40) + flat(-740, 740, 4))),
    "logaddexp": (lambda a, b: log(exp(a) + exp(b)), plain(pairs(flat(-5, 5, 8), flat(-5, 5, 8)) + pairs(flat(-300, 300), flat(-300, 300))
                  + [(2.5, 2.5), (700.0, 701.0), (-1e-10, 1e-10)])),
    "share": (lambda a, b: 1 / (1 + exp(b - a)), plain(pairs(flat(-5, 5, 8), flat(-5, 5, 8)) + pairs(flat(-300, 300), flat(-300, 300))
              + [(2.5, 2.5), (700.0, 701.0), (-1e-10, 1e-10)])),
    "share_slope": (lambda a, b: 1 / (4 * cosh((a - b) / 2) ** 2), plain(pairs(flat(-5, 5, 8), flat(-5, 5, 8)) + pairs(flat(-300, 300), flat(-300, 300))
              + [(2.5, 2.5), (700.0, 701.0), (-1e-10, 1e-10)])),
    "relu": (lambda x: x if x > 0 else mpf(0), plain(whole)),
    "sinc": (lambda x: sinc_n(x, 0), plain(angles + [0.0])),
    "sinc_slope": (sinc_n, orders(angles[:16] + [0.0, 0.0, 0.0, 0.0] + flat(-40, 40), [1, 2, 3, 4, 5])),
    "xlogy": (xlogy, plain(pairs(both(wide(1e-100, 1e100, 8)), wide(1e-100, 1e100, 8)) + pairs(flat(-3, 3, 8), flat(0, 3, 8))
              + [(0.0, 2.0), (3.0, 1.0)] + pairs(flat(-3, 3, 4), over(1.0, 4)))),
    "xdivy": (lambda x, y: x / y, plain([(x, abs(y)) for x, y in kinked] + [(0.0, 3.0), (0.0, 1e-5)])),
    "entr": (lambda x: -x * log(x), plain(positive + [math.exp(-1), math.exp(-1) * (1 + 1e-9)])),
    "erf": (erf, plain(line + flat(-6, 6, 6))),
    "erfc": (erfc, plain(line + flat(-6, 26.5))),
    "erfcx": (erfcx, plain(line + flat(-26, 26) + flat(0, 3) + wide(1, 1e300, 6))),
    "erfcx_slope": (erfcx_n, orders(line[2:] + flat(-26, 26) + flat(0, 3, 12) + wide(1, 1e30, 8), [1, 2, 3, 1, 2, 3, 1, 4, 7])),
    "bell": (lambda x: exp(-x * x), plain(line + flat(-27, 27))),
    "damped": (lambda x, y: x * y, plain(kinked)),
    "finite_part": (lambda x: x, plain(whole)),
    "gamma": (gamma, plain(flat(0.1, 5) + flat(-5, 0) + flat(-165, 171) + both(wide(1e-100, 1e-3, 4)) + over(-2.0, 3) + [1.4616321449683622, 1.0, 2.0, 3.0])),
    "ln_gamma": (ln_gamma, plain(flat(0.1, 5) + flat(-5, 0) + flat(-165, 171, 6) + both(wide(1e-100, 1e-3, 4)) + wide(1, 1e100, 6) + [1.4616321449683622, 2.0000001])),
    "digamma": (lambda x: psi(0, x), plain(flat(0.1, 5) + flat(-5, 0) + flat(-50, 50, 6) + both(wide(1e-100, 1e-3, 4)) + wide(1, 1e100, 6) + [1.4616321449683622])),
    "trigamma": (lambda x: psi(1, x), plain(flat(0.1, 5) + flat(-5, 0) + flat(-50, 50, 6) + both(wide(1e-60, 1e-3, 4)) + wide(1, 1e60, 6))),
    "polygamma": (lambda x, n: psi(n, x), orders(flat(0.1, 5) + flat(-5, 0) + flat(-30, 50, 6) + both(wide(1e-30, 1e-3, 4)) + wide(1, 1e30, 6), [0, 1, 2, 3, 5])),
    "polygamma_difference": (lambda a, b, n: psi(n, a) - psi(n, a + b), orders(quadrant[:24] + pairs(flat(0, 20), left + flat(-2, 0, 2)) + pairs(left, flat(0, 9, 6)), [0, 1, 2, 3])),
    "beta": (beta_, plain(quadrant + pairs(left, flat(0, 9, 6)) + pairs(left, flat(-6, 0, 6)))),
    "beta_slope": (lambda a, b: beta_(a, b) * (psi(0, a) - psi(0, a + b)), plain(quadrant[:18] + quadrant[20:] + pairs(left, flat(0, 9, 6)))),
    "beta_mixed": (beta_mixed, orders([p for p in quadrant if min(p) > 1e-4 and max(p) < 40], [0, 1, 256, 0])),
    "ln_beta": (ln_beta, plain(quadrant + pairs(left, flat(0, 9, 6)) + pairs(left, flat(-6, 0, 6)) + [(1e30, 1e-3), (1e30, 1e31)])),
    "norm_pdf": (lambda x: exp(-x * x / 2) / sqrt(2 * pi), plain(line + flat(-38, 38))),
    "norm_cdf": (norm_cdf, plain(line + flat(-37.5, 8))),
    "norm_ppf": (norm_ppf, plain(wide(1e-300, 1, 8) + flat(0, 1, 10) + under(1.0) + over(0.5, 3) + under(0.5, 3) + [1e-300])),
    "norm_ppf_slope": (lambda p: exp(norm_ppf(p) ** 2 / 2) * sqrt(2 * pi), plain(wide(1e-300, 1, 8) + flat(0, 1, 10) + under(1.0) + over(0.5, 3) + under(0.5, 3) + [1e-300])),
    "bessel_j": (lambda x, n: besselj(n, x), orders(both(wide(1e-3, 1, 5)) + flat(-12, 12, 15) + flat(10, 200, 5) + wide(100, 1e5, 5) + [0.0, 0.0, 0.0, 0.0], [0, 1, 2, 3, 7, -1])),
    "bessel_y": (lambda x, n: bessely(n, x), orders(wide(1e-10, 1, 5) + flat(0, 12, 15) + flat(10, 200, 5) + wide(100, 1e5, 5), [0, 1, 2, 3, 7, -1])),
}

STEP = mpf(10) ** -40
DIGITS = (160, 240, 360, 600, 1000, 1500, 2200)


def differences(f, args, n, indices, digits):
    """The partial derivative of f by the arguments of these indices, one central difference for each."""
    with workdps(digits):
        size = max([abs(mpf(a)) for a in args]) or mpf(1)
        steps = [(abs(mpf(a)) or min(size, 1)) * STEP for a in args]
        stencil = {tuple([0] * len(args)): 1}
        for i in indices:
            wider = {}
            for at, weight in stencil.items():
                for side in (1, -1):
                    to = tuple(k + side * (j == i) for j, k in enumerate(at))
                    wider[to] = wider.get(to, 0) + side * weight
            stencil = wider
        total = mpf(0)
        for at, weight in stencil.items():
            if weight:
                total += weight * value(f, args, n, at, tuple(steps), digits)
        for i in indices:
            total /= 2 * steps[i]
        return total


kept = {}


def value(f, args, n, at, steps, digits):
    key = (at, digits)
    if key not in kept:
        point = [mpf(a) + k * h for a, k, h in zip(args, at, steps)]
        kept[key] = f(*point) if n is None else f(*point, n)
    return kept[key]


def settled(f, args, n, indices, wanted):
    """The derivative once two precisions agree on it; noise around 0 never does."""
    before = None
    for digits in DIGITS:
        now = differences(f, args, n, indices, digits)
        if before is not None and now != 0 and abs(now - before) <= mpf(10) ** -wanted * abs(now):
            if 0.0 in args and indices and abs(now) < mpf(10) ** -60:
                return mpf(0)
            return now
        before = now
    return mpf(0)


FAMILIES = {"powi", "pow_shift", "pow_slope", "recip_ln", "acosh_slope", "sinc_slope", "erfcx_slope", "polygamma", "polygamma_difference", "bessel_j", "bessel_y", "beta_mixed"}


def work(task):
    name, (args, n) = task
    f = ROWS[name][0]
    order = n if name in FAMILIES else None
    kept.clear()
    count = range(len(args))
    memo = {}

    def d(*indices, wanted=33):
        indices = tuple(sorted(indices))
        if indices not in memo:
            memo[indices] = settled(f, args, order, indices, wanted)
        return memo[indices]

    def entry(*indices):
        if name in ("powf", "pow_shift") and args[0] < 0 and 1 in indices:
            return "nan(1)"
        x = d(*indices)
        if not x:
            return "0(1)"
        condition = sum(abs(mpf(args[k]) * d(*indices, k, wanted=6) / x) for k in count)
        return "%s(%s)" % (nstr(x, 32, strip_zeros=False) if x != int(x) or abs(x) > 1e9 else int(x), nstr(condition, 3))

    try:
        fields = [entry(), " ".join(entry(i) for i in count),
                  " ".join(entry(i, j) for i, j in combinations_with_replacement(count, 2))]
    except (ValueError, ZeroDivisionError, NoConvergence) as error:
        print(name, args, n, repr(error), file=sys.stderr)
        return None
    return "\t".join([name, str(n), " ".join(repr(float(x)) for x in args), *fields])


def tasks():
    given = {}
    for line in open(HERE + "/points.tsv"):
        name, n, args = line.rstrip("\n").split("\t")
        given.setdefault(name, []).append((tuple(float(a) for a in args.split()), int(n)))
    wanted = sys.argv[1:]
    for name, (_, points) in ROWS.items():
        if not wanted or name in wanted:
            for point in points + given.get(name, []):
                yield name, point


if __name__ == "__main__":
    with Pool(2) as pool:
        print("row\tparameter\targuments\tvalue (condition)\tfirst partials\tsecond partials")
        for line in pool.imap(work, tasks(), chunksize=4):
            if line:
                print(line, flush=True)
