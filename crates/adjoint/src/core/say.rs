//! What is said on the way: assertions, prints, panics; `?`; methods of numbers; marks on loops.

use super::value::Value;
use super::{Builder, Mark, Refusal, refuse};
use crate::ir::{Atom, Op, Said, Step, Ty};
use front::hir::ExprId;
use front::ty::Ty as Type;
use front::typed::Typed;
use quote::ToTokens;
use std::rc::Rc;

impl Builder<'_> {
    pub(super) fn marked(&mut self, attrs: &[front::hir::Attr]) -> Result<(), Refusal> {
        self.mark = Mark::default();
        match attrs.iter().any(|a| !a.text.path().is_ident("allow")) {
            true => refuse("a mark on a loop"),
            false => Ok(()),
        }
    }

    pub(super) fn assertion(&mut self, cond: ExprId, say: &front::hir::Say) -> Result<Value, Refusal> {
        let cond = self.eval_atom(cond)?;
        if !say.args.is_empty() {
            return refuse("an assertion that says values");
        }
        let name = say.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let path: proc_macro2::TokenStream = match name.strip_prefix("debug_") {
            Some(_) => quote::quote!(debug_assert),
            None => quote::quote!(assert),
        };
        let rest = say.format.as_ref().map(|f| quote::quote!(#f)).unwrap_or_default();
        self.out.push(Step::Assert(path, cond, rest));
        Ok(Value::UNIT)
    }

    pub(super) fn say(&mut self, typed: &Rc<Typed>, say: &front::hir::Say) -> Result<Value, Refusal> {
        let name = say.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let panics = ["panic", "unreachable", "todo", "unimplemented"].contains(&name.as_str());
        let prints = ["println", "print", "eprintln", "eprint"].contains(&name.as_str());
        if !panics && !prints {
            return refuse("a macro that is not read");
        }
        let mut said = vec![];
        for (name, e) in &say.args {
            let is_text = *typed.exprs[*e].behind() == Type::Str;
            if super::build::scalar(&typed.exprs[*e]).is_none() && !is_text {
                return refuse("what is printed");
            }
            let atom = match self.eval(*e)? {
                Value::Atom(atom @ Atom::Lit(_)) if is_text => atom,
                _ if is_text => return refuse("what is printed"),
                value => self.atom(value, self.span)?,
            };
            let name = name.as_ref().map(|n| syn::Ident::new(n, self.span));
            said.push((name, Said::Atom(atom)));
        }
        self.out.push(Step::Say(say.path.to_token_stream(), say.format.clone(), said));
        // What follows a panic is not reached.
        Ok(if panics { Value::Never } else { Value::UNIT })
    }

    /// `value?`
    pub(super) fn question(&mut self, typed: &Rc<Typed>, inner: ExprId) -> Result<Value, Refusal> {
        let value = self.eval(inner)?;
        let Value::Enum(choice) = self.settle(value, self.span)? else { return refuse("`?` on this") };
        let Type::Adt(adt, _) = typed.ty(inner) else { return refuse("`?` on this") };
        let def = self.program.adt(adt);
        let good = def.variants.iter().position(|v| matches!(&*v.name, "Some" | "Ok"));
        let Some(good) = good else { return refuse("`?` on this") };
        let fits = self.is_variant(&choice, good)?;
        let bad = 1 - good;
        let returns = self.frame_now()?.returns;
        let failed = choice.variants.get(bad).cloned().flatten().unwrap_or_default();
        self.branch(
            fits,
            |_| Ok(Value::UNIT),
            |b| {
                let given = b.variant(adt, bad, failed);
                b.exit(returns, true, given)
            },
        )?;
        if self.goes_on() == Some(false) {
            return Ok(Value::Never);
        }
        self.guard()?;
        let parts = choice.variants.get(good).cloned().flatten().unwrap_or_default();
        parts.into_iter().next().ok_or_else(|| Refusal::new("`?` on nothing"))
    }

    /// The float method of an expression, and what it is asked of a number: the table's functions and what answers.
    pub(super) fn number_method(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        receiver: ExprId,
        name: &str,
        args: &[ExprId],
    ) -> Result<Option<Value>, Refusal> {
        let ty = typed.ty(receiver);
        match ty.behind() {
            Type::Float(_) => self.float_method(typed, e, receiver, name, args),
            Type::Int(_) | Type::Bool => self.integer_method(typed, e, receiver, name, args),
            _ => Ok(None),
        }
    }

    /// A step that asks something of a number.
    pub(super) fn asked(&mut self, name: &str, x: crate::ir::Atom) -> Value {
        let name = syn::Ident::new(name, self.span);
        if let Atom::Lit(x) = &x {
            let scalar = &self.sig.scalar;
            return self.path_value(quote::quote!(#scalar::#name(#x)), &Type::Bool);
        }
        Value::Atom(self.temporary(Ty::Bool, Op::Ask(name, x), self.span))
    }
}
