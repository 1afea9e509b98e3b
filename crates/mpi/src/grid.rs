//! A grid in blocks, one on each rank, with halos from its neighbours.

use crate::on::Pending;
use crate::{On, Ranks};
use core::ops::Range;
use wengert::extend::Number;

/// Messages of halos have tags from here on, two for each axis: above those of other operations.
const TAGS: u64 = 1 << 62;

/// A grid of any number of axes in blocks, one on each rank, the last axis in a row in memory.
///
/// ```
/// use wengert_mpi::{Grid, threads};
/// // 4 x 6 points on 4 ranks, in blocks of 2 x 3: each with one layer of what lies around it, and 0 beyond the edge.
/// let blocks = threads(4, |ranks| {
///     let grid = Grid::new(&ranks, &[4, 6]);
///     let own: Vec<f64> = grid.points().map(|at| (10 * at[0] + at[1]) as f64).collect();
///     (grid.shape().to_vec(), grid.with_halos(&ranks.on(0.0), &own, 1, 0.0))
/// });
/// let (shape, block) = &blocks[3];
/// assert_eq!(shape, &[2, 3]);
/// assert_eq!(block[..5], [12.0, 13.0, 14.0, 15.0, 0.0]);
/// assert_eq!(block[5..10], [22.0, 23.0, 24.0, 25.0, 0.0]);
/// ```
///
/// A ring, of which the ends are neighbours:
///
/// ```
/// use wengert_mpi::{Grid, threads};
/// let blocks = threads(3, |ranks| {
///     let ring = Grid::with_blocks(&ranks, &[6], &[3]).periodic(&[true]);
///     let own: Vec<f64> = ring.range(0).map(|i| i as f64).collect();
///     ring.with_halos(&ranks.on(0.0), &own, 1, f64::NAN)
/// });
/// assert_eq!(blocks[0], [5.0, 0.0, 1.0, 2.0]);
/// assert_eq!(blocks[2], [3.0, 4.0, 5.0, 0.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    /// Points along each axis, and blocks.
    points: Vec<usize>,
    blocks: Vec<usize>,
    periodic: Vec<bool>,
    /// Which block this rank has, along each axis.
    place: Vec<usize>,
    shape: Vec<usize>,
}

impl Grid {
    /// A grid of so many points along each axis, cut into as many blocks as there are ranks, where edges are short.
    ///
    /// # Panics
    /// If the grid has no axis, or there are more ranks than can have a block with points in it.
    #[track_caller]
    pub fn new(ranks: &Ranks, points: &[usize]) -> Self {
        let mut blocks = vec![1; points.len()];
        let mut factors = prime_factors(ranks.size());
        // The largest first, each along the axis whose blocks are longest.
        while let Some(factor) = factors.pop() {
            let room = |axis: &usize| points[*axis] / blocks[*axis] >= factor;
            let longest =
                (0..points.len()).filter(room).max_by_key(|&axis| (points[axis] / blocks[axis], usize::MAX - axis));
            match longest {
                Some(axis) => blocks[axis] *= factor,
                None => {
                    panic!("a grid of {points:?} points cannot be cut into {} blocks: take fewer ranks", ranks.size())
                }
            }
        }
        Grid::with_blocks(ranks, points, &blocks)
    }

    /// As [`new`](Grid::new), with so many blocks along each axis.
    ///
    /// # Panics
    /// If there are not as many blocks as ranks, or more along an axis than points.
    #[track_caller]
    pub fn with_blocks(ranks: &Ranks, points: &[usize], blocks: &[usize]) -> Self {
        assert!(!points.is_empty(), "a grid has at least one axis");
        assert!(points.len() == blocks.len(), "blocks along {} axes of a grid with {}", blocks.len(), points.len());
        let all: usize = blocks.iter().product();
        assert!(all == ranks.size(), "{blocks:?} are {all} blocks, and there are {} ranks", ranks.size());
        let fits = points.iter().zip(blocks).all(|(points, blocks)| blocks <= points);
        assert!(fits, "{blocks:?} blocks of a grid of {points:?} points: some would be empty");
        let mut rest = ranks.rank();
        let mut place = vec![0; blocks.len()];
        for axis in (0..blocks.len()).rev() {
            (rest, place[axis]) = (rest / blocks[axis], rest % blocks[axis]);
        }
        let mut grid = Grid {
            points: points.to_vec(),
            blocks: blocks.to_vec(),
            periodic: vec![false; points.len()],
            place,
            shape: Vec::new(),
        };
        grid.shape = (0..points.len()).map(|axis| grid.range(axis).len()).collect();
        grid
    }

    /// Along which axes the last points are neighbours of the first.
    ///
    /// # Panics
    /// If that is not said of every axis.
    #[must_use]
    #[track_caller]
    pub fn periodic(mut self, axes: &[bool]) -> Self {
        assert!(axes.len() == self.points.len(), "{} axes of {}", axes.len(), self.points.len());
        self.periodic = axes.to_vec();
        self
    }

