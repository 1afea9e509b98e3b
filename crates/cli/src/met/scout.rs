//! A number that sees what it comes across.

use check::Met;
use rules::{Number, Op, Real, Rule, RuleId, number_operators};
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

/// The most operations whose ways to the results are kept; beyond them everything counts as being on one.
const KEPT: usize = 1 << 24;

/// The most that is kept of what is met.
const MOST_FOUND: usize = 1 << 16;

/// What the scouts of one run report to.
pub(crate) struct Watch<'a> {
    /// By functions of the table: whether to look at it closely.
    rough: &'a [bool],
    /// Whether all is kept that is met, or only whether something is.
    keeps: bool,
    place: Cell<(usize, usize)>,
    met: Cell<bool>,
    /// How many operations were looked at.
    steps: Cell<u64>,
    found: RefCell<Vec<Found>>,
    trail: RefCell<Trail>,
}

/// The operations of a run: which others their derivatives come from.
#[derive(Default)]
struct Trail {
    /// The nodes of all arguments, and where those of each operation end.
    from: Vec<u32>,
    ends: Vec<usize>,
}

/// Something that was met.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) met: Met,
    /// None for a comparison.
    pub(super) op: Option<Op>,
    /// Where it stands in the source.
    pub(super) bytes: Range<usize>,
    pub(super) arguments: Vec<f64>,
    pub(super) sides: Vec<Sides>,
    /// The operation; 0 for one without a derivative.
    node: u32,
    /// The operation among all that were looked at.
    step: u64,
}

/// How it is met by one argument of an operation.
#[derive(Clone)]
pub(super) struct Sides {
    /// Which argument, from 1.
    pub(super) argument: usize,
    /// Slopes of a kink, values of a jump.
    pub(super) below: f64,
    pub(super) above: f64,
    /// The slope that is taken.
    pub(super) taken: f64,
}

/// A value, which reports what happens to it if it depends on a variable.
#[derive(Clone, Copy)]
pub(super) struct Scout<'a> {
    value: f64,
    /// None for a constant.
    watch: Option<&'a Watch<'a>>,
    node: u32,
}

/// The node of variables, of which nobody wants to know more.
const VARIABLE: u32 = 1;

impl<'a> Watch<'a> {
    pub(super) fn new(rough: &'a [bool], keeps: bool) -> Self {
        let (place, met, steps) = (Cell::new((0, 0)), Cell::new(false), Cell::new(0));
        Watch { rough, keeps, place, met, steps, found: RefCell::default(), trail: RefCell::default() }
    }

    /// Forgets all.
    pub(super) fn restart(&self) {
        self.met.set(false);
    }

    pub(super) fn input(&'a self, value: f64, active: bool) -> Scout<'a> {
        if active { Scout { value, watch: Some(self), node: VARIABLE } } else { Scout::constant(value) }
    }

    /// What comes next stands there in the source.
    #[inline]
    pub(super) fn at(&self, bytes: Range<usize>) {
        self.place.set((bytes.start, bytes.end));
    }

    pub(super) fn has_met(&self) -> bool {
        self.met.get()
    }

    fn report(&self, met: Met, op: Option<Op>, at: &[f64], sides: Option<Sides>, node: u32) {
        // What is not finite shows in the results where it matters.
        if !matches!(met, Met::NotFinite | Met::Undefined) {
            self.met.set(true);
        }
        let mut found = self.found.borrow_mut();
        if !self.keeps || found.len() >= MOST_FOUND {
            return;
        }
        // The arguments of one operation stand together.
        if let Some(sides) = sides.as_ref().filter(|sides| sides.argument > 1)
            && let Some(last) = found.last_mut().filter(|last| last.step == self.steps.get() && last.met == met)
        {
            return last.sides.push(sides.clone());
        }
        let ((start, end), sides) = (self.place.get(), sides.into_iter().collect());
        let step = self.steps.get();
        found.push(Found { met, op, bytes: start..end, arguments: at.to_vec(), sides, node, step });
    }

    /// The operation that comes next, from these arguments; 0 where none is kept.
    fn step(&self, from: impl Iterator<Item = u32>) -> u32 {
        let mut trail = self.trail.borrow_mut();
        if !self.keeps || trail.ends.len() >= KEPT {
            return VARIABLE;
        }
        trail.from.extend(from);
        let end = trail.from.len();
        trail.ends.push(end);
        trail.ends.len() as u32 + VARIABLE
    }

    /// What was met on the way to the results, whose nodes are given.
    pub(super) fn found(&self, outputs: &[u32]) -> Vec<Found> {
        let Trail { from, ends } = &*self.trail.borrow();
        let first = VARIABLE as usize + 1;
        let mut reached = vec![false; first + ends.len()];
        outputs.iter().for_each(|&node| reached[node as usize] = true);
        for step in (0..ends.len()).rev().filter(|_| ends.len() < KEPT) {
            if reached[first + step] {
                let begin = if step == 0 { 0 } else { ends[step - 1] };
                from[begin..ends[step]].iter().for_each(|&node| reached[node as usize] = true);
            }
        }
        let on_the_way = |found: &&Found| found.node <= VARIABLE || ends.len() >= KEPT || reached[found.node as usize];
        self.found.borrow().iter().filter(on_the_way).cloned().collect()
    }
}

impl Scout<'_> {
    pub(super) fn node(&self) -> u32 {
        self.node
    }
}

