//! The steps of a function and the plan of its way back, as text.

use super::{One, Shown};
use crate::plan::print::WRITTEN;
use crate::signature::options::Wanted;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
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
    super::each(source, One::steps)
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
    let generated = crate::expand::expand(&mut f, wanted)?;
    let (mut functions, mut characters, mut written) = (0, 0, None);
    for function in crate::syntax::generated::whole_functions(&generated, &name)? {
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
    let functions = crate::syntax::generated::whole_functions(generated, name)?;
    let written = functions.into_iter().find(|function| function.sig.ident == WRITTEN);
    let text = written.and_then(|function| Some(parts(&function.block.stmts)?.0));
    text.ok_or_else(|| Error::new(name.span(), "there are no steps of it: it is recorded while it runs"))
}

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
