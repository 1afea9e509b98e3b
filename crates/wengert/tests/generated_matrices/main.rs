//! Generated code for functions of matrices: the bits of values, gradients against differences of the function itself and
//! against forward mode, Hessians against differences of gradients.

// As people write them: their form is not for lints to judge.
#![allow(warnings, clippy::all)]

macro_rules! check {
    ($module:ident::$name:ident($($arg:expr),*)) => {
        check!(twice, $module $name [$($arg),*] [])
    };
    ($module:ident::$name:ident($($arg:expr),*; $constant:expr)) => {
        check!(twice, $module $name [$($arg),*] [$constant])
    };
    ($module:ident::$name:ident($($arg:expr),*)?) => {
        check!(maybe, $module $name [$($arg),*] [])
    };
    ($module:ident::$name:ident($($arg:expr),*; $constant:expr)?) => {
        check!(maybe, $module $name [$($arg),*] [$constant])
    };
    ($order:ident, $module:ident $name:ident [$($arg:expr),*] $constant:tt) => {
        check!(@ $order, $module $name [$(($arg, $arg.direction())),*] $constant)
    };
    (@ twice, $module:ident $name:ident [$(($arg:expr, $along:expr)),*] [$($constant:expr)?]) => {{
        check!(@ once, $module $name [$(($arg, $along)),*] [$($constant)?]);
        let along: Vec<f64> = [$(numbers(&$along)),*].concat();
        let dot = |g: &[f64]| g.iter().zip(&along).map(|(g, d)| g * d).sum::<f64>();
        let gradient = |h: f64| numbers(&$module::$name::gradient($($arg.moved(&$along, h).lent(),)* $($constant)?));
        let twice = $module::$name::hvp($($arg.lent(),)* $($constant,)? $($along.lent()),*);
        near(concat!(stringify!($name), ", twice"), dot(&numbers(&twice)), slope(|h| dot(&gradient(h))), 1e-6);
    }};
    (@ maybe, $module:ident $name:ident [$(($arg:expr, $along:expr)),*] [$($constant:expr)?]) => {{
        check!(@ once, $module $name [$(($arg, $along)),*] [$($constant)?]);
        let along: Vec<f64> = [$(numbers(&$along)),*].concat();
        let dot = |g: &[f64]| g.iter().zip(&along).map(|(g, d)| g * d).sum::<f64>();
        let there = "a value";
        let gradient = |h: f64| $module::$name::gradient($($arg.moved(&$along, h).lent(),)* $($constant)?).expect(there);
        let all = $module::$name::value_and_hvp($($arg.lent(),)* $($constant,)? $($along.lent()),*).expect(there);
        assert_eq!(numbers(&all.1), numbers(&gradient(0.0)), stringify!($name));
        let twice = slope(|h| dot(&numbers(&gradient(h))));
        near(concat!(stringify!($name), ", twice"), dot(&numbers(&all.2)), twice, 1e-6);
        let h = $module::$name::hessian($($arg.lent(),)* $($constant)?).expect(there);
        let by_rows: Vec<f64> = (0..h.rows()).map(|i| dot(h.row(i))).collect();
        near(concat!(stringify!($name), ", by columns"), dot(&by_rows), dot(&numbers(&all.2)), 1e-9);
    }};
    (@ once, $module:ident $name:ident [$(($arg:expr, $along:expr)),*] [$($constant:expr)?]) => {{
        let plain = |h: f64| $module::$name($($arg.moved(&$along, h).lent(),)* $($constant)?).there();
        let (value, gradient) = $module::$name::value_and_gradient($($arg.lent(),)* $($constant)?).there();
        assert_eq!(value.to_bits(), plain(0.0).to_bits(), stringify!($name));
        let along: Vec<f64> = [$(numbers(&$along)),*].concat();
        let found = numbers(&gradient).iter().zip(&along).map(|(g, d)| g * d).sum::<f64>();
        near(stringify!($name), found, slope(plain), 1e-7);
        let (_, tangent) = $module::$name::jvp($($arg.lent(),)* $($constant,)? $($along.lent()),*);
        near(concat!(stringify!($name), ", forward"), found, tangent.there(), 1e-11);
    }};
}

