//! The body of a loop, as it shows in a list of operations: what is done again and again, each time to other inputs.

use super::listing::{Arg, Listed, Listing};
use super::lot::{Lot, Opening, both};
use super::origin::Class;
use super::period::{Reads, SURE, is_outside};
use super::trace::ones;

/// The most operations of a body, and the most inputs that it reads.
pub(super) const LONGEST: usize = 256;
const WIDEST: usize = 64;
/// So many operations at the least are held against a body at once.
const MANY: usize = 64;

/// A body, and what each of its operations depends on.
pub(super) struct Body {
    /// Its operations; an input that one takes is named by its place among those of the round.
    pub(super) steps: Vec<Listed>,
    /// The same as a list has them, of several rounds if they are short.
    lot: Lot,
    /// The first round, if one may be that into which nothing is carried.
    first: Option<Opening>,
    /// The round before the first one, of which what is used late counts.
    before: Lot,
    /// What words are more than those of a few rounds before, where inputs are farther by these steps.
    even: (Vec<u32>, Vec<u64>),
    /// By which operation a round reads each of its inputs, as which argument; and what reads one of these again.
    /// Behind these are inputs of the round before.
    reads: Vec<(isize, u32)>,
    again: Vec<((usize, u32), usize)>,
    /// Which of these are results of operations before the loop, as bits.
    pub(super) outside: u64,
    /// What is used in the next round, and does not depend on the one before.
    pub(super) late: Vec<usize>,
    /// Of each operation the inputs of its round and of that before, as bits.
    pub(super) inputs: Vec<u64>,
    /// Whether something that is not linear is below it, in its round.
    pub(super) bends: Vec<bool>,
    /// Of each that depends on the round before, its number among these.
    pub(super) carried: Vec<Option<u8>>,
    /// Of each of these its place, and those of the round before that it is made of, as bits.
    pub(super) carries: Vec<(usize, u64)>,
    /// The inputs that meet others.
    pub(super) rows: Vec<u64>,
    /// What no operation uses, and what the next round alone uses.
    pub(super) ends: Vec<usize>,
    pub(super) lasts: Vec<usize>,
    /// The place of the body of the loop that came behind it.
    pub(super) next: Option<usize>,
}

/// Two lists, of which the second may be longer, element by element. Where they are short, it is not asked how many there are in
/// chunks, as that is a quotient.
#[inline]
fn side_by_side<A, B>(
    are_long: bool,
    some: impl Iterator<Item = A>,
    mut others: impl Iterator<Item = B>,
    mut f: impl FnMut(A, B),
) {
    if are_long {
        return some.zip(others).for_each(|(a, b)| f(a, b));
    }
    for a in some {
        if let Some(b) = others.next() {
            f(a, b);
        }
    }
}

/// A bit for each operation of a body.
#[derive(Clone, Copy, Default)]
struct Marks([u64; LONGEST / 64]);

impl Marks {
    fn set(&mut self, k: usize) {
        self.0[k / 64] |= 1 << (k % 64);
    }
    fn has(&self, k: usize) -> bool {
        self.0[k / 64] >> (k % 64) & 1 != 0
    }
}

/// How long before what an operation takes was made, if that was in the loop.
fn within(arg: Arg, p: usize) -> Option<u32> {
    match arg {
        Arg::Before(ago) if !is_outside(ago, p) => Some(ago),
        _ => None,
    }
}

/// Where an operation of a body takes what was made so many before: its place, and whether that is of the round before.
fn origin_of(k: usize, ago: u32, p: usize) -> Option<(usize, bool)> {
    match ago as usize {
        ago if ago <= k => Some((k - ago, false)),
        ago => Some(((p + k).checked_sub(ago)?, true)),
    }
}

/// The operations of a body that depend on the round before, and those of them that go on from round to round.
struct Ways {
    before: Marks,
    carried: Marks,
}

impl Ways {
    /// Nothing if what goes on does not do so all along, or what is not linear takes some of it.
    fn of(p: usize, is_second: bool, step: impl Fn(usize) -> Listed) -> Option<Ways> {
        let (mut before, mut carried, mut taken) = (Marks::default(), Marks::default(), Marks::default());
        for k in 0..p {
            for arg in step(k).args() {
                let Some(ago) = within(*arg, p) else { continue };
                let (q, is_before) = origin_of(k, ago, p)?;
                if is_before || before.has(q) {
                    before.set(k);
                }
            }
        }
        for k in 0..p {
            let step = step(k);
            for arg in step.args() {
                let Some(ago) = within(*arg, p) else { continue };
                match origin_of(k, ago, p)? {
                    (q, true) if before.has(q) => {
                        carried.set(k);
                        taken.set(q);
                    }
                    (q, false) if carried.has(q) => carried.set(k),
                    _ => {}
                }
            }
            if is_second && carried.has(k) && step.class != Class::Linear {
                return None;
            }
        }
        let is_all = taken.0.iter().zip(carried.0).all(|(taken, carried)| taken & !carried == 0);
        is_all.then_some(Ways { before, carried })
    }
}

