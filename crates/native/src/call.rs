//! What native code calls: the functions that the interpreter calls, found by the number of their site.

use program::Function;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One call in a program.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) function: Function,
    pub(crate) n: i32,
    pub(crate) kind: Kind,
}

/// What is called, and how its operands come.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A function of the table of up to three arguments, without a precondition: of one point in registers, of several in
    /// memory.
    Few,
    /// The value of any function, and a mask that holds where it has none; in memory.
    Value,
    /// The partials, of the arguments and the value; in memory.
    Partials(Box<[bool]>),
}

/// All bits set.
pub(crate) const HOLDS: f64 = f64::from_bits(u64::MAX);

impl Site {
    /// The value for operands in registers.
    #[inline(always)]
    pub(crate) fn of_few(&self, args: [f64; 3]) -> f64 {
        self.function.of_few(args, self.n)
    }

    /// Works on operands in memory, so many lanes of each, and puts the results behind them.
    ///
    /// A panic of a user's rule must not go through native code: it is caught, the run is left to the interpreter, and
    /// the rule panics again there.
    pub(crate) fn work(&self, area: &mut [f64], lanes: usize) {
        let (args, results) = area.split_at_mut(self.function.arity() * lanes);
        match &self.kind {
            Kind::Partials(active) => self.partials(active, args, results),
            Kind::Few if self.by_kernel(args, &mut results[..lanes], lanes) => {}
            Kind::Few => self.lane_by_lane(args, &mut results[..lanes]),
            Kind::Value => self.guarded(args, results, lanes),
        }
    }

    fn partials(&self, active: &[bool], args: &[f64], results: &mut [f64]) {
        let Some((&mut out, d)) = results.split_first_mut() else { return };
        let d = &mut d[..args.len()];
        let done = catch_unwind(AssertUnwindSafe(|| self.function.slopes(args, out, active, self.n, d)));
        if done.is_err() {
            d.fill(f64::NAN);
        }
    }

    fn by_kernel(&self, args: &[f64], out: &mut [f64], lanes: usize) -> bool {
        let Some(op) = self.function.op() else { return false };
        let (a, b) = args.split_at(lanes);
        vector::by_kernel(op, &[a, b], out)
    }

    fn lane_by_lane(&self, args: &[f64], out: &mut [f64]) {
        let lanes = out.len();
        for (lane, out) in out.iter_mut().enumerate() {
            *out = self.of_few(core::array::from_fn(|k| args.get(k * lanes + lane).copied().unwrap_or(f64::NAN)));
        }
    }

    fn guarded(&self, args: &[f64], results: &mut [f64], lanes: usize) {
        let mut room = Room::default();
        let one = room.of(self.function.arity());
        for lane in 0..lanes {
            one.iter_mut().enumerate().for_each(|(k, arg)| *arg = args[k * lanes + lane]);
            let value = catch_unwind(AssertUnwindSafe(|| self.function.value(one, self.n))).ok().flatten();
            results[lane] = value.unwrap_or(f64::NAN);
            results[lanes + lane] = if value.is_some() { 0.0 } else { HOLDS };
        }
    }
}

/// Memory for the operands of a call, on the stack where they are few.
#[derive(Default)]
struct Room {
    few: [f64; 8],
    more: Vec<f64>,
}

impl Room {
    fn of(&mut self, count: usize) -> &mut [f64] {
        if count > self.few.len() {
            self.more.resize(count, 0.0);
            return &mut self.more;
        }
        &mut self.few[..count]
    }
}
