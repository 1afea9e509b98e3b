//! A symmetric matrix of bits of which each row has those from its first entry to its last one: for sets that meet sets.

use super::spans::{Span, Spans};
use super::whole::list_bits;
use crate::{Error, Pattern, memory, pattern};

/// The pattern of sets of which all in one meet all in the other; not if rows are long for what is in them.
///
/// # Errors
/// If there is no memory for it.
pub(super) fn pattern(n: usize, met: &[[Span; 2]], spans: &Spans) -> Result<Option<Pattern>, Error> {
    if met.is_empty() {
        return Ok(None);
    }
    // Of each row the words from its first to its last entry; then where these stand, less the first.
    let mut ends = vec![(u32::MAX, 0u32); n];
    each(met, |some, others| {
        let words = others.words();
        let (low, end) = (words.start as u32, words.end as u32);
        spans.each(some, |row| ends[row as usize] = (ends[row as usize].0.min(low), ends[row as usize].1.max(end)));
    });
    let count: usize = ends.iter().map(|&(low, end)| end.saturating_sub(low) as usize).sum();
    let pairs = met.iter().map(|both| both.map(|span| spans.count(span))).map(|[a, b]| a * b);
    if count > pairs.fold(0, usize::saturating_add) {
        return Ok(None);
    }
    memory::expect(memory::bytes([(count, 8)]), || format!("{count} words of pairs of inputs that meet"))?;
    let (mut words, mut begin) = (vec![0u64; count], 0);
    let begins: Vec<isize> = ends
        .iter()
        .map(|&(low, end)| {
            let own = begin - low as isize;
            begin += end.saturating_sub(low) as isize;
            own
        })
        .collect();
    each(met, |some, others| {
        spans.each_word(others, |word, bits| {
            spans.each(some, |row| words[word.wrapping_add_signed(begins[row as usize])] |= bits);
        });
    });
    let entries = words.iter().map(|word| word.count_ones() as usize).sum();
    pattern::room(n, n, entries)?;
    let (mut pointers, mut list, mut at) = (Vec::with_capacity(n + 1), vec![0; entries], 0);
    pointers.push(0);
    let mut left = &words[..];
    for &(low, end) in &ends {
        let own;
        (own, left) = left.split_at(end.saturating_sub(low) as usize);
        for (&word, first) in own.iter().zip((64 * low as usize..).step_by(64)) {
            at = list_bits(&mut list, at, word, first);
        }
        pointers.push(at);
    }
    Ok(Some(Pattern::of_columns(n, pointers, list)))
}

/// Each pair of sets in both orders; that of a set with itself once.
fn each(met: &[[Span; 2]], mut f: impl FnMut(Span, Span)) {
    for &[some, others] in met {
        f(some, others);
        if some != others {
            f(others, some);
        }
    }
}
