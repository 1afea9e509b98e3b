"""Writes operations.txt: derivatives along a line of matrix operations, to order 3, in 120 digits (mpmath).

    python3 operations.py > operations.txt
"""

from mpmath import mp, mpf, matrix, lu_solve, inverse, det, log, fabs, cholesky, qr, eigsy, svd_r, sqrt, eye, cond, diag

mp.dps = 120
H = mpf(10) ** -20


def noise(count, seed):
    """The same numbers on every machine, as doubles."""
    out, state = [], seed
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        out.append(float(state >> 11) / 2.0**52 - 1.0)
    return out


def shaped(x, rows, columns):
    return matrix([[x[i + j * rows] for j in range(columns)] for i in range(rows)])


def flat(a):
    return [a[i, j] for j in range(a.cols) for i in range(a.rows)]


def sym(a):
    return (a + a.T) / 2


def positive(n, seed, spread):
    """Symmetric with eigenvalues from 1 down to 10**-spread, rounded to doubles."""
    q, _ = qr(shaped([mpf(x) for x in noise(n * n, seed)], n, n))
    a = q * diag([mpf(10) ** (-mpf(spread) * i / (n - 1)) for i in range(n)]) * q.T
    return [float((a[i, j] + a[j, i]) / 2) for j in range(n) for i in range(n)]


def general(n, seed, spread):
    q, _ = qr(shaped([mpf(x) for x in noise(n * n, seed)], n, n))
    p, _ = qr(shaped([mpf(x) for x in noise(n * n, seed + 1)], n, n))
    a = q * diag([mpf(10) ** (-mpf(spread) * i / (n - 1)) for i in range(n)]) * p.T
    return [float(x) for x in flat(a)]


def fixed_qr(a):
    q, r = qr(a, mode="skinny")
    for k in range(r.rows):
        if r[k, k] < 0:
            q[:, k], r[k, :] = -q[:, k], -r[k, :]
    return q, r


def largest_positive(columns):
    signs = []
    for j in range(columns.cols):
        best = max(range(columns.rows), key=lambda i: fabs(columns[i, j]))
        signs.append(1 if columns[best, j] > 0 else -1)
    return signs


def eigen(x):
    values, v = eigsy(sym(shaped(x, 3, 3)))
    order = sorted(range(3), key=lambda i: values[i])
    v = matrix([[v[i, j] for j in order] for i in range(3)])
    signs = largest_positive(v)
    return [values[i] for i in order] + [v[i, j] * signs[j] for j in range(3) for i in range(3)]


def singular(x):
    u, s, vt = svd_r(shaped(x, 4, 2))
    signs = largest_positive(u)
    return (
        [u[i, j] * signs[j] for j in range(2) for i in range(4)]
        + [s[j] for j in range(2)]
        + [vt[j, i] * signs[j] for j in range(2) for i in range(2)]
    )


def small(x):
    """The condition of the matrix at the point."""
    n = int(len(x) ** 0.5)
    return cond(shaped([mpf(v) for v in x], n, n)) if n * n == len(x) else 10


CASES = [
    ("matmul", lambda x: flat(shaped(x[:6], 2, 3) * shaped(x[6:], 3, 2)), noise(12, 1), 1),
    ("norm", lambda x: [sqrt(sum(v * v for v in x))], noise(6, 2), 1),
]
for spread in (1, 8):
    name = "well" if spread == 1 else "ill"
    p, g = positive(3, 5, spread), general(3, 7, spread)
    CASES += [
        (f"cholesky_{name}", lambda x: flat(cholesky(sym(shaped(x, 3, 3)))), p, small(p)),
        (f"solve_spd_{name}", lambda x: flat(lu_solve(sym(shaped(x[:9], 3, 3)), shaped(x[9:], 3, 1))), p + noise(3, 9), small(p)),
        (f"inverse_spd_{name}", lambda x: flat(inverse(sym(shaped(x, 3, 3)))), p, small(p)),
        (f"logdet_spd_{name}", lambda x: [log(det(sym(shaped(x, 3, 3))))], p, small(p)),
        (f"solve_{name}", lambda x: flat(lu_solve(shaped(x[:9], 3, 3), shaped(x[9:], 3, 1))), g + noise(3, 9), small(g)),
        (f"inverse_{name}", lambda x: flat(inverse(shaped(x, 3, 3))), g, small(g)),
        (f"det_{name}", lambda x: [det(shaped(x, 3, 3))], g, small(g)),
        (f"logdet_{name}", lambda x: [log(fabs(det(shaped(x, 3, 3))))], g, small(g)),
        (f"eigen_{name}", eigen, p, 10 ** spread),
    ]
CASES += [
    ("qr", lambda x: sum((flat(f) for f in fixed_qr(shaped(x, 4, 3))), []), noise(12, 11), 30),
    ("svd", singular, noise(8, 13), 30),
]


def derivatives(f, x, v):
    at = {k: f([mpf(a) + k * H * mpf(b) for a, b in zip(x, v)]) for k in (-2, -1, 0, 1, 2)}
    first = [(8 * (p - m) - (q - l)) / (12 * H) for l, m, p, q in zip(at[-2], at[-1], at[1], at[2])]
    second = [(p - 2 * c + m) / H**2 for m, c, p in zip(at[-1], at[0], at[1])]
    third = [(q - 2 * p + 2 * m - l) / (2 * H**3) for l, m, p, q in zip(at[-2], at[-1], at[1], at[2])]
    return at[0], first, second, third


for name, f, x, condition in CASES:
    v = noise(len(x), 17)
    print(name, mp.nstr(mpf(condition), 3))
    print(*(repr(a) for a in x))
    print(*(repr(a) for a in v))
    for order in derivatives(f, x, v):
        print(*(mp.nstr(y, 20) if fabs(y) > 1e-40 else "0.0" for y in order))
