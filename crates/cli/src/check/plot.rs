//! The picture of errors against steps.

use super::methods::{Method, Run, complex_step_of, disagreement, relative};
use crate::failure::Failure;
use crate::number;
use crate::problem::Problem;
use lang::visible;
use numeric::Stencil;
use picture::{Beside, COLOURS, Colour, INK, PALE, Scene, Shape, dot, line, power_of_ten, superscript, words};

const SIZE: [f64; 2] = [860.0, 620.0];
/// The corners of the plot.
const LEFT: f64 = 72.0;
const RIGHT: f64 = 832.0;
const TOP: f64 = 112.0;
const BOTTOM: f64 = 556.0;

/// The widest step and the narrowest, as powers of ten.
const STEPS: (i32, i32) = (-16, 0);
/// Points for each power of ten.
const DENSITY: i32 = 12;
/// The least error that is drawn, as a power of ten.
const LEAST: i32 = -17;

const EVEN: Colour = [0xd8, 0xdb, 0xdf];
const ODD: Colour = [0xee, 0xf0, 0xf2];

/// Errors of one method by its steps.
struct Curve {
    name: String,
    /// How its error falls with the step.
    order: Option<usize>,
    points: Vec<(f64, f64)>,
}

/// The picture: errors of differences against forward mode, relative to the gradient.
pub(super) fn plot(problem: &Problem, x: &[f64], methods: &[Method]) -> Result<Scene, Failure> {
    let cannot = |why: &dyn std::fmt::Display| Failure::Program(format!("error: no picture: {why}"));
    let exact: Vec<f64> = methods[0].derivatives.iter().map(|d| d.value).collect();
    if exact.iter().any(|d| !d.is_finite()) {
        return Err(cannot(&"the derivative is not finite"));
    }
    let floor = disagreement(methods).max(0.5 * f64::EPSILON);
    let curves = curves(problem, x, &exact, floor).map_err(|e| cannot(&e))?;
    Ok(scene(title(problem, x), &curves, floor))
}

