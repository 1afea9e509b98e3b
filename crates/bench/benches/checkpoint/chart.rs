//! The picture: peak memory and time of every schedule against the length.

use super::Line;
use plotters::prelude::*;
use std::error::Error;

const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 0, 0),
    RGBColor(255, 127, 14),
    RGBColor(200, 30, 30),
    RGBColor(250, 130, 130),
    RGBColor(40, 60, 200),
    RGBColor(130, 150, 250),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
];

/// Two panels side by side, both axes logarithmic, and what the colours mean.
pub(super) fn svg(steps: &[u64], lines: &[Line]) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (1080, 420)).into_drawing_area();
        root.fill(&WHITE)?;
        let (panels, names) = root.split_horizontally(880);
        let (left, right) = panels.split_horizontally(440);
        panel(&left, "peak memory, KiB", steps, lines, |[_, bytes, _]| bytes / 1024.0, 10.0)?;
        panel(&right, "time per step, ns", steps, lines, |[time, ..]| *time, 2.0)?;
        for (k, (line, colour)) in lines.iter().zip(COLOURS).enumerate() {
            let y = 60 + 22 * k as i32;
            names.draw(&PathElement::new([(4, y), (24, y)], colour.stroke_width(2)))?;
            names.draw(&Text::new(line.name, (32, y - 7), ("sans-serif", 13)))?;
        }
        root.present()?;
    }
    Ok(text)
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    title: &str,
    steps: &[u64],
    lines: &[Line],
    number: impl Fn(&[f64; 3]) -> f64,
    base: f64,
) -> Result<(), Box<dyn Error>> {
    let all = || lines.iter().flat_map(|line| &line.numbers).map(&number);
    let (low, high) = (all().fold(f64::MAX, f64::min) * 0.7, all().fold(0.0, f64::max) * 1.4);
    let ends = steps.iter().map(|&steps| steps as f64);
    let (first, last) = (ends.clone().fold(f64::MAX, f64::min), ends.fold(0.0, f64::max));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d((first..last).log_scale(), (low..high).log_scale().base(base))?;
    chart
        .configure_mesh()
        .x_desc("steps")
        .x_label_formatter(&|x| format!("{x}"))
        .y_label_formatter(&|y| format!("{y}"))
        .label_style(("sans-serif", 13))
        .draw()?;
    for (line, colour) in lines.iter().zip(COLOURS) {
        let points = || steps.iter().map(|&steps| steps as f64).zip(line.numbers.iter().map(&number));
        chart.draw_series([PathElement::new(points().collect::<Vec<_>>(), colour.stroke_width(2))])?;
        chart.draw_series(points().map(|point| Circle::new(point, 3, colour.filled())))?;
    }
    Ok(())
}
