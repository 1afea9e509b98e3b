//! A panel with two even axes.

use super::marks::{Beside, line, words};
use super::scene::{Colour, Shape};
use crate::trace::number;

const INK: Colour = [0x22, 0x26, 0x2b];
const GRID: Colour = [0xe3, 0xe6, 0xe9];
const FRAME: Colour = [0xb4, 0xba, 0xc1];

/// A part of a line with even steps on it.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// The axis around all these values, with about `count` steps; around 0 if there are none.
    pub(crate) fn around(values: impl Iterator<Item = f64>, count: f64) -> Axis {
        let finite = values.filter(|x| x.is_finite());
        let (mut low, mut high) =
            finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if low > high {
            (low, high) = (-1.0, 1.0);
        }
        // Halves first, as the whole may overflow; what is too narrow for steps is widened.
        let narrow = 1e-9 * low.abs().max(high.abs()).max(f64::MIN_POSITIVE);
        let margin = (0.04 * (high / 2.0 - low / 2.0) * 2.0).max(narrow);
        (low, high) = ((low - margin).max(-f64::MAX / 4.0), (high + margin).min(f64::MAX / 4.0));
        let rough = (high - low) / count;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|&step| step >= rough);
        Axis { low, high, step: step.unwrap_or(rough) }
    }

    fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let Axis { low, high, step } = *self;
        let (first, last) = ((low / step).ceil(), (high / step).floor());
        (0..=((last - first).clamp(0.0, 50.0) as usize)).map(move |i| (first + i as f64) * step)
    }

    fn part(&self, x: f64) -> f64 {
        (x - self.low) / (self.high - self.low)
    }

    /// `count` values from one end to the other.
    pub(crate) fn walk(&self, count: usize) -> impl Iterator<Item = f64> + use<> {
        let Axis { low, high, .. } = *self;
        (0..count).map(move |i| low + (high - low) * i as f64 / (count - 1) as f64)
    }
}

/// A rectangle that values are drawn in.
pub(crate) struct Panel {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// Left, top, right, bottom.
    pub(crate) sides: [f64; 4],
}

impl Panel {
    /// Where values lie; outside the panel, they are moved to its sides.
    pub(crate) fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let [left, top, right, bottom] = self.sides;
        let (x, y) = (self.x.part(x).clamp(0.0, 1.0), self.y.part(y).clamp(0.0, 1.0));
        [left + x * (right - left), bottom - y * (bottom - top)]
    }

    /// Whether a value is between top and bottom.
    pub(crate) fn has(&self, y: f64) -> bool {
        (0.0..=1.0).contains(&self.y.part(y))
    }

    /// Grid, frame and numbers; those of the horizontal axis only if `numbered`.
    pub(crate) fn grid(&self, numbered: bool) -> Vec<Shape> {
        let [left, top, right, bottom] = self.sides;
        let mut shapes = Vec::new();
        for x in self.x.ticks() {
            let [at, _] = self.place(x, self.y.low);
            shapes.extend(line(&[[at, top], [at, bottom]], GRID, 1.0, false));
            if numbered {
                shapes.push(words(number(x, 6), [at, bottom + 16.0], 12.0, INK, Beside::Around));
            }
        }
        for y in self.y.ticks() {
            let [_, at] = self.place(self.x.low, y);
            shapes.extend(line(&[[left, at], [right, at]], GRID, 1.0, false));
            shapes.push(words(number(y, 6), [left - 8.0, at], 12.0, INK, Beside::Left));
        }
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
        shapes.extend(line(&corners, FRAME, 1.0, false));
        shapes
    }
}
