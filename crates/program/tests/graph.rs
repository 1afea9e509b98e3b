//! Programs walked as graphs: orders, derivatives of every node, laziness, depth.

use program::graph::{Dependence, Step};
use program::{Error, Graph, Node, Program, Workspace};
use proptest::prelude::*;
use rules::functions::{erf, gt, ln_gamma, lt, select, sigmoid};
use rules::{Functions, Number};

/// y = ln x1 + x1*x2 - sin x2 in the order of the textbook, with a second output that reuses v4.
fn textbook() -> Program {
    Program::record_at(&[2.0, 5.0], |x| {
        let (v1, v2, v3) = (x[0].ln(), x[0] * x[1], x[1].sin());
        let v4 = v1 + v2;
        let v5 = v4 - v3;
        vec![v5, v4.exp()]
    })
    .unwrap()
}

/// With the textbook's names: x1, x2, v1 to v6.
fn named(f: &Program) -> Graph<'_> {
    let graph = f.graph(&[2.0, 5.0]).unwrap().with_names(["x1", "x2"]);
    (0..f.len() as u32).fold(graph, |graph, j| graph.with_name(f.inputs() as u32 + j, format!("v{}", j + 1)))
}

fn order(graph: &Graph<'_>, walk: impl Iterator<Item = Step>) -> Vec<String> {
    walk.map(|step| graph.name(step.id)).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 5e-4
}

#[test]
fn a_node_knows_its_value_operator_parents_children_and_partials() {
    let f = textbook();
    let graph = named(&f);
    let product = graph.vertices().find(|v| v.name() == "v2").unwrap();
    assert_eq!((product.value(), product.operator().unwrap().name()), (10.0, "mul"));
    assert_eq!(product.parents().map(|v| v.name()).collect::<Vec<_>>(), ["x1", "x2"]);
    assert_eq!(product.children().map(|v| v.name()).collect::<Vec<_>>(), ["v4"]);
    assert_eq!(product.partials(), [Some(5.0), Some(2.0)]);
    let x2 = graph.vertex(1);
    assert!(x2.operator().is_none() && x2.parents().len() == 0 && x2.partials().is_empty());
    assert_eq!(x2.children().map(|v| v.name()).collect::<Vec<_>>(), ["v2", "v3"]);
    let outputs: Vec<_> = graph.vertices().filter(|v| v.is_output()).map(|v| (v.name(), v.value())).collect();
    assert!(outputs[0].0 == "v5" && close(outputs[0].1, 11.652), "{outputs:?}");
}

#[test]
fn forward_from_x1_goes_through_what_it_reaches() {
    let f = textbook();
    let graph = named(&f);
    let steps: Vec<Step> = graph.forward_from(0).collect();
    assert_eq!(order(&graph, steps.iter().cloned()), ["x1", "v1", "v2", "v4", "v5", "v6"]);
    assert_eq!(steps[1..5].iter().map(|s| s.derivative).collect::<Vec<_>>(), [0.5, 5.0, 5.5, 5.5]);
    let tangents = graph.tangents(&[1.0, 0.0]);
    assert_eq!(tangents[2..7], [Some(0.5), Some(5.0), None, Some(5.5), Some(5.5)]);
}

#[test]
fn reverse_from_the_first_output_knows_nothing_of_the_second() {
    let f = textbook();
    let graph = named(&f);
    let steps: Vec<Step> = graph.reverse_from(0).collect();
    assert_eq!(order(&graph, steps.iter().cloned()), ["v5", "v4", "v3", "v2", "v1", "x2", "x1"]);
    let x2 = steps.iter().find(|s| s.id == 1).unwrap();
    assert!(close(x2.derivative, 1.716), "{x2:?}");
    let arrivals: Vec<(String, f64, f64)> = x2.terms.iter().map(|t| (graph.name(t.from), t.term, t.sum)).collect();
    assert_eq!(arrivals[0].0, "v3");
    assert!(close(arrivals[0].1, -0.284));
    assert_eq!((arrivals[1].0.as_str(), arrivals[1].1, arrivals[1].2), ("v2", 2.0, x2.derivative));
    assert_eq!(steps.last().unwrap().derivative, 5.5);
    assert_eq!(graph.adjoints(&[1.0, 0.0])[7], None);
}

