//! Pairs of inputs that meet.

use super::sets::{Mixing, mixed};
use super::trace::ones;
use crate::{Error, Pattern, memory, pattern};
use std::collections::HashSet;

/// More pairs than these are not listed.
const MOST: usize = 1 << 30;
/// With more than these, those that stand twice are dropped.
const ROOM: usize = 1 << 22;
/// The places for recent pairs are two to the power of this.
const RECENT: u32 = 14;

/// Groups with so many pairs are listed once.
const LARGE: u32 = 8;

/// Pairs of inputs, of which some may stand more than once.
#[derive(Default)]
pub(super) struct Pairs {
    inputs: usize,
    /// Each as it came, the greater first.
    list: Vec<(u32, u32)>,
    /// Lists of which all in one meet all in the other: their lengths, and both. Without the second, those in the first meet
    /// each other. Each ascends.
    rectangles: Vec<u32>,
    /// The pairs of all of these.
    count: usize,
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

/// Rows for columns (Warren, Hacker's Delight, section 7-3).
fn transpose(rows: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, u64::MAX >> 32);
    while half > 0 {
        for k in (0..64).filter(|k| k & half == 0) {
            let swapped = (rows[k] >> half ^ rows[k + half]) & mask;
            rows[k] ^= swapped << half;
            rows[k + half] ^= swapped;
        }
        half /= 2;
        mask ^= mask << half;
    }
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
        self.rectangles.clear();
        self.count = 0;
        self.room = ROOM;
        self.recent.clear();
        self.listed.clear();
    }

    /// The words that are kept for the next recording.
    pub(super) fn capacity(&self) -> usize {
        2 * (self.list.capacity() + self.recent.capacity()) + self.rectangles.capacity()
    }

    /// Lists the pairs of a window: what has each place, and which places meet it.
    pub(super) fn list(&mut self, atoms: &[u32], rows: &[u64]) -> Result<(), Error> {
        self.expect_room(64 * 65 / 2)?;
        for (place, &row) in rows.iter().enumerate() {
            // Of a pair that stands on both sides, that below the diagonal.
            for other in ones(row).filter(|&other| other <= place || rows[other] >> place & 1 == 0) {
                self.push(atoms[place], atoms[other]);
            }
        }
        Ok(())
    }

    /// As [`list`](Pairs::list), where places meet many others: those that meet the same ones are listed together, and not
    /// again if they were.
    pub(super) fn list_groups(&mut self, atoms: &[u32], rows: &mut [u64]) -> Result<(), Error> {
        self.expect_room(64 * 65 / 2)?;
        let (mut all, count) = ([0; 64], rows.len());
        all[..count].copy_from_slice(rows);
        transpose(&mut all);
        rows.iter_mut().zip(all).for_each(|(row, column)| *row |= column);
        // The places of each group, and its name.
        let (mut groups, mut end) = ([(0u64, Name::default()); 64], 0);
        let mut left = u64::MAX >> (64 - count);
        while left != 0 {
            let row = rows[left.trailing_zeros() as usize];
            let same = ones(left).filter(|&place| rows[place] == row).fold(0, |same, place| same | 1 << place);
            left &= !same;
            if row != 0 {
                groups[end] = (same, name(ones(same).map(|place| atoms[place])));
                end += 1;
            }
        }
        for (k, &(places, own_name)) in groups[..end].iter().enumerate() {
            let row = rows[places.trailing_zeros() as usize];
            for &(others, other_name) in groups[..=k].iter().filter(|(others, _)| row & others != 0) {
                if places.count_ones() * others.count_ones() < LARGE {
                    for place in ones(places) {
                        let below = if others == places { others & (u64::MAX >> (63 - place)) } else { others };
                        ones(below).for_each(|other| self.list.push(in_order(atoms[place], atoms[other])));
                    }
                } else if self.listed.insert([own_name, other_name]) {
                    let list = |places: u64| {
                        let mut list = [0; 64];
                        let count = ones(places).zip(&mut list).map(|(place, input)| *input = atoms[place]).count();
                        list[..count].sort_unstable();
                        (list, count)
                    };
                    let ((first, m), (second, n)) = (list(places), list(others));
                    self.rectangle(&first[..m], if others == places { &[] } else { &second[..n] });
                }
            }
        }
        Ok(())
    }

    /// Those in one ascending list meet those in the other; without that, each other.
    pub(super) fn rectangle(&mut self, first: &[u32], second: &[u32]) {
        self.rectangles.extend([first.len() as u32, second.len() as u32]);
        self.rectangles.extend_from_slice(first);
        self.rectangles.extend_from_slice(second);
        self.count += of_rectangle(first.len(), second.len());
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
            let pattern = self.pattern()?;
            self.list.clear();
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
        self.list.len() + self.count
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
    pub(super) fn pattern(&self) -> Result<Pattern, Error> {
        let n = self.inputs;
        pattern::room(n, n, 2 * self.len())?;
        // How many entries each column has, then where the next one goes; at last, where its next column begins.
        let mut pointers = vec![0; n + 2];
        let counts = &mut pointers[2..];
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
        let mut rows = vec![0u32; next[n]];
        let mut put = |column: u32, list: &[u32]| {
            let next = &mut next[column as usize];
            rows[*next..*next + list.len()].copy_from_slice(list);
            *next += list.len();
        };
        for &(i, j) in &self.list {
            put(j, &[i]);
            if i != j {
                put(i, &[j]);
            }
        }
        for (first, second) in self.rectangles() {
            first.iter().for_each(|&i| put(i, second));
            if !core::ptr::eq(first, second) {
                second.iter().for_each(|&j| put(j, first));
            }
        }
        pointers.pop();
        let (mut begin, mut end) = (0, 0);
        for pointer in &mut pointers[1..] {
            let column = begin..*pointer;
            begin = *pointer;
            let count = in_order_once(&mut rows[column.clone()]);
            if end < column.start {
                rows.copy_within(column.start..column.start + count, end);
            }
            end += count;
            *pointer = end;
        }
        Ok(Pattern::of_columns(n, pointers, rows[..end].iter().map(|&row| row as usize).collect()))
    }
}

/// Sorts a list, and leaves each number once: how many there are.
fn in_order_once(list: &mut [u32]) -> usize {
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

/// The pairs of two lists that meet, or of one.
pub(super) fn of_rectangle(m: usize, n: usize) -> usize {
    if n == 0 { m * (m + 1) / 2 } else { m.saturating_mul(n) }
}
