//! saddle: the saddle of a surface, by gradient descent over maxima that gradient descent finds.

use super::Eval;
use super::nested::{FUNCTIONS, MODES, Mode, Outer};
use crate::engine::Settings;
use crate::objectives::saddle::{greatest_forward, greatest_reverse, top_forward, top_reverse};
use crate::replay::Replay;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where all searches begin.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct SaddleInput {
    /// A point of the plane.
    pub start: [f64; 2],
}

/// `rr`, `rf`, `fr` and `ff` of a start: the mode of the gradients of the search outside, then inside.
pub struct Saddle {
    settings: Settings,
    start: [f64; 2],
    /// The place of the least maximum, and that of this maximum.
    found: [f64; 4],
    replays: [[Replay; 2]; 2],
}

impl Saddle {
    /// The eval on an input.
    pub fn new(input: SaddleInput, settings: &Settings) -> Saddle {
        Saddle { settings: settings.clone(), start: input.start, found: [f64::NAN; 4], replays: Default::default() }
    }
}

impl Eval for Saddle {
    fn functions(&self) -> &'static [&'static str] {
        &FUNCTIONS
    }

    fn run(&mut self, function: usize) {
        let ([outside, inside], start) = (MODES[function], self.start);
        let (settings, [by_forward, by_reverse]) = (&self.settings, &mut self.replays);
        let (x, y) = match inside {
            Mode::Forward => {
                let outer = Outer {
                    plain: |x| greatest_forward(x, start),
                    gradient: |x| greatest_forward::gradient(x, start),
                    jvp: |x, along| greatest_forward::jvp(x, start, along).1,
                };
                let function = || greatest_forward::function(start, start);
                let x = outer.argmin(
                    settings,
                    outside,
                    by_forward,
                    |x| greatest_forward::eval([x[0], x[1]], start),
                    function,
                    start,
                );
                (x, top_forward(x, start))
            }
            Mode::Reverse => {
                let outer = Outer {
                    plain: |x| greatest_reverse(x, start),
                    gradient: |x| greatest_reverse::gradient(x, start),
                    jvp: |x, along| greatest_reverse::jvp(x, start, along).1,
                };
                let function = || greatest_reverse::function(start, start);
                let x = outer.argmin(
                    settings,
                    outside,
                    by_reverse,
                    |x| greatest_reverse::eval([x[0], x[1]], start),
                    function,
                    start,
                );
                (x, top_reverse(x, start))
            }
        };
        self.found = [x[0], x[1], y[0], y[1]];
    }

    fn output(&self, _: usize) -> Value {
        self.found[..].into()
    }

    fn derivatives(&self) -> &[f64] {
        &self.found
    }
}
