//! The lines of the adjoints table.

use bench::scores::{Limit, Score};

fn score(ours: Option<f64>, hand: f64, limit: Limit) -> Score {
    let (second, tape, saved) = (None, Some(7500.0), Some(160));
    Score { function: "f".into(), primal: 1500.0, hand, ours, second, tape, saved, limit }
}

#[test]
fn holds_a_function_to_its_primal_and_to_the_hand_written_adjoint() {
    let verdict = |ours, hand| score(Some(ours), hand, Limit::Primal { gate: 2.0, goal: 1.5 }).verdict();
    assert_eq!(verdict(2250.0, 2000.0), "goal");
    assert_eq!(verdict(2251.0, 2000.0), "ok");
    assert_eq!(verdict(3001.0, 3000.0), "short");
    assert_eq!(verdict(2601.0, 2000.0), "short");
    // A goal does not make up for being far behind the hand-written adjoint.
    assert_eq!(verdict(2250.0, 1700.0), "short");
    assert_eq!(score(None, 2000.0, Limit::Primal { gate: 2.0, goal: 1.5 }).verdict(), "");
}

#[test]
fn holds_second_derivatives_to_the_gradient() {
    let main = score(Some(2250.0), 2000.0, Limit::Primal { gate: 2.0, goal: 1.5 });
    assert_eq!(Score { second: Some(2.5), ..main.clone() }.verdict(), "goal");
    assert_eq!(Score { second: Some(2.51), ..main.clone() }.verdict(), "hvp");
    assert_eq!(Score { second: Some(2.51), ours: Some(3001.0), ..main }.verdict(), "short");
}

#[test]
fn holds_a_variant_to_the_function_it_varies() {
    let verdict = |ours, main| score(Some(ours), 1.0, Limit::Main { main }).verdict();
    assert_eq!(verdict(2600.0, Some(2000.0)), "ok");
    assert_eq!(verdict(2601.0, Some(2000.0)), "short");
    assert_eq!(verdict(2601.0, None), "ok");
}

#[test]
fn prints_lines_as_wide_as_the_head() {
    let main = score(Some(3150.0), 2250.0, Limit::Primal { gate: 2.0, goal: 1.5 });
    let main = Score { second: Some(2.25), ..main };
    let variant = score(Some(3150.0), 2250.0, Limit::Main { main: Some(3000.0) });
    let without = Score { tape: None, saved: None, ..score(None, 2250.0, Limit::Main { main: None }) };
    let expected = "\
| function                       |    primal | hand/primal | ours/primal | tape/primal | ours/hand | ours/main | hvp/grad |  gate |  goal |     saved |       |
|:-------------------------------|----------:|------------:|------------:|------------:|----------:|----------:|---------:|------:|------:|----------:|:------|
| f                              |   1.50 us |        1.50 |        2.10 |        5.00 |      1.40 |           |     2.25 |  2.00 |  1.50 |       160 | short |
| f                              |   1.50 us |        1.50 |        2.10 |        5.00 |      1.40 |      1.05 |          |       |       |       160 | ok    |
| f                              |   1.50 us |        1.50 |             |             |           |           |          |       |       |           |       |
";
    let head = Score::HEAD;
    assert_eq!(format!("{head}\n{main}\n{variant}\n{without}\n"), expected);
}
