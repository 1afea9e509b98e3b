//! Rust source of formulas compiles, for every row and its derivatives, and computes the same bits.

use rules::{Functions, ROWS};
use symbolic::{Expr, Graph};

#[rustfmt::skip]
mod emitted;

/// Where the code finds functions.
mod wengert {
    pub(crate) use rules::functions;
}

/// A compiled function of the numbers at a point.
type Compiled = fn(&[f64]) -> f64;

/// A formula, what it is called in Rust, and the points to compare at.
struct Sample<'g> {
    name: String,
    x: Expr<'g>,
    points: Vec<&'static [f64]>,
}

/// The source that stands in `emitted.rs`, written anew with `UPDATE_EXPECT=1`, and the formulas in the same order.
fn emit(graph: &Graph) -> (String, Vec<Sample<'_>>) {
    let mut functions = Vec::new();
    for row in ROWS {
        let names = ["a", "b", "c"];
        let variables: Vec<Expr<'_>> = names[..row.arity].iter().map(|name| graph.variable(name)).collect();
        for &n in row.parameters {
            let value = row.op.apply(&variables, n);
            let mut of = vec![(String::from("value"), value)];
            for (name, &x) in names.iter().zip(&variables) {
                let d = value.derivative(x).unwrap();
                of.push((format!("by_{name}"), d));
                for (other, &y) in names.iter().zip(&variables) {
                    of.push((format!("by_{name}_{other}"), d.derivative(y).unwrap()));
                }
            }
            let name = |what: &str| format!("{}_{n}_{what}", row.name).replace('-', "minus_");
            functions.extend(of.into_iter().map(|(what, x)| Sample {
                name: name(&what),
                x,
                points: row.points.to_vec(),
            }));
        }
    }
    let strange = ["x", "x'", "x_", "t1", "fn", "2", "\u{3bb}"].map(|name| graph.variable(name));
    let sum = strange.into_iter().map(|x| x.sin() * x).reduce(|a, b| a + b).unwrap();
    let points: Vec<&[f64]> = vec![&[0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]];
    functions.push(Sample { name: "strange_names".to_owned(), x: sum, points });

    let mut source =
        String::from("//! What `rust.rs` emits and checks.\n\n#![allow(clippy::all)]\n\nuse super::wengert;\n\n");
    let mut table = String::new();
    for Sample { name, x, .. } in &functions {
        source += &format!("{}\n\n", x.rust_function(name));
        let all = graph.variables();
        let place = |v: String| format!("x[{}]", all.iter().position(|known| *known == v).unwrap());
        let args: Vec<String> = x.variables().into_iter().map(place).collect();
        let x = if args.is_empty() { "_" } else { "x" };
        table += &format!("    |{x}| {name}({}),\n", args.join(", "));
    }
    source += &format!("pub(super) const ALL: [super::Compiled; {}] = [\n{table}];\n", functions.len());
    (source, functions)
}

#[test]
fn every_row_and_its_derivatives_compile_and_compute_the_same_bits() {
    let graph = Graph::new();
    let (source, functions) = emit(&graph);
    expect_test::expect_file!["emitted.rs"].assert_eq(&source);
    assert_eq!(emitted::ALL.len(), functions.len());
    for (Sample { name, x, points }, compiled) in functions.into_iter().zip(emitted::ALL) {
        for point in points {
            let mut inputs = point.to_vec();
            inputs.resize(10, 0.0);
            let (got, want) = (compiled(&inputs), x.written_out().eval(&inputs).unwrap());
            assert!(
                got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(),
                "{name}: {got} {want} at {point:?}"
            );
        }
    }
}
