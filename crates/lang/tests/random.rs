//! Laws on random programs: what is printed parses back to the same values, and no text makes anything panic.

use lang::{Limits, Program};
use proptest::prelude::*;

/// An expression as a tree, with its own evaluator, to compare the language with.
#[derive(Clone, Debug)]
enum Tree {
    Number(f64),
    Input(usize),
    Negate(Box<Tree>),
    Binary(char, Box<Tree>, Box<Tree>),
    Integer(Box<Tree>, i32),
    Row(&'static rules::Row, Vec<Tree>, i32),
    If(&'static str, [Box<Tree>; 4]),
    Let(Box<Tree>, Box<Tree>),
    Lambda(Box<Tree>, Box<Tree>),
}

const NAMES: [&str; 3] = ["x", "y", "z"];

fn rows() -> Vec<&'static rules::Row> {
    rules::ROWS.iter().filter(|row| row.kind != rules::Kind::Helper && row.requires.is_empty()).collect()
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        (0..3usize).prop_map(Tree::Input),
        (0..40u8).prop_map(|n| Tree::Number(f64::from(n) / 4.0)),
        (0.0..1e9).prop_map(Tree::Number),
    ];
    leaf.prop_recursive(6, 60, 4, |tree| {
        let boxed = tree.clone().prop_map(Box::new).boxed();
        let row = (prop::sample::select(rows()), prop::collection::vec(tree, 3), 0..4);
        prop_oneof![
            1 => boxed.clone().prop_map(Tree::Negate),
            4 => (prop::sample::select(vec!['+', '-', '*', '/', '^']), boxed.clone(), boxed.clone())
                .prop_map(|(op, a, b)| Tree::Binary(op, a, b)),
            1 => (boxed.clone(), -9..9).prop_map(|(a, n)| Tree::Integer(a, n)),
            3 => row.prop_map(|(row, mut arguments, n)| {
                arguments.truncate(row.arity);
                Tree::Row(row, arguments, if row.family { n } else { 0 })
            }),
            1 => (prop::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]), [boxed.clone(), boxed.clone(), boxed.clone(), boxed.clone()])
                .prop_map(|(op, parts)| Tree::If(op, parts)),
            1 => (boxed.clone(), boxed.clone()).prop_map(|(a, b)| Tree::Let(a, b)),
            1 => (boxed.clone(), boxed).prop_map(|(a, b)| Tree::Lambda(a, b)),
        ]
    })
}

/// The text and how strongly it binds; parentheses only where the grammar needs them.
fn print(tree: &Tree) -> (String, u8) {
    let at_least = |tree: &Tree, level: u8| match print(tree) {
        (text, found) if found >= level => text,
        (text, _) => format!("({text})"),
    };
    match tree {
        Tree::Number(x) => (format!("{x:?}"), 5),
        Tree::Input(i) => (NAMES[*i].to_owned(), 5),
        Tree::Negate(a) => (format!("-{}", at_least(a, 3)), 3),
        Tree::Binary(op, a, b) => {
            let (left, right, level) = match op {
                '+' | '-' => (1, 2, 1),
                '*' | '/' => (2, 3, 2),
                _ => (5, 3, 4),
            };
            let exponent = at_least(b, right);
            // A literal exponent would be an integer power.
            let exponent = if *op == '^' { format!("(let w = {exponent} in w)") } else { exponent };
            (format!("{} {op} {exponent}", at_least(a, left)), level)
        }
        Tree::Integer(a, n) => (format!("{}^{n}", at_least(a, 5)), 4),
        Tree::Row(row, arguments, n) => {
            let mut texts: Vec<String> = arguments.iter().map(|a| print(a).0).collect();
            texts.extend(row.family.then(|| n.to_string()));
            (format!("{}({})", row.name, texts.join(", ")), 5)
        }
        Tree::If(op, [a, b, c, d]) => {
            let (a, b) = (at_least(a, 1), at_least(b, 1));
            (format!("if {a} {op} {b} then {} else {}", print(c).0, print(d).0), 0)
        }
        Tree::Let(a, b) => (format!("let x = {} in {}", print(a).0, print(b).0), 0),
        Tree::Lambda(a, b) => (format!("(\\y. {})({})", print(b).0, print(a).0), 5),
    }
}

fn value(tree: &Tree, x: [f64; 3]) -> f64 {
    match tree {
        Tree::Number(c) => *c,
        Tree::Input(i) => x[*i],
        Tree::Negate(a) => -value(a, x),
        Tree::Binary(op, a, b) => {
            let (a, b) = (value(a, x), value(b, x));
            match op {
                '+' => a + b,
                '-' => a - b,
                '*' => a * b,
                '/' => a / b,
                _ => a.powf(b),
            }
        }
        Tree::Integer(a, n) => value(a, x).powi(*n),
        Tree::Row(row, arguments, n) => row.op.apply(&arguments.iter().map(|a| value(a, x)).collect::<Vec<_>>(), *n),
        Tree::If(op, [a, b, c, d]) => {
            let (a, b) = (value(a, x), value(b, x));
            let taken = match *op {
                "<" => a < b,
                "<=" => a <= b,
                ">" => a > b,
                ">=" => a >= b,
                "==" => a == b,
                _ => a != b,
            };
            value(if taken { c } else { d }, x)
        }
        Tree::Let(a, b) => value(b, [value(a, x), x[1], x[2]]),
        Tree::Lambda(a, b) => value(b, [x[0], value(a, x), x[2]]),
    }
}

/// Text of the language's own words, which gets further than random bytes.
fn salad() -> impl Strategy<Value = String> {
    let words = [
        "x",
        "y",
        "1",
        "2.5",
        "sin",
        "(",
        ")",
        "[",
        "]",
        "+",
        "-",
        "*",
        "/",
        "^",
        ",",
        ";",
        "=",
        "==",
        "<",
        "fn f(x) =",
        "f",
        "let",
        "in",
        "if",
        "then",
        "else",
        "and",
        "or",
        "not",
        "true",
        "\\",
        ".",
        "\n",
        "# c\n",
        "é",
        "powi",
        "clamp",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..30).prop_map(|words| words.join(" "))
}

fn survives(source: &str) {
    let limits = Limits { steps: 10_000, depth: 1_000, values: 100_000 };
    let outcome = Program::parse(source).and_then(|program| {
        let inputs = vec![0.5; program.inputs().len()];
        program.eval(&inputs, &limits)
    });
    if let Err(error) = outcome {
        assert!(error.span().end <= source.len());
        assert!(!error.report(source, "text").is_empty());
        assert!(!error.report("another text", "text").is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_expressions_parse_and_give_the_same_bits(tree in tree(), x in [-3.0..3.0, 0.1..9.0, -1e3..1e3]) {
        let source = print(&tree).0;
        let program = Program::parse(&source).and_then(|p| p.bind(&NAMES));
        let program = program.unwrap_or_else(|e| panic!("{}", e.report(&source, "printed")));
        let found = program.eval(&x, &Limits::default()).unwrap()[0];
        let expected = value(&tree, x);
        prop_assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(), "{source}: {found} {expected}");
    }

    #[test]
    fn no_text_panics(source in ".*") {
        survives(&source);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_program_panics(source in salad()) {
        survives(&source);
    }
}
