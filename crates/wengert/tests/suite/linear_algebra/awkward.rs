//! Points where matrices are awkward.

use super::{near, nearm, noise, spd};
use wengert::linalg::*;
use wengert::prelude::*;

// Equal eigenvalues, second order, without a choice.
#[test]
fn equal_values_at_second_order() {
    // ln det through eigenvalues at 2 I.
    let a = 2.0 * Matrix::<f64>::identity(3);
    let v = noise(3, 3, 4);
    let v = &v + v.transposed();
    let hv = hvp(|a| symmetric_eigenvalues(a).unwrap().iter().map(|l| l.ln()).sum(), &a, &v);
    nearm(&hv, &(-0.25 * &v));
    // The same by vectors: tr(V ln(L) V^T) has no choice.
    let hv = hvp(
        |a| {
            let (l, _) = symmetric_eigen(a).unwrap();
            l.iter().map(|l| l.ln()).sum()
        },
        &a,
        &v,
    );
    nearm(&hv, &(-0.25 * &v));
    // |A|_F^2 through singular values at equal ones.
    let h = hessian(|a| singular_values(a).unwrap().iter().map(|s| *s * *s).sum(), &Matrix::<f64>::identity(2));
    for i in 0..4 {
        for j in 0..4 {
            near(h[(i, j)], if i == j { 2.0 } else { 0.0 });
        }
    }
    // Nuclear norm at a multiple of an orthogonal matrix: gradient is its polar factor.
    let q = Matrix::from_rows([[0.6, 0.8], [-0.8, 0.6]]);
    nearm(&gradient(|a| nuclear_norm(a).unwrap(), &(3.0 * &q)), &q);
    let g = gradient(|a| svd(a).unwrap().1.sum(), &(3.0 * &q));
    nearm(&g, &q);
    // What depends on the choice is said.
    let e = try_value_and_gradients(|[a]| Ok::<_, Error>(symmetric_eigen(a)?.1[(0, 0)]), [&Matrix::<f64>::identity(3)]);
    assert!(matches!(e, Err(Error::Degenerate { .. })), "{e:?}");
    let s = sqrtm(&Matrix::<f64>::identity(3)).unwrap();
    nearm(&s, &Matrix::identity(3));
    let hv = hvp(|a| sqrtm(a).unwrap().trace(), &(4.0 * Matrix::<f64>::identity(3)), &v);
    // tr sqrt: Hessian -1/4 A^(-3/2) at a multiple of I.
    nearm(&hv, &(-0.25 / 8.0 * v.transposed()));
}

#[test]
fn singular_matrices_are_errors() {
    let a = Matrix::from_rows([[1.0, 2.0], [2.0, 4.0]]);
    let b = Matrix::column(&[1.0, 2.0]);
    for e in [
        a.solve(&b).err(),
        a.inverse().err(),
        logdet(&a).err(),
        a.cholesky().err(),
        solve_spd(&a, &b).err(),
        a.qr().err(),
        least_squares(&a, &b).err(),
        pinv(&a).err(),
        logm(&a).err(),
        polar(&a).err(),
        solve_triangular(Triangle::LOWER, &Matrix::from_rows([[1.0, 0.0], [2.0, 0.0]]), &b).err(),
    ] {
        let e = e.expect("singular").to_string();
        assert!(!e.contains("inf") && !e.contains("NaN"), "{e}");
    }
    let l = a.lu().unwrap();
    assert!(l.solve(&b).is_err() && l.logdet().is_err() && l.det() == 0.0);
    nearm(&gradient(|a| a.det(), &a), &Matrix::from_rows([[4.0, -2.0], [-2.0, 1.0]]));
    let h = hessian(|a| a.det(), &Matrix::<f64>::zeros(3, 3));
    assert!(h.as_slice().iter().all(|x| *x == 0.0));
    let h = hessian(|a| a.det(), &Matrix::<f64>::zeros(2, 2));
    near(h[(0, 3)], 1.0);
    near(h[(1, 2)], -1.0);
    assert_eq!(gradient(|a| a.norm(), &Matrix::<f64>::zeros(2, 3)), Matrix::zeros(2, 3));
    // The smallest of the derivatives at the kink, as of any norm.
    assert_eq!(gradient(|a| spectral_norm(a).unwrap(), &Matrix::<f64>::zeros(2, 2)), Matrix::zeros(2, 2));
    // Which of two equal values is the largest nobody can say.
    assert!(gradient(|a| spectral_norm(a).unwrap(), &Matrix::<f64>::identity(2))[(0, 0)].is_nan());
    assert!(try_value_and_gradients(|[a]| nuclear_norm(a), [&Matrix::<f64>::zeros(2, 2)]).is_err());
}

