//! Pairs of inputs that meet.

use super::across::{self, Across};
use super::bands::{self, Band, Bands};
use super::groups::{Groups, families, pairs_of};
use super::sets::{Mixing, mixed};
use super::skyline;
use super::spans::{Span, Spans};
use super::trace::ones;
use super::whole::Whole;
use crate::{Error, Pattern, memory, pattern};
use std::collections::HashSet;

/// More pairs than these are not listed.
const MOST: usize = 1 << 30;
/// With more than these, those that stand twice are dropped.
const ROOM: usize = 1 << 22;
/// The places for recent pairs are two to the power of this.
const RECENT: u32 = 14;

/// With more than so many rows in all columns, each is kept in half the room until it is known which are the same.
const FEW: usize = 1 << 22;

/// For so many rounds of a loop room is made at once.
const AT_ONCE: usize = 64;

/// So few pairs beside so few bands are held against these.
const FEW_BESIDE: usize = 32;

/// Groups with so many pairs are listed once.
const LARGE: u32 = 8;
/// Where all inputs of a round go together, so that other rounds read others, groups with more.
const LARGE_ALONE: u32 = 32;

/// Pairs of inputs, of which some may stand more than once.
#[derive(Default)]
pub(super) struct Pairs {
    inputs: usize,
    /// Each as it came, the greater first.
    list: Vec<(u32, u32)>,
    /// Others of loops, where inputs are few: in a word each, and both meet themselves too.
    short: Vec<u32>,
    /// Of the inputs of loops whether they meet themselves, as in most rounds some do; empty where there are none.
    diagonal: Vec<bool>,
    /// Lists of which all in one meet all in the other: their lengths, and both. Without the second, those in the first meet
    /// each other. Each ascends.
    rectangles: Vec<u32>,
    /// Sets of which all in one meet all in the other.
    spans: Vec<[Span; 2]>,
    /// Those of loops, where inputs are few.
    whole: Option<Whole>,
    /// The room of another one, as memory that comes and goes is touched for the first time each time.
    spare: Whole,
    /// What it takes to put pairs in order.
    across: Across,
    /// The pairs of both of these.
    count: usize,
    /// Pairs in even steps.
    bands: Bands,
    room: usize,
    /// Where there are many pairs: those that were added lately, each in a place that it decides. What meets, often meets
    /// again.
    recent: Vec<u64>,
    /// The pairs of large groups that were listed, by their names.
    listed: HashSet<[Name; 2], Mixing>,
}

#[inline]
fn in_order(i: u32, j: u32) -> (u32, u32) {
    (i.max(j), i.min(j))
}

/// 128 bits that no other list has.
type Name = (u64, u64);

fn name(list: impl Iterator<Item = u32>) -> Name {
    list.fold((0, 1), |(a, b), input| (mixed(a ^ u64::from(input)), mixed(b.wrapping_add(u64::from(input)))))
}

