//! What functions that call themselves lend each other to be changed: environments that grow, memo tables, positions in a
//! text.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::collections::{BTreeMap, HashMap};
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
enum Term {
    Bound(usize),
    Negated(Box<Term>),
    Let(Box<Term>, Box<Term>),
}

#[differentiable]
impl Term {
    fn value(&self, bound: &mut Vec<f64>) -> f64 {
        match self {
            Term::Bound(i) => bound[*i],
            Term::Negated(of) => -of.value(bound),
            Term::Let(value, inside) => {
                let v = value.value(bound) * 1.5;
                bound.push(v);
                let given = inside.value(bound);
                bound.pop();
                given
            }
        }
    }
}

#[differentiable]
fn of_term(term: &Term, x: &[f64]) -> f64 {
    let mut bound = x.to_vec();
    term.value(&mut bound) * bound[0]
}

#[differentiable]
fn doubled(n: usize, seen: &mut Vec<f64>) -> f64 {
    if n == 0 {
        return seen[0] * seen[seen.len() - 1];
    }
    let v = doubled(n - 1, seen);
    seen.push(v.sin());
    doubled(n - 1, seen) * v + seen[1]
}

#[differentiable]
fn all_doubled(x: &[f64]) -> f64 {
    let mut seen = x.to_vec();
    let last = doubled(3, &mut seen);
    seen.iter().sum::<f64>() * last
}

#[differentiable]
fn rows(n: usize, x: f64, table: &mut Vec<Vec<f64>>) -> Option<f64> {
    if x > 100.0 {
        return None;
    }
    if n == 0 {
        return table.last().map(|row| row.iter().product::<f64>());
    }
    table.push(vec![x; n]);
    let below = rows(n - 1, x * 1.1, table)?;
    Some(below + rows(n - 1, x - 0.5, table)?)
}

#[differentiable]
fn all_rows(x: f64) -> Option<f64> {
    let mut table = vec![];
    let sum = rows(3, x, &mut table)?;
    Some(sum + table.iter().flatten().sum::<f64>())
}

#[differentiable]
fn stake(state: u32, left: u32, p: f64, unit: f64, memo: &mut HashMap<(u32, u32), f64>) -> f64 {
    if left == 0 || state == 0 {
        return state as f64 * unit;
    }
    if let Some(v) = memo.get(&(state, left)) {
        return *v;
    }
    let go = p * stake(state + 1, left - 1, p, unit, memo) + (1.0 - p) * stake(state - 1, left - 1, p, unit, memo);
    let v = go.max(state as f64 * unit * 0.97);
    memo.insert((state, left), v);
    v
}

#[differentiable]
fn played(p: f64, unit: f64) -> f64 {
    let mut memo = HashMap::new();
    stake(2, 5, p, unit, &mut memo) * memo[&(1, 4)] + memo.len() as f64
}

#[differentiable]
fn option(spot: f64, strike: f64, up: f64, rate: f64, steps: usize) -> f64 {
    fn node(i: usize, j: usize, steps: usize, x: &[f64; 4], memo: &mut BTreeMap<(usize, usize), f64>) -> f64 {
        let [spot, strike, up, rate] = *x;
        let exercised = (strike - spot * up.powi(2 * j as i32 - i as i32)).max(0.0);
        if i == steps {
            return exercised;
        }
        if let Some(&v) = memo.get(&(i, j)) {
            return v;
        }
        let q = (rate.exp() - 1.0 / up) / (up - 1.0 / up);
        let held = q * node(i + 1, j + 1, steps, x, memo) + (1.0 - q) * node(i + 1, j, steps, x, memo);
        let v = ((-rate).exp() * held).max(exercised);
        memo.insert((i, j), v);
        v
    }
    node(0, 0, steps, &[spot, strike, up, rate], &mut BTreeMap::new())
}

#[derive(Debug, PartialEq)]
enum Fault {
    Ends,
    Unexpected(char),
    DividesByZero,
}

#[differentiable]
fn sum(text: &[char], at: &mut usize, x: f64) -> Result<f64, Fault> {
    let mut left = product(text, at, x)?;
    while let Some(sign @ ('+' | '-')) = text.get(*at) {
        *at += 1;
        let right = product(text, at, x)?;
        left = if *sign == '+' { left + right } else { left - right };
    }
    Ok(left)
}

#[differentiable]
fn product(text: &[char], at: &mut usize, x: f64) -> Result<f64, Fault> {
    let mut left = atom(text, at, x)?;
    loop {
        match text.get(*at) {
            Some('*') => {
                *at += 1;
                left *= atom(text, at, x)?;
            }
            Some('/') => {
                *at += 1;
                let right = atom(text, at, x)?;
                if right == 0.0 {
                    return Err(Fault::DividesByZero);
                }
                left /= right;
            }
            _ => break Ok(left),
        }
    }
}

#[differentiable]
fn atom(text: &[char], at: &mut usize, x: f64) -> Result<f64, Fault> {
    let Some(letter) = text.get(*at) else { return Err(Fault::Ends) };
    *at += 1;
    match letter {
        '0'..='9' => Ok(*letter as u32 as f64 - 48.0),
        'x' => Ok(x),
        's' => Ok(atom(text, at, x)?.sin()),
        '-' => Ok(-atom(text, at, x)?),
        '(' => {
            let inside = sum(text, at, x)?;
            match text.get(*at) {
                Some(')') => {
                    *at += 1;
                    Ok(inside)
                }
                _ => Err(Fault::Ends),
            }
        }
        other => Err(Fault::Unexpected(*other)),
    }
}

#[differentiable]
fn formula(text: &str, x: f64) -> Result<f64, Fault> {
    let text: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut at = 0;
    let value = sum(&text, &mut at, x)?;
    if at == text.len() { Ok(value) } else { Err(Fault::Ends) }
}

