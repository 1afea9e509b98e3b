//! Calls of functions that are not written out: those of the crate, by their derivatives.

use super::value::Value;
use super::{Builder, Refusal, refuse};
use crate::ir::{Access, Arg, Atom, Call, Op, Out, Step, Storage, Ty};
use front::hir::ExprId;
use front::items::FnId;
use front::ty::Ty as Type;
use front::typed::Typed;
use std::rc::Rc;

impl Builder<'_> {
    pub(super) fn user_call(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        f: FnId,
        generics: &[Type],
        operands: &[ExprId],
    ) -> Result<Value, Refusal> {
        let args = self.operands(operands)?;
        let _ = (typed, e);
        self.call_known(f, generics, args)
    }

    pub(super) fn call_known(&mut self, f: FnId, generics: &[Type], args: Vec<Value>) -> Result<Value, Refusal> {
        let def = self.program.func(f);
        let Some(path) = def.path.clone() else { return refuse("a method of a type of the crate") };
        if !generics.iter().all(|of| matches!(of, Type::Float(_))) {
            return refuse("a function with generic parameters");
        }
        self.at_home()?;
        let itself = self.stack.first().is_some_and(|(own, _)| *own == f);
        if !def.differentiable && !itself {
            return refuse("a function without derivatives");
        }
        let mut all = vec![];
        for (value, param) in args.into_iter().zip(&def.params) {
            all.push(self.argument(value, &param.ty)?);
        }
        // What a call of constants gives is constant, and may be written to as a list of numbers later.
        let of_numbers = def.params.iter().any(|p| match p.ty.behind() {
            Type::Float(_) => true,
            ty => ty.element().is_some_and(|of| matches!(of, Type::Float(_))),
        });
        if !of_numbers && !matches!(def.ret, Type::Float(_) | Type::Int(_) | Type::Bool) {
            return refuse("a list that a call of constants gives");
        }
        let out = self.out_of(&def.ret)?;
        self.calls += 1;
        let n = all.len();
        let written = self.written_lists(&all);
        self.out.push(Step::Call(Call {
            id: self.calls,
            path,
            method: None,
            args: all,
            lent: vec![false; n],
            changed: vec![],
            in_place: None,
            out: out.clone(),
            lifted: false,
            active: false,
        }));
        for arr in written {
            self.known.remove(&arr);
        }
        // How long a list is, the call says.
        let mut made = vec![];
        out.each(&mut |_| {}, &mut |arr| made.push(arr));
        for arr in made {
            if matches!(self.arrays[arr].storage, Storage::Heap) {
                self.arrays[arr].len = Some(self.array_len(arr));
            }
        }
        self.value_of_out(&out)
    }

    pub(super) fn written_lists(&self, args: &[Arg]) -> Vec<usize> {
        let mut all = vec![];
        for arg in args {
            arg.each(&mut |arg| {
                if let Arg::View(view, access) = arg
                    && access.writes()
                {
                    all.push(view.arr);
                }
            });
        }
        all
    }

    pub(super) fn argument(&mut self, value: Value, ty: &Type) -> Result<Arg, Refusal> {
        Ok(match (ty, value) {
            (Type::Float(_) | Type::Int(_) | Type::Bool, value) => Arg::Scalar(self.atom(value, self.span)?),
            (Type::Ref(false, inner), value) if matches!(**inner, Type::Float(_)) => {
                Arg::Scalar(self.atom(value, self.span)?)
            }
            (Type::Ref(m, inner), value) if matches!(&**inner, Type::Slice(of) if super::build::scalar(of).is_some()) =>
            {
                let Value::Ref(_, place) = value else { return refuse("a reference") };
                let list = self.list_at(&place)?;
                let Some(arr) = list.leaf() else { return refuse("a list of this form as an argument") };
                let view = self.leaf_view(&list, arr)?;
                Arg::View(view, if *m { Access::Write } else { Access::Read })
            }
            (Type::Vec(of) | Type::Array(of, _), Value::List(list)) if super::build::scalar(of).is_some() => {
                let list = match (list.part.is_none(), list.grows) {
                    (true, None) => list,
                    _ => self.copied(&list, None)?,
                };
                match list.leaf() {
                    Some(arr) if !matches!(self.arrays[arr].storage, Storage::Shared | Storage::Exclusive) => {
                        Arg::Owned(arr)
                    }
                    _ => return refuse("a list of this form as an argument"),
                }
            }
            (Type::Tuple(types), Value::Tuple(parts)) if types.len() == parts.len() => {
                let all = types.iter().zip(parts).map(|(t, v)| self.argument(v, t));
                Arg::Tuple(all.collect::<Result<_, _>>()?)
            }
            _ => return refuse("an argument of this type"),
        })
    }

    pub(super) fn out_of(&mut self, ty: &Type) -> Result<Out, Refusal> {
        Ok(match ty {
            Type::Tuple(parts) if parts.is_empty() => Out::Unit,
            Type::Tuple(parts) => Out::Tuple(parts.iter().map(|t| self.out_of(t)).collect::<Result<_, _>>()?),
            Type::Float(_) => {
                let v = self.value("t", Ty::Float, self.span);
                self.temporaries.insert(v);
                Out::Scalar(v)
            }
            Type::Int(_) | Type::Bool => {
                let Some(of) = super::build::scalar(ty) else { return refuse("a result") };
                let v = self.value("t", of, self.span);
                self.temporaries.insert(v);
                Out::Count(v)
            }
            Type::Vec(of) if matches!(**of, Type::Float(_)) => {
                let arr = self.array("list", Storage::Heap, of, self.span);
                self.unnamed.insert(arr);
                Out::Array(arr)
            }
            Type::Array(of, len) if matches!(**of, Type::Float(_)) => {
                let len = self.len_atom(len)?;
                let arr = self.array("list", Storage::Fixed(self.tokens(&len)), of, self.span);
                self.unnamed.insert(arr);
                Out::Array(arr)
            }
            _ => return refuse("a result of this type"),
        })
    }

    pub(super) fn value_of_out(&self, out: &Out) -> Result<Value, Refusal> {
        Ok(match out {
            Out::Unit => Value::UNIT,
            Out::Scalar(v) | Out::Count(v) => Value::Atom(crate::ir::Atom::Val(*v)),
            Out::Array(arr) => Value::List(Self::leaf_list(*arr, None)),
            Out::Tuple(parts) => Value::Tuple(parts.iter().map(|p| self.value_of_out(p)).collect::<Result<_, _>>()?),
            _ => return refuse("a result of this type"),
        })
    }

    /// What a function without the attribute gives for constants: it is called as it stands.
    pub(super) fn of_constants(&mut self, f: FnId, args: &[Value]) -> Result<Option<Value>, Refusal> {
        let def = self.program.func(f);
        let scalars = !args.is_empty() && args.iter().all(|a| self.is_constant(a));
        if def.differentiable || def.method || !scalars || super::build::scalar(&def.ret).is_none() {
            return Ok(None);
        }
        let (Some(path), true) = (&def.path, def.generics.names.is_empty() && self.at_home().is_ok()) else {
            return Ok(None);
        };
        let code = self.verbatim(args.to_vec(), def.ret.clone(), |t| quote::quote!(#path(#(#t),*)))?;
        self.settle(code, self.span).map(Some)
    }

    /// Whether a value is a scalar that carries no derivative for certain.
    fn is_constant(&self, value: &Value) -> bool {
        match value {
            Value::Atom(atom) => self.is_constant_atom(atom),
            Value::Code(code) => code.int.vals().iter().all(|v| self.is_constant_atom(&Atom::Val(*v))),
            _ => false,
        }
    }

    pub(super) fn is_constant_atom(&self, atom: &Atom) -> bool {
        match atom {
            Atom::Val(v) => matches!(self.values[*v].ty, Ty::Int(_) | Ty::Bool) || self.constants.contains(v),
            Atom::Lit(_) => true,
        }
    }

    /// Whether what an operation gives carries no derivative for certain.
    pub(super) fn gives_constants(&self, op: &Op) -> bool {
        let constants = |atoms: &[&Atom]| atoms.iter().all(|a| self.is_constant_atom(a));
        match op {
            Op::Verbatim(_) | Op::Int(_) => true,
            Op::Bin(..) | Op::Neg(_) | Op::Fun(..) | Op::Copy(_) => constants(&op.atoms()),
            Op::Read(arr, _) => {
                let array = &self.arrays[*arr];
                array.param && !array.lifted && matches!(array.storage, Storage::Shared)
            }
            _ => false,
        }
    }
}
