//! What names mean that are no locals.

use super::TypeRef;
use crate::items::{AdtDef, AdtId, FnId, ItemId};
use crate::program::{Program, Rules, Scope, Value};
use crate::ty::{Len, Ty};
use std::rc::Rc;
use syn::{Expr, GenericArgument, Ident, Item, Path, QSelf, Type};

/// The names around a body, those of its blocks with items among them.
pub(super) struct Names<'p> {
    program: &'p Program,
    of: FnId,
    scopes: Vec<Scope>,
}

impl<'p> Names<'p> {
    pub(super) fn new(program: &'p Program, of: FnId) -> Names<'p> {
        Names { program, of, scopes: vec![program.scope_of(of)] }
    }

    fn scope(&self) -> &Scope {
        self.scopes.last().expect("the function's own is there")
    }

    /// What a path means as a value.
    pub(super) fn value(&self, qself: Option<&QSelf>, path: &Path) -> Value {
        self.program.value(self.scope(), qself, path)
    }

    /// What a name means in a pattern: a constant, a variant or a struct without fields; nothing if it is a new name.
    /// What another crate has may be either: with a capital it is a constant where a pattern need not fit, unless it is a
    /// letter, as formulas have them, of which no import shows.
    pub(super) fn constant(&self, name: &Ident, may_fail: bool) -> Option<Value> {
        let value = self.value(None, &name.clone().into());
        let is_constant = match &value {
            Value::Const(_) => true,
            Value::Variant(adt, variant, _) => {
                let variant = &self.program.adt(*adt).variants[*variant];
                !variant.named && variant.fields.is_empty()
            }
            Value::Foreign if may_fail => {
                let text = name.to_string();
                let of_formulas = text.chars().count() == 1;
                text.starts_with(char::is_uppercase)
                    && self.program.is_imported(self.scope(), &text).unwrap_or(!of_formulas)
            }
            _ => false,
        };
        is_constant.then_some(value)
    }

    /// The struct or the variant that a path in front of fields means; nothing if it is not known here.
    pub(super) fn variant(&self, qself: Option<&QSelf>, path: &Path) -> Option<(AdtId, usize, Vec<TypeRef>)> {
        match qself {
            None => self.program.variant(self.scope(), path),
            Some(_) => None,
        }
    }

    /// The same of a path in front of parts by position.
    pub(super) fn tuple_variant(&self, qself: Option<&QSelf>, path: &Path) -> Option<(AdtId, usize, Vec<TypeRef>)> {
        match qself {
            None => self.program.tuple_variant(self.scope(), path),
            Some(_) => None,
        }
    }

    pub(super) fn adt(&self, adt: AdtId) -> Rc<AdtDef> {
        self.program.adt(adt)
    }

    /// A type as it is written.
    pub(super) fn ty(&self, ty: &Type) -> TypeRef {
        self.program.type_ref(self.scope(), ty)
    }

    /// A generic argument, if it is none of lifetimes.
    pub(super) fn argument(&self, argument: &GenericArgument) -> Option<TypeRef> {
        match argument {
            GenericArgument::Type(ty @ Type::Path(p)) if p.qself.is_none() => Some(match self.value(None, &p.path) {
                Value::ConstParam(place) => TypeRef::Ty(Ty::Const(Len::Param(place))),
                Value::Const(_) => {
                    self.length(&Expr::Path(syn::ExprPath { attrs: vec![], qself: None, path: p.path.clone() }))
                }
                _ => self.ty(ty),
            }),
            GenericArgument::Type(ty) => Some(self.ty(ty)),
            GenericArgument::Const(e) => Some(self.length(e)),
            _ => None,
        }
    }

    /// A constant among type arguments: the length of an array of `()`.
    fn length(&self, e: &Expr) -> TypeRef {
        match self.ty(&syn::parse_quote!([(); #e])) {
            TypeRef::Ty(Ty::Array(_, len)) => TypeRef::Ty(Ty::Const(len)),
            _ => TypeRef::Infer,
        }
    }

    /// The names of a block begin to hold: its items are seen in all of it.
    pub(super) fn enter(&mut self, items: &[Item]) {
        let scope = self.program.open(self.scope(), items);
        self.scopes.push(scope);
    }

    /// The names of the block that was entered last hold no longer.
    pub(super) fn leave(&mut self) {
        self.scopes.pop();
    }

    /// The macro that a path means.
    pub(super) fn rules(&self, path: &Path) -> Rules {
        self.program.macro_rules(self.of, path)
    }

    /// Whether an item is a constant.
    pub(super) fn is_constant(value: &Value) -> bool {
        matches!(value, Value::Const(_) | Value::TypeFn(..) | Value::ConstParam(_))
    }
}

/// What a value is as an expression.
pub(super) fn kind(value: Value, path: &Path) -> super::ExprKind {
    use super::ExprKind;
    match value {
        Value::Fn(f, types) => ExprKind::Item(ItemId::Fn(f), types),
        Value::Const(id) => ExprKind::Item(ItemId::Const(id), vec![]),
        Value::Variant(adt, variant, types) => ExprKind::Variant(adt, variant, types),
        Value::TypeFn(ty, name, types) => ExprKind::TypeFn(ty, name, types),
        Value::ConstParam(place) => ExprKind::Param(place),
        Value::Foreign => ExprKind::Foreign(path.clone()),
    }
}
