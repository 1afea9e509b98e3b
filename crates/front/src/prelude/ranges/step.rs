//! What ranges count by.

/// What ranges count by.
pub trait Step: Copy + PartialOrd {
    /// How many there are from `from` up to `to`, that left out.
    fn steps(from: Self, to: Self) -> usize;
    /// How many there are from `from` up to `to`, that among them.
    fn steps_through(from: Self, to: Self) -> usize {
        Self::steps(from, to) + (from <= to) as usize
    }
    /// The number `n` further.
    fn forward(self, n: usize) -> Self;
    /// The number `n` less.
    fn backward(self, n: usize) -> Self;
    /// Whether there is no greater one.
    fn is_greatest(self) -> bool;
}

impl Step for usize {
    fn steps(from: usize, to: usize) -> usize {
        to.saturating_sub(from)
    }

    fn forward(self, n: usize) -> usize {
        self + n
    }

    fn backward(self, n: usize) -> usize {
        self - n
    }

    fn is_greatest(self) -> bool {
        self == usize::MAX
    }
}

macro_rules! step {
    ($($t:ident;)*) => {$(
        impl Step for $t {
            fn steps(from: $t, to: $t) -> usize {
                if from < to { to.abs_diff(from) as usize } else { 0 }
            }

            fn forward(self, n: usize) -> $t {
                self.wrapping_add(n as $t)
            }

            fn backward(self, n: usize) -> $t {
                self.wrapping_sub(n as $t)
            }

            fn is_greatest(self) -> bool {
                self == $t::MAX
            }
        }
    )*};
}
step! { u8; i8; u16; i16; u32; i32; u64; i64; u128; i128; isize; }
