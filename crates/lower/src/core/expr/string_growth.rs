//! Texts that grow: each time the text is another one.

use crate::core::expr::opaque::Text;
use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal};
use front::hir::{ExprId, ExprKind};
use front::ty::Ty as Type;
use front::typed::Typed;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::rc::Rc;

/// What changes a text and gives nothing.
const CHANGES: [&str; 6] = ["clear", "insert", "insert_str", "push", "push_str", "truncate"];

impl Builder<'_> {
    /// `text.push_str(more)` and its kin; none if it is no such, or not known which text.
    pub(crate) fn change_of_text(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Option<Value>, Refusal> {
        let ExprKind::Method(receiver, name, ..) = &typed.body.exprs[e].kind else { return Ok(None) };
        let ExprKind::Method(.., args) = &typed.body.exprs[e].kind else { return Ok(None) };
        if !CHANGES.contains(&&**name) || !Self::is_text(&typed.ty(*receiver)) {
            return Ok(None);
        }
        let (mut all, mut vals) = (vec![], vec![]);
        for value in self.operands(args)? {
            let Some(text) = self.as_text(value)? else { return Ok(None) };
            vals.extend(text.vals);
            let tokens = text.tokens;
            all.push(if text.words { quote!(::wengert::generated::words(&#tokens)) } else { tokens });
        }
        let mut place = self.place(*receiver)?;
        while let Value::Ref(_, inner) = self.load(&place)? {
            place = *inner;
        }
        let name = format_ident!("{name}");
        let changed = self.change_text(&place, &quote!(#name(#(#all),*)), vals)?;
        Ok(changed.then_some(Value::UNIT))
    }

    /// Calls a method of a text at a place; whether it is known which text.
    pub(crate) fn change_text(
        &mut self,
        place: &Place,
        call: &TokenStream,
        mut vals: Vec<crate::ir::Val>,
    ) -> Result<bool, Refusal> {
        let now = self.load(place)?;
        let Some(now) = self.as_text(now)? else { return Ok(false) };
        vals.extend(now.vals.iter().copied());
        let tokens = now.tokens;
        let tokens = quote!({
            let mut text__ = ::std::string::String::from(::wengert::generated::words(&#tokens));
            text__.#call;
            text__
        });
        let held = self.held_text(&Text { tokens, vals, place: false, words: true, made: true })?;
        self.store(place, Value::Atom(held))?;
        Ok(true)
    }

    /// A text behind another.
    pub(crate) fn sum_of_texts(&mut self, left: Value, right: Value) -> Result<Option<Value>, Refusal> {
        let (Some(left), Some(right)) = (self.as_text(left)?, self.as_text(right)?) else { return Ok(None) };
        let (a, b) = (left.tokens, right.tokens);
        let tokens = quote!({
            let mut text__ = ::std::string::String::from(::wengert::generated::words(&#a));
            text__.push_str(::wengert::generated::words(&#b));
            text__
        });
        let vals = left.vals.into_iter().chain(right.vals).collect();
        Ok(Some(Value::Text(Text { tokens, vals, place: false, words: true, made: true })))
    }
}

/// Whether a type is that of a text of its own.
pub(crate) fn is_string(ty: &Type) -> bool {
    matches!(ty, Type::Opaque(text) if &**text == "String")
}
