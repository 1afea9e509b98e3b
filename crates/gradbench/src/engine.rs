//! Which engine differentiates, and on how many threads.

use crate::failure::Failure;
use crate::replay::Replay;
use crate::threads::Threads;
use wengert::program::Node;
use wengert::{Differentiate, Function, Mode};

/// An engine of Wengert; all run the same objectives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Engine {
    /// The adjoint that `#[differentiable]` generates
    #[default]
    Adjoint,
    /// The same of the function with `math = "vector"`, where there is one: gmm, lse, kmeans and ode
    Vector,
    /// A program, recorded in the first run and replayed in all others
    Program,
    /// A tape, recorded and swept backwards in every run
    Tape,
    /// Dual numbers, eight inputs at a time; second derivatives by duals over the tape
    Dual,
}

impl Engine {
    /// Every engine, the fastest first.
    pub const ALL: [Engine; 5] = [Engine::Adjoint, Engine::Vector, Engine::Program, Engine::Tape, Engine::Dual];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Adjoint => "adjoint",
            Engine::Vector => "vector",
            Engine::Tape => "tape",
            Engine::Program => "program",
            Engine::Dual => "dual",
        }
    }

    /// The gradient of a function with one output into `gradient`, and the value: by the generated adjoint as `adjoint`
    /// writes it, by the program that `kept` holds or `eval` records, or by running `function` at `x` on the engine's
    /// numbers.
    pub(crate) fn gradient<F: Function>(
        self,
        x: &[f64],
        gradient: &mut [f64],
        (kept, eval): (&mut Replay, impl for<'p> Fn(&[Node<'p>]) -> Node<'p>),
        function: impl FnOnce() -> F,
        adjoint: impl FnOnce(&mut [f64]) -> f64,
    ) -> f64 {
        let (value, slopes) = match self {
            Engine::Adjoint | Engine::Vector => return adjoint(gradient),
            Engine::Program => return kept.gradient(x, gradient, eval),
            Engine::Tape => function().vjp(x, &[1.0]),
            Engine::Dual => {
                let (value, row) = function().value_and_jacobian(Mode::Forward, x);
                (value, row.as_slice().to_vec())
            }
        };
        gradient.copy_from_slice(&slopes);
        value[0]
    }
}

/// How evals are run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The engine that differentiates.
    pub engine: Engine,
    /// The threads that share the work.
    pub threads: Threads,
}

impl Settings {
    /// The engine on `threads` threads.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(engine: Engine, threads: usize) -> Result<Settings, Failure> {
        Ok(Settings { engine, threads: Threads::new(threads)? })
    }
}
