//! Gradients of sums over samples, on the threads of a rayon pool.
//!
//! The samples are cut into pieces, and the pieces added up by a tree, that depend on the number of samples alone. So
//! every result is the same to the bit, however many threads there are and whatever they do meanwhile.

use crate::gradient::{one, zero};
use crate::pool::on_tape;
use crate::shape::same;
use reverse::Var;
use rules::Real;

/// How many pieces there are at least, where there are as many samples: each takes a gradient of its own while it is
/// made, and threads can share the work evenly where pieces outnumber them.
const PIECES: usize = 1 << 8;

/// The statements after which a recording of several samples is swept: it should stay in the innermost cache. Where
/// there are more inputs, they are as many as these, so that the inputs do not cost more than the samples.
const ENOUGH: usize = 1 << 9;

/// The gradient at `x` of the sum of `f(sample, x)` over all samples, on all threads of the current rayon pool: n values.
///
/// Each thread has a tape of its own. The result is the same to the bit for any number of threads.
///
/// ```
/// use wengert::par_gradient;
/// use wengert::prelude::*;
/// let data = [(0.0, 1.0), (1.0, 2.0), (2.0, 4.0)];
/// let g = par_gradient(|&(t, y), p| (p[0] + p[1] * t - y).powi(2), &data, &[1.0, 1.0]);
/// assert_eq!(g, [-2.0, -4.0]);
/// ```
pub fn par_gradient<T, S>(f: impl for<'t> Fn(&S, &[Var<'t, T>]) -> Var<'t, T> + Sync, samples: &[S], x: &[T]) -> Vec<T>
where
    T: Real + Send + Sync,
    S: Sync,
{
    value_and_par_gradient(f, samples, x).1
}

/// The sum of `f(sample, x)` over all samples, and its gradient at `x`; see [`par_gradient`].
///
/// ```
/// use wengert::prelude::*;
/// let data = [(0.0, 1.0), (1.0, 2.0), (2.0, 4.0)];
/// let (sum, g) = wengert::value_and_par_gradient(|&(t, y), p| (p[0] + p[1] * t - y).powi(2), &data, &[1.0, 1.0]);
/// assert_eq!((sum, g), (1.0, vec![-2.0, -4.0]));
/// ```
pub fn value_and_par_gradient<T, S>(
    f: impl for<'t> Fn(&S, &[Var<'t, T>]) -> Var<'t, T> + Sync,
    samples: &[S],
    x: &[T],
) -> (T, Vec<T>)
where
    T: Real + Send + Sync,
    S: Sync,
{
    let mut g = vec![zero(); x.len()];
    let y = value_and_par_gradient_into(f, samples, x, &mut g);
    (y, g)
}

/// As [`par_gradient`], written to memory of the caller's.
///
/// # Panics
/// If `g` and `x` differ in length.
///
/// ```
/// use wengert::prelude::*;
/// let (data, mut g) = ([(0.0, 1.0), (1.0, 2.0), (2.0, 4.0)], [0.0; 2]);
/// wengert::par_gradient_into(|&(t, y), p| (p[0] + p[1] * t - y).powi(2), &data, &[1.0, 1.0], &mut g);
/// assert_eq!(g, [-2.0, -4.0]);
/// ```
#[track_caller]
pub fn par_gradient_into<T, S>(
    f: impl for<'t> Fn(&S, &[Var<'t, T>]) -> Var<'t, T> + Sync,
    samples: &[S],
    x: &[T],
    g: &mut [T],
) where
    T: Real + Send + Sync,
    S: Sync,
{
    value_and_par_gradient_into(f, samples, x, g);
}

/// As [`value_and_par_gradient`], with the gradient written to memory of the caller's.
///
/// Memory: a recording for each thread, of one sample or, where these are small, of as many as fit a core's cache; and
/// a few gradients for each thread.
///
/// # Panics
/// If `g` and `x` differ in length.
///
/// ```
/// use wengert::prelude::*;
/// let (data, p, mut g) = ([(0.0, 1.0), (1.0, 2.0), (2.0, 4.0)], [1.0, 1.0], [0.0; 2]);
/// let sum = wengert::value_and_par_gradient_into(|&(t, y), p| (p[0] + p[1] * t - y).powi(2), &data, &p, &mut g);
/// assert_eq!((sum, g), (1.0, [-2.0, -4.0]));
/// ```
#[track_caller]
pub fn value_and_par_gradient_into<T, S>(
    f: impl for<'t> Fn(&S, &[Var<'t, T>]) -> Var<'t, T> + Sync,
    samples: &[S],
    x: &[T],
    g: &mut [T],
) -> T
where
    T: Real + Send + Sync,
    S: Sync,
{
    same("the gradient", g.len(), "inputs", x.len());
    g.fill(zero());
    let piece = |mut samples: &[S], g: &mut [T]| {
        let mut total = zero();
        while !samples.is_empty() {
            total += record(&f, &mut samples, x, g);
        }
        total
    };
    tree(samples, samples.len().div_ceil(PIECES).max(1), &piece, g)
}

