//! Operations of all ranks on any number.

use crate::frame::{Kind, Way};
use crate::map::Map;
use crate::rule::Exchange;
use crate::{Error, Ranks, tree};
use std::sync::Arc;
use wengert::extend::{Number, Scalar};

/// Marks of messages from here on are the crate's own.
pub(crate) const OWN_TAGS: u64 = 1 << 32;

/// The operations of the ranks on one kind of number, made by [`Ranks::on`].
///
/// Every operation is one record on a tape. Where it fails, its results are NaN, and [`Ranks::check`] says why.
///
/// Lists of one length on all ranks, here one number, 1 to 3:
///
/// ```
/// let all = wengert_mpi::threads(3, |ranks| {
///     let (world, own) = (ranks.on(0.0), [1.0 + ranks.rank() as f64]);
///     assert_eq!(world.ranks().size(), 3);
///     let reduced = [world.all_reduce_sum(&own), world.all_reduce_product(&own)].concat();
///     let ends = [world.all_reduce_min(&own), world.all_reduce_max(&own)].concat();
///     world.barrier();
///     (reduced, ends, world.broadcast(1, &own), world.all_gather(&own))
/// });
/// for found in all {
///     assert_eq!(found, (vec![6.0, 6.0], vec![1.0, 3.0], vec![2.0], vec![1.0, 2.0, 3.0]));
/// }
/// ```
///
/// From one rank and to one, and from each to each; and the same with parts of several lengths:
///
/// ```
/// let found = wengert_mpi::threads(3, |ranks| {
///     let (world, rank) = (ranks.on(0.0), ranks.rank());
///     let dealt = world.scatter(0, &[10.0, 20.0, 30.0], 1);
///     let (sum, list) = (world.reduce_sum(0, &dealt), world.gather(0, &dealt));
///     // Rank r has r numbers.
///     let counts = [0, 1, 2];
///     let part = world.scatter_parts(0, &[5.0, 6.0, 7.0], &counts);
///     assert_eq!(world.all_gather_parts(&part, &counts), [5.0, 6.0, 7.0]);
///     assert_eq!(world.gather_parts(2, &part, &counts).len(), if rank == 2 { 3 } else { 0 });
///     // The k-th number of each rank goes to rank k.
///     let turned = world.all_to_all(&[0.0, 1.0, 2.0].map(|k| 10.0 * rank as f64 + k));
///     assert_eq!(world.all_to_all_parts(&turned, &[1; 3], &[1; 3])[0], 10.0 * rank as f64);
///     (sum, list, turned)
/// });
/// assert_eq!(found[0], (vec![60.0], vec![10.0, 20.0, 30.0], vec![0.0, 10.0, 20.0]));
/// assert_eq!(found[1], (vec![], vec![], vec![1.0, 11.0, 21.0]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct On<'r, T> {
    ranks: &'r Ranks,
    anchor: T,
}

/// A message that is on its way here: see [`On::start_receive`].
///
/// ```
/// let received = wengert_mpi::threads(2, |ranks| {
///     let (world, other) = (ranks.on(0.0), 1 - ranks.rank());
///     let pending = world.start_receive(0, &[(other, 2)]);
///     world.start_sends(0, &[(other, &[ranks.rank() as f64; 2])]);
///     world.wait(pending)
/// });
/// assert_eq!(received, [[1.0; 2], [0.0; 2]]);
/// ```
#[derive(Debug)]
#[must_use = "a message that nobody waits for is not received"]
pub struct Pending {
    tag: u64,
    parts: Arc<[(usize, usize)]>,
}

/// A message that has come and is not taken yet: see [`On::probe`].
///
/// ```
/// use wengert_mpi::Envelope;
/// let found = wengert_mpi::threads(2, |ranks| {
///     let world = ranks.on(0.0);
///     if ranks.rank() == 1 {
///         world.send(0, 9, &[1.0, 2.0, 3.0]);
///         return None;
///     }
///     let next = world.probe(None, None).ok()?;
///     world.receive(next.from, next.tag, next.count);
///     Some(next)
/// });
/// assert_eq!(found[0], Some(Envelope { from: 1, tag: 9, count: 3 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The rank that has sent it.
    pub from: usize,
    /// Its tag.
    pub tag: u32,
    /// How many numbers there are.
    pub count: usize,
}

