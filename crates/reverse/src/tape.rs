//! The tape: statements in the order of their execution.

use crate::buffers::{Buffers, recast};
use crate::log::Log;
use crate::{Adjoints, Var, sweep};
use core::cell::{Cell, RefCell};
use core::fmt;
use rules::{Number, Scalar};

/// Two operands of a statement, packed: an index in the low 30 bits, how to find the partial in the high two.
pub(crate) type Statement = [u32; 2];

pub(crate) const INDEX: u32 = (1 << 30) - 1;
/// The partial is +1 and not stored.
pub(crate) const PLUS: u32 = 1 << 30;
/// The partial is -1 and not stored.
pub(crate) const MINUS: u32 = 2 << 30;
/// The operand that stands for none; its adjoint is never read.
const NOWHERE: u32 = PLUS;

/// A recording of a computation, in the order in which it ran (a Wengert list), ready to be swept backwards.
///
/// Only a statement that joins two different variables takes space: two 32-bit indices, and 8 bytes for each partial
/// that is not 1 or -1. Elementary functions of one variable, and arithmetic with constants, multiply into a
/// coefficient that the variable carries along (the preaccumulation of univariate chains; Griewank and Walther,
/// *Evaluating Derivatives*, 2nd ed., section 10.2). The alternative of one record per operation took two to three times
/// the bytes and the time on the benchmark programs.
///
/// ```
/// use reverse::Tape;
/// use rules::Functions;
/// let tape = Tape::new();
/// let (x, y) = (tape.var(0.5), tape.var(4.2));
/// let z = x * y + x.sin();
/// let g = z.grad();
/// assert_eq!((g.wrt(x), g.wrt(y)), (5.077582561890373, 0.5));
/// ```
pub struct Tape<T = f64> {
    statements: Log<Statement>,
    partials: Log<T>,
    inputs: Cell<usize>,
    leading: Cell<usize>,
    epoch: Cell<u32>,
    spare: RefCell<Option<Box<Tape<T>>>>,
}

/// What a tape holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Variables made by [`Tape::var`].
    pub inputs: usize,
    /// Recorded statements, inputs not counted.
    pub statements: usize,
    /// Stored partials.
    pub partials: usize,
    /// Bytes in use by statements and partials.
    pub bytes: usize,
    /// Bytes allocated for them.
    pub capacity: usize,
}

impl<T: Number> Tape<T> {
    /// An empty tape.
    pub fn new() -> Self {
        Tape::with_buffers(&mut Buffers::default())
    }

    /// An empty tape with room for that many statements.
    pub fn with_capacity(statements: usize) -> Self {
        let tape = Tape::new();
        let mut list = tape.statements.take();
        list.reserve(statements.saturating_add(1));
        tape.statements.replace(list);
        tape.partials.replace(Vec::with_capacity(statements));
        tape
    }

    /// An empty tape in memory that an earlier tape has left; see [`leave`](Tape::leave).
    pub fn with_buffers(buffers: &mut Buffers) -> Self {
        let tape = Tape {
            statements: Log::new(core::mem::take(&mut buffers.statements)),
            partials: Log::new(recast(core::mem::take(&mut buffers.partials))),
            inputs: Cell::new(0),
            leading: Cell::new(0),
            epoch: Cell::new(0),
            spare: RefCell::new(None),
        };
        tape.statements.push([NOWHERE; 2]);
        tape
    }

    /// Leaves this tape's memory to a later one, of the same or another type of number.
    pub fn leave(self, buffers: &mut Buffers) {
        buffers.statements = self.statements.take();
        buffers.partials = recast(self.partials.take());
    }

