//! From a recording to the inputs that values depend on, and to the pairs of inputs that meet.

use super::recorder::{NONE, Steps};
use super::sets::{Inputs, Mixer, Union};
use crate::{Error, Pattern};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

/// More entries than these are not listed.
const MOST: usize = 1 << 30;

/// How the values of a recording are used by what counts.
struct Uses {
    /// For each value, how often the inputs that it depends on are asked for, and marks.
    marks: Vec<u32>,
    /// For each value that is asked for, the one whose set is made of what it depends on: itself, or the only one that all
    /// who ask are part of.
    roots: Vec<u32>,
}

/// An output depends on the value.
const LIVE: u32 = 1 << 31;
/// Its set is made, once for all; otherwise its operands' are put into that of its root.
const MADE: u32 = 1 << 30;
/// All pairs of the inputs that it depends on are in the Hessian: it is below a value that a step is not linear in, as all
/// of a residual is below its square. What is not linear below adds nothing.
const COVERED: u32 = 1 << 29;
/// Its operands were put into the set of its root.
const SEEN: u32 = 1 << 28;
/// How often it is asked for. What is asked for as often as this, or more, is kept.
const ASKED: u32 = SEEN - 1;

impl Uses {
    /// Asks for the inputs of outputs (a Jacobian), or of operands of steps that are not linear (a Hessian).
    fn of(steps: &Steps, outputs: &[Option<u32>], second: bool) -> Uses {
        let count = steps.values();
        let mut uses = Uses { marks: vec![0; count], roots: vec![NONE; count] };
        for &output in outputs.iter().flatten() {
            uses.marks[output as usize] |= LIVE;
            if !second {
                uses.want(output);
            }
        }
        for value in (steps.inputs as usize..count).rev() {
            let marks = uses.marks[value];
            if marks & LIVE == 0 {
                continue;
            }
            let operands = steps.operands(value);
            operands.iter().for_each(|&a| uses.marks[a as usize] |= marks & (LIVE | COVERED));
            if marks & ASKED > 0 {
                if marks & MADE != 0 {
                    uses.roots[value] = value as u32;
                }
                operands.iter().for_each(|&a| uses.ask(a, uses.roots[value]));
            }
            if second && uses.adds_pairs(steps, value) {
                for (a, b) in steps.pairs(value) {
                    uses.want(operands[a]);
                    uses.want(operands[b]);
                    if a == b {
                        uses.marks[operands[a] as usize] |= COVERED;
                    }
                }
            }
        }
        uses
    }

    /// Whether pairs meet in the step that gives a value, of which some may be new.
    fn adds_pairs(&self, steps: &Steps, value: usize) -> bool {
        self.marks[value] & COVERED == 0 && steps.is_curved(value)
    }

    /// Asks for the inputs of a value as a set.
    fn want(&mut self, value: u32) {
        let marks = &mut self.marks[value as usize];
        *marks |= MADE;
        *marks += u32::from(*marks & ASKED < ASKED);
    }

    /// Asks for the inputs of a value as part of the set of another one.
    fn ask(&mut self, value: u32, root: u32) {
        let (marks, own) = (&mut self.marks[value as usize], &mut self.roots[value as usize]);
        *marks += u32::from(*marks & ASKED < ASKED);
        if *own == NONE {
            *own = root;
        } else if *own != root {
            *marks |= MADE;
        }
    }

    fn is_live(&self, value: usize) -> bool {
        self.marks[value] & LIVE != 0
    }

    fn is_made(&self, value: usize) -> bool {
        self.marks[value] & MADE != 0
    }

    /// Whether the operands of a value, whose set is not made, are met for the first time.
    fn is_new(&mut self, value: usize) -> bool {
        let marks = &mut self.marks[value];
        let is_new = *marks & SEEN == 0;
        *marks |= SEEN;
        is_new
    }

    /// One that asked has it: whether that was the last.
    fn was_last(&mut self, value: usize) -> bool {
        let marks = &mut self.marks[value];
        *marks -= u32::from(*marks & ASKED < ASKED);
        *marks & ASKED == 0
    }
}

/// The sets of the values that are made, each until it was used for the last time.
struct Sets<'s> {
    steps: &'s Steps,
    uses: Uses,
    /// Where the set of a value that is made is among those that are alive.
    places: Vec<u32>,
    alive: Vec<Inputs>,
    free: Vec<u32>,
    union: Union,
    stack: Vec<u32>,
}

impl<'s> Sets<'s> {
    fn new(steps: &'s Steps, mut uses: Uses) -> Self {
        let places = core::mem::take(&mut uses.roots);
        let union = Union::new(steps.inputs as usize);
        Sets { steps, uses, places, alive: Vec::new(), free: Vec::new(), union, stack: Vec::new() }
    }

    /// Makes the set of a step's result, if it is one of those that are.
    fn make(&mut self, value: usize) {
        if !self.uses.is_made(value) {
            return;
        }
        let set = match self.steps.operands(value) {
            &[a] if a < self.steps.inputs || self.uses.is_made(a as usize) => self.take(a),
            operands => {
                self.stack.extend(operands);
                self.gather()
            }
        };
        let place = self.free.pop().unwrap_or(self.alive.len() as u32);
        if place as usize == self.alive.len() {
            self.alive.push(set);
        } else {
            self.alive[place as usize] = set;
        }
        self.places[value] = place;
    }