impl Pending {
    pub(crate) fn new(tag: u64, parts: Arc<[(usize, usize)]>) -> Self {
        Pending { tag, parts }
    }
}

impl<'r, T: Number> On<'r, T> {
    pub(crate) fn new(ranks: &'r Ranks, anchor: T) -> Self {
        On { ranks, anchor }
    }

    /// The ranks that these are the operations of.
    pub fn ranks(&self) -> &'r Ranks {
        self.ranks
    }

    /// Which rank this is, from 0.
    pub fn rank(&self) -> usize {
        self.ranks.rank()
    }

    /// How many ranks there are.
    pub fn size(&self) -> usize {
        self.ranks.size()
    }

    /// Applies a map to a list of as many numbers as it takes from this rank.
    pub(crate) fn apply(&self, map: Map, x: &[T]) -> Vec<T> {
        let outputs = map.outputs(self.rank());
        let rule = Exchange { ranks: self.ranks.clone(), map, way: Way::PLAIN };
        match T::apply_array(&rule, &[x, &[self.anchor]]) {
            Ok(mut found) => {
                found.truncate(outputs);
                found
            }
            Err(error) => {
                self.ranks.fail(error);
                vec![number(f64::NAN); outputs]
            }
        }
    }

    /// Sends numbers to another rank, which [receives](On::receive) as many with the same tag, and does not wait for it.
    /// On the way back their adjoints are received from there.
    ///
    /// # Panics
    /// If there is no such rank.
    ///
    /// ```
    /// // The product of a number on rank 0 and one on rank 1.
    /// let slopes = wengert_mpi::threads(2, |ranks| {
    ///     let own = [[2.0, 5.0][ranks.rank()]];
    ///     ranks.value_and_gradient(&own, |world, x| match world.rank() {
    ///         0 => {
    ///             world.send(1, 7, x);
    ///             0.0.into()
    ///         }
    ///         _ => x[0] * world.receive(0, 7, 1)[0],
    ///     })
    /// });
    /// assert_eq!(slopes.into_iter().map(|g| g.unwrap().1[0]).collect::<Vec<_>>(), [5.0, 2.0]);
    /// ```
    #[track_caller]
    pub fn send(&self, to: usize, tag: u32, x: &[T]) {
        self.start_sends(tag, &[(to, x)]);
    }

    /// Receives so many numbers that another rank [sends](On::send) with this tag. Of one rank and tag, messages come in
    /// the order in which they were sent.
    ///
    /// # Panics
    /// If there is no such rank.
    #[track_caller]
    pub fn receive(&self, from: usize, tag: u32, count: usize) -> Vec<T> {
        let pending = self.start_receive(tag, &[(from, count)]);
        self.wait(pending)
    }

    /// Sends lists to several ranks, in this order, without waiting. The way back waits here, for all their adjoints.
    ///
    /// # Panics
    /// If there is no such rank.
    #[track_caller]
    pub fn start_sends(&self, tag: u32, parts: &[(usize, &[T])]) {
        parts.iter().for_each(|&(to, _)| self.there_is(to));
        let all: Vec<T> = parts.iter().flat_map(|(_, x)| x.iter().copied()).collect();
        self.send_parts(u64::from(tag), parts.iter().map(|(to, x)| (*to, x.len())).collect(), &all);
    }

    /// Says that so many numbers will come from each of several ranks; [`wait`](On::wait) takes them, and what stands
    /// between overlaps with their way. On the way back, adjoints are sent where the wait stands, without waiting.
    ///
    /// ```
    /// let sums = wengert_mpi::threads(3, |ranks| {
    ///     let world = ranks.on(0.0);
    ///     let next = (ranks.rank() + 1) % 3;
    ///     let from = world.start_receive(0, &[((ranks.rank() + 2) % 3, 1)]);
    ///     world.start_sends(0, &[(next, &[ranks.rank() as f64])]);
    ///     let meanwhile = 10.0;
    ///     meanwhile + world.wait(from)[0]
    /// });
    /// assert_eq!(sums, [12.0, 10.0, 11.0]);
    /// ```
    ///
    /// # Panics
    /// If there is no such rank.
    #[track_caller]
    pub fn start_receive(&self, tag: u32, parts: &[(usize, usize)]) -> Pending {
        parts.iter().for_each(|&(from, _)| self.there_is(from));
        Pending::new(u64::from(tag), parts.into())
    }

    /// Waits for what was to come, and gives it in the order of the ranks that were named.
    pub fn wait(&self, pending: Pending) -> Vec<T> {
        self.receive_parts(pending.tag, pending.parts)
    }

    /// Waits until a message has come, from this rank or from any, with this tag or with any, and says whose it is:
    /// [`receive`](On::receive) takes it. Nothing is recorded.
    ///
    /// Of several that are there, which comes first depends on the moment; so may the bits of what is made of them.
    ///
    /// ```
    /// // Rank 0 takes lists of any length from all others, in the order in which they come.
    /// let sums = wengert_mpi::threads(4, |ranks| {
    ///     let (x, rank) = ([1.0, 2.0, 3.0], ranks.rank());
    ///     ranks.value_and_gradient(&x, |world, x| {
    ///         if rank > 0 {
    ///             world.send(0, 10 + rank as u32, &x[..rank]);
    ///             return 0.0.into();
    ///         }
    ///         let mut sum = x[0];
    ///         for _ in 1..world.size() {
    ///             let Ok(next) = world.probe(None, None) else { break };
    ///             assert_eq!(next.tag as usize, 10 + next.from);
    ///             world.receive(next.from, next.tag, next.count).into_iter().for_each(|y| sum += y);
    ///         }
    ///         sum * sum
    ///     })
    /// });
    /// let sums: Result<Vec<_>, _> = sums.into_iter().collect();
    /// // 1 + 1 + (1 + 2) + (1 + 2 + 3) = 11.
    /// assert_eq!(sums?[2], (121.0, vec![22.0, 22.0, 0.0]));
    /// # Ok::<(), wengert_mpi::Error>(())
    /// ```
    ///
    /// # Errors
    /// What went wrong between the ranks; that all ranks that may send have ended.
    ///
    /// # Panics
    /// If there is no such rank.
    #[track_caller]
    pub fn probe(&self, from: Option<usize>, tag: Option<u32>) -> Result<Envelope, Error> {
        from.into_iter().for_each(|from| self.there_is(from));
        self.ranks.probe(from, tag)
    }

    /// Receives so many numbers with this tag from whichever rank's come first, and says which that is. On the way back
    /// their adjoints go to it.
    ///
    /// As with [`probe`](On::probe), bits may depend on the order; where states are computed again, as in a chain, so may
    /// what is computed, unless that does not matter to it. On an error the numbers are NaN, and from this rank.
    ///
    /// ```
    /// let sums = wengert_mpi::threads(3, |ranks| {
    ///     let (world, rank) = (ranks.on(0.0), ranks.rank());
    ///     if rank > 0 {
    ///         world.send(0, 0, &[10.0 * rank as f64]);
    ///         return 0.0;
    ///     }
    ///     // Two messages, in the order in which they come.
    ///     (0..2).map(|_| world.receive_any(0, 1)).map(|(from, x)| from as f64 + x[0]).sum()
    /// });
    /// assert_eq!(sums[0], 33.0);
    /// ```
    pub fn receive_any(&self, tag: u32, count: usize) -> (usize, Vec<T>) {
        match self.ranks.probe(None, Some(tag)) {
            Ok(Envelope { from, .. }) => (from, self.receive_parts(u64::from(tag), [(from, count)].into())),
            Err(_) => (self.rank(), vec![number(f64::NAN); count]),
        }
    }

    pub(crate) fn send_parts(&self, tag: u64, parts: Arc<[(usize, usize)]>, all: &[T]) {
        self.apply(Map::Send { tag, parts }, all);
    }

    pub(crate) fn receive_parts(&self, tag: u64, parts: Arc<[(usize, usize)]>) -> Vec<T> {
        self.apply(Map::Receive { tag, parts }, &[])
    }

    /// The sum over all ranks, element by element, for all of them: lists of one length. Its way back is the same sum of
    /// the adjoints.
    ///
    /// The sum is made along a tree that depends on the number of ranks alone. Cost: 2 ceil(log2 P) messages after each
    /// other, of the whole list.
    pub fn all_reduce_sum(&self, x: &[T]) -> Vec<T> {
        self.apply(Map::AllSum { count: x.len() }, x)
    }

    /// The sum over all ranks for one of them; the others get nothing. Its way back is a broadcast. The bits are those of
    /// [`all_reduce_sum`](On::all_reduce_sum).
    ///
    /// # Panics
    /// If there is no such rank.
    #[track_caller]
    pub fn reduce_sum(&self, root: usize, x: &[T]) -> Vec<T> {
        self.there_is(root);
        self.apply(Map::Sum { root, count: x.len() }, x)
    }

    /// The numbers of one rank, for all of them; of the lists on the others the length alone counts. Its way back is the
    /// sum of the adjoints.
    ///
    /// # Panics
    /// If there is no such rank.
    #[track_caller]
    pub fn broadcast(&self, root: usize, x: &[T]) -> Vec<T> {
        self.there_is(root);
        let given = if self.rank() == root { x } else { &[] };
        self.apply(Map::Broadcast { root, count: x.len() }, given)
    }

    /// Numbers that are the same on all ranks, as one set of variables: as they are, without a message. On the way back
    /// every rank gets the sum of the adjoints, which is the gradient of what the ranks return together.
    ///
    /// ```
    /// let slopes = wengert_mpi::threads(2, |ranks| {
    ///     ranks.value_and_gradient(&[3.0], |world, x| {
    ///         let x = world.shared(x);
    ///         if world.rank() == 0 { x[0] * x[0] } else { 10.0 * x[0] }
    ///     })
    /// });
    /// for slope in slopes {
    ///     assert_eq!(slope.unwrap(), (39.0, vec![16.0]));
    /// }
    /// ```
    pub fn shared(&self, x: &[T]) -> Vec<T> {
        self.apply(Map::Shared { count: x.len() }, x)
    }

    /// A part of the numbers of one rank for each, all of one length; `x` counts on that rank alone, which has `count`
    /// numbers for each. Its way back gathers.
    ///
    /// # Panics
    /// If there is no such rank, or it has another number of numbers.
    #[track_caller]
    pub fn scatter(&self, root: usize, x: &[T], count: usize) -> Vec<T> {
        self.scatter_parts(root, x, &vec![count; self.size()])
    }

    /// As [`scatter`](On::scatter), with the number of numbers for each rank, which all know.
    ///
    /// # Panics
    /// As [`scatter`](On::scatter), and if there are not as many parts as ranks.
    #[track_caller]
    pub fn scatter_parts(&self, root: usize, x: &[T], counts: &[usize]) -> Vec<T> {
        self.there_is(root);
        self.for_each_rank(counts.len());
        let given = if self.rank() == root { x } else { &[] };
        let all: usize = counts.iter().sum();
        assert!(
            self.rank() != root || x.len() == all,
            "{} numbers to be scattered in parts of {all} together",
            x.len()
        );
        self.apply(Map::Scatter { root, counts: counts.into() }, given)
    }

    /// The numbers of all ranks in their order, for one of them, with lists of one length; the others get nothing. Its way
    /// back scatters.
    ///
    /// # Panics
    /// If there is no such rank.
    #[track_caller]
    pub fn gather(&self, root: usize, x: &[T]) -> Vec<T> {
        self.gather_parts(root, x, &vec![x.len(); self.size()])
    }

    /// As [`gather`](On::gather), with the number of numbers of each rank, which all know.
    ///
    /// # Panics
    /// As [`gather`](On::gather), and if there are not as many parts as ranks, or this one's is of another length.
    #[track_caller]
    pub fn gather_parts(&self, root: usize, x: &[T], counts: &[usize]) -> Vec<T> {
        self.there_is(root);
        self.own_part(x.len(), counts);
        self.apply(Map::Gather { root, counts: counts.into() }, x)
    }

    /// The numbers of all ranks in their order, for all of them, with lists of one length. Its way back gives each rank
    /// the sum of the adjoints of its numbers.
    ///
    /// Cost: a gathering and a broadcast.
    pub fn all_gather(&self, x: &[T]) -> Vec<T> {
        self.all_gather_parts(x, &vec![x.len(); self.size()])
    }

    /// As [`all_gather`](On::all_gather), with the number of numbers of each rank, which all know.
    ///
    /// # Panics
    /// If there are not as many parts as ranks, or this one's is of another length.
    #[track_caller]
    pub fn all_gather_parts(&self, x: &[T], counts: &[usize]) -> Vec<T> {
        self.own_part(x.len(), counts);
        let mut all = self.apply(Map::Gather { root: 0, counts: counts.into() }, x);
        all.resize(counts.iter().sum(), number(0.0));
        self.broadcast(0, &all)
    }

    /// The k-th block of the numbers of every rank, for rank k: in the order of the ranks that they are from. Its way back
    /// is the same.
    ///
    /// # Panics
    /// If the numbers are not as many blocks as there are ranks.
    #[track_caller]
    pub fn all_to_all(&self, x: &[T]) -> Vec<T> {
        let (size, count) = (self.size(), x.len() / self.size());
        assert!(count * size == x.len(), "{} numbers are not as many blocks as {size} ranks", x.len());
        let counts = vec![count; size];
        self.all_to_all_parts(x, &counts, &counts)
    }

    /// As [`all_to_all`](On::all_to_all), with the number of numbers for each rank, and of those from each.
    ///
    /// # Panics
    /// If there are not as many parts as ranks, if the numbers are not as many as the parts want, or if what stays here is
    /// not what is kept.
    #[track_caller]
    pub fn all_to_all_parts(&self, x: &[T], to: &[usize], from: &[usize]) -> Vec<T> {
        self.for_each_rank(to.len());
        self.for_each_rank(from.len());
        let own = self.rank();
        assert!(to[own] == from[own], "{} numbers stay on rank {own}, which keeps {}", to[own], from[own]);
        let all: usize = to.iter().sum();
        assert!(x.len() == all, "{} numbers to be sent in parts of {all} together", x.len());
        let others = |counts: &[usize]| -> Arc<[(usize, usize)]> {
            // Each begins with its neighbour, so that no rank is sent to by all at once.
            let size = counts.len();
            (1..size).map(|k| (own + k) % size).map(|rank| (rank, counts[rank])).collect()
        };
        let tag = self.own_tag();
        let starts: Vec<usize> = to.iter().scan(0, |end, &count| Some(core::mem::replace(end, *end + count))).collect();
        let part = |rank: usize| &x[starts[rank]..][..to[rank]];
        let sent = others(to);
        let given: Vec<T> = sent.iter().flat_map(|&(rank, _)| part(rank).iter().copied()).collect();
        self.send_parts(tag, sent, &given);
        let parts = others(from);
        let received = self.receive_parts(tag, parts.clone());
        let mut by_rank = vec![part(own); self.size()];
        let mut rest = received.as_slice();
        for &(rank, count) in parts.iter() {
            (by_rank[rank], rest) = rest.split_at(count);
        }
        by_rank.concat()
    }

    /// The product over all ranks, element by element, for all of them.
    ///
    /// It is made in pairs along a tree, and so is its derivative, which divides by nothing. Cost: as
    /// [`all_reduce_sum`](On::all_reduce_sum).
    pub fn all_reduce_product(&self, x: &[T]) -> Vec<T> {
        let (rank, size, tag) = (self.rank(), self.size(), self.own_tag());
        let mut product = x.to_vec();
        let mut step = 1;
        while step < size {
            let with = |other: usize| -> Arc<[(usize, usize)]> { [(other, x.len())].into() };
            if rank & step != 0 {
                self.send_parts(tag, with(rank - step), &product);
                break;
            }
            if rank + step < size {
                let other = self.receive_parts(tag, with(rank + step));
                product.iter_mut().zip(other).for_each(|(a, b)| *a = *a * b);
            }
            step *= 2;
        }
        self.broadcast(0, &product)
    }

    /// The greatest over all ranks, element by element, for all of them. Of k ranks that have it, each has 1/k of the
    /// derivative, and what has lost counts as absent; numbers win over NaN.
    ///
    /// Cost: three sums over all ranks.
    pub fn all_reduce_max(&self, x: &[T]) -> Vec<T> {
        self.extreme(x, 1.0)
    }

    /// The least over all ranks: see [`all_reduce_max`](On::all_reduce_max).
    pub fn all_reduce_min(&self, x: &[T]) -> Vec<T> {
        self.extreme(x, -1.0)
    }

    fn extreme(&self, x: &[T], sign: f64) -> Vec<T> {
        let values: Option<Vec<f64>> = x.iter().map(|x| x.known().map(|x| sign * x.to_f64())).collect();
        let Some(values) = values else {
            self.ranks.fail(Error::unsupported("the greatest of numbers whose values are not known is not taken"));
            return vec![number(f64::NAN); x.len()];
        };
        let most = tree::all_max(self.ranks, &values);
        let won = |most: &[f64]| -> Vec<f64> {
            values.iter().zip(most).map(|(x, most)| f64::from(u8::from(x == most || most.is_nan()))).collect()
        };
        let found = most.and_then(|most| {
            let won = won(&most);
            tree::all_sum(self.ranks, Way::PLAIN, &won).map(|winners| (most, won, winners))
        });
        let Ok((most, won, winners)) = found else { return vec![number(f64::NAN); x.len()] };
        let share = |((&x, &won), &winners): ((&T, &f64), &f64)| match (won == 0.0, winners == 1.0) {
            (true, _) => number(0.0),
            (false, true) => x,
            (false, false) => x * number(1.0 / winners),
        };
        let shares: Vec<T> = x.iter().zip(&won).zip(&winners).map(share).collect();
        let sum = self.all_reduce_sum(&shares);
        // A third of a number three times is not always the number.
        let exact = |(sum, most): (T, f64)| match sum.known() {
            Some(found) if found.to_f64() != sign * most && most.is_finite() => {
                sum + number::<T>(sign * most - found.to_f64())
            }
            _ => sum,
        };
        sum.into_iter().zip(most).map(exact).collect()
    }

    /// Waits until all ranks are here; on the way back, until all are back here.
    pub fn barrier(&self) {
        self.all_reduce_sum(&[number(0.0)]);
    }

    fn own_tag(&self) -> u64 {
        OWN_TAGS + self.ranks.together(Kind::Message, Way::PLAIN).tag
    }

    #[track_caller]
    fn there_is(&self, rank: usize) {
        assert!(rank < self.size(), "there is no rank {rank} among {}", self.size());
    }

    #[track_caller]
    fn for_each_rank(&self, parts: usize) {
        assert!(parts == self.size(), "{parts} parts for {} ranks", self.size());
    }

    #[track_caller]
    fn own_part(&self, len: usize, counts: &[usize]) {
        self.for_each_rank(counts.len());
        let rank = self.rank();
        assert!(len == counts[rank], "{len} numbers on rank {rank}, whose part has {}", counts[rank]);
    }
}

fn number<T: Number>(c: f64) -> T {
    T::constant(T::Scalar::from_f64(c))
}
