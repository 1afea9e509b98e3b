//! Adjoints: the derivatives of an output by everything on a tape.

use crate::buffers::Buffers;
use crate::sweep::Adjoint;
use crate::{Tape, Var};
use core::marker::PhantomData;
use rules::{List, Number};

/// The derivatives of an output (or of a weighted sum of outputs) by every input and statement of a tape; kept apart
/// from the tape, so that one tape serves many outputs. `A` is a `T`, or `[T; N]` for `N` outputs at once.
#[derive(Clone, Debug)]
pub struct Adjoints<T, A = T> {
    pub(crate) adjoint: Vec<A>,
    /// Seeds by node: adjoint and lanes, so that a second, structural sweep can start again.
    pub(crate) seeds: Vec<(u32, A, u64)>,
    /// The lanes that reach each node; filled only when a partial that is not finite made it necessary.
    pub(crate) reached: Vec<u64>,
    /// The inputs that the recording began with: they have no operands to sweep to.
    pub(crate) leading: usize,
    tape: usize,
    epoch: u32,
    number: PhantomData<T>,
}

impl<T: Number, A: Adjoint<T>> Adjoints<T, A> {
    /// Memory for adjoints, to be filled by [`Tape::adjoints_into`].
    pub fn new() -> Self {
        Adjoints {
            adjoint: Vec::new(),
            seeds: Vec::new(),
            reached: Vec::new(),
            leading: 0,
            tape: 0,
            epoch: 0,
            number: PhantomData,
        }
    }

    /// Adjoints in memory that others have left.
    pub fn with_buffers(buffers: &mut Buffers) -> Self {
        Adjoints { adjoint: buffers.adjoints.take(), seeds: buffers.seeds.take(), ..Adjoints::new() }
    }

    /// Leaves the memory to later adjoints.
    ///
    /// ```
    /// use reverse::{Adjoints, Buffers, Tape};
    /// let (tape, mut buffers) = (Tape::new(), Buffers::default());
    /// let x = tape.var(3.0);
    /// for _ in 0..2 {
    ///     let mut adjoints = Adjoints::with_buffers(&mut buffers);
    ///     tape.adjoints_into(&[(x * x, 1.0)], &mut adjoints);
    ///     assert_eq!(adjoints.wrt(x), 6.0);
    ///     adjoints.leave(&mut buffers);
    /// }
    /// ```
    pub fn leave(self, buffers: &mut Buffers) {
        buffers.adjoints.give(self.adjoint);
        buffers.seeds.give(self.seeds);
    }

    /// The derivative by `x`, an input, or a variable that a statement made: zero if `x` is a constant.
    ///
    /// # Panics
    /// If `x` belongs to another tape, was recorded after the sweep, or is no variable of the tape but a function of
    /// one that took no statement; call [`Var::keep`] on such a value before using it.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let (x, y) = (tape.var(2.0), tape.var(3.0));
    /// let adjoints = (x * x * y).grad();
    /// assert_eq!((adjoints.wrt(x), adjoints.wrt(y)), (12.0, 4.0));
    /// ```
    #[track_caller]
    #[inline]
    pub fn wrt(&self, x: Var<'_, T>) -> A {
        match self.index(x) {
            Some(index) => self.adjoint[index],
            None => A::zero(),
        }
    }

