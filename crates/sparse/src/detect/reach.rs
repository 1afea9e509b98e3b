//! From a recording to the inputs that values depend on, and to the pairs of inputs that meet.

use super::recorder::Steps;
use super::sets::{Inputs, Union};
use crate::{Error, Pattern};
use std::collections::HashSet;
use std::rc::Rc;

/// More entries than these are not listed.
const MOST: usize = 1 << 30;

/// How the values of a recording are used by what counts.
struct Uses {
    /// Whether an output depends on it.
    live: Vec<bool>,
    /// How often the inputs it depends on are asked for.
    asked: Vec<u32>,
    /// Whether their set is made, once for all; otherwise the operands' are put into that of the only user.
    is_made: Vec<bool>,
}

impl Uses {
    /// Asks for the inputs of outputs (a Jacobian), or of operands of steps that are not linear (a Hessian).
    fn of(steps: &Steps, outputs: &[Option<u32>], second: bool) -> Uses {
        let count = steps.values();
        let mut uses = Uses { live: vec![false; count], asked: vec![0; count], is_made: vec![false; count] };
        for &output in outputs.iter().flatten() {
            uses.live[output as usize] = true;
            if !second {
                uses.ask(output as usize, true);
            }
        }
        for value in (0..count).rev().filter(|&value| value >= steps.inputs as usize) {
            if !uses.live[value] {
                continue;
            }
            let operands = steps.operands(value);
            operands.iter().for_each(|&a| uses.live[a as usize] = true);
            if uses.asked[value] > 0 {
                operands.iter().for_each(|&a| uses.ask(a as usize, false));
            }
            if second && steps.is_curved(value) {
                for (a, b) in steps.pairs(value) {
                    uses.ask(operands[a] as usize, true);
                    uses.ask(operands[b] as usize, true);
                }
            }
        }
        uses
    }

    fn ask(&mut self, value: usize, as_set: bool) {
        self.is_made[value] |= as_set || self.asked[value] > 0;
        self.asked[value] += 1;
    }
}

/// The sets of the values that are made, each until it was used for the last time.
struct Sets<'s> {
    steps: &'s Steps,
    uses: Uses,
    made: Vec<Inputs>,
    union: Union,
    stack: Vec<u32>,
}

impl<'s> Sets<'s> {
    fn new(steps: &'s Steps, uses: Uses) -> Self {
        let inputs = steps.inputs as usize;
        Sets { steps, uses, made: vec![Inputs::None; steps.values()], union: Union::new(inputs), stack: Vec::new() }
    }

    /// Makes the set of a value, if it is one of those that are.
    fn make(&mut self, value: usize) {
        if !self.uses.is_made[value] {
            return;
        }
        self.stack.extend(self.steps.operands(value));
        while let Some(a) = self.stack.pop() {
            if a >= self.steps.inputs && !self.uses.is_made[a as usize] {
                self.stack.extend(self.steps.operands(a as usize));
            } else {
                let inputs = self.take(a as usize);
                self.union.add(inputs);
            }
        }
        self.made[value] = self.union.take();
    }

    /// The set of a value for one of those that ask for it; the last one has it for itself.
    fn take(&mut self, value: usize) -> Inputs {
        if value < self.steps.inputs as usize {
            return Inputs::One(value as u32);
        }
        self.uses.asked[value] -= 1;
        if self.uses.asked[value] == 0 { core::mem::take(&mut self.made[value]) } else { self.made[value].clone() }
    }
}

/// The pattern of the Jacobian: for each output the inputs it depends on.
pub(crate) fn jacobian(steps: &Steps, outputs: &[Option<u32>]) -> Result<Pattern, Error> {
    let inputs = steps.inputs as usize;
    let mut sets = Sets::new(steps, Uses::of(steps, outputs, false));
    (inputs..steps.values()).for_each(|value| sets.make(value));
    let (mut pointers, mut indices) = (vec![0], Vec::new());
    for output in outputs {
        let set = output.map_or(Inputs::None, |output| sets.take(output as usize));
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
    let mut pairs = Pairs { inputs, list: Vec::new(), sorted: 0, known: HashSet::new() };
    for value in inputs..steps.values() {
        if !sets.uses.live[value] {
            continue;
        }
        if steps.is_curved(value) {
            let operands = steps.operands(value);
            for (a, b) in steps.pairs(value) {
                let (a, b) = (sets.take(operands[a] as usize), sets.take(operands[b] as usize));
                pairs.add(&a, &b)?;
            }
        }
        sets.make(value);
    }
    let full = pairs.list.iter().flat_map(|&(i, j)| [(i, j), (j, i)]).collect::<Vec<_>>();
    Ok(Pattern::from_pairs(inputs, inputs, &full))
}

/// Pairs of inputs, the greater first, of which some may stand more than once.
struct Pairs {
    inputs: usize,
    list: Vec<(u32, u32)>,
    /// How many there were when none stood twice.
    sorted: usize,
    /// The pairs of sets that were added.
    known: HashSet<(u64, u64)>,
}

impl Pairs {
    fn add(&mut self, a: &Inputs, b: &Inputs) -> Result<(), Error> {
        if let (Inputs::Many(a), Inputs::Many(b)) = (a, b) {
            if !self.known.insert((a.id.min(b.id), a.id.max(b.id))) {
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
            self.list.extend(b.iter().map(|&j| (i.max(j), i.min(j))));
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
