//! Programs that are compiled, and read.

#![allow(clippy::all, unused)]

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::ops::ControlFlow;

pub(crate) type Program = fn(&[f64], &[f64], &[i32], &mut Vec<f64>);

pub(crate) const ALL: &[(&str, Program)] = &[
    ("sums", sums),
    ("folds", folds),
    ("loops", loops),
    ("collects", collects),
    ("changes", changes),
    ("vectors", vectors),
    ("rows", rows),
    ("sorts", sorts),
    ("extremes", extremes),
    ("searches", searches),
    ("adaptors", adaptors),
    ("sources", sources),
    ("options", options),
    ("questions", questions),
    ("arrays", arrays),
    ("moves", moves),
    ("deques", deques),
    ("structs", structs),
    ("others", others),
];

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Point {
    m: f64,
    q: f64,
}

pub(crate) fn sums(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    out.push(x.iter().sum());
    out.push(x.iter().zip(y).map(|(a, b)| a * b).sum::<f64>());
    out.push(x.iter().copied().product());
    out.push(x.iter().enumerate().map(|(i, v)| i as f64 * v).sum::<f64>());
    out.push(x[..0].iter().sum());
}

pub(crate) fn folds(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    out.push(x.iter().fold(0.5, |s, v| s * 0.5 + v));
    out.push(x.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    out.push(x.iter().copied().reduce(f64::min).unwrap());
    out.push(x.iter().rev().skip(1).take(2).step_by(2).cloned().fold(1.0, |a, b| a * 0.5 + b));
    out.push(x.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum::<f64>());
    out.push(x.chunks(3).map(|c| c.iter().sum::<f64>() * c.len() as f64).fold(0.0, |a, b| a - b));
    out.push(x.iter().rfold(0.0, |s, e| s * 0.5 + e));
}

pub(crate) fn loops(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    for i in 1..x.len() {
        out.push(x[i] - x[i - 1]);
    }
    for i in (0..x.len()).rev().step_by(2) {
        out.push(x[i]);
    }
    for (i, v) in x.iter().enumerate() {
        if i == 2 {
            continue;
        }
        if i == 4 {
            break;
        }
        out.push(*v);
    }
    'outer: for a in x {
        for b in y {
            if *b > 2.0 {
                continue 'outer;
            }
            if *a > 4.0 {
                break 'outer;
            }
            out.push(a * b);
        }
    }
    let mut k = 0;
    while k < 3 {
        out.push(x[k]);
        k += 1;
    }
    let found = loop {
        k += 1;
        if k > 5 {
            break k * 2;
        }
    };
    out.push(found as f64);
    for i in 1..=3 {
        out.push(i as f64);
    }
    for i in (1..=3i32).rev() {
        out.push(f64::from(i));
    }
}

pub(crate) fn collects(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    let w: Vec<f64> = x.iter().map(|v| v * 2.0).collect();
    out.extend(w);
    let (p, q): (Vec<f64>, Vec<f64>) = x.iter().map(|e| (*e, e * 3.0)).unzip();
    out.extend(p);
    out.extend(&q);
    let (p, q): (Vec<f64>, Vec<f64>) = x.iter().copied().partition(|e| *e > 0.0);
    out.extend_from_slice(&p);
    out.extend(q.iter());
    let o: Option<Vec<f64>> = x.iter().map(|e| if *e > -4.0 { Some(e + 1.0) } else { None }).collect();
    if let Some(o) = o {
        out.extend(o);
    } else {
        out.push(-1.0);
    }
    let r: Result<Vec<f64>, f64> = x.iter().map(|e| if *e > 0.0 { Ok(e + 1.0) } else { Err(*e) }).collect();
    match r {
        Ok(o) => out.extend(o),
        Err(e) => out.push(e),
    }
}

