//! Methods that answer with a constant and only look at fields: over a number they run on the value where it lies.
//! Constant fields are the same there; of the others, those that are looked at are taken without derivatives.
//!
//! A plain value of its own for each question made the gradient of a spline take 23 times the spline's instructions, of
//! which seven tenths went to the heap.

use super::Place;
use crate::around;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::BTreeMap;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, FnArg, Generics, ImplItemFn, Member, ReturnType, Type, parse_quote};

/// Whether the method looks at nothing but fields, and gives nothing that lies in them; of a type without parameters.
pub(crate) fn looks(method: &ImplItemFn, of: &Type, around: &Generics) -> bool {
    let sig = &method.sig;
    let plain = match of {
        Type::Path(p) => p.qself.is_none() && p.path.segments.iter().all(|s| s.arguments.is_empty()),
        _ => false,
    };
    let lends = sig.receiver().is_some_and(|r| r.reference.is_some() && r.mutability.is_none());
    let simple = sig.generics.params.is_empty() && around.params.is_empty() && sig.asyncness.is_none();
    let gives = match &sig.output {
        ReturnType::Type(_, ty) => !ty.to_token_stream().to_string().contains(['&', '\'']),
        ReturnType::Default => false,
    };
    let named = |ty: &Type| !["Self", "impl"].iter().any(|word| crate::derive::mentions(ty, word));
    let typed = sig.inputs.iter().all(|input| match input {
        FnArg::Typed(t) => named(&t.ty),
        FnArg::Receiver(_) => true,
    });
    let typed = typed && matches!(&sig.output, ReturnType::Type(_, ty) if named(ty));
    if !plain || !lends || !simple || !gives || !typed {
        return false;
    }
    let mut fields = Fields(0);
    fields.visit_block_mut(&mut method.block.clone());
    count(method.block.to_token_stream(), "self") == fields.0 && count(method.block.to_token_stream(), "Self") == 0
}

/// How often a name stands in a text, macros included.
fn count(tokens: TokenStream, name: &str) -> usize {
    let one = |token| match token {
        TokenTree::Ident(i) => usize::from(i == name),
        TokenTree::Group(g) => count(g.stream(), name),
        _ => 0,
    };
    tokens.into_iter().map(one).sum()
}

/// Counts where a field of the receiver is looked at.
struct Fields(usize);

impl VisitMut for Fields {
    fn visit_expr_field_mut(&mut self, f: &mut syn::ExprField) {
        self.0 += usize::from(is_self(&f.base));
        visit_mut::visit_expr_field_mut(self, f);
    }
}

fn is_self(e: &Expr) -> bool {
    matches!(e, Expr::Path(p) if p.path.is_ident("self"))
}

impl Place {
    /// Whether [`looks`] holds of the method here.
    pub(super) fn looks(&self, method: &ImplItemFn) -> bool {
        let own = self.of.is_none() && self.operator.is_none() && self.number.is_none() && !self.constant;
        let answers = matches!(&method.sig.output, ReturnType::Type(_, ty) if around::is_answer(ty));
        own && answers && looks(method, &self.ty, &self.generics)
    }

    /// The body of such a method, over a number.
    pub(super) fn looked(&self, method: &ImplItemFn, number: &Ident) -> Block {
        let mut look = Look { of: &self.ty, number, taken: BTreeMap::new() };
        let mut block = method.block.clone();
        look.visit_block_mut(&mut block);
        let taken = look.taken.into_values().map(|(member, name)| -> syn::Stmt {
            parse_quote!(let #name = ::wengert::generated::asked!(#number, &self.#member);)
        });
        block.stmts.splice(0..0, taken);
        block
    }
}

struct Look<'p> {
    of: &'p Type,
    number: &'p Ident,
    /// The fields that are taken as a whole, by their names, and the names that they are given.
    taken: BTreeMap<String, (Member, Ident)>,
}

impl Look<'_> {
    /// The type of a part of the receiver, as far as it is known, and whether it is constant; nothing for what is none.
    fn part(&self, e: &Expr) -> Option<(Option<Type>, bool)> {
        match e {
            Expr::Paren(p) => self.part(&p.expr),
            Expr::Field(f) if is_self(&f.base) => Some(of_field(Some(self.of), &f.member)),
            Expr::Field(f) => match self.part(&f.base)? {
                (_, true) => Some((None, true)),
                (of, false) => Some(of_field(of.as_ref(), &f.member)),
            },
            Expr::Index(i) => match self.part(&i.expr)? {
                (_, true) => Some((None, true)),
                _ if matches!(*i.index, Expr::Range(_)) => Some((None, false)),
                (of, false) => Some((of.as_ref().and_then(crate::types::element_of).cloned(), false)),
            },
            _ => None,
        }
    }

    /// Looks through the indices on the way to a part; `whole` if the field that it lies in is taken.
    fn way(&mut self, e: &mut Expr, whole: bool) {
        match e {
            Expr::Paren(p) => self.way(&mut p.expr, whole),
            Expr::Field(f) if !is_self(&f.base) => self.way(&mut f.base, whole),
            Expr::Index(i) => {
                self.way(&mut i.expr, whole);
                self.visit_expr_mut(&mut i.index);
            }
            Expr::Field(f) if whole => {
                let (member, key) = (f.member.clone(), f.member.to_token_stream().to_string());
                let name = format_ident!("taken__{}", key, span = proc_macro2::Span::call_site());
                self.taken.insert(key, (member, name.clone()));
                *e = parse_quote!(#name);
            }
            _ => {}
        }
    }
}

fn of_field(of: Option<&Type>, member: &Member) -> (Option<Type>, bool) {
    match of.and_then(|of| around::field_of(of, None, member)) {
        Some((ty, constant)) => (Some(ty), constant),
        None => (None, false),
    }
}

impl VisitMut for Look<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::MethodCall(m) = e
            && (m.method == "len" || m.method == "is_empty")
            && let Some((Some(of), _)) = self.part(&m.receiver)
            && crate::types::element_of(&of).is_some()
        {
            return self.way(&mut m.receiver, false);
        }
        let Some((of, constant)) = self.part(e) else { return visit_mut::visit_expr_mut(self, e) };
        let number = |ty: &Type| matches!(ty, Type::Path(p) if p.path.is_ident("f64") || p.path.is_ident("f32"));
        let one = of.as_ref().is_some_and(number);
        self.way(e, !constant && !one);
        if one && !constant {
            let number = self.number;
            *e = parse_quote!(::wengert::generated::asked!(#number, &#e));
        }
    }
}

/// The method over a number, from its body there.
pub(super) fn looking(place: &Place, method: &ImplItemFn, name: &Ident, scalar: &Ident) -> TokenStream {
    let number = format_ident!("__N");
    let ((over, _, params), inputs) = (place.twin(&number, scalar), &method.sig.inputs);
    let (ret, block) = (&method.sig.output, place.looked(method, &number));
    quote! {
        #[doc(hidden)]
        #[allow(warnings, clippy::all)]
        impl<#number: ::wengert::Real<#scalar>, #(#params),*> #over {
            pub fn #name(#inputs) #ret #block
        }
    }
}
