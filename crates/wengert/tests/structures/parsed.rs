//! Formulas that parsers with a position of their own make of texts.

// None is recorded.
#![deny(deprecated)]

use wengert::prelude::*;

#[derive(Debug)]
enum Expr {
    Lit(f64),
    X,
    Sum(Box<Expr>, Box<Expr>),
}

impl Expr {
    fn eval(&self, x: f64) -> f64 {
        match self {
            Expr::Lit(v) => *v,
            Expr::X => x,
            Expr::Sum(a, b) => a.eval(x) + b.eval(x) * x,
        }
    }
}

fn parse(src: &str) -> Result<Expr, String> {
    match src.split_once('+') {
        Some((a, b)) => Ok(Expr::Sum(Box::new(parse(a)?), Box::new(parse(b)?))),
        None if src == "x" => Ok(Expr::X),
        None => src.parse().map(Expr::Lit).map_err(|_| format!("bad {src}")),
    }
}

fn short(src: &str) -> Result<Expr, String> {
    let e = parse(src)?;
    if src.len() > 9 {
        return Err("too long".into());
    }
    Ok(e)
}

#[differentiable]
fn told(src: &str, x: f64) -> (f64, String) {
    match short(src) {
        Ok(e) => (e.eval(x), String::new()),
        Err(why) => (x, why),
    }
}

/// The reason of an error is not there where there is none.
#[test]
fn with_reasons() {
    assert_eq!(told::jvp("x+x+3", 2.0, 1.0), ((18.0, String::new()), (17.0, String::new())));
    assert_eq!(told::jvp("x+y", 2.0, 1.0).0, (2.0, "bad y".to_string()));
    assert_eq!(told::jvp("1+1+1+1+1+1", 2.0, 1.0).0, (2.0, "too long".to_string()));
}
