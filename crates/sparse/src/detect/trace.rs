//! The trace of a run: which inputs meet where, in windows of 64 places.
//!
//! What numbers depend on are bits. Each stands for a place of the window that is open, in which there is an input, or an
//! earlier number of a window that is closed: as many as its bits, if these are few, otherwise one for all. To join two
//! numbers is to join two words, and what is not linear marks rows of a matrix of 64 x 64 bits. A window is closed when its
//! places are taken: the pairs of its matrix are listed, and what was in its places is kept, as numbers may be used later.
//! So what a long sum depends on is not looked at before it is asked for.

use super::loops::Loops;
use super::needs::Needs;
use super::origin::{Class, FIRST, Origin};
use super::pairs::Pairs;
use super::repeat::Watch;
use super::rows::Rows;
use super::sets::{Mixing, Sets};
use crate::{Error, memory};
use std::collections::HashMap;

/// The places of a window.
const PLACES: usize = 64;
/// An earlier number of so many places takes as many here; of more, one.
const FEW: u32 = 16;
/// With fewer places left, no window has the begin of a term in it.
const BEGIN: usize = 16;
/// Where a place meets more than so many others, those that meet the same ones are listed together.
const DENSE: u32 = 8;
/// The bits of a window's number, below those of its recorder's.
const OWN: u32 = 28;
/// Windows are numbered from the first on again, when a recording begins behind this.
const LAST: u32 = 1 << (OWN - 1);

/// No more operations and places than these are numbered.
const MOST: usize = u32::MAX as usize - 1;
/// The most memory that is kept for the next recording, in words.
const KEPT: usize = 1 << 20;

/// A number of an earlier window that depends on many of its places.
#[derive(Clone, Copy)]
pub(super) struct Earlier {
    /// Its window, counted from the first, or [`ONGOING`](super::origin::ONGOING).
    pub(super) window: u32,
    pub(super) bits: u64,
    /// Where it had a place last, and one, if it had.
    place: u32,
    /// The set of its inputs, and one, if that was made.
    pub(super) set: u32,
}

/// The windows of a recording, and what has a place in each.
#[derive(Default)]
pub(super) struct Windows {
    pub(super) inputs: u32,
    /// What has a place, window by window: inputs, and behind their numbers those of earlier numbers.
    atoms: Vec<u32>,
    /// Where each window begins.
    begins: Vec<u32>,
    /// Where each input had a place last.
    places: Vec<u32>,
    pub(super) earlier: Vec<Earlier>,
    /// Their numbers.
    known: HashMap<(u32, u64), u32, Mixing>,
    /// Those that came into a second window.
    again: Vec<u32>,
    pub(super) loops: Loops,
}

impl Windows {
    /// What is in the places of a window.
    #[inline]
    pub(super) fn atoms(&self, window: u32) -> &[u32] {
        let begin = self.begins[window as usize] as usize;
        let end = self.begins.get(window as usize + 1).map_or(self.atoms.len(), |&end| end as usize);
        &self.atoms[begin..end]
    }
}

/// A recording in progress.
#[derive(Default)]
pub(crate) struct Trace {
    pub(super) windows: Windows,
    pub(super) is_second: bool,
    /// The first window of this recording, and that which is open.
    pub(super) first: u32,
    pub(super) window: u32,
    /// Where the open one begins among all places.
    begin: usize,
    /// The places of it that have earlier numbers.
    mixed: u64,
    /// The pairs of places that meet, those of each place as bits.
    meets: Meets,
    pub(super) needs: Needs,
    pub(super) pairs: Pairs,
    pub(super) sets: Sets,
    pub(super) watch: Watch,
    pub(super) rows: Rows,
    /// The inputs of all outputs, and where each output's end.
    pub(super) listed: (Vec<usize>, Vec<u32>),
    /// Why operations were left out.
    pub(super) lack: Option<Error>,
}

struct Meets([u64; PLACES]);

