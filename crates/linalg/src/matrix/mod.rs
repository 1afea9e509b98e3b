//! Dense matrices, column by column.

mod blocks;
mod bundle;
mod display;
mod entries;
mod methods;
mod operators;
mod store;
mod view;

pub use view::View;

use core::fmt;
use rules::{List, Listed, Number, Planes, Scalar};
use std::sync::OnceLock;
use store::Store;

/// The numbers of rows and columns.
///
/// ```
/// use linalg::{Matrix, Shape};
/// let shape = Matrix::<f64>::zeros(2, 3).shape();
/// assert_eq!((shape, shape.len(), shape.is_empty()), (Shape::new(2, 3), 6, false));
/// assert_eq!(shape.transposed(), Shape::new(3, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

/// The number of entries of a new matrix, for which there is memory: what is large is asked for once in vain, as a failed
/// allocation ends the process.
#[track_caller]
fn room<T>(shape: Shape) -> usize {
    const LARGE: usize = 1 << 27;
    let n = shape.len();
    let there = n < LARGE || Vec::<T>::new().try_reserve_exact(n).is_ok();
    assert!(there, "a matrix of {shape}: there is no memory for its entries");
    n
}

/// So many entries, all the same. Zeros that a system's allocator hands out as such take longer than to write a few.
fn repeated<T: Clone>(entry: T, n: usize) -> Vec<T> {
    const FEW: usize = 64;
    if n > FEW {
        return vec![entry; n];
    }
    let mut entries = Vec::with_capacity(n);
    entries.resize(n, entry);
    entries
}

impl Shape {
    /// So many rows and columns.
    pub fn new(rows: usize, columns: usize) -> Self {
        Shape { rows, columns }
    }

    /// The number of entries.
    pub fn len(self) -> usize {
        // No list has so many as none can count.
        self.rows.saturating_mul(self.columns)
    }

    /// Whether there is no entry.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Rows and columns exchanged.
    #[must_use]
    pub fn transposed(self) -> Self {
        Shape::new(self.columns, self.rows)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.rows, self.columns)
    }
}

/// The shape of so many entries.
#[track_caller]
#[inline]
fn expect(rows: usize, columns: usize, entries: usize) -> Shape {
    let shape = Shape::new(rows, columns);
    assert!(rows.checked_mul(columns) == Some(entries), "{entries} entries do not make a matrix of {shape}");
    shape
}

/// A dense matrix of any number, column by column in memory.
///
/// Of variables of a tape, duals or series it is a matrix with derivatives: its entries are numbers like any others, to be
/// taken out and put in, and operations on the whole of it are one record on the tape each. A column vector is a matrix with
/// one column.
///
/// ```
/// use linalg::Matrix;
/// let a: Matrix = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
/// let b = Matrix::column(&[1.0, -1.0]);
/// assert_eq!((&a * &b).as_slice(), [-1.0, -1.0]);
/// assert_eq!((2.0 * &a - 1.0 * a.transposed())[(0, 1)], 1.0);
/// ```
///
/// Made, looked at, and changed:
///
/// ```
/// use linalg::Matrix;
/// let mut a: Matrix = Matrix::from_vec(2, 3, vec![1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
/// assert_eq!((a.rows(), a.columns(), a.is_square()), (2, 3, false));
/// assert_eq!((a.get(1, 2), a.get(2, 0)), (Some(&6.0), None));
/// assert_eq!((a.sum(), a.diagonal().collect::<Vec<_>>()), (21.0, vec![1.0, 5.0]));
/// assert_eq!(a.indexed().find(|(_, x)| **x == 5.0), Some(((1, 1), &5.0)));
/// assert_eq!((a.column_slice(1), a.row_entries(0).collect::<Vec<_>>()), (&[2.0, 5.0][..], vec![1.0, 2.0, 3.0]));
/// assert_eq!(a.column_slices().map(|column| column[0]).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
///
/// a.set_block(0, 1, &Matrix::filled(2, 2, 0.0));
/// a.iter_mut().for_each(|x| *x += 1.0);
/// a.as_mut_slice()[0] = 0.0;
/// assert_eq!(a, Matrix::from_rows([[0.0, 1.0, 1.0], [5.0, 1.0, 1.0]]));
/// assert_eq!(a.iter().sum::<f64>(), 9.0);
///
/// let (row, diagonal) = (Matrix::row(&[1.0, 2.0]), Matrix::from_diagonal(&[3.0, 4.0]));
/// assert_eq!(row.above(&diagonal), Matrix::from_rows([[1.0, 2.0], [3.0, 0.0], [0.0, 4.0]]));
/// assert_eq!(diagonal.beside(&row.transposed()).columns(), 3);
/// assert_eq!(diagonal.reshaped(1, 4).into_vec(), [3.0, 0.0, 0.0, 4.0]);
/// ```
///
/// What is computed of one:
///
/// ```
/// use linalg::Matrix;
/// let (a, b) = (Matrix::from_rows([[4.0, 2.0], [2.0, 5.0]]), Matrix::column(&[8.0, 12.0]));
/// let x = Matrix::column(&[1.0, 2.0]);
/// assert_eq!((a.det(), a.trace(), a.dot(&a), x.norm()), (16.0, 9.0, 49.0, 5f64.sqrt()));
/// assert_eq!((a.matmul(&x), a.solve(&b)?), (b.clone(), x.clone()));
/// assert_eq!((a.lu()?.solve(&b)?, a.cholesky()?.lower()?), (x, Matrix::from_rows([[2.0, 0.0], [1.0, 2.0]])));
/// assert!((a.logdet()? - 16f64.ln()).abs() < 1e-15);
/// assert!((a.inverse()? * &a - Matrix::identity(2)).norm() < 1e-15);
/// let (q, r) = a.qr()?;
/// assert!((q * r - &a).norm() < 1e-14);
/// # Ok::<(), linalg::Error>(())
/// ```
#[derive(Clone)]
pub struct Matrix<T = f64> {
    shape: Shape,
    store: Store<T>,
}

