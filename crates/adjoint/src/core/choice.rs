//! Lists of enums: a column for the variant, and columns for the fields of all variants.

use super::value::{Choice, Cols, Step, Value};
use super::{Builder, Refusal, refuse};
use crate::ir::{Atom, Mode};
use front::ty::{Int, Ty as Type};
use std::rc::Rc;

/// Enums do not hold one another deeper than that.
const DEEPEST: usize = 12;

/// The column of a field of a variant, behind that of the variant.
pub(super) fn column(shape: &[usize], variant: usize, field: usize) -> usize {
    1 + shape.iter().take(variant).sum::<usize>() + field
}

impl Builder<'_> {
    /// The types of the fields of an enum, by variant; none if it is no enum.
    pub(super) fn variants_of(&self, ty: &Type) -> Option<Vec<Vec<Type>>> {
        let Type::Adt(adt, args) = ty else { return None };
        let def = self.program.adt(*adt);
        let fields = |v: &front::items::VariantDef| v.fields.iter().map(|f| f.ty.with(args)).collect();
        def.is_enum.then(|| def.variants.iter().map(fields).collect())
    }

    /// The types of the columns of an enum.
    pub(super) fn columns_of(&self, ty: &Type, variants: &[Vec<Type>]) -> Result<Vec<Type>, Refusal> {
        if self.is_endless(ty, 0) {
            return refuse("a list of an enum that holds itself");
        }
        let tag = if variants.len() == 2 { Type::Bool } else { Type::Int(Int::Usize) };
        Ok([tag].into_iter().chain(variants.iter().flatten().cloned()).collect())
    }

    fn is_endless(&self, ty: &Type, depth: usize) -> bool {
        if depth > DEEPEST {
            return true;
        }
        let any = |all: &[Type]| all.iter().any(|ty| self.is_endless(ty, depth + 1));
        match ty {
            Type::Boxed(of) | Type::Vec(of) | Type::Array(of, _) => self.is_endless(of, depth + 1),
            Type::Tuple(parts) => any(parts),
            Type::Adt(adt, args) => {
                let def = self.program.adt(*adt);
                let fields = def.variants.iter().flat_map(|v| &v.fields);
                fields.map(|f| f.ty.with(args)).any(|ty| self.is_endless(&ty, depth + 1))
            }
            _ => false,
        }
    }

    /// The columns of one enum: what is in variants that are not met stands there until it is.
    pub(super) fn spread(&mut self, choice: &Choice, variants: &[Vec<Type>]) -> Result<Vec<Value>, Refusal> {
        let mut all = vec![Value::Atom(choice.tag.clone())];
        for (types, fields) in variants.iter().zip(&choice.variants) {
            match fields {
                Some(fields) => {
                    for (ty, field) in types.iter().zip(fields) {
                        all.push(match field {
                            Value::Never => self.zero_of(ty)?,
                            field => field.clone(),
                        });
                    }
                }
                None => {
                    for ty in types {
                        all.push(self.zero_of(ty)?);
                    }
                }
            }
        }
        Ok(all)
    }

    /// The enum of its columns.
    pub(super) fn gathered_choice(&self, parts: Value, shape: &[usize]) -> Result<Value, Refusal> {
        let Value::Tuple(parts) = parts else { return refuse("the columns of an enum") };
        let mut parts = parts.into_iter();
        let Some(Value::Atom(tag)) = parts.next() else { return refuse("the variant of an enum") };
        let variants = shape.iter().map(|n| Some(parts.by_ref().take(*n).collect())).collect();
        Ok(Value::Enum(Box::new(Choice { tag, variants })))
    }

    /// Puts an enum where its columns lie; what is in variants that are not met stays.
    pub(super) fn store_choice(
        &mut self,
        parts: &Rc<Cols>,
        shape: &[usize],
        index: &Atom,
        choice: Choice,
    ) -> Result<(), Refusal> {
        let Cols::Tuple(columns) = &**parts else { return refuse("the columns of an enum") };
        self.store_cols(&columns[0], index, Mode::Set, Value::Atom(choice.tag))?;
        for (variant, fields) in choice.variants.into_iter().enumerate() {
            for (k, field) in fields.into_iter().flatten().enumerate() {
                if !matches!(field, Value::Never) {
                    self.store_cols(&columns[column(shape, variant, k)], index, Mode::Set, field)?;
                }
            }
        }
        Ok(())
    }

    /// The column that a step leads to.
    pub(super) fn column_of(&self, cols: &Rc<Cols>, path: &[usize], step: Step) -> Result<usize, Refusal> {
        match step {
            Step::Field(k) => Ok(k),
            Step::Variant(variant, k) => match &*super::list::at_path(cols, path)? {
                Cols::Choice(_, shape) => Ok(column(shape, variant, k)),
                _ => refuse("a part of an element"),
            },
        }
    }
}
