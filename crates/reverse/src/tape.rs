//! The tape: statements in the order of their execution.

use crate::buffers::Buffers;
use crate::records::Records;
use crate::spill::Spill;
use crate::streams::{Lists, MINUS, NOWHERE, PLUS, STRONG, Statement, Streams};
use crate::{Adjoints, Var, sweep};
use core::cell::{Cell, Ref, RefCell, RefMut};
use core::fmt;
use rules::{Number, Scalar};

/// Epochs count recordings modulo 2^31.
const EPOCHS: u32 = !0 >> 1;

/// A recording of a computation, in the order in which it ran (a Wengert list), ready to be swept backwards.
///
/// Only a statement that joins two different variables takes space: two 32-bit indices, and 8 bytes for each partial
/// (none in sums and differences of variables that carry no coefficient). Elementary functions of one variable, and
/// arithmetic with constants, multiply into a coefficient that the variable carries along (the preaccumulation of
/// univariate chains; Griewank and Walther, *Evaluating Derivatives*, 2nd ed., section 10.2). The alternative of one
/// record per operation took two to three times the bytes and the time on the benchmark programs.
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
    streams: Streams<T>,
    /// The operations on lists, in their order.
    records: RefCell<Records<T>>,
    inputs: Cell<usize>,
    leading: Cell<usize>,
    epoch: Cell<u32>,
    by_values: Cell<ByValues>,
    spare: RefCell<Option<Box<Tape<T>>>>,
}

/// Whether variables say by their values whether they are NaN.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByValues {
    No,
    Yes,
    /// They do, and one that was none has said so.
    Said,
}

/// What a tape holds.
///
/// ```
/// let tape = reverse::Tape::new();
/// let (x, y) = (tape.var(2.0), tape.var(3.0));
/// let _ = x * y + 1.0;
/// let held = tape.statistics();
/// // Adding a constant takes no statement.
/// assert_eq!((held.inputs, held.statements, held.partials), (2, 1, 2));
/// ```
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
    /// Those of them that are no longer in memory, as the tape has a limit.
    pub spilled: usize,
    /// Bytes of memory allocated for statements and partials.
    pub capacity: usize,
}

impl Tape {
    /// An empty tape over `f64`. Over another number, `Tape::default()`: were this one generic, `2.0 * x` could not
    /// tell which scalar is meant.
    pub fn new() -> Self {
        Tape::default()
    }
}

impl<T: Number> Tape<T> {
    /// An empty tape with room for that many statements.
    pub fn with_capacity(statements: usize) -> Self {
        Tape::with_streams(Streams::new(
            Vec::with_capacity(statements.saturating_add(1)),
            Vec::with_capacity(statements.saturating_mul(2)),
        ))
    }

    /// An empty tape in memory that an earlier tape has left; see [`leave`](Tape::leave).
    pub fn with_buffers(buffers: &mut Buffers) -> Self {
        let statements = core::mem::take(&mut buffers.statements);
        let partials = buffers.partials.take();
        let tape = Tape::with_streams(Streams::new(statements, partials));
        tape.records.replace(Records::with(buffers));
        tape
    }

    pub(crate) fn with_streams(streams: Streams<T>) -> Self {
        Tape {
            streams,
            records: RefCell::new(Records::with(&mut Buffers::default())),
            inputs: Cell::new(0),
            leading: Cell::new(0),
            epoch: Cell::new(0),
            by_values: Cell::new(ByValues::No),
            spare: RefCell::new(None),
        }
    }

    /// Leaves this tape's memory to a later one, of the same or another type of number.
    ///
    /// ```
    /// use reverse::{Buffers, Tape};
    /// let mut buffers = Buffers::default();
    /// for _ in 0..2 {
    ///     // The second tape is made in the memory of the first.
    ///     let tape: Tape = Tape::with_buffers(&mut buffers);
    ///     let x = tape.var(3.0);
    ///     assert_eq!((x * x).grad().wrt(x), 6.0);
    ///     tape.leave(&mut buffers);
    /// }
    /// ```
    pub fn leave(self, buffers: &mut Buffers) {
        let (statements, partials) = self.streams.into_parts();
        buffers.statements = statements;
        buffers.partials.give(partials);
        self.records.into_inner().leave(buffers);
    }