pub(crate) fn changes(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    let mut v = x.to_vec();
    for (a, b) in v.iter_mut().zip(y) {
        *a += *b;
    }
    for a in &mut v {
        *a *= 2.0;
    }
    for c in v.chunks_mut(2) {
        c[0] = c[0] + 1.0;
    }
    for c in v.rchunks_exact_mut(2) {
        c.swap(0, 1);
    }
    v.iter_mut().rev().enumerate().for_each(|(i, a)| *a -= i as f64);
    out.extend(&v);
    let (p, q) = v.split_at_mut(2);
    p[0] = q[0];
    q[1] += p[1];
    out.extend(&v);
    v.reverse();
    v.rotate_left(1);
    v[1..3].fill(0.5);
    v.copy_within(0..2, 2);
    v[1..].copy_from_slice(&y[1..]);
    v.swap(0, 1);
    if let Some(e) = v.last_mut() {
        *e = 9.0;
    }
    out.append(&mut v);
    out.push(v.len() as f64);
}

pub(crate) fn vectors(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    let mut v = x.to_vec();
    v.insert(1, 7.0);
    out.push(v.remove(2));
    out.push(v.swap_remove(0));
    out.extend(&v);
    v.retain(|e| *e > 0.0);
    out.extend(&v);
    v.extend(y);
    v.dedup();
    v.resize(6, 1.5);
    v.truncate(5);
    out.extend(&v);
    let w: Vec<f64> = v.drain(1..3).collect();
    out.extend(w);
    out.extend(&v);
    let w = v.split_off(1);
    out.extend(w);
    out.extend(&v);
    while let Some(e) = v.pop() {
        out.push(e);
    }
    let w: Vec<f64> = out.splice(0..1, vec![1.0, 2.0]).collect();
    out.extend(w);
    v.clear();
    v.extend_from_slice(x);
    v.dedup_by_key(|e| e.floor());
    v.retain_mut(|e| {
        *e += 1.0;
        *e > 0.0
    });
    out.extend(v);
}

pub(crate) fn rows(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    let mut rows: Vec<Vec<f64>> = x.chunks(2).map(|c| c.to_vec()).collect();
    rows.push(vec![1.0; 3]);
    rows[0][0] = 4.0;
    rows.swap(0, 1);
    for (i, row) in rows.iter_mut().enumerate() {
        row.push(i as f64);
        for e in row.iter_mut() {
            *e += 1.0;
        }
    }
    out.push(rows.iter().flatten().sum::<f64>());
    out.extend(rows.concat());
    rows.sort_by(|p, q| p[0].total_cmp(&q[0]));
    out.extend(rows.into_iter().flatten());
}

pub(crate) fn sorts(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.partial_cmp(b).unwrap());
    out.extend(&v);
    v.sort_by(|a, b| b.total_cmp(a));
    out.extend(&v);
    let mut k = ks.to_vec();
    k.sort();
    out.extend(k.iter().map(|k| *k as f64));
    k.sort_by_key(|k| (-k).rem_euclid(3));
    out.extend(k.iter().map(|k| *k as f64));
    k.sort();
    out.push(k.binary_search(&1).unwrap_or_else(|i| i) as f64);
    out.push(x.iter().position(|e| *e > 0.0).unwrap_or(99) as f64);
    let mut ps: Vec<Point> = x.iter().zip(y).map(|(m, q)| Point { m: *m, q: *q }).collect();
    ps.sort_by(|p, q| p.m.total_cmp(&q.m).then(p.q.total_cmp(&q.q)));
    out.extend(ps.iter().map(|p| p.m * p.q));
    let mut pairs: Vec<(i32, usize)> = ks.iter().copied().zip(0..).collect();
    pairs.sort_by_key(|p| (p.0, -(p.1 as i64)));
    out.extend(pairs.iter().map(|p| p.1 as f64));
    let (_, m, _) = v.select_nth_unstable_by(2, |a, b| a.total_cmp(b));
    out.push(*m);
    out.push(v.partition_point(|e| *e < 1.0) as f64);
}

