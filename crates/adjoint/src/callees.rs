//! Functions that a function takes, `impl Fn(f64) -> f64`: in the form that is differentiated such a parameter is a
//! structure with derivatives, and a call of it the structure's method `call`.

use crate::ir::replace_by;
use crate::signature::is_record;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Error, Expr, ExprCall, FnArg, GenericParam, ItemFn, Local, ParenthesizedGenericArguments, Pat, PathArguments,
    Result, ReturnType, Type, TypeParamBound, parse_quote,
};

/// How many arguments a function that is passed may have.
pub(crate) const MOST: usize = 4;

/// A parameter that is a function.
struct Callee {
    name: Ident,
    /// The type parameter that stands for it.
    stands: Ident,
    arguments: Vec<Handed>,
    ret: Type,
}

/// How an argument is handed to a function in this form.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Handed {
    AsWritten,
    /// A structure that is written by value, by reference.
    Lent,
    /// An array that is written by reference, by value.
    Copied,
}

/// How an argument of a type is handed on.
pub(crate) fn handed(ty: &Type) -> Handed {
    match ty {
        Type::Paren(p) => handed(&p.elem),
        Type::Reference(r) if r.mutability.is_none() && matches!(&*r.elem, Type::Array(_)) => Handed::Copied,
        ty if is_record(ty) && !is_number(ty) => Handed::Lent,
        _ => Handed::AsWritten,
    }
}

/// The function in that form.
pub(crate) fn as_structures(f: &mut ItemFn) -> Result<()> {
    let mut callees: Vec<Callee> = vec![];
    let mut made: Vec<GenericParam> = vec![];
    let number = crate::written::numbers(f).into_iter().next().filter(|n| n != "f64");
    for input in &mut f.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        if input.attrs.iter().any(|a| a.path().is_ident("constant")) {
            continue;
        }
        let (inner, by_reference) = match &*input.ty {
            Type::Reference(r) => ((*r.elem).clone(), true),
            ty => (ty.clone(), false),
        };
        let inner = match inner {
            Type::Paren(p) => *p.elem,
            inner => inner,
        };
        let (bound, stands) = match &inner {
            Type::ImplTrait(t) => (called(t.bounds.iter()), None),
            Type::TraitObject(t) => (called(t.bounds.iter()), None),
            Type::BareFn(f) => (Some(of_pointer(f)), None),
            Type::Path(p) => {
                let param = f.sig.generics.type_params().find(|t| p.path.is_ident(&t.ident));
                (param.and_then(|t| called(t.bounds.iter())), param.map(|t| t.ident.clone()))
            }
            _ => (None, None),
        };
        let Some(of) = bound else { continue };
        let written = signature(&of).1;
        let of = match &number {
            Some(number) => over(&of, number),
            None => of,
        };
        let (types, ret) = signature(&of);
        if !mentions_number(&of.to_token_stream()) {
            continue;
        }
        let Pat::Ident(name) = &mut *input.pat else { continue };
        // What is passed changes nothing, whatever it might.
        name.mutability = None;
        let traits = of_signature(&types, &ret, &of)?;
        let stands = stands.unwrap_or_else(|| format_ident!("Callee{}Of", made.len()));
        if callees.iter().all(|c| c.stands != stands) {
            made.push(parse_quote!(#stands: #traits));
        }
        let name = name.ident.clone();
        *input.ty = if by_reference { parse_quote!(&#stands) } else { parse_quote!(#stands) };
        let arguments = types.iter().map(handed).collect();
        callees.push(Callee { name, stands, arguments, ret: written });
    }
    if callees.is_empty() {
        return Ok(());
    }
    let old = std::mem::take(&mut f.sig.generics.params);
    let replaced = |p: &GenericParam| matches!(p, GenericParam::Type(t) if callees.iter().any(|c| c.stands == t.ident));
    f.sig.generics.params = old.into_iter().filter(|p| !replaced(p)).chain(made).collect();
    if let Some(name) = bound_again(f, &callees) {
        let message = format!("another variable of this name hides the function `{name}`: give it another name");
        return Err(Error::new_spanned(name, message));
    }
    Calls(&callees).visit_block_mut(&mut f.block);
    Ok(())
}

/// What a function pointer takes and gives, as a bound says it.
pub(crate) fn of_pointer(f: &syn::TypeBareFn) -> ParenthesizedGenericArguments {
    let inputs = f.inputs.iter().map(|input| input.ty.clone()).collect();
    ParenthesizedGenericArguments { paren_token: f.paren_token, inputs, output: f.output.clone() }
}

/// The bound of a function.
fn called<'b>(bounds: impl Iterator<Item = &'b TypeParamBound>) -> Option<ParenthesizedGenericArguments> {
    let mut bounds = bounds;
    bounds.find_map(|b| {
        let TypeParamBound::Trait(t) = b else { return None };
        let last = t.path.segments.last()?;
        match &last.arguments {
            PathArguments::Parenthesized(p) => Some(p.clone()),
            _ => None,
        }
    })
}

/// A bound's arguments in the form `(A, B) -> R`.
fn signature(of: &ParenthesizedGenericArguments) -> (Vec<Type>, Type) {
    let ret = match &of.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, ty) => (**ty).clone(),
    };
    (of.inputs.iter().cloned().collect(), ret)
}

