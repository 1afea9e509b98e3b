//! Covariances of Gaussian processes (C. E. Rasmussen and C. K. I. Williams, *Gaussian Processes for Machine Learning*, 2006,
//! chapter 4): K_ij = v k(x_i - y_j) with a variance v and lengths l. With the difference d = x - y in each coordinate,
//! dK = k dv + S (A dd - L dl - P dp), where S is the slope of k by half the square of the scaled distance.

use crate::linear::LinearMap;
use crate::linear::mirror;
use crate::matrix::{number, sum};
use crate::parameters::instruction;
use crate::{Error, Linear, Matrix, Operation, Shape, View, apply};
use core::cell::OnceCell;
use core::f64::consts::PI;
use rules::functions::{eq, select};
use rules::{Functions, Number, Scalar};
use std::rc::Rc;

/// How the covariance of two points falls with their scaled distance r, sqrt(sum of ((x - y)/l)^2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Covariance {
    /// e^(-r^2/2).
    SquaredExponential,
    /// e^-r: the Ornstein-Uhlenbeck process in one dimension. Its derivative at r = 0 counts as 0, as that of a norm.
    Matern12,
    /// (1 + a) e^-a with a = sqrt(3) r.
    Matern32,
    /// (1 + a + a^2/3) e^-a with a = sqrt(5) r.
    Matern52,
    /// e^(-2 sum of sin^2(pi (x - y)/p)/l^2), with the period p.
    Periodic,
}

impl Covariance {
    /// All of them.
    pub(crate) const ALL: [Covariance; 5] = [
        Covariance::SquaredExponential,
        Covariance::Matern12,
        Covariance::Matern32,
        Covariance::Matern52,
        Covariance::Periodic,
    ];
}

#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    kind: Covariance,
    x: Shape,
    y: Shape,
    lengths: Shape,
    periods: Shape,
}

/// The inputs at any number.
struct Inputs<'a, T> {
    kernel: Kernel,
    x: View<'a, T>,
    y: View<'a, T>,
    lengths: View<'a, T>,
    periods: View<'a, T>,
}

/// That of a coordinate, where there may be one number for all.
fn of_coordinate<T: Number>(list: View<'_, T>, d: usize) -> T {
    list.as_slice()[if list.as_slice().len() == 1 { 0 } else { d }]
}

