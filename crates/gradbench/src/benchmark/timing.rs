//! Timing one eval.

use super::cases::Case;
use super::hand::by_hand;
use bench::race::{Pace, Race, Sink};
use gradbench::{Engine, Eval, Failure, Settings, eval};
use std::hint::black_box;

/// What an eval took, the fastest of many rounds, in nanoseconds.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) primal: f64,
    pub(crate) hand: Option<f64>,
    pub(crate) engines: Vec<(Engine, f64)>,
    /// By the generated adjoint, on several threads.
    pub(crate) shared: Option<f64>,
    pub(crate) gate: f64,
    pub(crate) goal: f64,
}

impl Row {
    /// What the derivative takes by an engine.
    pub(crate) fn engine(&self, engine: Engine) -> Option<f64> {
        self.engines.iter().find(|(of, _)| *of == engine).map(|&(_, time)| time)
    }
}

const SHARED: &str = "several threads";

/// Times the function, its derivative by hand, by each engine, and on several threads, turn by turn.
pub(crate) fn row(case: &Case, engines: &[Engine], threads: usize, pace: Pace) -> Result<Row, Failure> {
    let open = |settings: &Settings| eval(case.eval, &case.input, settings);
    let mut whole = open(&Settings::default())?;
    let mut searched = if case.search { by_hand(case.eval, &case.input)? } else { None };
    let primal = move |sink: &mut Sink| match &mut searched {
        Some(search) => search(sink),
        None => {
            whole.run(0);
            black_box(&mut whole);
        }
    };
    let mut race = match by_hand(case.eval, &case.input)? {
        Some(hand) => Race::new(case.name, 0, primal, hand),
        None => Race::open(case.name, 0, primal),
    };
    let mut add = |name: &str, mut eval: Box<dyn Eval>| {
        race.add(name, move |sink| {
            eval.run(case.function);
            sink.slice(black_box(&eval).derivatives());
        });
    };
    let engines = engines.iter().copied().filter(|engine| match engine {
        Engine::Vector => case.vector,
        Engine::Dual => case.dual,
        Engine::Program => case.program,
        Engine::Adjoint | Engine::Tape => true,
    });
    for engine in engines.clone() {
        add(engine.name(), open(&Settings::new(engine, 1)?)?);
    }
    if threads != 1 && case.shared {
        add(SHARED, open(&Settings::new(Engine::Adjoint, threads)?)?);
    }
    let outcome = race.run(pace);
    Ok(Row {
        name: case.name,
        primal: outcome.least("primal").unwrap_or(f64::NAN),
        hand: outcome.least("hand-written"),
        engines: engines.filter_map(|engine| Some((engine, outcome.least(engine.name())?))).collect(),
        shared: outcome.least(SHARED),
        gate: case.gate,
        goal: case.goal,
    })
}
