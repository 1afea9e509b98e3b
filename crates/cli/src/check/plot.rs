//! The picture of errors against steps.

use super::methods::{Method, Run, complex_step_of, disagreement, relative};
use crate::failure::Failure;
use crate::number;
use crate::problem::Problem;
use numeric::Stencil;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;

const SIZE: (u32, u32) = (860, 600);
/// The corners of the plot.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 836.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 536.0;

/// The widest step and the narrowest, as powers of ten.
const STEPS: (i32, i32) = (-16, 0);
/// Points for each power of ten.
const DENSITY: i32 = 12;
/// The least error that is drawn, as a power of ten.
const LEAST: i32 = -17;

const INK: RGBColor = RGBColor(34, 34, 34);
const GREY: RGBColor = RGBColor(120, 120, 120);
const COLOURS: [RGBColor; 4] =
    [RGBColor(213, 94, 0), RGBColor(0, 114, 178), RGBColor(0, 158, 115), RGBColor(170, 68, 153)];

/// Errors of one method by its steps.
struct Curve {
    name: String,
    /// How its error falls with the step.
    order: Option<usize>,
    points: Vec<(f64, f64)>,
}

/// The picture as SVG: errors of differences against forward mode, relative to the gradient.
pub(super) fn svg(problem: &Problem, x: &[f64], methods: &[Method]) -> Result<String, Failure> {
    let exact: Vec<f64> = methods[0].derivatives.iter().map(|d| d.value).collect();
    if exact.iter().any(|d| !d.is_finite()) {
        return Err(Failure::Program("Error: the derivative is not finite, so errors cannot be drawn".to_owned()));
    }
    let floor = disagreement(methods).max(0.5 * f64::EPSILON);
    let curves = curves(problem, x, &exact, floor).map_err(|e| cannot(&e))?;
    let mut text = String::new();
    draw(&mut text, &title(problem, x), &curves, floor).map_err(|e| cannot(&*e))?;
    Ok(text)
}

fn cannot(error: &dyn Error) -> Failure {
    Failure::Program(format!("Error: the picture cannot be drawn: {error}"))
}

/// The program and the point, in one line.
fn title(problem: &Problem, x: &[f64]) -> String {
    let source = match &problem.source.file {
        Some(file) => file.clone(),
        None => problem.source.text.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let point: Vec<String> =
        problem.program.inputs().iter().zip(x).map(|(name, &x)| format!("{name} = {}", number::text(x))).collect();
    let line = format!("{source} at {}", point.join(", "));
    match line.char_indices().nth(100) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}

fn curves(problem: &Problem, x: &[f64], exact: &[f64], floor: f64) -> Result<Vec<Curve>, numeric::Error> {
    let steps = || (STEPS.0 * DENSITY..=STEPS.1 * DENSITY).map(|i| 10f64.powf(f64::from(i) / f64::from(DENSITY)));
    // Steps are in units of the variable's size.
    let size = |i: usize| if x[i] == 0.0 { 1.0 } else { 2f64.powi(x[i].abs().log2().floor() as i32) };
    let mut curves = Vec::new();
    for order in [2, 4, 8] {
        let stencil = Stencil::central(1, order)?;
        let mut run = Run::<f64>::new(problem);
        let points = steps().map(|h| {
            let by = |&i: &usize| stencil.apply(|t| run.along(x, i, t), x[i], h * size(i));
            (h, relative(&problem.wrt.iter().map(by).collect::<Vec<f64>>(), exact))
        });
        curves.push(Curve {
            name: format!("differences, order {order}"),
            order: Some(order),
            points: points.collect(),
        });
    }
    let mut run = Run::new(problem);
    let points = steps().map(|h| {
        let by = |&i: &usize| complex_step_of(&mut run, x, i, h * size(i));
        (h, relative(&problem.wrt.iter().map(by).collect::<Vec<f64>>(), exact))
    });
    curves.push(Curve { name: "complex step".to_owned(), order: None, points: points.collect() });
    // Below the error of what is compared with nothing can be seen.
    for (_, error) in curves.iter_mut().flat_map(|curve| &mut curve.points) {
        *error = if *error < floor { floor } else { *error };
    }
    Ok(curves)
}

/// The picture while it is drawn.
struct Picture<'a> {
    root: DrawingArea<SVGBackend<'a>, Shift>,
    /// The greatest error that is drawn, as a power of ten.
    highest: i32,
}

