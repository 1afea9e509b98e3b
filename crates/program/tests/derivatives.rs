//! Programs of derivatives: their size, their agreement with the direct sweep, the dead arms they are silent about.

use program::{Instruction, Node, Program, Workspace};
use proptest::prelude::*;
use rules::functions::{erf, gt, ln_gamma, select, sigmoid, softplus};
use rules::{Functions, Number, Real};

/// What a line of a random program does with two earlier values.
fn step<T: Real>(kind: u8, a: T, b: T) -> T {
    match kind % 16 {
        0 => a + b,
        1 => a - b,
        2 | 3 => a * b,
        4 => a / (b * b + 1.0),
        5 => a.sin(),
        6 => a.abs().sqrt(),
        7 => a.tanh(),
        8 => a.atan2(b),
        9 => a.powi(3).atan(),
        10 => sigmoid(a),
        11 => softplus(a) * b,
        12 => a.max(b),
        13 => a.hypot(b),
        14 => erf(a),
        _ => select(gt(a, b), a * 2.0, b),
    }
}

fn random(lines: &[(u8, usize, usize)], x: &[f64]) -> Program {
    Program::record_at(x, |x| {
        let mut values = x.to_vec();
        for &(kind, a, b) in lines {
            let (a, b) = (values[a % values.len()], values[b % values.len()]);
            values.push(step(kind, a, b));
        }
        vec![values.iter().copied().sum()]
    })
    .unwrap()
}

/// Whether a random program has a derivative near a pole, but not in it: its terms are large there, and cancel.
fn is_near_a_pole(lines: &[(u8, usize, usize)], x: &[f64]) -> bool {
    let mut values = x.to_vec();
    lines.iter().any(|&(kind, a, b)| {
        let (a, b) = (values[a % values.len()], values[b % values.len()]);
        values.push(step(kind, a, b));
        let far = match kind % 16 {
            6 => a.abs(),
            8 | 13 => a.hypot(b),
            _ => 1.0,
        };
        far != 0.0 && far < 1e-2
    })
}

/// The most that an instruction adds to a gradient program: itself and its partials by the table, a product and a sum for
/// each argument. For arithmetic but the quotient that is at most five.
fn dearest(instruction: Instruction<'_>) -> usize {
    let Instruction::Apply { function, args, n } = instruction else { return 0 };
    let Some(op) = function.op() else { return 0 };
    let alone = Program::record(args.len(), |x| vec![op.apply(x, n)]).unwrap();
    alone.with_gradient().unwrap().len() + 2 * args.len()
}

#[test]
fn arithmetic_costs_at_most_five_times_itself() {
    let p = Program::record(2, |x| vec![x[0] + x[1], x[0] - x[1], x[0] * x[1], -x[0]]).unwrap();
    assert!(p.instructions().all(|instruction| dearest(instruction) <= 5));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_gradient_costs_a_small_multiple_of_the_program(
        lines in prop::collection::vec((any::<u8>(), 0..40usize, 0..40usize), 1..60),
        x in prop::collection::vec(-2.0..2.0f64, 1..6),
    ) {
        let p = random(&lines, &x);
        let g = p.with_gradient().unwrap();
        let bound: usize = p.instructions().map(dearest).sum();
        prop_assert!(g.len() <= bound, "{} operations from {}:\n{p}\n{g}", g.len(), p.len());

        let mut direct = vec![0.0; x.len()];
        let y = p.value_and_gradient_into(&x, &mut Workspace::new(), &mut direct).unwrap();
        let by_program = g.eval(&x).unwrap();
        prop_assert_eq!(y.to_bits(), by_program[0].to_bits());
        let steep = is_near_a_pole(&lines, &x);
        for (j, (a, b)) in direct.iter().zip(&by_program[1..]).enumerate() {
            prop_assert!((a - b).abs() <= 1e-11 * a.abs().max(1.0) || a.is_nan() && b.is_nan(), "{a} {b}");
            // A zero that is given at run time is an ordinary zero: against a pole it makes NaN.
            let mut seeded = x.clone();
            seeded.extend((0..x.len()).map(|i| f64::from(u8::from(i == j))));
            let tangent = p.jvp().unwrap().eval(&seeded).unwrap()[1];
            prop_assert!((a - tangent).abs() <= 1e-11 * a.abs().max(1.0) || tangent.is_nan() || steep, "{a} {tangent}");
        }
    }

    #[test]
    fn of_sums_products_and_functions_of_one_variable_it_is_five_times_the_program(
        lines in prop::collection::vec((prop::sample::select(vec![0u8, 1, 2, 5, 7, 14]), 0..40usize, 0..40usize), 1..60),
        x in prop::collection::vec(-2.0..2.0f64, 1..6),
    ) {
        let p = random(&lines, &x);
        let g = p.with_gradient().unwrap();
        prop_assert!(g.len() <= 5 * p.len(), "{} operations from {}:\n{p}\n{g}", g.len(), p.len());
    }

    #[test]
    fn passes_keep_every_bit(
        lines in prop::collection::vec((any::<u8>(), 0..40usize, 0..40usize), 1..60),
        x in prop::collection::vec(prop::sample::select(vec![0.0, -0.0, 1.5, -2.0, f64::INFINITY, f64::NAN, 1e-310]), 1..6),
    ) {
        let p = random(&lines, &x);
        let want = p.eval(&x).unwrap()[0];
        for q in [p.folded().unwrap(), p.simplified().unwrap(), p.without_dead_code(), p.optimised().unwrap()] {
            let got = q.eval(&x).unwrap()[0];
            prop_assert!(want.to_bits() == got.to_bits() || want.is_nan() && got.is_nan(), "{want} {got}:\n{p}\n{q}");
        }
    }
}

