//! Names as formulas have them: variables that begin with a capital, beside types, constants and functions of such names.

use super::held;
use wengert::Differentiable;
use wengert::prelude::*;

const SCALE: f64 = 0.5;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pair {
    X: f64,
    Y: f64,
}

#[differentiable]
fn F(t: f64) -> f64 {
    t * t + 1.0
}

#[differentiable]
fn A(t: f64, u: f64) -> f64 {
    t.sin() * u
}

#[differentiable]
fn formula(T: f64, t: f64, JC: f64) -> f64 {
    let F = F(T);
    let A = A(F, JC);
    let TT = T * T;
    let E;
    if TT > 0.5 {
        E = TT * t;
    } else {
        E = SCALE;
    }
    let mut R = 0.0;
    for I in 0..3 {
        R += E * I as f64 + A;
    }
    let K = |X: f64| X * TT * SCALE;
    match (R, T) {
        (v, _) if v < 0.0 => R = -R,
        _ => {}
    }
    assert!(R > 0.0, "{R} is not above {A:?}");
    K(R) + {
        let A = JC;
        A * A
    } - A
}

#[differentiable]
fn structured(p: &Pair, JD: f64) -> f64 {
    let Pair { X, Y } = p;
    let (B, Y) = (X * JD, Y + JD);
    let q = Pair { X: B, Y };
    let Z = Some(q.Y * B);
    if let Some(v) = Z
        && v > 1.0
    {
        v * q.X
    } else {
        q.X - q.Y
    }
}

#[differentiable(tape)]
fn recorded(T: f64, X: &[f64]) -> f64 {
    let mut S = T;
    for V in X.iter().peekable() {
        S += V * T;
    }
    S * SCALE
}

#[test]
fn variables_are_no_types() {
    for x in [[1.5, 0.5, 0.75], [0.5, 1.5, 2.0]] {
        let (value, g) = formula::value_and_gradient(x[0], x[1], x[2]);
        held(&x, |x| formula(x[0], x[1], x[2]), value, &[g.0, g.1, g.2]);
    }
    let plain = |x: &[f64]| structured(&Pair { X: x[0], Y: x[1] }, x[2]);
    for x in [[1.5, 0.5, 0.75], [0.5, -3.5, 2.0]] {
        let (value, (p, by_jd)) = structured::value_and_gradient(&Pair { X: x[0], Y: x[1] }, x[2]);
        held(&x, plain, value, &[p.X, p.Y, by_jd]);
    }
    let (value, (by_t, by_x)) = recorded::value_and_gradient(0.5, &[2.0, 3.0]);
    assert_eq!((value, by_t, by_x), (recorded(0.5, &[2.0, 3.0]), 3.0, vec![0.25, 0.25]));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Sight {
    height: f64,
    turn: f64,
}

#[differentiable]
fn seen(s: &Sight, t: f64) -> f64 {
    let up = (10.0 + 3.0 * s.height).to_radians();
    let along = (s.turn * t).to_degrees() - s.turn.to_radians();
    up.sin() * along
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Turn(f64);

#[differentiable]
impl Turn {
    fn to_degrees(self) -> f64 {
        self.0 * 360.0
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Wheel {
    by: Turn,
}

#[differentiable]
fn wheeled(w: &Wheel, t: f64) -> f64 {
    w.by.to_degrees() * t.to_degrees()
}

#[test]
fn angles_of_fields() {
    let x = [0.7, 1.3, 0.4];
    let (value, (s, by_t)) = seen::value_and_gradient(&Sight { height: x[0], turn: x[1] }, x[2]);
    let plain = |x: &[f64]| seen(&Sight { height: x[0], turn: x[1] }, x[2]);
    held(&x, plain, value, &[s.height, s.turn, by_t]);
    let (value, (w, by_t)) = wheeled::value_and_gradient(&Wheel { by: Turn(0.5) }, 0.25);
    held(&[0.5, 0.25], |x| wheeled(&Wheel { by: Turn(x[0]) }, x[1]), value, &[w.by.0, by_t]);
}

#[differentiable]
fn logarithm<'a>(x: f64) -> Result<f64, &'a str> {
    if x > 0.0 { Ok(x.ln()) } else { Err("not above zero") }
}

#[differentiable]
fn twice<'e>(x: f64, y: f64) -> Result<f64, &'e str> {
    Ok(logarithm(x)? * logarithm(y)?)
}

/// A table of integers, of a type that is named as variables are.
#[differentiable]
fn terms(t: f64) -> f64 {
    #[allow(non_camel_case_types)]
    struct term(i8, i32);
    let all = [term(1, 2), term(3, 4)];
    let mut s = 0.0;
    for x in all.iter() {
        s += (x.0 as f64 * t + x.1 as f64).sin();
    }
    s
}

#[differentiable(tape)]
fn recorded_terms(t: f64) -> f64 {
    #[allow(non_camel_case_types)]
    struct pair(i8, i32);
    [pair(1, 2), pair(3, 4)].iter().map(|x| (x.0 as f64 * t + x.1 as f64).sin()).sum()
}

#[test]
fn errors_of_any_lifetime_and_small_types() {
    let (value, g) = (twice(2.0, 3.0).unwrap(), twice::gradient(2.0, 3.0).unwrap());
    held(&[2.0, 3.0], |x| twice(x[0], x[1]).unwrap(), value, &[g.0, g.1]);
    assert_eq!(twice::gradient(2.0, -1.0), None);
    let (value, g) = terms::value_and_gradient(0.3);
    held(&[0.3], |x| terms(x[0]), value, &[g]);
    let (value, g) = recorded_terms::value_and_gradient(0.3);
    held(&[0.3], |x| recorded_terms(x[0]), value, &[g]);
}
