//! Calls over the number: functions by their paths, methods, operators of types of the crate.

use super::body::Writer;
use super::patterns::member;
use front::hir::{ExprId, ExprKind, TypeRef};
use front::items::{FnId, ItemId, Origin};
use front::ty::Ty;
use front::typed::{Adjust, Callee};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Result;

/// What numbers have of the methods of floats, beside the functions of the table.
const OF_NUMBERS: [&str; 33] = [
    "add_assign",
    "borrow",
    "clone",
    "clone_from",
    "default",
    "div_assign",
    "div_euclid",
    "eq",
    "ge",
    "gt",
    "into",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_normal",
    "is_sign_negative",
    "is_sign_positive",
    "is_subnormal",
    "le",
    "lt",
    "midpoint",
    "mul_assign",
    "ne",
    "partial_cmp",
    "rem_assign",
    "sin_cos",
    "sub_assign",
    "to_degrees",
    "to_owned",
    "to_radians",
    "to_string",
    "total_cmp",
    "from",
];

/// Methods of the library that are not in its text, as they are of every type.
const OF_ALL: [&str; 8] = ["as_mut", "as_ref", "clone", "into_owned", "parse", "to_mut", "to_owned", "to_string"];

/// Whether a number has the function of a float of this name.
fn is_of_numbers(name: &str) -> bool {
    OF_NUMBERS.contains(&name) || rules::Row::find(name).is_some()
}