/// The same on plain scalars.
fn over(of: &ParenthesizedGenericArguments, number: &Ident) -> ParenthesizedGenericArguments {
    let plain = |ty: &Type| syn::parse2(replace_by(ty.to_token_stream(), number, &quote!(f64))).unwrap_or(ty.clone());
    let mut of = of.clone();
    of.inputs.iter_mut().for_each(|ty| *ty = plain(ty));
    if let ReturnType::Type(_, ty) = &mut of.output {
        **ty = plain(ty);
    }
    of
}

pub(crate) fn mentions_number(tokens: &TokenStream) -> bool {
    let text = tokens.to_string();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == "f64" || w == "f32")
        || text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| {
            let own = w.starts_with(char::is_uppercase) && !["Vec", "Fn", "FnMut", "FnOnce"].contains(&w);
            own && is_record(&syn::parse_str(w).unwrap_or_else(|_| parse_quote!(())))
        })
}

/// The trait of functions with these arguments and this result.
pub(crate) fn of_signature(types: &[Type], ret: &Type, at: &impl ToTokens) -> Result<TokenStream> {
    if types.is_empty() || types.len() > MOST {
        let message = format!("a function that is passed has one to {MOST} arguments here");
        return Err(Error::new_spanned(at, message));
    }
    let arguments = types.iter().map(argument).collect::<Result<Vec<_>>>()?;
    let (name, ret) = (format_ident!("Callee{}", types.len()), outcome(ret)?);
    Ok(quote!(::wengert::generated::#name<#(#arguments,)* #ret>))
}

fn argument(ty: &Type) -> Result<TokenStream> {
    let message = "an argument of a function that is passed is `f64`, `&[f64]`, `[f64; N]`, `Vec<f64>`, a structure, or an integer here";
    let refused = || Err(Error::new_spanned(ty, message));
    match ty {
        Type::Reference(r) if r.mutability.is_some() => refused(),
        Type::Reference(r) => match &*r.elem {
            Type::Slice(s) if is_number(&s.elem) => Ok(quote!([f64])),
            Type::Path(_) if is_numbers(&r.elem) => Ok(quote!([f64])),
            of @ Type::Array(_) if is_numbers(of) => Ok(of.to_token_stream()),
            of if is_record(of) => Ok(quote!(::wengert::generated::Of<#of>)),
            _ => refused(),
        },
        Type::Paren(p) => argument(&p.elem),
        of if is_record(of) && !is_number(of) => Ok(quote!(::wengert::generated::Of<#of>)),
        ty if is_number(ty) || is_numbers(ty) || crate::derive::plain_constant(ty) => Ok(ty.to_token_stream()),
        _ => refused(),
    }
}

fn outcome(ty: &Type) -> Result<TokenStream> {
    match ty {
        Type::Tuple(t) if !t.elems.is_empty() => {
            let parts = t.elems.iter().map(outcome).collect::<Result<Vec<_>>>()?;
            Ok(quote!((#(#parts,)*)))
        }
        Type::Paren(p) => outcome(&p.elem),
        ty if is_number(ty) || is_numbers(ty) => Ok(ty.to_token_stream()),
        ty if is_record(ty) => Ok(quote!(::wengert::generated::Of<#ty>)),
        ty => {
            let message =
                "a function that is passed gives `f64`, `[f64; N]`, `Vec<f64>`, a tuple of these, or a structure here";
            Err(Error::new_spanned(ty, message))
        }
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident("f64"))
}

/// `Vec<f64>` and `[f64; N]`
fn is_numbers(ty: &Type) -> bool {
    match ty {
        Type::Array(a) => is_number(&a.elem),
        ty => *ty == parse_quote!(Vec<f64>) || *ty == parse_quote!(::std::vec::Vec<f64>),
    }
}

/// A variable that hides one of the functions.
fn bound_again(f: &ItemFn, callees: &[Callee]) -> Option<Ident> {
    struct Bound<'c>(&'c [Callee], Option<Ident>);
    impl<'ast> Visit<'ast> for Bound<'_> {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            if self.0.iter().any(|c| c.name == p.ident) {
                self.1.get_or_insert(p.ident.clone());
            }
            visit::visit_pat_ident(self, p);
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut bound = Bound(callees, None);
    bound.visit_block(&f.block);
    bound.1
}

/// An argument, handed on so.
fn hand(e: &Expr, how: Handed) -> Expr {
    match (how, e) {
        (Handed::Lent, Expr::Unary(u)) if matches!(u.op, syn::UnOp::Deref(_)) => (*u.expr).clone(),
        (Handed::Lent, e) => parse_quote!(&#e),
        (Handed::Copied, Expr::Reference(r)) => (*r.expr).clone(),
        (Handed::Copied, e) => parse_quote!(*#e),
        (Handed::AsWritten, e) => e.clone(),
    }
}

/// Calls become methods, and where one gives its type is written.
struct Calls<'c>(&'c [Callee]);

impl Calls<'_> {
    fn callee(&self, e: &Expr) -> Option<&Callee> {
        match e {
            Expr::Paren(p) => self.callee(&p.expr),
            Expr::Reference(r) => self.callee(&r.expr),
            Expr::Unary(u) => self.callee(&u.expr),
            Expr::Path(p) => self.0.iter().find(|c| p.path.is_ident(&c.name)),
            _ => None,
        }
    }

    /// The tuple that such a function gives of which a part is taken.
    fn tuple_in(&self, e: &Expr) -> Option<Type> {
        let Expr::Field(f) = e else { return None };
        let Expr::Call(c) = &*f.base else { return None };
        self.callee(&c.func).map(|c| c.ret.clone()).filter(|ret| matches!(ret, Type::Tuple(_)))
    }

    /// A call of such a function as one of the structure's method.
    fn called(&self, c: &ExprCall) -> Option<Expr> {
        let callee = self.callee(&c.func)?;
        let name = Ident::new(&callee.name.to_string(), callee.name.span());
        let how = callee.arguments.iter().chain(std::iter::repeat(&Handed::AsWritten));
        let args = c.args.iter().zip(how).map(|(e, how)| hand(e, *how));
        Some(parse_quote!(#name.call(#(#args),*)))
    }
}

impl VisitMut for Calls<'_> {
    fn visit_local_mut(&mut self, l: &mut Local) {
        if let (Pat::Ident(_), Some(init)) = (&l.pat, &mut l.init)
            && let Expr::Call(c) = &mut *init.expr
            && let Some(ret) = self.callee(&c.func).map(|c| c.ret.clone())
        {
            c.args.iter_mut().for_each(|e| self.visit_expr_mut(e));
            if let Some(call) = self.called(c) {
                *init.expr = call;
            }
            let pat = &l.pat;
            l.pat = Pat::Type(parse_quote!(#pat: #ret));
            return;
        }
        visit_mut::visit_local_mut(self, l);
    }
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let tuple = self.tuple_in(e);
        visit_mut::visit_expr_mut(self, e);
        match e {
            // A part is taken of what is known to be a tuple.
            Expr::Field(f) => {
                if let Some(ret) = tuple {
                    let (call, member) = (&f.base, &f.member);
                    *e = parse_quote!({ let called__: #ret = #call; called__.#member });
                }
            }
            Expr::Call(c) => {
                if let (Some(call), Some(ret)) = (self.called(c), self.callee(&c.func).map(|c| &c.ret)) {
                    // A list is known as one where it has a type.
                    *e = match ret {
                        Type::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "Vec") => {
                            parse_quote!({ let called__: #ret = #call; called__ })
                        }
                        _ => call,
                    };
                }
            }
            // `&mut f` is as good as `&f`.
            Expr::Reference(r) if r.mutability.is_some() && self.callee(&r.expr).is_some() => r.mutability = None,
            // A function in the place of a closure.
            Expr::MethodCall(m) => {
                let takes = ["map", "for_each", "flat_map", "filter", "filter_map", "fold", "reduce"];
                if takes.iter().any(|n| m.method == n) {
                    for arg in &mut m.args {
                        if let Some(callee) = self.callee(arg) {
                            let name = &callee.name;
                            let names: Vec<_> =
                                (0..callee.arguments.len()).map(|k| format_ident!("argument{k}")).collect();
                            let given = names.iter().zip(&callee.arguments);
                            let given = given.map(|(name, how)| hand(&parse_quote!(#name), *how));
                            *arg = parse_quote!(|#(#names),*| #name.call(#(#given),*));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        crate::inside::visit(m, &mut |e| self.visit_expr_mut(e));
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
