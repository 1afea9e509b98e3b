//! How numbers move with their bits, in units of the lowest bit of the exponent.

/// The bits of a number.
pub trait Bits: Copy {
    type Number;
    /// How the bits move where the number moves: 0 where it is not finite.
    fn per_number(self) -> Self::Number;
    /// How the absolute value of the number moves where the bits move: 0 where it is not finite.
    fn per_bit(self) -> Self::Number;
    /// The sign of the number, 1 or -1.
    fn sign(self) -> Self::Number;
}

macro_rules! bits {
    ($bits:ty, $float:ty) => {
        impl Bits for $bits {
            type Number = $float;

            fn per_number(self) -> $float {
                let unit = self.per_bit();
                if unit > 0.0 { self.sign() / unit } else { 0.0 }
            }
            fn per_bit(self) -> $float {
                let number = <$float>::from_bits(self & (<$bits>::MAX >> 1));
                if !number.is_finite() {
                    return 0.0;
                }
                let fraction: $bits = (1 << (<$float>::MANTISSA_DIGITS - 1)) - 1;
                <$float>::from_bits((number.to_bits() & !fraction).max(fraction + 1))
            }
            fn sign(self) -> $float {
                <$float>::from(1.0_f32).copysign(<$float>::from_bits(self))
            }
        }
    };
}

bits!(u32, f32);
bits!(u64, f64);
