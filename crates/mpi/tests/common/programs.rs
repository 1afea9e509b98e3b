//! What ranks do together, as programs on any number, with what is expected of them.

use wengert::Real;
use wengert_mpi::{Error, On, Ranks};

/// How many numbers each rank has.
pub(crate) const N: usize = 3;

/// What ranks do together.
pub(crate) trait Program: Sync {
    fn run<T: Real>(&self, world: &On<'_, T>, x: &[T]) -> Vec<T>;
    /// The same on the numbers of all ranks.
    fn expected(&self, all: &[Vec<f64>], rank: usize) -> Vec<f64>;
}

macro_rules! programs {
    ($($name:ident: |$world:ident, $x:ident| $run:expr, |$all:ident, $rank:ident| $expected:expr;)*) => {
        $(
            pub(crate) struct $name;
            impl Program for $name {
                fn run<T: Real>(&self, $world: &On<'_, T>, $x: &[T]) -> Vec<T> { $run }
                fn expected(&self, $all: &[Vec<f64>], $rank: usize) -> Vec<f64> { $expected }
            }
        )*
        pub(crate) fn each(check: &mut impl Check) {
            $( check.of(stringify!($name), &$name); )*
        }
    };
}

pub(crate) trait Check {
    fn of(&mut self, name: &str, program: &impl Program);
}

fn column(all: &[Vec<f64>], fold: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    (0..all[0].len()).map(|i| all.iter().map(|x| x[i]).reduce(&fold).unwrap()).collect()
}

programs! {
    Ring: |world, x| {
        let (rank, size) = (world.rank(), world.size());
        world.send((rank + 1) % size, 3, x);
        world.receive((rank + size - 1) % size, 3, x.len())
    }, |all, rank| all[(rank + all.len() - 1) % all.len()].clone();
    Halo: |world, x| {
        let (rank, size) = (world.rank(), world.size());
        let (left, right) = ((rank + size - 1) % size, (rank + 1) % size);
        let pending = world.start_receive(0, &[(left, 1), (right, 2)]);
        world.start_sends(0, &[(right, &x[2..]), (left, &x[..2])]);
        let own: Vec<T> = x.iter().map(|&x| x * x).collect();
        [own, world.wait(pending)].concat()
    }, |all, rank| {
        let (left, right) = (&all[(rank + all.len() - 1) % all.len()], &all[(rank + 1) % all.len()]);
        // With two ranks, or one, both messages are from the same rank, in the order of sending.
        let (first, second) = if all.len() <= 2 { (left[2], vec![left[0], left[1]]) } else { (left[2], right[..2].to_vec()) };
        [all[rank].iter().map(|x| x * x).collect(), vec![first], second].concat()
    };
    AllSum: |world, x| world.all_reduce_sum(x), |all, _rank| column(all, |a, b| a + b);
    SumForLast: |world, x| world.reduce_sum(world.size() - 1, x), |all, rank| {
        if rank + 1 == all.len() { column(all, |a, b| a + b) } else { vec![] }
    };
    Broadcast: |world, x| world.broadcast(world.size() / 2, x), |all, _rank| all[all.len() / 2].clone();
    Gather: |world, x| world.gather(world.size() / 2, x), |all, rank| {
        if rank == all.len() / 2 { all.concat() } else { vec![] }
    };
    GatherUneven: |world, x| {
        let counts: Vec<usize> = (0..world.size()).map(|rank| rank % 3).collect();
        world.all_gather_parts(&x[..counts[world.rank()]], &counts)
    }, |all, _rank| all.iter().enumerate().flat_map(|(rank, x)| x[..rank % 3].to_vec()).collect();
    Scatter: |world, x| {
        let all: Vec<T> = (0..2 * world.size()).map(|i| x[i % N] * (1.0 + i as f64)).collect();
        world.scatter(world.size() - 1, &all, 2)
    }, |all, rank| {
        let x = &all[all.len() - 1];
        (2 * rank..2 * rank + 2).map(|i| x[i % N] * (1.0 + i as f64)).collect()
    };
    ScatterUneven: |world, x| {
        let counts: Vec<usize> = (0..world.size()).map(|rank| rank % 2).collect();
        let all: Vec<T> = (0..counts.iter().sum()).map(|i: usize| x[i % N]).collect();
        let root = world.size() / 3;
        world.scatter_parts(root, if world.rank() == root { &all } else { &[] }, &counts)
    }, |all, rank| if rank % 2 == 1 { vec![all[all.len() / 3][rank / 2 % N]] } else { vec![] };
    AllGather: |world, x| world.all_gather(x), |all, _rank| all.concat();
    AllToAll: |world, x| {
        let blocks: Vec<T> = (0..world.size()).flat_map(|k| [x[0] * (k as f64 + 1.0), x[1]]).collect();
        world.all_to_all(&blocks)
    }, |all, rank| all.iter().flat_map(|x| [x[0] * (rank as f64 + 1.0), x[1]]).collect();
    Product: |world, x| world.all_reduce_product(x), |all, _rank| column(all, |a, b| a * b);
    Max: |world, x| world.all_reduce_max(x), |all, _rank| column(all, f64::max);
    Min: |world, x| world.all_reduce_min(x), |all, _rank| column(all, f64::min);
    Several: |world, x| {
        let norm = world.all_reduce_sum(&[x[0] * x[0] + x[1] * x[1]])[0].sqrt();
        let next: Vec<T> = x.iter().map(|&x| x / norm).collect();
        world.barrier();
        let total = world.all_reduce_product(&[next[2] + 2.0])[0];
        let to = [next[0] * total, next[1]];
        let (rank, size) = (world.rank(), world.size());
        world.send((rank + 1) % size, 1, &to);
        [world.receive((rank + size - 1) % size, 1, 2), next].concat()
    }, |all, rank| {
        let norm = all.iter().map(|x| x[0] * x[0] + x[1] * x[1]).sum::<f64>().sqrt();
        let total: f64 = all.iter().map(|x| x[2] / norm + 2.0).product();
        let before = &all[(rank + all.len() - 1) % all.len()];
        let own = all[rank].iter().map(|x| x / norm);
        [before[0] / norm * total, before[1] / norm].into_iter().chain(own).collect()
    };
}

pub(crate) fn inputs(size: usize) -> Vec<Vec<f64>> {
    (0..size)
        .map(|r| (0..N).map(|i| 0.3 + 0.17 * r as f64 - 0.4 * i as f64 + 0.05 * (r * i) as f64).collect())
        .collect()
}

/// What a rank returns: not linear, and other than that of the other ranks.
pub(crate) fn part<T: Real>(program: &impl Program, world: &On<'_, T>, x: &[T]) -> T {
    let y = program.run(world, x);
    let weight = 1.0 + 0.1 * world.rank() as f64;
    let terms = y.iter().enumerate().map(|(i, &y)| (y + 0.1 * i as f64).sin() * weight);
    terms.fold(T::from(0.0), |sum, term| sum + term)
}

/// The gradient on any number, for the second order.
pub(crate) fn gradient_of<T: Real>(program: &impl Program, ranks: &Ranks, x: &[T]) -> Result<Vec<T>, Error> {
    Ok(ranks.value_and_gradient(x, |world, x| part(program, world, x))?.1)
}
