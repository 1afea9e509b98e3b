//! Second derivatives by vectors of equal values.
//!
//! Where a matrix with equal values moves along E, they part, and with that the choice of their vectors is gone. A result that
//! depends on these through the space they span, and treats the values alike, goes on as if they had stayed together: with a
//! frame V of the space that moves with it and does not turn within it, and with a block B = V^T A V in place of equal values.
//! Only the diagonal of B is passed on as values; but as the result does not depend on the frame, its second derivative by B is
//! a multiple of E plus one of the identity, and the diagonal says which.
//!
//! Two equal values always fit that, whether the result depends on the frame or not. So whoever lets this happen has to run once
//! more in another frame, and compare: that is what [`in_frame`] is for. Elsewhere equal values that part are an error.

use crate::kernels::qr::householder;
use crate::linear::{LinearMap, Part};
use crate::matrix::number;
use crate::operations::degenerate::{Beside, ROUNDING, Split, equal_pair, scale, several};
use crate::{Error, Linear, Mask, Matrix, Operation, Shape, View, apply};
use core::cell::Cell;
use core::ops::Range;
use rules::Number;

#[derive(Clone, Copy)]
struct Frame {
    choice: u32,
    met: bool,
}

thread_local! {
    static FRAME: Cell<Option<Frame>> = const { Cell::new(None) };
}

/// What [`in_frame`] runs in, from here until it is left or dropped, for code that may not stand in a closure.
///
/// ```
/// use linalg::InFrame;
/// let frame = InFrame::enter(0);
/// assert!(!frame.left());
/// ```
pub struct InFrame(Option<Frame>);

impl InFrame {
    /// Vectors of equal values are chosen by `choice` from here on.
    ///
    /// ```
    /// use linalg::{InFrame, Matrix, symmetric_eigen};
    /// let vectors = |choice| {
    ///     let _frame = InFrame::enter(choice);
    ///     symmetric_eigen(&Matrix::<f64>::identity(2)).unwrap().1
    /// };
    /// assert!((vectors(0) - vectors(1)).norm() > 0.1);
    /// ```
    #[inline]
    pub fn enter(choice: u32) -> Self {
        InFrame(FRAME.replace(Some(Frame { choice, met: false })))
    }

    /// Whether equal values were met since, along a direction.
    ///
    /// ```
    /// use linalg::{InFrame, Matrix, symmetric_eigen};
    /// let frame = InFrame::enter(0);
    /// let a = Matrix::from_fn(2, 2, |i, j| forward::Dual::seeded(f64::from(u8::from(i == j)), (i * j) as f64));
    /// symmetric_eigen(&a).unwrap();
    /// assert!(frame.left());
    /// ```
    #[inline]
    pub fn left(self) -> bool {
        FRAME.get().is_some_and(|frame| frame.met)
    }
}

impl Drop for InFrame {
    #[inline]
    fn drop(&mut self) {
        FRAME.set(self.0);
    }
}

/// Runs what is compared with a run in another frame, if it says that it met equal values: for operators that give second
/// derivatives, forward over reverse. In between, equal eigenvalues and singular values may part along a direction. If both runs agree in
/// the value and its derivatives, these are right.
///
/// ```
/// use forward::Dual;
/// use linalg::{Matrix, in_frame, symmetric_eigen};
/// // The sum of the entries of a projector on two vectors, along a direction.
/// let run = || {
///     let a = Matrix::from_diagonal(&[1.0, 1.0, 3.0]);
///     let a = Matrix::from_fn(3, 3, |i, j| Dual::seeded(a[(i, j)], (i * j) as f64));
///     let v = symmetric_eigen(&a).unwrap().1.block(0..3, 0..2);
///     (&v * v.transposed()).sum().tangent
/// };
/// let ((y, met), (again, _)) = (in_frame(0, run), in_frame(1, run));
/// assert!(met && (y - again).abs() < 1e-14);
/// ```
pub fn in_frame<R>(choice: u32, run: impl FnOnce() -> R) -> (R, bool) {
    let frame = InFrame::enter(choice);
    let result = run();
    (result, frame.left())
}

/// Whether equal values may part, as somebody compares; then they are counted as met.
pub(crate) fn may_part<T: Number>() -> bool {
    let frame = FRAME.get().filter(|_| T::ORDER == 0);
    if let Some(frame) = frame {
        FRAME.set(Some(Frame { met: true, ..frame }));
    }
    frame.is_some()
}

/// Entry `k` of a vector in no special position.
pub(crate) fn entry(k: usize) -> f64 {
    let pace = 1.618_033_988_749_895 + f64::from(FRAME.get().map_or(0, |frame| frame.choice));
    ((1.0 + k as f64).powi(2) * pace).sin()
}

/// A basis of n dimensions in no special position.
pub(crate) fn generic(n: usize) -> Result<Matrix<f64>, Error> {
    let generic = Matrix::from_fn(n, n, |i, j| entry(i * n + j));
    let [basis, _] = householder(generic.view())?;
    Ok(basis)
}

/// The transpose of [`Split`] where values are equal, of the values, B and the adjoints of values and vectors.
#[derive(Clone, Copy)]
pub(crate) struct Joined(pub(crate) usize);

