//! Expressions over the number.

use super::body::Writer;
use super::patterns::member;
use front::hir::{Binary, Closure, ExprId, ExprKind, Say, TypeRef, Unary};
use front::items::ItemId;
use front::ty::{Float, Ty};
use front::typed::Adjust;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Result;

impl Writer<'_, '_> {
    pub(super) fn values(&self, all: &[ExprId]) -> Result<Vec<TokenStream>> {
        all.iter().map(|e| self.value(*e)).collect()
    }

    pub(super) fn ty(&self, e: ExprId) -> &Ty {
        &self.typed.exprs[e]
    }

    pub(super) fn is_float(&self, e: ExprId) -> bool {
        matches!(self.ty(e), Ty::Float(_))
    }

    /// An expression, in parentheses where it needs them.
    pub(super) fn value(&self, e: ExprId) -> Result<TokenStream> {
        if let Ty::Float(Float::F32) = self.ty(e) {
            return Err(self.refuse(self.span(e), "`f32` beside a number"));
        }
        let value = self.unadjusted(e)?;
        let is_list = |adjust: &Adjust| matches!(adjust, Adjust::Unsize(Ty::Vec(_)));
        let is_list = self.typed.adjusted.get(&e).is_some_and(|all| all.iter().any(is_list));
        // An array in a box as a slice of its own, which is a list.
        Ok(if is_list { quote!((*#value).to_vec()) } else { value })
    }

    fn unadjusted(&self, e: ExprId) -> Result<TokenStream> {
        let (number, span) = (&self.repeat.number, self.span(e));
        Ok(match self.kind(e) {
            ExprKind::Literal(lit) if self.is_float(e) => quote!(<#number as ::wengert::Number>::constant(#lit)),
            ExprKind::Literal(lit) => lit.to_token_stream(),
            ExprKind::Local(k) => self.local(*k).into_token_stream(),
            ExprKind::Item(ItemId::Const(c), _) => self.constant_item(*c, e)?,
            ExprKind::Item(ItemId::Fn(f), args) => self.function_value(e, self.typed.callees.get(&e), *f, args)?,
            ExprKind::Item(..) => return Err(self.refuse(span, "a type as a value")),
            ExprKind::Variant(adt, k, types) => self.variant_value(*adt, *k, types, span)?,
            ExprKind::TypeFn(of, name, types) => self.of_type(e, self.typed.callees.get(&e), of, name, types)?,
            ExprKind::Param(k) => {
                let name = self.repeat.program.func(self.f).generics.names[*k].clone();
                member(&name)
            }
            ExprKind::Foreign(path) => self.foreign(path, span, self.repeat.has_float(self.ty(e)))?,
            ExprKind::ForeignStruct(..) => return Err(self.refuse(span, "a type of another crate")),
            ExprKind::Text(text, locals) => {
                if !locals.is_empty() || !self.is_home || self.repeat.has_float(self.ty(e)) {
                    return Err(self.refuse(span, "a macro that is not known"));
                }
                text.clone()
            }
            ExprKind::Unary(op, a) => {
                let (sign, a) = (if *op == Unary::Neg { quote!(-) } else { quote!(!) }, self.value(*a)?);
                quote!((#sign #a))
            }
            ExprKind::Binary(..) => self.binary(e)?,
            ExprKind::Assign(a, b) => {
                let (a, b) = (self.value(*a)?, self.value(*b)?);
                quote!((#a = #b))
            }
            ExprKind::AssignOp(op, a, b) => self.assign_op(e, *op, *a, *b)?,
            ExprKind::Block(stmts, tail, label) => {
                let label = label.map(Self::label).map(|l| quote!(#l:));
                let (stmts, tail) = (self.stmts(stmts)?, tail.map(|e| self.value(e)).transpose()?);
                match label {
                    Some(label) => quote!((#label { #(#stmts)* #tail })),
                    None => quote!({ #(#stmts)* #tail }),
                }
            }
            ExprKind::If(cond, then, otherwise) => {
                let (cond, then) = (self.condition(*cond)?, self.block(*then)?);
                let otherwise = match otherwise {
                    Some(e) if matches!(self.kind(*e), ExprKind::If(..)) => Some(self.value(*e)?),
                    Some(e) => Some(self.block(*e)?),
                    None => None,
                };
                let otherwise = otherwise.map(|block| quote!(else #block));
                quote!(if #cond #then #otherwise)
            }
            ExprKind::Let(pat, init) => {
                let (pat, init) = (self.pat(*pat)?, self.value(*init)?);
                quote!(let #pat = #init)
            }
            ExprKind::Match(on, arms) => {
                let (on, mut all) = (self.value(*on)?, vec![]);
                for arm in arms {
                    let (body, guard) = (self.value(arm.body)?, arm.guard.map(|e| self.condition(e)).transpose()?);
                    for (pat, asked) in self.patterns(arm.pat)? {
                        let mut asked = asked.into_iter().chain(guard.clone());
                        let guard = asked.next().map(|first| quote!(if #first #(&& #asked)*));
                        all.push(quote!(#pat #guard => #body,));
                    }
                }
                quote!((match #on { #(#all)* }))
            }
            ExprKind::Loop(inside, k, _) => {
                let (k, inside) = (Self::label(*k), self.block(*inside)?);
                quote!((#k: loop #inside))
            }
            ExprKind::While(cond, inside, k, _) => {
                let (k, cond, inside) = (Self::label(*k), self.condition(*cond)?, self.block(*inside)?);
                quote!(#k: while #cond #inside)
            }
            ExprKind::For(pat, over, inside, k, _) => {
                let (k, pat, over) = (Self::label(*k), self.pat(*pat)?, self.value(*over)?);
                let inside = self.block(*inside)?;
                quote!(#k: for #pat in (#over) #inside)
            }
            ExprKind::Break(k, value) => {
                // In parentheses: a path with a root would be read with the label.
                let value = value.map(|e| self.value(e)).transpose()?.map(|value| quote!((#value)));
                let k = Self::label(*k);
                quote!(break #k #value)
            }
            ExprKind::Continue(k) => {
                let k = Self::label(*k);
                quote!(continue #k)
            }
            ExprKind::Return(value) => {
                let value = value.map(|e| self.value(e)).transpose()?;
                quote!(return #value)
            }
            ExprKind::Try(inside) => {
                let inside = self.value(*inside)?;
                quote!(#inside?)
            }
            ExprKind::Call(f, args) => self.call(e, *f, args)?,
            ExprKind::Method(on, name, types, args) => self.method_call(e, *on, name, types, args)?,
            ExprKind::Field(on, name) => {
                // What is not copied moves out of a constant, which is another one each time.
                let lies = if super::body::is_copied(self.ty(e)) { self.place(*on)? } else { self.value(*on)? };
                self.field(e, lies, *on, name)?
            }
            ExprKind::Index(on, index) => self.indexed(*on, *index)?,
            ExprKind::Range(a, b, closed) => {
                let end = |e: &Option<ExprId>| e.map(|e| self.value(e)).transpose();
                let (a, b, dots) = (end(a)?, end(b)?, if *closed { quote!(..=) } else { quote!(..) });
                quote!((#a #dots #b))
            }
            ExprKind::Tuple(parts) => {
                let parts = self.values(parts)?;
                match parts.as_slice() {
                    [part] => quote!((#part,)),
                    parts => quote!((#(#parts),*)),
                }
            }
            ExprKind::List(parts, vec) => {
                let parts = self.values(parts)?;
                if *vec { quote!(::std::vec![#(#parts),*]) } else { quote!([#(#parts),*]) }
            }
            ExprKind::Repeat(part, n, vec) => {
                let part = self.value(*part)?;
                // The length of an array is a constant, also where it is asked of one with numbers.
                let n = match self.ty(e) {
                    Ty::Array(_, len) if !*vec => self.repeat.len(self.f, len),
                    _ => self.value(*n)?,
                };
                if *vec { quote!(::std::vec![#part; #n]) } else { quote!([#part; #n]) }
            }
            ExprKind::Struct(adt, k, types, fields, base) => {
                let (path, mut parts) = (self.variant(*adt, *k, types, span)?, vec![]);
                for (name, e) in fields {
                    self.sees(*adt, *k, name, span)?;
                    let (name, e) = (member(name), self.value(*e)?);
                    parts.push(quote!(#name: #e));
                }
                match base {
                    Some(base) => {
                        let base = self.value(*base)?;
                        parts.push(quote!(..#base));
                    }
                    None => parts.extend(self.held(*adt)),
                }
                quote!((#path { #(#parts),* }))
            }
            ExprKind::Ref(false, of) => {
                let of = self.place(*of)?;
                quote!((&#of))
            }
            ExprKind::Ref(mutable, of) => {
                let (mutable, of) = (mutable.then(|| quote!(mut)), self.value(*of)?);
                quote!((&#mutable #of))
            }
            ExprKind::Deref(of) => {
                let of = self.value(*of)?;
                quote!((*#of))
            }
            ExprKind::Cast(of, to) => self.cast(e, *of, to)?,
            ExprKind::Closure(closure) if self.spectral.contains(self.ty(e)) => self.of_eigenvalues(closure, span)?,
            ExprKind::Closure(closure) => self.closure(closure)?,
            ExprKind::Assert(cond, say) => {
                let (cond, said) = (self.value(*cond)?, self.said(say)?);
                let debug = say.path.segments.last().is_some_and(|s| s.ident.to_string().starts_with("debug"));
                let name = format_ident!("{}", if debug { "debug_assert" } else { "assert" });
                match said.is_empty() {
                    true => quote!(::core::#name!(#cond)),
                    false => quote!(::core::#name!(#cond, #said)),
                }
            }
            ExprKind::Say(say) => {
                let (path, said) = (&say.path, self.said(say)?);
                quote!(#path!(#said))
            }
            ExprKind::Test(_) => return Err(self.refuse(span, "a macro of another crate")),
        })
    }

    /// A field of what lies at a place.
    pub(super) fn field(&self, e: ExprId, lies: TokenStream, on: ExprId, name: &str) -> Result<TokenStream> {
        self.seen(self.typed.ty(on).behind(), 0, name, self.span(e))?;
        let name = member(name);
        Ok(quote!(#lies.#name))
    }

    pub(super) fn indexed(&self, on: ExprId, index: ExprId) -> Result<TokenStream> {
        let (on, index) = (self.place(on)?, self.value(index)?);
        Ok(quote!(#on[#index]))
    }

    /// That a field is seen where the function at hand stands: those of repeated types are.
    fn seen(&self, ty: &Ty, variant: usize, name: &str, at: Span) -> Result<()> {
        match ty {
            Ty::Adt(adt, _) => self.sees(*adt, variant, name, at),
            _ => Ok(()),
        }
    }

    pub(super) fn sees(&self, adt: front::items::AdtId, variant: usize, name: &str, at: Span) -> Result<()> {
        let program = &self.repeat.program;
        let def = program.adt(adt);
        if self.repeat.is_adt_over(adt) || !self.repeat.is_own(def.origin) {
            return Ok(());
        }
        let field = def.variants.get(variant).and_then(|v| v.fields.iter().find(|field| *field.name == *name));
        match field.is_none_or(|field| program.sees(adt, field)) {
            true => Ok(()),
            false => Err(self.refuse(at, "a field that is private to another module")),
        }
    }

    /// What the field of a struct that holds no value is made of.
    pub(super) fn held(&self, adt: front::items::AdtId) -> Option<TokenStream> {
        let name = self.repeat.is_adt_over(adt).then(|| self.repeat.held_field(adt))??;
        Some(quote!(#name: ::core::marker::PhantomData))
    }

    /// `a += b`: of floats the right side comes first, which may read the list that the left side is in.
    fn assign_op(&self, e: ExprId, op: Binary, a: ExprId, b: ExprId) -> Result<TokenStream> {
        let (left, mut right) = (self.value(a)?, self.value(b)?);
        if let Some(f) = self.beside(e) {
            return Ok(quote!(#f(&mut #left, #right)));
        }
        let sign: TokenStream = format!("{}=", op.sign()).parse().unwrap_or_default();
        if !self.is_float(a) {
            return Ok(quote!((#left #sign #right)));
        }
        let ty = self.typed.ty(b);
        let mut ty = &ty;
        while let Ty::Ref(_, of) = ty {
            (ty, right) = (of, quote!((*#right)));
        }
        Ok(quote!({
            let right__ = #right;
            #left #sign right__
        }))
    }

    /// Operators from left to right: a long sum is not as deep as it is long.
    fn binary(&self, e: ExprId) -> Result<TokenStream> {
        let (mut at, mut behind) = (e, vec![]);
        while let ExprKind::Binary(op, a, b) = self.kind(at) {
            behind.push((at, *op, *a, *b));
            at = *a;
        }
        let (mut whole, mut before) = (self.value(at)?, None::<Binary>);
        for (at, op, left, right) in behind.into_iter().rev() {
            let b = self.value(right)?;
            if let Some(f) = self.beside(at) {
                (whole, before) = (quote!(#f(#whole, #b)), None);
                continue;
            }
            // A number may be any, and is multiplied with matrices from the right alone.
            if op == Binary::Mul && self.is_float(left) && self.repeat.is_matrix(self.ty(right).behind()) {
                (whole, before) = (quote!(match (#whole, #b) { (number__, matrix__) => matrix__ * number__ }), None);
                continue;
            }
            // What binds as tightly goes on as it is.
            if before.is_some_and(|before| strength(before) < strength(op) || op.compares()) {
                whole = quote!((#whole));
            }
            (whole, before) = (quote!(#whole #op #b), Some(op));
        }
        Ok(quote!((#whole)))
    }

    /// A condition, where `let` may stand under `&&`.
    fn condition(&self, e: ExprId) -> Result<TokenStream> {
        match self.kind(e) {
            ExprKind::Let(..) => self.value(e),
            ExprKind::Binary(Binary::And, a, b) if self.has_let(e) => {
                let (a, b) = (self.condition(*a)?, self.condition(*b)?);
                Ok(quote!(#a && #b))
            }
            _ => {
                let cond = self.value(e)?;
                Ok(quote!((#cond)))
            }
        }
    }

    fn has_let(&self, e: ExprId) -> bool {
        let mut all = vec![e];
        while let Some(e) = all.pop() {
            match self.kind(e) {
                ExprKind::Let(..) => return true,
                ExprKind::Binary(Binary::And, a, b) => all.extend([*a, *b]),
                _ => {}
            }
        }
        false
    }

    /// A path to what is not known: it is no number.
    /// A struct or a variant without fields, or as a function.
    fn variant_value(&self, adt: front::items::AdtId, k: usize, types: &[TypeRef], at: Span) -> Result<TokenStream> {
        let (path, def) = (self.variant(adt, k, types, at)?, self.repeat.program.adt(adt));
        let n = def.variants[k].fields.len();
        Ok(match (n, self.held(adt)) {
            (_, None) => path,
            (0, held) => quote!((#path { #held })),
            (n, held) => {
                let names: Vec<_> = (0..n).map(|k| format_ident!("part{k}__")).collect();
                let fields = names.iter().enumerate().map(|(k, name)| {
                    let k = member(&k.to_string());
                    quote!(#k: #name)
                });
                quote!((|#(#names),*| #path { #(#fields,)* #held }))
            }
        })
    }

    fn cast(&self, e: ExprId, of: ExprId, to: &TypeRef) -> Result<TokenStream> {
        let (number, from) = (&self.repeat.number, self.value(of)?);
        let (is_float, was_float) = (self.is_float(e), matches!(self.ty(of), Ty::Float(_)));
        Ok(match (was_float, is_float) {
            (true, true) => from,
            (false, true) => quote!(::wengert::generated::spelled::IntoNumber::<#number>::into_number(#from)),
            (true, false) => {
                let to = self.repeat.ty(self.f, self.ty(e));
                quote!(::wengert::generated::spelled::Whole::<#to>::whole(#from))
            }
            (false, false) => {
                let to = self.repeat.type_ref(self.f, to);
                quote!((#from as #to))
            }
        })
    }

    fn closure(&self, closure: &Closure) -> Result<TokenStream> {
        let mut params = vec![];
        for (pat, ty) in &closure.params {
            let pat = self.pat(*pat)?;
            let ty = ty.as_ref().map(|ty| self.repeat.type_ref(self.f, ty)).map(|ty| quote!(: #ty));
            params.push(quote!(#pat #ty));
        }
        let (moves, body) = (closure.moves.then(|| quote!(move)), self.value(closure.body)?);
        Ok(match &closure.ret {
            Some(ret) => {
                let ret = self.repeat.type_ref(self.f, ret);
                quote!((#moves |#(#params),*| -> #ret { #body }))
            }
            None => quote!((#moves |#(#params),*| #body)),
        })
    }

    /// A function of eigenvalues is one of floats.
    fn of_eigenvalues(&self, closure: &Closure, at: Span) -> Result<TokenStream> {
        if closure.captures.iter().any(|k| self.repeat.has_float(&self.typed.locals[*k])) {
            return Err(self.refuse(at, "a function of eigenvalues that a number goes into"));
        }
        Ok(crate::ir::replace_by(self.closure(closure)?, &self.repeat.number, &quote!(f64)))
    }

    /// The plain value of a number, behind references.
    pub(super) fn plain(&self, e: ExprId) -> Result<TokenStream> {
        let (mut ty, mut value) = (self.ty(e), self.value(e)?);
        while let Ty::Ref(_, of) | Ty::Boxed(_, of) = ty {
            (ty, value) = (of, quote!((*#value)));
        }
        Ok(quote!(::wengert::Real::value(&#value)))
    }

    /// What a macro says, with plain values in the place of numbers.
    fn said(&self, say: &Say) -> Result<TokenStream> {
        let mut parts: Vec<TokenStream> = say.format.iter().cloned().collect();
        let into_text =
            |s: &syn::PathSegment| ["format", "format_args", "write", "writeln"].iter().any(|name| s.ident == name);
        if say.path.segments.last().is_some_and(into_text)
            && say.args.iter().any(|(_, e)| self.repeat.has_float(self.ty(*e)))
        {
            self.repeat.texts.set((true, self.repeat.texts.get().1));
        }
        for (name, e) in &say.args {
            let name = name.as_ref().map(|name| member(name)).map(|name| quote!(#name =));
            let value = match self.ty(*e).behind() {
                Ty::Float(_) => self.plain(*e)?,
                _ => self.value(*e)?,
            };
            parts.push(quote!(#name #value));
        }
        Ok(quote!(#(#parts),*))
    }
}

/// How tightly an operator binds.
fn strength(op: Binary) -> u8 {
    match op {
        Binary::Mul | Binary::Div | Binary::Rem => 9,
        Binary::Add | Binary::Sub => 8,
        Binary::Shl | Binary::Shr => 7,
        Binary::BitAnd => 6,
        Binary::BitXor => 5,
        Binary::BitOr => 4,
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => 3,
        Binary::And => 2,
        Binary::Or => 1,
    }
}
