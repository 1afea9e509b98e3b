//! The position of a sweep in a file.

use super::run::Sweep;
use checkpoint::{Actions, Encode, Error, Level, Position, Record, Schedule, Slot, State, Storage, Stored};
use std::path::{Path, PathBuf};

/// What stands for the form of a position in a record.
const FORMAT: &[u8] = b"position of a chain, 2";

/// A file to save to, and how.
pub(super) struct Saving<S: State> {
    file: PathBuf,
    every: u64,
    bytes: Vec<u8>,
    scratch: Vec<u8>,
    state: Option<S>,
    chain: [u64; PARTS.len()],
    pub(super) marks: Marks,
    form: Form<S>,
}

/// What a position belongs to, as far as it is data; a fingerprint of each is saved.
pub(super) struct Identity<'c, S: State> {
    pub(super) start: &'c S,
    pub(super) parameters: &'c [S::Number],
    pub(super) steps: u64,
    pub(super) open: bool,
    pub(super) schedule: &'c Schedule,
    pub(super) version: Option<&'c str>,
}

/// How a chain is told that differs in one of these.
const PARTS: [&str; 5] = [
    "from another start",
    "with other parameters",
    "with another length",
    "with another schedule",
    "by another version",
];

/// What the way back began with, as fingerprints of all that is gathered: after the loss, and after the last step.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    pub(super) seed: u64,
    pub(super) step: u64,
}

/// A position that was taken up.
pub(super) struct Resumed<S> {
    /// Where the chain ends.
    pub(super) end: u64,
    /// The state there.
    pub(super) last: S,
    pub(super) marks: Marks,
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
        let (chain, marks) = ([0; PARTS.len()], Marks::default());
        Saving { file, every, bytes, scratch, state: None, chain, marks, form }
    }

    /// That what was saved is not of this chain.
    pub(super) fn foreign(&self, why: &str) -> Error {
        let advice = "finish that one, or remove the file";
        Error::foreign(&self.file, &format!("it was saved {why}: {advice}"))
    }

    /// A fingerprint of everything that a sweep has gathered.
    fn gathered(&mut self, sweep: &Sweep<S>) -> u64 {
        let Saving { form, bytes, .. } = self;
        bytes.clear();
        sweep.adjoint.each(&mut |x| (form.write)(x, bytes));
        sweep.gradient.iter().for_each(|&g| (form.write)(g, bytes));
        (form.write)(sweep.value, bytes);
        Record::fingerprint(bytes)
    }

    /// Notes what the loss, or the weights, gave.
    pub(super) fn seeded(&mut self, sweep: &Sweep<S>) {
        self.marks.seed = self.gathered(sweep);
    }

    /// Notes what there is when the last step was reversed.
    pub(super) fn begun(&mut self, sweep: &Sweep<S>) {
        self.marks.step = self.gathered(sweep);
    }

    /// Whether two states are the same to the bit.
    pub(super) fn are_equal(&mut self, a: &S, b: &S) -> bool {
        let Saving { form, bytes, scratch, .. } = self;
        for (state, bytes) in [(a, &mut *bytes), (b, &mut *scratch)] {
            bytes.clear();
            state.each(&mut |x| (form.write)(x, bytes));
        }
        bytes == scratch
    }

    /// Takes up what was saved, if anything was.
    pub(super) fn resume<M: Storage<S>>(
        &mut self,
        chain: &Identity<'_, S>,
        actions: &mut Actions,
        sweep: &mut Sweep<S>,
        storage: &mut M,
    ) -> Result<Option<Resumed<S>>, Error> {
        self.chain = self.fingerprints(chain);
        self.state = Some(chain.start.clone());
        Record::remove_parts(&self.file);
        if !self.file.exists() {
            return Ok(None);
        }
        let record = Record::read(&self.file, &mut self.bytes, &mut self.scratch)?;
        if record.run != Record::fingerprint(FORMAT) {
            return Err(self.foreign("by another program, or another version of Wengert"));
        }
        let Saving { form, bytes, .. } = self;
        let mut from = Reader { bytes: bytes.as_slice(), form };
        let parts = PARTS.map(|_| from.word());
        if let Some(other) = PARTS.into_iter().zip(parts.into_iter().zip(self.chain)).find(|(_, (a, b))| a != b) {
            return Err(self.foreign(other.0));
        }
        let foreign = |why: &str| Error::foreign(&self.file, why);
        let marks = Marks { seed: from.word(), step: from.word() };
        let (end, count) = (from.word(), from.word());
        let state = chain.start;
        let state_bytes = (state.count() * form.size) as u64;
        let parameters_bytes = ((chain.parameters.len() + 1) * form.size) as u64;
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
        *actions = Actions::resume(chain.schedule, &position).map_err(foreign)?;
        sweep.seeded = true;
        Ok(Some(Resumed { end, last, marks }))
    }

    fn fingerprints(&mut self, chain: &Identity<'_, S>) -> [u64; PARTS.len()] {
        let Saving { form, bytes, .. } = self;
        let mut of = |write: &dyn Fn(&mut Vec<u8>)| {
            bytes.clear();
            write(bytes);
            Record::fingerprint(bytes)
        };
        [
            of(&|bytes| chain.start.each(&mut |x| (form.write)(x, bytes))),
            of(&|bytes| chain.parameters.iter().for_each(|&p| (form.write)(p, bytes))),
            of(&|bytes| bytes.extend(format!("{} {}", chain.steps, chain.open).bytes())),
            of(&|bytes| bytes.extend(format!("{:?}", chain.schedule).bytes())),
            of(&|bytes| bytes.extend(format!("{:?}", chain.version).bytes())),
        ]
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
        let Saving { form, bytes, scratch, state, chain, marks, .. } = self;
        let Some(state) = state else { return Ok(()) };
        bytes.clear();
        chain.iter().chain([&marks.seed, &marks.step]).for_each(|n| bytes.extend(n.to_le_bytes()));
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
        Record { run: Record::fingerprint(FORMAT), step: remaining }.replace(&self.file, bytes, scratch).map(|_| ())
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