#[derive(Clone, Debug, Differentiable)]
struct Track {
    length: f64,
}

#[differentiable]
fn walk(seen: &mut usize, track: &mut Track, n: usize, met: &mut Vec<f64>, odd: &mut bool, x: f64) -> Option<f64> {
    *seen += 1;
    if n == 0 {
        return Some(x);
    }
    if *seen > 40 {
        return None;
    }
    track.length += x * x;
    met.push(x.sin());
    *odd = !*odd;
    let a = walk(seen, track, n - 1, met, odd, x * 1.5)?;
    let b = if *odd { walk(seen, track, n - 1, met, odd, a)? } else { 0.5 * a };
    Some(a * b + *seen as f64)
}

#[differentiable]
fn walked(x: f64, n: usize) -> Option<f64> {
    let mut track = Track { length: 0.0 };
    let (mut seen, mut met, mut odd) = (0, vec![x], false);
    let v = walk(&mut seen, &mut track, n, &mut met, &mut odd, x)?;
    Some(v + track.length * met.iter().sum::<f64>() + seen as f64)
}

#[differentiable]
fn every_other(x: &[f64], at: &mut usize, even: &mut bool) -> Result<f64, Fault> {
    let mut all = 1.0;
    while *at < x.len() {
        if x[*at] == 0.0 {
            return Err(Fault::DividesByZero);
        }
        all /= x[*at];
        *at += 2;
        *even = !*even;
    }
    Ok(all)
}

#[differentiable(tape)]
fn recorded(x: &[f64]) -> f64 {
    let (mut at, mut even) = (1, true);
    let v = every_other(x, &mut at, &mut even).unwrap();
    if even { v } else { v * at as f64 }
}

#[derive(Clone, Debug, Differentiable)]
struct Delay<const N: usize> {
    line: [f64; N],
    at: usize,
}

#[differentiable]
impl<const N: usize> Delay<N> {
    const LENGTH: usize = N;

    fn run(&mut self, x: f64) -> f64 {
        let y = self.line[self.at];
        self.line[self.at] = x + 0.5 * y;
        self.at = (self.at + 1) % Self::LENGTH;
        y * <Self>::LENGTH as f64
    }
}

#[differentiable]
fn echoes(x: &[f64]) -> f64 {
    let mut short = Delay::<2> { line: [0.0; 2], at: 0 };
    let mut long = Delay::<3> { line: [0.1; 3], at: 1 };
    x.iter().map(|v| short.run(*v) * long.run(v * v)).sum::<f64>() + Delay::<4>::LENGTH as f64
}

#[test]
fn environments() {
    let bound = |i| Box::new(Term::Bound(i));
    let inner = Term::Let(bound(0), Box::new(Term::Negated(bound(2))));
    let term = Term::Let(Box::new(inner), Box::new(Term::Let(bound(2), bound(3))));
    let derived = |x: &[f64]| {
        let (v, g) = of_term::value_and_gradient(&term, x);
        (v, g.1)
    };
    held(|x| of_term(&term, x), derived, &[0.7, 1.3]);
    held(all_doubled, all_doubled::value_and_gradient, &[0.7, 1.3]);
    let derived = |x: &[f64]| {
        let (v, g) = all_rows::value_and_gradient(x[0]).unwrap();
        (v, vec![g])
    };
    held(|x| all_rows(x[0]).unwrap(), derived, &[1.3]);
    assert!(all_rows::value_and_gradient(99.0).is_none());
}

#[test]
fn memo_tables() {
    let derived = |x: &[f64]| {
        let (v, (p, unit)) = played::value_and_gradient(x[0], x[1]);
        (v, vec![p, unit])
    };
    held(|x| played(x[0], x[1]), derived, &[0.55, 1.5]);
    held(|x| played(x[0], x[1]), derived, &[0.45, 1.0]);
    let derived = |x: &[f64]| {
        let (v, (a, b, c, d)) = option::value_and_gradient(x[0], x[1], x[2], x[3], 6);
        (v, vec![a, b, c, d])
    };
    held(|x| option(x[0], x[1], x[2], x[3], 6), derived, &[100.0, 105.0, 1.05, 0.01]);
}

#[test]
fn positions() {
    let derived = |x: &[f64]| {
        let (v, g) = formula::value_and_gradient("x * (x + 3) - s (x / 2) * -3", x[0]).unwrap();
        (v, vec![g])
    };
    held(|x| formula("x * (x + 3) - s (x / 2) * -3", x[0]).unwrap(), derived, &[0.7]);
    assert_eq!(formula("x / (x - x)", 1.0), Err(Fault::DividesByZero));
    assert_eq!(formula("(x + y", 1.0), Err(Fault::Unexpected('y')));
    assert!(formula::value_and_gradient("x / (x - x)", 1.0).is_none());
    let derived = |x: &[f64]| {
        let (v, g) = walked::value_and_gradient(x[0], 3).unwrap();
        (v, vec![g])
    };
    held(|x| walked(x[0], 3).unwrap(), derived, &[0.7]);
    assert!(walked(0.7, 45).is_none() && walked::value_and_gradient(0.7, 45).is_none());
    held(recorded, recorded::value_and_gradient, &[0.7, 0.2, 0.4, 0.9]);
    let given = every_other::vjp(&[0.5, 3.0, 0.25], 0, true, &Some(1.0));
    assert_eq!(given, ((Some(8.0), 4, true), vec![-16.0, 0.0, -32.0]));
}

#[test]
fn constants_by_length() {
    held(echoes, echoes::value_and_gradient, &[0.3, -0.4, 0.8, 0.2, 0.5]);
}
