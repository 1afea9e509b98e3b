//! Inputs of a window or a round that meet the same ones.

use super::trace::ones;

/// So few rows are completed one by one.
const FEW_ROWS: usize = 8;

/// Places that meet the same ones.
pub(super) struct Groups {
    /// The places of each group, and those that they meet.
    all: [(u64, u64); 64],
    count: usize,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups { all: [(0, 0); 64], count: 0 }
    }
}

impl Groups {
    /// All of them.
    pub(super) fn all(&self) -> &[(u64, u64)] {
        &self.all[..self.count]
    }

    /// Those of rows, which are completed: a pair may stand on one side of the diagonal.
    pub(super) fn of(rows: &mut [u64]) -> Groups {
        let count = rows.len();
        if count <= FEW_ROWS {
            for place in 0..count {
                ones(rows[place]).for_each(|other| rows[other] |= 1 << place);
            }
        } else {
            let mut all = [0; 64];
            all[..count].copy_from_slice(rows);
            transpose(&mut all);
            rows.iter_mut().zip(all).for_each(|(row, column)| *row |= column);
        }
        let mut groups = Groups::default();
        let mut left = if count == 0 { 0 } else { u64::MAX >> (64 - count) };
        while left != 0 {
            let row = rows[left.trailing_zeros() as usize];
            let same = ones(left).filter(|&place| rows[place] == row).fold(0, |same, place| same | 1 << place);
            left &= !same;
            if row != 0 {
                groups.all[groups.count] = (same, row);
                groups.count += 1;
            }
        }
        groups
    }
}

/// Groups of places whose inputs lie side by side in all rounds of a loop, and groups that these meet.
pub(super) struct Family {
    /// A place of each of the two.
    pub(super) places: [usize; 2],
    pub(super) groups: Vec<(u64, u64)>,
    /// How many pairs there are.
    pub(super) count: u32,
}

/// The families of a loop that reads these inputs, so many in each round.
pub(super) fn families(groups: &Groups, inputs: &[u32], width: usize) -> Vec<Family> {
    let groups = groups.all();
    // Of each place the first one that keeps its distance to it.
    let mut first_of = [0; 64];
    let mut left = groups.iter().fold(0, |all, (places, _)| all | places);
    let mut parts = Vec::new();
    while left != 0 {
        let place = left.trailing_zeros() as usize;
        let distance = |round: &[u32], other: usize| round[other].wrapping_sub(round[place]);
        let same = ones(left).filter(|&other| {
            let wanted = distance(inputs, other);
            inputs.chunks_exact(width).all(|round| distance(round, other) == wanted)
        });
        let same = same.fold(0, |same, other| same | 1 << other);
        ones(same).for_each(|other| first_of[other] = place);
        left &= !same;
        parts.extend(groups.iter().map(|&(places, row)| (places & same, row)).filter(|&(places, _)| places != 0));
    }
    let mut families: Vec<Family> = Vec::new();
    for (k, &(places, row)) in parts.iter().enumerate() {
        for &(others, _) in parts[..=k].iter().filter(|(others, _)| row & others != 0) {
            let of_group = |places: u64| first_of[places.trailing_zeros() as usize];
            let (a, b) = (of_group(places), of_group(others));
            let known = families.iter().position(|family| family.places == [a, b]);
            let place = known.unwrap_or_else(|| {
                families.push(Family { places: [a, b], groups: Vec::new(), count: 0 });
                families.len() - 1
            });
            // What one group meets, or what meets one, is one group.
            let groups = &mut families[place].groups;
            let known = groups.iter_mut().find(|(a, b)| a != b && places != others && (*a == places || *b == others));
            match known {
                Some((a, b)) => (*a, *b) = (*a | places, *b | others),
                None => groups.push((places, others)),
            }
            families[place].count += places.count_ones() * others.count_ones();
        }
    }
    families
}

/// The pairs of two groups of places that meet, or of one in itself.
pub(super) fn pairs_of(places: u64, others: u64) -> impl Iterator<Item = [usize; 2]> {
    ones(places).flat_map(move |place| {
        let below = if others == places { others & (u64::MAX >> (63 - place)) } else { others };
        ones(below).map(move |other| [place, other])
    })
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
