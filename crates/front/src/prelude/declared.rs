//! What is std's, for who reads the prelude: types, and the functions that lowering knows. Their bodies are empty, but in
//! `place`: that is read as it stands, in the place of what is compiled. This file is never compiled.

/// What may be missing.
#[derive(Clone, Copy)]
pub enum Option<T> {
    None,
    Some(T),
}

/// A value or an error.
#[derive(Clone, Copy)]
pub enum Result<T, E> {
    Ok(T),
    Err(E),
}

/// How two values stand to one another.
#[derive(Clone, Copy)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

/// Whether to go on.
#[derive(Clone, Copy)]
pub enum ControlFlow<B, C = ()> {
    Continue(C),
    Break(B),
}

/// `a..b`
#[derive(Clone)]
pub struct Range<T> {
    pub start: T,
    pub end: T,
}

/// `a..=b`
#[derive(Clone)]
pub struct RangeInclusive<T> {
    pub start: T,
    pub end: T,
    pub exhausted: bool,
}

/// `a..`
#[derive(Clone)]
pub struct RangeFrom<T> {
    pub start: T,
}

/// `..b`
#[derive(Clone, Copy)]
pub struct RangeTo<T> {
    pub end: T,
}

/// `..=b`
#[derive(Clone, Copy)]
pub struct RangeToInclusive<T> {
    pub end: T,
}

/// `..`
#[derive(Clone, Copy)]
pub struct RangeFull;

/// A type that nothing is held of.
#[derive(Clone, Copy)]
pub struct PhantomData<T>;

macro_rules! integer {
    ($($t:ty;)*) => {$(
        impl Integer for $t {}
    )*};
}

macro_rules! sign {
    ($($t:ty, $signed:ty, $unsigned:ty;)*) => {$(
        impl Sign for $t {
            type Signed = $signed;
            type Unsigned = $unsigned;
        }
    )*};
}

macro_rules! default {
    ($($t:ty, $value:expr;)*) => {$(
        impl Default for $t {
            fn default() -> $t {
                $value
            }
        }
    )*};
}

/// Elements taken one by one, values moved out of a place and put back.
pub mod place {
    use crate::prelude::RangeInclusive;
    use crate::prelude::ranges::Step;

    pub type Slot<T> = T;

    pub fn filled<T>(x: T) -> T {
        x
    }

    pub fn one<T>(x: &T) -> &[T] {
        &[*x]
    }

    pub fn take<T>(slot: &mut T) -> T {
        *slot
    }

    pub fn put<T>(slot: &mut T, x: T) {
        *slot = x;
    }

    pub fn content<T>(slot: T) -> T {
        slot
    }

    pub type Places<'a, T> = &'a mut [T];

    pub fn places<T>(list: &mut [T]) -> &mut [T] {
        list
    }

    pub fn part<T>(places: &mut &mut [T], from: usize, to: usize) -> &mut [T] {
        &mut places[from..to]
    }

    pub fn place<T>(places: &mut &mut [T], k: usize) -> &mut T {
        &mut places[k]
    }

    pub type Owned<T> = Vec<T>;

    pub fn owned<T>(list: Vec<T>) -> Vec<T> {
        list
    }

    pub fn moved<T>(owned: &mut Vec<T>, k: usize) -> T {
        owned[k]
    }

    pub fn keep<T>(owned: &mut Vec<T>, x: T) { owned.push(x); }
    pub fn kept<T>(owned: &Vec<T>, k: usize) -> &T { &owned[k] }
    pub fn kept_mut<T>(owned: &mut Vec<T>, k: usize) -> &mut T { &mut owned[k] }
    pub fn places_of<T>(owned: &mut Vec<T>) -> &mut [T] { owned }
    pub fn converted<T, U>(x: T) -> Option<U> { crate::prelude::intrinsic::int::converted(x) }
    pub fn no_integer() -> std::num::TryFromIntError { crate::prelude::intrinsic::int::no_integer() }
    pub fn comes_before<K, Q>(a: &K, b: &Q) -> bool { crate::prelude::intrinsic::key::comes_before(a, b) }
    pub fn is_key<K, Q>(a: &K, b: &Q) -> bool { crate::prelude::intrinsic::key::is_key(a, b) }

    pub type OwnedArray<T, const N: usize> = [T; N];

    pub fn owned_array<T, const N: usize>(list: [T; N]) -> [T; N] {
        list
    }

    pub fn moved_of_array<T, const N: usize>(owned: &mut [T; N], k: usize) -> T {
        owned[k]
    }

    pub fn halves<T>(list: &mut [T], mid: usize) -> (&mut [T], &mut [T]) {
        (&mut list[..mid], &mut list[mid..])
    }

    pub fn cut<T>(list: &mut Vec<T>) -> T {
        let last = list.len() - 1;
        let x = list[last];
        list.truncate(last);
        x
    }

