//! Counting, checking and printing around the timing loop.

use bench::race::{Outcome, Pace, Race, Timing};
use bench::{count, data};

#[test]
fn counts_every_operation_once() {
    let x = data::rosenbrock(11);
    // Per pair of neighbours: 2 for the valley, 1 for the slope, 5 to square, weigh and add.
    assert_eq!(count::operations(&x, count::rosenbrock), 10 * 8);
    // A subtraction, an exponential and an addition per entry, then ln and +.
    assert_eq!(count::operations(&x, count::log_sum_exp), 11 * 3 + 2);
    assert_eq!(count::operations_of_waves(&data::WAVES_INPUTS, 5), 5 * 7);
}

#[test]
fn accepts_rounding() {
    let hand = [1.0, -200.0];
    let mut race = Race::new("f", 1, |_| (), |sink| sink.slice(&hand));
    race.add("close", |sink| sink.slice(&[1.0 + 1e-8, -200.0]));
}

#[test]
#[should_panic(expected = "near disagrees with the reference, the derivative of f")]
fn refuses_a_wrong_derivative() {
    let mut race = Race::new("f", 1, |_| (), |sink| sink.slice(&[1.0, -200.0]));
    race.add("near", |sink| sink.slice(&[1.0, -200.001]));
}

#[test]
#[should_panic(expected = "disagrees")]
fn refuses_nan() {
    let mut race = Race::new("f", 1, |_| (), |sink| sink.slice(&[1.0]));
    race.add("nan", |sink| sink.slice(&[f64::NAN]));
}

#[test]
#[should_panic(expected = "disagrees")]
fn refuses_a_short_derivative() {
    let mut race = Race::new("f", 1, |_| (), |sink| sink.slice(&[1.0, 2.0]));
    race.add("short", |sink| sink.slice(&[1.0]));
}

#[test]
fn times_every_candidate_and_compares_no_part() {
    let mut race = Race::new("f", 1, |sink| sink.slice(&[0.0]), |sink| sink.slice(&[1.0]));
    race.add("derivative", |sink| sink.slice(&[1.0]));
    race.records(24);
    race.add_part("half of it", |sink| sink.slice(&[0.5, 0.5]));
    race.set_baseline();
    let outcome = race.run(Pace::QUICK);
    let names: Vec<_> = outcome.timings.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["primal", "hand-written", "derivative", "half of it"]);
    let bytes: Vec<_> = outcome.timings.iter().map(|t| t.bytes).collect();
    assert_eq!(bytes, [None, None, Some(24), None]);
    assert_eq!(outcome.baseline, 3);
    assert!(outcome.timings.iter().all(|t| 0.0 < t.least && t.least <= t.median));
}

#[test]
fn prints_ratios_of_the_fastest_rounds() {
    let timing = |name: &str, least, median, bytes| Timing { name: name.into(), least, median, bytes };
    let outcome = Outcome {
        program: "f".into(),
        operations: 10,
        baseline: 1,
        timings: vec![
            timing("primal", 20.0, 25.0, None),
            timing("hand-written", 30.0, 31.0, None),
            timing("a tape", 12_345.0, 2e7, Some(124)),
        ],
    };
    let expected = "\
### f (10 operations)

|                               |     least |    median | / primal | / hand-written |   ns/op |   B/op |
|:------------------------------|----------:|----------:|---------:|---------------:|--------:|-------:|
| primal                        |   20.0 ns |   25.0 ns |     1.00 |           0.67 |    2.00 |        |
| hand-written                  |   30.0 ns |   31.0 ns |     1.50 |           1.00 |    3.00 |        |
| a tape                        |  12.35 us |  20.00 ms |   617.25 |         411.50 | 1234.50 |   12.4 |
";
    assert_eq!(outcome.to_string(), expected);
}
