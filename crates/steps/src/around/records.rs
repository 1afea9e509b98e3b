//! Types of the user's.

use crate::syntax::types::has_lifetimes;
use syn::{GenericArgument, PathArguments, Type};

/// Whether a type is called by a name of its own.
pub fn is_record(ty: &Type) -> bool {
    const OTHERS: [&str; 19] = [
        "Vec",
        "Option",
        "Result",
        "Box",
        "Rc",
        "Arc",
        "Cow",
        "HashMap",
        "BTreeMap",
        "HashSet",
        "BTreeSet",
        "Range",
        "RangeFrom",
        "RangeFull",
        "RangeInclusive",
        "RangeTo",
        "RangeToInclusive",
        "Ordering",
        "Wrapping",
    ];
    match ty {
        // A name of the standard library's may be one of the user's.
        Type::Path(p) if p.qself.is_none() && super::carries(ty) == Some(true) => !has_lifetimes(ty),
        Type::Path(p) if p.qself.is_none() => p.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            // What borrows holds no numbers of its own.
            let borrows = matches!(&last.arguments, PathArguments::AngleBracketed(a)
                if a.args.iter().any(|a| matches!(a, GenericArgument::Lifetime(_))));
            let own = !borrows && name.starts_with(char::is_uppercase) && !OTHERS.contains(&name.as_str());
            own && !super::plain_constant(ty)
        }),
        Type::Paren(p) => is_record(&p.elem),
        Type::Group(g) => is_record(&g.elem),
        _ => false,
    }
}