/// The program and the point, in one line.
fn title(problem: &Problem, x: &[f64]) -> String {
    let source = match &problem.source.file {
        Some(file) => file.clone(),
        None => problem.source.text.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let point: Vec<String> =
        problem.program.inputs().iter().zip(x).map(|(name, &x)| format!("{name} = {}", number::text(x))).collect();
    let line = format!("{} at {}", visible(&source), point.join(", "));
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
struct Canvas {
    shapes: Vec<Shape>,
    /// The greatest error that is drawn, as a power of ten.
    highest: i32,
}

impl Canvas {
    fn x(&self, h: f64) -> f64 {
        let (low, high) = (f64::from(STEPS.0), f64::from(STEPS.1));
        LEFT + (h.log10() - low) / (high - low) * (RIGHT - LEFT)
    }

    fn y(&self, error: f64) -> f64 {
        let (low, high) = (f64::from(LEAST), f64::from(self.highest));
        BOTTOM - (error.log10() - low) / (high - low) * (BOTTOM - TOP)
    }

    fn write(&mut self, text: impl Into<String>, at: [f64; 2], size: f64, colour: Colour, beside: Beside) {
        self.shapes.push(words(text, at, size, colour, beside));
    }

    fn line(&mut self, places: &[[f64; 2]], colour: Colour, width: f64, dashed: bool) {
        self.shapes.extend(line(places, colour, width, dashed));
    }

    fn grid(&mut self) {
        let shade = |power: i32| if power % 2 == 0 { EVEN } else { ODD };
        let lines = |canvas: &mut Canvas, even: bool| {
            for power in (STEPS.0..=STEPS.1).filter(|power| (power % 2 == 0) == even) {
                let x = canvas.x(10f64.powi(power));
                canvas.line(&[[x, TOP], [x, BOTTOM]], shade(power), 1.0, false);
            }
            for power in (LEAST..=canvas.highest).filter(|power| (power % 2 == 0) == even) {
                let y = canvas.y(10f64.powi(power));
                canvas.line(&[[LEFT, y], [RIGHT, y]], shade(power), 1.0, false);
            }
        };
        lines(self, false);
        lines(self, true);
        for power in (STEPS.0..=STEPS.1).filter(|power| power % 2 == 0) {
            self.write(power_of_ten(power), [self.x(10f64.powi(power)), BOTTOM + 16.0], 13.0, INK, Beside::Around);
        }
        for power in (LEAST..=self.highest).filter(|power| power % 2 == 0) {
            self.write(power_of_ten(power), [LEFT - 9.0, self.y(10f64.powi(power))], 13.0, INK, Beside::Left);
        }
        self.write("relative error", [LEFT - 44.0, TOP - 16.0], 13.0, PALE, Beside::Right);
        let below = [f64::midpoint(LEFT, RIGHT), BOTTOM + 42.0];
        self.write("step h, in units of the variable", below, 13.0, PALE, Beside::Around);
    }

    fn curve(&mut self, curve: &Curve, colour: Colour) {
        let mut places = Vec::new();
        for &(h, error) in &curve.points {
            if error.is_finite() && self.y(error) >= TOP {
                places.push([self.x(h), self.y(error)]);
            } else {
                self.line(&std::mem::take(&mut places), colour, 1.8, false);
            }
        }
        self.line(&places, colour, 1.8, false);
        let Some(order) = curve.order else { return };
        if let Some((h, error)) = curve.branch() {
            let at = [self.x(h) + 9.0, self.y(error) + 9.0];
            self.write(format!("h{}", superscript(order)), at, 15.0, colour, Beside::Right);
        }
        if let Some((h, error)) = curve.best() {
            self.shapes.push(dot([self.x(h), self.y(error)], 4.0, colour));
        }
    }

    /// Names, and the best that each can do, in the corner that nothing reaches.
    fn legend(&mut self, curves: &[Curve], floor: f64) {
        let (left, step) = (LEFT + 16.0, 23.0);
        let mut y = self.y(floor) - 22.0 - step * curves.len() as f64;
        let (at, size) = ([left - 8.0, y - 14.0], [372.0, step * (curves.len() + 1) as f64 + 2.0]);
        self.shapes.push(Shape::Card { at, size, radius: 4.0, fill: [0xff; 3], line: None });
        for (curve, colour) in curves.iter().zip(COLOURS) {
            self.line(&[[left, y], [left + 26.0, y]], colour, 3.0, false);
            let best = curve.best().map_or(String::new(), |(h, error)| match curve.order {
                Some(_) => format!(": {} at h = {}", scientific(error), scientific(h)),
                None => format!(": {}", scientific(error)),
            });
            self.write(format!("{}{best}", curve.name), [left + 36.0, y], 13.0, INK, Beside::Right);
            y += step;
        }
        self.line(&[[left, y], [left + 26.0, y]], INK, 2.0, true);
        let name = format!("automatic differentiation: {}", scientific(floor));
        self.write(name, [left + 36.0, y], 13.0, INK, Beside::Right);
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

fn scene(title: String, curves: &[Curve], floor: f64) -> Scene {
    let errors = curves.iter().flat_map(|curve| &curve.points).map(|(_, error)| *error).filter(|e| e.is_finite());
    let highest = (errors.fold(1.0, f64::max).log10().ceil() as i32).clamp(0, 2);
    let mut canvas = Canvas { shapes: Vec::new(), highest };
    canvas.write("Error of the derivative against the step", [LEFT - 44.0, 30.0], 20.0, INK, Beside::Right);
    canvas.write(title.as_str(), [LEFT - 44.0, 58.0], 13.0, PALE, Beside::Right);
    canvas.grid();
    canvas.legend(curves, floor);
    for (curve, colour) in curves.iter().zip(COLOURS).rev() {
        canvas.curve(curve, colour);
    }
    let y = canvas.y(floor);
    canvas.line(&[[LEFT, y], [RIGHT, y]], INK, 2.0, true);
    Scene { size: SIZE, title, shapes: canvas.shapes }
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
