//! Operations on matrices in generated code: calls of their rules on lists of entries, with a record, and back through it.
//!
//! A matrix of `wengert::linalg` is a list of its entries there, and its shape. What is known not to change, or not to
//! carry derivatives, is told apart by its type, so that no adjoint is computed for it.

mod determinant;
mod products;

use super::{Active, Pair, Rows, Seed, Workspace};
use core::fmt;
use core::ops::{Index, IndexMut};
use linalg::{Error, Matrix, Shape, on_lists};
use rules::{ArrayRule, List, Number, Real, Scalar};
use std::cell::RefCell;

pub use determinant::det;
pub use products::{matmul, matmul_transposed, transposed_matmul};

/// Leads to the entries of a matrix, column by column.
#[derive(Clone, Copy, Debug)]
pub struct Entries;

impl Entries {
    /// All of them.
    pub const ALL: Entries = Entries;
    /// All of them, as what a matrix is made of.
    #[allow(non_upper_case_globals)]
    pub const __AT_Matrix_entries: Entries = Entries;
}

impl<T> Index<Entries> for Matrix<T> {
    type Output = [T];
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index(&self, _: Entries) -> &[T] {
        self.as_slice()
    }
}

impl<T> IndexMut<Entries> for Matrix<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn index_mut(&mut self, _: Entries) -> &mut [T] {
        self.as_mut_slice()
    }
}

/// What a matrix is made of.
#[derive(Clone, Debug)]
pub struct Whole<T> {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The entries, column by column.
    pub entries: Vec<T>,
}

impl<T> Whole<T> {
    /// The matrix.
    pub fn made(self) -> Matrix<T> {
        Matrix::from_vec(self.rows, self.columns, self.entries)
    }
}

/// A list of constants that an operation takes.
#[derive(Clone, Copy, Debug)]
pub struct Constant<'a>(pub &'a [f64]);

/// The entries of a matrix that an operation takes.
pub trait Given<T> {
    /// The entries, and where their adjoint is added if it is wanted.
    fn opened<'r>(self, room: &'r mut Vec<T>) -> (&'r [T], Option<&'r mut [T]>)
    where
        Self: 'r;
}

impl<T> Given<T> for Active<&[T]> {
    fn opened<'r>(self, _: &'r mut Vec<T>) -> (&'r [T], Option<&'r mut [T]>)
    where
        Self: 'r,
    {
        (self.0, None)
    }
}

impl<'a, T> Given<T> for Pair<&'a [T], &'a mut [T]> {
    fn opened<'r>(self, _: &'r mut Vec<T>) -> (&'r [T], Option<&'r mut [T]>)
    where
        Self: 'r,
    {
        (self.0, Some(self.1))
    }
}

impl<T: Real> Given<T> for Constant<'_> {
    fn opened<'r>(self, room: &'r mut Vec<T>) -> (&'r [T], Option<&'r mut [T]>)
    where
        Self: 'r,
    {
        (T::constants(self.0, room), None)
    }
}

/// What an operation gives.
pub trait Gives<T: Number> {
    /// Over a number.
    type Given;
    /// Its adjoint.
    type Seeds<'s>
    where
        T: 's;
    /// What is given, of nothing if there is no value.
    fn given(y: Option<Vec<T>>) -> Self::Given;
    /// The adjoint as a list.
    fn weights<'s>(seeds: Self::Seeds<'s>, room: &'s mut [T; 1]) -> &'s [T];
}

impl OfList {
    fn plain(y: Option<Vec<f64>>) -> Vec<f64> {
        Self::given(y)
    }
}

impl OfNumber {
    fn plain(y: Option<Vec<f64>>) -> f64 {
        Self::given(y)
    }
}

impl MaybeList {
    fn plain(y: Option<Vec<f64>>) -> Option<Vec<f64>> {
        y
    }
}

impl MaybeNumber {
    fn plain(y: Option<Vec<f64>>) -> Option<f64> {
        y?.first().copied()
    }
}

