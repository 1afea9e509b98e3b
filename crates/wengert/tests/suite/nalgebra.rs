//! The decompositions of nalgebra on duals and series.

use nalgebra::{DMatrix, DVector, Dyn, Matrix2, Matrix3, Matrix4, RealField, Rotation3, U1, Vector1, Vector2, Vector3};
use wengert::nalgebra::{gradient, hessian, jacobian, value_and_gradient, value_and_jacobian};
use wengert::{Dual, Taylor};

const ORDER: usize = 3;
type Series = Taylor<f64, ORDER>;

/// A matrix that moves along a curve, of full rank.
fn moving(m: usize, n: usize) -> DMatrix<Series> {
    let t = Series::variable(0.3);
    DMatrix::from_fn(m, n, |i, j| {
        let (i, j) = (i as f64, j as f64);
        use wengert::prelude::*;
        (t * (1.0 + i) + 0.7 * j).sin() + if i == j { 2.0 + i } else { 0.0 } + t * t * (0.1 * i - 0.2 * j)
    })
}

fn symmetric(n: usize) -> DMatrix<Series> {
    let a = moving(n, n);
    &a * a.transpose() + DMatrix::identity(n, n)
}

/// Whether two series of matrices agree in all their coefficients.
#[track_caller]
fn agree(a: &DMatrix<Series>, b: &DMatrix<Series>, tolerance: f64) {
    assert_eq!(a.shape(), b.shape());
    for (a, b) in a.iter().zip(b) {
        for k in 0..=ORDER {
            let (a, b) = (a.coefficient(k), b.coefficient(k));
            assert!((a - b).abs() <= tolerance * (1.0 + b.abs()), "coefficient {k}: {a:e}, not {b:e}");
        }
    }
}

fn identity(n: usize) -> DMatrix<Series> {
    DMatrix::identity(n, n)
}

#[test]
fn factors_make_the_matrix_again_at_every_order() {
    let (a, s) = (moving(4, 4), symmetric(4));
    let tall = moving(5, 3);

    let (p, l, u) = a.clone().lu().unpack();
    let mut product = l * u;
    p.inv_permute_rows(&mut product);
    agree(&product, &a, 1e-13);

    let l = s.clone().cholesky().unwrap().l();
    agree(&(&l * l.transpose()), &s, 1e-12);

    let (q, r) = tall.clone().qr().unpack();
    agree(&(&q * r), &tall, 1e-13);
    agree(&(q.transpose() * q), &identity(3), 1e-13);

    let eigen = s.clone().symmetric_eigen();
    let v = &eigen.eigenvectors;
    agree(&(v * DMatrix::from_diagonal(&eigen.eigenvalues) * v.transpose()), &s, 1e-10);
    agree(&(v.transpose() * v), &identity(4), 1e-10);

    let svd = tall.clone().svd(true, true);
    let (u, v) = (svd.u.as_ref().unwrap(), svd.v_t.as_ref().unwrap());
    agree(&(u * DMatrix::from_diagonal(&svd.singular_values) * v), &tall, 1e-10);
    agree(&(u.transpose() * u), &identity(3), 1e-10);

    let (q, t) = s.clone().schur().unpack();
    agree(&(&q * t * q.transpose()), &s, 1e-10);
}

#[test]
fn solutions_and_inverses_hold_at_every_order() {
    let a = moving(4, 4);
    let b = moving(4, 2);
    agree(&(&a * a.clone().lu().solve(&b).unwrap()), &b, 1e-13);
    agree(&(&a * a.clone().try_inverse().unwrap()), &identity(4), 1e-13);
    agree(&(&a * a.clone().qr().solve(&b).unwrap()), &b, 1e-13);
    let s = symmetric(4);
    agree(&(&s * s.clone().cholesky().unwrap().solve(&b)), &b, 1e-12);
    // e^A e^-A = 1.
    agree(&((a.clone() * Series::from(0.2)).exp() * (a * Series::from(-0.2)).exp()), &identity(4), 1e-12);
}

/// A symmetric matrix with a direction, and its derivative along it by a function.
fn along<const N: usize>(
    a: &nalgebra::SMatrix<f64, N, N>,
    d: &nalgebra::SMatrix<f64, N, N>,
) -> nalgebra::SMatrix<Dual, N, N> {
    a.zip_map(d, Dual::new)
}