/// Records samples until there are enough statements, and adds the gradient of their sum to `g`.
fn record<T: Real, S>(
    f: &impl for<'t> Fn(&S, &[Var<'t, T>]) -> Var<'t, T>,
    samples: &mut &[S],
    x: &[T],
    g: &mut [T],
) -> T {
    let enough = ENOUGH.max(x.len());
    on_tape(x, |tape, vars, adjoints| {
        let mut sum = None;
        while let Some((sample, rest)) = samples.split_first() {
            let y = f(sample, vars);
            sum = Some(sum.map_or(y, |sum: Var<'_, T>| sum + y));
            *samples = rest;
            if tape.statistics().statements >= enough {
                break;
            }
        }
        let sum = sum.unwrap_or(Var::fixed(zero()));
        tape.adjoints_into(&[(sum, one())], adjoints);
        for (g, &a) in g.iter_mut().zip(adjoints.inputs()) {
            *g += a;
        }
        sum.inner()
    })
}

/// The sum of values over all samples, and of gradients of `n` values, which `f` writes to memory that is zero, on all
/// threads of the current rayon pool; for functions that have their derivatives already: with `#[differentiable]`, as a
/// [`Function`](crate::Function), or by hand.
///
/// The result is the same to the bit for any number of threads.
///
/// ```
/// use wengert::par_sum;
/// use wengert::prelude::*;
///
/// #[differentiable]
/// fn error(p: &[f64], #[constant] t: f64, #[constant] y: f64) -> f64 {
///     let r = p[0] + p[1] * t - y;
///     r * r
/// }
///
/// let (p, data) = ([1.0, 1.0], [(0.0, 1.0), (1.0, 2.0), (2.0, 4.0)]);
/// let of_one = |&(t, y): &(f64, f64), g: &mut [f64]| {
///     error::value_and_gradient_into(&p, t, y, g, &mut Workspace::new())
/// };
/// assert_eq!(par_sum(of_one, &data, 2), (1.0, vec![-2.0, -4.0]));
/// ```
pub fn par_sum<T, S>(f: impl Fn(&S, &mut [T]) -> T + Sync, samples: &[S], n: usize) -> (T, Vec<T>)
where
    T: Real + Send + Sync,
    S: Sync,
{
    let mut g = vec![zero(); n];
    let y = par_sum_into(f, samples, &mut g);
    (y, g)
}

/// As [`par_sum`], with the gradient written to memory of the caller's.
///
/// ```
/// let of_one = |&t: &f64, g: &mut [f64]| {
///     g[0] += 2.0 * t;
///     t * t
/// };
/// let mut g = [0.0];
/// assert_eq!((wengert::par_sum_into(of_one, &[1.0, 3.0], &mut g), g), (10.0, [8.0]));
/// ```
pub fn par_sum_into<T, S>(f: impl Fn(&S, &mut [T]) -> T + Sync, samples: &[S], g: &mut [T]) -> T
where
    T: Real + Send + Sync,
    S: Sync,
{
    g.fill(zero());
    let n = g.len();
    let piece = |samples: &[S], g: &mut [T]| {
        let mut own = vec![zero(); n];
        let mut total = zero();
        for sample in samples {
            own.fill(zero());
            total += f(sample, &mut own);
            add(g, &own);
        }
        total
    };
    tree(samples, samples.len().div_ceil(PIECES).max(1), &piece, g)
}

/// Adds up pieces of at most so many samples by a tree of halves: gradients in `g`, which is zero, values in the result.
fn tree<T, S>(samples: &[S], most: usize, piece: &(impl Fn(&[S], &mut [T]) -> T + Sync), g: &mut [T]) -> T
where
    T: Real + Send + Sync,
    S: Sync,
{
    if samples.len() <= most {
        return piece(samples, g);
    }
    let (left, right) = samples.split_at(samples.len() / 2);
    let n = g.len();
    let (y, (z, h)) = rayon::join(
        || tree(left, most, piece, g),
        || {
            let mut h = vec![zero(); n];
            (tree(right, most, piece, &mut h), h)
        },
    );
    add(g, &h);
    y + z
}

fn add<T: Real>(g: &mut [T], h: &[T]) {
    for (g, &h) in g.iter_mut().zip(h) {
        *g += h;
    }
}
