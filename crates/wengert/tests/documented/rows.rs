//! Made from docs/differentiable.md by tests/documented.rs.

#![allow(unused, unreachable_pub, clippy::all)]

use super::called::*;
use wengert::prelude::*;

// `let` with tuple patterns, shadowing
#[differentiable]
pub fn row_0(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let (p, (q, _)) = (x[0], (a, 1)); let p = p * q; s += p;
    s + a
}

// assignment, also `+= -= *= /= %=`
#[differentiable]
pub fn row_1(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut p = a; p = p * p; p -= x[0]; p *= 2.0; p /= 3.0; p += 5.0; p %= 3.0; s = p;
    s + a
}

// ranges in variables
#[differentiable]
pub fn row_2(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let part = 1..n; for v in &x[part.clone()] { s += v * a; } for i in part.clone() { s *= x[i]; } s *= (part.len() + part.start) as f64;
    s + a
}

// several assignments at once
#[differentiable]
pub fn row_3(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let (mut p, mut q) = (a, x[0]); (p, q) = (q, p * q); s = p - q;
    s + a
}

// a variable that gets its value later, or several
#[differentiable]
pub fn row_4(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let p; if a > 0.0 { p = a * a; } else { p = -a; } let (mut q, r); (q, r) = (a, x[0]); q *= r; s = p * q;
    s + a
}

// tuples as variables
#[differentiable]
pub fn row_5(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut p = (a, 1.0); p.0 *= x[0]; s = p.0 * p.1;
    s + a
}

// elements of arrays
#[differentiable]
pub fn row_6(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = [0.0; 3]; v[1] = a; v[1] += x[0]; v[n - 1] = v[1] * v[1]; s = v[1] * v[n - 1];
    s + a
}

// `if` as a statement
#[differentiable]
pub fn row_7(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    if a > x[0] { s += a * a; } else if a > 0.0 { s -= x[1]; } else { s = 1.0; }
    s + a
}

// `if` as a value, also a tuple
#[differentiable]
pub fn row_8(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let (p, q) = if a > 0.0 { (a, x[1]) } else { (1.0, a) }; s = p * q;
    s + a
}

// `if` and `match` that give arrays, or arrays of arrays of fixed length
#[differentiable]
pub fn row_9(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let v = if n > 5 { [a, 1.0] } else { [1.0, a] }; let m = if a > 9.0 { [[a, 1.0], [0.0, a]] } else { [[1.0, a], [a, a]] }; s = m[0][1]; let w = match n { 0 => vec![], 3 => x.to_vec(), _ => vec![a; n - 1] }; s += v[1] * w[2];
    s + a
}

// comparisons of active values, also with a range
#[differentiable]
pub fn row_10(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    if a > x[0] && n > 1 || !(a < 3.0) { s = a * x[2]; } if !(0.0..=1.0).contains(&a) { s += a; }
    s + a
}

// `match` on constants
#[differentiable]
pub fn row_11(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = match n { 0 => 1.0, 1 | 2 => a, k @ 3..=4 if a > 0.0 => x[k - 2] * a, _ => x[0] };
    s + a
}

// `match` on numbers, by guards
#[differentiable]
pub fn row_12(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = match x[0] { v if v > 1.0 => v * v, v if v < a => v * a, v => -v };
    s + a
}

// `match` on tuples, as a statement
#[differentiable]
pub fn row_13(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..n { match (i % 2, x[i] > a) { (0, true) => s += a, (1, _) => continue, _ => s *= x[i] } s += 1.0; }
    s + a
}

// `if let`
#[differentiable]
pub fn row_14(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    if let Some(k) = data.first() && a > 0.0 { s = a * k; }
    s + a
}

// `let .. else`
#[differentiable]
pub fn row_15(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let Some(k) = data.iter().position(|d| *d < 0.0) else { return a; }; s = a * x[k];
    s + a
}

// `while let`
#[differentiable]
pub fn row_16(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut it = data.iter().skip(1); while let Some(k) = it.next() { s += a * k; if s > 5.0 { break; } }
    s + a
}

// `matches!`
#[differentiable]
pub fn row_17(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..n { if matches!(i, 0 | 2) { s += x[i] * a; } }
    s + a
}

// `Option`s of numbers
#[differentiable]
pub fn row_18(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut best = None; for v in x { match best { Some(b) if *v <= b => {} _ => best = Some(*v) } } if let Some(b) = best { s = b * a; } s += best.unwrap_or(a);
    s + a
}

// patterns of slices and arrays, also of rows
#[differentiable]
pub fn row_19(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let [[p, _], [_, q]] = [[a, 1.0], [2.0, x[0]]]; s = match x { [] => p, [v] => v * q, [v, .., w] if v > w => v * w, [v, rest @ ..] => v * rest[0] * q }; let [.., w] = &x[1..] else { return a }; s += w;
    s + a
}

// `for` over ranges
#[differentiable]
pub fn row_20(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..n { for j in (0..=i).rev() { s += x[i] * x[j]; } } for i in (0..n).step_by(2) { s *= x[i]; }
    s + a
}

// `for` over constants of any kind
#[differentiable]
pub fn row_21(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let pairs = [(0, 0.5), (2, 1.5)]; for (k, (i, w)) in pairs.iter().enumerate() { s += x[*i] * w * k as f64; }
    s + a
}

// `for` over slices
#[differentiable]
pub fn row_22(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x { s += v * v; } for v in x.iter().skip(1).take(2) { s *= v; }
    s + a
}

// `enumerate`, `zip`, `rev`
#[differentiable]
pub fn row_23(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, (p, q)) in x.iter().zip(x.iter().rev()).enumerate() { s += p * q * i as f64; }
    s + a
}

// `chunks_exact`, `windows`
#[differentiable]
pub fn row_24(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for c in x.chunks_exact(2) { s += c[0] * c[1]; } for w in x.windows(3) { s += w[0] * w[2]; }
    s + a
}