impl<T: PartialEq> PartialEq for Matrix<T> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.as_slice() == other.as_slice()
    }
}

impl<T> Matrix<T> {
    /// Entries that are known to fit.
    pub(crate) fn of(shape: Shape, entries: Vec<T>) -> Self {
        debug_assert!(shape.len() == entries.len());
        Matrix { shape, store: Store::from(entries) }
    }

    /// A matrix from a list of its entries, column by column: of a tape's variables in one piece, which operations take
    /// without looking at each.
    ///
    /// ```
    /// use linalg::{Matrix, matmul};
    /// let tape = reverse::Tape::new();
    /// let x = Matrix::from_list(2, 2, tape.list(&[1.0, 2.0, 3.0, 4.0]));
    /// let y = matmul(&x, &x).trace();
    /// assert_eq!(y.grad().wrt(x[(0, 1)]), 4.0);
    /// ```
    ///
    /// # Panics
    /// If there are not `rows * columns` of them.
    #[track_caller]
    #[inline]
    pub fn from_list(rows: usize, columns: usize, entries: Listed<T>) -> Self {
        match entries {
            Listed::Each(entries) => Matrix::from_vec(rows, columns, entries),
            Listed::Run(run) => {
                Matrix { shape: expect(rows, columns, run.len), store: Store::Run(run, OnceLock::new()) }
            }
            Listed::Planes(planes) => {
                let shape = expect(rows, columns, planes.len());
                Matrix { shape, store: Store::Planes(planes, OnceLock::new()) }
            }
        }
    }

    /// A matrix from its entries, column by column.
    ///
    /// # Panics
    /// If there are not `rows * columns` of them.
    #[track_caller]
    pub fn from_vec(rows: usize, columns: usize, entries: Vec<T>) -> Self {
        Matrix::of(expect(rows, columns, entries.len()), entries)
    }

    /// A matrix whose entries are given by row and column.
    ///
    /// ```
    /// let a = linalg::Matrix::from_fn(2, 2, |i, j| (10 * i + j) as f64);
    /// assert_eq!(a.as_slice(), [0.0, 10.0, 1.0, 11.0]);
    /// ```
    ///
    /// # Panics
    /// If there is no memory for so many entries; so do all that make a matrix of a given shape.
    #[track_caller]
    pub fn from_fn(rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> T) -> Self {
        let mut entries = Vec::with_capacity(room::<T>(Shape::new(rows, columns)));
        for j in 0..columns {
            for i in 0..rows {
                entries.push(entry(i, j));
            }
        }
        Matrix::of(Shape::new(rows, columns), entries)
    }