/// A matrix.
#[derive(Debug)]
pub struct OfList;
/// A number.
#[derive(Debug)]
pub struct OfNumber;
/// A matrix, or an error.
#[derive(Debug)]
pub struct MaybeList;
/// A number, or an error.
#[derive(Debug)]
pub struct MaybeNumber;

impl<T: Number> Gives<T> for OfList {
    type Given = Vec<T>;
    type Seeds<'s>
        = Seed<&'s [T]>
    where
        T: 's;
    fn given(y: Option<Vec<T>>) -> Vec<T> {
        y.unwrap_or_default()
    }
    fn weights<'s>(seeds: Seed<&'s [T]>, _: &'s mut [T; 1]) -> &'s [T] {
        seeds.0
    }
}

impl<T: Number> Gives<T> for OfNumber {
    type Given = T;
    type Seeds<'s>
        = Seed<T>
    where
        T: 's;
    fn given(y: Option<Vec<T>>) -> T {
        y.and_then(|y| y.first().copied()).unwrap_or_else(|| constant(f64::NAN))
    }
    fn weights(seeds: Seed<T>, room: &mut [T; 1]) -> &[T] {
        room[0] = seeds.0;
        room
    }
}

impl<T: Number> Gives<T> for MaybeList {
    type Given = (Vec<T>, Rows<0>);
    type Seeds<'s>
        = (Seed<&'s [T]>, ())
    where
        T: 's;
    fn given(y: Option<Vec<T>>) -> (Vec<T>, Rows<0>) {
        let count = usize::from(y.is_some());
        (y.unwrap_or_default(), Rows { count, levels: [] })
    }
    fn weights<'s>(seeds: (Seed<&'s [T]>, ()), _: &'s mut [T; 1]) -> &'s [T] {
        seeds.0.0
    }
}

impl<T: Number> Gives<T> for MaybeNumber {
    type Given = (T, Rows<0>);
    type Seeds<'s>
        = (Seed<T>, ())
    where
        T: 's;
    fn given(y: Option<Vec<T>>) -> (T, Rows<0>) {
        let count = usize::from(y.is_some());
        (y.and_then(|y| y.first().copied()).unwrap_or_else(|| constant(0.0)), Rows { count, levels: [] })
    }
    fn weights(seeds: (Seed<T>, ()), room: &mut [T; 1]) -> &[T] {
        room[0] = seeds.0.0;
        room
    }
}

fn constant<T: Number>(c: f64) -> T {
    T::constant(T::Scalar::from_f64(c))
}

thread_local! {
    /// Why an operation on this thread had no value, the last time.
    static REASON: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// The reason that a panic of generated code gives.
pub struct Reason(Option<Error>);

/// Why the last operation without a value had none.
pub fn reason() -> Reason {
    Reason(REASON.take())
}

impl fmt::Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(error) => error.fmt(f),
            None => f.write_str(".."),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(error) => fmt::Display::fmt(error, f),
            None => f.write_str(".."),
        }
    }
}

/// What is there; a reason why it is not is remembered.
fn there<V>(found: Result<V, Error>) -> Option<V> {
    found.map_err(|error| REASON.set(Some(error))).ok()
}

fn value<T: Number, R: ArrayRule<Error = Error>, const N: usize>(
    rule: Result<R, Error>,
    x: [&[T]; N],
) -> Option<(Vec<T>, R)> {
    let rule = there(rule)?;
    let y = there(T::apply_lists(&rule, &x.map(List::Each)))?;
    Some((y.into_vec(), rule))
}

/// The value, with what the way back needs of it: the rule with what it keeps, and the result.
fn forward<T: Number, R: ArrayRule<Error = Error>, const N: usize>(
    rule: Result<R, Error>,
    x: [&[T]; N],
    ws: &mut Workspace<T>,
) -> Option<Vec<T>> {
    let found = value(rule, x);
    ws.push_words([u64::from(found.is_some())]);
    let (y, rule) = found?;
    // What a call gives goes to the pool, and so comes from it.
    let given = ws.copied(&y);
    ws.keep(y);
    ws.keep_thing(Box::new(rule));
    Some(given)
}

