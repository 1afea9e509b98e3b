//! Constant code that is carried over as it stands: indices, lengths, flags, calls of ordinary functions.

use super::code::{as_match, bound, rename};
use super::{Binding, Lowerer, fault, primitive};
use crate::ir::{Atom, IntTy, Op, Ty, Verbatim, View};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::visit_mut::{VisitMut, visit_expr_mut};
use syn::{BinOp, Error, Expr, Lit, Pat, Result, Stmt, UnOp};

/// The type of a literal, as far as it shows.
pub(crate) fn literal_ty(t: &TokenStream) -> Ty {
    match syn::parse2::<Expr>(t.clone()) {
        Ok(e) => constant_ty(&e),
        Err(_) => Ty::Unknown,
    }
}

fn constant_ty(e: &Expr) -> Ty {
    match e {
        Expr::Lit(l) => match &l.lit {
            Lit::Float(_) => Ty::Float,
            Lit::Bool(_) => Ty::Bool,
            Lit::Int(i) if i.suffix().starts_with('f') => Ty::Float,
            Lit::Int(i) if i.suffix().is_empty() => Ty::usize(),
            Lit::Int(i) => Ty::Int(IntTy::named(i.suffix()).unwrap_or(IntTy::Open)),
            _ => Ty::Unknown,
        },
        Expr::Paren(p) => constant_ty(&p.expr),
        Expr::Group(p) => constant_ty(&p.expr),
        Expr::Unary(u) => constant_ty(&u.expr),
        Expr::Binary(b) => match (constant_ty(&b.left), constant_ty(&b.right)) {
            (Ty::Float, _) | (_, Ty::Float) => Ty::Float,
            (Ty::Unknown, other) | (other, _) => other,
        },
        Expr::Cast(c) => primitive(&c.ty).unwrap_or(Ty::Unknown),
        // What becomes of a function of constants.
        Expr::Call(c) => match &*c.func {
            Expr::Path(f) if f.path.segments.len() == 2 => {
                let of = &f.path.segments[0].ident;
                if of == "f64" || of == "f32" { Ty::Float } else { Ty::Unknown }
            }
            _ => Ty::Unknown,
        },
        _ => Ty::Unknown,
    }
}

fn compares(op: &BinOp) -> bool {
    ["<", "<=", ">", ">=", "==", "!=", "&&", "||"].contains(&op.to_token_stream().to_string().as_str())
}

/// Whether it is a constant of a type of the text's that carries no derivative.
fn is_choice(e: &Expr) -> bool {
    let Expr::Path(p) = e else { return false };
    super::known::constant_path(&p.path).is_some_and(|ty| crate::around::carries(&ty) == Some(false))
}

/// Whether it is an index that may not be there.
fn is_position(e: &Expr) -> bool {
    matches!(e, Expr::MethodCall(m) if m.method == "position" || m.method == "rposition")
}

impl Lowerer {
    pub(super) fn binding_of(&self, e: &Expr) -> Option<&Binding> {
        match e {
            Expr::Path(p) if p.qself.is_none() => self.look(&p.path.get_ident()?.to_string()),
            Expr::Paren(p) => self.binding_of(&p.expr),
            Expr::Group(p) => self.binding_of(&p.expr),
            Expr::Field(f) => {
                let syn::Member::Unnamed(k) = &f.member else { return None };
                match self.binding_of(&f.base)? {
                    Binding::Tuple(parts) => match parts.get(k.index as usize) {
                        Some(Binding::List(k)) => Some(self.list_now(*k)),
                        Some(Binding::RowList(k)) => Some(&self.row_lists[*k].whole),
                        part => part,
                    },
                    _ => None,
                }
            }
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => self.binding_of(&u.expr),
            Expr::Reference(r) => self.binding_of(&r.expr),
            _ => None,
        }
    }

