//! Numbers of numbers.

use crate::prelude::convert::From;

impl From<u8> for u16 {
    fn from(value: u8) -> u16 {
        value as u16
    }
}

impl From<i8> for i16 {
    fn from(value: i8) -> i16 {
        value as i16
    }
}

impl From<u8> for i16 {
    fn from(value: u8) -> i16 {
        value as i16
    }
}

impl From<u8> for u32 {
    fn from(value: u8) -> u32 {
        value as u32
    }
}

impl From<i8> for i32 {
    fn from(value: i8) -> i32 {
        value as i32
    }
}

impl From<u8> for i32 {
    fn from(value: u8) -> i32 {
        value as i32
    }
}

impl From<u8> for u64 {
    fn from(value: u8) -> u64 {
        value as u64
    }
}

impl From<i8> for i64 {
    fn from(value: i8) -> i64 {
        value as i64
    }
}

impl From<u8> for i64 {
    fn from(value: u8) -> i64 {
        value as i64
    }
}

impl From<u8> for u128 {
    fn from(value: u8) -> u128 {
        value as u128
    }
}

impl From<i8> for i128 {
    fn from(value: i8) -> i128 {
        value as i128
    }
}

impl From<u8> for i128 {
    fn from(value: u8) -> i128 {
        value as i128
    }
}

impl From<u16> for u32 {
    fn from(value: u16) -> u32 {
        value as u32
    }
}

impl From<i16> for i32 {
    fn from(value: i16) -> i32 {
        value as i32
    }
}

impl From<u16> for i32 {
    fn from(value: u16) -> i32 {
        value as i32
    }
}

impl From<u16> for u64 {
    fn from(value: u16) -> u64 {
        value as u64
    }
}

impl From<i16> for i64 {
    fn from(value: i16) -> i64 {
        value as i64
    }
}

impl From<u16> for i64 {
    fn from(value: u16) -> i64 {
        value as i64
    }
}

impl From<u16> for u128 {
    fn from(value: u16) -> u128 {
        value as u128
    }
}

impl From<i16> for i128 {
    fn from(value: i16) -> i128 {
        value as i128
    }
}

impl From<u16> for i128 {
    fn from(value: u16) -> i128 {
        value as i128
    }
}

impl From<u32> for u64 {
    fn from(value: u32) -> u64 {
        value as u64
    }
}

impl From<i32> for i64 {
    fn from(value: i32) -> i64 {
        value as i64
    }
}

impl From<u32> for i64 {
    fn from(value: u32) -> i64 {
        value as i64
    }
}

impl From<u32> for u128 {
    fn from(value: u32) -> u128 {
        value as u128
    }
}

impl From<i32> for i128 {
    fn from(value: i32) -> i128 {
        value as i128
    }
}

impl From<u32> for i128 {
    fn from(value: u32) -> i128 {
        value as i128
    }
}

impl From<u64> for u128 {
    fn from(value: u64) -> u128 {
        value as u128
    }
}

impl From<i64> for i128 {
    fn from(value: i64) -> i128 {
        value as i128
    }
}

impl From<u64> for i128 {
    fn from(value: u64) -> i128 {
        value as i128
    }
}

impl From<u8> for usize {
    fn from(value: u8) -> usize {
        value as usize
    }
}

impl From<u16> for usize {
    fn from(value: u16) -> usize {
        value as usize
    }
}

impl From<u8> for isize {
    fn from(value: u8) -> isize {
        value as isize
    }
}

impl From<i16> for isize {
    fn from(value: i16) -> isize {
        value as isize
    }
}

impl From<u8> for f32 {
    fn from(value: u8) -> f32 {
        value as f32
    }
}

impl From<i8> for f32 {
    fn from(value: i8) -> f32 {
        value as f32
    }
}

impl From<u16> for f32 {
    fn from(value: u16) -> f32 {
        value as f32
    }
}

impl From<i16> for f32 {
    fn from(value: i16) -> f32 {
        value as f32
    }
}

impl From<u8> for f64 {
    fn from(value: u8) -> f64 {
        value as f64
    }
}

impl From<i8> for f64 {
    fn from(value: i8) -> f64 {
        value as f64
    }
}

impl From<u16> for f64 {
    fn from(value: u16) -> f64 {
        value as f64
    }
}

impl From<i16> for f64 {
    fn from(value: i16) -> f64 {
        value as f64
    }
}

impl From<u32> for f64 {
    fn from(value: u32) -> f64 {
        value as f64
    }
}

impl From<i32> for f64 {
    fn from(value: i32) -> f64 {
        value as f64
    }
}

impl From<f32> for f64 {
    fn from(value: f32) -> f64 {
        value as f64
    }
}

impl From<bool> for u8 {
    fn from(value: bool) -> u8 {
        value as u8
    }
}

impl From<bool> for u16 {
    fn from(value: bool) -> u16 {
        value as u16
    }
}

impl From<bool> for u32 {
    fn from(value: bool) -> u32 {
        value as u32
    }
}

impl From<bool> for u64 {
    fn from(value: bool) -> u64 {
        value as u64
    }
}

impl From<bool> for u128 {
    fn from(value: bool) -> u128 {
        value as u128
    }
}

impl From<bool> for i8 {
    fn from(value: bool) -> i8 {
        value as i8
    }
}

impl From<bool> for i16 {
    fn from(value: bool) -> i16 {
        value as i16
    }
}

impl From<bool> for i32 {
    fn from(value: bool) -> i32 {
        value as i32
    }
}

impl From<bool> for i64 {
    fn from(value: bool) -> i64 {
        value as i64
    }
}

impl From<bool> for i128 {
    fn from(value: bool) -> i128 {
        value as i128
    }
}

impl From<bool> for usize {
    fn from(value: bool) -> usize {
        value as usize
    }
}

impl From<bool> for isize {
    fn from(value: bool) -> isize {
        value as isize
    }
}

impl From<bool> for f64 {
    fn from(value: bool) -> f64 {
        if value { 1.0 } else { 0.0 }
    }
}

impl From<bool> for f32 {
    fn from(value: bool) -> f32 {
        if value { 1.0 } else { 0.0 }
    }
}
