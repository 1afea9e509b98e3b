//! The picture: a line for each eval, a mark for each derivative.

use super::report::Report;
use super::timing::Row;
use gradbench::{Engine, Failure};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;

/// Width of the picture and of its legend, heights of a row, of an entry of the legend, and of what is around them.
const WIDTH: u32 = 960;
const LEGEND: u32 = 170;
const ROW: u32 = 42;
const ENTRY: u32 = 24;
const AROUND: u32 = 100;

/// The peers' colours, easy to tell apart and from red and black.
const COLOURS: [(u8, u8, u8); 8] = [
    (44, 160, 44),
    (255, 127, 14),
    (23, 190, 207),
    (140, 86, 75),
    (188, 189, 34),
    (227, 119, 194),
    (148, 103, 189),
    (127, 127, 127),
];

/// The derivative over the function for every eval, as SVG: ours, by hand, and the peers.
pub(crate) fn svg(report: &Report) -> Result<String, Failure> {
    let mut text = String::new();
    match draw(report, &mut text) {
        Ok(()) => Ok(text),
        Err(error) => Err(Failure::new(format!("the chart cannot be drawn: {error}"))),
    }
}

/// The marks of one colour: what they stand for, and the value for each row that has one.
struct Series {
    name: String,
    colour: RGBColor,
    size: u32,
    values: Vec<Option<f64>>,
}

/// The peers by name, and over them what is ours.
fn series(report: &Report) -> Vec<Series> {
    let (rows, peers) = (&report.rows, &report.peers);
    let mut names: Vec<&str> = rows.iter().flat_map(|row| peers.ratios(row.name)).map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    let peer = |(i, &name): (usize, &&str)| {
        let (r, g, b) = COLOURS[i % COLOURS.len()];
        let ratio = |row: &Row| peers.ratios(row.name).into_iter().find(|(of, _)| *of == name).map(|(_, ratio)| ratio);
        Series { name: name.into(), colour: RGBColor(r, g, b), size: 4, values: rows.iter().map(ratio).collect() }
    };
    let ours = |name: &str, colour, time: &dyn Fn(&Row) -> Option<f64>| Series {
        name: name.into(),
        colour,
        size: 6,
        values: rows.iter().map(|row| time(row).map(|time| time / row.primal)).collect(),
    };
    let mut all: Vec<Series> = names.iter().enumerate().map(peer).collect();
    all.push(ours("Wengert, tape", RGBColor(120, 120, 255), &|row| row.engine(Engine::Tape)));
    all.push(ours("by hand, in Rust", BLACK, &|row| row.hand));
    all.push(ours("Wengert, adjoint", RED, &|row| row.engine(Engine::Adjoint)));
    all
}

fn draw(report: &Report, text: &mut String) -> Result<(), Box<dyn Error>> {
    let rows = report.rows.len();
    let series = series(report);
    let height = AROUND + ROW * u32::try_from(rows)?;
    let height = height.max(AROUND + ENTRY * u32::try_from(series.len())?);
    let root = SVGBackend::with_string(text, (WIDTH, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(WIDTH - LEGEND);
    let values = || series.iter().flat_map(|series| series.values.iter().flatten());
    let (low, high) = (values().copied().fold(1.0, f64::min) * 0.8, values().copied().fold(10.0, f64::max) * 1.3);
    let mut chart = ChartBuilder::on(&left)
        .caption("Time of the derivative over that of the function", ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(30)
        .y_label_area_size(150)
        .build_cartesian_2d((low..high).log_scale(), 0.0..rows as f64)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_label_formatter(&|x| format!("{x}"))
        .label_style(("sans-serif", 14))
        .draw()?;
    // The first row stands at the top.
    let height = |i: usize| rows as f64 - i as f64 - 0.5;
    let style = ("sans-serif", 14).into_text_style(&root).pos(Pos::new(HPos::Right, VPos::Center));
    for (i, row) in report.rows.iter().enumerate() {
        chart.draw_series([PathElement::new([(low, height(i)), (high, height(i))], BLACK.mix(0.2))])?;
        let (x, y) = chart.backend_coord(&(low, height(i)));
        root.draw(&Text::new(row.name, (x - 10, y), style.clone()))?;
    }
    for Series { colour, size, values, .. } in &series {
        let places = values.iter().enumerate().filter_map(|(i, value)| Some(((*value)?, height(i))));
        chart.draw_series(places.map(|place| Circle::new(place, *size, colour.filled())))?;
    }
    legend(&right, &series)?;
    root.present()?;
    Ok(())
}

fn legend(area: &DrawingArea<SVGBackend<'_>, Shift>, series: &[Series]) -> Result<(), Box<dyn Error>> {
    let style = ("sans-serif", 14).into_text_style(area).pos(Pos::new(HPos::Left, VPos::Center));
    for (Series { name, colour, size, .. }, y) in series.iter().rev().zip((50..).step_by(ENTRY as usize)) {
        area.draw(&Circle::new((10, y), *size, colour.filled()))?;
        area.draw(&Text::new(name.as_str(), (24, y), style.clone()))?;
    }
    Ok(())
}
