//! Which code the processor at hand runs, and code for any.

use crate::Error;
use crate::allocate::allocate;
use crate::encode::aarch64::Aarch64;
use crate::encode::x86_64::X86;
use crate::encode::{Encoder, Width};
use crate::list::List;
use crate::lower::{self, Target};
use crate::machine::{Code, Parts};
use program::Program;

/// What code can be written for.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    /// With AVX and, of several points, AVX2 and FMA or AVX-512.
    X86,
    /// Of one point alone: at many points the interpreter has vectors.
    Aarch64,
}

impl Processor {
    /// The most bytes of code: a run that leaves has to jump over all of them.
    fn most(self) -> usize {
        match self {
            Processor::X86 => 1 << 28,
            Processor::Aarch64 => 1 << 26,
        }
    }
}

/// What code for one point may use.
///
/// # Errors
/// [`Error::Processor`].
pub(crate) fn one() -> Result<Target, Error> {
    #[cfg(target_arch = "x86_64")]
    {
        if !is_x86_feature_detected!("avx") {
            return Err(Error::Processor { lacks: "AVX" });
        }
        Ok(Target { processor: Processor::X86, lanes: 1, fuses: is_x86_feature_detected!("fma") })
    }
    #[cfg(all(target_arch = "aarch64", target_os = "linux"))]
    {
        Ok(Target { processor: Processor::Aarch64, lanes: 1, fuses: true })
    }
    #[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux"))))]
    Err(Error::Processor { lacks: "the instructions of x86-64, and those of AArch64 under Linux" })
}

/// What code for several points at once may use, but at most so many, if there are vectors that it pays with.
pub(crate) fn many(most: usize) -> Option<Target> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        let wide = most >= 16 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq");
        return Some(Target { processor: Processor::X86, lanes: if wide { 16 } else { 8 }, fuses: true });
    }
    let _ = most;
    None
}

/// Compiles a list with so many inputs and outputs, those of a program with so many operations.
///
/// # Errors
/// [`Error::TooLong`], [`Error::Memory`].
pub(crate) fn compile(mut list: List, target: Target, shape: [usize; 2], operations: usize) -> Result<Code, Error> {
    let ([inputs, outputs], most) = (shape, target.processor.most());
    let too_long = |bytes| Error::TooLong { bytes, most, operations };
    // A call gets the numbers of all rows, as many as stay near.
    let mut rows = if target.lanes > 1 && !list.sites.is_empty() { ROWS } else { 1 };
    let (bytes, entry, slots) = loop {
        // Every place is reached by a distance of 31 bits.
        let bytes = list.origins.len().max(outputs) * size_of::<f64>() * target.lanes * rows;
        if bytes > most {
            return Err(too_long(bytes));
        }
        let made = assemble(&list, target, rows).map_err(too_long)?;
        let places = inputs + outputs + list.area as usize + made.2;
        let fit = (NEAR / (places.max(1) * size_of::<f64>() * target.lanes)).clamp(1, ROWS);
        if rows <= fit {
            break made;
        }
        rows = fit;
    };
    let (sites, area) = (core::mem::take(&mut list.sites), list.area as usize);
    let lanes = target.lanes * rows;
    Code::new(Parts { bytes, entry, sites, lanes, inputs, outputs, area, frame: area + slots }).map_err(Error::Memory)
}

/// The most rows of lanes, and the most bytes that they take together.
const ROWS: usize = 8;
const NEAR: usize = 1 << 17;

/// The bytes, where the code begins among them, and how many slots it has; or how many bytes are too many.
fn assemble(list: &List, target: Target, rows: usize) -> Result<(Vec<u8>, usize, usize), usize> {
    fn with<E: Encoder>(list: &List, mut encoder: E, most: usize) -> Result<(Vec<u8>, usize, usize), usize> {
        let slots = allocate(list, &mut encoder, most)?;
        let (bytes, entry) = encoder.finish();
        Ok((bytes, entry, slots))
    }
    let most = target.processor.most();
    let width = match target.lanes {
        1 => Width::One,
        8 => Width::Four,
        _ => Width::Eight,
    };
    match target.processor {
        Processor::X86 => with(list, X86::new(width, &list.constants, list.area, rows as u32), most),
        Processor::Aarch64 => with(list, Aarch64::new(&list.constants, list.area), most),
    }
}

/// The bytes of code for the values of a program, or for its gradient, and where it begins among them: for tests that look
/// at them, on any processor.
///
/// # Errors
/// [`Error::Operation`], [`Error::TooLong`].
#[doc(hidden)]
pub fn code_for(
    program: &Program,
    processor: Processor,
    lanes: usize,
    gradient: bool,
) -> Result<(Vec<u8>, usize), Error> {
    let target = Target { processor, lanes, fuses: true };
    let list = if gradient { lower::gradient(program, target)? } else { lower::values(program, target)? };
    let too_long = |bytes| Error::TooLong { bytes, most: processor.most(), operations: program.len() };
    let (bytes, entry, _) = assemble(&list, target, 1).map_err(too_long)?;
    Ok((bytes, entry))
}