impl<T: Number> Inputs<'_, T> {
    fn dimensions(&self) -> usize {
        self.x.columns()
    }

    fn length(&self, d: usize) -> T {
        of_coordinate(self.lengths, d)
    }

    fn period(&self, d: usize) -> T {
        of_coordinate(self.periods, d)
    }

    /// The difference in a coordinate.
    fn at(&self, i: usize, j: usize, d: usize) -> T {
        self.x[(i, d)] - self.y[(j, d)]
    }

    fn distance(&self, i: usize, j: usize) -> T {
        let scaled = |d: usize| self.at(i, j, d) / self.length(d);
        if self.dimensions() == 1 {
            return scaled(0).abs();
        }
        let size = |d: &usize| scaled(*d).known().map_or(0.0, |x| x.to_f64().abs());
        // The largest first, as two that are 0 have no second derivative; of two one may be 0, where the absolute value would lose
        // its curvature.
        let largest = (0..self.dimensions()).max_by(|a, b| size(a).total_cmp(&size(b)));
        let Some(largest) = largest else { return number(0.0) };
        let others = (0..self.dimensions()).filter(|d| *d != largest);
        others.fold(scaled(largest), |r: T, d| r.hypot(scaled(d)))
    }

    /// Adds the squares of distances from point `j` to those from `first` on.
    fn squares(&self, first: usize, j: usize, to: &mut [T]) {
        for d in 0..self.dimensions() {
            let (other, scale) = (self.y[(j, d)], number::<T>(1.0) / self.length(d));
            for (square, &point) in to.iter_mut().zip(&self.x.column(d)[first..]) {
                let scaled = (point - other) * scale;
                *square = *square + scaled * scaled;
            }
        }
    }

    /// The half of the square of the distance; of periodic ones twice the sum of the squared sines.
    fn square(&self, i: usize, j: usize) -> T {
        let term = |d: usize| {
            let (difference, length) = (self.at(i, j, d), self.length(d));
            match self.kernel.kind {
                Covariance::Periodic => {
                    let ratio = (difference * number(PI) / self.period(d)).sin() / length;
                    ratio * ratio * number(2.0)
                }
                _ => (difference / length) * (difference / length) * number(0.5),
            }
        };
        sum((0..self.dimensions()).map(term))
    }

    /// A function of a = sqrt(root) r and e^-a. Where two points meet, the distance has no second derivative, but the function
    /// may have: there it is given by its powers of half the squared distance.
    fn radial(&self, i: usize, j: usize, root: f64, near: &[f64], far: impl Fn(T, T) -> T) -> T {
        let square = self.square(i, j);
        let near = || near.iter().rev().fold(number(0.0), |sum: T, &c| sum * square + number(c));
        let far = || {
            let a = self.distance(i, j) * number(root.sqrt());
            far(a, (-a).exp())
        };
        let meet = eq(square, number(0.0));
        match meet.known().map(Scalar::to_f64) {
            Some(0.0) => far(),
            Some(_) => near(),
            None => select(meet, near(), far()),
        }
    }

    /// The covariance for the variance 1.
    fn value(&self, i: usize, j: usize) -> T {
        match self.kernel.kind {
            Covariance::SquaredExponential | Covariance::Periodic => (-self.square(i, j)).exp(),
            Covariance::Matern12 => self.radial(i, j, 1.0, &[1.0], |_, e| e),
            Covariance::Matern32 => self.radial(i, j, 3.0, &[1.0, -3.0], |a, e| (a + number(1.0)) * e),
            Covariance::Matern52 => {
                let far = |a: T, e: T| (a + number(1.0) + a * a / number(3.0)) * e;
                self.radial(i, j, 5.0, &[1.0, -5.0 / 3.0, 25.0 / 6.0], far)
            }
        }
    }

    /// Its derivative by the half of the square of the distance.
    fn slope(&self, i: usize, j: usize) -> T {
        match self.kernel.kind {
            Covariance::SquaredExponential | Covariance::Periodic => -self.value(i, j),
            Covariance::Matern12 => self.radial(i, j, 1.0, &[0.0], |a, e| -(e / a)),
            Covariance::Matern32 => self.radial(i, j, 3.0, &[-3.0], |_, e| e * number(-3.0)),
            Covariance::Matern52 => {
                let far = |a: T, e: T| (a + number(1.0)) * e * number(-5.0 / 3.0);
                self.radial(i, j, 5.0, &[-5.0 / 3.0, 25.0 / 3.0], far)
            }
        }
    }

    fn shape(&self) -> Shape {
        Shape::new(self.x.rows(), self.y.rows())
    }
}

impl Kernel {
    /// What does not go together of points, lengths and periods.
    fn misfit(&self) -> Option<String> {
        let (d, s) = (self.x.columns, if self.x.columns == 1 { "" } else { "s" });
        if self.y.columns != d {
            return Some(format!("covariances of points of {} and {}: other coordinates", self.x, self.y));
        }
        let wanted = if d == 1 { "1".to_owned() } else { format!("1 or {d}") };
        // Periods that nobody looks at may be left out.
        let unread = self.kind != Covariance::Periodic && self.periods.is_empty();
        let periods = ("periods", if unread { 1 } else { self.periods.len() });
        let all = [("lengths", self.lengths.len()), periods];
        let (what, count) = all.into_iter().find(|&(_, count)| count != 1 && count != d)?;
        Some(format!("{count} {what} for {d} coordinate{s}: give {wanted}"))
    }

    fn fits(&self) -> bool {
        self.misfit().is_none()
    }

