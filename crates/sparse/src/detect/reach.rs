//! From a recording to the inputs that values depend on, and to the pairs of inputs that meet.

use super::sets::{Inputs, Mixer, Union};
use super::steps::{NONE, Steps};
use crate::{Error, Pattern, memory, pattern};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

/// More entries than these are not listed.
const MOST: usize = 1 << 30;

/// How the results of steps are used by what counts. Inputs need no marks.
struct Uses {
    inputs: u32,
    list: Vec<Use>,
}

#[derive(Clone, Copy)]
struct Use {
    /// How often the inputs that it depends on are asked for, and marks.
    marks: u32,
    /// If it is asked for, the value whose set is made of what it depends on: itself, or the only one that all who ask are
    /// part of. When its set was made, where that is among those that are alive.
    link: u32,
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
/// Its set is a row of the Jacobian.
const ROW: u32 = 1 << 27;
/// How often it is asked for. What is asked for as often as this, or more, is kept.
const ASKED: u32 = ROW - 1;

impl Uses {
    /// Asks for the inputs of outputs (a Jacobian), or of operands of steps that are not linear (a Hessian).
    fn of(steps: &Steps, outputs: &[Option<u32>], second: bool) -> Uses {
        let inputs = steps.inputs;
        let list = vec![Use { marks: 0, link: NONE }; steps.values() - inputs as usize];
        let mut uses = Uses { inputs, list };
        for &output in outputs.iter().flatten().filter(|&&output| output >= inputs) {
            uses.at(output).marks |= LIVE;
            if !second {
                uses.want(output);
                uses.at(output).marks |= ROW;
            }
        }
        for value in (inputs..steps.values() as u32).rev() {
            let Use { marks, link } = *uses.at(value);
            if marks & LIVE == 0 {
                continue;
            }
            let operands = steps.operands(value as usize);
            let down = marks & (LIVE | COVERED);
            if marks & ASKED > 0 {
                let root = if marks & MADE != 0 { value } else { link };
                uses.at(value).link = root;
                for &a in operands.iter().filter(|&&a| a >= inputs) {
                    uses.at(a).marks |= down;
                    uses.ask(a, root);
                }
            } else {
                operands.iter().filter(|&&a| a >= inputs).for_each(|&a| uses.at(a).marks |= down);
            }
            if second && marks & COVERED == 0 && steps.is_curved(value as usize) {
                for (a, b) in steps.pairs(value as usize) {
                    uses.want(operands[a]);
                    uses.want(operands[b]);
                    if a == b && operands[a] >= inputs {
                        uses.at(operands[a]).marks |= COVERED;
                    }
                }
            }
        }
        uses
    }

    #[inline]
    fn at(&mut self, value: u32) -> &mut Use {
        &mut self.list[(value - self.inputs) as usize]
    }

    #[inline]
    fn marks(&self, value: u32) -> u32 {
        self.list[(value - self.inputs) as usize].marks
    }

    /// Whether pairs meet in the step that gives a value, of which some may be new.
    fn adds_pairs(&self, steps: &Steps, value: u32) -> bool {
        self.marks(value) & (LIVE | COVERED) == LIVE && steps.is_curved(value as usize)
    }

    /// Asks for the inputs of a value as a set.
    #[inline]
    fn want(&mut self, value: u32) {
        if value >= self.inputs {
            let Use { marks, .. } = self.at(value);
            *marks |= MADE;
            *marks += u32::from(*marks & ASKED < ASKED);
        }
    }

    /// Asks for the inputs of a step's result as part of the set of another one.
    #[inline]
    fn ask(&mut self, value: u32, root: u32) {
        let Use { marks, link } = self.at(value);
        *marks += u32::from(*marks & ASKED < ASKED);
        if *link == NONE {
            *link = root;
        } else if *link != root {
            *marks |= MADE;
        }
    }

    /// Whether the operands of a value, whose set is not made, are met for the first time.
    fn is_new(&mut self, value: u32) -> bool {
        let Use { marks, .. } = self.at(value);
        let is_new = *marks & SEEN == 0;
        *marks |= SEEN;
        is_new
    }

    /// One that asked has it: whether that was the last.
    fn was_last(&mut self, value: u32) -> bool {
        let Use { marks, .. } = self.at(value);
        *marks -= u32::from(*marks & ASKED < ASKED);
        *marks & ASKED == 0
    }
}

/// The sets of the values that are made, each until it was used for the last time.
struct Sets<'s> {
    steps: &'s Steps,
    uses: Uses,
    alive: Vec<Inputs>,
    free: Vec<u32>,
    union: Union,
    stack: Vec<u32>,
}