impl Writer<'_, '_> {
    /// The function that an operator of a bare number calls, by its own name.
    pub(super) fn beside(&self, e: ExprId) -> Option<TokenStream> {
        let Some(Callee::Fn(f, _)) = self.typed.callees.get(&e) else { return None };
        self.stands_alone(*f).then(|| {
            let name = self.repeat.function_name(*f);
            quote!(#name)
        })
    }

    /// Whether a method of a trait that is not repeated stands alone: there is no implementation over the number for what is
    /// no repeated type.
    pub(super) fn stands_alone(&self, f: FnId) -> bool {
        let def = self.repeat.program.func(f);
        let Some(of) = def.of.filter(|_| self.is_own(f)) else { return false };
        let around = self.repeat.program.impl_def(of);
        let Some((_, args)) = around.of_trait.as_ref().filter(|(t, _)| !self.repeat.is_trait_over(*t)) else {
            return false;
        };
        let over = self.repeat.has_float(&around.ty);
        super::Repeat::is_bare_number(&around.ty)
            || self.repeat.is_tried(of)
            || !over && args.iter().any(|ty| self.repeat.has_float(ty))
    }

    /// A function as a value, or as what is called.
    pub(super) fn function_value(
        &self,
        e: ExprId,
        callee: Option<&Callee>,
        f: FnId,
        args: &[TypeRef],
    ) -> Result<TokenStream> {
        let (program, number, span) = (&self.repeat.program, &self.repeat.number, self.span(e));
        let def = program.func(f);
        // What is called may be the function of an implementation.
        let meant = match callee {
            Some(Callee::Fn(meant, _)) => *meant,
            _ => f,
        };
        if self.stands_alone(meant) {
            return Ok(self.repeat.function_name(meant).into_token_stream());
        }
        if let Some(of) = def.of_trait {
            let itself = args.first().map_or_else(|| quote!(_), |ty| self.repeat.type_ref(self.f, ty));
            let generics = program.trait_def(of).generics.names.len();
            let types = args.iter().skip(1).take(generics.saturating_sub(1)).map(|ty| self.repeat.type_ref(self.f, ty));
            let types: Vec<TokenStream> = types.collect();
            let path = match self.repeat.is_trait_over(of) {
                true => {
                    let (name, rest) = (self.repeat.trait_name(of), (1..generics).map(|_| quote!(_)));
                    let rest: Vec<_> = if types.is_empty() { rest.collect() } else { types };
                    quote!(#name<#number #(, #rest)*>)
                }
                false if &*def.name == "into" && matches!(args.get(1), Some(TypeRef::Ty(Ty::Float(_)))) => {
                    return Ok(quote!(<#itself as ::wengert::generated::spelled::IntoNumber<#number>>::into_number));
                }
                false => {
                    let path = program.path_of_trait(of).or_else(|| program.path_in_std(ItemId::Trait(of)));
                    let path = path.ok_or_else(|| self.refuse(span, "a trait that has no name here"))?;
                    let rest = (1..generics).map(|_| quote!(_));
                    let types = if types.is_empty() { rest.collect() } else { types };
                    if types.is_empty() { quote!(#path) } else { quote!(#path<#(#types),*>) }
                }
            };
            let name = member(&def.name);
            return Ok(quote!(<#itself as #path>::#name));
        }
        if self.repeat.is_derivative(f) || self.takes_derivatives(f) {
            return self.beside_function(f, span);
        }
        if let Some(name) = def.intrinsic.as_ref().and_then(|name| name.strip_prefix("float::")) {
            let name = member(name);
            return Ok(quote!(::wengert::functions::#name));
        }
        if !self.is_own(f) {
            let path = program.path_in_std(ItemId::Fn(f));
            let path =
                path.ok_or_else(|| self.refuse(span, &format!("the function `{}`, which has no name here", def.name)))?;
            let of_matrices = path.segments.first().is_some_and(|first| first.ident == "wengert");
            if self.repeat.has_float(&def.ret) && !def.generics.names.is_empty() && !of_matrices {
                return Err(self.refuse(span, "a function of the library on floats"));
            }
            let types = self.turbofish(args);
            return Ok(quote!(#path #types));
        }
        let is_named = def.origin != Origin::Body && program.is_seen_from_home(ItemId::Fn(f));
        if (!self.repeat.takes_number(f) || self.repeat.is_over_any(f)) && is_named {
            let path = def
                .path
                .clone()
                .ok_or_else(|| self.refuse(span, &format!("the function `{}`, which has no name here", def.name)))?;
            let types = self.turbofish(args);
            return Ok(quote!(#path #types));
        }
        if self.repeat.is_rule(f) || self.is_elsewhere(f) {
            return self.beside_function(f, span);
        }
        let name = self.repeat.function_name(f);
        let written: Vec<TokenStream> = match args.is_empty() {
            true => def.generics.names.iter().filter(|name| !name.contains(' ')).map(|_| quote!(_)).collect(),
            false => args.iter().map(|ty| self.repeat.type_ref(self.f, ty)).collect(),
        };
        Ok(quote!(#name::<#number #(, #written)*>))
    }

    pub(super) fn turbofish(&self, types: &[TypeRef]) -> Option<TokenStream> {
        let types: Vec<_> = types.iter().map(|ty| self.repeat.type_ref(self.f, ty)).collect();
        (!types.is_empty()).then(|| quote!(::<#(#types),*>))
    }

    /// The arguments of the trait that a type of the crate has a method through.
    fn around(&self, f: FnId) -> Vec<TokenStream> {
        let Some(of) = self.repeat.program.func(f).of else { return vec![] };
        let (def, number) = (self.repeat.program.impl_def(of), &self.repeat.number);
        let own = self.repeat.tells_number(of).then(|| quote!(#number));
        own.into_iter().chain(def.generics.names.iter().map(|_| quote!(_))).collect()
    }

    /// The arguments of a method, with the number where its type does not tell it.
    fn turbofish_of(&self, f: FnId, types: &[TypeRef]) -> Option<TokenStream> {
        let def = self.repeat.program.func(f);
        if def.of.is_none_or(|of| self.repeat.tells_number(of)) {
            return self.turbofish(types);
        }
        let around = def.of.map(|of| self.repeat.program.impl_def(of));
        let (number, own) = (&self.repeat.number, around.map_or(0, |of| of.generics.names.len()));
        let written: Vec<_> = match types.is_empty() {
            true => def.generics.names.iter().skip(own).filter(|name| !name.contains(' ')).map(|_| quote!(_)).collect(),
            false => types.iter().map(|ty| self.repeat.type_ref(self.f, ty)).collect(),
        };
        Some(quote!(::<#number #(, #written)*>))
    }

    /// A function or a constant of a type.
    pub(super) fn of_type(
        &self,
        e: ExprId,
        callee: Option<&Callee>,
        of: &TypeRef,
        name: &str,
        types: &[TypeRef],
    ) -> Result<TokenStream> {
        let (number, span) = (&self.repeat.number, self.span(e));
        let itself = match of {
            TypeRef::Ty(ty) | TypeRef::With(ty) => Some(ty),
            TypeRef::Infer => None,
        };
        let turbofish = self.turbofish(types);
        let f = match callee {
            Some(Callee::Fn(f, _)) => Some(*f),
            _ => None,
        };
        if f.is_none() && !name.starts_with(|c: char| c.is_lowercase() || c == '_') {
            // A constant.
            let unknown = || self.refuse(span, "a constant of this type");
            let known = itself.and_then(|ty| match ty {
                Ty::Rigid(_, k) | Ty::Param(k) => Some(self.repeat.program.const_by_bounds(self.f, *k, name)?.2),
                ty => self.repeat.program.const_of(ty, name),
            });
            if let Some(made) = known.and_then(|c| self.made(c, itself, e)) {
                return Ok(made);
            }
            let path = match itself {
                Some(Ty::Adt(adt, args)) if !args.iter().any(|ty| self.repeat.has_float(ty)) => {
                    self.of_plain(*adt, args, known.ok_or_else(unknown)?, span)?
                }
                Some(ty @ (Ty::Rigid(..) | Ty::Param(_))) => {
                    let (of, name) = (self.repeat.ty(self.f, ty), member(name));
                    quote!(<#of>::#name)
                }
                Some(Ty::Float(_)) => self.constant_of(&quote!(f64), known.ok_or_else(unknown)?),
                Some(Ty::Int(int)) => {
                    let of = member(int.name());
                    self.constant_of(&quote!(#of), known.ok_or_else(unknown)?)
                }
                _ => return Err(unknown()),
            };
            return self.number_of_constant(&self.ty(e).clone(), path, span);
        }
        if let Some(f) = f.filter(|f| self.stands_alone(*f)) {
            return Ok(self.repeat.function_name(f).into_token_stream());
        }
        if let Some(Ty::Float(_)) = itself {
            if name == "from_str" {
                self.repeat.texts.set((self.repeat.texts.get().0, true));
                return Ok(quote!((|x: &str| x.parse::<f64>().map(<#number as ::wengert::Number>::constant))));
            }
            let by = f.and_then(|f| self.trait_of(f)).filter(|by| self.repeat.is_trait_over(*by));
            if by.is_none() && !is_of_numbers(name) {
                return Err(self.refuse(span, "a function of floats alone"));
            }
            let name = member(name);
            if let Some(by) = by {
                let rest = (1..self.repeat.program.trait_def(by).generics.names.len()).map(|_| quote!(_));
                let by = self.repeat.trait_name(by);
                return Ok(quote!(<#number as #by<#number #(, #rest)*>>::#name #turbofish));
            }
            return Ok(match name.to_string().as_str() {
                "from" => quote!((|x| ::wengert::generated::spelled::IntoNumber::<#number>::into_number(x))),
                "total_cmp" => quote!(<#number as ::wengert::generated::spelled::Spelled>::total_cmp),
                _ => quote!(<#number>::#name #turbofish),
            });
        }
        let repeated = f.filter(|f| self.reach_method(*f));
        let of = match itself {
            Some(Ty::Adt(adt, args)) => {
                let of_floats = self.repeat.is_map_of_std(*adt)
                    && matches!(callee, Some(Callee::Fn(_, args)) if args.iter().take(2).any(|ty| self.repeat.has_float(ty)));
                let path = self.adt_of(*adt, &[], of_floats, span)?;
                let args: Vec<_> = args.iter().map(|ty| self.repeat.ty(self.f, ty)).collect();
                match (self.repeat.is_adt_over(*adt), args.is_empty()) {
                    (true, false) => {
                        let name = self.repeat.adt_name(*adt);
                        quote!(#name::<#number #(, #args)*>)
                    }
                    (false, false) => quote!(#path::<#(#args),*>),
                    (_, true) => path,
                }
            }
            Some(ty) => {
                let ty = self.repeat.ty(self.f, ty);
                quote!(<#ty>)
            }
            None => return Err(self.refuse(span, "a type that is not known")),
        };
        let around = repeated.map(|f| self.around(f)).unwrap_or_default();
        if let Some(f) = repeated.filter(|_| !matches!(itself, Some(ty) if self.repeat.is_over(ty))) {
            let (beside, name) = (self.repeat.trait_beside(f), self.repeat.method_name(f));
            let turbofish = self.turbofish_of(f, types);
            return Ok(quote!(<#of as #beside<#(#around),*>>::#name #turbofish));
        }
        let name = member(name);
        // Another repeated trait may have a function of the name, and a plain type has each twice.
        let by = f.and_then(|f| self.trait_of(f)).filter(|by| self.repeat.is_trait_over(*by));
        if let (Some(by), Some(Ty::Adt(..))) = (by, itself) {
            let rest = (1..self.repeat.program.trait_def(by).generics.names.len()).map(|_| quote!(_));
            let by = self.repeat.trait_name(by);
            return Ok(quote!(<#of as #by<#number #(, #rest)*>>::#name #turbofish));
        }
        Ok(quote!(#of::#name #turbofish))
    }

    /// The trait that a function is of, by itself or by its implementation.
    fn trait_of(&self, f: FnId) -> Option<front::items::TraitId> {
        let def = self.repeat.program.func(f);
        let by = def.of.and_then(|of| self.repeat.program.impl_def(of).of_trait.as_ref().map(|(by, _)| *by));
        by.or(def.of_trait)
    }

    pub(super) fn call(&self, e: ExprId, f: ExprId, args: &[ExprId]) -> Result<TokenStream> {
        let (number, span) = (&self.repeat.number, self.span(e));
        let given = self.values(args)?;
        let known = self.typed.callees.get(&e).or_else(|| self.typed.callees.get(&f));
        match self.kind(f) {
            ExprKind::Variant(adt, k, types) if self.held(*adt).is_some() => {
                let (path, held) = (self.variant(*adt, *k, types, span)?, self.held(*adt));
                let fields = given.iter().enumerate().map(|(k, x)| {
                    let k = member(&k.to_string());
                    quote!(#k: #x)
                });
                return Ok(quote!((#path { #(#fields,)* #held })));
            }
            // What is constant is made of numbers already.
            ExprKind::TypeFn(TypeRef::Ty(ty) | TypeRef::With(ty), name, _)
                if &**name == "constant" && self.repeat.is_matrix(ty) =>
            {
                return Ok(quote!(::core::clone::Clone::clone(#(#given),*)));
            }
            // What owns a slice is a list.
            ExprKind::TypeFn(TypeRef::Ty(Ty::Boxed(..)) | TypeRef::With(Ty::Boxed(..)), name, _)
                if matches!(self.ty(e), Ty::Vec(_)) && matches!(&**name, "from" | "clone") =>
            {
                let name = member(name);
                return Ok(quote!(::std::vec::Vec::#name(#(#given),*)));
            }
            ExprKind::TypeFn(TypeRef::Ty(Ty::Float(_)), name, _)
                if &**name == "from" && !matches!(known, Some(Callee::Fn(f, _)) if self.is_own(*f)) =>
            {
                return Ok(quote!(::wengert::generated::spelled::IntoNumber::<#number>::into_number(#(#given),*)));
            }
            // A number of a parameter's type is made of plain floats.
            ExprKind::TypeFn(TypeRef::Ty(ty @ (Ty::Rigid(..) | Ty::Param(_))), name, _)
                if let (true, [x], [given]) = (&**name == "constant", args, given.as_slice())
                    && self.is_float(*x) =>
            {
                let ty = self.repeat.ty(self.f, ty);
                return Ok(match self.kind(*x) {
                    ExprKind::Literal(lit) => quote!(<#ty>::constant(#lit)),
                    _ => quote!(<#ty>::constant(::wengert::Real::value(&(#given)))),
                });
            }
            ExprKind::Foreign(path) => {
                let is_over = args.iter().any(|e| self.repeat.has_float(&self.typed.ty(*e)));
                let callee = self.foreign(path, span, is_over)?;
                return Ok(quote!(#callee(#(#given),*)));
            }
            _ => {}
        }
        if let Some(call) = self.plain_call(f, &given)? {
            return Ok(call);
        }
        let callee = match self.kind(f) {
            ExprKind::Item(ItemId::Fn(of), types) => self.function_value(f, known, *of, types)?,
            ExprKind::TypeFn(of, name, types) => self.of_type(f, known, of, name, types)?,
            _ => self.value(f)?,
        };
        Ok(match self.kind(f) {
            ExprKind::Item(..) | ExprKind::TypeFn(..) | ExprKind::Variant(..) => {
                quote!(#callee(#(#given),*))
            }
            _ => quote!((#callee)(#(#given),*)),
        })
    }

    pub(super) fn method_call(
        &self,
        e: ExprId,
        on: ExprId,
        name: &str,
        types: &[TypeRef],
        args: &[ExprId],
    ) -> Result<TokenStream> {
        let (number, span) = (&self.repeat.number, self.span(e));
        let of_float = matches!(self.typed.ty(on).behind(), Ty::Float(_));
        let receiver = self.receiver(on)?;
        let mut given = self.values(args)?;
        let into =
            matches!(self.typed.ty(on).behind(), Ty::Float(_) | Ty::Int(_) | Ty::Bool | Ty::Rigid(..) | Ty::Param(_));
        if name == "into" && into && self.is_float(e) {
            return Ok(quote!(::wengert::generated::spelled::IntoNumber::<#number>::into_number(#receiver)));
        }
        // A number takes what goes into one there, which does not say what a sum gives.
        for (arg, x) in args.iter().zip(&mut given) {
            if of_float && self.is_float(*arg) && matches!(self.kind(*arg), ExprKind::Method(..)) {
                *x = quote!(::core::convert::identity::<#number>(#x));
            }
        }
        let turbofish = self.turbofish(types);
        let own = member(name);
        match self.typed.callees.get(&e) {
            Some(Callee::Fn(f, _)) if self.repeat.is_derivative(*f) => {
                return Err(self.refuse(span, super::elsewhere::DERIVATIVE));
            }
            Some(Callee::Fn(f, _)) => {
                if self.stands_alone(*f) {
                    let name = self.repeat.function_name(*f);
                    return Ok(quote!(#name(#receiver #(, #given)*)));
                }
                // What a number has of its own would come first, and a plain type has both traits.
                let receiver_ty = self.typed.ty(on);
                let plain = !matches!(receiver_ty.behind(), Ty::Rigid(..) | Ty::Param(_) | Ty::Opaque(_))
                    && !self.repeat.has_float(receiver_ty.behind());
                let by = self.trait_of(*f).filter(|by| (of_float || plain) && self.repeat.is_trait_over(*by));
                if let Some((by, receiver)) = by.zip(self.adjusted(on).ok()) {
                    let rest = (1..self.repeat.program.trait_def(by).generics.names.len()).map(|_| quote!(_));
                    let by = self.repeat.trait_name(by);
                    return Ok(quote!(#by::<#number #(, #rest)*>::#own #turbofish(#receiver #(, #given)*)));
                }
                if self.reach_method(*f) {
                    let (name, turbofish) = (self.repeat.method_name(*f), self.turbofish_of(*f, types));
                    return Ok(quote!(#receiver.#name #turbofish(#(#given),*)));
                }
                if self.is_own(*f) {
                    return Ok(quote!(#receiver.#own #turbofish(#(#given),*)));
                }
            }
            Some(Callee::Value | Callee::Variant) => {}
            _ => {
                let receiver = self.typed.ty(on);
                let of_text = matches!(receiver.behind(), Ty::Str | Ty::Char | Ty::Int(_) | Ty::Opaque(_));
                let is_words = match receiver.behind() {
                    Ty::Opaque(text) => &**text == "String",
                    ty => *ty == Ty::Str,
                };
                // A closure there says which letters are meant.
                let given =
                    args.iter().map(|e| self.typed.ty(*e)).filter(|ty| !is_words || !matches!(ty, Ty::Closure(_)));
                let takes = given.into_iter().any(|ty| self.repeat.has_float(&ty));
                // A type that a trait of std names has the methods of the bounds there, and containers have more than the
                // prelude knows.
                let by_bound = match receiver.behind() {
                    Ty::Assoc(..) | Ty::Vec(_) | Ty::Slice(_) | Ty::Array(..) => true,
                    Ty::Opaque(text) => text.is_empty(),
                    Ty::Adt(adt, _) => self.repeat.program.adt(*adt).origin == Origin::Prelude,
                    _ => false,
                };
                let known = OF_ALL.contains(&name) || of_text && !takes || of_float || by_bound;
                if !known && (takes || self.repeat.has_float(&receiver) || self.repeat.has_float(self.ty(e))) {
                    return Err(self.refuse(span, &format!("the method `{name}`, which is not known")));
                }
            }
        }
        if of_float && !is_of_numbers(name) {
            if let Some(function) = self.reach_made(e, on, name).filter(|_| name == "try_into") {
                return Ok(quote!(#function(#receiver)));
            }
            return Err(self.refuse(span, "a function of floats alone"));
        }
        Ok(match name {
            "to_string" if of_float => {
                let value = self.plain(on)?;
                self.repeat.texts.set((true, self.repeat.texts.get().1));
                quote!(#value.to_string())
            }
            "parse" if self.repeat.has_float(self.ty(e)) => {
                self.repeat.texts.set((self.repeat.texts.get().0, true));
                if let Ty::Adt(_, args) = self.ty(e)
                    && let Some(of @ Ty::Adt(..)) = args.first()
                {
                    let of = self.repeat.ty(self.f, of);
                    return Ok(quote!(#receiver.parse::<#of>()));
                }
                quote!(#receiver.parse::<f64>().map(|x| <#number as ::wengert::Number>::constant(x)))
            }
            "into_boxed_slice" if matches!(self.ty(e), Ty::Vec(_)) => receiver,
            "into" | "try_into" | "sum" | "product" => {
                if let Some(function) = self.reach_made(e, on, name) {
                    return Ok(quote!(#function(#receiver)));
                }
                quote!(#receiver.#own #turbofish(#(#given),*))
            }
            _ => quote!(#receiver.#own #turbofish(#(#given),*)),
        })
    }

    /// What a method is called on: where it lies, if it is lent.
    fn receiver(&self, e: ExprId) -> Result<TokenStream> {
        let adjusted = self.typed.adjusted.get(&e);
        let is_lent = adjusted.is_some_and(|all| matches!(all.first(), Some(Adjust::Borrow(_))));
        if is_lent { self.place(e) } else { self.value(e) }
    }

    /// A value with what is done to it before it is used.
    fn adjusted(&self, e: ExprId) -> Result<TokenStream> {
        let mut value = self.receiver(e)?;
        for adjust in self.typed.adjusted.get(&e).into_iter().flatten() {
            value = match adjust {
                Adjust::Deref => quote!((*#value)),
                Adjust::Borrow(true) => quote!((&mut #value)),
                Adjust::Borrow(false) => quote!((&#value)),
                Adjust::Unsize(_) => value,
                Adjust::Call(..) => return Err(self.refuse(self.span(e), "a number behind a type of its own")),
            };
        }
        Ok(value)
    }
}