#[test]
fn nan_is_an_error_or_nan() {
    let mut a = spd(4, 1);
    a[(2, 1)] = f64::NAN;
    let b = Matrix::column(&[1.0, 2.0, 3.0, 4.0]);
    assert!(a.matmul(&b)[(2, 0)].is_nan() && a.det().is_nan() && a.norm().is_nan());
    for e in [
        a.solve(&b).err(),
        a.inverse().err(),
        logdet(&a).err(),
        a.cholesky().err(),
        solve_spd(&a, &b).err(),
        a.qr().err(),
        symmetric_eigen(&a).err(),
        symmetric_eigenvalues(&a).err(),
        svd(&a).err(),
        singular_values(&a).err(),
        expm(&a).err(),
        logm(&a).err(),
        sqrtm(&a).err(),
        pinv(&a).err(),
        eigenvalues(&a).err(),
        eigen(&a).err(),
        sylvester(&a, &a, &a).err(),
        lyapunov(&a, &a).err(),
        expm_multiply(&a, &b).err(),
        polar(&a).err(),
        nuclear_norm(&a).err(),
        spectral_norm(&a).err(),
        ldlt(&a).err(),
        least_squares(&a, &b).err(),
        power_spd(&a, 0.5).err(),
        ln_spd(&a).err(),
    ] {
        assert!(matches!(e, Some(Error::NotFinite { .. })), "{e:?}");
    }
    let g = gradient(|a| a.matmul(a).sum(), &a);
    assert!(g.iter().any(|g| g.is_nan()));
    for x in [f64::INFINITY, -f64::INFINITY] {
        let mut a = spd(3, 2);
        a[(0, 0)] = x;
        let b = Matrix::column(&[1.0, 2.0, 3.0]);
        for e in [a.solve(&b).err(), inverse(&a).err(), svd(&a).err(), expm(&a).err()] {
            assert!(matches!(e, Some(Error::NotFinite { .. })), "{e:?}");
        }
    }
}

#[test]
fn empty_matrices() {
    let e = Matrix::<f64>::zeros(0, 0);
    assert_eq!((e.det(), e.trace(), e.sum(), e.norm()), (1.0, 0.0, 0.0, 0.0));
    assert_eq!(
        (
            logdet(&e).unwrap(),
            e.cholesky().unwrap().logdet(),
            e.inverse().unwrap().rows(),
            expm(&e).unwrap().rows(),
            symmetric_eigenvalues(&e).unwrap().rows(),
            svd(&e).unwrap().1.rows()
        ),
        (0.0, 0.0, 0, 0, 0, 0)
    );
    let (w, t) = (Matrix::<f64>::zeros(0, 3), Matrix::<f64>::zeros(3, 0));
    assert_eq!(t.matmul(&w), Matrix::zeros(3, 3));
    assert_eq!(w.matmul(&t).shape(), Shape::new(0, 0));
    let shapes = |x: (Matrix, Matrix, Matrix)| [x.0, x.1, x.2].map(|x| (x.rows(), x.columns()));
    assert_eq!(shapes(svd(&w).unwrap()), [(0, 0), (0, 1), (3, 0)]);
    assert_eq!(shapes(svd(&t).unwrap()), [(3, 0), (0, 1), (0, 0)]);
    assert_eq!((nuclear_norm(&w).unwrap(), spectral_norm(&t).unwrap()), (0.0, 0.0));
    assert_eq!(t.qr().unwrap().0.shape(), t.shape());
    assert_eq!(pinv(&t).unwrap().shape(), w.shape());
    assert_eq!(least_squares(&t, &Matrix::zeros(3, 1)).unwrap().shape(), Shape::new(0, 1));
    for x in [logm(&e), sqrtm(&e), sylvester(&e, &e, &e)] {
        assert_eq!(x.unwrap().shape(), e.shape());
    }
    assert_eq!(eigenvalues(&e).unwrap().shape(), Shape::new(0, 1));
    assert_eq!((softmax(&w).shape(), log_sum_exp(&w)[(0, 0)]), (w.shape(), f64::NEG_INFINITY));
    assert_eq!(gradient(|a| a.det(), &e).shape(), Shape::new(0, 0));
    assert_eq!(gradient(|a| a.sum() + a.norm() + a.transposed().matmul(a).trace(), &w).shape(), Shape::new(0, 3));
    let h = hessian(|a| a.det(), &e);
    assert_eq!(h.rows(), 0);
    assert_eq!(value_and_gradient(|a| a.logdet().unwrap(), &e).0, 0.0);
}

