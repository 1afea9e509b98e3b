//! The names of what is generated, as those spell them who write it and those who call it.

use proc_macro2::Ident;
use quote::format_ident;
use syn::Member;

/// Names that generated functions bind beside the user's, which are given another name if they are among these.
pub const BOUND: [&str; 22] = [
    "at",
    "flat",
    "gradient",
    "iteration",
    "lane",
    "lane_sum",
    "lens",
    "life",
    "logged",
    "logged_at",
    "record_bits",
    "record_n",
    "record_row",
    "record_start",
    "record_w",
    "record_x",
    "rest",
    "result",
    "seeds",
    "sums",
    "weights",
    "ws",
];

/// The name of a function that an `impl` of a trait provides; it tells who reads it in an error what is missing.
pub fn hidden(method: &Ident, function: &str) -> Ident {
    format_ident!("__{}_{}_of_differentiable_trait", method, function.trim_start_matches('_'), span = method.span())
}

/// The name by which such a function is shown.
#[cfg(feature = "show")]
pub fn shown(name: &Ident) -> Option<Ident> {
    let text = name.to_string();
    let name_of = text.strip_suffix("_of_differentiable_trait")?;
    Some(Ident::new(name_of.trim_start_matches('_'), name.span()))
}

/// The function that fills a field of the twin.
pub fn filler(variant: Option<&Ident>, member: &syn::Member) -> Ident {
    let member = match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(k) => k.index.to_string(),
    };
    match variant {
        Some(variant) => format_ident!("__fill_{variant}_{member}"),
        None => format_ident!("__fill_{member}"),
    }
}

/// As [`filler`], for a value of which only the compiler sees whether it carries derivatives.
pub fn opener(variant: Option<&Ident>, member: &syn::Member) -> Ident {
    let fill = filler(variant, member).to_string();
    format_ident!("{}", fill.replacen("__fill", "__open", 1))
}

/// The name of a field, or its number.
pub fn member_name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(k) => k.index.to_string(),
    }
}

/// The constant that leads to a field of a variant.
pub fn field_of(variant: &Ident, member: &Member) -> Ident {
    format_ident!("__AT_{}_{}", variant, member_name(member))
}

/// The method that asks for a variant.
pub fn asked(variant: &Ident) -> Ident {
    format_ident!("__is_{}", variant)
}
