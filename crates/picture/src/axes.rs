//! A panel with two axes.

use crate::marks::{Beside, FRAME, GRID, INK, line, words};
use crate::number::{number, power_of_ten};
use crate::scene::Shape;

/// A part of a line with even steps on it, or with powers of ten.
///
/// ```
/// use picture::Axis;
/// assert_eq!(Axis::between(0.0, 10.0, 5.0).walk(3).collect::<Vec<_>>(), [0.0, 5.0, 10.0]);
/// assert_eq!(Axis::powers(1.0, 100.0).walk(3).collect::<Vec<_>>(), [1.0, 10.0, 100.0]);
/// // Around values there is a little room on both sides; what is not finite does not count.
/// let ends: Vec<f64> = Axis::around([0.0, 10.0, f64::NAN].into_iter(), 5.0).walk(2).collect();
/// assert!((-1.0..0.0).contains(&ends[0]) && (10.0..11.0).contains(&ends[1]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The ends; of a logarithmic axis their logarithms.
    low: f64,
    high: f64,
    step: f64,
    logarithmic: bool,
}

impl Axis {
    /// The even axis around all these values, with about `count` steps; around 0 if there are none.
    pub fn around(values: impl Iterator<Item = f64>, count: f64) -> Axis {
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
        Axis { low, high, step: even_step(low, high, count), logarithmic: false }
    }

    /// The even axis from one value to another, with about `count` steps.
    pub fn between(low: f64, high: f64, count: f64) -> Axis {
        Axis { low, high, step: even_step(low, high, count), logarithmic: false }
    }

    /// The logarithmic axis from one positive value to another.
    pub fn powers(low: f64, high: f64) -> Axis {
        let (low, high) = (low.log10(), high.log10());
        Axis { low, high, step: ((high - low) / 10.0).ceil().max(1.0), logarithmic: true }
    }

    /// Where there are lines, and what is written there.
    fn ticks(&self) -> impl Iterator<Item = (f64, String)> + use<> {
        let Axis { low, high, step, logarithmic } = *self;
        // An end that is a multiple of the step but for rounding has a line.
        let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
        (0..=((last - first).clamp(0.0, 50.0) as usize)).map(move |i| {
            let at = (first + i as f64) * step;
            match logarithmic {
                false => (at, number(at, 6)),
                // What is short is written out.
                true if (-2.0..=3.0).contains(&at) => (10f64.powf(at), number(10f64.powf(at), 6)),
                true => (10f64.powf(at), power_of_ten(at as i32)),
            }
        })
    }

    fn part(&self, x: f64) -> f64 {
        let x = if self.logarithmic { x.log10() } else { x };
        (x - self.low) / (self.high - self.low)
    }

    /// `count` values from one end to the other.
    pub fn walk(&self, count: usize) -> impl Iterator<Item = f64> + use<> {
        let Axis { low, high, logarithmic, .. } = *self;
        let at = move |i: usize| low + (high - low) * i as f64 / (count - 1) as f64;
        (0..count).map(move |i| if logarithmic { 10f64.powf(at(i)) } else { at(i) })
    }
}

fn even_step(low: f64, high: f64, count: f64) -> f64 {
    let rough = (high - low) / count;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|&step| step >= rough);
    step.unwrap_or(rough)
}

/// A rectangle that values are drawn in.
///
/// ```
/// use picture::{Axis, Panel, Shape};
/// let panel = Panel { x: Axis::between(0.0, 10.0, 5.0), y: Axis::between(-1.0, 1.0, 2.0), sides: [50.0, 20.0, 250.0, 120.0] };
/// // y points down in a picture.
/// assert_eq!((panel.place(5.0, 0.0), panel.place(10.0, 1.0)), ([150.0, 70.0], [250.0, 20.0]));
/// assert!(panel.has(0.5) && !panel.has(1.5));
/// // The numbers 0, 2 .. 10 below, and -1, 0, 1 at the side.
/// let numbers = |numbered| panel.grid(numbered).iter().filter(|shape| matches!(shape, Shape::Words { .. })).count();
/// assert_eq!((numbers(true), numbers(false)), (9, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panel {
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// Left, top, right, bottom.
    pub sides: [f64; 4],
}

impl Panel {
    /// Where values lie; outside the panel, they are moved to its sides.
    pub fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let [left, top, right, bottom] = self.sides;
        let (x, y) = (self.x.part(x).clamp(0.0, 1.0), self.y.part(y).clamp(0.0, 1.0));
        [left + x * (right - left), bottom - y * (bottom - top)]
    }

    /// Whether a value is between top and bottom.
    pub fn has(&self, y: f64) -> bool {
        (0.0..=1.0).contains(&self.y.part(y))
    }

    /// Grid, frame and numbers; those of the horizontal axis only if `numbered`.
    pub fn grid(&self, numbered: bool) -> Vec<Shape> {
        let [left, top, right, bottom] = self.sides;
        let mut shapes = Vec::new();
        for (x, text) in self.x.ticks() {
            let at = left + self.x.part(x) * (right - left);
            shapes.extend(line(&[[at, top], [at, bottom]], GRID, 1.0, false));
            if numbered {
                shapes.push(words(text, [at, bottom + 16.0], 12.0, INK, Beside::Around));
            }
        }
        for (y, text) in self.y.ticks() {
            let at = bottom - self.y.part(y) * (bottom - top);
            shapes.extend(line(&[[left, at], [right, at]], GRID, 1.0, false));
            shapes.push(words(text, [left - 8.0, at], 12.0, INK, Beside::Left));
        }
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
        shapes.extend(line(&corners, FRAME, 1.0, false));
        shapes
    }
}