/// {z = 2x + sin x, v = 4x + cos x}.
#[test]
fn one_forward_walk_serves_all_outputs_and_weights_mix_them() {
    let f = Program::record_at(&[0.5], |x| vec![2.0 * x[0] + x[0].sin(), 4.0 * x[0] + x[0].cos()]).unwrap();
    let graph = f.graph(&[0.5]).unwrap();
    let tangents = graph.tangents(&[1.0]);
    let of = |i: usize| tangents[f.outputs()[i] as usize].unwrap();
    assert_eq!([of(0), of(1)], [2.0 + 0.5f64.cos(), 4.0 - 0.5f64.sin()]);
    let weighted = graph.adjoints(&[3.0, -1.0])[0].unwrap();
    assert!((weighted - (3.0 * of(0) - of(1))).abs() < 1e-14);
}

#[test]
fn an_output_that_is_an_input_or_used_again_starts_from_its_weight() {
    let f = Program::record_at(&[3.0], |x| vec![x[0], x[0] * x[0], x[0]]).unwrap();
    let graph = f.graph(&[3.0]).unwrap();
    let x = graph.reverse(&[1.0, 10.0, 5.0]).last().unwrap();
    assert_eq!((x.start, x.derivative), (Some(6.0), 66.0));
    assert_eq!(x.terms.iter().map(|t| (t.operand, t.sum)).collect::<Vec<_>>(), [(0, 36.0), (1, 66.0)]);
    assert_eq!(graph.forward_from(0).map(|s| s.derivative).collect::<Vec<_>>(), [1.0, 6.0]);
    assert_eq!(graph.vertex(0).children().len(), 1);
}

#[test]
fn what_does_not_depend_is_said() {
    let f = Program::record_at(&[2.0, 5.0], |x| {
        vec![x[0] + x[1], x[0] * 0.0, x[1], x[0].floor() * x[1], select(gt(x[0], x[1]), x[0], x[1]), 7.0.into()]
    })
    .unwrap();
    use Dependence::{Absent, Active, Flat};
    let graph = f.graph(&[2.0, 5.0]).unwrap();
    assert_eq!(graph.dependence(0), [Active, Active, Absent, Flat, Flat, Absent]);
    assert_eq!(graph.dependence(1), [Active, Absent, Active, Active, Active, Absent]);
    // With the other arm taken.
    assert_eq!(f.graph(&[6.0, 5.0]).unwrap().dependence(0)[4], Active);
}

#[test]
fn dead_arms_held_inputs_and_constants_add_nothing_against_infinity() {
    let f = Program::record_at(&[-2.0, 0.0], |x| {
        let dead = ln_gamma(x[0]) * x[1].ln();
        vec![select(lt(x[0], Node::constant(0.0)), x[0] * x[0], dead) + x[1].sqrt() * 0.0]
    })
    .unwrap();
    let graph = f.graph(&[-2.0, 0.0]).unwrap();
    // Along x0 alone the infinite slopes of x1 do not come in; along both, 0 * inf is a true NaN.
    assert_eq!(graph.adjoints(&[1.0])[0], Some(-4.0));
    assert_eq!(graph.forward(&[1.0, 0.0]).last().unwrap().derivative, -4.0);
    assert!(graph.forward(&[1.0, 1.0]).last().unwrap().derivative.is_nan());
    let power = Program::record_at(&[-1.0], |x| vec![x[0].powf(Node::constant(2.0))]).unwrap();
    assert_eq!(power.graph(&[-1.0]).unwrap().vertex(power.outputs()[0]).partials(), [Some(-2.0), None]);
}

#[test]
fn guards_hold_for_graphs_too() {
    let f = Program::record_at(&[1.0], |x| vec![if x[0] > 0.0 { x[0] } else { -x[0] }]).unwrap();
    assert!(matches!(f.graph(&[-1.0]), Err(Error::BranchChanged { at: 0, .. })));
}

