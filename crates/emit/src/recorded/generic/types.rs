//! Types over the number: as they are written in signatures and fields, lifetimes included, and from what inference found.

use super::Repeat;
use crate::syntax::types::{POINTERS, argument_of};
use front::hir::TypeRef;
use front::items::{AdtId, FnId, ItemId};
use front::program::{Program, Scope, TypeName};
use front::ty::{Float, Len, Ty};
use front::visit::Visit;
use front::visit_mut::{self, VisitMut};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Error, GenericArgument, PathArguments, Result, Type, TypeParamBound, parse_quote};

/// Rewrites types where they are written.
pub(super) struct Over<'r, 's> {
    repeat: &'r Repeat<'s>,
    scope: Scope,
    refused: Option<Error>,
}

impl<'s> Repeat<'s> {
    /// Rewrites what stands in a scope.
    ///
    /// # Errors
    /// At a type that has no form over the number.
    pub(super) fn over<X>(&self, scope: &Scope, x: &mut X, visit: impl Fn(&mut Over<'_, 's>, &mut X)) -> Result<()> {
        let mut over = Over { repeat: self, scope: scope.clone(), refused: None };
        visit(&mut over, x);
        over.refused.map_or(Ok(()), Err)
    }

    /// The arguments that the number adds to a repeated type or trait.
    fn added(&self, id: ItemId) -> Vec<TokenStream> {
        let (life, number) = (&self.life, &self.number);
        let lives = match id {
            ItemId::Adt(adt) => self.adt_lives(adt),
            ItemId::Trait(of) => self.trait_lives(of),
            _ => false,
        };
        let life = lives.then(|| quote!(#life));
        life.into_iter().chain([quote!(#number)]).collect()
    }

    /// The parameters that the number adds to an item.
    pub(super) fn added_parameters(&self, id: Option<ItemId>) -> Vec<syn::GenericParam> {
        let (life, number) = (&self.life, &self.number);
        let lives = match id {
            Some(ItemId::Adt(adt)) => self.adt_lives(adt),
            Some(ItemId::Trait(of)) => self.trait_lives(of),
            _ => true,
        };
        let mut all: Vec<syn::GenericParam> = vec![];
        if lives {
            all.push(parse_quote!(#life));
            all.push(parse_quote!(#number: ::wengert::Real<f64> + #life));
        } else {
            all.push(parse_quote!(#number: ::wengert::Real<f64>));
        }
        all
    }

    /// Puts these in front of the parameters of an item.
    pub(super) fn add_parameters(&self, generics: &mut syn::Generics, id: Option<ItemId>) {
        let own = std::mem::take(&mut generics.params);
        let (lives, others): (Vec<_>, Vec<_>) =
            own.into_iter().partition(|p| matches!(p, syn::GenericParam::Lifetime(_)));
        let added = self.added_parameters(id);
        let (life, number): (Vec<_>, Vec<_>) =
            added.into_iter().partition(|p| matches!(p, syn::GenericParam::Lifetime(_)));
        generics.params = lives.into_iter().chain(life).chain(number).chain(others).collect();
    }

    /// A type as it is told by inference, `_` where it has no name.
    pub(super) fn ty(&self, f: FnId, ty: &Ty) -> TokenStream {
        let all = |parts: &[Ty]| parts.iter().map(|part| self.ty(f, part)).collect::<Vec<_>>();
        let number = &self.number;
        match ty {
            Ty::Never => quote!(!),
            Ty::Bool => quote!(bool),
            Ty::Char => quote!(char),
            Ty::Str => quote!(str),
            Ty::Int(int) => format_ident!("{}", int.name()).into_token_stream(),
            Ty::Float(Float::F32) => quote!(f32),
            Ty::Float(_) => quote!(#number),
            Ty::Tuple(parts) => {
                let parts = all(parts);
                quote!((#(#parts,)*))
            }
            Ty::Array(of, n) => {
                let (of, n) = (self.ty(f, of), self.len(f, n));
                quote!([#of; #n])
            }
            Ty::Slice(of) => {
                let of = self.ty(f, of);
                quote!([#of])
            }
            Ty::Vec(of) => {
                let of = self.ty(f, of);
                quote!(::std::vec::Vec<#of>)
            }
            Ty::Boxed(by, of) => {
                let [module, name] = by.path().map(|name| format_ident!("{name}"));
                let of = self.object(f, of);
                quote!(::std::#module::#name<#of>)
            }
            Ty::Ref(mutable, of) => {
                let (mutable, of) = (mutable.then(|| quote!(mut)), self.object(f, of));
                quote!(&#mutable #of)
            }
            Ty::Adt(_, args) if args.is_empty() && self.is_matrix(ty) => quote!(::wengert::linalg::Matrix<#number>),
            Ty::Adt(adt, args) => self.adt_type(f, *adt, &all(args), self.is_map(ty)),
            Ty::Const(n) => self.len(f, n),
            Ty::Param(k) | Ty::Rigid(_, k) => {
                let generics = &self.program.func(f).generics;
                let name = generics.names.get(*k).filter(|name| !name.contains(' '));
                name.map_or_else(|| quote!(_), |name| format_ident!("{name}").into_token_stream())
            }
            Ty::FnPtr(params, ret) => {
                let (params, ret) = (all(params), self.ty(f, ret));
                quote!(fn(#(#params),*) -> #ret)
            }
            Ty::Opaque(text) if &**text == "String" => quote!(::std::string::String),
            Ty::Opaque(text) => self.as_written(f, text).unwrap_or_else(|| quote!(_)),
            _ => quote!(_),
        }
    }

    /// A type of which only the text is known, if all that it names is seen in a function.
    fn as_written(&self, f: FnId, text: &str) -> Option<TokenStream> {
        let mut ty: Type = syn::parse_str(text).ok().filter(|ty| !matches!(ty, Type::ImplTrait(_) | Type::Infer(_)))?;
        let mut names = Names { program: &self.program, scope: self.program.scope_of(f), known: true };
        names.visit_type(&ty);
        self.over(&names.scope, &mut ty, |over, ty| over.visit_type_mut(ty)).ok()?;
        names.known.then(|| ty.to_token_stream())
    }

    /// What a reference or a box leads to, which may be an object.
    pub(super) fn object(&self, f: FnId, ty: &Ty) -> TokenStream {
        let number = &self.number;
        match ty {
            Ty::FnPtr(params, ret) => {
                let params: Vec<_> = params.iter().map(|ty| self.ty(f, ty)).collect();
                let (name, ret) = (self.kind_of_function(f), self.ty(f, ret));
                name.map_or_else(|| quote!(_), |name| quote!(dyn #name(#(#params),*) -> #ret))
            }
            Ty::Dyn(of, args, types) => {
                let args: Vec<_> = args.iter().map(|ty| self.ty(f, ty)).collect();
                let types = types.iter().map(|(name, ty)| {
                    let (name, ty) = (format_ident!("{name}"), self.ty(f, ty));
                    quote!(#name = #ty)
                });
                let mut args: Vec<_> = args.into_iter().chain(types).collect();
                let path = match self.is_trait_over(*of) {
                    true => {
                        args.insert(0, quote!(#number));
                        Some(self.trait_name(*of).into())
                    }
                    false => {
                        let own = self.program.path_of_trait(*of);
                        own.or_else(|| self.program.path_in_std(ItemId::Trait(*of)))
                    }
                };
                match (path, args.is_empty()) {
                    (None, _) => quote!(_),
                    (Some(path), true) => quote!(dyn #path),
                    (Some(path), false) => quote!(dyn #path<#(#args),*>),
                }
            }
            ty => self.ty(f, ty),
        }
    }

    /// What a function calls objects that are functions, where it is one word: inference does not keep it.
    fn kind_of_function(&self, f: FnId) -> Option<TokenStream> {
        let text = self.program.text(f)?.to_token_stream().to_string();
        let is = |word: &str| text.split(|c: char| !c.is_alphanumeric()).any(|own| own == word);
        match (is("Fn"), is("FnMut"), is("FnOnce")) {
            (_, false, false) => Some(quote!(Fn)),
            (false, true, false) => Some(quote!(FnMut)),
            (false, false, true) => Some(quote!(FnOnce)),
            _ => None,
        }
    }

    pub(super) fn len(&self, f: FnId, len: &Len) -> TokenStream {
        match len {
            Len::Known(n) => proc_macro2::Literal::u64_unsuffixed(*n).into_token_stream(),
            Len::Param(k) => {
                let name = self.program.func(f).generics.names.get(*k).cloned();
                name.map_or_else(|| quote!(_), |name| format_ident!("{name}").into_token_stream())
            }
            Len::Text(text) => syn::parse_str::<syn::Expr>(text).map_or_else(|_| quote!(_), |e| quote!({ #e })),
            Len::Var(_) => quote!(_),
        }
    }

    /// A type of the crate or of std with these arguments.
    fn adt_type(&self, f: FnId, adt: AdtId, args: &[TokenStream], is_map: bool) -> TokenStream {
        if self.is_adt_over(adt) {
            let name = self.adt_name(adt);
            let number = &self.number;
            return quote!(#name<#number #(, #args)*>);
        }
        match (self.path_of_adt(f, adt, is_map), args) {
            (None, _) => quote!(_),
            (Some(path), []) => quote!(#path),
            (Some(path), args) => quote!(#path<#(#args),*>),
        }
    }

    /// The path of a type that is not repeated, in a function.
    pub(super) fn path_of_adt(&self, f: FnId, adt: AdtId, has_float: bool) -> Option<syn::Path> {
        let def = self.program.adt(adt);
        let hashed = match &*def.name {
            _ if self.is_own(def.origin) => None,
            "BTreeMap" => Some("HashMap"),
            "BTreeSet" => Some("HashSet"),
            "Entry" | "OccupiedEntry" | "VacantEntry" if !self.hashed => {
                let module = if self.says(f, "HashMap") { "hash_map" } else { "btree_map" };
                return syn::parse_str(&format!("::std::collections::{module}::{}", def.name)).ok();
            }
            _ => None,
        };
        match hashed {
            // Inference takes both for one: which it is, the text says, where it names one of them.
            Some(hashed) => {
                let name = match (self.says(f, hashed), self.says(f, &def.name)) {
                    (true, false) if self.hashed && has_float => return Some(super::maps::hashed()),
                    (true, false) => hashed,
                    (false, true) => &def.name,
                    _ => return None,
                };
                syn::parse_str(&format!("::std::collections::{name}")).ok()
            }
            None => self.program.path_of_adt(adt).or_else(|| self.program.path_in_std(ItemId::Adt(adt))),
        }
    }

    /// Whether the text of a function names a type of std.
    fn says(&self, f: FnId, name: &str) -> bool {
        let scope = self.program.scope_of(f);
        self.program.text(f).is_some_and(|text| self.is_named(name, text.to_token_stream(), &scope))
    }

    /// A type by default as it is written: a float, or another plain one.
    fn plain_ty(&self, ty: &Ty) -> TokenStream {
        match ty {
            Ty::Float(_) => quote!(f64),
            ty => self.ty(self.root, ty),
        }
    }

    /// A type as it is written in a body.
    pub(super) fn type_ref(&self, f: FnId, ty: &TypeRef) -> TokenStream {
        match ty {
            TypeRef::Infer => quote!(_),
            TypeRef::Ty(ty) | TypeRef::With(ty) => self.ty(f, ty),
        }
    }
}

/// Whether all names in a type mean something.
struct Names<'p> {
    program: &'p Program,
    scope: Scope,
    known: bool,
}

impl<'a> Visit<'a> for Names<'_> {
    fn visit_path(&mut self, path: &'a syn::Path) {
        self.known &= !matches!(self.program.type_name(&self.scope, path), TypeName::Outside(None) | TypeName::Inner);
        front::visit::visit_path(self, path);
    }
}

/// What a trait of this name has as its one argument.
fn of_one<'p>(path: &'p syn::Path, name: &str) -> Option<&'p Type> {
    let last = path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    match args.args.iter().collect::<Vec<_>>()[..] {
        [GenericArgument::Type(ty)] => Some(ty),
        _ => None,
    }
}

impl Over<'_, '_> {
    fn refuse(&mut self, at: &impl ToTokens, message: &str) {
        self.refused.get_or_insert_with(|| Error::new_spanned(at, message));
    }

    /// Whether a path has to be written otherwise where the function at hand stands.
    fn is_away(&self) -> bool {
        !self.repeat.program.is_home(&self.scope)
    }

    fn is_float(&self, ty: &Type) -> bool {
        matches!(self.repeat.program.type_ref(&self.scope, ty), TypeRef::Ty(Ty::Float(_)))
    }

    /// Whether a bound is `Into<f64>`.
    fn is_into_float(&self, path: &syn::Path) -> bool {
        of_one(path, "Into").is_some_and(|ty| self.is_float(ty))
    }

    /// `f64: From<T>` as `T: Into<f64>`.
    pub(super) fn made_of_any(&self, t: &mut syn::PredicateType) {
        let [TypeParamBound::Trait(of)] = t.bounds.iter().collect::<Vec<_>>()[..] else { return };
        if let Some(ty) = of_one(&of.path, "From").filter(|_| self.is_float(&t.bounded_ty)) {
            let (ty, float) = (ty.clone(), &t.bounded_ty);
            t.bounds = parse_quote!(::core::convert::Into<#float>);
            t.bounded_ty = ty;
        }
    }

    /// What another name of a type with parameters stands for, in the same module.
    fn written_out(&self, at: &Scope, alias: &syn::ItemType, path: &syn::Path) -> Option<Type> {
        let PathArguments::AngleBracketed(given) = &path.segments.last()?.arguments else { return None };
        let params: Vec<_> = alias.generics.params.iter().collect();
        if !at.is_of_module(&self.scope) || params.len() != given.args.len() {
            return None;
        }
        let mut tokens = alias.ty.to_token_stream();
        // An argument may have the name of another parameter.
        let places: Vec<_> = (0..params.len()).map(|k| format_ident!("parameter{k}__")).collect();
        for (param, place) in params.iter().zip(&places) {
            let name = match param {
                syn::GenericParam::Type(t) => &t.ident,
                syn::GenericParam::Const(c) => &c.ident,
                syn::GenericParam::Lifetime(l) => &l.lifetime.ident,
            };
            tokens = crate::ir::replace_by(tokens, name, &place.to_token_stream());
        }
        for (place, arg) in places.iter().zip(&given.args) {
            let arg = match arg {
                GenericArgument::Lifetime(l) => l.ident.to_token_stream(),
                arg => arg.to_token_stream(),
            };
            tokens = crate::ir::replace_by(tokens, place, &arg);
        }
        syn::parse2(tokens).ok()
    }

    /// Writes the arguments out that a type has by default.
    fn by_default(&mut self, adt: AdtId, used: usize, path: &mut syn::Path) {
        let wanted = self.repeat.program.adt(adt).generics.names.len();
        let Some(named) = used.checked_sub(1).filter(|k| k + 1 == path.segments.len()) else { return };
        let is_written = |a: &&GenericArgument| matches!(a, GenericArgument::Type(_) | GenericArgument::Const(_));
        let written = match &path.segments[named].arguments {
            PathArguments::AngleBracketed(a) => a.args.iter().filter(is_written).count(),
            _ => 0,
        };
        if written == wanted {
            return;
        }
        let whole = Type::Path(syn::TypePath { qself: None, path: path.clone() });
        let TypeRef::Ty(Ty::Adt(_, args)) = self.repeat.program.type_ref(&self.scope, &whole) else { return };
        // They are over the number already, and stay what they are.
        let args = args[written..].iter().map(|ty| self.repeat.plain_ty(ty)).collect::<Vec<_>>();
        let own: Vec<GenericArgument> = match &path.segments[named].arguments {
            PathArguments::AngleBracketed(a) => a.args.iter().cloned().collect(),
            _ => vec![],
        };
        path.segments[named].arguments = PathArguments::AngleBracketed(parse_quote!(<#(#own,)* #(#args),*>));
    }

    /// The path of a type or a trait.
    fn path(&mut self, path: &mut syn::Path) {
        let meaning = self.repeat.program.type_name(&self.scope, path);
        for segment in &mut path.segments {
            self.visit_path_arguments_mut(&mut segment.arguments);
        }
        let (id, used) = match meaning {
            TypeName::Item(id, used) => (id, used),
            TypeName::Outside(Some(whole)) => {
                let mut whole = whole;
                if let (Some(last), Some(own)) = (whole.segments.last_mut(), path.segments.last()) {
                    last.arguments = own.arguments.clone();
                }
                whole.leading_colon = Some(Default::default());
                if self.repeat.hashed && whole.segments.last().is_some_and(|s| s.ident == "HashMap") {
                    let args = whole.segments.last().map(|s| s.arguments.clone()).unwrap_or_default();
                    if self.repeat.names_number(args.to_token_stream()) {
                        whole = super::maps::hashed();
                        whole.segments.last_mut().into_iter().for_each(|last| last.arguments = args.clone());
                    }
                }
                *path = whole;
                return;
            }
            TypeName::Outside(None) if self.is_away() && self.repeat.program.may_be_opened(&self.scope, path) => {
                return self.refuse(path, "what another module imports with all of a module");
            }
            _ => return,
        };
        let over = match id {
            ItemId::Adt(adt) => self.repeat.is_adt_over(adt),
            ItemId::Trait(of) => self.repeat.is_trait_over(of),
            _ => false,
        };
        let Some(named) = used.checked_sub(1).and_then(|k| path.segments.get(k)).cloned() else { return };
        let rest: Vec<_> = path.segments.iter().skip(used).cloned().collect();
        let mut whole: syn::Path = if over {
            let name = match id {
                ItemId::Adt(adt) => self.repeat.adt_name(adt),
                ItemId::Trait(of) => self.repeat.trait_name(of),
                _ => return,
            };
            parse_quote!(#name)
        } else if self.is_away() {
            let whole = match id {
                ItemId::Adt(adt) => self.repeat.program.path_of_adt(adt),
                ItemId::Trait(of) => self.repeat.program.path_of_trait(of),
                _ => None,
            };
            match whole {
                Some(whole) => whole,
                None => return self.refuse(path, "a type that is not seen here"),
            }
        } else {
            let mut whole = path.clone();
            whole.segments = path.segments.iter().take(used).cloned().collect();
            whole
        };
        if let Some(last) = whole.segments.last_mut() {
            last.arguments = named.arguments.clone();
            if over {
                last.arguments = with_added(&named.arguments, &self.repeat.added(id));
            }
        }
        whole.segments.extend(rest);
        *path = whole;
    }
}

/// Arguments with those that the number adds: behind lifetimes, in front of types.
fn with_added(own: &PathArguments, added: &[TokenStream]) -> PathArguments {
    let own: Vec<GenericArgument> = match own {
        PathArguments::AngleBracketed(a) => a.args.iter().cloned().collect(),
        _ => vec![],
    };
    let (lives, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|a| matches!(a, GenericArgument::Lifetime(_)));
    PathArguments::AngleBracketed(parse_quote!(<#(#lives,)* #(#added,)* #(#others),*>))
}

impl VisitMut for Over<'_, '_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        // What owns a slice is a list.
        if let (Some(Type::Slice(s)), Type::Path(p)) = (argument_of(ty, &POINTERS), &*ty)
            && matches!(self.repeat.program.type_ref(&self.scope, &Type::Path(p.clone())), TypeRef::Ty(Ty::Vec(_)))
        {
            let of = &s.elem;
            *ty = parse_quote!(::std::vec::Vec<#of>);
        }
        match ty {
            Type::Path(p) => {
                if let Some(q) = &mut p.qself {
                    self.visit_type_mut(&mut q.ty);
                    let before = p.path.segments.len();
                    let at = q.position;
                    let mut of = p.path.clone();
                    of.segments = p.path.segments.iter().take(at).cloned().collect();
                    self.path(&mut of);
                    let n = of.segments.len();
                    of.segments.extend(p.path.segments.iter().skip(at).take(before - at).cloned());
                    p.path = of;
                    q.position = n;
                    return;
                }
                // A matrix is of numbers by default.
                let whole = self.repeat.program.type_ref(&self.scope, &Type::Path(p.clone()));
                if let TypeRef::Ty(whole) | TypeRef::With(whole) = &whole
                    && self.repeat.is_matrix(whole)
                    && !whole.parts().any(|of| matches!(of, Ty::Param(_) | Ty::Rigid(..)))
                {
                    let number = &self.repeat.number;
                    *ty = parse_quote!(::wengert::linalg::Matrix<#number>);
                    return;
                }
                match self.repeat.program.type_name(&self.scope, &p.path) {
                    TypeName::Primitive(Ty::Float(Float::F32)) => self.refuse(p, "`f32` beside a number"),
                    TypeName::Primitive(Ty::Float(_)) => {
                        let number = &self.repeat.number;
                        *ty = parse_quote!(#number);
                    }
                    TypeName::Primitive(_) | TypeName::Inner => {}
                    TypeName::Alias(scope, alias) if alias.generics.params.is_empty() => {
                        let mut of = (*alias.ty).clone();
                        let done = self.repeat.over(&scope, &mut of, |over, ty| over.visit_type_mut(ty));
                        if let Err(error) = done {
                            self.refused.get_or_insert(error);
                        }
                        *ty = of;
                    }
                    TypeName::Alias(scope, alias) => match self.written_out(&scope, &alias, &p.path) {
                        Some(mut of) => {
                            self.visit_type_mut(&mut of);
                            *ty = of;
                        }
                        None => match self.repeat.program.type_ref(&self.scope, ty) {
                            TypeRef::Ty(read) if !read.has_param() => {
                                let written = self.repeat.ty(self.repeat.root, &read);
                                *ty = parse_quote!(#written);
                            }
                            _ => self.refuse(ty, "another name of a type, of another module"),
                        },
                    },
                    TypeName::Item(ItemId::Adt(adt), used) => {
                        self.by_default(adt, used, &mut p.path);
                        self.path(&mut p.path);
                    }
                    _ => self.path(&mut p.path),
                }
            }
            Type::Array(a) => {
                let read = self.repeat.program.type_ref(&self.scope, &Type::Array(a.clone()));
                self.visit_type_mut(&mut a.elem);
                if let TypeRef::Ty(Ty::Array(_, len)) = read
                    && (self.is_away() || matches!(len, Len::Known(_)))
                    && !matches!(len, Len::Param(_))
                {
                    let len = self.repeat.len(self.repeat.root, &len);
                    a.len = parse_quote!(#len);
                }
            }
            Type::Reference(r) => {
                if let Type::TraitObject(of) = &mut *r.elem {
                    of.bounds.iter_mut().for_each(|bound| self.visit_type_param_bound_mut(bound));
                    return;
                }
                self.visit_type_mut(&mut r.elem);
                let lasts = r.lifetime.as_ref().is_some_and(|life| life.ident == "static");
                if lasts && self.repeat.names_number(r.elem.to_token_stream()) {
                    self.refuse(r, "numbers that live as long as the program");
                }
            }
            Type::TraitObject(of) => {
                of.bounds.iter_mut().for_each(|bound| self.visit_type_param_bound_mut(bound));
                if !of.bounds.iter().any(|bound| matches!(bound, TypeParamBound::Lifetime(_))) {
                    let life = &self.repeat.life;
                    of.bounds.push(parse_quote!(#life));
                }
            }
            ty => visit_mut::visit_type_mut(self, ty),
        }
    }

    fn visit_type_param_bound_mut(&mut self, bound: &mut TypeParamBound) {
        let number = &self.repeat.number;
        match bound {
            // Integers go into a number too.
            TypeParamBound::Trait(t) if self.is_into_float(&t.path) => {
                t.path = parse_quote!(::wengert::generated::spelled::IntoNumber<#number>);
            }
            TypeParamBound::Trait(t) => self.path(&mut t.path),
            // What is to live for ever lives as long as its numbers.
            TypeParamBound::Lifetime(life) if life.ident == "static" => *life = self.repeat.life.clone(),
            // What a type captures is the number too.
            TypeParamBound::PreciseCapture(captured) => captured.params.push(parse_quote!(#number)),
            _ => {}
        }
    }

    fn visit_expr_mut(&mut self, _: &mut syn::Expr) {}

    fn visit_block_mut(&mut self, _: &mut syn::Block) {}
}
