//! Programs of many trades, as those who have one write them first.

#![allow(unreachable_pub, dead_code)]

mod curves;
mod gamma;
mod health;
mod modules;
mod optimisers;
mod phylogeny;
mod pipes;
mod polynomials;
mod quadrature;
mod rates;
mod rocket;
mod units;
mod waves;

/// What a gradient holds, number by number.
pub(super) trait Flat {
    fn flat(&self, out: &mut Vec<f64>);
}
impl Flat for f64 {
    fn flat(&self, out: &mut Vec<f64>) {
        out.push(*self)
    }
}
impl<T: Flat> Flat for Vec<T> {
    fn flat(&self, out: &mut Vec<f64>) {
        for v in self {
            v.flat(out)
        }
    }
}
impl<T: Flat, const N: usize> Flat for [T; N] {
    fn flat(&self, out: &mut Vec<f64>) {
        for v in self {
            v.flat(out)
        }
    }
}
impl<A: Flat, B: Flat> Flat for (A, B) {
    fn flat(&self, out: &mut Vec<f64>) {
        self.0.flat(out);
        self.1.flat(out)
    }
}
impl<A: Flat, B: Flat, C: Flat> Flat for (A, B, C) {
    fn flat(&self, out: &mut Vec<f64>) {
        self.0.flat(out);
        self.1.flat(out);
        self.2.flat(out)
    }
}
impl<A: Flat, B: Flat, C: Flat, D: Flat> Flat for (A, B, C, D) {
    fn flat(&self, out: &mut Vec<f64>) {
        self.0.flat(out);
        self.1.flat(out);
        self.2.flat(out);
        self.3.flat(out)
    }
}
impl<A: Flat, B: Flat, C: Flat, D: Flat, E: Flat> Flat for (A, B, C, D, E) {
    fn flat(&self, out: &mut Vec<f64>) {
        self.0.flat(out);
        self.1.flat(out);
        self.2.flat(out);
        self.3.flat(out);
        self.4.flat(out)
    }
}
impl<A: Flat, B: Flat, C: Flat, D: Flat, E: Flat, F: Flat> Flat for (A, B, C, D, E, F) {
    fn flat(&self, out: &mut Vec<f64>) {
        self.0.flat(out);
        self.1.flat(out);
        self.2.flat(out);
        self.3.flat(out);
        self.4.flat(out);
        self.5.flat(out)
    }
}
/// `ours` gives the value and the gradient, flattened in the order of `x`.
pub(super) fn check<G: Flat>(x: &[f64], plain: impl Fn(&[f64]) -> f64, ours: impl Fn(&[f64]) -> (f64, G)) {
    let (value, g) = ours(x);
    let mut gradient = vec![];
    g.flat(&mut gradient);
    let expected = plain(x);
    assert_eq!(value.to_bits(), expected.to_bits(), "value {value:e} for {expected:e}");
    assert_eq!(gradient.len(), x.len(), "{gradient:?}");
    let size = gradient.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    for i in 0..x.len() {
        let h = 1e-4 * x[i].abs().max(1e-1);
        let at = |s: f64| {
            let mut y = x.to_vec();
            y[i] += s * h;
            plain(&y)
        };
        let fd = (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h);
        let tol = 1e-6 * (fd.abs() + 1e-2 * size) + 1e-10 * expected.abs() / h.min(1.0) * 1e-2 + 1e-10;
        assert!((fd - gradient[i]).abs() <= tol, "place {i}: {} for {fd}; all {gradient:?}", gradient[i]);
    }
}
