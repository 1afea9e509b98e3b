//! Methods of constants that are known by a trait alone, `&dyn Law` or `#[constant] law: &impl Law`: they are called as they
//! stand on constants. By what carries derivatives they have none.

use crate::core::expr::opaque::Text;
use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Storage};
use front::items::FnId;
use front::ty::Ty as Type;
use quote::{ToTokens, quote};

/// Whether a reference to an argument is handed on; lists are references already.
pub(crate) fn is_lent(ty: &Type) -> bool {
    matches!(ty, Type::Ref(false, of) if of.element().is_none())
}

impl Builder<'_> {
    /// What a method of a constant trait object gives for constants.
    pub(crate) fn of_object(&mut self, f: FnId, object: Text, args: Vec<Value>) -> Result<Value, Refusal> {
        let def = self.program.func(f);
        let (mut vals, mut given) = (object.vals, vec![]);
        for (arg, param) in args.into_iter().zip(&def.params[1..]) {
            let atom = self.constant_argument(f, arg, &param.ty)?;
            let (lent, tokens) = (is_lent(&param.ty).then(|| quote!(&)), self.tokens(&atom));
            given.push(quote!(#lent #tokens));
            vals.extend(atom.val());
        }
        let (object, name) = (object.tokens, syn::Ident::new(&def.name, self.span));
        let code = self.given_by_code(quote!(#object.#name(#(#given),*)), vals, &def.ret)?;
        self.settle(code, self.span)
    }

    /// An argument of a method that is called as it stands.
    ///
    /// # Errors
    /// If it carries derivatives: then the function compiles in no form.
    pub(crate) fn constant_argument(&mut self, f: FnId, arg: Value, ty: &Type) -> Result<Atom, Refusal> {
        let mut value = arg;
        while let Value::Ref(_, place) = &value {
            if let Some(list) = self.constant_list(place)? {
                return Ok(list);
            }
            value = self.load(place)?;
        }
        match self.settle(value, self.span)? {
            Value::Atom(atom) if self.is_constant_atom(&atom) => Ok(atom),
            Value::Atom(_) => self.no_derivative_by(f),
            _ if self.program.func(f).differentiable && !self.is_without_numbers(ty.behind()) => {
                self.no_derivative_by(f)
            }
            _ => refuse("an argument of this type"),
        }
    }

    /// A list of constants that a parameter is.
    fn constant_list(&mut self, place: &Place) -> Result<Option<Atom>, Refusal> {
        let list = match self.load(place)? {
            Value::List(list) if list.part.is_none() => list,
            _ => return Ok(None),
        };
        let Some(arr) = list.leaf() else { return Ok(None) };
        let array = &self.arrays[arr];
        let constant = array.param && !array.lifted && matches!(array.storage, Storage::Shared);
        Ok(constant.then(|| Atom::lit(array.name.to_token_stream())))
    }

    fn no_derivative_by<X>(&self, f: FnId) -> Result<X, Refusal> {
        let def = self.program.func(f);
        if def.differentiable {
            let why = format!(
                "`{}` is called on a constant with what carries derivatives: hand that in as a parameter without #[constant], \
                 `&impl ..` and not `&dyn ..`; objects of several types are an enum",
                def.name
            );
            return Err(Refusal { wrong: true, at: Some(self.span), ..Refusal::new(why) });
        }
        let of_trait = def.of_trait.map(|of| self.program.trait_def(of).name.to_string()).unwrap_or_default();
        refuse(format!("`{}` {} the trait `{of_trait}`, and on each `impl` of it", def.name, crate::core::NOT_MARKED))
    }
}