// `iter_mut`, `chunks_exact_mut`
#[differentiable]
pub fn row_25(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); for e in v.iter_mut() { *e *= a; } for c in v.chunks_exact_mut(2) { c[0] *= c[1]; } s = v[0];
    s + a
}

// closures, called any number of times, with captures
#[differentiable]
pub fn row_26(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let sq = |v: f64| v * v + a; let g = |p, q| (sq(p), p * q); let (u, v) = g(a, x[0]); s = u * v + sq(2.0);
    s + a
}

// `return` in a closure
#[differentiable]
pub fn row_27(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let root = |v: f64| { if v < 0.0 { return -v * a; } v.sqrt() }; s = x.iter().map(|v| root(*v)).sum();
    s + a
}

// closures that change what they capture
#[differentiable]
pub fn row_28(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut c = 1.0; let mut add = |t: f64| c += t * a; for v in x { add(*v); } add(2.0); s = c * c;
    s + a
}

// places that several closures change: `Cell`, `RefCell`
#[differentiable]
pub fn row_29(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    use std::cell::{Cell, RefCell}; let (c, all) = (Cell::new(a), RefCell::new(vec![])); let add = |t: f64| { c.set(c.get() + t * a); all.borrow_mut().push(t); }; for v in x { add(*v); } s = c.get() * all.borrow()[1];
    s + a
}

// functions in variables, closures given to closures
#[differentiable]
pub fn row_30(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let f = bend; let twice = |g: &dyn Fn(f64) -> f64, v: f64| g(g(v)); s = twice(&|t| t * a, f(a));
    s + a
}

// lists of functions and of closures
#[differentiable]
pub fn row_31(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let all: [fn(f64) -> f64; 2] = [bend, f64::sin]; let v: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(|t| t * a), Box::new(f64::cos)]; let f = all[n % 2]; s = f(a) + v.iter().fold(x[0], |t, f| f(t));
    s + a
}

// one of two lists to write to
#[differentiable]
pub fn row_32(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let (mut v, mut w) = (vec![a; 2], vec![1.0; 2]); let u = if n > 1 { &mut v } else { &mut w }; u[0] = a * x[0]; let (own, other) = if n % 2 == 0 { (&mut w, &mut v) } else { (&mut v, &mut w) }; own.push(other[0]); s = v[0] * w[1] + w.len() as f64;
    s + a
}

// functions beside other values
#[differentiable]
pub fn row_33(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut w: Vec<(f64, fn(f64) -> f64)> = vec![]; w.push((a, f64::sin)); w.push((x[0], bend)); s = w.iter().map(|(k, f)| k * f(x[1])).sum();
    s + a
}

// which function is called, chosen in front
#[differentiable]
pub fn row_34(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let double = |v: f64| v * a; let h: &dyn Fn(f64) -> f64 = if n > 2 { &double } else { &bend }; s = h(x[0]) + h(x[1]);
    s + a
}

// `midpoint`, `div_euclid`
#[differentiable]
pub fn row_35(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = a.midpoint(x[0]) + f64::midpoint(x[1], 2.0) * a - (a * x[0]).div_euclid(0.3) * x[2];
    s + a
}

// the bits of a number, through which derivatives go; nothing is derived of bits that are compared
#[differentiable]
pub fn row_36(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let near = |p: f64, q: f64| (p.to_bits() as i64).wrapping_sub(q.to_bits() as i64).abs() < 4; if near(a, a + 0.0) { s = a * x[0]; } s *= f64::from_bits(2.0_f64.to_bits() + n as u64); s += f64::from_bits(x[1].to_bits() & ((1 << 52) - 1) | 0x3ff0000000000000);
    s + a
}

// constants in the other precision
#[differentiable]
pub fn row_37(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let k = n as f32 * 0.1; let t: Vec<f32> = vec![k, 0.7]; let top = t.iter().fold(k, |p, q| p.max(*q)); s = a * top as f64 + f64::from(k.sqrt()) * x[0];
    s + a
}

// `&mut` of a number
#[differentiable]
pub fn row_38(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut p = a; let r = &mut p; *r *= 2.0; let inc = |t: &mut f64| *t += x[0]; inc(&mut p); s = p * p;
    s + a
}

// `sum`, `product`, `fold`, `for_each`
#[differentiable]
pub fn row_39(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = x.iter().map(|v| v * v * a).sum::<f64>() * x.iter().fold(1.0, |p, v| p * 0.5 + v); x.iter().for_each(|v| s += v * a);
    s + a
}

// functions as arguments
#[differentiable]
pub fn row_40(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = x.iter().copied().map(bend).fold(f64::NEG_INFINITY, f64::max) + x.iter().copied().map(f64::sin).product::<f64>();
    s + a
}

// chains of ranges, in each other
#[differentiable]
pub fn row_41(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = (0..n).map(|i| (0..=i).map(|j| x[i] * x[j]).sum::<f64>()).map(|v| v * v * a).sum();
    s + a
}

// `filter`, `take_while`, `skip_while`, on active numbers too
#[differentiable]
pub fn row_42(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = x.iter().map(|v| v * a).filter(|v| *v > 0.0).sum::<f64>() + x.iter().skip_while(|v| **v < a).take_while(|v| **v > 0.0).sum::<f64>();
    s + a
}

// `chain`, `flat_map`, `step_by`, `skip`, `take`, `rev`
#[differentiable]
pub fn row_43(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = x.iter().chain(&[a, 2.0]).rev().skip(1).step_by(2).sum::<f64>() + (0..n).flat_map(|i| (0..i).map(move |j| x[i] * x[j])).sum::<f64>();
    s + a
}

// `once`, `empty` and options among others
#[differentiable]
pub fn row_44(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = std::iter::once(a).chain(x.iter().copied()).zip(x).map(|(b, v)| (v - b) * v).sum::<f64>(); let w: Vec<f64> = Some(a).into_iter().chain(x.iter().map(|v| v * a)).chain(std::iter::once(2.0)).chain(std::iter::empty()).collect(); s += w[1] * w[n] * w[n + 1];
    s + a
}

