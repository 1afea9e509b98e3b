//! Checking inputs: what is wrong with one is said before anything runs.

use crate::failure::Failure;

/// The largest number of numbers that an input may ask for, 512 MiB of them.
const NUMBERS: usize = 1 << 26;

/// The product of the factors, if so many numbers are no more than memory is expected to hold.
pub(crate) fn size(factors: &[usize]) -> Result<usize, Failure> {
    let product = factors.iter().try_fold(1usize, |product, &factor| product.checked_mul(factor));
    product.filter(|&product| product <= NUMBERS).ok_or_else(|| {
        let factors: Vec<String> = factors.iter().map(usize::to_string).collect();
        Failure::new(format!("too large: {} numbers are more than {NUMBERS}", factors.join(" x ")))
    })
}

/// That `name` has `wanted` entries.
pub(crate) fn length<T>(name: &str, list: &[T], wanted: usize) -> Result<(), Failure> {
    match list.len() {
        len if len == wanted => Ok(()),
        len => Err(Failure::new(format!("`{name}` has {len} entries, expected {wanted}"))),
    }
}

/// That the number `name` is at least `least`.
pub(crate) fn at_least(name: &str, n: usize, least: usize) -> Result<(), Failure> {
    if n >= least { Ok(()) } else { Err(Failure::new(format!("`{name}` is {n}, expected at least {least}"))) }
}

/// The rows of `name`, one after the other, if each has `columns` entries.
pub(crate) fn flat(name: &str, rows: &[Vec<f64>], columns: usize) -> Result<Vec<f64>, Failure> {
    for (i, row) in rows.iter().enumerate() {
        length(&format!("{name}[{i}]"), row, columns)?;
    }
    Ok(rows.concat())
}