mod constants;
mod determinants;
mod fallible;
mod odd;
mod programs;
mod refused;
mod spectra;

use wengert::Bundle;
use wengert::linalg::{Error, Matrix};

fn numbers<B: Bundle<f64>>(x: &B) -> Vec<f64> {
    let mut all = vec![];
    x.each(&mut |x| all.push(x));
    all
}

#[track_caller]
fn near(what: &str, a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance * (1.0 + b.abs()), "{what}: {a} and {b}");
}

/// Numbers between -1 and 1.
fn noise(seed: usize, n: usize) -> Vec<f64> {
    let mut state = seed as u64 * 7919 + 17;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..n).map(|_| next()).collect()
}

fn any(seed: usize, rows: usize, columns: usize) -> Matrix {
    Matrix::from_vec(rows, columns, noise(seed, rows * columns))
}

fn spd(seed: usize, n: usize) -> Matrix {
    let a = any(seed, n, n);
    &a * a.transposed() + Matrix::identity(n)
}

fn stable(seed: usize, n: usize) -> Matrix {
    0.4 * any(seed, n, n) - 1.5 * Matrix::identity(n)
}

/// An argument: some way along a direction, and as functions take it.
trait Argument {
    type Lent<'a>
    where
        Self: 'a;
    fn direction(&self) -> Self;
    fn moved(&self, along: &Self, h: f64) -> Self;
    fn lent(&self) -> Self::Lent<'_>;
}

impl Argument for Matrix {
    type Lent<'a> = &'a Matrix;
    fn direction(&self) -> Matrix {
        any(self.rows() + 50 * self.columns(), self.rows(), self.columns())
    }
    fn moved(&self, along: &Matrix, h: f64) -> Matrix {
        self + h * along
    }
    fn lent(&self) -> &Matrix {
        self
    }
}

impl Argument for f64 {
    type Lent<'a> = f64;
    fn direction(&self) -> f64 {
        0.4
    }
    fn moved(&self, along: &f64, h: f64) -> f64 {
        self + h * along
    }
    fn lent(&self) -> f64 {
        *self
    }
}

impl Argument for Vec<f64> {
    type Lent<'a> = &'a [f64];
    fn direction(&self) -> Vec<f64> {
        noise(self.len(), self.len())
    }
    fn moved(&self, along: &Vec<f64>, h: f64) -> Vec<f64> {
        self.iter().zip(along).map(|(x, d)| x + h * d).collect()
    }
    fn lent(&self) -> &[f64] {
        self
    }
}

impl Argument for Vec<Matrix> {
    type Lent<'a> = &'a Vec<Matrix>;
    fn direction(&self) -> Vec<Matrix> {
        self.iter().map(Argument::direction).collect()
    }
    fn moved(&self, along: &Vec<Matrix>, h: f64) -> Vec<Matrix> {
        self.iter().zip(along).map(|(x, d)| x.moved(d, h)).collect()
    }
    fn lent(&self) -> &Vec<Matrix> {
        self
    }
}

/// What there surely is.
trait There {
    type Of;
    fn there(self) -> Self::Of;
}

impl There for f64 {
    type Of = f64;
    fn there(self) -> f64 {
        self
    }
}

impl<G> There for (f64, G) {
    type Of = (f64, G);
    fn there(self) -> (f64, G) {
        self
    }
}

impl<V> There for Option<V> {
    type Of = V;
    fn there(self) -> V {
        self.expect("a value")
    }
}

impl There for Result<f64, Error> {
    type Of = f64;
    fn there(self) -> f64 {
        self.expect("a value")
    }
}

/// The slope of a function at zero, by differences of the sixth order.
fn slope(f: impl Fn(f64) -> f64) -> f64 {
    let h = 2e-3;
    let pair = |k: f64| f(k * h) - f(-k * h);
    (45.0 * pair(1.0) - 9.0 * pair(2.0) + pair(3.0)) / (60.0 * h)
}