    /// Whether the expression is constant code without floats of ours: it need not be taken apart.
    pub(super) fn opaque(&self, e: &Expr) -> bool {
        match e {
            Expr::Lit(l) => self.nested.get() > 0 || !matches!(&l.lit, Lit::Float(_)),
            Expr::Path(_) | Expr::Field(_) => match self.binding_of(e) {
                Some(Binding::Const(a)) => {
                    !matches!(self.atom_ty(a), Ty::Float | Ty::Maybe | Ty::Record) && !self.is_number(a)
                }
                Some(Binding::Var(v)) => !matches!(self.vars[*v].1, Ty::Float | Ty::Maybe | Ty::Record | Ty::Unknown),
                Some(Binding::Maybe(_, value)) => match &**value {
                    Binding::Const(a) => matches!(self.atom_ty(a), Ty::Int(_) | Ty::Bool),
                    Binding::Var(v) => matches!(self.vars[*v].1, Ty::Int(_) | Ty::Bool),
                    _ => false,
                },
                Some(_) => self.nested.get() > 0 && self.is_constant_list(e),
                None => match e {
                    Expr::Field(f) => self.opaque(&f.base),
                    _ => true,
                },
            },
            Expr::Paren(p) => self.opaque(&p.expr),
            Expr::Group(p) => self.opaque(&p.expr),
            Expr::Unary(u) => self.opaque(&u.expr),
            Expr::Reference(r) => r.mutability.is_none() && self.opaque(&r.expr),
            Expr::Cast(c) => self.opaque(&c.expr),
            Expr::Binary(b) => self.opaque(&b.left) && self.opaque(&b.right),
            Expr::Tuple(t) => !t.elems.is_empty() && t.elems.iter().all(|e| self.opaque(e)),
            Expr::Range(r) => r.start.iter().chain(&r.end).all(|e| self.opaque(e)),
            Expr::Index(i) => self.opaque(&i.expr) && self.opaque(&i.index),
            // What a call is marked with is asked of it there.
            Expr::MethodCall(m) if m.method.to_string().starts_with(super::question::MARK) => {
                matches!(&*m.receiver, Expr::MethodCall(_)) && self.opaque(&m.receiver)
            }
            Expr::MethodCall(m) => {
                let args = m.args.iter().all(|e| self.opaque(e));
                let len = (m.method == "len" || m.method == "is_empty")
                    && (self.is_view(&m.receiver) || self.row_count(&m.receiver).is_some());
                args && (len || self.opaque(&m.receiver) || self.is_constant_list(&m.receiver))
            }
            Expr::Call(c) => {
                let Expr::Path(f) = &*c.func else { return false };
                // `T::constant(c)` is a number, whatever `c` is.
                if matches!(self.binding_of(&c.func), Some(Binding::Function(_))) {
                    return false;
                }
                let number = self.float == self.number && f.path.segments[0].ident == self.number;
                !number && c.args.iter().all(|e| self.opaque(e))
            }
            Expr::Closure(_) | Expr::Match(_) | Expr::If(_) | Expr::Let(_) | Expr::Block(_) | Expr::Macro(_) => {
                self.opaque_with_names(e)
            }
            // A table of constants; an array of numbers is one that derivatives may enter.
            Expr::Array(a) if matches!(a.elems.first(), Some(Expr::Tuple(_))) => self.opaque_with_names(e),
            Expr::Array(a) if matches!(a.elems.first(), Some(Expr::Path(_))) => a.elems.iter().all(is_choice),
            _ => false,
        }
    }

    /// Whether the expression names a list of constants that nobody writes to, so that any of its methods is constant
    /// code.
    pub(super) fn is_constant_list(&self, e: &Expr) -> bool {
        let Some(Binding::View(v)) = self.binding_of(e) else { return false };
        let array = &self.arrays[v.arr];
        v.part.is_none() && array.param && !array.lifted && matches!(array.storage, crate::ir::Storage::Shared)
    }

    fn is_view(&self, e: &Expr) -> bool {
        match e {
            Expr::Index(i) => matches!(&*i.index, Expr::Range(_)) && self.is_view(&i.expr) && self.opaque(&i.index),
            _ => matches!(self.binding_of(e), Some(Binding::View(_))),
        }
    }