    /// A new input with this value.
    ///
    /// # Panics
    /// If the tape is full: it holds 2^30 - 1 inputs and statements.
    #[track_caller]
    #[inline]
    pub fn var(&self, value: T) -> Var<'_, T> {
        let index = self.streams.push([NOWHERE; 2], []);
        if self.inputs.get() + 1 == index as usize {
            self.leading.set(index as usize);
        }
        self.inputs.set(self.inputs.get() + 1);
        Var::node(value, index, self)
    }

    /// New inputs with these values. Cost: one allocation; see [`vars_into`](Tape::vars_into).
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let x = tape.vars(&[2.0, 3.0]);
    /// let mut gradient = [0.0; 2];
    /// (x[0] * x[1]).grad().wrt_into(&x, &mut gradient);
    /// assert_eq!(gradient, [3.0, 2.0]);
    /// ```
    pub fn vars(&self, values: &[T]) -> Vec<Var<'_, T>> {
        let mut vars = Vec::with_capacity(values.len());
        self.vars_into(values, &mut vars);
        vars
    }

    /// New inputs with these values, appended to a vector of the caller's.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let mut x = vec![tape.var(1.0)];
    /// tape.vars_into(&[2.0, 3.0], &mut x);
    /// assert_eq!(x.len(), 3);
    /// ```
    pub fn vars_into<'t>(&'t self, values: &[T], vars: &mut Vec<Var<'t, T>>) {
        let (first, _) = self.lengths();
        self.record_inputs(values.len());
        vars.extend(values.iter().zip(first as u32..).map(|(&x, index)| Var::node(x, index, self)));
    }

    /// Forgets everything recorded and keeps the memory. Its variables must be gone: the compiler sees to that.
    ///
    /// ```
    /// let mut tape = reverse::Tape::with_capacity(100);
    /// for x in [1.0, 2.0] {
    ///     tape.clear();
    ///     let x = tape.var(x);
    ///     assert_eq!((x * x).grad().wrt(x), 2.0 * x.inner());
    /// }
    /// ```
    #[track_caller]
    pub fn clear(&mut self) {
        self.restart();
    }

    /// As [`clear`](Tape::clear), for a tape whose variables may outlive the recording: mixing theirs with new ones
    /// panics, and so does asking for their adjoints.
    #[doc(hidden)]
    #[track_caller]
    pub fn restart(&self) {
        self.streams.clear();
        self.records.borrow_mut().clear();
        self.inputs.set(0);
        self.leading.set(0);
        self.by_values.set(ByValues::No);
        self.epoch.set(self.epoch.get().wrapping_add(1) & EPOCHS);
    }

    /// As [`restart`](Tape::restart), where that does not panic: not while the tape is swept, nor when its growth has
    /// panicked.
    #[doc(hidden)]
    pub fn try_restart(&self) -> bool {
        let can = self.streams.can_grow();
        if can {
            self.restart();
        }
        can
    }

    /// As [`restart`](Tape::restart), and gives the memory back.
    #[doc(hidden)]
    pub fn release(&self) {
        self.restart();
        self.streams.release();
        self.spare.take();
    }

    /// Until the tape is cleared, its variables say by their values alone whether they are NaN, and not that they might be,
    /// as what the sweep will find is not known yet. Derivatives that are taken on them are not taken once more then. To be
    /// run again without where [`relied_on_values`](Tape::relied_on_values) and the sweep finds a NaN.
    #[doc(hidden)]
    pub fn rely_on_values(&self) {
        self.by_values.set(ByValues::Yes);
    }

    /// Whether a variable has said by its value alone that it is not NaN.
    #[doc(hidden)]
    pub fn relied_on_values(&self) -> bool {
        self.by_values.get() == ByValues::Said
    }

    /// Whether a variable whose value is not NaN may be one.
    pub(crate) fn leaves_open(&self) -> bool {
        let open = self.by_values.get() == ByValues::No;
        if !open {
            self.by_values.set(ByValues::Said);
        }
        open
    }

    /// What the tape holds.
    pub fn statistics(&self) -> Statistics {
        let (statement, partial) = (size_of::<Statement>(), size_of::<T>());
        let (statements, partials) = self.streams.len();
        let (room, partials_room) = self.streams.capacity();
        let blocks = self.spill().map(|spill| spill.tally()).unwrap_or_default();
        Statistics {
            inputs: self.inputs.get(),
            statements: statements - 1 - self.inputs.get(),
            partials,
            bytes: (statements - 1) * statement + partials * partial,
            spilled: blocks.spilled,
            capacity: room * statement + partials_room * partial + blocks.capacity,
        }
    }

    /// The adjoints of everything recorded, for a weight on each of several outputs (a vector-Jacobian product).
    ///
    /// An output that is a constant, or whose weight is exactly zero, reaches nothing. Cost: one pass over the tape.
    ///
    /// # Panics
    /// If an output belongs to another tape.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let (x, y) = (tape.var(2.0), tape.var(3.0));
    /// // Of x y and of x - y, the second ten times.
    /// let adjoints = tape.adjoints(&[(x * y, 1.0), (x - y, 10.0)]);
    /// assert_eq!((adjoints.wrt(x), adjoints.wrt(y)), (3.0 + 10.0, 2.0 - 10.0));
    /// ```
    #[track_caller]
    pub fn adjoints(&self, outputs: &[(Var<'_, T>, T)]) -> Adjoints<T> {
        let mut adjoints = Adjoints::new();
        self.adjoints_into(outputs, &mut adjoints);
        adjoints
    }

    /// As [`adjoints`](Tape::adjoints), in memory of the caller's: no allocation when it has served before.
    ///
    /// ```
    /// use reverse::{Adjoints, Tape};
    /// let (mut tape, mut adjoints) = (Tape::new(), Adjoints::new());
    /// for x in [1.0, 2.0] {
    ///     tape.clear();
    ///     let x = tape.var(x);
    ///     tape.adjoints_into(&[(x * x, 1.0)], &mut adjoints);
    ///     assert_eq!(adjoints.wrt(x), 2.0 * x.inner());
    /// }
    /// ```
    #[track_caller]
    pub fn adjoints_into(&self, outputs: &[(Var<'_, T>, T)], adjoints: &mut Adjoints<T>) {
        adjoints.begin(self);
        for &(z, w) in outputs {
            self.seed(&z, w, 1, adjoints);
        }
        self.sweep(adjoints, false);
    }

    /// The error of the first operation that the last sweep met without a derivative, if it is of this type: of matrices with
    /// equal eigenvalues, say, where it is the error of that operation. The adjoints of what such an operation takes are NaN.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let x = tape.var(2.0);
    /// assert_eq!((x * x).grad().wrt(x), 4.0);
    /// // All of it had derivatives.
    /// assert_eq!(tape.refusal::<String>(), None);
    /// ```
    pub fn refusal<E: Clone + 'static>(&self) -> Option<E> {
        self.records.borrow().refused.borrow().as_ref()?.downcast_ref().cloned()
    }

    /// The adjoints of `N` outputs at once, one lane each, in one pass over the tape.
    ///
    /// # Panics
    /// If an output belongs to another tape.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let (x, y) = (tape.var(2.0), tape.var(3.0));
    /// let rows = tape.adjoints_of(&[x * y, x - y]);
    /// // By each input, the derivatives of both outputs.
    /// assert_eq!((rows.wrt(x), rows.wrt(y)), ([3.0, 1.0], [2.0, -1.0]));
    /// ```
    #[track_caller]
    pub fn adjoints_of<const N: usize>(&self, outputs: &[Var<'_, T>; N]) -> Adjoints<T, [T; N]> {
        let mut adjoints = Adjoints::new();
        self.adjoints_of_into(outputs, &mut adjoints);
        adjoints
    }

    /// As [`adjoints_of`](Tape::adjoints_of), in memory of the caller's.
    ///
    /// ```
    /// use reverse::{Adjoints, Tape};
    /// let (tape, mut rows) = (Tape::new(), Adjoints::new());
    /// let x = tape.var(2.0);
    /// tape.adjoints_of_into(&[x * x, x + 1.0], &mut rows);
    /// assert_eq!(rows.wrt(x), [4.0, 1.0]);
    /// ```
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

    /// The adjoints of sums of weighted outputs, one sum for each lane of `A`, in one pass over the tape: an output comes
    /// with its weights, and a mask of the lanes in which it counts.
    ///
    /// ```
    /// use reverse::{Adjoints, Tape};
    /// let tape = Tape::new();
    /// let (x, y) = (tape.var(2.0), tape.var(3.0));
    /// let mut adjoints = Adjoints::new();
    /// tape.adjoints_seeded_into([(x * y, [1.0, 0.0], 0b01), (x * x, [0.0, 5.0], 0b10)], &mut adjoints);
    /// assert_eq!(adjoints.wrt(x), [3.0, 20.0]);
    /// ```
    ///
    /// # Panics
    /// If an output belongs to another tape.
    #[track_caller]
    pub fn adjoints_seeded_into<'t, A: sweep::Adjoint<T>>(
        &'t self,
        outputs: impl IntoIterator<Item = (Var<'t, T>, A, u64)>,
        adjoints: &mut Adjoints<T, A>,
    ) {
        adjoints.begin(self);
        for (z, w, lanes) in outputs {
            self.seed(&z, w, lanes, adjoints);
        }
        self.sweep(adjoints, false);
    }

    /// The adjoints of one output, by a sweep that follows the structure.
    #[track_caller]
    pub(crate) fn reach_into(&self, z: &Var<'_, T>, adjoints: &mut Adjoints<T>) {
        adjoints.begin(self);
        self.seed(z, T::constant(T::Scalar::from_f64(1.0)), 1, adjoints);
        self.sweep(adjoints, true);
    }

    #[track_caller]
    pub(crate) fn seed<A: sweep::Adjoint<T>>(&self, z: &Var<'_, T>, w: A, lanes: u64, adjoints: &mut Adjoints<T, A>) {
        if let Some(tape) = z.tape {
            assert!(
                core::ptr::eq(tape, self) && z.epoch() == self.epoch.get(),
                "this output was recorded on another tape, or before the tape was cleared"
            );
            adjoints.seed(z.index(), z.factor, w, lanes);
        }
    }

    /// Sweeps from the seeds; `follow` keeps track of what they reach in any case.
    #[track_caller]
    pub(crate) fn sweep<A: sweep::Adjoint<T>>(&self, adjoints: &mut Adjoints<T, A>, follow: bool) {
        let run = if follow { sweep::structural } else { sweep::sweep };
        self.read_all(|lists, records| {
            records.refused.take();
            let fits = lists.statements.len() == adjoints.adjoint.len();
            assert!(fits, "a tape cannot record, nor be cleared, while it is swept");
            run(lists, records, adjoints);
        });
    }

    /// Lends the recording; foreign arithmetic may run while it is read.
    pub(crate) fn read<R>(&self, reader: impl FnOnce(Lists<'_, T>) -> R) -> R {
        self.streams.read(reader)
    }

    /// As [`read`](Tape::read), with the operations on lists.
    pub(crate) fn read_all<R>(&self, reader: impl FnOnce(Lists<'_, T>, &Records<T>) -> R) -> R {
        self.read(|lists| reader(lists, &self.records.borrow()))
    }

    /// Where the next statement and its partials will stand.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        self.streams.len()
    }

    /// Records statements without operands.
    #[track_caller]
    pub(crate) fn record_nothing(&self, count: usize) {
        self.streams.push_many(count);
    }

    /// Records new inputs.
    #[track_caller]
    pub(crate) fn record_inputs(&self, count: usize) {
        let (next, _) = self.lengths();
        self.record_nothing(count);
        if self.inputs.get() + 1 == next {
            self.leading.set(next + count - 1);
        }
        self.inputs.set(self.inputs.get() + count);
    }

    /// The operations on lists.
    pub(crate) fn records(&self) -> RefMut<'_, Records<T>> {
        self.records.try_borrow_mut().expect("a tape cannot record while it is swept")
    }

    /// The operations on lists, to be looked at.
    pub(crate) fn records_read(&self) -> Ref<'_, Records<T>> {
        self.records.try_borrow().expect("a list is spread while an operation of its tape is recorded")
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
        let mut tape = self.spare.take().unwrap_or_default();
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
    /// # Panics
    /// If an input belongs to another tape.
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
    #[track_caller]
    pub fn preaccumulate<'t, const N: usize, const M: usize>(
        &'t self,
        inputs: [Var<'t, T>; N],
        block: impl for<'s> FnOnce([Var<'s, T>; N]) -> [Var<'s, T>; M],
    ) -> [Var<'t, T>; M] {
        for x in inputs {
            let own = x.tape.is_none_or(|tape| core::ptr::eq(tape, self) && x.epoch() == self.epoch.get());
            assert!(own, "an input of this block was recorded on another tape, or before the tape was cleared");
        }
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
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn record(&self, a: u32, p: T, b: u32, q: T) -> u32 {
        self.streams.push([a, b], [p, q])
    }

    /// As [`record`](Tape::record), where partials are likely to be 1 or -1.
    #[track_caller]
    pub(crate) fn record_lean(&self, a: u32, p: T, b: u32, q: T) -> u32 {
        let (sign_a, sign_b) = (unit(p), unit(q));
        let operands = [a | sign_a, b | sign_b];
        match (sign_a == 0, sign_b == 0) {
            (true, true) => self.streams.push(operands, [p, q]),
            (true, false) => self.streams.push(operands, [p]),
            (false, true) => self.streams.push(operands, [q]),
            (false, false) => self.streams.push(operands, []),
        }
    }

    /// Records a sum, or a difference if `sign` is [`MINUS`]: a factor is stored where there is one.
    #[track_caller]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn record_sum(&self, a: u32, p: Option<T>, b: u32, q: Option<T>, sign: u32) -> u32 {
        // Branches, not arithmetic on the length: they let the processor run ahead of the partials' values (15 %).
        match (p, q) {
            (Some(p), Some(q)) => self.streams.push([a, b], [p, q]),
            (Some(p), None) => self.streams.push([a, b | sign], [p]),
            (None, Some(q)) => self.streams.push([a | PLUS, b], [q]),
            (None, None) => self.streams.push([a | PLUS, b | sign], []),
        }
    }

    /// Records a statement with an operand that is absent where its partial is zero, added to what another has recorded.
    pub(crate) fn record_strong(&self, a: u32, p: T, rest: Option<u32>) -> u32 {
        self.streams.push([a | STRONG, rest.map_or(NOWHERE, |rest| rest | PLUS)], [p])
    }

    /// Records a statement with one operand.
    #[track_caller]
    pub(crate) fn record_one(&self, a: u32, p: T) -> u32 {
        self.streams.push([a, NOWHERE], [p])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.get()
    }

    pub(crate) fn leading(&self) -> usize {
        self.leading.get()
    }

    /// What takes the blocks of a recording with a limit.
    pub(crate) fn spill(&self) -> Option<RefMut<'_, dyn Spill<T> + 'static>> {
        self.streams.spill()
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.streams.is_limited()
    }

    pub(crate) fn nodes(&self) -> usize {
        self.streams.len().0
    }
}

/// The flag of a partial that need not be stored, 0 for one that must be.
#[cfg_attr(not(debug_assertions), inline(always))]
fn unit<T: Number>(partial: T) -> u32 {
    let one = T::Scalar::from_f64(1.0);
    match partial.known() {
        Some(p) if partial.is_constant() && p == one => PLUS,
        Some(p) if partial.is_constant() && p == -one => MINUS,
        _ => 0,
    }
}

impl<T: Number> Default for Tape<T> {
    fn default() -> Self {
        Tape::with_buffers(&mut Buffers::default())
    }
}

impl<T: Number> fmt::Debug for Tape<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape").field("statistics", &self.statistics()).finish()
    }
}
