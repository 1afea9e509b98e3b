//! Sets of inputs: sorted runs that are shared, and that grow in place when nobody else needs them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::{Rc, Weak};

/// A set of more than three inputs, ascending.
#[derive(Debug)]
pub(crate) struct Set {
    /// Sets that live at the same time have the same number only if they are equal, and then they are one.
    pub(crate) id: u32,
    hash: u64,
    pub(crate) members: Vec<u32>,
}

/// The inputs that a value depends on.
#[derive(Clone, Debug)]
pub(crate) enum Inputs {
    /// Up to three, ascending, and their number.
    Few([u32; 3], u8),
    /// Some more, ascending.
    Several(Several),
    /// Many.
    Many(Rc<Set>),
}

/// A set that lies among others in a list until none of these is needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Several {
    /// As that of a larger set.
    id: u32,
    begin: u32,
    count: u32,
}

/// So many inputs are several.
const SEVERAL: usize = 16;

impl Default for Inputs {
    fn default() -> Self {
        Inputs::Few([0; 3], 0)
    }
}

impl Inputs {
    pub(crate) fn one(input: u32) -> Self {
        Inputs::Few([input, 0, 0], 1)
    }

    /// What is neither few nor many lies in the list of the [`Union`].
    pub(crate) fn as_slice<'s>(&'s self, several: &'s [u32]) -> &'s [u32] {
        match self {
            Inputs::Few(list, count) => &list[..usize::from(*count)],
            Inputs::Several(set) => &several[set.begin as usize..(set.begin + set.count) as usize],
            Inputs::Many(set) => &set.members,
        }
    }

    /// The number of a set that is not of a few.
    pub(crate) fn id(&self) -> Option<u32> {
        match self {
            Inputs::Few(..) => None,
            Inputs::Several(set) => Some(set.id),
            Inputs::Many(set) => Some(set.id),
        }
    }
}

/// Hashes numbers that are mixed already, or that multiplication mixes well enough.
#[derive(Default)]
pub(crate) struct Mixer(u64);

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
}

/// Makes unions, and keeps equal sets once.
pub(crate) struct Union {
    ones: Vec<u32>,
    many: Vec<Rc<Set>>,
    /// The largest set of several in this union, and the members of all such sets.
    base: Option<Several>,
    several: Vec<u32>,
    /// For each input the last union that it was met in.
    met: Vec<u32>,
    time: u32,
    known: HashMap<u64, Weak<Set>, BuildHasherDefault<Mixer>>,
    /// With more sets than these, those that are gone are forgotten.
    many_known: usize,
    next_id: u32,
}

impl Union {
    pub(crate) fn new(inputs: usize) -> Union {
        Union {
            ones: Vec::new(),
            many: Vec::new(),
            base: None,
            several: Vec::new(),
            met: vec![0; inputs],
            time: 1,
            known: HashMap::default(),
            many_known: 64,
            next_id: 0,
        }
    }

    pub(crate) fn add(&mut self, inputs: Inputs) {
        match inputs {
            Inputs::Many(set) => self.many.push(set),
            Inputs::Several(set) => {
                (set.begin..set.begin + set.count).for_each(|k| self.add_one(self.several[k as usize]));
                if self.base.is_none_or(|base| base.count < set.count) {
                    self.base = Some(set);
                }
            }
            Inputs::Few(list, count) => list[..usize::from(count)].iter().for_each(|&input| self.add_one(input)),
        }
    }

    /// The members of sets of several.
    pub(crate) fn several(&self) -> &[u32] {
        &self.several
    }

    /// No set of several is needed any more.
    pub(crate) fn forget_several(&mut self) {
        self.several.clear();
    }

    #[inline]
    pub(crate) fn add_one(&mut self, input: u32) {
        if core::mem::replace(&mut self.met[input as usize], self.time) != self.time {
            self.ones.push(input);
        }
    }

    /// Appends the union of what was added to a list.
    pub(crate) fn append(&mut self, list: &mut Vec<usize>) {
        for set in core::mem::take(&mut self.many) {
            set.members.iter().for_each(|&input| self.add_one(input));
        }
        if !self.ones.is_sorted() {
            self.sort();
        }
        list.extend(self.ones.drain(..).map(|input| input as usize));
        self.tick();
    }

    /// The union of what was added. If the largest set is used by nobody else, it is taken and grows.
    pub(crate) fn take(&mut self) -> Inputs {
        let union = self.union();
        self.tick();
        union
    }

    /// Forgets what was met.
    fn tick(&mut self) {
        self.base = None;
        self.time = self.time.checked_add(1).unwrap_or_else(|| {
            self.met.fill(0);
            1
        });
    }

