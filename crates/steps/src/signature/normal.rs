//! Signatures as they are written, put in the form that the rest of the transformation reads: no lifetimes, no `where`,
//! type parameters for `impl Trait`, slices for references to vectors, numbers for references to them.

pub use super::lending::{by_value, lent};
use crate::around::owned;
use crate::signature::growth::changes_length;
use crate::syntax::types::map_of;
use front::visit::Visit;
use front::visit_mut::VisitMut;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::punctuated::Punctuated;
use syn::{
    Error, FnArg, GenericArgument, GenericParam, ItemFn, Pat, PathArguments, Result, Token, Type, TypeParamBound,
    WherePredicate, parse_quote,
};

/// The function in that form; what is written stays as it is.
pub fn simple(f: &ItemFn) -> Result<ItemFn> {
    let mut f = plain_names(f)?;
    crate::around::expansion::expand(&mut f)?;
    crate::around::plain_types(&mut f);
    crate::signature::fills::mark(&mut f);
    bounds(&mut f)?;
    made_numbers(&mut f, true);
    lifetimes(&mut f)?;
    crate::signature::iterators::as_lists(&mut f);
    crate::signature::callees::as_structures(&mut f)?;
    if let syn::ReturnType::Type(_, ty) = &mut f.sig.output {
        owned(ty);
    }
    let numbers = numbers(&f);
    let mut fresh = vec![];
    let mut cells = vec![];
    let as_written = f.clone();
    for input in &mut f.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        if matches!(&*input.pat, Pat::Ident(p) if changes_length(&as_written, &p.ident, &input.ty)) {
            continue;
        }
        let constant = input.attrs.iter().any(|a| a.path().is_ident("constant"));
        if constant || !numbers.iter().any(|n| mentions(&input.ty, n)) {
            Traits { fresh: &mut fresh }.visit_type_mut(&mut input.ty);
        }
        if constant {
            continue;
        }
        if lends_inside(&input.ty) {
            each_inside(&mut input.ty, &mut |ty| {
                if lends_numbers(ty) {
                    owned(ty);
                }
            });
        }
        let Some(number) = numbers.iter().find(|n| mentions(&input.ty, n)) else { continue };
        match reference(&input.ty, number) {
            Some(Reference::Slice) if mutable(&input.ty) => *input.ty = parse_quote!(&mut [#number]),
            Some(Reference::Slice) => *input.ty = parse_quote!(&[#number]),
            Some(Reference::Number) if mutable(&input.ty) => {
                if let Pat::Ident(p) = &*input.pat {
                    cells.push(p.ident.clone());
                    *input.ty = parse_quote!(&mut [#number]);
                }
            }
            Some(Reference::Number) => {
                *input.ty = parse_quote!(#number);
                if let Pat::Reference(r) = &*input.pat {
                    input.pat = r.pat.clone();
                }
            }
            None => {}
        }
    }
    f.sig.generics.params.extend(fresh);
    taken_apart(&mut f);
    for cell in cells.into_iter().rev() {
        f.block.stmts.insert(0, parse_quote!(let #cell = &mut #cell[0];));
    }
    Ok(f)
}

/// The function with numbers for what becomes one, and lists for what is iterated over.
pub fn of_numbers_and_lists(f: &ItemFn) -> ItemFn {
    let mut f = f.clone();
    let as_written = f.clone();
    if bounds(&mut f).is_err() {
        f = as_written;
    }
    // On a float of its own the text says what is a number.
    made_numbers(&mut f, false);
    crate::signature::iterators::as_lists(&mut f);
    crate::signature::state::without_marks(&mut f);
    f
}

/// Whether references to what carries derivatives are in a type: in an `Option`, a tuple or a list.
pub fn lends_inside(ty: &Type) -> bool {
    let mut lends = false;
    each_inside(&mut ty.clone(), &mut |ty| lends |= lends_numbers(ty));
    lends
}

/// Whether a constant of a type has references to numbers in it.
pub fn lends_parts(ty: &Type) -> bool {
    let mut lends = false;
    each_part(&mut ty.clone(), &mut |ty| lends |= lends_numbers(ty));
    lends
}

/// Whether a type is a reference to what carries derivatives.
fn lends_numbers(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_none() && of_numbers(&r.elem))
}

/// Whether a type carries derivatives: it is a number, a structure, or a list of such.
fn of_numbers(ty: &Type) -> bool {
    match ty {
        ty if is_number(ty) => true,
        Type::Slice(s) => of_numbers(&s.elem),
        Type::Array(a) => of_numbers(&a.elem),
        Type::Tuple(t) => t.elems.iter().any(of_numbers),
        ty => match crate::syntax::types::argument_of(ty, &["Vec"]).or(map_of(ty).map(|(_, value)| value)) {
            Some(inside) => of_numbers(inside),
            None => crate::around::carries(ty) == Some(true),
        },
    }
}

/// Lifetimes have no names in generated functions.
pub fn without_lifetimes(ty: &mut Type) {
    struct Erase;
    impl VisitMut for Erase {
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            r.lifetime = None;
            front::visit_mut::visit_type_reference_mut(self, r);
        }
    }
    Erase.visit_type_mut(ty);
}

/// As [`each_part`], but for slices of numbers in tuples, which are taken as they are.
fn each_inside(ty: &mut Type, visit: &mut impl FnMut(&mut Type)) {
    let Type::Tuple(t) = ty else { return each_part(ty, visit) };
    for ty in &mut t.elems {
        let slice = matches!(&*ty, Type::Reference(r) if matches!(&*r.elem, Type::Slice(s) if is_number(&s.elem)));
        if !slice {
            let lent = matches!(ty, Type::Reference(_));
            if lent {
                visit(ty);
            }
            each_inside(ty, visit);
        }
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32"))
}

/// Visits the types in a type of a parameter: in `Option`s, tuples and lists.
fn each_part(ty: &mut Type, visit: &mut impl FnMut(&mut Type)) {
    let mut part = |ty: &mut Type| {
        visit(ty);
        if !matches!(ty, Type::Reference(_)) {
            each_part(ty, visit);
        }
    };
    match ty {
        Type::Reference(r) if r.mutability.is_none() => each_part(&mut r.elem, visit),
        Type::Slice(s) => part(&mut s.elem),
        Type::Array(a) => part(&mut a.elem),
        Type::Tuple(t) => t.elems.iter_mut().for_each(part),
        Type::Path(p) => {
            if let Some(last) = p.path.segments.last_mut().filter(|s| s.ident == "Option" || s.ident == "Vec")
                && let PathArguments::AngleBracketed(a) = &mut last.arguments
                && let Some(GenericArgument::Type(ty)) = a.args.first_mut()
            {
                part(ty);
            }
        }
        _ => {}
    }
}

/// Parameters that are patterns of other things than names and tuples of these get names, and are taken apart in the body.
fn taken_apart(f: &mut ItemFn) {
    fn is_plain(pat: &Pat) -> bool {
        match pat {
            Pat::Ident(name) => name.subpat.is_none(),
            Pat::Tuple(parts) => parts.elems.iter().all(is_plain),
            Pat::Wild(_) => true,
            _ => false,
        }
    }
    let mut apart: Vec<syn::Stmt> = vec![];
    for (k, input) in f.sig.inputs.iter_mut().enumerate() {
        let FnArg::Typed(input) = input else { continue };
        if !is_plain(&input.pat) {
            let name = format_ident!("parameter{k}", span = Span::call_site());
            let pat = std::mem::replace(&mut *input.pat, parse_quote!(#name));
            apart.push(parse_quote!(let #pat = #name;));
        }
    }
    f.block.stmts.splice(0..0, apart);
}

/// Variables with raw names get names without `r#`, as generated names are made by adding to them.
fn plain_names(f: &ItemFn) -> Result<ItemFn> {
    struct Raw(Vec<Ident>);
    impl<'ast> Visit<'ast> for Raw {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            if p.ident.to_string().starts_with("r#") {
                self.0.push(p.ident.clone());
            }
            front::visit::visit_pat_ident(self, p);
        }
    }
    let mut raw = Raw(vec![]);
    raw.visit_item_fn(f);
    if raw.0.is_empty() {
        return Ok(f.clone());
    }
    let mut tokens = f.to_token_stream();
    for name in raw.0 {
        let plain = name.to_string().replacen("r#", "raw_", 1);
        tokens = renamed(tokens, &name, &plain);
    }
    syn::parse2(tokens)
}

fn renamed(tokens: TokenStream, from: &Ident, to: &str) -> TokenStream {
    let rename = |t| match t {
        TokenTree::Ident(i) if i == *from => TokenTree::Ident(Ident::new(to, i.span())),
        TokenTree::Group(g) => {
            let mut group = Group::new(g.delimiter(), renamed(g.stream(), from, to));
            group.set_span(g.span());
            TokenTree::Group(group)
        }
        other => other,
    };
    tokens.into_iter().map(rename).collect()
}

/// Bounds in a `where` clause go to their parameters.
fn bounds(f: &mut ItemFn) -> Result<()> {
    let Some(clause) = f.sig.generics.where_clause.take() else { return Ok(()) };
    for predicate in clause.predicates {
        let WherePredicate::Type(p) = &predicate else { continue };
        let owner = f.sig.generics.params.iter_mut().find_map(|param| match param {
            GenericParam::Type(t) if is(&p.bounded_ty, &t.ident) => Some(t),
            _ => None,
        });
        let Some(owner) = owner.filter(|_| p.lifetimes.is_none()) else {
            let message = "a bound on another type than a parameter is not supported: put it on a parameter";
            return Err(Error::new_spanned(predicate, message));
        };
        owner.colon_token.get_or_insert_default();
        owner.bounds.extend(p.bounds.iter().cloned());
    }
    Ok(())
}

/// What is made a number at once is taken as one; what is a float of num-traits too, if that is asked for.
fn made_numbers(f: &mut ItemFn, floats: bool) {
    struct Become(Vec<(Ident, Type)>);
    impl VisitMut for Become {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            match self.0.iter().find(|(name, _)| is(ty, name)) {
                Some((_, number)) => *ty = number.clone(),
                None => front::visit_mut::visit_type_mut(self, ty),
            }
        }
    }
    let constant = |a: &syn::Attribute| a.path().is_ident("constant");
    let marked: Vec<Type> = f
        .sig
        .inputs
        .iter()
        .filter_map(|input| match input {
            FnArg::Typed(t) if t.attrs.iter().any(constant) => Some((*t.ty).clone()),
            _ => None,
        })
        .collect();
    let made = |t: &syn::TypeParam| {
        let float = || Some(parse_quote!(f64)).filter(|_| floats && is_float(&t.bounds));
        let number =
            made_number(&t.bounds).or_else(float).filter(|_| !marked.iter().any(|ty| mentions(ty, &t.ident)))?;
        Some((t.ident.clone(), number))
    };
    let become_numbers: Vec<(Ident, Type)> = f.sig.generics.type_params().filter_map(made).collect();
    for input in &mut f.sig.inputs {
        if let FnArg::Typed(t) = input
            && !t.attrs.iter().any(constant)
            && let Type::ImplTrait(of) = &*t.ty
            && let Some(number) = made_number(&of.bounds)
        {
            *t.ty = number;
        }
    }
    if become_numbers.is_empty() {
        return;
    }
    let own = |p: &GenericParam| matches!(p, GenericParam::Type(t) if become_numbers.iter().any(|(name, _)| *name == t.ident));
    let params = std::mem::take(&mut f.sig.generics.params).into_iter();
    f.sig.generics.params = params.filter(|p| !own(p)).collect::<Punctuated<_, Token![,]>>();
    Become(become_numbers).visit_item_fn_mut(f);
}

/// Traits of the crate num-traits that its `Float` stands among in bounds.
const OF_NUM_TRAITS: [&str; 14] = [
    "Bounded",
    "FloatConst",
    "FromPrimitive",
    "Inv",
    "MulAdd",
    "Num",
    "NumAssign",
    "NumAssignOps",
    "NumCast",
    "NumOps",
    "One",
    "Signed",
    "ToPrimitive",
    "Zero",
];

/// Whether bounds ask for a float of the crate num-traits, and for nothing that `f64` has not.
fn is_float(bounds: &Punctuated<TypeParamBound, Token![+]>) -> bool {
    let name = |b: &TypeParamBound| match b {
        TypeParamBound::Trait(t) => t.path.segments.last().map(|s| s.ident.clone()),
        _ => None,
    };
    let known = |b: &TypeParamBound| match (b, name(b)) {
        (TypeParamBound::Lifetime(_), _) => true,
        (_, Some(name)) => {
            name == "Float"
                || crate::signature::bounds::of_rust(&name)
                || OF_NUM_TRAITS.iter().any(|other| name == other)
        }
        _ => false,
    };
    bounds.iter().any(|b| name(b).is_some_and(|name| name == "Float")) && bounds.iter().all(known)
}

/// The parameter of a function that stands for any float of the crate num-traits.
pub fn any_float(f: &ItemFn) -> Option<Ident> {
    let mut f = f.clone();
    bounds(&mut f).ok()?;
    f.sig.generics.type_params().find(|t| is_float(&t.bounds)).map(|t| t.ident.clone())
}

/// The number that everything with these bounds is made by `into`.
fn made_number(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<Type> {
    let mut number = None;
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last()?;
        match &last.arguments {
            PathArguments::AngleBracketed(a) if last.ident == "Into" && number.is_none() => match a.args.first() {
                Some(GenericArgument::Type(ty)) if ["f64", "f32"].iter().any(|n| is(ty, &format_ident!("{n}"))) => {
                    number = Some(ty.clone());
                }
                _ => return None,
            },
            PathArguments::None if ["Copy", "Clone", "Debug", "Display"].iter().any(|n| last.ident == n) => {}
            _ => return None,
        }
    }
    number
}

/// What a function returns it owns, so no lifetime says anything that has to be kept.
fn lifetimes(f: &mut ItemFn) -> Result<()> {
    struct Erase;
    impl VisitMut for Erase {
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            if r.lifetime.as_ref().is_some_and(|l| l.ident != "static") {
                r.lifetime = None;
            }
            front::visit_mut::visit_type_reference_mut(self, r);
        }
        fn visit_lifetime_mut(&mut self, l: &mut syn::Lifetime) {
            if l.ident != "static" {
                l.ident = Ident::new("_", l.ident.span());
            }
        }
        // Those that a path may leave out have to stand where it becomes the type of a field.
        fn visit_type_mut(&mut self, ty: &mut Type) {
            front::visit_mut::visit_type_mut(self, ty);
            let Type::Path(p) = ty else { return };
            let Some(last) = p.path.segments.last_mut() else { return };
            let written = match &last.arguments {
                PathArguments::None => Punctuated::new(),
                PathArguments::AngleBracketed(a) => a.args.clone(),
                PathArguments::Parenthesized(_) => return,
            };
            if written.iter().any(|a| matches!(a, GenericArgument::Lifetime(_))) {
                return;
            }
            let declared = crate::around::parameters_of(&last.ident);
            let elided = declared.iter().filter(|p| matches!(p, GenericParam::Lifetime(_)));
            let elided: Vec<GenericArgument> = elided.map(|_| parse_quote!('_)).collect();
            if !elided.is_empty() {
                let args: Punctuated<_, Token![,]> = elided.into_iter().chain(written).collect();
                last.arguments = PathArguments::AngleBracketed(parse_quote!(<#args>));
            }
        }
        fn visit_type_bare_fn_mut(&mut self, _: &mut syn::TypeBareFn) {}
    }
    let generics = &mut f.sig.generics;
    let named: Vec<String> = generics.lifetimes().map(|l| l.lifetime.to_string()).collect();
    for param in generics.type_params_mut() {
        let lifetime = |b: &TypeParamBound| matches!(b, TypeParamBound::Lifetime(l) if named.contains(&l.to_string()));
        param.bounds = param.bounds.iter().filter(|b| !lifetime(b)).cloned().collect();
        let text = param.bounds.to_token_stream().to_string().replace("' ", "'");
        if named.iter().any(|n| text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'').any(|w| w == n)) {
            let message = "a lifetime in a bound is not supported here: leave it out, or write the type out";
            return Err(Error::new_spanned(&param.bounds, message));
        }
    }
    if !named.is_empty() {
        generics.params = std::mem::take(&mut generics.params)
            .into_iter()
            .filter(|p| !matches!(p, GenericParam::Lifetime(_)))
            .collect::<Punctuated<_, Token![,]>>();
    }
    if let syn::ReturnType::Type(_, ty) = &mut f.sig.output {
        free(ty, &f.sig.inputs);
    }
    for input in &mut f.sig.inputs {
        if let FnArg::Typed(t) = input {
            Erase.visit_type_mut(&mut t.ty);
        }
    }
    Ok(())
}

/// How long lent text lives that stands beside numbers.
pub const TEXT: &str = "'text__";

/// Text that is lent beside numbers lives as long in an adjoint as in the parameter, and so for a lifetime with a name.
pub fn name_texts(ty: &mut Type) {
    struct Name;
    impl VisitMut for Name {
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            front::visit_mut::visit_type_reference_mut(self, r);
            if r.lifetime.is_none() && crate::signature::is_text(r) {
                r.lifetime = Some(syn::Lifetime::new(TEXT, Span::call_site()));
            }
        }
    }
    last_keys(ty);
    Name.visit_type_mut(ty);
}

/// The texts that are keys of a `HashMap` last as long as the program: what a map over a number is made of, is kept in it.
pub fn last_keys(ty: &mut Type) {
    struct Maps;
    impl VisitMut for Maps {
        fn visit_type_path_mut(&mut self, p: &mut syn::TypePath) {
            if let Some(map) = p.path.segments.last_mut().filter(|s| s.ident == "HashMap")
                && let syn::PathArguments::AngleBracketed(args) = &mut map.arguments
                && let Some(key) = args.args.first_mut()
            {
                Texts.visit_generic_argument_mut(key);
            }
            front::visit_mut::visit_type_path_mut(self, p);
        }
    }
    struct Texts;
    impl VisitMut for Texts {
        fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
            front::visit_mut::visit_type_reference_mut(self, r);
            if crate::signature::is_text(r) {
                r.lifetime = Some(syn::Lifetime::new("'static", Span::call_site()));
            }
        }
    }
    Maps.visit_type_mut(ty);
}

/// A lifetime of the result that no parameter has is as good as any; the others are left out.
pub fn free(ty: &mut Type, inputs: &Punctuated<FnArg, Token![,]>) {
    struct Free(String);
    impl VisitMut for Free {
        fn visit_lifetime_mut(&mut self, l: &mut syn::Lifetime) {
            let name = l.to_string();
            let lent = self.0.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '\'').any(|w| w == name);
            l.ident = Ident::new(if lent { "_" } else { "static" }, l.ident.span());
        }
    }
    Free(inputs.to_token_stream().to_string().replace("' ", "'")).visit_type_mut(ty);
}

/// The types of numbers in the signature: `f64`, `f32`, and parameters bounded by `Real`.
pub fn numbers(f: &ItemFn) -> Vec<Ident> {
    let real = |b: &TypeParamBound| matches!(b, TypeParamBound::Trait(t) if t.path.segments.last().is_some_and(|s| s.ident == "Real"));
    let own = f.sig.generics.type_params().find(|t| t.bounds.iter().any(real)).map(|t| t.ident.clone());
    match own {
        Some(number) => vec![number],
        None => ["f64", "f32"].map(|n| Ident::new(n, Span::call_site())).into(),
    }
}

enum Reference {
    /// To a vector.
    Slice,
    Number,
}

fn mutable(ty: &Type) -> bool {
    matches!(ty, Type::Reference(r) if r.mutability.is_some())
}

/// What a reference is to that is as good as a slice, or a number.
fn reference(ty: &Type, number: &Ident) -> Option<Reference> {
    let Type::Reference(r) = ty else { return None };
    match &*r.elem {
        ty if is(ty, number) => Some(Reference::Number),
        Type::Path(p) => {
            let last = p.path.segments.last().filter(|s| s.ident == "Vec")?;
            let PathArguments::AngleBracketed(args) = &last.arguments else { return None };
            matches!(args.args.first(), Some(GenericArgument::Type(t)) if is(t, number)).then_some(Reference::Slice)
        }
        Type::Reference(_) if r.mutability.is_none() => reference(&r.elem, number).filter(|_| !mutable(&r.elem)),
        _ => None,
    }
}

/// `impl Trait` becomes a type parameter.
struct Traits<'f> {
    fresh: &'f mut Vec<GenericParam>,
}

impl VisitMut for Traits<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::ImplTrait(t) = ty {
            let (name, bounds) = (format_ident!("Impl{}", self.fresh.len()), &t.bounds);
            self.fresh.push(parse_quote!(#name: #bounds));
            *ty = parse_quote!(#name);
            return;
        }
        front::visit_mut::visit_type_mut(self, ty);
    }
}

fn is(ty: &Type, name: &Ident) -> bool {
    matches!(ty, Type::Path(p) if p.qself.is_none() && p.path.is_ident(name))
}

fn mentions(ty: &Type, name: &Ident) -> bool {
    ty.to_token_stream().to_string().split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| *name == word)
}
