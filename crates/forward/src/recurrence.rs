//! Taylor coefficients of any rule, from its partials alone.
//!
//! The partials of y = f(x) state a differential equation, y' = p(x, y) x'. They are run once on numbers that record
//! what is done to them; what is recorded is differentiated in turn, and as equal steps are recorded once, most rules
//! soon meet themselves again (sin leads to cos, cos to sin) and close into a system of equations. Order by order, each
//! step's next coefficient then follows from lower ones with O(k) operations (R. E. Moore, Interval Analysis, 1966,
//! chapter 11; A. Griewank and A. Walther, Evaluating Derivatives, 2nd edition, section 13.2). A rule that leads to
//! ever new functions is expanded only as far as the order asks.

use crate::Taylor;
use crate::convolution::{Step, View, integrate, order, zero};
use crate::pile::Pile;
use core::any::TypeId;
use core::cell::RefCell;
use core::ops::{Add, Div, Mul, Neg, Sub};
use rules::{Choice, Number, Rule, Scalar, rule};

/// The result of a rule that is not arithmetic, as a series.
#[inline(never)]
pub(crate) fn solve<R: Rule<N>, const N: usize, T: Number, const K: usize>(
    args: [Taylor<T, K>; N],
    value: T,
    n: i32,
) -> Taylor<T, K> {
    let mut recorder = Recorder::<T, K>::new();
    let args = recorder.operands_of(args);
    let out = recorder.push::<R, N>(&args, n, value);
    recorder.expand(out);
    recorder.evaluate(out)
}

/// A recorded step's argument or partial.
#[derive(Clone, Copy)]
enum Operand<S> {
    Constant(S),
    Node(usize),
}

impl<S: Scalar> Operand<S> {
    fn is(self, other: Self) -> bool {
        match (self, other) {
            (Operand::Constant(a), Operand::Constant(b)) => a.to_f64().to_bits() == b.to_f64().to_bits(),
            (Operand::Node(a), Operand::Node(b)) => a == b,
            _ => false,
        }
    }
}

/// A series that is given, or the result of a step.
struct Node<T: Number, const K: usize> {
    series: Taylor<T, K>,
    /// The coefficients times their orders.
    slopes: [T; K],
    call: Option<Call<T, K>>,
    /// The order up to which coefficients are needed.
    need: usize,
    /// Whether that need has been passed on to the operands.
    settled: bool,
}

/// How a node is computed: operands, and once differentiated its partials, are ranges of the recorder's list.
struct Call<T: Number, const K: usize> {
    step: Step,
    rule: TypeId,
    n: i32,
    arity: usize,
    args: usize,
    partials: Option<usize>,
    differentiate: fn(&Recorder<T, K>, usize),
}

impl<T: Number, const K: usize> Clone for Call<T, K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T: Number, const K: usize> Copy for Call<T, K> {}

/// Enough for the rows that close, without allocation.
const NODES: usize = 16;
const OPERANDS: usize = 48;

struct Recorder<T: Number, const K: usize> {
    nodes: RefCell<Pile<Node<T, K>, NODES>>,
    operands: RefCell<Pile<Operand<T::Scalar>, OPERANDS>>,
}

impl<T: Number, const K: usize> Recorder<T, K> {
    fn new() -> Self {
        Recorder { nodes: RefCell::new(Pile::new()), operands: RefCell::new(Pile::new()) }
    }

