//! Operations of all ranks on plain numbers, along trees whose shape depends on the number of ranks alone.
//!
//! A library's own reduction may add up in any order. These are made of messages, so that every carrier gives the same
//! bits: partial results go along the binomial tree with rank 0 at its root, in ceil(log2 P) rounds (Thakur, Rabenseifner
//! and Gropp, *Optimization of Collective Communication Operations in MPICH*, 2005, section 4).

use crate::frame::{Header, Kind, Way};
use crate::{Error, Ranks};

/// Combines the numbers of all ranks, element by element; the result is that of rank 0, and nothing elsewhere.
fn reduce(ranks: &Ranks, header: Header, x: &[f64], combine: fn(f64, f64) -> f64) -> Result<Vec<f64>, Error> {
    let (rank, size) = (ranks.rank(), ranks.size());
    let mut sum = x.to_vec();
    let mut step = 1;
    while step < size {
        if rank & step != 0 {
            ranks.post(rank - step, header, &sum)?;
            return Ok(Vec::new());
        }
        if rank + step < size {
            let other = ranks.take(rank + step, header, header.way.count(x))?;
            sum.iter_mut().zip(other).for_each(|(a, b)| *a = combine(*a, b));
        }
        step *= 2;
    }
    Ok(sum)
}

/// Hands the numbers of one rank to all.
fn spread(ranks: &Ranks, header: Header, root: usize, x: Vec<f64>, count: usize) -> Result<Vec<f64>, Error> {
    let size = ranks.size();
    let from_root = (ranks.rank() + size - root) % size;
    let real = |place: usize| (place + root) % size;
    // The lowest bit says from whom it comes; below it lie those whom it goes on to.
    let mut step = 1;
    while step < size && from_root & step == 0 {
        step *= 2;
    }
    let x = if from_root == 0 { x } else { ranks.take(real(from_root - step), header, count)? };
    while step > 1 {
        step /= 2;
        if from_root + step < size {
            ranks.post(real(from_root + step), header, &x)?;
        }
    }
    Ok(x)
}

/// The sum over all ranks, for all of them.
pub(crate) fn all_sum(ranks: &Ranks, way: Way, x: &[f64]) -> Result<Vec<f64>, Error> {
    let header = ranks.together(Kind::Sum, way);
    let sum = reduce(ranks, header, x, |a, b| a + b)?;
    spread(ranks, header, 0, sum, way.count(x))
}

/// The greatest of all ranks, for all of them; numbers win over NaN.
pub(crate) fn all_max(ranks: &Ranks, x: &[f64]) -> Result<Vec<f64>, Error> {
    let header = ranks.together(Kind::Max, Way::PLAIN);
    let most = reduce(ranks, header, x, f64::max)?;
    spread(ranks, header, 0, most, x.len())
}

/// The sum over all ranks, for one of them; nothing elsewhere. The bits do not depend on which one it is.
pub(crate) fn sum(ranks: &Ranks, way: Way, root: usize, x: &[f64]) -> Result<Vec<f64>, Error> {
    let header = ranks.together(Kind::Sum, way);
    let sum = reduce(ranks, header, x, |a, b| a + b)?;
    match (ranks.rank(), root) {
        (0, 0) => Ok(sum),
        (0, root) => ranks.post(root, header, &sum).map(|()| Vec::new()),
        (rank, root) if rank == root => ranks.take(0, header, way.count(x)),
        _ => Ok(Vec::new()),
    }
}

/// The numbers of one rank, for all of them, who know how many there are.
pub(crate) fn broadcast(ranks: &Ranks, way: Way, root: usize, x: &[f64], count: usize) -> Result<Vec<f64>, Error> {
    let header = ranks.together(Kind::Broadcast, way);
    spread(ranks, header, root, x.to_vec(), count)
}

/// The numbers of all ranks in their order, for one of them; nothing elsewhere. All know how many each has.
pub(crate) fn gather(ranks: &Ranks, way: Way, root: usize, x: &[f64], counts: &[usize]) -> Result<Vec<f64>, Error> {
    let header = ranks.together(Kind::Parts, way);
    let tree = Places::new(ranks, root, counts);
    let mut all = x.to_vec();
    let mut step = 1;
    while step < tree.size {
        if tree.place & step != 0 {
            ranks.post(tree.rank(tree.place - step), header, &all)?;
            return Ok(Vec::new());
        }
        if tree.place + step < tree.size {
            let count = tree.count(tree.place + step, step);
            all.extend(ranks.take(tree.rank(tree.place + step), header, count)?);
        }
        step *= 2;
    }
    all.rotate_right(way.of(tree.before_zero()));
    Ok(all)
}

/// Hands each rank its part of the numbers of one.
pub(crate) fn scatter(ranks: &Ranks, way: Way, root: usize, x: &[f64], counts: &[usize]) -> Result<Vec<f64>, Error> {
    let header = ranks.together(Kind::Parts, way);
    let tree = Places::new(ranks, root, counts);
    let mut step = 1;
    while step < tree.size && tree.place & step == 0 {
        step *= 2;
    }
    let mut own = if tree.place == 0 {
        let mut all = x.to_vec();
        all.rotate_left(way.of(tree.before_zero()));
        all
    } else {
        ranks.take(tree.rank(tree.place - step), header, tree.count(tree.place, step))?
    };
    while step > 1 {
        step /= 2;
        if tree.place + step < tree.size {
            let rest = own.split_off(way.of(tree.count(tree.place, step)));
            ranks.post(tree.rank(tree.place + step), header, &rest)?;
        }
    }
    Ok(own)
}

/// Ranks in the order of a tree whose root is place 0.
struct Places<'c> {
    place: usize,
    root: usize,
    size: usize,
    counts: &'c [usize],
}

impl<'c> Places<'c> {
    fn new(ranks: &Ranks, root: usize, counts: &'c [usize]) -> Self {
        let size = ranks.size();
        Places { place: (ranks.rank() + size - root) % size, root, size, counts }
    }

    fn rank(&self, place: usize) -> usize {
        (place + self.root) % self.size
    }

    /// How many numbers the ranks from a place on have, so many of them as there are.
    fn count(&self, place: usize, places: usize) -> usize {
        (place..self.size.min(place + places)).map(|place| self.counts[self.rank(place)]).sum()
    }

    /// How many numbers the ranks before the root have.
    fn before_zero(&self) -> usize {
        self.counts[..self.root].iter().sum()
    }
}
