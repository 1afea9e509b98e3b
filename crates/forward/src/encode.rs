//! Duals as bytes, their activity with them.

use crate::{Dual, Plain, Tangent};
use rules::{Encode, Number};

impl<T: Number + Encode, V: Tangent<T> + Encode> Encode for Dual<T, V>
where
    V::Activity: Encode,
{
    const BYTES: usize = T::BYTES + V::BYTES + V::Activity::BYTES;
    #[inline]
    fn encode(self, bytes: &mut [u8]) {
        let (value, rest) = bytes.split_at_mut(T::BYTES);
        let (tangent, active) = rest.split_at_mut(V::BYTES);
        self.value.encode(value);
        self.tangent.encode(tangent);
        self.active.encode(active);
    }
    #[inline]
    fn decode(bytes: &[u8]) -> Self {
        let (value, rest) = bytes.split_at(bytes.len().min(T::BYTES));
        let (tangent, active) = rest.split_at(rest.len().min(V::BYTES));
        Dual { value: T::decode(value), tangent: V::decode(tangent), active: V::Activity::decode(active) }
    }
}

impl<T: Encode, const N: usize> Encode for Plain<T, N> {
    const BYTES: usize = N * T::BYTES;
    #[inline]
    fn encode(self, bytes: &mut [u8]) {
        self.0.encode(bytes);
    }
    #[inline]
    fn decode(bytes: &[u8]) -> Self {
        Plain(<[T; N]>::decode(bytes))
    }
}