type Done = Result<(), Box<dyn Error>>;

const START: (HPos, VPos) = (HPos::Left, VPos::Center);
const CENTRE: (HPos, VPos) = (HPos::Center, VPos::Center);
const END: (HPos, VPos) = (HPos::Right, VPos::Center);

impl Picture<'_> {
    fn x(&self, h: f64) -> f64 {
        let (low, high) = (f64::from(STEPS.0), f64::from(STEPS.1));
        LEFT + (h.log10() - low) / (high - low) * (RIGHT - LEFT)
    }

    fn y(&self, error: f64) -> f64 {
        let (low, high) = (f64::from(LEAST), f64::from(self.highest));
        BOTTOM - (error.log10() - low) / (high - low) * (BOTTOM - TOP)
    }

    fn write(&self, words: &str, (x, y): (f64, f64), size: i32, colour: RGBColor, (h, v): (HPos, VPos)) -> Done {
        let style = ("sans-serif", size).into_text_style(&self.root).color(&colour).pos(Pos::new(h, v));
        Ok(self.root.draw(&Text::new(words.to_owned(), (x.round() as i32, y.round() as i32), style))?)
    }

    fn line(&self, places: &[(f64, f64)], colour: RGBAColor, width: u32) -> Done {
        let places: Vec<(i32, i32)> = places.iter().map(|&(x, y)| (x.round() as i32, y.round() as i32)).collect();
        Ok(self.root.draw(&PathElement::new(places, colour.stroke_width(width)))?)
    }

    fn dot(&self, (x, y): (f64, f64), colour: RGBColor) -> Done {
        Ok(self.root.draw(&Circle::new((x.round() as i32, y.round() as i32), 4, colour.filled()))?)
    }

    fn dashes(&self, (from, to): (f64, f64), y: f64) -> Done {
        let mut x = from;
        while x < to {
            self.line(&[(x, y), ((x + 7.0).min(to), y)], INK.mix(1.0), 2)?;
            x += 12.0;
        }
        Ok(())
    }

    fn grid(&self) -> Done {
        let shade = |power: i32| INK.mix(if power % 2 == 0 { 0.16 } else { 0.06 });
        for power in STEPS.0..=STEPS.1 {
            let x = self.x(10f64.powi(power));
            self.line(&[(x, TOP), (x, BOTTOM)], shade(power), 1)?;
            if power % 2 == 0 {
                self.write(&power_of_ten(power), (x, BOTTOM + 18.0), 14, INK, CENTRE)?;
            }
        }
        for power in LEAST..=self.highest {
            let y = self.y(10f64.powi(power));
            self.line(&[(LEFT, y), (RIGHT, y)], shade(power), 1)?;
            if power % 2 == 0 {
                self.write(&power_of_ten(power), (LEFT - 10.0, y), 14, INK, END)?;
            }
        }
        let turned = ("sans-serif", 15).into_text_style(&self.root).color(&INK).transform(FontTransform::Rotate270);
        let turned = turned.pos(Pos::new(HPos::Center, VPos::Center));
        self.root.draw(&Text::new("relative error", (22, f64::midpoint(TOP, BOTTOM) as i32), turned))?;
        self.write("step h, in units of the variable", (f64::midpoint(LEFT, RIGHT), BOTTOM + 46.0), 15, INK, CENTRE)
    }

    fn curve(&self, curve: &Curve, colour: RGBColor) -> Done {
        let mut places = Vec::new();
        for &(h, error) in &curve.points {
            if error.is_finite() && self.y(error) >= TOP {
                places.push((self.x(h), self.y(error)));
            } else if !places.is_empty() {
                self.line(&std::mem::take(&mut places), colour.mix(1.0), 2)?;
            }
        }
        self.line(&places, colour.mix(1.0), 2)?;
        if let (Some(order), Some((h, error))) = (curve.order, curve.branch()) {
            let at = (self.x(h) + 9.0, self.y(error) + 9.0);
            self.write(&format!("h{}", superscript(order)), at, 16, colour, START)?;
        }
        match curve.best() {
            Some((h, error)) if curve.order.is_some() => self.dot((self.x(h), self.y(error)), colour),
            _ => Ok(()),
        }
    }

    /// Names, and the best that each can do, in the corner that nothing reaches.
    fn legend(&self, curves: &[Curve], floor: f64) -> Done {
        let (left, step) = (LEFT + 16.0, 23.0);
        let mut y = self.y(floor) - 22.0 - step * curves.len() as f64;
        for (curve, colour) in curves.iter().zip(COLOURS) {
            self.line(&[(left, y), (left + 26.0, y)], colour.mix(1.0), 3)?;
            let best = curve.best().map_or(String::new(), |(h, error)| match curve.order {
                Some(_) => format!(": {} at h = {}", scientific(error), scientific(h)),
                None => format!(": {}", scientific(error)),
            });
            self.write(&format!("{}{best}", curve.name), (left + 36.0, y), 14, INK, START)?;
            y += step;
        }
        self.dashes((left, left + 26.0), y)?;
        let name = format!("automatic differentiation: {}", scientific(floor));
        self.write(&name, (left + 36.0, y), 14, INK, START)
    }
}

