//! A quantity at one point.

use crate::batch::Batches;
use crate::error::{Error, Kind};
use crate::function::Function;
use crate::quantity::Quantity;
use crate::recording::Recording;
use program::{NO_GROUP, Program, Workspace};
use std::cell::RefCell;

/// The memory of runs, one of each thread.
#[derive(Default)]
pub(crate) struct Room {
    pub(crate) run: Workspace,
    /// A point and its seeds.
    pub(crate) packed: Vec<f64>,
    /// All results of a program of which some are wanted.
    all: Vec<f64>,
    pub(crate) batches: Batches,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

/// Lends a thread's memory.
pub(crate) fn with_room<R>(f: impl FnOnce(&mut Room) -> R) -> R {
    ROOM.with(|room| match room.try_borrow_mut() {
        Ok(mut room) => f(&mut room),
        Err(_) => f(&mut Room::default()),
    })
}

impl Function {
    /// A quantity at a point, with its seeds, into `out`; what lies where is said at [`Quantity`].
    ///
    /// # Errors
    /// [`Kind::Shape`] where the numbers or places given are not as many as wanted, or the quantity is one of functions with one
    /// output; [`Kind::Domain`] and [`Kind::Limit`] where the function has no value, or takes too long; [`Kind::Branch`] where a
    /// recorded function without a text would take another branch. `out` may then be partly written.
    ///
    /// Cost: from the second call on one to two nanoseconds an operation for values, two to five for a gradient; nothing is
    /// allocated.
    ///
    /// ```
    /// use wengert_runtime::{Function, Quantity};
    /// let f = Function::parse("x^2*y")?;
    /// let mut hv = [0.0; 4];
    /// f.eval_into(Quantity::Hvp, &[2.0, 3.0], &[1.0, 0.0], &mut hv)?;
    /// assert_eq!(hv, [12.0, 4.0, 6.0, 4.0]);
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn eval_into(&self, what: Quantity, point: &[f64], seeds: &[f64], out: &mut [f64]) -> Result<(), Error> {
        self.fits(what, point)?;
        let (n, m) = (point.len(), self.outputs());
        self.counts(what, seeds.len(), out.len(), (what.seeds(n, m), what.results(n, m)))?;
        with_room(|room| self.at_point(what, point, seeds, out, room))
    }

    /// Whether as many seeds and places were given as are wanted.
    pub(crate) fn counts(
        &self,
        what: Quantity,
        seeds: usize,
        places: usize,
        wanted: (usize, usize),
    ) -> Result<(), Error> {
        let name = what.name();
        if seeds != wanted.0 {
            let (want, why) = (wanted.0, what.seeds_name());
            let message = format!("a {name} wants {want} numbers, and {seeds} were given, as {why}");
            return Err(Error::new(Kind::Shape, message));
        }
        if places != wanted.1 {
            let want = wanted.1;
            let message = format!("a {name} has {want} numbers, and {places} places were given; give one for each");
            return Err(Error::new(Kind::Shape, message));
        }
        Ok(())
    }

    /// As [`eval_into`](Function::eval_into), when all fits.
    pub(crate) fn at_point(
        &self,
        what: Quantity,
        point: &[f64],
        seeds: &[f64],
        out: &mut [f64],
        room: &mut Room,
    ) -> Result<(), Error> {
        let mut why = None;
        if let Some(recording) = self.latest() {
            match run(&recording, what, point, seeds, out, room) {
                Ok(()) => return Ok(()),
                Err(error) => why = Some(error),
            }
        }
        if why.is_some() {
            for recording in self.recordings().into_iter().skip(1) {
                if run(&recording, what, point, seeds, out, room).is_ok() {
                    self.served(&recording);
                    return Ok(());
                }
            }
        }
        match (&self.text, why) {
            (None, Some(error)) => Err(error.into()),
            (Some(_), Some(error @ program::Error::TooLarge)) => Err(error.into()),
            _ => {
                let recording = self.record(point)?;
                Ok(run(&recording, what, point, seeds, out, room)?)
            }
        }
    }
}

/// A quantity by a recording.
fn run(
    recording: &Recording,
    what: Quantity,
    point: &[f64],
    seeds: &[f64],
    out: &mut [f64],
    room: &mut Room,
) -> Result<(), program::Error> {
    if what == Quantity::Gradient {
        let (value, gradient) = out.split_at_mut(1);
        value[0] = recording.value().value_and_gradient_into(point, &mut room.run, gradient)?;
        return Ok(());
    }
    if recording.in_parts(what) {
        return in_parts(recording, what, point, out, room);
    }
    let program = recording.program(what)?;
    if seeds.is_empty() {
        return program.eval_into(point, &mut room.run, out);
    }
    room.packed.clear();
    room.packed.extend_from_slice(point);
    room.packed.extend_from_slice(seeds);
    program.eval_into(&room.packed, &mut room.run, out)
}

/// A Jacobian by rows or columns, a Hessian by columns: in memory that grows with the program alone.
fn in_parts(
    recording: &Recording,
    what: Quantity,
    point: &[f64],
    out: &mut [f64],
    room: &mut Room,
) -> Result<(), program::Error> {
    let of = if what == Quantity::Hessian { recording.slope()? } else { recording.value() };
    let (n, m) = (of.inputs(), of.outputs().len());
    if what == Quantity::Jacobian && m <= n {
        return (0..m)
            .try_for_each(|i| along(recording.program(Quantity::Vjp)?, point, (m, i), room, &mut out[i * n..][..n]));
    }
    let moved = recording.program(if what == Quantity::Hessian { Quantity::Hvp } else { Quantity::Jvp })?;
    let mut column = vec![0.0; m];
    for j in 0..n {
        along(moved, point, (n, j), room, &mut column)?;
        // Along a unit vector all other tangents are zeros, which do harm only against what is not finite: such a column is
        // taken by what knows which inputs stay.
        if !column.iter().all(|d| d.is_finite()) {
            if what == Quantity::Hessian {
                along(recording.rows()?, point, (n, j), room, &mut column)?;
            } else {
                let groups: Vec<u32> = (0..n).map(|i| if i == j { 0 } else { NO_GROUP }).collect();
                let wanted: Vec<(u32, u32)> = (0..m as u32).map(|i| (i, 0)).collect();
                let mut both = vec![0.0; 2 * m];
                of.with_derivatives(&groups, &wanted)?.eval_into(point, &mut room.run, &mut both)?;
                column.copy_from_slice(&both[m..]);
            }
        }
        for i in 0..m {
            out[i * n + j] = column[i];
        }
    }
    Ok(())
}

/// The last results of a program at a point and the unit vector `j` of `n` numbers.
fn along(
    program: &Program,
    point: &[f64],
    (n, j): (usize, usize),
    room: &mut Room,
    last: &mut [f64],
) -> Result<(), program::Error> {
    room.packed.clear();
    room.packed.extend_from_slice(point);
    room.packed.extend((0..n).map(|i| if i == j { 1.0 } else { 0.0 }));
    room.all.resize(program.outputs().len(), 0.0);
    program.eval_into(&room.packed, &mut room.run, &mut room.all)?;
    last.copy_from_slice(&room.all[room.all.len() - last.len()..]);
    Ok(())
}
