//! Values of any shape as lists, and the laws that hold between the derivatives of one function.

use wengert::{Dual, Function, Outputs, Real};

/// The gradient of a function on any number, by duals.
pub(crate) struct Slope<F>(pub(crate) F);

impl<F: Function> Function for Slope<F> {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let along = |i: usize| -> T {
            let seeded = |(j, &x): (usize, &T)| if i == j { Dual::variable(x) } else { Dual::fixed(x) };
            let duals: Vec<Dual<T>> = x.iter().enumerate().map(seeded).collect();
            self.0.eval(&duals).as_slice()[0].tangent
        };
        (0..x.len()).map(along).collect()
    }
}

/// A value as a list of its numbers.
pub(crate) trait Flat {
    fn flat(&self) -> Vec<f64>;
}

impl Flat for f64 {
    fn flat(&self) -> Vec<f64> {
        vec![*self]
    }
}
impl Flat for () {
    fn flat(&self) -> Vec<f64> {
        vec![]
    }
}
impl Flat for [f64] {
    fn flat(&self) -> Vec<f64> {
        self.to_vec()
    }
}
impl Flat for Vec<f64> {
    fn flat(&self) -> Vec<f64> {
        self.clone()
    }
}
impl<const N: usize> Flat for [f64; N] {
    fn flat(&self) -> Vec<f64> {
        self.to_vec()
    }
}
impl<X: Flat + ?Sized> Flat for &X {
    fn flat(&self) -> Vec<f64> {
        (**self).flat()
    }
}
impl<X: Flat + ?Sized> Flat for &mut X {
    fn flat(&self) -> Vec<f64> {
        (**self).flat()
    }
}
macro_rules! tuples {
    ($(($($X:ident $k:tt),+))+) => {$(
        impl<$($X: Flat),+> Flat for ($($X,)+) {
            fn flat(&self) -> Vec<f64> {
                [$(self.$k.flat()),+].concat()
            }
        }
    )+};
}
tuples! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) }

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[track_caller]
pub(crate) fn close(got: &[f64], want: &[f64], what: &str) {
    assert_eq!(got.len(), want.len(), "{what}: {got:?} for {want:?}");
    for (g, w) in got.iter().zip(want) {
        let scale = want.iter().fold(1.0, |s: f64, w| s.max(w.abs()));
        assert!((g - w).abs() <= 1e-13 * scale, "{what}: {got:?} for {want:?}");
    }
}

#[track_caller]
pub(crate) fn bits(got: &[f64], want: &[f64], what: &str) {
    let same = got.len() == want.len() && got.iter().zip(want).all(|(a, b)| a.to_bits() == b.to_bits());
    assert!(same, "{what}: {got:?} for {want:?}");
}

/// Every function beside `f` at one point, against the function itself, the tape on its generic form, and each other:
/// arguments, then the active ones again, a tangent for each of these, a weight for each output.
macro_rules! laws {
    ($f:ident($($arg:expr),*); at($($x:expr),*); along($($v:expr),*); weighted($($w:expr),*)) => {{
        use $crate::flat::{Flat, bits, close, dot};
        use wengert::{Differentiate, Matrix};
        let name = stringify!($f);
        let (x, v, w) = (($($x,)*).flat(), ($($v,)*).flat(), ($($w,)*).flat());
        let (y, gradient) = $f::vjp($($arg,)* $($w),*);
        let (again, dy) = $f::jvp($($arg,)* $($v),*);
        let plain = $f($($arg),*);
        bits(&y.flat(), &plain.flat(), name);
        bits(&again.flat(), &plain.flat(), name);
        let (gradient, dy) = (gradient.flat(), dy.flat());
        close(&[dot(&w, &dy)], &[dot(&gradient, &v)], &format!("{name}: <w, J v> = <J^T w, v>"));
        let jacobian: Matrix = $f::jacobian($($arg),*);
        assert_eq!((jacobian.rows(), jacobian.columns()), (w.len(), x.len()), "{name}: the shape of the Jacobian");
        let tape = $f::function($($arg),*).jacobian(&x);
        close(jacobian.as_slice(), tape.as_slice(), &format!("{name}: Jacobian"));
        let rows: Vec<f64> = (0..w.len()).map(|i| dot(tape.row(i), &v)).collect();
        close(&dy, &rows, &format!("{name}: J v"));
        let columns: Vec<f64> = (0..x.len()).map(|j| (0..w.len()).map(|i| w[i] * tape[(i, j)]).sum()).collect();
        close(&gradient, &columns, &format!("{name}: J^T w"));
    }};
}
pub(crate) use laws;

/// As `laws`, for functions with one number as their result.
macro_rules! scalar_laws {
    ($f:ident($($arg:expr),*); at($($x:expr),*); along($($v:expr),*)) => {{
        use $crate::flat::{Flat, bits, close, dot};
        use wengert::Differentiate;
        let name = stringify!($f);
        let (x, v) = (($($x,)*).flat(), ($($v,)*).flat());
        let plain = $f($($arg),*);
        let (y, gradient) = $f::value_and_gradient($($arg),*);
        bits(&y.flat(), &plain.flat(), name);
        let gradient = gradient.flat();
        bits(&$f::gradient($($arg),*).flat(), &gradient, name);
        let function = $f::function($($arg),*);
        close(&gradient, function.jacobian(&x).row(0), &format!("{name}: gradient"));
        let hessian = $f::hessian($($arg),*);
        assert_eq!((hessian.rows(), hessian.columns()), (x.len(), x.len()), "{name}: the shape of the Hessian");
        let hv = $f::hvp($($arg,)* $($v),*).flat();
        let rows: Vec<f64> = (0..x.len()).map(|i| dot(hessian.row(i), &v)).collect();
        close(&hv, &rows, &format!("{name}: H v"));
        for i in 0..x.len() {
            for j in 0..i {
                close(&[hessian[(i, j)]], &[hessian[(j, i)]], &format!("{name}: the Hessian is symmetric"));
            }
        }
        let tape = $crate::flat::Slope(function).jacobian(&x);
        close(hessian.as_slice(), tape.as_slice(), &format!("{name}: Hessian"));
    }};
}
pub(crate) use scalar_laws;