// `for` over places that are listed
#[differentiable]
pub fn row_45(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let (mut p, mut q) = (a, x[0]); for (t, k) in [(&mut p, 2.0), (&mut q, x[1])] { *t = *t * k + a; } s = p * q;
    s + a
}

// `for` over any chain
#[differentiable]
pub fn row_46(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().map(|v| v * a).filter(|v| *v < 1.0).enumerate() { if i == 2 { break; } s += v * v; }
    s + a
}

// `filter_map`, `map_while`, `scan`, `inspect`, `cycle`
#[differentiable]
pub fn row_47(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let up: Vec<f64> = x.iter().scan(0.0, |p, v| { *p += v * a; Some(*p) }).collect(); s = up.iter().filter_map(|v| if *v > 0.0 { Some(v * v) } else { None }).sum::<f64>() + x.iter().zip([a, 2.0].iter().cycle()).map(|(p, q)| p * q).sum::<f64>();
    s + a
}

// `flatten` of what may not be there
#[differentiable]
pub fn row_48(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = x.iter().map(|v| if *v > 0.0 { Some(v * a) } else { None }).flatten().sum::<f64>();
    s + a
}

// `chunks`
#[differentiable]
pub fn row_49(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for c in x.chunks(2) { s += c[0] * c[c.len() - 1] * a; }
    s + a
}

// `sort_by`, `sort_by_key`, `sort`, also of indices
#[differentiable]
pub fn row_50(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); v.sort_by(|p, q| p.partial_cmp(q).unwrap()); let mut order: Vec<usize> = (0..n).collect(); order.sort_by(|&i, &j| x[j].total_cmp(&x[i])); s = v[0] * v[1] * a + x[order[0]] * v[2];
    s + a
}

// `collect`, `unzip`, `partition`
#[differentiable]
pub fn row_51(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let v: Vec<f64> = x.iter().map(|t| t * a).filter(|t| *t > 0.0).collect(); let (p, q): (Vec<f64>, Vec<f64>) = v.iter().map(|t| (t * t, t.sin())).unzip(); let (up, down): (Vec<f64>, Vec<f64>) = x.iter().copied().partition(|t| *t > 0.0); s = p[0] * q[0] + up[1] * down[0] * down.len() as f64;
    s + a
}

// methods of `Option`s: `map`, `and_then`, `filter`, `map_or`, `unwrap_or_else`, `or`, `zip`
#[differentiable]
pub fn row_52(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let r = if a > 0.0 { Some(a) } else { None }; s = r.map(|v| v * v).and_then(|v| if v > 0.1 { Some(v * x[0]) } else { None }).unwrap_or(a) + x.get(7).map_or(a, |v| v * 2.0) + x.last().filter(|v| **v > 0.0).copied().unwrap_or_else(|| a * a);
    s + a
}

// `map` of an array, also of rows, `from_fn`
#[differentiable]
pub fn row_53(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let m = [[a, x[0]], [x[1], 2.0]].map(|row| row.map(|t| t * a)); s = m[0][1] * m[1][0]; let v: [f64; 3] = std::array::from_fn(|i| x[i] * a); let w = v.map(|t| t.sin()); s += w[0] * w[1] * w[2];
    s + a
}

// `collect`, `sum` and `product` into an `Option` or a `Result`, `try_fold`
#[differentiable]
pub fn row_54(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let v: Option<Vec<f64>> = x.iter().map(|v| if *v > -9.0 { Some(v * a) } else { None }).collect(); let sum: Result<f64, usize> = x.iter().enumerate().map(|(i, v)| if *v > 0.0 { Ok(v * v) } else { Err(i) }).sum(); s = v.map_or(0.0, |v| v[0] * v[1]) + sum.unwrap_or(a) + x.iter().try_fold(a, |p, v| if p < 9.0 { Some(p * v) } else { None }).unwrap_or(0.0);
    s + a
}

// `repeat`, `zip` of `std::iter`
#[differentiable]
pub fn row_55(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = std::iter::zip(x, std::iter::repeat(a).take(2)).map(|(p, q)| p * q * q).sum();
    s + a
}

// `fold` of lists, of tuples
#[differentiable]
pub fn row_56(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let v = (0..n).fold(x.to_vec(), |v, k| v.iter().map(|t| t * x[k]).chain([a]).collect()); let (p, q) = x.iter().fold((a, 0.0), |(p, q), v| (p * v, q + p)); s = v[0] * v[n] * p * q;
    s + a
}

// the best by a key: `min_by_key`, `max_by_key`
#[differentiable]
pub fn row_57(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let k = (0..n).min_by_key(|i| i.abs_diff(1)).unwrap(); let (i, v) = x.iter().enumerate().max_by_key(|(i, _)| (i * 2) % n).unwrap(); s = x[k] * a * v * i as f64;
    s + a
}

// the best: `min_by`, `max_by`, `reduce`, with `unwrap`, `unwrap_or` or a pattern
#[differentiable]
pub fn row_58(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let (i, v) = x.iter().enumerate().max_by(|p, q| p.1.total_cmp(q.1)).unwrap(); s = v * a * i as f64 + x.iter().copied().reduce(f64::min).unwrap_or(a) * a; if let Some(b) = x.iter().copied().reduce(f64::max) { s *= b; }
    s + a
}

// `first`, `last`, `get`, `nth`, `find`, `find_map`, `position`, `rposition`
#[differentiable]
pub fn row_59(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = x.iter().find_map(|v| if *v < 0.0 { Some(v * a) } else { None }).unwrap(); let k = x.iter().rposition(|v| *v < a).unwrap().min(n - 1); s += x[k] * x.first().unwrap() * x.get(1).copied().unwrap_or(a) + x.iter().find(|v| **v < 0.0).map(|v| v * a).unwrap();
    s + a
}

