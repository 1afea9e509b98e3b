//! Whether an expression is a structure, or may be one, as far as it shows.

use super::records::bare;
use super::{Binding, Lowerer};
use crate::ir::Ty;
use rules::{Kind, Row};
use syn::{Expr, ExprMethodCall, Type};

impl Lowerer {
    /// Whether an expression may be a structure that carries derivatives.
    pub(super) fn may_be_record(&self, e: &Expr) -> bool {
        match e {
            _ if self.is_held(e) => true,
            Expr::Path(_) => match self.binding_of(e) {
                Some(Binding::Const(a)) => matches!(self.atom_ty(a), Ty::Maybe | Ty::Record),
                Some(Binding::Var(v)) => matches!(self.vars[*v].1, Ty::Maybe | Ty::Record),
                _ => false,
            },
            Expr::Field(f) => self.of_record(f),
            Expr::Paren(p) => self.may_be_record(&p.expr),
            Expr::Group(p) => self.may_be_record(&p.expr),
            Expr::Reference(r) => self.may_be_record(&r.expr),
            Expr::Unary(u) => self.may_be_record(&u.expr),
            Expr::Binary(b) => self.may_be_record(&b.left) || self.may_be_record(&b.right),
            Expr::Struct(_) => !self.opaque(e),
            Expr::Index(i) => self.holds_records(&i.expr) && !matches!(&*i.index, Expr::Range(_)),
            Expr::MethodCall(m) => {
                let end = || ["unwrap", "expect"].iter().any(|n| m.method == n) && self.shows_record(e);
                let own = !self.is_of_all(m) || m.method == "clone" || end();
                own && !self.opaque(e) && !self.table_method(e)
            }
            Expr::Call(_) => !self.opaque(e),
            _ => false,
        }
    }

    /// Whether it is a call of a method of numbers on something that is no structure for certain.
    pub(super) fn table_method(&self, e: &Expr) -> bool {
        match e {
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                let row = Row::find(&name).filter(|row| row.kind == Kind::Method);
                let fits = row.is_some_and(|row| m.args.len() == row.arity - 1 + usize::from(row.family));
                fits && !self.is_record(&m.receiver) || self.turns(m)
            }
            _ => false,
        }
    }

    /// Whether it makes one angle of another, of a number: structures may have methods of these names too.
    fn turns(&self, m: &ExprMethodCall) -> bool {
        let named = ["to_radians", "to_degrees"].iter().any(|n| m.method == n) && m.args.is_empty();
        named && (self.is_certain(&m.receiver) || !self.is_record(&m.receiver) && !self.is_others(m))
    }

    /// Whether a type of the text has a method of this name.
    fn is_others(&self, m: &ExprMethodCall) -> bool {
        let given = crate::around::given_by_method(None, &m.method, &self.float.to_string());
        given.is_some() || crate::around::is_method(&m.method)
    }

    /// Whether an expression is a number for certain.
    fn is_certain(&self, e: &Expr) -> bool {
        match bare(e) {
            Expr::Lit(_) => true,
            Expr::Binary(b) => self.is_certain(&b.left) && self.is_certain(&b.right),
            Expr::Unary(u) => self.is_certain(&u.expr),
            e => {
                let known = self.known(e);
                let float =
                    |ty: &Type| matches!(super::known::plain(ty), Type::Path(p) if p.path.is_ident(&self.float));
                known.is_some_and(|(ty, _)| float(&ty))
                    || matches!(e, Expr::Path(_)) && self.ty(e) == Ty::Float
                    || matches!(e, Expr::MethodCall(m) if !self.turns(m)) && self.table_method(e)
            }
        }
    }

    /// Whether an expression is a structure for certain.
    pub(super) fn is_record(&self, e: &Expr) -> bool {
        match bare(e) {
            Expr::Struct(_) => true,
            e @ Expr::Path(_) => match self.binding_of(e) {
                Some(Binding::Const(a)) => self.atom_ty(a) == Ty::Record,
                Some(Binding::Var(v)) => self.vars[*v].1 == Ty::Record,
                _ => false,
            },
            e @ (Expr::Binary(_) | Expr::Unary(_) | Expr::MethodCall(_) | Expr::Call(_)) => {
                let known = self.known(e).filter(|_| !self.opaque(e));
                known.is_some_and(|(ty, _)| crate::around::carries(&ty) == Some(true))
            }
            _ => false,
        }
    }
}
