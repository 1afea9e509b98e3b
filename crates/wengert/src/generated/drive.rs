//! What the public functions beside a differentiable function have in common.

use super::Workspace;
use super::apart::Apart;
use super::far::{Codec, codec};
use crate::hessian::{confirmed, confirms};
use crate::pool::{on_limited_tape, on_static_tape};
use crate::{Dual, Function, Matrix, Outputs, Stored, Tape, Var};
use core::any::Any;
use core::cell::{Cell, RefCell};
use core::mem::ManuallyDrop;
use forward::Plain;
use rules::{Number, Real};

thread_local! {
    /// The workspace of plain numbers, whose type is known: to find out that of the one that was used last takes as long as a
    /// small function.
    static PLAIN: Cell<Option<Box<Workspace>>> = const { Cell::new(None) };
    /// That of other numbers that was used last.
    static LAST: Cell<Option<Box<dyn Any>>> = const { Cell::new(None) };
    /// The others.
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Runs with the thread's workspace for this number; a call from inside gets one of its own.
#[inline]
pub fn with_workspace<T: Real<S> + 'static, S: rules::Scalar, R>(f: impl FnOnce(&mut Workspace<T>) -> R) -> R {
    let mut own = taken::<T>();
    let result = f(&mut own);
    put_back(own);
    result
}

/// Runs with a workspace that nothing is put into. As it holds nothing, it is not dropped: to find that out takes as long as
/// to get one that is kept.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn without_workspace<T: Number, R>(f: impl FnOnce(&mut Workspace<T>) -> R) -> R {
    f(&mut ManuallyDrop::new(Workspace::default()))
}

// What follows is compiled once for each number, and not with every function that is run.

/// The place of the workspace of plain numbers, if these are they.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_plain<T: Number + 'static, R>(run: impl FnOnce(&Cell<Option<Box<Workspace<T>>>>) -> R) -> Option<R> {
    PLAIN.with(|place| (place as &dyn Any).downcast_ref().map(run))
}

#[inline(never)]
fn taken<T: Number + 'static>() -> Box<Workspace<T>> {
    if let Some(Some(own)) = of_plain(Cell::take) {
        return own;
    }
    match LAST.take().map(|own| own.downcast()) {
        Some(Ok(own)) => own,
        other => searched(other.and_then(Result::err)),
    }
}

/// One of the others, or a new one; to the others comes one that is of no use here.
#[cold]
fn searched<T: Number + 'static>(other: Option<Box<dyn Any>>) -> Box<Workspace<T>> {
    let own = KEPT.with(|kept| {
        let mut kept = kept.borrow_mut();
        kept.extend(other);
        let place = kept.iter().position(|ws| ws.is::<Workspace<T>>())?;
        Some(kept.swap_remove(place))
    });
    own.and_then(|own| own.downcast().ok()).unwrap_or_default()
}

#[inline(never)]
fn put_back<T: Number + 'static>(own: Box<Workspace<T>>) {
    let mut own = Some(own);
    let before = match of_plain(|place| place.replace(own.take())) {
        Some(before) => before.map(|before| before as Box<dyn Any>),
        None => LAST.replace(own.map(|own| own as Box<dyn Any>)),
    };
    if let Some(before) = before {
        KEPT.with(|kept| kept.borrow_mut().push(before));
    }
}

/// What is hardly ever done. The closure takes what it needs by value: what is lent to a function of its own lies in memory in
/// what is always done, and loads from there wait.
#[cold]
#[inline(never)]
pub fn rarely<R>(run: impl FnOnce() -> R) -> R {
    run()
}

/// A dual that does not follow where its seed reaches, at less cost: what comes out without NaN is exact.
pub type Unwatched<T> = Dual<T, Plain<T, 1>>;

/// The derivatives of numbers along the direction, and whether one of the numbers has a NaN: one way through the list.
#[inline]
pub fn product<D: Direction<S>, S: Number>(list: &[D], nan: &mut bool) -> Vec<S> {
    let mut any = false;
    let taken = list.iter().map(|d| {
        any |= d.has_nan();
        d.tangent()
    });
    let product = taken.collect();
    *nan |= any;
    product
}

/// A number that carries one direction.
pub trait Direction<T: Number>: Number {
    /// A value that moves along the direction.
    fn seeded(value: T, seed: T) -> Self;
    /// As [`seeded`](Direction::seeded), where a seed of zero may be one that was computed: it counts as one that moves.
    fn reached(value: T, seed: T) -> Self;
    /// A value that does not move.
    fn fixed(value: T) -> Self;
    /// The derivative along the direction.
    fn tangent(self) -> T;
    /// Whether such numbers are run on at all: of two kinds that give the same, one is chosen for the vectors of the processor.
    fn is_run() -> bool {
        true
    }
    /// Runs what is long enough for the vectors that numbers of this kind get.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<R>(run: impl FnOnce() -> R) -> R {
        run()
    }
}

