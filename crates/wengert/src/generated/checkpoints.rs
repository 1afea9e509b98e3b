//! The states of a loop with `#[checkpoint]`: which are kept is said by a schedule, and here is where.

use super::Word;
use super::far::{Codec, Far, Rest};
use checkpoint::{Action, Actions, Disk, Error, Level, Memory, Schedule, Slot, State, Storage, Transfer};
use rules::{Bundle, Number};
use std::path::Path;

/// States take so many bytes of memory where nobody chose a schedule.
const BYTES: usize = 64 << 20;

/// A state: its numbers, its constants as words, and what is neither.
#[derive(Clone, Debug)]
pub(super) struct Kept<T, R> {
    pub(super) numbers: Vec<T>,
    pub(super) words: Vec<u64>,
    pub(super) rest: Option<R>,
}

impl<T: Copy, R: Clone> State for Kept<T, R> {
    type Number = T;
    type Of<U: Copy> = Vec<U>;

    fn count(&self) -> usize {
        self.numbers.len()
    }
    fn each(&self, show: &mut impl FnMut(T)) {
        self.numbers.each(show);
    }
    fn replace(&mut self, next: &mut impl FnMut() -> T) {
        self.numbers.replace(next);
    }
    fn remake<U: Copy>(&self, memory: &mut Vec<U>, make: &mut impl FnMut(T) -> U) -> Vec<U> {
        self.numbers.remake(memory, make)
    }
    fn dissolve<U: Copy>(of: Vec<U>, memory: &mut Vec<U>, show: &mut impl FnMut(U)) {
        <Vec<T> as State>::dissolve(of, memory, show);
    }
    fn copy_from(&mut self, other: &Self) {
        self.numbers.copy_from(&other.numbers);
        self.words.copy_from(&other.words);
        self.rest.clone_from(&other.rest);
    }
}

/// What is to be done next on the way back.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// A state was fetched: take it.
    Load,
    /// Hand the state over, it is kept.
    Keep,
    /// Run these iterations.
    Run(u64, u64),
    /// Run this iteration and go back through it.
    Back(u64),
    /// Nothing.
    Done,
}

/// The states of one run of a loop.
#[derive(Debug)]
pub struct Checkpoints<T, R = ()> {
    schedule: Option<Schedule>,
    steps: Option<u64>,
    actions: Option<Actions>,
    due: u64,
    near: Memory<Kept<T, R>>,
    far: Option<Far<T, R>>,
    /// Says how many numbers are in the structures of a state.
    count: Option<fn(&R) -> usize>,
    /// The state that is handed over or was fetched, and how far it was read.
    state: Kept<T, R>,
    at: (usize, usize),
    /// The last iteration, while the state before it is in `state`: first to be fetched, then to be reversed.
    last: Option<(u64, bool)>,
    /// Where the state goes that is asked for.
    slot: Option<(Slot, u64)>,
    held: usize,
    /// The most states that were held at once.
    pub(super) most: usize,
}

impl<T: Copy, R: Clone> Checkpoints<T, R> {
    /// For a loop of so many iterations, or of a number that nobody knows yet.
    pub fn new(schedule: Option<Schedule>, steps: Option<u64>) -> Self {
        Checkpoints {
            schedule,
            steps,
            actions: None,
            due: 0,
            near: Memory::new(),
            far: None,
            count: None,
            state: Kept { numbers: Vec::new(), words: Vec::new(), rest: None },
            at: (0, 0),
            last: None,
            slot: None,
            held: 0,
            most: 0,
        }
    }

    /// For another loop, in the memory of this one.
    pub(super) fn again(&mut self, schedule: Option<Schedule>, steps: Option<u64>) {
        self.near.clear();
        (self.schedule, self.steps, self.actions, self.due) = (schedule, steps, None, 0);
        (self.far, self.last, self.slot, self.held, self.most) = (None, None, None, 0, 0);
    }

