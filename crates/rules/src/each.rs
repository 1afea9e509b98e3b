//! A function of each argument of an operation.

/// What `f` gives of each number of an array, as [`array::map`] does.
///
/// The compiler makes one function of it where `map` takes seven, for every number and every question that an operation
/// asks of its arguments: a fifth of what it makes of a program that runs on many kinds of numbers.
///
/// An empty array does not compile.
///
/// ```
/// assert_eq!(rules::each([1.0, 2.0], |x| x > 1.0), [false, true]);
/// ```
///
/// [`array::map`]: https://doc.rust-lang.org/std/primitive.array.html#method.map
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn each<A: Copy, B: Copy, const N: usize>(of: [A; N], f: impl Fn(A) -> B) -> [B; N] {
    const { assert!(N > 0, "an operation has arguments") };
    let mut out = [f(of[0]); N];
    let mut k = 1;
    while k < N {
        out[k] = f(of[k]);
        k += 1;
    }
    out
}