impl<'a> Number for Scout<'a> {
    type Scalar = f64;

    fn constant(value: f64) -> Self {
        Scout { value, watch: None, node: 0 }
    }

    #[inline]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let at = args.map(|arg| arg.value);
        let value = f64::apply::<R, N>(at, n);
        let Some(watch) = args.iter().find_map(|arg| arg.watch) else { return Self::constant(value) };
        let RuleId::Table(op) = R::ID else { return Scout { value, watch: Some(watch), node: VARIABLE } };
        let rough = watch.rough[op as usize];
        if !rough && !watch.keeps {
            return if R::STEPS { Self::constant(value) } else { Scout { value, watch: Some(watch), node: VARIABLE } };
        }
        let active = args.map(|arg| arg.watch.is_some());
        watch.steps.set(watch.steps.get() + 1);
        let slopes = partials::<R, N>(at, value, active, n);
        // An operand that loses adds nothing.
        let flows = |i: usize| active[i] && !(rough && slopes[i] == 0.0);
        let node = match R::STEPS {
            true => 0,
            false => watch.step((0..N).filter(|&i| flows(i)).map(|i| args[i].node)),
        };
        for i in (0..N).filter(|&i| active[i]) {
            let met = check::meets(&at, i, value, slopes[i], |moved| {
                // Elsewhere nothing is to be seen, and need not be computed.
                let moved = <[f64; N]>::try_from(moved).ok().filter(|moved| rough && (op.row().admits)(moved))?;
                let value = f64::apply::<R, N>(moved, n);
                Some((value, partials::<R, N>(moved, value, active, n)[i]))
            });
            if let Some((met, [below, above])) = met {
                let sides = Sides { argument: i + 1, below, above, taken: slopes[i] };
                watch.report(met, Some(op), &at, Some(sides), node);
            }
        }
        if R::STEPS { Self::constant(value) } else { Scout { value, watch: Some(watch), node } }
    }

    fn known(self) -> Option<f64> {
        Some(self.value)
    }

    fn has_nan(self) -> bool {
        self.value.is_nan()
    }

    fn is_constant(self) -> bool {
        self.watch.is_none()
    }
}

#[inline]
fn partials<R: Rule<N>, const N: usize>(at: [f64; N], value: f64, active: [bool; N], n: i32) -> [f64; N] {
    if R::STEPS { [0.0; N] } else { R::partials(at, value, active, n) }
}

number_operators! { ['a] Scout<'a> }

/// Reports a comparison that was met exactly at its edge.
fn look(a: Scout<'_>, b: Scout<'_>, met: Met) {
    if let Some(watch) = a.watch.or(b.watch)
        && a.value == b.value
    {
        watch.report(met, None, &[a.value], None, 0);
    }
}

impl PartialEq for Scout<'_> {
    fn eq(&self, other: &Self) -> bool {
        look(*self, *other, Met::Equality);
        self.value == other.value
    }
}

impl PartialOrd for Scout<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        look(*self, *other, Met::Tie);
        self.value.partial_cmp(&other.value)
    }
}

impl PartialEq<f64> for Scout<'_> {
    fn eq(&self, c: &f64) -> bool {
        *self == Scout::constant(*c)
    }
}

impl PartialOrd<f64> for Scout<'_> {
    fn partial_cmp(&self, c: &f64) -> Option<Ordering> {
        self.partial_cmp(&Scout::constant(*c))
    }
}

impl PartialEq<Scout<'_>> for f64 {
    fn eq(&self, x: &Scout<'_>) -> bool {
        Scout::constant(*self) == *x
    }
}

impl PartialOrd<Scout<'_>> for f64 {
    fn partial_cmp(&self, x: &Scout<'_>) -> Option<Ordering> {
        Scout::constant(*self).partial_cmp(x)
    }
}

impl Real for Scout<'_> {
    fn value(&self) -> f64 {
        self.value
    }
}

impl fmt::Display for Scout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl fmt::Debug for Scout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
