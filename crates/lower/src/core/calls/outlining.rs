//! Functions that are called where they would be written out: outlining. What is taken apart into its parts, or has no
//! attribute, is written out at each call, and a function that is long and called often makes one that the compiler needs
//! minutes for. Such a function is lowered again, and calls those that repeat most; where one cannot be called it is
//! written out as before. What has no attribute is called through a function beside the one at hand, which has derivatives.

use crate::core::calls::out_of_line::Called;
use crate::core::calls::recursion::{DEEPEST, is_unmarked};
use crate::core::value::Value;
use crate::core::{Builder, Expansion, Refusal, Whole, refuse};
use crate::signature::forms::Forms;
use crate::signature::options::Wanted;
use front::items::{FnId, ItemId, Origin};
use front::program::Program;
use front::ty::Ty as Type;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use syn::parse_quote;

/// Functions of more steps take the compiler half a minute and more: some 4000 lines.
pub const LONGEST: usize = 10_000;

/// A function of more steps calls what repeats most in it: the compiler's time grows with the square of the length.
pub(crate) const LONG: usize = 4_000;

/// What is said of a function of more steps.
pub const TAKES_MINUTES: &str = "for whose derivatives the compiler needs minutes";

/// A function of more steps is not lowered to its end.
const FAR_TOO_LONG: usize = 2 * LONGEST;

/// So many functions are tried for one that is too long.
const MOST: usize = 16;

/// How often functions were written out, and how many values that made.
pub(crate) type Sizes = HashMap<FnId, (usize, usize)>;

/// A function that another calls instead of writing out what it does.
pub(crate) struct Outlined {
    pub(crate) f: FnId,
    item: syn::ItemFn,
}

/// What is said of a function of so many steps.
pub fn too_long(steps: &str, repeated: Option<&(String, usize)>) -> String {
    let parts = match repeated {
        Some((name, times)) => format!("put #[differentiable] on `{name}`, which is written out {times} times"),
        None => "make functions with #[differentiable] of parts of it".to_owned(),
    };
    format!(
        "this function has {steps} steps, {TAKES_MINUTES}: write what repeats as loops over arrays, {parts}, or record it with \
         `Program::record`; with #[differentiable(large)] it is compiled as it is"
    )
}

/// A function that is lowered by `lower` if some are called; it is lowered again while it is too long.
pub(crate) fn outlined(
    program: &Program,
    (excluded, longest): (&[FnId], usize),
    lower: impl Fn(&[FnId], &Rc<RefCell<Sizes>>) -> Result<Whole, Refusal>,
) -> Result<Whole, Refusal> {
    let run = |called: &[FnId]| {
        let sizes = Rc::new(RefCell::new(Sizes::new()));
        let lowered = lower(called, &sizes);
        let steps = match &lowered {
            Ok(whole) => whole.lowered.program.values.len(),
            Err(refusal) if refusal.long => usize::MAX,
            Err(_) => return (lowered, None),
        };
        let sizes = sizes.take();
        (lowered, Some((steps, sizes)))
    };
    let (mut best, measured) = run(&[]);
    let Some((mut steps, mut sizes)) = measured else { return best };
    let (mut called, mut tried) = (vec![], excluded.to_vec());
    while steps > longest && tried.len() < MOST {
        let Some(f) = most_repeated(&sizes, |f| !tried.contains(&f)) else { break };
        tried.push(f);
        called.push(f);
        match run(&called) {
            // Both may be too long for their lengths to be known.
            (lowered, Some((now, then))) if now < steps || now == usize::MAX => {
                (best, steps, sizes) = (lowered, now, then);
            }
            _ => _ = called.pop(),
        }
    }
    let unmarked = |f: FnId| !program.func(f).differentiable;
    let repeated = (steps > longest).then(|| most_repeated(&sizes, unmarked)).flatten();
    let repeated = repeated.map(|f| (program.func(f).name.to_string(), sizes[&f].0));
    match best {
        Err(refusal) if refusal.long => {
            let why = too_long(&format!("more than {FAR_TOO_LONG}"), repeated.as_ref());
            Err(Refusal { why, at: None, ..refusal })
        }
        Ok(mut whole) => {
            whole.lowered.repeated = repeated;
            Ok(whole)
        }
        refused => refused,
    }
}

/// The function of which calls would save most.
fn most_repeated(sizes: &Sizes, is_meant: impl Fn(FnId) -> bool) -> Option<FnId> {
    let repeated = sizes.iter().filter(|(f, (times, _))| *times > 1 && is_meant(**f));
    let most = repeated.max_by_key(|(f, (times, values))| (values - values / times, std::cmp::Reverse(**f)));
    most.map(|(f, _)| *f)
}