    /// The numbers of rows and columns.
    ///
    /// ```
    /// let a = linalg::Matrix::from_rows([[1.0, 2.0, 3.0]]);
    /// assert_eq!(a.shape(), linalg::Shape { rows: 1, columns: 3 });
    /// ```
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.shape.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.shape.columns
    }

    /// Whether there are as many rows as columns.
    pub fn is_square(&self) -> bool {
        self.rows() == self.columns()
    }

    /// All entries, column by column.
    pub fn as_slice(&self) -> &[T] {
        self.store.as_slice()
    }

    /// All entries, column by column, as an engine takes them: in one piece where it has made them.
    ///
    /// ```
    /// let a = linalg::Matrix::from_rows([[1.0, 3.0], [2.0, 4.0]]);
    /// let rules::List::Each(entries) = a.as_list() else { panic!("plain numbers are no engine's") };
    /// assert_eq!((a.shape(), entries), (linalg::Shape::new(2, 2), &[1.0, 2.0, 3.0, 4.0][..]));
    /// ```
    pub fn as_list(&self) -> List<'_, T> {
        self.view().list()
    }

    /// Whether an engine keeps the entries in one piece, or in planes.
    pub(crate) fn is_whole(&self) -> bool {
        !matches!(self.store, Store::Each(..))
    }

    /// The first entry of what an operation has made: the head of a row that an engine keeps.
    pub(crate) fn first(&self) -> T
    where
        T: Copy,
    {
        match &self.store {
            Store::Run(run, _) if run.row => run.head,
            _ => self.as_slice()[0],
        }
    }

    /// Entries in planes that are known to fit.
    pub(crate) fn of_planes(shape: Shape, planes: Planes<T>) -> Self {
        debug_assert!(shape.len() == planes.len());
        Matrix { shape, store: Store::from(Listed::Planes(planes)) }
    }

    /// Entries in planes, each plane changed.
    pub(crate) fn changed_planes(self, f: impl FnMut(&mut [f64])) -> Self {
        match self.store {
            Store::Planes(planes, _) => Matrix::of_planes(self.shape, planes.changed(f)),
            store => Matrix { store, ..self },
        }
    }

    /// All entries, as an engine takes them.
    pub(crate) fn into_listed(self) -> Listed<T> {
        match self.store {
            Store::Run(run, _) => Listed::Run(run),
            Store::Planes(planes, _) => Listed::Planes(planes),
            store => Listed::Each(store.into_vec()),
        }
    }

    /// All entries, column by column, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.store.as_mut_vec()
    }

    /// All entries, column by column, without a copy.
    pub fn into_vec(self) -> Vec<T> {
        self.store.into_vec()
    }

    /// All entries, column by column.
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// All entries, column by column, to be changed.
    pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, T> {
        self.as_mut_slice().iter_mut()
    }

    /// All entries with row and column, column by column.
    pub fn indexed(&self) -> impl Iterator<Item = ((usize, usize), &T)> {
        let rows = self.rows().max(1);
        self.iter().enumerate().map(move |(k, entry)| ((k % rows, k / rows), entry))
    }

    /// The entry at this row and column, if there is one.
    pub fn get(&self, i: usize, j: usize) -> Option<&T> {
        if i < self.rows() { self.as_slice().get(j.checked_mul(self.rows())?.checked_add(i)?) } else { None }
    }

    /// The matrix with a function applied to each entry: of numbers it makes variables, of variables their values.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let x = linalg::Matrix::<f64>::identity(2).map(|a| tape.var(a));
    /// assert_eq!(x.map(|x| x.inner()), linalg::Matrix::identity(2));
    /// ```
    pub fn map<U>(&self, f: impl FnMut(T) -> U) -> Matrix<U>
    where
        T: Copy,
    {
        Matrix::of(self.shape, self.iter().copied().map(f).collect())
    }

    /// It lent, as operations take it.
    ///
    /// ```
    /// use linalg::Matrix;
    /// let a = Matrix::from_rows([[1.0, 2.0], [3.0, 4.0]]);
    /// assert_eq!(a.view().column(1), [2.0, 4.0]);
    /// ```
    pub fn view(&self) -> View<'_, T> {
        View::of(self.shape, &self.store)
    }
}

