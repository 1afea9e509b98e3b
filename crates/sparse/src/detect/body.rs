//! The body of a loop, as it shows in a list of operations: what is done again and again, each time to other inputs.

use super::listing::{Listed, Listing, ROOM};
use super::origin::Class;
use super::pairs::Groups;
use super::trace::ones;

/// The most operations of a body, and the most inputs that it reads.
pub(super) const LONGEST: usize = 256;
const WIDEST: usize = 64;
/// So many operations at the least have to be the same as those a round before, and two rounds of them.
const SURE: usize = 16;
/// So many operations at the least are held against a body at once.
const MANY: usize = 64;

/// A body, and what each of its operations depends on.
pub(super) struct Body {
    /// Its operations; an input that one takes is named by its place among those of the round.
    pub(super) steps: Vec<Listed>,
    /// The same in columns, with no bits where an input is taken, of several rounds if they are short.
    columns: [Vec<u32>; 3],
    masks: [Vec<u32>; 2],
    /// Where in a list the inputs of a round are read, and where one of these is again.
    reads: Vec<usize>,
    again: Vec<(usize, usize)>,
    /// Of each operation the inputs of its round, as bits.
    pub(super) inputs: Vec<u64>,
    /// Whether something that is not linear is below it, in its round.
    pub(super) bends: Vec<bool>,
    /// Of each that depends on the round before, its number among these.
    pub(super) carried: Vec<Option<u8>>,
    /// Of each of these its place, and those of the round before that it is made of, as bits.
    pub(super) carries: Vec<(usize, u64)>,
    /// The inputs that meet others.
    pub(super) rows: Vec<u64>,
    pub(super) groups: Groups,
    /// What no operation uses, and what the next round alone uses.
    pub(super) ends: Vec<usize>,
    pub(super) lasts: Vec<usize>,
}

/// After how many operations those before a place repeat.
pub(super) fn period(list: &Listing, from: usize, to: usize) -> Option<usize> {
    (1..=LONGEST.min((to - from) / 3)).find(|&p| repeats(list, from, to, p))
}

/// Whether those before a place are the same as so many operations before.
pub(super) fn repeats(list: &Listing, from: usize, to: usize, p: usize) -> bool {
    let begin = to.checked_sub(SURE.max(2 * p)).filter(|&begin| begin >= from + p);
    begin.is_some_and(|begin| (begin..to).rev().all(|k| are_alike(list.get(k), list.get(k - p))))
}

/// Whether an operation does the same as another; inputs may be others.
fn are_alike(a: Listed, b: Listed) -> bool {
    a.kind == b.kind && (0..a.count()).all(|arg| a.is_input(arg) || a.args[arg] == b.args[arg])
}

/// What a body takes of inputs.
struct Reads {
    steps: Vec<Listed>,
    reads: Vec<usize>,
    again: Vec<(usize, usize)>,
}

impl Reads {
    /// Of the last of two rounds, which ends at a place.
    fn of(list: &Listing, to: usize, p: usize) -> Reads {
        // The inputs that are read, in both rounds.
        let mut read: Vec<[u32; 2]> = Vec::new();
        let mut found = Reads { steps: Vec::with_capacity(p), reads: Vec::new(), again: Vec::new() };
        for k in 0..p {
            let (before, made) = (list.get(to - 2 * p + k), list.get(to - p + k));
            let mut step = made;
            for arg in (0..made.count()).filter(|&arg| made.is_input(arg)) {
                let both = [before.args[arg], made.args[arg]];
                let place = read.iter().position(|&known| known == both);
                match place {
                    Some(place) => found.again.push((ROOM * arg + k, place)),
                    None => {
                        found.reads.push(ROOM * arg + k);
                        read.push(both);
                    }
                }
                step.args[arg] = place.unwrap_or(read.len() - 1) as u32;
            }
            found.steps.push(step);
        }
        found
    }
}

