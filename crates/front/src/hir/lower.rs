//! From a function's text to its body: functions, expressions.

use super::expand::Macros;
use super::macros::Stands;
use super::resolve::{Names, kind};
use super::scope::{Scope, plain};
use super::spans::{attributes, inner, start};
use super::{Binary, Body, Closure, Expr, ExprId, ExprKind, Pat, PatId, PatKind, TypeRef, Unary};
use crate::diagnostic::Diagnostic;
use crate::items::FnId;
use crate::program::Program;
use proc_macro2::{Span, TokenStream};
use std::rc::Rc;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{BinOp, FnArg, Ident, ItemFn, Lit, Member, ReturnType, UnOp};

/// So deep may code nest.
const DEEPEST: usize = 250;
pub(super) const DEEP: &str = "this nests too deep: name inner parts by `let` before it, or make functions of them";

/// The body of a function, of a method with its `self` among them; it is made once.
///
/// # Errors
/// If the text is not known, or something in it is not supported or means nothing, each at its place.
pub fn body(program: &Program, f: FnId) -> Result<Rc<Body>, Vec<Diagnostic>> {
    if let Some(known) = program.bodies.borrow().get(&f) {
        return Ok(known.clone());
    }
    if let Some(kept) = program.kept(f) {
        let body = Rc::new(kept);
        program.bodies.borrow_mut().insert(f, body.clone());
        return Ok(body);
    }
    let Some(text) = program.text(f) else {
        let message = format!("the text of `{}` is not known here", program.func(f).name);
        return Err(vec![Diagnostic { span: Span::call_site(), message, certain: false }]);
    };
    let mut l = Lower {
        body: Body::default(),
        scope: Scope::default(),
        macros: Macros::default(),
        resolve: Names::new(program, f),
        errors: vec![],
        depth: 0,
        may_fail: false,
    };
    l.function(&text);
    if !l.errors.is_empty() {
        return Err(l.errors);
    }
    let body = Rc::new(program.keep(f, l.body));
    program.bodies.borrow_mut().insert(f, body.clone());
    Ok(body)
}

pub(super) struct Lower<'p> {
    pub(super) body: Body,
    pub(super) scope: Scope,
    pub(super) macros: Macros,
    pub(super) resolve: Names<'p>,
    errors: Vec<Diagnostic>,
    depth: usize,
    /// Whether the pattern at hand need not fit.
    pub(super) may_fail: bool,
}

