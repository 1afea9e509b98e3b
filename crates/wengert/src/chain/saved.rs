//! The position of a sweep in a file.

use super::run::Sweep;
use checkpoint::{Actions, Encode, Error, Level, Position, Record, Schedule, Slot, State, Storage, Stored};
use std::path::{Path, PathBuf};

/// A file to save to, and how.
pub(super) struct Saving<S: State> {
    file: PathBuf,
    every: u64,
    bytes: Vec<u8>,
    scratch: Vec<u8>,
    state: Option<S>,
    chain: u64,
    form: Form<S>,
}

/// How numbers are written and read: functions, so that only who saves needs numbers with a form in bytes.
struct Form<S: State> {
    size: usize,
    write: fn(S::Number, &mut Vec<u8>),
    read: fn(&[u8]) -> S::Number,
}

impl<S: State> Saving<S> {
    pub(super) fn new(file: &Path, every: u64) -> Self
    where
        S::Number: Encode,
    {
        let write = |x: S::Number, bytes: &mut Vec<u8>| {
            let start = bytes.len();
            bytes.resize(start + S::Number::BYTES, 0);
            x.encode(&mut bytes[start..]);
        };
        let form = Form { size: S::Number::BYTES, write, read: S::Number::decode };
        let (file, bytes, scratch) = (file.to_owned(), Vec::new(), Vec::new());
        Saving { file, every, bytes, scratch, state: None, chain: 0, form }
    }

    /// Takes up what was saved, if anything was: the last state is returned, with the number of steps.
    pub(super) fn resume<M: Storage<S>>(
        &mut self,
        (state, steps, parameters): (&S, u64, &[S::Number]),
        schedule: &Schedule,
        actions: &mut Actions,
        sweep: &mut Sweep<S>,
        storage: &mut M,
    ) -> Result<Option<(u64, S)>, Error> {
        let Saving { form, bytes, scratch, .. } = self;
        bytes.clear();
        bytes.extend(format!("{steps} {} {schedule:?}", parameters.len()).bytes());
        state.each(&mut |x| (form.write)(x, bytes));
        parameters.iter().for_each(|&p| (form.write)(p, bytes));
        self.chain = Record::fingerprint(bytes);
        self.state = Some(state.clone());
        if !self.file.exists() {
            return Ok(None);
        }
        let record = Record::read(&self.file, bytes, scratch)?;
        let foreign = |why: &str| Error::foreign(&self.file, why);
        if record.run != self.chain {
            return Err(foreign("it was saved by a chain with another start, parameters, length or schedule"));
        }
        let mut from = Reader { bytes: bytes.as_slice(), form };
        let (end, count) = (from.word(), from.word());
        let state_bytes = (state.count() * form.size) as u64;
        let parameters_bytes = ((parameters.len() + 1) * form.size) as u64;
        let needed = state_bytes.checked_add(24).and_then(|entry| entry.checked_mul(count));
        let rest = from.bytes.len() as u64;
        if needed.is_none_or(|needed| needed.checked_add(2 * state_bytes + parameters_bytes) != Some(rest)) {
            return Err(foreign("its length is not that of such a chain"));
        }
        let mut last = state.clone();
        from.state(&mut last);
        from.state(&mut sweep.adjoint);
        sweep.gradient.iter_mut().for_each(|g| *g = from.number());
        sweep.value = from.number();
        let mut stored = Vec::new();
        for _ in 0..count {
            let (step, level, index) = (from.word(), from.word(), from.word() as usize);
            let level = if level == 0 { Level::Memory } else { Level::Disk };
            let slot = Slot { level, index };
            from.state(&mut sweep.current);
            storage.store(slot, step, &sweep.current)?;
            stored.push(Stored { step, slot });
        }
        let position = Position { steps: end, remaining: record.step, stored };
        *actions = Actions::resume(schedule, &position).map_err(foreign)?;
        sweep.seeded = true;
        Ok(Some((end, last)))
    }

    /// Saves, if it is time to.
    pub(super) fn save<M: Storage<S>>(
        &mut self,
        actions: &Actions,
        sweep: &Sweep<S>,
        (steps, last): &(u64, S),
        storage: &mut M,
    ) -> Result<(), Error> {
        let remaining = actions.remaining();
        let (true, Some(position)) = ((steps - remaining).is_multiple_of(self.every), actions.position()) else {
            return Ok(());
        };
        let Saving { form, bytes, scratch, state, .. } = self;
        let Some(state) = state else { return Ok(()) };
        bytes.clear();
        [*steps, position.stored.len() as u64].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        last.each(&mut |x| (form.write)(x, bytes));
        sweep.adjoint.each(&mut |x| (form.write)(x, bytes));
        sweep.gradient.iter().for_each(|&g| (form.write)(g, bytes));
        (form.write)(sweep.value, bytes);
        for Stored { step, slot } in position.stored {
            [step, slot.level as u64, slot.index as u64].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
            storage.restore(slot, step, state)?;
            state.each(&mut |x| (form.write)(x, bytes));
        }
        Record { run: self.chain, step: remaining }.replace(&self.file, bytes, scratch).map(|_| ())
    }

    /// Removes the file.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        if self.file.exists() { Record::remove(&self.file) } else { Ok(()) }
    }
}

/// Takes words, numbers and states from the front; the length was checked before.
struct Reader<'b, S: State> {
    bytes: &'b [u8],
    form: &'b Form<S>,
}

impl<S: State> Reader<'_, S> {
    fn take(&mut self, size: usize) -> &[u8] {
        let (front, rest) = self.bytes.split_at_checked(size).unwrap_or_default();
        self.bytes = rest;
        front
    }

    fn word(&mut self) -> u64 {
        self.take(8).try_into().map_or(u64::MAX, u64::from_le_bytes)
    }

    fn number(&mut self) -> S::Number {
        let (size, read) = (self.form.size, self.form.read);
        read(self.take(size))
    }

    fn state(&mut self, state: &mut S) {
        state.replace(&mut || self.number());
    }
}