#[test]
fn programs_of_the_field() {
    let t: Vec<f64> = (0..9).map(|k| 0.3 * k as f64).collect();
    let y: Vec<f64> = t.iter().map(|t| t.sin()).collect();
    check!(programs::energy(spd(1, 4), any(2, 4, 2), 0.7));
    check!(programs::gaussian_process(t, y, 0.8, 1.3, 0.1)?);
    check!(programs::surely(t, y, 0.8, 0.2));
    check!(programs::kalman(0.5 * any(3, 3, 3), 0.1, 0.2, noise(4, 12))?);
    check!(programs::kalman_many(0.5 * any(3, 4, 4), any(5, 2, 4), spd(6, 4), spd(7, 2), noise(8, 14))?);
    check!(programs::ridge(any(9, 8, 3), any(10, 8, 2), 0.3)?);
    check!(programs::mixed(any(11, 9, 2), any(12, 9, 3), any(13, 9, 1), 0.2, -0.4)?);
    check!(programs::regulator(any(14, 4, 4), any(15, 4, 2), spd(16, 4), spd(17, 2); 5)?);
    check!(programs::layers(vec![1.5, 2.2, 1.3], vec![0.3, 0.4, 0.2], 2.0));
    check!(programs::normal(noise(18, 3), noise(19, 3), noise(20, 6))?);
    check!(programs::leading(any(21, 6, 3); 12));
    check!(programs::chain(vec![0.5, 1.2, 0.7], 1.5)?);
    check!(programs::newton_step(spd(22, 4), noise(23, 4))?);
    check!(programs::network(vec![any(24, 4, 3), any(25, 2, 4)], any(26, 3, 5), any(27, 2, 5)));
    check!(programs::graphical(spd(30, 4), spd(31, 4), 0.1)?);
    check!(programs::stationary(stable(32, 4), any(33, 4, 4))?);
    check!(programs::schur(spd(34, 3), 0.3 * any(35, 3, 3))?);
    check!(programs::robust(spd(36, 4), any(37, 4, 3)));
    check!(programs::robust(-spd(36, 4), any(37, 4, 3)));
    check!(programs::path(spd(38, 3), 0.4)?);
}

#[test]
fn programs_of_other_forms() {
    let a = any(1, 3, 3);
    check!(odd::closures(a, noise(6, 3)));
    check!(odd::helped(spd(7, 3), any(2, 3, 3))?);
    check!(odd::calls(a, 0.8));
    check!(odd::totalled(noise(2, 2)));
    check!(odd::collected(noise(8, 12); 4));
    check!(odd::while_it_moves(a, noise(9, 3)));
    check!(odd::blocks(any(10, 4, 4)));
    check!(odd::blocks(any(10, 3, 5)));
    check!(odd::determinants(a));
    check!(odd::determinants(Matrix::from_rows([[1.0, 2.0], [2.0, 4.0]])));
    let two: Matrix = 2.0 * Matrix::identity(3);
    check!(odd::triangular(any(30, 3, 3) + &two, any(31, 3, 2))?);
    check!(odd::factors(any(32, 5, 3), any(33, 5, 2))?);
    check!(odd::evolved(any(34, 3, 3), any(35, 3, 2))?);
    check!(odd::columns(any(36, 4, 3)));
    check!(odd::covariances(any(37, 5, 2), any(38, 5, 1), 0.9, 1.2)?);
    check!(odd::spectral(spd(11, 4)));
    check!(odd::ordered(a, any(2, 3, 3)));
    check!(odd::put_together(a, any(2, 3, 3)));
    check!(odd::checkpointed(a, noise(12, 3); 17));
    check!(odd::fixed(noise(14, 2))?);
    check!(odd::nothing(a));
    let x = any(2, 3, 3);
    let (_, by_x) = odd::constant::value_and_gradient(&spd(13, 3), &x).expect("a value");
    let along = x.direction();
    let plain = |h: f64| odd::constant(&spd(13, 3), &x.moved(&along, h)).expect("a value");
    near("constant", by_x.dot(&along), slope(plain), 1e-7);
}

