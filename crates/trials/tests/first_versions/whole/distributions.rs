//! statrs-like distributions with a trait and generic likelihood.
use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

const GAMMA_R: f64 = 10.900511;
const GAMMA_DK: &[f64] = &[
    2.48574089138753565546e-5,
    1.05142378581721974210,
    -3.45687097222016235469,
    4.51227709466894823700,
    -2.98285225323576655721,
    1.05639711577126713077,
    -1.95428773191645869583e-1,
    1.70970543404441224307e-2,
    -5.71926117404305781283e-4,
    4.63399473359905636708e-6,
    -2.71994908488607703910e-9,
];
const TWO_SQRT_E_OVER_PI: f64 = 1.8603827342052657173362492472666631120594218414085755;
const LN_2_SQRT_E_OVER_PI: f64 = 0.6207822376352452223455184457816472122518527279025978;
const LN_PI: f64 = 1.1447298858494001741434273513530587116472948129153;

pub fn ln_gamma(x: f64) -> f64 {
    if x < 0.5 {
        let s = GAMMA_DK.iter().enumerate().skip(1).fold(GAMMA_DK[0], |s, t| s + t.1 / (t.0 as f64 - x));
        LN_PI
            - (std::f64::consts::PI * x).sin().ln()
            - s.ln()
            - LN_2_SQRT_E_OVER_PI
            - (0.5 - x) * ((0.5 - x + GAMMA_R) / std::f64::consts::E).ln()
    } else {
        let s = GAMMA_DK.iter().enumerate().skip(1).fold(GAMMA_DK[0], |s, t| s + t.1 / (x + t.0 as f64 - 1.0));
        s.ln() + LN_2_SQRT_E_OVER_PI + (x - 0.5) * ((x - 0.5 + GAMMA_R) / std::f64::consts::E).ln()
    }
}

pub fn gamma(x: f64) -> f64 {
    if x < 0.5 {
        std::f64::consts::PI / ((std::f64::consts::PI * x).sin() * gamma(1.0 - x))
    } else {
        let s = GAMMA_DK.iter().enumerate().skip(1).fold(GAMMA_DK[0], |s, t| s + t.1 / (x + t.0 as f64 - 1.0));
        s * TWO_SQRT_E_OVER_PI * ((x - 0.5 + GAMMA_R) / std::f64::consts::E).powf(x - 0.5)
    }
}

#[differentiable]
pub trait Continuous {
    fn ln_pdf(&self, x: f64) -> f64;
    fn mean(&self) -> Option<f64>;
    fn pdf(&self, x: f64) -> f64 {
        self.ln_pdf(x).exp()
    }
}

#[derive(Copy, Clone, PartialEq, Debug, Differentiable)]
pub struct Gamma {
    shape: f64,
    rate: f64,
}

#[derive(Copy, Clone, PartialEq, Debug, Differentiable)]
pub struct StudentsT {
    location: f64,
    scale: f64,
    freedom: f64,
}

#[differentiable]
impl Continuous for Gamma {
    fn ln_pdf(&self, x: f64) -> f64 {
        match (self.shape, self.rate, x) {
            (_, _, x) if x < 0.0 => f64::NEG_INFINITY,
            (shape, rate, x) if shape == 1.0 => rate.ln() - rate * x,
            (shape, rate, x) => shape * rate.ln() + (shape - 1.0) * x.ln() - rate * x - ln_gamma(shape),
        }
    }
    fn mean(&self) -> Option<f64> {
        Some(self.shape / self.rate)
    }
}

#[differentiable]
impl Continuous for StudentsT {
    fn ln_pdf(&self, x: f64) -> f64 {
        let d = (x - self.location) / self.scale;
        ln_gamma((self.freedom + 1.0) / 2.0)
            - 0.5 * ((self.freedom + 1.0) * (1.0 + d * d / self.freedom).ln())
            - ln_gamma(self.freedom / 2.0)
            - 0.5 * (self.freedom * std::f64::consts::PI).ln()
            - self.scale.ln()
    }
    fn mean(&self) -> Option<f64> {
        if self.freedom <= 1.0 { None } else { Some(self.location) }
    }
}

#[differentiable]
pub fn nll<D: Continuous>(d: &D, data: &[f64]) -> f64 {
    -data.iter().map(|&x| d.ln_pdf(x)).sum::<f64>() + d.mean().map_or(0.0, |m| 1e-3 * m * m)
}

#[differentiable]
pub fn mixture(shape: f64, freedom: f64, w: f64, data: &[f64]) -> f64 {
    let g = Gamma { shape, rate: 2.0 };
    let t = StudentsT { location: 0.5, scale: 1.5, freedom };
    let comps: [(f64, &dyn Continuous); 2] = [(w, &g), (1.0 - w, &t)];
    let mut total = 0.0;
    for x in data {
        let p: f64 = comps.iter().map(|(w, c)| w * c.pdf(*x)).sum();
        total += p.ln();
    }
    total + gamma(shape).ln()
}

#[test]
fn likelihoods() {
    let data = [0.4, 1.3, 2.2, 0.9];
    let x = [1.7, 2.1];
    let (value, (d, _)) = nll::value_and_gradient(&Gamma { shape: x[0], rate: x[1] }, &data);
    held(&x, |x| nll(&Gamma { shape: x[0], rate: x[1] }, &data), value, &[d.shape, d.rate]);
    let at = |x: &[f64]| StudentsT { location: x[0], scale: x[1], freedom: x[2] };
    let x = [0.5, 1.2, 4.5];
    let (value, (d, by)) = nll::value_and_gradient(&at(&x), &data);
    held(&x, |x| nll(&at(x), &data), value, &[d.location, d.scale, d.freedom]);
    held(&data, |data| nll(&at(&x), data), value, &by);
    let x = [2.4, 3.5, 0.35];
    let (value, (a, b, c, by)) = mixture::value_and_gradient(x[0], x[1], x[2], &data);
    held(&x, |x| mixture(x[0], x[1], x[2], &data), value, &[a, b, c]);
    held(&data, |data| mixture(x[0], x[1], x[2], data), value, &by);
}
