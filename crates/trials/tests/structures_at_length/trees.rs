//! Structures that hold others of their type, with derivatives: trees, expressions, lists, scenes.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
enum Scene {
    Ball { at: f64, radius: f64 },
    Either(Box<Scene>, Box<Scene>),
    Shifted { by: f64, of: Box<Scene> },
    Many(Vec<Scene>),
}

#[differentiable]
impl Scene {
    fn distance(&self, x: f64) -> f64 {
        match self {
            Scene::Ball { at, radius } => (x - at).powi(2) - radius,
            Scene::Either(a, b) => a.distance(x).min(b.distance(x)),
            Scene::Shifted { by, of } => of.distance(x - *by),
            Scene::Many(all) => all.iter().map(|part| part.distance(x)).fold(f64::INFINITY, f64::min),
        }
    }

    fn size(&self) -> usize {
        match self {
            Scene::Ball { .. } => 1,
            Scene::Either(a, b) => a.size() + b.size(),
            Scene::Shifted { of, .. } => 1 + of.size(),
            Scene::Many(all) => all.iter().map(Scene::size).sum(),
        }
    }
}

#[differentiable]
fn marched(scene: &Scene, from: f64) -> f64 {
    let mut way = 0.0;
    for _ in 0..4 {
        let d = scene.distance(from + way);
        if d < 1e-9 {
            break;
        }
        way += 0.1 * d;
    }
    way + scene.size() as f64
}

fn scene(p: &[f64]) -> Scene {
    let shifted = Scene::Shifted { by: p[2], of: Box::new(Scene::Ball { at: 3.0, radius: 0.1 }) };
    let far = Scene::Ball { at: 9.0, radius: p[3] };
    Scene::Many(vec![Scene::Ball { at: p[0], radius: p[1] }, Scene::Either(Box::new(shifted), Box::new(far))])
}

/// Its numbers, in order.
fn numbers(scene: &Scene) -> Vec<f64> {
    match scene {
        Scene::Ball { at, radius } => vec![*at, *radius],
        Scene::Either(a, b) => [numbers(a), numbers(b)].concat(),
        Scene::Shifted { by, of } => [vec![*by], numbers(of)].concat(),
        Scene::Many(all) => all.iter().flat_map(numbers).collect(),
    }
}

