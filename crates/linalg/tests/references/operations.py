"""Writes operations.txt: derivatives along a line of matrix operations, to order 3, in 120 digits (mpmath).

    python3 operations.py > operations.txt
"""

from mpmath import mp, mpf, matrix, lu_solve, inverse, det, log, fabs, cholesky, qr, eigsy, svd_r, sqrt, eye, cond, diag
from mpmath import exp, pi, sin

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


def eigen(x, n=3):
    values, v = eigsy(sym(shaped(x, n, n)))
    order = sorted(range(n), key=lambda i: values[i])
    v = matrix([[v[i, j] for j in order] for i in range(n)])
    signs = largest_positive(v)
    return [values[i] for i in order] + [v[i, j] * signs[j] for j in range(n) for i in range(n)]


def singular(x, rows=4, columns=2):
    u, s, vt = svd_r(shaped(x, rows, columns))
    signs = largest_positive(u)
    return (
        [u[i, j] * signs[j] for j in range(columns) for i in range(rows)]
        + [s[j] for j in range(columns)]
        + [vt[j, i] * signs[j] for j in range(columns) for i in range(columns)]
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


def lower(a):
    return matrix([[a[i, j] if i >= j else 0 for j in range(a.cols)] for i in range(a.rows)])


def ldlt(a):
    l = cholesky(sym(a))
    d = [l[i, i] for i in range(l.rows)]
    return flat(l * inverse(diag(d))) + [v * v for v in d]


def spectral(f, a):
    values, v = eigsy(sym(a))
    return flat(v * diag([f(x) for x in values]) * v.T)


def left_inverse(a):
    return inverse(a.T * a) * a.T


def series_of_exp(a):
    """Without the scaling of mpmath's own, at 120 digits."""
    total = term = eye(a.rows)
    for k in range(1, 200):
        term = term * a / k
        total += term
    return total


def root(a):
    """By the iteration of Denman and Beavers, which is stable where Newton's is not."""
    x, y = a, eye(a.rows)
    for _ in range(60):
        x, y = (x + inverse(y)) / 2, (y + inverse(x)) / 2
    return x


def logarithm(a):
    """Through 60 roots, and the series of atanh."""
    roots = 60
    for _ in range(roots):
        a = root(a)
    z = (a - eye(a.rows)) * inverse(a + eye(a.rows))
    total, power = matrix(a.rows, a.rows), z
    for k in range(8):
        total += power / (2 * k + 1)
        power = power * z * z
    return total * 2 * mpf(2) ** roots


def of_columns(f, a):
    return sum((f([a[i, j] for i in range(a.rows)]) for j in range(a.cols)), [])


def shares(x):
    total = sum(exp(v) for v in x)
    return [exp(v) / total for v in x]


def running(x, start, join):
    out = []
    for v in x:
        start = join(start, v)
        out.append(start)
    return out


def kron(a, b):
    return matrix(
        [[a[i // b.rows, j // b.cols] * b[i % b.rows, j % b.cols] for j in range(a.cols * b.cols)] for i in range(a.rows * b.rows)]
    )


def linear(f, rows, columns):
    """The solution of f(X) = 0 for a map that is affine."""
    n = rows * columns
    unit = lambda k: shaped([mpf(1) if i == k else mpf(0) for i in range(n)], rows, columns)
    start = flat(f(matrix(rows, columns)))
    steps = [flat(f(unit(k))) for k in range(n)]
    a = matrix([[steps[j][i] - start[i] for j in range(n)] for i in range(n)])
    return list(lu_solve(a, matrix([[-v] for v in start])))


def sylvester(x):
    a, b, c = shaped(x[:4], 2, 2), shaped(x[4:13], 3, 3), shaped(x[13:], 2, 3)
    return linear(lambda y: a * y + y * b - c, 2, 3)


def lyapunov(x):
    a, c = shaped(x[:4], 2, 2), shaped(x[4:], 2, 2)
    return linear(lambda y: a * y + y * a.T - c, 2, 2)


def polar(a):
    p = root(a.T * a)
    return flat(a * inverse(p)) + flat(p)


def covariance(k):
    """Of three points and two others in the plane, with two lengths and a variance."""

    def of(x):
        p, q, lengths, v = shaped(x[:6], 3, 2), shaped(x[6:10], 2, 2), x[10:12], x[12]
        square = lambda i, j: sum(((p[i, d] - q[j, d]) / lengths[d]) ** 2 for d in range(2))
        return [v * k(square(i, j)) for j in range(2) for i in range(3)]

    return of


def periodic(x):
    p, q, lengths, v, period = shaped(x[:6], 3, 2), shaped(x[6:10], 2, 2), x[10:12], x[12], x[13]
    sines = lambda i, j: sum((sin(pi * (p[i, d] - q[j, d]) / period) / lengths[d]) ** 2 for d in range(2))
    return [v * exp(-2 * sines(i, j)) for j in range(2) for i in range(3)]


def matern(root_of, polynomial):
    def k(square):
        a = sqrt(root_of * square)
        return polynomial(a) * exp(-a)

    return covariance(k)


def sparse(x, rows, columns, places):
    a = matrix(rows, columns)
    for v, (i, j) in zip(x, places):
        a[i, j] = v
    return a


SQUARE = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (0, 2)]
TALL = [(0, 0), (2, 0), (1, 1), (2, 1), (3, 1), (3, 2), (0, 2)]
OF_SPARSE = [0.25, 2.0, 1.5, -0.5, 0.75, 1.0, 0.3125]

p, g = positive(3, 5, 1), general(3, 7, 1)
near_one = [float(v + 0.3 * w) for v, w in zip([2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0], noise(9, 21))]
points = noise(6, 23) + noise(4, 24)
CASES += [
    ("triangular", lambda x: flat(lu_solve(lower(shaped(x[:9], 3, 3)), shaped(x[9:], 3, 1))), near_one + noise(3, 9), 10),
    ("ldlt", lambda x: ldlt(shaped(x, 3, 3)), p, 12.5),
    ("pinv", lambda x: flat(left_inverse(shaped(x, 4, 2))), noise(8, 13), 30),
    ("least_squares", lambda x: flat(left_inverse(shaped(x[:8], 4, 2)) * shaped(x[8:], 4, 1)), noise(12, 13), 30),
    ("expm", lambda x: flat(series_of_exp(shaped(x, 3, 3))), noise(9, 25), 10),
    ("expm_multiply", lambda x: flat(series_of_exp(shaped(x[:9], 3, 3)) * shaped(x[9:], 3, 1)), noise(12, 25), 10),
    ("sqrtm", lambda x: flat(root(shaped(x, 3, 3))), near_one, 10),
    ("logm", lambda x: flat(logarithm(shaped(x, 3, 3))), near_one, 10),
    ("power_spd", lambda x: spectral(lambda l: l ** mpf(0.3), shaped(x, 3, 3)), p, 12.5),
    ("ln_spd", lambda x: spectral(log, shaped(x, 3, 3)), p, 12.5),
    ("polar", lambda x: polar(shaped(x, 4, 2)), noise(8, 13), 30),
    ("nuclear_norm", lambda x: [sum(svd_r(shaped(x, 4, 2), compute_uv=False))], noise(8, 13), 30),
    ("spectral_norm", lambda x: [max(svd_r(shaped(x, 4, 2), compute_uv=False))], noise(8, 13), 30),
    ("singular_values", lambda x: list(svd_r(shaped(x, 4, 2), compute_uv=False)), noise(8, 13), 30),
    ("symmetric_eigenvalues", lambda x: sorted(eigsy(sym(shaped(x, 3, 3)), eigvals_only=True)), p, 12.5),
    ("power_sums", lambda x: [sum((shaped(x, 3, 3) ** k)[i, i] for i in range(3)) for k in (1, 2, 3)], noise(9, 27), 30),
    ("softmax", lambda x: of_columns(shares, shaped(x, 3, 2)), noise(6, 2), 4),
    ("log_softmax", lambda x: of_columns(lambda c: [log(v) for v in shares(c)], shaped(x, 3, 2)), noise(6, 2), 4),
    ("log_sum_exp", lambda x: of_columns(lambda c: [log(sum(exp(v) for v in c))], shaped(x, 3, 2)), noise(6, 2), 4),
    ("cumulative_sum", lambda x: of_columns(lambda c: running(c, mpf(0), lambda a, b: a + b), shaped(x, 3, 2)), noise(6, 2), 4),
    ("cumulative_product", lambda x: of_columns(lambda c: running(c, mpf(1), lambda a, b: a * b), shaped(x, 3, 2)), noise(6, 2), 4),
    ("kron", lambda x: flat(kron(shaped(x[:6], 2, 3), shaped(x[6:], 3, 2))), noise(12, 1), 4),
    ("outer", lambda x: flat(shaped(x[:3], 3, 1) * shaped(x[3:], 2, 1).T), noise(5, 1), 4),
    ("quadratic_form", lambda x: [(shaped(x[9:], 3, 1).T * shaped(x[:9], 3, 3) * shaped(x[9:], 3, 1))[0, 0]], noise(12, 1), 4),
    ("sylvester", sylvester, near_one[:2] + near_one[3:5] + near_one + noise(6, 9), 10),
    ("lyapunov", lyapunov, near_one[:2] + near_one[3:5] + noise(4, 9), 10),
    ("squared_exponential", covariance(lambda s: exp(-s / 2)), points + [0.75, 1.25, 1.5], 10),
    ("matern12", matern(1, lambda a: 1), points + [0.75, 1.25, 1.5], 10),
    ("matern32", matern(3, lambda a: 1 + a), points + [0.75, 1.25, 1.5], 10),
    ("matern52", matern(5, lambda a: 1 + a + a * a / 3), points + [0.75, 1.25, 1.5], 10),
    ("periodic", periodic, points + [0.75, 1.25, 1.5, 2.5], 10),
    ("sparse_solve", lambda x: flat(lu_solve(sparse(x, 3, 3, SQUARE), shaped(x[7:], 3, 1))), OF_SPARSE + noise(3, 9), 10),
    ("sparse_det", lambda x: [det(sparse(x, 3, 3, SQUARE)), log(fabs(det(sparse(x, 3, 3, SQUARE))))], OF_SPARSE, 10),
    ("sparse_logdet_spd", lambda x: [log(det(sym(shaped(x, 3, 3))))], p, 12.5),
    ("sparse_least_squares", lambda x: flat(left_inverse(sparse(x, 4, 3, TALL)) * shaped(x[7:], 4, 1)), OF_SPARSE + noise(4, 9), 30),
]


def tall(rows, columns, seed, spread):
    """With singular values from 1 down to 10**-spread, rounded to doubles."""
    q, _ = qr(shaped([mpf(x) for x in noise(rows * rows, seed)], rows, rows))
    p, _ = qr(shaped([mpf(x) for x in noise(columns * columns, seed + 1)], columns, columns))
    values = diag([mpf(10) ** (-mpf(spread) * i / (columns - 1)) for i in range(columns)])
    return [float(x) for x in flat(matrix([[q[i, j] for j in range(columns)] for i in range(rows)]) * values * p.T)]


def with_values(values, seed):
    """Without symmetry, with these eigenvalues, rounded to doubles."""
    n = len(values)
    p = eye(n) + shaped([mpf(x) / 4 for x in noise(n * n, seed)], n, n)
    return [float(x) for x in flat(p * diag([mpf(v) for v in values]) * inverse(p))]


p, g = positive(3, 5, 8), general(3, 7, 8)
three, two = tall(4, 3, 11, 6), tall(4, 2, 13, 6)
apart = with_values([1.0, 1e-3, 1e-6], 21)
falling = lower(shaped(near_one, 3, 3))
falling = flat(matrix([[falling[i, j] * mpf(2) ** (-10 * min(i, j)) for j in range(3)] for i in range(3)]))
falling = [float(x) for x in falling]
left, right = with_values([1.0, 2.0], 31), with_values([-1.0 + 2.0**-20, 3.0, 4.0], 33)
CASES += [
    ("qr_ill", lambda x: sum((flat(f) for f in fixed_qr(shaped(x, 4, 3))), []), three, 1e6),
    ("svd_ill", singular, two, 1e6),
    ("triangular_ill", lambda x: flat(lu_solve(lower(shaped(x[:9], 3, 3)), shaped(x[9:], 3, 1))), falling + noise(3, 9), 2.0**20),
    ("ldlt_ill", lambda x: ldlt(shaped(x, 3, 3)), p, small(p)),
    ("pinv_ill", lambda x: flat(left_inverse(shaped(x, 4, 2))), two, 1e6),
    ("least_squares_ill", lambda x: flat(left_inverse(shaped(x[:8], 4, 2)) * shaped(x[8:], 4, 1)), two + noise(4, 13), 1e6),
    ("sqrtm_ill", lambda x: flat(root(shaped(x, 3, 3))), apart, 1e6),
    ("logm_ill", lambda x: flat(logarithm(shaped(x, 3, 3))), apart, 1e6),
    ("power_spd_ill", lambda x: spectral(lambda l: l ** mpf(0.3), shaped(x, 3, 3)), p, small(p)),
    ("ln_spd_ill", lambda x: spectral(log, shaped(x, 3, 3)), p, small(p)),
    ("polar_ill", lambda x: polar(shaped(x, 4, 2)), two, 1e6),
    ("nuclear_norm_ill", lambda x: [sum(svd_r(shaped(x, 4, 2), compute_uv=False))], two, 1e6),
    ("singular_values_ill", lambda x: list(svd_r(shaped(x, 4, 2), compute_uv=False)), two, 1e6),
    ("symmetric_eigenvalues_ill", lambda x: sorted(eigsy(sym(shaped(x, 3, 3)), eigvals_only=True)), p, small(p)),
    ("sylvester_ill", sylvester, left + right + noise(6, 9), 2.0**20),
    ("lyapunov_ill", lyapunov, with_values([1.0, -1.0 + 2.0**-20], 35) + noise(4, 9), 2.0**20),
    ("sparse_logdet_spd_ill", lambda x: [log(det(sym(shaped(x, 3, 3))))], p, small(p)),
]


def of_five(name, n, rows, columns, ill):
    """The same operations of five rows."""
    p, g = positive(n, 41, ill), general(n, 43, ill)
    t, u = tall(rows, columns, 45, min(ill, 6)), noise(n, 47)
    return [
        (f"cholesky{name}", lambda x: flat(cholesky(sym(shaped(x, n, n)))), p, small(p)),
        (f"solve_spd{name}", lambda x: flat(lu_solve(sym(shaped(x[: n * n], n, n)), shaped(x[n * n :], n, 1))), p + u, small(p)),
        (f"inverse_spd{name}", lambda x: flat(inverse(sym(shaped(x, n, n)))), p, small(p)),
        (f"logdet_spd{name}", lambda x: [log(det(sym(shaped(x, n, n))))], p, small(p)),
        (f"solve{name}", lambda x: flat(lu_solve(shaped(x[: n * n], n, n), shaped(x[n * n :], n, 1))), g + u, small(g)),
        (f"inverse{name}", lambda x: flat(inverse(shaped(x, n, n))), g, small(g)),
        (f"det{name}", lambda x: [det(shaped(x, n, n))], g, small(g)),
        (f"logdet{name}", lambda x: [log(fabs(det(shaped(x, n, n))))], g, small(g)),
        (f"eigen{name}", lambda x: eigen(x, n), p, 10.0 ** (5 * ill / 4)),
        (f"symmetric_eigenvalues{name}", lambda x: sorted(eigsy(sym(shaped(x, n, n)), eigvals_only=True)), p, small(p)),
        (f"ldlt{name}", lambda x: ldlt(shaped(x, n, n)), p, small(p)),
        (f"qr{name}", lambda x: sum((flat(f) for f in fixed_qr(shaped(x, rows, columns))), []), t, 10.0 ** min(ill, 6)),
        (f"svd{name}", lambda x: singular(x, rows, columns), t, 10.0 ** (min(ill, 6) * columns / (columns - 1))),
        (f"pinv{name}", lambda x: flat(left_inverse(shaped(x, rows, columns))), t, 10.0 ** min(ill, 6)),
        (f"expm{name}", lambda x: flat(series_of_exp(shaped(x, n, n))), g, 10),
    ]


CASES += of_five("_five_well", 5, 6, 4, 1) + of_five("_five_ill", 5, 6, 4, 8)


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
