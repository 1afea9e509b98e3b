//! Counting, checking and printing around the timing loop.

use bench::race::{Outcome, Race, Timing};
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
#[should_panic(expected = "near disagrees with the hand-written derivative of f")]
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
fn prints_ratios_of_the_fastest_rounds() {
    let timing = |name: &str, least, median| Timing {
        name: name.into(),
        least,
        median,
    };
    let outcome = Outcome {
        program: "f".into(),
        operations: 10,
        timings: vec![
            timing("primal", 20.0, 25.0),
            timing("hand-written", 30.0, 31.0),
            timing("a tape", 123_456.0, 2e7),
        ],
    };
    let expected = "\
f (10 operations)
                                     least      median  / primal    / hand     ns/op
  primal                           20.0 ns     25.0 ns      1.00      0.67      2.00
  hand-written                     30.0 ns     31.0 ns      1.50      1.00      3.00
  a tape                         123.46 us    20.00 ms   6172.80   4115.20  12345.60
";
    assert_eq!(outcome.to_string(), expected);
}
