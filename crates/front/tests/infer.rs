//! Types of bodies.

mod support;

use expect_test::{Expect, expect};
use front::infer::{infer, show};
use front::print;

use front::typed::Closures;
use std::fmt::Write;

/// The types of the locals of the function `f` of a text, and what it calls, one a line.
fn types(text: &str) -> String {
    let program = support::program(&[text]);
    let f = program.function("f").expect("a function `f`");
    let mut closures = Closures::default();
    let mut out = String::new();
    match infer(&program, &mut closures, f, &[]) {
        Ok(typed) => {
            for (local, ty) in typed.body.locals.iter().zip(&typed.locals) {
                writeln!(out, "{}: {}", local.name, show::ty(&program, ty)).unwrap();
            }
            for unknown in &typed.unknown {
                writeln!(out, "unknown: {}", unknown.message).unwrap();
            }
        }
        Err(wrong) => {
            for wrong in wrong {
                writeln!(out, "wrong: {}", wrong.message).unwrap();
            }
        }
    }
    out
}

/// The body with its types, references that are taken or looked through, and conversions.
fn printed(text: &str) -> String {
    let program = support::program(&[text]);
    let f = program.function("f").expect("a function `f`");
    match infer(&program, &mut Closures::default(), f, &[]) {
        Ok(typed) => print::typed(&program, f, &typed),
        Err(wrong) => wrong.iter().map(|wrong| format!("wrong: {}\n", wrong.message)).collect(),
    }
}

fn check_printed(text: &str, expect: Expect) {
    expect.assert_eq(&printed(text));
}

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&types(text));
}

