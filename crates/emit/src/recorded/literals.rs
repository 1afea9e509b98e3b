//! Literals of a rewritten text beside constants: what stands for a missing constant is a float as that is, and a constant
//! in one arm becomes a number where another arm has a literal.

use super::expressions::calculates;
use super::lifting::root;
use super::paths::says_its_type;
use super::source::Rewrite;
use crate::around::{self, Truth};
use proc_macro2::Ident;
use quote::{ToTokens, format_ident};
use syn::{Block, Expr, ExprIndex, ExprMethodCall, Lit, Stmt, parse_quote};

/// What stands in a variable in front of a text, as it would be a temporary where it is used.
pub(super) struct Kept {
    name: Ident,
    text: String,
    value: Expr,
}

/// Through so many locals it is looked what one is made of: each may stand there twice.
const CHAIN: usize = 4;

impl Rewrite<'_> {
    /// A constant part of a structure with matrices in it, over the number: of a parameter once for the whole text, else where it
    /// is looked at.
    pub(super) fn constant_matrices(&mut self, place: &Expr) -> Option<Expr> {
        let mut of = place;
        while let Expr::Index(i) = of {
            of = if matches!(*i.index, Expr::Range(_)) { return None } else { &*i.expr };
        }
        let Expr::Field(f) = of else { return None };
        if !self.own || !self.matrices {
            return None;
        }
        let stays = matches!(place, Expr::Field(_)) && self.stays(f);
        match around::holds_constant_matrices(&f.member) {
            Truth::Always => {}
            Truth::Sometimes if stays => {}
            _ => return None,
        }
        let number = self.number;
        let value = parse_quote!({
            use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
            (&&&::wengert::generated::kind::<#number, _>(&#place)).get(&#place)
        });
        Some(if stays { self.keep("constant", place.to_token_stream().to_string(), value) } else { value })
    }

    /// What a method of a constant parameter makes of floats that are literals, or locals made of such: it runs on floats, as it
    /// stands, and what it gives is taken over the number.
    pub(super) fn constant_call(&self, m: &ExprMethodCall) -> Option<Expr> {
        let (mut m, mut takes_float) = (m.clone(), false);
        for e in &mut m.args {
            *e = self.constant_of(e, &mut takes_float, CHAIN)?;
        }
        if !self.own || !takes_float || !self.is_left(&m.receiver) {
            return None;
        }
        let number = self.number;
        Some(parse_quote!(match (#m) { value__ => {
            use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
            (&&&::wengert::generated::kind::<#number, _>(&value__)).get(&value__)
        } }))
    }

    fn is_left(&self, e: &Expr) -> bool {
        matches!(e, Expr::Path(p) if p.path.get_ident().is_some_and(|name| self.left.iter().any(|of| name == of)))
    }

    /// What is made of literals, of constant parameters and their parts, and of locals that are so, through so many of these: as it is
    /// on floats. Whether one of them would be a number in the text comes with it.
    fn constant_of(&self, e: &Expr, number: &mut bool, chain: usize) -> Option<Expr> {
        let mut e = e.clone();
        match &mut e {
            Expr::Lit(_) => *number |= is_literal(&e),
            Expr::Field(f) => return self.stays(f).then_some(e),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Neg(_)) => {
                *u.expr = self.constant_of(&u.expr, number, chain)?
            }
            Expr::Paren(p) => *p.expr = self.constant_of(&p.expr, number, chain)?,
            Expr::Binary(b) if calculates(&b.op) => {
                *b.left = self.constant_of(&b.left, number, chain)?;
                *b.right = self.constant_of(&b.right, number, chain)?;
            }
            Expr::Path(p) if !self.is_left(&Expr::Path(p.clone())) => {
                let name = p.path.get_ident()?;
                let (_, made) = self.made.iter().find(|(of, _)| name == of)?;
                *number = true;
                let made = self.constant_of(made, number, chain.checked_sub(1)?)?;
                return Some(parse_quote!((#made)));
            }
            Expr::Path(_) => {}
            _ => return None,
        }
        Some(e)
    }

    /// Whether it is a part of a constant parameter.
    pub(super) fn stays(&self, f: &syn::ExprField) -> bool {
        let mut base = &*f.base;
        while let Expr::Field(inner) = base {
            base = &*inner.base;
        }
        matches!(base, Expr::Path(p) if p.path.get_ident().is_some_and(|name| self.left.iter().any(|of| name == of)))
    }

    fn keep(&mut self, name: &str, text: String, value: Expr) -> Expr {
        let of_text = self.constants.iter().find(|kept| !text.is_empty() && kept.text == text);
        let name = of_text.map(|kept| kept.name.clone()).unwrap_or_else(|| {
            let name = format_ident!("{name}{}__", self.constants.len());
            self.constants.push(Kept { name: name.clone(), text, value });
            name
        });
        parse_quote!(#name)
    }

    /// A constant that is looked into.
    pub(super) fn kept(&mut self, e: &mut Expr) {
        let Expr::Path(p) = e else { return };
        if !self.is_constant(p) || p.path.segments.first().is_some_and(|s| s.ident == *self.twins.scalar()) {
            return;
        }
        let number = self.number;
        let value = parse_quote!(::wengert::generated::spelled::Constant::<#number>::constant(&#p));
        *e = self.keep("constant", p.path.to_token_stream().to_string(), value);
    }

    /// A literal that is lent: the compiler keeps it for as long as the program runs, and a number it does not.
    pub(super) fn lend_literal(&mut self, e: &mut Expr) -> bool {
        let number = self.number;
        if is_literal(e) {
            let value = parse_quote!(<#number as ::wengert::Number>::constant(#e));
            *e = self.keep("lent", e.to_token_stream().to_string(), value);
            return true;
        }
        false
    }

    /// The variables in front of the text.
    pub(super) fn constants(&mut self) -> Vec<Stmt> {
        let all = std::mem::take(&mut self.constants).into_iter();
        all.map(|Kept { name, value, .. }| parse_quote!(let #name = #value;)).collect()
    }

    /// Literals that stand for what is missing have its type, which the compiler finds.
    pub(super) fn leave_literals_open(&mut self, m: &mut ExprMethodCall) {
        let (first, among) = (once(&mut m.receiver).is_some(), m.args.len());
        let literal = match m.method.to_string().as_str() {
            "unwrap_or" if among == 1 && !super::texts::reads_open(&mut m.receiver) => m.args.first_mut(),
            "map_or" if among == 2 => m.args.first_mut(),
            "chain" if among == 1 && first != m.args.first_mut().and_then(once).is_some() => {
                if first {
                    once(&mut m.receiver)
                } else {
                    m.args.first_mut().and_then(once)
                }
            }
            _ => None,
        };
        let literal = match literal {
            Some(Expr::Reference(r)) if r.mutability.is_none() => Some(&mut *r.expr),
            literal => literal,
        };
        if let Some(literal) = literal.filter(|x| is_literal(x)) {
            let value = parse_quote!(::wengert::generated::missing(#literal));
            *literal = self.keep(OPEN, String::new(), value);
        }
    }

    /// Values that arms leave, as numbers where they are constants.
    pub(super) fn operand_of_tails(&self, e: &mut Expr) {
        match e {
            Expr::If(i) => {
                self.operand_of_block(&mut i.then_branch);
                if let Some((_, other)) = &mut i.else_branch {
                    self.operand_of_tails(other);
                }
            }
            Expr::Match(m) => m.arms.iter_mut().for_each(|arm| self.operand_of_tails(&mut arm.body)),
            Expr::Block(b) => self.operand_of_block(&mut b.block),
            Expr::Paren(p) => self.operand_of_tails(&mut p.expr),
            Expr::MethodCall(m) => {
                let mut of = &m.receiver;
                while let Expr::MethodCall(m) = &**of {
                    of = &m.receiver;
                }
                let typed = root(of).is_some_and(|name| self.bound.has_type(&name.to_string()));
                if typed && says_its_type(e) {
                    let number = self.number;
                    *e = parse_quote!(::wengert::generated::operand!(#number, #e));
                }
            }
            e if self.bound.follows_from_use(e) => {}
            e => self.operand(e),
        }
    }

    /// The value that a block leaves.
    pub(super) fn operand_of_block(&self, block: &mut Block) {
        if let Some(Stmt::Expr(e, None)) = block.stmts.last_mut() {
            self.operand_of_tails(e);
        }
    }
}

/// The names of literals whose type is open.
const OPEN: &str = "open";

/// Whether a float is written out, or named by the language.
pub(super) fn is_literal(e: &Expr) -> bool {
    match e {
        Expr::Lit(l) => matches!(l.lit, Lit::Float(_)),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Neg(_)) && is_literal(&u.expr),
        Expr::Paren(p) => is_literal(&p.expr),
        Expr::Path(p) => p.path.segments.len() == 2 && p.path.segments[0].ident == "f64",
        _ => false,
    }
}

/// The names that patterns of a body give.
pub(super) fn bound_in(body: &Block) -> Vec<String> {
    let mut bound = Bound::default();
    front::visit::Visit::visit_block(&mut bound, body);
    bound.names
}

/// The locals whose names these parameters and this body bind once, with what they are made of.
pub(super) fn made_in<'p>(params: impl Iterator<Item = &'p syn::Pat>, body: &Block) -> Vec<(String, Expr)> {
    let mut bound = Bound::default();
    params.for_each(|pat| front::visit::Visit::visit_pat(&mut bound, pat));
    front::visit::Visit::visit_block(&mut bound, body);
    let Bound { names, mut made } = bound;
    made.retain(|(name, _)| names.iter().filter(|of| *of == name).count() == 1);
    made
}

/// The names that patterns bind, and the locals that do not change.
#[derive(Default)]
struct Bound {
    names: Vec<String>,
    made: Vec<(String, Expr)>,
}

impl<'ast> front::visit::Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        self.names.push(p.ident.to_string());
        front::visit::visit_pat_ident(self, p);
    }
    fn visit_local(&mut self, local: &'ast syn::Local) {
        let pat = match &local.pat {
            syn::Pat::Type(t) => &*t.pat,
            pat => pat,
        };
        if let (syn::Pat::Ident(p), Some(init)) = (pat, &local.init)
            && (p.mutability, p.by_ref) == (None, None)
        {
            self.made.push((p.ident.to_string(), (*init.expr).clone()));
        }
        front::visit::visit_local(self, local);
    }
}

/// What `once(..)` gives.
fn once(e: &mut Expr) -> Option<&mut Expr> {
    match e {
        Expr::Call(c) => match &*c.func {
            Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "once") => c.args.first_mut(),
            _ => None,
        },
        _ => None,
    }
}

/// The literal of an open type that stands for what this gives otherwise.
fn open_of(m: &ExprMethodCall) -> Option<&Expr> {
    let is_open = |name: &Ident| name.to_string().strip_prefix(OPEN).is_some_and(|rest| rest.ends_with("__"));
    let of = |e: &Expr| matches!(e, Expr::Path(p) if p.path.get_ident().is_some_and(is_open));
    m.args.first().filter(|_| m.method != "chain").filter(|e| match e {
        Expr::Reference(r) => of(&r.expr),
        e => of(e),
    })
}

/// Whether this gives a float that may be a constant.
pub(super) fn is_open_value(m: &ExprMethodCall) -> bool {
    open_of(m).is_some_and(|e| !matches!(e, Expr::Reference(_)))
}

/// Whether this gives a reference to such a one.
pub(super) fn is_open(e: &Expr) -> bool {
    match e {
        Expr::Paren(p) => is_open(&p.expr),
        Expr::MethodCall(m) => open_of(m).is_some(),
        _ => false,
    }
}

/// Whether one of several arms leaves a literal.
pub(super) fn in_an_arm(e: &Expr) -> bool {
    let of_block = |b: &Block| matches!(b.stmts.last(), Some(Stmt::Expr(e, None)) if is_literal(e) || in_an_arm(e));
    match e {
        Expr::If(i) => match &i.else_branch {
            Some((_, other)) => of_block(&i.then_branch) || in_an_arm(other),
            None => false,
        },
        Expr::Block(b) => of_block(&b.block),
        Expr::Match(m) => m.arms.iter().any(|arm| is_literal(&arm.body) || in_an_arm(&arm.body)),
        _ => false,
    }
}

/// Whether an element of a list is a constant float, by the field that holds the list: for certain, or perhaps; none for what
/// is none.
pub(super) fn constant_element(i: &ExprIndex) -> Option<bool> {
    let (mut depth, mut of, mut index) = (1, &*i.expr, &*i.index);
    loop {
        if matches!(index, Expr::Range(_)) {
            return None;
        }
        match of {
            Expr::Index(i) => (depth, of, index) = (depth + 1, &*i.expr, &*i.index),
            Expr::Paren(p) => of = &*p.expr,
            Expr::Field(f) => {
                return match around::is_constant_element(&f.member, depth) {
                    Truth::Never => None,
                    Truth::Always => Some(true),
                    Truth::Sometimes => Some(false),
                };
            }
            _ => return None,
        }
    }
}
