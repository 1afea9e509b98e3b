//! Memory that outlives a tape.

use crate::streams::Statement;
use core::mem::ManuallyDrop;
use std::sync::Once;

/// The memory of a finished recording, for the next one: see [`Tape::with_buffers`](crate::Tape::with_buffers).
///
/// It does not depend on the type of number, so that it can be kept in one place for all.
///
/// ```
/// use reverse::{Buffers, Tape};
/// let mut buffers = Buffers::default();
/// for x in [1.0, 2.0] {
///     // The second recording lies where the first one was.
///     let tape = Tape::<f64>::with_buffers(&mut buffers);
///     let v = tape.var(x);
///     assert_eq!((v * v).grad().wrt(v), 2.0 * x);
///     tape.leave(&mut buffers);
/// }
/// ```
#[derive(Debug, Default)]
pub struct Buffers {
    pub(crate) statements: Vec<Statement>,
    pub(crate) partials: Memory,
    pub(crate) values: Memory,
    pub(crate) sources: Memory,
    pub(crate) nodes: Vec<u32>,
    pub(crate) records: Memory,
    pub(crate) inputs: Memory,
    pub(crate) adjoints: Memory,
    pub(crate) seeds: Memory,
}

/// The memory of one list, whatever its elements are: one of each size that the engines over `f64` have is kept, a
/// list of another size is dropped.
///
/// ```
/// let mut memory = reverse::Memory::default();
/// memory.give(vec![1.0; 1000]);
/// // Empty, and with room for what has the same size.
/// let list: Vec<u64> = memory.take();
/// assert!(list.is_empty() && list.capacity() >= 1000);
/// ```
#[derive(Debug, Default)]
pub struct Memory {
    words1: Vec<[u64; 1]>,
    words2: Vec<[u64; 2]>,
    words3: Vec<[u64; 3]>,
    words4: Vec<[u64; 4]>,
    words5: Vec<[u64; 5]>,
    words6: Vec<[u64; 6]>,
    words7: Vec<[u64; 7]>,
    words8: Vec<[u64; 8]>,
    words14: Vec<[u64; 14]>,
}

// Conditions that the compiler knows: what they exclude is not compiled. A `match` had all sizes compiled for each type.
macro_rules! by_size {
    ($($list:ident $size:literal)*) => {
        impl Memory {
            /// An empty list in memory that was [given](Memory::give), if there is some for this size of element.
            pub fn take<T>(&mut self) -> Vec<T> {
                $(if const { size_of::<T>() == $size } {
                    return recast(core::mem::take(&mut self.$list));
                })*
                Vec::new()
            }

            /// Keeps a list's memory; its elements are dropped.
            pub fn give<T>(&mut self, list: Vec<T>) {
                $(if const { size_of::<T>() == $size } {
                    self.$list = recast(list);
                    return;
                })*
            }
        }
    };
}
by_size! { words1 8 words2 16 words3 24 words4 32 words5 40 words6 48 words7 56 words8 64 words14 112 }

/// An empty list of another type in the same memory, where size and alignment agree.
///
/// The standard library's collection in place does the same without `unsafe`, by 24 functions for each pair of types: they were
/// more than half of all functions of a program with derivatives in bodies.
#[allow(unsafe_code)]
fn recast<U, V>(mut list: Vec<U>) -> Vec<V> {
    if const { size_of::<U>() != size_of::<V>() || align_of::<U>() != align_of::<V>() } {
        return Vec::new();
    }
    list.clear();
    let mut list = ManuallyDrop::new(list);
    let (start, capacity) = (list.as_mut_ptr().cast::<V>(), list.capacity());
    // SAFETY: the memory was allocated by the allocator of all lists for `capacity` elements of the same size and alignment,
    // nothing else owns it, and there are no elements.
    unsafe { Vec::from_raw_parts(start, 0, capacity) }
}

/// Has glibc keep what is freed for the next run of a function. Until a large piece was mapped and freed, it gives the end of
/// its heap back from 128 kB on (mallopt(3), `M_MMAP_THRESHOLD`): where the lists of a function are longer together, and none
/// alone, each run then finds all of them without pages. The Jacobian of a hand's pose took four times as long, and a Hessian
/// with matrices of 1000 rows had 72 000 page faults: 27 000 are left, of the one list of the user's that is longer. Shorter pieces that
/// are freed side by side leave room for that one in the first run alone, as others are cut from it.
#[doc(hidden)]
pub fn keep_what_is_freed() {
    static ONCE: Once = Once::new();
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        ONCE.call_once(|| drop(core::hint::black_box(Vec::<u8>::with_capacity(LARGE))));
    }
}

/// Twice as much may lie at the end of the heap unused. It is the most that glibc takes, with its own header.
const LARGE: usize = (32 << 20) - (8 << 10);
