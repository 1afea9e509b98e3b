//! Statements made from patterns: chains, closures, choices, lists that grow, rows, tuples.
//!
//! In a pattern `$0` is a value, `@0` a new name, `#0` an array, `%T` the type of numbers, `%S` the scalar, and `%{..}`
//! a constant as a number.

use super::Grower;
use crate::generator::scope::{Array, Pairs};
use crate::generator::tree::*;

/// What a pattern leaves in scope by its first name.
#[derive(Clone, Copy, PartialEq)]
enum Leaves {
    /// A variable that may be changed.
    Float,
    /// A vector of at least so many elements.
    Vector(usize),
}

/// The construct, what is left, and the text.
const PATTERNS: &[(&str, Leaves, &str)] = &[
    ("chain", Leaves::Float, "let mut @0: %T = #0.iter().map(|v| *v * $0).fold(%{0.0}, |p, q| p * %{0.5} + q.sin());"),
    (
        "chain",
        Leaves::Float,
        "let mut @0: %T = #0.iter().zip(#1.iter()).enumerate().map(|(i, (p, q))| *p * *q + %{i as %S}).fold($0, |p, q| p * %{0.25} + q.cos());",
    ),
    (
        "chain",
        Leaves::Float,
        "let mut @0: %T = #0.iter().filter(|v| **v > $0).map(|v| *v * $1).chain([$2, $0]).rev().fold(%{1.0}, |p, q| p * q.cos());",
    ),
    (
        "chain",
        Leaves::Float,
        "let mut @0: %T = (0..#0.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| #0[i] * #0[j]).fold($0, |p, q| p * %{0.5} + q.sin());",
    ),
    (
        "chain",
        Leaves::Float,
        "let mut @0: %T = #0.iter().copied().take_while(|v| *v < $0).fold(%{0.0}, |p, q| p * %{0.5} + q) + #0.chunks(2).map(|c| c[0] * c[c.len() - 1]).fold($1, |p, q| p * %{0.5} + q.sin());",
    ),
    (
        "scan",
        Leaves::Float,
        "let mut @0: %T = #0.iter().scan($0, |p, v| { *p = p.sin() + *v * %{0.5}; Some(*p) }).fold(%{0.0}, |p, q| p * %{0.5} + q);",
    ),
    (
        "scan",
        Leaves::Float,
        "let mut @0: %T = #0.iter().filter_map(|v| if *v > $0 { Some(v.sin() * $1) } else { None }).fold($2, |p, q| p * %{0.5} + q);",
    ),
    (
        "scan",
        Leaves::Float,
        "let mut @0: %T = #0.iter().zip([$0, $1].iter().cycle()).map_while(|(p, q)| if *p < *q { Some(*p * *q) } else { None }).fold(%{1.0}, |p, q| p * %{0.5} + q.cos());",
    ),
    ("gathered", Leaves::Vector(0), "let mut @0: Vec<%T> = #0.iter().map(|v| v.sin() * $0).collect();"),
    (
        "gathered",
        Leaves::Vector(2),
        "let mut @0: Vec<%T> = #0.iter().filter(|v| **v > $0).map(|v| v.cos()).chain([$1, $2]).collect();",
    ),
    (
        "gathered",
        Leaves::Vector(0),
        "let @1: Vec<%T> = #0.iter().map(|v| v.sin() * $0).collect(); let mut @0 = @1.clone(); for (v, w) in @0.iter_mut().zip(&@1) { *v = *v * $1 + w.cos(); }",
    ),
    (
        "gathered",
        Leaves::Float,
        "let mut @1: Vec<%T> = #0.iter().filter(|v| **v > $0).map(|v| *v * $1).collect(); let mut @2 = @1.clone(); @2.push($2); @1.push($0); @1[0] = @1[0] * @2[0]; let mut @0 = $1; for (v, w) in @1.iter().zip(&@2) { @0 = @0 * %{0.5} + *v * w.sin(); }",
    ),
    ("sorted", Leaves::Vector(0), "let mut @0 = #0.to_vec(); @0.sort_by(|p, q| p.partial_cmp(q).unwrap());"),
    (
        "sorted",
        Leaves::Float,
        "let mut @1: Vec<usize> = (0..#0.len()).collect(); @1.sort_by(|&i, &j| #0[j].partial_cmp(&#0[i]).unwrap()); let mut @0 = $0; for (k, i) in @1.iter().enumerate() { @0 = @0 * %{0.5} + #0[*i] * %{k as %S}; }",
    ),
    (
        "grown",
        Leaves::Vector(1),
        "let mut @0 = vec![$0]; for @1 in 0..#0.len() { @0.push(#0[@1] * $1); if @0.len() > 4 { @0.remove(1); } if #0[@1] > $2 { @0.insert(0, #0[@1].cos()); } }",
    ),
    (
        "grown",
        Leaves::Float,
        "let mut @1 = #0.to_vec(); @1.push($0); let mut @0 = $1; while let Some(p) = @1.pop() { @0 = @0 * %{0.5} + p.sin(); if @0 > $2 { break; } }",
    ),
    (
        "grown",
        Leaves::Vector(1),
        "let mut @0 = vec![$0]; for @1 in 0..3 { @0 = @0.iter().map(|v| v.sin() * $1).chain(#0.iter().copied().skip(@1)).chain([$2]).collect(); }",
    ),
    (
        "rows",
        Leaves::Float,
        "let mut @1 = Vec::new(); for i in 0..#0.len() { @1.push(vec![#0[i] * $0; i % 3]); @1[i / 2].push(#0[i].sin()); } @1.push(vec![$1, $2]); @1[0].push($0); let mut @0 = $1; for r in &@1 { for v in r { @0 = @0 * %{0.5} + v.cos(); } }",
    ),
    (
        "rows",
        Leaves::Float,
        "let @1: Vec<Vec<%T>> = (0..3).map(|k| #0.iter().skip(k).map(|v| *v * $0).collect()).collect(); let @2: Vec<[%T; 2]> = #0.iter().map(|v| [v.sin(), $1]).collect(); let mut @0 = $2; for r in @1.iter().rev() { for (v, w) in r.iter().zip(&@2) { @0 = @0 * %{0.5} + *v * w[0] * w[1]; } }",
    ),
    (
        "rows",
        Leaves::Float,
        "let mut @1 = vec![vec![$0; 3]; 2]; for k in 0..2 { let mut next = @1.clone(); next[k][1] = @1[1 - k][2] * $1; @1 = next; @1.swap(0, 1); } let mut @0 = @1[0][1] * @1[1][1] + $2;",
    ),
    (
        "rows",
        Leaves::Float,
        "let @1: Vec<Vec<%T>> = (0..3).map(|k| #0.iter().map(|v| *v * $0 + %{k as %S}).collect()).collect(); let mut @2 = @1.clone(); @2.swap(0, 2); for r in @2.iter_mut() { for v in r.iter_mut() { *v = v.sin() * $1; } } @2[1].push($2); let mut @0 = $2; for (r, q) in @1.iter().zip(&@2) { for (v, w) in r.iter().zip(q) { @0 = @0 * %{0.5} + *v * *w; } }",
    ),
    (
        "tuples",
        Leaves::Float,
        "let mut @1: Vec<(%T, usize)> = #0.iter().enumerate().map(|(i, v)| (*v * $0, i)).collect(); @1.push(($1, 2)); @1.sort_by(|p, q| q.0.partial_cmp(&p.0).unwrap()); @1[0].0 = @1[0].0 * %{0.5}; let mut @0 = $2; for &(p, k) in &@1 { @0 = @0 * %{0.5} + p.sin() * %{k as %S}; }",
    ),
    (
        "tuples",
        Leaves::Float,
        "let mut @1 = vec![($0, $1); 3]; for i in 0..#0.len() { let (p, q) = @1[i % 3]; @1[(i + 1) % 3] = (p.cos() + #0[i], q.sin()); } for (p, q) in @1.iter_mut() { *p = *p * *q; } let mut @0: %T = @1.iter().map(|t| t.0 + t.1).fold($2, |p, q| p * %{0.5} + q);",
    ),
    (
        "maybe",
        Leaves::Float,
        "let @1 = if $0 > $1 { Some($0) } else { None }; let mut @0 = @1.map(|v| v.sin() * $1).filter(|v| *v > $2).or(#0.get(2).copied()).unwrap_or($1);",
    ),
    (
        "maybe",
        Leaves::Float,
        "let mut @1 = None; for v in #0.iter() { match @1 { Some(best) if *v <= best => {} _ => @1 = Some(*v) } } let mut @0 = $0; if let Some(best) = @1 { @0 = best * $1; }",
    ),
    (
        "maybe",
        Leaves::Float,
        "let mut @1 = #0.iter(); let mut @0 = $0; while let Some(p) = @1.next() { @0 = @0 * %{0.5} + p.sin(); if @0 > $1 { break; } if let Some(q) = @1.next() { @0 = @0 - *q * %{0.25}; } }",
    ),
    (
        "maybe",
        Leaves::Float,
        "let mut @1: Option<%T> = None; let mut @0 = $0; for v in #0.iter() { if let Some(p) = @1 { @0 = @0 * %{0.5} + p * *v; } @1 = if *v > $1 { Some(v.sin()) } else { None }; }",
    ),
    (
        "maybe",
        Leaves::Float,
        "let mut @1 = Some($0); let mut @0 = $1; for v in #0.iter() { @1 = match @1 { Some(p) if p > $2 => None, Some(p) => Some(p.sin() + *v), None => Some(*v * $0) }; @0 = @0 * %{0.5} + @1.unwrap_or($2); }",
    ),
    (
        "maybe",
        Leaves::Float,
        "let mut @1: Option<(%T, usize)> = None; for (i, v) in #0.iter().enumerate() { match @1 { Some((p, _)) if *v <= p => {} _ => @1 = Some((*v, i)) } } let mut @0 = @1.map_or($0, |(p, i)| p * %{i as %S} + $1);",
    ),
    (
        "maybe",
        Leaves::Float,
        "let mut @1 = Some($0); let mut @0 = $1; for v in #0.iter() { if let Some(p) = @1.take() { @0 = @0 * %{0.5} + p.sin() * *v; } else { @1 = Some(*v * $2); } }",
    ),
    (
        "maybe",
        Leaves::Float,
        "let mut @1: Option<%T> = None; for v in #0.iter() { if let Some(p) = &mut @1 { *p = p.sin() * *v; } else if *v > $1 { @1 = Some(*v); } } let mut @0 = @1.unwrap_or($0);",
    ),
    (
        "maybe",
        Leaves::Float,
        "let mut @1 = Some($0); let mut @0 = $1; let mut @2 = 0; while let Some(p) = @1 { @0 = @0 * %{0.5} + p.sin(); @2 += 1; @1 = if @2 < 4 && p > $2 { Some(p * @0.cos()) } else { None }; }",
    ),
    (
        "closure",
        Leaves::Float,
        "let @1 = |p: %T, q: %T| { if p > q { return p.sin(); } for i in 0..#0.len() { if #0[i] > p { return #0[i] * q.cos(); } } (p + q) * %{0.5} }; let mut @0 = @1($0, $1) + @1($1, $2) * %{0.5};",
    ),
    (
        "closure",
        Leaves::Float,
        "let mut @0 = $0; let mut @1 = |p: %T| { @0 = @0 * %{0.5} + p.sin(); @0 }; let @2 = @1($1) * @1($2); @0 = @0 + @2.cos();",
    ),
    (
        "matched",
        Leaves::Float,
        "let mut @0 = match (#0.len() % 3, $0 > $1) { (0, true) => $0, (1, _) => $1 * $2, (n, big) if n == 2 && big => $2, _ => $0 * %{0.5} };",
    ),
    (
        "matched",
        Leaves::Float,
        "let mut @0 = match &#0[..] { [] => $0, [p] => *p * $1, [p, .., q] if *p > *q => *p * q.sin(), [p, rest @ ..] => *p * rest[0] * %{0.5} };",
    ),
    (
        "closure",
        Leaves::Float,
        "let mut @1 = #0.to_vec(); @1.push($0); let mut @2 = |i: usize, p: %T| { @1[i] = @1[i] * %{0.5} + p.sin(); @1[0] }; let mut @0 = @2(0, $1); for i in 0..2 { @0 = @0 * %{0.5} + @2(#0.len() % (i + 1), $2).cos(); } @0 = @0 + @1[0];",
    ),
    (
        "matched",
        Leaves::Float,
        "let @1 = &#0[#0.len() / 3..]; let @2 = &@1[..@1.len() / 2]; let mut @0 = match @2 { [] => $0, [p] => *p * $1, [p, q, ..] => *p * q.cos() }; for v in &@1[@2.len()..] { @0 = @0 * %{0.5} + *v; }",
    ),
    (
        "matched",
        Leaves::Float,
        "let mut @0 = $0; for w in #0.windows(2) { let [p, q] = w else { continue }; @0 = @0 * %{0.5} + *p * q.sin(); } if let [p, .., q] = &#0[#0.len() / 2..] && *p > $1 { @0 = @0 * *q; }",
    ),
    (
        "matched",
        Leaves::Float,
        "let mut @0 = $0; 'around: for i in 0..#0.len() { for j in 0..i { if #0[j] > $1 { continue 'around; } @0 = @0 * %{0.5} + #0[j].sin(); if @0 > $2 { break 'around; } } }",
    ),
    (
        "matched",
        Leaves::Float,
        "let mut @0 = 'done: { if $0 > $1 { break 'done $0; } for v in #0.iter() { if *v > $2 { break 'done *v * $1; } } $2 };",
    ),
    (
        "matched",
        Leaves::Float,
        "let mut @0 = 'found: loop { for v in #0.iter() { if *v > $0 { break 'found *v * $1; } } break $2; };",
    ),
    (
        "matched",
        Leaves::Float,
        "let mut @0 = $0; if let [p, q, ..] = &#0[..] { @0 = *p * q.sin(); } else if let [.., p] = &#0[..] { @0 = @0 * *p; } let [p, q] = [$1, @0]; @0 = p * q;",
    ),
    (
        "iterator",
        Leaves::Float,
        "let mut @1 = LEVELS.iter().skip(1); let mut @0 = $0; while let Some(p) = @1.next() { @0 = @0 * %{*p as %S} + ($1).sin(); if @0 > $2 { continue; } @1.next(); }",
    ),
    (
        "iterator",
        Leaves::Float,
        "let mut @1 = (0..#0.len()).rev(); let mut @0 = $0; while let Some(i) = @1.next() { if i % 3 == 2 { continue; } @0 = @0 * %{0.5} + #0[i].sin(); if @0 > $1 { break; } }",
    ),
    (
        "iterator",
        Leaves::Float,
        "let mut @1 = LEVELS.iter().zip(0..#0.len()); let mut @0 = $0; while let Some((p, i)) = @1.next() { @0 = @0.cos() * %{*p as %S} + #0[i]; }",
    ),
];

