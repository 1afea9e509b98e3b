//! What schedules cost: drawn from the table of `docs/checkpointing.md`.

use crate::Failure;
use crate::table::table;
use picture::{Axis, COLOURS, Chart, Colour, INK, PALE, Panel, Scene};
use std::path::Path;

/// What each schedule is called in the picture, and its colour: one for each family, its second member dashed.
const LINES: [(&str, &str, Colour, bool); 8] = [
    ("store all", "store all", INK, false),
    ("periodic, square root", "periodic", PALE, false),
    ("binomial, 100 states", "binomial, 100", COLOURS[0], false),
    ("binomial, 10 states", "binomial, 10", COLOURS[0], true),
    ("online, 100 states", "online, 100", COLOURS[1], false),
    ("online, 10 states", "online, 10", COLOURS[1], true),
    ("CTZ", "CTZ", COLOURS[2], false),
    ("10 in memory, 1000 on disk", "10 and disk", COLOURS[3], false),
];

/// The picture: peak memory and time per step of each schedule against the number of steps.
///
/// # Errors
/// If the table is missing or of another form.
pub fn draw(root: &Path) -> Result<Scene, Failure> {
    let rows = table(root, "docs/checkpointing.md", "measured")?;
    let (head, rows) = rows.split_first().ok_or("an empty table")?;
    let steps: Vec<f64> = head[1..].iter().map(|cell| first_number(cell)).collect::<Result<_, _>>()?;
    // "243 ns (1.00), 1080 KiB, 1.00"
    let cell = |text: &str, part: usize| -> Result<f64, Failure> {
        first_number(text.split(", ").nth(part).ok_or_else(|| format!("not a measurement: {text}"))?)
    };
    let across = Axis::powers(800.0, 1.25e6);
    let sides = |k: f64| [76.0 + 480.0 * k, 112.0, 386.0 + 480.0 * k, 412.0];
    let memory = Panel { x: across, y: Axis::powers(9.0, 2e6), sides: sides(0.0) };
    let time = Panel { x: across, y: Axis::between(150.0, 850.0, 7.0), sides: sides(1.0) };
    let mut chart = Chart::new(
        [980.0, 470.0],
        "What a schedule keeps, and what it takes",
        "64 coupled oscillators; a number is the states kept in memory",
    );
    for (panel, part, up) in [(&memory, 1, "peak memory, KiB"), (&time, 0, "time per step, ns")] {
        chart.panel(panel, "steps", up);
        let mut ends = Vec::new();
        for (name, short, colour, dashed) in LINES {
            let row = rows.iter().find(|row| row[0] == name).ok_or(format!("no row `{name}`"))?;
            let values: Vec<f64> = row[1..].iter().map(|text| cell(text, part)).collect::<Result<_, _>>()?;
            let points = || steps.iter().zip(&values).map(|(&x, &y)| [x, y]);
            chart.curve(panel, points(), colour, 1.8, dashed);
            chart.dots(panel, points(), colour, 2.5);
            ends.push((*values.last().ok_or("no measurement")?, short, colour));
        }
        chart.ends(panel, &ends);
    }
    Ok(chart.scene())
}

fn first_number(text: &str) -> Result<f64, Failure> {
    let word = text.split(' ').next().unwrap_or(text);
    Ok(word.parse().map_err(|error| format!("{text}: {error}"))?)
}
