//! Ranks as the processes of an MPI job.
//!
//! One thread of each process makes all calls of the library: it starts what is to be sent, takes in whatever has come, and
//! tells the others when this rank has failed or ended. So nobody who sends waits for a receiver, messages move while the
//! program computes, and a failure is heard wherever one waits.

use crate::threads::all_ended;
use crate::{Communicator, Error, Ranks};
use core::sync::atomic::{AtomicUsize, Ordering};
use mpi::point_to_point::{Destination, MatchedReceiveVec, Source};
use mpi::request::{LocalScope, Request, scope};
use mpi::topology::{Communicator as _, SimpleCommunicator};
use mpi::{Rank, Tag, Threading};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const TAG: Tag = 0x5e1;

/// The last byte of what is sent says what it is.
const WHOLE: u8 = 0;
const MORE: u8 = 1;
const FAILED: u8 = 2;
const ENDED: u8 = 3;

/// Longer messages go in pieces: the library counts in 31 bits.
const PIECE: usize = 1 << 30;

/// After a failure, the others have so long to end by themselves.
const GRACE: Duration = Duration::from_secs(5);

/// Nobody waits: the library is asked for news so often.
const IDLE: Duration = Duration::from_micros(500);

/// The ranks of the MPI job that this process belongs to: started by `mpirun -n 4 PROGRAM`, it has 4 of them, and without
/// `mpirun` one.
///
/// To be called once in a program, which ends what it does with MPI when the last clone is dropped; that waits until all
/// ranks have come so far. A rank that panics, or ends while others wait for it, is an error on all of them. After a failure
/// the processes have 5 s to end; those that have not by then are ended by the library, with an exit status that is not 0.
/// A process that is killed is noticed by `mpirun`, which says so and ends the job.
///
/// # Errors
/// If MPI was begun in this process before, or cannot be.
///
/// ```no_run
/// // Started by `mpirun -n 4 PROGRAM`.
/// let ranks = wengert_mpi::processes()?;
/// let sum = ranks.on(0.0).all_reduce_sum(&[1.0])[0];
/// ranks.check()?;
/// assert_eq!(sum, ranks.size() as f64);
/// # Ok::<(), wengert_mpi::Error>(())
/// ```
pub fn processes() -> Result<Ranks, Error> {
    let (orders, taken) = channel();
    let (tell, told) = channel();
    let worker = std::thread::Builder::new().name("mpi".into()).spawn(move || work(&taken, &tell));
    let worker = worker.map_err(|error| Error::other(format!("no thread for MPI: {error}")))?;
    let begun = told.recv().map_err(|_| Error::other("MPI could not be begun: see what it printed"))?;
    let board = begun.ok_or_else(|| Error::other("MPI has begun in this process already: clone what it gave"))?;
    Ok(Ranks::new(Process { board, orders: Mutex::new(orders), worker: Some(worker) }))
}

/// A rank that is a process.
struct Process {
    board: Arc<Board>,
    orders: Mutex<Sender<Order>>,
    worker: Option<JoinHandle<()>>,
}

/// What the thread is told to do.
enum Order {
    Send(usize, Vec<u8>),
    Fail(String),
    /// Somebody waits: ask for news without a pause.
    Wake,
    End,
}

/// What has come.
struct Board {
    rank: usize,
    size: usize,
    state: Mutex<State>,
    news: Condvar,
    waiting: AtomicUsize,
}

struct State {
    /// By sender: whole messages.
    messages: Vec<VecDeque<Vec<u8>>>,
    /// By sender: pieces of one that is not whole yet.
    pieces: Vec<Vec<u8>>,
    ended: Vec<bool>,
    failure: Option<(usize, String)>,
}

