//! What changes something while an index or an argument is computed gets a name first: `v[next()].rotate_left(next())`.
//! So it is evaluated once, and in its order, however often what the method becomes mentions it.

use proc_macro2::Ident;
use quote::format_ident;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Block, Expr, ExprClosure, Item, ItemFn, Local, Pat, Stmt, parse_quote};

/// The function with such calls in front of their statements.
pub(super) fn rewritten(f: &ItemFn) -> ItemFn {
    let mut names = Changers(HashSet::new());
    names.visit_item_fn(f);
    let mut f = f.clone();
    ActingFirst { changers: names.0, made: 0 }.visit_block_mut(&mut f.block);
    f
}

/// The closures that change what they capture, as they are declared: with `mut`.
struct Changers(HashSet<String>);

impl<'ast> Visit<'ast> for Changers {
    fn visit_local(&mut self, l: &'ast Local) {
        let of = |e: &Expr| matches!(super::records::bare(e), Expr::Closure(_));
        if let (Pat::Ident(p), Some(init)) = (&l.pat, &l.init)
            && p.mutability.is_some()
            && of(&init.expr)
        {
            self.0.insert(p.ident.to_string());
        }
        visit::visit_local(self, l);
    }
}

/// Methods of iterators and of lists that change them and give something.
const STEPS: [&str; 8] = ["next", "next_back", "nth", "pop", "pop_back", "pop_front", "remove", "swap_remove"];

/// Methods whose arguments are mentioned more than once where they are written out.
const WRITTEN_OUT: [&str; 8] =
    ["contains", "copy_within", "drain", "resize", "rotate_left", "rotate_right", "split_off", "truncate"];

struct ActingFirst {
    changers: HashSet<String>,
    made: usize,
}

/// A call that changes something.
struct Acting {
    /// It stands in an index, or in an argument that is written out.
    inside: bool,
    /// The variable that it changes, if that is not a closure's.
    changes: Option<String>,
}

/// A walk over what a statement evaluates in any case, in its order.
struct Walk<'c> {
    changers: &'c HashSet<String>,
    /// Whether it is in an index or an argument.
    inside: bool,
    found: Vec<Acting>,
    /// How many of them get names, and the first name.
    named: Option<(usize, usize)>,
    stmts: Vec<Stmt>,
    /// Whether the order cannot be told.
    strange: bool,
}

/// The variable at the root of a place.
fn root(e: &Expr) -> Option<String> {
    match e {
        Expr::Path(p) => p.path.get_ident().map(ToString::to_string),
        Expr::Field(f) => root(&f.base),
        Expr::Index(i) => root(&i.expr),
        Expr::Paren(p) => root(&p.expr),
        Expr::Unary(u) => root(&u.expr),
        Expr::Reference(r) => root(&r.expr),
        _ => None,
    }
}

