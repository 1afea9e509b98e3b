//! Constant code read as arithmetic of integers, where it is that.

use crate::ir::{Arr, Atom, Binary, Function, Int, IntTy, Spelling, Target, Unary, Val, Verbatim};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, ExprIf, Lit, Stmt, UnOp};

/// Code as arithmetic that mentions no values.
pub(crate) fn integer(tokens: &TokenStream) -> Option<Int> {
    let code = Verbatim::of(TokenStream::new(), vec![]);
    let read = Read { vals: vec![], lens: vec![], reads: vec![], code: &code };
    read.expr(&syn::parse2(tokens.clone()).ok()?, true)
}

/// What the names in code stand for.
struct Read<'c> {
    vals: Vec<(Ident, Val)>,
    lens: Vec<(Ident, Arr)>,
    reads: Vec<(Ident, Arr)>,
    code: &'c Verbatim,
}

impl Read<'_> {
    /// None if it is arithmetic of floats; `whole` unless it is a part of more.
    fn expr(&self, e: &Expr, whole: bool) -> Option<Int> {
        let boxed = |e: &Expr| Some(Box::new(self.expr(e, false)?));
        match e {
            Expr::Paren(p) => self.expr(&p.expr, whole),
            Expr::Group(g) => self.expr(&g.expr, whole),
            Expr::Lit(l) => match &l.lit {
                Lit::Float(_) => None,
                Lit::Int(n) if n.suffix().starts_with('f') => None,
                _ => Some(Int::Atom(Atom::Lit(l.to_token_stream()))),
            },
            Expr::Path(p) => Some(Int::Atom(match p.path.get_ident().and_then(|name| find(&self.vals, name)) {
                Some(v) => Atom::Val(v),
                None => Atom::Lit(p.to_token_stream()),
            })),
            Expr::Unary(u) => {
                let op = match u.op {
                    UnOp::Neg(_) => Unary::Neg,
                    UnOp::Not(_) => Unary::Not,
                    _ => return Some(self.leaf(e)),
                };
                Some(Int::Unary(op, boxed(&u.expr)?))
            }
            Expr::Binary(b) => match binary(&b.op) {
                Some(op) => Some(Int::Binary(op, boxed(&b.left)?, boxed(&b.right)?)),
                None => Some(self.leaf(e)),
            },
            Expr::Cast(c) => {
                let name = c.ty.to_token_stream().to_string();
                let to = match name.as_str() {
                    "f32" => Target::F32,
                    "f64" => Target::F64,
                    name => match IntTy::named(name) {
                        Some(int) => Target::Int(int),
                        None => return Some(self.leaf(e)),
                    },
                };
                let fits = whole || matches!(to, Target::Int(_));
                fits.then_some(Int::Cast(boxed(&c.expr)?, to))
            }
            Expr::MethodCall(m) if m.turbofish.is_none() => {
                if let (true, true, Expr::Path(p)) = (m.method == "len", m.args.is_empty(), &*m.receiver)
                    && let Some(a) = p.path.get_ident().and_then(|name| find(&self.lens, name))
                {
                    return Some(Int::Len(a));
                }
                match Function::named(&m.method, m.args.len() + 1) {
                    Some(f) => {
                        let args = [&*m.receiver].into_iter().chain(&m.args);
                        self.call(f, Spelling::Method(m.method.span()), args)
                    }
                    None => Some(self.leaf(e)),
                }
            }
            Expr::Call(c) => match called(&c.func, c.args.len()) {
                Some((f, spelling)) => self.call(f, spelling, c.args.iter()),
                None => Some(self.leaf(e)),
            },
            Expr::If(i) => match arms(i) {
                Some((then, other)) => {
                    let parts = [self.expr(&i.cond, false)?, self.expr(then, false)?, self.expr(other, false)?];
                    Some(Int::Choice(Box::new(parts)))
                }
                None => Some(self.leaf(e)),
            },
            e => Some(self.leaf(e)),
        }
    }

    fn call<'e>(&self, f: Function, spelling: Spelling, args: impl Iterator<Item = &'e Expr>) -> Option<Int> {
        Some(Int::Call(f, spelling, args.map(|e| self.expr(e, false)).collect::<Option<_>>()?))
    }

    /// Code that is kept as it stands.
    fn leaf(&self, e: &Expr) -> Int {
        let closed = matches!(
            e,
            Expr::Call(_) | Expr::MethodCall(_) | Expr::Field(_) | Expr::Index(_) | Expr::Macro(_) | Expr::Tuple(_)
        );
        let code = e.to_token_stream();
        let among = |list: &[(Ident, usize)], all: &[usize]| -> Vec<usize> {
            let there = |x: &&usize| list.iter().any(|(name, y)| y == *x && mentions(&code, name));
            all.iter().filter(there).copied().collect()
        };
        Int::Code(Verbatim {
            vals: among(&self.vals, &self.code.vals),
            reads: among(&self.reads, &self.code.reads),
            lens: among(&self.lens, &self.code.lens),
            tokens: if closed { code } else { quote!((#code)) },
        })
    }
}

fn find(list: &[(Ident, usize)], name: &Ident) -> Option<usize> {
    list.iter().find(|(own, _)| own == name).map(|(_, x)| *x)
}

fn mentions(code: &TokenStream, name: &Ident) -> bool {
    code.clone().into_iter().any(|t| match t {
        TokenTree::Ident(i) => i == *name,
        TokenTree::Group(g) => mentions(&g.stream(), name),
        _ => false,
    })
}

/// The operator, unless it assigns.
fn binary(op: &BinOp) -> Option<Binary> {
    Some(match op {
        BinOp::Add(_) => Binary::Add,
        BinOp::Sub(_) => Binary::Sub,
        BinOp::Mul(_) => Binary::Mul,
        BinOp::Div(_) => Binary::Div,
        BinOp::Rem(_) => Binary::Rem,
        BinOp::BitAnd(_) => Binary::BitAnd,
        BinOp::BitOr(_) => Binary::BitOr,
        BinOp::BitXor(_) => Binary::BitXor,
        BinOp::Shl(_) => Binary::Shl,
        BinOp::Shr(_) => Binary::Shr,
        BinOp::Lt(_) => Binary::Lt,
        BinOp::Le(_) => Binary::Le,
        BinOp::Gt(_) => Binary::Gt,
        BinOp::Ge(_) => Binary::Ge,
        BinOp::Eq(_) => Binary::Eq,
        BinOp::Ne(_) => Binary::Ne,
        BinOp::And(_) => Binary::And,
        BinOp::Or(_) => Binary::Or,
        _ => return None,
    })
}

/// `::core::cmp::min`, `usize::min` and their like.
fn called(f: &Expr, arity: usize) -> Option<(Function, Spelling)> {
    let Expr::Path(p) = f else { return None };
    let names: Vec<&Ident> = p.path.segments.iter().map(|s| &s.ident).collect();
    match (names.as_slice(), p.path.leading_colon) {
        ([core, cmp, name], Some(_)) if *core == "core" && *cmp == "cmp" => {
            let f = Function::named(name, arity).filter(|f| matches!(f, Function::Min | Function::Max))?;
            Some((f, Spelling::Free))
        }
        ([int, name], None) => Some((Function::named(name, arity)?, Spelling::Of(IntTy::named(&int.to_string())?))),
        _ => None,
    }
}

/// What an `if` gives that only chooses.
fn arms(i: &ExprIf) -> Option<(&Expr, &Expr)> {
    let (_, other) = i.else_branch.as_ref()?;
    let Expr::Block(other) = &**other else { return None };
    match (&i.then_branch.stmts[..], &other.block.stmts[..]) {
        ([Stmt::Expr(then, None)], [Stmt::Expr(other, None)]) if !matches!(&*i.cond, Expr::Let(_)) => {
            Some((then, other))
        }
        _ => None,
    }
}