impl Default for Meets {
    fn default() -> Self {
        Meets([0; PLACES])
    }
}

/// The places of the bits that are set.
#[inline]
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> + Clone {
    core::iter::from_fn(move || {
        (bits != 0).then(|| {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            place
        })
    })
}

impl Trace {
    /// That of a recorder with a number. Of recorders whose numbers differ in four bits, no windows have the same number.
    pub(super) fn new(recorder: u32) -> Trace {
        Trace { window: recorder << OWN, ..Trace::default() }
    }

    /// Begins with so many inputs, with or without second derivatives; where loops may be looked for.
    pub(super) fn start(&mut self, inputs: u32, is_second: bool, has_loops: bool, needs: Needs) {
        let (recorder, last) = (self.window >> OWN, self.window % (1 << OWN));
        self.first = recorder << OWN | if last < LAST { last.max(FIRST) + 1 } else { FIRST };
        self.window = self.first;
        (self.begin, self.mixed) = (0, 0);
        (self.is_second, self.lack) = (is_second, None);
        self.needs.start(needs);
        let windows = &mut self.windows;
        windows.inputs = inputs;
        windows.places.clear();
        windows.places.resize(inputs as usize, 0);
        windows.atoms.clear();
        windows.earlier.clear();
        windows.known.clear();
        windows.again.clear();
        windows.loops.clear(inputs, is_second);
        // Other runs than the first number what they do in order.
        self.watch.start(has_loops && self.needs.is_first(), windows.loops.bodies.len());
        windows.begins.clear();
        windows.begins.push(0);
        self.meets.0.fill(0);
        self.pairs.start(inputs as usize);
        self.sets.start(inputs as usize);
    }

    /// Forgets what is large.
    pub(super) fn clear(&mut self) {
        self.needs.clear();
        let windows = &self.windows;
        let kept =
            [windows.atoms.capacity(), windows.places.capacity(), windows.loops.capacity(), self.listed.1.capacity()];
        if kept
            .into_iter()
            .chain([self.pairs.capacity(), self.sets.capacity(), self.needs.capacity()])
            .any(|words| words > KEPT)
        {
            *self = Trace { window: self.window, ..Trace::default() };
        }
    }

    pub(super) fn first(&self) -> u32 {
        self.first
    }

    pub(super) fn window(&self) -> u32 {
        self.window
    }

    /// # Panics
    /// If a number does not belong to this recording.
    #[track_caller]
    pub(super) fn expect(&self, a: Origin) {
        expect_here(!a.is_active() || self.has(a));
    }

    /// Whether a number that has derivatives belongs to this recording.
    pub(super) fn has(&self, a: Origin) -> bool {
        if a.is_numbered() { a.node() == self.first } else { (self.first..=self.window).contains(&a.window()) }
    }

    /// Whether all operations are there.
    ///
    /// # Errors
    /// If there were more than can be numbered, or than there is memory for.
    pub(super) fn expect_all(&mut self) -> Result<(), Error> {
        self.lack.take().map_or(Ok(()), Err)
    }

    /// What depends on two others.
    #[inline]
    pub(super) fn two(&mut self, a: Origin, b: Origin, class: Class) -> Origin {
        let ((a, of_a), (b, of_b)) = match (self.at_once(a), self.at_once(b)) {
            (Some(a), Some(b)) => (a, b),
            _ => {
                // Where two inputs meet, something begins, which better stands in one window.
                let begins = self.windows.places.len() > PLACES && a.input().is_some() && b.input().is_some();
                self.make_room(if begins { BEGIN } else { self.wanted(a) + self.wanted(b) });
                (self.here(a), self.here(b))
            }
        };
        let node = match class {
            _ if !self.is_second => 0,
            Class::Linear if of_a == 0 || of_b == 0 || of_a == of_b => of_a | of_b,
            Class::Linear => self.needs.next(of_a, of_b),
            Class::Product | Class::Quotient | Class::Bent => {
                let node = self.needs.next(of_a, of_b);
                if self.needs.has(node) {
                    // The one with fewer bits, most of the time.
                    let (few, many) = if a & a.wrapping_sub(1) == 0 { (a, b) } else { (b, a) };
                    self.cross(few, many);
                    if class == Class::Quotient {
                        self.cross(b, b);
                    }
                }
                node
            }
        };
        Origin::of_places(a | b, self.window, node)
    }