impl<'s> Sets<'s> {
    fn new(steps: &'s Steps, uses: Uses) -> Self {
        let union = Union::new(steps.inputs as usize);
        Sets { steps, uses, alive: Vec::new(), free: Vec::new(), union, stack: Vec::new() }
    }

    /// Makes the set of a step's result, if it is one of those that are.
    #[inline]
    fn make(&mut self, value: u32) {
        let marks = self.uses.marks(value);
        if marks & (ROW | ASKED) == ROW | 1 {
            // Nothing else asks: the set is written to its row.
            self.uses.at(value).marks &= !MADE;
        } else if marks & MADE != 0 {
            self.make_set(value);
        }
    }

    fn make_set(&mut self, value: u32) {
        if self.free.len() == self.alive.len() {
            self.union.forget_several();
        }
        let set = match self.steps.operands(value as usize) {
            &[a] if a < self.steps.inputs || self.uses.marks(a) & MADE != 0 => self.take(a),
            operands => {
                self.stack.extend(operands);
                self.gather();
                self.union.take()
            }
        };
        let place = self.free.pop().unwrap_or(self.alive.len() as u32);
        if place as usize == self.alive.len() {
            self.alive.push(set);
        } else {
            self.alive[place as usize] = set;
        }
        self.uses.at(value).link = place;
    }

    /// The union begins to have the sets of the values on the stack.
    fn gather(&mut self) {
        while let Some(a) = self.stack.pop() {
            if a < self.steps.inputs {
                self.union.add_one(a);
            } else if self.uses.marks(a) & MADE != 0 {
                let inputs = self.take(a);
                self.union.add(inputs);
            } else if self.uses.is_new(a) {
                self.stack.extend(self.steps.operands(a as usize));
            }
        }
    }

    /// The set of a value for one of those that ask for it; the last one has it for itself.
    fn take(&mut self, value: u32) -> Inputs {
        if value < self.steps.inputs {
            return Inputs::one(value);
        }
        let place = self.uses.at(value).link;
        if self.uses.was_last(value) {
            self.free.push(place);
            core::mem::take(&mut self.alive[place as usize])
        } else {
            self.alive[place as usize].clone()
        }
    }

    /// Appends the set of an output.
    fn append(&mut self, output: u32, list: &mut Vec<usize>) {
        if output >= self.steps.inputs && self.uses.marks(output) & MADE == 0 {
            self.stack.extend(self.steps.operands(output as usize));
            self.gather();
            self.union.append(list);
        } else {
            let set = self.take(output);
            list.extend(set.as_slice(self.union.several()).iter().map(|&input| input as usize));
        }
    }
}

/// The pattern of the Jacobian: for each output the inputs it depends on.
pub(crate) fn jacobian(steps: &Steps, outputs: &[Option<u32>]) -> Result<Pattern, Error> {
    let inputs = steps.inputs;
    let mut sets = Sets::new(steps, Uses::of(steps, outputs, false));
    (inputs..steps.values() as u32).for_each(|value| sets.make(value));
    let (mut pointers, mut indices) = (Vec::with_capacity(outputs.len() + 1), Vec::new());
    pointers.push(0);
    let mut asked = 1 << 24;
    for output in outputs {
        output.iter().for_each(|&output| sets.append(output, &mut indices));
        if indices.len() > MOST {
            return Err(Error::TooLarge { what: "entries", count: indices.len(), most: MOST });
        }
        if indices.len() > asked {
            asked = 2 * indices.len();
            // Twice: a list that grows is copied, and columns are made of rows at last.
            memory::expect(memory::bytes([(asked, 16)]), || format!("a pattern of {asked} entries"))?;
        }
        pointers.push(indices.len());
    }
    Ok(Pattern::new(inputs as usize, outputs.len(), pointers, indices)?.transpose())
}

