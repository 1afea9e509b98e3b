//! Known derivatives, values and sizes.

use lang::{Limits, Program};
use rules::{Functions, Number};
use symbolic::{Error, Expr, Form, Graph};

/// A program of the language as an expression of its inputs.
fn expression<'g>(graph: &'g Graph, text: &str) -> Expr<'g> {
    let program = Program::parse(text).unwrap();
    let inputs: Vec<Expr<'g>> = program.inputs().iter().map(|name| graph.variable(name)).collect();
    program.eval(&inputs, &Limits::default()).unwrap()[0]
}

const ELEVEN: &str = "let v1 = cos(x), v2 = sin(x), v3 = 2*v2, v4 = v3 + 1, v5 = ln(x), v6 = v5 - 1, v7 = v6^2,
    v8 = exp(x), v9 = 3 - v8, v10 = v1*v4, v11 = v7*v9 in v10*v11";

#[test]
fn the_derivative_of_the_program_of_eleven_lets_stays_within_three_times_its_size() {
    let graph = Graph::new();
    let f = expression(&graph, ELEVEN);
    let d = f.derivative(graph.variable("x")).unwrap();
    assert_eq!(f.size(), 12);
    assert!(d.size() <= 3 * f.size(), "{}", d.size());
    assert!(d.tree_size() > d.size() as u128);
    let near = |a: f64, b: f64| (a - b).abs() <= 4.0 * f64::EPSILON * b.abs();
    assert!(near(f.eval(&[2.0]).unwrap(), 0.484741966242748), "{}", f.eval(&[2.0]).unwrap());
    let slope = d.eval(&[2.0]).unwrap();
    assert!((slope - 0.152393197404922).abs() < 1e-14, "{slope}");
    assert_eq!(
        f.gradient(&[graph.variable("x")]).unwrap()[0].eval(&[2.0]).map(|g| (g - slope).abs() < 1e-14),
        Ok(true)
    );
    let lines = d.print(Form::Let).unwrap().lines().count();
    assert!(lines <= 3 * 12, "{lines}");
}

#[test]
fn sixty_doublings_print_in_sixty_lines() {
    let graph = Graph::new();
    let x = graph.variable("x");
    let y = (0..60).fold(x, |y, _| y + y);
    assert_eq!((y.size(), y.tree_size()), (60, (1 << 60) - 1));
    assert_eq!(y.print(Form::Let).unwrap().lines().count(), 60);
    let error = y.print(Form::Tree).unwrap_err();
    assert_eq!(error, Error::TooLarge { operations: (1 << 60) - 1, most: 1_000_000 });
    let d = y.derivative(x).unwrap();
    assert_eq!(d.as_constant(), Some((1u64 << 60) as f64));
    let s = (0..60).fold(x, |y, _| (y + y).sin());
    let d = s.derivative(x).unwrap();
    assert!(d.size() <= 3 * s.size() + 60, "{}", d.size());
    assert!(d.print(Form::Let).unwrap().lines().count() < 200);
    assert!(d.print(Form::Rust).unwrap().lines().count() < 200);
}

#[test]
fn golden_derivatives() {
    let graph = Graph::new();
    let x = graph.variable("x");
    let text = |f: &str, order| expression(&graph, f).derivative_of_order(x, order).unwrap().to_string();
    assert_eq!(text("x*sin(cos(x))", 1), "sin(cos(x)) - x*(cos(cos(x))*sin(x))");
    assert_eq!(text("sin(x)", 3), "-cos(x)");
    assert_eq!(text("sin(x)", 4), "sin(x)");
    assert_eq!(text("x^2 + x + 1", 1), "2*x + 1");
    assert_eq!(text("x^5", 4), "5*(4*(3*(2*x)))");
    assert_eq!(expression(&graph, "x^5").derivative_of_order(x, 4).unwrap().simplify().to_string(), "120*x");
    assert_eq!(text("x^5", 6), "0");
    assert_eq!(text("exp(x)", 5), "exp(x)");
    assert_eq!(text("floor(x)", 1), "0");
    assert_eq!(text("7", 1), "0");
    let quintic = expression(&graph, "x*(2*x + 1)*(x - 1)^2*(3 - x)").derivative(x).unwrap();
    assert_eq!(quintic.expand().to_string(), "-10*x^4 + 36*x^3 - 27*x^2 - 2*x + 3");
    let f = expression(&graph, "let y = 2*x*x in y + cos(y)");
    let d = f.derivative(x).unwrap();
    assert!((d.eval(&[1.5]).unwrap() - 11.865180705990582).abs() < 1e-13);
}