impl Body {
    /// The body of which two rounds end at a place; nothing if rounds are not alike in what depends on the ones before, as
    /// where each bends what all before gave, or if what they make is used behind this place.
    pub(super) fn of(list: Listing<'_>, to: usize, p: usize, is_second: bool) -> Option<Body> {
        // Most places amid a round are left out so before anything is made.
        let ways = Ways::of(p, is_second, |k| list.get(to - p + k))?;
        let Reads { steps, reads, again, mut outside } = Reads::of(list, to, p);
        if reads.len() > WIDEST {
            return None;
        }
        let place = |k: usize, ago: u32| origin_of(k, ago, p);
        let (mut carried, mut carries) = (vec![None; p], Vec::new());
        for k in (0..p).filter(|&k| ways.carried.has(k)) {
            if carries.len() == 64 {
                return None;
            }
            carried[k] = Some(carries.len() as u8);
            carries.push((k, 0u64));
        }
        let mut inputs = vec![0u64; p];
        for (k, step) in steps.iter().enumerate().filter(|&(k, _)| !ways.before.has(k)) {
            for arg in step.args() {
                inputs[k] |= match *arg {
                    Arg::Input(input) | Arg::Outside(input) => 1 << input,
                    Arg::Before(ago) => inputs[k - ago as usize],
                };
            }
        }
        // What is used late depends on inputs of the round before, which have places of their own.
        let mut late: Vec<usize> = Vec::new();
        for (k, step) in steps.iter().enumerate() {
            for arg in step.args() {
                if let Arg::Before(ago) = *arg
                    && let (q, true) = place(k, ago)?
                    && !ways.before.has(q)
                    && !late.contains(&q)
                {
                    late.push(q);
                }
            }
        }
        let mut below = Marks::default();
        late.iter().for_each(|&q| below.set(q));
        for (k, step) in steps.iter().enumerate().rev().filter(|&(k, _)| !ways.before.has(k)) {
            for arg in step.args() {
                if let Arg::Before(ago) = *arg
                    && below.has(k)
                {
                    below.set(k - ago as usize);
                }
            }
        }
        let mut reads: Vec<(isize, u32)> = reads.into_iter().map(|(k, arg)| (k as isize, arg)).collect();
        let mut behind = [0; WIDEST];
        for input in ones(late.iter().fold(0, |all, &q| all | inputs[q])) {
            behind[input] = reads.len();
            outside |= (outside >> input & 1) << (reads.len() % 64);
            reads.push((reads[input].0 - p as isize, reads[input].1));
        }
        if reads.len() > WIDEST {
            return None;
        }
        let (mut used, mut used_later) = (Marks::default(), Marks::default());
        let (mut bends, mut rows) = (vec![false; p], vec![0; reads.len()]);
        let order = [false, true].into_iter().flat_map(|is| (0..p).filter(move |&k| ways.before.has(k) == is));
        for (k, step) in order.map(|k| (k, &steps[k])) {
            let mut of_args = [0; 2];
            for (arg, of_arg) in step.args().iter().zip(&mut of_args) {
                let ago = match *arg {
                    Arg::Input(input) | Arg::Outside(input) => {
                        *of_arg = 1 << input;
                        continue;
                    }
                    Arg::Before(ago) => ago,
                };
                match place(k, ago)? {
                    (q, false) => {
                        used.set(q);
                        *of_arg = inputs[q];
                        bends[k] |= bends[q];
                        if let (Some(own), Some(other)) = (carried[k], carried[q]) {
                            carries[usize::from(own)].1 |= carries[usize::from(other)].1;
                        }
                    }
                    (q, true) if !ways.before.has(q) => {
                        used_later.set(q);
                        *of_arg = ones(inputs[q]).fold(0, |all, input| all | 1 << behind[input]);
                        bends[k] |= bends[q];
                    }
                    (q, true) => {
                        used_later.set(q);
                        // What else comes from the round before has to be what is carried all along.
                        let (own, other) = (carried[k]?, carried[q]?);
                        carries[usize::from(own)].1 |= 1 << other;
                    }
                }
            }
            let [a, b] = of_args;
            inputs[k] = a | b;
            let mut cross = |some: u64, others: u64| ones(some).for_each(|place| rows[place] |= others);
            match step.class {
                Class::Linear => continue,
                _ if !is_second => continue,
                Class::Bent => cross(a, a),
                Class::Product => cross(a, b),
                Class::Quotient => {
                    cross(a, b);
                    cross(b, b);
                }
            }
            bends[k] = true;
        }
        let ends = |is_later: bool| (0..p).filter(|&k| !used.has(k) && used_later.has(k) == is_later).collect();
        Some(Body {
            lot: Lot::of(&steps, MANY.div_ceil(p).max(2), |_, _| false),
            before: Lot::of(&steps, 1, |k, _| !below.has(k)),
            first: Opening::of(&steps, |k| carried[k].is_some()),
            even: Default::default(),
            next: None,
            ends: ends(false),
            lasts: ends(true),
            steps,
            reads,
            again,
            outside,
            late,
            inputs,
            bends,
            carried,
            carries,
            rows,
        })
    }

