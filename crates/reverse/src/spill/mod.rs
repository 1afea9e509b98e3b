//! Recordings larger than the memory: full blocks are held up to a limit, and beyond it the oldest are written out.

mod backward;
mod block;
mod disk;
mod error;
mod far;
mod file;
mod limited;
mod store;
mod worker;

pub(crate) use backward::sweep;
pub use block::Stored;
pub use error::SpillError;

use crate::streams::{LIMIT, Lists, Statement};
use block::{Block, Label};
use std::collections::VecDeque;
use store::Kept;
use worker::Worker;

/// What takes over the full blocks of a recording, and gives them back to a sweep, whatever their number is.
pub(crate) trait Spill<T>: Send {
    /// The bytes that it may take in memory.
    fn limit(&self) -> usize;

    /// How many statements a block has: a power of two.
    fn block(&self) -> usize;

    /// Takes over a full block, and leaves an empty one; `next` is the index of the next statement. What belongs to a
    /// recording that is broken, so that it will not be swept, is dropped.
    fn hand_over(&mut self, next: usize, statements: &mut Vec<Statement>, partials: &mut Vec<T>);

    /// Forgets all blocks, and what went wrong.
    fn reset(&mut self);

    /// What went wrong so far; waits for what is being written.
    fn check(&mut self) -> Result<(), SpillError>;

    /// The block with this number.
    fn load(&mut self, number: usize) -> Result<Lists<'_, T>, SpillError>;

    /// What all blocks have.
    fn tally(&self) -> Tally;
}

/// What blocks have: bytes that are no longer in memory, and bytes allocated.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) spilled: usize,
    pub(crate) capacity: usize,
}

/// The most statements in a block: 1.5 MiB with two partials each. Larger ones leave the cache between one step and the
/// next, and took a tenth longer.
const BLOCK: usize = 1 << 16;

/// The fewest.
const LEAST: usize = 1 << 6;

/// The bytes from which blocks pass the system's cache.
const LARGE: usize = 1 << 17;

/// How many blocks are held besides those that wait: the one being recorded, two on their way in or out, the bytes of
/// two, and the adjoints.
const AROUND: usize = 6;

/// The most blocks that are asked for in advance.
const AHEAD: usize = 16;

/// The blocks of a recording with a limit.
pub(crate) struct Blocks<T> {
    limit: usize,
    block: usize,
    /// Where blocks go, if anywhere, and the thread that takes them there: it is started with the first block, and again
    /// if it died.
    store: Option<Kept>,
    worker: Option<Worker<T>>,
    /// The blocks in memory, oldest first, and the bytes they have.
    held: VecDeque<Block<T>>,
    bytes: usize,
    /// How many blocks were given to the worker, and their bytes.
    spilled: usize,
    spilled_bytes: usize,
    /// The bytes of those among them that it has not answered for, oldest first, and of all these.
    writing: VecDeque<usize>,
    writing_bytes: usize,
    /// Empty blocks whose memory can be used again.
    spares: Vec<Block<T>>,
    /// The block that a sweep looks at, and the numbers of those that were asked for in advance.
    loaded: Block<T>,
    ahead: VecDeque<usize>,
    recording: u64,
    broken: Option<SpillError>,
}

impl<T: Stored> Blocks<T> {
    pub(crate) fn new(limit: usize, store: Option<Kept>) -> Self {
        Blocks {
            limit,
            block: Self::statements(limit),
            store,
            worker: None,
            held: VecDeque::new(),
            bytes: 0,
            spilled: 0,
            spilled_bytes: 0,
            writing: VecDeque::new(),
            writing_bytes: 0,
            spares: Vec::new(),
            loaded: Block::default(),
            ahead: VecDeque::new(),
            recording: file::random(),
            broken: None,
        }
    }

    /// How many statements a block has: a power of two.
    fn statements(limit: usize) -> usize {
        let fair = limit / (2 * AROUND * worst::<T>(1));
        1 << fair.clamp(LEAST, BLOCK).ilog2()
    }

    /// Whether a block is worth a call of the system of its own.
    pub(crate) fn are_large(limit: usize) -> bool {
        worst::<T>(Self::statements(limit)) >= LARGE
    }

    fn label(&self, number: usize) -> Label {
        Label { recording: self.recording, number }
    }

    /// The thread, started if need be.
    fn worker(&mut self) -> Result<&mut Worker<T>, SpillError> {
        let Some(store) = &self.store else { return Err(SpillError::Nowhere { limit: self.limit }) };
        Ok(match &mut self.worker {
            Some(worker) => worker,
            none => none.insert(Worker::start(store)?),
        })
    }

    /// The bytes for blocks that wait.
    fn room(&self) -> usize {
        self.limit.saturating_sub(AROUND * worst::<T>(self.block))
    }

    /// How many blocks there is room for, whatever they hold.
    fn places(&self) -> usize {
        self.room() / worst::<T>(self.block)
    }

    /// Takes the answer to the oldest write without one.
    fn answered(&mut self, answer: Result<Block<T>, SpillError>) -> Result<(), SpillError> {
        self.writing_bytes -= self.writing.pop_front().unwrap_or(0);
        let block = answer?;
        if self.held.len() + self.writing.len() + self.spares.len() <= self.places() {
            self.spares.push(block);
        }
        Ok(())
    }

