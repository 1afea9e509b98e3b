//! Where the derivatives of blocks go.

use super::Error;
use ::sparse::{Pattern, memory};

/// Stands for a derivative that goes nowhere.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The entries that blocks name, in the order in which they name them.
pub(super) struct Coordinates {
    rows: usize,
    columns: usize,
    entries: Vec<(usize, usize)>,
}

impl Coordinates {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Coordinates { rows, columns, entries: Vec::new() }
    }

    /// Makes room for so many entries, if there is memory for all that becomes of them: the pattern, where each derivative goes,
    /// and the sums, `outputs` and values.
    pub(super) fn reserve(&mut self, derivatives: usize, outputs: usize) -> Result<(), Error> {
        let (m, n) = (self.rows, self.columns);
        let bytes = memory::bytes([(derivatives, OF_DERIVATIVE), (outputs, 24), (n, 16)]);
        memory::expect(bytes, || format!("a {m} x {n} matrix of blocks with {derivatives} derivatives"))?;
        self.entries.reserve_exact(derivatives);
        Ok(())
    }

    /// Every row with every column of a block.
    pub(super) fn rectangle(&mut self, rows: &[u32], columns: &[u32]) {
        for &i in rows {
            self.entries.extend(columns.iter().map(|&j| (i as usize, j as usize)));
        }
    }

    /// Every pair of the variables of a block, on and below the diagonal.
    pub(super) fn triangle(&mut self, variables: &[u32]) {
        for &i in variables {
            let below = variables.iter().filter(|&&j| j <= i);
            self.entries.extend(below.map(|&j| (i as usize, j as usize)));
        }
    }

    pub(super) fn pattern(self) -> Result<Pattern, Error> {
        let pattern = Pattern::from_coordinates(self.rows, self.columns, self.entries)?;
        match pattern.entries() < NOWHERE as usize {
            true => Ok(pattern),
            false => Err(Error::too_large("entries", pattern.entries())),
        }
    }
}

/// The bytes that a derivative of a block takes until the pattern is there.
const OF_DERIVATIVE: usize = 36;

/// Whether there is memory for so many blocks with so many indices and derivatives each.
pub(super) fn expect_room(blocks: usize, indices: usize, derivatives: usize) -> Result<(), Error> {
    let bytes = memory::bytes([(blocks, 4 * indices), (blocks, OF_DERIVATIVE * derivatives)]);
    Ok(memory::expect(bytes, || format!("a list of {blocks} blocks"))?)
}

/// Indices of a block as it keeps them.
pub(super) fn checked<const N: usize>(
    what: &'static str,
    indices: [usize; N],
    of: usize,
    block: usize,
) -> Result<[u32; N], Error> {
    let mut kept = [0; N];
    for (kept, index) in kept.iter_mut().zip(indices) {
        *kept = within(what, index, of, block)?;
    }
    Ok(kept)
}

/// An index of a block, if it is one of so many.
pub(super) fn within(what: &'static str, index: usize, of: usize, block: usize) -> Result<u32, Error> {
    match u32::try_from(index) {
        Ok(kept) if index < of => Ok(kept),
        Err(_) if index < of => Err(Error::too_large(if what == "row" { "rows" } else { "inputs" }, of)),
        _ => Err(Error::out_of_range(what, index, of, block)),
    }
}

/// Where an entry of the pattern lies among the values; the pattern was made of such entries.
pub(super) fn place(pattern: &Pattern, row: u32, column: u32) -> u32 {
    pattern.position(row as usize, column as usize).map_or(NOWHERE, |place| place as u32)
}

/// As [`place`], for a symmetric matrix of which the lower triangle is kept: what is above the diagonal goes nowhere, as
/// what is across it is the same.
pub(super) fn place_below(pattern: &Pattern, row: u32, column: u32) -> u32 {
    if row < column { NOWHERE } else { place(pattern, row, column) }
}
