//! Items of modules that import all of others', errors of any type, and arguments of numbers that only say what they go into.

use super::holds;
use std::error::Error;
use wengert::differentiable;

mod grown {
    use std::cell::*;
    use std::collections::*;
    use std::fmt::*;
    use std::ops::*;
    use std::rc::*;

    pub(super) struct Node {
        value: f64,
        next: Vec<Rc<RefCell<Node>>>,
        named: HashMap<String, f64>,
    }

    #[derive(Clone, Copy)]
    pub(super) struct Pair(pub(super) f64, pub(super) f64);

    impl Display for Pair {
        fn fmt(&self, f: &mut Formatter<'_>) -> Result {
            write!(f, "({}, {})", self.0, self.1)
        }
    }
    macro_rules! operators {
        ($($of:ident $f:ident $op:tt),*) => { $(impl $of for Pair {
            type Output = Pair;
            fn $f(self, other: Pair) -> Pair {
                Pair(self.0 $op other.0, self.1 $op other.1)
            }
        })* };
    }
    operators!(Add add +, Sub sub -);
    impl AddAssign for Pair {
        fn add_assign(&mut self, other: Pair) {
            *self = *self + other;
        }
    }

    pub(super) fn grown(x: f64, depth: u32) -> Rc<RefCell<Node>> {
        let node = Rc::new(RefCell::new(Node { value: x, next: vec![], named: HashMap::new() }));
        if depth > 0 {
            for k in 1..=2 {
                let next = grown(x * f64::from(k) * 0.7, depth - 1);
                node.borrow_mut().next.push(next);
            }
        }
        node.borrow_mut().named.insert(format!("{depth}"), x * 2.0);
        node
    }

    pub(super) fn total(node: &Rc<RefCell<Node>>) -> Pair {
        let node = node.borrow();
        let mut sum = Pair(node.value, node.value.sin());
        for next in &node.next {
            sum += total(next) - Pair(0.25, node.value);
        }
        sum.1 += node.named.values().sum::<f64>();
        sum
    }
}

#[differentiable(tape)]
fn tree(x: &[f64]) -> f64 {
    let sum = grown::total(&grown::grown(x[0], 3));
    sum.0 * sum.1 * x[1]
}

#[test]
fn what_is_imported_with_all_of_a_module() {
    holds(&[0.7, 1.3], tree, tree::value_and_gradient);
}

fn root(x: f64) -> Result<f64, Box<dyn Error>> {
    let k: f64 = "2.5".parse()?;
    if x < 0.0 { Err("negative".into()) } else { Ok(x.sqrt() * k) }
}

#[differentiable(tape)]
fn any(x: f64) -> Result<f64, Box<dyn Error + Send + Sync>> {
    let r = root(x).map_err(|e| e.to_string())?;
    Ok(r * x)
}

#[differentiable(tape)]
fn each(x: &[f64]) -> Result<Vec<f64>, Box<dyn Error>> {
    x.iter().map(|x| root(*x)).collect()
}

#[test]
fn errors_of_any_type() {
    let (value, gradient) = any::value_and_gradient(4.0).unwrap();
    assert_eq!((value, gradient), (20.0, 7.5));
    assert!(any::gradient(-1.0).is_none());
    let (values, slopes) = each::jvp(&[4.0, 1.0], &[1.0, 2.0]);
    assert_eq!((values, slopes), (Some(vec![5.0, 2.5]), Some(vec![0.625, 2.5])));
}

#[differentiable(tape)]
fn greatest(x: &[f64]) -> f64 {
    let k = x[0].max(x.iter().map(|x| x * x).sum());
    k.min("7.5".parse().unwrap()) * x[1].powf(x.iter().skip(2).product())
}

#[test]
fn sums_as_arguments_of_numbers() {
    holds(&[0.7, 1.3, 0.9], greatest, greatest::value_and_gradient);
    holds(&[9.0, 1.3, 0.9], greatest, greatest::value_and_gradient);
}

/// What constants are read from: its error has no copies.
fn rates(text: &str) -> Result<Vec<(String, f64)>, Box<dyn std::error::Error>> {
    let mut all = vec![];
    for line in text.lines().filter(|line| !line.ends_with(|c: char| c.is_whitespace())) {
        let (name, rate) = line.split_once('=').ok_or_else(|| format!("no rate in {line}"))?;
        all.push((name.trim().to_string(), rate.trim().parse()?));
    }
    Ok(all)
}

#[differentiable(tape)]
fn rated(x: f64, text: &str) -> f64 {
    let all = rates(text);
    let owned = text.to_owned();
    let letters = owned.trim_matches(|c: char| c.is_alphabetic()).len() as f64;
    match all {
        Ok(all) => all.iter().map(|(name, rate)| rate * x * name.len() as f64).product::<f64>() * letters,
        Err(_) => x,
    }
}

#[test]
fn errors_without_copies() {
    for text in ["a = 2\nbc=0.5", "a", "a=b"] {
        super::holds(
            &[0.83],
            |x| rated(x[0], text),
            |x| {
                let (value, dx) = rated::value_and_gradient(x[0], text);
                (value, vec![dx])
            },
        );
    }
}
