//! Methods that give constants, of structures and of their fields: what they give carries no derivative.

use super::{Binding, Item, Lowerer};
use crate::around;
use crate::derive::plain_constant;
use crate::ir::{Atom, Op, Projection, Projections, Question, Ty};
use quote::format_ident;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Result, Type};

impl Lowerer {
    /// A method that gives a constant, where the type of its receiver is known; none if it is any other.
    pub(super) fn asked_method(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        if let Some(item) = self.question_of(m)? {
            return Ok(Some(item));
        }
        if self.opaque(&m.receiver) {
            return Ok(None);
        }
        let Some((of, constant)) = self.known(&m.receiver) else { return Ok(None) };
        let of_constants = (constant || plain_constant(&of)) && !super::user_methods::of_all(&m.method.to_string());
        // What is looked for in a list of counts may lie in a structure that carries derivatives.
        let counts = of_constants && m.method == "contains";
        if !m.args.iter().all(|e| self.opaque(e) || counts && self.counts(e)) {
            return Ok(None);
        }
        let own = around::asks(&of, &m.method);
        if !of_constants && !own {
            return Ok(None);
        }
        let given = around::given_by_method(Some(&of), &m.method, &self.float.to_string());
        let ty = match given.as_ref().and_then(super::primitive) {
            Some(ty) => ty,
            None if m.method == "contains" => Ty::Bool,
            None => Ty::some_int(),
        };
        let name = if of_constants { m.method.clone() } else { crate::blocks::asked(&m.method) };
        let (record, way) = match self.value_and_way(super::records::bare(&m.receiver))? {
            Some(found) => found,
            None => (self.scalar(&m.receiver)?, Projections::default()),
        };
        if record.val().is_none() {
            return Ok(None);
        }
        let mut args = vec![];
        for e in &m.args {
            let reference = m.method == "contains" || matches!(e, Expr::Reference(_));
            args.push((self.index(super::records::bare(e))?, reference));
        }
        let way = way.then(Projection::Method(name, args));
        let made = self.temporary(ty, Op::Field(record, way), m.span());
        if let (Some(ty), Atom::Val(v)) = (given.filter(|ty| !matches!(ty, Type::Reference(_))), &made)
            && super::primitive(&ty).is_none()
        {
            self.types.insert(*v, (ty, true));
        }
        Ok(Some(Item::Scalar(made)))
    }

    /// Whether an expression is an integer, or a field that is one.
    fn counts(&self, e: &Expr) -> bool {
        let e = super::records::bare(e);
        let field = || self.known(e).and_then(|(ty, _)| super::primitive(&ty));
        matches!(self.ty(e), Ty::Int(_)) || matches!(field(), Some(Ty::Int(_)))
    }

    /// A method that answers with a constant, asked of what may carry derivatives.
    fn question_of(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let name = m.method.to_string();
        if self.opaque(&m.receiver) && m.args.iter().all(|e| self.opaque(e)) {
            return Ok(None);
        }
        let of = self.known(&m.receiver).map(|(of, _)| of);
        let theirs = of.as_ref().is_none_or(|of| super::known::element_of(of).is_some());
        if theirs && (super::user_methods::of_all(&name) || rules::Row::find(&name).is_some()) {
            return Ok(None);
        }
        // What takes constants is asked where the receiver lies.
        let lies = of.as_ref().is_some_and(|of| around::asks(of, &m.method));
        if lies && m.args.iter().all(|e| self.opaque(e)) {
            return Ok(None);
        }
        let Some(answered) = around::answered_by_method(of.as_ref(), &m.method) else { return Ok(None) };
        let lies = of.as_ref().is_some_and(|of| around::carries(of) == Some(true) && around::looks(of, &m.method));
        let of: Vec<&Expr> = [&*m.receiver].into_iter().chain(&m.args).collect();
        let name = if lies { crate::blocks::asked(&m.method) } else { m.method.clone() };
        self.answered(name.into(), Some(lies), &of, answered, m.span()).map(Some)
    }

    /// A function that answers with a constant, asked of what may carry derivatives; of a method, whether it runs where
    /// the receiver lies.
    pub(super) fn answered(
        &mut self,
        path: syn::Path,
        method: Option<bool>,
        of: &[&Expr],
        answered: around::Answered,
        span: proc_macro2::Span,
    ) -> Result<Item> {
        let around::Answered { ret, taken } = answered;
        let mut asked = vec![];
        for (k, e) in of.iter().enumerate() {
            let e = super::records::bare(e);
            let atom = if self.opaque(e) {
                self.constant(e)?
            } else {
                let item = self.item(e)?;
                self.packed(item, e)?
            };
            asked.push((atom, taken.get(k).copied().unwrap_or(around::Taken::Value)));
        }
        let zero =
            super::known::argument_of(&ret, &["Vec"]).and_then(super::primitive).and_then(|ty| self.zero_of(&ty));
        let list = zero.is_some();
        let ty = super::primitive(&ret).unwrap_or(if list { Ty::Unknown } else { Ty::some_int() });
        let known = !list && super::primitive(&ret).is_none() && !matches!(ret, Type::Reference(_));
        let question = Question { path, method: method.is_some(), lies: method == Some(true), of: asked };
        let made = self.temporary(ty, Op::Question(Box::new(question)), span);
        if let (true, Atom::Val(v)) = (known, &made) {
            self.types.insert(*v, (ret, true));
        }
        let Some(zero) = zero else { return Ok(Item::Scalar(made)) };
        self.plain.extend(made.val());
        self.scoped(|l| {
            l.declare(&format_ident!("answer__"), Binding::Const(made));
            l.item(&syn::parse_quote!({
                let mut all__ = vec![#zero; answer__.len()];
                for k__ in 0..answer__.len() {
                    all__[k__] = answer__[k__];
                }
                all__
            }))
        })
    }
}