    /// The points of this rank's block along each axis.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Which points of an axis this rank's block has.
    ///
    /// # Panics
    /// If there is no such axis.
    pub fn range(&self, axis: usize) -> Range<usize> {
        let (points, blocks, place) = (self.points[axis], self.blocks[axis], self.place[axis]);
        let start = |place: usize| (place as u128 * points as u128 / blocks as u128) as usize;
        start(place)..start(place + 1)
    }

    /// The points of this rank's block in the order in which they lie in memory.
    pub fn points(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        (0..self.shape.iter().product()).map(|mut index: usize| {
            let mut at = vec![0; self.shape.len()];
            for axis in (0..at.len()).rev() {
                at[axis] = self.range(axis).start + index % self.shape[axis];
                index /= self.shape[axis];
            }
            at
        })
    }

    /// This rank's block with so many layers of what lies around it, corners included, from its neighbours; beyond an edge
    /// that is not periodic lies `beyond`. On the way back the layers' adjoints go to the points they are of.
    ///
    /// Cost: two messages for each axis, one axis after the other.
    ///
    /// # Panics
    /// If `own` is not the block, or some block has fewer points along an axis than there are layers.
    #[track_caller]
    pub fn with_halos<T: Number>(&self, world: &On<'_, T>, own: &[T], layers: usize, beyond: T) -> Vec<T> {
        let count: usize = self.shape.iter().product();
        assert!(own.len() == count, "{} numbers for a block of {:?}", own.len(), self.shape);
        for (axis, (points, blocks)) in self.points.iter().zip(&self.blocks).enumerate() {
            let least = points / blocks;
            assert!(
                layers <= least,
                "{layers} layers of blocks with {least} points along axis {axis}: take fewer ranks"
            );
        }
        let mut shape = self.shape.clone();
        let mut block = own.to_vec();
        for axis in 0..shape.len() {
            block = self.widened(world, &block, &shape, axis, layers, beyond);
            shape[axis] += 2 * layers;
        }
        block
    }

    /// A block with layers at both ends of an axis.
    fn widened<T: Number>(
        &self,
        world: &On<'_, T>,
        block: &[T],
        shape: &[usize],
        axis: usize,
        layers: usize,
        beyond: T,
    ) -> Vec<T> {
        let inner: usize = shape[axis + 1..].iter().product();
        let (row, end) = (shape[axis] * inner, layers * inner);
        let rows = || block.chunks(row.max(1));
        let low: Vec<T> = rows().flat_map(|row| row[..end].iter().copied()).collect();
        let high: Vec<T> = rows().flat_map(|row| row[row.len() - end..].iter().copied()).collect();
        let (below, above) = (self.neighbour(axis, -1), self.neighbour(axis, 1));
        let (down, up) = (TAGS + 2 * axis as u64, TAGS + 2 * axis as u64 + 1);
        let from_below = below.map(|rank| Pending::new(up, [(rank, low.len())].into()));
        let from_above = above.map(|rank| Pending::new(down, [(rank, high.len())].into()));
        if let Some(rank) = below {
            world.send_parts(down, [(rank, low.len())].into(), &low);
        }
        if let Some(rank) = above {
            world.send_parts(up, [(rank, high.len())].into(), &high);
        }
        let outside = || vec![beyond; low.len()];
        let from_below = from_below.map_or_else(outside, |pending| world.wait(pending));
        let from_above = from_above.map_or_else(outside, |pending| world.wait(pending));
        let mut wide = Vec::with_capacity(block.len() + 2 * low.len());
        for (k, row) in rows().enumerate() {
            let layer = k * end..(k + 1) * end;
            wide.extend_from_slice(&from_below[layer.clone()]);
            wide.extend_from_slice(row);
            wide.extend_from_slice(&from_above[layer]);
        }
        wide
    }

    /// The rank of the next block along an axis; none beyond an edge.
    fn neighbour(&self, axis: usize, step: isize) -> Option<usize> {
        let blocks = self.blocks[axis];
        let next = match (self.place[axis].checked_add_signed(step).filter(|&next| next < blocks), self.periodic[axis])
        {
            (Some(next), _) => next,
            (None, true) => (self.place[axis] + blocks).wrapping_add_signed(step) % blocks,
            (None, false) => return None,
        };
        let place = self.place.iter().enumerate().map(|(other, &place)| if other == axis { next } else { place });
        Some(place.zip(&self.blocks).fold(0, |rank, (place, blocks)| rank * blocks + place))
    }
}

/// The prime factors of a number, ascending.
fn prime_factors(mut n: usize) -> Vec<usize> {
    let mut factors = Vec::new();
    let mut p = 2;
    while p * p <= n {
        while n.is_multiple_of(p) {
            factors.push(p);
            n /= p;
        }
        p += 1;
    }
    if n > 1 {
        factors.push(n);
    }
    factors
}
