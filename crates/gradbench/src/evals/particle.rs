//! particle: what steers a charged particle into the origin, by gradient descent over paths whose forces are gradients.

use super::Eval;
use super::nested::{FUNCTIONS, MODES, Mode, Outer};
use crate::engine::Settings;
use crate::objectives::particle::{miss_forward, miss_reverse};
use crate::replay::Replay;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where the search begins.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct ParticleInput {
    /// How far one of the charges stands from its place.
    pub w: f64,
}

/// `rr`, `rf`, `fr` and `ff` of a start: the mode of the search's gradients, then that of the forces.
pub struct Particle {
    settings: Settings,
    start: f64,
    found: [f64; 1],
    replays: [[Replay; 2]; 2],
}

impl Particle {
    /// The eval on an input.
    pub fn new(input: ParticleInput, settings: &Settings) -> Particle {
        Particle { settings: settings.clone(), start: input.w, found: [f64::NAN], replays: Default::default() }
    }
}

impl Eval for Particle {
    fn functions(&self) -> &'static [&'static str] {
        &FUNCTIONS
    }

    fn run(&mut self, function: usize) {
        let ([outside, inside], start) = (MODES[function], [self.start]);
        let (settings, [by_forward, by_reverse]) = (&self.settings, &mut self.replays);
        self.found = match inside {
            Mode::Forward => Outer {
                plain: |[w]: [f64; 1]| miss_forward(w),
                gradient: |[w]: [f64; 1]| [miss_forward::gradient(w)],
                jvp: |[w]: [f64; 1], [along]: [f64; 1]| miss_forward::jvp(w, along).1,
            }
            .argmin(
                settings,
                outside,
                by_forward,
                |w| miss_forward::eval(w[0]),
                || miss_forward::function(0.0),
                start,
            ),
            Mode::Reverse => Outer {
                plain: |[w]: [f64; 1]| miss_reverse(w),
                gradient: |[w]: [f64; 1]| [miss_reverse::gradient(w)],
                jvp: |[w]: [f64; 1], [along]: [f64; 1]| miss_reverse::jvp(w, along).1,
            }
            .argmin(
                settings,
                outside,
                by_reverse,
                |w| miss_reverse::eval(w[0]),
                || miss_reverse::function(0.0),
                start,
            ),
        };
    }

    fn output(&self, _: usize) -> Value {
        self.found[0].into()
    }

    fn derivatives(&self) -> &[f64] {
        &self.found
    }
}