#[test]
fn walks_look_at_nothing_before_it_is_asked_for() {
    let n = 1000;
    let f = Program::record_at(&[0.1], |x| {
        let mut y = x[0];
        let mut all = Vec::new();
        for _ in 0..n {
            y = y.sin();
            all.push(y);
        }
        all
    })
    .unwrap();
    let graph = f.graph(&[0.1]).unwrap();
    let mut back = graph.reverse_from(n - 1);
    assert_eq!(back.by_ref().take(3).map(|s| s.id).collect::<Vec<_>>(), [1000, 999, 998]);
    assert_eq!(back.waiting(), 1);
    let mut forth = graph.forward_from(0);
    assert_eq!(forth.by_ref().take(3).map(|s| s.id).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!((forth.waiting(), forth.kept()), (1, 1));
}

#[test]
fn a_long_chain_is_walked_without_recursion_and_holds_two_tangents() {
    let n = 100_000;
    let f = Program::record_at(&[0.5], |x| {
        let mut y = x[0];
        for _ in 0..n {
            y = y * 0.5 + x[0];
        }
        vec![y]
    })
    .unwrap();
    let graph = f.graph(&[0.5]).unwrap();
    let mut forward = graph.forward_from(0);
    let (mut most, mut last) = (0, 0.0);
    while let Some(step) = forward.next() {
        most = most.max(forward.kept());
        last = step.derivative;
    }
    assert_eq!((most, last), (2, 2.0));
    let mut reverse = graph.reverse_from(0);
    let (mut most, mut last) = (0, 0.0);
    while let Some(step) = reverse.next() {
        most = most.max(reverse.waiting());
        last = step.derivative;
    }
    assert_eq!((most, last), (2, 2.0));
}

/// What a line of a random program does with two earlier values.
fn step<'p>(kind: u8, a: Node<'p>, b: Node<'p>) -> Node<'p> {
    match kind % 14 {
        0 => a + b,
        1 => a - b,
        2 | 3 => a * b,
        4 => a / (b * b + 1.0),
        5 => a.sin(),
        6 => a.sqrt(),
        7 => b.ln(),
        8 => a.atan2(b),
        9 => a.powi(3).mul_add(b, a),
        10 => sigmoid(a) * a.floor(),
        11 => a.max(b),
        12 => erf(a),
        _ => select(gt(a, b), a * 2.0, b),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn adjoints_of_the_graph_are_the_gradient_and_tangents_agree(
        lines in prop::collection::vec((any::<u8>(), 0..40usize, 0..40usize), 1..60),
        x in prop::collection::vec(-2.0..2.0f64, 1..6),
    ) {
        let f = Program::record_at(&x, |x| {
            let mut values = x.to_vec();
            for &(kind, a, b) in &lines {
                let (a, b) = (values[a % values.len()], values[b % values.len()]);
                values.push(step(kind, a, b));
            }
            vec![values.iter().copied().sum()]
        }).unwrap();
        let mut gradient = vec![0.0; x.len()];
        f.value_and_gradient_into(&x, &mut Workspace::new(), &mut gradient).unwrap();
        let graph = f.graph(&x).unwrap();
        let adjoints = graph.adjoints(&[1.0]);
        // What cancels counts with its size before.
        let terms = graph.reverse(&[1.0]).flat_map(|step| step.terms);
        let scale = terms.map(|t| (t.derivative * t.partial).abs()).fold(1.0, f64::max);
        for (i, &want) in gradient.iter().enumerate() {
            let got = adjoints[i].unwrap_or(0.0);
            // The sweep sums in another order.
            let near = (got - want).abs() <= 1e-11 * scale;
            prop_assert!(near || got == want || got.is_nan() && want.is_nan(), "{got} {want}:\n{f}");
            let forward = graph.forward_from(i).find(|s| s.id == f.outputs()[0]).map_or(0.0, |s| s.derivative);
            let near = (forward - want).abs() <= 1e-9 * scale;
            prop_assert!(near || !want.is_finite() || !forward.is_finite(), "{forward} {want}:\n{f}");
        }
        // The terms of each node are what its children send.
        for step in graph.reverse(&[1.0]) {
            let sum = step.terms.iter().fold(step.start.unwrap_or(-0.0), |sum, t| sum + t.derivative * t.partial);
            prop_assert!(sum == step.derivative || sum.is_nan() && step.derivative.is_nan());
        }
    }
}
