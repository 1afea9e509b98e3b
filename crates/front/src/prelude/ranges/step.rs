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

impl Step for isize {
    fn steps(from: isize, to: isize) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> isize {
        self.wrapping_add(n as isize)
    }

    fn backward(self, n: usize) -> isize {
        self.wrapping_sub(n as isize)
    }

    fn is_greatest(self) -> bool {
        self == isize::MAX
    }
}

impl Step for u8 {
    fn steps(from: u8, to: u8) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> u8 {
        self.wrapping_add(n as u8)
    }

    fn backward(self, n: usize) -> u8 {
        self.wrapping_sub(n as u8)
    }

    fn is_greatest(self) -> bool {
        self == u8::MAX
    }
}

impl Step for i8 {
    fn steps(from: i8, to: i8) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> i8 {
        self.wrapping_add(n as i8)
    }

    fn backward(self, n: usize) -> i8 {
        self.wrapping_sub(n as i8)
    }

    fn is_greatest(self) -> bool {
        self == i8::MAX
    }
}

impl Step for u16 {
    fn steps(from: u16, to: u16) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> u16 {
        self.wrapping_add(n as u16)
    }

    fn backward(self, n: usize) -> u16 {
        self.wrapping_sub(n as u16)
    }

    fn is_greatest(self) -> bool {
        self == u16::MAX
    }
}

impl Step for i16 {
    fn steps(from: i16, to: i16) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> i16 {
        self.wrapping_add(n as i16)
    }

    fn backward(self, n: usize) -> i16 {
        self.wrapping_sub(n as i16)
    }

    fn is_greatest(self) -> bool {
        self == i16::MAX
    }
}

impl Step for u32 {
    fn steps(from: u32, to: u32) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> u32 {
        self.wrapping_add(n as u32)
    }

    fn backward(self, n: usize) -> u32 {
        self.wrapping_sub(n as u32)
    }

    fn is_greatest(self) -> bool {
        self == u32::MAX
    }
}

impl Step for i32 {
    fn steps(from: i32, to: i32) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> i32 {
        self.wrapping_add(n as i32)
    }

    fn backward(self, n: usize) -> i32 {
        self.wrapping_sub(n as i32)
    }

    fn is_greatest(self) -> bool {
        self == i32::MAX
    }
}

impl Step for u64 {
    fn steps(from: u64, to: u64) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> u64 {
        self.wrapping_add(n as u64)
    }

    fn backward(self, n: usize) -> u64 {
        self.wrapping_sub(n as u64)
    }

    fn is_greatest(self) -> bool {
        self == u64::MAX
    }
}

impl Step for i64 {
    fn steps(from: i64, to: i64) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> i64 {
        self.wrapping_add(n as i64)
    }

    fn backward(self, n: usize) -> i64 {
        self.wrapping_sub(n as i64)
    }

    fn is_greatest(self) -> bool {
        self == i64::MAX
    }
}

impl Step for u128 {
    fn steps(from: u128, to: u128) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> u128 {
        self.wrapping_add(n as u128)
    }

    fn backward(self, n: usize) -> u128 {
        self.wrapping_sub(n as u128)
    }

    fn is_greatest(self) -> bool {
        self == u128::MAX
    }
}

impl Step for i128 {
    fn steps(from: i128, to: i128) -> usize {
        if from < to { to.abs_diff(from) as usize } else { 0 }
    }

    fn forward(self, n: usize) -> i128 {
        self.wrapping_add(n as i128)
    }

    fn backward(self, n: usize) -> i128 {
        self.wrapping_sub(n as i128)
    }

    fn is_greatest(self) -> bool {
        self == i128::MAX
    }
}