// `all`, `any`, `count`
#[differentiable]
pub fn row_60(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    if x.iter().any(|v| v * a > 0.5) { s = a * x.iter().filter(|v| **v > 0.0).count() as f64; }
    s + a
}

// `while`
#[differentiable]
pub fn row_61(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut p = a; while p < 10.0 { p *= 2.0 + x[0]; } s = p;
    s + a
}

// conditions that change something
#[differentiable]
pub fn row_62(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut k = 0; while k < n && { s += x[k] * a; s < 5.0 } { k += 1; } if a > 9.0 || { s += a; s > 0.0 } { s *= a; }
    s + a
}

// `loop`, `break`, `continue`
#[differentiable]
pub fn row_63(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut p = a; loop { p *= 2.0; if p < 3.0 { continue; } s += p * p; if s > 50.0 { break; } }
    s + a
}

// `loop` with a value
#[differentiable]
pub fn row_64(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut p = a; s = loop { p *= 2.0; if p > 3.0 { break p; } };
    s + a
}

// loops that keep few states
#[differentiable]
pub fn row_65(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    #[checkpoint(slots = 2)] for i in 0..n { s += (s * x[i]).sin() * a; }
    s + a
}

// loops whose order is free
#[differentiable]
pub fn row_66(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = vec![0.0; n]; #[independent] for i in 0..n { v[i] = (x[i] * a).sin(); v[i] *= x[(i + 1) % n]; s += v[i] * a; } s *= v[1];
    s + a
}

// labels
#[differentiable]
pub fn row_67(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    'outer: for i in 0..n { for j in 0..n { if j > i { continue 'outer; } s += x[j]; if s > 9.0 { break 'outer; } } }
    s + a
}

// blocks with a label
#[differentiable]
pub fn row_68(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = 'done: { if n > 5 { break 'done a; } if x[0] < a { break 'done a * x[0]; } x[1] };
    s + a
}

// iterators in boxes, of which the type does not tell
#[differentiable]
pub fn row_69(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut it: Box<dyn Iterator<Item = f64>> = if n > 2 { Box::new(x.iter().map(|v| v * a)) } else { Box::new(x.iter().rev().copied()) }; let p = it.next().unwrap(); for v in it.skip(1) { s = s * a + p * v; }
    s + a
}

// an iterator advanced by `next`, with `peek`, and its rest
#[differentiable]
pub fn row_70(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut it = x.iter().peekable(); let p = it.next().unwrap(); while let Some(v) = it.next() { s = s * a + p * v; if let Some(w) = it.peek() { s += v * **w; } } let mut d = data.iter(); s *= d.next().unwrap(); for v in d { s += v * a; }
    s + a
}

// early `return`
#[differentiable]
pub fn row_71(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    if a > 0.5 { return a * x[0]; } s = x[1];
    s + a
}

// blocks with a value
#[differentiable]
pub fn row_72(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let p = { let q = a * a; q + x[0] }; s = p * p;
    s + a
}

// local arrays
#[differentiable]
pub fn row_73(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = vec![0.0; n]; let w = vec![a, 2.0 * a]; let u = [x[0]; 2]; v[0] = w[1] * u[1]; s = v[0] + v[1];
    s + a
}

// arrays of arrays
#[differentiable]
pub fn row_74(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut m = vec![vec![0.0; n]; 2]; m[1][0] = a * x[1]; m[0][1] += m[1][0] * x[2]; let r = &m[0]; s = r[1] * m[1].len() as f64;
    s + a
}

// arrays of arrays of fixed length
#[differentiable]
pub fn row_75(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let r = [[a, -x[0]], [x[0], a]]; let mut q = r; q[0][1] *= 2.0; q[1] = r[0]; s = q[0][1] * r[1][0] * q[1][0];
    s + a
}

// rows in loops
#[differentiable]
pub fn row_76(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut m = vec![[a, x[0]]; 3]; for (i, r) in m.iter_mut().enumerate() { r[0] *= x[i]; for v in r { *v *= a; } } for r in &m { s += r[0] * r[1]; }
    s + a
}

// rows of different lengths, that change places
#[differentiable]
pub fn row_77(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut m = vec![vec![a], x.to_vec(), vec![]]; m.swap(0, 1); for r in &m { for v in &r[r.len() / 2..] { s += v * v; } }
    s + a
}

// rows that grow, and rows of those
#[differentiable]
pub fn row_78(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut m = Vec::new(); for i in 0..n { m.push(vec![x[i]; i + 1]); m[0].push(a); } let mut q = vec![Vec::new(); 2]; for i in 0..n { q[i % 2].push(x[i] * a); } s = m[0][2] * m[2][1] * m.len() as f64 + q[0][1] * q[1][0];
    s + a
}

// `windows`, `chunks` and `chunks_exact` of rows
#[differentiable]
pub fn row_79(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let m = [[a, x[0]], [x[1], 2.0], [x[2], a]]; for w in m.windows(2) { s += w[0][0] * w[1][1]; } s += m.chunks(2).map(|c| c[0][1] * c.len() as f64).sum::<f64>();
    s + a
}

// rows that are gathered
#[differentiable]
pub fn row_80(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let m: Vec<Vec<f64>> = (0..n).map(|i| x[i..].iter().map(|v| v * x[i]).collect()).collect(); let p: Vec<[f64; 2]> = x.iter().map(|v| [*v, v * a]).collect(); let q: [[f64; 2]; 2] = std::array::from_fn(|i| std::array::from_fn(|j| x[i] * x[i + j])); s = m[1][1] + p[0][1] * q[1][1];
    s + a
}

// an array of arrays that takes another
#[differentiable]
pub fn row_81(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut m = vec![vec![a; n]; 2]; for k in 0..2 { let mut next = m.clone(); next[k][0] *= x[k]; m = next; } s = m[0][0] * m[1][0] * m[1][2];
    s + a
}