    /// As [`Kernel`] is, of a kind of [`Covariance::ALL`], with a panic at the caller's line if shapes do not go together.
    #[track_caller]
    pub(crate) fn new(kind: Covariance, [x, y, lengths, periods]: [Shape; 4]) -> Self {
        let kernel = Kernel { kind, x, y, lengths, periods };
        if let Some(misfit) = kernel.misfit() {
            panic!("{misfit}");
        }
        kernel
    }

    fn at<'a, T>(self, [x, y, lengths, _, periods]: [View<'a, T>; 5]) -> Inputs<'a, T> {
        Inputs { kernel: self, x, y, lengths, periods }
    }
}

impl Operation<5, 1> for Kernel {
    instruction!("covariance", kind, x, y, lengths, periods; |p| p.fits());

    fn inputs(&self) -> [Shape; 5] {
        [self.x, self.y, self.lengths, Shape::new(1, 1), self.periods]
    }

    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.x.rows, self.y.rows)]
    }

    fn value<T: Number>(&self, x: [View<'_, T>; 5]) -> Result<[Matrix<T>; 1], Error> {
        let (inputs, variance) = (self.at(x), x[3][(0, 0)]);
        Ok([Matrix::from_fn(self.x.rows, self.y.rows, |i, j| inputs.value(i, j) * variance)])
    }

    fn evaluate(&self, x: [View<'_, f64>; 5]) -> Result<[Matrix<f64>; 1], Error> {
        let (inputs, variance) = (self.at(x), x[3][(0, 0)]);
        let (rows, columns) = (self.x.rows, self.y.rows);
        let alike = x[0] == x[1];
        let mut k = Matrix::zeros(rows, columns);
        for (j, column) in k.as_mut_slice().chunks_exact_mut(rows.max(1)).enumerate() {
            // Points with themselves: the other triangle is the same.
            let first = if alike { j } else { 0 };
            let column = &mut column[first..];
            if self.kind == Covariance::SquaredExponential {
                inputs.squares(first, j, column);
                column.iter_mut().for_each(|k| *k = (-0.5 * *k).exp() * variance);
            } else {
                column.iter_mut().zip(first..).for_each(|(k, i)| *k = inputs.value(i, j) * variance);
            }
        }
        if alike {
            mirror(&mut k);
        }
        Ok([k])
    }

    fn tangent<'e, 'a, T: Number>(
        &'a self,
        x: [View<'a, T>; 5],
        [k]: [View<'a, T>; 1],
        [dx, dy, dl, dv, dp]: [Linear<'e, 'a, T>; 5],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let slopes = Rc::new(OnceCell::new());
        let variance = x[3][(0, 0)];
        let by = |input: Input| By { inputs: self.at(x), variance, k, input, slopes: Rc::clone(&slopes) };
        let by_points = dx.map(by(Input::X)) - dy.map(by(Input::Y));
        let by_lengths = dl.map(by(Input::Lengths));
        let by_scales = match self.kind {
            Covariance::Periodic => by_lengths + dp.map(by(Input::Periods)),
            _ => by_lengths,
        };
        Ok([by_points - by_scales + dv.map(ByVariance { inputs: self.at(x), variance, k })])
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    X,
    Y,
    Lengths,
    Periods,
}

/// The tangent of the covariances as a map of one input's, but for its sign: the slopes times the sum over the coordinates of a
/// term, a scale and the input's tangent. Scales stand outside of the loops over entries.
struct By<'a, T> {
    inputs: Inputs<'a, T>,
    variance: T,
    k: View<'a, T>,
    input: Input,
    /// Made when the first input asks for them.
    slopes: Rc<OnceCell<Matrix<T>>>,
}

impl<T: Number> By<'_, T> {
    fn input_shape(&self) -> Shape {
        match self.input {
            Input::X => self.inputs.x.shape(),
            Input::Y => self.inputs.y.shape(),
            Input::Lengths => self.inputs.lengths.shape(),
            Input::Periods => self.inputs.periods.shape(),
        }
    }

    /// Each entry times the slope there for this variance: of what is its own derivative, the negative covariance.
    fn sloped(&self, mut x: Matrix<T>) -> Matrix<T> {
        match self.inputs.kernel.kind {
            Covariance::SquaredExponential | Covariance::Periodic => {
                x.iter_mut().zip(self.k.as_slice()).for_each(|(x, &k)| *x = -(*x * k));
            }
            _ => {
                let (rows, columns) = (self.k.rows(), self.k.columns());
                let slope = |i, j| self.inputs.slope(i, j) * self.variance;
                let slopes = self.slopes.get_or_init(|| Matrix::from_fn(rows, columns, slope));
                x.iter_mut().zip(slopes).for_each(|(x, &slope)| *x = *x * slope);
            }
        }
        x
    }

    /// Where the input of an entry and coordinate stands.
    fn place(&self, i: usize, j: usize, d: usize) -> usize {
        let shape = self.input_shape();
        match self.input {
            Input::X => i + d * shape.rows,
            Input::Y => j + d * shape.rows,
            _ if shape.len() == 1 => 0,
            _ => d,
        }
    }

    fn scale(&self, d: usize) -> T {
        let length = self.inputs.length(d);
        let square = length * length;
        let period = || self.inputs.period(d);
        match (self.inputs.kernel.kind, self.input) {
            (Covariance::Periodic, Input::Lengths) => number::<T>(4.0) / (square * length),
            (Covariance::Periodic, Input::Periods) => number::<T>(2.0 * PI) / (square * period() * period()),
            (Covariance::Periodic, _) => number::<T>(2.0 * PI) / (square * period()),
            (_, Input::Lengths) => number::<T>(1.0) / (square * length),
            _ => number::<T>(1.0) / square,
        }
    }

    /// The term of a difference, given the angle that belongs to 1.
    fn term(&self, difference: T, frequency: T) -> T {
        match (self.inputs.kernel.kind, self.input) {
            (Covariance::Periodic, Input::Lengths) => {
                let sine = (difference * frequency).sin();
                sine * sine
            }
            (Covariance::Periodic, Input::Periods) => (difference * frequency * number(2.0)).sin() * difference,
            (Covariance::Periodic, _) => (difference * frequency * number(2.0)).sin(),
            (_, Input::Lengths) => difference * difference,
            _ => difference,
        }
    }

    fn frequency(&self, d: usize) -> T {
        match self.inputs.kernel.kind {
            Covariance::Periodic => number::<T>(PI) / self.inputs.period(d),
            _ => number(0.0),
        }
    }
}

impl<T: Number> LinearMap<T> for By<'_, T> {
    fn shape(&self, _: Shape) -> Shape {
        self.inputs.shape()
    }

    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let Shape { rows, columns } = self.inputs.shape();
        let mut found = Matrix::zeros(rows, columns);
        for d in 0..self.inputs.dimensions() {
            let (scale, frequency) = (self.scale(d), self.frequency(d));
            let scaled = x.map(|x| x * scale);
            let (points, others) = (self.inputs.x.column(d), self.inputs.y.column(d));
            for ((j, &other), found) in
                others.iter().enumerate().zip(found.as_mut_slice().chunks_exact_mut(rows.max(1)))
            {
                if matches!(self.input, Input::X) {
                    let moved = &scaled.as_slice()[self.place(0, j, d)..];
                    for ((found, &point), &moved) in found.iter_mut().zip(points).zip(moved) {
                        *found = *found + self.term(point - other, frequency) * moved;
                    }
                } else {
                    let moved = scaled.as_slice()[self.place(0, j, d)];
                    for (found, &point) in found.iter_mut().zip(points) {
                        *found = *found + self.term(point - other, frequency) * moved;
                    }
                }
            }
        }
        Ok(self.sloped(found))
    }

    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let shape = self.input_shape();
        let mut found = Matrix::zeros(shape.rows, shape.columns);
        let weights = self.sloped(w.clone());
        for d in 0..self.inputs.dimensions() {
            let (scale, frequency) = (self.scale(d), self.frequency(d));
            let (points, others) = (self.inputs.x.column(d), self.inputs.y.column(d));
            for (j, (&other, weights)) in others.iter().zip(weights.column_slices()).enumerate() {
                if matches!(self.input, Input::X) {
                    for (i, (&point, &w)) in points.iter().zip(weights).enumerate() {
                        let entry = &mut found.as_mut_slice()[self.place(i, j, d)];
                        *entry = *entry + self.term(point - other, frequency) * w * scale;
                    }
                } else {
                    let terms = points.iter().zip(weights).map(|(&point, &w)| self.term(point - other, frequency) * w);
                    let entry = &mut found.as_mut_slice()[self.place(0, j, d)];
                    *entry = *entry + sum(terms) * scale;
                }
            }
        }
        Ok(found)
    }
}

