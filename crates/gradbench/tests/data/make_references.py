"""Writes small inputs of every eval and the results expected for them, as GradBench lays them out: EVAL/NAME.json and
EVAL/NAME.expected.json, beside this file.

The functions are written down from their formulas, on numbers of 60 digits. Derivatives are central differences with a
step of 1e-20, whose error is of the order of 1e-40; those of kmeans come from the closed form. The searches of particle
and saddle go by derivatives that are written down: forces, the derivative that a path carries along, slopes of squares.
What they find agrees with what GradBench itself expects of particle at w = 0 and of saddle at (1, 1).

Run from any folder: python3 make_references.py. Needs mpmath.
"""

import json
from pathlib import Path

from mpmath import cos, exp, log, loggamma, mp, mpf, pi, sin, sqrt, tanh

mp.dps = 60
STEP = mpf(10) ** -20
HERE = Path(__file__).parent
state = 7


def uniform():
    """A number in 0 .. 1 of four digits."""
    global state
    state = (state * 1103515245 + 12345) % 2**31
    return round(state / 2**31, 4)


def normal():
    """A number around 0 of four digits."""
    return round(sum(uniform() for _ in range(12)) - 6, 4)


def listed(number, *shape):
    """A list of lists of numbers."""
    return [listed(number, *shape[1:]) for _ in range(shape[0])] if shape else number()


def numbers(x):
    """The same lists, of 60 digits."""
    return [numbers(entry) for entry in x] if isinstance(x, list) else mpf(x)


def floats(x):
    """The same lists, as they are written to a file."""
    if isinstance(x, dict):
        return {name: floats(entry) for name, entry in x.items()}
    return [floats(entry) for entry in x] if isinstance(x, list) else float(x) if isinstance(x, mpf) else x


def derivatives(f, x):
    """The derivatives of f() by every number in the lists x, which f reads, in lists of the same shape."""
    if isinstance(x[0], list):
        return [derivatives(f, entry) if entry else [] for entry in x]
    result = []
    for i, value in enumerate(x):
        x[i] = value + STEP
        above = f()
        x[i] = value - STEP
        below = f()
        x[i] = value
        result.append((above - below) / (2 * STEP))
    return result


def log_sum_exp(x):
    return log(sum(exp(entry) for entry in x))


def gmm(d, k, n, x, m, gamma, alpha, mu, q, l):
    total = -mpf(n * d) / 2 * log(2 * pi) - n * log_sum_exp(alpha)
    for point in x:
        terms = []
        for c in range(k):
            matrix = [[exp(q[c][i]) if i == j else mpf(0) for j in range(d)] for i in range(d)]
            entries = iter(l[c])
            for j in range(d):
                for i in range(j + 1, d):
                    matrix[i][j] = next(entries)
            y = [sum(matrix[i][j] * (point[j] - mu[c][j]) for j in range(d)) for i in range(d)]
            terms.append(alpha[c] + sum(q[c]) - sum(entry**2 for entry in y) / 2)
        total += log_sum_exp(terms)
    freedom = d + m + 1
    ln_gamma = mpf(d * (d - 1)) / 4 * log(pi) + sum(loggamma((mpf(freedom) - j) / 2) for j in range(d))
    total += k * (freedom * d * (log(gamma) - log(mpf(2)) / 2) - ln_gamma)
    for c in range(k):
        squares = sum(exp(2 * entry) for entry in q[c]) + sum(entry**2 for entry in l[c])
        total -= gamma**2 * squares / 2 - m * sum(q[c])
    return total


