//! Heat on a plate that is cut into blocks, one on each rank: the derivative of a misfit after many steps by the temperature
//! at the start and by the conductivity, with few states kept, against the same on one process.
//!
//! Run on threads, or as the processes of a job: `cargo run -p wengert-mpi --example plate`, or, built with `--features
//! openmpi`, `mpirun -n 4 target/debug/examples/plate`. With a directory as its argument it saves there on the way back, and
//! goes on from what was saved; `kill` after it kills the last rank halfway.

use std::path::PathBuf;
use std::process::ExitCode;
use wengert::checkpoint::Schedule;
use wengert::prelude::*;
use wengert::{Gradient, Real};
use wengert_mpi::{Error, Grid, Ranks, Saves, launch};

/// Points along each side, and steps.
const SIDE: usize = 16;
const STEPS: u64 = 40;
const CONDUCTIVITY: f64 = 0.2;

#[allow(dead_code)]
fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let directory = words.next().map(PathBuf::from);
    let kill = words.next().is_some_and(|word| word == "kill");
    let outcomes = launch(4, |ranks| {
        let found = compare(&ranks, directory.clone(), kill);
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

/// The temperature at the start, and the one that is wanted at the end.
fn start(at: &[usize]) -> f64 {
    let [y, x] = [0, 1].map(|axis| at[axis] as f64 / SIDE as f64);
    (7.0 * x).sin() * (5.0 * y).cos() + x
}

fn wanted(at: &[usize]) -> f64 {
    0.3 * (at[0] as f64 / SIDE as f64)
}

// [step]
/// A step on a block with one layer around it.
fn step<T: Real>(wide: &[T], shape: &[usize], conductivity: T) -> Vec<T> {
    let row = shape[1] + 2;
    let inner = (0..shape[0]).flat_map(|i| (0..shape[1]).map(move |j| (i + 1) * row + j + 1));
    let next = |c: usize| {
        let around = wide[c - row] + wide[c + row] + wide[c - 1] + wide[c + 1];
        wide[c] + conductivity * (around - 4.0 * wide[c])
    };
    inner.map(next).collect()
}

/// The misfit of a rank's block and its derivatives: by this block at the start, and what it adds to the derivative by the
/// conductivity.
fn on_ranks(ranks: &Ranks, grid: &Grid, mut saves: Option<Saves>, kill: bool) -> Result<Gradient<Vec<f64>>, Error> {
    let own: Vec<f64> = grid.points().map(|at| start(&at)).collect();
    let goal: Vec<f64> = grid.points().map(|at| wanted(&at)).collect();
    let mut plate = ranks
        .chain(own, STEPS, |at, x: Vec<_>| {
            let wide = grid.with_halos(&ranks.on(x[0]), &x, 1, 0.0.into());
            step(&wide, grid.shape(), at.parameters()[0])
        })
        .parameters(&[CONDUCTIVITY])
        .schedule(Schedule::binomial(6));
    let file = saves.as_ref().map(|saves| (saves.file().to_owned(), saves.every()));
    if let Some((file, every)) = file {
        plate = plate.resumable(file, every).progress(|progress| {
            if let Some(saves) = &mut saves {
                saves.commit(progress);
            }
            if kill && progress.reversed == STEPS / 2 && ranks.rank() + 1 == ranks.size() {
                std::process::abort();
            }
        });
    }
    let found = plate.gradient(|_, x| {
        let misfit = x.iter().zip(&goal).map(|(&x, &goal)| (x - goal) * (x - goal));
        misfit.fold(0.0.into(), |sum, term| sum + term)
    });
    drop(plate);
    let found = ranks.agree(found)?;
    saves.map_or(Ok(()), Saves::finish)?;
    ranks.check().map(|()| found)
}
// [/step]

/// The same in one piece.
fn in_one_piece() -> Gradient<Vec<f64>> {
    let points = || (0..SIDE * SIDE).map(|i| [i / SIDE, i % SIDE]);
    let mut plate = chain(points().map(|at| start(&at)).collect::<Vec<f64>>(), STEPS, |at, x: Vec<_>| {
        let mut wide = vec![0.0.into(); (SIDE + 2) * (SIDE + 2)];
        for (i, row) in x.chunks(SIDE).enumerate() {
            wide[(i + 1) * (SIDE + 2) + 1..][..SIDE].copy_from_slice(row);
        }
        step(&wide, &[SIDE, SIDE], at.parameters()[0])
    })
    .parameters(&[CONDUCTIVITY]);
    let found = plate.gradient(|_, x| {
        let misfit = x.iter().zip(points()).map(|(&x, at)| (x - wanted(&at)) * (x - wanted(&at)));
        misfit.fold(0.0.into(), |sum, term| sum + term)
    });
    found.expect("states that fit into memory")
}

/// What the ranks find, held against one process: states to the bit, sums and derivatives to rounding.
pub(crate) fn compare(ranks: &Ranks, directory: Option<PathBuf>, kill: bool) -> Result<String, Error> {
    let grid = Grid::new(ranks, &[SIDE, SIDE]);
    let saves = directory.map(|directory| Saves::open(ranks, directory, 5)).transpose()?;
    let goes_on = saves.as_ref().is_some_and(|saves| saves.file().exists());
    let found = on_ranks(ranks, &grid, saves, kill)?;
    let sums = ranks.on(0.0).all_reduce_sum(&[found.value, found.parameters[0]]);
    ranks.check()?;
    let one = in_one_piece();
    let places: Vec<usize> = grid.points().map(|at| at[0] * SIDE + at[1]).collect();
    let same = places.iter().zip(&found.last).all(|(&at, x)| x.to_bits() == one.last[at].to_bits());
    let largest = one.state.iter().fold(0.0, |most: f64, g| most.max(g.abs()));
    let error = places.iter().zip(&found.state).map(|(&at, g)| (g - one.state[at]).abs() / largest).fold(0.0, f64::max);
    let of_sums = [(sums[0], one.value), (sums[1], one.parameters[0])].map(|(a, b)| ((a - b) / b).abs());
    let outcome = if !same {
        Err("the last state has other bits than on one process".to_owned())
    } else if error > 1e-13 || of_sums.iter().any(|&error| error > 1e-13) {
        Err(format!("derivatives differ from those on one process by {error:e}, sums by {of_sums:?}"))
    } else {
        let how = if goes_on { "went on" } else { "began" };
        let size = ranks.size();
        Ok(format!(
            "plate on {size} ranks {how}: misfit {}, by conductivity {}; states to the bit, derivatives to {error:.1e}",
            sums[0], sums[1]
        ))
    };
    ranks.agree(outcome)
}
