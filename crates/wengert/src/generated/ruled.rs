//! Functions with a rule of the user's: what they give, as numbers of any engine.

use core::cell::Cell;
use rules::{Number, Real, Rule, RuleId, Scalar, apart};

/// The parts of a flat list, one after the other.
#[derive(Clone, Debug)]
pub struct Parts<'l> {
    lens: core::slice::Iter<'l, usize>,
    at: usize,
}

impl<'l> Parts<'l> {
    /// Of these lengths.
    pub fn new(lens: &'l [usize]) -> Self {
        Parts { lens: lens.iter(), at: 0 }
    }
    /// The next one.
    pub fn next<'x, T>(&mut self, list: &'x [T]) -> &'x [T] {
        let start = self.at;
        self.at += self.lens.next().copied().unwrap_or(0);
        &list[start..self.at]
    }
}

/// The value of the first argument; its derivative by the third one is the second, which counts as a constant.
struct Attach;

impl Rule<3> for Attach {
    const ID: RuleId = RuleId::User("wengert::generated::ruled");
    #[inline]
    fn value(args: [f64; 3], _: i32) -> f64 {
        args[0]
    }
    #[inline]
    fn value_f32(args: [f32; 3], _: i32) -> f32 {
        args[0]
    }
    #[inline]
    fn partials<T: Number>(args: [T; 3], _: T, _: [bool; 3], _: i32) -> [T; 3] {
        let constant = |c: f64| T::constant(T::Scalar::from_f64(c));
        [constant(1.0), constant(0.0), args[1]]
    }
}

thread_local! {
    static LEVELS: Cell<usize> = const { Cell::new(0) };
}

/// Counts how often a number asks for partials: once for each order of derivative that it carries.
struct Count;

impl Rule<1> for Count {
    const ID: RuleId = RuleId::User("wengert::generated::count");
    fn value(args: [f64; 1], _: i32) -> f64 {
        args[0]
    }
    fn partials<T: Number>(_: [T; 1], _: T, _: [bool; 1], _: i32) -> [T; 1] {
        LEVELS.set(LEVELS.get() + 1);
        [T::constant(T::Scalar::from_f64(1.0))]
    }
}

fn orders<T: Number>(inputs: &[T]) -> usize {
    let order = |&x: &T| {
        LEVELS.set(0);
        let _ = T::apply::<Count, 1>([x], 0);
        LEVELS.get()
    };
    inputs.iter().filter(|x| !x.is_constant()).map(order).max().unwrap_or(0)
}

/// The outputs of a function with the derivatives that its rule says. `back` is given values and weights of the outputs,
/// and an empty list for the adjoints of the inputs.
///
/// A rule that reads the values needs them with the derivatives of one order less than it makes, so it is asked once for
/// each order. Cost: as many calls of the rule for each output; none where no input carries a derivative.
#[track_caller]
pub fn ruled<S: Scalar, T: Real<S>>(
    values: &[S],
    inputs: &[T],
    reads_values: bool,
    back: impl Fn(&[T], &[T], &mut Vec<T>),
) -> Vec<T> {
    let constants: Vec<T> = values.iter().map(|&c| T::constant(c)).collect();
    if inputs.iter().all(|x| x.is_constant()) {
        return constants;
    }
    let rounds = if reads_values { orders(inputs).max(1) } else { 1 };
    let mut weights = vec![T::constant(S::from_f64(0.0)); values.len()];
    let mut outputs = constants.clone();
    let mut gradient = Vec::new();
    for _ in 0..rounds {
        let mut next = constants.clone();
        for (k, y) in next.iter_mut().enumerate() {
            weights[k] = T::constant(S::from_f64(1.0));
            gradient.clear();
            // Others make no such pass.
            apart(|| back(&outputs, &weights, &mut gradient));
            weights[k] = T::constant(S::from_f64(0.0));
            for (&x, &g) in inputs.iter().zip(&gradient) {
                if !x.is_constant() {
                    *y = T::apply::<Attach, 3>([*y, g, x], 0);
                }
            }
        }
        outputs = next;
    }
    outputs
}