impl Body {
    /// The body of which two rounds end at a place; nothing if rounds are not alike in what depends on the ones before, as
    /// where each bends what the one before gave, or if what they make is used behind this place.
    pub(super) fn of(list: &Listing, to: usize, p: usize, is_second: bool) -> Option<Body> {
        let Reads { steps, reads, again } = Reads::of(list, to, p);
        if reads.len() > WIDEST {
            return None;
        }
        // Where an operation takes the result of another: its place, and whether it is of the round before.
        let place = |k: usize, arg: usize| match steps[k].args[arg] as usize {
            ago if ago <= k => Some((k - ago, false)),
            ago => Some(((p + k).checked_sub(ago)?, true)),
        };
        let of_results = |step: Listed| (0..step.count()).filter(move |&arg| !step.is_input(arg));
        let (mut carried, mut carries) = (vec![None; p], Vec::new());
        for k in 0..p {
            let mut is_carried = false;
            for arg in of_results(steps[k]) {
                let (q, is_before) = place(k, arg)?;
                is_carried |= is_before || carried[q].is_some();
            }
            if is_carried {
                if is_second && steps[k].class() != Class::Linear || carries.len() == 64 {
                    return None;
                }
                carried[k] = Some(carries.len() as u8);
                carries.push((k, 0u64));
            }
        }
        let (mut used, mut used_later) = (vec![false; p], vec![false; p]);
        let (mut inputs, mut bends, mut rows) = (vec![0; p], vec![false; p], vec![0; reads.len()]);
        for (k, step) in steps.iter().enumerate() {
            let mut of_args = [0; 2];
            for arg in (0..step.count()).filter(|&arg| step.is_input(arg)) {
                of_args[arg] = 1 << step.args[arg];
            }
            for arg in of_results(steps[k]) {
                match place(k, arg)? {
                    (q, false) => {
                        used[q] = true;
                        of_args[arg] = inputs[q];
                        bends[k] |= bends[q];
                        if let (Some(own), Some(other)) = (carried[k], carried[q]) {
                            carries[usize::from(own)].1 |= carries[usize::from(other)].1;
                        }
                    }
                    (q, true) => {
                        used_later[q] = true;
                        // What comes from the round before has to be what is carried all along.
                        let (own, other) = (carried[k]?, carried[q]?);
                        carries[usize::from(own)].1 |= 1 << other;
                    }
                }
            }
            let [a, b] = of_args;
            inputs[k] = a | b;
            let mut cross = |some: u64, others: u64| ones(some).for_each(|place| rows[place] |= others);
            match step.class() {
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
        let ends = |is_later: bool| (0..p).filter(|&k| !used[k] && used_later[k] == is_later).collect();
        let count = MANY.div_ceil(p).max(2) * p;
        let column = |of: &dyn Fn(&Listed) -> u32| steps.iter().map(of).cycle().take(count).collect();
        let arg = |arg: usize| column(&|step| if step.is_input(arg) { 0 } else { step.args[arg] });
        let mask = |arg: usize| column(&|step| if step.is_input(arg) { 0 } else { u32::MAX });
        Some(Body {
            columns: [column(&|step| step.kind), arg(0), arg(1)],
            masks: [mask(0), mask(1)],
            ends: ends(false),
            lasts: ends(true),
            groups: Groups::of(&mut rows),
            steps,
            reads,
            again,
            inputs,
            bends,
            carried,
            carries,
            rows,
        })
    }

    /// How many inputs a round reads.
    pub(super) fn width(&self) -> usize {
        self.reads.len()
    }

    /// The operations of as many rounds as make a loop likely.
    pub(super) fn sure(&self) -> usize {
        SURE.div_ceil(self.steps.len()).max(2) * self.steps.len()
    }

    /// How many rounds there are in a list from a place on; the inputs that they read are appended.
    pub(super) fn rounds(&self, list: &Listing, from: usize, read: &mut Vec<u32>) -> usize {
        let (p, many) = (self.steps.len(), self.columns[0].len());
        let (mut at, end) = (from, list.length());
        while at + many <= end && self.are_rounds(list, at, many, read) {
            at += many;
        }
        while at + p <= end && self.are_rounds(list, at, p, read) {
            at += p;
        }
        (at - from) / p
    }

    /// Whether so many operations from a place on are rounds; the inputs that these read are appended.
    pub(super) fn are_rounds(&self, list: &Listing, at: usize, count: usize, read: &mut Vec<u32>) -> bool {
        // Most are other ones from the first on.
        if list.get(at).kind != self.steps[0].kind || !self.is_alike(list, at, count) {
            return false;
        }
        let (p, begin, width) = (self.steps.len(), read.len(), self.reads.len());
        read.resize(begin + count / p * width, 0);
        let mut differ = 0;
        for (own, at) in read[begin..].chunks_exact_mut(width.max(1)).zip((at..).step_by(p)) {
            for (own, place) in own.iter_mut().zip(&self.reads) {
                *own = list.arg(at + place);
            }
            for &(place, first) in &self.again {
                differ |= list.arg(at + place) ^ own[first];
            }
        }
        if differ != 0 {
            read.truncate(begin);
        }
        differ == 0
    }

    /// Whether so many operations from a place on are those of the body.
    fn is_alike(&self, list: &Listing, at: usize, count: usize) -> bool {
        let ([kinds, firsts, seconds], columns) = (list.columns(at, at + count), &self.columns);
        let differ = kinds.iter().zip(&columns[0]).fold(0, |all, (there, own)| all | (there.get() ^ own));
        [firsts, seconds].iter().zip(&columns[1..]).zip(&self.masks).fold(differ, |differ, ((list, own), mask)| {
            let both = list.iter().zip(own.iter().zip(mask));
            both.fold(differ, |all, (there, (own, mask))| all | (there.get() ^ own) & mask)
        }) == 0
    }

    /// The inputs of a round that carried operations depend on, and the carried ones of the round before.
    pub(super) fn carries(&self, carried: u64) -> (u64, u64) {
        ones(carried).fold((0, 0), |(inputs, before), number| {
            let (place, of_this) = self.carries[number];
            (inputs | self.inputs[place], before | of_this)
        })
    }
}