impl Builder<'_> {
    /// Whether a function is called where others are written out.
    pub(crate) fn is_outlined(&self, f: FnId) -> bool {
        self.outlined.contains(&f)
    }

    /// Notes that a function was written out, and what that made.
    pub(crate) fn note_size(&mut self, f: FnId, before: usize) {
        if self.program.func(f).origin != Origin::Prelude {
            let mut sizes = self.sizes.borrow_mut();
            let (times, values) = sizes.entry(f).or_default();
            *times += 1;
            *values += self.values.len().saturating_sub(before);
        }
    }

    /// Whether so much is written out that it is left: then nothing more is.
    pub(crate) fn is_far_too_long(&mut self) -> Result<(), Refusal> {
        self.is_left |= self.values.len() > FAR_TOO_LONG && !self.large;
        match self.is_left {
            true => Err(Refusal { long: true, ..Refusal::new(too_long("too many", None)) }),
            false => Ok(()),
        }
    }

    /// Calls a function without the attribute through one that stands beside the function at hand.
    pub(crate) fn call_outlined(&mut self, f: FnId, generics: &[Type], args: Vec<Value>) -> Result<Value, Refusal> {
        let def = self.program.func(f);
        let seen = self.program.is_seen_from_home(ItemId::Fn(f)) || self.program.sees_method(f);
        let path = def.path.clone().or_else(|| self.path_of_associated(f)).filter(|_| seen);
        let (Some(path), true) = (path, generics.is_empty() && def.of_trait.is_none()) else {
            return refuse("a function that cannot be called from here");
        };
        if !self.resized_by(f).is_empty() || is_unmarked(self.program, &def.ret, DEEPEST) {
            return refuse("a function that changes lists or gives structures without the derive");
        }
        let (mut inputs, mut names, mut given) = (vec![], vec![], vec![]);
        for (k, (param, value)) in def.params.iter().zip(args).enumerate() {
            let (name, ty) = (format_ident!("p{k}"), self.outlined_ty(&param.ty));
            let Some(ty) = ty else { return refuse("a function that takes functions") };
            let mut constant = None;
            given.push(if is_unmarked(self.program, &param.ty, DEEPEST) {
                let Some(lent) = self.lent(&param.ty, &value)? else {
                    return refuse("a structure without the derive that may carry derivatives");
                };
                self.lent.extend(lent.val());
                constant = Some(quote!(#[constant]));
                Value::Atom(lent)
            } else {
                value
            });
            inputs.push(quote!(#constant #name: #ty));
            names.push(name);
        }
        let Some(ret) = self.outlined_ty(&def.ret) else { return refuse("a function that gives functions") };
        let name = match self.beside.iter().position(|of| of.f == f) {
            Some(k) => self.beside[k].item.sig.ident.clone(),
            None => format_ident!("__outlined_{}_{}", self.beside.len(), &*def.name),
        };
        let item: syn::ItemFn = parse_quote!(fn #name(#(#inputs),*) -> #ret { #path(#(#names),*) });
        if !self.beside.iter().any(|of| of.f == f) {
            self.beside.push(Outlined { f, item });
        } else if self.beside.iter().any(|of| of.f == f && of.item != item) {
            return refuse("a function that takes constants at one place and none at another");
        }
        let params = def.params.iter().map(|p| p.ty.clone()).collect();
        let called = Called {
            path: Ident::clone(&name).into(),
            plain: Some(path),
            method: None,
            params,
            ret: def.ret.clone(),
            of_numbers: true,
            constants: vec![],
            resized: vec![],
            lists: vec![],
        };
        self.push_called(called, given)
    }

    /// A type in the head of such a function.
    fn outlined_ty(&self, ty: &Type) -> Option<TokenStream> {
        Some(match ty {
            Type::Ref(false, of) => {
                let of = self.outlined_ty(of)?;
                quote!(&#of)
            }
            Type::Ref(true, of) => {
                let of = self.outlined_ty(of)?;
                quote!(&mut #of)
            }
            Type::Slice(of) => {
                let of = self.outlined_ty(of)?;
                quote!([#of])
            }
            Type::FnPtr(..) | Type::FnItem(..) | Type::Closure(_) | Type::Param(_) => return None,
            ty if *ty == Type::UNIT => quote!(()),
            ty => self.written_ty(ty)?,
        })
    }
}

/// The derivatives of such a function.
pub(crate) fn expanded(of: &Outlined, expansion: Expansion) -> Result<TokenStream, Refusal> {
    let wanted = Wanted { forms: Some(Forms::CALLS), strict: true, ..Wanted::default() };
    (expansion.function)(&mut of.item.clone(), wanted).map_err(|error| Refusal::new(error.to_string()))
}
