//! Functions without the attribute that are given constants alone: they are called as they stand.

use crate::core::build::scalar;
use crate::core::value::{Choice, Cols, List, Place, Value, part_tag};
use crate::core::{Builder, Refusal};
use crate::ir::{Arr, Atom, Init, Op, Step, Storage, Ty, Verbatim};
use front::items::{AdtId, FnId, ItemId, Origin};
use front::program::Program;
use front::ty::Ty as Type;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashSet;

impl Builder<'_> {
    /// A function written out here; where its arguments are constants and that is not understood, or held to be not, it is
    /// called.
    pub(crate) fn inline_or_call(&mut self, f: FnId, generics: &[Type], args: Vec<Value>) -> Result<Value, Refusal> {
        if args.iter().any(|arg| self.is_active_number(arg)) || !self.may_be_called(f) {
            return self.inline(f, generics, args);
        }
        if !self.is_certain(f, generics) {
            let why = format!("`{}` may give another value each time it is called", self.program.func(f).name);
            return self.inline(f, generics, args).map_err(|refusal| Refusal { why, ..refusal });
        }
        self.of_constants.set(true);
        if !self.written_out
            && let Some(value) = self.called_on_constants(f, generics, &args)?
        {
            return Ok(value);
        }
        let around = std::mem::take(&mut self.out);
        let (before, frame, block) = (self.snapshot(), self.frame, self.block);
        let recursive = self.recursive.len();
        let value = self.inline(f, generics, args.clone());
        if value.is_err() {
            self.restore(&before);
            (self.frame, self.block) = (frame, block);
            self.recursive.truncate(recursive);
            self.out.clear();
        }
        let made = std::mem::replace(&mut self.out, around);
        self.out.extend(made);
        value.or_else(|refusal| self.called_on_constants(f, generics, &args)?.ok_or(refusal))
    }

    /// What a function without the attribute gives for constants: it is called as it stands.
    pub(crate) fn of_constants(&mut self, f: FnId, args: &[Value]) -> Result<Option<Value>, Refusal> {
        let def = self.program.func(f);
        if def.differentiable || def.method || args.is_empty() || scalar(&def.ret).is_none() {
            return Ok(None);
        }
        let (Some(path), true) = (&def.path, def.generics.names.is_empty() && self.is_nameable(ItemId::Fn(f))) else {
            return Ok(None);
        };
        let may_be_bits = |(a, p): (&Value, &front::items::ParamDef)| {
            matches!(p.ty, Type::Int(_)) && !matches!(a, Value::Atom(Atom::Lit(_)))
        };
        if !self.is_certain(f, &[]) {
            return Ok(None);
        }
        if self.bits && args.iter().zip(&def.params).any(may_be_bits) {
            return Ok(None);
        }
        if args.iter().all(|a| self.is_constant(a)) {
            let code = self.verbatim(args.to_vec(), def.ret.clone(), |t| quote!(#path(#(#t),*)))?;
            return self.settle(code, self.span).map(Some);
        }
        // Constants that are not looked into are handed on as they are.
        let closed = def.params.iter().any(|p| crate::core::expr::opaque::is_closed(&p.ty));
        let (mut vals, mut all) = (vec![], vec![]);
        for (arg, param) in args.iter().zip(&def.params) {
            let Some(text) = closed.then(|| self.as_text(arg.clone())).transpose()?.flatten() else { return Ok(None) };
            let lent = matches!(param.ty, Type::Ref(..)).then(|| quote!(&));
            let tokens = text.tokens;
            vals.extend(text.vals);
            all.push(quote!(#lent #tokens));
        }
        let ty = self.scalar(&def.ret).unwrap_or(Ty::Unknown);
        let code = Verbatim::of(quote!(#path(#(#all),*)), vals);
        Ok(Some(Value::Atom(self.temporary(ty, Op::Verbatim(code), self.span))))
    }

    /// Whether a function may be called as it stands where all its arguments are constants, if it gives the same each time.
    fn may_be_called(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        // What its parameters do not say nobody says where it is called.
        let told = |k: usize| def.params.iter().any(|p| crate::core::calls::out_of_line::mentions(&p.ty, k));
        let unmarked = !def.differentiable || self.takes_nothing(f);
        let plain = unmarked && def.of_trait.is_none() && (0..def.generics.names.len()).all(told);
        let lends = || matches!(def.params.first(), Some(p) if matches!(p.ty, Type::Ref(..) | Type::Adt(..)));
        let given = def.origin == Origin::Crate;
        let named = || self.is_nameable(ItemId::Fn(f)) || self.program.sees_method(f);
        plain && given && if def.method { lends() } else { named() }
    }

    /// Whether a function of a type takes nothing, and gives the same each time.
    pub(crate) fn gives_a_constant(&self, f: FnId) -> bool {
        self.takes_nothing(f) && self.may_be_called(f) && self.is_certain(f, &[])
    }

    /// Whether a function of a type takes nothing.
    fn takes_nothing(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        def.params.is_empty() && def.of.is_some() && def.of_trait.is_none()
    }

    /// What such a function gives for constants.
    fn called_on_constants(&mut self, f: FnId, generics: &[Type], args: &[Value]) -> Result<Option<Value>, Refusal> {
        let def = self.program.func(f);
        let ret = def.ret.with(generics);
        if is_walk(self.program, &ret, &mut HashSet::new()) {
            return Ok(None);
        }
        let (mut vals, mut reads, mut all) = (vec![], vec![], vec![]);
        let (mut states, mut changed) = (vec![], vec![]);
        for (arg, param) in args.iter().zip(&def.params) {
            if let (Type::Ref(true, of), Value::Ref(true, place)) = (&param.ty, arg) {
                let (ty, state) = (of.with(generics), self.load(place)?);
                let Some(code) = self.constant_code(&ty, state, false)? else { return Ok(None) };
                let name = quote::format_ident!("state{}", changed.len());
                let tokens = code.tokens;
                states.push(quote!(let mut #name = #tokens;));
                vals.extend(code.vals);
                reads.extend(code.reads);
                all.push(quote!(&mut #name));
                changed.push((place, ty, name));
                continue;
            }
            if let Some(atom) = self.lent(&param.ty.with(generics), arg)? {
                all.push(self.tokens(&atom));
                vals.extend(atom.val());
                continue;
            }
            let Some(text) = self.as_text(arg.clone())? else {
                let Some(code) = self.constant_code(&param.ty.with(generics), arg.clone(), false)? else {
                    return Ok(None);
                };
                all.push(code.tokens);
                vals.extend(code.vals);
                reads.extend(code.reads);
                continue;
            };
            let (lent, mut tokens) = (matches!(param.ty, Type::Ref(..)).then(|| quote!(&)), text.tokens);
            // Nothing but the argument says the type of a parameter.
            if let (Type::Param(k), None) = (&param.ty, &lent)
                && let Some(ty) = generics.get(*k).filter(|ty| scalar(ty).is_some()).and_then(|ty| self.written_ty(ty))
            {
                tokens = quote!(#tokens as #ty);
            }
            all.push(quote!(#lent #tokens));
            vals.extend(text.vals);
        }
        let call = match (def.method, &def.path, all.split_first()) {
            (true, _, Some((receiver, args))) => {
                let name = syn::Ident::new(&def.name, self.span);
                quote!((#receiver).#name(#(#args),*))
            }
            (false, path, _) => match path.clone().or_else(|| self.path_of_associated(f)) {
                Some(path) => quote!(#path(#(#all),*)),
                None => return Ok(None),
            },
            (true, _, None) => return Ok(None),
        };
        if !changed.is_empty() {
            if lends(self.program, &ret, &mut HashSet::new()) {
                return Ok(None);
            }
            let names = changed.iter().map(|(.., name)| name);
            let block = quote!(&{ #(#states)* let given = #call; (given, #(#names),*) });
            let types = std::iter::once(ret).chain(changed.iter().map(|(_, ty, _)| ty.clone())).collect();
            let code = Verbatim { reads, ..Verbatim::of(block, vals) };
            let Value::Tuple(mut parts) = self.constant_made(code, &Type::Tuple(types))? else { return Ok(None) };
            for ((place, ..), state) in changed.iter().zip(parts.split_off(1)) {
                self.store(place, state)?;
            }
            return Ok(parts.pop());
        }
        if scalar(&def.ret).is_some() {
            let ty = self.scalar(&def.ret).unwrap_or(Ty::Unknown);
            let code = Verbatim { reads, ..Verbatim::of(call, vals) };
            return Ok(Some(Value::Atom(self.temporary(ty, Op::Verbatim(code), self.span))));
        }
        let code = Verbatim { reads, ..Verbatim::of(quote!(&#call), vals) };
        self.constant_made(code, &ret).map(Some)
    }

    /// Code that gives a constant that is made of others, if it is one for certain; of numbers with derivatives their values
    /// where it is only shown.
    pub(crate) fn constant_code(&mut self, ty: &Type, value: Value, shown: bool) -> Result<Option<Verbatim>, Refusal> {
        let code = match (ty, value) {
            (Type::Ref(false, of), Value::Ref(_, place)) => {
                let value = match *place {
                    Place::Temp(value) => *value,
                    place => match self.outside(&place)?.filter(|w| w.plain) {
                        Some(w) => {
                            let (tokens, vals) = self.constant_place(&w);
                            return Ok(Some(Verbatim::of(quote!(&#tokens), vals)));
                        }
                        None => self.load(&place)?,
                    },
                };
                let Some(code) = self.constant_code(of, value, shown)? else { return Ok(None) };
                let tokens = code.tokens;
                Verbatim { tokens: quote!(&#tokens), ..code }
            }
            (Type::Tuple(types), Value::Tuple(parts)) if types.len() == parts.len() => {
                let Some((parts, code)) = self.constant_codes(types, parts, shown)? else { return Ok(None) };
                Verbatim { tokens: quote!((#(#parts,)*)), ..code }
            }
            (Type::Array(of, _) | Type::Slice(of) | Type::Vec(of), Value::List(list)) => {
                let Some(code) = self.code_of_list(of, &list)? else { return Ok(None) };
                let tokens = &code.tokens;
                match ty {
                    Type::Vec(_) => Verbatim { tokens: quote!(#tokens.to_vec()), ..code },
                    _ => code,
                }
            }
            (Type::Adt(adt, args), value @ (Value::Tuple(_) | Value::Enum(_))) => {
                let def = self.program.adt(*adt);
                let (variant, fields) = match value {
                    Value::Enum(choice) => match part_tag(&choice.tag) {
                        Some(k) => (k, choice.variants.into_iter().nth(k).flatten()),
                        None => return self.code_of_choice(ty, *choice, shown),
                    },
                    Value::Tuple(fields) if !def.is_enum && def.origin == Origin::Crate => (0, Some(fields)),
                    _ => return Ok(None),
                };
                let (Some(path), Some(of), Some(fields)) =
                    (self.program.path_of_adt(*adt), def.variants.get(variant), fields)
                else {
                    return Ok(None);
                };
                if !of.fields.iter().all(|field| self.program.sees(*adt, field) && !field.boxed) {
                    return Ok(None);
                }
                let types: Vec<Type> = of.fields.iter().map(|field| field.ty.with(args)).collect();
                let Some((parts, code)) = self.constant_codes(&types, fields, shown)? else { return Ok(None) };
                let name = def.is_enum.then(|| quote::format_ident!("{}", &*of.name));
                let name = name.map(|name| quote!(::#name));
                let members = (0..types.len()).map(|k| crate::core::structures::member(of, k));
                Verbatim { tokens: quote!(#path #name { #(#members: #parts),* }), ..code }
            }
            // It is there once more where the function runs again.
            (Type::Adt(..), Value::Outside(w)) if w.plain => {
                let Some(of) = self.written_ty(ty).filter(is_cloned) else { return Ok(None) };
                let (place, vals) = self.constant_place(&w);
                Verbatim::of(quote!({ let lent: &#of = &#place; ::core::clone::Clone::clone(lent) }), vals)
            }
            (Type::Float(_), value) if shown => {
                let number = self.scalar_of(value)?;
                let number = self.atom(number, self.span)?;
                let shown = self.temporary(Ty::Float, Op::Stop(number), self.span);
                Verbatim::of(self.tokens(&shown), shown.val().into_iter().collect())
            }
            (ty, value) if scalar(ty).is_some() => match self.as_text(value)? {
                Some(text) => text.code(),
                None => return Ok(None),
            },
            (_, value) => match self.as_text(value)? {
                Some(text) => match (Self::is_text(ty), ty) {
                    (true, Type::Str) | (false, _) => text.owned(),
                    (true, _) => {
                        let tokens = text.tokens;
                        Verbatim::of(
                            quote!(::std::string::String::from(::wengert::generated::words(&#tokens))),
                            text.vals,
                        )
                    }
                },
                None => return Ok(None),
            },
        };
        Ok(Some(code))
    }

    /// The code of an enum of which it is known only in the run what it is.
    fn code_of_choice(&mut self, ty: &Type, choice: Choice, shown: bool) -> Result<Option<Verbatim>, Refusal> {
        let (mut all, mut arms) = (Verbatim::of(TokenStream::new(), vec![]), vec![]);
        let n = choice.variants.len();
        for (k, fields) in choice.variants.into_iter().enumerate() {
            let Some(fields) = fields else { continue };
            let mut variants = vec![None; n];
            variants[k] = Some(fields);
            let one = Value::Enum(Box::new(Choice { tag: crate::core::value::tag_of(k, n), variants }));
            let Some(code) = self.constant_code(ty, one, shown)? else { return Ok(None) };
            let (k, tokens) = (proc_macro2::Literal::usize_unsuffixed(k), code.tokens);
            arms.push(quote!(#k => #tokens,));
            all.vals.extend(code.vals);
            all.reads.extend(code.reads);
        }
        let tag = self.tokens(&choice.tag);
        all.vals.extend(choice.tag.val());
        Ok(Some(Verbatim { tokens: quote!(match #tag as usize { #(#arms)* _ => ::core::unreachable!() }), ..all }))
    }

    /// The codes of several constants, and what they mention.
    pub(crate) fn constant_codes(
        &mut self,
        types: &[Type],
        values: Vec<Value>,
        shown: bool,
    ) -> Result<Option<(Vec<TokenStream>, Verbatim)>, Refusal> {
        let (mut parts, mut all) = (vec![], Verbatim::of(TokenStream::new(), vec![]));
        for (ty, value) in types.iter().zip(values) {
            let Some(code) = self.constant_code(ty, value, shown)? else { return Ok(None) };
            parts.push(code.tokens);
            all.vals.extend(code.vals);
            all.reads.extend(code.reads);
        }
        Ok(Some((parts, all)))
    }

    /// The code of a list of constants: of a parameter, of a part of one, or of literals.
    fn code_of_list(&mut self, of: &Type, list: &List) -> Result<Option<Verbatim>, Refusal> {
        let (place, vals, reads) = match &*list.cols {
            Cols::Whole(w) if w.plain => {
                let (place, vals) = self.constant_place(&w.clone());
                (place, vals, vec![])
            }
            Cols::Leaf(arr) => {
                let array = &self.arrays[*arr];
                let constant = array.param && !array.lifted && !matches!(array.storage, Storage::Exclusive);
                if !constant {
                    return self.listed_constants(of, list, *arr);
                }
                let name = &array.name;
                (quote!(#name), vec![], vec![*arr])
            }
            _ => return Ok(None),
        };
        let Some((off, len)) = &list.part else {
            return Ok(Some(Verbatim { reads, ..Verbatim::of(quote!(#place[..]), vals) }));
        };
        let vals = vals.into_iter().chain(off.val()).chain(len.val()).collect();
        let (off, len) = (self.tokens(off), self.tokens(len));
        Ok(Some(Verbatim { reads, ..Verbatim::of(quote!(#place[#off..][..#len]), vals) }))
    }

    /// A list that was just made of constants, as its elements.
    fn listed_constants(&mut self, of: &Type, list: &List, arr: Arr) -> Result<Option<Verbatim>, Refusal> {
        if list.part.is_some() || list.grows.is_some() || scalar(of).is_none() {
            return Ok(None);
        }
        let made = self.out.iter().rposition(|step| step.makes(arr));
        let Some((Step::Alloc(_, Init::Elements(atoms)), after)) = made.and_then(|k| self.out[k..].split_first())
        else {
            return Ok(None);
        };
        let is_still = |step: &Step| step.blocks().is_empty() && !step.writes().contains(&arr);
        if !after.iter().all(is_still) || !atoms.iter().all(|a| self.is_constant_atom(a)) {
            return Ok(None);
        }
        let atoms = atoms.clone();
        let vals = atoms.iter().filter_map(Atom::val).collect();
        let atoms = atoms.iter().map(|a| self.tokens(a));
        Ok(Some(Verbatim::of(quote!([#(#atoms),*]), vals)))
    }
}

/// The fields of all variants of a type, if it was not met yet.
fn fields(program: &Program, ty: &Type, met: &mut HashSet<AdtId>) -> Vec<Type> {
    match ty {
        Type::Adt(adt, args) if met.insert(*adt) => {
            program.adt(*adt).variants.iter().flat_map(|v| &v.fields).map(|f| f.ty.with(args)).collect()
        }
        _ => vec![],
    }
}

/// Whether an iterator of std over parts of a text is in it, whose fields are not std's.
fn is_walk(program: &Program, ty: &Type, met: &mut HashSet<AdtId>) -> bool {
    let is_unknown = |ty: &Type| matches!(ty, Type::Opaque(text) if &**text != "String");
    let of_std = |adt: &AdtId| !program.adt(*adt).is_enum && program.adt(*adt).origin == Origin::Prelude;
    matches!(ty, Type::Adt(adt, args) if of_std(adt) && args.iter().any(is_unknown))
        || ty.parts().chain(&fields(program, ty, met)).any(|ty| is_walk(program, ty, met))
}

/// Whether a value of this type may hold references.
fn lends(program: &Program, ty: &Type, met: &mut HashSet<AdtId>) -> bool {
    let fields = fields(program, ty, met);
    matches!(ty, Type::Ref(..)) || ty.parts().chain(&fields).any(|ty| lends(program, ty, met))
}

/// Whether a type can be cloned, as far as the text shows.
fn is_cloned(ty: &TokenStream) -> bool {
    syn::parse2(ty.clone()).is_ok_and(|ty: syn::Type| !crate::around::is_uncloned(&ty))
}
