//! Patterns, and assignments to several places, which are patterns as well.

use super::expand::unmarked_ident;
use super::lower::{Lower, member, name};
use super::resolve::{Names, kind};
use super::scope::plain;
use super::spans::place;
use super::{ExprId, ExprKind, ForeignPat, Form, Local, LocalId, PatId, PatKind, Stmt};
use crate::items::AdtId;
use crate::program::Value;
use proc_macro2::Span;
use std::collections::HashMap;
use std::rc::Rc;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Token};

/// The names that a pattern binds: those of alternatives are the same.
type Bound = HashMap<String, LocalId>;

impl Lower<'_> {
    pub(super) fn new_local(&mut self, name: &str, span: Span, mutable: bool) -> LocalId {
        let local = self.hidden_local(name, span, mutable);
        self.scope.bind(name, local);
        local
    }

    /// A local that no text names.
    pub(super) fn hidden_local(&mut self, name: &str, span: Span, mutable: bool) -> LocalId {
        self.body.locals.push(Local { name: shown(plain(name)), span, mutable });
        self.body.locals.len() - 1
    }

    /// A pattern; the names that it binds hold from here on.
    pub(super) fn pattern(&mut self, p: &Pat) -> PatId {
        self.part(p, &mut Bound::new())
    }

    /// A pattern that need not fit.
    pub(super) fn case(&mut self, p: &Pat) -> PatId {
        let before = std::mem::replace(&mut self.may_fail, true);
        let pat = self.pattern(p);
        self.may_fail = before;
        pat
    }

    fn part(&mut self, p: &Pat, bound: &mut Bound) -> PatId {
        let span = place(p);
        match self.nested(span, |l| l.kind_of_part(p, bound, span)) {
            Some(kind) => self.pat(kind, span),
            None => self.pat(PatKind::Wild, span),
        }
    }

    fn parts(&mut self, parts: &Punctuated<Pat, Token![,]>, bound: &mut Bound) -> Vec<PatId> {
        parts.iter().map(|p| self.part(p, bound)).collect()
    }

    fn kind_of_part(&mut self, p: &Pat, bound: &mut Bound, span: Span) -> PatKind {
        match p {
            Pat::Wild(_) => PatKind::Wild,
            Pat::Rest(_) => PatKind::Rest,
            Pat::Ident(i) => self.named(i, bound),
            Pat::Paren(p) => self.kind_of_part(&p.pat, bound, span),
            Pat::Tuple(t) => PatKind::Tuple(self.parts(&t.elems, bound)),
            Pat::Slice(s) => PatKind::Slice(self.parts(&s.elems, bound)),
            Pat::Or(o) => PatKind::Or(o.cases.iter().map(|p| self.part(p, bound)).collect()),
            Pat::Reference(r) => PatKind::Ref(self.part(&r.pat, bound)),
            Pat::Lit(l) => PatKind::Value(self.literal(&l.lit)),
            Pat::Range(r) => {
                let start = r.start.as_ref().map(|e| self.expr(e));
                let end = r.end.as_ref().map(|e| self.expr(e));
                PatKind::Range(start, end, matches!(r.limits, syn::RangeLimits::Closed(_)))
            }
            Pat::Path(p) => {
                let (qself, path) = (self.macros.qself(p.qself.as_ref()), self.macros.path(&p.path));
                let value = self.resolve.value(qself.as_ref(), &path);
                self.constant(value, &path, span)
            }
            Pat::TupleStruct(t) => self.of_positions(t, bound),
            Pat::Struct(s) => self.of_names(s, bound),
            Pat::Macro(m) => self.pattern_of_macro(&m.mac, bound, span),
            Pat::Const(_) => {
                self.error(span, "a `const` block in a pattern is not supported: name it by `const` before");
                PatKind::Wild
            }
            _ => {
                self.error(span, "this pattern is not supported here: write an `if` of comparisons");
                PatKind::Wild
            }
        }
    }

    fn named(&mut self, i: &syn::PatIdent, bound: &mut Bound) -> PatKind {
        let plain_name = i.by_ref.is_none() && i.mutability.is_none() && i.subpat.is_none();
        let known = unmarked_ident(&i.ident);
        if plain_name && let Some(value) = self.resolve.constant(&known, self.may_fail) {
            return self.constant(value, &known.into(), i.ident.span());
        }
        let inner = i.subpat.as_ref().map(|(_, p)| self.part(p, bound));
        let text = i.ident.unraw().to_string();
        let local = match bound.get(&text) {
            Some(local) => *local,
            None => {
                let local = self.new_local(&text, i.ident.span(), i.mutability.is_some());
                bound.insert(text, local);
                local
            }
        };
        PatKind::Bind { local, by_ref: i.by_ref.map(|_| i.mutability.is_some()), inner }
    }

    /// A constant, or a variant or a struct without fields.
    fn constant(&mut self, value: Value, path: &syn::Path, span: Span) -> PatKind {
        match value {
            Value::Variant(adt, variant, _) => PatKind::Variant(adt, variant, vec![]),
            Value::Foreign => PatKind::Foreign(ForeignPat { path: path.clone(), form: Form::Unit, fields: vec![] }),
            value if Names::is_constant(&value) => PatKind::Value(self.add(kind(value, path), span)),
            _ => {
                self.unclear(span, "this is no constant: a pattern is compared with constants");
                PatKind::Wild
            }
        }
    }

    fn of_positions(&mut self, t: &syn::PatTupleStruct, bound: &mut Bound) -> PatKind {
        let span = t.path.span();
        let (qself, path) = (self.macros.qself(t.qself.as_ref()), self.macros.path(&t.path));
        let Some((adt, variant, _)) = self.resolve.tuple_variant(qself.as_ref(), &path) else {
            let parts = self.parts(&t.elems, bound);
            let fields = parts.into_iter().enumerate().map(|(k, p)| (position(k), p)).collect();
            return PatKind::Foreign(ForeignPat { path, form: Form::Tuple, fields });
        };
        let whole = self.resolve.adt(adt).variants[variant].fields.len();
        let rest = t.elems.iter().position(|p| matches!(p, Pat::Rest(_)));
        let Some(positions) = positions(t.elems.len(), rest, whole) else {
            let n = t.elems.len() - usize::from(rest.is_some());
            let message = format!("this names {n} of {whole} parts: name them all, or put `..` for what is missing");
            self.unclear(span, message);
            return PatKind::Wild;
        };
        let parts = t.elems.iter().enumerate().filter(|(k, _)| Some(*k) != rest).map(|(_, p)| p);
        let fields = positions.into_iter().zip(parts).map(|(k, p)| (position(k), self.part(p, bound))).collect();
        PatKind::Variant(adt, variant, fields)
    }

    fn of_names(&mut self, s: &syn::PatStruct, bound: &mut Bound) -> PatKind {
        let (qself, path) = (self.macros.qself(s.qself.as_ref()), self.macros.path(&s.path));
        let mut fields = vec![];
        for field in &s.fields {
            self.plain_attributes(&field.attrs);
            fields.push((member(&field.member), self.part(&field.pat, bound)));
        }
        match self.resolve.variant(qself.as_ref(), &path) {
            Some((adt, variant, _)) => self.known_names(adt, variant, fields, s),
            None => PatKind::Foreign(ForeignPat { path, form: Form::Named(s.rest.is_some()), fields }),
        }
    }

    fn known_names(
        &mut self,
        adt: AdtId,
        variant: usize,
        fields: Vec<(Rc<str>, PatId)>,
        s: &syn::PatStruct,
    ) -> PatKind {
        let adt_def = self.resolve.adt(adt);
        let known = &adt_def.variants[variant];
        let missing = |(name, _): &(Rc<str>, PatId)| known.fields.iter().all(|f| f.name != *name);
        if let Some(k) = fields.iter().position(missing) {
            let message = format!("`{}` has no field `{}`", known.name, fields[k].0);
            self.unclear(s.fields[k].member.span(), message);
        }
        PatKind::Variant(adt, variant, fields)
    }

    fn pattern_of_macro(&mut self, mac: &syn::Macro, bound: &mut Bound, span: Span) -> PatKind {
        let parsed = match self.expanded(mac) {
            Some(tokens) => tokens.and_then(|tokens| {
                let parsed = syn::parse::Parser::parse2(Pat::parse_multi_with_leading_vert, tokens);
                self.noted(parsed)
            }),
            None => {
                self.unknown_macro(mac, "write it out");
                None
            }
        };
        match parsed {
            Some(p) => self.nested(span, |l| l.kind_of_part(&p, bound, span)).unwrap_or(PatKind::Wild),
            None => PatKind::Wild,
        }
    }

    /// `a = b`. Where several places are assigned to, they are after all of the right side is found.
    pub(super) fn assign(&mut self, a: &syn::ExprAssign) -> ExprId {
        let span = a.eq_token.span;
        if is_place(&a.left) {
            // The right side comes first, as it does when the program runs.
            let right = self.expr(&a.right);
            let left = self.expr(&a.left);
            return self.add(ExprKind::Assign(left, right), span);
        }
        let init = self.expr(&a.right);
        let mut places = vec![];
        let pat = self.target(&a.left, &mut places);
        let mut stmts = vec![Stmt::Let { pat, ty: None, init: Some(init), otherwise: None, attrs: vec![] }];
        for (place, local) in places {
            let left = self.expr(place);
            let right = self.add(ExprKind::Local(local), span);
            stmts.push(Stmt::Expr(self.add(ExprKind::Assign(left, right), span)));
        }
        self.add(ExprKind::Block(stmts, None, None), span)
    }

    /// The pattern that takes apart what is assigned, with a local for each place.
    fn target<'e>(&mut self, e: &'e Expr, places: &mut Vec<(&'e Expr, LocalId)>) -> PatId {
        let span = super::spans::start(e);
        let kind = self.nested(span, |l| l.kind_of_target(e, places, span)).unwrap_or(PatKind::Wild);
        self.pat(kind, span)
    }

    fn kind_of_target<'e>(&mut self, e: &'e Expr, places: &mut Vec<(&'e Expr, LocalId)>, span: Span) -> PatKind {
        match e {
            Expr::Infer(_) => PatKind::Wild,
            e if is_rest(e) => PatKind::Rest,
            Expr::Paren(p) => self.kind_of_target(&p.expr, places, span),
            Expr::Group(g) => self.kind_of_target(&g.expr, places, span),
            Expr::Tuple(t) => PatKind::Tuple(t.elems.iter().map(|e| self.target(e, places)).collect()),
            Expr::Array(a) => PatKind::Slice(a.elems.iter().map(|e| self.target(e, places)).collect()),
            Expr::Call(c) => {
                let Expr::Path(p) = &*c.func else { return self.no_target(span) };
                let (qself, path) = (self.macros.qself(p.qself.as_ref()), self.macros.path(&p.path));
                let Some((adt, variant, _)) = self.resolve.tuple_variant(qself.as_ref(), &path) else {
                    return self.no_target(span);
                };
                let whole = self.resolve.adt(adt).variants[variant].fields.len();
                let rest = c.args.iter().position(is_rest);
                let Some(positions) = positions(c.args.len(), rest, whole) else { return self.no_target(span) };
                let parts = c.args.iter().enumerate().filter(|(k, _)| Some(*k) != rest).map(|(_, e)| e);
                let fields = positions.into_iter().zip(parts).map(|(k, e)| (position(k), self.target(e, places)));
                PatKind::Variant(adt, variant, fields.collect())
            }
            Expr::Struct(s) => {
                let fields = s.fields.iter().map(|f| (member(&f.member), self.target(&f.expr, places))).collect();
                let (qself, path) = (self.macros.qself(s.qself.as_ref()), self.macros.path(&s.path));
                match self.resolve.variant(qself.as_ref(), &path) {
                    Some((adt, variant, _)) => PatKind::Variant(adt, variant, fields),
                    None => self.no_target(span),
                }
            }
            place if !is_place(place) => self.no_target(span),
            place => {
                let text = match place {
                    Expr::Path(p) => p.path.get_ident().map(name),
                    _ => None,
                };
                let local = self.hidden_local(text.as_deref().unwrap_or("part"), span, false);
                places.push((place, local));
                PatKind::Bind { local, by_ref: None, inner: None }
            }
        }
    }

    fn no_target(&mut self, span: Span) -> PatKind {
        self.unclear(span, "an assignment goes to a variable, an element of an array, or a tuple of these");
        PatKind::Wild
    }
}

