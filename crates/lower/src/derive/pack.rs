//! How a value is taken apart into numbers and words, and built again: what a record is made of.

use super::Shape;
use super::fields::Field;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Type;

/// Constants that are one word each.
const WORDS: [&str; 13] =
    ["usize", "isize", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "bool", "f64", "f32"];

/// Whether a constant of a type is one word.
fn is_word(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.qself.is_none() && WORDS.iter().any(|w| p.path.is_ident(w)))
}

/// How a constant is taken apart.
struct Constant {
    /// Visits its words, from a reference `x`.
    words: TokenStream,
    /// The value of such words.
    build: TokenStream,
    /// How many there are; none where that differs from value to value.
    count: Option<TokenStream>,
}

impl Constant {
    /// Of a type, if it is made of words, texts, and enums of such.
    fn of(ty: &Type) -> Option<Constant> {
        Constant::found(ty, true)
    }

    /// `here` if the type's names are those of where the field is.
    fn found(ty: &Type, here: bool) -> Option<Constant> {
        let of = |ty| Constant::found(ty, here);
        let new = |words, build, count| Some(Constant { words, build, count });
        match ty {
            ty if is_word(ty) => new(
                quote!(f(::wengert::generated::Word::word(*x));),
                quote!(::wengert::generated::Word::from_word(words())),
                Some(quote!(1)),
            ),
            Type::Path(p) if p.qself.is_none() && p.path.is_ident("String") => {
                new(quote!(::wengert::generated::text_words(x, f);), quote!(::wengert::generated::text_of(words)), None)
            }
            Type::Tuple(t) => {
                let all: Vec<Constant> = t.elems.iter().map(of).collect::<Option<_>>()?;
                let (mut words, mut count) = (TokenStream::new(), Some(quote!(0)));
                for (k, part) in all.iter().enumerate() {
                    let (k, visit) = (syn::Index::from(k), &part.words);
                    words.extend(quote!({ let x = &x.#k; #visit }));
                    count = count.zip(part.count.as_ref()).map(|(sum, n)| quote!(#sum + #n));
                }
                let build = all.iter().map(|part| &part.build);
                new(words, quote!((#(#build,)*)), count)
            }
            Type::Array(a) => {
                let (Constant { words, build, count }, len) = (of(&a.elem)?, &a.len);
                let count = count.map(|n| quote!((#n) * (#len)));
                new(quote!(for x in x.iter() { #words }), quote!(::core::array::from_fn(|_| #build)), count)
            }
            ty => {
                if let Some(inside) = crate::syntax::types::argument_of(ty, &["Vec"]) {
                    let Constant { words, build, .. } = of(inside)?;
                    return new(
                        quote!(f(x.len() as u64); for x in x.iter() { #words }),
                        quote!({ let len = words(); (0..len).map(|_| #build).collect() }),
                        None,
                    );
                }
                if let Some(inside) = crate::syntax::types::argument_of(ty, &["Option"]) {
                    let Constant { words, build, .. } = of(inside)?;
                    return new(
                        quote!(f(u64::from(x.is_some())); for x in x.iter() { #words }),
                        quote!((words() != 0).then(|| #build)),
                        None,
                    );
                }
                if !here {
                    return None;
                }
                let variants = crate::around::variants_of(ty)?;
                let (mut visits, mut made, mut counts) = (vec![], vec![], vec![]);
                for (name, fields) in &variants {
                    let (mut binds, mut words, mut builds) = (vec![], TokenStream::new(), vec![]);
                    let mut count = Some(quote!(0));
                    for (k, (member, ty)) in fields.iter().enumerate() {
                        let (part, x) = (Constant::found(ty, false)?, format_ident!("x{k}"));
                        let (visit, build) = (part.words, part.build);
                        count = count.zip(part.count).map(|(sum, n)| quote!(#sum + #n));
                        binds.push(quote!(#member: #x));
                        words.extend(quote!({ let x = #x; #visit }));
                        builds.push(quote!(#member: #build));
                    }
                    counts.push(count);
                    visits.push((quote!(#ty::#name { #(#binds),* }), words));
                    made.push(quote!(#ty::#name { #(#builds),* }));
                }
                // Where all variants are of known length, the shorter ones are filled up.
                let counts: Option<Vec<TokenStream>> = counts.into_iter().collect();
                let most = counts.as_ref().map(|all| quote!(const { ::wengert::generated::most(&[#(#all),*]) }));
                let rest = |k: usize| most.as_ref().zip(counts.as_ref()).map(|(most, all)| (&all[k], most));
                let visits = visits.iter().enumerate().map(|(k, (pattern, words))| {
                    let fill = rest(k).map(|(n, most)| quote!(for _ in #n..#most { f(0); }));
                    let k = k as u64;
                    quote!(#pattern => { f(#k); #words #fill })
                });
                let arms = made.iter().enumerate().map(|(k, made)| {
                    let fill = rest(k).map(|(n, most)| quote!(for _ in #n..#most { words(); }));
                    let (last, k) = (k + 1 == variants.len(), k as u64);
                    let pattern = if last { quote!(_) } else { quote!(#k) };
                    quote!(#pattern => { let made = #made; #fill made })
                });
                let (visits, build) = (quote!(match x { #(#visits)* }), quote!(match words() { #(#arms)* }));
                let count = counts.as_ref().map(|all| quote!(1 + ::wengert::generated::most(&[#(#all),*])));
                new(visits, build, count)
            }
        }
    }
}

impl Shape<'_> {
    /// What the type over a number says of it; nothing where it holds a constant that is no word.
    pub(super) fn packed(&self, number: &TokenStream) -> TokenStream {
        let fields = || self.variants.iter().flat_map(|v| &v.fields);
        let constants: Option<Vec<Constant>> = fields().filter(|f| !f.active).map(|f| Constant::of(&f.ty)).collect();
        let Some(constants) = constants.filter(|_| !self.idle && !self.variants.is_empty() && !self.holds_itself())
        else {
            return TokenStream::new();
        };
        let many = self.variants.len() > 1;
        let bundle = |f: &Field| {
            let ty = self.field_over(f, number);
            quote!(<#ty as ::wengert::Bundle<#number>>)
        };
        let packs = fields().filter(|f| f.active).map(|f| {
            let ty = bundle(f);
            quote!(&& #ty::PACKS)
        });
        let (mut numbers, mut count, mut even) = (quote!(0), quote!(0), quote!(Self::FIXED));
        for ty in fields().filter(|f| f.active).map(bundle) {
            numbers.extend(quote!(+ #ty::SIZE.0));
            count.extend(quote!(+ #ty::SIZE.1));
            even.extend(quote!(&& #ty::EVEN));
        }
        for c in &constants {
            match &c.count {
                Some(n) => count.extend(quote!(+ #n)),
                None => even.extend(quote!(&&false)),
            }
        }
        let (mut words, mut build) = (vec![], vec![]);
        for (k, v) in self.variants.iter().enumerate() {
            let (path, pattern, k) = (v.path(&quote!(Self)), v.pattern("a"), k as u64);
            let tag = many.then(|| quote!(f(#k);));
            let visits = v.fields.iter().enumerate().map(|(k, f)| {
                let x: Ident = format_ident!("a{k}");
                match f.active {
                    true => {
                        let ty = bundle(f);
                        quote!(#ty::words(#x, f);)
                    }
                    false => {
                        let words = Constant::of(&f.ty).map(|c| c.words);
                        quote!({ let x = #x; #words })
                    }
                }
            });
            words.push(quote!(#path #pattern => { #tag #(#visits)* }));
            let made = v.fields.iter().map(|f| {
                let member = &f.name;
                match f.active {
                    true => {
                        let ty = bundle(f);
                        quote!(#member: #ty::build(numbers, words))
                    }
                    false => {
                        let build = Constant::of(&f.ty).map(|c| c.build);
                        quote!(#member: #build)
                    }
                }
            });
            build.push((k, quote!(#path { #(#made),* })));
        }
        let build = match (build.split_last(), many) {
            (Some(((_, last), rest)), true) => {
                let rest = rest.iter().map(|(k, made)| quote!(#k => #made,));
                quote!(match words() { #(#rest)* _ => #last })
            }
            (Some(((_, only), _)), false) => only.clone(),
            (None, _) => return TokenStream::new(),
        };
        quote! {
            const PACKS: bool = true #(#packs)*;
            const EVEN: bool = #even;
            const SIZE: (usize, usize) = (#numbers, #count);
            #[inline]
            fn words<__F: ::core::ops::FnMut(u64)>(&self, f: &mut __F) {
                match self { #(#words)* }
            }
            #[inline]
            fn build<__M: ::core::ops::FnMut() -> #number, __W: ::core::ops::FnMut() -> u64>(
                numbers: &mut __M, words: &mut __W
            ) -> Self {
                #build
            }
        }
    }
}
