//! What a function may return.

/// The outputs of a function: a number, an array of numbers, or a vector.
///
/// ```
/// use wengert::Outputs;
/// fn count<T>(outputs: impl Outputs<T>) -> usize {
///     outputs.as_slice().len()
/// }
/// assert_eq!((count::<f64>(1.0), count::<f64>([1.0, 2.0]), count::<f64>(vec![1.0; 5])), (1, 2, 5));
/// ```
pub trait Outputs<T> {
    /// All outputs, in order.
    fn as_slice(&self) -> &[T];
}

impl<T> Outputs<T> for T {
    fn as_slice(&self) -> &[T] {
        core::slice::from_ref(self)
    }
}

impl<T, const M: usize> Outputs<T> for [T; M] {
    fn as_slice(&self) -> &[T] {
        self
    }
}

impl<T> Outputs<T> for Vec<T> {
    fn as_slice(&self) -> &[T] {
        self
    }
}
