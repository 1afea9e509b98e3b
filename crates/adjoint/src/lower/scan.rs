//! Questions about syntax that are answered before it is lowered.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{Visit, visit_expr, visit_item};
use syn::{Attribute, Block, Expr, ExprReturn, Item, ItemFn, Member, Stmt};

fn identifiers_of(tokens: TokenStream) -> HashSet<String> {
    fn collect(tokens: TokenStream, names: &mut HashSet<String>) {
        for t in tokens {
            match t {
                TokenTree::Ident(i) => drop(names.insert(i.to_string())),
                TokenTree::Group(g) => collect(g.stream(), names),
                _ => {}
            }
        }
    }
    let mut all = HashSet::new();
    collect(tokens, &mut all);
    all
}

/// Every identifier that occurs, so that made-up names avoid them.
pub(super) fn identifiers(f: &ItemFn) -> HashSet<String> {
    let mut all = identifiers_of(f.to_token_stream());
    // Names of variables are free for their own first value; all others are taken.
    let mut locals = HashSet::new();
    struct Locals<'a>(&'a mut HashSet<String>);
    impl<'ast> Visit<'ast> for Locals<'_> {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0.insert(p.ident.to_string());
        }
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    Locals(&mut locals).visit_item_fn(f);
    let fields = ["self", "Self", "crate", "super", "true", "false"];
    all.retain(|n| !locals.contains(n));
    all.extend(fields.map(String::from));
    all.extend(crate::emit::BOUND.map(String::from));
    all
}

/// The first variable with a raw name, or the function itself if its name is raw.
pub(super) fn raw_name(f: &ItemFn) -> Option<Ident> {
    struct Raw(Option<Ident>);
    impl<'ast> Visit<'ast> for Raw {
        fn visit_ident(&mut self, name: &'ast Ident) {
            if self.0.is_none() && name.to_string().starts_with("r#") {
                self.0 = Some(name.clone());
            }
        }
        fn visit_path(&mut self, _: &'ast syn::Path) {}
        fn visit_attribute(&mut self, _: &'ast Attribute) {}
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    let mut raw = Raw(None);
    raw.visit_signature(&f.sig);
    raw.visit_block(&f.block);
    raw.0
}

/// The first `#[cfg]` on a part of the function: whether it holds is not known here.
pub(super) fn conditional(f: &ItemFn) -> Option<&Attribute> {
    struct Conditional<'ast>(Option<&'ast Attribute>);
    impl<'ast> Visit<'ast> for Conditional<'ast> {
        fn visit_attribute(&mut self, a: &'ast Attribute) {
            if a.path().is_ident("cfg") || a.path().is_ident("cfg_attr") {
                self.0.get_or_insert(a);
            }
        }
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    let mut conditional = Conditional(None);
    conditional.visit_signature(&f.sig);
    conditional.visit_block(&f.block);
    conditional.0
}

/// The first item inside an inner block: it would be seen outside its block if it were carried over.
pub(super) fn inner_item(f: &ItemFn) -> Option<&Item> {
    #[derive(Default)]
    struct Inner<'ast> {
        depth: usize,
        found: Option<&'ast Item>,
    }
    impl<'ast> Visit<'ast> for Inner<'ast> {
        fn visit_block(&mut self, b: &'ast Block) {
            self.depth += 1;
            syn::visit::visit_block(self, b);
            self.depth -= 1;
        }
        fn visit_item(&mut self, item: &'ast Item) {
            if self.depth > 1 {
                self.found.get_or_insert(item);
            }
        }
    }
    let mut inner = Inner::default();
    inner.visit_block(&f.block);
    inner.found
}

#[derive(Default)]
struct Exits<'ast> {
    depth: usize,
    breaks: bool,
    continues: bool,
    returns: bool,
    first_return: Option<&'ast ExprReturn>,
    label: Option<&'ast syn::Lifetime>,
}

impl<'ast> Visit<'ast> for Exits<'ast> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Break(b) => {
                self.breaks |= self.depth == 0;
                self.label = self.label.or(b.label.as_ref());
            }
            Expr::Continue(c) => {
                self.continues |= self.depth == 0;
                self.label = self.label.or(c.label.as_ref());
            }
            Expr::Return(r) => {
                self.returns = true;
                self.first_return = self.first_return.or(Some(r));
            }
            Expr::Closure(_) => return,
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
                self.depth += 1;
                visit_expr(self, e);
                self.depth -= 1;
                return;
            }
            _ => {}
        }
        visit_expr(self, e);
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let inside = identifiers_of(mac.tokens.clone());
        let here = self.depth == 0;
        self.returns |= inside.contains("return");
        self.breaks |= here && inside.contains("break");
        self.continues |= here && inside.contains("continue");
    }
    fn visit_item(&mut self, item: &'ast Item) {
        if let Item::Macro(_) = item {
            visit_item(self, item);
        }
    }
}