    fn node(&self, series: Taylor<T, K>, call: Option<Call<T, K>>) -> Handle<'_, T, K> {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { series, slopes: [zero(); K], call, need: 0, settled: false });
        Handle::Node(self, nodes.len() - 1)
    }

    fn given(&self, series: Taylor<T, K>) -> Handle<'_, T, K> {
        match series.known() {
            Some(c) if series.is_constant() => Handle::Constant(c),
            _ => self.node(series, None),
        }
    }

    /// Records a rule applied to operands, whose value is known.
    fn push<R: Rule<N>, const N: usize>(&self, args: &[Operand<T::Scalar>; N], n: i32, value: T) -> usize {
        let (step, rule, differentiate) = (Step::of(R::ID), TypeId::of::<R>(), differentiate::<R, N, T, K>);
        self.record(Call { step, rule, n, arity: N, args: 0, partials: None, differentiate }, args, value)
    }

    // What is not written over rules here is compiled once for all of them.
    fn record<const N: usize>(&self, call: Call<T, K>, args: &[Operand<T::Scalar>; N], value: T) -> usize {
        let degree = call.step.degree(&rules::each(*args, |a| self.degree(a)), K);
        let args = self.list(args);
        self.node(Taylor::begun(value, degree), Some(Call { args, ..call }));
        self.nodes.borrow().len() - 1
    }

    fn operands_of<const N: usize>(&self, args: [Taylor<T, K>; N]) -> [Operand<T::Scalar>; N] {
        rules::each(args, |arg| self.given(arg).operand())
    }

    fn handles<const N: usize>(&self, call: &Call<T, K>) -> [Handle<'_, T, K>; N] {
        core::array::from_fn(|j| self.handle(call.args + j))
    }

    fn degrees<const N: usize>(&self, args: [Handle<'_, T, K>; N]) -> [usize; N] {
        rules::each(args, |a| self.degree(a.operand()))
    }

    /// The node that holds this rule of these operands, if it is recorded already.
    fn find(&self, rule: TypeId, args: &[Operand<T::Scalar>], n: i32) -> Option<usize> {
        let (nodes, operands) = (self.nodes.borrow(), self.operands.borrow());
        (0..nodes.len()).rev().find(|&i| {
            nodes.get(i).call.as_ref().is_some_and(|call| {
                call.rule == rule && call.n == n && (0..args.len()).all(|j| operands.get(call.args + j).is(args[j]))
            })
        })
    }

    fn list(&self, items: &[Operand<T::Scalar>]) -> usize {
        let mut operands = self.operands.borrow_mut();
        let first = operands.len();
        for &item in items {
            operands.push(item);
        }
        first
    }

    fn operand(&self, i: usize) -> Operand<T::Scalar> {
        *self.operands.borrow().get(i)
    }

    fn handle(&self, i: usize) -> Handle<'_, T, K> {
        match self.operand(i) {
            Operand::Constant(c) => Handle::Constant(c),
            Operand::Node(node) => Handle::Node(self, node),
        }
    }

    fn degree(&self, operand: Operand<T::Scalar>) -> usize {
        match operand {
            Operand::Constant(_) => 0,
            Operand::Node(i) => self.nodes.borrow().get(i).series.degree(),
        }
    }

    fn take_partials(&self, i: usize, partials: &[Operand<T::Scalar>], degrees: &[usize]) {
        let first = self.list(partials);
        let still = partials.iter().zip(degrees).all(|(&partial, &degree)| !moves(degree) || self.degree(partial) == 0);
        let mut nodes = self.nodes.borrow_mut();
        let node = nodes.get_mut(i);
        if still {
            node.series.cut(degrees.iter().copied().max().unwrap_or(0));
        }
        if let Some(call) = &mut node.call {
            call.partials = Some(first);
        }
    }

    /// Finds what all coefficients of `out` depend on, differentiating where needed.
    ///
    /// Needs are settled from the highest down: a step needs its arguments to its own order and its partials to one
    /// order less, so a need never grows once it is settled. Arguments lie before their step.
    fn expand(&self, out: usize) {
        self.nodes.borrow_mut().get_mut(out).need = K;
        while let Some(level) = self.highest_need() {
            let len = self.nodes.borrow().len();
            for i in (0..len).rev() {
                let call = {
                    let mut nodes = self.nodes.borrow_mut();
                    let node = nodes.get_mut(i);
                    if node.settled || node.need != level {
                        continue;
                    }
                    node.settled = true;
                    node.call
                };
                let Some(call) = call else { continue };
                self.raise(call.args, call.arity, level);
                if call.step == Step::Partials && self.degree(Operand::Node(i)) > 0 {
                    (call.differentiate)(self, i);
                    let partials = self.nodes.borrow().get(i).call.and_then(|call| call.partials);
                    self.raise(partials.unwrap_or(0), call.arity, level - 1);
                }
            }
        }
    }

    fn highest_need(&self) -> Option<usize> {
        let nodes = self.nodes.borrow();
        let open = (0..nodes.len()).map(|i| nodes.get(i)).filter(|node| !node.settled && node.need > 0);
        open.map(|node| node.need).max()
    }

    fn raise(&self, first: usize, len: usize, need: usize) {
        for j in first..first + len {
            if let Operand::Node(i) = self.operand(j) {
                let mut nodes = self.nodes.borrow_mut();
                let node = nodes.get_mut(i);
                node.need = node.need.max(need);
            }
        }
    }

    /// Computes the coefficients that are needed, order by order, and returns the series of `out`.
    fn evaluate(&mut self, out: usize) -> Taylor<T, K> {
        let (nodes, operands) = (self.nodes.get_mut(), self.operands.get_mut());
        for k in 1..=K {
            for i in 0..nodes.len() {
                let node = nodes.get(i);
                if k > node.need.min(node.series.degree()) {
                    continue;
                }
                let coefficient = match &node.call {
                    None => node.series.coefficient(k),
                    Some(call) => coefficient(nodes, operands, call, &node.series, k),
                };
                let node = nodes.get_mut(i);
                node.series.set(k, coefficient);
                node.slopes[k - 1] = coefficient.apply_with::<rule::Mul>(order(k));
            }
        }
        nodes.get(out).series
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn coefficient<T: Number, const K: usize>(
    nodes: &Pile<Node<T, K>, NODES>,
    operands: &Pile<Operand<T::Scalar>, OPERANDS>,
    call: &Call<T, K>,
    out: &Taylor<T, K>,
    k: usize,
) -> T {
    let read = |i: usize| match *operands.get(i) {
        Operand::Constant(c) => (View { value: T::constant(c), higher: &[][..] }, &[][..]),
        Operand::Node(node) => {
            let node = nodes.get(node);
            (node.series.view(), &node.slopes[..node.series.degree()])
        }
    };
    match (call.step, call.partials) {
        (Step::Partials, Some(partials)) => {
            // An argument that does not move has no entry worth reading among the partials.
            let terms = (0..call.arity).map(|j| (read(partials + j).0, read(call.args + j)));
            let moving = terms.filter(|(_, (arg, _))| !arg.higher.is_empty());
            integrate(k, moving.map(|(partial, (arg, slopes))| (partial, arg, slopes)))
        }
        (step, _) => {
            let done = View { higher: &out.view().higher[..k - 1], ..out.view() };
            match call.arity {
                1 => step.coefficient(k, &[read(call.args).0], done),
                2 => step.coefficient(k, &[read(call.args).0, read(call.args + 1).0], done),
                _ => step.coefficient(k, &[0, 1, 2].map(|j| read(call.args + j).0), done),
            }
        }
    }
}

/// Records the partials of node `i`, which is the rule `R` of its operands.
fn differentiate<R: Rule<N>, const N: usize, T: Number, const K: usize>(recorder: &Recorder<T, K>, i: usize) {
    let Some(call) = recorder.nodes.borrow().get(i).call else { return };
    let args = recorder.handles(&call);
    let degrees = recorder.degrees(args);
    let active = rules::each(degrees, moves);
    let out = Handle::Node(recorder, i);
    let partials = match R::series(args, out, active, call.n) {
        Some(series) if Handle::all_finite(&series, &active) => series,
        _ => R::partials(args, out, active, call.n),
    };
    recorder.take_partials(i, &partials.map(Handle::operand), &degrees);
}

fn moves(degree: usize) -> bool {
    degree > 0
}

/// The number that records: a constant, or a node.
#[derive(Clone, Copy)]
enum Handle<'r, T: Number, const K: usize> {
    Constant(T::Scalar),
    Node(&'r Recorder<T, K>, usize),
}

impl<'r, T: Number, const K: usize> Handle<'r, T, K> {
    fn operand(self) -> Operand<T::Scalar> {
        match self {
            Handle::Constant(c) => Operand::Constant(c),
            Handle::Node(_, i) => Operand::Node(i),
        }
    }

    fn value(self) -> T {
        match self {
            Handle::Constant(c) => T::constant(c),
            Handle::Node(recorder, i) => recorder.nodes.borrow().get(i).series.value,
        }
    }

    fn known_or_zero(self) -> T::Scalar {
        self.known().unwrap_or_default()
    }

    fn all_finite(handles: &[Self], active: &[bool]) -> bool {
        let finite = |handle: &Self| handle.known().is_some_and(|c| c.to_f64().is_finite());
        handles.iter().zip(active).all(|(handle, &active)| !active || finite(handle))
    }

    fn recorder(self) -> Option<&'r Recorder<T, K>> {
        match self {
            Handle::Constant(_) => None,
            Handle::Node(recorder, _) => Some(recorder),
        }
    }

    /// What this is the negative of, if it was recorded as one.
    fn negated(self) -> Option<Self> {
        let Handle::Node(recorder, i) = self else { return None };
        let call = recorder.nodes.borrow().get(i).call?;
        (call.step == Step::Neg).then(|| recorder.handle(call.args))
    }
}