impl Operation<3, 1> for Joined {
    fn inputs(&self) -> [Shape; 3] {
        [Shape::new(self.0, 1), Shape::new(self.0, self.0), Shape::new(self.0, self.0 + 1)]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.0, self.0)]
    }

    fn value<T: Number>(&self, [values, _, w]: [View<'_, T>; 3]) -> Result<[Matrix<T>; 1], Error> {
        Ok([Split::by(values).joined(&w.to_matrix())?])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [values, _, w]: [View<'a, T>; 3],
        _: [View<'a, T>; 1],
        [_, db, dw]: [Linear<'e, 'a, T>; 3],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        // The values move as the diagonal of B does.
        let n = self.0;
        let of = Shape::new(n, 2 * n + 1);
        let both = db.map(Beside(Part { columns: 0..n, of })) + dw.map(Beside(Part { columns: n..2 * n + 1, of }));
        Ok([both.map(Moved { values, w })])
    }
}

/// The derivative, of [dB | dW].
struct Moved<'a, T> {
    values: View<'a, T>,
    w: View<'a, T>,
}

impl<T: Number> LinearMap<T> for Moved<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, of.rows)
    }

    fn apply(&self, both: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let n = both.rows();
        let all = [self.values, self.w, both.view()].map(|x| x.known_f64().filter(|_| T::ORDER == 0));
        let [Some(values), Some(w), Some(both)] = all else {
            return Err(first_pair(self.values));
        };
        let (db, dw) = (both.block(0..n, 0..n), both.block(0..n, n..2 * n + 1));
        let turn = |w: &Matrix<f64>, i: usize, j: usize| 0.5 * (w[(i, j + 1)] - w[(j, i + 1)]);
        let over = |i: usize, j: usize, x: f64| match values[(j, 0)] - values[(i, 0)] {
            0.0 => 0.0,
            gap => x / gap,
        };
        // Between spaces the adjoint X has X B - B X = turn.
        let between = Matrix::from_fn(n, n, |i, j| over(i, j, turn(&w, i, j)));
        let moved = db.matmul(&between) - between.matmul(&db);
        let mut out = Matrix::from_fn(n, n, |i, j| match i == j {
            true => dw[(i, 0)],
            false => over(i, j, turn(&dw, i, j) + moved[(i, j)]),
        });
        let size = scale(dw.as_slice()).max(scale(w.as_slice()));
        for group in several(values.view()).unwrap_or_default() {
            let turns = |i: usize| group.clone().any(|j| turn(&dw, i, j).abs() > 100.0 * ROUNDING * size);
            let block = if group.clone().any(turns) { None } else { isotropic(&db, &dw, &group) };
            let block = block.ok_or_else(|| equal_pair(self.values, &group))?;
            out.set_block(group.start, group.start, &block);
        }
        Ok(out.map(number))
    }

    fn transposed(&self, _: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Err(first_pair(self.values))
    }
}

/// The error for the first of the values that are equal.
fn first_pair<T: Number>(values: View<'_, T>) -> Error {
    let groups = several(values).unwrap_or_default();
    equal_pair(values, groups.first().unwrap_or(&(0..2)))
}

/// How the adjoint of a block moves that is a multiple of the identity: a dB + b, with the diagonal that is given. None if
/// there is no such, or it cannot be told.
fn isotropic(db: &Matrix<f64>, dw: &Matrix<f64>, group: &Range<usize>) -> Option<Matrix<f64>> {
    let many = group.len() as f64;
    let (x, y) = (|i: usize| db[(i, i)], |i: usize| dw[(i, 0)]);
    let x_mean = group.clone().map(x).sum::<f64>() / many;
    let y_mean = group.clone().map(y).sum::<f64>() / many;
    let square: f64 = group.clone().map(|i| (x(i) - x_mean).powi(2)).sum();
    let mixed: f64 = group.clone().map(|i| (x(i) - x_mean) * (y(i) - y_mean)).sum();
    let block = db.block(group.clone(), group.clone());
    let parted =
        block.indexed().map(|((i, j), &b)| if i == j { b - x_mean } else { b }).fold(0.0f64, |l, b| l.max(b.abs()));
    let still = parted <= ROUNDING * scale(db.as_slice());
    let seen = square.sqrt() > 1e-6 * parted;
    let slope = match (still, seen) {
        (true, _) => 0.0,
        (false, true) => mixed / square,
        (false, false) => return None,
    };
    let size = scale(dw.view().column(0)).max(slope.abs() * parted);
    let fits = group.clone().all(|i| (y(i) - y_mean - slope * (x(i) - x_mean)).abs() <= 100.0 * ROUNDING * size);
    fits.then(|| slope * block + (y_mean - slope * x_mean) * Matrix::<f64>::identity(group.len()))
}

/// B = sym(U^T A V) for vectors that belong to A, where it is to stand in place of equal values.
pub(crate) fn block<T: Number>(values: View<'_, T>, of: Option<[View<'_, T>; 3]>) -> Option<Matrix<T>> {
    let [u, a, v] = of.filter(|_| 0 < T::ORDER && T::ORDER < usize::MAX && FRAME.get().is_some())?;
    several(values)?;
    Some(Mask::Symmetric.of(&u.transposed().matmul(&a.to_matrix()).matmul(&v.to_matrix())))
}

/// The transpose of [`Split`] where values are equal, with such a B.
pub(crate) fn joined<T: Number>(values: View<'_, T>, b: &Matrix<T>, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
    let [joined] = apply(&Joined(values.rows()), [values, b.view(), w.view()])?;
    Ok(joined)
}
