//! Numbers of numbers.

use crate::prelude::convert::From;

macro_rules! of {
    ($($from:ty, $to:ty;)*) => {$(
        impl From<$from> for $to {
            fn from(value: $from) -> $to {
                value as $to
            }
        }
    )*};
}
of! {
    u8, u16; u8, i16; u8, u32; u8, i32; u8, u64; u8, i64; u8, u128; u8, i128; u8, usize; u8, isize; u8, f32;
    u8, f64;
    i8, i16; i8, i32; i8, i64; i8, i128; i8, f32; i8, f64;
    u16, u32; u16, i32; u16, u64; u16, i64; u16, u128; u16, i128; u16, usize; u16, f32; u16, f64;
    i16, i32; i16, i64; i16, i128; i16, isize; i16, f32; i16, f64;
    u32, u64; u32, i64; u32, u128; u32, i128; u32, f64;
    i32, i64; i32, i128; i32, f64;
    u64, u128; u64, i128;
    i64, i128;
    f32, f64;
    bool, u8; bool, u16; bool, u32; bool, u64; bool, u128; bool, i8; bool, i16; bool, i32; bool, i64; bool, i128;
    bool, usize; bool, isize;
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