impl Board {
    fn new(rank: usize, size: usize) -> Self {
        let state = State {
            messages: vec![VecDeque::new(); size],
            pieces: vec![Vec::new(); size],
            ended: vec![false; size],
            failure: None,
        };
        Board { rank, size, state: Mutex::new(state), news: Condvar::new(), waiting: AtomicUsize::new(0) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self) -> bool {
        self.state().failure.is_some()
    }

    /// Takes note of what has come from a rank.
    fn put(&self, from: usize, mut bytes: Vec<u8>) {
        let kind = bytes.pop();
        let mut state = self.state();
        match kind {
            Some(WHOLE) if state.pieces[from].is_empty() => state.messages[from].push_back(bytes),
            Some(WHOLE) => {
                let mut whole = core::mem::take(&mut state.pieces[from]);
                whole.append(&mut bytes);
                state.messages[from].push_back(whole);
            }
            Some(MORE) => state.pieces[from].append(&mut bytes),
            Some(ENDED) => state.ended[from] = true,
            _ => {
                let message = String::from_utf8_lossy(&bytes).into_owned();
                state.failure.get_or_insert((from, message));
            }
        }
        drop(state);
        self.news.notify_all();
    }
}

impl Communicator for Process {
    fn rank(&self) -> usize {
        self.board.rank
    }

    fn size(&self) -> usize {
        self.board.size
    }

    fn post(&self, to: usize, message: Vec<u8>) -> Result<(), Error> {
        self.board.state().check()?;
        self.order(Order::Send(to, message));
        Ok(())
    }

    fn take(&self, from: usize, until: Instant) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.take_any(&[from], until)?.map(|(_, message)| message))
    }

    fn take_any(&self, from: &[usize], until: Instant) -> Result<Option<(usize, Vec<u8>)>, Error> {
        if let Some(found) = self.board.state().next(from) {
            return Ok(Some(found));
        }
        self.board.waiting.fetch_add(1, Ordering::Relaxed);
        self.order(Order::Wake);
        let found = self.await_message(from, until);
        self.board.waiting.fetch_sub(1, Ordering::Relaxed);
        found
    }

    fn fail(&self, message: &str) {
        self.order(Order::Fail(message.to_owned()));
    }
}

impl Process {
    fn order(&self, order: Order) {
        // The thread takes orders until it is told to end.
        let _ = self.orders.lock().unwrap_or_else(PoisonError::into_inner).send(order);
    }

    fn await_message(&self, from: &[usize], until: Instant) -> Result<Option<(usize, Vec<u8>)>, Error> {
        let mut state = self.board.state();
        loop {
            state.check()?;
            if let Some(found) = state.next(from) {
                return Ok(Some(found));
            }
            if let Some(rank) = all_ended(from, &state.ended, self.board.rank) {
                return Err(Error::ended(rank, "a message"));
            }
            let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) else {
                return Ok(None);
            };
            state = self.board.news.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    /// The next message of any of these ranks.
    fn next(&mut self, from: &[usize]) -> Option<(usize, Vec<u8>)> {
        from.iter().find_map(|&from| Some((from, self.messages[from].pop_front()?)))
    }

    fn check(&self) -> Result<(), Error> {
        self.failure.as_ref().map_or(Ok(()), |(rank, message)| Err(Error::told(*rank, message)))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.order(Order::Fail(format!("rank {} panicked", self.board.rank)));
        }
        self.order(Order::End);
        if let Some(worker) = self.worker.take() {
            let _ = worker.join();
        }
    }
}

/// The thread: from the beginning of MPI to its end.
fn work(orders: &Receiver<Order>, tell: &Sender<Option<Arc<Board>>>) {
    let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
        let _ = tell.send(None);
        return;
    };
    let world = universe.world();
    let board = Arc::new(Board::new(world.rank() as usize, world.size() as usize));
    let _ = tell.send(Some(board.clone()));
    let mut worker = Worker { world, board, ending: None, quiet: false };
    while !worker.is_done() {
        let batch = worker.batch(orders);
        scope(|scope| worker.deliver(&batch, scope));
        worker.pause();
    }
}

