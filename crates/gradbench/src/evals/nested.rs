//! What evals with derivatives inside of derivatives share: four functions, one for each pair of modes.

use crate::engine::{Engine, Settings};
use crate::objectives::saddle::argmin;
use crate::replay::Replay;
use std::cell::RefCell;
use wengert::program::Node;
use wengert::{Differentiate, Function};

/// A mode of differentiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Forward,
    Reverse,
}

use Mode::{Forward, Reverse};

/// The functions, and the mode of each outside and inside.
pub(super) const FUNCTIONS: [&str; 4] = ["rr", "rf", "fr", "ff"];
pub(super) const MODES: [[Mode; 2]; 4] =
    [[Reverse, Reverse], [Reverse, Forward], [Forward, Reverse], [Forward, Forward]];

/// A function of N numbers that takes derivatives itself, and the two by which the engine `adjoint` has its gradient.
pub(super) struct Outer<P, G, J> {
    pub(super) plain: P,
    pub(super) gradient: G,
    pub(super) jvp: J,
}

impl<P, G, J> Outer<P, G, J> {
    /// Where the function has its minimum, by gradients in a mode. An engine that has but one mode leaves the other one
    /// to the engine that has it: `tape` to `dual`, and `dual` to `tape`.
    pub(super) fn argmin<const N: usize, F: Function>(
        &self,
        settings: &Settings,
        mode: Mode,
        kept: &mut [Replay; 2],
        eval: impl for<'p> Fn(&[Node<'p>]) -> Node<'p> + Copy,
        function: impl Fn() -> F,
        start: [f64; N],
    ) -> [f64; N]
    where
        P: Fn([f64; N]) -> f64,
        G: Fn([f64; N]) -> [f64; N],
        J: Fn([f64; N], [f64; N]) -> f64,
    {
        let kept = RefCell::new(kept);
        let gradient = |x: [f64; N]| {
            let [back, along] = &mut **kept.borrow_mut();
            let mut slope = [0.0; N];
            match (settings.engine, mode) {
                (Engine::Adjoint | Engine::Vector, Reverse) => slope = (self.gradient)(x),
                (Engine::Adjoint | Engine::Vector, Forward) => slope = units().map(|unit| (self.jvp)(x, unit)),
                (Engine::Program, Reverse) => {
                    back.gradient(&x, &mut slope, eval);
                }
                (Engine::Program, Forward) => slope = units::<N>().map(|unit| along.along(&x, &unit, eval)),
                (Engine::Tape | Engine::Dual, Reverse) => {
                    slope.copy_from_slice(&function().vjp(&x, &[1.0]).1);
                }
                (Engine::Tape | Engine::Dual, Forward) => {
                    slope = units::<N>().map(|unit| function().jvp(&x, &unit).1[0]);
                }
            }
            slope
        };
        argmin(|x| (self.plain)(x), gradient, start)
    }
}

/// The directions of the axes.
fn units<const N: usize>() -> [[f64; N]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }))
}
