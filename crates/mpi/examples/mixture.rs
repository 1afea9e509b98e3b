//! Stochastic gradients of a mixture of normal distributions, each rank with its samples of every batch, which it reads from a
//! file: the same bits on any number of ranks.
//!
//! Run on threads, or as the processes of a job: see `plate.rs`.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wengert::prelude::*;
use wengert_mpi::{Error, Ranks, launch, threads};

const SAMPLES: usize = 6000;
const BATCH: usize = 1500;
const STEPS: usize = 12;

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

/// Samples of two distributions, by a generator of Lehmer's.
fn samples() -> impl Iterator<Item = f64> {
    let mut state = 20_261_126_u64;
    let mut uniform = move || {
        state = state * 48_271 % 0x7fff_ffff;
        state as f64 / f64::from(0x7fff_ffff)
    };
    (0..SAMPLES).map(move |_| {
        let (which, sum) = (uniform(), (0..12).map(|_| uniform()).sum::<f64>() - 6.0);
        if which < 0.3 { 0.7 * sum - 2.0 } else { 1.2 * sum + 1.5 }
    })
}

// [mixture]
/// The negative logarithm of the density at a sample, by a weight, two means and two logarithms of widths.
fn surprise<T: Real>(sample: f64, p: &[T]) -> T {
    let weight = sigmoid(p[0]);
    let part = |mean: T, width: T| {
        let z = (sample - mean) * (-width).exp();
        (-0.5 * z * z).exp() * (-width).exp()
    };
    -(weight * part(p[1], p[3]) + (1.0 - weight) * part(p[2], p[4])).ln()
}

/// Steps down the gradients of batches; each rank reads its share of every batch.
fn descend(ranks: &Ranks, file: &Path) -> Result<Vec<f64>, Error> {
    let mut p = vec![0.0, -1.0, 1.0, 0.0, 0.0];
    let share = ranks.share(BATCH);
    for step in 0..STEPS {
        let first = step * BATCH % SAMPLES;
        let own = ranks.agree(read(file, first + share.start..first + share.end))?;
        let (_, g) = ranks.par_gradient(|&sample, p| surprise(sample, p), BATCH, &own, &p)?;
        p.iter_mut().zip(g).for_each(|(p, g)| *p -= 0.5 * g / BATCH as f64);
    }
    Ok(p)
}

fn read(file: &Path, samples: Range<usize>) -> std::io::Result<Vec<f64>> {
    let mut file = File::open(file)?;
    file.seek(SeekFrom::Start(8 * samples.start as u64))?;
    let mut bytes = vec![0; 8 * samples.len()];
    file.read_exact(&mut bytes)?;
    Ok(bytes.as_chunks().0.iter().map(|&x| f64::from_le_bytes(x)).collect())
}
// [/mixture]

/// The parameters that the ranks find, held against those of one rank.
pub(crate) fn compare(ranks: &Ranks) -> Result<String, Error> {
    // Rank 0 writes, all read.
    let mark = ranks.on(0.0).broadcast(0, &[f64::from(std::process::id())])[0];
    let file: PathBuf = std::env::temp_dir().join(format!("mixture-{mark}-of-{}", ranks.size()));
    let bytes: Vec<u8> = samples().flat_map(f64::to_le_bytes).collect();
    ranks.agree(if ranks.rank() == 0 {
        File::create(&file).and_then(|mut to| to.write_all(&bytes))
    } else {
        Ok(())
    })?;
    ranks.on(0.0).barrier();
    let found = descend(ranks, &file)?;
    let alone = threads(1, |one| descend(&one, &file));
    ranks.on(0.0).barrier();
    if ranks.rank() == 0 {
        ranks.agree(std::fs::remove_file(&file))?;
    }
    let alone = alone.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    let same = found.iter().zip(&alone).all(|(a, b)| a.to_bits() == b.to_bits());
    let said = format!("mixture on {} ranks: {found:.4?}, to the bit as on one", ranks.size());
    ranks.agree(if same { Ok(said) } else { Err(format!("{found:?}, and on one rank {alone:?}")) })
}