    fn union(&mut self) -> Inputs {
        let Some(largest) = (0..self.many.len()).max_by_key(|&k| self.many[k].members.len()) else {
            return self.of_ones();
        };
        let base = self.many.swap_remove(largest);
        // The same set again is let go, so that what is used here only is known to be.
        let others: usize = self.many.iter().filter(|s| !Rc::ptr_eq(s, &base)).map(|s| s.members.len()).sum();
        let few = 8 * (others + self.ones.len()) < base.members.len();
        let mut fresh = core::mem::take(&mut self.ones);
        if few {
            for set in self.many.drain(..) {
                if !Rc::ptr_eq(&set, &base) {
                    fresh.extend(&set.members);
                }
            }
            fresh.retain(|input| base.members.binary_search(input).is_err());
            fresh.sort_unstable();
            // Those of several sets.
            fresh.dedup();
        } else {
            self.tick();
            base.members.iter().for_each(|&input| self.met[input as usize] = self.time);
            let (met, time) = (&mut self.met, self.time);
            let mut is_new = |input: u32| core::mem::replace(&mut met[input as usize], time) != time;
            fresh.retain(|&input| is_new(input));
            for set in self.many.drain(..) {
                if !Rc::ptr_eq(&set, &base) {
                    fresh.extend(set.members.iter().filter(|&&input| is_new(input)));
                }
            }
            fresh.sort_unstable();
        }
        let result = if fresh.is_empty() { Inputs::Many(base) } else { self.grown(base, &fresh) };
        fresh.clear();
        self.ones = fresh;
        result
    }

    fn of_ones(&mut self) -> Inputs {
        if let Some(base) = self.base.filter(|base| base.count as usize == self.ones.len()) {
            self.ones.clear();
            return Inputs::Several(base);
        }
        if !self.ones.is_sorted_by(|a, b| a < b) {
            self.sort();
        }
        let result = match self.ones[..] {
            [] => Inputs::default(),
            [a] => Inputs::one(a),
            [a, b] => Inputs::Few([a, b, 0], 2),
            [a, b, c] => Inputs::Few([a, b, c], 3),
            ref some if some.len() <= SEVERAL && self.several.len() < u32::MAX as usize - SEVERAL => {
                self.next_id += 1;
                let set = Several { id: self.next_id, begin: self.several.len() as u32, count: some.len() as u32 };
                self.several.extend(some);
                Inputs::Several(set)
            }
            _ => {
                let hash = self.ones.iter().fold(0u64, |sum, &input| sum.wrapping_add(mixed(input.into())));
                let members = self.ones.clone();
                self.shared(hash, members)
            }
        };
        self.ones.clear();
        result
    }

    /// Sorts the single inputs, all of which were met in this union.
    fn sort(&mut self) {
        if self.ones.len() < self.met.len() / 8 {
            return self.ones.sort_unstable();
        }
        self.ones.clear();
        self.ones.extend((0..self.met.len() as u32).filter(|&input| self.met[input as usize] == self.time));
    }

    fn grown(&mut self, base: Rc<Set>, fresh: &[u32]) -> Inputs {
        let hash = fresh.iter().fold(base.hash, |sum, &input| sum.wrapping_add(mixed(input.into())));
        let mut members = match Rc::try_unwrap(base) {
            Ok(set) => set.members,
            Err(set) => {
                let mut copy = Vec::with_capacity(set.members.len() + fresh.len());
                copy.extend_from_slice(&set.members);
                copy
            }
        };
        merge(&mut members, fresh);
        self.shared(hash, members)
    }

    fn shared(&mut self, hash: u64, members: Vec<u32>) -> Inputs {
        if let Some(set) = self.known.get(&hash).and_then(Weak::upgrade)
            && set.members == members
        {
            return Inputs::Many(set);
        }
        if self.known.len() > self.many_known {
            self.known.retain(|_, set| set.strong_count() > 0);
            self.many_known = 2 * self.known.len() + 64;
        }
        self.next_id += 1;
        let set = Rc::new(Set { id: self.next_id, hash, members });
        self.known.insert(hash, Rc::downgrade(&set));
        Inputs::Many(set)
    }
}

/// Puts new members, ascending, into a list in place; from the back, so that nothing moves when they are the last.
fn merge(members: &mut Vec<u32>, fresh: &[u32]) {
    let mut from = members.len();
    members.resize(from + fresh.len(), 0);
    for (before, &new) in fresh.iter().enumerate().rev() {
        let place = members[..from].partition_point(|&old| old < new);
        members.copy_within(place..from, place + before + 1);
        members[place + before] = new;
        from = place;
    }
}

/// A number in 64 bits that no sum of others is likely to be (the finaliser of SplitMix64).
fn mixed(input: u64) -> u64 {
    let z = input.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
