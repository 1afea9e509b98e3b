//! Constants of types that are not looked into, as texts and maps: code that is written again wherever it is asked
//! something.

use super::build::scalar;
use super::value::{Code, Place, Value};
use super::{Builder, Refusal, refuse};
use crate::ir::{Atom, Int as IntCode, Verbatim};
use front::hir::{ExprId, ExprKind, Say};
use front::ty::Ty as Type;
use front::typed::{Adjust, Typed};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::rc::Rc;

/// Code that gives a constant.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) tokens: TokenStream,
    pub(super) vals: Vec<crate::ir::Val>,
    /// Whether it names a place: a value of its own is a copy.
    pub(super) place: bool,
}

impl Text {
    pub(super) fn code(&self) -> Verbatim {
        Verbatim::of(self.tokens.clone(), self.vals.clone())
    }

    /// Code that gives the value, and not the place.
    pub(super) fn owned(&self) -> Verbatim {
        let tokens = &self.tokens;
        match self.place {
            true => Verbatim::of(quote!(::core::clone::Clone::clone(&#tokens)), self.vals.clone()),
            false => self.code(),
        }
    }

    pub(super) fn same(&self, other: &Text) -> bool {
        self.tokens.to_string() == other.tokens.to_string()
    }
}

/// Whether values of a type are not looked into.
pub(super) fn is_closed(ty: &Type) -> bool {
    match ty.behind() {
        Type::Opaque(text) => !text.is_empty(),
        Type::Str | Type::Char => true,
        _ => false,
    }
}

impl Builder<'_> {
    /// A method of a constant that is not looked into, whose arguments are constants: the code as it stands.
    pub(super) fn method_of_text(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Option<Value>, Refusal> {
        let ExprKind::Method(receiver, name, written, args) = &typed.body.exprs[e].kind else { return Ok(None) };
        let ty = &typed.exprs[e];
        let known = is_closed(ty) || scalar(ty).is_some();
        if !is_closed(&typed.exprs[*receiver]) || !known || !written.is_empty() {
            return Ok(None);
        }
        let lends = |e: &ExprId| typed.adjusted.get(e).is_some_and(|all| all.contains(&Adjust::Borrow(true)));
        if lends(receiver) || args.iter().any(lends) || matches!(&**name, "push" | "push_str") {
            return Ok(None);
        }
        let Some(of) = self.text_of(typed, *receiver)? else { return Ok(None) };
        let (mut vals, mut all) = (of.vals, vec![]);
        for arg in args {
            let Some(arg) = self.text_of(typed, *arg)? else { return Ok(None) };
            vals.extend(arg.vals);
            all.push(arg.tokens);
        }
        let (of, name) = (of.tokens, format_ident!("{}", &**name));
        let tokens = quote!(#of.#name(#(#all),*));
        if scalar(ty).is_some() {
            let code = Verbatim::of(tokens, vals);
            return Ok(Some(Value::Code(Code { int: IntCode::Code(code), ty: ty.clone() })));
        }
        Ok(Some(Value::Text(Text { tokens, vals, place: false })))
    }

    /// The code of a constant expression; none if it is no constant, or acts.
    fn text_of(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Option<Text>, Refusal> {
        if !self.is_free_of_effects(typed, [e]) {
            return Ok(None);
        }
        let refers = matches!(typed.body.exprs[e].kind, ExprKind::Ref(false, _));
        let value = self.eval(e)?;
        Ok(self.as_text(value)?.map(|text| match refers && !matches!(typed.ty(e).behind(), Type::Float(_)) {
            true => Text {
                tokens: {
                    let tokens = text.tokens;
                    quote!(&#tokens)
                },
                place: false,
                ..text
            },
            false => text,
        }))
    }

    /// A value as code, if it is a constant.
    pub(super) fn as_text(&mut self, value: Value) -> Result<Option<Text>, Refusal> {
        Ok(match value {
            Value::Text(text) => Some(text),
            Value::Ref(false, place) => {
                let value = match *place {
                    Place::Temp(value) => *value,
                    place => self.load(&place)?,
                };
                self.as_text(value)?
            }
            value @ (Value::Atom(_) | Value::Code(_)) => {
                let atom = self.atom(value, self.span)?;
                let constant = match &atom {
                    Atom::Val(v) => self.is_constant_atom(&atom) || self.is_kept(*v),
                    Atom::Lit(_) => true,
                };
                constant.then(|| Text {
                    tokens: self.tokens(&atom),
                    vals: atom.val().into_iter().collect(),
                    place: true,
                })
            }
            _ => None,
        })
    }

    /// `format!(..)` of constants, where somebody looks at it.
    pub(super) fn formatted(&mut self, typed: &Rc<Typed>, say: &Say) -> Result<Value, Refusal> {
        let (mut vals, mut all) = (vec![], vec![]);
        for (name, e) in &say.args {
            let Some(text) = self.text_of(typed, *e)? else { return Ok(Value::Unseen) };
            let tokens = text.tokens;
            vals.extend(text.vals);
            all.push(match name {
                Some(name) => {
                    let name = format_ident!("{}", &**name);
                    quote!(#name = #tokens)
                }
                None => tokens,
            });
        }
        let (path, format) = (&say.path, &say.format);
        let tokens = match format {
            Some(format) => quote!(#path!(#format #(, #all)*)),
            None => quote!(#path!(#(#all),*)),
        };
        Ok(Value::Text(Text { tokens, vals, place: false }))
    }

    /// What a call is given for a constant that is not looked into.
    pub(super) fn text_argument(&mut self, value: Value, ty: &Type) -> Result<Atom, Refusal> {
        let Some(text) = self.as_text(value)? else { return refuse("an argument of this type") };
        let tokens = &text.tokens;
        let code = match ty {
            Type::Ref(false, of) if matches!(**of, Type::Str) => Verbatim::of(quote!(&#tokens[..]), text.vals.clone()),
            Type::Ref(false, _) => Verbatim::of(quote!(&#tokens), text.vals.clone()),
            _ => text.owned(),
        };
        Ok(self.temporary(crate::ir::Ty::some_int(), crate::ir::Op::Verbatim(code), self.span))
    }
}