impl Pairs {
    pub(super) fn start(&mut self, inputs: usize) {
        self.inputs = inputs;
        self.list.clear();
        self.short.clear();
        self.diagonal.clear();
        self.rectangles.clear();
        self.spans.clear();
        if let Some(whole) = self.whole.take() {
            self.spare = whole;
        }
        self.count = 0;
        self.bands.clear();
        self.room = ROOM;
        self.recent.clear();
        self.listed.clear();
    }

    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        let lists = self.short.capacity() / 2
            + 2 * (self.list.capacity() + self.recent.capacity())
            + self.rectangles.capacity()
            + 2 * self.spans.capacity();
        lists + self.diagonal.capacity() / 4 + self.spare.capacity() + self.across.capacity()
    }

    /// Lists the pairs of a window: what has each place, and which places meet it.
    pub(super) fn list(&mut self, atoms: &[u32], rows: &[u64]) -> Result<(), Error> {
        self.expect_room(64 * 65 / 2)?;
        pairs_in(rows).for_each(|[place, other]| self.push(atoms[place], atoms[other]));
        Ok(())
    }

    /// As [`list`](Pairs::list), where places meet many others: those that meet the same ones are listed together, and not
    /// again if they were.
    pub(super) fn list_groups(&mut self, atoms: &[u32], rows: &mut [u64]) -> Result<(), Error> {
        self.expect_room(64 * 65 / 2)?;
        self.list_grouped(atoms, &Groups::of(rows));
        Ok(())
    }

    /// Lists the pairs of all rounds of a loop: the inputs of each, and what meets in one.
    pub(super) fn list_rounds(&mut self, inputs: &[u32], rows: &[u64], groups: &Groups) -> Result<(), Error> {
        let meetings = pairs_in(rows).count() * (inputs.len() / rows.len());
        if let Some(mut whole) = self.whole.take().or_else(|| Whole::of(self.inputs, meetings, &mut self.spare)) {
            whole.meet_in_rounds((inputs, rows.len()), pairs_in(rows), groups.all());
            self.count += meetings;
            self.whole = Some(whole);
            return Ok(());
        }
        let (width, mut pairs) = (rows.len(), Vec::new());
        let large = match pairs_in(rows).count() < LARGE as usize {
            true => {
                pairs.extend(pairs_in(rows));
                Vec::new()
            }
            false => {
                let families = families(groups, inputs, width);
                let most = if families.len() == 1 { LARGE_ALONE } else { LARGE };
                let (small, large): (Vec<_>, Vec<_>) = families.into_iter().partition(|family| family.count < most);
                for (places, others) in small.into_iter().flat_map(|family| family.groups) {
                    pairs.extend(pairs_of(places, others));
                }
                large
            }
        };
        let are_short = self.inputs <= across::SHORT && large.is_empty() && meet_themselves(&pairs);
        // What was listed of large ones: the family, and an input of each side.
        let mut listed: HashSet<(u64, u64), Mixing> = HashSet::default();
        for some in inputs.chunks(AT_ONCE * width) {
            self.expect_room(AT_ONCE * 64 * 65 / 2)?;
            if are_short {
                for &[a, b] in pairs.iter().filter(|[a, b]| a != b) {
                    each_round(&mut self.short, some, width, [a, b], across::short);
                }
                continue;
            }
            self.diagonal.resize(self.inputs, false);
            for &[a, b] in &pairs {
                match a == b {
                    true => some.chunks_exact(width).for_each(|round| self.diagonal[round[a] as usize] = true),
                    // Some may be the same input twice.
                    false => each_round(&mut self.list, some, width, [a, b], in_order),
                }
            }
            if large.is_empty() {
                continue;
            }
            for atoms in some.chunks(width) {
                for (k, family) in large.iter().enumerate() {
                    let [a, b] = family.places.map(|place| u64::from(atoms[place]));
                    if listed.insert((k as u64, a << 32 | b)) {
                        family.groups.iter().for_each(|&(places, others)| self.list_two(atoms, places, others));
                    }
                }
            }
        }
        Ok(())
    }

    /// Lists the pairs of all rounds of a loop, whose inputs are these in the first, and farther by these steps in each other.
    pub(super) fn list_bands(&mut self, base: &[u32], steps: &[u32], rounds: u32, rows: &[u64]) -> Result<(), Error> {
        if rounds == 1 {
            return self.list(base, rows);
        }
        for [place, other] in pairs_in(rows) {
            let both = [steps[place], steps[other]];
            if self.bands.take([base[place], base[other]], both, rounds) {
                continue;
            }
            let count = if both == [0, 0] { 1 } else { rounds };
            self.expect_room(count as usize)?;
            for round in 0..count {
                let of_round = |place: usize| base[place].wrapping_add(steps[place].wrapping_mul(round));
                self.push(of_round(place), of_round(other));
            }
        }
        Ok(())
    }

    fn list_grouped(&mut self, atoms: &[u32], groups: &Groups) {
        let groups = groups.all();
        let mut names = [Name::default(); 64];
        for (name, group) in names.iter_mut().zip(groups) {
            *name = self::name(ones(group.0).map(|place| atoms[place]));
        }
        for (k, &(places, row)) in groups.iter().enumerate() {
            for (&(others, _), &other_name) in
                groups[..=k].iter().zip(&names).filter(|((others, _), _)| row & others != 0)
            {
                let is_small = places.count_ones() * others.count_ones() < LARGE;
                if is_small || self.listed.insert([names[k], other_name]) {
                    self.list_two(atoms, places, others);
                }
            }
        }
    }

    /// Two groups of places meet, or one in itself.
    fn list_two(&mut self, atoms: &[u32], places: u64, others: u64) {
        if places.count_ones() * others.count_ones() < LARGE {
            let pairs = pairs_of(places, others).map(|[a, b]| in_order(atoms[a], atoms[b]));
            self.list.extend(pairs);
            return;
        }
        let list = |places: u64| {
            let mut list = [0; 64];
            let count = ones(places).zip(&mut list).map(|(place, input)| *input = atoms[place]).count();
            list[..count].sort_unstable();
            (list, count)
        };
        let ((first, m), (second, n)) = (list(places), list(others));
        self.rectangle(&first[..m], if others == places { &[] } else { &second[..n] });
    }

    /// Those in one ascending list meet those in the other; without that, each other.
    pub(super) fn rectangle(&mut self, first: &[u32], second: &[u32]) {
        // That which begins later is the first.
        let (first, second) = if !second.is_empty() && first < second { (second, first) } else { (first, second) };
        self.rectangles.extend([first.len() as u32, second.len() as u32]);
        self.rectangles.extend_from_slice(first);
        self.rectangles.extend_from_slice(second);
        self.count += of_rectangle(first.len(), second.len());
    }

    /// Those in one set meet those in the other.
    pub(super) fn meet(&mut self, both: [Span; 2]) {
        if self.spans.last() != Some(&both) {
            self.spans.push(both);
        }
    }

    #[inline]
    pub(super) fn push(&mut self, i: u32, j: u32) {
        let (i, j) = in_order(i, j);
        let key = u64::from(i) << 32 | u64::from(j);
        // By the golden ratio (Knuth, volume 3, section 6.4).
        let place = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - RECENT);
        if let Some(recent) = self.recent.get_mut(place as usize)
            && core::mem::replace(recent, key) == key
        {
            return;
        }
        self.list.push((i, j));
    }

    /// Before that many are added: drops what stands twice, where that is worth its time.
    ///
    /// # Errors
    /// If there are more than can be listed, or than there is memory for.
    pub(super) fn expect_room(&mut self, count: usize) -> Result<(), Error> {
        // In most functions an input meets fewer others.
        if self.recent.is_empty() && self.list.len() > 1000 + 4 * self.inputs {
            self.recent.resize(1 << RECENT, u64::MAX);
        }
        if self.len().saturating_add(count) <= self.room {
            return Ok(());
        }
        if self.len() > 0 {
            let pattern = self.pattern_of_listed()?;
            self.list.clear();
            self.short.clear();
            self.diagonal.clear();
            self.rectangles.clear();
            self.count = 0;
            self.list.extend(pattern.iter().filter(|(i, j)| i >= j).map(|(i, j)| (i as u32, j as u32)));
        }
        self.room = (2 * self.list.len()).max(ROOM);
        let count = self.list.len().saturating_add(count);
        if count > MOST {
            return Err(Error::TooLarge { what: "pairs of inputs that meet", count, most: MOST });
        }
        let most = self.room.max(count);
        memory::expect(memory::bytes([(most, 20)]), || format!("a list of {most} pairs of inputs that meet"))
    }

    /// How many there are.
    fn len(&self) -> usize {
        self.list.len() + 2 * self.short.len() + self.diagonal.len() + self.count
    }

    fn rectangles(&self) -> impl Iterator<Item = (&[u32], &[u32])> {
        let mut left = &self.rectangles[..];
        core::iter::from_fn(move || {
            let [m, n, lists @ ..] = left else {
                return None;
            };
            let (first, others) = lists.split_at(*m as usize);
            let second;
            (second, left) = others.split_at(*n as usize);
            Some((first, if second.is_empty() { first } else { second }))
        })
    }

    /// Their pattern, both triangles.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(super) fn pattern(&mut self, spans: &Spans) -> Result<Pattern, Error> {
        let of_sets = skyline::pattern(self.inputs, &self.spans, spans)?;
        if of_sets.is_none() {
            self.list_spans(spans)?;
        }
        // Few of them are listed, as both are joined in a copy.
        if 2 * self.bands.entries() < self.len() {
            self.list.extend(self.bands.drain().flat_map(Band::pairs));
        }
        let has_bands = self.bands.count() > 0;
        if has_bands && self.list.len() <= FEW_BESIDE && self.bands.count() <= FEW_BESIDE {
            // The first and last rounds of a loop are often alone.
            self.list_short();
            self.list.retain(|&pair| !self.bands.has(pair));
        }
        let is_listed = self.len() > 0 || !has_bands && of_sets.is_none();
        let listed = if is_listed { Some(self.pattern_of_listed()?) } else { None };
        let listed = match (of_sets, listed) {
            (Some(of_sets), Some(listed)) => Some(of_sets.union(&listed)?),
            (of_sets, listed) => of_sets.or(listed),
        };
        match listed {
            Some(listed) if !has_bands => Ok(listed),
            listed => {
                let entries = listed.as_ref().map_or(0, Pattern::entries) + self.bands.entries();
                pattern::room(self.inputs, self.inputs, entries)?;
                Ok(bands::joined(self.inputs, listed.as_ref(), &mut self.bands))
            }
        }
    }

    /// Lists the sets that meet.
    fn list_spans(&mut self, spans: &Spans) -> Result<(), Error> {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for [some, others] in core::mem::take(&mut self.spans) {
            first.clear();
            second.clear();
            spans.each(some, |input| first.push(input));
            if some != others {
                spans.each(others, |input| second.push(input));
            }
            self.expect_room(of_rectangle(first.len(), second.len()))?;
            self.rectangle(&first, &second);
        }
        Ok(())
    }

    /// The pattern of those that are no bands.
    fn pattern_of_listed(&mut self) -> Result<Pattern, Error> {
        let n = self.inputs;
        pattern::room(n, n, 2 * self.len())?;
        if let Some(whole) =
            self.whole.take().or_else(|| Whole::of(n, self.list.len() + self.short.len(), &mut self.spare))
        {
            self.list_short();
            let mut all = self.all_in(whole);
            let pattern = all.pattern(n);
            self.spare = all;
            return Ok(pattern);
        }
        if self.rectangles.is_empty() {
            return Ok(self.across.pattern(n, &self.short, &self.list, &self.diagonal));
        }
        self.list_short();
        // How many entries each column has, then where the next one goes; at last, where its next column begins.
        let mut pointers = vec![0; n + 2];
        let counts = &mut pointers[2..];
        counts.iter_mut().zip(&self.diagonal).for_each(|(count, &is_there)| *count = usize::from(is_there));
        for &(i, j) in &self.list {
            counts[j as usize] += 1;
            counts[i as usize] += usize::from(i != j);
        }
        for (first, second) in self.rectangles() {
            first.iter().for_each(|&i| counts[i as usize] += second.len());
            if !core::ptr::eq(first, second) {
                second.iter().for_each(|&j| counts[j as usize] += first.len());
            }
        }
        pattern::accumulate(&mut pointers);
        let next = &mut pointers[1..];
        // What is in few places stands where it stays.
        let rows = match next[n] > FEW {
            true => self.rows::<u32>(&mut pointers, |row| row).into_iter().map(|row| row as usize).collect(),
            false => self.rows::<usize>(&mut pointers, |row| row as usize),
        };
        Ok(Pattern::of_columns(n, pointers, rows))
    }

    /// Lists those that are in a word.
    fn list_short(&mut self) {
        if !self.short.is_empty() {
            self.diagonal.resize(self.inputs, false);
        }
        for (i, j) in self.short.drain(..).map(across::of_short) {
            self.diagonal[i as usize] = true;
            self.diagonal[j as usize] = true;
            self.list.push((i, j));
        }
    }

    fn all_in(&self, mut whole: Whole) -> Whole {
        let itself = (0..).zip(&self.diagonal).filter(|(_, is_there)| **is_there);
        itself.for_each(|(input, _)| whole.meet(input, input));
        self.list.iter().for_each(|&(i, j)| whole.meet(i as usize, j as usize));
        self.rectangles().for_each(|(first, second)| whole.meet_all(first, second));
        whole
    }

    /// The rows of all columns, each once, in order. At first the pointers say where each column begins, behind a zero; at last they
    /// are those of a pattern.
    fn rows<T: Copy + Default + Ord>(&self, pointers: &mut Vec<usize>, of: impl Fn(u32) -> T) -> Vec<T> {
        let next = &mut pointers[1..];
        let mut rows = vec![T::default(); next[self.inputs]];
        let mut put = |column: u32, list: &[u32]| {
            let next = &mut next[column as usize];
            rows[*next..*next + list.len()].iter_mut().zip(list).for_each(|(row, &i)| *row = of(i));
            *next += list.len();
        };
        for (j, _) in (0..).zip(&self.diagonal).filter(|(_, is_there)| **is_there) {
            put(j, &[j]);
        }
        for &(i, j) in &self.list {
            put(j, &[i]);
            if i != j {
                put(i, &[j]);
            }
        }
        // In an order in which most columns are filled from top to bottom.
        let (mut equal, mut other): (Vec<_>, Vec<_>) = self.rectangles().partition(|(a, b)| core::ptr::eq(*a, *b));
        other.sort_unstable_by_key(|(_, second)| second.first().copied());
        other.iter().for_each(|(first, second)| first.iter().for_each(|&i| put(i, second)));
        equal.sort_unstable_by_key(|(first, _)| first.first().copied());
        equal.iter().for_each(|(first, second)| first.iter().for_each(|&i| put(i, second)));
        other.sort_unstable_by_key(|(first, _)| first.first().copied());
        other.iter().for_each(|(first, second)| second.iter().for_each(|&j| put(j, first)));
        pointers.pop();
        let (mut begin, mut end) = (0, 0);
        for pointer in &mut pointers[1..] {
            let column = begin..core::mem::replace(pointer, end);
            if column.is_empty() {
                continue;
            }
            begin = column.end;
            let count = in_order_once(&mut rows[column.clone()]);
            if end < column.start {
                rows.copy_within(column.start..column.start + count, end);
            }
            end += count;
            *pointer = end;
        }
        rows.truncate(end);
        if end < rows.capacity() / 2 {
            rows.shrink_to_fit();
        }
        rows
    }
}