// lists of tuples, and their `windows` and `chunks`
#[differentiable]
pub fn row_82(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v: Vec<(f64, usize)> = x.iter().enumerate().map(|(i, t)| (t * a, i)).collect(); v.sort_by(|p, q| p.0.total_cmp(&q.0)); v[0].0 *= a; let mut z = vec![(1.0, a); 2]; z.push((x[0], x[1])); for &(p, k) in &v { s += p * k as f64; } s += z[2].0 * z[0].1; for w in v.windows(2) { s += (w[1].0 - w[0].0) * a; }
    s + a
}

// lists that grow
#[differentiable]
pub fn row_83(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = Vec::new(); for i in 0..n { v.push(x[i] * a); if v[i] > 0.3 { v.push(a); } } s = v[v.len() - 1] * v[0] * v.len() as f64;
    s + a
}

// the ends of a list, written to
#[differentiable]
pub fn row_84(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); *v.last_mut().unwrap() *= a; *v.first_mut().unwrap() += v[n - 1]; s = v[0] * v[1];
    s + a
}

// lists that shrink
#[differentiable]
pub fn row_85(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); v.push(a); s = v.pop().unwrap() * v.remove(0); v.truncate(1); s += v[0]; v.clear(); if v.is_empty() { s *= a; }
    s + a
}

// `retain`, `dedup`, `drain`, `split_off`
#[differentiable]
pub fn row_86(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); v.extend_from_slice(x); v.retain(|t| *t > -0.5); v.dedup(); let w = v.split_off(2); s = v[0] * w[0]; for t in v.drain(1..) { s += t * a; } s *= v.len() as f64;
    s + a
}

// `try_into`, `Vec::from`, `into` of lists
#[differentiable]
pub fn row_87(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let v: [f64; 2] = x[..2].try_into().unwrap(); let w = Vec::from([a, v[0]]); let u: Vec<f64> = x.into(); s = v[1] * w[0] * w[1] * u[2];
    s + a
}

// maps with keys of integers, flags, letters, texts, tuples and enums of these
#[differentiable]
pub fn row_88(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut m = std::collections::BTreeMap::new(); for (i, v) in x.iter().enumerate() { *m.entry(i % 2).or_insert(a) += v * v; } m.insert(7, a); if let Some(v) = m.get_mut(&1) { *v *= 2.0; } for (k, v) in &m { s += v * *k as f64; } s += m[&0] + m.values().product::<f64>() + m.range(1..).map(|(_, v)| v).sum::<f64>();
    s + a
}

// collections that take the items of others, or copies of them
#[differentiable]
pub fn row_89(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut q: std::collections::VecDeque<f64> = [a].into(); q.extend(x); let mut m = std::collections::BTreeMap::from([(0usize, a)]); m.extend([(1, x[0])]); let mut l = vec![(2u8, a)]; l.extend([(3, x[1])]); let mut h = std::collections::BinaryHeap::from([1usize]); h.extend(&[0]); s = q[2] * m[&1] + l[1].1 * x[h.len() - 2];
    s + a
}

// groups by keys
#[differentiable]
pub fn row_90(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut m: std::collections::HashMap<&str, Vec<f64>> = std::collections::HashMap::new(); for (k, v) in ["p", "q", "p"].iter().zip(x) { m.entry(*k).or_default().push(v * a); } s = m["p"][1] * m["q"][0];
    s + a
}

// sets
#[differentiable]
pub fn row_91(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut seen = std::collections::HashSet::new(); for k in [2, 0, 2, 1] { if seen.insert(k) { s += x[k] * a * seen.len() as f64; } }
    s + a
}

// parts of texts, letters, numbers from texts
#[differentiable]
pub fn row_92(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for w in "0.5 two 3".split_whitespace() { s += a * w.parse::<f64>().unwrap_or(w.len() as f64); } for c in "x1".chars() { if c.is_ascii_digit() { s *= x[0]; } } if "abcd".contains((b'a' + n as u8) as char) { s += x[1]; }
    s + a
}

// texts that are made, and grow
#[differentiable]
pub fn row_93(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut t = format!("{n};"); for w in ["ab", "c"] { t.push_str(w); t += ";"; } for w in t.split(';') { s += a * w.len() as f64; }
    s + a
}

// `partition_point`
#[differentiable]
pub fn row_94(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); v.sort_by(|p, q| p.total_cmp(q)); let k = v.partition_point(|t| *t < a); s = v[k] * a;
    s + a
}

// `extend`, `append`, `resize`, `insert`, `swap_remove`
#[differentiable]
pub fn row_95(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = vec![a]; v.extend_from_slice(&x[1..]); v.extend(x.iter()); v.resize(n + 4, a); v.insert(1, x[2]); s = v[1] * v[2] + v.swap_remove(n);
    s + a
}

// `first`, `last`, `pop`, also in `if let` and `while let`
#[differentiable]
pub fn row_96(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); s = *v.last().unwrap(); while let Some(p) = v.pop() { s = s * a + p; } if let Some(p) = x.first() { s *= p; }
    s + a
}

// a variable that takes another list
#[differentiable]
pub fn row_97(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = vec![a; 2]; for k in 0..2 { v = v.iter().map(|t| t * x[k]).chain([a]).collect(); } s = v[0] * v[2] * v.len() as f64;
    s + a
}

// a copy of constants that takes numbers
#[differentiable]
pub fn row_98(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut d = data.to_vec(); d[0] *= a; s = d[0] * d[1];
    s + a
}

// methods of integers made of numbers
#[differentiable]
pub fn row_99(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let i = ((a * 2.5).floor() as usize).min(n - 1); s = a * x[i];
    s + a
}

// `reverse`, `rotate_left`, `rotate_right`
#[differentiable]
pub fn row_100(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); v.reverse(); v.rotate_left(1); s = v[0] * a - v[1] * v[2];
    s + a
}

// `to_vec`, `clone`
#[differentiable]
pub fn row_101(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); let w = v.clone(); v[0] = a; s = v[0] * w[0];
    s + a
}

