//! The picture of a function and its derivative along one variable.

use crate::args::GradArgs;
use crate::engine::engine;
use crate::failure::Failure;
use crate::problem::{Problem, constant, position};
use crate::trace::number;
use lang::visible;
use picture::{Axis, Beside, COLOURS, Chart, INK, PALE, Panel, Scene, words};
use wengert::{Mode, Tape};

/// Places that curves are drawn through.
const SAMPLES: usize = 601;

/// Where is drawn: along which variable, and between which of its values.
pub(super) struct Walk {
    variable: usize,
    from: f64,
    to: f64,
}

impl Walk {
    /// As the arguments say: along the first variable, twice its size to either side, where they say nothing.
    pub(super) fn new(args: &GradArgs, problem: &Problem, x: &[f64]) -> Result<Walk, Failure> {
        let variable = match &args.along {
            Some(name) => position(problem.program.inputs(), name, "--along")?,
            None => *problem
                .wrt
                .first()
                .ok_or_else(|| Failure::Usage("--plot draws along a variable, and the program has none".to_owned()))?,
        };
        let Some(range) = &args.range else {
            let reach = 2.0 * if x[variable] == 0.0 { 1.0 } else { x[variable].abs() };
            return Ok(Walk { variable, from: x[variable] - reach, to: x[variable] + reach });
        };
        let wrong = || Failure::Usage(format!("--range {range}: write two numbers, as in --range -1..2"));
        let (from, to) = range.split_once("..").ok_or_else(wrong)?;
        let (from, to) = (constant(from, range)?, constant(to, range)?);
        match (to - from).is_finite() && from < to {
            true => Ok(Walk { variable, from, to }),
            false => Err(wrong()),
        }
    }

    /// The picture.
    pub(super) fn scene(&self, problem: &Problem, x: &[f64]) -> Result<Scene, Failure> {
        let name = problem.program.inputs()[self.variable].clone();
        let one = Problem { wrt: vec![self.variable], ..problem.clone() };
        let tape = Tape::new();
        let mut engine = engine(&one, Mode::Auto, &tape);
        let mut at = |t: f64| {
            let (mut place, mut value, mut slope) = (x.to_vec(), [f64::NAN], [f64::NAN]);
            place[self.variable] = t;
            // Where the program has no value, as where it recurses without end, there is a gap.
            let ran = engine.run(&place, &mut value, &mut slope);
            if ran.is_ok() { [value[0], slope[0]] } else { [f64::NAN; 2] }
        };
        let across = Axis::between(self.from, self.to, 8.0);
        let samples: Vec<(f64, [f64; 2])> = across.walk(SAMPLES).map(|t| (t, at(t))).collect();
        let here = at(x[self.variable]);

        let source = problem
            .source
            .file
            .clone()
            .unwrap_or_else(|| problem.source.text.split_whitespace().collect::<Vec<_>>().join(" "));
        let others = problem.program.inputs().iter().zip(x).enumerate().filter(|(i, _)| *i != self.variable);
        let others: Vec<String> = others.map(|(_, (name, &x))| format!("{name} = {}", number(x, 6))).collect();
        let below = match others.is_empty() {
            true => format!("along {name}"),
            false => format!("along {name}, at {}", others.join(", ")),
        };
        let mut chart = Chart::new([860.0, 640.0], &cut(&visible(&source), 70), &cut(&below, 110));
        let panels = [
            ("value".to_owned(), [84.0, 104.0, 832.0, 312.0]),
            (format!("derivative by {name}"), [84.0, 372.0, 832.0, 580.0]),
        ];
        for (k, (title, sides)) in panels.into_iter().enumerate() {
            let values = || samples.iter().map(|(_, y)| y[k]);
            let panel = Panel { x: across, y: Axis::around(ordinary(values()).into_iter(), 5.0), sides };
            chart.panel(&panel, if k == 1 { &name } else { "" }, &title);
            let inside = |y: f64| if panel.has(y) { y } else { f64::NAN };
            if panel.has(0.0) {
                chart.curve(&panel, across.walk(2).map(|t| [t, 0.0]), PALE, 1.0, false);
            }
            chart.curve(&panel, samples.iter().map(|(t, y)| [*t, inside(y[k])]), COLOURS[k], 2.0, false);
            let t = x[self.variable];
            if (self.from..=self.to).contains(&t) && panel.has(here[k]) {
                if k == 0 {
                    let tangent = across.walk(SAMPLES).map(|s| [s, inside(here[0] + here[1] * (s - t))]);
                    chart.curve(&panel, tangent, COLOURS[1], 1.2, true);
                }
                chart.dots(&panel, [[t, here[k]]], INK, 4.0);
                let right = t < f64::midpoint(self.from, self.to);
                let (beside, aside) = if right { (Beside::Right, 8.0) } else { (Beside::Left, -8.0) };
                let [across, down] = panel.place(t, here[k]);
                chart.push(words(number(here[k], 6), [across + aside, down - 13.0], 13.0, INK, beside));
            }
        }
        Ok(chart.scene())
    }
}

/// The finite values but for the outermost twentieth at each end, so that a pole does not flatten all else.
fn ordinary(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut finite: Vec<f64> = values.filter(|y| y.is_finite()).collect();
    finite.sort_by(f64::total_cmp);
    let (first, last) = (finite.len() / 20, finite.len() - finite.len() / 20);
    let [low, high] = [finite.get(first), finite.get(last.saturating_sub(1))].map(|y| y.copied().unwrap_or(0.0));
    // Only where the ends are far out.
    let wide = 4.0 * (high - low).max(f64::MIN_POSITIVE);
    finite.retain(|y| (low - wide..=high + wide).contains(y));
    match finite.iter().all(|y| (low - 0.5 * wide..=high + 0.5 * wide).contains(y)) {
        true => finite,
        false => vec![low, high],
    }
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}