#[test]
fn derivatives_are_those_of_the_closed_forms() {
    let a = Matrix3::new(4.0, 1.0, 0.5, 1.0, 3.0, -0.25, 0.5, -0.25, 2.0);
    let d = Matrix3::new(0.3, -1.0, 2.0, -1.0, 0.1, 0.7, 2.0, 0.7, -0.4);
    let near =
        |found: f64, right: f64| assert!((found - right).abs() <= 1e-13 * (1.0 + right.abs()), "{found}, not {right}");
    let inverse = a.try_inverse().unwrap();

    let det = along(&a, &d).determinant();
    near(det.tangent, det.value * (inverse * d).trace());
    let logdet = along(&a, &d).cholesky().unwrap().ln_determinant();
    near(logdet.tangent, (inverse * d).trace());
    let moved = along(&a, &d).try_inverse().unwrap().map(|x| x.tangent);
    assert!((moved + inverse * d * inverse).norm() < 1e-14);

    // Eigenvalues move by v' dA v.
    let plain = a.symmetric_eigen();
    let eigen = along(&a, &d).symmetric_eigen();
    for k in 0..3 {
        let v = plain.eigenvectors.column(k);
        assert_eq!(eigen.eigenvalues[k].value, plain.eigenvalues[k], "the way taken is that of plain numbers");
        near(eigen.eigenvalues[k].tangent, v.dot(&(d * v)));
    }
    // Singular values by u' dA v.
    let general = Matrix3::new(1.0, 2.0, -1.0, 0.5, -3.0, 0.25, 2.0, 0.75, 1.5);
    let plain = general.svd(true, true);
    let svd = along(&general, &d).svd(true, true);
    let (u, v) = (plain.u.unwrap(), plain.v_t.unwrap());
    for k in 0..3 {
        near(svd.singular_values[k].tangent, u.column(k).dot(&(d * v.row(k).transpose())));
    }
    // Eigenvalues of matrices that are not symmetric, as complex numbers.
    let rotating = Matrix2::new(0.2, -1.0, 1.0, 0.2);
    let c = 0.75;
    let found = along(&rotating, &Matrix2::new(c, 0.0, 0.0, c)).complex_eigenvalues();
    for z in found.iter().map(|&z| wengert::Complex::from(z)) {
        near(z.re.tangent, c);
        near(z.im.tangent, 0.0);
        near(z.im.value.abs(), 1.0);
    }
}

#[test]
fn vectors_of_any_length_have_gradients_jacobians_and_hessians() {
    // ln det of a matrix, by its entries: the transposed inverse.
    fn ln_det<T: RealField + Copy>(x: &[T]) -> T {
        Matrix4::from_column_slice(x).lu().determinant().ln()
    }
    let a = Matrix4::from_fn(|i, j| if i == j { 3.0 } else { ((i * 4 + j) as f64).sin() });
    let x = nalgebra::SVector::<f64, 16>::from_column_slice(a.as_slice());
    let (value, g) = value_and_gradient(|x| ln_det(x.as_slice()), &x);
    assert_eq!(value, ln_det(x.as_slice()));
    let inverse = a.try_inverse().unwrap();
    for (found, right) in g.iter().zip(inverse.transpose().iter()) {
        assert!((found - right).abs() < 1e-14, "{found}, not {right}");
    }
    // d2 ln det / da_ij da_kl = -inv_jk inv_li.
    let h = hessian(|x| ln_det(x.as_slice()), &x);
    for (p, q) in (0..16).flat_map(|p| (0..16).map(move |q| (p, q))) {
        let right = -inverse[(p / 4, q % 4)] * inverse[(q / 4, p % 4)];
        assert!((h[(p, q)] - right).abs() < 1e-14, "{p} {q}: {}, not {right}", h[(p, q)]);
    }
    // Lengths that are no multiple of eight, and none at all.
    let n = 11;
    let x = nalgebra::DVector::from_fn(n, |i, _| i as f64 - 4.0);
    let (y, j) = value_and_jacobian(|x| x.map(|x| x * x) * x[2], &x);
    assert_eq!(y, x.map(|v| v * v) * x[2]);
    for (i, k) in (0..n).flat_map(|i| (0..n).map(move |k| (i, k))) {
        let right = if i == k { 2.0 * x[i] * x[2] } else { 0.0 } + if k == 2 { x[i] * x[i] } else { 0.0 };
        assert_eq!(j[(i, k)], right);
    }
    let none = DVector::from_vec(Vec::new());
    assert_eq!(gradient(|_| Dual::fixed(2.0), &none).len(), 0);
    let j = jacobian(|_| Vector1::new(Dual::fixed(2.0)), &none);
    assert_eq!(j.shape_generic(), (U1, Dyn(0)));
}

#[test]
fn geometry_turns_with_derivatives() {
    // A rotation about an axis: d/dphi (R p) = axis x R p.
    let (axis, p) = (Vector3::y_axis(), Vector3::new(1.0, 2.0, -0.5));
    let phi = Dual::variable(0.7);
    let moved: Vector3<Dual> =
        Rotation3::from_axis_angle(&nalgebra::Unit::new_unchecked(axis.map(Dual::fixed)), phi) * p.map(Dual::fixed);
    let plain = Rotation3::from_axis_angle(&axis, 0.7) * p;
    assert_eq!(moved.map(|x| x.value), plain);
    assert!((moved.map(|x| x.tangent) - axis.cross(&plain)).norm() < 1e-15);
    // Normalising a vector, and a column that is zero and constant.
    let x = Vector2::new(Dual::variable(3.0), Dual::fixed(4.0)).normalize();
    assert!((x[0].tangent - 16.0 / 125.0).abs() < 1e-16);
    let flat: Matrix3<Dual> = Matrix3::new(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0).map(Dual::fixed);
    assert!(flat.qr().r().iter().all(|x| x.tangent == 0.0));
}

