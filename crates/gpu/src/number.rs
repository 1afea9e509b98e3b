//! The two types of numbers that devices compute with.

use program::Precision;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f64 {}
    impl Sealed for f32 {}
}

/// A number on a device: `f64` or `f32`.
///
/// ```
/// use gpu::Number;
/// fn third<T: Number>() -> T {
///     T::of(1.0 / 3.0)
/// }
/// assert_eq!(third::<f64>().wide(), 1.0 / 3.0);
/// assert_eq!(third::<f32>().wide(), f64::from(1.0f32 / 3.0));
/// ```
pub trait Number: sealed::Sealed + Copy + Default + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// What kernels call it.
    const PRECISION: Precision;
    /// The number nearest to `x`.
    fn of(x: f64) -> Self;
    /// The same number in double precision.
    fn wide(self) -> f64;
}

impl Number for f64 {
    const PRECISION: Precision = Precision::Double;
    fn of(x: f64) -> f64 {
        x
    }
    fn wide(self) -> f64 {
        self
    }
}

impl Number for f32 {
    const PRECISION: Precision = Precision::Single;
    fn of(x: f64) -> f32 {
        x as f32
    }
    fn wide(self) -> f64 {
        f64::from(self)
    }
}
