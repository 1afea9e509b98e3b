//! The steps of a function and the plan of its way back, as text.

use super::{Found, One, Shown};
use crate::ir::verify::Stage;
use crate::ir::{Frame, Program, Step, Val, walk};
use crate::lowered::Leaf;
use crate::options::Wanted;
use crate::plan::Plan;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeMap;
use std::fmt::Write;
use syn::visit::Visit;
use syn::{Error, Expr, ItemFn, Lit, Result, Stmt};

/// A function of a source file that has the attribute, and its steps.
#[derive(Debug)]
pub struct Steps {
    /// The function; in place of its adjoint the steps, one a line, after all passes, and what the plan saves.
    pub shown: Shown,
    /// How many steps there are.
    pub steps: usize,
    /// How many values are saved for the way back where it is a function of its own.
    pub saved: usize,
    /// How many functions are generated.
    pub functions: usize,
    /// How many characters they have, blanks not counted.
    pub characters: usize,
}

/// The steps of all `#[differentiable]` functions of a source text, in order, and how much is generated of them.
///
/// ```
/// let steps = adjoint::show_steps("#[differentiable] fn f(x: f64, y: f64) -> f64 { x * y }")?;
/// let text = steps[0].shown.adjoint.as_ref().expect("steps");
/// assert!(text.contains("t: float active = x * y"));
/// # Ok::<(), syn::Error>(())
/// ```
///
/// # Errors
/// If the text is not Rust. What is wrong with one function is in its [`Shown::adjoint`].
pub fn show_steps(source: &str) -> Result<Vec<Steps>> {
    let mut found = Found(vec![]);
    found.visit_file(&syn::parse_file(source)?);
    let known = crate::Known::read(crate::Index::of_texts(&[source]));
    let one = |found: One| {
        let start = found.span().start();
        crate::Around::new(&known).at(0, start.line, start.column + 1).within(|| found.steps())
    };
    Ok(found.0.into_iter().map(one).collect())
}

impl One {
    fn steps(self) -> Steps {
        let none = |name, path, error| {
            let shown = Shown { name, path, adjoint: Err(error) };
            Steps { shown, steps: 0, saved: 0, functions: 0, characters: 0 }
        };
        match self {
            One::Wrong(name, error) => none(name.clone(), name.to_string(), error),
            One::Function(path, f, options) => {
                let name = f.sig.ident.clone();
                read(*f, options, &path).unwrap_or_else(|error| none(name, path, error))
            }
        }
    }
}

/// The steps of one function, given without the attribute.
fn read(mut f: ItemFn, options: TokenStream, path: &str) -> Result<Steps> {
    let mut wanted: Wanted = syn::parse2(options)?;
    (wanted.options.steps, wanted.strict) = (true, true);
    let name = f.sig.ident.clone();
    let generated = crate::expand(&mut f, wanted)?;
    let (mut functions, mut characters, mut written) = (0, 0, None);
    for function in crate::blocks::whole_functions(&generated, &name)? {
        if function.sig.ident == WRITTEN {
            written = parts(&function.block.stmts);
            continue;
        }
        functions += 1;
        characters += quote!(#function).to_string().chars().filter(|c| !c.is_whitespace()).count();
    }
    let Some((text, steps, saved)) = written else {
        let message = "there are no steps of it: it is recorded while it runs";
        return Err(Error::new(name.span(), message));
    };
    let shown = Shown { name, path: path.to_string(), adjoint: Ok(text) };
    Ok(Steps { shown, steps, saved, functions, characters })
}

/// The steps of a function, as they stand in what was generated.
pub(super) fn text(generated: &TokenStream, name: &Ident) -> Result<String> {
    let functions = crate::blocks::whole_functions(generated, name)?;
    let written = functions.into_iter().find(|function| function.sig.ident == WRITTEN);
    let text = written.and_then(|function| Some(parts(&function.block.stmts)?.0));
    text.ok_or_else(|| Error::new(name.span(), "there are no steps of it: it is recorded while it runs"))
}

/// The name of the function that hands over what is to be shown.
const WRITTEN: &str = "__steps";

fn parts(stmts: &[Stmt]) -> Option<(String, usize, usize)> {
    let [Stmt::Expr(Expr::Tuple(tuple), None)] = stmts else { return None };
    let mut literals = tuple.elems.iter().map(|e| match e {
        Expr::Lit(l) => Some(&l.lit),
        _ => None,
    });
    let number = |l: Option<Option<&Lit>>| match l?? {
        Lit::Int(n) => n.base10_parse().ok(),
        _ => None,
    };
    match literals.next()?? {
        Lit::Str(text) => Some((text.value(), number(literals.next())?, number(literals.next())?)),
        _ => None,
    }
}

/// The function in which the steps are handed over.
///
/// # Errors
/// If they are not well-formed.
pub(crate) fn written(p: &Program, leaves: &[Leaf], name: &Ident, fused: &Plan, split: &Plan) -> Result<TokenStream> {
    p.verify(leaves, Stage::Typed).map_err(|fault| Error::new(name.span(), fault))?;
    let mut text = p.text(&name.to_string(), leaves);
    let of = |frame: Frame| if frame == 0 { "the function".to_string() } else { format!("loop {frame}") };
    let mut loops: Vec<Frame> = fused.fused.iter().copied().collect();
    loops.sort_unstable();
    for frame in loops {
        let _ = writeln!(text, "{} runs forward and backward at once", of(frame));
    }
    let names = |vals: &[Val]| vals.iter().map(|&v| p.values[v].name.to_string()).collect::<Vec<_>>().join(", ");
    let (mut saved, mut all) = (0, BTreeMap::<Frame, Vec<Val>>::new());
    for vals in split.saved.values() {
        saved += vals.len();
        for &v in vals {
            all.entry(p.values[v].frame).or_default().push(v);
        }
    }
    for (frame, mut vals) in all {
        vals.sort_unstable();
        let _ = writeln!(text, "{} saves {}", of(frame), names(&vals));
    }
    let mut again: Vec<Val> = split.computed.iter().copied().collect();
    again.sort_unstable();
    if !again.is_empty() {
        let _ = writeln!(text, "computed again: {}", names(&again));
    }
    let mut restored: Vec<(Frame, String)> = vec![];
    for (&frame, arrays) in &split.restored {
        let arrays: Vec<String> = arrays.iter().map(|&a| p.arrays[a].name.to_string()).collect();
        restored.push((frame, arrays.join(", ")));
    }
    restored.sort_unstable();
    for (frame, arrays) in restored {
        let _ = writeln!(text, "{} puts back {arrays}", of(frame));
    }
    let mut steps = 0;
    walk(&p.body, &mut |_: &Step, _| steps += 1);
    let written = quote::format_ident!("{}", WRITTEN);
    Ok(quote!(fn #written() { (#text, #steps, #saved) }))
}
