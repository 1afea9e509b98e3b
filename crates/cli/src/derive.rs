//! `wengert derive`: the derivative as a formula.

use crate::args::{DeriveArgs, DeriveForm};
use crate::failure::{Failure, tell};
use crate::output::Output;
use crate::problem::{Problem, position};
use lang::Workspace;
use symbolic::{Expr, Form, Graph};

/// Runs the command.
pub(crate) fn run(args: &DeriveArgs) -> Result<(), Failure> {
    let (problem, x) = Problem::of_names(&args.question)?;
    problem.one_result("derive")?;
    let names = problem.program.inputs();
    let by = match (&args.wrt, names) {
        (Some(name), names) => position(names, name, "--wrt")?,
        (None, [_]) => 0,
        (None, []) => return Err(Failure::Usage("the program has no variable to differentiate by".to_owned())),
        (None, many) => {
            return Err(Failure::Usage(format!("name the variable with --wrt: {}", many.join(", "))));
        }
    };

    let graph = Graph::new();
    let variable = |(name, value): (&String, &Option<f64>)| match value {
        Some(value) => graph.variable_at(name, *value),
        None => graph.variable(name),
    };
    let inputs: Vec<Expr<'_>> = names.iter().zip(&x).map(variable).collect();
    let mut outputs = [Expr::from(0.0)];
    let ran =
        problem.program.eval_into(&inputs, &args.size.limits(problem.limits), &mut Workspace::new(), &mut outputs);
    if graph.undecided() > 0 {
        let text = "the program branches on its variables: give the point whose branch is meant, as in x=2, \
                    or use `select`, which keeps both";
        return Err(Failure::Program(format!("error: {text}")));
    }
    ran.map_err(|e| args.size.explain(&e, problem.limits).unwrap_or_else(|| problem.failure(&e)))?;
    args.size.admits(graph.len(), "the program", "")?;

    let wrong = |e: symbolic::Error| Failure::Program(format!("error: {e}"));
    let [f] = outputs;
    let mut derivative = f;
    for order in 1..=args.order {
        derivative = derivative.derivative(inputs[by]).map_err(wrong)?;
        // One derivative is a small multiple of what it is taken of: between them is often enough to look.
        args.size.admits(graph.len(), &format!("the derivative of order {order}"), "lower --order, or ")?;
    }
    if args.expand {
        derivative = derivative.expand();
    }
    if args.simplify {
        derivative = derivative.simplify();
    }
    let derivative = derivative.written_out();
    let form = match args.form {
        DeriveForm::Let => Form::Let,
        DeriveForm::Tree => Form::Tree,
        DeriveForm::Latex => Form::Latex,
        DeriveForm::LatexLet => Form::LatexLet,
        DeriveForm::Rust => Form::Rust,
    };
    let text = derivative.print(form).map_err(wrong)?;
    Output::open(args.output.as_deref())?.print(format!("{text}\n").as_bytes())?;
    let tree = match derivative.tree_size() {
        u128::MAX => "more than 2^128".to_owned(),
        size => size.to_string(),
    };
    let (primal, shared) = (f.size(), derivative.size());
    tell(format_args!("operations: {primal} of the program, {shared} of the derivative, {tree} of it as a tree"));
    Ok(())
}
