//! Expressions of hundreds of links, as programs write them that write programs: cut into pieces, so that nothing that
//! goes through an expression goes deep.
//!
//! `a + b + c + ..` hangs on its left end, `x.sin().cos()..` on its receiver, `else if ..` on its last arm. Their parser
//! does not go deep, everything after it does, the compiler too.

use front::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use rules::{Kind, Row};
use syn::{BinOp, Block, Expr, ExprBinary, ExprBlock, ExprIf, ExprMethodCall, ExprParen, Stmt, parse_quote};

/// So many links stay together.
const PIECE: usize = 32;
/// What is not longer stays as it is.
const LONG: usize = 64;

/// Cuts long expressions into pieces that come one after the other, or lie in each other as in a tree. What is computed,
/// and in which order, stays.
pub fn cut(block: &mut Block) {
    Cut { made: 0 }.visit_block_mut(block);
}

struct Cut {
    /// The names made so far.
    made: usize,
}

/// What an expression has beside the one that it hangs on.
enum Link {
    Binary(ExprBinary),
    Method(ExprMethodCall),
    Paren(ExprParen),
}

/// The expression on which another hangs.
fn inner(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::Binary(b) if b.attrs.is_empty() && value(&b.op) && !matches!(&*b.right, Expr::Let(_)) => Some(&b.left),
        Expr::MethodCall(m) if m.attrs.is_empty() && of_numbers(m) => Some(&m.receiver),
        Expr::Paren(p) if p.attrs.is_empty() => Some(&p.expr),
        _ => None,
    }
}

/// Whether an operator has a value; others assign.
fn value(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        Add(_)
            | Sub(_)
            | Mul(_)
            | Div(_)
            | Rem(_)
            | And(_)
            | Or(_)
            | BitXor(_)
            | BitAnd(_)
            | BitOr(_)
            | Shl(_)
            | Shr(_)
    )
}

/// Whether a method takes and gives numbers, so that what it is called on may lie in a variable.
fn of_numbers(m: &ExprMethodCall) -> bool {
    m.turbofish.is_none() && Row::find(&m.method.to_string()).is_some_and(|row| row.kind == Kind::Method)
}

fn nothing() -> Expr {
    Expr::Verbatim(Default::default())
}

impl Cut {
    fn name(&mut self) -> Ident {
        self.made += 1;
        format_ident!("piece__{}", self.made, span = Span::mixed_site())
    }

