//! What every type has, and what numbers have, where neither the prelude nor the crate says it: copies, defaults, the
//! numbers and constants of num-traits, operators by their methods.

use crate::core::build::{scalar, typed_literal};
use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal, refuse};
use front::hir::{Binary, ExprId, ExprKind, TypeRef};
use front::ty::{Float, Ty as Type};
use front::typed::Typed;
use quote::{format_ident, quote};
use std::rc::Rc;

/// The constants of floats by the functions of num-traits that give them.
fn constant(name: &str) -> Option<&'static str> {
    Some(match name {
        "infinity" => "INFINITY",
        "neg_infinity" => "NEG_INFINITY",
        "epsilon" => "EPSILON",
        "nan" => "NAN",
        "max_value" => "MAX",
        "min_value" => "MIN",
        "min_positive_value" => "MIN_POSITIVE",
        _ => return None,
    })
}

/// Whether it is a box, or a reference to one.
fn is_box(ty: &Type) -> bool {
    match ty {
        Type::Ref(_, of) => is_box(of),
        ty => matches!(ty, Type::Boxed(..)),
    }
}

impl Builder<'_> {
    /// An operator that is written as a method or a function.
    pub(crate) fn by_operator(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        op: Binary,
        left: ExprId,
        right: ExprId,
    ) -> Result<Value, Refusal> {
        let left = self.eval(left)?;
        let left = self.scalar_of(left)?;
        let right = self.eval(right)?;
        let right = self.scalar_of(right)?;
        self.arithmetic(op, left, right, &typed.exprs[e])
    }

    /// A method that nobody declares.
    pub(crate) fn builtin_method(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Value, Refusal> {
        let ExprKind::Method(receiver, name, _, args) = &typed.body.exprs[e].kind else {
            return refuse("a method of what is not known: an operator");
        };
        let (receiver, args) = (*receiver, args.clone());
        if let Some(value) = self.change_of_text(typed, e)? {
            return Ok(value);
        }
        if let Some(value) = self.method_of_text(typed, e)? {
            return Ok(value);
        }
        match (&**name, args.as_slice()) {
            ("clone" | "to_owned", []) => {
                let place = self.place(receiver)?;
                let mut value = self.load(&place)?;
                if let Type::Ref(_, of) = &typed.exprs[e] {
                    // A copy of a reference: of what one refers to that refers to one.
                    let lent = matches!(&typed.ty(receiver), Type::Ref(_, inner) if matches!(**inner, Type::Ref(..)));
                    return match value {
                        Value::Ref(_, place) if lent && **of != Type::Str => self.load(&place),
                        value => Ok(value),
                    };
                }
                while let Value::Ref(_, place) = &value {
                    value = self.load(place)?;
                }
                self.copy_of(value, &typed.exprs[e])
            }
            ("into_owned", []) if matches!(typed.exprs[e], Type::Vec(_)) => {
                let list = self.eval(receiver)?;
                self.moved_out(receiver, list)
            }
            ("to_mut", []) if matches!(&typed.exprs[e], Type::Ref(true, of) if matches!(**of, Type::Vec(_))) => {
                let place = self.reference(receiver)?;
                Ok(Value::Ref(true, Box::new(place)))
            }
            ("as_ref" | "as_mut", []) if is_box(&typed.exprs[receiver]) => {
                let mut place = self.place(receiver)?;
                while let Value::Ref(_, inner) = self.load(&place)? {
                    place = *inner;
                }
                Ok(Value::Ref(&**name == "as_mut", Box::new(place)))
            }
            ("unwrap", []) | ("expect", [_]) if scalar(&typed.exprs[e]).is_some() => self.eval(receiver),
            (name, [other])
                if let Some(op) = front::infer::operator_named(name)
                    && scalar(&typed.exprs[e]).is_some() =>
            {
                self.by_operator(typed, e, op, receiver, *other)
            }
            // Nobody sees what texts and the reasons of errors give.
            _ if Self::is_text(&typed.exprs[e]) && self.is_free_of_effects(typed, [e]) => Ok(Value::Unseen),
            _ if self.is_unseen(typed, receiver)? && self.is_free_of_effects(typed, [e]) => Ok(Value::Unseen),
            (name, args)
                if match typed.exprs[receiver].behind() {
                    Type::Float(_) => true,
                    Type::Int(_) => name.ends_with("_bytes"),
                    _ => false,
                } =>
            {
                self.foreign_method(receiver, name, args, (&typed.exprs[e], typed.body.exprs[e].span))
            }
            _ => {
                let of = front::infer::show::ty(self.program, &typed.exprs[receiver]);
                refuse(format!("the method `{name}` of `{of}` is not known here"))
            }
        }
    }

    /// A method that a trait of another crate gives to floats: of constants it is code.
    fn foreign_method(
        &mut self,
        receiver: ExprId,
        name: &str,
        args: &[ExprId],
        (ty, span): (&Type, proc_macro2::Span),
    ) -> Result<Value, Refusal> {
        let values = self.operands(&[&[receiver], args].concat())?;
        let (mut all, mut vals) = (vec![], vec![]);
        for value in values {
            let Some(text) = self.as_text(value)? else {
                let frame = self.frame_now()?;
                let (at, place) = match frame.own {
                    true => (span, String::new()),
                    false => (self.span, format!(", which `{}` calls,", self.program.func(frame.of).name)),
                };
                let why = format!(
                    "the method `{name}` of `f64`{place} is not known: what a trait of another crate gives has no derivative; \
                     write it as a function with #[differentiable], give a rule for it, or call it on what is constant"
                );
                return Err(Refusal { wrong: true, at: Some(at), ..Refusal::new(why) });
            };
            all.push(text.tokens);
            vals.extend(text.vals);
        }
        let (of, rest, name) = (&all[0], &all[1..], quote::format_ident!("{name}"));
        self.given_by_code(quote::quote!((#of).#name(#(#rest),*)), vals, ty)
    }

    fn is_unseen(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<bool, Refusal> {
        Ok(matches!(typed.body.exprs[e].kind, ExprKind::Local(_)) && matches!(self.eval(e)?, Value::Unseen))
    }

    /// A value of its own; of a slice a `Vec`.
    fn copy_of(&mut self, value: Value, ty: &Type) -> Result<Value, Refusal> {
        // What is shared does not change, so that a copy is as good.
        if crate::core::expr::cells::shares_cell(self.program, ty) {
            return refuse("a place that is shared and changes");
        }
        match (value, ty) {
            (Value::List(list), Type::Vec(_)) => Ok(Value::List(self.as_vec(&list)?)),
            (value, _) => self.cloned(value),
        }
    }

    /// A function of a type that nobody declares, as `T::constant`; none if it is no such.
    pub(crate) fn builtin_call(
        &mut self,
        typed: &Rc<Typed>,
        f: ExprId,
        operands: &[ExprId],
        ty: &Type,
    ) -> Result<Option<Value>, Refusal> {
        // `Rc::clone(&x)`, behind whatever references.
        if let (ExprKind::TypeFn(TypeRef::Ty(Type::Boxed(..)) | TypeRef::With(Type::Boxed(..)), name, _), [x]) =
            (&typed.body.exprs[f].kind, operands)
            && &**name == "clone"
        {
            let mut value = self.eval(*x)?;
            while let Value::Ref(_, place) = &value {
                value = self.load(place)?;
            }
            return self.copy_of(value, ty).map(Some);
        }
        // `Cow::Borrowed(list)`
        if let (ExprKind::Foreign(path), [x], Type::Vec(_)) = (&typed.body.exprs[f].kind, operands, ty)
            && front::hir::is_lent_or_owned(path)
        {
            let value = self.eval(*x)?;
            let mut value = self.moved_out(*x, value)?;
            while let Value::Ref(_, place) = &value {
                value = self.load(place)?;
                if let Value::List(list) = &value {
                    return Ok(Some(Value::List(self.as_vec(list)?)));
                }
            }
            return Ok(Some(value));
        }
        // `Rc::from(list)`, of which the type is a list's.
        if let (ExprKind::TypeFn(TypeRef::Ty(Type::Boxed(..)) | TypeRef::With(Type::Boxed(..)), name, _), [x]) =
            (&typed.body.exprs[f].kind, operands)
            && let ("from", Type::Vec(_)) = (&**name, ty)
        {
            let mut value = self.eval(*x)?;
            while let Value::Ref(_, place) = &value {
                value = self.load(place)?;
            }
            let Value::List(list) = value else { return Ok(None) };
            return Ok(Some(Value::List(self.as_vec(&list)?)));
        }
        let ExprKind::TypeFn(TypeRef::Ty(of), name, _) = &typed.body.exprs[f].kind else { return Ok(None) };
        let of = if let Type::Param(_) = of { ty.clone() } else { of.clone() };
        match (&**name, operands) {
            ("default", []) => self.default_of(&of).map(Some),
            (name, [a, b]) if crate::core::expr::operator::comparison(name).is_some() && scalar(&of).is_some() => {
                self.number_method(typed, f, *a, name, &[*b])
            }
            (name, []) if matches!(of, Type::Float(_) | Type::Int(_)) => self.number_constant(&of, name),
            ("from_str" | "from_str_radix" | "from_digit" | "from_u32", all)
                if matches!(of, Type::Float(_) | Type::Int(_) | Type::Char) =>
            {
                let (mut tokens, mut vals) = (vec![], vec![]);
                for value in self.operands(all)? {
                    let Some(text) = self.as_text(value)? else { return Ok(None) };
                    // A text, a part of one, or what owns one.
                    let lent = (name.starts_with("from_str") && tokens.is_empty()).then(|| quote::quote!(&));
                    let text_tokens = text.tokens;
                    tokens.push(quote::quote!(#lent #text_tokens));
                    vals.extend(text.vals);
                }
                let Some(of) = self.written_ty(&of) else { return Ok(None) };
                let code = match &**name {
                    "from_str" => quote::quote!(<#of as ::std::str::FromStr>::from_str(#(#tokens),*)),
                    name => {
                        let name = quote::format_ident!("{name}");
                        quote::quote!(<#of>::#name(#(#tokens),*))
                    }
                };
                self.given_by_code(code, vals, ty).map(Some)
            }
            ("constant" | "from", [x]) | (_, [x]) if matches!(of, Type::Float(_)) => {
                let known = matches!(&**name, "constant" | "from") || name.starts_with("from_");
                let from = typed.ty(*x);
                let number = matches!(from.behind(), Type::Float(_) | Type::Int(_) | Type::Bool);
                if !known || !number {
                    return Ok(None);
                }
                let value = self.eval(*x)?;
                let value = self.scalar_of(value)?;
                match from.behind() {
                    from @ Type::Float(Float::F32) if of != *from => self.cast(value, &from.clone(), &of).map(Some),
                    Type::Float(_) => Ok(Some(value)),
                    from => self.cast(value, &from.clone(), &of).map(Some),
                }
            }
            _ => Ok(None),
        }
    }

    /// A constant of a number type by the function that gives it.
    fn number_constant(&mut self, of: &Type, name: &str) -> Result<Option<Value>, Refusal> {
        let digits = match name {
            "zero" => Some("0"),
            "one" => Some("1"),
            _ => None,
        };
        Ok(match (of, digits) {
            (Type::Int(int), Some(digits)) => Some(Value::lit(typed_literal(digits, *int))),
            (Type::Float(_), Some(digits)) => {
                Some(Value::lit(format!("{digits}.0").parse().unwrap_or_else(|_| quote!(0.0))))
            }
            (Type::Float(float), None) => {
                let own = format_ident!("{}", crate::core::build::float_name(*float));
                if let Some(name) = constant(name) {
                    let name = format_ident!("{name}");
                    return Ok(Some(self.path_value(quote!(#own::#name), of)));
                }
                if name.contains(char::is_lowercase) {
                    return Ok(None);
                }
                let name = format_ident!("{name}");
                Some(self.path_value(quote!(::core::#own::consts::#name), of))
            }
            _ => None,
        })
    }

    /// The default of a type.
    pub(crate) fn default_of(&mut self, ty: &Type) -> Result<Value, Refusal> {
        if let Some(ty) = self.scalar(ty) {
            return Ok(Value::Atom(crate::core::build::dummy(&ty)));
        }
        match ty {
            Type::Tuple(parts) => {
                Ok(Value::Tuple(parts.iter().map(|ty| self.default_of(ty)).collect::<Result<_, _>>()?))
            }
            Type::Array(of, len) => {
                let (n, of) = (self.len_atom(len)?, (**of).clone());
                let each = self.default_of(&of)?;
                Ok(Value::List(self.filled(&of, &each, n, true)?))
            }
            Type::Vec(of) => Ok(Value::List(self.empty(of)?)),
            Type::Ref(false, of) if let Type::Slice(of) = &**of => {
                Ok(Value::Ref(false, Box::new(Place::Slice(self.empty(of)?))))
            }
            Type::Boxed(_, of) if !self.holds_cell(of) => self.default_of(of),
            Type::Adt(adt, args) => {
                let declared = front::infer::method_of(
                    self.program,
                    self.closures,
                    "default::Default",
                    "default",
                    vec![ty.clone()],
                );
                if let Some((f, generics)) = declared
                    && self.program.func(f).has_text
                {
                    return self.inline(f, &generics, vec![]);
                }
                let def = self.program.adt(*adt);
                let Some(variant) = self.program.default_variant(*adt) else { return refuse("a default of this type") };
                let fields = def.variants[variant].fields.iter().map(|f| self.default_of(&f.ty.with(args)));
                let fields = fields.collect::<Result<_, _>>()?;
                Ok(self.variant(*adt, variant, fields))
            }
            closed if crate::core::expr::opaque::is_closed(closed) => match self.written_ty(closed) {
                Some(written) => {
                    self.given_by_code(quote!(<#written as ::core::default::Default>::default()), vec![], closed)
                }
                None => refuse("a default of this type"),
            },
            _ => refuse("a default of this type"),
        }
    }
}
