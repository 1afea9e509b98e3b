//! Functions of std as arguments, by their paths: `map(String::from)`.

use super::lower::Lower;
use super::{ExprId, TypeRef};
use crate::program::Value;
use crate::ty::{Int, Ty};
use syn::parse_quote_spanned;
use syn::spanned::Spanned;

/// How a function is called.
enum By {
    Method,
    Path,
}

impl Lower<'_> {
    /// An argument; a function of std that is known where it is called alone, a closure that calls it.
    pub(super) fn passed(&mut self, e: &syn::Expr) -> ExprId {
        let syn::Expr::Path(p) = e else { return self.expr(e) };
        let (qself, path) = (self.macros.qself(p.qself.as_ref()), self.macros.path(&p.path));
        match self.called_alone(&self.resolve.value(qself.as_ref(), &path), &path) {
            Some(By::Method) => {
                let method = path.segments.last().expect("a path has a name");
                self.expr(&parse_quote_spanned!(method.span()=> |part| part.#method()))
            }
            Some(By::Path) => self.expr(&parse_quote_spanned!(path.span()=> |part| #p(part))),
            None => self.expr(e),
        }
    }

    fn called_alone(&self, value: &Value, path: &syn::Path) -> Option<By> {
        let mut names = path.segments.iter().rev().map(|s| s.ident.to_string());
        let (name, of) = (names.next()?, names.next()?);
        match value {
            Value::TypeFn(TypeRef::Ty(Ty::Str), ..) => {
                matches!(&*name, "to_owned" | "to_string" | "to_uppercase" | "to_lowercase" | "parse")
                    .then_some(By::Method)
            }
            Value::TypeFn(TypeRef::Ty(Ty::Int(Int::U8)), ..) if name.contains("ascii") => Some(By::Method),
            Value::TypeFn(TypeRef::Ty(Ty::Float(_) | Ty::Int(_) | Ty::Char), ..) => {
                matches!(&*name, "from_str" | "from_u32").then_some(By::Path)
            }
            Value::Foreign => match &*of {
                "String" if name == "from" => Some(By::Path),
                "String" | "ToString" | "ToOwned" | "Borrow" | "AsRef" => Some(By::Method),
                _ => None,
            },
            _ => None,
        }
    }
}