#[test]
fn the_adjoint_program_is_the_one_of_the_textbook() {
    let f = Program::record(2, |x| vec![x[0] * x[1] + x[0].sin()]).unwrap();
    let g = "\
program(x0, x1)
v0 = cos(x0)
v1 = v0 + x1
return v1, x0
";
    assert_eq!(f.gradient().unwrap().to_string(), g);
}

#[test]
fn a_constant_exponent_never_asks_for_a_logarithm() {
    let f = Program::record(1, |x| vec![x[0].powf(2.5)]).unwrap();
    let mut p = f;
    for _ in 0..3 {
        p = p.gradient().unwrap();
        let logarithm = |i| matches!(i, Instruction::Apply { function, .. } if function.name() == "ln");
        assert!(!p.instructions().any(logarithm), "{p}");
    }
}

#[test]
fn nested_dead_arms_and_poles_stay_silent_at_every_order() {
    let f = Program::record(2, |x| {
        let (a, b) = (x[0], x[1]);
        let zero = Node::constant(0.0);
        let inner = select(gt(b, zero), b.ln() * a.recip(), ln_gamma(b));
        vec![select(gt(a, zero), inner, a * a * a * b)]
    })
    .unwrap();
    // The ln_gamma of the dead arm has a pole here, and so has the reciprocal.
    let mut p = f.clone();
    for expected in [-12.0, 12.0, -6.0, 0.0] {
        p = first(&p.jacobian().unwrap());
        assert_eq!(p.eval(&[-2.0, -1.0]).unwrap(), [expected]);
    }
    assert_eq!(f.jvp().unwrap().eval(&[0.0, 0.0, 1.0, 1.0]).unwrap(), [0.0, 0.0]);
}

/// The program with its first output alone.
fn first(p: &Program) -> Program {
    let text = p.to_string();
    let (body, outputs) = text.rsplit_once("return ").unwrap();
    let first = outputs.split(',').next().unwrap();
    Program::parse(&format!("{body}return {first}")).unwrap()
}

#[test]
fn values_are_those_of_f64_in_every_bit() {
    fn f<T: Real>(x: &[T]) -> T {
        (x[0] * x[1]).exp() / (1.0 + x[1].abs()) - x[0].powf(1.5).mul_add(x[1], x[0])
    }
    let p = Program::record(2, |x| vec![f(x)]).unwrap();
    for x in [[0.1, 0.2], [1e200, -3.0], [-0.0, 0.0], [f64::NAN, 1.0], [2.0, f64::INFINITY]] {
        let (a, b) = (p.eval(&x).unwrap()[0], f(&x));
        assert!(a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan());
    }
}

#[test]
fn identities_keep_signed_zeros_and_infinities() {
    use rules::Op;
    let awkward = [0.0, -0.0, 1.0, -1.0, 2.5, 5e-324, -1e308, f64::INFINITY, f64::NEG_INFINITY];
    let mut simpler = 0;
    for op in [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Max, Op::Min] {
        for c in awkward {
            let p = Program::record(2, |x| {
                let (a, b, c) = (x[0], x[1], Node::from(c));
                let pairs = [[a, c], [c, a], [-a, b], [a, -b], [-a, -b], [-(-a), b], [a, a], [a.abs(), (-b).abs()]];
                pairs.iter().map(|pair| op.apply(pair, 0)).collect()
            })
            .unwrap();
            let q = p.optimised().unwrap();
            simpler += p.len() - q.len();
            for x in awkward {
                for y in awkward {
                    let (want, got) = (p.eval(&[x, y]).unwrap(), q.eval(&[x, y]).unwrap());
                    let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
                    assert!(
                        want.iter().zip(&got).all(same),
                        "{op:?} {c:?} at {x:?}, {y:?}: {want:?} {got:?}\n{p}\n{q}"
                    );
                }
            }
        }
    }
    assert!(simpler > 100, "{simpler}");
}
