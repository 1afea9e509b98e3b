//! Sets of inputs that are larger than a window: made where they are asked for, and equal ones once.

use super::origin::ONGOING;
use super::pairs::{Pairs, of_rectangle};
use super::trace::{Windows, ones};
use crate::{Error, memory};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Hashes numbers that are mixed already, or that multiplication mixes well enough.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }
    fn write_u64(&mut self, x: u64) {
        self.0 = mixed(self.0 ^ x);
    }
    fn write_u32(&mut self, x: u32) {
        self.write_u64(x.into());
    }
}

pub(super) type Mixing = BuildHasherDefault<Mixer>;

/// Makes sets, and keeps equal ones once.
#[derive(Default)]
pub(super) struct Sets {
    /// The members of all sets, ascending in each, and where each begins.
    members: Vec<u32>,
    begins: Vec<usize>,
    known: HashMap<u64, u32, Mixing>,
    /// Of each the first earlier number that has it.
    firsts: Vec<u32>,
    /// The pairs of sets, or of a set and an input, that were listed.
    listed: HashSet<(u64, u64), Mixing>,
    /// When each input, each earlier number, and each set was met last.
    met: Vec<u32>,
    seen: Vec<u32>,
    seen_sets: Vec<u32>,
    time: u32,
    list: Vec<u32>,
    /// What was gathered last.
    of_list: Option<(u32, u64)>,
    stack: Vec<(u32, u64)>,
}