    /// Keeps states in this directory: those of the far level, where the schedule has one, or all of them.
    pub(super) fn on_disk(&mut self, directory: &dyn AsRef<Path>, codec: Codec<T>, rest: Option<Rest<T, R>>) {
        let all = self.schedule.is_some_and(|schedule| !schedule.is_two_level());
        let disk = done(Disk::create_in(directory.as_ref()));
        self.far = Some(Far::new(disk, codec, rest, all));
    }

    /// Whether the state before this iteration is to be handed over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn due(&self, at: u64) -> bool {
        at == self.due
    }

    /// Before a state is handed over.
    #[inline]
    pub fn clear(&mut self) {
        self.state.numbers.clear();
        self.state.words.clear();
    }
    #[inline]
    pub fn number(&mut self, x: T) {
        self.state.numbers.push(x);
    }
    #[inline]
    pub fn numbers(&mut self, list: &[T]) {
        self.state.words.push(list.len() as u64);
        self.state.numbers.extend_from_slice(list);
    }
    #[inline]
    pub fn word(&mut self, word: u64) {
        self.state.words.push(word);
    }
    pub fn words<X: Word>(&mut self, list: &[X]) {
        self.state.words.push(list.len() as u64);
        self.state.words.extend(list.iter().map(|x| x.word()));
    }
    pub fn rest(&mut self, rest: R) {
        self.state.rest = Some(rest);
    }

    /// Keeps what was handed over where the schedule wants it, on the way forward.
    #[track_caller]
    pub fn keep(&mut self) {
        let mut actions = match self.actions.take() {
            Some(actions) => actions,
            None => self.begin(),
        };
        loop {
            match actions.next() {
                Some(Action::Store { slot, step }) => self.store(slot, step),
                Some(Action::Discard { slot }) => self.discard(slot),
                Some(Action::Advance { to, .. }) => {
                    self.due = to;
                    break;
                }
                Some(Action::Reverse { step }) => {
                    (self.due, self.last) = (u64::MAX, Some((step, false)));
                    break;
                }
                _ => {
                    self.due = u64::MAX;
                    break;
                }
            }
        }
        self.actions = Some(actions);
    }

    #[track_caller]
    fn begin(&mut self) -> Actions {
        let schedule = self.schedule.unwrap_or_else(|| {
            let rest = self.count.zip(self.state.rest.as_ref()).map_or(0, |(count, rest)| count(rest));
            let numbers = self.state.numbers.len() + rest;
            let bytes = numbers * size_of::<T>() + self.state.words.len() * size_of::<u64>() + 64;
            let slots = (BYTES / bytes).max(8);
            match &self.far {
                Some(far) if !far.all => on_two_levels(slots),
                _ => Schedule::binomial(slots),
            }
        });
        match self.steps {
            Some(steps) => schedule.actions(steps),
            None => schedule.actions_while(),
        }
    }

    fn store(&mut self, slot: Slot, step: u64) {
        done(match &mut self.far {
            Some(far) if far.all || slot.level == Level::Disk => far.store(slot, step, &self.state),
            _ => self.near.store(slot, step, &self.state),
        });
        self.held += 1;
        self.most = self.most.max(self.held);
    }

    fn discard(&mut self, slot: Slot) {
        done(match &mut self.far {
            Some(far) if far.all || slot.level == Level::Disk => far.discard(slot),
            _ => self.near.discard(slot),
        });
        self.held -= 1;
    }

    fn fetch(&mut self, slot: Slot, step: u64) {
        done(match &mut self.far {
            Some(far) if far.all || slot.level == Level::Disk => far.restore(slot, step, &mut self.state),
            _ => self.near.restore(slot, step, &mut self.state),
        });
    }

    fn take(&mut self, slot: Slot, step: u64) {
        match &self.far {
            Some(far) if far.all || slot.level == Level::Disk => {
                self.fetch(slot, step);
                self.discard(slot);
            }
            _ => {
                done(self.near.take(slot, step, &mut self.state));
                self.held -= 1;
            }
        }
    }

    /// The loop ended after so many iterations.
    pub fn end(&mut self, steps: u64) {
        if let Some(actions) = &mut self.actions
            && actions.is_open()
        {
            actions.end(steps);
        }
    }

    /// What to do on the way back.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Task {
        self.at = (0, 0);
        match self.last {
            Some((step, false)) => {
                self.last = Some((step, true));
                return Task::Load;
            }
            Some((step, true)) => {
                self.last = None;
                return Task::Back(step);
            }
            None => {}
        }
        loop {
            return match self.actions.as_mut().and_then(Iterator::next) {
                None => Task::Done,
                Some(Action::Advance { from, to }) => Task::Run(from, to),
                Some(Action::Reverse { step }) => Task::Back(step),
                Some(Action::Store { slot, step }) => {
                    self.slot = Some((slot, step));
                    Task::Keep
                }
                Some(Action::Restore { slot, step }) => {
                    self.fetch(slot, step);
                    Task::Load
                }
                Some(Action::Take { slot, step }) => {
                    self.take(slot, step);
                    Task::Load
                }
                Some(Action::Discard { slot }) => {
                    self.discard(slot);
                    continue;
                }
            };
        }
    }

    /// Keeps what was handed over on the way back.
    pub fn keep_here(&mut self) {
        if let Some((slot, step)) = self.slot.take() {
            self.store(slot, step);
        }
    }

    #[inline]
    pub fn next_number(&mut self) -> T {
        self.at.0 += 1;
        self.state.numbers[self.at.0 - 1]
    }
    #[inline]
    pub fn next_word(&mut self) -> u64 {
        self.at.1 += 1;
        self.state.words[self.at.1 - 1]
    }
    fn next_part(&mut self) -> &[T] {
        let (n, start) = (self.next_word() as usize, self.at.0);
        self.at.0 += n;
        &self.state.numbers[start..start + n]
    }
    pub fn next_numbers(&mut self, place: &mut [T]) {
        place.copy_from_slice(self.next_part());
    }
    pub fn next_list(&mut self, place: &mut Vec<T>) {
        let part = self.next_part();
        place.clear();
        place.extend_from_slice(part);
    }
    pub fn next_words<X: Word>(&mut self, place: &mut [X]) {
        self.next_word();
        place.iter_mut().for_each(|x| *x = X::from_word(self.next_word()));
    }
    pub fn next_word_list<X: Word>(&mut self, place: &mut Vec<X>) {
        let n = self.next_word();
        place.clear();
        place.extend((0..n).map(|_| X::from_word(self.next_word())));
    }
    #[track_caller]
    pub fn next_rest(&mut self) -> R {
        super::certain(self.state.rest.clone())
    }
}

impl<T: Number, R: Bundle<T>> Checkpoints<T, R> {
    /// As [`new`](Checkpoints::new), for states with structures.
    pub(super) fn of_structures(
        schedule: Option<Schedule>,
        steps: Option<u64>,
        disk: Option<(&dyn AsRef<Path>, Codec<T>)>,
    ) -> Self {
        let mut kept = Checkpoints::new(schedule, steps);
        let rest = Rest::of_structures();
        kept.count = Some(rest.count);
        if let Some((directory, codec)) = disk {
            kept.on_disk(directory, codec, Some(rest));
        }
        kept
    }
}

/// A schedule with so many states in memory and the others on disk, where a transfer takes as long as an iteration.
#[track_caller]
pub fn on_two_levels(slots: usize) -> Schedule {
    Schedule::two_level(slots, u64::MAX, Transfer { write: 1.0, read: 1.0 })
}

fn done<X>(result: Result<X, Error>) -> X {
    match result {
        Ok(x) => x,
        Err(error) => failed(&error),
    }
}

#[cold]
fn failed(error: &Error) -> ! {
    panic!("a loop with #[checkpoint] cannot go on: {error}")
}
