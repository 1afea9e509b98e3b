//! The thread that writes blocks and reads them back while others are recorded and swept.

use crate::spill::SpillError;
use crate::spill::block::{Block, Label, Stored};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

/// How many bytes are written in one call: with all of a block, Linux looks for as much memory in one piece to keep them
/// in, and a file took two to five times as long.
const PIECE: usize = 1 << 16;

/// Where blocks go: bytes that are written one after the other, and read from anywhere.
pub(crate) trait Store: Read + Write + Seek + Send {}
impl<S: Read + Write + Seek + Send> Store for S {}

/// Something to do, with the block that it is done with.
enum Task {
    /// Write it after what was written.
    Write,
    /// Replace it by the one with this number.
    Read,
    /// Forget all that was written.
    Forget,
}

/// A thread that owns a store. Each task has one answer, in order.
pub(crate) struct Worker<T> {
    tasks: Option<Sender<(Task, Label, Block<T>)>>,
    answers: Receiver<Result<Block<T>, SpillError>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Stored> Worker<T> {
    pub(crate) fn start(store: Box<dyn Store>) -> Result<Self, SpillError> {
        let (tasks, inbox) = channel();
        let (outbox, answers) = channel();
        let serve = move || {
            let mut shelf = Shelf { store, ends: Vec::new(), bytes: Vec::new() };
            while let Ok((task, label, block)) = inbox.recv() {
                if outbox.send(shelf.perform(task, label, block)).is_err() {
                    return;
                }
            }
        };
        let thread = Builder::new().name("wengert-spill".into()).spawn(serve);
        let thread = thread.map_err(|error| SpillError::Stopped { reason: error.to_string() })?;
        Ok(Worker { tasks: Some(tasks), answers, thread: Some(thread) })
    }

    pub(crate) fn write(&self, label: Label, block: Block<T>) {
        self.send(Task::Write, label, block);
    }

    pub(crate) fn read(&self, label: Label, into: Block<T>) {
        self.send(Task::Read, label, into);
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
        let stopped = || SpillError::Stopped { reason: "it panicked in what it was given to write to".into() };
        self.answers.recv().unwrap_or_else(|_| Err(stopped()))
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        // Without a sender the thread ends, and closes its file.
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What the thread has: the store, the ends of the blocks in it, and the bytes of the latest.
struct Shelf {
    store: Box<dyn Store>,
    ends: Vec<u64>,
    bytes: Vec<u8>,
}

impl Shelf {
    fn perform<T: Stored>(&mut self, task: Task, label: Label, mut block: Block<T>) -> Result<Block<T>, SpillError> {
        match task {
            Task::Write => {
                block.encode(label, &mut self.bytes);
                let start = self.end_of(self.ends.len());
                self.append(start).map_err(|error| SpillError::Write {
                    written: start,
                    kind: error.kind(),
                    reason: error.to_string(),
                })?;
                self.ends.push(start + self.bytes.len() as u64);
                block.clear();
            }
            Task::Read => {
                let (start, end) = (self.end_of(label.number), self.end_of(label.number + 1));
                self.fetch(start, end).map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof => SpillError::Damaged { block: label.number, what: "it is torn" },
                    kind => SpillError::Read { kind, reason: error.to_string() },
                })?;
                block.decode(label, &self.bytes)?;
            }
            Task::Forget => self.ends.clear(),
        }
        Ok(block)
    }

    /// Where so many blocks end.
    fn end_of(&self, blocks: usize) -> u64 {
        blocks.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0)
    }

    fn append(&mut self, start: u64) -> io::Result<()> {
        self.store.seek(SeekFrom::Start(start))?;
        for piece in self.bytes.chunks(PIECE) {
            self.store.write_all(piece)?;
        }
        self.store.flush()
    }

    fn fetch(&mut self, start: u64, end: u64) -> io::Result<()> {
        self.bytes.resize(end.saturating_sub(start) as usize, 0);
        self.store.seek(SeekFrom::Start(start))?;
        self.store.read_exact(&mut self.bytes)
    }
}