/// What is done with a list of pairs.
const ON_PAIRS: &[&str] = &[
    "let mut @0: %T = #0.iter().map(|p| p.0 * p.1.sin()).fold($0, |p, q| p * %{0.5} + q);",
    "let mut @0: %T = $0; for (p, q) in #0 { @0 = @0 * %{0.5} + *p * q.cos(); }",
    "let mut @0: %T = $0; for &(p, q) in #0.iter().rev() { if p > q { @0 = @0 * p.sin(); } else { @0 = q - @0 * %{0.5}; } }",
    "let mut @0: %T = $0; for i in 0..#0.len() { let (p, q) = #0[i]; @0 = @0 * %{0.5} + p * q.tanh(); }",
    "let mut @1 = #0.to_vec(); @1.push(($0, $1)); let mut @0: %T = @1[0].1 * $1; for (p, q) in @1.iter_mut() { *p = p.sin() * @0; @0 = @0 * %{0.5} + *q; } @0 = @0 * @1[@1.len() - 1].0;",
];

impl Grower<'_> {
    /// A statement on a list of pairs.
    pub(crate) fn on_pairs(&mut self) -> Option<Stmt> {
        let lists: Vec<Pairs> = self.scope.pairs.clone();
        let list = self.random.choose(&lists)?;
        if self.depth > 3 || self.trips > 12 {
            return None;
        }
        let pattern = self.random.pick(ON_PAIRS).into();
        let names: Vec<String> = ["m", "w"].map(|stem| self.fresh(stem)).into();
        let values: Vec<Expr> = (0..2).map(|_| self.leaf()).collect();
        self.scope.float(&names[0], true);
        Some(Stmt::Made { pattern, names, values, arrays: vec![list.name] })
    }

    /// A statement made from one of the patterns of a construct.
    pub(crate) fn made(&mut self, construct: &str) -> Option<Stmt> {
        let arrays: Vec<Array> = self.scope.readable(0);
        let first = self.random.choose(&arrays)?;
        let second = self.random.choose(&arrays)?;
        let patterns: Vec<(Leaves, &'static str)> =
            PATTERNS.iter().filter(|(name, ..)| *name == construct).map(|(_, leaves, text)| (*leaves, *text)).collect();
        let (leaves, pattern) = self.random.choose(&patterns)?;
        if self.depth > 3 || self.trips > 12 {
            return None;
        }
        let names: Vec<String> = ["m", "w", "g"].map(|stem| self.fresh(stem)).into();
        let values: Vec<Expr> = (0..3).map(|_| self.leaf()).collect();
        match leaves {
            Leaves::Float => self.scope.float(&names[0], true),
            Leaves::Vector(least) => {
                let same = pattern.contains("= #0.iter().map") || pattern.contains("= #0.to_vec()");
                let (class, length) = if same { (first.class, first.length) } else { (self.class(), None) };
                let least = if same { first.least } else { least };
                let (name, hold) = (names[0].clone(), Hold::Vector);
                self.scope.array(Array { name, hold, mutable: true, least, class, length });
            }
        }
        Some(Stmt::Made { pattern: pattern.into(), names, values, arrays: vec![first.name, second.name] })
    }
}
