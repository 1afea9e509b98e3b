//! Operations that are known here: of lists, of numbers, functions of the table.

use crate::core::build::{scalar, usize_lit, zero};
use crate::core::lists::Change;
use crate::core::value::{Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Op, Ty};
use front::hir::{ExprId, ExprKind};
use front::items::FieldDef;
use front::ty::Ty as Type;
use front::typed::Typed;
use quote::{format_ident, quote};
use rules::{Kind, Row};
use std::rc::Rc;

/// What an intrinsic of a name is.
pub(crate) enum Known {
    Row(&'static Row),
    Other,
}

/// An intrinsic by its path, as `float::exp`.
pub(crate) fn known(path: &str) -> Option<Known> {
    let name = path.rsplit("::").next()?;
    let number = path.starts_with("float::") || path.starts_with("functions::");
    Some(match Row::find(name) {
        Some(row) if number => Known::Row(row),
        _ => Known::Other,
    })
}

/// Methods of floats that answer with a flag.
const ASKS: [&str; 8] = [
    "is_nan",
    "is_finite",
    "is_infinite",
    "is_normal",
    "is_subnormal",
    "is_sign_positive",
    "is_sign_negative",
    "is_positive",
];

impl Builder<'_> {
    /// A function of the table.
    pub(crate) fn row(&mut self, row: &'static Row, mut atoms: Vec<Atom>) -> Result<Value, Refusal> {
        if atoms.len() != row.arity + usize::from(row.family) {
            return refuse("a function of the table with other arguments");
        }
        let n = if row.family { atoms.pop() } else { None };
        if row.kind == Kind::Method && self.any_in_other_precision(&atoms) {
            let (name, float) = (format_ident!("{}", row.name), self.other_float());
            atoms.extend(n);
            return Ok(self.of_other_precision(&atoms, |t| quote!(#float::#name(#(#t),*))));
        }
        if n.is_none() && row.kind == Kind::Method && atoms.iter().all(|a| matches!(a, Atom::Lit(_))) {
            let (name, float) = (format_ident!("{}", row.name), self.constant_float());
            let tokens: Vec<_> = atoms.iter().map(|a| self.tokens(a)).collect();
            return Ok(Value::lit(quote!(#float::#name(#(#tokens),*))));
        }
        let op = match (row.name, atoms.as_slice()) {
            ("neg", [a]) => Op::Neg(a.clone()),
            ("add", [a, b]) => Op::Bin('+', a.clone(), b.clone()),
            ("sub", [a, b]) => Op::Bin('-', a.clone(), b.clone()),
            ("mul", [a, b]) => Op::Bin('*', a.clone(), b.clone()),
            ("div", [a, b]) => Op::Bin('/', a.clone(), b.clone()),
            ("stop_gradient", [a]) => Op::Stop(a.clone()),
            ("rem", [a, b]) => Op::Bin('%', a.clone(), b.clone()),
            _ => Op::Fun(row.op, atoms, n),
        };
        Ok(Value::Atom(self.temporary(Ty::Float, op, self.span)))
    }

    fn constant_float(&self) -> proc_macro2::TokenStream {
        let scalar = &self.sig.scalar;
        quote!(#scalar)
    }

    pub(crate) fn float_method(
        &mut self,
        typed: &Rc<Typed>,
        _e: ExprId,
        receiver: ExprId,
        name: &str,
        args: &[ExprId],
    ) -> Result<Option<Value>, Refusal> {
        if ASKS.contains(&name) && args.is_empty() {
            let x = self.scalar_operand(receiver)?;
            return Ok(Some(self.asked(name, x)));
        }
        if let ([other], Some(op)) = (args, crate::core::expr::operator::comparison(name)) {
            let (a, b) = (self.eval(receiver)?, self.eval(*other)?);
            return self.compare(op, a, b).map(Some);
        }
        match (name, args) {
            ("sin_cos", []) => {
                let x = self.scalar_operand(receiver)?;
                let sin = self.temporary(Ty::Float, Op::Fun(rules::Op::Sin, vec![x.clone()], None), self.span);
                let cos = self.temporary(Ty::Float, Op::Fun(rules::Op::Cos, vec![x], None), self.span);
                return Ok(Some(Value::Tuple(vec![Value::Atom(sin), Value::Atom(cos)])));
            }
            ("to_radians" | "to_degrees", []) => {
                let x = self.scalar_operand(receiver)?;
                let float = self.constant_float();
                let factor = match name {
                    "to_radians" => quote!(#float::to_radians(1.0)),
                    _ => quote!((180.0 / ::core::#float::consts::PI)),
                };
                let factor = Value::lit(factor);
                let ty = typed.ty(receiver).behind().clone();
                return Ok(Some(self.arithmetic(front::hir::Binary::Mul, Value::Atom(x), factor, &ty)?));
            }
            ("clone" | "to_owned" | "into", []) => {
                let x = self.scalar_operand(receiver)?;
                return Ok(Some(Value::Atom(x)));
            }
            ("neg", []) => {
                let x = self.scalar_operand(receiver)?;
                return Ok(Some(Value::Atom(self.temporary(Ty::Float, Op::Neg(x), self.span))));
            }
            ("value", []) => {
                let x = self.scalar_operand(receiver)?;
                return Ok(Some(Value::Atom(self.temporary(Ty::Float, Op::Stop(x), self.span))));
            }
            _ => {}
        }
        let Some(row) = Row::find(name).filter(|row| row.kind == Kind::Method) else { return Ok(None) };
        if args.len() + 1 != row.arity + usize::from(row.family) {
            return Ok(None);
        }
        let mut atoms = vec![self.scalar_operand(receiver)?];
        for arg in args {
            atoms.push(self.scalar_operand(*arg)?);
        }
        self.row(row, atoms).map(Some)
    }

    fn scalar_operand(&mut self, e: ExprId) -> Result<Atom, Refusal> {
        let value = self.eval(e)?;
        let value = self.scalar_of(value)?;
        self.atom(value, self.span)
    }

    /// Methods of integers are constant code.
    pub(crate) fn integer_method(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        receiver: ExprId,
        name: &str,
        args: &[ExprId],
    ) -> Result<Option<Value>, Refusal> {
        let ty = typed.exprs[e].clone();
        if scalar(&ty).is_none() {
            return Ok(None);
        }
        if let ([other], Some(op)) = (args, crate::core::expr::operator::comparison(name)) {
            let (a, b) = (self.eval(receiver)?, self.eval(*other)?);
            return self.compare(op, a, b).map(Some);
        }
        let of = typed.ty(receiver).behind().clone();
        let value = self.eval(receiver)?;
        let mut values = vec![self.scalar_of(value)?];
        for arg in args {
            let value = self.eval(*arg)?;
            values.push(self.scalar_of(value)?);
        }
        if matches!(name, "clone" | "to_owned" | "into") && args.is_empty() && typed.ty(receiver).behind() == &ty {
            return Ok(values.pop());
        }
        if name == "saturating_sub"
            && let [_, Value::Atom(b)] = values.as_slice()
            && b.is_zero()
        {
            values.pop();
            return Ok(values.pop());
        }
        if values.iter().any(|v| !matches!(v, Value::Atom(_) | Value::Code(_))) {
            return Ok(None);
        }
        self.int_method(name, &of, values, ty).map(Some)
    }

    /// A function of a path that is not the crate's: the table's, `stop_gradient`.
    pub(crate) fn path_call(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        path: &syn::Path,
        operands: &[ExprId],
    ) -> Result<Value, Refusal> {
        let n = path.segments.len();
        let name = path.segments[n - 1].ident.to_string();
        if name == "stop_gradient" && operands.len() == 1 {
            let x = self.scalar_operand(operands[0])?;
            return Ok(Value::Atom(self.temporary(Ty::Float, Op::Stop(x), self.span)));
        }
        if crate::around::is_of_linalg(path) {
            return refuse("an operation on matrices that is recorded");
        }
        let path = &self.path_at_home(path)?;
        let n = path.segments.len();
        let table = n > 1 && path.segments[n - 2].ident == "functions";
        if let Some(row) = Row::find(&name).filter(|row| table && row.kind == Kind::Function) {
            let atoms = operands.iter().map(|e| self.scalar_operand(*e)).collect::<Result<Vec<_>, _>>()?;
            return self.row(row, atoms);
        }
        self.call_unknown(typed, e, path, operands)
    }

    pub(crate) fn foreign(&mut self, typed: &Rc<Typed>, e: ExprId, path: &syn::Path) -> Result<Value, Refusal> {
        if scalar(&typed.exprs[e]).is_none() {
            return refuse("a path that is not known");
        }
        let path = self.path_at_home(path)?;
        Ok(self.path_value(quote!(#path), &typed.exprs[e]))
    }

    /// An operation of the prelude's that is known here.
    pub(crate) fn intrinsic(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        path: &str,
        generics: &[Type],
        operands: &[ExprId],
    ) -> Result<Value, Refusal> {
        if let Some(Known::Row(row)) = known(path) {
            let atoms = operands.iter().map(|e| self.scalar_operand(*e)).collect::<Result<Vec<_>, _>>()?;
            return self.row(row, atoms);
        }
        if let Some(form) = path.strip_prefix("operator::").and_then(front::items::Derivative::named) {
            let args = self.operands(operands)?;
            return self.operator(form, args);
        }
        if let Some(name) = path.strip_prefix("linalg::") {
            return self.operation_on_matrices(typed, e, name, operands);
        }
        if let Some(value) = self.split_intrinsic(typed, e, path, generics, operands)? {
            return Ok(value);
        }
        match (path, operands) {
            ("Default::default", []) => match generics {
                [of] => self.default_of(of),
                _ => refuse("a default of this type"),
            },
            ("slice::len" | "vec::len", [list]) => {
                let place = self.place(*list)?;
                let list = self.list_at(&place)?;
                if let (Some(arr), None) = (list.leaf(), &list.part)
                    && self.arrays[arr].len.is_none()
                    && !matches!(self.arrays[arr].storage, crate::ir::Storage::Fixed(_))
                {
                    let ty = Type::Int(front::ty::Int::Usize);
                    return Ok(Value::Code(crate::core::value::Code { int: crate::ir::Int::Len(arr), ty }));
                }
                Ok(Value::Atom(self.len(&list)?))
            }
            ("key::comes_before" | "key::is_key", [a, b]) => {
                let Some(of) = generics.get(1) else { return refuse("keys of this type") };
                let (a, b) = (self.eval(*a)?, self.eval(*b)?);
                self.keys(path == "key::comes_before", of, &a, &b)
            }
            // What is boxed lies where the box lies.
            ("boxed::new" | "rc::new" | "sync::new", [value]) => {
                if self.holds_cell(&typed.exprs[*value]) {
                    return refuse("a place that is shared and changes");
                }
                let given = self.eval(*value)?;
                let given = self.moved_out(*value, given)?;
                self.as_dyn(given, &typed.ty(*value), &typed.exprs[e])
            }
            // Nobody else has what is changed: a clone is one of its own here.
            ("rc::make_mut" | "sync::make_mut", [value]) => {
                let value = self.eval(*value)?;
                let place = self.referent(value)?;
                let inside = self.in_box(&place)?.unwrap_or(place);
                Ok(Value::Ref(true, Box::new(inside)))
            }
            ("rc::unwrap_or_clone" | "sync::unwrap_or_clone", [value]) => {
                let given = self.eval(*value)?;
                self.moved_out(*value, given)
            }
            // The list has as many elements as the array.
            ("array::of", [list]) => self.eval(*list),
            ("slice::swap", [list, a, b]) => {
                let place = self.place(*list)?;
                let list = self.list_at(&place)?;
                let (a, b) = (self.eval_atom(*a)?, self.eval_atom(*b)?);
                self.swap(&list, a, b)?;
                Ok(Value::UNIT)
            }
            ("slice::to_vec" | "slice::to_owned", [list]) => {
                let place = self.place(*list)?;
                let list = self.list_at(&place)?;
                Ok(Value::List(self.as_vec(&list)?))
            }
            ("vec::new" | "vec::with_capacity", rest) => {
                for e in rest {
                    let value = self.eval(*e)?;
                    self.settle(value, self.span)?;
                }
                let Some(of) = typed.exprs[e].element().cloned() else { return refuse("a list of what is not known") };
                Ok(Value::List(self.empty(&of)?))
            }
            ("vec::push", [list, value]) => {
                let place = self.reference(*list)?;
                let given = self.eval(*value)?;
                let given = self.moved_out(*value, given)?;
                if let Some((table, row)) = self.row_of(&place) {
                    self.push_to_row(&table, &row, given)?;
                    return Ok(Value::UNIT);
                }
                let now = self.list_at(&place)?;
                if let Some(list) = self.pushed_to_each(&now, &given)? {
                    self.store(&place, Value::List(list))?;
                    return Ok(Value::UNIT);
                }
                let now = self.growable(now)?;
                let len = self.len(&now)?;
                let next = self.sum(&len, &usize_lit(1))?;
                let grown = self.resized(&now, next, Change::Grows)?;
                if let Some(cols) = self.beside_functions(&grown.cols, &len, &given)? {
                    let Place::Var(v, steps) = &place else { return refuse("a list of functions that is lent grows") };
                    self.put(*v, steps, Value::List(List { cols: cols.clone(), ..grown }))?;
                    self.store_beside_functions(&cols, &len, given)?;
                    return Ok(Value::UNIT);
                }
                self.store(&place, Value::List(grown.clone()))?;
                self.store_element(&grown, &len, &[], crate::ir::Mode::Set, given)?;
                Ok(Value::UNIT)
            }
            ("vec::truncate", [list, n]) => {
                let place = self.reference(*list)?;
                let n = self.eval_atom(*n)?;
                if let Some((table, row)) = self.row_of(&place) {
                    self.cut_row(&table, &row, &n)?;
                    return Ok(Value::UNIT);
                }
                let now = self.list_at(&place)?;
                let now = self.growable(now)?;
                let len = self.len(&now)?;
                let next = match crate::core::build::number(&n) {
                    Some(0) => zero(),
                    _ => self.of_both(crate::ir::Function::Min, &len, &n)?,
                };
                let cut = self.resized(&now, next, Change::Shrinks)?;
                self.store(&place, Value::List(cut))?;
                Ok(Value::UNIT)
            }
            _ => self.other_intrinsic(typed, e, path, operands),
        }
    }

    /// What a `&mut` argument refers to.
    pub(crate) fn reference(&mut self, e: ExprId) -> Result<Place, Refusal> {
        let value = self.eval(e)?;
        self.referent(value)
    }

    fn other_intrinsic(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        path: &str,
        operands: &[ExprId],
    ) -> Result<Value, Refusal> {
        let name = path.rsplit("::").next().unwrap_or(path);
        if let Some(value) = self.method_by_path(typed, e, name, operands)? {
            return Ok(value);
        }
        match name {
            "clone" if operands.len() == 1 => {
                let place = self.place(operands[0])?;
                let value = self.load(&place)?;
                let value = match value {
                    Value::Ref(_, place) => self.load(&place)?,
                    value => value,
                };
                self.cloned(value)
            }
            _ if scalar(&typed.exprs[e]).is_some() && path.starts_with("int::") => {
                let values = operands
                    .iter()
                    .map(|e| {
                        let value = self.eval(*e)?;
                        self.scalar_of(value)
                    })
                    .collect::<Result<Vec<_>, Refusal>>()?;
                let Some(of) = operands.first().map(|e| typed.ty(*e).behind().clone()) else { return refuse(path) };
                self.int_method(name, &of, values, typed.exprs[e].clone())
            }
            "converted" if path.starts_with("int::") && self.is_maybe_int(&typed.exprs[e]) => {
                let x = self.eval(operands[0])?;
                let x = self.scalar_of(x)?;
                let x = self.atom(x, self.span)?;
                let to = typed.exprs[e].clone();
                let Type::Adt(_, of) = &to else { return refuse(path) };
                let Some(of) = self.written_ty(&of[0]) else { return refuse(path) };
                let tokens = self.tokens(&x);
                self.given_by_code(quote!(#of::try_from(#tokens).ok()), x.val().into_iter().collect(), &to)
            }
            "no_integer" => self.given_by_code(quote!(u8::try_from(u16::MAX).unwrap_err()), vec![], &typed.exprs[e]),
            // An integer that may not be there: all of it is constant.
            _ if path.starts_with("int::") && self.is_maybe_int(&typed.exprs[e]) => {
                let mut all = vec![];
                for e in operands {
                    let value = self.eval(*e)?;
                    all.push(self.scalar_of(value)?);
                }
                let mut atoms = vec![];
                for value in all {
                    atoms.push(self.atom(value, self.span)?);
                }
                let tokens: Vec<_> = atoms.iter().map(|a| self.tokens(a)).collect();
                let Some(of) = operands.first().and_then(|e| self.written_ty(typed.ty(*e).behind())) else {
                    return refuse(path);
                };
                let name = format_ident!("{name}");
                let vals = atoms.iter().filter_map(Atom::val).collect();
                self.given_by_code(quote!(#of::#name(#(#tokens),*)), vals, &typed.exprs[e])
            }
            "to_bits" | "from_bits" if operands.len() == 1 => {
                let value = self.eval(operands[0])?;
                let value = self.scalar_of(value)?;
                let x = self.atom(value, self.span)?;
                let gives = typed.exprs[e].clone();
                let float = if name == "to_bits" { typed.ty(operands[0]).behind().clone() } else { gives.clone() };
                let Some(of) = self.written_ty(&float) else { return refuse(path) };
                match (x.val(), scalar(&gives)) {
                    (Some(_), Some(ty)) if !self.is_other_precision(&float) => {
                        self.bits |= name == "to_bits" && !self.is_constant_atom(&x);
                        let op = if name == "to_bits" { Op::ToBits(of, x) } else { Op::OfBits(of, x) };
                        Ok(Value::Atom(self.temporary(ty, op, self.span)))
                    }
                    (val, _) => {
                        let (name, x) = (format_ident!("{name}"), self.tokens(&x));
                        self.given_by_code(quote!(#of::#name(#x)), val.into_iter().collect(), &gives)
                    }
                }
            }
            _ => match &typed.body.exprs[e].kind {
                ExprKind::Call(..) | ExprKind::Method(..) => {
                    let name = path.rsplit("::").next().unwrap_or(path);
                    refuse(format!(
                        "`{name}` has no derivative here: use the functions that the table has, write it as a function \
                         with #[differentiable], or take its value with `stop_gradient`"
                    ))
                }
                _ => refuse(path.to_string()),
            },
        }
    }

    /// A method of floats by its path, as `f64::is_nan(x)` or `Mul::mul(a, b)`.
    fn method_by_path(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        name: &str,
        operands: &[ExprId],
    ) -> Result<Option<Value>, Refusal> {
        let [receiver, args @ ..] = operands else { return Ok(None) };
        if !matches!(typed.ty(*receiver).behind(), Type::Float(_)) {
            return Ok(None);
        }
        match (front::infer::operator_named(name), args) {
            (Some(op), [other]) => self.by_operator(typed, e, op, *receiver, *other).map(Some),
            _ => self.float_method(typed, e, *receiver, name, args),
        }
    }

    /// Whether a type is an `Option` of an integer.
    fn is_maybe_int(&self, ty: &Type) -> bool {
        matches!(ty, Type::Adt(adt, of) if self.is_std(*adt, "Option") && matches!(of.first(), Some(Type::Int(_))))
    }

    /// A value of its own.
    pub(crate) fn cloned(&mut self, value: Value) -> Result<Value, Refusal> {
        Ok(match value {
            Value::List(list) => Value::List(self.copied(&list)?),
            Value::Tuple(parts) => Value::Tuple(parts.into_iter().map(|p| self.cloned(p)).collect::<Result<_, _>>()?),
            other => self.owned(other)?,
        })
    }

    /// A `Vec` of the same elements.
    pub(crate) fn as_vec(&mut self, list: &List) -> Result<List, Refusal> {
        // What lies outside does not change; a part of it stays that part.
        if matches!(*list.cols, Cols::Whole(_) | Cols::Each(_)) {
            return Ok(list.clone());
        }
        if list.cols.has_table() {
            return self.gathered(list);
        }
        self.copied_to(list, |_, _, _, _| crate::ir::Storage::Heap)
    }

    /// Two elements change places.
    fn swap(&mut self, list: &List, a: Atom, b: Atom) -> Result<(), Refusal> {
        let (Place::Element(_, a, _), Place::Element(_, b, _)) = (self.element(list, a)?, self.element(list, b)?)
        else {
            return refuse("elements that change places");
        };
        self.swap_rows(&list.cols.clone(), &a, &b)
    }

    /// The types of the fields of a variant.
    pub(crate) fn fields_of(
        &self,
        adt: front::items::AdtId,
        variant: usize,
        args: &[Type],
    ) -> Result<Vec<Type>, Refusal> {
        let def = self.program.adt(adt);
        if def.is_enum {
            return refuse("a list of an enum");
        }
        let of = |f: &FieldDef| f.ty.with(args);
        Ok(def.variants[variant].fields.iter().map(of).collect())
    }
}