impl<T: Copy> Matrix<T> {
    /// A matrix with this entry everywhere.
    ///
    /// # Panics
    /// If there is no memory for so many entries.
    #[track_caller]
    pub fn filled(rows: usize, columns: usize, entry: T) -> Self {
        let shape = Shape::new(rows, columns);
        Matrix::of(shape, repeated(entry, room::<T>(shape)))
    }

    /// A matrix from its rows.
    pub fn from_rows<const R: usize, const C: usize>(rows: [[T; C]; R]) -> Self {
        Matrix::from_fn(R, C, |i, j| rows[i][j])
    }

    /// A matrix from its columns.
    ///
    /// ```
    /// use linalg::Matrix;
    /// let a: Matrix = Matrix::from_columns([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    /// assert_eq!(a.transposed(), Matrix::from_rows([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]));
    /// ```
    pub fn from_columns<const R: usize, const C: usize>(columns: [[T; R]; C]) -> Self {
        Matrix::of(Shape::new(R, C), columns.concat())
    }

    /// A matrix of one column.
    pub fn column(entries: &[T]) -> Self {
        Matrix::of(Shape::new(entries.len(), 1), entries.to_vec())
    }

    /// A matrix of one row.
    pub fn row(entries: &[T]) -> Self {
        Matrix::of(Shape::new(1, entries.len()), entries.to_vec())
    }

    /// The matrix with rows and columns exchanged.
    #[must_use]
    pub fn transposed(&self) -> Self {
        self.view().transposed()
    }

    /// The entries of the diagonal.
    pub fn diagonal(&self) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator {
        (0..self.rows().min(self.columns())).map(|i| self[(i, i)])
    }
}

impl<T: Number> Matrix<T> {
    /// A matrix of zeros.
    ///
    /// ```
    /// let zeros = linalg::Matrix::<f64>::zeros(2, 3);
    /// assert_eq!((zeros.columns(), zeros.sum()), (3, 0.0));
    /// ```
    #[track_caller]
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Matrix::filled(rows, columns, number(0.0))
    }

    /// The identity.
    #[track_caller]
    pub fn identity(n: usize) -> Self {
        Matrix::from_fn(n, n, |i, j| number(if i == j { 1.0 } else { 0.0 }))
    }

    /// A square matrix with these numbers on its diagonal and zeros elsewhere.
    #[track_caller]
    pub fn from_diagonal(entries: &[T]) -> Self {
        let n = entries.len();
        Matrix::from_fn(n, n, |i, j| if i == j { entries[i] } else { number(0.0) })
    }

    /// A matrix of constants.
    ///
    /// ```
    /// use forward::Dual;
    /// use linalg::Matrix;
    /// let a = Matrix::<Dual>::constant(&Matrix::identity(2));
    /// assert_eq!(a[(0, 0)].tangent, 0.0);
    /// ```
    pub fn constant(values: &Matrix<T::Scalar>) -> Self {
        values.map(T::constant)
    }

    /// The values without derivatives, where they are known.
    ///
    /// ```
    /// use linalg::Matrix;
    /// let tape = reverse::Tape::new();
    /// let a = Matrix::from_rows([[2.0, 0.0], [0.0, 4.0]]).map(|a| tape.var(a));
    /// assert_eq!(a.inverse()?.known(), Some(Matrix::from_rows([[0.5, 0.0], [0.0, 0.25]])));
    /// # Ok::<(), linalg::Error>(())
    /// ```
    pub fn known(&self) -> Option<Matrix<T::Scalar>> {
        self.view().known()
    }

    /// The sum of all entries.
    pub fn sum(&self) -> T {
        sum(self.iter().copied())
    }
}

/// A constant.
pub(crate) fn number<T: Number>(c: f64) -> T {
    T::constant(T::Scalar::from_f64(c))
}

/// A sum, zero where there is nothing to add.
pub(crate) fn sum<T: Number>(terms: impl IntoIterator<Item = T>) -> T {
    terms.into_iter().reduce(|sum, x| sum + x).unwrap_or_else(|| number(0.0))
}
