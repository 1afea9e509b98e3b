//! Numbers as bytes.

/// A number with a form of so many bytes, for storage outside memory: every bit of it comes back.
///
/// ```
/// use rules::Encode;
/// let mut bytes = [0; 8];
/// (-0.0f64).encode(&mut bytes);
/// assert!(f64::decode(&bytes).is_sign_negative());
/// ```
pub trait Encode: Copy {
    /// How many.
    const BYTES: usize;
    /// Writes it to a slice of [`BYTES`](Encode::BYTES) bytes.
    fn encode(self, bytes: &mut [u8]);
    /// Reads it from such a slice; of one that is too short it makes NaN, or the largest integer.
    fn decode(bytes: &[u8]) -> Self;
}

macro_rules! encode {
    ($($number:ty, $missing:expr;)*) => { $(
        impl Encode for $number {
            const BYTES: usize = size_of::<$number>();
            #[inline]
            fn encode(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
            #[inline]
            fn decode(bytes: &[u8]) -> Self {
                bytes.try_into().map_or($missing, <$number>::from_le_bytes)
            }
        }
    )* };
}
encode! { f64, f64::NAN; f32, f32::NAN; u64, u64::MAX; }

impl Encode for () {
    const BYTES: usize = 0;
    #[inline]
    fn encode(self, _: &mut [u8]) {}
    #[inline]
    fn decode(_: &[u8]) {}
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    const BYTES: usize = N * T::BYTES;
    #[inline]
    fn encode(self, bytes: &mut [u8]) {
        self.into_iter().zip(bytes.chunks_exact_mut(T::BYTES.max(1))).for_each(|(x, place)| x.encode(place));
    }
    #[inline]
    fn decode(bytes: &[u8]) -> Self {
        let mut places = bytes.chunks_exact(T::BYTES.max(1));
        core::array::from_fn(|_| T::decode(places.next().unwrap_or(&[])))
    }
}