    /// Whether rounds take nothing of the ones before.
    pub(super) fn is_alone(&self) -> bool {
        self.carries.is_empty() && self.late.is_empty()
    }

    /// How many inputs a round reads.
    pub(super) fn width(&self) -> usize {
        self.reads.len()
    }

    /// How many of these are inputs of the round before.
    pub(super) fn late_inputs(&self) -> usize {
        self.reads.iter().filter(|(k, _)| *k < 0).count()
    }

    /// The operations of as many rounds as make a loop likely.
    pub(super) fn sure(&self) -> usize {
        SURE.div_ceil(self.steps.len()).max(2) * self.steps.len()
    }

    /// The operations that are held against the body at once, of two rounds and more.
    pub(super) fn lot(&self) -> usize {
        self.lot.length()
    }

    /// How many rounds there are among the operations of a list from a place on, of at most so many; the inputs that they
    /// read are appended.
    pub(super) fn rounds(&self, list: Listing<'_>, from: usize, most: usize, read: &mut Vec<u32>) -> usize {
        let (p, many) = (self.steps.len(), self.lot());
        if !self.late.is_empty() && from < p {
            return 0;
        }
        let (mut at, end) = (from, list.length().min(from.saturating_add(most)));
        while at + many <= end && self.is_alike(list, at, many) {
            at += many;
        }
        let rest = end.saturating_sub(at).min(many) / p * p;
        if rest > 0 && self.is_alike(list, at, rest) {
            at += rest;
        }
        while at + p <= end && self.is_alike(list, at, p) {
            at += p;
        }
        if at == from || self.read(list, from, at - from, read) {
            return (at - from) / p;
        }
        // Some round reads elsewhere what another one reads twice.
        (from..at).step_by(p).take_while(|&round| self.read(list, round, p, read)).count()
    }

    /// How many rounds there are from a place on, each of whose inputs is farther by its step than that of the round before;
    /// where they end amid a lot and others follow, those of whole lots. Before that place there are [sure](Body::sure) rounds.
    pub(super) fn even_rounds(&mut self, list: Listing<'_>, from: usize, steps: &[u32]) -> usize {
        if self.even.0 != steps || self.even.1.is_empty() {
            self.even = (steps.to_vec(), self.even_lot(steps));
        }
        let (p, lot, apart, own) = (self.steps.len(), self.lot(), self.sure(), &self.even.1);
        let mut at = from;
        loop {
            let count = lot.min((list.length() - at) / p * p);
            let (words, before) = (list.words(at, at + count), list.words(at - apart, at - apart + count));
            let more = words.iter().zip(before).map(|(word, before)| word.get().wrapping_sub(before.get()));
            let differ = more.zip(own).fold(0, |all, (more, own)| all | (more ^ own));
            if count == 0 || differ != 0 {
                return (at - from) / p;
            }
            at += count;
        }
    }

    /// What the words of a lot are more than those of a few rounds before.
    fn even_lot(&self, steps: &[u32]) -> Vec<u64> {
        let (p, apart) = (self.steps.len(), self.sure());
        let more = |step: &Listed| {
            let args = step.args();
            both([args[0], args[args.len() - 1]].map(|arg| match arg {
                Arg::Input(place) | Arg::Outside(place) => {
                    i64::from(steps[place as usize] as i32) * 2 * (apart / p) as i64
                }
                Arg::Before(_) => 2 * apart as i64,
            }))
        };
        self.steps.iter().map(more).cycle().take(self.lot()).collect()
    }

