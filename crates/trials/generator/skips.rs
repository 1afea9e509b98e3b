//! Programs of the usual seed that are known to fail, by cause. Each entry is a fault to be mended, and to be taken out
//! of here.

/// The usual seed.
pub(crate) const SEED: u64 = 1;

/// The numbers of the programs for each cause.
const SKIPS: &[(&str, &[u64])] = &[
    ("a function on any number: a constant as an argument of a method is lifted twice", &[13, 29, 30, 33]),
    ("a parameter `&mut [f64]` passed twice to be read", &[37]),
    ("a variable that a loop only overwrites, with what the loop does not change", &[45, 46]),
];

/// Whether this program is known to fail.
pub(crate) fn known(seed: u64, index: u64) -> bool {
    seed == SEED && SKIPS.iter().any(|(_, indices)| indices.contains(&index))
}