pub(crate) fn extremes(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    out.push(*x.iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap());
    out.push(*x.iter().min_by(|a, b| a.total_cmp(b)).unwrap());
    let (i, v) = x.iter().enumerate().max_by(|a, b| a.1.partial_cmp(b.1).unwrap_or(Ordering::Equal)).unwrap();
    out.push(i as f64);
    out.push(*v);
    out.push(*ks.iter().max().unwrap() as f64);
    out.push(ks.iter().enumerate().max_by_key(|p| p.1).unwrap().0 as f64);
    out.push(ks.iter().enumerate().min_by_key(|p| p.1).unwrap().0 as f64);
    out.push(std::cmp::max(ks[0], ks[1]) as f64);
    out.push(x.iter().all(|e| *e > -3.0) as i32 as f64);
}

pub(crate) fn searches(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    out.push(x.iter().find(|e| **e > 1.0).copied().unwrap_or(-1.0));
    out.push(x.iter().find_map(|e| if *e > 1.0 { Some(e * 2.0) } else { None }).unwrap_or(-1.0));
    out.push(x.iter().rposition(|e| *e > 0.0).map_or(-1.0, |i| i as f64));
    out.push(*x.iter().nth(2).unwrap());
    out.push(x.first().unwrap() + x.last().copied().unwrap_or(0.0) + x.get(99).map_or(0.5, |e| *e));
    out.push(x.get(1..3).map_or(0.0, |s| s[0] - s[1]));
    if x.contains(&1.0) {
        out.push(1.0);
    }
    if let Some((h, t)) = x.split_first() {
        out.push(h - t[0]);
    }
    if let [a, b, .., c] = x {
        out.push(a + b * c);
    }
    if let [first, rest @ ..] = y {
        out.push(first * rest.len() as f64);
    }
    let mut it = x.iter();
    let first = it.next().unwrap();
    for e in it.by_ref().take(2) {
        out.push(e - first);
    }
    out.push(it.sum());
    let mut it = x.iter().peekable();
    while let Some(e) = it.next() {
        if let Some(g) = it.peek() {
            out.push(**g - e);
        }
    }
}

pub(crate) fn adaptors(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    out.extend(x.iter().scan(0.0, |s, e| {
        *s += e;
        Some(*s)
    }));
    out.push(x.iter().take_while(|e| **e < 3.0).map(|e| e.exp()).sum::<f64>());
    out.push(x.iter().skip_while(|e| **e < 3.0).map(|e| e + 1.0).sum::<f64>());
    out.push(x.iter().map_while(|e| if *e < 3.0 { Some(e * 2.0) } else { None }).sum::<f64>());
    out.push(x.iter().filter(|e| **e > 0.0).count() as f64);
    out.extend(x.iter().filter_map(|e| if *e > 0.0 { Some(e.sqrt()) } else { None }));
    out.extend(x.iter().chain(y).rev());
    out.extend(x.iter().cycle().skip(3).take(5));
    out.push(x.iter().flat_map(|a| y.iter().map(move |b| a * b)).sum());
    out.push((0..3).flat_map(|i| (0..i).map(move |j| i as f64 - j as f64)).sum());
    out.push(x.iter().rev().zip(y.iter().skip(1)).map(|(a, b)| a * b).sum::<f64>());
    out.extend((0..).zip(x).map(|(i, e)| i as f64 * e));
    out.extend(x.iter().step_by(2).zip(y.iter().step_by(3)).map(|(a, b)| a - b));
    out.push((1..=4).map(|i| 1.0 / i as f64).sum());
    out.extend(x.chunks_exact(2).map(|c| c[0] * c[1]));
    out.extend(x.rchunks(3).map(|c| c[0]));
}

pub(crate) fn sources(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    out.extend(std::iter::repeat(1.5).take(3));
    out.extend(std::iter::successors(Some(x[0].abs() + 1.0), |e| if *e < 40.0 { Some(e * 2.0) } else { None }));
    out.push(std::iter::once(1.0).chain(x.iter().copied()).sum());
    let mut k = 0;
    out.extend(std::iter::from_fn(|| {
        k += 1;
        if k < 5 { Some(k as f64) } else { None }
    }));
    out.extend(std::iter::zip(x, y).map(|(a, b)| a * b));
    out.extend(
        std::iter::repeat_with(|| {
            k += 1;
            k as f64
        })
        .take(3),
    );
}

