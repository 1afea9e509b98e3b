//! The passes that may change the rounding, on random programs.

use program::{Node, Program};
use rules::functions::{ge, select};
use rules::{Functions, Number};

/// Random numbers that are the same everywhere (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

fn random(random: &mut Random, length: usize) -> Program {
    Program::record_at(&[0.7, 1.3], |x| {
        let mut v: Vec<Node<'_>> = x.to_vec();
        v.extend([0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -3.0].map(Node::constant));
        for _ in 0..length {
            let (a, b) = (v[random.below(v.len())], v[random.below(v.len())]);
            let n = random.below(5) as i32 - 1;
            v.push(match random.below(18) {
                0..3 => a + b,
                3..6 => a - b,
                6..9 => a * b,
                9 => a / b,
                10 => a.powi(n),
                11 => -a,
                12 => a.abs().sqrt(),
                13 => a.sin(),
                14 => a.exp().ln(),
                15 => a.recip(),
                16 => a.abs().powf(b),
                _ => select(ge(a, b), a * b, b - a),
            });
        }
        vec![v[v.len() - 1], v[v.len() - 2]]
    })
    .unwrap()
}

#[test]
fn values_stay_near_and_programs_do_not_grow() {
    let mut source = Random(88172645463325252);
    let (mut compared, mut before, mut after) = (0, 0, 0);
    for _ in 0..3000 {
        let p = random(&mut source, 12);
        let (q, r) = (p.optimised().unwrap(), p.optimised_loosely().unwrap());
        before += q.len();
        after += r.len();
        assert_eq!(r, r.optimised_loosely().unwrap().optimised_loosely().unwrap(), "{p}{r}");
        // What the value does when the inputs move by a rounding says how far rounding may move it.
        let at = |p: &Program, shift: f64| p.eval(&[0.7 * (1.0 + shift), 1.3 * (1.0 - shift)]).unwrap();
        for (i, (y, z)) in at(&q, 0.0).into_iter().zip(at(&r, 0.0)).enumerate() {
            let moved = [1e-9, -1e-9, 3e-9].map(|shift| (at(&q, shift)[i] - y).abs());
            let slack = 1e-11 * (1.0 + y.abs()) + 10.0 * moved.into_iter().fold(0.0, f64::max);
            if y.is_finite() && slack < 1e-4 * (1.0 + y.abs()) {
                assert!((y - z).abs() <= slack, "{y} became {z}\n{p}{r}");
                compared += 1;
            }
        }
    }
    assert!(compared > 4000 && after < before, "{compared} {before} {after}");
}
