//! What carries no derivative: what is known to be constant, and what is given to constant parameters.

use crate::core::Builder;
use crate::core::structures::Whole;
use crate::core::value::{Cols, Place, Value};
use crate::ir::{Atom, Op, Storage, Ty};
use front::items::{FnId, Origin};
use quote::ToTokens;

impl Builder<'_> {
    /// Whether a value is a scalar that carries no derivative for certain.
    pub(crate) fn is_constant(&self, value: &Value) -> bool {
        match value {
            Value::Atom(atom) => self.is_constant_atom(atom),
            Value::Text(text) => text.vals.iter().all(|v| self.is_constant_atom(&Atom::Val(*v)) || self.is_kept(*v)),
            Value::Code(code) => code.int.vals().iter().all(|v| self.is_constant_atom(&Atom::Val(*v))),
            _ => false,
        }
    }

    pub(crate) fn is_constant_atom(&self, atom: &Atom) -> bool {
        match atom {
            Atom::Val(v) => matches!(self.values[*v].ty, Ty::Int(_) | Ty::Bool) || self.constants.contains(v),
            Atom::Lit(_) => true,
        }
    }

    /// Whether it is a number by itself that may carry a derivative.
    pub(crate) fn is_active_number(&self, value: &Value) -> bool {
        let Value::Atom(atom @ Atom::Val(v)) = value else { return false };
        self.values[*v].ty == Ty::Float && !self.is_constant_atom(atom)
    }

    /// Whether what an operation gives carries no derivative for certain.
    pub(crate) fn gives_constants(&self, op: &Op) -> bool {
        let constants = |atoms: &[&Atom]| atoms.iter().all(|a| self.is_constant_atom(a));
        match op {
            Op::Verbatim(_) | Op::Int(_) | Op::Stop(_) => true,
            Op::Bin(..) | Op::Neg(_) | Op::Fun(..) => constants(&op.atoms()),
            Op::Read(arr, _) => {
                let array = &self.arrays[*arr];
                array.param && !array.lifted && matches!(array.storage, Storage::Shared)
            }
            _ => false,
        }
    }

    /// What a function is given: numbers for its constant parameters have no derivative in it, and it is an error if they
    /// have one in front of it.
    pub(crate) fn stopped(&mut self, f: FnId, mut args: Vec<Value>) -> Vec<Value> {
        for (value, said) in args.iter_mut().zip(self.constants_of(f)) {
            if let Some(said) = said {
                self.stop(value, &said);
            }
        }
        args
    }

    /// What is said of what carries a derivative, for each parameter of a function that is constant.
    pub(crate) fn constants_of(&self, f: FnId) -> Vec<Option<String>> {
        let def = self.program.func(f);
        if def.origin != Origin::Crate || !def.differentiable {
            return vec![];
        }
        let name = |k: usize| match self.program.text(f).as_deref().and_then(|text| text.sig.inputs.iter().nth(k)) {
            Some(syn::FnArg::Typed(arg)) => arg.pat.to_token_stream().to_string(),
            _ => "self".to_owned(),
        };
        let said = |(k, param): (usize, &front::items::ParamDef)| {
            param.constant.then(|| format!("the parameter `{}` of `{}` is #[constant]", name(k), def.name))
        };
        def.params.iter().enumerate().map(said).collect()
    }

    fn stop(&mut self, value: &mut Value, said: &str) {
        match value {
            Value::Atom(atom) if self.atom_ty(atom) == Ty::Float && !self.is_constant_atom(atom) => {
                *atom = self.temporary(Ty::Float, Op::Stop(atom.clone()), self.span);
                if let Atom::Val(v) = atom {
                    self.values[*v].ends_in = Some((self.span, said.to_owned()));
                }
            }
            Value::Tuple(parts) => parts.iter_mut().for_each(|part| self.stop(part, said)),
            Value::Enum(choice) => {
                choice.variants.iter_mut().flatten().flatten().for_each(|part| self.stop(part, said));
            }
            Value::List(list) => {
                if let Cols::Whole(w) = &*list.cols {
                    self.stop_whole(w, said);
                }
                for arr in Self::arrays_of(list) {
                    self.arrays[arr].ends_in.get_or_insert((self.span, said.to_owned()));
                }
            }
            Value::Outside(w) => self.stop_whole(w, said),
            Value::Ref(false, place) => match &**place {
                Place::Whole(w) => self.stop_whole(w, said),
                Place::Element(list, ..) => self.stop(&mut Value::List(list.clone()), said),
                Place::Var(..) | Place::Slice(_) | Place::Temp(_) => {
                    if let Ok(mut inner) = self.load(place) {
                        self.stop(&mut inner, said);
                        **place = Place::Temp(Box::new(inner));
                    }
                }
                Place::Either(..) => {}
            },
            _ => {}
        }
    }

    fn stop_whole(&mut self, w: &Whole, said: &str) {
        if !w.constant && !w.plain {
            self.values[w.of].ends_in.get_or_insert((self.span, said.to_owned()));
        }
    }
}