    /// Whether so many operations from a place on are rounds; the inputs that these read are appended.
    pub(super) fn are_rounds(&self, list: Listing<'_>, at: usize, count: usize, read: &mut Vec<u32>) -> bool {
        // Most are other ones from the first on.
        if !self.begins(list, at) || !self.late.is_empty() && at < self.steps.len() || !self.is_alike(list, at, count) {
            return false;
        }
        let begin = read.len();
        self.read(list, at, count, read)
            && self.rounds_outside(&read[begin..], list.number(at)) >= count / self.steps.len()
    }

    /// In how many rounds, of which this was read, all that was made before the loop was, if that begins with this operation.
    pub(super) fn rounds_outside(&self, read: &[u32], begin: u32) -> usize {
        if self.outside == 0 {
            return usize::MAX;
        }
        // Without a question for each, where no inputs are among what is read.
        if self.outside.count_ones() as usize == self.reads.len()
            && read.iter().fold(0, |most, &number| most.max(number)) < begin
        {
            return usize::MAX;
        }
        let is_there = |round: &[u32]| ones(self.outside).all(|place| round[place] < begin);
        read.chunks_exact(self.reads.len()).take_while(|round| is_there(round)).count()
    }

    /// Appends what rounds read, if each reads everywhere what it read first: whether it does.
    pub(super) fn read(&self, list: Listing<'_>, at: usize, count: usize, read: &mut Vec<u32>) -> bool {
        let (p, begin, width) = (self.steps.len(), read.len(), self.reads.len());
        read.resize(begin + count / p * width, 0);
        let (read_now, mut differ) = (&mut read[begin..], 0);
        let is_long = count > 8 * p;
        let (mut place, mut left) = (0, &self.reads[..]);
        while let [(k, arg), others @ ..] = left {
            let (rounds, from) = (read_now[place..].chunks_mut(width), at.wrapping_add_signed(*k));
            match others {
                // Both of an operation.
                [(other, 1), others @ ..] if other == k => {
                    side_by_side(is_long, rounds, list.both_inputs(from, p), |round, both| {
                        round[..2].copy_from_slice(&both);
                    });
                    (place, left) = (place + 2, others);
                }
                _ => {
                    side_by_side(is_long, rounds, list.inputs(from, p, *arg), |round, input| round[0] = input);
                    (place, left) = (place + 1, others);
                }
            }
        }
        for &((k, arg), first) in &self.again {
            let (rounds, inputs) = (read_now[first..].chunks(width), list.inputs(at + k, p, arg));
            side_by_side(is_long, rounds, inputs, |round, input| differ |= round[0] ^ input);
        }
        if differ != 0 {
            read.truncate(begin);
        }
        differ == 0
    }

    /// Whether a loop may begin at a place: where rounds use what the one before made, that has to have made it.
    pub(super) fn may_begin(&self, list: Listing<'_>, at: usize) -> bool {
        let Some(before) = at.checked_sub(self.steps.len()) else { return self.late.is_empty() };
        let is_same = |&(place, first): &((usize, u32), usize)| {
            let (k, arg) = self.reads[first];
            list.input(before + place.0, place.1) == list.input(before.wrapping_add_signed(k), arg)
        };
        let is_there = || self.before.differ(list.words(before, at), list.number(before)) == 0;
        self.late.is_empty() || is_there() && self.again.iter().all(is_same)
    }

    /// Whether a loop begins at a place with a round into which nothing is carried, and goes on; what the first rounds read.
    pub(super) fn opens(&self, list: Listing<'_>, at: usize, read: &mut Vec<u32>) -> bool {
        let (p, end) = (self.steps.len(), at + self.opening());
        let is_first = |first: &Opening| end <= list.length() && first.is_at(list, at);
        read.clear();
        self.late.is_empty()
            && self.first.as_ref().is_some_and(is_first)
            && self.is_alike(list, at + p, end - at - p)
            && self.read(list, at, end - at, read)
            && self.rounds_outside(read, list.number(at)) >= (end - at) / p
    }

    /// The operations of the first rounds of a loop that opens.
    pub(super) fn opening(&self) -> usize {
        self.steps.len() + self.sure()
    }

    /// Whether an operation is the first one of the body.
    #[inline]
    fn begins(&self, list: Listing<'_>, at: usize) -> bool {
        self.is_alike(list, at, 1)
    }

    /// Whether so many operations from a place on are those of the body.
    #[inline]
    fn is_alike(&self, list: Listing<'_>, at: usize, count: usize) -> bool {
        self.lot.differ(list.words(at, at + count), list.number(at)) == 0
    }

    /// The inputs of a round that carried operations depend on, and the carried ones of the round before.
    pub(super) fn carries(&self, carried: u64) -> (u64, u64) {
        ones(carried).fold((0, 0), |(inputs, before), number| {
            let (place, of_this) = self.carries[number];
            (inputs | self.inputs[place], before | of_this)
        })
    }
}