    /// The derivatives by several variables, written to `out`.
    ///
    /// # Panics
    /// As [`wrt`](Adjoints::wrt), and if `out` has another length than `xs`.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let x = tape.vars(&[2.0, 3.0]);
    /// let mut gradient = [0.0; 2];
    /// (x[0] * x[1]).grad().wrt_into(&x, &mut gradient);
    /// assert_eq!(gradient, [3.0, 2.0]);
    /// ```
    #[track_caller]
    pub fn wrt_into(&self, xs: &[Var<'_, T>], out: &mut [A]) {
        assert_eq!(xs.len(), out.len(), "{} variables, but room for {} derivatives", xs.len(), out.len());
        for (out, &x) in out.iter_mut().zip(xs) {
            *out = self.wrt(x);
        }
    }

    /// The derivatives by the inputs that the recording began with, in their order: to read them costs nothing, where
    /// [`wrt_into`](Adjoints::wrt_into) looks at each variable.
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let x = tape.vars(&[2.0, 3.0]);
    /// let y = x[0] * x[1];
    /// // Not among the inputs that the recording began with.
    /// let z = tape.var(5.0);
    /// assert_eq!((y * z).grad().inputs(), [15.0, 10.0]);
    /// ```
    pub fn inputs(&self) -> &[A] {
        self.adjoint.get(1..=self.leading).unwrap_or_default()
    }

    /// The derivatives by the variables of a list, written to `out`; of one that is in one piece they are copied.
    ///
    /// ```
    /// use reverse::{Adjoints, Tape};
    /// use rules::{List, Listed};
    /// let tape = Tape::new();
    /// let x = tape.list(&[1.0, 2.0]);
    /// let each = x.clone().into_vec();
    /// let g = (each[0] * each[1]).grad();
    /// let mut out = [0.0; 2];
    /// if let Listed::Run(run) = &x {
    ///     g.wrt_list(List::Run(run), &mut out);
    /// }
    /// assert_eq!(out, [2.0, 1.0]);
    /// ```
    ///
    /// # Panics
    /// As [`wrt_into`](Adjoints::wrt_into).
    #[track_caller]
    pub fn wrt_list(&self, xs: List<'_, Var<'_, T>>, out: &mut [A]) {
        match xs {
            List::Each(xs) => self.wrt_into(xs, out),
            List::Planes(planes) => self.wrt_into(&planes.to_vec(), out),
            List::Run(run) => {
                assert_eq!(run.len, out.len(), "{} variables, but room for {} derivatives", run.len, out.len());
                if self.node(run.head).is_none() {
                    out.fill(A::zero());
                    return;
                }
                let end = run.first + run.len;
                assert!(end <= self.adjoint.len(), "this variable was recorded after the sweep");
                out.copy_from_slice(&self.adjoint[run.first..end]);
            }
        }
    }

    /// Whether the output depends on `x` at all: whether some chain of statements leads from one to the other.
    ///
    /// Known after a sweep that followed the structure ([`Var::reach`]); after any other sweep, `true` means maybe.
    ///
    /// # Panics
    /// As [`wrt`](Adjoints::wrt).
    ///
    /// ```
    /// let tape = reverse::Tape::new();
    /// let (x, y) = (tape.var(2.0), tape.var(3.0));
    /// let reached = (x * x).reach();
    /// assert!(reached.reaches(x) && !reached.reaches(y));
    /// ```
    #[track_caller]
    pub fn reaches(&self, x: Var<'_, T>) -> bool {
        self.index(x).is_some_and(|index| self.reached.get(index).is_none_or(|&lanes| lanes != 0))
    }

    #[track_caller]
    fn index(&self, x: Var<'_, T>) -> Option<usize> {
        let index = self.node(x)? as usize;
        assert!(index < self.adjoint.len(), "this variable was recorded after the sweep");
        Some(index)
    }

    /// The node of a variable of the tape that these belong to; none for a constant.
    #[track_caller]
    fn node(&self, x: Var<'_, T>) -> Option<u32> {
        let tape = x.tape?;
        if self.tape == 0 {
            return None;
        }
        assert!(
            core::ptr::from_ref(tape).addr() == self.tape && x.epoch() == self.epoch,
            "this variable belongs to another tape, or to a recording that was cleared"
        );
        assert!(
            !x.is_derived(),
            "this value is a function of one variable and took no statement: call keep() on it before using it"
        );
        Some(x.index())
    }

    /// The nodes of several variables, each with its place among them; constants have none. `out` is set to zero.
    #[track_caller]
    pub(crate) fn places(&self, xs: &[Var<'_, T>], out: &mut [A]) -> Vec<(u32, usize)> {
        assert_eq!(xs.len(), out.len(), "{} variables, but room for {} derivatives", xs.len(), out.len());
        out.fill(A::zero());
        let mut places = Vec::with_capacity(xs.len());
        for (place, &x) in xs.iter().enumerate() {
            places.extend(self.node(x).map(|node| (node, place)));
        }
        places
    }

    #[track_caller]
    pub(crate) fn begin(&mut self, tape: &Tape<T>) {
        let limited = tape.is_limited();
        assert!(
            !limited,
            "a tape with a limit is swept by try_grad or try_adjoints, which can say that a disk is full"
        );
        self.attach(tape);
        self.adjoint.resize(tape.nodes(), A::zero());
    }

    /// Prepares for a sweep of this tape, without memory for its adjoints.
    pub(crate) fn attach(&mut self, tape: &Tape<T>) {
        self.tape = core::ptr::from_ref(tape).addr();
        self.epoch = tape.epoch();
        self.leading = tape.leading();
        self.seeds.clear();
        self.reached.clear();
        self.adjoint.clear();
    }

    pub(crate) fn seed(&mut self, index: u32, factor: T, w: A, lanes: u64) {
        if w.is_nothing() {
            return;
        }
        let mut seed = w.scaled(factor);
        if seed.has_nan() {
            // An infinite factor times the zero of a lane that is not seeded.
            seed.restrict(lanes);
        }
        self.seeds.push((index, seed, lanes));
    }
}

impl<T: Number, A: Adjoint<T>> Default for Adjoints<T, A> {
    fn default() -> Self {
        Adjoints::new()
    }
}