impl Curve {
    /// Where the error is least, in the mean of some points in a row: rounding is a matter of luck.
    fn best(&self) -> Option<(f64, f64)> {
        let mean = |points: &[(f64, f64)]| {
            let logarithms = points.iter().map(|(_, error)| error.ln()).sum::<f64>();
            (points[points.len() / 2].0, (logarithms / points.len() as f64).exp())
        };
        self.points.windows(7).map(mean).filter(|best| best.1.is_finite()).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// A point on the right branch, where the error is that of the terms cut off.
    fn branch(&self) -> Option<(f64, f64)> {
        let (least, best) = self.best()?;
        let level = (best * 1e4).clamp(1e-8, 1e-2);
        self.points.iter().copied().find(|&(h, error)| h > least && error >= level && error.is_finite())
    }
}

fn draw(text: &mut String, title: &str, curves: &[Curve], floor: f64) -> Done {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let errors = curves.iter().flat_map(|curve| &curve.points).map(|(_, error)| *error).filter(|e| e.is_finite());
    let highest = (errors.fold(1.0, f64::max).log10().ceil() as i32).clamp(0, 2);
    let picture = Picture { root, highest };
    picture.write("Error of the derivative against the step", (LEFT, 30.0), 22, INK, START)?;
    picture.write(title, (LEFT, 58.0), 14, GREY, START)?;
    picture.grid()?;
    picture.legend(curves, floor)?;
    for (curve, colour) in curves.iter().zip(COLOURS).rev() {
        picture.curve(curve, colour)?;
    }
    picture.dashes((LEFT, RIGHT), picture.y(floor))?;
    picture.root.present()?;
    Ok(())
}

/// One digit and a power of ten.
fn scientific(x: f64) -> String {
    let text = format!("{x:.0e}");
    match text.split_once('e') {
        Some((digit, "0")) => digit.to_owned(),
        Some((digit, power)) => format!("{digit}\u{b7}10{}", superscript(power)),
        None => text,
    }
}

fn power_of_ten(power: i32) -> String {
    format!("10{}", superscript(power))
}

fn superscript(n: impl std::fmt::Display) -> String {
    const DIGITS: [char; 10] = [
        '\u{2070}', '\u{b9}', '\u{b2}', '\u{b3}', '\u{2074}', '\u{2075}', '\u{2076}', '\u{2077}', '\u{2078}',
        '\u{2079}',
    ];
    n.to_string().chars().map(|c| c.to_digit(10).map_or('\u{207b}', |digit| DIGITS[digit as usize])).collect()
}
