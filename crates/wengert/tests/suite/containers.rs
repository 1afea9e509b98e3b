//! Generic code runs through the containers of nalgebra and ndarray.

use wengert::prelude::*;

struct Quadratic;

/// |A x|^2 with a fixed matrix, by nalgebra.
impl Function for Quadratic {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let a = nalgebra::Matrix2::<T>::new(1.0.into(), 2.0.into(), 3.0.into(), 4.0.into());
        let y = a * nalgebra::Vector2::new(x[0], x[1]);
        y.dot(&y)
    }
}

struct Bilinear;

/// x^T M x by ndarray, with M built from x too.
impl Function for Bilinear {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let v = ndarray::Array1::from_vec(x.to_vec());
        let m = ndarray::Array2::from_shape_fn((2, 2), |(i, j)| x[i] * (j as f64 + 1.0));
        v.dot(&m.dot(&v))
    }
}

#[test]
fn nalgebra_in_forward_and_reverse() {
    // A^T A = [[10, 14], [14, 20]], gradient 2 A^T A x.
    assert_eq!(Quadratic.gradient(&[1.0, 2.0]), [76.0, 108.0]);
    assert_eq!(Quadratic.jvp(&[1.0, 2.0], &[1.0, 0.0]), (vec![146.0], vec![76.0]));
    assert_eq!(Quadratic.hessian(&[1.0, 2.0]).as_slice(), [20.0, 28.0, 28.0, 40.0]);
}

#[test]
fn ndarray_in_forward_and_reverse() {
    // (x0^2 + x1^2)(x0 + 2 x1).
    assert_eq!(Bilinear.gradient(&[1.0, 2.0]), [2.0 * 5.0 + 5.0, 4.0 * 5.0 + 10.0]);
    assert_eq!(Bilinear.jvp(&[1.0, 2.0], &[0.0, 1.0]).1, [30.0]);
}
