//! Errors of calls that are told from each other, said and handed on; lists of integers beside numbers; constants that
//! are given away.

#![allow(deprecated)]

use super::held;
use std::ops::Range;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq)]
enum Trouble {
    Low,
    High(f64),
}

#[differentiable]
fn root(a: f64) -> Result<f64, Trouble> {
    if a < 0.0 {
        return Err(Trouble::Low);
    }
    if a > 10.0 {
        return Err(Trouble::High(a));
    }
    Ok(a.sqrt())
}

#[differentiable]
fn told_apart(a: f64) -> f64 {
    match root(a) {
        Ok(v) => v,
        Err(Trouble::Low) => -a,
        Err(Trouble::High(_)) => 2.0 * a,
    }
}

#[differentiable]
fn one_of_them(a: f64) -> f64 {
    if let Err(Trouble::High(_)) = root(a) {
        return 3.0 * a;
    }
    match root(a) {
        Ok(v) => v,
        Err(e) if e == Trouble::Low => a * a,
        Err(e) => panic!("{e:?}"),
    }
}

#[differentiable]
fn handed_on(a: f64) -> Result<f64, Trouble> {
    let v = match root(a) {
        Ok(v) => v * a,
        Err(e) => return Err(e),
    };
    Ok(v + root(a + 1.0)?)
}

#[test]
fn errors_are_told_from_each_other() {
    for a in [-1.5, 4.0, 11.0] {
        let (value, gradient) = told_apart::value_and_gradient(a);
        held(&[a], |x| told_apart(x[0]), value, &[gradient]);
        let (value, gradient) = one_of_them::value_and_gradient(a);
        held(&[a], |x| one_of_them(x[0]), value, &[gradient]);
    }
    let (value, gradient) = handed_on::value_and_gradient(4.0).expect("a value");
    held(&[4.0], |x| handed_on(x[0]).expect("a value"), value, &[gradient]);
    assert_eq!(handed_on::value_and_gradient(-1.0), None);
}

type Decomposed = (Vec<Vec<f64>>, Vec<usize>, f64);

/// A triangular decomposition, the order of its rows, and the sign of that.
#[differentiable]
fn decomposed(a: &[Vec<f64>]) -> Result<Decomposed, String> {
    let (n, mut m, mut sign) = (a.len(), a.to_vec(), 1.0);
    let mut order: Vec<usize> = (0..n).collect();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| m[i][k].abs().total_cmp(&m[j][k].abs())).ok_or("no rows")?;
        if m[pivot][k].abs() < 1e-12 {
            return Err(format!("singular at {k}"));
        }
        if pivot != k {
            m.swap(k, pivot);
            order.swap(k, pivot);
            sign = -sign;
        }
        for i in k + 1..n {
            m[i][k] /= m[k][k];
            for j in k + 1..n {
                let taken = m[i][k] * m[k][j];
                m[i][j] -= taken;
            }
        }
    }
    Ok((m, order, sign))
}

#[differentiable]
fn solved(a: &[Vec<f64>], b: &[f64]) -> f64 {
    let (m, order, sign) = match decomposed(a) {
        Ok(parts) => parts,
        Err(message) => panic!("{message}"),
    };
    let mut x: Vec<f64> = order.iter().map(|&i| b[i]).collect();
    for i in 0..x.len() {
        for j in 0..i {
            x[i] -= m[i][j] * x[j];
        }
    }
    sign * (0..m.len()).map(|i| m[i][i]).product::<f64>() + x[1]
}

#[test]
fn lists_of_integers_are_given_beside_numbers() {
    let rows = |y: &[f64]| vec![y[..2].to_vec(), y[2..4].to_vec()];
    let y = [0.7, 1.3, 2.4, 0.9, 1.25, -0.5];
    let (value, (by_a, by_b)) = solved::value_and_gradient(&rows(&y), &y[4..]);
    held(&y, |y| solved(&rows(y), &y[4..]), value, &[by_a.concat(), by_b].concat());
}

#[differentiable]
fn picked(x: &[f64], range: Range<usize>, order: Vec<usize>, name: String) -> f64 {
    let mut s = order.iter().map(|&i| x[i]).sum();
    for i in range {
        s += x[i] * x[i] * name.len() as f64;
    }
    s
}

#[differentiable(tape)]
fn recorded(x: &[f64], range: Range<usize>, order: Vec<usize>, pairs: Vec<(usize, usize)>) -> f64 {
    let mut s = order.iter().map(|&i| x[i]).sum();
    for (i, j) in pairs {
        s += x[range.start + i] * x[j];
    }
    s
}

#[differentiable]
fn on(x: &[f64], range: Range<usize>, order: Vec<usize>) -> f64 {
    picked(x, range, order, "on".to_string())
}

#[differentiable]
fn given_away(x: &[f64]) -> f64 {
    let mut s = on(x, 1..2, vec![0, 1]);
    for k in 0..2 {
        s += picked(x, 0..k, vec![k, 0], "abc".to_string()) * recorded(x, k..2, vec![0, k], vec![(0, k), (1 - k, 1)]);
    }
    s
}

#[test]
fn constants_are_given_away() {
    let y = [0.7, 1.3];
    let (value, gradient) = given_away::value_and_gradient(&y);
    held(&y, given_away, value, &gradient);
}

#[differentiable]
fn rooted(x: f64) -> Result<(f64, f64), Trouble> {
    if x < 0.0 { Err(Trouble::Low) } else { Ok((x.sqrt(), x * x)) }
}

#[differentiable]
fn chosen(x: f64, n: usize) -> Result<f64, Trouble> {
    let (a, b) = match n {
        0 => rooted(x),
        1 => rooted(x * x),
        _ => Err(Trouble::Low),
    }?;
    let c = if n > 0 { rooted(a) } else { Ok((x, b)) }?;
    Ok(a * c.0 + c.1 * b)
}

