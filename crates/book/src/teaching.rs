//! Teaching: what do derivatives of higher order know of a function?

use crate::Failure;
use picture::{Axis, COLOURS, Chart, INK, Panel, Scene};
use wengert::prelude::*;

/// The picture: a function, and its polynomials of Taylor around 0.
///
/// # Errors
/// None.
pub fn draw() -> Result<Scene, Failure> {
    // [series]
    // All derivatives up to the eighth in one run.
    let series = taylor::<8, _>(|t| t.sin().exp(), 0.0);
    let polynomial = |order: usize, t: f64| (0..=order).rev().fold(0.0, |sum, k| sum * t + series.coefficient(k));
    // [/series]
    let panel = Panel {
        x: Axis::between(-4.0, 4.0, 8.0),
        y: Axis::between(-1.0, 5.0, 6.0),
        sides: [64.0, 104.0, 700.0, 420.0],
    };
    let mut chart = Chart::new(
        [860.0, 480.0],
        "What derivatives at one point know of a function",
        "exp(sin x), and its polynomials of Taylor around 0",
    );
    chart.panel(&panel, "x", "");
    let inside = |y: f64| if panel.has(y) { y } else { f64::NAN };
    let along = || panel.x.walk(401);
    chart.curve(&panel, along().map(|x| [x, x.sin().exp()]), INK, 3.0, false);
    for (order, colour, at) in [(1, COLOURS[1], 3.2), (2, COLOURS[2], -3.2), (8, COLOURS[0], 0.0)] {
        chart.curve(&panel, along().map(|x| [x, inside(polynomial(order, x))]), colour, 1.8, false);
        if at != 0.0 {
            let y = polynomial(order, at);
            chart.label(&panel, [at, y], &format!("order {order}"), colour, picture::Beside::Right);
        }
    }
    // Where the eighth order leaves the panel.
    let out = along().filter(|&x| x > 0.0).find(|&x| !panel.has(polynomial(8, x))).unwrap_or(4.0);
    chart.label(&panel, [out, polynomial(8, out - 0.02)], "order 8", COLOURS[0], picture::Beside::Right);
    chart.ends(&panel, &[(4f64.sin().exp(), "exp(sin x)", INK)]);
    Ok(chart.scene())
}