impl Sets {
    pub(super) fn start(&mut self, inputs: usize) {
        self.members.clear();
        self.begins.clear();
        self.known.clear();
        self.firsts.clear();
        self.listed.clear();
        if self.met.len() != inputs {
            self.met.clear();
        }
        self.seen.clear();
        self.seen_sets.clear();
        self.of_list = None;
    }

    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.members.capacity() + self.met.capacity() + self.seen.capacity() + self.list.capacity()
    }

    /// The inputs that some places of a window depend on, or a numbered operation of a loop, each once, in no order.
    pub(super) fn gather(&mut self, windows: &Windows, window: u32, bits: u64) -> &[u32] {
        // Of a layer that is dense, all numbers depend on the same.
        if self.of_list.replace((window, bits)) == Some((window, bits)) {
            return &self.list;
        }
        self.met.resize(windows.inputs as usize, 0);
        self.seen.resize(windows.earlier.len(), 0);
        self.seen_sets.resize(self.begins.len(), 0);
        self.time = self.time.checked_add(1).unwrap_or_else(|| {
            self.met.fill(0);
            self.seen.fill(0);
            self.seen_sets.fill(0);
            1
        });
        self.list.clear();
        self.stack.push((window, bits));
        while let Some((window, bits)) = self.stack.pop() {
            if window == ONGOING {
                let Sets { met, list, stack, time, .. } = self;
                let each = |input: u32| {
                    if core::mem::replace(&mut met[input as usize], *time) != *time {
                        list.push(input);
                    }
                };
                windows.loops.carried(bits as u32, each, |before| stack.push(before));
                continue;
            }
            let atoms = windows.atoms(window);
            for place in ones(bits) {
                let atom = atoms[place];
                if let Some(met) = self.met.get_mut(atom as usize) {
                    if core::mem::replace(met, self.time) != self.time {
                        self.list.push(atom);
                    }
                    continue;
                }
                let number = (atom - windows.inputs) as usize;
                if core::mem::replace(&mut self.seen[number], self.time) == self.time {
                    continue;
                }
                let earlier = windows.earlier[number];
                match earlier.set.checked_sub(1) {
                    None => self.stack.push((earlier.window, earlier.bits)),
                    Some(set) if core::mem::replace(&mut self.seen_sets[set as usize], self.time) == self.time => {}
                    Some(set) => {
                        let (begin, end) = (self.begins[set as usize], self.end(set));
                        for &input in &self.members[begin..end] {
                            if core::mem::replace(&mut self.met[input as usize], self.time) != self.time {
                                self.list.push(input);
                            }
                        }
                    }
                }
            }
        }
        &self.list
    }

    /// Lists the pairs of a window that has earlier numbers in it: what meets in each row, and in all.
    pub(super) fn list(
        &mut self,
        windows: &mut Windows,
        pairs: &mut Pairs,
        atoms: &[u32],
        rows: &[u64],
        meets: u64,
    ) -> Result<(), Error> {
        let inputs = windows.inputs;
        // Each place has a kind: an input or a set, which several may have. Sets have their numbers behind the inputs.
        let (mut kinds, mut of_place, mut met) = ([0; 64], [0; 64], [0u64; 64]);
        let mut count = 0;
        for place in ones(meets) {
            let atom = atoms[place];
            let kind = match atom.checked_sub(inputs) {
                None => u64::from(atom),
                Some(number) => u64::from(inputs) + u64::from(self.set(windows, number)?),
            };
            let known = if kind < u64::from(inputs) { None } else { kinds[..count].iter().position(|&k| k == kind) };
            of_place[place] = known.unwrap_or(count);
            if known.is_none() {
                kinds[count] = kind;
                count += 1;
            }
        }
        for (place, &row) in rows.iter().enumerate() {
            for other in ones(row) {
                let (a, b) = (of_place[place], of_place[other]);
                met[a.max(b)] |= 1 << a.min(b);
            }
        }
        for (place, &row) in met[..count].iter().enumerate() {
            ones(row).try_for_each(|other| self.pair(pairs, inputs.into(), kinds[place], kinds[other]))?;
        }
        Ok(())
    }

    /// Lists the pairs of two inputs or sets, if these were not listed before.
    fn pair(&mut self, pairs: &mut Pairs, inputs: u64, a: u64, b: u64) -> Result<(), Error> {
        let (a, b) = (a.max(b), a.min(b));
        if a >= inputs && !self.listed.insert((a, b)) {
            return Ok(());
        }
        let set = |kind: u64| kind.checked_sub(inputs).map(|set| self.members(set as u32));
        match (set(a), set(b)) {
            (Some(first), Some(second)) => {
                let second = if a == b { &[] } else { second };
                pairs.expect_room(of_rectangle(first.len(), second.len()))?;
                pairs.rectangle(first, second);
            }
            (Some(set), None) => {
                pairs.expect_room(set.len())?;
                pairs.rectangle(set, &[b as u32]);
            }
            _ => {
                pairs.expect_room(1)?;
                pairs.push(a as u32, b as u32);
            }
        }
        Ok(())
    }

    /// An earlier number that depends on the same inputs: the first one, where the set of these is known.
    pub(super) fn like(&self, windows: &Windows, number: u32) -> u32 {
        let set = windows.earlier[number as usize].set.checked_sub(1);
        set.map_or(number, |set| self.firsts[set as usize])
    }

    fn end(&self, set: u32) -> usize {
        self.begins.get(set as usize + 1).copied().unwrap_or(self.members.len())
    }

    fn members(&self, set: u32) -> &[u32] {
        &self.members[self.begins[set as usize]..self.end(set)]
    }

    /// The set of the inputs of an earlier number.
    pub(super) fn set(&mut self, windows: &mut Windows, number: u32) -> Result<u32, Error> {
        let earlier = windows.earlier[number as usize];
        if let Some(set) = earlier.set.checked_sub(1) {
            return Ok(set);
        }
        self.gather(windows, earlier.window, earlier.bits);
        let mut list = core::mem::take(&mut self.list);
        if list.len() < self.met.len() / 8 {
            list.sort_unstable();
        } else {
            list.clear();
            list.extend((0..windows.inputs).filter(|&input| self.met[input as usize] == self.time));
        }
        let hash = list.iter().fold(0u64, |sum, &input| mixed(sum ^ u64::from(input)));
        let known = self.known.get(&hash).copied().filter(|&set| self.members(set) == list);
        let set = match known {
            Some(set) => set,
            None => {
                let all = self.members.len() + list.len();
                if all > self.members.capacity() {
                    memory::expect(memory::bytes([(all, 12)]), || format!("sets of {all} inputs that meet others"))?;
                }
                let set = self.begins.len() as u32;
                self.begins.push(self.members.len());
                self.firsts.push(number);
                self.members.extend(&list);
                self.known.insert(hash, set);
                set
            }
        };
        self.list = list;
        windows.earlier[number as usize].set = set + 1;
        Ok(set)
    }
}

/// A number in 64 bits that no sum of others is likely to be (the finaliser of SplitMix64).
pub(super) fn mixed(input: u64) -> u64 {
    let z = input.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
