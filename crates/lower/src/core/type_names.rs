//! Types by the names that generated code gives them.

use crate::core::{Builder, Refusal, refuse};
use front::items::{AdtId, FnId, Origin};
use front::program::Program;
use front::ty::{Float, Len, Ty as Type};
use front::typed::Closures;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

/// Sees that the names in a function mean the same wherever a macro writes it.
pub(crate) fn check(program: &Program, f: FnId) -> Result<(), Refusal> {
    let typed = crate::core::calls::typed_body(program, &mut Closures::default(), f, &program.own_args(f))?;
    match typed.ambiguous_name(program) {
        Some(name) => refuse(format!("`{name}`, in what a macro writes, may be one of several items")),
        None => Ok(()),
    }
}

impl Builder<'_> {
    /// A type on plain scalars, as it is written where the function stands.
    pub(crate) fn written_ty(&self, ty: &Type) -> Option<TokenStream> {
        let all = |types: &[Type]| types.iter().map(|t| self.written_ty(t)).collect::<Option<Vec<_>>>();
        Some(match ty {
            Type::Float(Float::Own) => self.sig.scalar.to_token_stream(),
            Type::Float(float) => format_ident!("{}", crate::core::build::float_name(*float)).to_token_stream(),
            Type::Int(int) => format_ident!("{}", int.name()).to_token_stream(),
            Type::Bool => quote!(bool),
            Type::Char => quote!(char),
            Type::Tuple(types) => {
                let types = all(types)?;
                quote!((#(#types,)*))
            }
            Type::Array(of, len) => {
                let (of, len) = (self.written_ty(of)?, self.written_len(len)?);
                quote!([#of; #len])
            }
            Type::Vec(of) => {
                let of = self.written_ty(of)?;
                quote!(::std::vec::Vec<#of>)
            }
            Type::Ref(mutable, of) => {
                let (mutable, of) = (mutable.then(|| quote!(mut)), self.written_ty(of)?);
                quote!(&#mutable #of)
            }
            Type::Slice(of) => {
                let of = self.written_ty(of)?;
                quote!([#of])
            }
            Type::Boxed(by, of) => {
                let ([home, name], of) = (by.path().map(|word| format_ident!("{word}")), self.written_ty(of)?);
                quote!(::std::#home::#name<#of>)
            }
            ty if let Some(of) = self.entry_of_matrix(ty) => {
                let of = self.written_ty(of)?;
                quote!(::wengert::linalg::Matrix<#of>)
            }
            Type::Adt(adt, args) => {
                let (path, args) = (self.program.path_of_adt(*adt)?, all(args)?);
                if args.is_empty() { path.to_token_stream() } else { quote!(#path<#(#args),*>) }
            }
            Type::Opaque(text) if &**text == "String" => quote!(::std::string::String),
            Type::Opaque(text) if is_cow_of_text(text) => quote!(::std::borrow::Cow<'_, str>),
            Type::Const(len) => self.written_len(len)?,
            Type::Rigid(f, k) => {
                let name = &self.program.func(*f).generics.names[*k];
                syn::parse_str::<syn::Ident>(name).ok()?.to_token_stream()
            }
            _ => return None,
        })
    }

    fn written_len(&self, len: &Len) -> Option<TokenStream> {
        match len {
            Len::Known(n) => Some(proc_macro2::Literal::u64_unsuffixed(*n).to_token_stream()),
            Len::Text(text) => {
                let text: TokenStream = text.parse().ok()?;
                Some(if syn::parse2::<syn::Ident>(text.clone()).is_ok() { text } else { quote!({ #text }) })
            }
            Len::Param(_) | Len::Var(_) => None,
        }
    }

    /// Whether a type is written on a number of its own.
    pub(crate) fn is_open(&self, adt: AdtId) -> bool {
        self.program.path_of_adt(adt).is_some_and(|path| crate::around::is_open(&path))
    }

    /// Whether it is a type of std's by this name.
    pub(crate) fn is_std(&self, adt: AdtId, name: &str) -> bool {
        let def = self.program.adt(adt);
        def.origin == Origin::Prelude && *def.name == *name
    }

    /// A type over the function's number, as generated functions name it.
    pub(crate) fn twin(&mut self, ty: &Type) -> Option<TokenStream> {
        let written = self.written_ty(ty)?;
        Some(self.twin_of(&written))
    }

    /// The same of a type as it is written on plain scalars.
    pub(crate) fn twin_of(&mut self, written: &TokenStream) -> TokenStream {
        let number = &self.sig.number;
        let text = written.to_string();
        let known = self.twins.iter().find(|(t, _)| *t == text).map(|(_, name)| name.clone());
        let (params, args): (Vec<_>, Vec<_>) = self
            .sig
            .generics
            .iter()
            .zip(&self.sig.arguments)
            .filter_map(|(p, a)| {
                let name = a.to_string();
                let mentioned = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
                let is_const = p.to_string().starts_with("const ");
                mentioned.then(|| (if is_const { p.clone() } else { a.clone() }, a))
            })
            .unzip();
        let name = known.unwrap_or_else(|| {
            let name = format_ident!("__Twin{}", self.items.len());
            let scalar = &self.sig.scalar;
            self.items.push(syn::parse_quote! {
                type #name<__N #(, #params)*> = <#written as ::wengert::Differentiable<#scalar>>::Over<__N>;
            });
            self.twins.push((text.clone(), name.clone()));
            name
        });
        quote!(#name::<#number #(, #args)*>)
    }
}

/// Whether a type as it was written, with blanks between its words, is that of texts that may be lent.
fn is_cow_of_text(written: &str) -> bool {
    let (path, of) = written.split_once(" <").unwrap_or_default();
    path.split(":: ").last() == Some("Cow") && of.ends_with(" str >")
}
