//! Eigenvalues and singular values that are equal.
//!
//! The vectors of equal values are a basis of a space, and any other basis would do. A result that does not depend on the
//! choice has a derivative, and it shows: the adjoints of these values are equal, and the adjoint of a rotation among the
//! vectors is zero. So this is looked at, and whatever else comes is an error. To keep a dependence from hiding in a basis
//! that happens to be special (the axes), the basis that is returned is in no special position.

use crate::linear::{LinearMap, Part};
use crate::matrix::number;
use crate::operations::gaps::{Map, over_gaps};
use crate::operations::{frames, zeros};
use crate::{Error, Mask, Matrix, Shape, View};
use core::mem::replace;
use core::ops::Range;
use rules::{Number, Scalar};

/// What counts as rounding, relative to the largest.
pub(crate) const ROUNDING: f64 = 1e-11;

/// Whether two values are equal up to the rounding of the algorithms.
fn equal(a: f64, b: f64, largest: f64, n: usize) -> bool {
    (a - b).abs() <= 8.0 * n as f64 * f64::EPSILON * largest
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |l, x| l.max(x.abs()))
}

/// The ranges of several equal values in a sorted list.
fn groups(values: &[f64]) -> impl Iterator<Item = Range<usize>> {
    let largest = largest(values);
    let mut start = 0;
    let ends = (1..=values.len())
        .filter(move |&i| i == values.len() || !equal(values[i], values[i - 1], largest, values.len()));
    ends.map(move |end| replace(&mut start, end)..end).filter(|group| group.len() > 1)
}

/// The groups of equal values that have several members; none if there are none, or values are not known.
pub(crate) fn several<T: Number>(values: View<'_, T>) -> Option<Vec<Range<usize>>> {
    let known = values.known_f64()?;
    let found: Vec<_> = groups(known.as_slice()).collect();
    (!found.is_empty()).then_some(found)
}

/// From where on singular values are zero up to rounding, and their vectors not determined: where there are several of them, or more
/// rows than columns. Else a value that is zero has its vectors, up to the sign.
pub(crate) fn zeros_from<T: Number>(values: View<'_, T>, is_tall: bool) -> usize {
    let Some(known) = values.known_f64() else { return values.rows() };
    let known = known.as_slice();
    let (n, largest) = (known.len(), largest(known));
    match (groups(known).last(), known.last()) {
        (Some(group), _) if group.end == n && equal(known[group.start], 0.0, largest, n) => group.start,
        (_, Some(&last)) if is_tall && equal(last, 0.0, largest, n) => n - 1,
        _ => n,
    }
}

/// Values in order that differ by what the algorithms round, relative to the largest, become equal to the bit, each their mean: then what treats
/// them alike has adjoints for them that are equal, however small these are and however they bend. Others stay what they are,
/// also where a derivative takes them for equal.
pub(crate) fn level(values: &mut [f64]) {
    let rounding = (2.0 * (values.len() as f64).sqrt()).max(4.0) * f64::EPSILON * largest(values);
    let mut rest = values;
    while let [first, ..] = rest {
        let first = *first;
        let many = rest.iter().take_while(|x| (*x - first).abs() <= rounding).count().max(1);
        let (group, others) = rest.split_at_mut(many);
        let mean = first + group.iter().map(|x| x - first).sum::<f64>() / many as f64;
        group.fill(mean);
        rest = others;
    }
}

/// Turns the vectors of equal values into a basis in no special position: the same turn for all matrices of vectors.
pub(crate) fn turn(values: &[f64], vectors: &mut [&mut Matrix<f64>]) -> Result<(), Error> {
    for group in groups(values) {
        let basis = frames::generic(group.len())?;
        for vectors in vectors.iter_mut() {
            let turned = &vectors.block(0..vectors.rows(), group.clone()) * &basis;
            vectors.set_block(0, group.start, &turned);
        }
    }
    Ok(())
}

/// Of S, the derivative of a matrix in the basis of its vectors: the derivatives of the values in a first column, and those
/// of the vectors in their own basis, S_ij / (l_j - l_i), in the others.
pub(crate) struct Split<'a, T> {
    pub(crate) values: View<'a, T>,
    /// Equal values are an error, whatever comes.
    pub(crate) strict: bool,
    /// Left vectors, the matrix and right vectors, where these go with the values.
    pub(crate) of: Option<[View<'a, T>; 3]>,
}

