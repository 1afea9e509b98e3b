//! Type parameters that stand for types with derivatives: those bounded by a trait of the user's.

use crate::around::{is_marked_trait, plain_constant};
use crate::syntax::types::mentions;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{FnArg, GenericParam, Path, PathArguments, ReturnType, Signature, Token, Type, TypeParamBound};

/// A type parameter with derivatives.
#[derive(Clone, Debug)]
pub struct Typed {
    pub name: Ident,
    /// The traits of the user's that bound it, without their arguments.
    pub traits: Vec<Path>,
}

/// Traits that say nothing of derivatives.
const OF_RUST: [&str; 66] = [
    "Add",
    "AddAssign",
    "Any",
    "AsMut",
    "AsRef",
    "BitAnd",
    "BitAndAssign",
    "BitOr",
    "BitOrAssign",
    "BitXor",
    "BitXorAssign",
    "Borrow",
    "BorrowMut",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deref",
    "DerefMut",
    "Display",
    "Div",
    "DivAssign",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Error",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "FromStr",
    "Hash",
    "Index",
    "IndexMut",
    "Into",
    "IntoIterator",
    "Iterator",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Product",
    "Read",
    "Rem",
    "RemAssign",
    "Send",
    "Shl",
    "ShlAssign",
    "Shr",
    "ShrAssign",
    "Sized",
    "Sub",
    "SubAssign",
    "Sum",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Write",
];

/// Whether it is the name of a trait of Rust's.
pub fn of_rust(name: &Ident) -> bool {
    OF_RUST.iter().any(|n| name == n)
}

/// The bounds that are traits of the user's, or `Differentiable`.
pub fn traits(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Vec<Path> {
    let own = |b: &TypeParamBound| {
        let TypeParamBound::Trait(t) = b else { return None };
        let last = &t.path.segments.last()?.ident;
        let foreign = matches!(t.modifier, syn::TraitBoundModifier::Maybe(_)) || *last == "Real" || of_rust(last);
        (!foreign).then(|| {
            let mut path = t.path.clone();
            path.segments.iter_mut().for_each(|s| s.arguments = PathArguments::None);
            path
        })
    };
    bounds.iter().filter_map(own).collect()
}

/// The type parameters of a signature that carry derivatives: a trait of the user's bounds them, and an active parameter
/// or the result is made of them. One that stands in none, and so is there for its functions alone, does by a trait whose
/// functions have derivatives.
pub fn of(sig: &Signature) -> Vec<Typed> {
    let (mut active, mut constant): (Vec<&Type>, Vec<&Type>) = (vec![], vec![]);
    for input in &sig.inputs {
        if let FnArg::Typed(t) = input {
            let is_constant = t.attrs.iter().any(|a| a.path().is_ident("constant")) || plain_constant(&t.ty);
            if is_constant { &mut constant } else { &mut active }.push(&t.ty);
        }
    }
    if let ReturnType::Type(_, ty) = &sig.output {
        active.push(ty);
    }
    let typed = |p: &GenericParam| {
        let GenericParam::Type(t) = p else { return None };
        let traits = traits(&t.bounds);
        let used = |types: &[&Type]| types.iter().any(|ty| mentions(ty, &t.ident.to_string()));
        let chooses = || !used(&constant) && traits.iter().any(|of| is_marked_trait(&sig.ident, of));
        (!traits.is_empty() && (used(&active) || chooses())).then(|| Typed { name: t.ident.clone(), traits })
    };
    sig.generics.params.iter().filter_map(typed).collect()
}

/// Whether a type is one of these parameters, or a reference to it.
pub fn is_one(all: &[Typed], ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_one(all, &r.elem),
        Type::Path(p) => p.qself.is_none() && all.iter().any(|t| p.path.is_ident(&t.name)),
        Type::Paren(p) => is_one(all, &p.elem),
        Type::Group(g) => is_one(all, &g.elem),
        _ => false,
    }
}

impl Typed {
    /// The traits beside `Differentiable` itself.
    pub fn own(&self) -> impl Iterator<Item = &Path> {
        let standard = |p: &&Path| p.segments.last().is_none_or(|s| s.ident != "Differentiable");
        self.traits.iter().filter(standard)
    }
}

/// Whether a bound has a number type of the function's in it.
pub fn on_number(bounds: &Punctuated<TypeParamBound, Token![+]>, number: &Ident) -> bool {
    bounds.iter().any(|b| match b {
        TypeParamBound::Trait(t) => t.path.segments.iter().any(|s| {
            let text = s.arguments.to_token_stream().to_string();
            text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| *number == word)
        }),
        _ => false,
    })
}

/// The trait object of a trait of the user's that a type is or refers to.
pub fn object(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(r) => object(&r.elem),
        Type::Paren(p) => object(&p.elem),
        Type::TraitObject(t) if !traits(&t.bounds).is_empty() => Some(ty),
        _ => None,
    }
}