pub(crate) fn options(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    for e in x {
        let o = if *e > 0.0 { Some(*e) } else { None };
        out.push(o.map(|e| e * 2.0).unwrap_or(-1.0) + o.unwrap_or_default() + o.unwrap_or_else(|| 1.0));
        out.push(o.and_then(|e| if e > 2.0 { Some(e) } else { None }).filter(|e| *e < 4.0).or(Some(1.0)).unwrap());
        out.push(o.map_or(0.0, |e| e + 1.0) + o.map_or_else(|| 2.0, |e| e) + o.iter().sum::<f64>());
        let mut p = o;
        out.push(p.take().map_or(0.0, |e| e));
        out.push(p.is_none() as i32 as f64);
        *p.get_or_insert(1.0) += 1.0;
        out.push(p.unwrap());
        if let Some(e) = p.as_mut() {
            *e += 1.0;
        }
        out.push(p.replace(3.0).unwrap());
        out.push(o.zip(Some(2.0)).map(|(a, b)| a * b).unwrap_or(0.0));
        match o.ok_or(3) {
            Ok(e) => out.push(e),
            Err(k) => out.push(k as f64),
        }
        if let (Some(a), true) = (o, *e < 3.0) {
            out.push(a);
        }
        let r: Result<f64, i32> = if *e > 0.0 { Ok(*e) } else { Err(2) };
        out.push(r.map(|e| e * 2.0).map_err(|k| k + 1).unwrap_or_else(|k| k as f64));
        out.push(r.and_then(|e| if e > 2.0 { Ok(e) } else { Err(7) }).unwrap_or(5.0));
        if r.is_ok() {
            out.push(1.0);
        }
    }
}

pub(crate) fn questions(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    fn ratio(a: f64, b: f64) -> Option<f64> {
        if b == 0.0 { None } else { Some(a / b) }
    }
    fn sum(x: &[f64], y: &[f64]) -> Option<f64> {
        let mut s = 0.0;
        for (a, b) in x.iter().zip(y) {
            s += ratio(*a, *b)?;
        }
        Some(s)
    }
    out.push(sum(x, y).unwrap_or(-7.0));
    out.push(sum(&[1.0, 2.0], &[3.0, 4.0]).unwrap());
    out.push(x.iter().try_fold(0.0, |s, e| if *e > -3.0 { Some(s + e) } else { None }).unwrap_or(-8.0));
    let r: Result<f64, f64> = x.iter().try_fold(0.0, |s, e| if *e > -3.0 { Ok(s + e) } else { Err(*e) });
    match r {
        Ok(e) | Err(e) => out.push(e),
    }
    let t: Option<f64> = x.iter().map(|e| ratio(1.0, *e)).sum();
    out.push(t.unwrap_or(-9.0));
}

pub(crate) fn arrays(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    let a = [x[0], x[1], x[2]];
    let b = a.map(|e| e * 2.0);
    out.extend(b);
    out.extend(a.iter().zip(&b).map(|(p, q)| p * q));
    let c: [f64; 3] = std::array::from_fn(|i| a[i] + i as f64);
    for e in c {
        out.push(e);
    }
    let m = [[1.0, 2.0], [3.0, 4.0]];
    out.push(m.iter().map(|r| r.iter().sum::<f64>()).sum());
    let [p, q, _] = a;
    out.push(p - q);
    let mut d = a;
    for e in d.iter_mut() {
        *e += 1.0;
    }
    out.extend(d.iter().rev());
    out.extend(a.into_iter().rev().map(|e| e * 0.5));
}