#[test]
fn matrices_go_there_and_back() {
    use wengert::linalg::{Matrix, from_nalgebra, to_nalgebra};
    // Its QR on duals against ours, which has a rule.
    let a = Matrix::from_fn(4, 3, |i, j| {
        Dual::seeded(((i * i + i * j * 2 + j * j * j) as f64).sin(), ((i + 5 * j) as f64).cos())
    });
    let (theirs, (_, ours)) = (to_nalgebra(&a).into_owned().qr().r(), a.qr().unwrap());
    for (theirs, ours) in theirs.iter().zip(&ours) {
        // Their diagonal has signs.
        let sign = theirs.value.signum() * ours.value.signum();
        let near = |a: f64, b: f64| (sign * a - b).abs() < 1e-14;
        assert!(near(theirs.value, ours.value) && near(theirs.tangent, ours.tangent), "{theirs:?}, not {ours:?}");
    }
    let fixed = nalgebra::Matrix3x2::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
    let copied = from_nalgebra(&fixed.view((1, 0), (2, 2)));
    assert_eq!(copied, Matrix::from_rows([[3.0, 4.0], [5.0, 6.0]]));
    assert_eq!(to_nalgebra(&Matrix::<f64>::zeros(0, 2)).shape(), (0, 2));
    let lent = to_nalgebra(&copied);
    assert!(std::ptr::eq(lent.as_ptr(), copied.as_slice().as_ptr()));
}

#[test]
fn its_algorithms_agree_with_rules() {
    use wengert::linalg::{Matrix, expm, from_nalgebra, outer, pinv, symmetric_eigenvalues, to_nalgebra};
    let moving = |m: usize, n: usize, shift: f64| {
        Matrix::from_fn(m, n, |i, j| {
            let place = (i * i + 3 * i * j + 2 * j * j * j) as f64 + shift;
            Dual::seeded(place.sin() + if i == j { 2.0 } else { 0.0 }, (5.0 * place).cos())
        })
    };
    let near = |what: &str, theirs: DMatrix<Dual>, ours: Matrix<Dual>| {
        let theirs = from_nalgebra(&theirs);
        assert_eq!(theirs.shape(), ours.shape(), "{what}");
        for (a, b) in theirs.iter().zip(&ours) {
            let off = (a.value - b.value).abs().max((a.tangent - b.tangent).abs());
            assert!(off < 1e-11 * (1.0 + b.value.abs() + b.tangent.abs()), "{what}: {a:?}, not {b:?}");
        }
    };
    let (a, b, tall) = (moving(4, 4, 0.3), moving(4, 2, 1.1), moving(5, 3, 0.2));
    let [their_a, their_b] = [&a, &b].map(|x| to_nalgebra(x).into_owned());
    near("full pivoting", their_a.clone().full_piv_lu().solve(&their_b).unwrap(), a.solve(&b).unwrap());
    near("pivoted columns", their_a.clone().col_piv_qr().solve(&their_b).unwrap(), a.solve(&b).unwrap());
    let inverse = to_nalgebra(&tall).into_owned().pseudo_inverse(Dual::fixed(1e-12)).unwrap();
    near("pseudo-inverse", inverse, pinv(&tall).unwrap());
    near("exponential", their_a.exp(), expm(&a).unwrap());
    let s = &a * a.transposed();
    let mut values: Vec<Dual> = to_nalgebra(&s).into_owned().symmetric_eigenvalues().iter().copied().collect();
    values.sort_by(|a, b| a.value.total_cmp(&b.value));
    near("eigenvalues", DMatrix::from_vec(4, 1, values), symmetric_eigenvalues(&s).unwrap());
    let (x, k) = (Matrix::column(b.column_slice(0)), Dual::variable(0.5));
    let mut factor = to_nalgebra(&s).into_owned().cholesky().unwrap();
    factor.rank_one_update(&their_b.column(0).into_owned(), k);
    near("update of rank one", factor.l(), (&s + outer(&x, &x) * k).cholesky().unwrap().lower().unwrap());
}

#[test]
fn zeros_that_move_are_not_a_number() {
    // A vector of zeros that moves has no direction to reflect it to.
    let still = DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 2.0, 3.0]));
    assert!(still.clone().try_svd(true, true, 1e-14, 100).is_some());
    let moving = still.map(|x| Dual::new(x, 1.0));
    assert!(moving.clone().try_svd(true, true, Dual::fixed(1e-14), 100).is_none());
    let r = moving.columns(1, 1).into_owned().insert_column(0, Dual::variable(0.0)).qr().r();
    assert!(r.iter().any(|x| x.value.is_nan()));
    // The operations with a rule have both.
    use wengert::linalg::{from_nalgebra, singular_values};
    assert!(singular_values(&from_nalgebra(&moving)).unwrap().iter().all(|s| (s.tangent - 1.0).abs() < 1e-14));
}
