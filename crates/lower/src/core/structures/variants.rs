//! Enums that lie outside: which variant one is, and what it holds.

use crate::core::build::usize_lit;
use crate::core::structures::Whole;
use crate::core::value::{Choice, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Op, Projection, Projections, Step, Ty, Verbatim};
use front::items::AdtId;
use front::ty::Ty as Type;
use quote::{format_ident, quote};

impl Builder<'_> {
    /// Which variant an enum outside is; its fields are left where they are.
    pub(crate) fn whole_tag(&mut self, w: &Whole) -> Result<Choice, Refusal> {
        let Type::Adt(adt, _) = &w.ty else { return refuse("no enum") };
        let def = self.program.adt(*adt);
        let n = def.variants.len();
        let ask = |b: &mut Self, k: usize| -> Result<Atom, Refusal> {
            let name = format_ident!("{}", &*def.variants[k].name);
            if !w.plain && (def.differentiable || b.is_std(*adt, "Option") || b.is_std(*adt, "Result")) {
                let asks = match def.differentiable {
                    true => crate::syntax::names::asked(&name),
                    false => format_ident!("is_{}", name.to_string().to_lowercase()),
                };
                let path = w.path.then(Projection::Method(asks));
                return Ok(b.temporary(Ty::Bool, Op::Field(Atom::Val(w.of), path), b.span));
            }
            let path = b.path_of_type(*adt)?;
            let (code, vals) = b.constant_place(w);
            let code = Verbatim::of(quote!(::core::matches!(#code, #path::#name { .. })), vals);
            Ok(b.temporary(Ty::Bool, Op::Verbatim(code), b.span))
        };
        let tag = match n {
            0 | 1 => usize_lit(0),
            2 => ask(self, 1)?,
            _ => {
                let flags = (1..n).map(|k| ask(self, k)).collect::<Result<Vec<_>, _>>()?;
                let arms = flags.iter().enumerate().map(|(k, flag)| {
                    let (flag, k) = (self.tokens(flag), proc_macro2::Literal::usize_unsuffixed(k + 1));
                    quote!(if #flag { #k } else)
                });
                let code = Verbatim::of(quote!(#(#arms)* { 0usize }), flags.iter().filter_map(Atom::val).collect());
                self.temporary(Ty::usize(), Op::Verbatim(code), self.span)
            }
        };
        Ok(Choice { tag, variants: vec![None; n] })
    }

    /// An enum outside with the fields of the variant that it is.
    pub(crate) fn load_choice(&mut self, w: &Whole, adt: AdtId, args: &[Type]) -> Result<Value, Refusal> {
        let def = self.program.adt(adt);
        if def.variants.iter().flat_map(|v| &v.fields).any(|f| holds(self, &f.ty.with(args), &w.ty)) {
            return if w.plain { Ok(Value::Outside(w.clone())) } else { refuse("a type that holds itself") };
        }
        let mut choice = self.whole_tag(w)?;
        for (k, variant) in def.variants.iter().enumerate() {
            if variant.fields.is_empty() {
                choice.variants[k] = Some(vec![]);
                continue;
            }
            if let ([field], true) = (variant.fields.as_slice(), w.plain && self.is_maybe(&w.ty)) {
                let ty = field.ty.with(args);
                let is_error = &*variant.name == "Err";
                if is_error && crate::core::expr::opaque::is_closed(&ty) {
                    let lent = self.lent_by_variant(w, k, ty)?;
                    choice.variants[k] = Some(vec![self.load_whole(&lent)?]);
                    continue;
                }
                let stays = is_error && matches!(ty, Type::Adt(..)) || self.is_endless(ty.behind(), 0);
                if stays && ty.element().is_none() {
                    let lent = self.lent_by_variant(w, k, ty)?;
                    choice.variants[k] = Some(vec![match lent.ty {
                        Type::Ref(..) => self.load_whole(&lent)?,
                        _ => Value::Outside(lent),
                    }]);
                    continue;
                }
            }
            let is = self.is_variant(&choice, k)?;
            let fields = self.branch(
                is,
                |b| {
                    let mut all = vec![];
                    for i in 0..variant.fields.len() {
                        let field = b.whole_variant(w, k, i)?;
                        let value = b.load_whole(&field)?;
                        all.push(b.apart(value)?);
                    }
                    Ok(Value::Tuple(all))
                },
                |_| Ok(Value::Never),
            )?;
            choice.variants[k] = match fields {
                Value::Tuple(fields) => Some(fields),
                _ => None,
            };
        }
        Ok(Value::Enum(Box::new(choice)))
    }

    /// A tuple, or what may not be there: it is taken apart though what is in it is not.
    pub(crate) fn is_maybe(&self, ty: &Type) -> bool {
        matches!(ty, Type::Tuple(_))
            || matches!(ty, Type::Adt(adt, _) if self.is_std(*adt, "Option") || self.is_std(*adt, "Result"))
    }

    /// What a variant of a constant holds, where it is: it is looked into only where it is there.
    fn lent_by_variant(&mut self, w: &Whole, variant: usize, ty: Type) -> Result<Whole, Refusal> {
        let Type::Adt(adt, _) = &w.ty else { return refuse("a variant of this") };
        let path = self.path_of_type(*adt)?;
        let name = format_ident!("{}", &*self.program.adt(*adt).variants[variant].name);
        let (root, vals) = self.constant_place(w);
        // A text is held in an arm where it may not be there.
        let other = match &ty {
            Type::Opaque(text) if &**text == "String" => {
                quote!(::core::option::Option::Some(const { &::std::string::String::new() }))
            }
            Type::Ref(false, of) if **of == Type::Str => quote!(::core::option::Option::Some(&"")),
            _ => quote!(::core::option::Option::None),
        };
        let code = quote!(match &#root {
            #path::#name(part) => ::core::option::Option::Some(part),
            _ => #other,
        });
        let of = self.value("t", Ty::Unknown, self.span);
        self.out.push(Step::Let(of, Op::Verbatim(Verbatim::of(code, vals))));
        let path = Projections::default().method("unwrap");
        Ok(Whole { of, constant: true, plain: true, path, ty })
    }
}

/// Whether a value of a type may hold one of another.
pub(crate) fn holds(b: &Builder<'_>, ty: &Type, of: &Type) -> bool {
    match ty {
        _ if ty == of => true,
        Type::Boxed(_, inner) | Type::Vec(inner) | Type::Array(inner, _) => holds(b, inner, of),
        Type::Tuple(types) => types.iter().any(|t| holds(b, t, of)),
        Type::Adt(adt, args) => {
            let def = b.program.adt(*adt);
            let mut fields = def.variants.iter().flat_map(|v| &v.fields);
            args.iter().any(|t| holds(b, t, of)) || fields.any(|f| f.ty.with(args) == *of)
        }
        _ => false,
    }
}