    /// Whether an atom is for certain a constant, and no float that might come to carry a derivative.
    pub(super) fn is_constant(&self, a: &Atom) -> bool {
        !matches!(self.atom_ty(a), Ty::Float | Ty::Maybe) && !self.is_number(a)
    }

    /// Whether it is of a type of the user's without derivatives.
    fn is_choice_value(&self, a: &Atom) -> bool {
        self.known_atom(a).is_some_and(|(ty, _)| crate::around::carries(&ty) == Some(false))
    }

    /// Whether the atom might be a number although its type is not known.
    fn is_number(&self, a: &Atom) -> bool {
        matches!(a, Atom::Val(v) if self.values[*v].lifted)
    }

    /// The type of an expression, as far as it shows.
    pub(super) fn ty(&self, e: &Expr) -> Ty {
        match e {
            Expr::Path(_) | Expr::Field(_) => match self.binding_of(e) {
                Some(Binding::Const(a)) => self.atom_ty(a),
                Some(Binding::Var(v)) => self.vars[*v].1,
                Some(Binding::Element(a, _)) if self.arrays[*a].float => Ty::Float,
                _ => Ty::Unknown,
            },
            Expr::Lit(_) => constant_ty(e),
            Expr::Call(c) => match &*c.func {
                Expr::Path(f) if f.qself.is_none() && self.is_outside(&f.path) => {
                    crate::around::given_by_other(&f.path).as_ref().and_then(primitive).unwrap_or(Ty::Unknown)
                }
                _ => Ty::Unknown,
            },
            Expr::Paren(p) => self.ty(&p.expr),
            Expr::Group(p) => self.ty(&p.expr),
            Expr::Reference(r) => self.ty(&r.expr),
            Expr::Unary(u) => self.ty(&u.expr),
            Expr::Cast(c) => primitive(&c.ty).unwrap_or(Ty::Unknown),
            Expr::Binary(b) if compares(&b.op) => Ty::Bool,
            Expr::Binary(b) => match (self.ty(&b.left), self.ty(&b.right)) {
                (Ty::Float, _) | (_, Ty::Float) => Ty::Float,
                (left @ Ty::Int(_), right @ Ty::Int(_)) => {
                    // A literal takes the type of the other side.
                    if matches!(&*b.left, Expr::Lit(_)) { right } else { left }
                }
                (Ty::Unknown, other) | (other, _) => other,
            },
            Expr::Index(i) if self.is_row(&i.expr) => Ty::Float,
            Expr::Index(i) => match self.binding_of(&i.expr) {
                Some(Binding::View(v)) if self.arrays[v.arr].float => Ty::Float,
                _ => Ty::Unknown,
            },
            Expr::MethodCall(m) => match m.method.to_string().as_str() {
                "len" | "count" | "partition_point" => Ty::usize(),
                "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" if is_position(&m.receiver) => Ty::usize(),
                "sum" | "product" if m.turbofish.is_some() => {
                    super::consume::turbofish(m).and_then(primitive).unwrap_or(Ty::Unknown)
                }
                "is_empty" | "is_nan" | "is_finite" | "is_infinite" | "contains" => Ty::Bool,
                "min" | "max" | "pow" | "abs" | "clamp" | "saturating_sub" | "wrapping_sub" | "wrapping_add"
                | "abs_diff" | "div_ceil" | "isqrt" => self.ty(&m.receiver),
                _ if matches!(self.ty(&m.receiver), Ty::Float) => Ty::Float,
                _ => Ty::Unknown,
            },
            _ => Ty::Unknown,
        }
    }

