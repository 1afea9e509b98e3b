//! To and from the complex numbers of num-complex, which are those of nalgebra. Behind the feature `num-complex`.

use super::Complex;

impl<T> From<num_complex::Complex<T>> for Complex<T> {
    #[inline]
    fn from(z: num_complex::Complex<T>) -> Complex<T> {
        Complex { re: z.re, im: z.im }
    }
}

impl<T> From<Complex<T>> for num_complex::Complex<T> {
    #[inline]
    fn from(z: Complex<T>) -> num_complex::Complex<T> {
        num_complex::Complex { re: z.re, im: z.im }
    }
}
