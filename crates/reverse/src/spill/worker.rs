//! The thread that encodes blocks and decodes them again while others are recorded and swept.

use crate::spill::SpillError;
use crate::spill::block::{Block, Label, Stored};
use crate::spill::disk::{Disk, Transfer, Way, join, spawn};
use crate::spill::store::{Bytes, Kept};
use core::ops::Range;
use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::JoinHandle;

/// Something to do, with the block that it is done with.
enum Task {
    /// Write it after what was written.
    Write,
    /// Wait until all are written.
    Settle,
    /// Replace it by the one with this number.
    Read,
    /// Forget all that was written.
    Forget,
}

/// A thread that has a store. Each task has one answer, in order; the outcome of a write may come with a later one.
pub(crate) struct Worker<T> {
    tasks: Option<Sender<(Task, Label, Block<T>)>>,
    answers: Receiver<Result<Block<T>, SpillError>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Stored> Worker<T> {
    pub(crate) fn start(store: &Kept) -> Result<Self, SpillError> {
        let (tasks, inbox) = channel();
        let (outbox, answers) = channel();
        let mut shelf = Shelf { disk: Disk::start(store)?, ends: Vec::new(), bytes: Bytes::default() };
        let serve = move || {
            while let Ok((task, label, block)) = inbox.recv() {
                if outbox.send(shelf.perform(task, label, block)).is_err() {
                    return;
                }
            }
        };
        Ok(Worker { tasks: Some(tasks), answers, thread: Some(spawn("wengert-spill", serve)?) })
    }

    pub(crate) fn write(&self, label: Label, block: Block<T>) {
        self.send(Task::Write, label, block);
    }

    pub(crate) fn read(&self, label: Label, into: Block<T>) {
        self.send(Task::Read, label, into);
    }

    pub(crate) fn settle(&self, label: Label) {
        self.send(Task::Settle, label, Block::default());
    }

    pub(crate) fn forget(&self, label: Label) {
        self.send(Task::Forget, label, Block::default());
    }

    fn send(&self, task: Task, label: Label, block: Block<T>) {
        // Should the thread be dead, the answer says so.
        let _ = self.tasks.as_ref().map(|tasks| tasks.send((task, label, block)));
    }

    /// Waits for the answer to the oldest task without one.
    pub(crate) fn answer(&self) -> Result<Block<T>, SpillError> {
        self.answers.recv().unwrap_or_else(|_| Err(stopped()))
    }

    /// The same, if it is there.
    pub(crate) fn answer_at_hand(&self) -> Option<Result<Block<T>, SpillError>> {
        match self.answers.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(stopped())),
        }
    }
}

fn stopped() -> SpillError {
    SpillError::Stopped { reason: "its thread ended".into() }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        // Without a sender the thread ends.
        self.tasks = None;
        join(&mut self.thread);
    }
}

/// What the thread has: the store, the ends of the blocks in it, and memory for the bytes of a block that are not on
/// their way: while those of one are, another is encoded or decoded.
struct Shelf {
    disk: Disk,
    ends: Vec<u64>,
    bytes: Bytes,
}

impl Shelf {
    fn perform<T: Stored>(&mut self, task: Task, label: Label, mut block: Block<T>) -> Result<Block<T>, SpillError> {
        let page = self.disk.page();
        match task {
            Task::Write => {
                let mut bytes = core::mem::take(&mut self.bytes);
                let len = block.encoded();
                bytes.resize(len.next_multiple_of(page), page);
                let (form, rest) = bytes.get_mut().split_at_mut(len);
                block.encode(label, form);
                rest.fill(0);
                block.clear();
                self.settle()?;
                let at = self.place(self.ends.len()).start;
                self.ends.push(at + len as u64);
                self.disk.begin(Transfer { way: Way::Out, at, bytes });
            }
            Task::Settle => self.settle()?,
            Task::Read => {
                let bytes = self.fetch(label.number)?;
                if let Some(next) = label.number.checked_sub(1) {
                    self.ask(next);
                }
                let form = self.place(label.number);
                let decoded = block.decode(label, &bytes.get()[..(form.end - form.start) as usize]);
                self.bytes = bytes;
                decoded?;
            }
            Task::Forget => {
                self.ends.clear();
                // What could not be written before no longer matters.
                match self.settle() {
                    Err(SpillError::Write { .. }) => {}
                    other => other?,
                }
            }
        }
        Ok(block)
    }

    /// Waits until what is on its way has arrived.
    fn settle(&mut self) -> Result<(), SpillError> {
        let Some((transfer, outcome)) = self.disk.finish()? else { return Ok(()) };
        self.bytes = transfer.bytes;
        match outcome {
            // What was read in advance, and is not wanted, may fail.
            Err(error) if transfer.way == Way::Out => {
                Err(SpillError::Write { written: transfer.at, kind: error.kind(), reason: error.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// Starts to read the block with this number.
    fn ask(&mut self, number: usize) {
        let (place, page) = (self.place(number), self.disk.page());
        let mut bytes = core::mem::take(&mut self.bytes);
        bytes.resize(((place.end - place.start) as usize).next_multiple_of(page), page);
        self.disk.begin(Transfer { way: Way::In, at: place.start, bytes });
    }

    /// The bytes of the block with this number, which may be on their way.
    fn fetch(&mut self, number: usize) -> Result<Bytes, SpillError> {
        let at = self.place(number).start;
        let mut arrived = self.disk.finish()?;
        if !arrived.as_ref().is_some_and(|(transfer, _)| transfer.way == Way::In && transfer.at == at) {
            self.ask(number);
            arrived = self.disk.finish()?;
        }
        let gone = || SpillError::Damaged { block: number, what: "it is torn" };
        let (transfer, outcome) = arrived.ok_or_else(gone)?;
        match outcome {
            Ok(()) => Ok(transfer.bytes),
            Err(error) => {
                self.bytes = transfer.bytes;
                Err(match error.kind() {
                    io::ErrorKind::UnexpectedEof => gone(),
                    kind => SpillError::Read { kind, reason: error.to_string() },
                })
            }
        }
    }

    /// Where the form of the block with this number is; where it will start, for one that is not there.
    fn place(&self, number: usize) -> Range<u64> {
        let before = number.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0);
        let start = before.next_multiple_of(self.disk.page() as u64);
        start..self.ends.get(number).copied().unwrap_or(start)
    }
}