    /// What is not linear in a number.
    #[inline]
    pub(super) fn bent(&mut self, a: Origin) -> Origin {
        if !self.is_second {
            return a;
        }
        let (bits, of_a) = match self.at_once(a) {
            Some(a) => a,
            None => {
                self.make_room(self.wanted(a));
                self.here(a)
            }
        };
        let node = self.needs.next(of_a, 0);
        if self.needs.has(node) {
            self.cross(bits, bits);
        }
        Origin::of_places(bits, self.window, node)
    }

    /// At most how many places a number takes.
    #[inline]
    fn wanted(&self, a: Origin) -> usize {
        match a.window() {
            here if here == self.window => 0,
            earlier if earlier >= FIRST => match a.bits().count_ones() {
                few @ ..=FEW => few as usize,
                _ => 1,
            },
            _ => 1,
        }
    }

    #[inline]
    pub(super) fn make_room(&mut self, places: usize) {
        if self.windows.atoms.len() + places > self.begin + PLACES {
            self.close();
        }
    }

    /// The bits of a number in the open window, and its node, if it has places there.
    #[inline(always)]
    fn at_once(&self, a: Origin) -> Option<(u64, u32)> {
        if a.window() == self.window {
            return Some((a.bits(), a.node()));
        }
        let input = a.input().filter(|_| a.node() == self.first)?;
        let place = self.windows.places[input as usize] as usize;
        let is_here = place >= self.begin && self.windows.atoms.get(place) == Some(&input);
        is_here.then(|| (1 << ((place - self.begin) % PLACES), 0))
    }

    /// The bits of a number in the open window, and its node.
    #[inline(never)]
    fn here(&mut self, a: Origin) -> (u64, u32) {
        if a.window() == self.window {
            (a.bits(), a.node())
        } else if let Some(input) = a.input() {
            expect_here(a.node() == self.first);
            (self.place(input), 0)
        } else {
            (self.earlier(a), a.node())
        }
    }

    /// The bit of an input, which has a place or gets one.
    #[inline]
    pub(super) fn place(&mut self, input: u32) -> u64 {
        let Windows { atoms, places, .. } = &mut self.windows;
        let place = places[input as usize] as usize;
        if place >= self.begin && atoms.get(place) == Some(&input) {
            return 1 << ((place - self.begin) % PLACES);
        }
        places[input as usize] = atoms.len() as u32;
        self.append(input)
    }

    /// The bit of an earlier number, which has a place or gets one: all that depend on the same inputs have the same, as the numbers
    /// of a dense layer do.
    pub(super) fn place_of_earlier(&mut self, number: u32) -> u64 {
        let number = self.sets.like(&self.windows, number);
        let atom = self.windows.inputs + number;
        let Windows { atoms, earlier, again, .. } = &mut self.windows;
        let place = &mut earlier[number as usize].place;
        let known = (*place as usize).wrapping_sub(1);
        if *place > 0 && known >= self.begin && atoms.get(known) == Some(&atom) {
            return 1 << ((known - self.begin) % PLACES);
        }
        if core::mem::replace(place, atoms.len() as u32 + 1) > 0 {
            again.push(number);
        }
        let bit = self.append(atom);
        self.mixed |= bit;
        bit
    }

    #[inline]
    fn append(&mut self, atom: u32) -> u64 {
        let atoms = &mut self.windows.atoms;
        let bit = 1 << ((atoms.len() - self.begin) % PLACES);
        if atoms.len() == atoms.capacity() && self.is_full() {
            return 0;
        }
        self.windows.atoms.push(atom);
        bit
    }

