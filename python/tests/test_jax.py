"""The same functions in JAX, where it is installed."""

import numpy as np
import pytest

import wengert

jax = pytest.importorskip("jax")
jax.config.update("jax_enable_x64", True)
jnp = jax.numpy

CASES = [
    (lambda m, x: m.sin(x[0]) * x[1] + m.exp(-x[2] * x[2]), 3),
    (lambda m, x: (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum(), 8),
    (lambda m, x: m.log1p(m.exp(x[0])) / (1 + m.tanh(x[1]) ** 2) + m.hypot(x[0], x[1]) ** 1.5, 2),
    (lambda m, x: m.arctan2(x[0], x[1]) * m.cbrt(x[0]) + m.maximum(x[0], x[1]) ** 3, 2),
]


@pytest.mark.parametrize("body, n", CASES)
def test_derivatives(body, n):
    ours = wengert.record(lambda x: body(np, x), inputs=n)
    theirs = lambda x: body(jnp, x)
    points = np.random.default_rng(3).uniform(0.1, 2, (20, n))
    assert ours(points) == pytest.approx(np.asarray(jax.vmap(theirs)(points)), rel=1e-13)
    assert ours.grad(points) == pytest.approx(np.asarray(jax.vmap(jax.grad(theirs))(points)), rel=1e-12, abs=1e-12)
    assert ours.hessian(points) == pytest.approx(np.asarray(jax.vmap(jax.hessian(theirs))(points)), rel=1e-10, abs=1e-10)
    direction = np.linspace(-1, 1, n)
    hvp = jax.vmap(lambda x: jax.jvp(jax.grad(theirs), (x,), (direction,))[1])(points)
    assert ours.hvp(points, direction) == pytest.approx(np.asarray(hvp), rel=1e-10, abs=1e-10)


def test_jacobian():
    body = lambda m, x: m.stack([x[0] * x[1], m.sin(x[1]), m.exp(x[0] / x[1])])
    ours = wengert.record(lambda x: [x[0] * x[1], np.sin(x[1]), np.exp(x[0] / x[1])], inputs=2)
    points = np.random.default_rng(3).uniform(0.5, 2, (20, 2))
    wanted = jax.vmap(jax.jacobian(lambda x: body(jnp, x)))(points)
    assert ours.jacobian(points) == pytest.approx(np.asarray(wanted), rel=1e-12)
