//! Matrices as values with derivatives: fields of structures, parameters and results of functions that are differentiated.

use crate::{Matrix, Triangle};
use rules::{Bundle, Differentiable, Number, Real, Scalar};

#[track_caller]
fn same<T, U>(a: &Matrix<T>, b: &Matrix<U>) {
    let fits = a.shape() == b.shape();
    assert!(fits, "a matrix of {}, its direction or weights of {}: give them one shape", a.shape(), b.shape());
}

impl<S: Scalar> Differentiable<S> for Matrix<S> {
    type Over<T: Real<S>> = Matrix<T>;
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, f: &mut F) -> Matrix<T> {
        self.map(f)
    }
    #[track_caller]
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, other: &Self, f: &mut F) -> Matrix<T> {
        same(self, other);
        let entries = self.iter().zip(other).map(|(&x, &y)| f(x, y)).collect();
        Matrix::of(self.shape(), entries)
    }
}

impl<T: Number> Bundle<T> for Matrix<T> {
    type Plain = Matrix<T::Scalar>;
    const PURE: bool = true;
    const PACKS: bool = true;
    fn zero(&self) -> Self {
        Matrix::zeros(self.rows(), self.columns())
    }
    fn absorb(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(x, &y)| *x = *x + y);
    }
    fn each<F: FnMut(T)>(&self, f: &mut F) {
        self.iter().for_each(|&x| f(x));
    }
    fn each_mut<F: FnMut(&mut T)>(&mut self, f: &mut F) {
        self.iter_mut().for_each(f);
    }
    fn plain<F: FnMut(T) -> T::Scalar>(&self, f: &mut F) -> Matrix<T::Scalar> {
        self.map(f)
    }
    fn words<F: FnMut(u64)>(&self, f: &mut F) {
        [self.rows(), self.columns()].into_iter().for_each(|count| f(count as u64));
    }
    fn build<N: FnMut() -> T, W: FnMut() -> u64>(numbers: &mut N, words: &mut W) -> Self {
        let [rows, columns] = [words(), words()].map(|count| count as usize);
        Matrix::from_fn(rows, columns, |_, _| numbers())
    }
}

/// A choice among constants: it carries no derivative.
impl<S: Scalar> Differentiable<S> for Triangle {
    type Over<T: Real<S>> = Triangle;
    fn over<T: Real<S>, F: FnMut(S) -> T>(&self, _: &mut F) -> Triangle {
        *self
    }
    fn over_two<T: Real<S>, F: FnMut(S, S) -> T>(&self, _: &Self, _: &mut F) -> Triangle {
        *self
    }
}

impl<T: Number> Bundle<T> for Triangle {
    type Plain = Triangle;
    const FIXED: bool = true;
    fn zero(&self) -> Self {
        *self
    }
    fn absorb(&mut self, _: &Self) {}
    fn each<F: FnMut(T)>(&self, _: &mut F) {}
    fn each_mut<F: FnMut(&mut T)>(&mut self, _: &mut F) {}
    fn plain<F: FnMut(T) -> T::Scalar>(&self, _: &mut F) -> Triangle {
        *self
    }
}