#[test]
fn choices_are_asked() {
    for n in 0..2 {
        let (value, by_x) = chosen::value_and_gradient(1.3, n).unwrap();
        held(&[1.3], |x| chosen(x[0], n).unwrap(), value, &[by_x]);
    }
    assert!(chosen::gradient(1.3, 2).is_none());
}

#[derive(Clone, Debug, PartialEq, wengert::Differentiable)]
enum Refused {
    Negative(f64),
    Empty,
}

#[differentiable]
fn yearly(cost: f64, years: f64) -> Result<f64, Refused> {
    if cost < 0.0 {
        return Err(Refused::Negative(cost));
    }
    if years == 0.0 { Err(Refused::Empty) } else { Ok(cost / years) }
}

#[differentiable]
fn charged(x: f64) -> f64 {
    match yearly(x, 2.0) {
        Ok(v) => v * x,
        Err(_) => 0.0,
    }
}

#[test]
fn errors_that_carry_derivatives() {
    assert_eq!(charged::value_and_gradient(3.0), (4.5, 3.0));
    assert_eq!(charged::value_and_gradient(-3.0), (0.0, 0.0));
    assert_eq!(yearly::gradient(6.0, 2.0), Some((0.5, -1.5)));
    assert_eq!(yearly(-1.0, 2.0), Err(Refused::Negative(-1.0)));
    assert_eq!(yearly(1.0, 0.0), Err(Refused::Empty));
}

#[derive(Clone, Debug)]
enum Cause {
    Count(usize),
    Size(f64),
}

#[derive(Clone, Debug)]
enum Report {
    Quick(f64),
    Caused(Cause),
    Counted {
        n: usize,
    },
    #[allow(dead_code, reason = "what it holds is printed")]
    Said(String),
}

impl From<Cause> for Report {
    fn from(cause: Cause) -> Report {
        match cause {
            Cause::Count(n) => Report::Counted { n: n + 1 },
            other => Report::Caused(other),
        }
    }
}

impl From<String> for Report {
    fn from(said: String) -> Report {
        Report::Said(said)
    }
}

fn measured(x: f64) -> Result<f64, Cause> {
    if x > 1.0 {
        Err(Cause::Count(3))
    } else if x < -1.0 {
        Err(Cause::Size(2.0))
    } else {
        Ok(x)
    }
}

fn named(x: f64) -> Result<f64, String> {
    if x == 0.0 { Err(format!("nothing at {x}")) } else { Ok(x) }
}

fn reported(x: f64) -> Result<f64, Report> {
    let v = measured(x)? * named(x)?;
    if v > 0.5 {
        return Err(Report::Quick(0.25));
    }
    if v == 0.125 {
        return Err(format!("{v}").into());
    }
    Ok(v)
}

#[differentiable]
fn converted(x: &[f64]) -> f64 {
    let in_a_closure = |t: f64| -> Result<f64, Report> { Ok(measured(t)? + 1.0) };
    let mut s = 0.0;
    for x in x {
        s += match reported(*x) {
            Ok(v) => v,
            Err(Report::Quick(q)) => q * x,
            Err(Report::Caused(Cause::Size(y))) => y + x * 3.0,
            Err(Report::Caused(Cause::Count(_))) => 100.0,
            Err(Report::Counted { n }) => n as f64 * x,
            Err(Report::Said(_)) => 7.0 * x,
        };
        s *= match in_a_closure(*x) {
            Ok(v) => v,
            Err(Report::Counted { n }) => n as f64 + x,
            Err(_) => 0.5,
        };
    }
    s
}

#[test]
fn errors_are_converted() {
    let x = [0.5, 2.0, -3.0, 0.9, -0.4];
    let (value, by_x) = converted::value_and_gradient(&x);
    held(&x, converted, value, &by_x);
}

mod named {
    #[derive(Debug)]
    pub(super) struct Low(pub(super) String);
    pub(super) type Checked<T> = Result<T, Low>;
    pub(super) type Perhaps<T = f64> = Option<T>;
    pub(super) type Fallible = std::result::Result<f64, Low>;
}

fn root_of(x: f64) -> named::Checked<f64> {
    if x < 0.0 { Err(named::Low(format!("{x}"))) } else { Ok(x.sqrt()) }
}

fn third(x: f64) -> named::Perhaps {
    (x > 0.0).then_some(x / 3.0)
}

#[differentiable]
fn checked(x: f64, y: f64) -> named::Checked<f64> {
    let r = root_of(x * y)?;
    Ok(r * y + third(x).unwrap_or(y))
}

#[differentiable]
fn perhaps(x: f64, y: f64) -> named::Perhaps {
    Some(third(x)? * y)
}

#[differentiable]
fn fallible(x: f64, y: f64) -> named::Fallible {
    checked(x, y).map(|r| r * perhaps(y, x).unwrap_or(1.0))
}

#[test]
fn results_by_names_of_the_crate() {
    let x = [0.7, 1.9];
    let (value, by) = checked::value_and_gradient(x[0], x[1]).unwrap();
    held(&x, |x| checked(x[0], x[1]).unwrap(), value, &[by.0, by.1]);
    assert!(checked::gradient(-x[0], x[1]).is_none());
    let (value, by) = perhaps::value_and_gradient(x[0], x[1]).unwrap();
    held(&x, |x| perhaps(x[0], x[1]).unwrap(), value, &[by.0, by.1]);
    let (value, by) = fallible::value_and_gradient(x[0], x[1]).unwrap();
    held(&x, |x| fallible(x[0], x[1]).unwrap(), value, &[by.0, by.1]);
}
