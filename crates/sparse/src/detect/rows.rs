//! The inputs of results of loops, one result after the other: of those in the same place of many rounds, it is mostly known
//! in which order their inputs ascend.

use super::loops::Loops;
use super::trace::ones;

/// The stretch that was looked at last, and orders.
#[derive(Default)]
pub(super) struct Rows {
    stretch: usize,
    /// The first operation of it, and the first one behind.
    first: u32,
    end: u32,
    body: usize,
    /// Of each operation of the body, in which order the inputs ascended that it depends on.
    orders: Vec<Vec<u8>>,
}

impl Rows {
    /// Before another recording.
    pub(super) fn start(&mut self) {
        (self.first, self.end) = (0, 0);
        self.orders.clear();
    }

    /// Appends the inputs that an operation depends on, ascending, each once; nothing if it is in no loop, or goes on from
    /// round to round: whether it is not.
    pub(super) fn append(&mut self, loops: &Loops, number: u32, list: &mut Vec<u32>) -> bool {
        if !(self.first..self.end).contains(&number) && !self.find(loops, number) {
            return false;
        }
        let Some((of, body)) = loops.at(self.stretch) else { return false };
        let length = body.steps.len() as u32;
        let (round, at) = ((number - self.first) / length, ((number - self.first) % length) as usize);
        if body.carried[at].is_some() || of.wide.is_some() {
            return false;
        }
        let order = &mut self.orders[at];
        if order.is_empty() {
            order.extend(ones(of.spread(body.inputs[at])).map(|place| place as u8));
        }
        let begin = list.len();
        let ascends = |list: &[u32]| list[begin..].is_sorted_by(|a, b| a < b);
        loops.gather(of, round, order, list);
        if !ascends(list) {
            order.sort_by_key(|&place| loops.input(of, round, place.into()));
            list.truncate(begin);
            loops.gather(of, round, order, list);
            // A round may read an input more than once.
            if !ascends(list) {
                once(list, begin);
            }
        }
        true
    }

    fn find(&mut self, loops: &Loops, number: u32) -> bool {
        let Some((stretch, first, end)) = loops.stretch_of(number) else { return false };
        (self.stretch, self.first, self.end) = (stretch, first, end);
        let Some((of, body)) = loops.at(stretch) else { return false };
        if self.body != of.body || self.orders.is_empty() || !of.spread.is_empty() {
            self.body = of.body;
            self.orders.clear();
            self.orders.resize(body.steps.len(), Vec::new());
        }
        true
    }
}

/// Leaves each number behind this place once, of those that ascend.
pub(super) fn once(list: &mut Vec<u32>, begin: usize) {
    let mut end = begin;
    for k in begin..list.len() {
        if end == begin || list[k] != list[end - 1] {
            list[end] = list[k];
            end += 1;
        }
    }
    list.truncate(end);
}
