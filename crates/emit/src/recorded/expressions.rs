//! Expressions of a rewritten text.

use super::paths::plain_type;
use super::source::Rewrite;
use super::twins::ON_TYPES;
use crate::around::{self, Truth};
use front::visit::Visit;
use front::visit_mut::{self, VisitMut};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprCast, Lit, Type, parse_quote};

impl Rewrite<'_> {
    pub(super) fn expression(&mut self, e: &mut Expr) {
        let span = e.span();
        let number = self.number;
        match e {
            Expr::Lit(l) if self.own => {
                let is_number = match &l.lit {
                    Lit::Float(_) => true,
                    Lit::Int(x) => *self.twins.scalar() == x.suffix(),
                    _ => false,
                };
                if is_number {
                    let x = l.clone();
                    *e = syn::parse2(quote_spanned!(span=> <#number as ::wengert::Number>::constant(#x)))
                        .unwrap_or_else(|_| parse_quote!(#x));
                }
            }
            Expr::Path(p) if self.own => {
                if let Some(other) = self.path(p) {
                    *e = other;
                }
            }
            Expr::Call(call) => {
                self.visit_args(call);
                if let Expr::Path(f) = &*call.func
                    && let Some(wanted) = around::wanted_by(&f.path).filter(|_| around::answered_by(&f.path).is_none())
                {
                    self.hand(call.args.iter_mut(), &wanted);
                }
                match &mut *call.func {
                    Expr::Path(f) => {
                        self.of_outside(&f.path);
                        f.path.segments.iter_mut().for_each(|s| self.visit_path_arguments_mut(&mut s.arguments))
                    }
                    f => self.visit_expr_mut(f),
                }
                if self.own {
                    if let Some(other) = self.call(call) {
                        *e = other;
                    } else if let Expr::Path(f) = &mut *call.func
                        && f.path.segments.first().is_some_and(|s| s.ident == *self.twins.scalar())
                        && let Some(other) = self.path(f)
                    {
                        *call.func = other;
                    }
                }
            }
            Expr::Cast(c) => {
                self.visit_expr_mut(&mut c.expr);
                if let Some(other) = self.cast(c) {
                    *e = other;
                } else if let Expr::Cast(c) = e {
                    self.visit_type_mut(&mut c.ty);
                }
            }
            Expr::Struct(s) => {
                self.of_outside(&s.path);
                if self.own && self.twins.is_on_types(&s.path) {
                    return self.refuse(&s.path, ON_TYPES);
                }
                visit_mut::visit_expr_struct_mut(self, s);
                if let Some((made, variant)) = self.twins.structure_of(&s.path, number).filter(|_| self.own) {
                    let of = plain_type(&s.path, variant.is_some());
                    for field in &mut s.fields {
                        field.expr = self.filled(&of, variant.as_ref(), &field.member, &field.expr);
                        field.colon_token.get_or_insert_default();
                    }
                    let variant = variant.map(|v| quote!(::#v));
                    s.path = parse_quote!(#made #variant);
                } else if self.own {
                    self.own_constants(s);
                }
            }
            Expr::MethodCall(m) if let Some(added) = self.added(m, None) => {
                *e = added;
                self.visit_expr_mut(e);
            }
            Expr::MethodCall(m) if let Some(read) = self.read_number(m) => *e = read,
            Expr::MethodCall(m) if let Some(constant) = self.constant_call(m) => *e = constant,
            // A slice of its own is a list.
            Expr::MethodCall(m) if self.own && m.method == "into_boxed_slice" => {
                *e = (*m.receiver).clone();
                self.visit_expr_mut(e);
            }
            Expr::MethodCall(m) => {
                let looked_at = LOOK_AT.iter().any(|name| m.method == name);
                let constant = if looked_at { self.constant_matrices(&m.receiver) } else { None };
                if self.own {
                    self.meaningful(&m.method);
                    if around::gives_hidden_off_tapes(&m.method) {
                        let message =
                            "this method gives what has no name, and a tape needs it on numbers: put #[tape] on it";
                        self.refuse(&m.method, message);
                    }
                    self.kept(&mut m.receiver);
                    self.leave_literals_open(m);
                }
                let list = m.turbofish.as_ref().is_some_and(|t| match t.args.first() {
                    Some(syn::GenericArgument::Type(ty)) => self.is_list(ty),
                    _ => false,
                });
                visit_mut::visit_expr_method_call_mut(self, m);
                if let Some(constant) = constant {
                    *m.receiver = constant;
                }
                if let Some(wanted) = around::wanted_by_methods(&m.method) {
                    self.hand(m.args.iter_mut(), &wanted);
                }
                if list {
                    self.collected(e);
                } else if super::literals::is_open_value(m) {
                    *e = parse_quote!(::wengert::generated::operand!(#number, #m));
                }
            }
            Expr::Index(i) => {
                if self.own {
                    self.kept(&mut i.expr);
                }
                let constant = self.own.then(|| super::literals::constant_element(i)).flatten();
                visit_mut::visit_expr_index_mut(self, i);
                match constant {
                    Some(true) => {
                        *e = parse_quote!(::wengert::generated::spelled::Constant::<#number>::constant(&#i));
                    }
                    Some(false) => *e = parse_quote!(::wengert::generated::operand!(#number, #i)),
                    None => {}
                }
            }
            Expr::Unary(u) if self.own && matches!(u.op, syn::UnOp::Deref(_)) => {
                self.visit_expr_mut(&mut u.expr);
                if super::literals::is_open(&u.expr) {
                    *e = parse_quote!(::wengert::generated::operand!(#number, #u));
                }
            }
            Expr::Reference(r) => {
                if self.own && r.mutability.is_none() && self.lend_literal(&mut r.expr) {
                    return;
                }
                if self.own {
                    self.kept(&mut r.expr);
                }
                if r.mutability.is_none()
                    && let Some(matrices) = self.constant_matrices(&r.expr)
                {
                    *r.expr = matrices;
                    return;
                }
                match r.mutability {
                    Some(_) => self.place(&mut r.expr),
                    None => self.visit_expr_mut(&mut r.expr),
                }
            }
            Expr::Field(f) => {
                let stays = self.stays(f);
                if stays && let Some(matrices) = self.constant_matrices(e) {
                    *e = matrices;
                    return;
                }
                let Expr::Field(f) = e else { return };
                self.visit_expr_mut(&mut f.base);
                match around::is_constant_float(&f.member) {
                    _ if !self.own => {}
                    Truth::Never => {}
                    Truth::Always => {
                        *e = parse_quote!(::wengert::generated::spelled::Constant::<#number>::constant(&#f));
                    }
                    Truth::Sometimes => {
                        *e = parse_quote!({
                            use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
                            (&&&::wengert::generated::kind::<#number, _>(&#f)).get(&#f)
                        });
                    }
                }
            }
            Expr::Assign(a) => {
                self.place(&mut a.left);
                self.visit_expr_mut(&mut a.right);
                if self.own && self.bound.is_number(&a.left) {
                    self.operand(&mut a.right);
                }
                // What ordinary functions give are floats.
                let element = matches!(&*a.left, Expr::Index(i) if !matches!(&*i.index, Expr::Range(_)));
                if let (true, true, Expr::Path(_)) = (self.own, element, &*a.right) {
                    let (number, value) = (self.number, &a.right);
                    *a.right = parse_quote!({
                        use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
                        (&&&::wengert::generated::kind::<#number, _>(&#value)).get(&#value)
                    });
                }
            }
            Expr::Binary(b) if self.own && assigns(&b.op) => {
                self.place(&mut b.left);
                self.visit_expr_mut(&mut b.right);
                // Of numbers of the machine the right side comes first, which may read the place on the left.
                self.operand(&mut b.right);
                let (left, op, right) = (&b.left, &b.op, &b.right);
                *e = parse_quote!(match (#right) { value__ => { #left #op value__; } });
            }
            Expr::Binary(b) if self.own && self.matrices && may_scale(b) => {
                visit_mut::visit_expr_binary_mut(self, b);
                let (left, right) = (&b.left, &b.right);
                *e = parse_quote!({
                    use ::wengert::generated::{ProductOfAny as _, Scaled as _};
                    ::wengert::generated::Product::new(#left, #right).product()
                });
            }
            Expr::Binary(b) if self.own && calculates(&b.op) => {
                visit_mut::visit_expr_binary_mut(self, b);
                self.operand(&mut b.left);
                self.operand(&mut b.right);
            }
            Expr::Repeat(r) => self.visit_expr_mut(&mut r.expr),
            Expr::If(i) if matches!(&*i.cond, Expr::Let(_)) => {
                let names = match &*i.cond {
                    Expr::Let(l) if self.own => self.twins.constants_in(&l.pat),
                    _ => vec![],
                };
                visit_mut::visit_expr_if_mut(self, i);
                let block = &mut i.then_branch;
                let lifted = self.lifted(names, |uses| uses.visit_block(block));
                block.stmts.splice(0..0, lifted);
            }
            Expr::Macro(m) => self.code_in(&mut m.mac),
            Expr::Unsafe(u) => {
                self.refuse(&u.unsafe_token, "`unsafe` is not supported: index with checks, they cost next to nothing")
            }
            Expr::Await(_) | Expr::Async(_) => self.refuse(e, "code that waits is not supported"),
            e => visit_mut::visit_expr_mut(self, e),
        }
    }

    /// A cast, of a number or of anything else.
    fn cast(&mut self, c: &mut ExprCast) -> Option<Expr> {
        let (x, number) = (&c.expr, self.number);
        if self.is_float(&c.ty) {
            if let Expr::Lit(_) = &**x {
                return Some(parse_quote!(<#number as ::wengert::Number>::constant(#x as f64)));
            }
            return Some(self.number_of(x));
        }
        let Type::Path(p) = &*c.ty else { return None };
        let name = p.path.get_ident()?.to_string();
        let integers = ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
        if !integers.contains(&name.as_str()) || matches!(&**x, Expr::Lit(_)) {
            return None;
        }
        Some(parse_quote!(::wengert::generated::spelled::Whole::<#p>::whole(#x)))
    }
}

/// Methods of matrices that leave them as they are, and give nothing that is lent.
const LOOK_AT: [&str; 17] = [
    "above",
    "beside",
    "block",
    "cholesky",
    "clone",
    "det",
    "dot",
    "inverse",
    "logdet",
    "lu",
    "matmul",
    "matmul_transposed",
    "norm",
    "qr",
    "solve",
    "transposed",
    "transposed_matmul",
];

/// Whether an operator assigns.
fn assigns(op: &syn::BinOp) -> bool {
    op.to_token_stream().to_string().ends_with('=')
        && !matches!(op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_) | syn::BinOp::Le(_) | syn::BinOp::Ge(_))
}

/// Whether an operator is one of arithmetic.
pub(super) fn calculates(op: &syn::BinOp) -> bool {
    use syn::BinOp::{Add, Div, Mul, Rem, Sub};
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_))
}

/// Whether an operator may multiply a matrix by a number in front of it: of a number that any may be no compiler knows that.
fn may_scale(b: &syn::ExprBinary) -> bool {
    let number = |e: &Expr| matches!(e, Expr::Lit(_) | Expr::Cast(_));
    matches!(b.op, syn::BinOp::Mul(_)) && !number(&b.right)
}
