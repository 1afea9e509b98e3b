//! `#[differentiable]` on an `impl`: every method becomes a function whose first parameter is the receiver, and the
//! type over any number gets methods that lead there.

mod answer;
mod conditions;
mod defaults;
mod generics;
mod named;
mod operators;
mod results;
mod wrappers;

use crate::derive::twin;
use crate::expand::open::is_of_open_type;
use crate::expand::traits;
use crate::signature::RECEIVERS;
use crate::signature::forms::Forms;
use crate::signature::options::{Options, Wanted};
use crate::syntax::generated::{functions, type_name};
use conditions::{conditions, where_there};
use generics::{gathered, is_number};
use named::rename;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use results::{gives_nothing, lends_to_write};
use syn::{
    Error, FnArg, GenericParam, ImplItem, ImplItemFn, ItemFn, ItemImpl, PathArguments, Result, Type, parse_quote,
};

/// Types that traits of one's own are implemented for beside those of one's own.
const FOREIGN: [&str; 8] = ["f64", "f32", "usize", "bool", "Vec", "Option", "Box", "String"];

/// What is said of an `impl` of such a type.
const NOT_OWN: &str = "#[differentiable] goes on an `impl` of a struct or an enum of yours: take it away here, and at the \
                       trait if there is one; what calls these methods differentiates them";

