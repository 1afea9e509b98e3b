//! What other systems take, from a file.

use gradbench::Failure;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The times of other systems.
#[derive(Deserialize)]
pub(crate) struct Peers {
    /// Where the numbers come from.
    pub(crate) source: String,
    /// By the names of the table's rows.
    eval: BTreeMap<String, Times>,
}

/// What an eval takes, in milliseconds.
#[derive(Default, Deserialize)]
struct Times {
    /// The function.
    primal: f64,
    /// The derivative in each system.
    #[serde(default)]
    ms: BTreeMap<String, f64>,
    /// The derivative over the function, where only that is known.
    #[serde(default)]
    ratio: BTreeMap<String, f64>,
}

/// The name under which a derivative is no system's.
const HAND: &str = "hand-written";

impl Peers {
    /// The numbers that come with the program.
    pub(crate) fn published() -> Result<Peers, Failure> {
        Peers::read(include_str!("../../data/peers.toml"))
    }

    pub(crate) fn read(text: &str) -> Result<Peers, Failure> {
        toml::from_str(text).map_err(|error| Failure::new(error.to_string()))
    }

    /// The milliseconds of the function.
    pub(crate) fn primal(&self, eval: &str) -> Option<f64> {
        self.eval.get(eval).map(|times| times.primal)
    }

    /// Each system with its derivative over the function, the least first; of those by hand none.
    pub(crate) fn ratios(&self, eval: &str) -> Vec<(&str, f64)> {
        let Some(times) = self.eval.get(eval) else { return Vec::new() };
        let measured = times.ms.iter().map(|(name, ms)| (name.as_str(), ms / times.primal));
        let known = times.ratio.iter().map(|(name, &ratio)| (name.as_str(), ratio));
        let mut ratios: Vec<_> = measured.chain(known).filter(|&(name, _)| name != HAND).collect();
        ratios.sort_by(|a, b| a.1.total_cmp(&b.1));
        ratios
    }
}