impl Lower<'_> {
    fn function(&mut self, f: &ItemFn) {
        if let Some(word) = &f.sig.asyncness {
            self.error(word.span, "an async function cannot be differentiated: write a plain `fn`");
        }
        if let Some(word) = &f.sig.unsafety {
            self.error(word.span, "an unsafe function cannot be differentiated: write a plain `fn`");
        }
        for input in &f.sig.inputs {
            let pat = match input {
                FnArg::Receiver(receiver) => {
                    let mutable = receiver.reference.is_none() && receiver.mutability.is_some();
                    let span = receiver.self_token.span;
                    let local = self.new_local("self", span, mutable);
                    self.pat(PatKind::Bind { local, by_ref: None, inner: None }, span)
                }
                FnArg::Typed(typed) => self.pattern(&typed.pat),
            };
            self.body.params.push(pat);
        }
        self.body.root = self.block(&f.block, None);
    }

    /// What this project does not take, nor any way around.
    pub(super) fn error(&mut self, span: Span, message: impl std::fmt::Display) {
        self.errors.push(Diagnostic { span, message: message.to_string(), certain: true });
    }

    /// What is not understood; the compiler may know more.
    pub(super) fn unclear(&mut self, span: Span, message: impl std::fmt::Display) {
        self.errors.push(Diagnostic { span, message: message.to_string(), certain: false });
    }

    /// What a parser gives; the error is noted.
    pub(super) fn noted<T>(&mut self, parsed: syn::Result<T>) -> Option<T> {
        parsed.map_err(|error| self.error(error.span(), error)).ok()
    }

    /// Notes an error, and puts something where an expression was asked for.
    pub(super) fn refuse(&mut self, span: Span, message: impl std::fmt::Display) -> ExprId {
        self.error(span, message);
        self.nothing(span)
    }

    /// What stands for an expression that is wrong.
    pub(super) fn nothing(&mut self, span: Span) -> ExprId {
        self.add(ExprKind::Text(TokenStream::new(), vec![]), span)
    }

    pub(super) fn add(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, span });
        self.body.exprs.len() - 1
    }

    pub(super) fn pat(&mut self, kind: PatKind, span: Span) -> PatId {
        self.body.pats.push(Pat { kind, span });
        self.body.pats.len() - 1
    }

    /// Goes one level deeper, if that is not too deep.
    pub(super) fn nested<T>(&mut self, span: Span, go: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEEPEST {
            // Once is enough.
            if self.depth == DEEPEST {
                self.error(span, DEEP);
                self.depth = usize::MAX / 2;
            }
            return None;
        }
        self.depth += 1;
        let out = go(self);
        if self.depth <= DEEPEST {
            self.depth -= 1;
        }
        Some(out)
    }

    /// How many more levels there may be.
    pub(super) fn room(&self) -> usize {
        DEEPEST.saturating_sub(self.depth)
    }

    pub(super) fn expr(&mut self, e: &syn::Expr) -> ExprId {
        self.expr_as(e, Stands::Value)
    }

    /// An expression that is a `bool`.
    pub(super) fn condition(&mut self, e: &syn::Expr) -> ExprId {
        self.expr_as(e, Stands::Condition)
    }

    fn expr_as(&mut self, e: &syn::Expr, stands: Stands) -> ExprId {
        // What hangs on its first operand is gone through in a loop: it may have thousands of links.
        let (mut links, mut first) = (vec![], e);
        while let Some(inner) = inner(first) {
            if !matches!(first, syn::Expr::Paren(_) | syn::Expr::Group(_)) {
                links.push(first);
            }
            self.plain_attributes(attributes(first));
            first = inner;
        }
        let span = start(first);
        let stands = match links.last() {
            Some(link) if is_of_conditions(link) => Stands::Condition,
            Some(_) => Stands::Value,
            None => stands,
        };
        let mut id = self.nested(span, |l| l.leaf(first, stands)).unwrap_or_else(|| self.nothing(span));
        for link in links.into_iter().rev() {
            id = self.nested(span, |l| l.link(link, id)).unwrap_or(id);
        }
        id
    }

    /// An expression, of which the first operand is lowered.
    fn link(&mut self, e: &syn::Expr, first: ExprId) -> ExprId {
        match e {
            syn::Expr::Binary(b) => self.binary(b, first),
            syn::Expr::MethodCall(m) => self.method(m, first),
            syn::Expr::Call(c) => {
                let args = c.args.iter().map(|a| self.expr(a)).collect();
                self.add(ExprKind::Call(first, args), self.span_of(first))
            }
            syn::Expr::Field(f) => {
                let name = member(&f.member);
                self.add(ExprKind::Field(first, name), f.member.span())
            }
            syn::Expr::Index(i) => {
                let index = self.expr(&i.index);
                self.add(ExprKind::Index(first, index), i.bracket_token.span.open())
            }
            syn::Expr::Cast(c) => {
                let ty = self.ty(&c.ty);
                self.add(ExprKind::Cast(first, ty), c.as_token.span)
            }
            syn::Expr::Try(t) => self.add(ExprKind::Try(first), t.question_token.span),
            syn::Expr::Await(a) => {
                self.refuse(a.await_token.span, "`await` is not supported: wait in the caller, and pass the value")
            }
            _ => first,
        }
    }

    fn span_of(&self, e: ExprId) -> Span {
        self.body.exprs[e].span
    }

    fn method(&mut self, m: &syn::ExprMethodCall, receiver: ExprId) -> ExprId {
        let types = m.turbofish.as_ref().map(|t| self.arguments(t)).unwrap_or_default();
        let args = m.args.iter().map(|a| self.passed(a)).collect();
        self.add(ExprKind::Method(receiver, name(&m.method), types, args), m.method.span())
    }

    fn binary(&mut self, b: &syn::ExprBinary, left: ExprId) -> ExprId {
        let is_condition = matches!(b.op, BinOp::And(_) | BinOp::Or(_));
        let right = if is_condition { self.condition(&b.right) } else { self.expr(&b.right) };
        let span = b.op.span();
        match operator(&b.op) {
            Some((op, true)) => {
                if !super::patterns::is_place(&b.left) {
                    let message = "an assignment goes to a variable or to an element of an array";
                    self.unclear(start(&b.left), message);
                }
                self.add(ExprKind::AssignOp(op, left, right), span)
            }
            Some((op, false)) => self.add(ExprKind::Binary(op, left, right), span),
            None => self.refuse(span, "this operator is not supported"),
        }
    }

    fn leaf(&mut self, e: &syn::Expr, stands: Stands) -> ExprId {
        match e {
            syn::Expr::Lit(l) => self.literal(&l.lit),
            syn::Expr::Path(p) => self.path(p.qself.as_ref(), &p.path),
            syn::Expr::Unary(u) => self.unary(u),
            syn::Expr::Reference(r) => {
                let inner = self.expr(&r.expr);
                self.add(ExprKind::Ref(r.mutability.is_some(), inner), r.and_token.span)
            }
            syn::Expr::Assign(a) => self.assign(a),
            syn::Expr::Block(b) => self.labelled_block(b),
            // What is evaluated before the program runs has the same value when it runs.
            syn::Expr::Const(c) => self.block(&c.block, None),
            syn::Expr::If(i) => self.choice(i),
            syn::Expr::Let(l) => {
                let value = self.expr(&l.expr);
                let pat = self.case(&l.pat);
                self.add(ExprKind::Let(pat, value), l.let_token.span)
            }
            syn::Expr::Match(m) => self.cases(m),
            syn::Expr::Loop(l) => self.endless(l),
            syn::Expr::While(w) => self.while_loop(w),
            syn::Expr::ForLoop(f) => self.for_loop(f),
            syn::Expr::Break(b) => self.leave(b),
            syn::Expr::Continue(c) => match self.label_of(c.label.as_ref(), c.continue_token.span) {
                Some(label) => self.add(ExprKind::Continue(label), c.continue_token.span),
                None => self.nothing(c.continue_token.span),
            },
            syn::Expr::Return(r) => {
                let value = r.expr.as_ref().map(|e| self.expr(e));
                self.add(ExprKind::Return(value), r.return_token.span)
            }
            syn::Expr::Range(r) => self.range(r),
            syn::Expr::Tuple(t) => {
                let parts = t.elems.iter().map(|e| self.expr(e)).collect();
                self.add(ExprKind::Tuple(parts), t.paren_token.span.open())
            }
            syn::Expr::Array(a) => {
                let parts = a.elems.iter().map(|e| self.expr(e)).collect();
                self.add(ExprKind::List(parts, false), a.bracket_token.span.open())
            }
            syn::Expr::Repeat(r) => {
                let (value, len) = (self.expr(&r.expr), self.expr(&r.len));
                self.add(ExprKind::Repeat(value, len, false), r.bracket_token.span.open())
            }
            syn::Expr::Struct(s) => self.structure(s),
            syn::Expr::Closure(c) => self.closure(c),
            syn::Expr::Macro(m) => self.macro_value(&m.mac, stands),
            other => self.unsupported(other),
        }
    }

    fn unsupported(&mut self, e: &syn::Expr) -> ExprId {
        let span = start(e);
        let message = match e {
            syn::Expr::Unsafe(_) => "`unsafe` is not supported: index with checks, they cost next to nothing",
            syn::Expr::RawAddr(_) => "a raw pointer is not supported: use a reference",
            syn::Expr::Async(_) => "code that waits is not supported: wait in the caller, and pass the value",
            syn::Expr::Yield(_) => "`yield` is not supported: write a loop that pushes to a list",
            syn::Expr::TryBlock(_) => "a `try` block is not supported: call a closure",
            syn::Expr::Infer(_) => "`_` stands for no value here",
            _ => {
                "this expression is not supported inside a differentiable function: compute its value in the \
                 caller, and pass it"
            }
        };
        self.refuse(span, message)
    }

    /// A literal, of which the sign is apart.
    pub(super) fn literal(&mut self, lit: &Lit) -> ExprId {
        let span = lit.span();
        let text = match lit {
            Lit::Int(n) => n.to_string(),
            Lit::Float(x) => x.to_string(),
            _ => String::new(),
        };
        if let Some(Ok(mut positive)) = text.strip_prefix('-').map(syn::parse_str::<Lit>) {
            positive.set_span(span);
            let positive = self.add(ExprKind::Literal(positive), span);
            return self.add(ExprKind::Unary(Unary::Neg, positive), span);
        }
        self.add(ExprKind::Literal(lit.clone()), span)
    }

    fn unary(&mut self, u: &syn::ExprUnary) -> ExprId {
        let inner = match u.op {
            UnOp::Not(_) => self.condition(&u.expr),
            _ => self.expr(&u.expr),
        };
        let span = u.op.span();
        let kind = match u.op {
            UnOp::Neg(_) => ExprKind::Unary(Unary::Neg, inner),
            UnOp::Not(_) => ExprKind::Unary(Unary::Not, inner),
            UnOp::Deref(_) => ExprKind::Deref(inner),
            _ => return self.refuse(span, "this operator is not supported"),
        };
        self.add(kind, span)
    }

    fn range(&mut self, r: &syn::ExprRange) -> ExprId {
        let start = r.start.as_ref().map(|e| self.expr(e));
        let end = r.end.as_ref().map(|e| self.expr(e));
        let (closed, span) = match &r.limits {
            syn::RangeLimits::HalfOpen(t) => (false, t.spans[0]),
            syn::RangeLimits::Closed(t) => (true, t.spans[0]),
        };
        self.add(ExprKind::Range(start, end, closed), span)
    }

    /// A path as a value: a local, or what it means around.
    pub(super) fn path(&mut self, qself: Option<&syn::QSelf>, path: &syn::Path) -> ExprId {
        let span = path.segments.first().map_or_else(Span::call_site, |s| s.ident.span());
        if let (None, Some(name)) = (qself, path.get_ident())
            && let Some(local) = self.scope.local(&name.unraw().to_string())
        {
            return self.add(ExprKind::Local(local), span);
        }
        let (qself, path) = (self.macros.qself(qself), self.macros.path(path));
        let value = self.resolve.value(qself.as_ref(), &path);
        self.add(kind(value, &path), span)
    }

    fn structure(&mut self, s: &syn::ExprStruct) -> ExprId {
        let span = s.path.segments.last().map_or_else(Span::call_site, |s| s.ident.span());
        let fields: Vec<_> = s.fields.iter().map(|f| (member(&f.member), self.expr(&f.expr))).collect();
        let base = s.rest.as_ref().map(|e| self.expr(e));
        let (qself, path) = (self.macros.qself(s.qself.as_ref()), self.macros.path(&s.path));
        match self.resolve.variant(qself.as_ref(), &path) {
            Some((adt, variant, types)) => self.add(ExprKind::Struct(adt, variant, types, fields, base), span),
            None => self.add(ExprKind::ForeignStruct(path, fields, base), span),
        }
    }

    fn closure(&mut self, c: &syn::ExprClosure) -> ExprId {
        let span = c.or1_token.span;
        if let Some(word) = &c.asyncness {
            return self.refuse(word.span, "an async closure is not supported: write a plain one");
        }
        self.scope.enter_closure(self.body.locals.len());
        let mark = self.scope.mark();
        let mut params = vec![];
        for input in &c.inputs {
            params.push(match input {
                syn::Pat::Type(typed) => {
                    let ty = self.ty(&typed.ty);
                    (self.pattern(&typed.pat), Some(ty))
                }
                pat => (self.pattern(pat), None),
            });
        }
        let ret = match &c.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(self.ty(ty)),
        };
        let body = self.expr(&c.body);
        self.scope.end(mark);
        let captures = self.scope.leave_closure();
        let closure = Closure { params, ret, body, captures, moves: c.capture.is_some() };
        self.add(ExprKind::Closure(closure), span)
    }
}

