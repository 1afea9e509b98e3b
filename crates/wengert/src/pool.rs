//! Memory kept per thread, so that the second call of an operator allocates nothing.

use core::any::{Any, TypeId};
use core::cell::{Cell, RefCell};
use reverse::{Adjoints, Buffers, Memory, Tape, Var};
use rules::{Complex, Number, Real};

#[derive(Default)]
struct Scratch {
    buffers: Buffers,
    vars: Memory,
    lists: Memory,
}

thread_local! {
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
    static SHELF: Shelf = const { Shelf(RefCell::new(Vec::new())) };
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Runs `record` on a fresh tape with `x` as its inputs, in the thread's memory; a call from inside allocates its own.
pub(crate) fn on_tape<T: Number, R>(
    x: &[T],
    record: impl for<'t> FnOnce(&'t Tape<T>, &[Var<'t, T>], &mut Adjoints<T>) -> R,
) -> R {
    let mut scratch = SCRATCH.take().unwrap_or_default();
    let tape = Tape::with_buffers(&mut scratch.buffers);
    let mut adjoints = Adjoints::with_buffers(&mut scratch.buffers);
    let mut vars = scratch.vars.take();
    tape.vars_into(x, &mut vars);
    let result = record(&tape, &vars, &mut adjoints);
    scratch.vars.give(vars);
    adjoints.leave(&mut scratch.buffers);
    tape.leave(&mut scratch.buffers);
    SCRATCH.set(Some(scratch));
    result
}

/// As [`on_tape`], with complex inputs, both parts of each a variable.
pub(crate) fn on_complex_tape<T: Number, R>(
    z: &[Complex<T>],
    record: impl for<'t> FnOnce(&'t Tape<T>, &[Complex<Var<'t, T>>], &mut Adjoints<T>) -> R,
) -> R {
    let mut scratch = SCRATCH.take().unwrap_or_default();
    let tape = Tape::with_buffers(&mut scratch.buffers);
    let mut adjoints = Adjoints::with_buffers(&mut scratch.buffers);
    let mut vars = scratch.vars.take();
    vars.extend(z.iter().map(|z| z.map(|part| tape.var(part))));
    let result = record(&tape, &vars, &mut adjoints);
    scratch.vars.give(vars);
    adjoints.leave(&mut scratch.buffers);
    tape.leave(&mut scratch.buffers);
    SCRATCH.set(Some(scratch));
    result
}

/// Runs `f` on an empty list in the thread's memory.
pub(crate) fn with_scratch<U, R>(f: impl FnOnce(&mut Vec<U>) -> R) -> R {
    let mut scratch = SCRATCH.take().unwrap_or_default();
    let mut list = scratch.lists.take();
    SCRATCH.set(Some(scratch));
    let result = f(&mut list);
    let mut scratch = SCRATCH.take().unwrap_or_default();
    scratch.lists.give(list);
    SCRATCH.set(Some(scratch));
    result
}

/// Lends what the thread keeps of this type, as the last call left it; a call from inside gets one of its own.
pub(crate) fn with_kept<U: Default + 'static, R>(f: impl FnOnce(&mut U) -> R) -> R {
    let mut kept = kept::<U>();
    let result = f(&mut kept);
    keep(kept);
    result
}

// What does not depend on the function that runs is compiled once, not once for each.

fn kept<U: Default + 'static>() -> Box<U> {
    match take_kept(TypeId::of::<U>()) {
        Some(kept) => kept.downcast().unwrap_or_default(),
        None => Box::default(),
    }
}

#[inline]
fn take_kept(id: TypeId) -> Option<Box<dyn Any>> {
    KEPT.with_borrow_mut(|all| {
        let place = all.iter().position(|kept| (**kept).type_id() == id)?;
        Some(all.swap_remove(place))
    })
}

#[inline]
fn keep(kept: Box<dyn Any>) {
    KEPT.with_borrow_mut(|all| all.push(kept));
}

/// A tape that lives as long as the program, with room for its inputs and adjoints.
pub(crate) struct Recorder<T: 'static> {
    pub(crate) tape: Tape<T>,
    pub(crate) vars: RefCell<Vec<Var<'static, T>>>,
    pub(crate) adjoints: RefCell<Adjoints<T>>,
}

/// What a shelved recorder can do whatever its number is.
trait Shelved: Any {
    fn as_any(&self) -> &dyn Any;
    fn release(&self);
}

impl<T: Real + 'static> Shelved for Recorder<T> {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn release(&self) {
        self.tape.release();
        self.vars.take();
        self.adjoints.take();
    }
}

