//! From forward to reverse in two steps: a tangent that is an expression, then a trace of it run backwards.
//!
//! A dual's tangent may be anything that can be added and scaled. Here it is a handle to an expression that nobody
//! evaluates while the function runs. Every step of the expression has a name, so what is shared stays shared; and as
//! it is linear in the inputs, it can be evaluated from its end with one number per step: that is reverse mode.

use forward::{Dual, Tangent};
use std::cell::RefCell;
use std::fmt::Write;

/// The steps of a run, each named by its place.
pub struct Trace {
    inputs: Vec<&'static str>,
    steps: RefCell<Vec<Step>>,
}

#[derive(Clone, Copy)]
enum Step {
    Add(Name, Name),
    Scale(f64, Name),
}

/// What a tangent is called: an input, or a step, by its number.
#[derive(Clone, Copy)]
pub enum Name {
    /// An input of the function.
    Input(usize),
    /// A step of the trace.
    Step(usize),
}

/// A tangent that is not evaluated yet: zero, or something named in a trace.
#[derive(Clone, Copy)]
pub enum Delta<'a> {
    /// The tangent of a constant.
    Zero,
    /// The tangent of that name.
    At(&'a Trace, Name),
}

impl<'a> Delta<'a> {
    fn push(trace: &'a Trace, step: Step) -> Self {
        let mut steps = trace.steps.borrow_mut();
        steps.push(step);
        Delta::At(trace, Name::Step(steps.len() - 1))
    }
}

impl Tangent<f64> for Delta<'_> {
    type Activity = u64;
    fn zero() -> Self {
        Delta::Zero
    }

    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Delta::At(trace, a), Delta::At(_, b)) => Delta::push(trace, Step::Add(a, b)),
            (Delta::Zero, only) | (only, Delta::Zero) => only,
        }
    }

    fn scale(self, k: f64) -> Self {
        match self {
            Delta::At(trace, a) if k != 1.0 => Delta::push(trace, Step::Scale(k, a)),
            unchanged => unchanged,
        }
    }
}

impl Trace {
    /// An empty trace of a function of the named inputs.
    pub fn new(inputs: &[&'static str]) -> Self {
        Trace { inputs: inputs.to_vec(), steps: RefCell::default() }
    }

    /// Input number `i`, at a value.
    pub fn variable(&self, i: usize, value: f64) -> Dual<f64, Delta<'_>> {
        Dual::new(value, Delta::At(self, Name::Input(i)))
    }

    /// How many steps have been taken.
    pub fn steps(&self) -> usize {
        self.steps.borrow().len()
    }

    /// The derivative of `result` by each input: one pass over the steps, from the last to the first.
    pub fn gradient(&self, result: Delta<'_>) -> Vec<f64> {
        let steps = self.steps.borrow();
        let (mut inputs, mut weights) = (vec![0.0; self.inputs.len()], vec![0.0; steps.len()]);
        let mut give = |weights: &mut [f64], to: Name, weight: f64| match to {
            Name::Input(i) => inputs[i] += weight,
            Name::Step(i) => weights[i] += weight,
        };
        if let Delta::At(_, name) = result {
            give(&mut weights, name, 1.0);
        }
        for (i, step) in steps.iter().enumerate().rev() {
            let weight = weights[i];
            match *step {
                Step::Scale(k, a) => give(&mut weights, a, k * weight),
                Step::Add(a, b) => {
                    give(&mut weights, a, weight);
                    give(&mut weights, b, weight);
                }
            }
        }
        inputs
    }

    /// The trace as a program: a line for each step, and one for the result.
    pub fn program(&self, result: Delta<'_>) -> String {
        let mut text = String::new();
        for (i, step) in self.steps.borrow().iter().enumerate() {
            let step = match *step {
                Step::Add(a, b) => format!("Add({}, {})", self.name(a), self.name(b)),
                Step::Scale(k, a) => format!("Scale({k}, {})", self.name(a)),
            };
            writeln!(text, "let d{i} = {step}").unwrap();
        }
        match result {
            Delta::Zero => writeln!(text, "Zero").unwrap(),
            Delta::At(_, name) => writeln!(text, "{}", self.name(name)).unwrap(),
        }
        text
    }

    /// The result as one expression, in which what is shared is written out each time.
    pub fn expression(&self, result: Delta<'_>) -> String {
        // Each step's text follows from those before it.
        let mut texts: Vec<String> = Vec::new();
        let text = |texts: &[String], name| match name {
            Name::Input(i) => self.inputs[i].to_string(),
            Name::Step(i) => texts[i].clone(),
        };
        for step in self.steps.borrow().iter() {
            texts.push(match *step {
                Step::Add(a, b) => format!("Add({}, {})", text(&texts, a), text(&texts, b)),
                Step::Scale(k, a) => format!("Scale({k}, {})", text(&texts, a)),
            });
        }
        match result {
            Delta::Zero => "Zero".to_string(),
            Delta::At(_, name) => text(&texts, name),
        }
    }

    fn name(&self, name: Name) -> String {
        match name {
            Name::Input(i) => self.inputs[i].to_string(),
            Name::Step(i) => format!("d{i}"),
        }
    }
}

/// What the example prints.
pub fn report() -> String {
    let mut text = String::new();

    let trace = Trace::new(&["x", "y"]);
    let product = trace.variable(0, 3.0) * trace.variable(1, 2.0);
    writeln!(text, "x * y at (3, 2) is {product}, and its tangent {}", trace.expression(product.tangent)).unwrap();

    let twice = product + product;
    writeln!(text, "s = x * y; s + s is traced as").unwrap();
    text.push_str(&trace.program(twice.tangent));
    writeln!(text, "and run backwards gives {:?}", trace.gradient(twice.tangent)).unwrap();

    let trace = Trace::new(&["x"]);
    let mut y = trace.variable(0, 1.0);
    for _ in 0..60 {
        y = y + y;
    }
    let gradient = trace.gradient(y.tangent);
    writeln!(text, "y = y + y, 60 times: {} steps, derivative {}", trace.steps(), gradient[0] as u64).unwrap();
    text
}

#[allow(dead_code)]
fn main() {
    print!("{}", report());
}
