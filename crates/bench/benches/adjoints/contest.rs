//! One function of the table with its variants, timed in turns.

use std::hint::black_box;

use bench::race::{Pace, Race, Sink};
use bench::scores::{Limit, Score};
use wengert::{Var, Workspace};

/// A function, what competes for its gradient, and its variants.
pub(crate) struct Contest<'a> {
    race: Race<'a>,
    limit: Limit,
    variants: Vec<String>,
    /// By the names of their candidates, the bytes that generated adjoints save.
    saved: Vec<(String, usize)>,
    /// How many times more work the function is than what the tape was given.
    tape_scale: f64,
}

impl<'a> Contest<'a> {
    /// A contest between `primal` and `hand`, the measure of all gradients.
    pub(crate) fn new(
        function: &str,
        (gate, goal): (f64, f64),
        primal: impl FnMut() -> f64 + 'a,
        hand: impl FnMut(&mut Sink) + 'a,
    ) -> Self {
        Contest {
            race: Race::new(function, 0, value_of(primal), hand),
            limit: Limit::Primal { gate, goal },
            variants: Vec::new(),
            saved: Vec::new(),
            tape_scale: 1.0,
        }
    }

    /// Adds the tape, on the function's twin.
    pub(crate) fn tape(&mut self, x: &'a [f64], f: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Copy + 'a) {
        self.race.add("tape", on_tape(x, f));
    }

    /// Adds the tape on a part of the work only, as the whole would take too much memory.
    pub(crate) fn tape_on_part(
        &mut self,
        scale: f64,
        x: &'a [f64],
        f: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Copy + 'a,
    ) {
        self.tape_scale = scale;
        self.race.add_part("tape", on_tape(x, f));
    }

    /// Adds the generated adjoint of the function, which leaves `n` derivatives.
    pub(crate) fn ours(&mut self, n: usize, f: impl FnMut(&mut [f64], &mut Workspace) -> f64 + 'a) {
        self.generated("ours".to_string(), n, f);
    }

    /// Adds the generated adjoint of the variant that was added last.
    pub(crate) fn ours_too(&mut self, n: usize, f: impl FnMut(&mut [f64], &mut Workspace) -> f64 + 'a) {
        let name = self.variants.last().map_or(String::new(), |name| format!("ours, {name}"));
        self.generated(name, n, f);
    }

    fn generated(&mut self, name: String, n: usize, mut f: impl FnMut(&mut [f64], &mut Workspace) -> f64 + 'a) {
        let mut gradient = vec![0.0; n];
        let mut workspace = Workspace::new();
        f(&mut gradient, &mut workspace);
        self.saved.push((name.clone(), workspace.high_water_bytes()));
        self.race.add(name, move |sink| {
            black_box(f(&mut gradient, &mut workspace));
            sink.slice(&gradient);
        });
    }

    /// Adds the gradient and the product of the Hessian with a direction, each with its result in memory of its own.
    pub(crate) fn second<G, H>(&mut self, gradient: impl Fn() -> G + 'a, hvp: impl Fn() -> H + 'a) {
        self.race.add_part("gradient", move |_| drop(black_box(gradient())));
        self.race.add_part("hvp", move |_| drop(black_box(hvp())));
    }

    /// Adds another way to write the function.
    pub(crate) fn variant(&mut self, name: &str, primal: impl FnMut() -> f64 + 'a) {
        self.variants.push(name.to_string());
        self.race.add_part(format!("primal, {name}"), value_of(primal));
    }

    /// Times everything in turns; a line for the function and for each variant.
    pub(crate) fn run(self, pace: Pace) -> Vec<Score> {
        let Contest { race, limit, variants, saved, tape_scale } = self;
        let saved = |name: &str| saved.iter().find(|(of, _)| of == name).map(|&(_, bytes)| bytes);
        let outcome = race.run(pace);
        let function = &outcome.program;
        let hand = outcome.least("hand-written").unwrap_or(f64::NAN);
        let ours = outcome.least("ours");
        let main = Score {
            function: function.clone(),
            primal: outcome.least("primal").unwrap_or(f64::NAN),
            hand,
            ours,
            second: outcome.least("hvp").zip(outcome.least("gradient")).map(|(hvp, gradient)| hvp / gradient),
            tape: outcome.least("tape").map(|tape| tape * tape_scale),
            saved: saved("ours"),
            limit,
        };
        let variants = variants.iter().map(|name| Score {
            function: format!("{function}, {name}"),
            primal: outcome.least(&format!("primal, {name}")).unwrap_or(f64::NAN),
            hand,
            ours: outcome.least(&format!("ours, {name}")),
            second: None,
            tape: None,
            saved: saved(&format!("ours, {name}")),
            limit: Limit::Main { main: ours },
        });
        std::iter::once(main).chain(variants).collect()
    }
}

fn value_of(mut primal: impl FnMut() -> f64) -> impl FnMut(&mut Sink) {
    move |sink| sink.slice(&[primal()])
}

fn on_tape<'a>(x: &'a [f64], f: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Copy + 'a) -> impl FnMut(&mut Sink) + 'a {
    let mut gradient = vec![0.0; x.len()];
    move |sink| {
        black_box(wengert::value_and_gradient_into(f, black_box(x), &mut gradient));
        sink.slice(&gradient);
    }
}