/// The thread's free recorders; those in use are not on it. At the end of the thread their memory is released, and a
/// few empty headers remain.
struct Shelf(RefCell<Vec<(TypeId, &'static dyn Shelved)>>);

impl Drop for Shelf {
    fn drop(&mut self) {
        for (_, recorder) in self.0.take() {
            recorder.release();
        }
    }
}

/// Runs `record` on variables without a lifetime, as containers of other crates demand. The tape is reused when the
/// call is over; a variable that was smuggled out is noticed when it meets another recording.
pub(crate) fn on_static_tape<T: Real + 'static, R>(
    x: &[T],
    record: impl FnOnce(&'static Recorder<T>, &[Var<'static, T>]) -> R,
) -> R {
    on_kept_tape(TypeId::of::<Recorder<T>>(), Tape::default, x, record)
}

/// As [`on_static_tape`], for what can run twice: first on variables that say by their values whether they are NaN, so that
/// derivatives inside of `record` are taken once. Where one has, and `nan` finds a NaN in what comes out, again on variables
/// that leave that open.
pub(crate) fn on_static_tape_again<T: Real + 'static, R>(
    x: &[T],
    mut record: impl FnMut(&'static Recorder<T>, &[Var<'static, T>]) -> R,
    nan: impl Fn(&R, &Adjoints<T>) -> bool,
) -> R {
    let mut by_values = true;
    loop {
        let result = on_static_tape(x, |recorder, vars| {
            if by_values {
                recorder.tape.rely_on_values();
            }
            let result = record(recorder, vars);
            let again = recorder.tape.relied_on_values() && nan(&result, &recorder.adjoints.borrow());
            (!again).then_some(result)
        });
        match result {
            Some(result) => return result,
            None => by_values = false,
        }
    }
}

/// As [`on_static_tape`], on a tape with a limit, which `make` makes.
pub(crate) fn on_limited_tape<T: Real + 'static, R>(
    make: fn() -> Tape<T>,
    x: &[T],
    record: impl FnOnce(&'static Recorder<T>, &[Var<'static, T>]) -> R,
) -> R {
    struct Limited<T>(T);
    on_kept_tape(TypeId::of::<Limited<Recorder<T>>>(), make, x, record)
}

fn on_kept_tape<T: Real + 'static, R>(
    id: TypeId,
    make: fn() -> Tape<T>,
    x: &[T],
    record: impl FnOnce(&'static Recorder<T>, &[Var<'static, T>]) -> R,
) -> R {
    let lent = lent(id, make, x);
    record(lent.recorder, &lent.vars)
}

/// A free recorder, or a new one, with variables.
fn lent<T: Real + 'static>(id: TypeId, make: fn() -> Tape<T>, x: &[T]) -> Lent<T> {
    let free = take_shelved(id);
    let recorder: &'static Recorder<T> = match free.and_then(|r| r.as_any().downcast_ref()) {
        Some(recorder) => recorder,
        None => Box::leak(Box::new(Recorder { tape: make(), vars: RefCell::default(), adjoints: RefCell::default() })),
    };
    let mut lent = Lent { id, recorder, vars: recorder.vars.take() };
    recorder.tape.vars_into(x, &mut lent.vars);
    lent
}

#[inline]
fn take_shelved(id: TypeId) -> Option<&'static dyn Shelved> {
    SHELF.with(|shelf| {
        let mut free = shelf.0.borrow_mut();
        let place = free.iter().position(|&(other, _)| other == id)?;
        Some(free.swap_remove(place).1)
    })
}

/// A recorder in use: it goes back to the shelf when the call is over, also by a panic.
struct Lent<T: Real + 'static> {
    id: TypeId,
    recorder: &'static Recorder<T>,
    vars: Vec<Var<'static, T>>,
}

impl<T: Real + 'static> Drop for Lent<T> {
    fn drop(&mut self) {
        let Lent { id, recorder, vars } = self;
        // A tape that cannot be written any more, as its growth panicked, is left behind.
        if recorder.tape.try_restart() {
            vars.clear();
            recorder.vars.replace(core::mem::take(vars));
            shelve(*id, *recorder);
        }
    }
}

/// Puts a recorder on the shelf; at the end of the thread there is none.
#[inline]
fn shelve(id: TypeId, recorder: &'static dyn Shelved) {
    if SHELF.try_with(|shelf| shelf.0.borrow_mut().push((id, recorder))).is_err() {
        recorder.release();
    }
}