impl Walk<'_> {
    /// What a call changes; none if it changes nothing.
    fn acting(&self, e: &Expr) -> Option<Acting> {
        let changes = match e {
            Expr::Call(c) => match &*c.func {
                Expr::Path(f) if f.path.get_ident().is_some_and(|f| self.changers.contains(&f.to_string())) => None,
                _ => {
                    let lent = c.args.iter().find_map(|arg| match arg {
                        Expr::Reference(r) if r.mutability.is_some() => Some(&r.expr),
                        _ => None,
                    });
                    Some(root(lent?)?)
                }
            },
            Expr::MethodCall(m) if STEPS.iter().any(|name| m.method == name) => match &*m.receiver {
                Expr::Path(_) | Expr::Field(_) => Some(root(&m.receiver)?),
                _ => return None,
            },
            // What comes of it belongs to it.
            Expr::MethodCall(m) if m.method == "unwrap" || m.method == "expect" => {
                return self.acting(&m.receiver).filter(|acting| acting.changes.is_some());
            }
            _ => return None,
        };
        Some(Acting { inside: self.inside, changes })
    }

    fn within(&mut self, e: &mut Expr) {
        let outer = std::mem::replace(&mut self.inside, true);
        self.visit_expr_mut(e);
        self.inside = outer;
    }

    /// Counts a call, or gives it its name.
    fn call(&mut self, e: &mut Expr, acting: Acting) {
        let at = self.found.len();
        self.found.push(acting);
        if let Some((last, first)) = self.named
            && at < last
        {
            let name: Ident = format_ident!("once{}__", first + at);
            let call = std::mem::replace(e, parse_quote!(#name));
            self.stmts.push(parse_quote!(let #name = #call;));
        }
    }
}

impl VisitMut for Walk<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if self.acting(e).is_some() {
            // Its own arguments come before it.
            match e {
                Expr::Call(c) => c.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg)),
                Expr::MethodCall(m) => m.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg)),
                _ => {}
            }
            if let Some(acting) = self.acting(e) {
                self.call(e, acting);
            }
            return;
        }
        match e {
            Expr::Closure(_) | Expr::Block(_) | Expr::Loop(_) | Expr::While(_) | Expr::Unsafe(_) | Expr::Const(_) => {}
            Expr::ForLoop(f) => self.visit_expr_mut(&mut f.expr),
            Expr::If(i) => self.visit_expr_mut(&mut i.cond),
            Expr::Match(m) => self.visit_expr_mut(&mut m.expr),
            Expr::Let(l) => self.visit_expr_mut(&mut l.expr),
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.visit_expr_mut(&mut b.left)
            }
            // The place comes last.
            Expr::Assign(a) => {
                self.visit_expr_mut(&mut a.right);
                self.visit_expr_mut(&mut a.left);
            }
            Expr::Binary(b) if super::assign::operator(&b.op).is_some() => {
                self.visit_expr_mut(&mut b.right);
                self.visit_expr_mut(&mut b.left);
            }
            Expr::Index(i) => {
                self.visit_expr_mut(&mut i.expr);
                self.within(&mut i.index);
            }
            Expr::MethodCall(m) => {
                let written_out = WRITTEN_OUT.iter().any(|name| m.method == name);
                match super::records::bare(&m.receiver) {
                    Expr::Range(_) if written_out => self.within(&mut m.receiver),
                    _ => self.visit_expr_mut(&mut m.receiver),
                }
                for arg in &mut m.args {
                    let closure = |e: &Expr| matches!(self.acting(e), Some(Acting { changes: None, .. }));
                    match written_out || closure(arg) {
                        true => self.within(arg),
                        false => self.visit_expr_mut(arg),
                    }
                }
            }
            Expr::Try(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {
                let before = self.found.len();
                visit_mut::visit_expr_mut(self, e);
                self.strange |= self.found.len() > before;
            }
            e => visit_mut::visit_expr_mut(self, e),
        }
    }

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        crate::inside::visit(m, &mut |e| self.visit_expr_mut(e));
    }
    fn visit_block_mut(&mut self, _: &mut Block) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

impl ActingFirst {
    /// The statements that come before, of what a statement evaluates.
    fn before(&mut self, e: &mut Expr) -> Vec<Stmt> {
        let mut walk =
            Walk { changers: &self.changers, inside: false, found: vec![], named: None, stmts: vec![], strange: false };
        walk.visit_expr_mut(&mut e.clone());
        let Some(last) = walk.found.iter().rposition(|call| call.inside).filter(|_| !walk.strange) else {
            return vec![];
        };
        walk.found.truncate(last + 1);
        let changed: HashSet<String> = walk.found.iter().filter_map(|call| call.changes.clone()).collect();
        let mut named = e.clone();
        (walk.found, walk.named) = (vec![], Some((last + 1, self.made)));
        walk.visit_expr_mut(&mut named);
        // What is read in front of a change must not be read behind it.
        let rest = crate::lower::identifiers_of(quote::ToTokens::to_token_stream(&named));
        if rest.iter().any(|name| changed.contains(name)) {
            return vec![];
        }
        self.made += last + 1;
        *e = named;
        walk.stmts
    }

    /// A body that is no block is one where something comes before it.
    fn opened(&mut self, body: &mut Expr) {
        let mut copy = body.clone();
        let made = self.made;
        if !matches!(body, Expr::Block(_)) && !self.before(&mut copy).is_empty() {
            self.made = made;
            *body = parse_quote!({ #body });
        }
    }
}

impl VisitMut for ActingFirst {
    fn visit_block_mut(&mut self, b: &mut Block) {
        for mut stmt in std::mem::take(&mut b.stmts) {
            let mut before = match &mut stmt {
                Stmt::Local(Local { init: Some(init), .. }) => self.before(&mut init.expr),
                Stmt::Expr(e, _) => self.before(e),
                _ => vec![],
            };
            b.stmts.append(&mut before);
            b.stmts.push(stmt);
        }
        visit_mut::visit_block_mut(self, b);
    }

    fn visit_expr_closure_mut(&mut self, c: &mut ExprClosure) {
        self.opened(&mut c.body);
        visit_mut::visit_expr_closure_mut(self, c);
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        self.opened(&mut arm.body);
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}