impl Lower<'_> {
    /// A type as it is written.
    pub(super) fn ty(&mut self, ty: &syn::Type) -> TypeRef {
        let ty = self.written_out(self.macros.ty(ty));
        self.resolve.ty(&ty)
    }

    /// The type arguments of a method.
    fn arguments(&mut self, all: &syn::AngleBracketedGenericArguments) -> Vec<TypeRef> {
        all.args.iter().filter_map(|a| self.resolve.argument(&self.macros.argument(a))).collect()
    }
}

/// A name as it is looked for.
pub(super) fn name(ident: &Ident) -> Rc<str> {
    plain(&ident.unraw().to_string()).into()
}

pub(super) fn member(m: &Member) -> Rc<str> {
    match m {
        Member::Named(ident) => name(ident),
        Member::Unnamed(index) => index.index.to_string().into(),
    }
}

/// Whether the operands are `bool`s for certain.
fn is_of_conditions(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Binary(b) if matches!(b.op, BinOp::And(_) | BinOp::Or(_)))
}

/// An operator, and whether it assigns.
fn operator(op: &BinOp) -> Option<(Binary, bool)> {
    Some(match op {
        BinOp::Add(_) => (Binary::Add, false),
        BinOp::Sub(_) => (Binary::Sub, false),
        BinOp::Mul(_) => (Binary::Mul, false),
        BinOp::Div(_) => (Binary::Div, false),
        BinOp::Rem(_) => (Binary::Rem, false),
        BinOp::And(_) => (Binary::And, false),
        BinOp::Or(_) => (Binary::Or, false),
        BinOp::BitXor(_) => (Binary::BitXor, false),
        BinOp::BitAnd(_) => (Binary::BitAnd, false),
        BinOp::BitOr(_) => (Binary::BitOr, false),
        BinOp::Shl(_) => (Binary::Shl, false),
        BinOp::Shr(_) => (Binary::Shr, false),
        BinOp::Eq(_) => (Binary::Eq, false),
        BinOp::Lt(_) => (Binary::Lt, false),
        BinOp::Le(_) => (Binary::Le, false),
        BinOp::Ne(_) => (Binary::Ne, false),
        BinOp::Ge(_) => (Binary::Ge, false),
        BinOp::Gt(_) => (Binary::Gt, false),
        BinOp::AddAssign(_) => (Binary::Add, true),
        BinOp::SubAssign(_) => (Binary::Sub, true),
        BinOp::MulAssign(_) => (Binary::Mul, true),
        BinOp::DivAssign(_) => (Binary::Div, true),
        BinOp::RemAssign(_) => (Binary::Rem, true),
        BinOp::BitXorAssign(_) => (Binary::BitXor, true),
        BinOp::BitAndAssign(_) => (Binary::BitAnd, true),
        BinOp::BitOrAssign(_) => (Binary::BitOr, true),
        BinOp::ShlAssign(_) => (Binary::Shl, true),
        BinOp::ShrAssign(_) => (Binary::Shr, true),
        _ => return None,
    })
}
