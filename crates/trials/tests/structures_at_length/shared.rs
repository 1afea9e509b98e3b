//! What is shared by `Rc` and `Arc`: parameters, fields, lists, variables; trees of them; copies on write.

// None is recorded.
#![deny(deprecated)]

use crate::held;
use std::rc::Rc;
use std::sync::Arc;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    weights: Vec<f64>,
    bias: f64,
}

#[differentiable]
impl Model {
    fn at(&self, x: f64) -> f64 {
        self.weights.iter().rev().fold(self.bias, |s, w| s * x + w.sin())
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layer {
    model: Rc<Model>,
    table: Arc<Vec<f64>>,
    row: Rc<[f64]>,
    #[constant]
    names: Arc<Vec<f64>>,
    scale: f64,
}

fn model(x: &[f64]) -> Model {
    Model { weights: vec![x[0], x[1] * 0.5], bias: x[2] }
}

#[differentiable]
fn squares(x: Rc<Vec<f64>>) -> f64 {
    let again = x.clone();
    x.iter().zip(again.iter().rev()).map(|(a, b)| a * a * b).sum()
}

#[differentiable]
fn lent(x: &Arc<Vec<f64>>, k: f64) -> f64 {
    let y = Arc::clone(x);
    k * y.iter().sum::<f64>() + y[1] * x[0]
}

#[differentiable]
fn slice(x: Rc<[f64]>) -> f64 {
    let y = Rc::clone(&x);
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[x.len() - 1 - i].exp();
    }
    s
}

#[differentiable]
fn by_model(m: Arc<Model>, x: f64) -> f64 {
    let copy = Arc::clone(&m);
    copy.weights.iter().map(|w| (w * x).sin()).sum::<f64>() + m.bias * m.at(x)
}

#[differentiable]
fn in_fields(layer: &Layer, x: f64) -> f64 {
    let model = Rc::clone(&layer.model);
    let all: f64 = layer.table.iter().zip(layer.names.iter()).map(|(a, b)| a * b).sum();
    layer.scale * model.at(x) + all * layer.row[1] + layer.model.bias * layer.row.iter().sum::<f64>()
}

#[differentiable]
fn in_a_list(models: &[Rc<Model>], x: f64) -> f64 {
    let first = &models[0];
    models.iter().map(|m| m.bias * m.at(x)).sum::<f64>() * first.weights[1]
}

#[differentiable]
fn made(x: &[f64]) -> f64 {
    let model = Rc::new(Model { weights: x.to_vec(), bias: x[0] * x[1] });
    let layers: Vec<Rc<Model>> = (0..3).map(|_| Rc::clone(&model)).collect();
    let list = Arc::new(vec![x[0], x[1] * x[2]]);
    let other = list.clone();
    layers.iter().enumerate().map(|(k, m)| m.at(list[k % 2])).sum::<f64>() * other[1]
}

#[differentiable]
fn on_write(m: Arc<Model>, x: f64, n: usize) -> f64 {
    let mut own = m.clone();
    let mut list = Rc::new(vec![x, 2.0 * x]);
    let before = list.clone();
    for k in 0..n {
        Arc::make_mut(&mut own).bias *= x + k as f64;
        Rc::make_mut(&mut list)[k % 2] = own.bias * before[1];
    }
    let last = Rc::unwrap_or_clone(list);
    own.bias * m.bias + last[0] * last[1] + before[0]
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Term {
    Number(f64),
    X,
    Sum(Rc<Term>, Rc<Term>),
    Product(Rc<Term>, Rc<Term>),
}

#[differentiable]
fn value(term: &Term, x: f64) -> f64 {
    match term {
        Term::Number(c) => *c,
        Term::X => x,
        Term::Sum(a, b) => value(a, x) + value(b, x),
        Term::Product(a, b) => value(a, x) * value(b, x),
    }
}

#[test]
fn parameters() {
    let x = [0.7, -1.2, 0.4];
    held(
        |x| squares(Rc::new(x.to_vec())),
        |x| {
            let (v, g) = squares::value_and_gradient(Rc::new(x.to_vec()));
            (v, g.to_vec())
        },
        &x,
    );
    held(
        |x| lent(&Arc::new(x[..2].to_vec()), x[2]),
        |x| {
            let (v, (g, k)) = lent::value_and_gradient(&Arc::new(x[..2].to_vec()), x[2]);
            (v, vec![g[0], g[1], k])
        },
        &x,
    );
    held(|x| slice(Rc::from(x)), |x| slice::value_and_gradient(x.to_vec()), &x);
    held(
        |x| by_model(Arc::new(model(x)), x[3]),
        |x| {
            let (v, (m, g)) = by_model::value_and_gradient(Arc::new(model(x)), x[3]);
            (v, vec![m.weights[0], m.weights[1] * 0.5, m.bias, g])
        },
        &[0.7, -1.2, 0.4, 1.3],
    );
}

fn layer(x: &[f64]) -> Layer {
    let names = Arc::new(vec![1.5, -0.5, 2.0]);
    let (model, table, row) = (Rc::new(model(x)), Arc::new(x.to_vec()), Rc::from(&x[1..]));
    Layer { model, table, row, names, scale: x[0] * 2.0 }
}

#[test]
fn fields_and_lists() {
    let x = [0.7, -1.2, 0.4];
    held(
        |x| in_fields(&layer(x), 0.9),
        |x| {
            let (v, (l, _)) = in_fields::value_and_gradient(&layer(x), 0.9);
            let g = vec![
                l.model.weights[0] + l.table[0] + 2.0 * l.scale,
                0.5 * l.model.weights[1] + l.table[1] + l.row[0],
                l.model.bias + l.table[2] + l.row[1],
            ];
            assert_eq!(*l.names, [1.5, -0.5, 2.0]);
            (v, g)
        },
        &x,
    );
    let models = |x: &[f64]| {
        let one = Rc::new(model(x));
        vec![one.clone(), Rc::new(Model { weights: vec![0.3, x[0]], bias: 0.2 }), one]
    };
    // Each place of what is shared has an adjoint of its own.
    held(
        |x| in_a_list(&models(x), 0.9),
        |x| {
            let (v, (all, _)) = in_a_list::value_and_gradient(&models(x), 0.9);
            let g = vec![
                all[0].weights[0] + all[2].weights[0] + all[1].weights[1],
                0.5 * (all[0].weights[1] + all[2].weights[1]),
                all[0].bias + all[2].bias,
            ];
            (v, g)
        },
        &x,
    );
}

#[test]
fn variables() {
    held(made, made::value_and_gradient, &[0.7, -1.2, 0.4]);
    for n in 0..4 {
        held(
            |x| on_write(Arc::new(model(x)), x[3], n),
            |x| {
                let (v, (m, g)) = on_write::value_and_gradient(Arc::new(model(x)), x[3], n);
                (v, vec![m.weights[0], m.weights[1] * 0.5, m.bias, g])
            },
            &[0.7, -1.2, 0.4, 1.3],
        );
    }
}

#[test]
fn trees() {
    let term = |x: &[f64]| {
        let square = Rc::new(Term::Product(Rc::new(Term::X), Rc::new(Term::Number(x[0]))));
        Term::Sum(Rc::new(Term::Product(square.clone(), square)), Rc::new(Term::Number(x[1])))
    };
    held(
        |x| value(&term(x), x[2]),
        |x| {
            let (v, (t, g)) = value::value_and_gradient(&term(x), x[2]);
            let Term::Sum(a, b) = &t else { panic!() };
            let (Term::Product(p, q), Term::Number(c)) = (&**a, &**b) else { panic!() };
            let number = |t: &Term| match t {
                Term::Product(_, n) => match **n {
                    Term::Number(n) => n,
                    _ => panic!(),
                },
                _ => panic!(),
            };
            (v, vec![number(p) + number(q), *c, g])
        },
        &[0.7, -1.2, 0.4],
    );
}

#[test]
fn second_derivatives() {
    let x = [0.7, -1.2, 0.4];
    let v = [0.3, -0.2, 1.1];
    let along = |t: f64| {
        let at: Vec<f64> = x.iter().zip(&v).map(|(x, v)| x + t * v).collect();
        made::gradient(&at)
    };
    let (h, hvp) = (1e-5, made::hvp(&x, &v));
    for (k, (a, b)) in along(h).into_iter().zip(along(-h)).enumerate() {
        let d = (a - b) / (2.0 * h);
        assert!((d - hvp[k]).abs() <= 1e-6 * (1.0 + d.abs()), "{k}: {} and {d}", hvp[k]);
    }
    let hvp = squares::hvp(Rc::new(x.to_vec()), &Rc::new(v.to_vec()));
    let along = |t: f64| squares::gradient(Rc::new(x.iter().zip(&v).map(|(x, v)| x + t * v).collect()));
    for (k, (a, b)) in along(h).iter().zip(along(-h).iter()).enumerate() {
        let d = (a - b) / (2.0 * h);
        assert!((d - hvp[k]).abs() <= 1e-6 * (1.0 + d.abs()), "{k}: {} and {d}", hvp[k]);
    }
}

/// What owns a slice is made of lists.
#[differentiable]
fn sliced(x: &[f64]) -> f64 {
    let a: Arc<[f64]> = Arc::from([x[0], 1.0]);
    let b: Rc<[f64]> = Rc::from(vec![x[1], 2.0]);
    let c: Box<[f64]> = Box::from([x[0], x[1]]);
    let d: Rc<[f64]> = Rc::from(&x[1..]);
    a[0] * b[0] * c[1] + a[1] * d[0] + d.len() as f64
}

#[test]
fn slices_of_lists() {
    held(sliced, sliced::value_and_gradient, &[0.7, 1.2, 0.4]);
}
