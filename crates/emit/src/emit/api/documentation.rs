//! What the documentation says of the functions beside a function, by the names of its parameters.

use crate::emit::Emitter;
use crate::signature::Shape;
use crate::signature::nests::Outside;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

const COST: &str = "Cost: a small multiple of the function's.";
const AGAIN: &str = "Nothing is allocated from the second call with the same workspace on.";

impl Emitter<'_> {
    /// The documentation of the function of that name; where arrays of arrays are laid out for it, nobody is shown the one
    /// on flat lists.
    pub(crate) fn about(&self, name: &str) -> TokenStream {
        match self.sig.outside {
            Some(_) => quote!(#[doc(hidden)]),
            None => self.documentation(name),
        }
    }

    /// What stands before a function that users call: panics in it are told where it is called.
    pub(crate) fn entry(&self, name: &str) -> TokenStream {
        let about = self.about(name);
        quote!(#about #[track_caller] #[inline])
    }

    /// The same before the function on the user's types.
    pub(crate) fn entry_outside(&self, name: &str) -> TokenStream {
        let about = self.documentation(name);
        quote!(#about #[track_caller] #[inline])
    }

    /// One sentence, then what the function costs, and when it panics.
    pub(crate) fn documentation(&self, name: &str) -> TokenStream {
        let names = self.active_names();
        let (all, by, direction, entries) = (listed(&names), by(&names), direction(&names), entries(&names));
        let (written, result) = (self.writes(), self.result());
        let (weights, behind) = match (result, written) {
            (Shape::Unit, true) => (" The weights are those of what is written through `&mut`.", ""),
            (_, true) => (
                " The weights are those of the result, then of what is written through `&mut`.",
                " What is written through `&mut` comes after the result.",
            ),
            (Shape::Tuple(_), false) => (" The weights are those of the result's parts, in their order.", ""),
            _ => ("", ""),
        };
        let (value, there) = match self.sig.maybe {
            true => ("The value, if there is one", ", if there is a value"),
            false => ("The value", ""),
        };
        let paragraphs = match name {
            "eval" => vec!["The function on any number: a plain one, a dual, a series, a variable of a tape.".into()],
            "gradient" if self.sig.maybe => vec![format!("The gradient {by}, if there is a value."), COST.into()],
            "gradient" => vec![format!("The gradient {by}."), COST.into()],
            "value_and_gradient" if self.sig.maybe => {
                vec![format!("The value and the gradient {by}, if there is a value."), COST.into()]
            }
            "value_and_gradient" => vec![format!("The value, and the gradient {by}."), COST.into()],
            "value_and_gradient_into" => {
                vec![format!("{value}; the gradient by {all} is written to the caller's memory."), AGAIN.into()]
            }
            "vjp" if matches!(result, Shape::Scalar) && !written => {
                vec![format!("{value}, and its derivatives {by}, times a weight."), COST.into()]
            }
            "vjp" => vec![
                format!(
                    "{value}, and the vector-Jacobian product {by}: the derivatives of all outputs, times their weights."
                ),
                format!("{COST}{weights}"),
            ],
            "vjp_into" => vec![
                format!("{value}; the vector-Jacobian product by {all} is written to the caller's memory."),
                format!("{AGAIN}{weights}"),
            ],
            "jvp" => vec![
                format!("{value}, and the derivative along {direction} (Jacobian-vector product)."),
                format!("Cost: about twice the function's.{behind}"),
            ],
            "hvp" => vec![
                format!("The Hessian times {direction}{there}."),
                format!(
                    "Forward over reverse. Cost: a small multiple of the gradient's.{}",
                    if written { " Nothing is written through `&mut`." } else { "" }
                ),
            ],
            "value_and_hvp" => vec![
                format!("The value, the gradient, and the Hessian times {direction}{there}."),
                "Cost: that of the product alone.".into(),
            ],
            "hessian" => vec![
                format!("The Hessian by {entries}{there}: n x n, symmetric."),
                "Cost: a gradient on duals for every four columns.".into(),
            ],
            "jacobian" => vec![
                format!("The Jacobian by {entries}: a row for each output."),
                format!("By forward or reverse mode, whichever is cheaper.{behind}"),
            ],
            "jacobian_into" => vec![
                format!("{value}; the Jacobian is written to the caller's memory, row by row: by {entries}."),
                format!("Cost: a gradient for every two outputs. {AGAIN}"),
            ],
            "function" => vec![
                format!("The function of one list, {entries}, for every operator and engine."),
                format!("Constants, and the lengths of these, are those of the arguments given here.{behind}"),
            ],
            _ => unreachable!("no function is called {name}"),
        };
        let panics = self.panics(name).map(|condition| format!("# Panics\n{condition}"));
        let text = paragraphs.into_iter().chain(panics).collect::<Vec<_>>().join("\n\n");
        // As it stands in a comment.
        let lines = text.lines().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
        quote!(#(#[doc = #lines])*)
    }

    fn panics(&self, name: &str) -> Option<&'static str> {
        let weighted = self.writes() || is_several(self.result());
        Some(match (name, self.has_lengths()) {
            ("jacobian_into", _) => "If the rows are not as many numbers as the Jacobian has.",
            ("value_and_gradient_into", true) => "If an array and its gradient differ in length.",
            ("vjp", _) | ("vjp_into", false) if weighted => "If an output and its weights differ in length.",
            ("vjp_into", true) if weighted => {
                "If an array and its gradient, or an output and its weights, differ in length."
            }
            ("vjp_into", true) => "If an array and its gradient differ in length.",
            ("jvp" | "hvp" | "value_and_hvp", true) => "If an array and its direction differ in length.",
            _ => return None,
        })
    }

    /// The shape of the result where there is one.
    fn result(&self) -> &Shape {
        match &self.sig.ret {
            Shape::Tuple(parts) if self.sig.maybe => &parts[0],
            shape => shape,
        }
    }

    /// The active parameters, as they were written.
    fn active_names(&self) -> Vec<String> {
        match &self.sig.outside {
            Some((params, _)) => params.iter().filter(|p| p.active).map(|p| shown(&p.name)).collect(),
            None => self.sig.params.iter().filter(|p| p.active).map(|p| shown(&p.name)).collect(),
        }
    }

    /// Whether something is written through `&mut` that carries a derivative.
    fn writes(&self) -> bool {
        match &self.sig.outside {
            Some((params, _)) => params.iter().any(|p| p.active && self.is_mutable(p)),
            None => self.active().iter().any(|a| matches!(a.shape, Shape::SliceMut)),
        }
    }

    /// Whether something has a length that only a run knows.
    fn has_lengths(&self) -> bool {
        match &self.sig.outside {
            Some((params, _)) => {
                params.iter().any(|p| p.active && (p.nested.is_some() || p.shape.as_ref().is_some_and(varies)))
            }
            None => self.active().iter().any(|a| varies(&a.shape)),
        }
    }

    /// The parameter for the weights of part `k` of the result; a result in one piece has `weight`, where that is free.
    pub(crate) fn weight(&self, k: usize, in_parts: bool) -> Ident {
        let taken = |(params, _): &(Vec<Outside>, _)| params.iter().any(|p| p.name == "weight");
        let taken = self.sig.params.iter().any(|p| p.name == "weight") || self.sig.outside.as_ref().is_some_and(taken);
        match in_parts || taken {
            true => format_ident!("weight_{k}"),
            false => format_ident!("weight"),
        }
    }
}

fn varies(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar | Shape::Fixed(_) | Shape::Unit | Shape::Count(_) => false,
        Shape::Tuple(parts) => parts.iter().any(varies),
        _ => true,
    }
}

/// Whether there is more than one number in a part of a result.
fn is_several(shape: &Shape) -> bool {
    match shape {
        Shape::Scalar | Shape::Unit | Shape::Count(_) => false,
        Shape::Tuple(parts) => parts.iter().any(is_several),
        _ => true,
    }
}

fn shown(name: &Ident) -> String {
    format!("`{}`", name.unraw())
}

/// "`a`", "`a` and `b`", "`a`, `b` and `c`".
fn listed(names: &[String]) -> String {
    match names {
        [] => "nothing".into(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn by(names: &[String]) -> String {
    format!("by {}{}", listed(names), if names.len() > 1 { ", in this order" } else { "" })
}

fn direction(names: &[String]) -> String {
    match names {
        [one] => format!("a direction of {one}"),
        several => format!("a direction with a part each for {}", listed(several)),
    }
}

fn entries(names: &[String]) -> String {
    format!("the numbers of {}{}", listed(names), if names.len() > 1 { ", one after the other" } else { "" })
}