impl<'a, T: Number> Split<'a, T> {
    /// By these values.
    pub(crate) fn by(values: View<'a, T>) -> Self {
        Split { values, strict: false, of: None }
    }

    /// By these values; equal ones are an error.
    pub(crate) fn strictly_by(values: View<'a, T>) -> Self {
        Split { values, strict: true, of: None }
    }

    /// One over the distance from value `i` to value `j`; none where they are equal.
    fn gaps(&self) -> impl Fn(usize, usize) -> Option<T> {
        let values = self.values.as_slice();
        let (n, largest) = (values.len(), scale(values));
        move |i, j| {
            let same = equal(known(values[i]), known(values[j]), largest, n);
            (!same).then(|| number::<T>(1.0) / (values[j] - values[i]))
        }
    }

    fn error(&self, i: usize, j: usize) -> Error {
        let value = |i: usize| known(self.values.as_slice()[i]);
        Error::Degenerate { pair: (i, j), values: (value(i), value(j)) }
    }

    /// An error for two equal values where what depends on their vectors is not at the level of rounding, or cannot be
    /// told to be, as derivatives of it are carried along.
    fn check(&self, i: usize, j: usize, differences: [(T, f64); 2]) -> Result<(), Error> {
        let small = |(x, scale): (T, f64)| x.known().is_some_and(|x| x.to_f64().abs() <= ROUNDING * scale);
        if !self.strict && T::ORDER == 0 && differences.into_iter().all(small) { Ok(()) } else { Err(self.error(i, j)) }
    }
}

/// The error for the first two of a group of equal values.
pub(crate) fn equal_pair<T: Number>(values: View<'_, T>, group: &Range<usize>) -> Error {
    Split::strictly_by(values).error(group.start, group.start + 1)
}

fn known<T: Number>(x: T) -> f64 {
    x.known().map_or(f64::NAN, Scalar::to_f64)
}

/// The largest of the values that are known.
pub(crate) fn scale<T: Number>(x: &[T]) -> f64 {
    x.iter().filter_map(|x| x.known()).fold(0.0, |l, x| l.max(x.to_f64().abs()))
}

/// Whether values are known only when a program runs: then what depends on them is an operation of its own.
fn is_later<T: Number>() -> bool {
    T::ORDER == usize::MAX
}

impl<T: Number> LinearMap<T> for Split<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, of.columns + 1)
    }
    fn apply(&self, s: &Matrix<T>) -> Result<Matrix<T>, Error> {
        if is_later::<T>() { over_gaps(Map::Split, self.strict, self.values, s) } else { self.split(s) }
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        match frames::block(self.values, self.of) {
            _ if is_later::<T>() => over_gaps(Map::Joined, self.strict, self.values, w),
            Some(block) => frames::joined(self.values, &block, w),
            None => self.joined(w),
        }
    }
}

impl<T: Number> Split<'_, T> {
    pub(crate) fn split(&self, s: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let (n, gap, s) = (s.rows(), self.gaps(), s.as_slice());
        let mut out = vec![number(0.0); n * (n + 1)];
        for i in 0..n {
            out[i] = s[i + i * n];
            for j in (0..n).filter(|&j| j != i) {
                let entry = s[i + j * n];
                match gap(i, j) {
                    Some(gap) => out[i + (j + 1) * n] = entry * gap,
                    None if self.of.is_some() && frames::may_part::<T>() => {}
                    None => {
                        let scale = scale(s);
                        self.check(i, j, [(entry, scale), (s[i + i * n] - s[j + j * n], scale)])?;
                    }
                }
            }
        }
        Ok(Matrix::from_vec(n, n + 1, out))
    }

    pub(crate) fn joined(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let n = w.rows();
        let (of_values, of_vectors) = w.as_slice().split_at(n);
        self.joined_of(of_values, |i, j| of_vectors[i + j * n] - of_vectors[j + i * n], || scale(of_vectors))
    }

    /// The same of the adjoints of the values, what those of the vectors differ by across the diagonal, and how large they are.
    fn joined_of(
        &self,
        of_values: &[T],
        turn: impl Fn(usize, usize) -> T,
        size: impl Fn() -> f64,
    ) -> Result<Matrix<T>, Error> {
        let (n, gap, half) = (of_values.len(), self.gaps(), number::<T>(0.5));
        let mut out = vec![number(0.0); n * n];
        for i in 0..n {
            out[i + i * n] = of_values[i];
            for j in i + 1..n {
                let turn = turn(i, j);
                match gap(i, j) {
                    Some(gap) => {
                        let entry = turn * half * gap;
                        (out[i + j * n], out[j + i * n]) = (entry, entry);
                    }
                    None => {
                        let values = (of_values[i] - of_values[j], scale(of_values));
                        self.check(i, j, [(turn, size()), values])?;
                    }
                }
            }
        }
        Ok(Matrix::from_vec(n, n, out))
    }
}

