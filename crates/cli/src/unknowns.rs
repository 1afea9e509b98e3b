//! The numbers that a search varies: where it starts, and between which bounds.

use crate::failure::Failure;
use crate::least_squares::Bound;
use crate::problem::{constant, given_for_search, is_name, position};

/// The start values that the arguments give to some of these names.
pub(crate) fn starts(texts: &[String], names: &[String]) -> Result<Vec<Option<f64>>, Failure> {
    let mut starts = vec![None; names.len()];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for start in given_for_search(&texts)? {
        let i = position(names, start.name, "--start")?;
        if !start.value.is_finite() {
            return Err(Failure::Usage(format!("--start {}={} is no place to start at", start.name, start.value)));
        }
        if starts[i].replace(start.value).is_some() {
            return Err(Failure::Usage(format!("--start names `{}` twice", start.name)));
        }
    }
    Ok(starts)
}

/// The names that `--start` gives values to.
pub(crate) fn started(texts: &[String]) -> Vec<&str> {
    texts.iter().filter_map(|text| text.split_once('=')).map(|(name, _)| name.trim()).filter(|n| is_name(n)).collect()
}

/// The bounds that the arguments give: `a=0..10`, `a=0..`, `a=..10`.
pub(crate) fn bounds(texts: &[String], names: &[String]) -> Result<Vec<Bound>, Failure> {
    let mut bounds = vec![None; names.len()];
    for text in texts {
        let parts = text.split_once('=').and_then(|(name, range)| Some((name, range.split_once("..")?)));
        let Some((name, (low, high))) = parts else {
            return Err(Failure::Usage(format!("`{text}` in --bounds is not of the form NAME=LOW..HIGH")));
        };
        let i = position(names, name.trim(), "--bounds")?;
        let side = |side: &str, none: f64| if side.trim().is_empty() { Ok(none) } else { constant(side, text) };
        let bound = Bound { low: side(low, f64::NEG_INFINITY)?, high: side(high, f64::INFINITY)? };
        if bound.low.partial_cmp(&bound.high) != Some(std::cmp::Ordering::Less) {
            let advice = "the low one is to be below the high one; NAME=VALUE holds a name at a value";
            return Err(Failure::Usage(format!("the bounds `{text}` leave nothing between them: {advice}")));
        }
        if bounds[i].replace(bound).is_some() {
            return Err(Failure::Usage(format!("--bounds names `{}` twice", name.trim())));
        }
    }
    Ok(bounds.into_iter().map(|bound| bound.unwrap_or(Bound::NONE)).collect())
}

/// Fails where a start value lies outside its bounds.
pub(crate) fn fits(names: &[String], starts: &[Option<f64>], bounds: &[Bound]) -> Result<(), Failure> {
    for ((name, start), bound) in names.iter().zip(starts).zip(bounds) {
        if let Some(x) = start.filter(|&x| x < bound.low || x > bound.high) {
            return Err(Failure::Usage(format!("--start {name}={x} is outside its bounds")));
        }
    }
    Ok(())
}

/// Fails where a tolerance is none.
pub(crate) fn tolerated(tolerance: f64) -> Result<(), Failure> {
    match tolerance >= 0.0 {
        true => Ok(()),
        false => Err(Failure::Usage(format!("--tolerance {tolerance}: zero or more is wanted"))),
    }
}

/// `a=1,b=2.5`, every digit: to go on from.
pub(crate) fn as_starts(names: &[String], x: &[f64]) -> String {
    names.iter().zip(x).map(|(name, &x)| format!("{name}={}", crate::number::text(x))).collect::<Vec<_>>().join(",")
}

/// Element `k` of a sequence that fills the interval from 0 to 1 evenly, in dimension `d`.
pub(crate) fn halton(k: usize, d: usize) -> f64 {
    const PRIMES: [usize; 24] =
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89];
    let base = PRIMES[d % PRIMES.len()];
    let (mut k, mut part, mut sum) = (k + d / PRIMES.len() * 409, 1.0, 0.0);
    while k > 0 {
        part /= base as f64;
        sum += part * (k % base) as f64;
        k /= base;
    }
    sum
}
