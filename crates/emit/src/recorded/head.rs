//! The head of a function over any number: what its text takes and gives there.

use super::over::Types;
use crate::around;
use crate::signature::Signature;
use quote::{ToTokens, quote};
use syn::{Block, Error, FnArg, ItemFn, Pat, Result, ReturnType, Stmt, Type, parse_quote};

/// The text over any number.
pub struct Source {
    pub params: Vec<Param>,
    pub(crate) ret: Type,
    pub(crate) body: Block,
}

pub struct Param {
    pub(crate) pat: Pat,
    pub(crate) ty: Type,
    /// Whether it is a reference, and arrives as what is behind it.
    pub(crate) lent: bool,
    /// Whether it is changed, and given behind the result.
    pub(crate) given_back: bool,
}

/// The head of a function, of which `simple` is the form that gives back what it changes, with the body as it is.
///
/// # Errors
/// At what has no meaning over another number.
pub(super) fn head(as_written: &ItemFn, f: &ItemFn, simple: &ItemFn, sig: &Signature) -> Result<Source> {
    let mut ret = match &f.sig.output {
        ReturnType::Type(_, ty) => (**ty).clone(),
        ReturnType::Default => parse_quote!(()),
    };
    let (mut types, mut params) = (Types::new(sig), vec![]);
    let active: Vec<bool> = match &sig.outside {
        Some((params, _)) => params.iter().map(|p| p.active).collect(),
        None => sig.params.iter().map(|p| p.active).collect(),
    };
    let inputs = f.sig.inputs.iter().zip(&as_written.sig.inputs).zip(&simple.sig.inputs);
    for (((input, own), given), active) in inputs.zip(active) {
        let (FnArg::Typed(t), FnArg::Typed(own), FnArg::Typed(given)) = (input, own, given) else { continue };
        let mut ty = (*t.ty).clone();
        if active || !sig.generic && super::lifts(&ty, &sig.scalar) {
            crate::signature::normal::last_keys(&mut ty);
            types.over(&mut ty);
            shared(&mut ty);
        }
        // A reference to a number is taken as the number, which the text follows.
        let lent = matches!(*own.ty, Type::Reference(_)) && !matches!(*t.ty, Type::Reference(_));
        if lent {
            ty = parse_quote!(&#ty);
        }
        let changes = |ty: &Type| matches!(ty, Type::Reference(r) if r.mutability.is_some());
        let given_back = changes(&t.ty) && !changes(&given.ty);
        params.push(Param { pat: (*t.pat).clone(), ty, lent, given_back });
    }
    // What is recorded is told apart by its place, and what lies in one has none.
    if around::holds_map(&ret, Some("HashMap")) {
        let message = "what is recorded on a tape gives no `HashMap`, as its entries have no order: give a `BTreeMap`";
        return Err(Error::new_spanned(&f.sig.output, message));
    }
    types.over(&mut ret);
    Ok(Source { params, ret, body: (*f.block).clone() })
}

/// What a function gives that lends it, while the form over any number gives it by value.
pub(super) fn lent_result(as_written: &ItemFn, simple: &ItemFn, sig: &Signature) -> Option<Type> {
    let ReturnType::Type(_, ty) = &as_written.sig.output else { return None };
    let lends = |tokens: &dyn ToTokens| tokens.to_token_stream().to_string().contains('&');
    let mut ty = (lends(ty) && !lends(&simple.sig.output)).then(|| (**ty).clone())?;
    crate::signature::normal::without_lifetimes(&mut ty);
    Types::new(sig).over(&mut ty);
    Some(ty)
}

/// What the text of a function begins with.
pub fn opening() -> Stmt {
    parse_quote!(
        #[allow(unused_imports)]
        use ::wengert::generated::{
            Binary as _, Family as _, Ternary as _, Unary as _,
            spelled::{Functions as _, Real as _, Spelled as _},
        };
    )
}

/// What a parameter shares arrives as its twin.
fn shared(ty: &mut Type) {
    match ty {
        Type::Reference(r) => shared(&mut r.elem),
        Type::Slice(s) => shared(&mut s.elem),
        ty if crate::signature::boxes::shared(ty).is_some() => *ty = parse_quote!(::wengert::generated::Pointed<#ty>),
        _ => {}
    }
}

/// A function on any number as it is.
///
/// # Errors
/// At what the compiler finds in the text that has no meaning on a tape.
pub(super) fn as_it_is(as_written: &ItemFn, f: &ItemFn, simple: &ItemFn, sig: &Signature) -> Result<Source> {
    let mut source = head(as_written, f, simple, sig)?;
    if let Some(lent) = lent_result(as_written, simple, sig) {
        let (body, given) = (&source.body, crate::signature::normal::by_value(&lent, &quote!(given__), false));
        source.body = parse_quote!({
            #[allow(clippy::redundant_closure_call)]
            let given__ = (|| -> #lent #body)();
            #given
        });
    }
    Ok(source)
}
