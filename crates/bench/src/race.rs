//! Timing several candidates for the same job, turn by turn.
//!
//! criterion and divan time one function to its end before the next begins, so that a drift of the
//! clock or a noisy neighbour changes ratios; here every round times every candidate once.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// What one candidate took, in nanoseconds per call.
#[derive(Clone, Debug)]
pub struct Timing {
    /// Name of the candidate.
    pub name: String,
    /// The fastest round.
    pub least: f64,
    /// The middle round.
    pub median: f64,
}

/// The outcome of a [`Race`]; the first timing is the primal's.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Name of the program.
    pub program: String,
    /// Elementary operations of the primal.
    pub operations: u64,
    /// One entry per candidate, in the order in which they were added.
    pub timings: Vec<Timing>,
}

/// Where a candidate hands in its result: it is kept from being optimised away, and read when the
/// race checks it.
#[derive(Default)]
pub struct Sink {
    derivative: Option<Vec<f64>>,
}

impl Sink {
    /// Hands in a derivative that lies in a slice.
    pub fn slice(&mut self, derivative: &[f64]) {
        self.with(derivative, |derivative, out| out.extend(derivative));
    }

    /// Hands in any result; `read` appends its derivative, row-major, and runs outside the timing.
    pub fn with<R: ?Sized>(&mut self, result: &R, read: impl FnOnce(&R, &mut Vec<f64>)) {
        black_box(result);
        if let Some(out) = &mut self.derivative {
            read(result, out);
        }
    }
}

/// The loop over the calls is compiled into the candidate, so that a call costs no indirection.
trait Candidate {
    fn time(&mut self, calls: u64) -> Duration;
    fn derivative(&mut self) -> Vec<f64>;
}

impl<F: FnMut(&mut Sink)> Candidate for F {
    fn time(&mut self, calls: u64) -> Duration {
        let mut sink = Sink::default();
        let start = Instant::now();
        for _ in 0..calls {
            self(&mut sink);
        }
        start.elapsed()
    }

    fn derivative(&mut self) -> Vec<f64> {
        let mut sink = Sink {
            derivative: Some(Vec::new()),
        };
        self(&mut sink);
        sink.derivative.unwrap_or_default()
    }
}

/// A program and the candidates that compute its derivative.
pub struct Race<'a> {
    program: String,
    operations: u64,
    reference: Vec<f64>,
    candidates: Vec<(String, Box<dyn Candidate + 'a>)>,
}

impl<'a> Race<'a> {
    /// Time one round gives to a candidate, unless one call takes longer.
    const TURN: Duration = Duration::from_millis(2);
    /// Time given to all rounds, unless the least number of rounds takes longer.
    const TOTAL: Duration = Duration::from_secs(4);
    const ROUNDS: std::ops::RangeInclusive<u32> = 7..=101;
    /// Largest accepted difference from the hand-written derivative, relative to its largest entry.
    const TOLERANCE: f64 = 1e-9;

    /// A race over `program`, which performs `operations` elementary operations, between its
    /// `primal` and its hand-written derivative `hand`, which is the reference for all others.
    pub fn new(
        program: impl Into<String>,
        operations: u64,
        primal: impl FnMut(&mut Sink) + 'a,
        mut hand: impl FnMut(&mut Sink) + 'a,
    ) -> Self {
        Race {
            program: program.into(),
            operations,
            reference: hand.derivative(),
            candidates: vec![
                ("primal".into(), Box::new(primal)),
                ("hand-written".into(), Box::new(hand)),
            ],
        }
    }

    /// Adds a candidate.
    ///
    /// # Panics
    /// If its derivative differs from the hand-written one: a wrong candidate has no time.
    pub fn add(&mut self, name: impl Into<String>, mut candidate: impl FnMut(&mut Sink) + 'a) {
        let name = name.into();
        let derivative = candidate.derivative();
        let scale = self.reference.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let agrees = |(a, b): (&f64, &f64)| (a - b).abs() <= Self::TOLERANCE * scale;
        assert!(
            derivative.len() == self.reference.len()
                && derivative.iter().zip(&self.reference).all(agrees),
            "{name} disagrees with the hand-written derivative of {}",
            self.program
        );
        self.candidates.push((name, Box::new(candidate)));
    }

    /// Times all candidates round by round.
    pub fn run(mut self) -> Outcome {
        let calls: Vec<u64> = self
            .candidates
            .iter_mut()
            .map(|(_, c)| Self::calls_per_turn(&mut **c))
            .collect();
        let mut turns = vec![Vec::new(); calls.len()];
        let start = Instant::now();
        for round in 0..*Self::ROUNDS.end() {
            if round >= *Self::ROUNDS.start() && start.elapsed() > Self::TOTAL {
                break;
            }
            for (((_, candidate), &calls), turns) in
                self.candidates.iter_mut().zip(&calls).zip(&mut turns)
            {
                turns.push(candidate.time(calls).as_secs_f64() * 1e9 / calls as f64);
            }
        }
        let timings = self
            .candidates
            .into_iter()
            .zip(turns)
            .map(|((name, _), mut turns)| {
                turns.sort_by(f64::total_cmp);
                Timing {
                    name,
                    least: turns[0],
                    median: turns[turns.len() / 2],
                }
            });
        Outcome {
            program: self.program,
            operations: self.operations,
            timings: timings.collect(),
        }
    }

    fn calls_per_turn(candidate: &mut dyn Candidate) -> u64 {
        let mut calls = 1;
        loop {
            let elapsed = candidate.time(calls);
            if elapsed * 2 > Self::TURN {
                return calls;
            }
            calls *= 2;
        }
    }
}
