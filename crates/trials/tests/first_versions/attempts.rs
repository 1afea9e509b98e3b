//! What is changed and may fail: methods with `&mut self`, and functions of `&mut` parameters, that give a `Result` or an
//! `Option`.

use super::held;
use std::collections::VecDeque;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Debug, Clone, PartialEq)]
enum Fault {
    Empty,
    Low { level: f64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Tank {
    level: f64,
    area: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Spill {
    amount: f64,
    at: f64,
}

#[differentiable]
impl Tank {
    fn draw(&mut self, q: f64) -> Result<f64, Fault> {
        let dl = q / self.area;
        if self.level <= 0.0 {
            return Err(Fault::Empty);
        }
        if self.level < dl {
            Err(Fault::Low { level: 0.5 })
        } else {
            self.level -= dl;
            Ok(dl * self.level)
        }
    }
    fn fill(&mut self, q: f64, max: f64) -> Option<Spill> {
        self.level += q / self.area;
        if self.level > max {
            let amount = (self.level - max) * self.area;
            self.level = max;
            return Some(Spill { amount, at: max });
        }
        None
    }
    fn check(&mut self) -> Result<(), Fault> {
        if self.level < 0.01 {
            Err(Fault::Empty)
        } else {
            self.level *= 0.99;
            Ok(())
        }
    }
    fn cycle(&mut self, q: f64) -> Result<(f64, f64), Fault> {
        let a = self.draw(q)?;
        let b = self.draw(0.5 * q)?;
        self.check()?;
        Ok((a, b))
    }
    fn first_above(&mut self, xs: &[f64]) -> Option<usize> {
        self.level *= 1.01;
        xs.iter().position(|x| *x > self.level)
    }
}

#[differentiable]
trait Pump {
    fn pump(&mut self, q: f64) -> Option<f64>;
}
#[differentiable]
impl Pump for Tank {
    fn pump(&mut self, q: f64) -> Option<f64> {
        if q > 10.0 {
            return None;
        }
        self.level += q;
        Some(self.level * q)
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Plant {
    tanks: Vec<Tank>,
    main: Tank,
    lost: f64,
}
#[differentiable]
impl Plant {
    fn step(&mut self, q: f64) -> Result<f64, Fault> {
        let mut got = self.main.draw(q)?;
        for i in 0..self.tanks.len() {
            got += self.tanks[i].draw(q * 0.1)?;
        }
        for t in self.tanks.iter_mut() {
            if let Some(s) = t.fill(q, 2.0) {
                self.lost += s.amount * s.at;
            }
        }
        match self.main.draw(2.0 * q) {
            Ok(v) => got += v,
            Err(_) => got *= 2.0,
        }
        Ok(got)
    }
}
#[differentiable]
fn drive(p: &Plant, q: f64) -> Result<f64, Fault> {
    let mut p = p.clone();
    let a = p.step(q)?;
    let b = p.step(a)?;
    let (c, d) = p.main.cycle(0.1 * q)?;
    p.main.check()?;
    let e = p.main.pump(q).unwrap_or(0.0);
    Ok(a * b + c * d + p.lost + p.main.level + e)
}
#[differentiable]
fn at(t: &Tank, xs: &[f64]) -> f64 {
    let mut t = *t;
    let mut s = 0.0;
    if let Some(k) = t.first_above(xs) {
        s += xs[k] * t.level;
    }
    s + t.level
}
#[differentiable(tape)]
fn taped(t: &mut Tank, qs: &[f64]) -> Result<f64, Fault> {
    let mut w = VecDeque::new();
    for q in qs {
        w.push_back(t.draw(*q)?);
    }
    Ok(w.iter().copied().sum::<f64>())
}
#[differentiable(tape)]
fn taped_unit(t: &mut Tank, qs: &[f64]) -> Result<(), Fault> {
    for q in qs {
        t.draw(*q)?;
        t.check()?;
    }
    Ok(())
}
#[differentiable]
fn with_tape(t: &Tank, qs: &[f64]) -> f64 {
    let mut t = *t;
    let a = taped(&mut t, qs).unwrap_or(1.0);
    if taped_unit(&mut t, qs).is_ok() {
        t.level *= 2.0;
    }
    a + t.level
}
#[derive(Debug, Clone, PartialEq)]
enum SolveError {
    Singular(usize),
    Size { want: usize, got: usize },
}
#[differentiable]
fn solve(a: &mut [f64], b: &mut [f64]) -> Result<(), SolveError> {
    if a.len() != b.len() {
        return Err(SolveError::Size { want: a.len(), got: b.len() });
    }
    for i in 0..a.len() {
        if a[i] == 0.0 {
            return Err(SolveError::Singular(i));
        }
        b[i] /= a[i];
        a[i] = 1.0;
    }
    Ok(())
}
#[differentiable]
fn bump(k: &mut f64, by: f64) -> Result<f64, SolveError> {
    *k += by;
    if *k > 100.0 { Err(SolveError::Singular(1)) } else { Ok(*k * by) }
}
#[differentiable]
fn factor(m: &mut [Vec<f64>], scale: f64) -> Result<(), SolveError> {
    for i in 0..m.len() {
        if m[i][i].abs() < 1e-12 {
            return Err(SolveError::Singular(i));
        }
        m[i][i] = m[i][i].sqrt() * scale;
    }
    Ok(())
}
#[differentiable]
fn split(a: &[f64], b: &[f64]) -> Result<f64, SolveError> {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    solve(&mut a, &mut b)?;
    let mut k = 1.0;
    let s = bump(&mut k, b[0])?;
    let mut m = vec![vec![b[0], 0.0], vec![1.0, b[1]]];
    factor(&mut m, s)?;
    if let Err(e) = solve(&mut a, &mut b) {
        return Err(e);
    }
    Ok(b.iter().map(|v| v * v).sum::<f64>() + s * k + m[0][0] * m[1][1])
}
#[differentiable(tape)]
fn taken(a: &[f64], b: &[f64]) -> Result<f64, SolveError> {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    let mut q = VecDeque::new();
    solve(&mut a, &mut b)?;
    let mut k = 1.0;
    let s = bump(&mut k, b[0])?;
    q.push_back(s);
    Ok(b.iter().map(|v| *v * *v).sum::<f64>() + q[0] * k)
}

#[test]
fn a_method_that_changes_its_receiver_may_fail() {
    let plant = |x: &[f64]| Plant {
        tanks: vec![Tank { level: x[0], area: x[1] }, Tank { level: x[2], area: x[3] }],
        main: Tank { level: x[4], area: x[5] },
        lost: x[6],
    };
    let x = [1.5, 1.1, 2.2, 0.9, 3.0, 2.0, 0.1, 0.4];
    let (value, (g, by_q)) = drive::value_and_gradient(&plant(&x), x[7]).unwrap();
    let [a, b] = [&g.tanks[0], &g.tanks[1]];
    let gradient = [a.level, a.area, b.level, b.area, g.main.level, g.main.area, g.lost, by_q];
    held(&x, |x| drive(&plant(x), x[7]).unwrap(), value, &gradient);
    let dry = Plant { main: Tank { level: 0.0, area: 1.0 }, ..plant(&x) };
    assert_eq!(drive(&dry, 0.4), Err(Fault::Empty));
    assert!(drive::gradient(&dry, 0.4).is_none());
}

fn tank(x: &[f64]) -> Tank {
    Tank { level: x[0], area: x[1] }
}

#[test]
fn it_may_give_a_count() {
    let x = [1.5, 1.1, 1.2, 2.9, 3.0];
    let (value, (g, by_xs)) = at::value_and_gradient(&tank(&x), &x[2..]);
    held(&x, |x| at(&tank(x), &x[2..]), value, &[vec![g.level, g.area], by_xs].concat());
}

#[test]
fn it_is_called_on_a_tape_and_runs_on_one() {
    let x = [3.0, 2.0, 0.4, 0.3];
    let (value, (g, by_q)) = with_tape::value_and_gradient(&tank(&x), &x[2..]);
    held(&x, |x| with_tape(&tank(x), &x[2..]), value, &[vec![g.level, g.area], by_q].concat());
    let (value, (by_a, by_b)) = taken::value_and_gradient(&x[..2], &x[2..]).unwrap();
    held(&x, |x| taken(&x[..2], &x[2..]).unwrap(), value, &[by_a, by_b].concat());
    assert_eq!(taken(&[0.0], &[1.0]), Err(SolveError::Singular(0)));
    assert!(taken::gradient(&[0.0], &[1.0]).is_none());
}

#[test]
fn lists_that_are_changed_may_fail_too() {
    let x = [3.0, 2.0, 0.4, 0.3];
    let (value, (by_a, by_b)) = split::value_and_gradient(&x[..2], &x[2..]).unwrap();
    held(&x, |x| split(&x[..2], &x[2..]).unwrap(), value, &[by_a, by_b].concat());
    let (given, (by_a, by_b)) = solve::vjp(&mut [4.0], &mut [1.0], &[0.0], &[1.0]);
    assert_eq!((given, by_a, by_b), (Some(()), vec![-1.0 / 16.0], vec![0.25]));
    assert!(solve::vjp(&mut [0.0], &mut [1.0], &[0.0], &[1.0]).0.is_none());
}