#[test]
fn loops() {
    check(
        "fn f(x: &[f64], k: f64) -> f64 { let mut s = 0.0; for i in 1..x.len() { s += k * x[i] * x[i-1]; } s.sqrt() }",
        expect![[r#"
            x: &[f64]
            k: f64
            s: f64
            i: usize
        "#]],
    );
}

#[test]
fn iterators() {
    check(
        "fn f(x: &[f64], y: &[f64]) -> f64 { x.iter().zip(y).map(|(a, b)| a * b).sum::<f64>() }",
        expect![[r#"
            x: &[f64]
            y: &[f64]
            a: &f64
            b: &f64
        "#]],
    );
    check(
        "fn f(x: &[f64], y: &Vec<f64>) -> f64 {
            let mut v = Vec::new();
            for (k, (a, b)) in x.iter().zip(y.iter()).enumerate() { v.push((k, a - b)); }
            let best = v.iter().map(|(_, d)| d).fold(0.0, |m, d| d * m);
            let t: Vec<_> = x.iter().map(|v| v.exp()).collect();
            match t.first() { Some(a) => a + best, None => best }
        }",
        expect![[r#"
            x: &[f64]
            y: &Vec<f64>
            v: Vec<(usize, f64)>
            k: usize
            a: &f64
            b: &f64
            d: &f64
            m: f64
            d: &f64
            best: f64
            v: &f64
            t: Vec<f64>
            a: &f64
        "#]],
    );
    // A parameter that has a type by default has it where types are written.
    check(
        "struct Point<T = f64> { x: T, y: T }
         fn f(x: &[f64]) -> f64 { let d = |p: Point, q: &Point| (p.x - q.x).abs(); d(Point { x: 1.0, y: 2.0 }, &Point { x: 0.5, y: x[0] }) }",
        expect![[r#"
            x: &[f64]
            p: Point<f64>
            q: &Point<f64>
            d: closure 0
        "#]],
    );
    // What is lent as a list is an array still.
    check(
        "fn g(x: &[f64]) -> f64 { x[0] }
         fn f(x: &[[f64; 3]], y: &[f64]) -> f64 {
            let mut s = 0.0;
            for (a, b) in y.iter().zip(x) { s += g(b) * b.map(|c| c * a)[0]; }
            s
        }",
        expect![[r#"
            x: &[[f64; 3]]
            y: &[f64]
            s: f64
            a: &f64
            b: &[f64; 3]
            c: f64
        "#]],
    );
}

/// Sums of thousands of terms and chains of thousands of methods are as deep as they are long.
#[test]
fn depth_does_not_grow_with_the_text() {
    let terms: Vec<String> = (0..10_000).map(|k| format!("x[{k}] * 0.5")).collect();
    let sum = format!("fn f(x: &[f64]) -> f64 {{ {} }}", terms.join(" + "));
    let links = ".add(1.0)".repeat(3_000);
    let chain = format!(
        "struct B {{ v: f64 }}
        impl B {{ fn add(mut self, x: f64) -> B {{ self.v += x; self }} }}
        fn f(x: f64) -> f64 {{ B {{ v: x }}{links}.v }}"
    );
    let both = std::thread::Builder::new().stack_size(16 << 20);
    let both = both.spawn(move || (types(&sum), types(&chain))).unwrap().join().unwrap();
    assert_eq!(both, ("x: &[f64]\n".to_owned(), "x: f64\n".to_owned()));
}

/// A chain of adaptors is a deep type: each part of it is looked at once.
#[test]
fn chains_of_adaptors() {
    let links = ".map(|v| v + 1.0).filter(|v| *v > 0.0)".repeat(12);
    let text = format!("fn f(x: &[f64]) -> f64 {{ x.iter().copied(){links}.rev().sum::<f64>() }}");
    let types = types(&text);
    assert!(types.lines().skip(1).all(|line| line == "v: f64" || line == "v: &f64"), "{types}");
}

#[test]
fn what_is_done_to_receivers_and_arguments() {
    check_printed(
        "fn sum(x: &[f64]) -> f64 { x.iter().sum() }
        fn f(v: &mut Vec<f64>, a: [f64; 3], b: Box<[f64]>, n: &usize) -> f64 {
            v.push(a[0]);
            v[1] += 1.0;
            v.swap(0, 1);
            let m = n.pow(2);
            sum(v) + sum(&a) + sum(&b) + sum(&v[1..]) + v.len() as f64 + m as f64 + a.iter().sum::<f64>()
        }",
        expect![[r#"
            fn f(v.0: &mut Vec<f64>, a.1: [f64; 3], b.2: Vec<f64>, n.3: &usize) -> f64 {
                v.0.push(a.1[0]);
                (*v.0)[1] += 1.0;
                (<&mut [f64]>v.0).swap(0, 1);
                let m.4: usize = (*n.3).pow(2);
                sum(<&[f64]>&*v.0) + sum(<&[f64]>&a.1) + sum(<&[f64]>&b.2) + sum(&(*v.0)[1..]) + (&*v.0).len() as f64 + m.4 as f64 + (<&[f64]>&a.1).iter().sum::<f64>()
            }
        "#]],
    );
}

#[test]
fn operators_of_types() {
    check_printed(
        "use std::ops::*;
        #[derive(Clone, Copy)] struct V(f64, f64);
        impl Add for V { type Output = V; fn add(self, o: V) -> V { V(self.0 + o.0, self.1 + o.1) } }
        impl Mul<V> for f64 { type Output = V; fn mul(self, o: V) -> V { V(self * o.0, self * o.1) } }
        impl Neg for V { type Output = V; fn neg(self) -> V { V(-self.0, -self.1) } }
        impl AddAssign<f64> for V { fn add_assign(&mut self, k: f64) { self.0 += k; } }
        impl Index<usize> for V { type Output = f64; fn index(&self, k: usize) -> &f64 { if k == 0 { &self.0 } else { &self.1 } } }
        impl IndexMut<usize> for V { fn index_mut(&mut self, k: usize) -> &mut f64 { if k == 0 { &mut self.0 } else { &mut self.1 } } }
        struct W { v: V }
        impl Deref for W { type Target = V; fn deref(&self) -> &V { &self.v } }
        impl DerefMut for W { fn deref_mut(&mut self) -> &mut V { &mut self.v } }
        fn f(a: V, k: f64, w: &mut W) -> f64 {
            let mut b = 2.0 * a + -a;
            b += k;
            b[1] = b[0] * k;
            w.0 += b.1;
            w[1] *= 2.0;
            w.1 + (*w).0
        }",
        expect![[r#"
            fn f(a.0: V, k.1: f64, w.2: &mut W) -> f64 {
                let mut b.3: V = 2.0 * a.0 + -a.0;
                &mut b.3 += k.1;
                (&mut b.3)[1] = (&b.3)[0] * k.1;
                (*<deref_mut>&mut *w.2).0 += b.3.1;
                (&mut *<deref_mut>&mut *w.2)[1] *= 2.0;
                (*<deref>&*w.2).1 + (*<deref>&*w.2).0
            }
        "#]],
    );
}

#[test]
fn patterns_look_through_references() {
    check_printed(
        "fn f(all: &[(f64, Option<f64>)], slot: &mut Option<(f64, f64)>) -> f64 {
            let mut s = 0.0;
            for (a, b) in all { if let Some(b) = b { s += a * b; } }
            for &(a, _) in all { s += a; }
            if let Some((x, y)) = slot { *x += s; s += *y; }
            match all { [(first, _), .., (_, Some(last))] => s + first * last, [one] => one.0, _ => s }
        }",
        expect![[r#"
            fn f(all.0: &[(f64, Option<f64>)], slot.1: &mut Option<(f64, f64)>) -> f64 {
                let mut s.2: f64 = 0.0;
                for (a.3: &f64, b.4: &Option<f64>) in all.0 {
                    if let Option::Some(b.5: &f64) = b.4 {
                        s.2 += a.3 * b.5;
                    }
                }
                for &(a.6: f64, _) in all.0 {
                    s.2 += a.6;
                }
                if let Option::Some((x.7: &mut f64, y.8: &mut f64)) = slot.1 {
                    *x.7 += s.2;
                    s.2 += *y.8;
                }
                match all.0 {
                    [(first.9: &f64, _), .., (_, Option::Some(last.10: &f64))] => s.2 + first.9 * last.10,
                    [one.11: &(f64, Option<f64>)] => (*one.11).0,
                    _ => s.2,
                }
            }
        "#]],
    );
}

#[test]
fn what_does_not_fit_is_said() {
    let wrong = |text: &str, expect: Expect| expect.assert_eq(&printed(text));
    wrong(
        "fn f(x: f64, n: usize) -> f64 { x * n }",
        expect![[r#"
        wrong: `f64` and `usize` do not go together: turn one into the other
    "#]],
    );
    wrong(
        "fn f(x: f64) -> f64 { let n: usize = x; n as f64 }",
        expect![[r#"
        wrong: this is `f64`, where `usize` is wanted
    "#]],
    );
    wrong(
        "fn f(x: f64) -> f64 { g(x) } fn g(x: f64, y: f64) -> f64 { x * y }",
        expect![[r#"
        wrong: this takes 2 arguments, but 1 is given
    "#]],
    );
    wrong(
        "struct P { x: f64 } fn f(p: P) -> f64 { p.y }",
        expect![[r#"
        wrong: `P` has no field `y`
    "#]],
    );
    wrong(
        "fn f(x: f64) -> f64 { x[0] }",
        expect![[r#"
        wrong: `f64` has no elements
    "#]],
    );
    wrong(
        "fn f(x: f64) -> f64 { x(1.0) }",
        expect![[r#"
        wrong: this is `f64`, which cannot be called
    "#]],
    );
    wrong(
        "fn f(x: &[f64]) -> f64 { if x.len() { 1.0 } else { 2.0 } }",
        expect![[r#"
        wrong: this is `usize`, where `bool` is wanted
    "#]],
    );
    wrong(
        "fn f(x: (f64, f64)) -> f64 { let (a, b, c) = x; a + b + c }",
        expect![[r#"
        wrong: this has 3 parts, where `(f64, f64)` is taken apart
    "#]],
    );
}
