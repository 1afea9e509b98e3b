//! Matrices of `wengert::linalg`: parameters and results by their shape and the list of their entries, operations as calls
//! of their rules.

use crate::core::calls::out_of_line::Called;
use crate::core::structures::Whole;
use crate::core::value::{Choice, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Make, Op, Projection, Ty};
use front::hir::ExprId;
use front::items::Origin;
use front::ty::Ty as Type;
use front::typed::Typed;
use quote::{format_ident, quote};

/// The fields of a matrix, as the prelude has them.
const FIELDS: [&str; 3] = ["rows", "columns", "entries"];

impl Builder<'_> {
    /// The entries' type of a matrix.
    pub(crate) fn entry_of_matrix<'t>(&self, ty: &'t Type) -> Option<&'t Type> {
        let Type::Adt(adt, args) = ty else { return None };
        let [of] = args.as_slice() else { return None };
        let def = self.program.adt(*adt);
        (def.origin == Origin::Prelude && &*def.name == "Matrix").then_some(of)
    }

    /// Whether it is the error of an operation on matrices.
    pub(crate) fn is_error_of_matrices(&self, ty: &Type) -> bool {
        matches!(ty.behind(), Type::Adt(adt, _) if self.is_std(*adt, "Error"))
    }

    /// Whether it is the shape of a matrix.
    pub(crate) fn is_shape_of_matrices(&self, ty: &Type) -> bool {
        matches!(ty.behind(), Type::Adt(adt, _) if self.is_std(*adt, "Shape"))
    }

    /// A part of a matrix that lies outside: its shape is asked for, its entries stay where they are.
    pub(crate) fn part_of_matrix(&self, w: &Whole, k: usize) -> Option<Whole> {
        let of = self.entry_of_matrix(&w.ty)?;
        Some(match k {
            0 | 1 => {
                let ty = Type::Int(front::ty::Int::Usize);
                Whole { path: w.path.method(FIELDS[k]), ty, constant: true, ..w.clone() }
            }
            _ => {
                let way = syn::parse_quote!(::wengert::generated::matrices::Entries);
                let step = Projection::Variant(Box::new(way), format_ident!("ALL"));
                Whole { path: w.path.then(step), ty: Type::Vec(Box::new(of.clone())), ..w.clone() }
            }
        })
    }

    /// A matrix for what is outside, from its shape and its entries.
    pub(crate) fn made_matrix(&mut self, ty: &Type, values: Vec<Value>) -> Result<crate::ir::Atom, Refusal> {
        let Some(of) = self.entry_of_matrix(ty) else { return refuse("a matrix") };
        let usize = Type::Int(front::ty::Int::Usize);
        let types = [usize.clone(), usize, Type::Vec(Box::new(of.clone()))];
        let mut parts = vec![];
        for ((name, ty), value) in FIELDS.iter().zip(&types).zip(values) {
            parts.push((syn::Member::Named(format_ident!("{name}")), self.made_part(ty, value)?));
        }
        let whole = quote!(::wengert::generated::matrices::Whole);
        let variant = Some((quote!(::wengert::generated::matrices::Entries), format_ident!("Matrix")));
        let numbers = vec![syn::Member::Named(format_ident!("entries"))];
        let by = Some(format_ident!("made"));
        let make = Make { path: whole.clone(), plain: whole, fill: None, variant, parts, numbers, boxed: vec![], by };
        Ok(self.temporary(Ty::Record, Op::Make(Box::new(make)), self.span))
    }

    /// A call of the rule of an operation, on the lists of entries. The shape of a matrix that it gives stands last.
    pub(crate) fn operation_on_matrices(
        &mut self,
        typed: &Typed,
        e: ExprId,
        name: &str,
        operands: &[ExprId],
    ) -> Result<Value, Refusal> {
        if name == "recorded" {
            return refuse("an operation on matrices that is recorded");
        }
        let (mut args, ret) = (self.operands(operands)?, typed.exprs[e].clone());
        if name == "when" {
            let (Some(value), Some(there)) = (args.pop(), args.pop()) else { return refuse("what may be there") };
            let there = self.atom(there, self.span)?;
            let tag = self.negated(there);
            let variants = vec![Some(vec![value]), Some(vec![Value::Unseen])];
            return Ok(Value::Enum(Box::new(Choice { tag, variants })));
        }
        let (maybe, given) = match self.maybe_of(&ret) {
            Some((_, of)) => (true, of),
            None => (false, ret.clone()),
        };
        let shape = match self.entry_of_matrix(&given) {
            Some(_) => args.split_off(args.len().saturating_sub(2)),
            None => vec![],
        };
        let list = match self.entry_of_matrix(&given) {
            Some(of) => Type::Vec(Box::new(of.clone())),
            None => given,
        };
        let ret = match ret {
            Type::Adt(adt, types) if maybe => {
                Type::Adt(adt, [list].into_iter().chain(types.into_iter().skip(1)).collect())
            }
            _ => list,
        };
        let params = operands.iter().take(args.len()).map(|operand| as_slice(typed.ty(*operand).clone())).collect();
        let name = format_ident!("{name}");
        let path = syn::parse_quote!(::wengert::generated::matrices::#name);
        let called = Called {
            path,
            plain: None,
            method: None,
            params,
            ret,
            of_numbers: true,
            constants: vec![],
            resized: vec![],
            lists: vec![],
        };
        let value = self.push_called(called, args)?;
        if shape.is_empty() {
            return Ok(value);
        }
        let matrix = |list: Value| Value::Tuple(shape.iter().cloned().chain([list]).collect());
        Ok(match value {
            Value::Enum(mut choice) => {
                if let Some(fields) = choice.variants.first_mut() {
                    *fields = fields.take().map(|fields| fields.into_iter().map(&matrix).collect());
                }
                Value::Enum(choice)
            }
            list => matrix(list),
        })
    }
}

/// A reference to a list as one to a slice.
fn as_slice(ty: Type) -> Type {
    match ty {
        Type::Ref(mutable, of) => Type::Ref(
            mutable,
            match *of {
                Type::Vec(of) | Type::Array(of, _) => Box::new(Type::Slice(of)),
                of => Box::new(of),
            },
        ),
        ty => ty,
    }
}
