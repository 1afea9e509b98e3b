//! Functions that give another value each time: what is computed again on the way back must not come from them.

use super::Builder;
use front::hir::{ExprId, ExprKind};
use front::items::{FnId, Origin};
use front::ty::Ty as Type;
use front::typed::{Callee, Closures, Typed};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::Visit;

/// What draws, counts or asks for the time, by its name.
const DRAWS: [&str; 13] = [
    "random",
    "thread_rng",
    "from_entropy",
    "from_os_rng",
    "from_rng",
    "OsRng",
    "RandomState",
    "getrandom",
    "fastrand",
    "now",
    "elapsed",
    "stdin",
    "lock",
];

/// What goes through a collection.
const WALKS: [&str; 9] =
    ["iter", "iter_mut", "into_iter", "keys", "into_keys", "values", "values_mut", "into_values", "drain"];

impl Builder<'_> {
    /// Whether a function without arguments gives the same value each time, as far as its text and those of the functions that
    /// it calls show.
    pub(super) fn is_fixed(&self, f: FnId, met: &mut HashSet<FnId>) -> bool {
        const VARIES: [&str; 14] = [
            "rand", "random", "rng", "seed", "now", "elapsed", "fetch", "swap", "next", "lock", "mut", "unsafe",
            "stdin", "read",
        ];
        let is_varying = |name: &String| name.split('_').any(|word| VARIES.contains(&word));
        let Some(text) = self.program.text(f) else { return false };
        if crate::syntax::identifiers_of(text.block.to_token_stream()).iter().any(is_varying) {
            return false;
        }
        self.typed_alone(f).is_some_and(|typed| {
            let mut all = self.called_by(&typed).into_iter();
            all.all(|of| !met.insert(of) || !self.program.func(of).has_text || self.is_fixed(of, met))
        })
    }

    /// Whether a function with arguments gives another value each time, as its text or that of a function that it calls
    /// shows: it draws random numbers, counts, or lists what a `HashMap` holds.
    pub(super) fn varies(&self, f: FnId) -> bool {
        if let Some(known) = self.varying.borrow().get(&f) {
            return *known;
        }
        // What is in a cell may be another each time.
        let by_cells = self.program.func(f).params.iter().any(|p| self.holds_cell(&p.ty));
        let varies = by_cells || self.draws(f, &mut HashSet::from([f]));
        self.varying.borrow_mut().insert(f, varies);
        varies
    }

    fn draws(&self, f: FnId, met: &mut HashSet<FnId>) -> bool {
        let Some(text) = self.program.text(f) else { return false };
        let mut draw = Draw { found: false, in_cell: false, sets: false };
        draw.visit_block(&text.block);
        if draw.found || draw.in_cell && draw.sets {
            return true;
        }
        let Some(typed) = self.typed_alone(f) else { return false };
        self.lists_by_hashes(&text, &typed)
            || self.called_by(&typed).into_iter().any(|of| met.insert(of) && self.draws(of, met))
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

struct Draw {
    found: bool,
    /// Whether it goes into a cell of the thread, and whether it sets one.
    in_cell: bool,
    sets: bool,
}

impl<'a> Visit<'a> for Draw {
    fn visit_ident(&mut self, name: &'a syn::Ident) {
        self.found |= DRAWS.iter().any(|of| name == of);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        // `rand::rng()`, `rand::random_range(..)`
        self.found |= path.segments.len() > 1 && path.segments[0].ident == "rand";
        syn::visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let name = call.method.to_string();
        self.found |= name.starts_with("fetch_");
        self.in_cell |= matches!(&*name, "with" | "with_borrow_mut");
        self.sets |= matches!(&*name, "set" | "replace" | "update" | "borrow_mut" | "with_borrow_mut");
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_unsafe(&mut self, _: &'a syn::ExprUnsafe) {
        self.found = true;
    }

    fn visit_stmt(&mut self, stmt: &'a syn::Stmt) {
        // What is counted, and not looked at.
        if let syn::Stmt::Expr(syn::Expr::MethodCall(call), Some(_)) = stmt
            && call.method.to_string().starts_with("fetch_")
        {
            return;
        }
        syn::visit::visit_stmt(self, stmt);
    }
}
