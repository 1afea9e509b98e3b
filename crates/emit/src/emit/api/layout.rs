//! How arrays of arrays become flat lists in the functions that users call, and flat lists arrays of arrays.

use crate::signature::Shape;
use crate::signature::nests::Nested;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// Lists in place of an array of arrays.
pub(crate) struct Laid {
    pub(crate) before: TokenStream,
    pub(crate) flat: TokenStream,
    pub(crate) tables: Vec<TokenStream>,
    pub(crate) after: TokenStream,
}

/// Lays an array of arrays out; `mutable` if its numbers are to be written back.
pub(crate) fn lay(nested: &Nested, x: &Ident, mutable: bool) -> Laid {
    if nested.is_even() {
        let method = if mutable { quote!(as_flattened_mut) } else { quote!(as_flattened) };
        let flattened = nested.levels.iter().map(|_| quote!(.#method()));
        let flat = match (nested.levels.is_empty(), mutable) {
            (true, true) => quote!(&mut #x[..]),
            (true, false) => quote!(&#x[..]),
            _ => quote!(#x[..] #(#flattened)*),
        };
        return Laid { before: TokenStream::new(), flat, tables: vec![], after: TokenStream::new() };
    }
    let flat = format_ident!("{x}__flat");
    let tables: Vec<Option<Ident>> =
        nested.levels.iter().enumerate().map(|(k, l)| l.is_none().then(|| format_ident!("{x}__rows{k}"))).collect();
    // Counted first, so that each list is allocated once.
    let counts: Vec<Ident> = (0..=tables.len()).map(|k| format_ident!("{x}__count{k}")).collect();
    let mut count = TokenStream::new();
    for k in (1..tables.len()).rev() {
        let next = &counts[k + 1];
        count = quote!(for row__ in row__.iter() { #next += row__.len(); #count });
    }
    let (rows, numbers) = (&counts[1], &counts[tables.len()]);
    let deeper = &counts[1..];
    let mut before = quote! {
        #(let mut #deeper = 0usize;)*
        for row__ in #x.iter() { #rows += row__.len(); #count }
        let mut #flat = ::std::vec::Vec::with_capacity(#numbers);
    };
    for (k, table) in tables.iter().enumerate() {
        let Some(table) = table else { continue };
        let (at, rows) =
            (format_ident!("{table}_at"), if k == 0 { quote!(#x.len()) } else { counts[k].to_token_stream() });
        before.extend(quote! {
            let mut #table = ::std::vec::Vec::<usize>::with_capacity(2 * #rows);
            let mut #at = 0usize;
        });
    }
    let mut body = quote!(#flat.extend_from_slice(&row__[..]););
    for (k, table) in tables.iter().enumerate().rev() {
        if k + 1 < tables.len() {
            body = quote!(for row__ in row__.iter() { #body });
        }
        if let Some(table) = table {
            let at = format_ident!("{table}_at");
            body = quote!(#table.extend([#at, row__.len()]); #at += row__.len(); #body);
        }
    }
    before.extend(quote!(for row__ in #x.iter() { #body }));
    let mut after = TokenStream::new();
    if mutable {
        let mut back = quote!(for x__ in row__.iter_mut() {
            *x__ = back__.next().unwrap_or(*x__);
        });
        for _ in 1..tables.len() {
            back = quote!(for row__ in row__.iter_mut() { #back });
        }
        after = quote!({ let mut back__ = #flat.iter().copied(); for row__ in #x.iter_mut() { #back } });
    }
    let places = tables.iter().flatten().map(|t| quote!(&#t[..])).collect();
    Laid { before, flat: flat.to_token_stream(), tables: places, after }
}

/// The flat list of what is laid out, as a shape.
pub(crate) fn as_shape(laid: &Laid, nested: &Nested, shape: &Shape) -> TokenStream {
    let flat = &laid.flat;
    match (shape, nested.is_even()) {
        (Shape::Fixed(total), _) => quote!(::wengert::generated::array_of::<_, { #total }>(#flat)),
        (Shape::Vec, true) => quote!((#flat).to_vec()),
        (Shape::Vec, false) => quote!(#flat),
        (Shape::SliceMut, false) => quote!(&mut #flat[..]),
        (_, false) => quote!(&#flat[..]),
        (_, true) => flat.clone(),
    }
}

/// An array of arrays of a flat list; `row` gives where a row of a level starts and how long it is.
pub(crate) fn put(
    nested: &Nested,
    flat: &TokenStream,
    count: &TokenStream,
    row: &dyn Fn(usize) -> TokenStream,
) -> TokenStream {
    fn level(nested: &Nested, j: usize, row: &dyn Fn(usize) -> TokenStream) -> TokenStream {
        let Some(n) = nested.levels.get(j) else { return quote!(flat__[k__]) };
        let place = match n {
            Some(n) => quote!((k__ * (#n), (#n))),
            None => row(j),
        };
        let inner = match (n, j + 1 == nested.levels.len()) {
            (Some(n), true) => {
                quote!(::wengert::generated::array_of::<_, { #n }>(&flat__[start__..start__ + len__]))
            }
            (None, true) => quote!(flat__[start__..start__ + len__].to_vec()),
            (Some(n), false) => {
                let next = level(nested, j + 1, row);
                quote!(::core::array::from_fn::<_, { #n }, _>(|i__| { let k__ = start__ + i__; #next }))
            }
            (None, false) => {
                let next = level(nested, j + 1, row);
                quote!((start__..start__ + len__).map(|k__| { #next }).collect::<::std::vec::Vec<_>>())
            }
        };
        quote!({ let (start__, len__) = #place; #inner })
    }
    let inner = level(nested, 0, row);
    let rows = match (nested.fixed(), nested.levels.is_empty()) {
        (Some(n), true) => quote!(::wengert::generated::array_of::<_, { #n }>(flat__)),
        (None, true) => quote!(flat__.to_vec()),
        (Some(n), false) => quote!(::core::array::from_fn::<_, { #n }, _>(|k__| #inner)),
        (None, false) => quote!((0..#count).map(|k__| #inner).collect::<::std::vec::Vec<_>>()),
    };
    quote!({ let flat__ = &#flat[..]; #rows })
}

/// Checks that two arrays of arrays have the same lengths.
pub(crate) fn same_rows(nested: &Nested, text: &str, x: &TokenStream, like: &TokenStream) -> TokenStream {
    let mut body = TokenStream::new();
    for (k, level) in nested.levels.iter().enumerate().rev() {
        if k + 1 < nested.levels.len() && !body.is_empty() {
            body = quote!(for (row__, like__) in row__.iter().zip(like__.iter()) { #body });
        }
        if level.is_none() {
            body = quote!(::wengert::generated::same(#text, row__.len(), like__.len()); #body);
        }
    }
    let rows = match body.is_empty() {
        true => TokenStream::new(),
        false => quote!(for (row__, like__) in #x.iter().zip(#like.iter()) { #body }),
    };
    quote!(::wengert::generated::same(#text, #x.len(), #like.len()); #rows)
}