/// How control may leave from inside a piece of syntax.
#[derive(Clone, Copy, Default)]
pub(super) struct Leaves {
    pub(super) breaks: bool,
    pub(super) continues: bool,
    pub(super) returns: bool,
}

impl Leaves {
    pub(super) fn any(self) -> bool {
        self.breaks || self.continues || self.returns
    }
}

pub(super) fn leaves_block(block: &Block) -> Leaves {
    let mut exits = Exits::default();
    exits.visit_block(block);
    Leaves { breaks: exits.breaks, continues: exits.continues, returns: exits.returns }
}

pub(super) fn leaves(stmt: &Stmt) -> Leaves {
    let mut exits = Exits::default();
    exits.visit_stmt(stmt);
    Leaves { breaks: exits.breaks, continues: exits.continues, returns: exits.returns }
}

/// Whether the function returns before its last expression, or by a `return` there.
pub(super) fn returns(block: &Block) -> bool {
    leaves_block(block).returns
}

/// The tokens of the first `return`.
pub(super) fn first_return(block: &Block) -> TokenStream {
    let mut exits = Exits::default();
    exits.visit_block(block);
    exits.first_return.map(ToTokens::to_token_stream).unwrap_or_default()
}

/// Whether control never reaches the end of the block.
pub(super) fn always_leaves(block: &Block) -> bool {
    fn expr(e: &Expr) -> bool {
        match e {
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
            Expr::Block(b) => always_leaves(&b.block),
            Expr::If(i) => always_leaves(&i.then_branch) && matches!(&i.else_branch, Some((_, e)) if expr(e)),
            _ => false,
        }
    }
    block.stmts.iter().any(|s| matches!(s, Stmt::Expr(e, _) if expr(e)))
}

/// The names of what is assigned to, at any depth.
pub(super) fn assigned(block: &Block, cond: Option<&Expr>) -> Vec<String> {
    struct Assigned(Vec<String>);
    impl Assigned {
        fn place(&mut self, e: &Expr) {
            match e {
                Expr::Path(p) => self.0.extend(p.path.get_ident().map(ToString::to_string)),
                Expr::Paren(p) => self.place(&p.expr),
                Expr::Tuple(t) => t.elems.iter().for_each(|e| self.place(e)),
                Expr::Field(f) if matches!(f.member, Member::Unnamed(_)) => self.place(&f.base),
                Expr::Unary(u) => self.place(&u.expr),
                _ => {}
            }
        }
    }
    impl<'ast> Visit<'ast> for Assigned {
        fn visit_expr(&mut self, e: &'ast Expr) {
            match e {
                Expr::Assign(a) => self.place(&a.left),
                Expr::Binary(b) if super::assign::operator(&b.op).is_some() => self.place(&b.left),
                Expr::Reference(r) if r.mutability.is_some() => self.place(&r.expr),
                _ => {}
            }
            visit_expr(self, e);
        }
    }
    let mut found = Assigned(vec![]);
    found.visit_block(block);
    if let Some(cond) = cond {
        found.visit_expr(cond);
    }
    found.0.sort();
    found.0.dedup();
    found.0
}

/// How a name is used by the statements that follow its definition, for results of calls whose type is not written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Usage {
    Unused,
    Scalar,
    Array,
    Tuple(usize),
}

pub(super) fn usage(name: &str, rest: &[Stmt]) -> Usage {
    struct Uses<'n> {
        name: &'n str,
        array: bool,
        fields: usize,
        occurs: bool,
    }
    impl Uses<'_> {
        fn is(&self, e: &Expr) -> bool {
            matches!(e, Expr::Path(p) if p.path.is_ident(self.name))
        }
    }
    impl<'ast> Visit<'ast> for Uses<'_> {
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            // What stands in a macro is not seen.
            self.occurs = true;
        }
        fn visit_expr(&mut self, e: &'ast Expr) {
            self.occurs |= self.is(e);
            match e {
                Expr::Index(i) => self.array |= self.is(&i.expr),
                Expr::Reference(r) => self.array |= self.is(&r.expr),
                Expr::ForLoop(f) => self.array |= self.is(&f.expr),
                Expr::MethodCall(m) => {
                    let of_array = ["len", "iter", "iter_mut", "chunks_exact", "windows", "to_vec", "fill", "is_empty"];
                    self.array |= self.is(&m.receiver) && of_array.iter().any(|n| m.method == n);
                }
                Expr::Field(f) => {
                    if let (true, Member::Unnamed(k)) = (self.is(&f.base), &f.member) {
                        self.fields = self.fields.max(k.index as usize + 1);
                    }
                }
                _ => {}
            }
            visit_expr(self, e);
        }
    }
    let mut uses = Uses { name, array: false, fields: 0, occurs: false };
    rest.iter().for_each(|s| uses.visit_stmt(s));
    match uses {
        Uses { fields: 1.., .. } => Usage::Tuple(uses.fields),
        Uses { array: true, .. } => Usage::Array,
        Uses { occurs: false, .. } => Usage::Unused,
        _ => Usage::Scalar,
    }
}
