//! Helpers with constants and functions that only their modules see.

use wengert::prelude::*;

mod special {
    const SQRT_2PI: f64 = 2.5066282746310002;
    const P: f64 = 0.2316419;
    const B: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
    const TERMS: usize = B.len();
    fn density(x: f64) -> f64 {
        (-0.5 * x * x).exp() / SQRT_2PI
    }
    pub fn normal_cdf(x: f64) -> f64 {
        let k = 1.0 / (1.0 + P * x.abs());
        let mut poly = 0.0;
        for i in (0..TERMS).rev() {
            poly = k * (poly + B[i]);
        }
        let tail = density(x) * poly;
        if x > 0.0 { 1.0 - tail } else { tail }
    }
    pub mod market {
        #[derive(Clone, Copy)]
        pub enum Day {
            Act360,
            Act365,
        }
        impl Day {
            const DAYS: [f64; 2] = [360.0, 365.0];
            pub fn fraction(self, days: u32) -> f64 {
                days as f64
                    / match self {
                        Day::Act360 => Self::DAYS[0],
                        Day::Act365 => Self::DAYS[1],
                    }
            }
        }
        pub const YEAR: u32 = 365;
    }
    use wengert::prelude::*;
    #[differentiable]
    pub fn cubed(x: f64) -> f64 {
        x * x * x
    }
    pub fn through(x: f64) -> f64 {
        cubed(x) + 1.0
    }
}

use special::market::Day;

#[differentiable]
pub fn digital(s: f64, k: f64, vol: f64, days: u32, count: Day) -> f64 {
    let t = count.fraction(days.min(special::market::YEAR));
    let d = ((s / k).ln() - 0.5 * vol * vol * t) / (vol * t.sqrt());
    special::normal_cdf(d) + special::through(vol)
}

#[test]
fn holds() {
    super::check(
        &[100.0, 95.0, 0.2],
        |x| digital(x[0], x[1], x[2], 200, Day::Act360),
        |x| digital::value_and_gradient(x[0], x[1], x[2], 200, Day::Act360),
    );
}