/// Whether an expression is one place; what a macro stands for may be.
pub(super) fn is_place(e: &Expr) -> bool {
    match e {
        Expr::Paren(p) => is_place(&p.expr),
        Expr::Group(g) => is_place(&g.expr),
        Expr::Unary(u) => matches!(u.op, syn::UnOp::Deref(_)),
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Macro(_) => true,
        _ => false,
    }
}

/// `..`
fn is_rest(e: &Expr) -> bool {
    matches!(e, Expr::Range(r) if r.start.is_none() && r.end.is_none())
}

/// At which places of a whole the parts stand that are named, where `..` at `rest` stands for what is missing.
fn positions(parts: usize, rest: Option<usize>, whole: usize) -> Option<Vec<usize>> {
    let Some(rest) = rest else { return (parts == whole).then(|| (0..whole).collect()) };
    let behind = parts - rest - 1;
    (parts - 1 <= whole).then(|| (0..rest).chain(whole - behind..whole).collect())
}

/// The name of a field by its position.
fn position(k: usize) -> Rc<str> {
    k.to_string().into()
}

/// A name that generated code may have: no word of the language.
fn shown(name: &str) -> Rc<str> {
    match syn::parse_str::<Ident>(name) {
        Ok(_) => name.into(),
        Err(_) if name == "self" => name.into(),
        Err(_) => format!("{name}_").into(),
    }
}
