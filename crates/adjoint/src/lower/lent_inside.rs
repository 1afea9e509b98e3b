//! `if let Some(x) = &mut s.part` and `.. = list.last_mut()`, as what a reference in an `Option` stands for: an element
//! of the list, or a variable that the part is given back from. And `s.part.take()`, as a copy before the part is gone.

use proc_macro2::Ident;
use quote::{ToTokens, format_ident};
use syn::visit::Visit;
use syn::visit_mut::{VisitMut, visit_block_mut, visit_expr_mut};
use syn::{Block, Expr, ExprField, ExprPath, Item, ItemFn, Pat, Stmt, parse_quote};

/// The function with such references written as variables.
pub(super) fn rewritten(f: &ItemFn) -> ItemFn {
    let mut f = f.clone();
    LentInside(0).visit_block_mut(&mut f.block);
    f
}

struct LentInside(usize);

/// Where a reference in an `Option` leads to.
enum Lent {
    /// To an element of a list, under a condition.
    Element(Box<Expr>, Box<Expr>),
    /// To what is in an `Option` at a place.
    Part(Box<Expr>),
}

/// The name in `Some(name)`.
fn name_in(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::TupleStruct(t) if t.path.is_ident("Some") && t.elems.len() == 1 => match &t.elems[0] {
            Pat::Ident(p) if p.by_ref.is_none() && p.mutability.is_none() && p.subpat.is_none() => Some(&p.ident),
            _ => None,
        },
        _ => None,
    }
}

fn is_nothing(pat: &Pat) -> bool {
    matches!(pat, Pat::Wild(_)) || matches!(pat, Pat::Ident(p) if p.ident == "None")
}

/// What can be written twice: it changes nothing, and costs little.
fn is_simple(e: &Expr) -> bool {
    match e {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(f) => is_simple(&f.base),
        Expr::Paren(p) => is_simple(&p.expr),
        Expr::Unary(u) => is_simple(&u.expr),
        Expr::Binary(b) => is_simple(&b.left) && is_simple(&b.right),
        Expr::Index(i) => is_simple(&i.expr) && is_simple(&i.index),
        _ => false,
    }
}

fn is_place(e: &Expr) -> bool {
    matches!(e, Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) && is_simple(e)
}

