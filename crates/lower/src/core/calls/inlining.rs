//! Which functions are written out where they are called.

use crate::core::Builder;
use front::items::{FnId, ItemId, Origin};
use front::ty::Ty as Type;

impl Builder<'_> {
    /// Whether a function is written out where it is called.
    pub(crate) fn is_inlined(&self, f: FnId) -> bool {
        let def = self.program.func(f);
        if def.origin == Origin::Prelude {
            return true;
        }
        if def.differentiable && self.is_outlined(f) {
            return false;
        }
        if self.gives_a_constant(f) {
            return true;
        }
        // What has no derivatives of its own has those of its text.
        let itself = self.stack.first().is_some_and(|(own, _)| *own == f);
        if !itself && self.is_of_closed(f) {
            return false;
        }
        if !def.differentiable && !itself && def.has_text && matches!(def.origin, Origin::Crate | Origin::Body) {
            return true;
        }
        // What cannot be named from here is written out too.
        let marked = def.has_text && def.origin == Origin::Crate && self.is_plainly_marked(f);
        let named = match def.path {
            Some(_) => self.is_nameable(ItemId::Fn(f)),
            None => def.method || self.function_of_method(f, true).is_some(),
        };
        if marked && !itself && !named {
            return true;
        }
        // What is made of structures is taken apart.
        let of_references = |ty: &Type| ty.element().is_some_and(|of| matches!(of, Type::Ref(..)));
        let plain = |ty: &Type| {
            if of_references(ty) {
                return false;
            }
            crate::core::build::scalar(ty).is_some()
                || matches!(ty, Type::Ref(false, of) if crate::core::build::scalar(of).is_some())
                || ty.element().is_some_and(|of| crate::core::build::scalar(of).is_some())
                || crate::core::lists::nested::nested(ty).is_some_and(|levels| levels.iter().any(Option::is_none))
        };
        let all = def.params.iter().map(|p| &p.ty).chain([&def.ret]);
        let structured = !all.filter(|ty| **ty != Type::UNIT).all(plain);
        let is_marked = def.has_text && self.is_plainly_marked(f);
        structured && (def.has_text && itself || is_marked) || is_marked && !itself && self.is_small(f)
    }

    /// Whether a function has the attribute without a rule of its own, and is not recorded.
    pub(crate) fn is_plainly_marked(&self, f: FnId) -> bool {
        let Some(text) = self.program.text(f) else { return false };
        text.attrs.iter().all(|a| match a.path().segments.last() {
            Some(last) if last.ident == "differentiable" => match &a.meta {
                syn::Meta::Path(_) => true,
                syn::Meta::List(list) => {
                    let wanted = list.parse_args::<crate::signature::options::Wanted>();
                    wanted.is_ok_and(|w| w.rule.is_none() && !w.options.tape && !w.options.large && !w.options.vector)
                }
                syn::Meta::NameValue(_) => false,
            },
            _ => true,
        })
    }
}
