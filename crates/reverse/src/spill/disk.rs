//! The thread that moves bytes between memory and store while others are encoded and decoded.

use crate::spill::SpillError;
use crate::spill::store::{Bytes, Kept};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError};
use std::thread::{Builder, JoinHandle};

/// A thread that has a store, and makes one transfer at a time.
pub(crate) struct Disk {
    orders: Option<Sender<Transfer>>,
    done: Receiver<(Transfer, io::Result<()>)>,
    thread: Option<JoinHandle<()>>,
    busy: bool,
    page: usize,
}

/// Bytes on their way to a place in the store, or from it.
pub(crate) struct Transfer {
    pub(crate) way: Way,
    pub(crate) at: u64,
    pub(crate) bytes: Bytes,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Way {
    In,
    Out,
}

impl Disk {
    pub(crate) fn start(store: &Kept) -> Result<Self, SpillError> {
        let store = Arc::clone(store);
        // What a store holds after a panic belongs to a recording that is broken: nobody asks for it.
        let page = store.lock().unwrap_or_else(PoisonError::into_inner).page();
        let (orders, inbox) = channel::<Transfer>();
        let (outbox, done) = channel();
        let serve = move || {
            while let Ok(mut transfer) = inbox.recv() {
                let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
                let outcome = match transfer.way {
                    Way::Out => store.write(transfer.at, transfer.bytes.get()),
                    Way::In => store.read(transfer.at, transfer.bytes.get_mut()),
                };
                drop(store);
                if outbox.send((transfer, outcome)).is_err() {
                    return;
                }
            }
        };
        let thread = spawn("wengert-disk", serve)?;
        Ok(Disk { orders: Some(orders), done, thread: Some(thread), busy: false, page })
    }

    /// What transfers start and end at multiples of.
    pub(crate) fn page(&self) -> usize {
        self.page
    }

    /// Starts a transfer; the one before has to be finished.
    pub(crate) fn begin(&mut self, transfer: Transfer) {
        // Should the thread be dead, there is no answer.
        let _ = self.orders.as_ref().map(|orders| orders.send(transfer));
        self.busy = true;
    }

    /// Waits for the transfer that was started, if there is one, and gives it back with its outcome.
    pub(crate) fn finish(&mut self) -> Result<Option<(Transfer, io::Result<()>)>, SpillError> {
        if !self.busy {
            return Ok(None);
        }
        let stopped = |_| SpillError::Stopped { reason: "it panicked in what it was given to write to".into() };
        let answer = self.done.recv().map_err(stopped)?;
        self.busy = false;
        Ok(Some(answer))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Without a sender the thread ends, and closes its file.
        self.orders = None;
        join(&mut self.thread);
    }
}

pub(crate) fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, SpillError> {
    let thread = Builder::new().name(name.into()).spawn(run);
    thread.map_err(|error| SpillError::Stopped { reason: error.to_string() })
}

/// Waits for a thread, whatever became of it.
pub(crate) fn join(thread: &mut Option<JoinHandle<()>>) {
    if let Some(thread) = thread.take() {
        let _ = thread.join();
    }
}
