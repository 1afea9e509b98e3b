//! Models.

use super::{near, noise};
use wengert::linalg::*;
use wengert::prelude::*;
use wengert::program::Program;

// GP: gradient and Hessian against the closed form.
#[test]
fn gaussian_process() {
    let n = 12;
    let t: Vec<f64> = (0..n).map(|i| 0.3 * i as f64).collect();
    let y = noise(n, 1, 5);
    let (t0, y0) = (t.clone(), y.clone());
    let nll = wengert::function!(t: Vec<f64>, y: Matrix<f64>; |x| {
        let n = t.len();
        let k = Matrix::from_fn(n, n, |i, j| { let d = (t[i] - t[j]) / x[0]; (-0.5 * d * d).exp() * x[1] + if i == j { x[2] } else { 0.0.into() } });
        let k = k.cholesky().unwrap(); let y = Matrix::constant(&y);
        0.5 * (y.dot(&k.solve(&y).unwrap()) + k.logdet())
    });
    let (t, y) = (t0, y0);
    let x = [0.7, 1.3, 0.2];
    let k = |x: &[f64]| {
        Matrix::from_fn(n, n, |i, j| {
            let d = (t[i] - t[j]) / x[0];
            (-0.5 * d * d).exp() * x[1] + if i == j { x[2] } else { 0.0 }
        })
    };
    let dk = [
        Matrix::from_fn(n, n, |i, j| {
            let d = t[i] - t[j];
            (-0.5 * d * d / 0.49).exp() * 1.3 * d * d / 0.343
        }),
        Matrix::from_fn(n, n, |i, j| {
            let d = t[i] - t[j];
            (-0.5 * d * d / 0.49).exp()
        }),
        Matrix::identity(n),
    ];
    let inv = k(&x).inverse().unwrap();
    let a = inv.matmul(&y);
    let g = nll.gradient(&x);
    for i in 0..3 {
        near(g[i], 0.5 * (inv.dot(&dk[i]) - quadratic_form(&dk[i], &a)));
    }
    let h = nll.hessian(&x);
    // d2/dx1dx2
    let e = |p: &Matrix, q: &Matrix| {
        let (ip, iq) = (inv.matmul(p), inv.matmul(q));
        -0.5 * ip.matmul(&iq).trace() + a.dot(&p.matmul(&iq).matmul(&a))
    };
    near(h[(1, 2)], e(&dk[1], &dk[2]));
    near(h[(2, 2)], e(&dk[2], &dk[2]));
    near(h[(1, 1)], e(&dk[1], &dk[1]));
}

// Kalman with the attribute.
#[differentiable]
fn kalman(f: &Matrix<f64>, h: &Matrix<f64>, q: f64, r: f64, #[constant] seen: &[f64]) -> f64 {
    let n = f.rows();
    let mut m = Matrix::zeros(n, 1);
    let mut p = Matrix::identity(n);
    let mut nll = 0.0;
    for z in seen {
        m = f.matmul(&m);
        p = f.matmul(&p).matmul(&f.transposed()) + q * Matrix::identity(n);
        let s = h.matmul(&p).matmul(&h.transposed())[(0, 0)] + r;
        let rest = z - h.matmul(&m)[(0, 0)];
        let k = p.matmul(&h.transposed()) / s;
        m = &m + &k * rest;
        p = &p - k.matmul(h).matmul(&p);
        nll += 0.5 * (rest * rest / s + s.ln());
    }
    nll
}
#[test]
fn kalman_filter() {
    let f = Matrix::from_rows([[0.9, 0.2], [-0.1, 0.8]]);
    let h = Matrix::row(&[1.0, 0.3]);
    let seen = [0.3, -0.4, 0.8, 0.1];
    let (v, (gf, _, gq, _)) = kalman::value_and_gradient(&f, &h, 0.1, 0.5, &seen);
    near(v, kalman(&f, &h, 0.1, 0.5, &seen));
    let d = |e: f64| {
        let mut f = f.clone();
        f[(1, 0)] += e;
        kalman(&f, &h, 0.1, 0.5, &seen)
    };
    assert!(((d(1e-6) - d(-1e-6)) / 2e-6 - gf[(1, 0)]).abs() < 1e-8);
    let d = |e: f64| kalman(&f, &h, 0.1 + e, 0.5, &seen);
    assert!(((d(1e-6) - d(-1e-6)) / 2e-6 - gq).abs() < 1e-8);
    // One state: s = q + ..: first step by hand.
    let one = |x: f64| Matrix::from_rows([[x]]);
    let (v, (gf, gh, gq, gr)) = kalman::value_and_gradient(&one(0.5), &one(1.0), 0.1, 0.5, &[2.0]);
    let s = 0.25 + 0.1 + 0.5;
    near(v, 0.5 * (4.0 / s + f64::ln(s)));
    let ds = 0.5 * (-4.0 / (s * s) + 1.0 / s);
    near(gq, ds);
    near(gr, ds);
    near(gf[(0, 0)], ds * 1.0);
    near(gh[(0, 0)], ds * 2.0 * 0.35);
}

