//! Problems with data, each with a check and a picture.
//!
//! | problem | what is shown |
//! |---|---|
//! | `decay` | a sum of two decays is fitted; standard errors against those that NIST certifies |
//! | `yield_curve` | a curve is calibrated to swap rates; Greeks and an implied volatility through the calibration |
//! | `bundle` | bundle adjustment on GradBench's input, by Gauss-Newton with sparse Jacobians |
//! | `seeds` | a mixed-effect model by Laplace's approximation; with the feature `nuts-rs` against Hamiltonian Monte Carlo |
//! | `prey` | parameters of a predator-prey model from the pelts of hares and lynxes |
//! | `steering` | optimal control by collocation, with the feature `pounce` |
//! | `reaction` | a stiff reaction, and how it moves with each rate |
//! | `river` | hyper-parameters of a Gaussian process, by Newton's method |
//!
//! `cargo run --release -p wengert --example problems -- decay` runs one, without a name it runs all. With `PICTURES` naming a
//! folder, each writes a picture there.

mod bundle;
mod data;
mod decay;
mod picture;
mod prey;
mod reaction;
mod river;
mod seeds;
#[cfg(feature = "pounce")]
mod steering;
mod yield_curve;

use std::error::Error;

/// A problem by its name.
type Problem = (&'static str, fn() -> Result<(), Box<dyn Error>>);

/// All that can be run.
pub(crate) const PROBLEMS: &[Problem] = &[
    ("decay", decay::run),
    ("yield_curve", yield_curve::run),
    ("bundle", bundle::run),
    ("seeds", seeds::run),
    ("prey", prey::run),
    #[cfg(feature = "pounce")]
    ("steering", steering::run),
    ("reaction", reaction::run),
    ("river", river::run),
];

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for &(name, run) in PROBLEMS {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            println!("== {name}");
            run()?;
        }
    }
    Ok(())
}
