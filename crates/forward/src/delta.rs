//! From forward to reverse in two steps: a tangent that is an expression, then a trace of it that is run backwards.
//!
//! The tangent of a [`Dual`] may be anything that can be added and scaled. A [`Delta`] is the name of an expression that
//! nobody evaluates while the function runs. Every step of the expression has a name, so what is shared stays shared; and
//! as it is linear in the inputs, it can be evaluated from its end with one number for each step: that is reverse mode.
//! The tapes of the crate `reverse` do the same faster; this is for looking at it. (Krawiec, Peyton Jones et al.,
//! *Provably correct, asymptotically efficient, higher-order reverse-mode automatic differentiation*, POPL 2022.)
//!
//! ```
//! use forward::delta::Trace;
//!
//! let trace = Trace::new(&["x", "y"]);
//! let s = trace.variable(0, 3.0) * trace.variable(1, 2.0);
//! assert_eq!(trace.expression(s.tangent), "Add(Scale(2, x), Scale(3, y))");
//! let twice = s + s;
//! assert_eq!(
//!     trace.program(twice.tangent),
//!     "let d0 = Scale(2, x)\nlet d1 = Scale(3, y)\nlet d2 = Add(d0, d1)\nlet d3 = Add(d2, d2)\nd3\n"
//! );
//! assert_eq!(trace.gradient(twice.tangent), [4.0, 6.0]);
//! ```

use crate::{Dual, Tangent};
use std::cell::RefCell;

/// The steps of a run, each named by its place.
///
/// ```
/// use forward::delta::Trace;
/// use rules::Functions;
/// let trace = Trace::new(&["x"]);
/// let y = trace.variable(0, 0.0).exp().sin();
/// assert_eq!((y.value, trace.gradient(y.tangent)), (1f64.sin(), vec![1f64.cos()]));
/// ```
#[derive(Debug, Default)]
pub struct Trace {
    inputs: Vec<String>,
    steps: RefCell<Vec<Step>>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Add(Name, Name),
    Scale(f64, Name),
}

/// What a tangent is called: an input, or a step, by its number.
///
/// ```
/// use forward::delta::{Delta, Name, Trace};
/// let trace = Trace::new(&["x"]);
/// let x = trace.variable(0, 3.0);
/// assert!(matches!(x.tangent, Delta::At(_, Name::Input(0))));
/// assert!(matches!((2.0 * x).tangent, Delta::At(_, Name::Step(0))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// An input of the function.
    Input(usize),
    /// A step of the trace.
    Step(usize),
}

/// A tangent that is not evaluated: zero, or something named in a trace.
///
/// ```
/// use forward::{Dual, delta::{Delta, Trace}};
/// let trace = Trace::new(&["x"]);
/// let c = Dual::new(2.0, Delta::Zero);
/// let y = c * trace.variable(0, 3.0) + c;
/// // What is zero is not added.
/// assert_eq!(trace.expression(y.tangent), "Scale(2, x)");
/// ```
#[derive(Clone, Copy, Debug)]
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

/// # Panics
/// Adding panics if the two belong to different traces.
impl Tangent<f64> for Delta<'_> {
    type Activity = u64;

    fn zero() -> Self {
        Delta::Zero
    }

    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Delta::At(trace, a), Delta::At(another, b)) => {
                assert!(core::ptr::eq(trace, another), "tangents of two traces meet: take all variables from one");
                Delta::push(trace, Step::Add(a, b))
            }
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
    ///
    /// ```
    /// let trace = forward::delta::Trace::new(&["x", "y"]);
    /// assert_eq!(trace.steps(), 0);
    /// ```
    pub fn new(inputs: &[&str]) -> Self {
        Trace { inputs: inputs.iter().map(|&name| name.to_owned()).collect(), steps: RefCell::default() }
    }

    /// Input number `i`, at a value.
    ///
    /// # Panics
    /// If there is no such input.
    ///
    /// ```
    /// let trace = forward::delta::Trace::new(&["x", "y"]);
    /// let y = trace.variable(1, 2.0);
    /// assert_eq!((y.value, trace.gradient(y.tangent)), (2.0, vec![0.0, 1.0]));
    /// ```
    #[track_caller]
    pub fn variable(&self, i: usize, value: f64) -> Dual<f64, Delta<'_>> {
        assert!(i < self.inputs.len(), "there is no input {i}: the trace was made for {}", self.inputs.len());
        Dual::new(value, Delta::At(self, Name::Input(i)))
    }

    /// How many steps have been taken.
    ///
    /// ```
    /// let trace = forward::delta::Trace::new(&["x"]);
    /// let x = trace.variable(0, 3.0);
    /// // Two scalings and a sum.
    /// let _ = x * x;
    /// assert_eq!(trace.steps(), 3);
    /// ```
    pub fn steps(&self) -> usize {
        self.steps.borrow().len()
    }

    /// The derivative of `result` by each input: one pass over the steps, from the last to the first.
    ///
    /// ```
    /// let trace = forward::delta::Trace::new(&["x", "y"]);
    /// let (x, y) = (trace.variable(0, 3.0), trace.variable(1, 2.0));
    /// assert_eq!(trace.gradient((x * x * y).tangent), [12.0, 9.0]);
    /// ```
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
    ///
    /// ```
    /// let trace = forward::delta::Trace::new(&["x"]);
    /// let x = trace.variable(0, 3.0);
    /// assert_eq!(trace.program((x * x).tangent), "let d0 = Scale(3, x)\nlet d1 = Scale(3, x)\nlet d2 = Add(d0, d1)\nd2\n");
    /// ```
    pub fn program(&self, result: Delta<'_>) -> String {
        let line = |(i, step): (usize, &Step)| match *step {
            Step::Add(a, b) => format!("let d{i} = Add({}, {})\n", self.name(a), self.name(b)),
            Step::Scale(k, a) => format!("let d{i} = Scale({k}, {})\n", self.name(a)),
        };
        let lines: String = self.steps.borrow().iter().enumerate().map(line).collect();
        let last = match result {
            Delta::Zero => "Zero".to_owned(),
            Delta::At(_, name) => self.name(name),
        };
        lines + &last + "\n"
    }

    /// The result as one expression, in which what is shared is written out each time: it may be exponentially longer than
    /// the [program](Trace::program).
    ///
    /// ```
    /// let trace = forward::delta::Trace::new(&["x"]);
    /// let x = trace.variable(0, 3.0);
    /// assert_eq!(trace.expression((x * x).tangent), "Add(Scale(3, x), Scale(3, x))");
    /// ```
    pub fn expression(&self, result: Delta<'_>) -> String {
        // Each step's text follows from those before it.
        let mut texts: Vec<String> = Vec::new();
        let text = |texts: &[String], name| match name {
            Name::Input(i) => self.inputs[i].clone(),
            Name::Step(i) => texts[i].clone(),
        };
        for step in self.steps.borrow().iter() {
            texts.push(match *step {
                Step::Add(a, b) => format!("Add({}, {})", text(&texts, a), text(&texts, b)),
                Step::Scale(k, a) => format!("Scale({k}, {})", text(&texts, a)),
            });
        }
        match result {
            Delta::Zero => "Zero".to_owned(),
            Delta::At(_, name) => text(&texts, name),
        }
    }

    fn name(&self, name: Name) -> String {
        match name {
            Name::Input(i) => self.inputs[i].clone(),
            Name::Step(i) => format!("d{i}"),
        }
    }
}
