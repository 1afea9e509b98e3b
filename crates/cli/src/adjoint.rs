//! `wengert adjoint`: the adjoint that `#[differentiable]` generates, as a program to read.

mod page;

use crate::args::AdjointArgs;
use crate::depth;
use crate::drawing::draw;
use crate::failure::Failure;
use crate::output::Output;
use crate::source::Source;
use crate::spinner;
use ::adjoint::{Shown, View, show_functions, show_steps, show_typed};
use lang::visible;

/// Runs the command.
pub(crate) fn run(args: &AdjointArgs) -> Result<(), Failure> {
    depth::with_room(|| shown(args))
}

fn shown(args: &AdjointArgs) -> Result<(), Failure> {
    let source = Source::read(&args.file)?;
    spinner::start();
    let file = source.file.as_deref().unwrap_or_default();
    let view = View { compiled: args.compiled, split: args.split, tangent: args.tangent };
    let wrong = |e: syn::Error| Failure::Program(draw(&e, None, &source.text, file));
    // What are no tokens at all is said by the parser.
    source.text.parse().map_or(Ok(()), |tokens| depth::check(&tokens)).map_err(wrong)?;
    let all = match (args.typed, args.steps) {
        (true, _) => show_typed(&source.text),
        (_, true) => show_steps(&source.text).map(|all| all.into_iter().map(|s| s.shown).collect()),
        _ => show_functions(&source.text, view),
    };
    let all: Vec<Shown> = all.map_err(wrong)?;
    if all.is_empty() {
        return Err(Failure::Program(format!(
            "error: no function in {file} has the attribute `#[differentiable]`\nhelp: write `#[differentiable]` on the line \
             before a function to see its adjoint"
        )));
    }
    let wanted: Vec<&Shown> = match &args.function {
        None => all.iter().collect(),
        Some(name) => all.iter().filter(|f| f.path == *name || f.name == name).collect(),
    };
    if let (Some(name), []) = (&args.function, &wanted[..]) {
        let known: Vec<&str> = all.iter().map(|f| f.path.as_str()).collect();
        let known = known.join(", ");
        return Err(Failure::Usage(format!(
            "no `#[differentiable]` function in {file} is called `{name}`; it has {known}"
        )));
    }
    let programs: Vec<&str> = wanted.iter().filter_map(|f| f.adjoint.as_deref().ok()).collect();
    let output = Output::open(args.output.as_deref())?;
    let whole = programs.len() == wanted.len();
    // A file that is only half of it replaces none.
    if whole || !output.is_file() {
        let text = match args.html {
            true => page::page(file, &source.text, &wanted, what(args)),
            false => programs.join("\n"),
        };
        output.print(visible(&text).as_bytes())?;
    }
    let wrong = wanted.iter().filter_map(|f| Some((f, f.adjoint.as_ref().err()?)));
    let drawings: Vec<String> = wrong.map(|(f, error)| draw(error, Some(f.name.span()), &source.text, file)).collect();
    if whole { Ok(()) } else { Err(Failure::Program(drawings.join("\n"))) }
}

/// What is shown of a function.
fn what(args: &AdjointArgs) -> &'static str {
    match (args.typed, args.steps, args.tangent) {
        (true, ..) => "typed body",
        (_, true, _) => "steps",
        (.., true) => "tangent",
        _ => "adjoint",
    }
}