// `fill`, `copy_from_slice`, `swap`
#[differentiable]
pub fn row_102(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = [0.0; 4]; v.fill(a); v[1..3].copy_from_slice(&x[..2]); v.swap(0, 1); s = v[0] * v[1] * v[3];
    s + a
}

// `std::mem::replace` and `take`
#[differentiable]
pub fn row_103(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut p = a; let mut v = x.to_vec(); let q = std::mem::replace(&mut p, x[0] * a); let w = std::mem::take(&mut v); s = q * p * w[1] + v.len() as f64;
    s + a
}

// `std::mem::swap` of numbers and of arrays
#[differentiable]
pub fn row_104(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); let mut w = vec![a; n]; std::mem::swap(&mut v, &mut w); v[0] *= w[0]; s = v[0];
    s + a
}

// views by ranges, of views too
#[differentiable]
pub fn row_105(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let v = &x[1..]; let w = &v[..2]; s = w[0] * w[1] * w.len() as f64;
    s + a
}

// `split_first`, `split_last`, `concat`
#[differentiable]
pub fn row_106(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    if let Some((p, rest)) = x.split_first() { s = p * rest[0]; } let v = [&x[1..], &[a, 2.0]].concat(); s += v[0] * v[2] * v[3];
    s + a
}

// `split_at`, `split_at_mut`
#[differentiable]
pub fn row_107(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v = x.to_vec(); let (p, q) = v.split_at_mut(2); p[0] *= q[0]; q[0] += p[1]; s = v[0] * v[2];
    s + a
}

// references to numbers
#[differentiable]
pub fn row_108(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let r = &a; s = *r * 2.0 + r.sin();
    s + a
}

// `&mut` of numbers
#[differentiable]
pub fn row_109(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut p = a; let r = &mut p; *r *= 2.0; std::mem::swap(&mut p, &mut s); s += p * x[0];
    s + a
}

// every function of the table
#[differentiable]
pub fn row_110(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = a.sin() + f64::exp(a) + a.powi(3) + a.powf(x[0]) + a.mul_add(2.0, x[1]) + a.max(x[0]) + a.hypot(x[1]);
    s + a
}

// those that `f64` lacks
#[differentiable]
pub fn row_111(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = wengert::functions::erf(a) + sigmoid(x[0]) + bessel_j(a, 2);
    s + a
}

// those of C, of the crate `libm`; their last bit may be another one than the crate's
#[differentiable]
pub fn row_112(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = libm::fabs(a) + libm::pow(a, 2.0) * libm::remquo(x[0], 0.5).0;
    s + a
}

// lists of `arrayvec`, `smallvec` and `tinyvec`, inside of functions
#[differentiable]
pub fn row_113(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut v: arrayvec::ArrayVec<f64, 4> = arrayvec::ArrayVec::new(); v.push(a * x[0]); s = v.iter().map(|v| v * v).sum();
    s + a
}

// complex numbers of the crate `num-complex`, inside of functions: parameters and results are their parts
#[differentiable]
pub fn row_114(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let z = num_complex::Complex::new(a, x[0]); s = (z * z + 1.0).sqrt().norm() + z.exp().im;
    s + a
}

// calls to differentiable functions
#[differentiable]
pub fn row_115(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = bend(a * x[0]) + bend(x[1]) * a;
    s + a
}

// calls that may give nothing, also in `let .. else` and `match`
#[differentiable]
pub fn row_116(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    if let Some(r) = root(a, x[0]) { s = r * x[1]; } s += root(x[1], a).unwrap_or(a) + match root(-x[0], a) { None => x[2], Some(r) => r };
    s + a
}

// `?`, in functions and closures that give an `Option` or a `Result`
#[differentiable]
pub fn row_117(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let both = |i: usize| -> Option<f64> { let p = x.get(i)?; Some(root(*p, a)? * a) }; s = both(0).unwrap_or(a) + both(7).unwrap_or(x[0]);
    s + a
}

// calls of which a part is not looked at
#[differentiable]
pub fn row_118(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let (_, d) = turned(a, x[0]); s = d * x[1];
    s + a
}

// recursion
#[differentiable]
pub fn row_119(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = power(a, 3);
    s + a
}

// calls to ordinary functions and methods that give no number: flags, integers, lists of them, enums, what has only an error
#[differentiable]
pub fn row_120(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    fn above(v: f64, all: &[f64]) -> Option<usize> { all.iter().position(|&w| w > v) } s = a * x[above(0.1 * a, x).unwrap_or(0)];
    s + a
}

// calls to ordinary functions on constants
#[differentiable]
pub fn row_121(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = weight(n, data) * a; let m = data.len().min(n); s *= m as f64;
    s + a
}

// code of constants with names of its own
#[differentiable]
pub fn row_122(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let k = data.iter().filter(|d| **d > 1.0).count().min(if n > 2 { 1 } else { 0 }) + { let m = n / 2; m / 2 }; s = a * x[k];
    s + a
}

// raw identifiers
#[differentiable]
pub fn row_123(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let r#fn = a * a; s = r#fn * x[0];
    s + a
}

// assertions
#[differentiable]
pub fn row_124(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    assert!(n > 0, "n is {n}"); assert_eq!(x.len(), n); debug_assert!(a > 0.0); s = a;
    s + a
}

// panics
#[differentiable]
pub fn row_125(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let p = match n { 0 => panic!("nothing"), 3 => a, _ => unreachable!("{n}") }; if p.is_nan() { panic!("not a number") } s = p * p;
    s + a
}

// printing, also of structures and errors of your own
#[differentiable]
pub fn row_126(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    if n > 5 { println!("{a:.3} {x:?} {}", data[0]); eprintln!(); } s = a;
    s + a
}

// numbers made of integers
#[differentiable]
pub fn row_127(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = a * n as f64 + f64::from(3) * x[0];
    s + a
}

