//! Numbers that are read from texts: they are read as floats, and are constants.

use super::source::Rewrite;
use syn::{Expr, ExprMethodCall, GenericArgument, PathArguments, Type, parse_quote};

/// Methods that hand on what was read.
const HAND_ON: [&str; 9] =
    ["expect", "map_err", "ok", "ok_or", "ok_or_else", "unwrap", "unwrap_or", "unwrap_or_default", "unwrap_or_else"];

/// The call of `parse` that an expression hands on.
fn parsing(e: &mut Expr) -> Option<&mut ExprMethodCall> {
    match e {
        Expr::Try(t) => parsing(&mut t.expr),
        Expr::MethodCall(m) => match m.method == "parse" && m.turbofish.is_none() {
            true => Some(m),
            false if HAND_ON.iter().any(|name| m.method == name) => parsing(&mut m.receiver),
            false => None,
        },
        _ => None,
    }
}

/// Whether an expression hands on what was read, of a type that follows from its use.
pub(super) fn reads_open(e: &mut Expr) -> bool {
    parsing(e).is_some()
}

impl Rewrite<'_> {
    /// Says of a text that is read into a variable of this type that a float is read.
    pub(super) fn reads(&self, ty: &Type, init: &mut Expr) {
        if self.is_float(ty)
            && let Some(m) = parsing(init)
        {
            m.turbofish = Some(parse_quote!(::<#ty>));
        }
    }

    /// `f64::from_str` and `str::parse::<f64>`, that give a number.
    pub(super) fn reader(&self, path: &syn::Path) -> Option<Expr> {
        let [.., of, name] = path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        let scalar = self.twins.scalar();
        let reads = match &name.arguments {
            PathArguments::None => name.ident == "from_str" && of.ident == *scalar,
            PathArguments::AngleBracketed(to) => {
                let float = |to: &GenericArgument| matches!(to, GenericArgument::Type(ty) if self.is_float(ty));
                name.ident == "parse" && of.ident == "str" && to.args.first().is_some_and(float)
            }
            PathArguments::Parenthesized(_) => false,
        };
        let number = self.number;
        reads
            .then(|| parse_quote!((|text: &str| text.parse::<#scalar>().map(<#number as ::wengert::Number>::constant))))
    }

    /// `text.parse::<f64>()`, as a number.
    pub(super) fn read_number(&self, m: &ExprMethodCall) -> Option<Expr> {
        let number = self.number;
        match m.turbofish.as_ref()?.args.first()? {
            GenericArgument::Type(ty) if m.method == "parse" && self.is_float(ty) => {
                Some(parse_quote!(#m.map(<#number as ::wengert::Number>::constant)))
            }
            _ => None,
        }
    }
}