    /// Waits until all blocks are written.
    fn finish(&mut self) -> Result<(), SpillError> {
        let mut outcome = Ok(());
        while !self.writing.is_empty() {
            let answer = self.worker()?.answer();
            outcome = outcome.and(self.answered(answer));
        }
        let label = self.label(self.spilled);
        let Some(worker) = &self.worker else { return outcome };
        worker.settle(label);
        outcome.and(worker.answer().map(drop))
    }

    /// Has the oldest blocks written out once the others take half of the room, so that the recording goes on for as
    /// long as the rest of it lasts where a write takes its time.
    fn trim(&mut self) -> Result<(), SpillError> {
        let room = self.room();
        let enough = if self.store.is_none() { room } else { room / 2 };
        while self.bytes > enough
            && let Some(block) = self.held.pop_front()
        {
            if !self.ahead.is_empty() {
                self.quiet()?;
            }
            let (label, bytes) = (self.label(self.spilled), block.bytes());
            self.worker()?.write(label, block);
            self.bytes -= bytes;
            self.writing.push_back(bytes);
            self.writing_bytes += bytes;
            self.spilled += 1;
            self.spilled_bytes += bytes;
        }
        while !self.writing.is_empty() {
            let full = self.bytes + self.writing_bytes > room && self.writing.len() > 1;
            let worker = self.worker()?;
            let Some(answer) = (if full { Some(worker.answer()) } else { worker.answer_at_hand() }) else { break };
            self.answered(answer)?;
        }
        Ok(())
    }

    /// Asks for blocks in advance: those below the last that was asked for, or `first` and those below it.
    fn look_ahead(&mut self, first: usize) -> Result<(), SpillError> {
        let mut next = self.ahead.back().map_or(Some(first), |last| last.checked_sub(1));
        while self.ahead.len() < (self.places() / 2).clamp(1, AHEAD)
            && let Some(number) = next
        {
            let (label, into) = (self.label(number), self.spares.pop().unwrap_or_default());
            self.worker()?.read(label, into);
            self.ahead.push_back(number);
            next = number.checked_sub(1);
        }
        Ok(())
    }

    /// Waits for all answers that nobody wants any more.
    fn quiet(&mut self) -> Result<(), SpillError> {
        while self.ahead.pop_front().is_some() {
            let block = self.worker()?.answer().unwrap_or_default();
            self.spares.push(block);
        }
        self.finish()
    }

    fn load_spilled(&mut self, number: usize) -> Result<(), SpillError> {
        if self.ahead.front() != Some(&number) {
            self.quiet()?;
        }
        self.spares.push(core::mem::take(&mut self.loaded));
        self.look_ahead(number)?;
        self.ahead.pop_front();
        self.loaded = self.worker()?.answer()?;
        Ok(())
    }
}

impl<T: Stored> Spill<T> for Blocks<T> {
    fn limit(&self) -> usize {
        self.limit
    }

    fn block(&self) -> usize {
        self.block
    }

    fn hand_over(&mut self, next: usize, statements: &mut Vec<Statement>, partials: &mut Vec<T>) {
        if self.broken.is_none() && next >= LIMIT {
            self.broken = Some(SpillError::Full);
        }
        if self.broken.is_none() {
            let mut block = self.spares.pop().unwrap_or_default();
            core::mem::swap(&mut block.statements, statements);
            core::mem::swap(&mut block.partials, partials);
            block.partials.shrink_to_fit();
            self.bytes += block.bytes();
            self.held.push_back(block);
            self.broken = self.trim().err();
        }
        statements.clear();
        partials.clear();
    }

    fn reset(&mut self) {
        // What could not be written before no longer matters.
        let _ = self.quiet();
        if let Some(worker) = &self.worker {
            worker.forget(self.label(0));
            if worker.answer().is_err() {
                self.worker = None;
            }
        }
        self.broken = None;
        self.held.clear();
        self.ahead.clear();
        self.writing.clear();
        (self.bytes, self.spilled, self.spilled_bytes, self.writing_bytes) = (0, 0, 0, 0);
        self.recording = file::random();
    }

    fn check(&mut self) -> Result<(), SpillError> {
        if self.broken.is_none() {
            self.broken = self.finish().err();
        }
        self.broken.clone().map_or(Ok(()), Err)
    }

    fn load(&mut self, number: usize) -> Result<Lists<'_, T>, SpillError> {
        let block = match number.checked_sub(self.spilled) {
            Some(place) => {
                if let Some(last) = self.spilled.checked_sub(1) {
                    self.look_ahead(last)?;
                }
                self.held.get(place).ok_or(SpillError::Full)?
            }
            None => {
                self.load_spilled(number)?;
                &self.loaded
            }
        };
        Ok(Lists { statements: &block.statements, partials: &block.partials })
    }

    fn tally(&self) -> Tally {
        Tally {
            spilled: self.spilled_bytes,
            capacity: self.held.iter().chain(&self.spares).chain([&self.loaded]).map(Block::capacity).sum(),
        }
    }
}

/// The bytes of so many statements with two partials each.
fn worst<T>(statements: usize) -> usize {
    statements * (size_of::<Statement>() + 2 * size_of::<T>())
}
