//! What every type has, and what numbers have, where the prelude does not say it.

use super::Infer;
use super::table::Kind;
use crate::hir::{ExprId, TypeRef};
use crate::ty::{Float, Int, Len, Ty};
use crate::typed::{Adjust, Callee};

/// What a method takes beside its receiver, and gives.
type Signature = (Vec<Ty>, Ty);

/// The number of a name.
pub(super) fn number(name: &str) -> Option<Ty> {
    match name {
        "f64" => Some(Ty::Float(Float::F64)),
        "f32" => Some(Ty::Float(Float::F32)),
        _ => Int::of(name).map(Ty::Int),
    }
}

impl Infer<'_> {
    fn result(&mut self, of: Ty, error: &str) -> Ty {
        self.std_adt("result::Result", vec![of, Ty::Opaque(error.into())])
    }

    fn option(&self, of: Ty) -> Ty {
        self.std_adt("option::Option", vec![of])
    }

    /// A function or a constant that a type has, that nobody declares.
    pub(super) fn builtin_fn(&mut self, of: &Ty, name: &str) -> Ty {
        let function = |params: Vec<Ty>, ret: Ty| Ty::FnPtr(params, Box::new(ret));
        if matches!(of, Ty::Var(_) | Ty::Opaque(_)) {
            return self.open();
        }
        let float = matches!(of, Ty::Float(_));
        let number = float || matches!(of, Ty::Int(_));
        match name {
            "default" => function(Vec::new(), of.clone()),
            "from" => {
                let from = self.any();
                function(vec![from], of.clone())
            }
            "clone" => function(vec![Ty::Ref(false, Box::new(of.clone()))], of.clone()),
            "from_str" if number => {
                let error = if float { "std::num::ParseFloatError" } else { "std::num::ParseIntError" };
                let ret = self.result(of.clone(), error);
                function(vec![Ty::Ref(false, Box::new(Ty::Str))], ret)
            }
            "from_str_radix" if matches!(of, Ty::Int(_)) => {
                let ret = self.result(of.clone(), "std::num::ParseIntError");
                function(vec![Ty::Ref(false, Box::new(Ty::Str)), Ty::Int(Int::U32)], ret)
            }
            "from_digit" if *of == Ty::Char => {
                let ret = self.option(Ty::Char);
                function(vec![Ty::Int(Int::U32), Ty::Int(Int::U32)], ret)
            }
            "from_u32" if *of == Ty::Char => {
                let ret = self.option(Ty::Char);
                function(vec![Ty::Int(Int::U32)], ret)
            }
            // Of the crate num-traits.
            "zero" | "one" | "infinity" | "neg_infinity" | "epsilon" | "nan" | "max_value" | "min_value"
            | "min_positive_value" | "neg_zero"
                if number =>
            {
                function(Vec::new(), of.clone())
            }
            "E" | "PI" | "TAU" | "SQRT_2" | "LN_2" | "LN_10" | "LOG2_E" | "LOG10_E" | "FRAC_PI_2" | "FRAC_PI_3"
            | "FRAC_PI_4" | "FRAC_PI_6" | "FRAC_PI_8" | "FRAC_1_PI" | "FRAC_2_PI" | "FRAC_2_SQRT_PI"
            | "FRAC_1_SQRT_2"
                if float =>
            {
                function(Vec::new(), of.clone())
            }
            "constant" if float => function(vec![Ty::Float(Float::F64)], of.clone()),
            // `T::from(x).unwrap()`: that it may be missing is left out, and `unwrap` gives it as it is.
            _ if float && name.starts_with("from_") => {
                let from = self.any();
                function(vec![from], of.clone())
            }
            _ => self.builtin_method_fn(of, name),
        }
    }

    /// A method as a function: `f64::is_nan`, `i32::pow`.
    fn builtin_method_fn(&mut self, of: &Ty, name: &str) -> Ty {
        let text = matches!(of, Ty::Str | Ty::Char);
        let signature = if text { self.of_text(of, name) } else { self.of_number(of, name) };
        match signature {
            // `str::trim`, `char::is_ascii_digit`
            Some((params, ret)) if *of == Ty::Str || name.starts_with("is_ascii") => {
                let on = Ty::Ref(false, Box::new(of.clone()));
                Ty::FnPtr(std::iter::once(on).chain(params).collect(), Box::new(ret))
            }
            Some((params, ret)) => {
                let params = std::iter::once(of.clone()).chain(params).collect();
                Ty::FnPtr(params, Box::new(ret))
            }
            None => self.open(),
        }
    }

    /// What a method of a number takes beside it, and gives: of num-traits, which gives numbers in an `Option` that is
    /// left out, and what shows bits.
    fn of_number(&mut self, on: &Ty, name: &str) -> Option<Signature> {
        let is_float = self.table.kind(on) == Some(Kind::Float) || matches!(on, Ty::Float(_));
        let bytes = match on {
            Ty::Float(Float::F32) => 4,
            Ty::Float(_) => 8,
            _ => return self.bytes_of_int(on, name),
        };
        Some(match name {
            "to_ne_bytes" | "to_le_bytes" | "to_be_bytes" => (Vec::new(), array_of_bytes(bytes)),
            "unwrap" if is_float => (Vec::new(), on.clone()),
            "expect" if is_float => (vec![Ty::Ref(false, Box::new(Ty::Str))], on.clone()),
            "value" | "to_f64" if is_float => (Vec::new(), Ty::Float(Float::F64)),
            "to_f32" if is_float => (Vec::new(), Ty::Float(Float::F32)),
            _ => return None,
        })
    }

    /// What a method of a number takes and gives that stands for an operator or a comparison: `a.add(b)`, `a.lt(&b)`; and
    /// how the receiver is lent.
    fn of_operators(&self, on: &Ty, name: &str) -> Option<(Signature, Option<bool>)> {
        if !matches!(on, Ty::Float(_) | Ty::Int(_) | Ty::Bool) {
            return None;
        }
        let paths = super::ops::traits().chain(["cmp::PartialEq", "cmp::PartialOrd", "cmp::Ord"]);
        let f = paths
            .filter_map(|path| self.std_trait(path))
            .find_map(|of| self.program.trait_def(of).fns.get(name).copied())?;
        let def = self.program.func(f);
        let args = vec![on.clone(); def.generics.names.len()];
        let itself = |ty: &Ty| super::obligation::has_assoc(ty).then(|| on.clone());
        let given = |ty: &Ty| itself(ty).unwrap_or_else(|| super::substitute(ty, &args));
        let lent = match &def.params.first()?.ty {
            Ty::Ref(mutable, _) => Some(*mutable),
            _ => None,
        };
        let params = def.params[1..].iter().map(|param| given(&param.ty)).collect();
        Some(((params, given(&def.ret)), lent))
    }

    fn bytes_of_int(&self, on: &Ty, name: &str) -> Option<Signature> {
        let bytes = match on {
            Ty::Int(Int::I8 | Int::U8) => 1,
            Ty::Int(Int::I16 | Int::U16) => 2,
            Ty::Int(Int::I32 | Int::U32) => 4,
            Ty::Int(Int::I128 | Int::U128) => 16,
            Ty::Int(_) => 8,
            _ => return None,
        };
        matches!(name, "to_ne_bytes" | "to_le_bytes" | "to_be_bytes").then(|| (Vec::new(), array_of_bytes(bytes)))
    }

    /// What a method of text, of a letter, or of a byte as one takes beside it, and gives.
    fn of_text(&self, on: &Ty, name: &str) -> Option<Signature> {
        let text = || Ty::Ref(false, Box::new(Ty::Str));
        let any = Ty::unknown;
        let string = || Ty::Opaque("String".into());
        // What is gone through is a list, of which lowering makes one.
        let each = |of: Ty| self.std_adt("lists::IntoIter", vec![of]);
        if !matches!(on, Ty::Str) {
            return Some(match name {
                "is_digit" => (vec![Ty::Int(Int::U32)], Ty::Bool),
                _ if name.starts_with("is_") => (Vec::new(), Ty::Bool),
                "to_ascii_uppercase" | "to_ascii_lowercase" => (Vec::new(), on.clone()),
                "to_digit" => (vec![Ty::Int(Int::U32)], self.option(Ty::Int(Int::U32))),
                "len_utf8" => (Vec::new(), Ty::Int(Int::Usize)),
                "eq_ignore_ascii_case" => (vec![Ty::Ref(false, Box::new(on.clone()))], Ty::Bool),
                "cmp" if matches!(on, Ty::Char) => {
                    (vec![Ty::Ref(false, Box::new(on.clone()))], self.std_adt("cmp::Ordering", Vec::new()))
                }
                _ => return None,
            });
        }
        Some(match name {
            "len" => (Vec::new(), Ty::Int(Int::Usize)),
            "is_empty" | "is_ascii" => (Vec::new(), Ty::Bool),
            "contains" | "starts_with" | "ends_with" => (vec![any()], Ty::Bool),
            "as_str" | "deref" | "trim" | "trim_start" | "trim_end" => (Vec::new(), text()),
            "trim_matches" | "trim_start_matches" | "trim_end_matches" => (vec![any()], text()),
            "strip_prefix" | "strip_suffix" => (vec![any()], self.option(text())),
            "split_once" | "rsplit_once" => (vec![any()], self.option(Ty::Tuple(vec![text(), text()]))),
            "split_at" => (vec![Ty::Int(Int::Usize)], Ty::Tuple(vec![text(), text()])),
            "split_at_checked" => (vec![Ty::Int(Int::Usize)], self.option(Ty::Tuple(vec![text(), text()]))),
            "is_char_boundary" => (vec![Ty::Int(Int::Usize)], Ty::Bool),
            "find" | "rfind" => (vec![any()], self.option(Ty::Int(Int::Usize))),
            "as_bytes" => (Vec::new(), Ty::Ref(false, Box::new(Ty::Slice(Box::new(Ty::Int(Int::U8)))))),
            "eq_ignore_ascii_case" => (vec![text()], Ty::Bool),
            "cmp" => (vec![Ty::Ref(false, Box::new(Ty::Str))], self.std_adt("cmp::Ordering", Vec::new())),
            "to_uppercase" | "to_lowercase" | "to_ascii_uppercase" | "to_ascii_lowercase" => (Vec::new(), string()),
            "repeat" => (vec![Ty::Int(Int::Usize)], string()),
            "replace" => (vec![any(), text()], string()),
            "replacen" => (vec![any(), text(), Ty::Int(Int::Usize)], string()),
            "push_str" | "push" | "truncate" => (vec![any()], Ty::UNIT),
            "insert" | "insert_str" => (vec![Ty::Int(Int::Usize), any()], Ty::UNIT),
            "clear" => (Vec::new(), Ty::UNIT),
            "chars" => (Vec::new(), each(Ty::Char)),
            "char_indices" => (Vec::new(), each(Ty::Tuple(vec![Ty::Int(Int::Usize), Ty::Char]))),
            "bytes" => (Vec::new(), each(Ty::Int(Int::U8))),
            "split_whitespace" | "split_ascii_whitespace" | "lines" => (Vec::new(), each(text())),
            "match_indices" | "rmatch_indices" => (vec![any()], each(Ty::Tuple(vec![Ty::Int(Int::Usize), text()]))),
            "split" | "rsplit" | "split_terminator" | "split_inclusive" | "matches" | "rmatches" => {
                (vec![any()], each(text()))
            }
            "splitn" | "rsplitn" => (vec![Ty::Int(Int::Usize), any()], each(text())),
            _ => return None,
        })
    }

    /// Whether a method is one of a text or a letter.
    pub(super) fn is_of_text(&self, on: &Ty, name: &str) -> bool {
        let of = if let Ty::Opaque(_) = on { &Ty::Str } else { on };
        self.of_text(of, name).is_some()
    }

    /// A method that nobody declares; the types are those behind references, outermost first.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn builtin_method(
        &mut self,
        e: ExprId,
        on: ExprId,
        types: &[Ty],
        name: &str,
        written: &[TypeRef],
        args: &[ExprId],
        expected: Option<&Ty>,
    ) -> Option<Ty> {
        let outer = types[0].clone();
        let mut inner = types.iter().find(|ty| !matches!(ty, Ty::Ref(..) | Ty::Boxed(_, _)))?.clone();
        if matches!(&inner, Ty::Opaque(text) if &**text == "String") {
            inner = Ty::Str;
        }
        let (params, ret) = match name {
            "clone" => {
                let ty = match &outer {
                    Ty::Ref(_, of) => match self.table.shallow(of) {
                        Ty::Slice(_) | Ty::Str => outer.clone(),
                        of => of,
                    },
                    Ty::Var(_) => return None,
                    Ty::Opaque(text) if text.is_empty() => return None,
                    _ => {
                        self.adjust(Some(on), vec![Adjust::Borrow(false)]);
                        outer.clone()
                    }
                };
                (Vec::new(), ty)
            }
            "to_owned" => match &inner {
                Ty::Slice(of) => (Vec::new(), Ty::Vec(of.clone())),
                Ty::Str => (Vec::new(), Ty::Opaque("String".into())),
                Ty::Var(_) | Ty::Opaque(_) => return None,
                _ => (Vec::new(), inner),
            },
            // Of a `Cow`.
            "into_owned" if matches!(inner, Ty::Vec(_)) => (Vec::new(), inner),
            "to_mut" if matches!(inner, Ty::Vec(_)) => {
                self.adjust(Some(on), vec![Adjust::Borrow(true)]);
                (Vec::new(), Ty::Ref(true, Box::new(inner)))
            }
            "to_string" => (Vec::new(), Ty::Opaque("String".into())),
            "get" if let Some(of) = other_than_zero(&inner) => (Vec::new(), of),
            "parse" => {
                let to = match written {
                    [to] => self.written(to),
                    _ => self.any(),
                };
                let error = match self.table.shallow(&to) {
                    Ty::Float(_) => "std::num::ParseFloatError",
                    Ty::Int(_) => "std::num::ParseIntError",
                    _ => "",
                };
                (Vec::new(), self.result(to, error))
            }
            "as_ref" | "as_mut" if let Some(Ty::Boxed(_, of)) = types.iter().find(|ty| !matches!(ty, Ty::Ref(..))) => {
                (Vec::new(), Ty::Ref(name == "as_mut", of.clone()))
            }
            _ if matches!(inner, Ty::Str | Ty::Char | Ty::Int(Int::U8)) && self.of_text(&inner, name).is_some() => {
                self.of_text(&inner, name)?
            }
            _ if matches!(inner, Ty::Str | Ty::Char) => return Some(self.unknown_call(e, args)),
            _ => {
                let (signature, lent) = match self.of_number(&inner, name) {
                    Some(signature) => (signature, None),
                    None => self.of_operators(&inner, name)?,
                };
                let derefs = types.iter().take_while(|ty| matches!(ty, Ty::Ref(..) | Ty::Boxed(_, _))).count();
                self.adjust(Some(on), vec![Adjust::Deref; derefs]);
                self.adjust(Some(on), lent.map(Adjust::Borrow).into_iter().collect());
                signature
            }
        };
        self.callees.insert(e, Callee::Unknown);
        Some(self.arguments(e, &params, args, &ret, expected))
    }
}

/// The integer that a type is whose values are not zero.
fn other_than_zero(ty: &Ty) -> Option<Ty> {
    let Ty::Opaque(text) = ty else { return None };
    let of = text.rsplit("::").next()?.trim().strip_prefix("NonZero")?;
    Int::of(&of.trim_matches([' ', '<', '>']).to_lowercase()).map(Ty::Int)
}

fn array_of_bytes(n: u64) -> Ty {
    Ty::Array(Box::new(Ty::Int(Int::U8)), Len::Known(n))
}