/// Some columns among zeros.
pub(crate) struct Beside(pub(crate) Part);

impl<T: Number> LinearMap<T> for Beside {
    fn shape(&self, _: Shape) -> Shape {
        self.0.of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(self.0.among_zeros(x.view()))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        Ok(self.0.take(w.view()))
    }
}

/// The antisymmetric part over sums of values, (P_ij - P_ji) / 2 (s_i + s_j): its own transpose up to that.
pub(crate) struct OverSums<'a, T> {
    pub(crate) values: View<'a, T>,
    /// As of [`Split`].
    pub(crate) strict: bool,
    /// As of [`Split`].
    pub(crate) of: Option<[View<'a, T>; 3]>,
}

impl<T: Number> LinearMap<T> for OverSums<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, p: &Matrix<T>) -> Result<Matrix<T>, Error> {
        if is_later::<T>() {
            return over_gaps(Map::Sums, self.strict, self.values, p);
        }
        let found = self.quotients(p)?;
        match frames::block(self.values, self.of) {
            // The solution of X B + B X = N, to first order in what B has beside its diagonal.
            Some(b) => {
                let rest = Mask::Antisymmetric.of(p) - (found.matmul(&b) + b.matmul(&found));
                Ok(found + self.quotients(&rest)?)
            }
            None => Ok(found),
        }
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.apply(w)
    }
}

impl<T: Number> OverSums<'_, T> {
    pub(crate) fn quotients(&self, p: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let (n, p) = (p.rows(), p.as_slice());
        let mut out = vec![number(0.0); n * n];
        let turn = |i: usize, j: usize| p[i + j * n] - p[j + i * n];
        self.quotients_of(turn, || scale(p), |below, above, entry| (out[above], out[below]) = (entry, -entry))?;
        Ok(Matrix::from_vec(n, n, out))
    }

    /// Each with its places across the diagonal, of what the entries there differ by, and of how large they are.
    fn quotients_of(
        &self,
        turn: impl Fn(usize, usize) -> T,
        size: impl Fn() -> f64,
        mut put: impl FnMut(usize, usize, T),
    ) -> Result<(), Error> {
        let (values, half) = (self.values.as_slice(), number::<T>(0.5));
        let (n, of_values) = (values.len(), scale(values));
        for i in 0..n {
            for j in i + 1..n {
                let (sum, turn) = (values[i] + values[j], turn(i, j));
                if sum.known().is_some_and(|s| equal(s.to_f64(), 0.0, of_values, n)) {
                    Split { values: self.values, strict: self.strict, of: None }.check(i, j, [(turn, size()); 2])?;
                } else {
                    put(j + i * n, i + j * n, turn * half / sum);
                }
            }
        }
        Ok(())
    }
}

/// Of P the turns of left vectors, the derivatives of singular values, and the turns of right vectors: with [`Split`] of the
/// symmetric part, which makes D, and [`OverSums`] N, the columns [D + N | ds | D - N].
pub(crate) struct Turned<'a, T> {
    pub(crate) values: View<'a, T>,
    /// As of [`Split`].
    pub(crate) of: [View<'a, T>; 3],
}