impl<T: Number> Direction<T> for Dual<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seeded(value: T, seed: T) -> Self {
        Dual::<T, T>::seeded(value, seed)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reached(value: T, seed: T) -> Self {
        Dual::<T, T>::new(value, seed)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fixed(value: T) -> Self {
        Dual::<T, T>::fixed(value)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tangent(self) -> T {
        self.tangent
    }
}

impl<T: Number> Direction<T> for Unwatched<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seeded(value: T, seed: T) -> Self {
        Dual::new(value, Plain([seed]))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reached(value: T, seed: T) -> Self {
        Dual::new(value, Plain([seed]))
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fixed(value: T) -> Self {
        Dual::<T, Plain<T, 1>>::fixed(value)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tangent(self) -> T {
        self.tangent.0[0]
    }
    #[inline]
    fn is_run() -> bool {
        crate::wide::is_wide()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<R>(run: impl FnOnce() -> R) -> R {
        crate::wide::run(run)
    }
}

/// Whether a run with other vectors for equal eigenvalues says the same of value and product: a gradient that depends on them is
/// NaN, and so is the product then.
#[cold]
pub fn same_in_other_frame<T: Number>([value, other]: [T; 2], [product, again]: [Vec<T>; 2]) -> bool {
    confirms([&[value], &[], &product], [&[other], &[], &again])
}

/// A number that carries four columns of a Hessian.
pub type Columns = Dual<f64, [f64; 4]>;

/// The Hessian by runs on duals with four lanes; `run` is given the inputs and appends the gradient.
pub fn hessian(x: &[f64], mut run: impl FnMut(&[Columns], &mut Vec<Columns>, &mut Workspace<Columns>)) -> Matrix {
    let n = x.len();
    let mut hessian = Matrix::filled(n, n, 0.0);
    let by_lanes = |_: &mut [f64], hessian: &mut [f64]| {
        with_workspace(|ws| {
            let mut gradient = Vec::with_capacity(n);
            for first in (0..n.max(1)).step_by(4) {
                let lanes = first..n.min(first + 4);
                let lane = |(j, &x): (usize, &f64)| {
                    if lanes.contains(&j) { Columns::lane(x, j - first) } else { Columns::fixed(x) }
                };
                let duals: Vec<Columns> = x.iter().enumerate().map(lane).collect();
                gradient.clear();
                run(&duals, &mut gradient, ws);
                for (i, g) in gradient.iter().enumerate() {
                    for j in lanes.clone() {
                        hessian[i * n + j] = g.tangent[j - first];
                    }
                }
            }
        });
        0.0
    };
    confirmed(by_lanes, &mut [], hessian.entries_mut());
    hessian
}

/// A tape that runs a function with checkpoints once more records so many bytes at most: its run was chosen for memory.
const LIMIT: usize = 1 << 30;

/// What a function makes of its inputs on a tape.
type Recorded<'f, T> = dyn Fn(&[Apart<Var<'static, T>>]) -> Vec<Apart<Var<'static, T>>> + 'f;

/// The weighted derivative by the tape, which knows what reached what; nothing where the tape has a limit that the
/// function does not keep, and for numbers that generated code does not run on.
///
/// The tape and what it can do is compiled here, once for each number, and not with every function.
#[cold]
pub fn by_tape<T: Real + 'static, F: Function>(f: &F, x: &[T], weights: &[T], limited: bool) -> Vec<T> {
    match known::<T>().and_then(|known| known.weighted) {
        Some(weighted) => {
            let run = |vars: &[Apart<Var<'static, T>>]| f.eval(vars).as_slice().to_vec();
            weighted(&run, x, weights, limited)
        }
        None => vec![],
    }
}

fn weighted<T: Real + Stored>(f: &Recorded<'_, T>, x: &[T], weights: &[T], limited: bool) -> Vec<T> {
    let run = |vars: &[Var<'static, T>]| -> Vec<_> {
        let vars: Vec<_> = vars.iter().copied().map(Apart::new).collect();
        f(&vars).into_iter().map(Apart::inner).zip(weights.iter().copied()).collect()
    };
    if limited {
        return on_limited_tape(
            || Tape::default().limited(LIMIT),
            x,
            |recorder, vars| recorder.tape.try_adjoints(&run(vars), vars).unwrap_or_default(),
        );
    }
    on_static_tape(x, |recorder, vars| {
        let seeds = run(vars);
        let mut adjoints = recorder.adjoints.borrow_mut();
        recorder.tape.adjoints_into(&seeds, &mut adjoints);
        vars.iter().map(|&x| adjoints.wrt(x)).collect()
    })
}

/// What can be done with a number that has a form as bytes.
pub(super) struct Known<T: 'static> {
    pub(super) codec: Codec<T>,
    /// By the tape: the weighted derivative of a function.
    weighted: Option<Weighted<T>>,
}

type Weighted<T> = fn(&Recorded<'_, T>, &[T], &[T], bool) -> Vec<T>;

impl<T> Clone for Known<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Known<T> {}

/// It, for the numbers that generated code runs on: plain ones, and duals of them.
pub(super) fn known<T: 'static>() -> Option<Known<T>> {
    let mut found = None;
    each_known(&mut |known| found = found.or(known.downcast_ref::<Known<T>>().copied()));
    found
}

fn each_known(see: &mut dyn FnMut(&dyn Any)) {
    fn of<T: Real + Stored>() -> Known<T> {
        Known { codec: codec(), weighted: Some(weighted) }
    }
    fn bytes<T: Stored>() -> Known<T> {
        Known { codec: codec(), weighted: None }
    }
    see(&of::<f64>());
    see(&of::<Dual<f64>>());
    see(&of::<Columns>());
    see(&of::<Dual<Dual<f64>>>());
    see(&bytes::<Unwatched<f64>>());
    see(&bytes::<f32>());
    see(&bytes::<Dual<f32>>());
    see(&bytes::<Unwatched<f32>>());
}

/// The next part of a flat list.
#[inline]
pub fn next_part<'x, T>(rest: &mut &'x [T], lens: &mut impl Iterator<Item = usize>) -> &'x [T] {
    let (part, more) = rest.split_at(lens.next().unwrap_or(0));
    *rest = more;
    part
}
