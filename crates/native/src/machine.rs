//! Native code in memory, and the way into it and back: the one module that trusts bytes.
//!
//! Memory is written first and made executable then, never both at once. Code reads its inputs and constants, and writes
//! its results and its frame; where these end it knows from the list that it was made from, and [`Code::run`] compares.
#![allow(unsafe_code)]

use crate::call::Site;
use memmap2::{Mmap, MmapMut};
use std::io;

/// The address of a function that native code calls.
type Helper = usize;

/// What native code reaches through its fourth argument.
#[derive(Debug)]
#[repr(C)]
struct Context {
    few: Helper,
    work: Helper,
    sites: Box<[Site]>,
    lanes: usize,
    area: usize,
}

/// Where the functions stand in a context, in bytes.
pub(crate) const FEW: u8 = 0;
pub(crate) const WORK: u8 = 8;

/// What code was made of and needs.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) bytes: Vec<u8>,
    /// Where it begins among the bytes.
    pub(crate) entry: usize,
    pub(crate) sites: Vec<Site>,
    /// How many numbers a value is.
    pub(crate) lanes: usize,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    /// How many values are passed in memory, and how many the frame has, these first.
    pub(crate) area: usize,
    pub(crate) frame: usize,
}

/// Code that can be run, by any number of threads at a time.
#[derive(Debug)]
pub(crate) struct Code {
    map: Mmap,
    entry: usize,
    context: Box<Context>,
    inputs: usize,
    outputs: usize,
    frame: usize,
}

/// As many numbers as the widest vector has, where vectors are aligned.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Wide(pub(crate) [f64; 8]);

macro_rules! conventions {
    ($abi:literal) => {
        type Entry = extern $abi fn(*const f64, *mut f64, *mut f64, *const Context) -> u64;

        extern $abi fn few(a: f64, b: f64, c: f64, context: &Context, site: u32) -> f64 {
            context.sites[site as usize].of_few([a, b, c])
        }

        extern $abi fn work(context: &Context, site: u32, area: *mut f64) {
            // SAFETY: the code passes its frame, which `Code::run` has found to be as long as this, and which nothing else
            // refers to while the code runs.
            let area = unsafe { core::slice::from_raw_parts_mut(area, context.area) };
            context.sites[site as usize].work(area, context.lanes);
        }
    };
}
#[cfg(target_arch = "x86_64")]
conventions!("sysv64");
#[cfg(not(target_arch = "x86_64"))]
conventions!("C");

impl Code {
    /// Puts code into memory of its own.
    ///
    /// # Errors
    /// If the system does not give memory, or does not let it be executed.
    pub(crate) fn new(parts: Parts) -> io::Result<Code> {
        let Parts { bytes, entry, sites, lanes, inputs, outputs, area, frame } = parts;
        let mut map = MmapMut::map_anon(bytes.len())?;
        map.copy_from_slice(&bytes);
        let map = map.make_exec()?;
        #[cfg(target_arch = "aarch64")]
        forget_what_was_there(&map);
        let (few, work) = (few as *const () as Helper, work as *const () as Helper);
        let context = Box::new(Context { few, work, sites: sites.into(), lanes, area: area * lanes });
        Ok(Code { map, entry, context, inputs: inputs * lanes, outputs: outputs * lanes, frame: frame * lanes })
    }

    /// How many bytes it takes, constants included.
    pub(crate) fn bytes(&self) -> usize {
        self.map.len()
    }

    /// How many points it works on at once.
    pub(crate) fn lanes(&self) -> usize {
        self.context.lanes
    }

    /// How many numbers the frame has.
    pub(crate) fn frame(&self) -> usize {
        self.frame
    }

    /// Runs it; false where it left before its end.
    ///
    /// # Panics
    /// If a list is shorter than the code knows it.
    pub(crate) fn run(&self, x: &[f64], out: &mut [f64], frame: &mut [Wide]) -> bool {
        let frame = frame.as_mut_ptr_range();
        assert!(x.len() >= self.inputs && out.len() >= self.outputs, "as many inputs and outputs as the code has");
        let room = (frame.end as usize - frame.start as usize) / size_of::<f64>();
        assert!(room >= self.frame, "a frame as long as the code needs");
        // SAFETY: at `entry` begins a function of this type, which was written for this processor: `processor` asked for
        // what it has. It keeps the registers that the convention has it keep, reads so many inputs, writes so many outputs
        // and places of the frame, as was just compared, and reads the context, which lives as long as the code.
        let entry: Entry = unsafe { core::mem::transmute(self.map.as_ptr().add(self.entry)) };
        entry(x.as_ptr(), out.as_mut_ptr(), frame.start.cast(), &*self.context) == 0
    }
}

/// Has the processor fetch instructions from memory that it may have fetched from before: caches of code and of data do not
/// know of each other there.
#[cfg(target_arch = "aarch64")]
fn forget_what_was_there(code: &[u8]) {
    use core::arch::asm;
    let range = code.as_ptr_range();
    let sizes: u64;
    // SAFETY: the register tells the sizes of cache lines, and may be read by everybody.
    unsafe { asm!("mrs {}, ctr_el0", out(reg) sizes, options(nomem, nostack)) };
    let lines = |shift: u64| {
        let size = 4usize << (sizes >> shift & 15);
        (range.start as usize & !(size - 1)..range.end as usize).step_by(size)
    };
    for line in lines(16) {
        // SAFETY: it writes a line of memory of ours back, and changes none.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack)) };
    }
    // SAFETY: it waits.
    unsafe { asm!("dsb ish", options(nostack)) };
    for line in lines(0) {
        // SAFETY: it forgets a line of instructions, which are fetched again.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack)) };
    }
    // SAFETY: it waits.
    unsafe { asm!("dsb ish", "isb", options(nostack)) };
}
