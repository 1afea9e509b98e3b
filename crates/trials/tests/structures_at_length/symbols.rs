//! Constants that are read from texts: arguments that leave the function, parts of texts, fields that may not be there.

// None is recorded unasked.
#![deny(deprecated)]

use std::borrow::Cow;
use std::collections::HashMap;
use wengert::prelude::*;

#[derive(Debug, Default)]
struct Leaf {
    weight: f64,
    kids: Vec<usize>,
    name: Option<String>,
}

fn leaves(text: &str) -> Option<Vec<Leaf>> {
    let mut all = vec![];
    for part in text.split(',') {
        let letters: Vec<char> = part.chars().collect();
        let name: String = letters.iter().take_while(|c| c.is_alphabetic()).collect();
        let mut leaf = Leaf { weight: part[name.len()..].parse().ok()?, ..Leaf::default() };
        for c in name.chars() {
            leaf.name.get_or_insert_with(String::new).push(c);
        }
        all.push(leaf);
    }
    Some(all)
}

#[differentiable]
fn by_letters(x: &[f64], text: &str, #[constant] rows: &HashMap<&str, &str>, sites: usize) -> Option<f64> {
    let all = leaves(text)?;
    let mut s = 0.0;
    for site in 0..sites {
        for leaf in &all {
            if let (true, Some(name)) = (leaf.kids.is_empty(), &leaf.name) {
                let letter = "ACGT".find(rows.get(name.as_str())?.chars().nth(site)?)?;
                s += leaf.weight * x[letter] * x[letter];
                continue;
            }
            s *= leaf.weight * x[0];
        }
    }
    Some(s)
}

#[differentiable]
fn in_parts(x: &[f64], text: &str) -> Option<f64> {
    let (left, right) = text.split_at(text.find(':')?);
    let mut s = x[left.len()] * right.len() as f64;
    for (at, found) in text.match_indices("ab") {
        s += x[at % 2] * x[1] * found.len() as f64;
    }
    for line in text.split_inclusive(':') {
        s *= x[line.len() % 2];
    }
    if text.is_char_boundary(1) && text.replacen('a', "", 1).len() < text.len() { Some(s * x[2]) } else { None }
}

#[derive(Default)]
struct Options {
    rate: f64,
    scale: Option<f64>,
    label: Cow<'static, str>,
}

impl Options {
    fn new(label: impl Into<Cow<'static, str>>) -> Self {
        Options { label: label.into(), ..Default::default() }
    }
    fn rate(mut self, rate: f64) -> Self {
        self.rate = rate;
        self
    }
}

#[differentiable]
fn with_options(x: f64, y: f64) -> Result<f64, String> {
    let options = Options::new("fast").rate(x * y);
    if options.rate < 0.0 {
        return Err(format!("{}: {}", options.label, options.rate));
    }
    Ok(options.rate * options.rate * options.scale.unwrap_or(x))
}

#[test]
fn arguments_that_leave_the_function() {
    let rows: HashMap<&str, &str> = [("p", "ACG"), ("q", "TTA")].into();
    let x = [0.3, 0.8, 1.1, 0.6];
    let text = "p1.5,q2.5,0.5";
    let f = |x: &[f64]| by_letters(x, text, &rows, 3).unwrap();
    crate::held(f, |x| by_letters::value_and_gradient(x, text, &rows, 3).unwrap(), &x);
    assert!(by_letters::gradient(&x, text, &rows, 4).is_none());
    assert!(by_letters::gradient(&x, "z1", &rows, 1).is_none());
}

#[test]
fn parts_of_texts() {
    let text = "ab:xabab:";
    let f = |x: &[f64]| in_parts(x, text).unwrap();
    crate::held(f, |x| in_parts::value_and_gradient(x, text).unwrap(), &[0.3, 0.8, 1.1]);
}

#[test]
fn texts_that_may_be_lent_as_fields() {
    let derived = |x: &[f64]| {
        let (value, (by_x, by_y)) = with_options::value_and_gradient(x[0], x[1]).unwrap();
        (value, vec![by_x, by_y])
    };
    crate::held(|x| with_options(x[0], x[1]).unwrap(), derived, &[0.7, 1.2]);
    assert_eq!(with_options(-1.0, 1.0), Err("fast: -1".to_string()));
    assert!(with_options::gradient(-1.0, 1.0).is_none());
}
