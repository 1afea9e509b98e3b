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
    /// Bytes recorded by one call, where that is known.
    pub bytes: Option<usize>,
}

/// How much time a race takes.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Time one round gives to a candidate, unless one call takes longer.
    turn: Duration,
    /// Time given to all rounds, unless the least number of rounds takes longer.
    total: Duration,
    /// The least and the largest number of rounds.
    rounds: (u32, u32),
}

impl Pace {
    /// For numbers to be reported.
    pub const FULL: Pace = Pace { turn: Duration::from_millis(2), total: Duration::from_secs(4), rounds: (7, 101) };
    /// For a first look: ratios within some ten percent.
    pub const QUICK: Pace =
        Pace { turn: Duration::from_micros(500), total: Duration::from_millis(400), rounds: (3, 31) };
    /// For numbers on a machine that is busy with other things.
    pub const DEEP: Pace = Pace { turn: Duration::from_millis(2), total: Duration::from_secs(30), rounds: (15, 2001) };
}

/// The outcome of a [`Race`]; the first timing is the primal's.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Name of the program.
    pub program: String,
    /// Elementary operations of the primal.
    pub operations: u64,
    /// Which timing is the second measure, beside the primal's.
    pub baseline: usize,
    /// One entry per candidate, in the order in which they were added.
    pub timings: Vec<Timing>,
}

impl Outcome {
    /// The fastest round of the candidate of this name.
    pub fn least(&self, name: &str) -> Option<f64> {
        self.timings.iter().find(|timing| timing.name == name).map(|timing| timing.least)
    }
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
        let mut sink = Sink { derivative: Some(Vec::new()) };
        self(&mut sink);
        sink.derivative.unwrap_or_default()
    }
}

/// A program and the candidates that compute its derivative.
pub struct Race<'a> {
    program: String,
    operations: u64,
    reference: Option<Vec<f64>>,
    baseline: usize,
    candidates: Vec<Entry<'a>>,
}

struct Entry<'a> {
    name: String,
    candidate: Box<dyn Candidate + 'a>,
    bytes: Option<usize>,
}

impl<'a> Race<'a> {
    /// Largest accepted difference from the hand-written derivative, relative to its norm.
    const TOLERANCE: f64 = 1e-9;

    /// A race over `program`, which performs `operations` elementary operations, between its
    /// `primal` and its hand-written derivative `hand`, which is the reference for all others.
    pub fn new(
        program: impl Into<String>,
        operations: u64,
        primal: impl FnMut(&mut Sink) + 'a,
        mut hand: impl FnMut(&mut Sink) + 'a,
    ) -> Self {
        let mut race = Race::open(program, operations, primal);
        race.reference = Some(hand.derivative());
        race.add_part("hand-written", hand);
        race
    }

    /// A race over `program` that nobody has differentiated by hand: the candidate added first is the reference.
    pub fn open(program: impl Into<String>, operations: u64, primal: impl FnMut(&mut Sink) + 'a) -> Self {
        let mut race =
            Race { program: program.into(), operations, reference: None, baseline: 1, candidates: Vec::new() };
        race.add_part("primal", primal);
        race
    }

    /// Adds a candidate.
    ///
    /// # Panics
    /// If its derivative differs from the reference: a wrong candidate has no time.
    pub fn add(&mut self, name: impl Into<String>, mut candidate: impl FnMut(&mut Sink) + 'a) {
        let name = name.into();
        let derivative = candidate.derivative();
        let reference = self.reference.get_or_insert_with(|| derivative.clone());
        let scale = reference.iter().map(|d| d * d).sum::<f64>().sqrt();
        let agrees = |(a, b): (&f64, &f64)| (a - b).abs() <= Self::TOLERANCE * scale;
        assert!(
            derivative.len() == reference.len() && derivative.iter().zip(&*reference).all(agrees),
            "{name} disagrees with the reference, the derivative of {}",
            self.program
        );
        self.add_part(name, candidate);
    }

    /// Adds a candidate that does a part of the job or another job: what it hands in is not compared.
    pub fn add_part(&mut self, name: impl Into<String>, candidate: impl FnMut(&mut Sink) + 'a) {
        self.candidates.push(Entry { name: name.into(), candidate: Box::new(candidate), bytes: None });
    }

    /// Notes that a call of the candidate added last records so many bytes.
    pub fn records(&mut self, bytes: usize) {
        if let Some(last) = self.candidates.last_mut() {
            last.bytes = Some(bytes);
        }
    }

    /// Makes the candidate added last the second measure of all others, in place of the hand-written derivative.
    pub fn set_baseline(&mut self) {
        self.baseline = self.candidates.len() - 1;
    }

    /// Times all candidates round by round.
    pub fn run(mut self, pace: Pace) -> Outcome {
        let calls: Vec<u64> =
            self.candidates.iter_mut().map(|entry| calls_per_turn(&mut *entry.candidate, pace.turn)).collect();
        let mut turns = vec![Vec::new(); calls.len()];
        let start = Instant::now();
        for round in 0..pace.rounds.1 {
            if round >= pace.rounds.0 && start.elapsed() > pace.total {
                break;
            }
            for ((entry, &calls), turns) in self.candidates.iter_mut().zip(&calls).zip(&mut turns) {
                turns.push(entry.candidate.time(calls).as_secs_f64() * 1e9 / calls as f64);
            }
        }
        let timings = self.candidates.into_iter().zip(turns).map(|(Entry { name, bytes, .. }, mut turns)| {
            turns.sort_by(f64::total_cmp);
            Timing { name, least: turns[0], median: turns[turns.len() / 2], bytes }
        });
        Outcome {
            program: self.program,
            operations: self.operations,
            baseline: self.baseline,
            timings: timings.collect(),
        }
    }
}

fn calls_per_turn(candidate: &mut dyn Candidate, turn: Duration) -> u64 {
    let mut calls = 1;
    // A candidate that does nothing takes no time, however often it is called.
    while calls < 1 << 30 && candidate.time(calls) * 2 <= turn {
        calls *= 2;
    }
    calls
}
