"""What a call costs, and a million points: beside JAX with jit on the processor, where it is installed.

`.ci/python bench` runs it. Times are the least of several runs. JAX has its arrays where it computes.
"""

import math
import time

import numpy as np

import wengert


def least(call, runs, repeats=1):
    best = math.inf
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(repeats):
            call()
        best = min(best, (time.perf_counter() - start) / repeats)
    return best


def small(m, x):
    return m.sin(x[0]) * x[1] + m.exp(-x[2] * x[2])


def black_scholes(m, x):
    cdf = wengert.norm_cdf if m is np else jax.scipy.stats.norm.cdf
    s, k, t, r, v = (x[i] for i in range(5))
    d = (m.log(s / k) + (r + v * v / 2) * t) / (v * m.sqrt(t))
    return s * cdf(d) - k * m.exp(-r * t) * cdf(d - v * m.sqrt(t))


try:
    import jax

    jax.config.update("jax_enable_x64", True)
except ImportError:
    jax = None

print("| | wengert | JAX, jit |")
print("| --- | --- | --- |")


def row(what, unit, ours, theirs):
    scale = {"us": 1e6, "ms": 1e3}[unit]
    cell = lambda seconds: "" if seconds is None else f"{seconds * scale:.3g} {unit}"
    print(f"| {what} | {cell(ours)} | {cell(theirs)} |")


f = wengert.record(lambda x: small(np, x), inputs=3)
x = np.array([0.5, 1.5, -0.3])
ours = [least(lambda: f(x), 20, 2000), least(lambda: f.grad(x), 20, 2000), least(lambda: f.hessian(x), 20, 2000)]
theirs = [None] * 3
if jax:
    body = lambda x: small(jax.numpy, x)
    compiled = [jax.jit(g) for g in (body, jax.grad(body), jax.hessian(body))]
    there = jax.numpy.asarray(x)
    theirs = [least(lambda g=g: g(there).block_until_ready(), 20, 500) for g in compiled]
for what, a, b in zip(("value", "gradient", "Hessian"), ours, theirs):
    row(f"{what} of a small function, one call", "us", a, b)

many = np.random.default_rng(1).uniform(0.5, 1.5, (1_000_000, 5))
f = wengert.record(lambda x: black_scholes(np, x), inputs=5)
ours = [least(lambda: f(many), 5), least(lambda: f.grad(many), 5)]
theirs = [None] * 2
if jax:
    body = lambda x: black_scholes(jax.numpy, x)
    compiled = [jax.jit(jax.vmap(g)) for g in (body, jax.grad(body))]
    there = jax.numpy.asarray(many)
    [g(there).block_until_ready() for g in compiled]
    theirs = [least(lambda g=g: g(there).block_until_ready(), 5) for g in compiled]
    found, wanted = f.grad(many), np.asarray(compiled[1](many))
    assert np.allclose(found, wanted, rtol=1e-9, atol=1e-9)
for what, a, b in zip(("values", "gradients"), ours, theirs):
    row(f"10^6 {what} of Black-Scholes", "ms", a, b)
