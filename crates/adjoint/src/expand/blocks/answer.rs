//! Methods that answer with a constant, on the type over any number.

use super::Place;
use front::visit::Visit;
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Expr, FnArg, ImplItemFn, Lit, Pat, Path, Token, Type, parse_quote};

/// A method that answers with a constant, on the type over any number: it is asked of the plain value.
pub(super) fn answer(place: &Place, method: &ImplItemFn) -> TokenStream {
    let sig = &method.sig;
    let lends = |input: &FnArg| matches!(input, FnArg::Typed(t) if crate::around::lent_inside(&t.ty).is_some());
    let own = place.operator.is_none() && place.has_twin() && place.is_found(&sig.ident);
    if !own || !sig.generics.params.is_empty() || sig.receiver().is_none() || sig.inputs.iter().any(lends) {
        return TokenStream::new();
    }
    // What it lends lies in the value over the number, not in a plain one that is made for the question.
    let lent = matches!(&sig.output, syn::ReturnType::Type(_, ty) if lent_in(ty));
    let ty = &place.ty;
    let mut like: syn::ItemFn = parse_quote!(fn like(this: &#ty) {});
    let Ok(read) = crate::signature::read(&mut like) else { return TokenStream::new() };
    let (number, scalar, name, output) = (&read.number, &read.scalar, &sig.ident, &sig.output);
    let (mut params, mut args) = (vec![], vec![]);
    for input in &sig.inputs {
        let FnArg::Typed(t) = input else { continue };
        let Pat::Ident(p) = &*t.pat else { return TokenStream::new() };
        let (name, mut over, reference) = (&p.ident, (*t.ty).clone(), matches!(&*t.ty, Type::Reference(_)));
        crate::recorded::over(&read, &mut over);
        params.push(quote!(#name: #over));
        args.push(match reference {
            true => quote!(&::wengert::generated::asked!(#number, #name)),
            false => quote!(::wengert::generated::asked!(#number, &#name)),
        });
    }
    let (over, _, generics) = place.twin(number, scalar);
    if lent {
        let mut body = method.block.clone();
        let mut over_number = OverNumber { number, scalar, own: &place.name, twins: vec![] };
        over_number.visit_block_mut(&mut body);
        let twins = over_number
            .twins
            .iter()
            .map(|(of, name)| quote!(type #name<__N> = <#of as ::wengert::Differentiable<#scalar>>::Over<__N>;));
        let (opening, twins) = (crate::recorded::opening(), twins.collect::<TokenStream>());
        return quote! {
            #[doc(hidden)]
            #[allow(warnings, clippy::all)]
            impl<#number: ::wengert::Real<#scalar>, #(#generics),*> #over {
                pub fn #name(&self, #(#params),*) #output {
                    #opening
                    #twins
                    #body
                }
            }
        };
    }
    quote! {
        #[doc(hidden)]
        #[allow(warnings, clippy::all)]
        impl<#number: ::wengert::Real<#scalar>, #(#generics),*> #over {
            pub fn #name(&self, #(#params),*) #output {
                ::wengert::generated::asked!(#number, self).#name(#(#args),*)
            }
        }
    }
}

/// Whether a reference is in a type that does not last as long as the program.
fn lent_in(ty: &Type) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_type(&mut self, ty: &'ast Type) {
            self.0 |= matches!(ty, Type::Reference(r) if r.lifetime.as_ref().is_none_or(|l| l.ident != "static"));
            front::visit::visit_type(self, ty);
        }
    }
    let mut found = Found(false);
    found.visit_type(ty);
    found.0
}

/// Puts numbers in the place of the literals of a body that gives none, and types over the number in the place of others.
struct OverNumber<'n> {
    number: &'n Ident,
    scalar: &'n Ident,
    /// The type that the method is of.
    own: &'n Ident,
    /// Other types with numbers, and their names over the number.
    twins: Vec<(Path, Ident)>,
}

impl OverNumber<'_> {
    /// The name over the number of a type with derivatives.
    fn twin(&mut self, of: &Path) -> Option<Path> {
        if of.is_ident(self.own) {
            return Some(parse_quote!(Self));
        }
        let carries = crate::around::carries(&parse_quote!(#of)) == Some(true) && !crate::around::is_open(of);
        if !carries || of.segments.iter().any(|s| !s.arguments.is_none()) {
            return None;
        }
        let known = self.twins.iter().find(|(own, _)| own == of).map(|(_, name)| name.clone());
        let name = known.unwrap_or_else(|| {
            let name = format_ident!("__Twin{}", self.twins.len());
            self.twins.push((of.clone(), name.clone()));
            name
        });
        let number = self.number;
        Some(parse_quote!(#name::<#number>))
    }
}

impl VisitMut for OverNumber<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if let Some(twin) = self.twin(path) {
            *path = twin;
            return;
        }
        let mut of = path.clone();
        let last = of.segments.pop().map(|pair| pair.into_value());
        of.segments.pop_punct();
        if of.segments.is_empty() {
            return;
        }
        if let (Some(last), Some(twin)) = (last, self.twin(&of)) {
            *path = twin;
            path.segments.push(last);
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let (number, scalar) = (self.number, self.scalar);
        match e {
            Expr::Macro(m) if m.mac.path.is_ident("matches") => {
                let parts = |input: syn::parse::ParseStream<'_>| {
                    let (on, _) = (input.parse::<Expr>()?, input.parse::<Token![,]>()?);
                    let pat = Pat::parse_multi_with_leading_vert(input)?;
                    let rest: TokenStream = input.parse()?;
                    Ok((on, pat, rest))
                };
                if let Ok((on, pat, rest)) = m.mac.parse_body_with(parts)
                    && let Ok(whole) = syn::parse2(quote!(match #on { #pat #rest => true, _ => false }))
                {
                    *e = whole;
                    visit_mut::visit_expr_mut(self, e);
                }
            }
            Expr::Lit(l) if matches!(l.lit, Lit::Float(_)) => {
                *e = parse_quote!(<#number as ::wengert::Number>::constant(#l));
            }
            Expr::Cast(c) if matches!(&*c.ty, Type::Path(p) if p.path.is_ident(scalar)) => {
                self.visit_expr_mut(&mut c.expr);
                let x = &c.expr;
                *e = parse_quote!(::wengert::generated::spelled::IntoNumber::<#number>::into_number(#x));
            }
            e => visit_mut::visit_expr_mut(self, e),
        }
    }
}
