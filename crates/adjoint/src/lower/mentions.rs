//! Which statements of a block mention a name, so that what is asked of the rest of a long block need not go through
//! all of it for every variable.

use super::Lowerer;
use super::scan::identifiers_of;
use proc_macro2::Ident;
use quote::ToTokens;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;
use syn::Stmt;
use syn::visit::Visit;

/// Below so many statements the rest is gone through.
const LONG: usize = 16;

/// The statements of a block that is being lowered.
#[derive(Clone)]
pub(super) struct Mentions {
    /// Behind its last statement.
    end: *const Stmt,
    index: Rc<OnceCell<Index>>,
}

struct Index {
    /// How many statements were left when it was made.
    len: usize,
    names: HashMap<String, Vec<usize>>,
    /// Those with a macro inside, what is in which is not seen.
    macros: Vec<usize>,
}

impl Index {
    fn new(stmts: &[Stmt]) -> Index {
        struct Macros(bool);
        impl<'ast> Visit<'ast> for Macros {
            fn visit_macro(&mut self, _: &'ast syn::Macro) {
                self.0 = true;
            }
        }
        let mut index = Index { len: stmts.len(), names: HashMap::new(), macros: vec![] };
        for (k, stmt) in stmts.iter().enumerate() {
            for name in identifiers_of(stmt.to_token_stream()) {
                index.names.entry(name).or_default().push(k);
            }
            let mut macros = Macros(false);
            macros.visit_stmt(stmt);
            index.macros.extend(macros.0.then_some(k));
        }
        index
    }
}

impl Lowerer {
    /// Lowers statements, whose rest is asked for names meanwhile.
    pub(super) fn among<X>(&mut self, stmts: &[Stmt], f: impl FnOnce(&mut Self) -> X) -> X {
        let end = stmts.as_ptr_range().end;
        if stmts.len() < LONG || self.mentions.last().is_some_and(|m| m.end == end) {
            return f(self);
        }
        self.mentions.push(Mentions { end, index: Rc::default() });
        let result = f(self);
        self.mentions.pop();
        result
    }

    /// The statements of the rest of a block that may say something of a name: those that mention it, and one with a
    /// macro if there is any.
    pub(super) fn mentions<'s>(&self, name: &Ident, rest: &'s [Stmt]) -> Vec<&'s Stmt> {
        let end = rest.as_ptr_range().end;
        let Some(block) = self.mentions.last().filter(|m| m.end == end && rest.len() >= LONG) else {
            return rest.iter().collect();
        };
        let index = block.index.get_or_init(|| Index::new(rest));
        let Some(before) = index.len.checked_sub(rest.len()) else { return rest.iter().collect() };
        let named = index.names.get(&name.to_string()).map(Vec::as_slice).unwrap_or_default();
        let left = |list: &'_ [usize]| list.partition_point(|&k| k < before);
        let mut found: Vec<usize> = named[left(named)..].to_vec();
        found.extend(index.macros[left(&index.macros)..].first());
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|k| &rest[k - before]).collect()
    }
}