fn lent(value: &Expr) -> Option<Lent> {
    match value {
        Expr::Paren(p) => lent(&p.expr),
        Expr::Reference(r) if r.mutability.is_some() && is_place(&r.expr) => Some(Lent::Part(r.expr.clone())),
        Expr::MethodCall(m) if is_place(&m.receiver) => {
            let list = &m.receiver;
            Some(match (m.method.to_string().as_str(), m.args.first()) {
                ("as_mut", None) => Lent::Part(list.clone()),
                ("first_mut", None) => Lent::Element(parse_quote!(!#list.is_empty()), parse_quote!(#list[0])),
                ("last_mut", None) => {
                    Lent::Element(parse_quote!(!#list.is_empty()), parse_quote!(#list[#list.len() - 1]))
                }
                ("get_mut", Some(k)) if is_simple(k) => {
                    Lent::Element(parse_quote!(#k < #list.len()), parse_quote!(#list[#k]))
                }
                _ => return None,
            })
        }
        _ => None,
    }
}

/// The field that gives up what is in it, in `s.part.take()`.
fn emptied(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::MethodCall(m) if m.method == "take" && m.args.is_empty() => {
            Some(&*m.receiver).filter(|place| matches!(place, Expr::Field(_)) && is_simple(place))
        }
        _ => None,
    }
}

/// Whether a block is left on other ways than its end, or says anything of a place but by the reference.
struct Strays {
    root: String,
    member: Option<String>,
    loops: usize,
    found: bool,
}

/// The name at the start of a place, and the field that follows it.
fn start(place: &Expr) -> Option<(String, Option<String>)> {
    match place {
        Expr::Path(p) => Some((p.path.get_ident()?.to_string(), None)),
        Expr::Field(f) => match &*f.base {
            Expr::Path(p) => Some((p.path.get_ident()?.to_string(), Some(f.member.to_token_stream().to_string()))),
            base => start(base),
        },
        Expr::Index(i) => start(&i.expr),
        Expr::Paren(p) => start(&p.expr),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Strays {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Return(_) | Expr::Try(_) | Expr::Macro(_) => self.found = true,
            Expr::Break(b) => self.found |= self.loops == 0 || b.label.is_some(),
            Expr::Continue(c) => self.found |= self.loops == 0 || c.label.is_some(),
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
                self.loops += 1;
                syn::visit::visit_expr(self, e);
                self.loops -= 1;
                return;
            }
            _ => {}
        }
        syn::visit::visit_expr(self, e);
    }
    fn visit_expr_field(&mut self, f: &'ast ExprField) {
        if let (Expr::Path(p), Some(member)) = (&*f.base, &self.member)
            && p.path.is_ident(&self.root)
            && f.member.to_token_stream().to_string() != *member
        {
            return;
        }
        syn::visit::visit_expr_field(self, f);
    }
    fn visit_expr_path(&mut self, p: &'ast ExprPath) {
        self.found |= p.path.is_ident(&self.root);
    }
    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.found = true;
    }
}

fn strays(b: &Block, place: &Expr) -> bool {
    let Some((root, member)) = start(place) else { return true };
    let mut strays = Strays { root, member, loops: 0, found: false };
    strays.visit_block(b);
    strays.found
}

impl LentInside {
    fn name(&mut self, base: &str) -> Ident {
        self.0 += 1;
        format_ident!("{base}__{}", self.0)
    }

    /// The condition and the block of `if let pat = value { block }`.
    fn asked(&mut self, pat: &Pat, value: &Expr, block: &Block) -> Option<(Expr, Block)> {
        let name = name_in(pat)?;
        let stmts = &block.stmts;
        match lent(value)? {
            Lent::Element(cond, element) => Some((*cond, parse_quote!({ let #name = &mut #element; #(#stmts)* }))),
            Lent::Part(place) => {
                if strays(block, &place) {
                    return None;
                }
                let part = self.name("lent");
                let cond = parse_quote!(let Some(mut #part) = #place.clone());
                let block = match stmts.last() {
                    Some(Stmt::Expr(value, None)) if !gives_nothing(value) => {
                        let given = format_ident!("{part}_given");
                        let stmts = &stmts[..stmts.len() - 1];
                        parse_quote!({
                            let #given = { let #name = &mut #part; #(#stmts)* #value };
                            #place = Some(#part);
                            #given
                        })
                    }
                    last => {
                        let end: Option<syn::Token![;]> =
                            matches!(last, Some(Stmt::Expr(_, None))).then(Default::default);
                        parse_quote!({ { let #name = &mut #part; #(#stmts)* #end } #place = Some(#part); })
                    }
                };
                Some((cond, block))
            }
        }
    }
}

/// Whether an expression at the end of a block is one of a statement.
fn gives_nothing(e: &Expr) -> bool {
    match e {
        Expr::Assign(_) | Expr::ForLoop(_) | Expr::While(_) => true,
        Expr::Binary(b) => matches!(
            b.op,
            syn::BinOp::AddAssign(_)
                | syn::BinOp::SubAssign(_)
                | syn::BinOp::MulAssign(_)
                | syn::BinOp::DivAssign(_)
                | syn::BinOp::RemAssign(_)
        ),
        Expr::If(i) => i.else_branch.is_none(),
        Expr::Block(b) => b.block.stmts.is_empty(),
        _ => false,
    }
}

impl VisitMut for LentInside {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::If(i) => {
                if let Expr::Let(l) = &mut *i.cond
                    && let Some(place) = emptied(&l.expr).cloned()
                {
                    let taken = self.name("taken");
                    *l.expr = parse_quote!(#taken);
                    *e = parse_quote!({ let #taken = #place.clone(); #place = None; #i });
                } else if let Expr::Let(l) = &*i.cond
                    && let Some((cond, block)) = self.asked(&l.pat, &l.expr, &i.then_branch)
                {
                    (*i.cond, i.then_branch) = (cond, block);
                }
            }
            Expr::Match(m) => {
                if let [first, second] = m.arms.as_slice()
                    && first.guard.is_none()
                    && second.guard.is_none()
                    && is_nothing(&second.pat)
                {
                    let block = |body: &Expr| match body {
                        Expr::Block(b) if b.label.is_none() => b.block.clone(),
                        body => parse_quote!({ #body }),
                    };
                    if let Some((cond, then)) = self.asked(&first.pat, &m.expr, &block(&first.body)) {
                        let other = block(&second.body);
                        *e = parse_quote!(if #cond #then else #other);
                    }
                }
            }
            _ => {}
        }
        visit_expr_mut(self, e);
    }

    fn visit_block_mut(&mut self, b: &mut Block) {
        for mut stmt in std::mem::take(&mut b.stmts) {
            if let Stmt::Local(l) = &mut stmt
                && let Some(init) = &mut l.init
                && let Some(place) = emptied(&init.expr).cloned()
            {
                let taken = self.name("taken");
                b.stmts.push(parse_quote!(let #taken = #place.clone();));
                b.stmts.push(parse_quote!(#place = None;));
                *init.expr = parse_quote!(#taken);
            }
            if let Stmt::Local(l) = &stmt
                && let Some(init) = &l.init
                && let Some((_, otherwise)) = &init.diverge
                && let (Some(name), Some(Lent::Element(cond, element))) = (name_in(&l.pat), lent(&init.expr))
            {
                b.stmts.push(parse_quote!(if !(#cond) #otherwise));
                b.stmts.push(parse_quote!(let #name = &mut #element;));
            } else if let Stmt::Local(l) = &stmt
                && let Some(init) = &l.init
                && let (Pat::Ident(_), Expr::MethodCall(unwrap)) = (&l.pat, &*init.expr)
                && (unwrap.method == "unwrap" || unwrap.method == "expect")
                && let Some(Lent::Element(_, element)) = lent(&unwrap.receiver)
            {
                let name = &l.pat;
                b.stmts.push(parse_quote!(let #name = &mut #element;));
            } else {
                b.stmts.push(stmt);
            }
        }
        visit_block_mut(self, b);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
