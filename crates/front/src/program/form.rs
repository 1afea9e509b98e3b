//! Methods beside which no derivatives can stand, as no type over any number answers to what they take or give: a box of
//! a trait, a place to write, a range of numbers. Who calls them follows their bodies.

use super::Program;
use super::read::has;
use super::scope::Scope;
use super::types::TypeReader;
use crate::items::Origin;
use crate::ty::Ty;
use crate::visit::Visit;

/// Holders of std's that have a form over any number.
const OF_STD: [&str; 4] = ["BTreeMap", "Matrix", "Option", "Result"];

impl Program {
    /// Whether what a method takes or gives has no form over any number, by its types as they are written.
    pub fn is_formless(&self, scope: &Scope, sig: &syn::Signature) -> bool {
        if has_no_name(&sig.output) || self.takes_what_changes(sig) {
            return true;
        }
        let mut reader = TypeReader::new(self, &self.within(scope, &sig.generics, &[]));
        reader.hidden = Some(vec![]);
        for input in &sig.inputs {
            let syn::FnArg::Typed(input) = input else { continue };
            if has(&input.attrs, "constant") {
                continue;
            }
            let ty = reader.ty(&input.ty);
            let behind = if let Ty::Ref(_, of) = &ty { &**of } else { &ty };
            if !matches!(behind, Ty::FnPtr(..)) && !self.has_form(behind) {
                return true;
            }
        }
        !self.has_form(&reader.output(&sig.output))
    }

    fn has_form(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Dyn(..) | Ty::FnPtr(..) | Ty::Ref(true, _) => false,
            Ty::Adt(adt, _) => {
                let def = self.adt(*adt);
                let known = def.origin != Origin::Prelude || OF_STD.contains(&&*def.name);
                (known || !self.holds_numbers(ty)) && ty.parts().all(|part| self.has_form(part))
            }
            _ => ty.parts().all(|part| self.has_form(part)),
        }
    }
}

/// Whether a type without a name is in a result.
fn has_no_name(output: &syn::ReturnType) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut found = Found(false);
    found.visit_return_type(output);
    found.0
}