    pub fn pass<T>(list: &mut Vec<T>, taken: &mut usize) -> T {
        *taken += 1;
        list[*taken - 1]
    }

    pub fn put_before<T>(list: &mut Vec<T>, taken: &mut usize, x: T) {
        if *taken == 0 {
            let n = list.len();
            for _ in 0..n + 1 {
                list.push(x);
            }
            for k in 0..n {
                list[2 * n - k] = list[n - 1 - k];
            }
            *taken = n + 1;
        }
        *taken -= 1;
        list[*taken] = x;
    }

    pub fn start<T>(range: &RangeInclusive<T>) -> &T {
        &range.start
    }

    pub fn end<T>(range: &RangeInclusive<T>) -> &T {
        &range.end
    }

    pub fn is_empty<T>(range: &RangeInclusive<T>) -> bool {
        range.exhausted || !(range.start <= range.end)
    }

    pub fn count<T: Step>(range: &RangeInclusive<T>) -> usize {
        if range.exhausted { 0 } else { T::steps_through(range.start, range.end) }
    }

    pub fn cut_range<T: Step>(range: &mut RangeInclusive<T>, front: usize, back: usize) {
        if front + back <= T::steps(range.start, range.end) {
            range.start = range.start.forward(front);
            range.end = range.end.backward(back);
        } else {
            range.exhausted = true;
        }
    }

    pub fn array<T, const N: usize>(list: &[T]) -> Option<&[T; N]> {
        if list.len() == N { Some(crate::prelude::intrinsic::array::of(list)) } else { None }
    }

    pub trait Integer {}

    pub trait Float {}

    integer! { u8; i8; u16; i16; u32; i32; u64; i64; u128; i128; usize; isize; }

    impl Float for f64 {}

    impl Float for f32 {}

    pub fn literal<T>(x: f64) -> T {
        x as T
    }

    pub fn exchange<T>(place: &mut T, x: T) -> T {
        let old = *place;
        *place = x;
        old
    }

    pub fn exchange_both<T>(a: &mut T, b: &mut T) {
        let old = *a;
        *a = *b;
        *b = old;
    }

    pub fn array_of<T, const N: usize, F: FnMut(usize) -> T>(mut f: F) -> [T; N] {
        let first = f(0);
        let mut list = [first; N];
        for k in 1..N {
            list[k] = f(k);
        }
        list
    }

    pub fn arrange<T>(list: &mut [T], order: &[usize]) {
        let old = list.to_vec();
        for k in 0..order.len() {
            list[k] = old[order[k]];
        }
    }
}

/// What lowering knows, by the receiver. The bodies are empty.
pub mod intrinsic {
    /// Derivatives of functions that are passed, by a number or by a list.
    pub mod operator {
        pub fn gradient<F, X, G>(f: F, x: X) -> G {}
        pub fn value_and_gradient<F, X, G>(f: F, x: X) -> (f64, G) {}
        pub fn hvp<F, X, G>(f: F, x: X, v: X) -> G {}
        pub fn value_and_hvp<F, X, G>(f: F, x: X, v: X) -> (f64, G, G) {}
        pub fn jvp<F, X, R>(f: F, x: X, v: X) -> (R, R) {}
        pub fn __hessian<F, X>(f: F, x: X) -> (usize, Vec<f64>) {}
        pub fn __jacobian<F, X>(f: F, x: X) -> (usize, Vec<f64>) {}
    }

    pub mod slice {
        pub fn len<T>(list: &[T]) -> usize {}
        pub fn swap<T>(list: &mut [T], a: usize, b: usize) {}
        pub fn to_vec<T>(list: &[T]) -> Vec<T> {}
        pub fn to_owned<T>(list: &[T]) -> Vec<T> {}
    }

    pub mod vec {
        pub fn new<T>() -> Vec<T> {}
        pub fn with_capacity<T>(capacity: usize) -> Vec<T> {}
        pub fn push<T>(list: &mut Vec<T>, x: T) {}
        pub fn truncate<T>(list: &mut Vec<T>, len: usize) {}
        pub fn capacity<T>(list: &Vec<T>) -> usize {}
        pub fn len<T>(list: &Vec<T>) -> usize {}
    }

    pub mod array {
        /// A list of as many elements as the array has.
        pub fn of<T, const N: usize>(list: &[T]) -> &[T; N] {}
    }

    /// Keys, behind whatever references.
    pub mod key {
        pub fn comes_before<K, Q>(a: &K, b: &Q) -> bool {}
        pub fn is_key<K, Q>(a: &K, b: &Q) -> bool {}
    }

    pub mod boxed {
        pub fn new<T>(x: T) -> Box<T> {}
    }