    /// A new input with this value.
    ///
    /// # Panics
    /// If the tape is full: it holds 2^30 - 1 inputs and statements.
    #[inline]
    pub fn var(&self, value: T) -> Var<'_, T> {
        let index = self.push([NOWHERE; 2]);
        if self.inputs.get() + 1 == index as usize {
            self.leading.set(index as usize);
        }
        self.inputs.set(self.inputs.get() + 1);
        Var::node(value, index, self)
    }

    /// New inputs with these values. Cost: one allocation; see [`vars_into`](Tape::vars_into).
    pub fn vars(&self, values: &[T]) -> Vec<Var<'_, T>> {
        values.iter().map(|&x| self.var(x)).collect()
    }

    /// New inputs with these values, appended to a vector of the caller's.
    pub fn vars_into<'t>(&'t self, values: &[T], vars: &mut Vec<Var<'t, T>>) {
        vars.extend(values.iter().map(|&x| self.var(x)));
    }

    /// Forgets everything recorded and keeps the memory. Its variables must be gone: the compiler sees to that.
    pub fn clear(&mut self) {
        self.restart();
    }

    /// As [`clear`](Tape::clear), for a tape whose variables may outlive the recording: mixing theirs with new ones
    /// panics, and so does asking for their adjoints.
    #[doc(hidden)]
    pub fn restart(&self) {
        let mut statements = self.statements.take();
        statements.truncate(1);
        self.statements.replace(statements);
        let mut partials = self.partials.take();
        partials.clear();
        self.partials.replace(partials);
        self.inputs.set(0);
        self.leading.set(0);
        self.epoch.set(self.epoch.get().wrapping_add(2));
    }

    /// As [`restart`](Tape::restart), and gives the memory back.
    #[doc(hidden)]
    pub fn release(&self) {
        self.restart();
        self.statements.replace(Vec::new());
        self.partials.replace(Vec::new());
        self.statements.push([NOWHERE; 2]);
        self.spare.take();
    }

    /// What the tape holds.
    pub fn statistics(&self) -> Statistics {
        let (statement, partial) = (size_of::<Statement>(), size_of::<T>());
        let nodes = self.statements.len() - 1;
        Statistics {
            inputs: self.inputs.get(),
            statements: nodes - self.inputs.get(),
            partials: self.partials.len(),
            bytes: nodes * statement + self.partials.len() * partial,
            capacity: self.statements.capacity() * statement + self.partials.capacity() * partial,
        }
    }

    /// The adjoints of everything recorded, for a weight on each of several outputs (a vector-Jacobian product).
    ///
    /// An output that is a constant, or whose weight is exactly zero, reaches nothing. Cost: one pass over the tape.
    ///
    /// # Panics
    /// If an output belongs to another tape.
    #[track_caller]
    pub fn adjoints(&self, outputs: &[(Var<'_, T>, T)]) -> Adjoints<T> {
        let mut adjoints = Adjoints::new();
        self.adjoints_into(outputs, &mut adjoints);
        adjoints
    }

    /// As [`adjoints`](Tape::adjoints), in memory of the caller's: no allocation when it has served before.
    #[track_caller]
    pub fn adjoints_into(&self, outputs: &[(Var<'_, T>, T)], adjoints: &mut Adjoints<T>) {
        adjoints.begin(self);
        for &(z, w) in outputs {
            self.seed(&z, w, 1, adjoints);
        }
        self.sweep(adjoints, false);
    }

    /// The adjoints of `N` outputs at once, one lane each, in one pass over the tape.
    ///
    /// # Panics
    /// If an output belongs to another tape.
    #[track_caller]
    pub fn adjoints_of<const N: usize>(&self, outputs: &[Var<'_, T>; N]) -> Adjoints<T, [T; N]> {
        let mut adjoints = Adjoints::new();
        self.adjoints_of_into(outputs, &mut adjoints);
        adjoints
    }

    /// As [`adjoints_of`](Tape::adjoints_of), in memory of the caller's.
    #[track_caller]
    pub fn adjoints_of_into<const N: usize>(&self, outputs: &[Var<'_, T>; N], adjoints: &mut Adjoints<T, [T; N]>) {
        adjoints.begin(self);
        let [zero, one] = [0.0, 1.0].map(|c| T::constant(T::Scalar::from_f64(c)));
        for (k, z) in outputs.iter().enumerate() {
            let mut unit = [zero; N];
            unit[k] = one;
            self.seed(z, unit, 1 << k, adjoints);
        }
        self.sweep(adjoints, false);
    }

    /// The adjoints of one output, by a sweep that follows the structure.
    pub(crate) fn reach_into(&self, z: &Var<'_, T>, adjoints: &mut Adjoints<T>) {
        adjoints.begin(self);
        self.seed(z, T::constant(T::Scalar::from_f64(1.0)), 1, adjoints);
        self.sweep(adjoints, true);
    }

    #[track_caller]
    fn seed<A: sweep::Adjoint<T>>(&self, z: &Var<'_, T>, w: A, lanes: u64, adjoints: &mut Adjoints<T, A>) {
        if let Some(tape) = z.tape {
            assert!(
                core::ptr::eq(tape, self) && z.epoch >> 1 == self.epoch.get() >> 1,
                "this output was recorded on another tape, or before the tape was cleared"
            );
            adjoints.seed(z.index, z.factor, w, lanes);
        }
    }

    /// Sweeps from the seeds; `follow` keeps track of what they reach in any case.
    pub(crate) fn sweep<A: sweep::Adjoint<T>>(&self, adjoints: &mut Adjoints<T, A>, follow: bool) {
        let run = if follow { sweep::structural } else { sweep::sweep };
        self.read(|statements, partials| run(statements, partials, adjoints));
    }

    /// Lends the recording, taken out meanwhile: foreign arithmetic may run while it is read.
    pub(crate) fn read<R>(&self, reader: impl FnOnce(&[Statement], &[T]) -> R) -> R {
        let statements = PutBack { log: &self.statements, list: self.statements.take() };
        let partials = PutBack { log: &self.partials, list: self.partials.take() };
        reader(&statements.list, &partials.list)
    }

    /// Records a computation on a tape of its own, whose memory is kept for the next time: for a gradient inside a
    /// recording. Variables of that tape cannot leave the closure, and others cannot enter it.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let slope = tape.local(|t| {
    ///     let x = t.var(3.0);
    ///     (x * x).grad().wrt(x)
    /// });
    /// assert_eq!(slope, 6.0);
    /// assert_eq!(tape.statistics().statements, 0);
    /// ```
    pub fn local<R>(&self, record: impl FnOnce(&Tape<T>) -> R) -> R {
        let mut tape = self.spare.take().unwrap_or_else(|| Box::new(Tape::new()));
        tape.clear();
        let result = record(&tape);
        self.spare.replace(Some(tape));
        result
    }

    /// Runs a block on a local tape and records only its Jacobian: preaccumulation, for blocks with few inputs and
    /// outputs and much work between them.
    ///
    /// `inputs`: n variables of this tape; the block returns m variables. Cost: the block, m local sweeps, and at most
    /// n statements per output on this tape. (Griewank and Walther, *Evaluating Derivatives*, 2nd ed., section 10.2.)
    ///
    /// ```
    /// use rules::Functions;
    /// let tape = reverse::Tape::new();
    /// let (a, b) = (tape.var(2.0), tape.var(3.0));
    /// let [z] = tape.preaccumulate([a, b], |[a, b]| [(0..100).fold(a, |s, _| (s * b).sqrt())]);
    /// assert_eq!(tape.statistics().statements, 1);
    /// let g = z.grad();
    /// assert!((g.wrt(b) - 1.0).abs() < 1e-12);
    /// ```
    pub fn preaccumulate<'t, const N: usize, const M: usize>(
        &'t self,
        inputs: [Var<'t, T>; N],
        block: impl for<'s> FnOnce([Var<'s, T>; N]) -> [Var<'s, T>; M],
    ) -> [Var<'t, T>; M] {
        self.local(|local| {
            let enter = |x: Var<'t, T>| {
                if x.tape.is_some() { local.var(x.value) } else { Var::fixed(x.value) }
            };
            let inside = inputs.map(enter);
            let outputs = block(inside);
            let mut adjoints = Adjoints::new();
            outputs.map(|z| {
                if z.tape.is_none() {
                    return Var::fixed(z.value);
                }
                local.reach_into(&z, &mut adjoints);
                let reached = inputs.into_iter().zip(inside).filter(|(_, x)| adjoints.reaches(*x));
                let edges = reached.map(|(outer, x)| (outer, adjoints.wrt(x)));
                Var::join(z.value, edges)
            })
        })
    }

    /// Records a statement: the operands' indices with their partials.
    #[inline(always)]
    pub(crate) fn record(&self, a: u32, p: T, b: u32, q: T) -> u32 {
        let (sign_a, sign_b) = (unit(p), unit(q));
        // Branches, not arithmetic on the length: they let the processor run ahead of the partials' values (15 %).
        match (sign_a == 0, sign_b == 0) {
            (true, true) => self.partials.push_all([p, q]),
            (true, false) => self.partials.push(p),
            (false, true) => self.partials.push(q),
            (false, false) => 0,
        };
        self.push([a | sign_a, b | sign_b])
    }

    /// Records a statement with one operand.
    pub(crate) fn record_one(&self, a: u32, p: T) -> u32 {
        let sign = unit(p);
        if sign == 0 {
            self.partials.push(p);
        }
        self.push([a | sign, NOWHERE])
    }

    #[inline(always)]
    fn push(&self, statement: Statement) -> u32 {
        self.statements.push(statement) as u32
    }

    #[inline(always)]
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.get()
    }

    pub(crate) fn leading(&self) -> usize {
        self.leading.get()
    }

    pub(crate) fn nodes(&self) -> usize {
        self.statements.len()
    }
}

/// The flag of a partial that need not be stored, 0 for one that must be.
#[inline(always)]
fn unit<T: Number>(partial: T) -> u32 {
    let one = T::Scalar::from_f64(1.0);
    match partial.known() {
        Some(p) if partial.is_constant() && p == one => PLUS,
        Some(p) if partial.is_constant() && p == -one => MINUS,
        _ => 0,
    }
}

/// Returns a list to its log, also when a foreign number's arithmetic panics.
struct PutBack<'a, U: Copy> {
    log: &'a Log<U>,
    list: Vec<U>,
}

impl<U: Copy> Drop for PutBack<'_, U> {
    fn drop(&mut self) {
        self.log.replace(core::mem::take(&mut self.list));
    }
}

impl<T: Number> Default for Tape<T> {
    fn default() -> Self {
        Tape::new()
    }
}

impl<T: Number> fmt::Debug for Tape<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").field("statistics", &self.statistics()).finish()
    }
}