// the value of an active number in integers and questions
#[differentiable]
pub fn row_128(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    let i = (a * 2.0).floor() as usize; if !a.is_nan() { s = a * x[i]; }
    s + a
}

// constants, statics, items in the body
#[differentiable]
pub fn row_129(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    const K: f64 = 2.0; fn half(n: usize) -> usize { n / 2 } s = a * K * std::f64::consts::PI * x[half(n)]; for v in x { const STEP: f64 = 0.5; s += v * STEP; }
    s + a
}

// `stop_gradient`
#[differentiable]
pub fn row_130(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    s = a * stop_gradient(a) + x[0];
    s + a
}

pub const ROWS: &[(&str, super::Plain, super::Gradient)] = &[
    ("`let` with tuple patterns, shadowing", row_0, row_0::value_and_gradient),
    ("assignment, also `+= -= *= /= %=`", row_1, row_1::value_and_gradient),
    ("ranges in variables", row_2, row_2::value_and_gradient),
    ("several assignments at once", row_3, row_3::value_and_gradient),
    ("a variable that gets its value later, or several", row_4, row_4::value_and_gradient),
    ("tuples as variables", row_5, row_5::value_and_gradient),
    ("elements of arrays", row_6, row_6::value_and_gradient),
    ("`if` as a statement", row_7, row_7::value_and_gradient),
    ("`if` as a value, also a tuple", row_8, row_8::value_and_gradient),
    ("`if` and `match` that give arrays, or arrays of arrays of fixed length", row_9, row_9::value_and_gradient),
    ("comparisons of active values, also with a range", row_10, row_10::value_and_gradient),
    ("`match` on constants", row_11, row_11::value_and_gradient),
    ("`match` on numbers, by guards", row_12, row_12::value_and_gradient),
    ("`match` on tuples, as a statement", row_13, row_13::value_and_gradient),
    ("`if let`", row_14, row_14::value_and_gradient),
    ("`let .. else`", row_15, row_15::value_and_gradient),
    ("`while let`", row_16, row_16::value_and_gradient),
    ("`matches!`", row_17, row_17::value_and_gradient),
    ("`Option`s of numbers", row_18, row_18::value_and_gradient),
    ("patterns of slices and arrays, also of rows", row_19, row_19::value_and_gradient),
    ("`for` over ranges", row_20, row_20::value_and_gradient),
    ("`for` over constants of any kind", row_21, row_21::value_and_gradient),
    ("`for` over slices", row_22, row_22::value_and_gradient),
    ("`enumerate`, `zip`, `rev`", row_23, row_23::value_and_gradient),
    ("`chunks_exact`, `windows`", row_24, row_24::value_and_gradient),
    ("`iter_mut`, `chunks_exact_mut`", row_25, row_25::value_and_gradient),
    ("closures, called any number of times, with captures", row_26, row_26::value_and_gradient),
    ("`return` in a closure", row_27, row_27::value_and_gradient),
    ("closures that change what they capture", row_28, row_28::value_and_gradient),
    ("places that several closures change: `Cell`, `RefCell`", row_29, row_29::value_and_gradient),
    ("functions in variables, closures given to closures", row_30, row_30::value_and_gradient),
    ("lists of functions and of closures", row_31, row_31::value_and_gradient),
    ("one of two lists to write to", row_32, row_32::value_and_gradient),
    ("functions beside other values", row_33, row_33::value_and_gradient),
    ("which function is called, chosen in front", row_34, row_34::value_and_gradient),
    ("`midpoint`, `div_euclid`", row_35, row_35::value_and_gradient),
    ("the bits of a number, through which derivatives go; nothing is derived of bits that are compared", row_36, row_36::value_and_gradient),
    ("constants in the other precision", row_37, row_37::value_and_gradient),
    ("`&mut` of a number", row_38, row_38::value_and_gradient),
    ("`sum`, `product`, `fold`, `for_each`", row_39, row_39::value_and_gradient),
    ("functions as arguments", row_40, row_40::value_and_gradient),
    ("chains of ranges, in each other", row_41, row_41::value_and_gradient),
    ("`filter`, `take_while`, `skip_while`, on active numbers too", row_42, row_42::value_and_gradient),
    ("`chain`, `flat_map`, `step_by`, `skip`, `take`, `rev`", row_43, row_43::value_and_gradient),
    ("`once`, `empty` and options among others", row_44, row_44::value_and_gradient),
    ("`for` over places that are listed", row_45, row_45::value_and_gradient),
    ("`for` over any chain", row_46, row_46::value_and_gradient),
    ("`filter_map`, `map_while`, `scan`, `inspect`, `cycle`", row_47, row_47::value_and_gradient),
    ("`flatten` of what may not be there", row_48, row_48::value_and_gradient),
    ("`chunks`", row_49, row_49::value_and_gradient),
    ("`sort_by`, `sort_by_key`, `sort`, also of indices", row_50, row_50::value_and_gradient),
    ("`collect`, `unzip`, `partition`", row_51, row_51::value_and_gradient),
    ("methods of `Option`s: `map`, `and_then`, `filter`, `map_or`, `unwrap_or_else`, `or`, `zip`", row_52, row_52::value_and_gradient),
    ("`map` of an array, also of rows, `from_fn`", row_53, row_53::value_and_gradient),
    ("`collect`, `sum` and `product` into an `Option` or a `Result`, `try_fold`", row_54, row_54::value_and_gradient),
    ("`repeat`, `zip` of `std::iter`", row_55, row_55::value_and_gradient),
    ("`fold` of lists, of tuples", row_56, row_56::value_and_gradient),
    ("the best by a key: `min_by_key`, `max_by_key`", row_57, row_57::value_and_gradient),
    ("the best: `min_by`, `max_by`, `reduce`, with `unwrap`, `unwrap_or` or a pattern", row_58, row_58::value_and_gradient),
    ("`first`, `last`, `get`, `nth`, `find`, `find_map`, `position`, `rposition`", row_59, row_59::value_and_gradient),
    ("`all`, `any`, `count`", row_60, row_60::value_and_gradient),
    ("`while`", row_61, row_61::value_and_gradient),
    ("conditions that change something", row_62, row_62::value_and_gradient),
    ("`loop`, `break`, `continue`", row_63, row_63::value_and_gradient),
    ("`loop` with a value", row_64, row_64::value_and_gradient),
    ("loops that keep few states", row_65, row_65::value_and_gradient),
    ("loops whose order is free", row_66, row_66::value_and_gradient),
    ("labels", row_67, row_67::value_and_gradient),
    ("blocks with a label", row_68, row_68::value_and_gradient),
    ("iterators in boxes, of which the type does not tell", row_69, row_69::value_and_gradient),
    ("an iterator advanced by `next`, with `peek`, and its rest", row_70, row_70::value_and_gradient),
    ("early `return`", row_71, row_71::value_and_gradient),
    ("blocks with a value", row_72, row_72::value_and_gradient),
    ("local arrays", row_73, row_73::value_and_gradient),
    ("arrays of arrays", row_74, row_74::value_and_gradient),
    ("arrays of arrays of fixed length", row_75, row_75::value_and_gradient),
    ("rows in loops", row_76, row_76::value_and_gradient),
    ("rows of different lengths, that change places", row_77, row_77::value_and_gradient),
    ("rows that grow, and rows of those", row_78, row_78::value_and_gradient),
    ("`windows`, `chunks` and `chunks_exact` of rows", row_79, row_79::value_and_gradient),
    ("rows that are gathered", row_80, row_80::value_and_gradient),
    ("an array of arrays that takes another", row_81, row_81::value_and_gradient),
    ("lists of tuples, and their `windows` and `chunks`", row_82, row_82::value_and_gradient),
    ("lists that grow", row_83, row_83::value_and_gradient),
    ("the ends of a list, written to", row_84, row_84::value_and_gradient),
    ("lists that shrink", row_85, row_85::value_and_gradient),
    ("`retain`, `dedup`, `drain`, `split_off`", row_86, row_86::value_and_gradient),
    ("`try_into`, `Vec::from`, `into` of lists", row_87, row_87::value_and_gradient),
    ("maps with keys of integers, flags, letters, texts, tuples and enums of these", row_88, row_88::value_and_gradient),
    ("collections that take the items of others, or copies of them", row_89, row_89::value_and_gradient),
    ("groups by keys", row_90, row_90::value_and_gradient),
    ("sets", row_91, row_91::value_and_gradient),
    ("parts of texts, letters, numbers from texts", row_92, row_92::value_and_gradient),
    ("texts that are made, and grow", row_93, row_93::value_and_gradient),
    ("`partition_point`", row_94, row_94::value_and_gradient),
    ("`extend`, `append`, `resize`, `insert`, `swap_remove`", row_95, row_95::value_and_gradient),
    ("`first`, `last`, `pop`, also in `if let` and `while let`", row_96, row_96::value_and_gradient),
    ("a variable that takes another list", row_97, row_97::value_and_gradient),
    ("a copy of constants that takes numbers", row_98, row_98::value_and_gradient),
    ("methods of integers made of numbers", row_99, row_99::value_and_gradient),
    ("`reverse`, `rotate_left`, `rotate_right`", row_100, row_100::value_and_gradient),
    ("`to_vec`, `clone`", row_101, row_101::value_and_gradient),
    ("`fill`, `copy_from_slice`, `swap`", row_102, row_102::value_and_gradient),
    ("`std::mem::replace` and `take`", row_103, row_103::value_and_gradient),
    ("`std::mem::swap` of numbers and of arrays", row_104, row_104::value_and_gradient),
    ("views by ranges, of views too", row_105, row_105::value_and_gradient),
    ("`split_first`, `split_last`, `concat`", row_106, row_106::value_and_gradient),
    ("`split_at`, `split_at_mut`", row_107, row_107::value_and_gradient),
    ("references to numbers", row_108, row_108::value_and_gradient),
    ("`&mut` of numbers", row_109, row_109::value_and_gradient),
    ("every function of the table", row_110, row_110::value_and_gradient),
    ("those that `f64` lacks", row_111, row_111::value_and_gradient),
    ("those of C, of the crate `libm`; their last bit may be another one than the crate's", row_112, row_112::value_and_gradient),
    ("lists of `arrayvec`, `smallvec` and `tinyvec`, inside of functions", row_113, row_113::value_and_gradient),
    ("complex numbers of the crate `num-complex`, inside of functions: parameters and results are their parts", row_114, row_114::value_and_gradient),
    ("calls to differentiable functions", row_115, row_115::value_and_gradient),
    ("calls that may give nothing, also in `let .. else` and `match`", row_116, row_116::value_and_gradient),
    ("`?`, in functions and closures that give an `Option` or a `Result`", row_117, row_117::value_and_gradient),
    ("calls of which a part is not looked at", row_118, row_118::value_and_gradient),
    ("recursion", row_119, row_119::value_and_gradient),
    ("calls to ordinary functions and methods that give no number: flags, integers, lists of them, enums, what has only an error", row_120, row_120::value_and_gradient),
    ("calls to ordinary functions on constants", row_121, row_121::value_and_gradient),
    ("code of constants with names of its own", row_122, row_122::value_and_gradient),
    ("raw identifiers", row_123, row_123::value_and_gradient),
    ("assertions", row_124, row_124::value_and_gradient),
    ("panics", row_125, row_125::value_and_gradient),
    ("printing, also of structures and errors of your own", row_126, row_126::value_and_gradient),
    ("numbers made of integers", row_127, row_127::value_and_gradient),
    ("the value of an active number in integers and questions", row_128, row_128::value_and_gradient),
    ("constants, statics, items in the body", row_129, row_129::value_and_gradient),
    ("`stop_gradient`", row_130, row_130::value_and_gradient),
];
