//! Traits of the user's with differentiable methods, called generically.

use super::{close, flat};
use wengert::prelude::*;
use wengert::{Differentiable, Outputs};

#[differentiable]
trait Potential {
    const REACH: usize;
    fn energy(&self, r: f64) -> f64;
    fn unit(k: f64) -> Self
    where
        Self: Sized;
    fn harden(&mut self, by: f64);
    fn twice(&self, r: f64) -> f64 {
        2.0 * self.energy(r)
    }
    fn sum(&self, x: &[f64], #[constant] w: f64) -> f64 {
        let mut s = 0.0;
        for v in x {
            s += w * self.twice(*v);
        }
        s * Self::REACH as f64
    }
    fn forces(&self, x: &[f64]) -> Vec<f64> {
        x.iter().map(|v| self.energy(*v) * v).collect()
    }
    // Nothing to differentiate in it.
    fn name(&self) -> &'static str {
        "potential"
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable]
impl Potential for Spring {
    const REACH: usize = 3;
    fn energy(&self, r: f64) -> f64 {
        0.5 * self.k * r * r
    }
    fn unit(k: f64) -> Spring {
        Spring { k }
    }
    fn harden(&mut self, by: f64) {
        self.k *= by;
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Scaled<P: Potential> {
    inner: P,
    factor: f64,
}

#[differentiable]
impl<P: Potential> Potential for Scaled<P> {
    const REACH: usize = P::REACH;
    fn energy(&self, r: f64) -> f64 {
        self.factor * self.inner.energy(r * 2.0)
    }
    fn unit(k: f64) -> Self {
        Scaled { inner: P::unit(k), factor: 2.0 * k }
    }
    fn harden(&mut self, by: f64) {
        self.inner.harden(by * by);
    }
    fn twice(&self, r: f64) -> f64 {
        self.factor * self.inner.twice(r) * r
    }
}

#[differentiable]
impl<P> Scaled<P>
where
    P: Potential,
{
    fn both(&self, r: f64) -> f64 {
        self.inner.twice(r) + self.energy(r)
    }
}

#[differentiable]
fn pair<P: Potential + Clone, Q>(p: P, qs: &[Q], r: f64, n: usize) -> f64
where
    Q: Potential + Clone,
{
    let mut e = p.clone().twice(r);
    for q in qs {
        for _ in 0..n {
            if e > r {
                e += q.energy(r) * p.energy(2.0 * r);
            }
        }
    }
    e + qs[0].twice(r) + moved(&p, r) + moved(&qs[1], e)
}

#[differentiable]
fn moved(p: &(impl Potential + Clone), r: f64) -> f64 {
    let mut q = p.clone();
    q.harden(r);
    let f = q.forces(&[r, 2.0 * r]);
    q.energy(r) + f[1] * f[0]
}

#[differentiable]
fn made<P: Potential>(k: f64, r: f64) -> P {
    let mut p = P::unit(k * r);
    p.harden(k);
    p
}

#[differentiable]
fn uses_made(k: f64) -> f64 {
    let p = made::<Scaled<Spring>>(k, 3.0);
    p.sum(&[k, 1.0], 2.0) + p.both(k)
}

/// The functions above for springs, by hand on any number: `k`, two pairs of `k` and a factor, `r`.
fn by_hand<T: Real>(x: &[T], n: usize) -> T {
    let spring = |k: T, r: T| 0.5 * k * r * r;
    let scaled = |k: T, factor: T, r: T| factor * spring(k, r * 2.0);
    let moved = |energy: &dyn Fn(T, T) -> T, r: T| energy(r, r) + energy(r, r) * r * energy(r, 2.0 * r) * 2.0 * r;
    let (k, r) = (x[0], x[5]);
    let mut e = 2.0 * spring(k, r);
    for q in [&x[1..3], &x[3..5]] {
        for _ in 0..n {
            if e > r {
                e += scaled(q[0], q[1], r) * spring(k, 2.0 * r);
            }
        }
    }
    let first = x[2] * 2.0 * spring(x[1], r) * r;
    e + first + moved(&|by, r| spring(k * by, r), r) + moved(&|by, r| scaled(x[3] * by * by, x[4], r), e)
}

#[test]
fn generic_functions_have_the_derivatives_of_the_types_they_are_called_with() {
    let p = Spring { k: 1.2 };
    let qs = [Scaled { inner: Spring { k: 0.7 }, factor: 1.5 }, Scaled { inner: Spring { k: 0.4 }, factor: 0.3 }];
    let x = [1.2, 0.7, 1.5, 0.4, 0.3, 0.6];
    for n in 0..3 {
        let value = pair(p.clone(), &qs, 0.6, n);
        let (also, (gp, gq, gr)) = pair::value_and_gradient(p.clone(), &qs, 0.6, n);
        assert_eq!(value.to_bits(), also.to_bits());
        close(&[value], &[by_hand(&x, n)]);
        let gradient = [flat(&gp), flat(&gq), vec![gr]].concat();
        close(&gradient, &wengert::gradient(|x| by_hand(x, n), &x));
        let function = pair::function(p.clone(), &qs, 0.6, n);
        close(&gradient, &function.gradient(&x));
        assert_eq!(function.eval::<f64>(&x).as_slice(), [value]);
        let d = [0.5, -1.0, 2.0, 0.25, 1.0, -0.5];
        let dq = vec![
            Scaled { inner: Spring { k: d[1] }, factor: d[2] },
            Scaled { inner: Spring { k: d[3] }, factor: d[4] },
        ];
        let (_, slope) = pair::jvp(p.clone(), &qs, 0.6, n, &Spring { k: d[0] }, &dq[..], d[5]);
        close(&[slope], &[gradient.iter().zip(&d).map(|(g, d)| g * d).sum()]);
        let (hp, hq, hr) = pair::hvp(p.clone(), &qs, 0.6, n, &Spring { k: d[0] }, &dq, d[5]);
        close(&[flat(&hp), flat(&hq), vec![hr]].concat(), &wengert::hvp(|x| by_hand(x, n), &x, &d));
    }
}

#[test]
fn types_are_made_by_their_parameter() {
    let k: f64 = 1.3;
    // The spring is 3k * k^2, the factor 6k; each term of `sum` is factor * 2 * spring * v^3 / 2.
    let value = 2.0 * 3.0 * (18.0 * k.powi(4) * (k.powi(3) + 1.0));
    let both = 3.0 * k.powi(5) + 6.0 * k * 2.0 * 3.0 * k.powi(5);
    close(&[uses_made(k)], &[value + both]);
    let slope = 108.0 * (7.0 * k.powi(6) + 4.0 * k.powi(3)) + 15.0 * k.powi(4) + 216.0 * k.powi(5);
    close(&[uses_made::gradient(k)], &[slope]);
    let (value, d) = made::jvp::<Spring>(2.0, 3.0, 1.0, 0.0);
    assert_eq!((value, d), (Spring { k: 12.0 }, Spring { k: 12.0 }));
    let scaled = Scaled { inner: Spring { k: 2.0 }, factor: 1.5 };
    let (by, r) = scaled.energy_gradient(1.0);
    assert_eq!((by, r), (Scaled { inner: Spring { k: 3.0 }, factor: 4.0 }, 12.0));
    assert_eq!(scaled.name(), "potential");
}

#[differentiable]
trait Field<const D: usize>: Send + Sync {
    fn at(&self, p: [f32; D]) -> f32;
    fn flux(&self, p: [f32; D], other: &Self) -> f32 {
        self.at(p) * other.at(p)
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Linear<const D: usize> {
    by: [f32; D],
}

#[differentiable]
impl<const D: usize> Field<D> for Linear<D> {
    fn at(&self, p: [f32; D]) -> f32 {
        let mut s = 0.0;
        for i in 0..D {
            s += self.by[i] * p[i];
        }
        s
    }
}

#[differentiable]
fn squared<const D: usize, F: Field<D>>(f: &F, p: [f32; D]) -> f32 {
    f.flux(p, f) + f.at(p)
}

/// A trait without the attribute, for what is constant.
trait Weight {
    fn weight(&self) -> f64;
}

impl Weight for usize {
    fn weight(&self) -> f64 {
        *self as f64
    }
}

#[differentiable]
fn weighted<W: Weight>(#[constant] w: &W, x: f64) -> f64 {
    w.weight() * x * x
}

#[test]
fn traits_may_have_parameters_and_constants_stay_constant() {
    let f = Linear { by: [2.0, 3.0] };
    let (by, p) = squared::gradient(&f, [0.5, 1.0]);
    assert_eq!((by, p), (Linear { by: [4.5, 9.0] }, [18.0, 27.0]));
    assert_eq!(weighted::gradient(&3, 2.0), 12.0);
    assert_eq!(weighted::hessian(&3, 2.0).as_slice(), [6.0]);
}

/// Types that have functions and no values: what is called is chosen by the type alone.
#[differentiable]
trait Kernel {
    const ORDER: usize;
    fn weight(r: f64) -> f64;
    fn product(r: f64, s: f64) -> f64 {
        Self::weight(r) * Self::weight(s)
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Gauss;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Cubic;

#[differentiable]
impl Kernel for Gauss {
    const ORDER: usize = 2;
    fn weight(r: f64) -> f64 {
        (-r * r).exp()
    }
}

#[differentiable]
impl Kernel for Cubic {
    const ORDER: usize = 3;
    fn weight(r: f64) -> f64 {
        if r < 1.0 { (1.0 - r).powi(3) } else { 0.0 }
    }
}

#[differentiable]
fn density<K>(h: f64, x: &[f64]) -> f64
where
    K: Kernel,
{
    let far: f64 = x.iter().map(|x| K::weight(x / h)).sum();
    far * K::ORDER as f64 + K::product(h, x[0])
}

#[differentiable]
fn densities(h: f64, x: &[f64]) -> f64 {
    density::<Gauss>(h, x) * density::<Cubic>(h, x)
}

#[test]
fn functions_of_a_type_that_no_parameter_has() {
    fn of<T: Real>(h: T, x: &[T], order: f64, weight: impl Fn(T) -> T) -> T {
        let mut far = T::constant(0.0);
        for x in x {
            far += weight(*x / h);
        }
        far * order + weight(h) * weight(x[0])
    }
    fn by_hand<T: Real>(y: &[T]) -> T {
        let cubic = |r: T| if r < 1.0 { (1.0 - r) * (1.0 - r) * (1.0 - r) } else { T::constant(0.0) };
        of(y[0], &y[1..], 2.0, |r: T| (-r * r).exp()) * of(y[0], &y[1..], 3.0, cubic)
    }
    let (h, x) = (0.7, [0.1, 0.5, 0.9]);
    let y = [h, x[0], x[1], x[2]];
    let (value, (by_h, by_x)) = densities::value_and_gradient(h, &x);
    assert_eq!(value.to_bits(), densities(h, &x).to_bits());
    close(&[value], &[by_hand(&y)]);
    close(&[&[by_h], &by_x[..]].concat(), &wengert::gradient(|y| by_hand(y), &y));
    let alone = wengert::gradient(|y| of(y[0], &y[1..], 2.0, |r| (-r * r).exp()), &y);
    let (by_h, by_x) = density::gradient::<Gauss>(h, &x);
    close(&[&[by_h], &by_x[..]].concat(), &alone);
}
