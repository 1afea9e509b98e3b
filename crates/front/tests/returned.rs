//! Functions that give `impl Trait`: the types are those that their bodies give.

mod support;

use expect_test::{Expect, expect};
use front::infer::{infer, show};
use front::typed::Closures;

const TEXT: &str = "
    struct Track { xs: Vec<f64>, k: f64 }
    impl Track {
        fn steps(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
            self.xs.iter().zip(self.xs.iter().skip(1)).map(move |(a, b)| (b - a, self.k))
        }
        fn scaled<'a>(&'a self, k: f64) -> impl Fn(f64) -> f64 + 'a { move |x| x * k + self.xs[0] }
    }
    fn compose<F: Fn(f64) -> f64, G: Fn(f64) -> f64>(f: F, g: G) -> impl Fn(f64) -> f64 { move |x| g(f(x)) }
    fn pair(x: f64) -> (impl Fn(f64) -> f64, f64) { (move |y| x + y, x) }
    fn evens(n: usize) -> impl Iterator<Item = usize> { (0..n).filter(|k| k % 2 == 0) }
    fn endless(n: usize) -> impl Fn(f64) -> f64 { let f = endless(n + 1); move |x| f(x) }

    fn items(t: &Track) -> f64 { let s = t.steps(); let d = t.scaled(2.0)(3.0); d }
    fn composed(x: f64) -> f64 { let h = compose(|v| v * x, |v| v + 1.0); let g = compose(&h, |v| v); let y = g(x); y }
    fn pairs(x: f64) -> f64 { let (f, y) = pair(x); let z = f(y); z }
    fn loops(x: &[f64]) -> f64 { let mut s = 0.0; for i in evens(x.len()) { s += x[i]; } s }
    fn itself(x: f64) -> f64 { let f = endless(1); let y = f(x); y }";

fn locals(name: &str, expect: Expect) {
    let program = support::program(&[TEXT]);
    let f = program.function(name).expect(name);
    let mut closures = Closures::default();
    let typed = infer(&program, &mut closures, f, &[]).expect("no errors");
    let locals = typed.body.locals.iter().zip(&typed.locals);
    let locals = locals.map(|(local, ty)| format!("{}: {}\n", local.name, show::ty(&program, ty)));
    let unknown = typed.unknown.iter().map(|unknown| format!("unknown: {}\n", unknown.message));
    expect.assert_eq(&locals.chain(unknown).collect::<String>());
    // Who lowers the callee finds the same closures.
    for ((f, args), first) in closures.returned.clone() {
        let again = infer(&program, &mut closures, f, &args);
        if let Some(first) = first {
            assert_eq!(again.expect("no errors").closures, first.closures);
        }
    }
}

#[test]
fn iterators_and_closures() {
    locals(
        "items",
        expect![[r#"
        t: &Track
        s: Map<Zip<Iter<f64>, Skip<Iter<f64>>>, closure 0>
        d: f64
    "#]],
    );
    locals(
        "composed",
        expect![[r#"
        x: f64
        v: f64
        v: f64
        h: closure 2
        v: f64
        g: closure 4
        y: f64
    "#]],
    );
    locals(
        "pairs",
        expect![[r#"
        x: f64
        f: closure 0
        y: f64
        z: f64
    "#]],
    );
    locals(
        "loops",
        expect![[r#"
        x: &[f64]
        s: f64
        i: usize
    "#]],
    );
    locals(
        "itself",
        expect![[r#"
        x: f64
        f: closure 0
        y: f64
    "#]],
    );
}