impl<T: Number, const K: usize> Number for Handle<'_, T, K> {
    type Scalar = T::Scalar;

    fn constant(c: T::Scalar) -> Self {
        Handle::Constant(c)
    }

    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let Some(recorder) = args.iter().copied().find_map(Handle::recorder) else {
            return Handle::Constant(T::Scalar::evaluate::<R, N>(rules::each(args, Handle::known_or_zero), n));
        };
        let step = Step::of(R::ID);
        if R::CHOOSES {
            let at = rules::each(args, Handle::value);
            match Choice::of::<R>(at, T::apply::<R, N>(at, n), recorder.degrees(args).map(moves), n) {
                Choice::Constant => return recorder.given(Taylor::fixed(T::apply::<R, N>(at, n))),
                Choice::Argument(i) => return args[i],
                Choice::Shared(_) | Choice::Open(_) => {}
            }
        }
        if step == Step::Neg {
            // sigmoid meets itself again only if -(-x) is x.
            if let Some(inner) = args[0].negated() {
                return inner;
            }
        }
        let operands = rules::each(args, Handle::operand);
        if let Some(i) = recorder.find(TypeId::of::<R>(), &operands, n) {
            return Handle::Node(recorder, i);
        }
        let value = T::apply::<R, N>(rules::each(args, Handle::value), n);
        if R::STEPS {
            return recorder.given(Taylor::fixed(value));
        }
        Handle::Node(recorder, recorder.push::<R, N>(&operands, n, value))
    }

    fn known(self) -> Option<T::Scalar> {
        match self {
            Handle::Constant(c) => Some(c),
            Handle::Node(..) => self.value().known(),
        }
    }

    fn has_nan(self) -> bool {
        self.value().has_nan()
    }

    fn is_constant(self) -> bool {
        matches!(self, Handle::Constant(_))
    }
}

macro_rules! operator {
    ($($Op:ident $op:ident $($other:ident)?),*) => {$(
        impl<T: Number, const K: usize> $Op for Handle<'_, T, K> {
            type Output = Self;
            fn $op(self $(, $other: Self)?) -> Self {
                Self::apply::<rule::$Op, { 1 $(+ { let $other = 1; $other })? }>([self $(, $other)?], 0)
            }
        }
    )*};
}
operator!(Neg neg, Add add other, Sub sub other, Mul mul other, Div div other);