/// The tangent as a map of the variance's.
struct ByVariance<'a, T> {
    inputs: Inputs<'a, T>,
    variance: T,
    k: View<'a, T>,
}

impl<T: Number> ByVariance<'_, T> {
    /// What the covariances are multiplied by for the variance 1; none where they are to be computed.
    fn factor(&self) -> Option<T> {
        let zero = self.variance.known().is_none_or(|v| v == T::Scalar::default());
        (!zero).then(|| number::<T>(1.0) / self.variance)
    }

    fn values(&self) -> Matrix<T> {
        Matrix::from_fn(self.k.rows(), self.k.columns(), |i, j| self.inputs.value(i, j))
    }
}

impl<T: Number> LinearMap<T> for ByVariance<'_, T> {
    fn shape(&self, _: Shape) -> Shape {
        self.inputs.shape()
    }
    fn apply(&self, x: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let x = x[(0, 0)];
        Ok(match self.factor() {
            Some(factor) => {
                let factor = factor * x;
                self.k.to_matrix().map(|k| k * factor)
            }
            None => self.values().map(|k| k * x),
        })
    }
    fn transposed(&self, w: &Matrix<T>) -> Result<Matrix<T>, Error> {
        let with = |k: &[T]| sum(k.iter().zip(w).map(|(&k, &w)| k * w));
        Ok(Matrix::column(&[match self.factor() {
            Some(factor) => with(self.k.as_slice()) * factor,
            None => with(self.values().as_slice()),
        }]))
    }
}

