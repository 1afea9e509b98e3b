//! A program and what runs it.

use crate::weight::{Magnitude, Weight};
use crate::{Case, Recorded};
use forward::Dual;
use rules::{Number, Scalar};

/// The floats that programs are written on.
pub trait Float: Scalar + Magnitude {
    /// The distance from 1 to the next number.
    const EPSILON: f64;
    /// The one of its type.
    fn pick(double: &'static [f64], single: &'static [f32]) -> &'static [Self];
}

impl Float for f64 {
    const EPSILON: f64 = f64::EPSILON;
    fn pick(double: &'static [f64], _: &'static [f32]) -> &'static [f64] {
        double
    }
}

impl Float for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    fn pick(_: &'static [f64], single: &'static [f32]) -> &'static [f32] {
        single
    }
}

/// A dual over a dual, both with magnitudes for tangents.
pub type Nested<S> = Dual<Dual<S, Weight<S>>, Weight<Dual<S, Weight<S>>>>;

/// From the case and the inputs to the outputs.
pub type Outputs<T> = fn(&Case, &[T]) -> Vec<T>;
/// From the case, the inputs and as many or as many outputs' numbers, to the outputs and to derivatives.
pub type Along<S> = fn(&Case, &[S], &[S]) -> (Vec<S>, Vec<S>);

/// From the case and the inputs to the outputs and the gradient of the first.
pub type Gradient<S> = fn(&Case, &[S]) -> (Vec<S>, Vec<S>);
/// From the case and the inputs to the entries of a matrix, row by row.
pub type Entries<S> = fn(&Case, &[S]) -> Vec<S>;

/// From the case, the inputs and a direction to second derivatives along it.
pub type Product<S> = fn(&Case, &[S], &[S]) -> Vec<S>;

/// A program of the build script.
pub struct Trial<S: Float> {
    /// Its number.
    pub index: usize,
    /// The seed that it was made with.
    pub seed: u64,
    /// Its text, as a user writes it.
    pub text: &'static str,
    /// For each parameter its least length, 0 where it has none.
    pub least: &'static [usize],
    /// The number of inputs.
    pub inputs: fn(&Case) -> usize,
    /// The function itself.
    pub plain: Outputs<S>,
    /// Its twin.
    pub twin: Outputs<Recorded<S>>,
    /// What the attribute made of it.
    pub engine: Option<Engine<S>>,
}

/// What the attribute made of a program.
pub struct Engine<S: Float> {
    /// `f::eval`
    pub eval: Outputs<S>,
    /// `f::jvp`, of the inputs and a direction, where there is one.
    pub jvp: Option<Along<S>>,
    /// `f::vjp`, of the inputs and weights on the outputs.
    pub vjp: Along<S>,
    /// `f::vjp_into`, run twice with one workspace: the second run counts. Functions that may give nothing lack it.
    pub vjp_into: Option<Along<S>>,
    /// `f::jacobian`, row by row, for some of the programs.
    pub jacobian: Option<Entries<S>>,
    /// What only functions that return one float have.
    pub single: Option<Single<S>>,
}

/// What a function that returns one float has.
pub struct Single<S: Float> {
    /// How many of the outputs are written into slices; they stand behind what is returned, if anything is.
    pub written: fn(&Case) -> usize,
    /// `f::value_and_gradient`: all outputs, and the gradient of the one returned.
    pub gradient: Gradient<S>,
    /// `f::value_and_gradient_into`, run twice with one workspace: the second run counts.
    pub gradient_into: Option<Gradient<S>>,
    /// `f::hvp`, of the inputs and a direction, where there is one.
    pub hvp: Option<Product<S>>,
    /// `f::hessian`, row by row, for some of the programs.
    pub hessian: Option<Entries<S>>,
}

/// A list of pairs.
pub fn pairs<T: Copy>(values: &[T]) -> Vec<(T, T)> {
    values.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Constants as numbers that carry derivatives: what a function gets that could be differentiated by them.
pub fn constants<T: Number>(values: &[T::Scalar]) -> Vec<T> {
    values.iter().map(|&c| T::constant(c)).collect()
}
