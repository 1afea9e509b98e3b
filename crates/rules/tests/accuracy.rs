//! The accuracy contract: every row against references of 32 digits; the worst of each is listed in docs/accuracy.md.

mod common;

use common::dual::derivatives;
use common::reference::{Exact, Line, lines};
use rules::{Kind, ROWS, Row};
use std::fmt::Write;

const ALL: [bool; 3] = [true; 3];

/// The greatest error that was seen, and where.
#[derive(Clone, Default)]
struct Worst {
    error: f64,
    point: String,
}

impl Worst {
    fn see(&mut self, exact: &Exact, got: f64, line: &Line) {
        let error = exact.error(got);
        if error > self.error {
            *self = Worst { error, point: format!("({})", line.point()) };
        }
    }
}

/// Value, first and second partials of one row.
fn measure(row: &Row, lines: &[Line]) -> [Worst; 3] {
    let mut worst = [const { Worst { error: 0.0, point: String::new() } }; 3];
    for line in lines.iter().filter(|line| line.row.op == row.op) {
        let (value, first, second) = derivatives(row.op, &line.args, line.n, &ALL[..row.arity]);
        worst[0].see(&line.value, value, line);
        for (exact, got) in line.first.iter().zip(first) {
            worst[1].see(exact, got, line);
        }
        for (exact, got) in line.second.iter().zip(second) {
            worst[2].see(exact, got, line);
        }
    }
    worst
}

#[test]
fn every_row_keeps_the_contract() {
    let lines = lines();
    let mut failures = String::new();
    for line in &lines {
        let (value, first, second) = derivatives(line.row.op, &line.args, line.n, &ALL[..line.row.arity]);
        let mut check = |what: &str, exact: &Exact, got: f64, limit: f64| {
            let error = exact.error(got);
            if error > limit {
                let _ = writeln!(
                    failures,
                    "{}({}): {what} is {got:e}, not {:e}: {:.1} ulp, condition {:.1e}",
                    line.row.name,
                    line.point(),
                    exact.nearest,
                    exact.ulps(got),
                    exact.condition
                );
            }
        };
        // The values of std are what they are: the primal comes first.
        if line.row.kind != Kind::Method {
            check("value", &line.value, value, 4.0);
        }
        for (k, (exact, got)) in line.first.iter().zip(first).enumerate() {
            check(&format!("first partial {k}"), exact, got, 4.0);
        }
        for (k, (exact, got)) in line.second.iter().zip(second).enumerate() {
            check(&format!("second partial {k}"), exact, got, 8.0);
        }
    }
    assert!(lines.len() > 2000, "the references are cut short: {} lines", lines.len());
    assert!(failures.is_empty(), "{} of {}:\n{failures}", failures.lines().count(), lines.len());
}

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/accuracy.md");

/// Run with `UPDATE=1` to write the list anew. The last digits of std's functions differ between processors, so that
/// numbers may be half a unit off.
#[test]
fn the_list_of_worst_errors_is_fresh() {
    let fresh = list();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(LIST, &fresh).unwrap();
    }
    let kept = std::fs::read_to_string(LIST).unwrap_or_default();
    let (kept, fresh): (Vec<&str>, Vec<&str>) = (kept.lines().collect(), fresh.lines().collect());
    let stale = kept.len() != fresh.len() || kept.iter().zip(&fresh).any(|(a, b)| !alike(a, b));
    assert!(!stale, "docs/accuracy.md is stale: UPDATE=1 cargo test -p wengert-rules --test accuracy");
}

/// Equal but for the points of the worst errors, and for numbers that differ by half a unit.
fn alike(a: &str, b: &str) -> bool {
    let cells = |line: &str| -> Vec<String> { line.split('|').map(|cell| cell.trim().to_owned()).collect() };
    let (a, b) = (cells(a), cells(b));
    let close = |a: &String, b: &String| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= 0.5,
        _ => a == b || (a.starts_with('(') && b.starts_with('(')),
    };
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| close(a, b))
}

/// The text of docs/accuracy.md.
fn list() -> String {
    let lines = lines();
    let mut text = format!(
        include_str!("data/accuracy.md"),
        rows = ROWS.iter().filter(|row| lines.iter().any(|line| line.row.op == row.op)).count(),
        lines = lines.len(),
    );
    text.push_str("\n## The worst of every row\n\n");
    text.push_str("| row | value | at | first partials | at | second partials | at |\n");
    text.push_str("| --- | ---: | --- | ---: | --- | ---: | --- |\n");
    for row in ROWS.iter().filter(|row| lines.iter().any(|line| line.row.op == row.op)) {
        let _ = write!(text, "| {} ", row.name);
        for worst in measure(row, &lines) {
            let _ = write!(text, "| {:.1} | {} ", worst.error, worst.point);
        }
        text.push_str("|\n");
    }
    text.push_str("\n## Where a method of std is more than 4 units off\n\n");
    text.push_str("| row | units | condition number | at |\n| --- | ---: | ---: | --- |\n");
    for row in ROWS.iter().filter(|row| row.kind == Kind::Method) {
        let units = |line: &Line| line.value.ulps(row.op.apply(&line.args, line.n));
        let of_row = lines.iter().filter(|line| line.row.op == row.op);
        if let Some(worst) = of_row.max_by(|a, b| units(a).total_cmp(&units(b)))
            && units(worst) > 4.0
        {
            let _ = writeln!(
                text,
                "| {} | {:.0} | {:.0e} | ({}) |",
                row.name,
                units(worst),
                worst.value.condition,
                worst.point()
            );
        }
    }
    text
}
