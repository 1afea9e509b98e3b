//! Functions of nothing but their arguments: what is computed again on the way back must come from such alone.

use crate::core::Builder;
use crate::core::expr::cells::has;
use crate::core::value::Value;
use crate::ir::{Atom, Ty};
use crate::syntax::marks::Keep;
use front::hir::{ExprId, ExprKind};
use front::items::{FnId, Origin};
use front::ty::Ty as Type;
use front::typed::{Callee, Closures, Typed};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::Visit;

/// What goes through a collection.
const WALKS: [&str; 9] =
    ["iter", "iter_mut", "into_iter", "keys", "into_keys", "values", "values_mut", "into_values", "drain"];

impl Builder<'_> {
    /// Whether a function gives the same each time for the same arguments, as all shows that it reaches: it is made of the
    /// crate's functions and std's, reads no static that changes, and lists nothing that a `HashMap` holds.
    pub(crate) fn is_certain(&self, f: FnId, generics: &[Type]) -> bool {
        let changes = |ty: &Type| match ty {
            Type::Adt(adt, _) => self.program.changes(*adt),
            _ => false,
        };
        let params = &self.program.func(f).params;
        if params.iter().any(|p| has(self.program, &p.ty.with(generics), &changes)) {
            return false;
        }
        if let Some(known) = self.certain.borrow().get(&f) {
            return *known;
        }
        let certain = self.is_made_of_certain(f);
        self.certain.borrow_mut().insert(f, certain);
        certain
    }

    /// Has a number or a word kept that may be another the next time.
    pub(crate) fn once(&mut self, value: &Value) {
        let Value::Atom(Atom::Val(v)) = value else { return };
        let value = &mut self.values[*v];
        if matches!(value.ty, Ty::Float | Ty::Bool | Ty::Int(_)) && value.ty != Ty::some_int() {
            value.keep = Some(Keep::Once);
        }
    }

    fn is_made_of_certain(&self, f: FnId) -> bool {
        let (mut left, mut met) = (vec![f], HashSet::from([f]));
        while let Some(f) = left.pop() {
            // A function of a trait without a body is known by its implementations.
            let Some(text) = self.program.text(f) else { continue };
            let mut acts = Acts(false);
            acts.visit_block(&text.block);
            if acts.0 || self.program.names_varying(f) {
                return false;
            }
            let Some(typed) = self.typed_alone(f) else { continue };
            if self.lists_by_hashes(&text, &typed) {
                return false;
            }
            left.extend(self.called_by(&typed).into_iter().filter(|of| met.insert(*of)));
        }
        true
    }

    /// Whether it gives a list of what it finds in a `HashMap` or a `HashSet`: each has an order of its own.
    fn lists_by_hashes(&self, text: &syn::ItemFn, typed: &Typed) -> bool {
        let names = crate::syntax::identifiers_of(text.to_token_stream());
        let by_hashes = names.iter().any(|name| matches!(&**name, "HashMap" | "HashSet"));
        let in_order = || names.iter().any(|name| name.starts_with("sort") || name.starts_with("BTree"));
        if !by_hashes || in_order() || !holds_list(&typed.ret) {
            return false;
        }
        let is_keyed = |e: ExprId| self.keys_of(typed.ty(e).behind()).is_some();
        typed.body.exprs.iter().any(|expr| match &expr.kind {
            ExprKind::Method(on, name, ..) => WALKS.contains(&&**name) && is_keyed(*on),
            ExprKind::For(_, over, ..) => is_keyed(*over),
            _ => false,
        })
    }

    /// The body of a function by itself, with types.
    fn typed_alone(&self, f: FnId) -> Option<Typed> {
        front::infer::infer(self.program, &mut Closures::default(), f, &self.program.own_args(f)).ok()
    }

    /// The functions of the crate that a body calls.
    fn called_by(&self, typed: &Typed) -> Vec<FnId> {
        let of_crate = |callee: &Callee| match callee {
            Callee::Fn(of, _) if self.program.func(*of).origin != Origin::Prelude => Some(*of),
            _ => None,
        };
        typed.callees.values().filter_map(of_crate).collect()
    }
}

fn holds_list(ty: &Type) -> bool {
    matches!(ty, Type::Vec(_) | Type::Slice(_)) || ty.parts().any(holds_list)
}

/// Whether a text has code that the compiler does not vouch for.
struct Acts(bool);

impl<'a> Visit<'a> for Acts {
    fn visit_expr_unsafe(&mut self, _: &'a syn::ExprUnsafe) {
        self.0 = true;
    }
}