#[test]
fn matrices_far_from_one() {
    for k in [1e-200, 1e-150, 1e150, 1e200] {
        let a = k * spd(3, 7);
        let b = Matrix::column(&[1.0, -1.0, 2.0]);
        let i = spd(3, 7).inverse().unwrap();
        near(a.logdet().unwrap(), spd(3, 7).logdet().unwrap() + 3.0 * k.ln());
        near(a.cholesky().unwrap().logdet(), logdet(&spd(3, 7)).unwrap() + 3.0 * k.ln());
        nearm(&(k * a.solve(&b).unwrap()), &i.matmul(&b));
        nearm(&(k * a.inverse().unwrap()), &i);
        near(a.norm() / k, spd(3, 7).norm());
        nearm(&gradient(|a| a.norm(), &a), &(spd(3, 7) / spd(3, 7).norm()));
        nearm(&(k * gradient(|a| logdet(a).unwrap(), &a)), &i.transposed());
        let l = symmetric_eigenvalues(&a).unwrap();
        let e = symmetric_eigenvalues(&spd(3, 7)).unwrap();
        nearm(&(&l / k), &e);
        nearm(&(singular_values(&a).unwrap() / k), &singular_values(&spd(3, 7)).unwrap());
        nearm(
            &gradient(|a| symmetric_eigenvalues(a).unwrap()[(2, 0)], &a),
            &gradient(|a| symmetric_eigenvalues(a).unwrap()[(2, 0)], &spd(3, 7)),
        );
        nearm(&gradient(|a| spectral_norm(a).unwrap(), &a), &gradient(|a| spectral_norm(a).unwrap(), &spd(3, 7)));
        nearm(&gradient(|a| nuclear_norm(a).unwrap(), &a), &gradient(|a| nuclear_norm(a).unwrap(), &spd(3, 7)));
        nearm(&(sqrtm(&a).unwrap() / k.sqrt()), &sqrtm(&spd(3, 7)).unwrap());
        nearm(&(a.qr().unwrap().1 / k), &spd(3, 7).qr().unwrap().1);
        nearm(&(k * pinv(&a).unwrap()), &pinv(&spd(3, 7)).unwrap());
        nearm(&(k * least_squares(&a, &b).unwrap()), &i.matmul(&b));
        nearm(&polar(&a).unwrap().0, &polar(&spd(3, 7)).unwrap().0);
        nearm(&(logm(&a).unwrap() - k.ln() * Matrix::<f64>::identity(3)), &logm(&spd(3, 7)).unwrap());
    }
    assert!(matches!(expm(&(1e3 * Matrix::<f64>::identity(2))), Err(Error::Overflow { .. })));
    let x = Matrix::column(&[1000.0, 1001.0, -1e308]);
    near(softmax(&x)[(1, 0)], 1.0 / (1.0 + (-1f64).exp()));
}

#[test]
fn matrices_that_are_not_square() {
    let (a, b) = (noise(5, 2, 1), noise(5, 1, 2));
    let f = |a: &Matrix| {
        let x = least_squares(a, &b).unwrap();
        x.dot(&x)
    };
    let g = gradient(
        |a| {
            let x = least_squares(a, &Matrix::constant(&b)).unwrap();
            x.dot(&x)
        },
        &a,
    );
    for i in 0..5 {
        for j in 0..2 {
            let d = |h: f64| {
                let mut a = a.clone();
                a[(i, j)] += h;
                f(&a)
            };
            assert!(((d(1e-6) - d(-1e-6)) / 2e-6 - g[(i, j)]).abs() < 1e-7 * (1.0 + g[(i, j)].abs()));
        }
    }
    let w = noise(2, 5, 3);
    nearm(&pinv(&w).unwrap(), &pinv(&w.transposed()).unwrap().transposed());
    let g = gradient(|w| pinv(w).unwrap().norm(), &w);
    for i in 0..2 {
        let d = |h: f64| {
            let mut w = w.clone();
            w[(i, 3)] += h;
            pinv(&w).unwrap().norm()
        };
        assert!(((d(1e-6) - d(-1e-6)) / 2e-6 - g[(i, 3)]).abs() < 1e-7 * (1.0 + g[(i, 3)].abs()));
    }
    let (u, s, v) = svd(&w).unwrap();
    nearm(&(u.matmul(&Matrix::from_diagonal(s.as_slice())).matmul(&v.transposed())), &w);
    nearm(&gradient(|w| nuclear_norm(w).unwrap(), &w), &u.matmul(&v.transposed()));
    nearm(&gradient(|w| spectral_norm(w).unwrap(), &w), &(outer(&u.block(0..2, 0..1), &v.block(0..5, 0..1))));
}