// Mixed model: REML.
#[test]
fn mixed_model() {
    let (n, p) = (20, 3);
    let x = noise(n, p, 1);
    let z = noise(n, 4, 2);
    let y = noise(n, 1, 3);
    let f = |v: &[f64]| -> f64 {
        let k = v[0] * matmul_transposed(&z, &z) + v[1] * Matrix::<f64>::identity(n);
        let c = k.cholesky().unwrap();
        let vx = c.solve(&x).unwrap();
        let a = transposed_matmul(&x, &vx);
        let b = solve_spd(&a, &transposed_matmul(&vx, &y)).unwrap();
        let r = &y - x.matmul(&b);
        0.5 * (c.logdet() + a.cholesky().unwrap().logdet() + r.dot(&c.solve(&r).unwrap()))
    };
    fn reml<T: Real>(v: &[T], x: &Matrix, z: &Matrix, y: &Matrix) -> T {
        let (x, z, y) = (Matrix::<T>::constant(x), Matrix::<T>::constant(z), Matrix::<T>::constant(y));
        let k = matmul_transposed(&z, &z) * v[0] + Matrix::identity(z.rows()) * v[1];
        let c = k.cholesky().unwrap();
        let vx = c.solve(&x).unwrap();
        let a = transposed_matmul(&x, &vx);
        let b = solve_spd(&a, &transposed_matmul(&vx, &y)).unwrap();
        let r = &y - x.matmul(&b);
        (c.logdet() + logdet(&a).unwrap() + r.dot(&c.solve(&r).unwrap())) * 0.5
    }
    let g = gradient(|v| reml(v, &x, &z, &y), &[0.5, 0.8]);
    for i in 0..2 {
        let d = |h: f64| {
            let mut v = [0.5, 0.8];
            v[i] += h;
            f(&v)
        };
        assert!(((d(1e-5) - d(-1e-5)) / 2e-5 - g[i]).abs() < 1e-7);
    }
}

// Optics: a resonator of two lenses.
#[test]
fn resonator() {
    let m = |d: f64, f: f64| {
        let step = Matrix::from_rows([[1.0, d], [0.0, 1.0]]);
        let lens = Matrix::from_rows([[1.0, 0.0], [-1.0 / f, 1.0]]);
        (step * lens).trace()
    };
    near(m(0.3, 0.5), 2.0 - 0.6);
    let h = hessian(
        |x| {
            let (one, zero) = (x[0] * 0.0 + 1.0, x[0] * 0.0);
            let step = Matrix::from_rows([[one, x[0]], [zero, one]]);
            let lens = Matrix::from_rows([[one, zero], [-1.0 / x[1], one]]);
            (step * lens).trace()
        },
        &[0.3, 0.5],
    );
    near(h[(0, 1)], 4.0);
    near(h[(1, 1)], -2.0 * 0.3 / 0.125);
}

// Control: Lyapunov of one state, of two, and a Gramian's trace.
#[test]
fn equations_of_control() {
    let g =
        gradient(|x| lyapunov(&Matrix::filled(1, 1, x[0]), &Matrix::filled(1, 1, x[1])).unwrap()[(0, 0)], &[-2.0, 3.0]);
    // a x + x a = c.
    near(g[0], -3.0 / (2.0 * 4.0));
    near(g[1], -0.25);
    let h =
        hessian(|x| lyapunov(&Matrix::filled(1, 1, x[0]), &Matrix::filled(1, 1, x[1])).unwrap()[(0, 0)], &[-2.0, 3.0]);
    near(h[(0, 0)], 3.0 / -8.0);
    near(h[(0, 1)], -1.0 / 8.0);
    let e = lyapunov(&Matrix::from_rows([[0.0, 1.0], [-1.0, 0.0]]), &Matrix::identity(2));
    assert!(e.is_err(), "{e:?}");
}

#[test]
fn programs_at_other_points() {
    let f = Program::record(3, |x| {
        let a = Matrix::from_rows([[x[0], x[1]], [x[1], x[2]]]);
        let l = symmetric_eigenvalues(&a).unwrap();
        vec![l[(1, 0)], expm(&a).unwrap().trace(), a.norm()]
    })
    .unwrap();
    let y = f.eval(&[2.0, 1.0, 2.0]).unwrap();
    near(y[0], 3.0);
    near(y[1], 3f64.exp() + 1f64.exp());
    let y = f.eval(&[1.0, 0.0, 1.0]).unwrap();
    near(y[0], 1.0);
    let j = f.jacobian().unwrap().eval(&[2.0, 1.0, 2.0]).unwrap();
    near(j[0], 0.5);
    near(j[1], 1.0);
    let said = f.jacobian().unwrap().eval(&[1.0, 0.0, 1.0]).unwrap_err().to_string();
    assert!(said.contains("values 0 and 1 are equal (1 and 1)"), "{said}");
}
