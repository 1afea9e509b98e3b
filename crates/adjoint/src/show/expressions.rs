//! Operations as a person writes them: what has a name of the generator's and is read once is written where it is read.
//!
//! Nothing is computed in another order that could be told apart: what is moved has no effects, and nothing between its
//! old place and the new one changes what it reads.

use front::visit::{self, Visit};
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, HashMap, HashSet};
use syn::{BinOp, Block, Expr, ExprPath, FnArg, ItemFn, Local, Pat, PatIdent, Stmt, Type, UnOp};

/// The most operations of an expression that takes another one in: a longer one is easier to read in two.
const LONGEST: usize = 10;

/// Methods of lists that only read.
const READS: [&str; 5] = ["len", "clone", "is_empty", "iter", "to_vec"];

/// Writes what is read once where it is read.
pub(super) fn write(f: &mut ItemFn) {
    let mut changes = Changes::default();
    for input in &f.sig.inputs {
        if let FnArg::Typed(p) = input
            && let (Pat::Ident(name), Type::Reference(ty)) = (&*p.pat, &*p.ty)
            && ty.mutability.is_some()
        {
            changes.places.insert(name.ident.to_string());
        }
    }
    changes.visit_block(&f.block);
    Written { places: changes.places }.visit_block_mut(&mut f.block);
    Shorter.visit_block_mut(&mut f.block);
}

/// Names whose content may change: variables that are `mut`, and references that may be written through.
#[derive(Default)]
struct Changes {
    places: HashSet<String>,
}

impl Visit<'_> for Changes {
    fn visit_pat_ident(&mut self, name: &PatIdent) {
        if name.mutability.is_some() {
            self.places.insert(name.ident.to_string());
        }
        visit::visit_pat_ident(self, name);
    }

    fn visit_local(&mut self, local: &Local) {
        if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
            && (matches!(&*init.expr, Expr::Reference(r) if r.mutability.is_some())
                || root(&init.expr).is_some_and(|of| self.places.contains(&of)))
        {
            self.places.insert(name.ident.to_string());
        }
        visit::visit_local(self, local);
    }
}

/// The variable that a place lies in.
pub(super) fn root(e: &Expr) -> Option<String> {
    match e {
        Expr::Path(p) => p.path.get_ident().map(Ident::to_string),
        Expr::Field(f) => root(&f.base),
        Expr::Index(i) => root(&i.expr),
        Expr::Paren(p) => root(&p.expr),
        Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => root(&u.expr),
        _ => None,
    }
}

struct Written {
    places: HashSet<String>,
}

impl VisitMut for Written {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let mut body = Body::new(std::mem::take(&mut block.stmts), &self.places);
        for k in 0..body.stmts.len() {
            if let Some((name, of)) = self.copy(&body, k) {
                body.copy(k, &name, &of);
            } else if let Some((at, name)) = self.place_of_use(&body, k) {
                body.shift(k, at, &name);
            }
        }
        block.stmts = body.stmts.into_iter().flatten().collect();
    }
}

/// Between the name and its use stand so many statements at most: more are too far for a reader, too.
const FARTHEST: usize = 64;

/// The statements of a block, those that are moved taken out, and where they name what.
struct Body {
    stmts: Vec<Option<Stmt>>,
    /// In which statements a name stands, and how often.
    uses: HashMap<String, BTreeMap<usize, usize>>,
    /// What each statement writes to, declares or lends to others.
    touched: Vec<HashSet<String>>,
    /// The last statement that does.
    last: HashMap<String, usize>,
}

impl Body {
    fn new(stmts: Vec<Stmt>, places: &HashSet<String>) -> Self {
        let (mut uses, mut touched, mut last) = (HashMap::new(), vec![], HashMap::new());
        for (k, s) in stmts.iter().enumerate() {
            count(s.to_token_stream(), k, &mut uses);
            let mut all = Touched { places, names: HashSet::new() };
            all.visit_stmt(s);
            last.extend(all.names.iter().map(|name| (name.clone(), k)));
            touched.push(all.names);
        }
        Body { stmts: stmts.into_iter().map(Some).collect(), uses, touched, last }
    }