def gmm_case(d, k, n, m, gamma):
    case = {"d": d, "k": k, "n": n, "x": listed(normal, n, d), "m": m, "gamma": gamma, "alpha": listed(normal, k)}
    case |= {"mu": listed(uniform, k, d), "q": listed(normal, k, d), "l": listed(normal, k, d * (d - 1) // 2)}
    at = case | {name: numbers(case[name]) for name in ["x", "gamma", "alpha", "mu", "q", "l"]}
    f = lambda: gmm(**at)
    return case, {"objective": f(), "jacobian": {name: derivatives(f, at[name]) for name in ["alpha", "mu", "q", "l"]}}


def reprojection(cam, x, w, feat):
    r, seen = cam[:3], [a - b for a, b in zip(x, cam[3:6])]
    cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    square = sum(entry**2 for entry in r)
    if square == 0:
        turned = [a + b for a, b in zip(seen, cross(r, seen))]
    else:
        angle = sqrt(square)
        axis = [entry / angle for entry in r]
        along = sum(a * b for a, b in zip(axis, seen)) * (1 - cos(angle))
        turned = [
            a * cos(angle) + b * sin(angle) + c * along for a, b, c in zip(seen, cross(axis, seen), axis)
        ]
    p = [turned[0] / turned[2], turned[1] / turned[2]]
    rsq = p[0] ** 2 + p[1] ** 2
    distortion = 1 + cam[9] * rsq + cam[10] * rsq**2
    return [w[0] * (p[i] * distortion * cam[6] + cam[7 + i] - feat[i]) for i in range(2)]


def ba_case(n, m, p, w, turn):
    cam = [entry if turn else 0.0 for entry in listed(normal, 3)] + listed(normal, 8)
    case = {"n": n, "m": m, "p": p, "cam": cam, "x": listed(normal, 3), "w": w, "feat": listed(normal, 2)}
    cam, x, weight, feat = numbers(case["cam"]), numbers(case["x"]), [mpf(w)], numbers(case["feat"])
    errors = lambda: reprojection(cam, x, weight, feat)
    if turn:
        of = lambda list, i: derivatives(lambda: errors()[i], list)
    else:
        # The formula at r = 0 is another one: its derivatives by r are by those of r x Xo, which is linear.
        of = lambda list, i: derivatives(lambda: small(cam, x, weight, feat)[i], list)
    block = [of(cam, i) + of(x, i) + of(weight, i) for i in range(2)]
    rows, cols, vals = [0], [], []
    for i in range(p):
        for j in range(2):
            cols += [11 * (i % n) + c for c in range(11)] + [11 * n + 3 * (i % m) + c for c in range(3)]
            cols.append(11 * n + 3 * m + i)
            vals += block[j]
            rows.append(len(cols))
    for i in range(p):
        cols.append(11 * n + 3 * m + i)
        vals.append(-2 * weight[0])
        rows.append(len(cols))
    trimmed = lambda list: list[:30] + list[-1:]
    objective = {
        "reproj_error": {"elements": errors(), "repeated": p},
        "w_err": {"element": 1 - weight[0] ** 2, "repeated": p},
    }
    jacobian = {"rows": trimmed(rows), "cols": trimmed(cols), "vals": trimmed(vals)}
    return case, {"objective": objective, "jacobian": jacobian}


def small(cam, x, w, feat):
    """The errors by the formula for r = 0, also beside it."""
    r, seen = cam[:3], [a - b for a, b in zip(x, cam[3:6])]
    turned = [
        seen[0] + r[1] * seen[2] - r[2] * seen[1],
        seen[1] + r[2] * seen[0] - r[0] * seen[2],
        seen[2] + r[0] * seen[1] - r[1] * seen[0],
    ]
    return reprojection([mpf(0)] * 6 + cam[6:], turned, w, feat)


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for i in range(len(a))]


def hand_points(theta, model):
    """The corners of the skin, by matrices of 4 x 4."""
    angles = [[mpf(0)] * 3 for _ in model["parents"]]
    rest = iter(theta[6:])
    for finger in range(5):
        for joint in range(3):
            angles[2 + 4 * finger + joint][0] = next(rest)
            if joint == 0:
                angles[2 + 4 * finger][1] = next(rest)
    absolutes, transforms = [], []
    for bone, (x, z, y) in enumerate(angles):
        about_x = [[1, 0, 0, 0], [0, cos(x), -sin(x), 0], [0, sin(x), cos(x), 0], [0, 0, 0, 1]]
        about_y = [[cos(y), 0, sin(y), 0], [0, 1, 0, 0], [-sin(y), 0, cos(y), 0], [0, 0, 0, 1]]
        about_z = [[cos(z), -sin(z), 0, 0], [sin(z), cos(z), 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        relative = product(model["base_relatives"][bone], product(product(about_z, about_y), about_x))
        parent = model["parents"][bone]
        absolutes.append(relative if parent == -1 else product(absolutes[parent], relative))
        transforms.append(product(absolutes[bone], model["inverse_base_absolutes"][bone]))
    angle = sqrt(sum(entry**2 for entry in theta[:3]))
    if angle < mpf("1e-4"):
        turn = [[mpf(i == j) for j in range(3)] for i in range(3)]
    else:
        # The exponential of the matrix that takes the product with the axis.
        a, b, c = [entry / angle for entry in theta[:3]]
        cross = [[0, -c, b], [c, 0, -a], [-b, a, 0]]
        twice = product(cross, cross)
        turn = [
            [(i == j) + sin(angle) * cross[i][j] + (1 - cos(angle)) * twice[i][j] for j in range(3)] for i in range(3)
        ]
    points = []
    for place, weights in zip(model["base_positions"], model["weights"]):
        column = [[entry] for entry in place]
        parts = [(weight, product(transforms[bone], column)) for bone, weight in enumerate(weights) if weight]
        point = [sum(weight * part[i][0] for weight, part in parts) for i in range(3)]
        if model["is_mirrored"]:
            point[0] = -point[0]
        points.append([sum(turn[i][j] * point[j] for j in range(3)) + theta[3 + i] for i in range(3)])
    return points


def ht_case(bones, corners, p, turn, mirrored, shares):
    affine = lambda: listed(normal, 3, 4) + [[0.0, 0.0, 0.0, 1.0]]
    below = lambda n: int(uniform() * n) % n
    weights = [[uniform() if below(7) == 0 else 0.0 for _ in range(bones)] for _ in range(corners)]
    model = {
        "bone_count": bones,
        "bone_names": [f"bone{bone}" for bone in range(bones)],
        "parents": [-1] + [below(bone) for bone in range(1, bones)],
        "base_relatives": [affine() for _ in range(bones)],
        "inverse_base_absolutes": [affine() for _ in range(bones)],
        "base_positions": [listed(normal, 3) + [1.0] for _ in range(corners)],
        "weights": weights,
        "triangles": [[below(corners) for _ in range(3)] for _ in range(corners)],
        "is_mirrored": mirrored,
    }
    data = {"model": model, "correspondences": [below(corners) for _ in range(p)], "points": listed(normal, p, 3)}
    theta = [entry if turn else 0.0 for entry in listed(normal, 3)] + listed(normal, 23)
    case = {"theta": theta, "data": data, "us": listed(uniform, p, 2) if shares else []}
    theta, us, seen, shift = numbers(theta), numbers(case["us"]), numbers(data["points"]), [mpf(0)] * 2
    exact = model | {
        name: numbers(model[name]) for name in ["base_relatives", "inverse_base_absolutes", "base_positions", "weights"]
    }

    def errors():
        points, result = hand_points(theta, exact), []
        for i, name in enumerate(data["correspondences"]):
            place = points[name]
            if shares:
                u, v = us[i][0] + shift[0], us[i][1] + shift[1]
                a, b, c = [points[corner] for corner in model["triangles"][name]]
                place = [u * a[j] + v * b[j] + (1 - u - v) * c[j] for j in range(3)]
            result += [seen[i][j] - place[j] for j in range(3)]
        return result

    def column(list, i):
        value = list[i]
        list[i] = value + STEP
        above = errors()
        list[i] = value - STEP
        below = errors()
        list[i] = value
        return [(a - b) / (2 * STEP) for a, b in zip(above, below)]

    columns = [column(shift, i) for i in range(2)] if shares else []
    columns += [column(theta, i) for i in range(26)]
    return case, {"objective": errors(), "jacobian": [list(row) for row in zip(*columns)]}


def lstm(main_params, extra_params, state, sequence):
    s = lambda x: 1 / (1 + exp(-x))
    b, times, layers = len(sequence[0]), len(sequence), len(state) // 2
    state = [list(entry) for entry in state]
    total = mpf(0)
    for t in range(times - 1):
        x = [sequence[t][j] * extra_params[0][j] for j in range(b)]
        for i in range(layers):
            weight, bias = main_params[2 * i], main_params[2 * i + 1]
            hidden, cell = state[2 * i], state[2 * i + 1]
            for j in range(b):
                gate = lambda g, input: input * weight[g * b + j] + bias[g * b + j]
                forget, enter, leave = s(gate(0, x[j])), s(gate(1, hidden[j])), s(gate(2, x[j]))
                cell[j] = cell[j] * forget + enter * tanh(gate(3, hidden[j]))
                hidden[j] = x[j] = leave * tanh(cell[j])
        y = [x[j] * extra_params[1][j] + extra_params[2][j] for j in range(b)]
        shift = log(2 + sum(exp(entry) for entry in y))
        total += sum(sequence[t + 1][j] * (y[j] - shift) for j in range(b))
    return -total / ((times - 1) * b)


def lstm_case(layers, b, times):
    bits = lambda: round(uniform())
    case = {"main_params": listed(normal, 2 * layers, 4 * b), "extra_params": listed(normal, 3, b)}
    case |= {"state": listed(normal, 2 * layers, b), "sequence": listed(bits, times, b)}
    at = {name: numbers(entry) for name, entry in case.items()}
    f = lambda: lstm(**at)
    gradient = derivatives(f, at["main_params"]) + derivatives(f, at["extra_params"])
    return case, {"objective": f(), "jacobian": sum(gradient, [])}


def lse_case(n):
    case = {"x": listed(normal, n)}
    x = numbers(case["x"])
    f = lambda: log_sum_exp(x)
    return case, {"primal": f(), "gradient": derivatives(f, x)}


def llsq_case(m, n):
    case = {"x": listed(normal, m), "n": n}
    x = numbers(case["x"])

    def f():
        points = [-1 + mpf(2 * i) / (n - 1) for i in range(n)]
        residual = lambda t: mp.sign(t) - sum(entry * t**j for j, entry in enumerate(x))
        return sum(residual(t) ** 2 for t in points) / 2

    return case, {"primal": f(), "gradient": derivatives(f, x)}


def kmeans_case(n, k, d):
    case = {"points": listed(normal, n, d), "centroids": listed(normal, k, d)}
    points, centroids = numbers(case["points"]), numbers(case["centroids"])
    cost, near = mpf(0), [[] for _ in centroids]
    for point in points:
        distances = [sum((a - b) ** 2 for a, b in zip(point, centroid)) for centroid in centroids]
        cost += min(distances)
        near[distances.index(min(distances))].append(point)
    assert all(near)
    mean = lambda list: sum(list) / len(list)
    way = [[c - mean([p[j] for p in of]) for j, c in enumerate(at)] for at, of in zip(centroids, near)]
    return case, {"cost": cost, "dir": way}


def ode(x, s):
    h = mpf(2) / s
    slope = lambda y: [x[0]] + [x[i] * y[i - 1] for i in range(1, len(x))]
    along = lambda y, k, h: [a + h * b for a, b in zip(y, k)]
    y = [mpf(0)] * len(x)
    for _ in range(s):
        k1 = slope(y)
        k2 = slope(along(y, k1, h / 2))
        k3 = slope(along(y, k2, h / 2))
        k4 = slope(along(y, k3, h))
        y = [v + h * (a + 2 * b + 2 * c + d) / 6 for v, a, b, c, d in zip(y, k1, k2, k3, k4)]
    return y


def ode_case(n, s):
    case = {"x": listed(uniform, n), "s": s}
    x = numbers(case["x"])
    return case, {"primal": ode(x, s), "gradient": derivatives(lambda: ode(x, s)[-1], x)}


def det_case(n):
    case = {"A": listed(normal, n * n), "ell": n}
    a = numbers(case["A"])

    def f():
        minor = lambda rows, columns: (
            sum(
                (-1) ** k * a[rows[0] * n + j] * minor(rows[1:], columns[:k] + columns[k + 1 :])
                for k, j in enumerate(columns)
            )
            if rows
            else mpf(1)
        )
        return minor(list(range(n)), list(range(n)))

    return case, {"primal": f(), "gradient": derivatives(f, a)}


def argmin(f, gradient, x):
    """Gradient descent as GradBench does it."""
    length = lambda x: sqrt(sum(entry**2 for entry in x))
    value, slope, rate, successes = f(x), gradient(x), mpf("1e-5"), 0
    while length(slope) > mpf("1e-5"):
        if successes == 10:
            rate, successes = 2 * rate, 0
            continue
        further = [a - rate * b for a, b in zip(x, slope)]
        if length([a - b for a, b in zip(x, further)]) <= mpf("1e-5"):
            break
        if f(further) < value:
            x, value, slope, successes = further, f(further), gradient(further), successes + 1
        else:
            rate, successes = rate / 2, 0
    return x


def path(w):
    """The miss of a particle, and its derivative, by numbers that carry one."""
    charges = [([mpf(10), 10 - w], [mpf(0), mpf(-1)]), ([mpf(10), mpf(0)], [mpf(0), mpf(0)])]
    at, at_w, speed, speed_w = [mpf(0), mpf(8)], [mpf(0)] * 2, [mpf("0.75"), mpf(0)], [mpf(0)] * 2
    step = mpf("0.1")
    while True:
        force, force_w = [mpf(0)] * 2, [mpf(0)] * 2
        for charge, charge_w in charges:
            away = [a - b for a, b in zip(at, charge)]
            away_w = [a - b for a, b in zip(at_w, charge_w)]
            square = sum(a * a for a in away)
            square_w = 2 * sum(a * b for a, b in zip(away, away_w))
            for i in range(2):
                force[i] += away[i] / square ** mpf("1.5")
                force_w[i] += away_w[i] / square ** mpf("1.5") - mpf("1.5") * away[i] * square_w / square ** mpf("2.5")
        for i in range(2):
            at[i] += step * speed[i]
            at_w[i] += step * speed_w[i]
        if at[1] <= 0:
            t = -at[1] / speed[1]
            t_w = -at_w[1] / speed[1] + at[1] * speed_w[1] / speed[1] ** 2
            x = at[0] + t * speed[0]
            return x * x, 2 * x * (at_w[0] + t_w * speed[0] + t * speed_w[0])
        for i in range(2):
            speed[i] += step * force[i]
            speed_w[i] += step * force_w[i]


def in_all_modes(result):
    return {name: result for name in ["rr", "rf", "fr", "ff"]}


def particle_case(w):
    found = argmin(lambda w: path(w[0])[0], lambda w: [path(w[0])[1]], [mpf(w)])
    return {"w": w}, in_all_modes(found[0])


def saddle_case(start):
    case = {"start": start}
    start = numbers(start)
    square = lambda x: sum(entry**2 for entry in x)
    # The search for a maximum sees x in comparisons alone: its end does not depend on x.
    top = argmin(lambda y: square(y) - square(start), lambda y: [2 * entry for entry in y], start)
    x = argmin(lambda x: square(x) - square(top), lambda x: [2 * entry for entry in x], start)
    return case, in_all_modes(x + top)


CASES = {
    "hello/half": lambda: (0.5, {"square": 0.25, "double": 1.0}),
    "gmm/d3_k2_n5": lambda: gmm_case(3, 2, 5, 2, 0.75),
    "gmm/d1_k3_n4": lambda: gmm_case(1, 3, 4, 0, 1.0),
    "ba/n2_m3_p5": lambda: ba_case(2, 3, 5, 0.4375, True),
    "ba/no_rotation": lambda: ba_case(1, 1, 1, -0.75, False),
    "lstm/l2_b3_c4": lambda: lstm_case(2, 3, 4),
    "lse/n20": lambda: lse_case(20),
    "lse/n1": lambda: lse_case(1),
    "llsq/m4_n7": lambda: llsq_case(4, 7),
    "llsq/m3_n20": lambda: llsq_case(3, 20),
    "kmeans/n24_k3_d2": lambda: kmeans_case(24, 3, 2),
    "ode/n5_s4": lambda: ode_case(5, 4),
    "ode/n1_s1": lambda: ode_case(1, 1),
    "det/n1": lambda: det_case(1),
    "det/n4": lambda: det_case(4),
    "particle/w0": lambda: particle_case(0.0),
    "saddle/ones": lambda: saddle_case([1.0, 1.0]),
    "ht/shares": lambda: ht_case(22, 9, 5, True, False, True),
    "ht/corners_mirrored": lambda: ht_case(21, 6, 4, True, True, False),
    "ht/no_rotation": lambda: ht_case(22, 5, 3, False, False, False),
}

for name, make in CASES.items():
    case, expected = make()
    (HERE / name).parent.mkdir(exist_ok=True)
    (HERE / f"{name}.json").write_text(json.dumps(case) + "\n")
    (HERE / f"{name}.expected.json").write_text(json.dumps(floats(expected)) + "\n")