    pub mod rc {
        pub fn new<T>(x: T) -> Rc<T> {}
        pub fn make_mut<T>(this: &mut Rc<T>) -> &mut T {}
        pub fn unwrap_or_clone<T>(this: Rc<T>) -> T {}
    }

    pub mod sync {
        pub fn new<T>(x: T) -> Arc<T> {}
        pub fn make_mut<T>(this: &mut Arc<T>) -> &mut T {}
        pub fn unwrap_or_clone<T>(this: Arc<T>) -> T {}
    }

    /// Numbers; those that have derivatives stand in the table of rules.
    pub mod float {
        pub fn is_nan<T>(x: T) -> bool {}
        pub fn is_infinite<T>(x: T) -> bool {}
        pub fn is_finite<T>(x: T) -> bool {}
        pub fn is_normal<T>(x: T) -> bool {}
        pub fn is_subnormal<T>(x: T) -> bool {}
        pub fn is_sign_positive<T>(x: T) -> bool {}
        pub fn is_sign_negative<T>(x: T) -> bool {}
        pub fn next_up<T>(x: T) -> T {}
        pub fn next_down<T>(x: T) -> T {}
        pub fn to_bits<T: crate::prelude::Bits>(x: T) -> T::Bits {}
        pub fn from_bits<T: crate::prelude::Bits>(bits: T::Bits) -> T {}
    }

    /// Integers: never with derivatives.
    pub mod int {
        pub fn abs<T>(x: T) -> T {}
        pub fn signum<T>(x: T) -> T {}
        pub fn isqrt<T>(x: T) -> T {}
        pub fn wrapping_neg<T>(x: T) -> T {}
        pub fn wrapping_abs<T>(x: T) -> T {}
        pub fn saturating_neg<T>(x: T) -> T {}
        pub fn saturating_abs<T>(x: T) -> T {}
        pub fn swap_bytes<T>(x: T) -> T {}
        pub fn reverse_bits<T>(x: T) -> T {}
        pub fn to_be<T>(x: T) -> T {}
        pub fn to_le<T>(x: T) -> T {}
        pub fn next_power_of_two<T>(x: T) -> T {}
        pub fn min<T>(x: T, y: T) -> T {}
        pub fn max<T>(x: T, y: T) -> T {}
        pub fn rem_euclid<T>(x: T, y: T) -> T {}
        pub fn div_euclid<T>(x: T, y: T) -> T {}
        pub fn saturating_add<T>(x: T, y: T) -> T {}
        pub fn saturating_sub<T>(x: T, y: T) -> T {}
        pub fn saturating_mul<T>(x: T, y: T) -> T {}
        pub fn saturating_div<T>(x: T, y: T) -> T {}
        pub fn wrapping_add<T>(x: T, y: T) -> T {}
        pub fn wrapping_sub<T>(x: T, y: T) -> T {}
        pub fn wrapping_mul<T>(x: T, y: T) -> T {}
        pub fn wrapping_div<T>(x: T, y: T) -> T {}
        pub fn wrapping_rem<T>(x: T, y: T) -> T {}
        pub fn div_ceil<T>(x: T, y: T) -> T {}
        pub fn next_multiple_of<T>(x: T, y: T) -> T {}
        pub fn midpoint<T>(x: T, y: T) -> T {}
        pub fn clamp<T>(x: T, min: T, max: T) -> T {}
        pub fn pow<T>(x: T, n: u32) -> T {}
        pub fn saturating_pow<T>(x: T, n: u32) -> T {}
        pub fn wrapping_pow<T>(x: T, n: u32) -> T {}
        pub fn rotate_left<T>(x: T, n: u32) -> T {}
        pub fn rotate_right<T>(x: T, n: u32) -> T {}
        pub fn wrapping_shl<T>(x: T, n: u32) -> T {}
        pub fn wrapping_shr<T>(x: T, n: u32) -> T {}
        pub fn checked_mul<T>(x: T, y: T) -> Option<T> {}
        pub fn checked_div<T>(x: T, y: T) -> Option<T> {}
        pub fn checked_rem<T>(x: T, y: T) -> Option<T> {}
        pub fn checked_div_euclid<T>(x: T, y: T) -> Option<T> {}
        pub fn checked_rem_euclid<T>(x: T, y: T) -> Option<T> {}
        pub fn checked_next_multiple_of<T>(x: T, y: T) -> Option<T> {}
        pub fn checked_ilog<T>(x: T, y: T) -> Option<u32> {}
        pub fn checked_neg<T>(x: T) -> Option<T> {}
        pub fn checked_abs<T>(x: T) -> Option<T> {}
        pub fn checked_isqrt<T>(x: T) -> Option<T> {}
        pub fn checked_next_power_of_two<T>(x: T) -> Option<T> {}
        pub fn checked_pow<T>(x: T, n: u32) -> Option<T> {}
        pub fn checked_shl<T>(x: T, n: u32) -> Option<T> {}
        pub fn checked_shr<T>(x: T, n: u32) -> Option<T> {}
        pub fn count_ones<T>(x: T) -> u32 {}
        pub fn count_zeros<T>(x: T) -> u32 {}
        pub fn leading_zeros<T>(x: T) -> u32 {}
        pub fn trailing_zeros<T>(x: T) -> u32 {}
        pub fn leading_ones<T>(x: T) -> u32 {}
        pub fn trailing_ones<T>(x: T) -> u32 {}
        pub fn ilog2<T>(x: T) -> u32 {}
        pub fn ilog10<T>(x: T) -> u32 {}
        pub fn ilog<T>(x: T, base: T) -> u32 {}
        pub fn checked_ilog2<T>(x: T) -> Option<u32> {}
        pub fn checked_ilog10<T>(x: T) -> Option<u32> {}
        pub fn is_power_of_two<T>(x: T) -> bool {}
        pub fn converted<T, U>(x: T) -> Option<U> {}
        pub fn no_integer() -> std::num::TryFromIntError {}
        pub fn is_positive<T>(x: T) -> bool {}
        pub fn is_negative<T>(x: T) -> bool {}
        pub fn is_multiple_of<T>(x: T, y: T) -> bool {}
        pub fn abs_diff<T: crate::prelude::Sign>(x: T, y: T) -> T::Unsigned {}
        pub fn unsigned_abs<T: crate::prelude::Sign>(x: T) -> T::Unsigned {}
        pub fn cast_unsigned<T: crate::prelude::Sign>(x: T) -> T::Unsigned {}
        pub fn cast_signed<T: crate::prelude::Sign>(x: T) -> T::Signed {}
        pub fn checked_add_unsigned<T: crate::prelude::Sign>(x: T, y: T::Unsigned) -> Option<T> {}
        pub fn checked_sub_unsigned<T: crate::prelude::Sign>(x: T, y: T::Unsigned) -> Option<T> {}
        pub fn checked_add_signed<T: crate::prelude::Sign>(x: T, y: T::Signed) -> Option<T> {}
        pub fn saturating_add_unsigned<T: crate::prelude::Sign>(x: T, y: T::Unsigned) -> T {}
        pub fn saturating_sub_unsigned<T: crate::prelude::Sign>(x: T, y: T::Unsigned) -> T {}
        pub fn saturating_add_signed<T: crate::prelude::Sign>(x: T, y: T::Signed) -> T {}
        pub fn wrapping_add_unsigned<T: crate::prelude::Sign>(x: T, y: T::Unsigned) -> T {}
        pub fn wrapping_sub_unsigned<T: crate::prelude::Sign>(x: T, y: T::Unsigned) -> T {}
        pub fn wrapping_add_signed<T: crate::prelude::Sign>(x: T, y: T::Signed) -> T {}
    }
}