    /// The statements after one that name something, and how often.
    fn uses_after(&self, k: usize, name: &str) -> impl Iterator<Item = (usize, usize)> {
        self.uses.get(name).into_iter().flat_map(move |at| at.range(k + 1..)).map(|(&at, &n)| (at, n))
    }

    /// Writes another name for one from a statement on, which is taken out.
    fn copy(&mut self, k: usize, name: &str, of: &Expr) {
        self.stmts[k] = None;
        let uses: Vec<(usize, usize)> = self.uses_after(k, name).collect();
        for &(at, _) in &uses {
            if let Some(s) = &mut self.stmts[at] {
                Put { name, expr: of.clone() }.visit_stmt_mut(s);
            }
        }
        let other = self.uses.entry(of.to_token_stream().to_string()).or_default();
        uses.into_iter().for_each(|(at, n)| *other.entry(at).or_default() += n);
        self.touched[k].clear();
    }

    /// Writes what a statement names where it is read, in another statement.
    fn shift(&mut self, k: usize, at: usize, name: &str) {
        let Some(stmt) = self.stmts[k].take() else { return };
        let (Some((_, init)), Some(to)) = (named(&stmt), &mut self.stmts[at]) else { return };
        count(init.to_token_stream(), at, &mut self.uses);
        Put { name, expr: init.clone() }.visit_stmt_mut(to);
        self.uses.remove(name);
        self.touched[k].clear();
    }
}

/// Adds the names in code to those of a statement.
fn count(tokens: TokenStream, at: usize, uses: &mut HashMap<String, BTreeMap<usize, usize>>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => *uses.entry(name.to_string()).or_default().entry(at).or_default() += 1,
            TokenTree::Group(group) => count(group.stream(), at, uses),
            _ => {}
        }
    }
}

struct Shorter;

impl VisitMut for Shorter {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Some(short) = shorter(e).or_else(|| taken_off(e)) {
            *e = short;
        }
    }
}

/// `a = a + b` as `a += b`.
fn shorter(e: &Expr) -> Option<Expr> {
    let Expr::Assign(assign) = e else { return None };
    let Expr::Binary(sum) = &*assign.right else { return None };
    let (to, of, more) = (&assign.left, &sum.left, &sum.right);
    let same = matches!((&**to, &**of), (Expr::Path(a), Expr::Path(b)) if a.path == b.path);
    let op: BinOp = match sum.op {
        BinOp::Add(_) if same => syn::parse_quote!(+=),
        BinOp::Sub(_) if same => syn::parse_quote!(-=),
        BinOp::Mul(_) if same => syn::parse_quote!(*=),
        BinOp::Div(_) if same => syn::parse_quote!(/=),
        _ => return None,
    };
    Some(binary((**to).clone(), op, (**more).clone()))
}

/// `a += -b` as `a -= b`.
fn taken_off(e: &Expr) -> Option<Expr> {
    let Expr::Binary(sum) = e else { return None };
    let op: BinOp = match sum.op {
        BinOp::AddAssign(_) => syn::parse_quote!(-=),
        _ => return None,
    };
    Some(binary((*sum.left).clone(), op, without_sign(&sum.right)?))
}

/// What has a minus before its first factor, without it.
fn without_sign(e: &Expr) -> Option<Expr> {
    match e {
        Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) && !matches!(&*u.expr, Expr::Lit(_)) => Some((*u.expr).clone()),
        Expr::Binary(b) if matches!(b.op, BinOp::Mul(_) | BinOp::Div(_)) => {
            Some(binary(without_sign(&b.left)?, b.op, (*b.right).clone()))
        }
        _ => None,
    }
}

pub(super) fn binary(left: Expr, op: BinOp, right: Expr) -> Expr {
    Expr::Binary(syn::ExprBinary { attrs: vec![], left: Box::new(left), op, right: Box::new(right) })
}

impl Written {
    /// The name that a statement gives to what has one, and the one that it has, if that is never changed afterwards.
    fn copy(&self, body: &Body, k: usize) -> Option<(String, Expr)> {
        let (name, init) = named(body.stmts[k].as_ref()?)?;
        let name = name.to_string();
        let Expr::Path(of) = init else { return None };
        let of = of.path.get_ident()?.to_string();
        let later = version_of(&name).is_some();
        let still = |name: &String| body.last.get(name).is_none_or(|&at| at <= k);
        ((is_made(&name) || later) && still(&of) && still(&name) && !self.is_lent(&of)).then(|| (name, init.clone()))
    }

