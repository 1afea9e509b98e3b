//! The picture of a fit: data, curve and band; residuals below.

use super::model::Fit;
use super::statistics::Statistics;
use crate::least_squares::Solution;
use crate::trace::number;
use lang::visible;
use picture::{Axis, Beside, COLOURS, Colour, INK, PALE, Panel, Scene, Shape, dot, line, words};

const SIZE: [f64; 2] = [860.0, 640.0];
const UPPER: [f64; 4] = [84.0, 92.0, 832.0, 408.0];
const LOWER: [f64; 4] = [84.0, 448.0, 832.0, 576.0];
/// Places that the curve is drawn through.
const SAMPLES: usize = 401;

const BAND: Colour = [0xf6, 0xdd, 0xcb];
const CURVE: Colour = COLOURS[0];
const DATA: Colour = COLOURS[1];

/// A value of the model with the half width of its band, NaN where there is none.
pub(super) type Predicted = (f64, f64);

/// What the pictures are made of: the values at the rows, and between them.
pub(super) struct Drawn<'a> {
    pub(super) fit: &'a Fit,
    pub(super) solution: &'a Solution,
    pub(super) statistics: &'a Statistics,
    pub(super) confidence: f64,
    /// The values at the rows.
    pub(super) fitted: &'a [Predicted],
}

impl Drawn<'_> {
    /// The picture; `at` gives the model anywhere, for models of one variable.
    pub(super) fn scene(&self, at: &mut dyn FnMut(f64) -> Predicted) -> Scene {
        let Drawn { fit, statistics, .. } = self;
        let rows = 0..fit.observed.len();
        let residuals: Vec<f64> = rows.clone().map(|i| fit.observed[i] - self.fitted[i].0).collect();
        // Along the only variable, or along the values of the model.
        let single = fit.variables.len() == 1;
        let along = |i: usize| if single { fit.row(i)[0] } else { self.fitted[i].0 };
        let x = Axis::around(rows.clone().map(along), 8.0);
        let curve: Vec<(f64, Predicted)> =
            if single { x.walk(SAMPLES).map(|x| (x, at(x))).collect() } else { Vec::new() };
        let seen = fit.observed.iter().copied().chain(self.fitted.iter().map(|f| f.0));
        let upper = Panel { x, y: Axis::around(seen, 6.0), sides: UPPER };
        let largest = residuals.iter().filter(|r| r.is_finite()).fold(0.0, |a: f64, r| a.max(r.abs()));
        let lower = Panel { x, y: Axis::around([-largest, largest].into_iter(), 3.0), sides: LOWER };

        let mut shapes = Vec::new();
        let title = self.title();
        shapes.push(words(title.as_str(), [24.0, 28.0], 18.0, INK, Beside::Right));
        shapes.push(words(self.subtitle(statistics), [24.0, 54.0], 13.0, PALE, Beside::Right));
        band(&mut shapes, &upper, &curve);
        shapes.extend(upper.grid(false));
        shapes.extend(lower.grid(true));
        for places in pieces(&curve, |&(x, (y, _))| (y.is_finite() && upper.has(y)).then(|| upper.place(x, y))) {
            shapes.extend(line(&places, CURVE, 2.0, false));
        }
        if !single {
            let ends: Vec<[f64; 2]> = x.walk(2).map(|x| upper.place(x, x)).collect();
            shapes.extend(line(&ends, CURVE, 2.0, false));
        }
        let zero: Vec<[f64; 2]> = x.walk(2).map(|x| lower.place(x, 0.0)).collect();
        shapes.extend(line(&zero, CURVE, 2.0, false));
        for i in rows.filter(|&i| self.fitted[i].0.is_finite()) {
            shapes.push(dot(upper.place(along(i), fit.observed[i]), 3.0, DATA));
            shapes.push(dot(lower.place(along(i), residuals[i]), 3.0, DATA));
        }
        let across = if single { fit.variables[0].as_str() } else { "value of the model" };
        let middle = f64::midpoint(LOWER[0], LOWER[2]);
        shapes.push(words(across, [middle, LOWER[3] + 40.0], 13.0, PALE, Beside::Around));
        shapes.push(words(fit.response.as_str(), [24.0, UPPER[1] - 14.0], 13.0, PALE, Beside::Right));
        let below = "residuals: observed less fitted";
        shapes.push(words(below, [24.0, LOWER[1] - 16.0], 13.0, PALE, Beside::Right));
        Scene { size: SIZE, title, shapes }
    }

    /// The model, cut where it is long.
    fn title(&self) -> String {
        let source = &self.fit.problem.source;
        let model = match &source.file {
            Some(file) => file.clone(),
            None => source.text.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        shortened(format!("{} = {}", self.fit.response, visible(&model)), 76)
    }

    fn subtitle(&self, statistics: &Statistics) -> String {
        let parameter = |(j, name): (usize, &str)| {
            let error = statistics.error(j);
            let error = if error.is_finite() { format!(" \u{b1} {}", number(error, 2)) } else { String::new() };
            format!("{name} = {}{error}", number(self.solution.x[j], 6))
        };
        let parameters: Vec<String> = self.fit.problem.variables().enumerate().map(parameter).collect();
        let percent = number(100.0 * self.confidence, 6);
        let band = if self.fitted.iter().any(|f| f.1.is_finite()) && self.fit.variables.len() == 1 {
            format!("; band: {percent} %")
        } else {
            String::new()
        };
        shortened(parameters.join(", "), 110) + &band
    }
}

fn shortened(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

/// The area between the limits of the band.
fn band(shapes: &mut Vec<Shape>, panel: &Panel, curve: &[(f64, Predicted)]) {
    let limits =
        pieces(curve, |&(x, (y, half))| half.is_finite().then(|| (panel.place(x, y - half), panel.place(x, y + half))));
    for piece in limits {
        let mut corners: Vec<[f64; 2]> = piece.iter().map(|limits| limits.0).collect();
        corners.extend(piece.iter().rev().map(|limits| limits.1));
        shapes.push(Shape::Area { corners, colour: BAND });
    }
}

/// Runs of what is there.
fn pieces<T, P>(all: &[T], place: impl Fn(&T) -> Option<P>) -> Vec<Vec<P>> {
    let (mut pieces, mut piece) = (Vec::new(), Vec::new());
    for place in all.iter().map(place).chain([None]) {
        match place {
            Some(place) => piece.push(place),
            None => pieces.push(std::mem::take(&mut piece)),
        }
    }
    pieces.retain(|piece| piece.len() > 1);
    pieces
}
