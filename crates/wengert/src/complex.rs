//! Derivatives of functions of complex numbers.
//!
//! A function of complex numbers is written on [`Complex`], whose parts are numbers of an engine; what its derivative is,
//! depends on what it gives:
//!
//! | function | derivative | take |
//! |---|---|---|
//! | holomorphic, one variable | f'(z), a complex number | [`derivative`](crate::complex::derivative()) |
//! | holomorphic, many variables | the matrix of dw_i/dz_j | [`jacobian`] |
//! | real-valued | dL/dx + i dL/dy for each z = x + iy: the direction of steepest ascent | [`gradient`] |
//! | any, one variable | df/dz and df/d(conj z) | [`wirtinger`] |
//!
//! Any other combination is a Jacobian of the parts, by the operators for real numbers. CONVENTIONS.md says what other
//! systems call a gradient here.

use crate::gradient::one;
use crate::matrix::Matrix;
use crate::pool::on_complex_tape;
use crate::shape::same;
use forward::{Dual, Tagged};
use reverse::{Adjoints, Var};
use rules::{Complex, Real, rule};

/// The complex number that [`derivative`](crate::complex::derivative()) hands to a closure.
pub type Forward<'t, T = f64> = Complex<crate::Forward<'t, T>>;

/// The complex number that [`wirtinger`] hands to a closure.
pub type ForwardPlane<'t, T = f64> = Complex<Tagged<'t, Dual<T, [T; 2]>>>;

/// The derivative of a holomorphic function at `z`. Cost: one run of `f` on duals.
///
/// It is the derivative along the real axis, which for a function that is not holomorphic is one of many; [`wirtinger`]
/// tells. Calls nest for higher orders; an outer number comes into an inner closure by [`Complex::level`].
///
/// ```
/// use wengert::{Complex, complex};
/// let z = Complex::new(1.0, 2.0);
/// assert_eq!(complex::derivative(|z| z * z + 1.0, z), 2.0 * z);
/// let second = complex::derivative(|z| complex::derivative(|w| w * w * w, z), z);
/// assert_eq!(second, 6.0 * z);
/// let mixed = complex::derivative(|z| complex::derivative(|w| w * w.level(z), z), z);
/// assert_eq!(mixed, Complex::new(1.0, 0.0));
/// ```
pub fn derivative<T: Real>(f: impl for<'t> FnOnce(Forward<'t, T>) -> Forward<'t, T>, z: Complex<T>) -> Complex<T> {
    value_and_derivative(f, z).1
}

/// The value and the derivative of a holomorphic function; see [`derivative`](crate::complex::derivative()).
///
/// ```
/// use wengert::{Complex, complex};
/// let (w, d) = complex::value_and_derivative(|z| z * z, Complex::new(0.0, 2.0));
/// assert_eq!((w, d), (Complex::new(-4.0, 0.0), Complex::new(0.0, 4.0)));
/// ```
pub fn value_and_derivative<T: Real>(
    f: impl for<'t> FnOnce(Forward<'t, T>) -> Forward<'t, T>,
    z: Complex<T>,
) -> (Complex<T>, Complex<T>) {
    let Complex { re, im } = z;
    let w = f(Complex::new(Tagged::bind(Dual::variable(re)), Tagged::bind(Dual::fixed(im)))).map(Tagged::release);
    (w.map(|part| part.value), w.map(|part| part.tangent))
}

/// Both Wirtinger derivatives of any function of a complex number, df/dz and df/d(conj z).
///
/// With z = x + iy they are (df/dx - i df/dy) / 2 and (df/dx + i df/dy) / 2. A function is holomorphic where the second one is
/// 0. Cost: one run of `f` on duals of two lanes.
///
/// ```
/// use wengert::{Complex, complex};
/// let z = Complex::new(3.0, 4.0);
/// let (by_z, by_conjugate) = complex::wirtinger(|z| z * z.conj(), z);
/// assert_eq!((by_z, by_conjugate), (z.conj(), z));
/// ```
pub fn wirtinger<T: Real>(
    f: impl for<'t> FnOnce(ForwardPlane<'t, T>) -> ForwardPlane<'t, T>,
    z: Complex<T>,
) -> (Complex<T>, Complex<T>) {
    let Complex { re, im } = z;
    let z = Complex::new(Tagged::bind(Dual::lane(re, 0)), Tagged::bind(Dual::lane(im, 1)));
    let w = f(z).map(Tagged::release);
    let half = |z: Complex<T>| z.map(|part| part.apply_with::<rule::Mul>(0.5));
    let [by_x, by_y] = [0, 1].map(|lane| w.map(|part| part.tangent[lane]));
    (half(by_x - by_y.mul_i()), half(by_x + by_y.mul_i()))
}

