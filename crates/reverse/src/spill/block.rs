//! The form of a block outside memory: a header, the statements, the partials, and a checksum of them all.

use crate::spill::SpillError;
use crate::streams::Statement;
use rules::{Encode, Number};

/// A number whose recordings can leave the memory: `f64`, `f32`, duals of such numbers, and numbers of one's own that
/// have a form as bytes.
///
/// ```
/// use reverse::{SpillError, Stored, Tape};
/// /// The derivative of x^n, its recording in a bounded part of the memory.
/// fn slope<T: Stored>(x: T, n: usize) -> Result<T, SpillError> {
///     let tape = Tape::<T>::default().limited(1 << 16).spill_to(std::env::temp_dir())?;
///     let x = tape.var(x);
///     Ok((1..n).fold(x, |y, _| y * x).try_grad(&[x])?[0])
/// }
/// assert_eq!(slope(1.0f64, 20_000)?, 20_000.0);
/// assert_eq!(slope(1.0f32, 20_000)?, 20_000.0);
/// # Ok::<(), SpillError>(())
/// ```
pub trait Stored: Number + Encode + Send + 'static {}

impl<T: Number + Encode + Send + 'static> Stored for T {}

/// A part of a recording: some statements in a row, and their partials.
#[derive(Debug)]
pub(crate) struct Block<T> {
    pub(crate) statements: Vec<Statement>,
    pub(crate) partials: Vec<T>,
}

/// What tells a block from all others: the recording it belongs to, and its number there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Label {
    pub(crate) recording: u64,
    pub(crate) number: usize,
}

const MAGIC: u64 = u64::from_le_bytes(*b"wengert1");
const HEADER: usize = 5 * 8;
const CHECKSUM: usize = 8;
const STATEMENT: usize = size_of::<Statement>();

impl<T> Default for Block<T> {
    fn default() -> Self {
        Block { statements: Vec::new(), partials: Vec::new() }
    }
}

impl<T> Block<T> {
    /// The bytes of what it holds, in memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.statements[..]) + size_of_val(&self.partials[..])
    }

    /// The bytes that are allocated.
    pub(crate) fn capacity(&self) -> usize {
        self.statements.capacity() * STATEMENT + self.partials.capacity() * size_of::<T>()
    }

    pub(crate) fn clear(&mut self) {
        self.statements.clear();
        self.partials.clear();
    }
}

impl<T: Stored> Block<T> {
    /// The bytes of its form.
    pub(crate) fn encoded(&self) -> usize {
        HEADER + self.statements.len() * STATEMENT + self.partials.len() * T::BYTES + CHECKSUM
    }

    /// Writes its form to as many bytes as that has.
    pub(crate) fn encode(&self, label: Label, bytes: &mut [u8]) {
        let (n, m) = (self.statements.len(), self.partials.len());
        let (body, sum) = bytes.split_at_mut(HEADER + n * STATEMENT + m * T::BYTES);
        let (header, data) = body.split_at_mut(HEADER);
        let (statements, partials) = data.split_at_mut(n * STATEMENT);
        for (word, value) in header.chunks_exact_mut(8).zip(words(label, n, m)) {
            word.copy_from_slice(&value.to_ne_bytes());
        }
        for (half, value) in statements.chunks_exact_mut(STATEMENT / 2).zip(self.statements.as_flattened()) {
            half.copy_from_slice(&value.to_ne_bytes());
        }
        for (bytes, &partial) in partials.chunks_exact_mut(T::BYTES).zip(&self.partials) {
            partial.encode(bytes);
        }
        sum.copy_from_slice(&checksum(body).to_ne_bytes());
    }

    /// Replaces this block by the one that was written with this label, of which these are the bytes.
    ///
    /// # Errors
    /// If they are not.
    pub(crate) fn decode(&mut self, label: Label, bytes: &[u8]) -> Result<(), SpillError> {
        self.clear();
        self.read(label, bytes).map_err(|what| SpillError::Damaged { block: label.number, what })
    }

    fn read(&mut self, label: Label, bytes: &[u8]) -> Result<(), &'static str> {
        let (body, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or("it is too short")?;
        if checksum(body) != u64::from_ne_bytes(*sum) {
            return Err("its checksum is wrong");
        }
        let (header, data) = body.split_first_chunk::<HEADER>().ok_or("it is too short")?;
        let word = |i: usize| header.as_chunks::<8>().0.get(i).map_or(0, |&word| u64::from_ne_bytes(word));
        let (n, m) = (word(3) as usize, word(4) as usize);
        if words(label, n, m) != [0, 1, 2, 3, 4].map(word) {
            return Err("it is another block");
        }
        let length = n.checked_mul(STATEMENT).filter(|&n| m.checked_mul(T::BYTES) == data.len().checked_sub(n));
        let (statements, partials) = data.split_at(length.ok_or("it has another length")?);
        let halves = statements.as_chunks::<STATEMENT>().0.iter().map(|bytes| bytes.as_chunks::<4>().0);
        self.statements.extend(halves.map(|halves| [0, 1].map(|i| u32::from_ne_bytes(halves[i]))));
        self.partials.extend(partials.chunks_exact(T::BYTES).map(T::decode));
        Ok(())
    }
}

fn words(label: Label, n: usize, m: usize) -> [u64; HEADER / 8] {
    [MAGIC, label.recording, label.number as u64, n as u64, m as u64]
}

/// Four sums side by side, each of which any change of one word changes: the steps are bijections of the sum and of
/// the word. 64 bits are no proof against an adversary, who could write a valid block just as well.
fn checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let mut sums = [1, 2, 3, 4u64];
    let (groups, tail) = bytes.as_chunks::<{ 4 * 8 }>();
    let mut last = [0; 4 * 8];
    last[..tail.len()].copy_from_slice(tail);
    for group in groups.iter().chain([&last]) {
        for (sum, &word) in sums.iter_mut().zip(group.as_chunks::<8>().0) {
            *sum = step(*sum, u64::from_ne_bytes(word));
        }
    }
    sums.into_iter().fold(bytes.len() as u64, step)
}