/// Adds the adjoints of what is wanted; of a rule that has none at these values, NaN.
fn reverse<T: Number, R: ArrayRule, const N: usize>(
    _: impl FnOnce(&[T]) -> Result<R, Error>,
    x: [(&[T], Option<&mut [T]>); N],
    w: Option<&[T]>,
    ws: &mut Workspace<T>,
) {
    let [there] = ws.pop_words();
    if there == 0 {
        return;
    }
    let rule = ws.kept_thing().and_then(|rule| rule.downcast::<R>().ok());
    let y = ws.kept();
    let (Some(rule), Some(w)) = (rule, w.filter(|w| w.len() == y.len())) else {
        return;
    };
    let wanted = x.each_ref().map(|(_, adjoint)| adjoint.is_some());
    let found = rule.pull(&x.each_ref().map(|(x, _)| *x), &y, w, &wanted);
    match found {
        Ok(found) => {
            for ((_, adjoint), found) in x.into_iter().zip(found) {
                if let (Some(adjoint), Some(found)) = (adjoint, found) {
                    adjoint.iter_mut().zip(found).for_each(|(a, d)| *a = *a + d);
                }
            }
        }
        Err(_) => x.into_iter().filter_map(|(_, a)| a).for_each(|a| a.fill(constant(f64::NAN))),
    }
}

macro_rules! operations {
    ($($name:ident $([$kind:ident])? ($($rows:ident $columns:ident $list:ident),+) -> $Gives:ident of $Plain:ty;)+) => {$(
        /// The operation of this name, for generated code.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name {}

        #[allow(clippy::too_many_arguments)]
        impl $name {
            #[doc(hidden)]
            #[track_caller]
            pub fn __value<T: Real>($($kind: usize,)? $($rows: usize, $columns: usize, $list: impl Given<T>,)+) -> Of<$Gives, T> {
                $(let mut $rows = (Shape::new($rows, $columns), Vec::new()); let $list = $list.opened(&mut $rows.1).0;)+
                let x = [$($list),+];
                let rule = on_lists::$name($($kind,)? [$($rows.0),+], x[0]);
                $Gives::given(value(rule, x).map(|found| found.0))
            }

            #[doc(hidden)]
            #[track_caller]
            pub fn __forward<T: Real>(
                $($kind: usize,)? $($rows: usize, $columns: usize, $list: impl Given<T>,)+
                ws: &mut Workspace<T>,
            ) -> Of<$Gives, T> {
                ws.note_overwrites(0);
                $(let mut $rows = (Shape::new($rows, $columns), Vec::new()); let $list = $list.opened(&mut $rows.1).0;)+
                let x = [$($list),+];
                $Gives::given(forward(on_lists::$name($($kind,)? [$($rows.0),+], x[0]), x, ws))
            }

            #[doc(hidden)]
            pub fn __reverse<'s, T: Real + 's>(
                $($kind: usize,)? $($rows: usize, $columns: usize, $list: impl Given<T>,)+
                seeds: Option<<$Gives as Gives<T>>::Seeds<'s>>,
                ws: &mut Workspace<T>,
            ) {
                let mut one = [constant(0.0)];
                let w = seeds.map(|seeds| $Gives::weights(seeds, &mut one));
                $(let mut $rows = (Shape::new($rows, $columns), Vec::new()); let $list = $list.opened(&mut $rows.1);)+
                reverse(|x: &[T]| on_lists::$name($($kind,)? [$($rows.0),+], x), [$($list),+], w, ws);
            }
        }

        /// The same of constants.
        #[doc(hidden)]
        #[track_caller]
        #[allow(clippy::too_many_arguments)]
        pub fn $name($($kind: usize,)? $($rows: usize, $columns: usize, $list: &[f64]),+) -> $Plain {
            let x = [$($list),+];
            let rule = on_lists::$name($($kind,)? [$(Shape::new($rows, $columns)),+], x[0]);
            $Gives::plain(value(rule, x).map(|found| found.0))
        }
    )+};
}

