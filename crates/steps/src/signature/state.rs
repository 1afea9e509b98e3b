//! Constants that a function takes by `&mut` and changes, such as the state of a generator: a function beside it takes
//! them by value and gives them back beside its result; the function itself leads there. A caller's way back is handed
//! what they were.

use crate::signature::forms::Forms;
use crate::signature::options::Wanted;
use front::visit_mut::VisitMut;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, ImplItem, ImplItemFn, Item, ItemFn, Pat, PatType, Result, ReturnType, Type, parse_quote};

/// What the name of the function that takes them by value ends with.
const BY_VALUE: &str = "__by_value";

/// What the names of parameters that take such constants by value end with.
const GIVEN: &str = "__given";

/// The function that one leads to, with the constants that come back from it, by the names of the parameters.
#[derive(Clone, Debug)]
pub struct Leads {
    pub to: Ident,
    pub states: Vec<(Ident, Type)>,
}

/// A function with such constants, as two.
pub struct Stepped {
    /// The function that takes them by value.
    inner: ItemFn,
    /// The function as it was, which leads there.
    outer: ItemFn,
    /// Where these constants are among the parameters, and their types.
    states: Vec<(usize, Type)>,
}

/// Marks what changes and holds no number as the constant that it is.
///
/// # Errors
/// If it is what a method belongs to.
pub fn mark(f: &mut ItemFn) -> Result<()> {
    for input in &mut f.sig.inputs {
        let FnArg::Typed(t) = input else { continue };
        if !super::lent::is_given(&t.attrs)
            && let Some(ty) = state(&t.ty, false).filter(|ty| !crate::syntax::types::is_count(ty))
            && crate::around::unmarked(ty).is_none()
            && !t.attrs.iter().any(|a| a.path().is_ident("constant"))
        {
            if matches!(&*t.pat, Pat::Ident(p) if crate::signature::is_receiver(&p.ident)) {
                let name = ty.to_token_stream();
                let message = format!(
                    "`{name}` holds no number, and a method that changes it needs no derivative of its own: move it to an \
                     `impl` without #[differentiable]; where it is called, it is written out"
                );
                return Err(syn::Error::new(f.sig.ident.span(), message));
            }
            t.attrs.push(parse_quote!(#[constant]));
        }
    }
    Ok(())
}

impl Stepped {
    /// The function as two; none if it takes no such constants, or other things that change which are given back.
    ///
    /// # Errors
    /// If such a constant is of an open type, of which it is not known whether it can be kept, or of one that cannot.
    pub fn of(f: &ItemFn) -> Result<Option<Stepped>> {
        let open = |input: &&FnArg| state_of(input).is_some_and(|ty| of_generics(ty, &f.sig.generics));
        if let Some(input) = f.sig.inputs.iter().find(open) {
            let message = "what changes is of an open type here: write the type, or draw the numbers in front";
            return Err(syn::Error::new_spanned(input, message));
        }
        let kept = |input: &FnArg| match input {
            FnArg::Typed(t) => state(&t.ty, true).filter(|ty| crate::around::is_uncloned(ty)).cloned(),
            FnArg::Receiver(_) => None,
        };
        let stepped = Stepped::read(f);
        if stepped.is_some()
            && let Some(ty) = f.sig.inputs.iter().filter(|input| is_state(input)).find_map(kept)
        {
            let name = ty.to_token_stream();
            let message = format!(
                "`{name}` changes here, and the way back needs what it was before: put #[derive(Clone)] on `{name}`"
            );
            return Err(syn::Error::new_spanned(ty, message));
        }
        if stepped.is_none()
            && let Some(input) = f.sig.inputs.iter().find(|input| is_state(input) && !is_count(input))
            && gives_more(f)
        {
            let message = "the way back would draw from what changes here again: a function with an `Option` or a `Result`, or that changes a structure, or the length of a list, too, cannot hand it on; draw the numbers in front, or in a function that gives them alone";
            return Err(syn::Error::new_spanned(input, message));
        }
        Ok(stepped)
    }

    fn read(f: &ItemFn) -> Option<Stepped> {
        let mut states = vec![];
        for (k, input) in f.sig.inputs.iter().enumerate() {
            let FnArg::Typed(t) = input else { return None };
            let Type::Reference(r) = &*t.ty else { continue };
            match state_of(input) {
                Some(ty) => states.push((k, ty.clone())),
                None if r.mutability.is_some() && crate::signature::changed::is_given_back(f, t) => return None,
                None => {}
            }
        }
        let output = output_of(f);
        if states.is_empty() || may_fail(&output) || matches!(output, Type::Reference(_) | Type::ImplTrait(_)) {
            return None;
        }
        let unit = matches!(&output, Type::Tuple(t) if t.elems.is_empty());
        let (mut names, mut passed) = (vec![], vec![]);
        for (k, input) in f.sig.inputs.iter().enumerate() {
            let FnArg::Typed(t) = input else { return None };
            let Pat::Ident(p) = &*t.pat else { return None };
            let name = &p.ident;
            match states.iter().find(|(at, _)| *at == k) {
                Some((_, ty)) => {
                    names.push(name.clone());
                    passed.push(quote!(#ty::clone(&*#name)));
                }
                None => passed.push(quote!(#name)),
            }
        }
        let mut inner = f.clone();
        inner.sig.ident = format_ident!("{}{}", f.sig.ident, BY_VALUE, span = f.sig.ident.span());
        inner.attrs.retain(|a| !a.path().is_ident("called_as"));
        crate::signature::changed::returned_once(&mut inner);
        let own = |name: &Ident| format_ident!("{name}__own");
        let (mut copies, mut lent) = (vec![], vec![]);
        for (k, ty) in &states {
            if let FnArg::Typed(t) = &mut inner.sig.inputs[*k] {
                let Pat::Ident(p) = &mut *t.pat else { return None };
                let (name, was) = (p.ident.clone(), format_ident!("{}{GIVEN}", p.ident));
                let (mutability, own) = (p.mutability, own(&name));
                (p.mutability, p.ident, *t.ty) = (None, was.clone(), ty.clone());
                copies.push(match crate::syntax::types::is_count(ty) {
                    true => quote!(let mut #own: #ty = #was;),
                    false => quote!(let mut #own = #ty::clone(&#was);),
                });
                lent.push(quote!(let #mutability #name = &mut #own;));
            }
        }
        let types = states.iter().map(|(_, ty)| given_back(ty));
        let (given, left) = (format_ident!("given__"), names.iter().map(|n| format_ident!("{n}__left")));
        let left: Vec<Ident> = left.collect();
        let (first, first_type) = (given.to_token_stream(), output.to_token_stream());
        let _first = (!unit).then_some(first).into_iter();
        let first_type = (!unit).then_some(first_type).into_iter();
        let all: Type = match (unit, &*left) {
            (true, [_]) => given_back(&states[0].1),
            _ => parse_quote!((#(#first_type,)* #(#types),*)),
        };
        let (items, stmts): (Vec<_>, Vec<_>) =
            std::mem::take(&mut inner.block.stmts).into_iter().partition(|s| matches!(s, syn::Stmt::Item(_)));
        let names: Vec<Ident> = names.iter().map(own).collect();
        let result = match (unit, &*names) {
            (true, [name]) => quote!(#name),
            (true, names) => quote!((#(#names),*)),
            (false, names) => quote!((#given, #(#names),*)),
        };
        let body = quote!({ #(#lent)* #(#stmts)* });
        inner.block = match unit {
            true => parse_quote!({ #(#items)* #(#copies)* #body; #result }),
            false => parse_quote!({ #(#items)* #(#copies)* let #given: #output = #body; #result }),
        };
        inner.sig.output = parse_quote!(-> #all);
        let outer = f.clone();
        Some(Stepped { inner, outer, states })
    }

    /// Both with their derivatives; `expand` writes those of one.
    pub fn expand(
        mut self,
        wanted: Wanted,
        expand: impl Fn(&mut ItemFn, Wanted) -> Result<TokenStream>,
    ) -> Result<TokenStream> {
        let options = wanted.options;
        let wanted_inner = Wanted { options, forms: Some(Forms::CALLS), ..Wanted::default() };
        let inner = expand(&mut self.inner, wanted_inner)?;
        let options = crate::signature::options::Options { tape: false, ..options };
        let named = |(k, ty): &(usize, Type)| match &self.inner.sig.inputs[*k] {
            FnArg::Typed(t) => match &*t.pat {
                Pat::Ident(p) => Some((format_ident!("{}", p.ident.to_string().trim_end_matches(GIVEN)), ty.clone())),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        };
        let leads = Leads { to: self.inner.sig.ident.clone(), states: self.states.iter().filter_map(named).collect() };
        let outer = expand(&mut self.outer, Wanted { options, leads: Some(leads), ..wanted })?;
        let name = self.outer.sig.ident.clone();
        let called = crate::syntax::generated::functions(&inner, &self.inner.sig.ident)?;
        let mut file: syn::File = syn::parse2(outer)?;
        let own = |item: &ImplItem, name: &str| matches!(item, ImplItem::Fn(f) if f.sig.ident == name);
        for item in &mut file.items {
            let Item::Impl(block) = item else { continue };
            if block.trait_.is_some() || !block.self_ty.to_token_stream().to_string().ends_with(&name.to_string()) {
                continue;
            }
            for f in called.iter().filter(|f| ["__value", "__forward", "__reverse"].iter().any(|n| f.sig.ident == n)) {
                let f_name = f.sig.ident.to_string();
                if !block.items.iter().any(|item| own(item, &f_name)) {
                    continue;
                }
                block.items.retain(|item| !own(item, &f_name));
                block.items.push(ImplItem::Fn(self.leading(f)));
            }
        }
        Ok(quote!(#[doc(hidden)] #inner #file))
    }

    /// A function between generated functions that takes the states by `&mut`, and leads to that of the inner function.
    fn leading(&self, f: &ImplItemFn) -> ImplItemFn {
        let mut f = f.clone();
        let (inner, function) = (&self.inner.sig.ident, &f.sig.ident);
        let back = function == "__reverse";
        let (mut args, mut before, mut after, mut at) = (vec![], TokenStream::new(), TokenStream::new(), 0);
        let mut left = vec![];
        for input in &mut f.sig.inputs {
            let FnArg::Typed(t) = input else { continue };
            let Pat::Ident(p) = &*t.pat else { continue };
            let name = p.ident.clone();
            let of_state = |(k, ty): &&(usize, Type)| *ty == *t.ty && self.is_of(*k, &name);
            if let Some((_, ty)) = self.states.get(at).filter(of_state).cloned() {
                *t.ty = parse_quote!(&mut #ty);
                let was = format_ident!("{name}__was");
                at += 1;
                match back {
                    true => {
                        *t.ty = parse_quote!(::wengert::generated::Gone);
                        let read = match crate::syntax::types::is_count(&ty) {
                            true => quote! {
                                let [#was] = ws.pop_words();
                                let #was = <#ty as ::wengert::generated::Word>::from_word(#was);
                            },
                            false => quote!(let #was = ::wengert::generated::state_again::<#ty, _>(ws);),
                        };
                        // What was kept last comes first.
                        before = quote!(#read #before);
                    }
                    false => before.extend(quote!(let #was = ::core::clone::Clone::clone(&*#name);)),
                }
                let passed = match (back, function == "__forward") {
                    (false, true) => {
                        after.extend(match crate::syntax::types::is_count(&ty) {
                            true => quote!(ws.push_words([::wengert::generated::Word::word(#was)]);),
                            false => quote!(::wengert::generated::keep_state(#was, ws);),
                        });
                        quote!(::core::clone::Clone::clone(&#was))
                    }
                    _ => quote!(#was),
                };
                left.push(name);
                args.push(passed);
            } else if name == "seeds" && back {
                let nothing = left.iter().map(|_| quote!(()));
                args.push(match self.gives_nothing() {
                    true => quote!(::core::option::Option::None),
                    false => quote!(seeds.map(|seeds| (seeds, #(#nothing),*))),
                });
                *t.ty = self.own_seeds(&t.ty);
            } else {
                args.push(quote!(#name));
            }
        }
        let generics = crate::syntax::arguments(&f.sig.generics);
        let generics = generics.into_iter().filter(|a| !a.to_string().starts_with('\''));
        let call = quote!(#inner::#function::<#(#generics),*>(#(#args),*));
        if back {
            f.block = parse_quote!({ #before #call });
            return f;
        }
        let given = (!self.gives_nothing()).then(|| quote!(given__)).into_iter();
        let value = given.clone();
        let lefts: Vec<Ident> = left.iter().map(|n| format_ident!("{n}__left")).collect();
        let pattern = match (self.gives_nothing(), &*lefts) {
            (true, [one]) => quote!(#one),
            _ => quote!((#(#given,)* #(#lefts),*)),
        };
        f.block = parse_quote!({
            #before
            let #pattern = #call;
            #(*#left = #lefts;)*
            #after
            #(#value)*
        });
        f.sig.output = match (&f.sig.output, self.gives_nothing()) {
            (ReturnType::Type(arrow, ty), false) => match &**ty {
                Type::Tuple(t) => ReturnType::Type(*arrow, Box::new(t.elems[0].clone())),
                _ => f.sig.output.clone(),
            },
            _ => ReturnType::Default,
        };
        f
    }

    /// Whether a parameter of generated code is that of the function at a place.
    fn is_of(&self, k: usize, name: &Ident) -> bool {
        match &self.inner.sig.inputs[k] {
            FnArg::Typed(t) => matches!(&*t.pat, Pat::Ident(p) if name.to_string().starts_with(&p.ident.to_string())),
            FnArg::Receiver(_) => false,
        }
    }

    fn gives_nothing(&self) -> bool {
        match &self.outer.sig.output {
            ReturnType::Default => true,
            ReturnType::Type(_, ty) => matches!(&**ty, Type::Tuple(t) if t.elems.is_empty()),
        }
    }

    /// The seeds of the outer function.
    fn own_seeds(&self, ty: &Type) -> Type {
        let inside = crate::syntax::types::argument_of(ty, &["Option"]);
        match inside {
            Some(Type::Tuple(t)) if !self.gives_nothing() => {
                let first = &t.elems[0];
                parse_quote!(::core::option::Option<#first>)
            }
            _ => ty.clone(),
        }
    }
}

/// The type of a constant that a parameter of this type lends to be changed; none if that is no constant, or a list.
pub fn state(ty: &Type, constant: bool) -> Option<&Type> {
    let Type::Reference(r) = ty else { return None };
    r.mutability?;
    let own = || crate::around::is_record(&r.elem) && (constant || crate::around::carries(&r.elem) == Some(false));
    (crate::syntax::types::is_count(&r.elem) || own()).then_some(&*r.elem)
}

fn output_of(f: &ItemFn) -> Type {
    match &f.sig.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, ty) => (**ty).clone(),
    }
}

fn may_fail(output: &Type) -> bool {
    crate::syntax::types::argument_of(output, &["Option", "Result"]).is_some()
}

/// The same of a parameter; what is lent to be changed where it lies comes back in parts.
fn state_of(input: &FnArg) -> Option<&Type> {
    let FnArg::Typed(t) = input else { return None };
    let constant = t.attrs.iter().any(|a| a.path().is_ident("constant"));
    if super::lent::is_given(&t.attrs) { None } else { state(&t.ty, constant) }
}

fn is_state(input: &FnArg) -> bool {
    state_of(input).is_some()
}

/// The type of a count that a parameter lends to be changed, where it is given back as a structure is.
pub fn count<'t>(f: &ItemFn, input: &'t PatType) -> Option<&'t Type> {
    let Type::Reference(r) = &*input.ty else { return None };
    (r.mutability.is_some() && crate::syntax::types::is_count(&r.elem) && gives_more(f)).then_some(&*r.elem)
}

fn is_count(input: &FnArg) -> bool {
    matches!(input, FnArg::Typed(PatType { ty, .. }) if matches!(&**ty, Type::Reference(r) if crate::syntax::types::is_count(&r.elem)))
}

/// Whether a function gives what may not be there, or gives back what it changes, beside such constants.
fn gives_more(f: &ItemFn) -> bool {
    let changes = |input: &FnArg| !is_state(input) && changes_structure(f, input);
    may_fail(&output_of(f)) || f.sig.inputs.iter().any(changes)
}

fn changes_structure(f: &ItemFn, input: &FnArg) -> bool {
    matches!(input, FnArg::Typed(t) if crate::signature::changed::is_given_back(f, t))
}

/// Its type in what gives it back.
fn given_back(ty: &Type) -> Type {
    if crate::syntax::types::is_count(ty) { ty.clone() } else { parse_quote!(::wengert::generated::State<#ty>) }
}

pub fn is_given_back(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.leading_colon.is_some()
        && p.path.segments.len() == 3 && p.path.segments[2].ident == "State")
}

/// The function with such constants in its result as they are, without what says that they are given back.
pub fn without_marks(f: &mut ItemFn) {
    struct Plain;
    impl VisitMut for Plain {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            if is_given_back(ty)
                && let Some(inner) = crate::syntax::types::argument_of(ty, &["State"])
            {
                *ty = inner.clone();
            }
            front::visit_mut::visit_type_mut(self, ty);
        }
    }
    Plain.visit_return_type_mut(&mut f.sig.output);
    for stmt in &mut f.block.stmts {
        if let syn::Stmt::Local(l) = stmt {
            Plain.visit_pat_mut(&mut l.pat);
        }
    }
}

/// Whether it is the name of a function that only the one that leads to it calls.
pub fn is_inner(name: &Ident) -> bool {
    name.to_string().ends_with(BY_VALUE)
}

fn of_generics(ty: &Type, generics: &syn::Generics) -> bool {
    generics.type_params().any(|t| crate::syntax::types::mentions(ty, &t.ident.to_string()))
}
