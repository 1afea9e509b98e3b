//! Lists of enums: a column for the variant, and columns for the fields of all variants.

use crate::core::value::{Choice, Code, Cols, Step, Value, tag_of};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, IntTy, Mode, Target};
use front::ty::{Int, Ty as Type};
use std::rc::Rc;

/// Enums do not hold one another deeper than that.
const DEEPEST: usize = 12;

/// The column of a field of a variant, behind that of the variant.
pub(crate) fn column(shape: &[usize], variant: usize, field: usize) -> usize {
    1 + shape.iter().take(variant).sum::<usize>() + field
}

impl Builder<'_> {
    /// A struct or a variant from its fields.
    pub(crate) fn variant(&self, adt: front::items::AdtId, variant: usize, fields: Vec<Value>) -> Value {
        let def = self.program.adt(adt);
        if !def.is_enum {
            return Value::Tuple(fields);
        }
        let mut variants = vec![None; def.variants.len()];
        let tag = tag_of(variant, variants.len());
        variants[variant] = Some(fields);
        Value::Enum(Box::new(Choice { tag, variants }))
    }

    /// `of_an_enum as usize`
    pub(crate) fn discriminant(&mut self, value: Value, adt: front::items::AdtId, int: Int) -> Result<Value, Refusal> {
        let choice = match value {
            Value::Enum(choice) => *choice,
            Value::Outside(w) => self.whole_tag(&w)?,
            _ => return refuse("a cast of this type"),
        };
        if self.program.counts_from_zero(adt) {
            let tag = crate::ir::Int::Atom(choice.tag);
            let cast = crate::ir::Int::Cast(Box::new(tag), Target::Int(IntTy::Of(int)));
            return Ok(Value::Code(Code { int: cast, ty: Type::Int(int) }));
        }
        let path = self.path_of_type(adt)?;
        let int_name = quote::format_ident!("{}", int.name());
        let def = self.program.adt(adt);
        let names = def.variants.iter().map(|v| quote::format_ident!("{}", &*v.name));
        let all: Vec<_> = names.map(|name| quote::quote!(#path::#name as #int_name)).collect();
        if let Some(one) = crate::core::value::part_tag(&choice.tag).and_then(|k| all.get(k)) {
            return Ok(self.path_value(quote::quote!((#one)), &Type::Int(int)));
        }
        let two = all.len() == 2;
        self.verbatim(vec![Value::Atom(choice.tag)], Type::Int(int), |tag| match (two, all.split_last()) {
            (true, _) => {
                let (no, yes) = (&all[0], &all[1]);
                quote::quote!(if #(#tag)* { #yes } else { #no })
            }
            (false, Some((last, rest))) => {
                let arms = rest.iter().enumerate().map(|(k, code)| {
                    let k = proc_macro2::Literal::usize_unsuffixed(k);
                    quote::quote!(#k => #code,)
                });
                quote::quote!(match #(#tag)* { #(#arms)* _ => #last })
            }
            (false, None) => quote::quote!(::core::unreachable!()),
        })
    }

    /// The types of the fields of an enum, by variant; none if it is no enum.
    pub(crate) fn variants_of(&self, ty: &Type) -> Option<Vec<Vec<Type>>> {
        let Type::Adt(adt, args) = ty else { return None };
        let def = self.program.adt(*adt);
        let fields = |v: &front::items::VariantDef| v.fields.iter().map(|f| f.ty.with(args)).collect();
        def.is_enum.then(|| def.variants.iter().map(fields).collect())
    }

    /// The types of the columns of an enum.
    pub(crate) fn columns_of(&self, ty: &Type, variants: &[Vec<Type>]) -> Result<Vec<Type>, Refusal> {
        if self.is_endless(ty, 0) {
            return refuse("a list of an enum that holds itself");
        }
        let tag = if variants.len() == 2 { Type::Bool } else { Type::Int(Int::Usize) };
        Ok([tag].into_iter().chain(variants.iter().flatten().cloned()).collect())
    }

    /// Whether a type holds itself, however it does.
    pub(crate) fn is_endless(&self, ty: &Type, depth: usize) -> bool {
        if depth > DEEPEST {
            return true;
        }
        let any = |all: &[Type]| all.iter().any(|ty| self.is_endless(ty, depth + 1));
        match ty {
            Type::Boxed(_, of) | Type::Vec(of) | Type::Array(of, _) => self.is_endless(of, depth + 1),
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
    pub(crate) fn spread(&mut self, choice: &Choice, variants: &[Vec<Type>]) -> Result<Vec<Value>, Refusal> {
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
    pub(crate) fn gathered_choice(&self, parts: Value, shape: &[usize]) -> Result<Value, Refusal> {
        let Value::Tuple(parts) = parts else { return refuse("the columns of an enum") };
        let mut parts = parts.into_iter();
        let Some(Value::Atom(tag)) = parts.next() else { return refuse("the variant of an enum") };
        let variants = shape.iter().map(|n| Some(parts.by_ref().take(*n).collect())).collect();
        Ok(Value::Enum(Box::new(Choice { tag, variants })))
    }

    /// Puts an enum where its columns lie; what is in variants that are not met stays.
    pub(crate) fn store_choice(
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
    pub(crate) fn column_of(&self, cols: &Rc<Cols>, path: &[usize], step: Step) -> Result<usize, Refusal> {
        match step {
            Step::Field(k) => Ok(k),
            Step::Variant(variant, k) => match &*crate::core::lists::at_path(cols, path)? {
                Cols::Choice(_, shape) => Ok(column(shape, variant, k)),
                _ => refuse("a part of an element"),
            },
        }
    }

    /// The columns of a list of so many of one enum.
    pub(crate) fn filled_choices(
        &mut self,
        of: &Type,
        choice: &Choice,
        count: &Atom,
        fixed: bool,
    ) -> Result<Cols, Refusal> {
        let Some(variants) = self.variants_of(of) else { return refuse("a list of this type") };
        let types = self.columns_of(of, &variants)?;
        let values = self.spread(choice, &variants)?;
        let parts = types.iter().zip(&values).map(|(of, v)| Ok(Rc::new(self.filled_cols(of, v, count, fixed)?)));
        let parts = parts.collect::<Result<_, Refusal>>()?;
        Ok(Cols::Choice(Rc::new(Cols::Tuple(parts)), variants.iter().map(Vec::len).collect()))
    }

    /// The columns of a list of these enums.
    pub(crate) fn listed_choices(
        &mut self,
        of: &Type,
        variants: &[Vec<Type>],
        values: Vec<Value>,
        (count, fixed): (&Atom, bool),
    ) -> Result<Cols, Refusal> {
        let types = self.columns_of(of, variants)?;
        let mut columns: Vec<Vec<Value>> = types.iter().map(|_| vec![]).collect();
        for value in values {
            let Value::Enum(choice) = self.owned(value)? else { return refuse("a list of such values") };
            for (column, part) in columns.iter_mut().zip(self.spread(&choice, variants)?) {
                column.push(part);
            }
        }
        let parts = types.iter().zip(columns);
        let parts = parts.map(|(of, column)| Ok(Rc::new(self.listed_cols(of, column, count, fixed)?)));
        let parts = parts.collect::<Result<_, Refusal>>()?;
        Ok(Cols::Choice(Rc::new(Cols::Tuple(parts)), variants.iter().map(Vec::len).collect()))
    }

    /// An enum that only stands there until another does.
    pub(crate) fn zero_choice(&mut self, ty: &Type, variants: &[Vec<Type>]) -> Result<Value, Refusal> {
        self.columns_of(ty, variants)?;
        let mut all = vec![];
        for types in variants {
            all.push(Some(types.iter().map(|ty| self.zero_of(ty)).collect::<Result<Vec<_>, _>>()?));
        }
        Ok(Value::Enum(Box::new(Choice { tag: tag_of(0, variants.len()), variants: all })))
    }
}
