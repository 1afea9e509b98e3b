//! Whether a pattern holds: a product with a random vector, with and without compression.
//!
//! Where the two differ by more than rounding, the row (or column) is computed without compression. An entry there that is
//! not zero and not in the pattern is proof; without one the difference was cancellation inside of the function.

use super::Error;
use ::sparse::Pattern;

/// Differences above this part of the sum of the absolute terms are looked at.
const SUSPICIOUS: f64 = 1e-11;

/// Rows that are looked at before rounding is held to be the cause of all.
const ENOUGH: usize = 16;

/// The component `k` of a vector in which no two are alike, with absolute values between a half and one and a half.
pub(super) fn direction(k: usize) -> f64 {
    // The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
    let mut z = (k as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    let size = 0.5 + (z >> 11) as f64 / (1u64 << 53) as f64;
    if z & 1 == 0 { size } else { -size }
}

/// The products of a compressed matrix with the [`direction`], beside the sums of their absolute terms.
#[derive(Default)]
pub(super) struct Products {
    sums: Vec<[f64; 2]>,
    /// The components of the direction, as many as were ever asked for.
    direction: Vec<f64>,
}

impl Products {
    /// Begins with no entries, for so many rows, and a direction of so many components.
    pub(super) fn clear(&mut self, rows: usize, components: usize) {
        self.sums.clear();
        self.sums.resize(rows, [0.0; 2]);
        self.direction.extend((self.direction.len()..components).map(direction));
    }

    /// Adds an entry of row `at`, times component `k`.
    #[inline]
    pub(super) fn add(&mut self, at: usize, value: f64, k: usize) {
        let term = value * self.direction[k];
        let [sum, size] = &mut self.sums[at];
        *sum += term;
        *size += term.abs();
    }

    /// Adds all entries, in the order of the pattern: to the products of the rows, or of the columns.
    pub(super) fn add_all(&mut self, pattern: &Pattern, values: &[f64], of_rows: bool) {
        let ends = pattern.column_pointers().windows(2);
        for (j, ends) in ends.enumerate() {
            let entries = pattern.row_indices()[ends[0]..ends[1]].iter().zip(&values[ends[0]..ends[1]]);
            match of_rows {
                true => entries.for_each(|(&i, &value)| self.add(i, value, j)),
                false => entries.for_each(|(&i, &value)| self.add(j, value, i)),
            }
        }
    }

    /// Compares with the products without compression, and asks `lacking` of each row that differs for an entry that the
    /// pattern lacks: its place in the row, and the derivative.
    pub(super) fn compare(
        &self,
        exact: &[f64],
        mut lacking: impl FnMut(usize) -> Option<(usize, f64)>,
        error: impl Fn(usize, usize, f64) -> Error,
    ) -> Result<(), Error> {
        for i in self.suspicious(exact) {
            if let Some((j, derivative)) = lacking(i) {
                return Err(error(i, j, derivative));
            }
        }
        Ok(())
    }

    /// The rows that are looked at, those first that differ most: what an entry that lacks leaves is larger than what
    /// rounding does.
    fn suspicious(&self, exact: &[f64]) -> Vec<usize> {
        // How much a row differs, in parts of its terms; one that is not finite on both sides says nothing, and is looked at
        // behind the others.
        let difference = |&[sum, size]: &[f64; 2], exact: f64| match size.is_finite() || exact.is_finite() {
            true if (sum - exact).abs() <= SUSPICIOUS * size => 0.0,
            true => ((sum - exact).abs() / size).min(f64::MAX),
            false => f64::NEG_INFINITY,
        };
        let rows = self.sums.iter().zip(exact).map(|(sums, &exact)| difference(sums, exact)).enumerate();
        let (mut suspicious, unknown): (Vec<_>, Vec<_>) =
            rows.filter(|&(_, difference)| difference != 0.0).partition(|&(_, difference)| difference > 0.0);
        suspicious.sort_by(|a, b| b.1.total_cmp(&a.1));
        suspicious.iter().take(ENOUGH).chain(unknown.iter().take(ENOUGH)).map(|&(i, _)| i).collect()
    }
}

/// The first of a row's derivatives that is not zero, and is not in the pattern.
pub(super) fn lacking(derivatives: impl Iterator<Item = f64>, has: impl Fn(usize) -> bool) -> Option<(usize, f64)> {
    derivatives.enumerate().find(|&(j, d)| d != 0.0 && !has(j))
}

/// Whether a symmetric pattern, of which the lower triangle is kept, has an entry.
pub(super) fn has_symmetric(pattern: &Pattern, i: usize, j: usize) -> bool {
    pattern.position(i.max(j), i.min(j)).is_some()
}