    fn spine(&mut self, e: &mut Expr) {
        let mut links = vec![];
        let mut rest = std::mem::replace(e, nothing());
        while inner(&rest).is_some() {
            let mut link = match rest {
                Expr::Binary(b) => Link::Binary(b),
                Expr::MethodCall(m) => Link::Method(m),
                Expr::Paren(p) => Link::Paren(p),
                other => {
                    rest = other;
                    break;
                }
            };
            rest = match &mut link {
                Link::Binary(b) => {
                    self.visit_expr_mut(&mut b.right);
                    std::mem::replace(&mut b.left, nothing())
                }
                Link::Method(m) => {
                    m.args.iter_mut().for_each(|a| self.visit_expr_mut(a));
                    std::mem::replace(&mut m.receiver, nothing())
                }
                Link::Paren(p) => std::mem::replace(&mut p.expr, nothing()),
            };
            links.push(link);
        }
        self.visit_expr_mut(&mut rest);
        let (mut stmts, mut count, mut left) = (Vec::<Stmt>::new(), 0, links.len());
        for link in links.into_iter().rev() {
            if count == PIECE && left > PIECE / 2 {
                let name = self.name();
                stmts.push(named(parse_quote!(let #name = 0;), rest));
                (rest, count) = (parse_quote!(#name), 0);
            }
            (count, left) = (count + 1, left - 1);
            rest = match link {
                Link::Binary(b) => Expr::Binary(ExprBinary { left: Box::new(rest), ..b }),
                Link::Method(m) => Expr::MethodCall(ExprMethodCall { receiver: Box::new(rest), ..m }),
                Link::Paren(p) => Expr::Paren(ExprParen { expr: Box::new(rest), ..p }),
            };
        }
        *e = block(stmts, rest);
    }

    /// First the number of the arm is found, by conditions in groups, then the arm in a tree over the numbers.
    fn chain(&mut self, e: &mut Expr) {
        let (mut conds, mut arms) = (vec![], vec![]);
        let mut rest = std::mem::replace(e, nothing());
        let last = loop {
            match rest {
                Expr::If(ExprIf { mut cond, mut then_branch, else_branch, .. }) => {
                    self.visit_expr_mut(&mut cond);
                    self.visit_block_mut(&mut then_branch);
                    conds.push(*cond);
                    arms.push(then_branch);
                    match else_branch {
                        Some((_, next)) => rest = *next,
                        None => break parse_quote!({}),
                    }
                }
                Expr::Block(mut b) => {
                    self.visit_block_mut(&mut b.block);
                    break b.block;
                }
                _ => break parse_quote!({}),
            }
        };
        let name = self.name();
        let mut stmts = vec![];
        let mut none = 0;
        while !conds.is_empty() {
            let group: Vec<Expr> = conds.drain(..PIECE.min(conds.len())).collect();
            let first = none;
            none += group.len();
            let mut find: Expr = parse_quote!({ #none });
            for (k, cond) in group.into_iter().enumerate().rev() {
                let number = first + k;
                find = either(cond, parse_quote!({ #number }), find);
            }
            if first > 0 {
                find = either(parse_quote!(#name < #first), parse_quote!({ #name }), block(vec![], find));
            }
            stmts.push(named(parse_quote!(let #name: usize = 0;), find));
        }
        arms.push(last);
        *e = block(stmts, tree(&name, arms, 0));
    }
}

/// The choice among arms, the first of which has this number.
fn tree(name: &Ident, mut arms: Vec<Block>, first: usize) -> Expr {
    if arms.len() <= 1 {
        return Expr::Block(ExprBlock { attrs: vec![], label: None, block: arms.pop().unwrap_or(parse_quote!({})) });
    }
    let half = arms.len() / 2;
    let bound = first + half;
    let upper = tree(name, arms.split_off(half), bound);
    let lower = match tree(name, arms, first) {
        Expr::Block(b) => b.block,
        e => Block { brace_token: Default::default(), stmts: vec![Stmt::Expr(e, None)] },
    };
    either(parse_quote!(#name < #bound), lower, upper)
}

fn either(cond: Expr, then: Block, other: Expr) -> Expr {
    let other = match other {
        other @ (Expr::Block(_) | Expr::If(_)) => other,
        other => block(vec![], other),
    };
    Expr::If(ExprIf {
        attrs: vec![],
        if_token: Default::default(),
        cond: Box::new(cond),
        then_branch: then,
        else_branch: Some((Default::default(), Box::new(other))),
    })
}

fn block(mut stmts: Vec<Stmt>, value: Expr) -> Expr {
    stmts.push(Stmt::Expr(value, None));
    Expr::Block(ExprBlock { attrs: vec![], label: None, block: Block { brace_token: Default::default(), stmts } })
}

/// A `let` with another value.
fn named(mut stmt: Stmt, value: Expr) -> Stmt {
    if let Stmt::Local(syn::Local { init: Some(init), .. }) = &mut stmt {
        *init.expr = value;
    }
    stmt
}

impl VisitMut for Cut {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let long = std::iter::successors(Some(&*e), |e| inner(e)).nth(LONG).is_some();
        if long {
            return self.spine(e);
        }
        let arms = std::iter::successors(Some(&*e), |e| otherwise(e));
        let ends = |e: &Expr| match e {
            Expr::Block(_) => true,
            Expr::If(i) => i.else_branch.is_none() && !asks(&i.cond),
            _ => false,
        };
        if arms.clone().nth(LONG).is_some() && arms.last().is_some_and(ends) {
            return self.chain(e);
        }
        visit_mut::visit_expr_mut(self, e);
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// What comes after `else`.
fn otherwise(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::If(i) if i.attrs.is_empty() && !asks(&i.cond) => i.else_branch.as_ref().map(|(_, e)| &**e),
        _ => None,
    }
}

/// Whether a condition binds names.
fn asks(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(b) => asks(&b.left) || asks(&b.right),
        _ => false,
    }
}
