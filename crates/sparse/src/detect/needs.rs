//! Whether all that was computed is needed by an output, and what is, if not.
//!
//! What is not linear has a number, and what joins several of these. If each was used, by another one or an output, all are
//! needed: a bit for each tells that. Otherwise the function is run again, to see which are made of which, and once more, to
//! leave out what no output needs.

/// What is known of the operations of a run.
#[derive(Default)]
pub(crate) struct Needs {
    pass: Pass,
    /// How many operations there are; the first stands for none.
    count: u32,
    /// A bit for each that was used.
    used: Vec<u64>,
    /// The two that each is made of.
    nodes: Vec<[u32; 2]>,
    /// In the last pass, which are needed.
    needed: Vec<bool>,
    /// Whether the last pass is another run than those before, as of a function that does not do the same each time.
    is_other: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Pass {
    #[default]
    Mark,
    List,
    Skip,
    /// All is taken for needed.
    All,
}

impl Needs {
    /// Begins another run, of which so much is known.
    pub(super) fn start(&mut self, known: Needs) {
        let used = core::mem::take(&mut self.used);
        *self = Needs { count: 0, used, ..known };
        self.used.clear();
        self.next(0, 0);
    }

    /// Forgets all but the room for bits.
    pub(super) fn clear(&mut self) {
        *self = Needs { used: core::mem::take(&mut self.used), ..Needs::default() };
    }

    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        self.used.capacity()
    }

    /// The next operation, made of these two.
    #[inline]
    pub(super) fn next(&mut self, a: u32, b: u32) -> u32 {
        let number = self.count;
        self.count = number.saturating_add(1);
        if self.pass == Pass::Mark {
            if number.is_multiple_of(64) {
                self.used.push(0);
            }
            self.mark(a);
            self.mark(b);
        } else {
            self.follow(number, a, b);
        }
        number
    }

    /// Whether nothing is known of an earlier run.
    pub(super) fn is_first(&self) -> bool {
        self.pass == Pass::Mark
    }

    #[inline]
    pub(super) fn mark(&mut self, a: u32) {
        if let Some(word) = self.used.get_mut(a as usize / 64) {
            *word |= 1 << (a % 64);
        }
    }

    #[cold]
    fn follow(&mut self, number: u32, a: u32, b: u32) {
        match self.pass {
            Pass::List => self.nodes.push([a, b]),
            Pass::Skip => self.is_other |= self.nodes.get(number as usize) != Some(&[a, b]),
            _ => {}
        }
    }

    /// Whether an operation is needed, as far as is known.
    #[inline]
    pub(super) fn has(&self, number: u32) -> bool {
        self.pass != Pass::Skip || self.needed.get(number as usize) != Some(&false)
    }

    /// At the end of a run, with the operations of its outputs, and whether those of loops were used: what is known for
    /// another run, if there has to be one.
    pub(super) fn end(&mut self, mut outputs: impl Iterator<Item = u32>, are_loops_used: bool) -> Option<Needs> {
        let pass = match self.pass {
            Pass::Mark => {
                outputs.for_each(|output| self.mark(output));
                let count = self.count as usize;
                let last = u64::MAX >> (63 - (count - 1) % 64);
                let mut words = self.used.iter().enumerate();
                let is_all = words.all(|(k, &word)| word == if k == (count - 1) / 64 { last } else { u64::MAX });
                if count == u32::MAX as usize {
                    Pass::All
                } else if is_all && are_loops_used {
                    return None;
                } else {
                    Pass::List
                }
            }
            Pass::List => {
                self.needed = vec![false; self.nodes.len()];
                self.needed[0] = true;
                outputs.for_each(|output| self.needed[output as usize] = true);
                for (node, &[a, b]) in self.nodes.iter().enumerate().rev() {
                    if self.needed[node] {
                        self.needed[a as usize] = true;
                        self.needed[b as usize] = true;
                    }
                }
                Pass::Skip
            }
            Pass::Skip if self.is_other || !outputs.all(|output| self.has(output)) => Pass::All,
            Pass::Skip | Pass::All => return None,
        };
        Some(Needs { pass, ..core::mem::take(self) })
    }
}