/// Sorts a list, and leaves each number once: how many there are.
fn in_order_once<T: Copy + Ord>(list: &mut [T]) -> usize {
    if list.is_sorted_by(|a, b| a < b) {
        return list.len();
    }
    // What came in order is taken in one piece by the stable one.
    if list.len() > 100 {
        list.sort()
    } else {
        list.sort_unstable()
    }
    let mut count = 1;
    for k in 1..list.len() {
        if list[k] != list[count - 1] {
            list[count] = list[k];
            count += 1;
        }
    }
    count
}

/// Appends what is made of the inputs in two places of each of some rounds.
fn each_round<P: Copy + Default>(
    list: &mut Vec<P>,
    inputs: &[u32],
    width: usize,
    [a, b]: [usize; 2],
    pair: impl Fn(u32, u32) -> P,
) {
    let begin = list.len();
    list.resize(begin + inputs.len() / width, P::default());
    let own = list[begin..].iter_mut();
    match inputs.as_chunks() {
        (rounds, []) if width == 2 => own.zip(rounds).for_each(|(own, &[i, j])| *own = pair(i, j)),
        _ => own.zip(inputs.chunks_exact(width)).for_each(|(own, round)| *own = pair(round[a], round[b])),
    }
}

/// Whether all places of these pairs meet another one and themselves.
fn meet_themselves(pairs: &[[usize; 2]]) -> bool {
    let of = |is_itself: bool| {
        let pairs = pairs.iter().filter(move |[a, b]| (a == b) == is_itself);
        pairs.fold(0u64, |all, [a, b]| all | 1 << a | 1 << b)
    };
    of(true) == of(false)
}

/// The places that meet in rows: of a pair that stands on both sides, that below the diagonal.
fn pairs_in(rows: &[u64]) -> impl Iterator<Item = [usize; 2]> + Clone {
    rows.iter().enumerate().flat_map(move |(place, &row)| {
        ones(row).filter(move |&other| other <= place || rows[other] >> place & 1 == 0).map(move |other| [place, other])
    })
}

/// The pairs of two lists that meet, or of one.
pub(super) fn of_rectangle(m: usize, n: usize) -> usize {
    if n == 0 { m * (m + 1) / 2 } else { m.saturating_mul(n) }
}
