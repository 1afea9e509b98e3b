//! Lists that hold their elements in place, of the crates `arrayvec`, `smallvec` and `tinyvec`: here they are lists as
//! any. This text is read alone.

/// What is the room of a list.
pub trait Array {
    type Item;
}

impl<T, const N: usize> Array for [T; N] {
    type Item = T;
}

/// Of `arrayvec` with two arguments.
pub type ArrayVec<T, const N: usize> = Vec<T>;

pub type SmallVec<A> = Vec<<A as Array>::Item>;

pub type TinyVec<A> = Vec<<A as Array>::Item>;
