//! One program: the function, its generated gradient and the tape in turns.

use crate::race::{Outcome, Pace, Race, Sink};
use crate::scores::duration;
use std::fmt;

/// Largest time of a value with its gradient over that of the function.
pub const GATE: f64 = 4.0;

/// A line of the table; times are nanoseconds per call.
pub struct Line {
    program: String,
    inputs: usize,
    primal: f64,
    hand: Option<f64>,
    ours: f64,
    tape: f64,
    saved: usize,
}

impl Line {
    /// The head of the table, two lines of Markdown.
    pub const HEAD: &str = "\
| program                   | inputs |    primal | hand/primal | ours/primal | tape/primal | ours/hand |     saved |       |
|:--------------------------|-------:|----------:|------------:|------------:|------------:|----------:|----------:|:------|";

    /// The time of value and gradient over that of the function.
    pub fn ratio(&self) -> f64 {
        self.ours / self.primal
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = |time: Option<f64>, to: Option<f64>| {
            time.zip(to).map_or(String::new(), |(time, to)| format!("{:.2}", time / to))
        };
        let (hand, beside) = (ratio(self.hand, Some(self.primal)), ratio(Some(self.ours), self.hand));
        write!(
            f,
            "| {:<25} | {:>6} | {:>9} | {hand:>11} | {:>11.2} | {:>11.2} | {beside:>9} | {:>9} | {:<5} |",
            self.program,
            self.inputs,
            duration(self.primal),
            self.ratio(),
            self.tape / self.primal,
            self.saved,
            if self.ratio() > GATE { "above" } else { "" },
        )
    }
}

/// Anything made of numbers.
pub trait Numbers {
    /// Appends the numbers in their order.
    fn append(&self, out: &mut Vec<f64>);
}

impl Numbers for f64 {
    fn append(&self, out: &mut Vec<f64>) {
        out.push(*self);
    }
}

impl<X: Numbers> Numbers for Vec<X> {
    fn append(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|x| x.append(out));
    }
}

impl<X: Numbers, const N: usize> Numbers for [X; N] {
    fn append(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|x| x.append(out));
    }
}

macro_rules! tuples {
    ($($X:ident: $k:tt),+) => {
        impl<$($X: Numbers),+> Numbers for ($($X,)+) {
            fn append(&self, out: &mut Vec<f64>) {
                $(self.$k.append(out);)+
            }
        }
    };
}
tuples!(A: 0, B: 1);
tuples!(A: 0, B: 1, C: 2);
tuples!(A: 0, B: 1, C: 2, D: 3);

/// A candidate that writes its gradient to a kept place.
pub fn by_hand<'a, G: Numbers + 'a>(
    mut gradient: G,
    mut f: impl FnMut(&mut G) -> f64 + 'a,
) -> impl FnMut(&mut Sink) + 'a {
    move |sink| {
        std::hint::black_box(f(&mut gradient));
        sink.with(&gradient, |gradient, out| gradient.append(out));
    }
}

/// A program and what competes for its gradient.
pub struct Contest<'a> {
    race: Race<'a>,
    inputs: usize,
    saved: usize,
}

impl<'a> Contest<'a> {
    /// A contest for the gradient of `primal` by `inputs` numbers, of which the tape's is the measure.
    pub fn new(
        program: &str,
        inputs: usize,
        mut primal: impl FnMut() -> f64 + 'a,
        tape: impl FnMut(&mut Sink) + 'a,
    ) -> Self {
        let mut race = Race::open(program, 0, move |sink: &mut Sink| sink.slice(&[primal()]));
        race.add("tape", tape);
        Contest { race, inputs, saved: 0 }
    }

    /// Adds the generated gradient, which saves so many bytes.
    pub fn ours(&mut self, saved: usize, ours: impl FnMut(&mut Sink) + 'a) {
        self.saved = saved;
        self.race.add("ours", ours);
    }

    /// Adds a gradient written by hand.
    pub fn hand(&mut self, hand: impl FnMut(&mut Sink) + 'a) {
        self.race.add("hand-written", hand);
    }

    /// Times everything in turns.
    pub fn run(self, pace: Pace) -> Line {
        let Contest { race, inputs, saved } = self;
        let outcome: Outcome = race.run(pace);
        let least = |name: &str| outcome.least(name).unwrap_or(f64::NAN);
        Line {
            program: outcome.program.clone(),
            inputs,
            primal: least("primal"),
            hand: outcome.least("hand-written"),
            ours: least("ours"),
            tape: least("tape"),
            saved,
        }
    }
}

/// The contest of a differentiable function at some arguments; in brackets stand the variables that hold its active
/// ones, with a name for the place of each derivative. Behind them may stand a candidate by hand.
#[macro_export]
macro_rules! contest {
    (
        $pace:expr, $name:literal, $module:ident::$f:ident($($arg:expr),* $(,)?),
        by [$($active:ident: $place:ident),*] $(, $hand:expr)?
    ) => {{
        use $crate::contest::{Contest, Numbers};
        let mut x = Vec::new();
        $($active.append(&mut x);)*
        let function = $module::$f::function($($arg),*);
        let primal = || $module::$f($(::std::hint::black_box($arg)),*);
        $(let mut $place = $active.clone();)*
        let mut workspace = wengert::Workspace::new();
        $module::$f::value_and_gradient_into($($arg),*, $(&mut $place),*, &mut workspace);
        let saved = workspace.high_water_bytes();
        let mut contest = Contest::new($name, x.len(), primal, |sink| {
            let (_, gradient) = wengert::Differentiate::vjp(&function, ::std::hint::black_box(&x), &[1.0]);
            sink.slice(&gradient);
        });
        $(contest.hand($hand);)?
        contest.ours(saved, |sink| {
            ::std::hint::black_box($module::$f::value_and_gradient_into(
                $(::std::hint::black_box($arg)),*, $(&mut $place),*, &mut workspace
            ));
            sink.with(&($(&$place,)*), |($($place,)*), out| { $($place.append(out);)* });
        });
        contest.run($pace)
    }};
}
