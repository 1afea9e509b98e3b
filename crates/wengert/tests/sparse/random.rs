//! Random functions whose patterns are known from how they are made.

use wengert::prelude::*;
use wengert::sparse::Pattern;

/// A generator of numbers (Vigna's xorshift64*), so that a failure can be repeated.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n.max(1)
    }

    /// Between minus one and one.
    pub(crate) fn unit(&mut self) -> f64 {
        self.below(2_000_001) as f64 / 1e6 - 1.0
    }
}

/// A term of an output.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    row: usize,
    inputs: [usize; 2],
    kind: usize,
    factor: f64,
}

impl Term {
    fn eval<T: Real>(&self, x: &[T]) -> T {
        let [a, b] = self.inputs.map(|j| x[j]);
        self.factor
            * match self.kind {
                0 => a * b,
                1 => (a * b).sin(),
                2 => a * a + b,
                3 => (a - b).exp(),
                _ => a / (2.0 + b * b),
            }
    }

    /// The pairs that the second derivatives are in.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let [a, b] = self.inputs;
        match self.kind {
            0 => vec![(a, b), (b, a)],
            2 => vec![(a, a)],
            1 | 3 => vec![(a, a), (a, b), (b, a), (b, b)],
            _ => vec![(a, b), (b, a), (b, b)],
        }
    }
}

/// Sums of terms.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) terms: Vec<Term>,
}

impl Terms {
    /// With so many terms, and a row, a column or both in which every entry is, where asked for.
    pub(crate) fn roll(dice: &mut Dice, shape: [usize; 2], count: usize, dense: [bool; 2], orders: i32) -> Self {
        let [outputs, inputs] = shape;
        let mut terms = Vec::new();
        let mut add = |dice: &mut Dice, row: usize, inputs: [usize; 2]| {
            let factor = (0.5 + dice.unit().abs()) * 10f64.powi(dice.below(orders as usize + 1) as i32 - orders / 2);
            terms.push(Term { row, inputs, kind: dice.below(5), factor });
        };
        if inputs > 0 && outputs > 0 {
            for _ in 0..count {
                let (row, a, b) = (dice.below(outputs), dice.below(inputs), dice.below(inputs));
                add(dice, row, [a, b]);
            }
            let [row, column] = [dice.below(outputs), dice.below(inputs)];
            if dense[0] {
                (0..inputs).for_each(|j| add(dice, row, [j, j]));
            }
            if dense[1] {
                (0..outputs).for_each(|i| add(dice, i, [column, column]));
            }
        }
        Terms { inputs, outputs, terms }
    }

    pub(crate) fn pattern(&self) -> Pattern {
        let entries = self.terms.iter().flat_map(|t| t.inputs.map(|j| (t.row, j)));
        Pattern::from_coordinates(self.outputs, self.inputs, entries).unwrap()
    }

    /// Of the sum of all outputs, the lower triangle.
    pub(crate) fn hessian_pattern(&self) -> Pattern {
        let entries = self.terms.iter().flat_map(Term::pairs).filter(|(i, j)| i >= j);
        Pattern::from_coordinates(self.inputs, self.inputs, entries).unwrap()
    }

    pub(crate) fn point(&self, dice: &mut Dice) -> Vec<f64> {
        (0..self.inputs).map(|_| 0.3 + dice.unit().abs()).collect()
    }
}

impl Function for Terms {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let mut y = vec![T::from(0.0); self.outputs];
        for term in &self.terms {
            y[term.row] += term.eval(x);
        }
        y
    }
}

/// The sum of all outputs.
#[derive(Clone, Debug)]
pub(crate) struct Total(pub(crate) Terms);

impl Function for Total {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        self.0.terms.iter().map(|term| term.eval(x)).sum()
    }
}

/// Each number is right relative to its own size: within 1e-12.
#[track_caller]
pub(crate) fn each_close(got: &[f64], want: &[f64], what: &dyn std::fmt::Debug) {
    assert_eq!(got.len(), want.len(), "{what:?}");
    for (k, (g, w)) in got.iter().zip(want).enumerate() {
        let same = g == w || g.is_nan() && w.is_nan();
        assert!(same || (g - w).abs() <= 1e-12 * w.abs(), "{k}: {g} for {w}, {what:?}");
    }
}
