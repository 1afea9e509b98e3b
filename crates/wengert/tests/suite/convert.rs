//! Formulas and programs made of each other keep values to the bit.

use wengert::convert::{self, Error, formulas_of_program, program_of_formulas};
use wengert::functions::{erf, ge, select};
use wengert::program::{Node, Program};
use wengert::symbolic::{Expr, Graph};
use wengert::{Functions, Number};

const POINTS: [[f64; 3]; 5] =
    [[0.7, 1.3, -0.4], [-2.0, 0.0, 1e-3], [1e200, -1e200, 3.0], [0.0, -0.0, f64::INFINITY], [f64::NAN, 1.0, -1.0]];

fn same(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
}

/// There and back: values agree at all points, both ways.
fn round_trip(program: &Program) {
    let graph = Graph::new();
    let x: Vec<Expr<'_>> = ["x", "y", "z"].map(|name| graph.variable(name)).into();
    let formulas = formulas_of_program(program, &x).unwrap();
    let back = program_of_formulas(&graph, &formulas).unwrap();
    assert!(back.len() <= program.len() + program.len() / 2, "{program}{back}");
    for point in POINTS {
        let [a, b] = [program, &back].map(|p| p.eval(&point).unwrap());
        let c = graph.eval(&formulas, &point).unwrap();
        assert!(same(&a, &b) && same(&a, &c), "{a:?} {b:?} {c:?} at {point:?}\n{program}{back}");
    }
    // Formulas of a program of formulas are the formulas.
    let again = formulas_of_program(&back, &x).unwrap();
    let twice = program_of_formulas(&graph, &again).unwrap();
    assert_eq!(twice, program_of_formulas(&graph, &formulas_of_program(&twice, &x).unwrap()).unwrap());
}

#[test]
fn random_programs_and_their_derivatives_make_the_round_trip() {
    let mut state = 88172645463325252u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    for _ in 0..300 {
        let program = Program::build(3, |x| {
            let mut v: Vec<Node<'_>> = x.to_vec();
            v.extend([0.0, -0.0, 1.0, -1.0, 2.0, -3.5].map(Node::constant));
            for _ in 0..10 {
                let (a, b) = (v[below(v.len())], v[below(v.len())]);
                v.push(match below(14) {
                    0 | 1 => a + b,
                    2 | 3 => a - b,
                    4 | 5 => a * b,
                    6 => a / b,
                    7 => -a,
                    8 => a.powi(below(6) as i32 - 2),
                    9 => a.sin(),
                    10 => a.max(b),
                    11 => select(ge(a, b), a, b * 2.0),
                    12 => erf(a),
                    _ => a.abs().powf(b),
                });
            }
            vec![v[v.len() - 1]]
        });
        let program = program.unwrap();
        round_trip(&program);
        round_trip(&program.gradient().unwrap());
    }
}

#[test]
fn derivatives_run_as_programs() {
    let graph = Graph::new();
    let (x, y) = (graph.variable("x"), graph.variable("y"));
    let f = (x * y).exp() / (x.sin() + 2.0) - y.powf(x);
    let d: Vec<Expr<'_>> = [x, y].iter().flat_map(|&x| f.derivative(x)).collect();
    let second: Vec<Expr<'_>> = d.iter().flat_map(|d| d.gradient(&[x, y]).unwrap()).collect();
    let program = program_of_formulas(&graph, &second).unwrap();
    assert_eq!(program.eval(&[0.5, 2.0]).unwrap(), graph.eval(&second, &[0.5, 2.0]).unwrap());
    assert_eq!(program.outputs().len(), 4);
}

#[test]
fn sharing_is_kept() {
    let program = Program::build(1, |x| vec![(0..60).fold(x[0], |y, _| y + y)]).unwrap();
    let graph = Graph::new();
    let y = formulas_of_program(&program, &[graph.variable("x")]).unwrap()[0];
    assert_eq!((y.size(), y.tree_size()), (60, (1 << 60) - 1));
    assert_eq!(program_of_formulas(&graph, &[y, y]).unwrap().len(), 60);
    let deep = Program::build(1, |x| vec![(0..100_000).fold(x[0], |y, _| y.sin())]).unwrap();
    let y = formulas_of_program(&deep, &[graph.variable("x")]).unwrap()[0];
    assert_eq!(program_of_formulas(&graph, &[y]).unwrap(), deep);
}

wengert::extend::rule! {
    /// A function of the user's.
    Cube: cube(x) = x * x * x, d [3.0 * x * x];
}

#[test]
fn what_cannot_be_carried_over_is_an_error() {
    let graph = Graph::new();
    let x = graph.variable("x");
    let branching = Program::record(1, |x| vec![if x[0] > 0.1 { x[0] } else { -x[0] }]).unwrap();
    let error = formulas_of_program(&branching, &[x]).unwrap_err();
    assert_eq!(error, Error::Guarded { guards: 1 });
    assert!(error.to_string().contains("select"));
    let plain = Program::record(1, |x| vec![x[0].sin()]).unwrap();
    assert_eq!(formulas_of_program(&plain, &[]).unwrap_err(), Error::Inputs { wanted: 1, found: 0 });
    let cubed = Program::record(1, |x| vec![cube(x[0])]).unwrap();
    assert!(matches!(formulas_of_program(&cubed, &[x]), Err(Error::UserFunction { .. })));
    assert!(matches!(program_of_formulas(&graph, &[cube(x)]), Err(Error::UserFunction { .. })));
    // A broken precondition is found where the program runs.
    let clamped = convert::program_of_formulas(&graph, &[x.clamp(x + 1.0, 0.0)]).unwrap();
    assert!(clamped.eval(&[5.0]).is_err());
    assert_eq!(clamped.eval(&[-2.0]).unwrap(), [-1.0]);
}