    /// Whether a name is a reference that may be written through.
    fn is_lent(&self, name: &str) -> bool {
        self.places.contains(name) && leads_on(name)
    }

    /// Where what a statement names is read, if that may be moved there.
    fn place_of_use(&self, body: &Body, k: usize) -> Option<(usize, String)> {
        let (name, init) = named(body.stmts[k].as_ref()?)?;
        let name = name.to_string();
        let uses: Vec<(usize, usize)> = body.uses_after(k, &name).take(2).collect();
        let &[(at, 1)] = &uses[..] else { return None };
        let of = body.stmts[at].as_ref()?;
        let version = version_of(&name).is_some_and(|base| assigns(of, &base));
        if at - k > FARTHEST || !(is_made(&name) || version) || !self.is_pure(init) {
            return None;
        }
        let mut size = Size::default();
        size.visit_expr(init);
        let mut found = Reads { name: &name, size: 0, found: false };
        found.visit_stmt(of);
        if !found.found || size.0 + found.size > LONGEST {
            return None;
        }
        let mut reads = Names::default();
        reads.visit_expr(init);
        let end = if is_simple(of) { at } else { at + 1 };
        let between = &body.touched[k + 1..end];
        // Two names may lead to one place.
        let leads = reads.0.iter().any(|name| self.is_lent(name));
        let still = between.iter().all(|names| if leads { names.is_empty() } else { reads.0.is_disjoint(names) });
        still.then_some((at, name))
    }

    /// Whether an expression has no effects.
    fn is_pure(&self, e: &Expr) -> bool {
        match e {
            Expr::Lit(_) | Expr::Path(_) => true,
            Expr::Paren(p) => self.is_pure(&p.expr),
            Expr::Unary(u) => self.is_pure(&u.expr),
            Expr::Cast(c) => self.is_pure(&c.expr),
            Expr::Field(f) => self.is_pure(&f.base),
            Expr::Index(i) => self.is_pure(&i.expr) && self.is_pure(&i.index),
            Expr::Reference(r) => r.mutability.is_none() && self.is_pure(&r.expr),
            Expr::Binary(b) => !is_assignment(&b.op) && self.is_pure(&b.left) && self.is_pure(&b.right),
            Expr::MethodCall(m) => {
                let known = rules::Row::find(&m.method.to_string()).is_some() || READS.iter().any(|r| m.method == r);
                (known || m.method == "recip" || m.method == "powi")
                    && self.is_pure(&m.receiver)
                    && m.args.iter().all(|a| self.is_pure(a))
            }
            // Numbers and slopes are made; functions of the user's stay where they are called.
            Expr::Call(c) => {
                let Expr::Path(f) = &*c.func else { return false };
                let known = f.path.segments.last().is_some_and(|s| {
                    s.ident == "constant"
                        || s.ident == "min"
                        || s.ident == "max"
                        || s.ident.to_string().ends_with("_slope")
                });
                known && c.args.iter().all(|a| self.is_pure(a))
            }
            _ => false,
        }
    }
}

/// The name that a statement gives to an expression.
fn named(s: &Stmt) -> Option<(&Ident, &Expr)> {
    let Stmt::Local(local) = s else { return None };
    let name = match &local.pat {
        Pat::Ident(name) => name,
        Pat::Type(typed) => match &*typed.pat {
            Pat::Ident(name) => name,
            _ => return None,
        },
        _ => return None,
    };
    let init = local.init.as_ref()?;
    (name.mutability.is_none() && name.by_ref.is_none() && init.diverge.is_none()).then_some((&name.ident, &init.expr))
}

/// A name without what says that it is an adjoint or a tangent.
fn plain(name: &str) -> &str {
    name.strip_suffix("_adj").or_else(|| name.strip_suffix("_dot")).unwrap_or(name)
}

/// Whether a name is one of the generator's: `t`, `t_7`, `t_7_adj`, `share__2`.
fn is_made(name: &str) -> bool {
    let number = |s: &str| !s.is_empty() && s.chars().all(|c| c.is_ascii_digit());
    let name = plain(name);
    name == "t" || name.strip_prefix("t_").is_some_and(number) || name.strip_prefix("share__").is_some_and(number)
}

