//! Numbers that are read from texts: they are read as floats, and are constants.

use super::source::Rewrite;
use syn::{Expr, ExprMethodCall, GenericArgument, Type, parse_quote};

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
