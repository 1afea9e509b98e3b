//! Signatures of every kind, and calls of such functions.

use wengert::prelude::*;

pub(crate) trait Model {
    fn weight(&self, k: usize) -> f64;
    fn terms(&self) -> usize;
}

#[derive(Clone)]
struct Powers {
    base: f64,
}

impl Model for Powers {
    fn weight(&self, k: usize) -> f64 {
        self.base.powi(k as i32)
    }
    fn terms(&self) -> usize {
        3
    }
}

struct Names<'a> {
    all: &'a [f64],
}

fn powers(n: usize) -> Powers {
    Powers { base: 0.25 * n as f64 }
}

/// A sum with weights.
#[differentiable]
#[inline]
#[must_use]
pub(crate) fn weighted<M: Model>(a: f64, #[constant] m: &M) -> f64 {
    let mut s = 0.0;
    for k in 0..m.terms() {
        s += m.weight(k) * a.powi(k as i32);
    }
    s
}

#[differentiable]
fn clause<T, M>(a: T, #[constant] m: &M, #[constant] by: &impl Fn(usize) -> usize) -> T
where
    T: Real + Copy,
    M: Model + ?Sized,
{
    a * a * m.weight(by(1))
}

#[differentiable]
fn lifetimes<'x, 'y: 'x>(x: &'x [f64], names: &'y Names<'y>, #[constant] table: &'y [f64]) -> f64 {
    let mut s = names.all[0] * table[1];
    for v in x {
        s += v * v * names.all[1];
    }
    s
}

#[differentiable]
fn bump(p: &mut f64, by: &f64) {
    if *p > 1.0 {
        *p *= *by;
    } else {
        *p += by * by;
    }
}

#[differentiable]
fn references(x: &Vec<f64>, c: &[f64; 2], d: &mut [f64; 2], r: &&f64) -> f64 {
    d[0] = x[0] * c[1];
    d[1] *= **r;
    let mut s = 0.0;
    for v in x.iter() {
        s += v * d[1];
    }
    s + c.len() as f64 * c[0]
}

#[differentiable]
fn by_number(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut p = a;
    let r = &mut p;
    *r *= 2.0;
    bump(r, &a);
    for i in 0..n {
        let q = &mut p;
        *q += x[i];
        bump(q, &x[i]);
        bump(&mut p, &data[i % 4]);
    }
    let mut v = x.to_vec();
    for e in v.iter_mut() {
        bump(e, &p);
    }
    let mut pair = (p, 1.0);
    bump(&mut pair.1, &pair.0);
    if n > 0 {
        bump(&mut v[n - 1], &&a);
    }
    for e in v.iter() {
        p += *e;
    }
    p * pair.1
}

#[differentiable]
fn by_model(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let m = powers(data.len());
    let s = weighted(a, &m) + clause(a, &m, &|k| k + n);
    s * x.len() as f64
}

#[differentiable]
fn by_reference(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut d = [a, a * a];
    let v = [1.5 * a, 0.5];
    let mut w = if n > 0 { x.to_vec() } else { return a };
    w[0] *= a;
    references(&w, &v, &mut d, &&a) + d[0] * d[1]
}

mod outer {
    pub(super) mod inner {
        use wengert::prelude::*;

        #[differentiable]
        pub(in super::super) fn twice(r#type: f64) -> f64 {
            let r#fn = r#type * 2.0;
            r#fn * r#fn
        }
    }
}

const fn half(n: usize) -> usize {
    n / 2
}

const STEP: f64 = {
    let k = 3.0;
    k * 0.5
};

#[differentiable]
fn even(a: f64, n: usize) -> f64 {
    if n == 0 { a } else { odd(a * a, n - 1) }
}

#[differentiable]
fn odd(a: f64, n: usize) -> f64 {
    if n == 0 { a + 1.0 } else { even(0.5 * a, n - 1) * a }
}

#[differentiable]
fn by_items(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    #[differentiable]
    fn square(a: f64) -> f64 {
        a * a
    }
    let mut s = even(a, n) * STEP;
    let k = x.len().min(if n > 2 { 2 } else { half(n) }) + {
        let m = half(n);
        m.min(1)
    };
    for v in &x[..k.min(n)] {
        const SLOPE: f64 = 1.25;
        fn weight(n: usize) -> f64 {
            n as f64 + 0.5
        }
        s += square(*v) * SLOPE * weight(k) * outer::inner::twice(a);
    }
    let r = &&s;
    **r * a
}

crate::programs! { by_number by_model by_reference by_items }

#[test]
fn signatures_have_their_derivatives() {
    let m = Powers { base: 2.0 };
    assert_eq!(weighted::gradient(3.0, &m), 2.0 + 4.0 * 6.0);
    let (value, gradient) = clause::value_and_gradient(3.0, &m, &|k| k + 1);
    assert_eq!((value, gradient), (clause(3.0, &m, &|k| k + 1), 24.0));
    assert_eq!(clause::hessian(3.0, &m, &|k| k + 1).as_slice(), [8.0]);
    let all = [0.5, 2.0];
    assert_eq!(lifetimes::gradient(&[1.0, 3.0], &Names { all: &all }, &all), [4.0, 12.0]);
    let mut p = 2.0;
    let ((), (gp, by)) = bump::vjp(std::slice::from_mut(&mut p), 3.0, &[1.0]);
    assert_eq!((p, gp.as_slice(), by), (6.0, &[3.0][..], 2.0));
    let (x, c, mut d, r) = (vec![1.0, 2.0], [0.5, 4.0], [9.0, 3.0], 2.0);
    let (value, (gx, gc, gd, gr)) = references::vjp(&x, &c, &mut d, r, 1.0, &[1.0, 0.0]);
    assert_eq!((value, d), (references(&x, &c, &mut [9.0, 3.0], &&r), [4.0, 6.0]));
    assert_eq!((gx, gc, gd, gr), (vec![6.0 + 4.0, 6.0], [2.0, 1.0], [0.0, 6.0], 9.0));
}
