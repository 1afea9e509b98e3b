//! Calls of what stands beside other functions, `f::gradient(&x)`: each such function is made once.

use crate::core::calls::out_of_line::Called;
use crate::core::value::Value;
use crate::core::{Builder, Refusal, refuse};
use crate::ir::lowered::{Nested, Of};
use front::items::{Derivative, FnId};
use front::ty::Ty as Type;
use quote::format_ident;
use syn::{FnArg, ItemFn, ReturnType, parse_quote};

impl Builder<'_> {
    /// The name under which a derivative of a function is called.
    pub(crate) fn derivative(&mut self, f: FnId, of: FnId, form: Derivative) -> Result<syn::Path, Refusal> {
        if let Some((_, known)) = self.nested.iter().find(|(known, _)| *known == Some(f)) {
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
        let (f_of, of) = (of, if def.method { Of::Method } else { Of::Function });
        let text = self.text_seen_here(f_of).filter(|_| of == Of::Function);
        let nested = Nested { name: name.clone(), of, path, form, inner, text, outer };
        self.nested.push((Some(f), nested));
        Ok(name.into())
    }

    /// An operator on a function that is passed: `gradient(|x| ..., &x)`.
    pub(crate) fn operator(&mut self, form: Derivative, args: Vec<Value>) -> Result<Value, Refusal> {
        let mut args = args.into_iter();
        let f = match args.next() {
            Some(Value::Ref(_, place)) => self.load(&place)?,
            Some(f) => f,
            None => return refuse("an operator without a function"),
        };
        let Some((params, ret)) = self.signature_of_value(&f) else {
            return refuse("a function of this form: write a closure where the operator is");
        };
        let [x] = params.as_slice() else { return refuse("a function of several arguments") };
        let float = || Type::Float(front::ty::Float::F64);
        let (param, owned): (syn::Type, Type) = match x {
            Type::Float(_) => (parse_quote!(f64), float()),
            Type::Ref(false, of) if matches!(&**of, Type::Slice(of) if matches!(**of, Type::Float(_))) => {
                (parse_quote!(&[f64]), Type::Vec(Box::new(float())))
            }
            _ => return refuse("a function of this argument"),
        };
        let gives: syn::Type = match &ret {
            Type::Float(_) => parse_quote!(f64),
            Type::Vec(of) if matches!(**of, Type::Float(_)) => parse_quote!(::std::vec::Vec<f64>),
            _ => return refuse("a function of this result"),
        };
        let closure = Value::Atom(self.handed_on(&f)?);
        let Some(structure) = self.passed_last() else { return refuse("a function of this form") };
        let (value, gradient) = (float(), owned);
        let entries = || Type::Tuple(vec![Type::Int(front::ty::Int::Usize), Type::Vec(Box::new(float()))]);
        let given = match form {
            Derivative::Gradient | Derivative::Hvp => gradient,
            Derivative::ValueAndGradient => Type::Tuple(vec![value, gradient]),
            Derivative::ValueAndHvp => Type::Tuple(vec![value, gradient.clone(), gradient]),
            Derivative::Jvp => Type::Tuple(vec![ret.clone(), ret.clone()]),
            Derivative::HessianRows | Derivative::JacobianRows => entries(),
            Derivative::Vjp => return refuse("`vjp` of a function that is passed"),
        };
        let Some(written) = self.written_ty(&given) else { return refuse("a type without a name here") };
        let name = format_ident!("__{}_{}_{}", self.sig.name, form.name(), self.nested.len());
        let direction: Option<FnArg> = form.has_directions().then(|| parse_quote!(direction: #param));
        let inner = parse_quote!(fn inner(itself: &#structure, x: #param) -> #gives {});
        let outer = parse_quote!(fn outer(itself: &#structure, x: #param, #direction) -> #written {});
        let path = parse_quote!(call);
        self.nested.push((None, Nested { name: name.clone(), of: Of::Passed, path, form, inner, text: None, outer }));
        let itself = Type::Ref(false, Box::new(Type::unknown()));
        let directions = form.has_directions().then(|| x.clone());
        let params = [itself, x.clone()].into_iter().chain(directions).collect();
        let args = [closure].into_iter().chain(args).collect();
        self.push_called(
            Called {
                path: name.into(),
                plain: None,
                method: None,
                params,
                ret: given,
                of_numbers: true,
                constants: vec![],
                resized: vec![],
                lists: vec![],
            },
            args,
        )
    }

    /// A function of this module with the plain attribute.
    fn text_seen_here(&self, f: FnId) -> Option<ItemFn> {
        let text = self.program.text(f).filter(|_| self.is_of_this_module(f))?;
        let plain = |a: &syn::Attribute| match &a.meta {
            syn::Meta::Path(path) => path.segments.last().is_some_and(|s| s.ident == "differentiable"),
            _ => false,
        };
        text.attrs.iter().any(plain).then(|| (*text).clone())
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
