//! With what arguments a program is run.

use crate::Float;

/// What a program is given beside the numbers that it is differentiated by.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// For each parameter its length, if it is a slice or a vector.
    pub lens: Vec<usize>,
    /// The integer.
    pub n: usize,
    /// The flag.
    pub flag: bool,
}

/// Constants for the parameters that take some.
static CONSTANTS: [f64; 9] = [0.5, -0.75, 1.25, 0.25, -1.5, 0.8125, -0.375, 1.0, 0.625];
static CONSTANTS_F32: [f32; 9] = [0.5, -0.75, 1.25, 0.25, -1.5, 0.8125, -0.375, 1.0, 0.625];

impl Case {
    /// Cases for parameters of these least lengths: short arrays, longer ones, and arrays of unequal lengths.
    pub fn all(least: &[usize]) -> Vec<Case> {
        let case = |extra: fn(usize) -> usize, n, flag| Case {
            lens: least.iter().enumerate().map(|(i, least)| least + extra(i)).collect(),
            n,
            flag,
        };
        vec![case(|_| 0, 2, true), case(|_| 1, 0, false), case(|i| [3, 1, 4, 2][i % 4], 5, true)]
    }

    /// The constants for the slice parameter `i`.
    pub fn data<S: Float>(&self, i: usize) -> &'static [S] {
        &S::pick(&CONSTANTS, &CONSTANTS_F32)[..self.lens[i]]
    }

    /// The constant float.
    pub fn rate<S: Float>(&self) -> S {
        S::from_f64(0.875)
    }
}

/// Points with `n` coordinates: two in general position, and one where many coordinates are equal, whole or zero.
pub fn points<S: Float>(n: usize) -> Vec<Vec<S>> {
    let spread = |point: usize, i: usize| {
        let golden = (0.618_033_988_749_895 * (1 + i + 17 * point) as f64).fract();
        S::from_f64(3.0 * golden - 1.5)
    };
    let special = |i: usize| S::from_f64([0.5, 0.0, 0.5, -1.0, 1.25, 0.25, 0.0][i % 7]);
    let mut points: Vec<Vec<S>> = (0..2).map(|point| (0..n).map(|i| spread(point, i)).collect()).collect();
    points.push((0..n).map(special).collect());
    points
}
