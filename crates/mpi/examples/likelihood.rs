//! The log-likelihood of choices among items that lie on several ranks: the sum over all items that normalises it is made
//! together. Its gradient and the product of its Hessian with a direction, against one process.
//!
//! Run on threads, or as the processes of a job: see `plate.rs`.

use std::process::ExitCode;
use wengert::{Dual, Real};
use wengert_mpi::{Error, On, Ranks, launch, threads};

const ITEMS: usize = 50;
const FEATURES: usize = 6;

#[allow(dead_code)]
fn main() -> ExitCode {
    let outcomes = launch(4, |ranks| {
        let found = compare(&ranks);
        if let (0, Ok(said)) = (ranks.rank(), &found) {
            println!("{said}");
        }
        found
    });
    match outcomes.and_then(|outcomes| outcomes.into_iter().collect::<Result<Vec<_>, _>>()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What is known of an item, and how often it was chosen.
fn item(i: usize) -> ([f64; FEATURES], f64) {
    (core::array::from_fn(|k| ((i * (k + 3) + k) as f64).sin()), (i * i % 7) as f64)
}

// [likelihood]
/// What this rank adds to the log-likelihood, by its own items; rank 0 adds what all have in common.
fn part<T: Real>(world: &On<'_, T>, items: &[([f64; FEATURES], f64)], p: &[T]) -> T {
    let p = world.shared(p);
    let score = |known: &[f64; FEATURES]| p.iter().zip(known).fold(T::from(0.0), |sum, (&p, &k)| sum + k * p);
    let scores: Vec<T> = items.iter().map(|(known, _)| score(known)).collect();
    // exp of what is not positive, whatever the scores are.
    let own = scores.iter().copied().reduce(|a, b| a.max(b)).unwrap_or(T::from(f64::NEG_INFINITY));
    let most = world.all_reduce_max(&[own])[0];
    let sum = scores.iter().fold(T::from(0.0), |sum, &s| sum + (s - most).exp());
    let chosen: f64 = items.iter().map(|(_, chosen)| chosen).sum();
    let all = world.all_reduce_sum(&[sum, T::from(chosen)]);
    let own = scores.iter().zip(items).fold(T::from(0.0), |sum, (&s, (_, chosen))| sum + *chosen * s);
    if world.rank() == 0 { own - all[1] * (most + all[0].ln()) } else { own }
}

/// The log-likelihood, its gradient, and the product of its Hessian with a direction: the same on all ranks.
fn derivatives(ranks: &Ranks) -> Result<(f64, Vec<f64>, Vec<f64>), Error> {
    let (rank, size) = (ranks.rank(), ranks.size());
    let own: Vec<_> = (rank * ITEMS / size..(rank + 1) * ITEMS / size).map(item).collect();
    // A dual carries the direction: forward over reverse.
    let p: Vec<Dual> = (0..FEATURES).map(|k| Dual::seeded(0.2 * k as f64 - 0.5, 1.0 / (1.0 + k as f64))).collect();
    let (value, g) = ranks.value_and_gradient(&p, |world, p| part(world, &own, p))?;
    Ok((value.value, g.iter().map(|g| g.value).collect(), g.iter().map(|g| g.tangent).collect()))
}
// [/likelihood]

/// What the ranks find, held against one.
pub(crate) fn compare(ranks: &Ranks) -> Result<String, Error> {
    let (value, g, product) = derivatives(ranks)?;
    let mut alone = threads(1, |one| derivatives(&one));
    let Some((one, h, other)) = alone.pop().transpose()? else { return Err(Error::other("no rank")) };
    let far = |a: &[f64], b: &[f64]| {
        let largest = b.iter().fold(0.0, |most: f64, b| most.max(b.abs()));
        a.iter().zip(b).map(|(a, b)| (a - b).abs() / largest).fold(0.0, f64::max)
    };
    let error = [far(&[value], &[one]), far(&g, &h), far(&product, &other)].into_iter().fold(0.0, f64::max);
    let said = format!("likelihood on {} ranks: {value}, with both derivatives to {error:.1e}", ranks.size());
    ranks.agree(if error < 1e-13 { Ok(said) } else { Err(format!("{said}: that is too far")) })
}
