//! How long derivatives take, here and in the systems of other languages: drawn from the table of `docs/performance.md`.

use crate::Failure;
use crate::table::table;
use picture::{Axis, Beside, COLOURS, Chart, Colour, INK, PALE, Panel, Scene, line, words};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

const TABLE: &str = "docs/performance.md";
const PEERS: &str = "crates/gradbench/data/peers.toml";
const ROW: f64 = 40.0;
const LEFT: f64 = 170.0;
const TOP: f64 = 112.0;
const RIGHT: f64 = 836.0;
const OTHERS: Colour = [0xc3, 0xc9, 0xcf];

/// What other systems take, as the file of the benchmark says it.
#[derive(Deserialize)]
struct Peers {
    eval: BTreeMap<String, Times>,
}

#[derive(Deserialize)]
struct Times {
    primal: f64,
    #[serde(default)]
    ms: BTreeMap<String, f64>,
    #[serde(default)]
    ratio: BTreeMap<String, f64>,
}

impl Times {
    /// The derivative over the function in each system, the least first.
    fn ratios(&self) -> Vec<(&str, f64)> {
        let measured = self.ms.iter().map(|(name, ms)| (name.as_str(), ms / self.primal));
        let known = self.ratio.iter().map(|(name, ratio)| (name.as_str(), *ratio));
        let mut all: Vec<_> = measured.chain(known).filter(|(name, _)| *name != "hand-written").collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        all
    }
}

/// The picture.
///
/// # Errors
/// If the table or the file of other systems is missing or of another form.
pub fn draw(root: &Path) -> Result<Scene, Failure> {
    let rows = table(root, TABLE, "gradbench")?;
    let (head, rows) = rows.split_first().ok_or("an empty table")?;
    let column = |name: &str| head.iter().position(|cell| cell == name).ok_or(format!("no column `{name}`"));
    let (hand, adjoint, tape) = (column("by hand")?, column("adjoint")?, column("tape")?);
    let peers: Peers = toml::from_str(&std::fs::read_to_string(root.join(PEERS))?)?;

    let bottom = TOP + ROW * rows.len() as f64;
    let panel =
        Panel { x: Axis::powers(0.3, 4000.0), y: Axis::between(0.0, 1.0, 1.0), sides: [LEFT, TOP, RIGHT, bottom] };
    let below = "on GradBench; adjoint and tape are Wengert's; left is fast, 1 would be as fast as the function alone";
    let mut chart = Chart::new([860.0, bottom + 56.0], "Time of the derivative over time of the function", below);
    for x in [0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0] {
        let [x_at, _] = panel.place(x, 0.0);
        let whole = [1.0, 10.0, 100.0, 1000.0].contains(&x);
        chart.push(line(&[[x_at, TOP], [x_at, bottom]], picture::GRID, 1.0, !whole).ok_or("no line")?);
        chart.push(words(picture::number(x, 3), [x_at, bottom + 16.0], 12.0, INK, Beside::Around));
    }
    chart.push(words("times the function", [LEFT, bottom + 38.0], 13.0, PALE, Beside::Right));

    let mut first = true;
    for (i, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (i as f64 + 0.5);
        let place = |ratio: f64| [panel.place(ratio, 0.0)[0], y];
        chart.push(words(row[0].as_str(), [LEFT - 12.0, y], 13.0, INK, Beside::Left));
        let others = peers.eval.get(&row[0]).map(Times::ratios).unwrap_or_default();
        if let [(_, low), .., (_, high)] = others[..] {
            chart.push(line(&[place(low), place(high)], OTHERS, 1.5, false).ok_or("no line")?);
        }
        for (_, ratio) in &others {
            chart.push(picture::dot(place(*ratio), 3.5, OTHERS));
        }
        let ratio = |column: usize| row[column].parse::<f64>().ok();
        let ours = [(ratio(tape), COLOURS[1], 6.0), (ratio(hand), INK, 4.5), (ratio(adjoint), COLOURS[0], 6.5)];
        for (ratio, colour, radius) in ours {
            if let Some(ratio) = ratio {
                chart.push(picture::dot(place(ratio), radius, colour));
            }
        }
        // The fastest and the slowest of the others by name.
        for (name, ratio, beside, aside) in others
            .first()
            .map(|(name, ratio)| (*name, *ratio, Beside::Around, 0.0))
            .into_iter()
            .chain(others.last().map(|(name, ratio)| (*name, *ratio, Beside::Right, 8.0)))
        {
            let [x, y] = place(ratio);
            let lift = if beside == Beside::Around { 13.0 } else { 0.0 };
            chart.push(words(name, [x + aside, y + lift], 10.5, PALE, beside));
        }
        if first {
            // What the colours are stands where they are met first.
            let at = |ratio: Option<f64>| panel.place(ratio.unwrap_or(1.0), 0.0)[0];
            let up = TOP - 10.0;
            for (text, x, colour, beside) in [
                ("by hand", at(ratio(hand)) - 3.0, INK, Beside::Left),
                ("adjoint", at(ratio(adjoint)), COLOURS[0], Beside::Around),
                ("tape", at(ratio(tape)) + 10.0, COLOURS[1], Beside::Right),
                ("other systems", at(Some(10.0)) + 6.0, PALE, Beside::Right),
            ] {
                chart.push(words(text, [x, up], 13.0, colour, beside));
            }
            first = false;
        }
    }
    Ok(chart.scene())
}
