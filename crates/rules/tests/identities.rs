//! Every line of the table of identities, run on numbers, and found again in graphs.

use rules::Op;
use rules::identities::{
    CHEAPER, COLLECTED, FASTER, Identities, Identity, Instructions, LOOSE, ORDERLY, SHORTER, rewrite,
};

const EXACT: [&Identities; 3] = [&SHORTER, &ORDERLY, &CHEAPER];
const INEXACT: [&Identities; 3] = [&LOOSE, &COLLECTED, &FASTER];

const SPECIAL: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -0.5,
    0.1,
    -3.7,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
    f64::MIN,
    1e300,
    -1e160,
    f64::MIN_POSITIVE,
    -f64::MIN_POSITIVE,
    5e-324,
    -3e-320,
    1.2e-160,
    8.98846567431158e307,
    1.0 + f64::EPSILON,
    1e16,
    std::f64::consts::PI,
];

/// Does something with both sides of an identity at all combinations of numbers; returns how many there were.
fn each(
    identity: &Identity,
    numbers: &[f64],
    parameters: &[i32],
    mut check: impl FnMut([f64; 2], [f64; 2], [i32; 2], [f64; 2]),
) -> usize {
    let text = identity.to_string();
    let uses = |name: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    let of = |name: &str, other: &str| if uses(name) || uses(other) { numbers } else { &numbers[..1] };
    let orders = |name: &str| if uses(name) { parameters } else { &parameters[..1] };
    let mut count = 0;
    for &a in of("a", "x") {
        for &b in of("b", "y") {
            for &c in of("c", "c") {
                for &d in of("d", "d") {
                    for &n in orders("n") {
                        for &m in orders("m") {
                            if let Some(sides) = identity.sides([a, b], [c, d], [n, m]) {
                                check([a, b], [c, d], [n, m], sides);
                                count += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    count
}

#[test]
fn the_exact_ones_keep_every_bit_at_special_values() {
    let parameters = [0, 1, -1, 2, 3, -2, 7, 64, -65, i32::MAX, i32::MIN];
    for identity in EXACT.iter().flat_map(|set| set.list()) {
        let count = each(identity, &SPECIAL, &parameters, |x, c, n, [left, right]| {
            let same = left.to_bits() == right.to_bits() || (left.is_nan() && right.is_nan());
            assert!(same, "{identity}: {left:?} became {right:?} at {x:?} {c:?} {n:?}");
        });
        assert!(count > 0, "{identity} is claimed nowhere");
    }
}

#[test]
fn the_inexact_ones_hold_in_real_arithmetic() {
    for identity in INEXACT.iter().flat_map(|set| set.list()) {
        let count = each(identity, &[0.7, 1.9, 0.45, 2.0, 3.0], &[3, 2, -2, 5], |x, c, n, [left, right]| {
            // What cancels is as exact as what it is made of.
            let size = left.abs().max(right.abs()).max(200.0);
            let error = (left - right).abs();
            let near = error <= 8.0 * f64::EPSILON * left.abs() || error <= f64::EPSILON * size;
            assert!(near, "{identity}: {left} became {right} at {x:?} {c:?} {n:?}");
        });
        assert!(count > 0, "{identity} is claimed nowhere");
    }
}

/// A graph in which operations are stored as they are asked for, equal ones once.
#[derive(Default)]
struct Graph(Vec<Node>);

#[derive(Clone, PartialEq)]
enum Node {
    Input(f64),
    Constant(u64),
    Apply(Op, Vec<usize>, i32),
}

impl Graph {
    fn add(&mut self, node: Node) -> usize {
        match self.0.iter().position(|known| *known == node) {
            Some(id) => id,
            None => {
                self.0.push(node);
                self.0.len() - 1
            }
        }
    }

    fn value(&self, id: usize) -> f64 {
        match &self.0[id] {
            Node::Input(x) => *x,
            Node::Constant(bits) => f64::from_bits(*bits),
            Node::Apply(op, args, n) => op.apply(&args.iter().map(|&a| self.value(a)).collect::<Vec<f64>>(), *n),
        }
    }
}

impl Instructions for Graph {
    type Id = usize;
    fn known(&self, id: usize) -> Option<f64> {
        if let Node::Constant(bits) = self.0[id] { Some(f64::from_bits(bits)) } else { None }
    }
    fn instruction(&self, id: usize) -> Option<(Op, [usize; 3], i32)> {
        match &self.0[id] {
            Node::Apply(op, args, n) => Some((*op, std::array::from_fn(|i| args.get(i).copied().unwrap_or(0)), *n)),
            _ => None,
        }
    }
    fn same(&self, a: usize, b: usize) -> bool {
        a == b
    }
    fn constant(&mut self, c: f64) -> usize {
        self.add(Node::Constant(c.to_bits()))
    }
    fn apply(&mut self, op: Op, args: &[usize], n: i32) -> usize {
        self.add(Node::Apply(op, args.to_vec(), n))
    }
}

#[test]
fn the_left_side_is_found_and_replaced_by_the_right_one() {
    for (sets, exact) in [(EXACT, true), (INEXACT, false)] {
        for (set, identity) in sets.into_iter().flat_map(|set| set.list().iter().map(move |i| (set, i))) {
            let mut found = 0;
            for c in [-1.5, 0.0, 2.0, 4.0] {
                for n in [2, 3] {
                    let mut graph = Graph::default();
                    let operands = [graph.add(Node::Input(0.7)), graph.add(Node::Input(-0.3))];
                    let (op, args, n) = identity.left(&mut graph, operands, [c, 3.0], [n, 2]);
                    let before = graph.0.len();
                    let Some(to) = rewrite(&mut graph, &[set], op, &args, n) else { continue };
                    found += 1;
                    let added = graph.0[before..].iter().filter(|node| matches!(node, Node::Apply(..))).count();
                    assert!(!std::ptr::eq(set, &SHORTER) || added <= 1, "{identity} adds {added}");
                    let from = op.apply(&args.iter().map(|&a| graph.value(a)).collect::<Vec<f64>>(), n);
                    let to = graph.value(to);
                    let near = if exact { from.to_bits() == to.to_bits() } else { (from - to).abs() < 1e-13 };
                    assert!(
                        near || (from.is_nan() && to.is_nan()) || !exact && !(from + to).is_finite(),
                        "{identity}: {from} {to}"
                    );
                }
            }
            assert!(found > 0, "{identity} is never found");
        }
    }
}

#[test]
fn what_does_not_fit_is_left_alone() {
    let mut graph = Graph::default();
    let (x, y) = (graph.add(Node::Input(0.7)), graph.add(Node::Input(0.8)));
    let zero = graph.constant(0.0);
    let all = [&SHORTER, &ORDERLY, &CHEAPER];
    assert!(rewrite(&mut graph, &all, Op::Add, &[x, zero], 0).is_none(), "-0.0 + 0.0 is 0.0");
    assert!(rewrite(&mut graph, &all, Op::Max, &[x, y], 0).is_none());
    assert!(rewrite(&mut graph, &all, Op::Mul, &[zero, x], 0).is_none());
    let three = graph.constant(3.0);
    assert!(rewrite(&mut graph, &all, Op::Div, &[x, three], 0).is_none());
    assert!(rewrite(&mut graph, &all, Op::Mul, &[three, three], 0).is_none(), "constants are folded, not rewritten");
    assert_eq!(SHORTER.list()[2].to_string(), "Add(a, Neg(b)) => Sub(a, b)");
}