    /// The bits of a number of a window that is closed.
    #[cold]
    #[inline(never)]
    fn earlier(&mut self, a: Origin) -> u64 {
        expect_here(self.has(a));
        let (window, inputs) = (a.window() - self.first, self.windows.inputs);
        if a.bits().count_ones() <= FEW {
            return ones(a.bits()).fold(0, |bits, place| {
                let atom = self.windows.atoms(window)[place];
                bits | if atom < inputs { self.place(atom) } else { self.place_of_earlier(atom - inputs) }
            });
        }
        self.earlier_number(window, a.bits()).map_or(0, |number| self.place_of_earlier(number))
    }

    /// The number of an earlier number, if there is room for one.
    pub(super) fn earlier_number(&mut self, window: u32, bits: u64) -> Option<u32> {
        let Windows { earlier, known, inputs, .. } = &mut self.windows;
        let number = *known.entry((window, bits)).or_insert_with(|| {
            earlier.push(Earlier { window, bits, place: 0, set: 0 });
            earlier.len() as u32 - 1
        });
        if number as usize >= MOST - *inputs as usize {
            self.lack = Some(Error::TooLarge { what: "operations", count: number as usize, most: MOST });
            return None;
        }
        Some(number)
    }

    #[inline]
    fn cross(&mut self, few: u64, many: u64) {
        ones(few).for_each(|place| self.meets.0[place] |= many);
    }

    /// Whether the list of places may not grow to twice its size.
    #[cold]
    fn is_full(&mut self) -> bool {
        if self.lack.is_some() {
            return true;
        }
        let count = self.windows.atoms.len();
        let room = match count >= MOST {
            true => Err(Error::TooLarge { what: "operations", count, most: MOST }),
            // It is copied.
            false => memory::expect(memory::bytes([(count, 12)]), || format!("a recording with {} places", 2 * count)),
        };
        self.lack = room.err();
        self.lack.is_some()
    }

    /// Closes the window that is open: lists its pairs, and opens the next one.
    #[cold]
    #[inline(never)]
    fn close(&mut self) {
        let met = if self.lack.is_none() { self.list_pairs() } else { Ok(()) };
        self.lack = self.lack.take().or(met.err());
        self.begin = self.windows.atoms.len();
        self.windows.begins.push(self.begin as u32);
        self.window += 1;
        self.mixed = 0;
    }

    /// Lists the pairs of the open window, and forgets them.
    pub(super) fn list_pairs(&mut self) -> Result<(), Error> {
        let Trace { windows, sets, pairs, .. } = self;
        while let Some(number) = windows.again.pop() {
            sets.set(windows, number)?;
        }
        let atoms = &windows.atoms[self.begin..];
        let rows = &mut self.meets.0[..atoms.len()];
        // The places that meet others.
        let meets = rows.iter().enumerate().fold(0, |meets, (place, &row)| meets | row | u64::from(row != 0) << place);
        // Of some, whether most meet many.
        let many = |count: usize, &row: &u64| count + usize::from(row.count_ones() > DENSE);
        let is_dense = 2 * rows.iter().step_by(8).fold(0, many) > rows.len() / 8;
        let result = match () {
            () if meets == 0 => return Ok(()),
            () if meets & self.mixed != 0 => {
                let atoms = atoms.to_vec();
                sets.list(windows, pairs, &atoms, rows, meets)
            }
            () if is_dense => pairs.list_groups(atoms, rows),
            () => pairs.list(atoms, rows),
        };
        rows.fill(0);
        result
    }
}

#[track_caller]
fn expect_here(is_here: bool) {
    if !is_here {
        elsewhere();
    }
}

#[cold]
#[track_caller]
pub(super) fn elsewhere() -> ! {
    panic!("a pattern number of another recording: it lives as long as the call that gave it")
}
