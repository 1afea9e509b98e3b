//! Matrices of nalgebra, ndarray and faer among ours, as somebody uses them who has their types already.

use wengert::linalg::*;
use wengert::prelude::*;
use wengert::{Dual, Tape, Taylor, Var};

#[test]
fn data_of_nalgebra() {
    let data = nalgebra::DMatrix::from_row_slice(3, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let x = from_nalgebra(&data);
    let w = Matrix::column(&[0.5, -0.25]);
    let g = gradient(
        |w| {
            let r = Matrix::constant(&x).matmul(w);
            r.dot(&r)
        },
        &w,
    );
    let dn = to_nalgebra(&w);
    let e = 2.0 * data.transpose() * (&data * dn);
    assert!((from_nalgebra(&e) - g).norm() < 1e-12);
}
#[test]
fn matrices_of_nalgebra_in_and_out() {
    let a = nalgebra::Matrix3::new(4.0, 1.0, 0.0, 1.0, 3.0, 1.0, 0.0, 1.0, 5.0);
    let g = gradient(|a| a.det(), &from_nalgebra(&a));
    let e = a.determinant() * a.try_inverse().unwrap().transpose();
    assert!((into_nalgebra(g) - e).norm() < 1e-12);
}
#[test]
fn views_of_nalgebra_with_steps() {
    let a = nalgebra::DMatrix::from_fn(6, 6, |i, j| (i * 6 + j) as f64);
    let part = a.view_with_steps((0, 0), (3, 2), (1, 2));
    let m = from_nalgebra(&part);
    assert_eq!((m.rows(), m.columns(), m[(1, 1)], m[(2, 0)]), (3, 2, a[(2, 3)], a[(4, 0)]));
    let row = from_nalgebra(&a.row(2));
    assert_eq!(row.shape(), Shape { rows: 1, columns: 6 });
}
#[test]
fn duals_run_in_nalgebra_as_here() {
    let a = Matrix::from_fn(3, 3, |i, j| {
        Dual::seeded(if i == j { 4.0 } else { 1.0 / (1 + i + j) as f64 }, if i == 0 && j == 1 { 1.0 } else { 0.0 })
    });
    let ours = a.det();
    let theirs = to_nalgebra(&a).determinant();
    assert!((ours.value - theirs.value).abs() < 1e-12 && (ours.tangent - theirs.tangent).abs() < 1e-12);
    let inv = to_nalgebra(&a).into_owned().try_inverse().unwrap();
    let again = take_nalgebra(inv);
    let ours = a.inverse().unwrap();
    for (x, y) in again.iter().zip(ours.iter()) {
        assert!((x.tangent - y.tangent).abs() < 1e-12);
    }
}
#[test]
fn variables_in_arrays() {
    let tape = Tape::new();
    let a = variables(&tape, &Matrix::from_rows([[2.0, 1.0], [0.0, 3.0]]));
    let arr = to_ndarray(&a);
    let y = arr.iter().fold(Var::from(0.0), |s, &x| s + x * x);
    let g = y.grad();
    assert_eq!(g.wrt(a[(0, 1)]), 2.0);
    let nd = into_ndarray(a);
    assert_eq!(nd[[1, 1]].value(), 3.0);
}
#[test]
fn arrays_in_any_order() {
    let mut a = ndarray::Array2::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as f64);
    let m = take_ndarray(a.clone());
    assert_eq!(m[(2, 1)], 21.0);
    a.invert_axis(ndarray::Axis(0));
    assert_eq!(take_ndarray(a.clone())[(0, 1)], 21.0);
    assert_eq!(take_ndarray(a.clone().reversed_axes())[(1, 0)], 21.0);
    let e = ndarray::Array2::<f64>::zeros((0, 3));
    assert_eq!(take_ndarray(e.clone()).shape(), Shape { rows: 0, columns: 3 });
    assert_eq!(from_ndarray(&e.t()).shape(), Shape { rows: 3, columns: 0 });
    let s = a.slice(ndarray::s![.., 1..3]);
    assert_eq!(from_ndarray(&s)[(0, 0)], 21.0);
    let b = ndarray::arr1(&[1.0, 2.0]);
    let bb = b.broadcast((3, 2)).unwrap();
    assert_eq!(from_ndarray(&bb)[(2, 1)], 2.0);
}
#[test]
fn descent_with_arrays() {
    let a = ndarray::array![[3.0, 1.0], [1.0, 2.0]];
    let mut x = ndarray::array![[1.0], [1.0]];
    for _ in 0..200 {
        let g = gradient(|x| quadratic_form(&Matrix::constant(&from_ndarray(&a)), x), &from_ndarray(&x));
        x = x - 0.1 * &to_ndarray(&g);
    }
    assert!(x.iter().all(|x: &f64| x.abs() < 1e-6));
}
#[test]
fn matrices_of_faer() {
    let a = faer::Mat::from_fn(3, 3, |i, j| if i == j { 3.0 } else { 1.0 / (1.0 + (i + j) as f64) });
    let m = from_faer(a.as_ref());
    let g = gradient(|a| a.cholesky().unwrap().logdet(), &m);
    let gf = to_faer(&g);
    assert!((gf[(0, 0)] - m.inverse().unwrap()[(0, 0)]).abs() < 1e-12);
    let mut back = m.clone();
    to_faer_mut(&mut back).copy_from(gf);
    assert_eq!(back, g);
    let sub = from_faer(a.as_ref().submatrix(1, 1, 2, 2));
    assert_eq!(sub[(0, 0)], 3.0);
    let rev = from_faer(a.as_ref().reverse_rows());
    assert_eq!(rev[(0, 2)], 3.0);
}
#[test]
fn what_is_empty() {
    let e = Matrix::<f64>::zeros(0, 4);
    let f = to_faer(&e);
    assert_eq!((f.nrows(), f.ncols()), (0, 4));
    let e = Matrix::<f64>::zeros(4, 0);
    let n = to_nalgebra(&e);
    assert_eq!(n.shape(), (4, 0));
    assert_eq!(to_ndarray(&e).dim(), (4, 0));
    assert_eq!(into_ndarray(e.clone()).dim(), (4, 0));
    assert_eq!(into_nalgebra(e).shape(), (4, 0));
}
#[test]
fn vectors_of_nalgebra_and_matrices_of_ours() {
    let x = nalgebra::DVector::from_vec(vec![1.0, 2.0, 3.0]);
    let g = wengert::nalgebra::gradient(
        |x| {
            let a = Matrix::from_fn(3, 3, |i, j| if i == j { x[i] * x[i] + 1.0 } else { x[i] * 0.1 });
            a.logdet().unwrap()
        },
        &x,
    );
    let f = |x: &nalgebra::DVector<f64>| {
        Matrix::from_fn(3, 3, |i, j| if i == j { x[i] * x[i] + 1.0 } else { x[i] * 0.1 }).logdet().unwrap()
    };
    for i in 0..3 {
        let mut p = x.clone();
        p[i] += 1e-6;
        let mut m = x.clone();
        m[i] -= 1e-6;
        assert!(((f(&p) - f(&m)) / 2e-6 - g[i]).abs() < 1e-7);
    }
}
#[test]
fn single_precision() {
    let a = nalgebra::Matrix2::<f32>::new(2.0, 1.0, 1.0, 3.0);
    let m: Matrix<f32> = from_nalgebra(&a);
    assert_eq!((to_ndarray(&m)[[0, 1]], m.det()), (1.0f32, 5.0));
}
#[differentiable]
fn loss(a: &Matrix<f64>, #[constant] b: &Matrix<f64>) -> f64 {
    a.matmul(b).sum() + a.trace()
}
#[test]
fn functions_with_the_attribute() {
    let a = from_nalgebra(&nalgebra::Matrix2::new(1.0, 2.0, 3.0, 4.0));
    let b = from_ndarray(&ndarray::array![[1.0, 0.0], [2.0, 1.0]]);
    let (_, g) = loss::value_and_gradient(&a, &b);
    assert_eq!(to_nalgebra(&g).shape(), (2, 2));
    assert_eq!(g, Matrix::from_rows([[2.0, 3.0], [1.0, 4.0]]));
}
#[test]
fn directions_of_nalgebra() {
    let a = from_nalgebra(&nalgebra::Matrix2::new(4.0, 1.0, 1.0, 3.0));
    let v = from_nalgebra(&nalgebra::Matrix2::new(1.0, 0.0, 0.0, 0.0));
    let h = hvp(|a| a.logdet().unwrap(), &a, &v);
    let i = a.inverse().unwrap();
    let e = -1.0 * i.matmul(&v).matmul(&i).transposed();
    assert!((h - e).norm() < 1e-12);
}
#[test]
fn lists_as_columns() {
    let v = ndarray::array![1.0, 2.0, 3.0];
    let c = Matrix::column(v.as_slice().unwrap());
    let c2 = from_ndarray(&v.view().insert_axis(ndarray::Axis(1)));
    assert_eq!(c, c2);
    let h = hessian(|x| x.iter().map(|&x| x * x * x).sum::<Var<_>>(), &c);
    assert_eq!(h[(1, 1)], 12.0);
}
#[test]
fn series_run_in_nalgebra_as_here() {
    let t = Taylor::<f64, 2>::variable(0.5);
    let a = Matrix::from_rows([[2.0 + t, t * t], [t, 3.0 - t]]);
    let b = Matrix::column(&[Taylor::fixed(1.0), t]);
    let ours = a.solve(&b).unwrap();
    let theirs = to_nalgebra(&a).into_owned().lu().solve(&to_nalgebra(&b)).unwrap();
    for k in 0..=2 {
        for i in 0..2 {
            assert!((ours[(i, 0)].coefficient(k) - theirs[(i, 0)].coefficient(k)).abs() < 1e-12);
        }
    }
}
