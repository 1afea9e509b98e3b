//! Calls of what stands beside other functions, `f::gradient(&x)`: each such function is made once.

use super::{Builder, Refusal, refuse};
use crate::nested::Nested;
use front::items::{Derivative, FnId};
use front::ty::Ty as Type;
use quote::format_ident;
use syn::{FnArg, ItemFn, ReturnType, parse_quote};

impl Builder<'_> {
    /// The name under which a derivative of a function is called.
    pub(super) fn derivative(&mut self, f: FnId, of: FnId, form: Derivative) -> Result<syn::Path, Refusal> {
        if let Some((_, known)) = self.nested.iter().find(|(known, _)| *known == f) {
            return Ok(known.name.clone().into());
        }
        if self.stack.iter().any(|(around, _)| *around == of) {
            return refuse("a function that takes a derivative of itself");
        }
        let def = self.program.func(of);
        let own = def.method.then(|| syn::Path::from(syn::Ident::new(&def.name, self.span)));
        let Some(path) = own.or_else(|| def.path.clone()) else {
            return refuse("the derivative of a function that has no name here");
        };
        let name = format_ident!("__{}_{}_{}", self.sig.name, form.name(), self.nested.len());
        let (inner, outer) = (self.head_seen_here(of)?, self.head_seen_here(f)?);
        let nested = Nested { name: name.clone(), of: path, method: def.method, form, inner, outer };
        self.nested.push((f, nested));
        Ok(name.into())
    }

    /// A function without its body, its types by the names that they have where the function at hand stands.
    fn head_seen_here(&self, f: FnId) -> Result<ItemFn, Refusal> {
        let def = self.program.func(f);
        let mut head = self.program.head(f).ok_or_else(|| Refusal::new("the signature of a function"))?;
        for (input, param) in head.sig.inputs.iter_mut().zip(&def.params) {
            if let FnArg::Typed(input) = input {
                self.see_here(&mut input.ty, &param.ty)?;
            }
        }
        if let ReturnType::Type(_, ty) = &mut head.sig.output {
            self.see_here(ty, &def.ret)?;
        }
        head.attrs.clear();
        Ok(head)
    }

    fn see_here(&self, ty: &mut syn::Type, of: &Type) -> Result<(), Refusal> {
        match (ty, of) {
            (syn::Type::Paren(ty), of) => self.see_here(&mut ty.elem, of),
            (syn::Type::Group(ty), of) => self.see_here(&mut ty.elem, of),
            (syn::Type::Reference(ty), Type::Ref(_, of)) => self.see_here(&mut ty.elem, of),
            (syn::Type::Slice(ty), Type::Slice(of)) => self.see_here(&mut ty.elem, of),
            (syn::Type::Array(ty), Type::Array(of, _)) => self.see_here(&mut ty.elem, of),
            (syn::Type::Tuple(ty), Type::Tuple(parts)) => {
                ty.elems.iter_mut().zip(parts).try_for_each(|(ty, of)| self.see_here(ty, of))
            }
            (syn::Type::Path(path), Type::Vec(of)) => {
                let last = path.path.segments.last_mut().map(|last| &mut last.arguments);
                match last {
                    Some(syn::PathArguments::AngleBracketed(args)) => match args.args.first_mut() {
                        Some(syn::GenericArgument::Type(ty)) => self.see_here(ty, of),
                        _ => Ok(()),
                    },
                    _ => Ok(()),
                }
            }
            (ty, of @ Type::Adt(..)) => {
                let written = self.written_ty(of).ok_or_else(|| Refusal::new("a type without a name here"))?;
                *ty = parse_quote!(#written);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
