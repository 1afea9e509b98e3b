//! What ties a call to the function that it means: names of the table are found through types of the same name.

use super::{Lowerer, fault};
use crate::ir::{Arg, Call, Program, Step, walk};
use rules::{Kind, Row};
use syn::{Item, Path, PathArguments, Result, parse_quote};

/// What is said of a function without derivatives that is called with what carries one.
pub(crate) const NOT_MARKED: &str = "has no derivative: put #[differentiable] on";

impl Lowerer {
    /// Brings into scope what elementary functions are called through, and has the compiler check what a name of the
    /// table stands for.
    pub(super) fn named(&mut self, path: &Path, args: &[Arg]) {
        let n = path.segments.len();
        let of_type = n > 1 && path.segments[n - 2].ident.to_string().starts_with(char::is_uppercase);
        if of_type || args.len() > 3 || !args.iter().all(|a| matches!(a, Arg::Scalar(_))) {
            return;
        }
        if !std::mem::replace(&mut self.imports, true) {
            self.items.push(parse_quote! {
                use ::wengert::generated::{Binary as _, Family as _, Ternary as _, Unary as _};
            });
        }
        let last = &path.segments[path.segments.len() - 1];
        if takes_like_a_row(&last.ident.to_string(), args.len()) && matches!(last.arguments, PathArguments::None) {
            let (scalar, home) = (&self.scalar, crate::around::home_of(path));
            self.items.push(parse_quote!(const _: () = { let _ = || #home::__called::<#scalar>(#path); };));
        }
    }

    /// Has the compiler check that a path to a function of the table leads there.
    pub(super) fn of_table(&mut self, path: &Path, row: &'static Row) {
        let (check, arity) = (if row.family { "family_of_table" } else { "of_table" }, row.arity);
        let check = syn::Ident::new(check, path.segments[0].ident.span());
        self.items.push(parse_quote!(const _: () = ::wengert::generated::#check::<#path, #arity>();));
    }
}

/// Whether a function of the table has this name and takes as many arguments.
pub(crate) fn takes_like_a_row(name: &str, arguments: usize) -> bool {
    Row::find(name).is_some_and(|r| r.kind == Kind::Function && r.arity + usize::from(r.family) == arguments)
}

/// Refuses active calls of functions that have no derivative, as the text says: of one inside the body a function outside
/// that has the same name would be taken for it. Calls of such methods are known by their numbers.
pub(crate) fn check_calls(program: &Program, items: &[Item], methods: &[usize]) -> Result<()> {
    let inside = |name: &syn::Ident, marked: bool| {
        items.iter().any(|item| match item {
            Item::Fn(f) => f.sig.ident == *name && f.attrs.iter().any(|a| is_differentiable(a.path())) == marked,
            _ => false,
        })
    };
    let plain = |path: &Path| match path.get_ident() {
        Some(name) if inside(name, false) => true,
        name => !name.is_some_and(|name| inside(name, true)) && crate::around::is_unmarked(path),
    };
    let mut wrong: Option<(Path, &str)> = None;
    walk(&program.body, &mut |step, _| match step {
        Step::Call(Call { id, path, method: Some(_), active: true, .. }) if methods.contains(id) => {
            wrong.get_or_insert_with(|| (path.clone(), "the `impl` that has it"));
        }
        Step::Call(Call { path, method: None, active: true, .. }) if plain(path) => {
            wrong.get_or_insert_with(|| (path.clone(), "it"));
        }
        _ => {}
    });
    match wrong {
        Some((path, on)) => {
            let name = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            fault(path, format!("`{name}` {NOT_MARKED} {on}"))
        }
        None => Ok(()),
    }
}

fn is_differentiable(path: &Path) -> bool {
    path.segments.last().is_some_and(|s| s.ident == "differentiable")
}
