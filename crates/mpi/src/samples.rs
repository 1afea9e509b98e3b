//! Sums over samples that lie on several ranks, with the same bits for any number of ranks.
//!
//! The samples are cut into pieces, and the pieces added up by a tree of halves, that depend on the number of samples alone.
//! A rank has pieces in a row; a node of the tree belongs to the rank of its first piece, and a message goes where its
//! second half belongs to another one.

use crate::frame::{Kind, Way};
use crate::on::OWN_TAGS;
use crate::{Error, On, Ranks};
use core::ops::Range;
use wengert::{Real, Var};

/// How many pieces there are at least, where there are as many samples: so many ranks have work.
const PIECES: usize = 1 << 12;

/// So many samples at most are recorded together.
const TOGETHER: usize = 32;

impl Ranks {
    /// Which of so many samples this rank has in [`par_gradient`](Ranks::par_gradient) and [`par_sum`](Ranks::par_sum), and
    /// reads: all ranks have about as many.
    ///
    /// ```
    /// let shares = wengert_mpi::threads(3, |ranks| ranks.share(100));
    /// assert_eq!(shares, [0..33, 33..66, 66..100]);
    /// ```
    pub fn share(&self, samples: usize) -> Range<usize> {
        Tree::new(samples, self.size()).share(self.rank())
    }

    /// The sum of `f(sample, x)` over all samples of all ranks, and its gradient at `x`: the same on all ranks, to the bit
    /// for any number of ranks.
    ///
    /// `all` is how many samples there are; `own` are those of this rank's [`share`](Ranks::share) of them; `x` is the same
    /// on all ranks. Cost: at most 12 messages of the gradient after each other, and a broadcast.
    ///
    /// # Errors
    /// What went wrong between the ranks.
    ///
    /// # Panics
    /// If `own` is not as long as the share.
    ///
    /// ```
    /// use wengert::prelude::*;
    /// let data: Vec<(f64, f64)> = (0..1000).map(|i| (f64::from(i), f64::from(i * i % 7))).collect();
    /// let of = |size: usize| {
    ///     wengert_mpi::threads(size, |ranks| {
    ///         let own = &data[ranks.share(data.len())];
    ///         ranks.par_gradient(|&(t, y), p| (p[0] + p[1] * t - y).powi(2), data.len(), own, &[1.0, 0.1]).unwrap()
    ///     })
    /// };
    /// assert_eq!(of(1)[0], of(3)[2]);
    /// ```
    #[track_caller]
    pub fn par_gradient<T: Real, S>(
        &self,
        f: impl for<'t> Fn(&S, &[Var<'t, T>]) -> Var<'t, T>,
        all: usize,
        own: &[S],
        x: &[T],
    ) -> Result<(T, Vec<T>), Error> {
        let piece = |mut samples: &[S], g: &mut [T]| {
            let mut total = T::from(0.0);
            let mut part = vec![T::from(0.0); x.len()];
            while !samples.is_empty() {
                let (now, rest) = samples.split_at(samples.len().min(TOGETHER));
                let sum = wengert::value_and_gradient_into(
                    |x| {
                        let (first, others) = now.split_first().expect("a sample");
                        others.iter().fold(f(first, x), |sum, sample| sum + f(sample, x))
                    },
                    x,
                    &mut part,
                );
                total += sum;
                add(g, &part);
                samples = rest;
            }
            total
        };
        self.sum_of_pieces(all, own, x.len(), piece)
    }

    /// The sum of values over all samples of all ranks, and of gradients of `n` values, which `f` writes to memory that is
    /// zero: for functions that have their derivatives already, with `#[differentiable]`, as programs, or by hand.
    ///
    /// # Errors
    /// As [`par_gradient`](Ranks::par_gradient).
    ///
    /// # Panics
    /// As [`par_gradient`](Ranks::par_gradient).
    ///
    /// ```
    /// // The sum of k x^2 over the samples k = 0 .. 9 at x = 3, with its derivative by hand.
    /// let found = wengert_mpi::threads(2, |ranks| {
    ///     let own: Vec<f64> = ranks.share(10).map(|k| k as f64).collect();
    ///     let term = |k: &f64, gradient: &mut [f64]| {
    ///         gradient[0] = 6.0 * k;
    ///         9.0 * k
    ///     };
    ///     ranks.par_sum(term, 10, &own, 1)
    /// });
    /// for sum in found {
    ///     assert_eq!(sum?, (405.0, vec![270.0]));
    /// }
    /// # Ok::<(), wengert_mpi::Error>(())
    /// ```
    #[track_caller]
    pub fn par_sum<T: Real, S>(
        &self,
        f: impl Fn(&S, &mut [T]) -> T,
        all: usize,
        own: &[S],
        n: usize,
    ) -> Result<(T, Vec<T>), Error> {
        let piece = |samples: &[S], g: &mut [T]| {
            let mut total = T::from(0.0);
            let mut part = vec![T::from(0.0); n];
            for sample in samples {
                part.fill(T::from(0.0));
                total += f(sample, &mut part);
                add(g, &part);
            }
            total
        };
        self.sum_of_pieces(all, own, n, piece)
    }

    #[track_caller]
    fn sum_of_pieces<T: Real, S>(
        &self,
        all: usize,
        own: &[S],
        n: usize,
        piece: impl Fn(&[S], &mut [T]) -> T,
    ) -> Result<(T, Vec<T>), Error> {
        let tree = Tree::new(all, self.size());
        let share = tree.share(self.rank());
        assert!(own.len() == share.len(), "rank {} has {} samples, and its share is {share:?}", self.rank(), own.len());
        self.check()?;
        let tag = OWN_TAGS + self.together(Kind::Message, Way::PLAIN).tag;
        let world = self.on(T::from(0.0));
        let of_piece = |samples: Range<usize>| {
            let mut sum = vec![T::from(0.0); n + 1];
            let (g, value) = sum.split_at_mut(n);
            value[0] = piece(&own[samples.start - share.start..samples.end - share.start], g);
            sum
        };
        let sum = tree.sum(&world, tag, 0..all, n + 1, &of_piece);
        let sum = world.broadcast(tree.owner(0), &sum.unwrap_or_else(|| vec![T::from(0.0); n + 1]));
        self.check()?;
        Ok((sum[n], sum[..n].to_vec()))
    }
}