/// The pattern of the Hessians of all sums of the outputs: the pairs of inputs that meet in an operation that is not
/// linear in them.
pub(crate) fn hessian(steps: &Steps, outputs: &[Option<u32>]) -> Result<Pattern, Error> {
    let inputs = steps.inputs;
    let mut sets = Sets::new(steps, Uses::of(steps, outputs, true));
    let mut pairs = Pairs::new(steps);
    for value in inputs..steps.values() as u32 {
        if sets.uses.adds_pairs(steps, value) {
            let operands = steps.operands(value as usize);
            for (a, b) in steps.pairs(value as usize) {
                let (a, b) = (operands[a], operands[b]);
                if a.max(b) < inputs {
                    pairs.add_one(a, b)?;
                } else {
                    let (a, b) = (sets.take(a), sets.take(b));
                    pairs.add(&a, &b, sets.union.several())?;
                }
            }
        }
        sets.make(value);
    }
    pattern::room(inputs as usize, inputs as usize, 2 * pairs.list.len())?;
    Ok(Pattern::symmetric_of_pairs(inputs as usize, &pairs.list))
}

/// The places for recent pairs are at most two to the power of this.
const RECENT: u32 = 11;
/// Those for recent pairs of sets are as many.
const RECENT_SETS: u32 = 6;

/// Pairs of inputs, the greater first, of which some may stand more than once.
struct Pairs {
    inputs: usize,
    list: Vec<(u32, u32)>,
    /// With more than these, those that stand twice are dropped.
    room: usize,
    /// Pairs that were added lately, each in a place that it decides: what meets, often meets again at once.
    recent: Vec<u64>,
    shift: u32,
    /// The same of pairs of sets.
    recent_sets: Vec<u64>,
    /// The pairs of large sets that were added.
    known: HashSet<u64, BuildHasherDefault<Mixer>>,
}

/// Whether a key was not the last one in its place, and puts it there.
#[inline]
fn is_new(places: &mut [u64], key: u64, shift: u32) -> bool {
    // By the golden ratio (Knuth, volume 3, section 6.4).
    let place = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift;
    core::mem::replace(&mut places[place as usize], key) != key
}

impl Pairs {
    fn new(steps: &Steps) -> Pairs {
        let list = Vec::new();
        // A place for each step, if these are few.
        let bits = (steps.values() - steps.inputs as usize).max(2).ilog2().min(RECENT);
        Pairs {
            inputs: steps.inputs as usize,
            list,
            room: 1 << 20,
            recent: vec![u64::MAX; 1 << bits],
            shift: 64 - bits,
            recent_sets: vec![u64::MAX; 1 << RECENT_SETS],
            known: HashSet::default(),
        }
    }

    /// A pair of inputs.
    #[inline]
    fn add_one(&mut self, i: u32, j: u32) -> Result<(), Error> {
        if self.list.len() >= self.room {
            self.reserve(1)?;
        }
        self.push(i, j);
        Ok(())
    }

    #[inline]
    fn push(&mut self, i: u32, j: u32) {
        let (i, j) = (i.max(j), i.min(j));
        let key = u64::from(i) << 32 | u64::from(j);
        if is_new(&mut self.recent, key, self.shift) {
            self.list.push((i, j));
        }
    }

    fn add(&mut self, a: &Inputs, b: &Inputs, several: &[u32]) -> Result<(), Error> {
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
        if let (Some(a), Some(b)) = (a.id(), b.id())
            && !is_new(&mut self.recent_sets, u64::from(a.min(b)) << 32 | u64::from(a.max(b)), 64 - RECENT_SETS)
        {
            return Ok(());
        }
        let (a, b) = (a.as_slice(several), b.as_slice(several));
        self.reserve(a.len().saturating_mul(b.len()))?;
        for &i in a {
            b.iter().for_each(|&j| self.push(i, j));
        }
        Ok(())
    }

    /// Before that many are added: drops what stands twice, where that is worth its time.
    fn reserve(&mut self, count: usize) -> Result<(), Error> {
        let is_over = self.list.len() + count > self.room;
        if is_over {
            self.drop_repeated();
            self.room = (2 * self.list.len()).max(1 << 20);
        }
        let count = self.list.len().saturating_add(count);
        if count > MOST {
            return Err(Error::TooLarge { what: "pairs of inputs that meet", count, most: MOST });
        }
        if is_over {
            let most = self.room.max(count);
            memory::expect(memory::bytes([(most, 20)]), || format!("a list of {most} pairs of inputs that meet"))?;
        }
        Ok(())
    }

    fn drop_repeated(&mut self) {
        let pattern = Pattern::from_pairs(self.inputs, self.inputs, &self.list);
        self.list.clear();
        self.list.extend(pattern.iter().map(|(i, j)| (i as u32, j as u32)));
    }
}