/// The gradient of a real-valued function of complex numbers, in reverse mode: dL/dx + i dL/dy for each z = x + iy.
///
/// The function grows fastest along it, and a step of gradient descent is `z - rate * gradient`. It is twice the Wirtinger
/// derivative by conj z. Cost: a small multiple of `f`, whatever the number of inputs.
///
/// ```
/// use wengert::{Complex, complex};
/// let z = [Complex::new(3.0, 4.0), Complex::new(0.0, 1.0)];
/// let g = complex::gradient(|z| z[0].norm_sqr() + (z[0] * z[1]).re, &z);
/// assert_eq!(g, [Complex::new(6.0, 7.0), Complex::new(3.0, -4.0)]);
/// ```
pub fn gradient<T: Real>(
    f: impl for<'t> FnOnce(&[Complex<Var<'t, T>>]) -> Var<'t, T>,
    z: &[Complex<T>],
) -> Vec<Complex<T>> {
    value_and_gradient(f, z).1
}

/// The value and the gradient of a real-valued function of complex numbers; see [`gradient`].
///
/// ```
/// use wengert::{Complex, complex};
/// let z = Complex::new(1.0, 2.0);
/// assert_eq!(complex::value_and_gradient(|z| z[0].norm_sqr(), &[z]), (5.0, vec![Complex::new(2.0, 4.0)]));
/// ```
pub fn value_and_gradient<T: Real>(
    f: impl for<'t> FnOnce(&[Complex<Var<'t, T>>]) -> Var<'t, T>,
    z: &[Complex<T>],
) -> (T, Vec<Complex<T>>) {
    let mut g = vec![Complex::from(T::from(0.0)); z.len()];
    let y = value_and_gradient_into(f, z, &mut g);
    (y, g)
}

/// As [`value_and_gradient`], with the gradient written to memory of the caller's. Over `f64` it allocates nothing on the
/// second call of its thread.
///
/// # Panics
/// If `g` and `z` differ in length.
///
/// ```
/// use wengert::{Complex, complex};
/// let mut g = [Complex::new(0.0, 0.0)];
/// let y = complex::value_and_gradient_into(|z| z[0].norm_sqr(), &[Complex::new(1.0, 2.0)], &mut g);
/// assert_eq!((y, g), (5.0, [Complex::new(2.0, 4.0)]));
/// ```
#[track_caller]
pub fn value_and_gradient_into<T: Real>(
    f: impl for<'t> FnOnce(&[Complex<Var<'t, T>>]) -> Var<'t, T>,
    z: &[Complex<T>],
    g: &mut [Complex<T>],
) -> T {
    same("the gradient", g.len(), "inputs", z.len());
    on_complex_tape(z, |tape, vars, adjoints| {
        let y = f(vars);
        tape.adjoints_into(&[(y, one())], adjoints);
        for (g, z) in g.iter_mut().zip(vars) {
            *g = of(adjoints, z);
        }
        y.inner()
    })
}

/// The Jacobian of a holomorphic function of several complex numbers, m x n with the entries dw_i/dz_j, in reverse mode.
///
/// Cost: one recording, and a sweep for each output. Where `f` is not holomorphic, an entry is d(re w)/dx - i d(re w)/dy.
///
/// ```
/// use wengert::{Complex, complex};
/// let z = [Complex::new(1.0, 2.0), Complex::new(0.0, -1.0)];
/// let j = complex::jacobian(|z| vec![z[0] * z[1], z[1].exp()], &z);
/// assert_eq!(j.row(0), [z[1], z[0]]);
/// assert_eq!(j.row(1), [Complex::new(0.0, 0.0), z[1].exp()]);
/// ```
pub fn jacobian<T: Real>(
    f: impl for<'t> FnOnce(&[Complex<Var<'t, T>>]) -> Vec<Complex<Var<'t, T>>>,
    z: &[Complex<T>],
) -> Matrix<Complex<T>> {
    value_and_jacobian(f, z).1
}

/// The value and the Jacobian of a holomorphic function of several complex numbers; see [`jacobian`].
///
/// ```
/// use wengert::{Complex, complex};
/// let (w, j) = complex::value_and_jacobian(|z| vec![z[0] * z[0]], &[Complex::new(0.0, 2.0)]);
/// assert_eq!((w[0], j[(0, 0)]), (Complex::new(-4.0, 0.0), Complex::new(0.0, 4.0)));
/// ```
pub fn value_and_jacobian<T: Real>(
    f: impl for<'t> FnOnce(&[Complex<Var<'t, T>>]) -> Vec<Complex<Var<'t, T>>>,
    z: &[Complex<T>],
) -> (Vec<Complex<T>>, Matrix<Complex<T>>) {
    on_complex_tape(z, |tape, vars, adjoints| {
        let outputs = f(vars);
        let mut jacobian = Matrix::filled(outputs.len(), z.len(), Complex::from(T::from(0.0)));
        let rows = jacobian.entries_mut().chunks_exact_mut(z.len().max(1));
        for (row, w) in rows.zip(&outputs) {
            tape.adjoints_into(&[(w.re, one())], adjoints);
            for (entry, z) in row.iter_mut().zip(vars) {
                *entry = of(adjoints, z).conj();
            }
        }
        (outputs.iter().map(|w| w.map(|part| part.inner())).collect(), jacobian)
    })
}

fn of<T: Real>(adjoints: &Adjoints<T>, z: &Complex<Var<'_, T>>) -> Complex<T> {
    z.map(|part| adjoints.wrt(part))
}