    /// The union of the sets of the values on the stack.
    fn gather(&mut self) -> Inputs {
        while let Some(a) = self.stack.pop() {
            if a >= self.steps.inputs && !self.uses.is_made(a as usize) {
                if self.uses.is_new(a as usize) {
                    self.stack.extend(self.steps.operands(a as usize));
                }
            } else {
                let inputs = self.take(a);
                self.union.add(inputs);
            }
        }
        self.union.take()
    }

    /// The set of a value for one of those that ask for it; the last one has it for itself.
    fn take(&mut self, value: u32) -> Inputs {
        if value < self.steps.inputs {
            return Inputs::one(value);
        }
        let place = self.places[value as usize];
        if self.uses.was_last(value as usize) {
            self.free.push(place);
            core::mem::take(&mut self.alive[place as usize])
        } else {
            self.alive[place as usize].clone()
        }
    }
}

/// The pattern of the Jacobian: for each output the inputs it depends on.
pub(crate) fn jacobian(steps: &Steps, outputs: &[Option<u32>]) -> Result<Pattern, Error> {
    let inputs = steps.inputs as usize;
    let mut sets = Sets::new(steps, Uses::of(steps, outputs, false));
    (inputs..steps.values()).for_each(|value| sets.make(value));
    let (mut pointers, mut indices) = (vec![0], Vec::new());
    for output in outputs {
        let set = output.map_or(Inputs::default(), |output| sets.take(output));
        let set = set.as_slice();
        if indices.len() + set.len() > MOST {
            return Err(Error::TooLarge { what: "entries", count: indices.len() + set.len(), most: MOST });
        }
        indices.extend(set.iter().map(|&input| input as usize));
        pointers.push(indices.len());
    }
    Ok(Pattern::new(inputs, outputs.len(), pointers, indices)?.transpose())
}

/// The pattern of the Hessians of all sums of the outputs: the pairs of inputs that meet in an operation that is not
/// linear in them.
pub(crate) fn hessian(steps: &Steps, outputs: &[Option<u32>]) -> Result<Pattern, Error> {
    let inputs = steps.inputs as usize;
    let mut sets = Sets::new(steps, Uses::of(steps, outputs, true));
    let mut pairs =
        Pairs { inputs, list: Vec::new(), sorted: 0, recent: vec![u64::MAX; 1 << RECENT], known: HashSet::default() };
    for value in inputs..steps.values() {
        if !sets.uses.is_live(value) {
            continue;
        }
        if sets.uses.adds_pairs(steps, value) {
            let operands = steps.operands(value);
            for (a, b) in steps.pairs(value) {
                let (a, b) = (sets.take(operands[a]), sets.take(operands[b]));
                pairs.add(&a, &b)?;
            }
        }
        sets.make(value);
    }
    let full = pairs.list.iter().flat_map(|&(i, j)| [(i, j), (j, i)]).collect::<Vec<_>>();
    Ok(Pattern::from_pairs(inputs, inputs, &full))
}

/// The places for recent pairs are two to the power of this.
const RECENT: u32 = 11;

/// Pairs of inputs, the greater first, of which some may stand more than once.
struct Pairs {
    inputs: usize,
    list: Vec<(u32, u32)>,
    /// How many there were when none stood twice.
    sorted: usize,
    /// Pairs that were added lately, each in a place that it decides: what meets, often meets again at once.
    recent: Vec<u64>,
    /// The pairs of sets that were added.
    known: HashSet<u64, BuildHasherDefault<Mixer>>,
}

impl Pairs {
    fn add(&mut self, a: &Inputs, b: &Inputs) -> Result<(), Error> {
        if let (Inputs::Many(a), Inputs::Many(b)) = (a, b) {
            if !self.known.insert(u64::from(a.id.min(b.id)) << 32 | u64::from(a.id.max(b.id))) {
                return Ok(());
            }
            if Rc::ptr_eq(a, b) {
                let count = a.members.len() * (a.members.len() + 1) / 2;
                self.reserve(count)?;
                for (k, &i) in a.members.iter().enumerate() {
                    self.list.extend(a.members[..=k].iter().map(|&j| (i, j)));
                }
                return Ok(());
            }
        }
        let (a, b) = (a.as_slice(), b.as_slice());
        self.reserve(a.len().saturating_mul(b.len()))?;
        for &i in a {
            for &j in b {
                let (i, j) = (i.max(j), i.min(j));
                let key = u64::from(i) << 32 | u64::from(j);
                // By the golden ratio (Knuth, volume 3, section 6.4).
                let place = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT);
                if core::mem::replace(&mut self.recent[place as usize], key) != key {
                    self.list.push((i, j));
                }
            }
        }
        Ok(())
    }

    /// Before that many are added: drops what stands twice, where that is worth its time.
    fn reserve(&mut self, count: usize) -> Result<(), Error> {
        if self.list.len() + count > (2 * self.sorted).max(1 << 20) {
            self.drop_repeated();
            self.sorted = self.list.len();
        }
        let count = self.list.len().saturating_add(count);
        if count > MOST {
            return Err(Error::TooLarge { what: "pairs of inputs that meet", count, most: MOST });
        }
        Ok(())
    }

    fn drop_repeated(&mut self) {
        let pattern = Pattern::from_pairs(self.inputs, self.inputs, &self.list);
        self.list.clear();
        self.list.extend(pattern.iter().map(|(i, j)| (i as u32, j as u32)));
    }
}