/// Samples in pieces, and whose they are.
struct Tree {
    most: usize,
    /// Where the share of each rank begins, and the end of all.
    starts: Vec<usize>,
}

impl Tree {
    fn new(samples: usize, size: usize) -> Self {
        let most = samples.div_ceil(PIECES).max(1);
        let mut pieces = Vec::new();
        cut(0..samples, most, &mut pieces);
        let piece = |rank: usize| rank * pieces.len() / size;
        let starts = (0..=size).map(|rank| pieces.get(piece(rank)).copied().unwrap_or(samples)).collect();
        Tree { most, starts }
    }

    fn share(&self, rank: usize) -> Range<usize> {
        self.starts[rank]..self.starts[rank + 1]
    }

    /// The rank of a sample.
    fn owner(&self, sample: usize) -> usize {
        self.starts.partition_point(|&start| start <= sample).clamp(1, self.starts.len() - 1) - 1
    }

    /// The sum of a node, at the rank of its first piece.
    fn sum<T: Real>(
        &self,
        world: &On<'_, T>,
        tag: u64,
        samples: Range<usize>,
        count: usize,
        piece: &impl Fn(Range<usize>) -> Vec<T>,
    ) -> Option<Vec<T>> {
        let rank = world.rank();
        let first = self.owner(samples.start);
        if rank < first || rank > self.owner(samples.end.saturating_sub(1)) {
            return None;
        }
        if samples.len() <= self.most {
            return Some(piece(samples));
        }
        let middle = samples.start + samples.len() / 2;
        let left = self.sum(world, tag, samples.start..middle, count, piece);
        let right = self.sum(world, tag, middle..samples.end, count, piece);
        let second = self.owner(middle);
        let right = match right {
            Some(right) if first != second => {
                world.send_parts(tag, [(first, count)].into(), &right);
                None
            }
            None if rank == first && first != second => Some(world.receive_parts(tag, [(second, count)].into())),
            right => right,
        };
        let mut sum = left?;
        if let Some(right) = right {
            add(&mut sum, &right);
        }
        Some(sum)
    }
}

/// Where pieces of at most so many samples begin, by halves; as deep as their number has digits.
fn cut(samples: Range<usize>, most: usize, starts: &mut Vec<usize>) {
    if samples.len() <= most {
        starts.push(samples.start);
        return;
    }
    let middle = samples.start + samples.len() / 2;
    cut(samples.start..middle, most, starts);
    cut(middle..samples.end, most, starts);
}

fn add<T: Real>(g: &mut [T], h: &[T]) {
    for (g, &h) in g.iter_mut().zip(h) {
        *g += h;
    }
}