/// The expansion of the attribute on an `impl`: what goes beside it, or an error.
pub(crate) fn expand(block: &mut ItemImpl, wanted: Wanted) -> Result<TokenStream> {
    if let Some(rule) = wanted.rule {
        return Err(Error::new_spanned(rule.path, "a rule belongs to one function: put it on a function of its own"));
    }
    let options = wanted.options;
    let place = Place::read(block)?;
    let mut is_open = false;
    if let (Some(of), Some((_, path, _))) = (&place.of, &block.trait_) {
        let (program, scope, anywhere) = crate::around::Around::program(of);
        is_open = !anywhere && program.is_open_trait(&scope, path);
    }
    let output = block.items.iter().find_map(|item| match item {
        ImplItem::Type(t) if t.ident == "Output" => Some(t.ty.clone()),
        _ => None,
    });
    let mut out = TokenStream::new();
    let (mut added, mut errors) = (vec![], vec![]);
    let is_unfit = crate::derive::is_unfit(&place.ty);
    for item in &mut block.items {
        let ImplItem::Fn(method) = item else { continue };
        let whole = method.clone();
        crate::syntax::marks::take(&mut method.block);
        take_marks(&mut method.attrs, &mut method.sig);
        if is_open || is_unfit {
            continue;
        }
        // Their bodies are read where they are called.
        if place.indexes || place.operator.is_some() {
            if let Some(lacking) = place.lacks_derive().filter(|_| place.operator.is_some()) {
                return Err(Error::new_spanned(&block.self_ty, lacking));
            }
            continue;
        }
        let conditions = conditions(&whole.attrs);
        if is_marked(&whole) || gives_nothing(&whole, false) {
            if !is_marked(&whole) && !crate::around::is_formless(&place.name, &whole.sig) {
                out.extend(where_there(&conditions, answer::answer(&place, method))?);
            }
            continue;
        }
        let tape = options.tape || whole.attrs.iter().any(|a| a.path().is_ident("tape"));
        if let Some(lacking) = place.lacks_derive() {
            return Err(Error::new_spanned(&block.self_ty, lacking));
        }
        let lends = lends_to_write(&whole.sig) && place.of.is_none() && place.has_twin();
        if lends || crate::around::is_formless(&place.name, &whole.sig) {
            continue;
        }
        if let (Some(of), Some((_, path, _))) = (&place.of, &block.trait_)
            && !traits::agrees(of, path, &whole)
        {
            continue;
        }
        let function = match place.function(&whole, output.as_ref()) {
            Err(_) if place.is_open(&whole.sig) => continue,
            function => function?,
        };
        let options = Options { tape, ..options };
        let hidden = function.sig.ident.clone();
        // What takes nothing gives constants: it is called as it stands where its text is not understood.
        let constant = place.of.is_none() && whole.sig.inputs.is_empty() && !tape;
        let beside = match place.beside(&whole, function.clone(), options, wanted.forms, constant) {
            Ok(beside) => beside,
            Err(_) if constant => continue,
            Err(error) if place.is_open(&whole.sig) || is_of_open_type(&error) => continue,
            Err(error) => {
                errors.push(error);
                // What calls it is not told of that again.
                match place.beside(&whole, crate::expand::stub(&function), options, wanted.forms, false) {
                    Ok(beside) => beside,
                    Err(_) => continue,
                }
            }
        };
        if place.of.is_some() {
            let provided = traits::provided(&whole, &hidden, &functions(&beside, &hidden)?, &place.generics);
            added.extend(provided.into_iter().map(|item| quote!(#(#conditions)* #item)));
        }
        out.extend(where_there(&conditions, beside)?);
    }
    if !is_open {
        let options = wanted.options;
        for (whole, beside, hidden) in defaults::of_trait(block, &place, options, wanted.forms) {
            added.extend(traits::provided(&whole, &hidden, &functions(&beside, &hidden)?, &place.generics));
            out.extend(beside);
        }
    }
    block.items.extend(added.into_iter().map(ImplItem::Verbatim));
    place.bound(&mut block.generics);
    out.extend(errors.iter().map(Error::to_compile_error));
    Ok(out)
}

/// The one function of an `impl` as a function.
pub(crate) fn as_function(block: &ItemImpl) -> Result<ItemFn> {
    let place = Place::read(block)?;
    match block.items.as_slice() {
        [ImplItem::Fn(method)] => place.function(method, None),
        _ => Err(Error::new_spanned(&block.self_ty, "one function")),
    }
}

/// The methods of an `impl` that are differentiated, each as a function, and its name behind that of the type.
#[cfg(feature = "show")]
pub(crate) fn methods(block: &ItemImpl) -> Result<Vec<(String, ItemFn)>> {
    if block.trait_.as_ref().is_some_and(|(_, path, _)| crate::syntax::adds(path)) {
        return Ok(vec![]);
    }
    let place = Place::read(block)?;
    let output = block.items.iter().find_map(|item| match item {
        ImplItem::Type(t) if t.ident == "Output" => Some(t.ty.clone()),
        _ => None,
    });
    let mut found = vec![];
    for item in &block.items {
        let ImplItem::Fn(method) = item else { continue };
        let alone = is_marked(method) || gives_nothing(method, place.operator.is_some());
        if place.indexes || alone || crate::around::is_formless(&place.name, &method.sig) {
            continue;
        }
        let mut function = place.function(method, output.as_ref())?;
        function.sig.ident = method.sig.ident.clone();
        found.push((format!("{}::{}", place.name, method.sig.ident), function));
    }
    Ok(found)
}

/// Takes `#[constant]` off a method and its parameters, and `#[tape]` off a method.
pub(crate) fn take_marks(attrs: &mut Vec<syn::Attribute>, sig: &mut syn::Signature) {
    attrs.retain(|a| !a.path().is_ident("constant") && !a.path().is_ident("tape"));
    for input in &mut sig.inputs {
        if let FnArg::Typed(t) = input {
            t.attrs.retain(|a| !a.path().is_ident("constant"));
        }
    }
}

fn is_marked(method: &ImplItemFn) -> bool {
    method.attrs.iter().any(|a| a.path().is_ident("constant"))
}

/// Whether a method is left alone.
pub(crate) fn is_constant(method: &ImplItemFn) -> bool {
    is_marked(method) || gives_nothing(method, false)
}

/// Whether a function changes what it is lent.
pub(crate) fn writes(sig: &syn::Signature) -> bool {
    sig.inputs.iter().any(|input| match input {
        FnArg::Receiver(r) => r.mutability.is_some() && r.reference.is_some(),
        FnArg::Typed(t) => matches!(&*t.ty, Type::Reference(r) if r.mutability.is_some()),
    })
}

/// The type of an `impl`, and the operator that it implements.
pub(crate) struct Place {
    pub(crate) ty: Type,
    /// The last part of the type's path.
    pub(crate) name: Ident,
    pub(crate) generics: syn::Generics,
    pub(crate) operator: Option<Ident>,
    /// Whether it is `Index` or `IndexMut`.
    pub(crate) indexes: bool,
    /// The other operand of an operator.
    pub(crate) right: Option<Type>,
    /// The parameter that is the number, where the type is generic over it.
    pub(crate) number: Option<Ident>,
    /// The trait of the user's that it implements.
    pub(crate) of: Option<Ident>,
    /// Whether it is `From`.
    pub(crate) converts: bool,
    /// Whether the type is made of counts, flags and choices, without derivatives: its methods take it as a constant.
    pub(crate) constant: bool,
}

impl Place {
    /// Whether a method has derivatives where it is called alone.
    fn is_open(&self, sig: &syn::Signature) -> bool {
        crate::expand::open::is_open(&self.name, sig, Some(&self.generics))
    }

    /// What is said where the type has to carry derivatives, and does not.
    fn lacks_derive(&self) -> Option<String> {
        let of = |ty: &Type| ty.to_token_stream().to_string();
        if let Some(of) = crate::around::unmarked(&self.ty).map(of) {
            return Some(format!(
                "`{of}` holds numbers and carries no derivative: put #[derive(Differentiable)] on it"
            ));
        }
        let lacking = self.of.as_ref().filter(|_| crate::around::carries(&self.ty) == Some(false))?;
        let own = of(&self.ty);
        Some(format!(
            "types of the trait `{lacking}` carry derivatives, and `{own}` does not: put #[derive(Differentiable)] on it"
        ))
    }

    fn read(block: &ItemImpl) -> Result<Place> {
        let ty = crate::around::plain_type(&block.self_ty);
        let Some(name) = type_name(&ty) else { return Err(Error::new_spanned(&block.self_ty, NOT_OWN)) };
        let (mut operator, mut right, mut of, mut indexes, mut converts) = (None, None, None, false, false);
        if let Some((_, path, _)) = &block.trait_ {
            let last = &path.segments[path.segments.len() - 1];
            indexes = last.ident == "Index" || last.ident == "IndexMut";
            let operates = operators::is_operator(&last.ident);
            if !indexes && !operates {
                // Functions of theirs are called as those of the type.
                let as_own = last.ident == "From" || last.ident == "Default";
                // Where a type says what it is made from by a bound, who calls it knows the type.
                let own = |t: &syn::TypeParam| crate::syntax::types::mentions(&ty, &t.ident.to_string());
                let is_of_any = as_own && !block.generics.type_params().all(own);
                if is_of_any || crate::signature::bounds::of_rust(&last.ident) && !as_own {
                    let message = "this trait has no derivatives of its own: take #[differentiable] away here; what calls \
                                   its functions differentiates them";
                    return Err(Error::new_spanned(path, message));
                }
                if FOREIGN.iter().any(|foreign| name == foreign) {
                    return Err(Error::new_spanned(&block.self_ty, NOT_OWN));
                }
                converts = last.ident == "From";
                of = (!as_own).then(|| last.ident.clone());
            }
            operator = operates.then(|| last.ident.clone());
            right = match &last.arguments {
                PathArguments::AngleBracketed(args) => args.args.iter().find_map(|a| match a {
                    syn::GenericArgument::Type(t) => Some(crate::around::plain_type(t)),
                    _ => None,
                }),
                _ => Some(ty.clone()),
            };
        }
        let number = block.generics.type_params().find(|t| is_number(t)).map(|t| t.ident.clone());
        let mut generics = gathered(&block.generics);
        generics::stand_for_nothing(&ty, &mut generics)?;
        let constant = number.is_none() && operator.is_none() && of.is_none() && crate::around::is_choice(&ty);
        if !constant && crate::syntax::types::has_lifetimes(&ty) {
            return Err(Error::new_spanned(&block.self_ty, crate::around::HOLDS_REFERENCES));
        }
        Ok(Place { ty, name, generics, operator, indexes, right, number, of, converts, constant })
    }

    /// The method as a function.
    pub(crate) fn function(&self, method: &ImplItemFn, output: Option<&Type>) -> Result<ItemFn> {
        let text = method.to_token_stream().to_string();
        let taken = |name: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name);
        let this = RECEIVERS.into_iter().find(|n| !taken(n)).unwrap_or("the_receiver");
        let this = Ident::new(this, method.sig.ident.span());
        let name = match (&self.operator, &self.right) {
            (Some(_), Some(right)) => {
                let (left, right) = (operators::operand_name(&self.ty), operators::operand_name(right));
                format_ident!("__{}_{}_{}", left, method.sig.ident, right)
            }
            (None, Some(from)) if self.converts => {
                let from = from.to_token_stream().to_string().replace(|c: char| !c.is_alphanumeric(), "_");
                format_ident!("__{}_{}_{}", self.name, method.sig.ident, from)
            }
            _ => match &self.of {
                Some(of) => format_ident!("__{}_{}_{}", self.name, of, method.sig.ident),
                None => format_ident!("__{}_{}", self.name, method.sig.ident),
            },
        };
        let ty = &self.ty;
        let mut sig = method.sig.clone();
        sig.ident = Ident::new(&name.to_string(), method.sig.ident.span());
        if let Some(FnArg::Receiver(r)) = sig.inputs.first() {
            let span = r.self_token.span;
            let this = Ident::new(&this.to_string(), span);
            let arg: FnArg = match (&r.reference, &r.mutability) {
                (Some(_), Some(_)) => parse_quote!(#this: &mut #ty),
                (None, _) if r.mutability.is_some() => parse_quote!(mut #this: #ty),
                (Some(_), None) => parse_quote!(#this: &#ty),
                (None, _) => parse_quote!(#this: #ty),
            };
            sig.inputs[0] = arg;
        }
        let params = self.generics.params.iter().chain(&method.sig.generics.params);
        let bounds = [&self.generics, &method.sig.generics].into_iter().filter_map(|g| g.where_clause.as_ref());
        let bounds = bounds.flat_map(|w| &w.predicates);
        sig.generics = parse_quote!(<#(#params),*>);
        sig.generics.where_clause = Some(parse_quote!(where #(#bounds),*));
        let (vis, block) = (&method.vis, &method.block);
        let tokens = quote!(#vis #sig #block);
        let tokens = rename(tokens, &this, ty, output);
        let mut f: ItemFn = syn::parse2(tokens)?;
        if self.operator.is_none() && self.number.is_none() {
            let called = &method.sig.ident;
            f.attrs.push(parse_quote!(#[called_as(<#ty>::#called)]));
        }
        Ok(f)
    }

    /// The function, and the methods that lead to it.
    fn beside(
        &self,
        method: &ImplItemFn,
        mut f: ItemFn,
        options: Options,
        forms: Option<Forms>,
        strict: bool,
    ) -> Result<TokenStream> {
        let hidden = f.sig.ident.clone();
        let vis = f.vis.clone();
        f.vis = parse_quote!(pub);
        let has_self = matches!(method.sig.inputs.first(), Some(FnArg::Receiver(_)));
        let mut simple = crate::signature::normal::simple(&f)?;
        crate::signature::changed::given_back(&mut simple);
        let record = crate::signature::read(&mut simple)?;
        let forms = forms.unwrap_or_else(|| crate::signature::forms::all(&method.sig.ident));
        let generated =
            crate::expand::expand(&mut f, Wanted { options, forms: Some(forms), strict, ..Wanted::default() })?;
        let functions = functions(&generated, &hidden)?;
        let (over, number, params) = self.twin(&record.number, &record.scalar);
        let scalar = &record.scalar;
        let mut out = quote!(#[doc(hidden)] #generated);
        // Which of them is meant is left to the compiler.
        if self.converts && crate::around::has_several_sources(&self.name) {
            return Ok(out);
        }
        let mut lifted = TokenStream::new();
        let mut public = TokenStream::new();
        for function in &functions {
            let name = function.sig.ident.to_string();
            let called = &method.sig.ident;
            match name.as_str() {
                "__value" | "__forward" | "__reverse" => {
                    let wrapper = format_ident!("__{}_{}", called, name.trim_start_matches('_'));
                    let receives = has_self && !self.constant;
                    lifted.extend(self.wrapper(function, &wrapper, &hidden, receives, &quote!(pub), true));
                }
                "eval" => {
                    let wrapper = format_ident!("{}_eval", called);
                    lifted.extend(self.wrapper(function, &wrapper, &hidden, has_self, &vis.to_token_stream(), true));
                }
                name if !name.starts_with('_') => {
                    let wrapper = format_ident!("{}_{}", called, name);
                    public.extend(self.wrapper(function, &wrapper, &hidden, has_self, &vis.to_token_stream(), false));
                }
                _ => {}
            }
        }
        let (plain, plain_params) = self.plain(scalar);
        if self.constant {
            public.extend(lifted);
        } else if self.has_twin() {
            out.extend(quote! {
                #[doc(hidden)]
                #[allow(warnings, clippy::all)]
                impl<#number: ::wengert::Real<#scalar>, #(#params),*> #over {
                    #lifted
                }
            });
        }
        out.extend(quote! {
            #[allow(dead_code, clippy::all)]
            impl<#(#plain_params),*> #plain {
                #public
            }
        });
        Ok(out)
    }

    /// Whether a method's own name is free on the type over the number.
    fn is_found(&self, method: &Ident) -> bool {
        self.number.is_none() && !self.constant && (self.of.is_none() || crate::around::has_once(&self.name, method))
    }

    /// The generic parameters of the `impl` but the number.
    fn others(&self) -> Vec<&GenericParam> {
        let number = |p: &&GenericParam| matches!(p, GenericParam::Type(t) if Some(&t.ident) == self.number.as_ref());
        // Operands are looked at without their references.
        let lifetime = |p: &&GenericParam| self.operator.is_some() && matches!(p, GenericParam::Lifetime(_));
        self.generics.params.iter().filter(|p| !number(p) && !lifetime(p)).collect()
    }

    /// The type over the number, the number, and the other generic parameters.
    pub(crate) fn twin(&self, number: &Ident, scalar: &Ident) -> (TokenStream, Ident, Vec<TokenStream>) {
        let ty = match &self.ty {
            Type::Reference(r) => &*r.elem,
            ty => ty,
        };
        if self.number.is_some() {
            let params = self.others().iter().map(|p| p.to_token_stream()).collect();
            return (ty.to_token_stream(), number.clone(), params);
        }
        let path = twin_of(ty, number);
        let others = self.others();
        let params = others.iter().map(|p| match p {
            GenericParam::Type(t) => {
                let (ident, bounds) = (&t.ident, &t.bounds);
                quote!(#ident: ::wengert::Differentiable<#scalar> + #bounds)
            }
            p => p.to_token_stream(),
        });
        (path, number.clone(), params.collect())
    }

    /// The type on plain scalars, and its parameters.
    fn plain(&self, scalar: &Ident) -> (TokenStream, Vec<TokenStream>) {
        let ty = self.ty.to_token_stream();
        let ty = match &self.number {
            Some(own) => crate::ir::replace_by(ty, own, &quote!(#scalar)),
            None => ty,
        };
        let params = self.others().into_iter().map(|p| match p {
            GenericParam::Type(t) if !crate::signature::bounds::traits(&t.bounds).is_empty() => {
                let (ident, bounds) = (&t.ident, &t.bounds);
                quote!(#ident: ::wengert::Differentiable<#scalar> + #bounds)
            }
            p => p.to_token_stream(),
        });
        (ty, params.collect())
    }

    /// The type parameters with a trait of the user's are types with derivatives.
    fn bound(&self, generics: &mut syn::Generics) {
        let text = self.ty.to_token_stream().to_string();
        let scalar = Ident::new(if text.contains("f32") { "f32" } else { "f64" }, self.name.span());
        let own = self.generics.type_params().filter(|t| !crate::signature::bounds::traits(&t.bounds).is_empty());
        let names: Vec<&Ident> = own.map(|t| &t.ident).collect();
        for t in generics.type_params_mut().filter(|t| names.contains(&&t.ident)) {
            t.colon_token.get_or_insert_default();
            t.bounds.push(parse_quote!(::wengert::Differentiable<#scalar>));
        }
    }

    /// Whether the type over the number is called by a name.
    fn has_twin(&self) -> bool {
        let text = self.ty.to_token_stream().to_string();
        self.number.is_some() || !text.split(|c: char| !c.is_alphanumeric()).any(|w| w == "f64" || w == "f32")
    }
}

/// A type over a number, by its name.
pub(crate) fn twin_of(ty: &Type, number: &Ident) -> TokenStream {
    let ty = match ty {
        Type::Reference(r) => &*r.elem,
        ty => ty,
    };
    let Type::Path(p) = ty else { return ty.to_token_stream() };
    let mut path = p.path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.ident = twin(&last.ident);
        let arguments = match &last.arguments {
            PathArguments::AngleBracketed(a) => a.args.iter().map(|a| a.to_token_stream()).collect(),
            _ => vec![],
        };
        last.arguments = PathArguments::AngleBracketed(parse_quote!(<#number, #(#arguments),*>));
    }
    path.to_token_stream()
}