impl Covariance {
    /// The covariances of the points `x` with the points `y`, each a row with a number for every coordinate: n x m.
    ///
    /// `lengths` and `periods` have one number, or one for each coordinate. Only [`Periodic`](Covariance::Periodic) looks at
    /// the periods: for the others they may be `&Matrix::zeros(0, 0)`. Points that carry no derivative are had by [`Matrix::constant`]. On a tape it is one record. Cost: an
    /// exponential for each entry, the gradient twice to three times that.
    ///
    /// ```
    /// use linalg::{Covariance, Matrix};
    /// let x = Matrix::column(&[0.0, 2.0]);
    /// let (length, none) = (Matrix::column(&[1.0]), Matrix::zeros(0, 0));
    /// let k = Covariance::SquaredExponential.matrix(&x, &x, &length, 3.0, &none);
    /// assert_eq!(k.as_slice(), [3.0, 3.0 * (-2.0f64).exp(), 3.0 * (-2.0f64).exp(), 3.0]);
    /// ```
    ///
    /// # Panics
    /// If the points differ in coordinates, or there are neither one nor as many lengths, or periods.
    #[track_caller]
    pub fn matrix<T: Number>(
        self,
        x: &Matrix<T>,
        y: &Matrix<T>,
        lengths: &Matrix<T>,
        variance: T,
        periods: &Matrix<T>,
    ) -> Matrix<T> {
        let kernel = Kernel::new(self, [x, y, lengths, periods].map(Matrix::shape));
        let variance = Matrix::from_vec(1, 1, vec![variance]);
        match apply(&kernel, [x.view(), y.view(), lengths.view(), variance.view(), periods.view()]) {
            Ok([k]) => k,
            Err(error) => unreachable!("a covariance always has a value: {error}"),
        }
    }
}
