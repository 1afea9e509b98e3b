//! Constant fields that structures hand on to others, and structures that stand for what is not there.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Yields {
    #[constant]
    times: Vec<f64>,
    zeros: Vec<f64>,
    #[constant]
    name: f64,
}
#[differentiable]
impl Yields {
    fn total(&self) -> f64 {
        self.zeros.iter().zip(&self.times).map(|(z, t)| z * t).sum::<f64>() * self.name
    }
    fn shifted(&self, b: f64) -> Yields {
        Yields { times: self.times.clone(), zeros: self.zeros.iter().map(|z| z + b).collect(), name: self.name }
    }
    fn moved(&self, b: f64) -> Yields {
        Yields { zeros: self.zeros.iter().map(|z| z * b).collect(), ..self.clone() }
    }
}
#[differentiable]
fn raised(c: &Yields, b: f64) -> f64 {
    let up = Yields { times: c.times.clone(), zeros: c.zeros.iter().map(|z| z + b).collect(), name: c.name };
    up.total() * b
}
#[differentiable]
fn raised_by_method(c: &Yields, b: f64) -> f64 {
    c.shifted(b).total() * b
}
#[differentiable]
fn lowered(c: &Yields, b: f64) -> f64 {
    let dn = Yields { zeros: c.zeros.iter().map(|z| z - b).collect(), ..c.clone() };
    dn.total() * b
}
#[differentiable]
fn moved_and_plain(c: &Yields, b: f64) -> f64 {
    c.moved(b).total() * b + c.total()
}
#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Spot {
    x: f64,
    y: f64,
}
#[differentiable]
fn last_or_default(p: &[Spot]) -> f64 {
    let l = p.last().copied().unwrap_or_default();
    l.x * l.y
}
#[differentiable]
fn first_or_made(p: &[Spot]) -> f64 {
    let l = p.first().cloned().unwrap_or(Spot { x: 1.0, y: 2.0 });
    let m = p.get(1).copied().unwrap_or_else(|| Spot { x: 0.0, y: 1.0 });
    l.x * l.y + m.x
}
#[differentiable]
fn best_or_default(p: &[Spot]) -> f64 {
    let l = p.iter().copied().max_by(|a, b| a.x.total_cmp(&b.x)).unwrap_or_default();
    l.x * l.y
}

fn yields(x: &[f64]) -> Yields {
    Yields { times: vec![1.0, 2.0], zeros: x[..2].to_vec(), name: 3.0 }
}

#[test]
fn constant_fields_are_handed_on() {
    let x = [0.3, 0.4, 0.7];
    macro_rules! hold {
        ($($f:ident)*) => {
            $({
                let (value, (g, by_b)) = $f::value_and_gradient(&yields(&x), x[2]);
                held(&x, |x| $f(&yields(x), x[2]), value, &[g.zeros, vec![by_b]].concat());
            })*
        };
    }
    hold!(raised raised_by_method lowered moved_and_plain);
}

#[test]
fn defaults_stand_for_what_is_not_there() {
    let spots = |x: &[f64]| vec![Spot { x: x[0], y: x[1] }, Spot { x: x[2], y: x[3] }];
    let x = [0.3, 0.4, 0.7, 1.1];
    macro_rules! hold {
        ($($f:ident)*) => {
            $({
                let (value, g) = $f::value_and_gradient(&spots(&x));
                held(&x, |x| $f(&spots(x)), value, &[g[0].x, g[0].y, g[1].x, g[1].y]);
                assert_eq!($f(&[]).to_bits(), $f::value_and_gradient(&[]).0.to_bits());
            })*
        };
    }
    hold!(last_or_default first_or_made best_or_default);
}