/// The variable that a name is a later value of: `sum` for `sum_1`, `sum_dot` for `sum_1_dot`.
pub(super) fn version_of(name: &str) -> Option<String> {
    let own = plain(name);
    let (base, number) = own.rsplit_once('_')?;
    let later = !base.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    later.then(|| format!("{base}{}", &name[own.len()..]))
}

/// Whether a statement assigns to a variable.
fn assigns(s: &Stmt, name: &str) -> bool {
    matches!(s, Stmt::Expr(Expr::Assign(a), _) if matches!(&*a.left, Expr::Path(p) if p.path.is_ident(name)))
}

/// Whether a name stands for a place that other names may lead to, too.
fn leads_on(name: &str) -> bool {
    name.ends_with("_adj") || name.ends_with("_out")
}

/// Whether a statement reads before it writes: there is no block in it.
fn is_simple(s: &Stmt) -> bool {
    struct Blocks(bool);
    impl Visit<'_> for Blocks {
        fn visit_block(&mut self, _: &Block) {
            self.0 = true;
        }
        fn visit_expr_closure(&mut self, _: &syn::ExprClosure) {
            self.0 = true;
        }
    }
    let mut blocks = Blocks(false);
    blocks.visit_stmt(s);
    !blocks.0
}

pub(super) fn is_assignment(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_) | BinOp::RemAssign(_)
    ) || matches!(op, BinOp::BitAndAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitXorAssign(_))
        || matches!(op, BinOp::ShlAssign(_) | BinOp::ShrAssign(_))
}

/// How many operations an expression has.
#[derive(Default)]
struct Size(usize);

impl Visit<'_> for Size {
    fn visit_expr(&mut self, e: &Expr) {
        self.0 += usize::from(matches!(e, Expr::Binary(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Unary(_)));
        visit::visit_expr(self, e);
    }
}

#[derive(Default)]
struct Names(HashSet<String>);

impl Visit<'_> for Names {
    fn visit_ident(&mut self, name: &Ident) {
        self.0.insert(name.to_string());
    }
}

/// What statements write to, declare or lend to others.
struct Touched<'a> {
    places: &'a HashSet<String>,
    names: HashSet<String>,
}

impl Visit<'_> for Touched<'_> {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            Expr::Assign(a) => self.names.extend(root(&a.left)),
            Expr::Binary(b) if is_assignment(&b.op) => self.names.extend(root(&b.left)),
            Expr::Reference(r) if r.mutability.is_some() => self.names.extend(root(&r.expr)),
            Expr::MethodCall(m) if rules::Row::find(&m.method.to_string()).is_none() => {
                self.names.extend(root(&m.receiver).filter(|name| self.places.contains(name)));
            }
            Expr::Call(c) => {
                let lent = c.args.iter().filter_map(root).filter(|name| self.places.contains(name));
                self.names.extend(lent);
            }
            _ => {}
        }
        visit::visit_expr(self, e);
    }

    fn visit_pat_ident(&mut self, name: &PatIdent) {
        self.names.insert(name.ident.to_string());
    }
}

/// Whether a name is read where an expression can stand for it, and how many operations the expression around it has.
struct Reads<'a> {
    name: &'a str,
    size: usize,
    found: bool,
}

impl Visit<'_> for Reads<'_> {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            Expr::Path(p) if p.path.is_ident(self.name) => self.found = true,
            // It would be computed more than once, or not at all.
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) | Expr::Match(_) => {}
            Expr::Binary(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Unary(_) | Expr::Index(_) => {
                let before = self.found;
                visit::visit_expr(self, e);
                if self.found && !before {
                    let mut size = Size::default();
                    size.visit_expr(e);
                    self.size = size.0;
                }
            }
            _ => visit::visit_expr(self, e),
        }
    }

    fn visit_block(&mut self, _: &Block) {}

    fn visit_macro(&mut self, _: &syn::Macro) {}
}

/// Writes an expression where a name is read.
struct Put<'a> {
    name: &'a str,
    expr: Expr,
}

impl VisitMut for Put<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Path(ExprPath { path, .. }) if path.is_ident(self.name) => *e = self.expr.clone(),
            _ => visit_mut::visit_expr_mut(self, e),
        }
    }
}