#[test]
fn scenes_that_hold_scenes() {
    let gradient = |p: &[f64]| {
        let (value, (by_scene, by_from)) = marched::value_and_gradient(&scene(p), p[4]);
        let by = numbers(&by_scene);
        (value, vec![by[0], by[1], by[2], by[6], by_from])
    };
    for from in [2.0, 0.3, 6.5] {
        held(|p| marched(&scene(p), p[4]), gradient, &[1.0, 0.2, 0.5, 0.3, from]);
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Tree {
    weight: f64,
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

#[differentiable]
impl Tree {
    fn total(&self, x: f64) -> f64 {
        let left = self.left.as_ref().map_or(0.0, |left| left.total(x * 0.5));
        let right = match &self.right {
            Some(right) => right.total(x + 1.0) * self.weight,
            None => 0.0,
        };
        self.weight * x + left + right
    }
}

fn tree(p: &[f64]) -> Tree {
    let leaf = |weight: f64| Tree { weight, left: None, right: None };
    let right = Tree { left: Some(Box::new(leaf(p[3]))), ..leaf(p[2]) };
    Tree { left: Some(Box::new(leaf(p[1]))), right: Some(Box::new(right)), ..leaf(p[0]) }
}

/// The weights from above, left before right.
fn weights(tree: &Tree) -> Vec<f64> {
    let below = [&tree.left, &tree.right].into_iter().flatten().flat_map(|below| weights(below));
    std::iter::once(tree.weight).chain(below).collect()
}

#[test]
fn trees_of_options() {
    let p = [1.0, 0.2, 0.5, 0.3, 2.0];
    let gradient = |p: &[f64]| {
        let (value, (by_tree, by_x)) = tree(p).total_value_and_gradient(p[4]);
        let [root, left, right, below] = weights(&by_tree)[..] else { panic!("four weights") };
        (value, vec![root, left, right, below, by_x])
    };
    held(|p| tree(p).total(p[4]), gradient, &p);
    // The product with the direction of x is the difference of gradients.
    let zero = tree(&[0.0; 4]);
    let (by_tree, by_x) = tree(&p).total_hvp(p[4], &zero, 1.0);
    let at = |h: f64| gradient(&[p[0], p[1], p[2], p[3], p[4] + h]).1;
    for ((up, down), got) in at(1e-4).iter().zip(at(-1e-4)).zip(weights(&by_tree).into_iter().chain([by_x])) {
        assert!(((up - down) / 2e-4 - got).abs() < 1e-7, "{got}");
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Node {
    weight: f64,
    below: Vec<Node>,
}

#[differentiable]
fn discounted(node: &Node, rate: f64) -> f64 {
    let mut sum = node.weight;
    for one in &node.below {
        sum += rate * discounted(one, rate);
    }
    sum * sum
}

#[test]
fn nodes_in_lists() {
    let leaf = |weight: f64| Node { weight, below: vec![] };
    let made = |p: &[f64]| {
        let second = Node { weight: p[2], below: vec![leaf(p[3])] };
        Node { weight: p[0], below: vec![leaf(p[1]), second] }
    };
    let gradient = |p: &[f64]| {
        let (value, (by, rate)) = discounted::value_and_gradient(&made(p), p[4]);
        (value, vec![by.weight, by.below[0].weight, by.below[1].weight, by.below[1].below[0].weight, rate])
    };
    held(|p| discounted(&made(p), p[4]), gradient, &[1.0, 0.2, 0.5, 0.3, 2.0]);
}

#[derive(Clone, Debug, Differentiable)]
enum Formula {
    Number(f64),
    Variable(#[constant] usize),
    Binary(#[constant] char, Box<Formula>, Box<Formula>),
    Function(#[constant] String, Vec<Formula>),
}

#[derive(Debug, PartialEq)]
enum Wrong {
    Unknown(String),
    ByZero,
}

#[differentiable]
fn evaluate(formula: &Formula, x: &[f64]) -> Result<f64, Wrong> {
    Ok(match formula {
        Formula::Number(v) => *v,
        Formula::Variable(k) => x[*k],
        Formula::Binary(sign, a, b) => {
            let (a, b) = (evaluate(a, x)?, evaluate(b, x)?);
            match sign {
                '+' => a + b,
                '*' => a * b,
                '/' if b == 0.0 => return Err(Wrong::ByZero),
                '/' => a / b,
                other => return Err(Wrong::Unknown(other.to_string())),
            }
        }
        Formula::Function(name, of) => {
            let of: Vec<f64> = of.iter().map(|one| evaluate(one, x)).collect::<Result<_, _>>()?;
            match name.as_str() {
                "sin" => of[0].sin(),
                "max" => of.iter().copied().fold(f64::MIN, f64::max),
                _ => return Err(Wrong::Unknown(name.clone())),
            }
        }
    })
}

#[test]
fn formulas() {
    let binary = |sign, a, b| Formula::Binary(sign, Box::new(a), Box::new(b));
    let made = |p: &[f64]| {
        let sine = Formula::Function("sin".into(), vec![binary('+', Formula::Number(p[0]), Formula::Variable(0))]);
        let ratio = binary('/', Formula::Variable(0), Formula::Number(p[1]));
        binary('*', sine, Formula::Function("max".into(), vec![Formula::Variable(1), ratio]))
    };
    let gradient = |p: &[f64]| {
        let (value, (by, x)) = evaluate::value_and_gradient(&made(p), &p[2..]).unwrap();
        let Formula::Binary(_, sine, most) = by else { panic!("a product") };
        let (Formula::Function(_, sine), Formula::Function(_, most)) = (*sine, *most) else { panic!("functions") };
        let (Formula::Binary(_, shift, _), Formula::Binary(_, _, divisor)) = (&sine[0], &most[1]) else {
            panic!("a sum and a ratio")
        };
        let (Formula::Number(shift), Formula::Number(divisor)) = (&**shift, &**divisor) else { panic!("numbers") };
        (value, [vec![*shift, *divisor], x].concat())
    };
    held(|p| evaluate(&made(p), &p[2..]).unwrap(), gradient, &[0.3, 2.0, 0.7, 0.1]);
    let by_zero = made(&[0.3, 0.0]);
    assert_eq!(evaluate(&by_zero, &[0.7, 0.1]), Err(Wrong::ByZero));
    assert!(evaluate::value_and_gradient(&by_zero, &[0.7, 0.1]).is_none());
}
