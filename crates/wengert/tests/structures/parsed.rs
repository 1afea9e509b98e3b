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

struct Parser<'s> {
    src: &'s [u8],
    at: usize,
}

impl<'s> Parser<'s> {
    fn new(src: &'s str) -> Self {
        Parser { src: src.as_bytes(), at: 0 }
    }
    fn sum(&mut self) -> Result<Expr, String> {
        let mut all = self.term()?;
        while self.src.get(self.at) == Some(&b'+') {
            self.at += 1;
            all = Expr::Sum(Box::new(all), Box::new(self.term()?));
        }
        Ok(all)
    }
    fn term(&mut self) -> Result<Expr, String> {
        let c = *self.src.get(self.at).ok_or("nothing")?;
        self.at += 1;
        match c {
            b'(' => {
                let inner = self.sum()?;
                self.at += 1;
                Ok(inner)
            }
            b'x' => Ok(Expr::X),
            b'0'..=b'9' => Ok(Expr::Lit(f64::from(c - b'0'))),
            c => Err(format!("`{}` at {}", c as char, self.at)),
        }
    }
}

#[differentiable]
fn at_once(x: f64) -> f64 {
    Parser::new("x+(x+3)").sum().unwrap().eval(x)
}

/// Where the parser is afterwards is looked at.
#[differentiable]
fn to_the_end(src: &str, x: f64) -> Option<f64> {
    let mut parser = Parser::new(src);
    match parser.sum() {
        Ok(e) if parser.at == src.len() => Some(e.eval(x)),
        _ => None,
    }
}

#[test]
fn by_a_parser() {
    assert_eq!(at_once::value_and_gradient(2.0), (18.0, 17.0));
    assert_eq!(to_the_end::value_and_gradient("x+(x+3)", 2.0), Some((18.0, 17.0)));
    assert_eq!(to_the_end::gradient("x+x)", 2.0), None);
    assert_eq!(to_the_end::gradient("x+", 2.0), None);
}

#[derive(Clone, Debug)]
enum Token {
    Num(f64),
    Sign(char),
}

fn tokens(src: &str) -> Vec<Token> {
    let of = |word: &str| word.parse().map_or_else(|_| Token::Sign(word.chars().next().unwrap()), Token::Num);
    src.split(' ').map(of).collect()
}

fn sum(tokens: &[Token], at: &mut usize) -> Option<Expr> {
    let first = match tokens.get(*at)? {
        Token::Num(v) => Expr::Lit(*v),
        Token::Sign('x') => Expr::X,
        Token::Sign(_) => {
            *at += 1;
            sum(tokens, at)?
        }
    };
    *at += 1;
    if let Some(Token::Sign('+')) = tokens.get(*at) {
        *at += 1;
        return Some(Expr::Sum(Box::new(first), Box::new(sum(tokens, at)?)));
    }
    Some(first)
}

#[differentiable]
fn of_tokens(x: f64) -> f64 {
    let all = tokens("x + ( x + 3.5 )");
    let mut at = 0;
    let e = sum(&all, &mut at).unwrap();
    e.eval(x) * at as f64
}

#[test]
fn by_tokens() {
    assert_eq!(of_tokens::value_and_gradient(2.0), (7.0 * 20.0, 7.0 * 19.0));
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

trait Code {
    const NAME: &'static str;
}

#[derive(Clone, Debug)]
struct Euro;

impl Code for Euro {
    const NAME: &'static str = "EUR";
}

const UNITS: [&str; 2] = ["m", "km"];

#[differentiable]
fn labelled<C: Code>(x: f64, k: usize) -> f64 {
    let label = format!("{}/{}{}", C::NAME, UNITS[k], f64::MAX_EXP);
    x * label.len() as f64
}

#[differentiable]
fn priced(x: f64) -> f64 {
    labelled::<Euro>(x, 1) * x
}

/// Constants, of a type that is a parameter too, are put into texts.
#[test]
fn of_constants() {
    assert_eq!(priced::value_and_gradient(3.0), (90.0, 60.0));
}

#[derive(Debug)]
enum Fault {
    Letter(char),
    Missing,
}

fn names(src: &str) -> Result<Vec<char>, Fault> {
    src.chars().map(|c| if c.is_alphabetic() { Ok(c) } else { Err(Fault::Letter(c)) }).collect()
}

fn product(names: &[char], vars: &[(char, f64)]) -> Result<f64, Fault> {
    let mut p = 1.0;
    for name in names {
        p *= vars.iter().find(|(own, _)| own == name).map(|(_, v)| *v).ok_or(Fault::Missing)?;
    }
    Ok(p)
}

#[differentiable]
fn of_names(src: &str, x: f64, y: f64) -> f64 {
    let run = || -> Result<f64, Fault> {
        let all = names(src)?;
        product(&all, &[('x', x), ('y', y)])
    };
    run().unwrap_or(x)
}

/// One reason is made of constants alone, another one beside numbers.
#[test]
fn with_reasons_of_two_kinds() {
    assert_eq!(of_names::value_and_gradient("xyx", 2.0, 3.0), (12.0, (12.0, 4.0)));
    assert_eq!(of_names::gradient("xz", 2.0, 3.0), (1.0, 0.0));
    assert_eq!(of_names::gradient("x1", 2.0, 3.0), (1.0, 0.0));
}