impl<'a, T: Number> Turned<'a, T> {
    fn is_tall(&self) -> bool {
        self.of[0].rows() > self.of[0].columns()
    }

    fn parts(&self) -> (Split<'a, T>, OverSums<'a, T>) {
        let (values, of) = (self.values, Some(self.of));
        (Split { values, strict: false, of }, OverSums { values, strict: false, of })
    }
}

impl<T: Number> LinearMap<T> for Turned<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        Shape::new(of.rows, 2 * of.columns + 1)
    }
    fn apply(&self, p: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let (split, sums) = self.parts();
        let (split, sums) = (split.apply(&Mask::Symmetric.of(p))?, sums.apply(p)?);
        let (by_values, d) = split.as_slice().split_at(p.rows());
        let pairs = d.iter().zip(sums.as_slice());
        let left = pairs.clone().map(|(&d, &n)| d + n).chain(by_values.iter().copied());
        Ok(Matrix::from_vec(p.rows(), 2 * p.columns() + 1, left.chain(pairs.map(|(&d, &n)| d - n)).collect()))
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let (n, (split, sums)) = (w.rows(), self.parts());
        let (left, rest) = w.as_slice().split_at(n * n);
        let (by_values, right) = rest.split_at(n);
        let by_values = zeros::refused(self.values, self.is_tall(), &Matrix::column(by_values))?;
        let by_values = by_values.as_slice();
        if is_later::<T>() || frames::block(self.values, split.of).is_some() {
            let pairs = left.iter().zip(right);
            let to_split = by_values.iter().copied().chain(pairs.clone().map(|(&l, &r)| l + r)).collect();
            let to_sums = pairs.map(|(&l, &r)| l - r).collect();
            let split = Mask::Symmetric.of_own(split.transposed(&Matrix::from_vec(n, n + 1, to_split))?);
            return Ok(split + sums.transposed(&Matrix::from_vec(n, n, to_sums))?);
        }
        let turn = |w: &[T], i: usize, j: usize| w[i + j * n] - w[j + i * n];
        let size = || scale(left).max(scale(right));
        let mut out = split.joined_of(by_values, |i, j| turn(left, i, j) + turn(right, i, j), size)?;
        let entries = out.as_mut_slice();
        sums.quotients_of(
            |i, j| turn(left, i, j) - turn(right, i, j),
            size,
            |below, above, entry| {
                entries[above] = entries[above] + entry;
                entries[below] = entries[below] - entry;
            },
        )?;
        Ok(out)
    }
}

/// Each column over a value: where that is zero, the column has to be.
pub(crate) struct ColumnsOver<'a, T> {
    pub(crate) values: View<'a, T>,
    /// A value that is zero is an error, whatever the column is.
    pub(crate) strict: bool,
    /// As of [`Split`].
    pub(crate) of: Option<[View<'a, T>; 3]>,
}

impl<T: Number> ColumnsOver<'_, T> {
    pub(crate) fn quotients(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let values = self.values.as_slice();
        let (all, of_values) = (scale(x.as_slice()), scale(values));
        let mut out = x.clone();
        for (column, &s) in values.iter().enumerate() {
            let none = s.known().is_some_and(|s| equal(s.to_f64(), 0.0, of_values, values.len()));
            for i in 0..x.rows() {
                out[(i, column)] = match none {
                    true if !self.strict && T::ORDER == 0 && scale(&[x[(i, column)]]) <= ROUNDING * all => number(0.0),
                    true => return Err(Error::RankDeficient { column, value: 0.0 }),
                    false => x[(i, column)] / s,
                };
            }
        }
        Ok(out)
    }
}

impl<T: Number> LinearMap<T> for ColumnsOver<'_, T> {
    fn shape(&self, of: Shape) -> Shape {
        of
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        if is_later::<T>() {
            return over_gaps(Map::Columns, self.strict, self.values, x);
        }
        let found = self.quotients(x)?;
        match frames::block(self.values, self.of) {
            // The solution of X B = x, as above.
            Some(b) => Ok(&found + self.quotients(&(x - found.matmul(&b)))?),
            None => Ok(found),
        }
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        self.apply(w)
    }
}