struct Worker {
    world: SimpleCommunicator,
    board: Arc<Board>,
    /// Since when this rank has ended.
    ending: Option<Instant>,
    /// Whether there was no news.
    quiet: bool,
}

impl Worker {
    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.board.rank;
        (0..self.board.size).filter(move |&rank| rank != own)
    }

    /// Whether all ranks have ended, or time is up after a failure.
    fn is_done(&self) -> bool {
        let Some(since) = self.ending else { return false };
        let state = self.board.state();
        let late = state.failure.is_some() && since.elapsed() > GRACE;
        let all = self.others().all(|rank| state.ended[rank]);
        drop(state);
        if late && !all {
            self.world.abort(1);
        }
        all
    }

    /// What is to be sent next, in pieces; waits a moment where there is nothing.
    fn batch(&mut self, orders: &Receiver<Order>) -> Vec<(usize, Vec<u8>)> {
        let mut batch = Vec::new();
        let pause = if self.board.waiting.load(Ordering::Relaxed) > 0 { Duration::ZERO } else { IDLE };
        let mut next = match orders.recv_timeout(pause) {
            Ok(order) => Some(order),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(IDLE);
                None
            }
        };
        while let Some(order) = next {
            self.prepare(order, &mut batch);
            next = orders.try_recv().ok();
        }
        batch
    }

    fn prepare(&mut self, order: Order, batch: &mut Vec<(usize, Vec<u8>)>) {
        let marked = |bytes: &[u8], kind: u8| [bytes, &[kind]].concat();
        match order {
            Order::Send(to, bytes) if to == self.board.rank => self.board.put(to, marked(&bytes, WHOLE)),
            Order::Send(to, mut bytes) if bytes.len() <= PIECE => {
                bytes.push(WHOLE);
                batch.push((to, bytes));
            }
            Order::Send(to, bytes) => {
                let last = bytes.len().div_ceil(PIECE) - 1;
                let kind = |k: usize| if k == last { WHOLE } else { MORE };
                batch.extend(bytes.chunks(PIECE).enumerate().map(|(k, piece)| (to, marked(piece, kind(k)))));
            }
            Order::Fail(message) => {
                let bytes = marked(message.as_bytes(), FAILED);
                batch.extend(self.others().map(|to| (to, bytes.clone())));
                self.board.put(self.board.rank, bytes);
            }
            Order::Wake => {}
            Order::End => {
                batch.extend(self.others().map(|to| (to, vec![ENDED])));
                self.ending = Some(Instant::now());
            }
        }
    }

    /// Sends, and meanwhile takes in whatever comes.
    fn deliver<'b>(&mut self, batch: &'b [(usize, Vec<u8>)], scope: &LocalScope<'b>) {
        let world = &self.world;
        let start = |(to, bytes): &'b (usize, Vec<u8>)| {
            world.process_at_rank(*to as Rank).immediate_send_with_tag(scope, &bytes[..], TAG)
        };
        let mut open: Vec<Request<'_, [u8], _>> = batch.iter().map(start).collect();
        let begun = Instant::now();
        loop {
            self.quiet = true;
            while let Some((message, status)) = self.world.any_process().immediate_matched_probe_with_tag(TAG) {
                self.quiet = false;
                let from = status.source_rank() as usize;
                self.board.put(from, (message, status).matched_receive_vec().0);
            }
            open = open.into_iter().filter_map(|request| request.test().err()).collect();
            if open.is_empty() {
                return;
            }
            if self.ending.is_some() && self.board.failed() && begun.elapsed() > GRACE {
                // Nobody takes what is left: its memory cannot be given back in any other way.
                self.world.abort(1);
            }
            self.pause();
        }
    }

    /// Leaves the core to others where nothing has come: ranks may share cores. Asking 16 times before that made a message
    /// take 280 us instead of 33, with two ranks on two cores.
    fn pause(&self) {
        if self.quiet {
            std::thread::yield_now();
        }
    }
}