#[test]
fn several_variables_and_modes() {
    let graph = Graph::new();
    let (x, y) = (graph.variable("x"), graph.variable("y"));
    let z = x * y + x.sin();
    let g = z.gradient(&[x, y]).unwrap();
    assert_eq!(format!("{g:?}"), "[cos(x) + y, x]");
    assert_eq!(graph.eval(&g, &[0.5, 4.2]).unwrap(), [5.077582561890373, 0.5]);
    assert_eq!(z.derivative(y).unwrap().to_string(), "x");
    let unused = graph.variable("unused");
    assert_eq!(z.gradient(&[unused]).unwrap()[0].as_constant(), Some(0.0));
    assert_eq!(z.variables(), ["x", "y"]);
}

#[test]
fn the_gradient_of_many_variables_is_cheap() {
    let graph = Graph::new();
    let x: Vec<Expr<'_>> = (0..50).map(|i| graph.variable(&format!("x{i}"))).collect();
    let f = x.iter().fold(Expr::constant(1.0), |product, &x| product * (x.sin() + 2.0));
    let g = f.gradient(&x).unwrap();
    // Together with the value: at most five times it.
    let all = g.iter().copied().reduce(|a, b| a + b).unwrap();
    assert!(all.size() <= 5 * f.size(), "{} {}", all.size(), f.size());
}

#[test]
fn selections_take_the_derivative_of_their_arm() {
    let graph = Graph::new();
    let f = expression(&graph, "select(gt(x, 1), sqrt(x - 5), 3*x)");
    let x = graph.variable("x");
    let d = f.derivative(x).unwrap();
    assert_eq!(d.eval(&[0.0]), Ok(3.0));
    assert_eq!(d.derivative(x).unwrap().eval(&[0.0]), Ok(0.0));
    assert_eq!(f.gradient(&[x]).unwrap()[0].eval(&[0.0]), Ok(3.0));
}

#[test]
fn depth_is_no_limit() {
    let graph = Graph::new();
    let x = graph.variable("x");
    let deep = (0..200_000).fold(x, |y, _| y.sin() * 0.5);
    let d = deep.derivative(x).unwrap();
    assert!(d.eval(&[1.0]).is_ok() && d.tree_size() > 10_000_000_000);
    assert!(deep.print(Form::Let).unwrap().len() > 200_000);
    assert_eq!(deep.substitute(&[(x, Expr::constant(0.0))]).unwrap().as_constant(), Some(0.0));

    let deep = (0..50_000).fold(x, |y, _| y.sin());
    let d = deep.gradient(&[x]).unwrap()[0];
    assert!(d.eval(&[1.0]).is_ok() && d.simplify().size() > 50_000 && d.expand().size() > 50_000);
    assert!(deep.print(Form::Tree).unwrap().ends_with(")))"));
    for form in [Form::LatexLet, Form::Rust] {
        assert!(d.print(form).unwrap().len() > 50_000);
    }
}

#[test]
fn mistakes_are_errors() {
    let graph = Graph::new();
    let (x, y) = (graph.variable("x"), graph.variable("y"));
    let by = (x + y).derivative(x * y).unwrap_err();
    assert_eq!(by.to_string(), "`x*y` is no variable");
    assert!(x.derivative(Expr::constant(1.0)).is_err() && (x * y).gradient(&[x, x + y]).is_err());
    assert!(x.substitute(&[(x + y, x)]).is_err());
    assert_eq!((x + y).eval(&[1.0]), Err(Error::MissingInput { name: "y".to_owned() }));
    let clamped = x.clamp(y, 1.0);
    assert_eq!(clamped.eval(&[0.5, 2.0]).unwrap_err().to_string(), "clamp requires lo <= hi");
    assert!(x.clamp(2.0, 1.0).eval(&[0.5, 0.0]).is_err());
}

#[test]
fn comparisons_are_decided_by_values_or_noted() {
    let graph = Graph::new();
    let x = graph.variable_at("x", 2.0);
    assert!(x > 1.0 && x.sin() < x && x == 2.0);
    assert_eq!(graph.undecided(), 0);
    let y = graph.variable("y");
    assert_eq!((y.partial_cmp(&1.0), y.partial_cmp(&x), y == 1.0), (None, None, false));
    assert_eq!(graph.undecided(), 3);
    assert!(rules::Real::value(&y).is_nan() && graph.undecided() == 4);
}

rules::rule! {
    /// A user's function.
    Cube: cube(x) = x * x * x, d [3.0 * x * x];
}

#[test]
fn functions_of_users_are_differentiated() {
    let graph = Graph::new();
    let x = graph.variable("x");
    let f = cube(x.sin());
    assert_eq!(f.to_string(), "cube(sin(x))");
    let d = f.derivative(x).unwrap();
    assert_eq!(d.to_string(), "3*sin(x)*sin(x)*cos(x)");
    assert!((d.eval(&[1.0]).unwrap() - 3.0 * 1f64.sin().powi(2) * 1f64.cos()).abs() < 1e-15);
    assert!(matches!(f.run(&[x]), Err(Error::UserFunction { .. })));
}