/// The integers of the same size with and without a sign.
pub trait Sign {
    type Signed;
    type Unsigned;
}

sign! {
    i8, i8, u8; u8, i8, u8;
    i16, i16, u16; u16, i16, u16;
    i32, i32, u32; u32, i32, u32;
    i64, i64, u64; u64, i64, u64;
    i128, i128, u128; u128, i128, u128;
    isize, isize, usize; usize, isize, usize;
}

default! {
    f64, 0.0; f32, 0.0; bool, false; (), ();
    u8, 0; u16, 0; u32, 0; u64, 0; u128, 0; usize, 0; i8, 0; i16, 0; i32, 0; i64, 0; i128, 0; isize, 0;
}

impl<T> Default for Vec<T> {
    fn default() -> Vec<T> {
        Vec::new()
    }
}

impl<T> Default for Option<T> {
    fn default() -> Option<T> {
        None
    }
}

impl<T: Default, const N: usize> Default for [T; N] {
    fn default() -> [T; N] {
        place::array_of(|_| T::default())
    }
}

impl<T: Default> Default for Box<T> {
    fn default() -> Box<T> {
        Box::new(T::default())
    }
}

impl<A: Default, B: Default> Default for (A, B) {
    fn default() -> (A, B) {
        (A::default(), B::default())
    }
}

impl<A: Default, B: Default, C: Default> Default for (A, B, C) {
    fn default() -> (A, B, C) {
        (A::default(), B::default(), C::default())
    }
}

impl<A: Default, B: Default, C: Default, D: Default> Default for (A, B, C, D) {
    fn default() -> (A, B, C, D) {
        (A::default(), B::default(), C::default(), D::default())
    }
}

/// The integers of the same size as a number.
pub trait Bits {
    type Bits;
}

impl Bits for f64 {
    type Bits = u64;
}

impl Bits for f32 {
    type Bits = u32;
}
