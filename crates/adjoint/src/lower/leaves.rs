//! How control may leave a piece of syntax before its end.

use super::scan::identifiers_of;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{Visit, visit_expr, visit_item};
use syn::{Block, Expr, ExprReturn, Item, Label, Stmt};

#[derive(Default)]
struct Exits<'ast> {
    depth: usize,
    /// The label of the loop whose body it is.
    own: Option<String>,
    inside: Vec<String>,
    leaves: Leaves,
    first_return: Option<&'ast ExprReturn>,
}

impl<'ast> Exits<'ast> {
    /// A `break` or `continue` to a label, if it is not one of the syntax itself.
    fn to(&mut self, label: &syn::Lifetime, ends: bool) {
        let name = label.ident.to_string();
        let leaves = &mut self.leaves;
        match () {
            () if self.inside.contains(&name) || leaves.labels.contains(&name) => {}
            () if self.own.as_ref() == Some(&name) && ends => leaves.breaks = true,
            () if self.own.as_ref() == Some(&name) => leaves.continues = true,
            () => leaves.labels.push(name),
        }
    }

    fn labelled(&mut self, label: Option<&Label>, visit: impl FnOnce(&mut Self)) {
        let Some(label) = label else { return visit(self) };
        self.inside.push(label.name.ident.to_string());
        visit(self);
        self.inside.pop();
    }

    fn repeated(&mut self, label: Option<&Label>, e: &'ast Expr) {
        self.depth += 1;
        self.labelled(label, |s| visit_expr(s, e));
        self.depth -= 1;
    }
}

impl<'ast> Visit<'ast> for Exits<'ast> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Break(b) => match &b.label {
                Some(label) => self.to(label, true),
                None => self.leaves.breaks |= self.depth == 0,
            },
            Expr::Continue(c) => match &c.label {
                Some(label) => self.to(label, false),
                None => self.leaves.continues |= self.depth == 0,
            },
            Expr::Return(r) => {
                self.leaves.returns = true;
                self.first_return = self.first_return.or(Some(r));
            }
            Expr::Closure(_) => return,
            Expr::ForLoop(f) => return self.repeated(f.label.as_ref(), e),
            Expr::While(w) => return self.repeated(w.label.as_ref(), e),
            Expr::Loop(l) => return self.repeated(l.label.as_ref(), e),
            Expr::Block(b) => return self.labelled(b.label.as_ref(), |s| visit_expr(s, e)),
            _ => {}
        }
        visit_expr(self, e);
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let inside = identifiers_of(mac.tokens.clone());
        let here = self.depth == 0;
        self.leaves.returns |= inside.contains("return");
        self.leaves.breaks |= here && inside.contains("break");
        self.leaves.continues |= here && inside.contains("continue");
    }
    fn visit_item(&mut self, item: &'ast Item) {
        if let Item::Macro(_) = item {
            visit_item(self, item);
        }
    }
}

/// How control may leave from inside a piece of syntax.
#[derive(Clone, Default)]
pub(super) struct Leaves {
    pub(super) breaks: bool,
    pub(super) continues: bool,
    pub(super) returns: bool,
    /// The labels outside to which it may go.
    pub(super) labels: Vec<String>,
}

impl Leaves {
    pub(super) fn any(&self) -> bool {
        self.breaks || self.continues || self.returns || !self.labels.is_empty()
    }
}

/// The exits of a block, or of the body of a loop with a label.
pub(super) fn leaves_block(block: &Block, label: Option<&Label>) -> Leaves {
    let mut exits = Exits { own: label.map(|l| l.name.ident.to_string()), ..Exits::default() };
    exits.visit_block(block);
    exits.leaves
}

pub(super) fn leaves(stmt: &Stmt) -> Leaves {
    let mut exits = Exits::default();
    exits.visit_stmt(stmt);
    exits.leaves
}

/// Whether the function returns before its last expression, or by a `return` there.
pub(crate) fn returns(block: &Block) -> bool {
    leaves_block(block, None).returns
}

/// The tokens of the first `return`.
pub(super) fn first_return(block: &Block) -> TokenStream {
    let mut exits = Exits::default();
    exits.visit_block(block);
    exits.first_return.map(ToTokens::to_token_stream).unwrap_or_default()
}

/// Whether control never reaches the end of the block.
pub(super) fn always_leaves(block: &Block) -> bool {
    block.stmts.iter().any(|s| match s {
        Stmt::Expr(e, _) => expression_leaves(e),
        Stmt::Macro(m) => super::choice::panics(&m.mac),
        _ => false,
    })
}

/// Whether control never reaches the end of the expression, as far as its form says.
pub(super) fn expression_leaves(e: &Expr) -> bool {
    match e {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Block(b) => b.label.is_none() && always_leaves(&b.block),
        Expr::Macro(m) => super::choice::panics(&m.mac),
        Expr::Paren(p) => expression_leaves(&p.expr),
        Expr::If(i) => always_leaves(&i.then_branch) && matches!(&i.else_branch, Some((_, e)) if expression_leaves(e)),
        Expr::Match(m) => !m.arms.is_empty() && m.arms.iter().all(|arm| expression_leaves(&arm.body)),
        _ => false,
    }
}