pub(crate) fn moves(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    let mut p = x[0];
    let mut q = x[1];
    std::mem::swap(&mut p, &mut q);
    out.push(p);
    out.push(q);
    out.push(std::mem::replace(&mut p, 3.0));
    out.push(p);
    let mut v = x.to_vec();
    let w = std::mem::take(&mut v);
    out.push(v.len() as f64);
    out.extend(w);
    let mut a = vec![1.0];
    let mut b = vec![2.0, 3.0];
    std::mem::swap(&mut a, &mut b);
    out.extend(a);
    out.extend(b);
    out.push((x.len() > 4).then(|| x[0]).unwrap_or(-1.0));
    out.push((x.len() > 5).then_some(1.0).unwrap_or(0.0));
    out.push((0.0..1.0).contains(&x[0]) as i32 as f64);
    out.push((1..=3).contains(&ks[0]) as i32 as f64);
    let mut count = 0.0;
    let mut add = |e: f64| {
        count += e;
        count
    };
    out.push(add(1.0));
    out.push(add(2.0));
    out.push(count);
    let scale = 2.0;
    let f = move |e: f64| e * scale;
    out.extend(x.iter().map(|e| f(*e)));
}

pub(crate) fn deques(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    let mut d = VecDeque::new();
    for e in x {
        d.push_back(*e);
        if d.len() > 3 {
            out.push(d.pop_front().unwrap());
        }
    }
    d.push_front(7.0);
    out.push(d[1]);
    d[0] = d[1] * 2.0;
    out.push(d.iter().sum());
    out.extend(d.iter().rev());
    out.push(d.pop_back().unwrap());
    d.push_front(8.0);
    out.push(*d.front().unwrap());
    out.push(*d.back().unwrap());
    while let Some(e) = d.pop_back() {
        out.push(e);
    }
    let mut d: VecDeque<f64> = x.iter().copied().collect();
    d.rotate_left(2);
    d.insert(1, 4.0);
    d.remove(0);
    out.extend(d);
    let mut d = VecDeque::new();
    for (i, e) in x.iter().enumerate() {
        if i % 3 == 0 {
            d.push_back(*e);
        } else {
            d.push_front(*e);
        }
    }
    out.extend(d.iter());
    out.extend(d.drain(1..3));
    d.retain(|e| *e > 0.0);
    out.extend(d.iter_mut().map(|e| *e * 2.0));
}

pub(crate) fn structs(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    let ps: Vec<Point> = x.iter().zip(y).map(|(m, q)| Point { m: *m, q: *q }).collect();
    let mut s = Point { m: 1.0, ..ps[0] };
    for p in &ps {
        s.m += p.m * p.q;
        let Point { m, q } = *p;
        s.q -= m - q;
    }
    out.push(s.m);
    out.push(s.q);
    let best = ps.iter().max_by(|a, b| a.m.total_cmp(&b.m)).unwrap();
    out.push(best.q);
    let t = (s, [s.m, s.q]);
    let (Point { m, .. }, [_, w]) = t;
    out.push(m + w);
    if ps[0] == ps[1] {
        out.push(1.0);
    }
    if ps[0] < ps[1] {
        out.push(2.0);
    }
}

pub(crate) fn others(x: &[f64], y: &[f64], ks: &[i32], out: &mut Vec<f64>) {
    out.push(match x[0].partial_cmp(&y[0]) {
        Some(Ordering::Less) => 1.0,
        Some(Ordering::Equal) => 2.0,
        Some(_) => 3.0,
        None => 4.0,
    });
    out.push(x[0].total_cmp(&y[0]).reverse().is_lt() as i32 as f64);
    let c = x.iter().try_for_each(|e| if *e > 2.0 { ControlFlow::Break(*e) } else { ControlFlow::Continue(()) });
    if let ControlFlow::Break(e) = c {
        out.push(e);
    }
    out.push(x[0].to_radians() + x[0].sin_cos().0);
    out.push(x[1].div_euclid(2.5));
    out.push(x.iter().eq(y) as i32 as f64);
    out.push(x.iter().lt(y) as i32 as f64);
    out.push((x[0], x[1]).partial_cmp(&(y[0], y[1])).map_or(0.0, |o| o as i32 as f64));
    let k = x.len().pow(2).saturating_sub(20).min(3);
    out.push(k as f64);
    let label = 'a: {
        if x[0] > 0.0 {
            break 'a 1.0;
        }
        2.0
    };
    out.push(label);
}