/// What an operation gives over a number.
type Of<G, T> = <G as Gives<T>>::Given;

operations! {
    norm(ar ac a) -> OfNumber of f64;
    solve(ar ac a, br bc b) -> MaybeList of Option<Vec<f64>>;
    solve_spd(ar ac a, br bc b) -> MaybeList of Option<Vec<f64>>;
    solve_lu(ar ac a, br bc b) -> MaybeList of Option<Vec<f64>>;
    solve_lu_transposed(ar ac a, br bc b) -> MaybeList of Option<Vec<f64>>;
    lower(ar ac a) -> MaybeList of Option<Vec<f64>>;
    inverse(ar ac a) -> MaybeList of Option<Vec<f64>>;
    inverse_spd(ar ac a) -> MaybeList of Option<Vec<f64>>;
    inverse_lu(ar ac a) -> MaybeList of Option<Vec<f64>>;
    logdet(ar ac a) -> MaybeNumber of Option<f64>;
    logdet_spd(ar ac a) -> OfNumber of f64;
    logdet_lu(ar ac a) -> MaybeNumber of Option<f64>;
    expm(ar ac a) -> MaybeList of Option<Vec<f64>>;
    logm(ar ac a) -> MaybeList of Option<Vec<f64>>;
    sqrtm(ar ac a) -> MaybeList of Option<Vec<f64>>;
    solve_triangular[kind](ar ac a, br bc b) -> MaybeList of Option<Vec<f64>>;
    expm_multiply(ar ac a, br bc b) -> MaybeList of Option<Vec<f64>>;
    pinv(ar ac a) -> MaybeList of Option<Vec<f64>>;
    symmetric_eigenvalues(ar ac a) -> MaybeList of Option<Vec<f64>>;
    symmetric_eigen(ar ac a) -> MaybeList of Option<Vec<f64>>;
    singular_values(ar ac a) -> MaybeList of Option<Vec<f64>>;
    svd(ar ac a) -> MaybeList of Option<Vec<f64>>;
    polar(ar ac a) -> MaybeList of Option<Vec<f64>>;
    nuclear_norm(ar ac a) -> MaybeNumber of Option<f64>;
    spectral_norm(ar ac a) -> MaybeNumber of Option<f64>;
    ldlt(ar ac a) -> MaybeList of Option<Vec<f64>>;
    ln_spd(ar ac a) -> MaybeList of Option<Vec<f64>>;
    qr(ar ac a) -> MaybeList of Option<Vec<f64>>;
    softmax[kind](ar ac a) -> OfList of Vec<f64>;
    cumulative[kind](ar ac a) -> OfList of Vec<f64>;
    covariance[kind](xr xc x, yr yc y, lr lc l, vr vc v, pr pc p) -> OfList of Vec<f64>;
    sylvester(ar ac a, br bc b, cr cc c) -> MaybeList of Option<Vec<f64>>;
}

macro_rules! questions {
    ($($name:ident)+) => {$(
        /// The question of this name, for generated code.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name {}

        impl $name {
            #[doc(hidden)]
            #[track_caller]
            pub fn __value<T: Real>(rows: usize, columns: usize, list: impl Given<T>) -> bool {
                there(on_lists::$name([Shape::new(rows, columns)], list.opened(&mut Vec::new()).0)).is_some()
            }

            #[doc(hidden)]
            #[track_caller]
            pub fn __forward<T: Real>(rows: usize, columns: usize, list: impl Given<T>, ws: &mut Workspace<T>) -> bool {
                ws.note_overwrites(0);
                Self::__value(rows, columns, list)
            }

            #[doc(hidden)]
            pub fn __reverse<T: Real>(_: usize, _: usize, _: impl Given<T>, _: Option<()>, _: &mut Workspace<T>) {}
        }

        /// The same of constants.
        #[doc(hidden)]
        #[track_caller]
        pub fn $name(rows: usize, columns: usize, list: &[f64]) -> bool {
            there(on_lists::$name([Shape::new(rows, columns)], list)).is_some()
        }
    )+};
}
questions! { is_spd is_lu }