#[test]
fn structures_and_results_hold_matrices() {
    let state = |k: usize| odd::State { mean: any(k, 3, 1), covariance: spd(k + 1, 3), weight: 0.5 };
    let flat = |s: &odd::State| [s.mean.as_slice(), s.covariance.as_slice(), &[s.weight]].concat();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (s, ds, w, a, da) = (state(4), state(6), state(9), any(1, 3, 3), any(8, 3, 3));

    // <w, J v> is <J^T w, v>, and J v a difference.
    let (value, tangent) = odd::predict::jvp(&s, &a, 0.3, &ds, &da, 1.0);
    assert_eq!(flat(&value), flat(&odd::predict(&s, &a, 0.3)));
    let (_, (by_s, by_a, by_q)) = odd::predict::vjp(&s, &a, 0.3, &w);
    let back = dot(&flat(&by_s), &flat(&ds)) + by_a.dot(&da) + by_q;
    near("predict", dot(&flat(&w), &flat(&tangent)), back, 1e-12);
    let moved = |h: f64| odd::State {
        mean: &s.mean + h * &ds.mean,
        covariance: &s.covariance + h * &ds.covariance,
        weight: s.weight + h * ds.weight,
    };
    near("predict", slope(|h| dot(&flat(&w), &flat(&odd::predict(&moved(h), &(&a + h * &da), 0.3 + h)))), back, 1e-8);
    let (value, (by_s, by_a, by_q)) = odd::twice::value_and_gradient(&s, &a, 0.3);
    assert_eq!(value, odd::twice(&s, &a, 0.3));
    let found = dot(&flat(&by_s), &flat(&ds)) + by_a.dot(&da) + by_q;
    near("twice", found, slope(|h| odd::twice(&moved(h), &(&a + h * &da), 0.3 + h)), 1e-8);

    let layers = |h: f64| {
        let layer = |k: usize| odd::Layer { w: any(k, 3, 3) + h * any(k + 5, 3, 3), b: noise(k + 1, 3) };
        [layer(10), layer(12)]
    };
    let (value, (by_layers, _)) = odd::deep::value_and_gradient(&layers(0.0), &any(13, 3, 1));
    assert_eq!(value, odd::deep(&layers(0.0), &any(13, 3, 1)));
    let found: f64 = by_layers.iter().zip([10, 12]).map(|(by, k)| by.w.dot(&any(k + 5, 3, 3))).sum();
    near("deep", found, slope(|h| odd::deep(&layers(h), &any(13, 3, 1))), 1e-8);

    let (b, weights) = (any(2, 3, 3), any(3, 3, 3));
    let (_, (by_a, _)) = odd::both::vjp(&a, &b, &weights, 0.7);
    let plain = |h: f64| {
        let (c, t) = odd::both(&(&a + h * &da), &b);
        c.dot(&weights) + 0.7 * t
    };
    near("both", by_a.dot(&da), slope(plain), 1e-8);
    let (_, (by_a, _)) = odd::by_value::vjp(a.clone(), b.clone(), &weights);
    near("by value", by_a.dot(&da), slope(|h| odd::by_value(&a + h * &da, b.clone()).dot(&weights)), 1e-8);

    let (x, weights) = (any(14, 3, 2), any(15, 3, 2));
    let (value, (by_a, _)) = odd::maybe::vjp(&spd(3, 3), &x, &Some(weights.clone()));
    assert_eq!(value, odd::maybe(&spd(3, 3), &x));
    let plain = |h: f64| odd::maybe(&(spd(3, 3) + h * &da), &x).expect("regular").dot(&weights);
    near("maybe", by_a.dot(&da), slope(plain), 1e-8);
    assert_eq!(odd::maybe::vjp(&Matrix::zeros(3, 3), &x, &Some(weights)).0, None);
}

#[test]
fn what_is_wrong_is_said() {
    let message = |f: &dyn Fn()| {
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).expect_err("a panic");
        caught.downcast_ref::<String>().cloned().unwrap_or_default()
    };
    let (a, b) = (any(1, 3, 3), any(2, 2, 2));
    let said = message(&|| drop(programs::energy::gradient(&a, &b, 1.0)));
    assert!(said.contains("3 x 3") && said.contains("2 x 2"), "{said}");
    let said = message(&|| drop(programs::energy::gradient(&Matrix::zeros(3, 3), &a, 1.0)));
    assert_eq!(said, "a stiff structure: Singular { pivot: 0, value: 0.0 }");
    assert_eq!(programs::gaussian_process::gradient(&[1.0, 1.0], &[0.0, 1.0], 1.0, 1.0, 0.0), None);
}