    /// Constant code as a value of its own; a name or a literal stays what it is.
    pub(super) fn constant(&mut self, e: &Expr) -> Result<Atom> {
        let mut bare = e;
        while let Expr::Paren(syn::ExprParen { expr, .. }) | Expr::Group(syn::ExprGroup { expr, .. }) = bare {
            bare = expr;
        }
        match self.binding_of(bare) {
            // A reference to a choice is followed.
            Some(Binding::Const(a)) if matches!(bare, Expr::Unary(_)) && self.is_choice_value(a) => {}
            Some(Binding::Const(a)) if !matches!(bare, Expr::Reference(_)) => return Ok(a.clone()),
            Some(Binding::Var(v)) if !matches!(bare, Expr::Reference(_)) => return Ok(self.current[*v].clone()),
            _ => {}
        }
        // A tuple structure of constants.
        let makes = |f: &Expr| matches!(f, Expr::Path(p) if super::records::names_type(&p.path));
        let ty = match bare {
            Expr::Call(c) if self.records && makes(&c.func) => Ty::Record,
            _ => self.ty(e),
        };
        let code = self.verbatim(e)?;
        if code.vals.is_empty() && code.reads.is_empty() && code.lens.is_empty() && !calls(bare) {
            let tokens = code.tokens;
            if let (true, Some(ty)) = (self.records, super::beginnings::constant_type(bare)) {
                let code = Verbatim { tokens, vals: vec![], reads: vec![], lens: vec![] };
                let made = self.temporary(Ty::Record, Op::Verbatim(code), e.span());
                self.types.extend(made.val().map(|v| (v, (ty, false))));
                return Ok(made);
            }
            let plain = matches!(bare, Expr::Lit(_) | Expr::Path(_) | Expr::Field(_));
            return Ok(Atom::Lit(if plain { tokens } else { quote!((#tokens)) }));
        }
        let made = self.temporary(ty, Op::Verbatim(code), e.span());
        if let (Some((ty, _)), Atom::Val(v), Expr::Call(_)) = (self.known(bare), &made, bare)
            && crate::around::carries(&ty) == Some(true)
        {
            self.values[*v].ty = Ty::Record;
            self.types.insert(*v, (ty, false));
        }
        Ok(made)
    }

    /// Constant code with the names replaced by what they stand for.
    pub(super) fn verbatim(&mut self, e: &Expr) -> Result<Verbatim> {
        let mut e = e.clone();
        let inside = self.names_inside(&e);
        let mut names = Names {
            l: self,
            inside,
            code: Verbatim { tokens: quote!(), vals: vec![], reads: vec![], lens: vec![] },
            error: None,
        };
        names.visit_expr_mut(&mut e);
        match names.error {
            Some(error) => Err(error),
            None => Ok(Verbatim { tokens: e.to_token_stream(), ..names.code }),
        }
    }
}

fn calls(e: &Expr) -> bool {
    matches!(e, Expr::Call(_) | Expr::MethodCall(_))
}

struct Names<'l> {
    l: &'l Lowerer,
    /// The names that the code binds itself, and what they are called now.
    inside: HashMap<String, Ident>,
    code: Verbatim,
    error: Option<Error>,
}

impl Names<'_> {
    fn atom(&mut self, a: &Atom) -> TokenStream {
        self.code.vals.extend(a.val());
        self.l.atom_tokens(a)
    }

    fn set(&mut self, e: &mut Expr, tokens: TokenStream) {
        match syn::parse2(tokens) {
            Ok(new) => *e = new,
            Err(error) => self.error = Some(error),
        }
    }

    /// Code that binds names: they get their new names, where they are seen.
    fn with_names(&mut self, e: &mut Expr) {
        let hidden = self.l.hidden.borrow().len();
        match e {
            Expr::Closure(c) => {
                c.inputs.iter_mut().for_each(|p| self.enter(p));
                self.visit_expr_mut(&mut c.body);
            }
            Expr::Match(m) => {
                self.visit_expr_mut(&mut m.expr);
                for arm in &mut m.arms {
                    self.enter(&mut arm.pat);
                    arm.guard.iter_mut().for_each(|(_, g)| self.visit_expr_mut(g));
                    self.visit_expr_mut(&mut arm.body);
                    self.l.hidden.borrow_mut().truncate(hidden);
                }
            }
            Expr::If(i) => {
                self.condition(&mut i.cond);
                self.statements(&mut i.then_branch.stmts);
                self.l.hidden.borrow_mut().truncate(hidden);
                i.else_branch.iter_mut().for_each(|(_, e)| self.visit_expr_mut(e));
            }
            Expr::Block(b) => self.statements(&mut b.block.stmts),
            Expr::Macro(m) => {
                if let Some(mut new) = as_match(m) {
                    self.with_names(&mut new);
                    *e = new;
                }
            }
            _ => {}
        }
        self.l.hidden.borrow_mut().truncate(hidden);
    }

    /// From here on the names of a pattern are the code's own.
    fn enter(&mut self, pat: &mut Pat) {
        let names = bound(pat).into_iter().map(|i| i.to_string());
        self.l.hidden.borrow_mut().extend(names);
        rename(pat, &self.inside);
    }

    fn condition(&mut self, cond: &mut Expr) {
        match cond {
            Expr::Let(l) => {
                self.visit_expr_mut(&mut l.expr);
                self.enter(&mut l.pat);
            }
            Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => {
                self.condition(&mut b.left);
                self.condition(&mut b.right);
            }
            cond => self.visit_expr_mut(cond),
        }
    }

    fn statements(&mut self, stmts: &mut [Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Local(l) => {
                    l.init.iter_mut().for_each(|init| self.visit_expr_mut(&mut init.expr));
                    self.enter(&mut l.pat);
                }
                Stmt::Expr(e, _) => self.visit_expr_mut(e),
                _ => {}
            }
        }
    }

    fn length(&mut self, view: &View) -> TokenStream {
        match &view.part {
            Some((_, len)) => {
                let len = self.atom(&len.clone());
                quote!((#len))
            }
            None => {
                let array = &self.l.arrays[view.arr];
                if let Some(len) = array.len.clone() {
                    let len = self.atom(&len);
                    return quote!((#len));
                }
                if let crate::ir::Storage::Fixed(len) = &array.storage {
                    return quote!((#len));
                }
                self.code.lens.push(view.arr);
                let name = &array.name;
                quote!(#name.len())
            }
        }
    }
}

impl VisitMut for Names<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::MethodCall(m) = e
            && m.method.to_string().starts_with(super::question::MARK)
        {
            *e = (*m.receiver).clone();
        }
        match e {
            Expr::MethodCall(m) if m.method == "len" || m.method == "is_empty" => {
                if let Some(count) = self.l.row_count(&m.receiver) {
                    let count = self.atom(&count);
                    let tokens = if m.method == "len" { quote!((#count)) } else { quote!((#count == 0)) };
                    return self.set(e, tokens);
                }
                if let Some(Binding::View(v)) = self.l.binding_of(&m.receiver) {
                    let len = self.length(&v.clone());
                    let tokens = if m.method == "len" { len } else { quote!((#len == 0)) };
                    return self.set(e, tokens);
                }
                if let Expr::Index(i) = &*m.receiver {
                    // The length of a range of a view is the length of the range.
                    if let (Expr::Range(r), Some(Binding::View(v))) = (&*i.index, self.l.binding_of(&i.expr)) {
                        let view = v.clone();
                        let (mut lo, mut hi) = (r.start.clone(), r.end.clone());
                        lo.iter_mut().chain(&mut hi).for_each(|e| self.visit_expr_mut(e));
                        let lo = lo.map_or(quote!(0), |e| quote!((#e)));
                        let hi = hi.map_or_else(|| self.length(&view), |e| quote!((#e)));
                        let more = matches!(r.limits, syn::RangeLimits::Closed(_)).then(|| quote!(+ 1));
                        let tokens =
                            if m.method == "len" { quote!((#hi #more - #lo)) } else { quote!((#hi #more == #lo)) };
                        return self.set(e, tokens);
                    }
                }
            }
            Expr::Closure(_) | Expr::Block(_) | Expr::Match(_) | Expr::If(_) | Expr::Macro(_)
                if self.l.opaque_with_names(e) =>
            {
                return self.with_names(e);
            }
            Expr::Path(p) if p.path.get_ident().is_some_and(|i| self.l.is_hidden(&i.to_string())) => {
                if let Some(ident) = p.path.get_ident()
                    && let Some(name) = self.inside.get(&ident.to_string())
                {
                    p.path = name.clone().into();
                }
                return;
            }
            Expr::Closure(_) | Expr::Block(_) | Expr::Match(_) | Expr::If(_) | Expr::Macro(_) => {
                let message = "this expression of constants is not supported here: bind its value by `let` in the caller, or write it as a function of constants";
                self.error = Some(Error::new_spanned(&*e, message));
                return;
            }
            Expr::Path(_) | Expr::Field(_) | Expr::Unary(_) => match self.l.binding_of(e).cloned() {
                Some(_) if matches!(&*e, Expr::Unary(u) if !matches!(u.op, UnOp::Deref(_))) => {}
                Some(Binding::Const(a)) => {
                    let tokens = self.atom(&a);
                    let tokens = if let (Expr::Unary(_), Atom::Val(_)) = (&*e, &a) {
                        // A dereferenced constant reference stays one unless its type is a plain scalar.
                        match (&a, self.l.atom_ty(&a)) {
                            (Atom::Val(v), _) if self.l.plain.contains(v) => {
                                quote!(::wengert::generated::followed!(#tokens))
                            }
                            (_, Ty::Unknown) => quote!((*#tokens)),
                            _ => tokens,
                        }
                    } else {
                        tokens
                    };
                    return self.set(e, tokens);
                }
                Some(Binding::Var(v)) => {
                    let tokens = self.atom(&self.l.current[v].clone());
                    return self.set(e, tokens);
                }
                Some(Binding::Element(a, i)) => {
                    let (name, index) = (self.l.arrays[a].name.clone(), self.atom(&i));
                    self.code.reads.push(a);
                    return self.set(e, quote!(#name[#index]));
                }
                Some(Binding::View(v)) => {
                    let name = self.l.arrays[v.arr].name.clone();
                    self.code.reads.push(v.arr);
                    let tokens = match &v.part {
                        None => name.to_token_stream(),
                        Some((off, len)) => {
                            let (off, len) = (self.atom(off), self.atom(len));
                            quote!(#name[#off..#off + #len])
                        }
                    };
                    return self.set(e, tokens);
                }
                Some(Binding::Maybe(some, value)) => {
                    let atom = |b: &Binding| match b {
                        Binding::Const(a) => Some(a.clone()),
                        Binding::Var(v) => Some(self.l.current[*v].clone()),
                        _ => None,
                    };
                    let (Some(some), Some(value)) = (atom(&some), atom(&value)) else {
                        self.error =
                            fault::<()>(&*e, "this `Option` is not a constant: take it apart by `match`").err();
                        return;
                    };
                    let (some, value) = (self.atom(&some), self.atom(&value));
                    let tokens = quote! {
                        (if #some { ::core::option::Option::Some(#value) } else { ::core::option::Option::None })
                    };
                    return self.set(e, tokens);
                }
                Some(Binding::Inside(_)) => {
                    self.error = fault::<()>(&*e, "this `Option` is not a constant: take it apart by `match`").err();
                    return;
                }
                Some(Binding::Iterates(..) | Binding::Advances(..)) => {
                    let message = "an iterator that is advanced by `next` is used for nothing else here: make another";
                    self.error = fault::<()>(&*e, message).err();
                    return;
                }
                Some(Binding::Held(_)) => {
                    let message = "a structure that is changed is not supported inside constant code: bind its field by `let` before";
                    self.error = fault::<()>(&*e, message).err();
                    return;
                }
                Some(Binding::Nest(_) | Binding::List(_) | Binding::RowList(_) | Binding::Table(_)) => {
                    self.error = fault::<()>(&*e, "an array of arrays is not supported here: use its numbers").err();
                    return;
                }
                Some(Binding::Function(_) | Binding::Flow(_)) => {
                    let message = "a closure or an iterator is not supported inside constant code: bind its value by `let` before";
                    self.error = fault::<()>(&*e, message).err();
                    return;
                }
                Some(Binding::Error) => {
                    self.error = fault::<()>(&*e, super::maybe::WHICH_ERROR).err();
                    return;
                }
                Some(Binding::Tuple(_)) => {
                    self.error = fault::<()>(&*e, "a whole tuple is not supported here: name its parts").err();
                    return;
                }
                None => {}
            },
            _ => {}
        }
        visit_expr_mut(self, e);
    }
}
