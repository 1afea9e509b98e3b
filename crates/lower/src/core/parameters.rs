//! Parameters: how each arrives in the steps, and what its name stands for.

use crate::core::lists::nested::nested;
use crate::core::structures::Whole;
use crate::core::value::{Cols, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::lowered::Leaf;
use crate::ir::{Atom, Storage, Ty as Scalar};
use crate::signature::nests::Part;
use crate::signature::{Param, Shape};
use crate::syntax::types::primitive;
use front::ty::{Float, Ty};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// All names in a function, so that none is made twice.
pub(crate) fn names(f: &syn::ItemFn) -> HashSet<Rc<str>> {
    crate::syntax::identifiers(f).into_iter().map(Rc::from).collect()
}

/// The types of `const` parameters.
pub(crate) fn constants(of: &syn::Generics) -> HashMap<String, Scalar> {
    of.const_params().filter_map(|c| Some((c.ident.to_string(), primitive(&c.ty)?))).collect()
}

/// Whether a type is looked into: a structure, a tuple, a list of these.
fn is_looked_into(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(r) => is_looked_into(&r.elem),
        syn::Type::Slice(s) => is_looked_into(&s.elem),
        syn::Type::Array(a) => is_looked_into(&a.elem),
        syn::Type::Tuple(t) => t.elems.iter().all(is_looked_into),
        syn::Type::Path(p) => p.qself.is_none(),
        syn::Type::Paren(p) => is_looked_into(&p.elem),
        syn::Type::TraitObject(_) => true,
        _ => false,
    }
}

impl Builder<'_> {
    pub(crate) fn parameters(&mut self) -> Result<Vec<Leaf>, Refusal> {
        let sig = self.sig;
        sig.params.iter().map(|p| self.parameter(p)).collect()
    }

    pub(crate) fn parameter(&mut self, p: &Param) -> Result<Leaf, Refusal> {
        let leaf = match &p.shape {
            Some(shape) => self.leaf(&p.name, shape, p.active),
            None => self.constant(p),
        }?;
        if let Leaf::Array(arr) = leaf {
            self.arrays[arr].grows = crate::signature::lent::grows(p);
        }
        Ok(leaf)
    }

    fn leaf(&mut self, name: &Ident, shape: &Shape, active: bool) -> Result<Leaf, Refusal> {
        let float = Ty::Float(Float::F64);
        let storage = match shape {
            Shape::Scalar => {
                let v = self.value(&name.to_string(), crate::ir::Ty::Float, name.span());
                (self.values[v].lifted, self.values[v].active) = (active, active);
                if !active {
                    self.constants.insert(v);
                }
                return Ok(Leaf::Scalar(v));
            }
            Shape::Tuple(shapes) => {
                let part =
                    |(k, s): (usize, &Shape)| self.leaf(&Ident::new(&format!("{name}_{k}"), name.span()), s, active);
                return Ok(Leaf::Tuple(shapes.iter().enumerate().map(part).collect::<Result<_, _>>()?));
            }
            Shape::Unit => return Ok(Leaf::Tuple(vec![])),
            Shape::Record(_) => {
                let v = self.value(&name.to_string(), crate::ir::Ty::Record, name.span());
                let value = &mut self.values[v];
                (value.lifted, value.active, value.by_ref, value.straight) = (active, active, true, false);
                return Ok(Leaf::Scalar(v));
            }
            Shape::Rows(_) | Shape::Count(_) => return refuse("a parameter of this shape"),
            Shape::Slice => Storage::Shared,
            Shape::SliceMut => Storage::Exclusive,
            Shape::Fixed(len) => Storage::Fixed(len.clone()),
            Shape::Vec => Storage::Heap,
        };
        let a = self.array(&name.to_string(), storage, &float, name.span());
        let array = &mut self.arrays[a];
        (array.param, array.lifted, array.active) = (true, active, active);
        Ok(Leaf::Array(a))
    }

    /// A parameter that is not made of floats: a list of constants, or one constant.
    fn constant(&mut self, p: &Param) -> Result<Leaf, Refusal> {
        let primitive = |ty: &syn::Type| match ty {
            syn::Type::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                match &*name {
                    "bool" => Some(Ty::Bool),
                    "char" => Some(Ty::Char),
                    name => front::ty::Int::of(name).map(Ty::Int),
                }
            }
            _ => None,
        };
        let list = match &p.ty {
            syn::Type::Reference(r) => {
                let storage = if r.mutability.is_some() { Storage::Exclusive } else { Storage::Shared };
                match &*r.elem {
                    syn::Type::Slice(s) => Some((storage, primitive(&s.elem))),
                    of => crate::signature::list_element(of).map(|of| (storage, primitive(of))),
                }
            }
            syn::Type::Array(a) => Some((Storage::Fixed(a.len.to_token_stream()), primitive(&a.elem))),
            _ => None,
        };
        if let Some((storage, Some(of))) = list {
            let a = self.array(&p.name.to_string(), storage, &of, p.name.span());
            self.arrays[a].param = true;
            return Ok(Leaf::Array(a));
        }
        let Some(ty) = primitive(&p.ty).as_ref().and_then(crate::core::build::scalar) else {
            if matches!(&p.ty, syn::Type::Reference(r) if r.mutability.is_some()) || !is_looked_into(&p.ty) {
                return refuse("a constant parameter of this type");
            }
            let v = self.value(&p.name.to_string(), crate::ir::Ty::Unknown, p.name.span());
            return Ok(Leaf::Scalar(v));
        };
        Ok(Leaf::Scalar(self.value(&p.name.to_string(), ty, p.name.span())))
    }

    /// What the parameters are to the body; one of rows has several leaves. `grows` says which hold lists that may become
    /// longer.
    pub(crate) fn arguments(&mut self, types: &[Ty], leaves: &[Leaf], grows: &[bool]) -> Result<Vec<Value>, Refusal> {
        let sig = self.sig;
        let heads = (0..leaves.len()).filter(|k| !matches!(sig.params[*k].part, Some(Part::Table | Part::Count)));
        let heads: Vec<usize> = heads.collect();
        if types.len() != heads.len() {
            return refuse("parameters of another form");
        }
        let ends = heads.iter().skip(1).copied().chain([leaves.len()]);
        let one = |(((&head, end), ty), &grows): (((&usize, usize), &Ty), &bool)| match (
            &sig.params[head].part,
            nested(ty),
        ) {
            (Some(Part::Numbers(_)), Some(levels)) => {
                let rows = self.nested_argument(&leaves[head..end], &levels, ty)?;
                self.changing(rows, &sig.params[head], ty)
            }
            (Some(Part::First), _) => {
                let grow = sig.params[head..end].iter().any(crate::signature::lent::grows);
                self.argument_lent(&leaves[head..end], (ty, grow), &sig.params[head].name.to_string())
            }
            (Some(_), _) => refuse("a parameter of rows"),
            (None, _) => {
                let value = self.argument_of(&leaves[head], ty, grows)?;
                match leaves[head] {
                    Leaf::Array(_) => self.changing(value, &sig.params[head], ty),
                    _ => Ok(value),
                }
            }
        };
        heads.iter().zip(ends).zip(types).zip(grows).map(one).collect()
    }

    /// A list that changes its length is one of the function's own, which is given back when that ends.
    fn changing(&mut self, lent: Value, param: &Param, ty: &Ty) -> Result<Value, Refusal> {
        let taken = matches!(&param.ty, syn::Type::Reference(r) if r.mutability.is_none());
        let (Ty::Ref(true, of), Value::Ref(_, place), true) = (ty, &lent, taken) else { return Ok(lent) };
        let value = self.load(place)?;
        let value = self.all_growable(value, of)?;
        let var = self.var(value);
        self.env_names[var] = param.name.to_string().into();
        self.changed.push((var, (**of).clone()));
        Ok(Value::Ref(true, Box::new(Place::Var(var, vec![]))))
    }

    /// What a parameter is to the body; `grows` says that lists in it may become longer.
    pub(crate) fn argument_of(&mut self, leaf: &Leaf, ty: &Ty, grows: bool) -> Result<Value, Refusal> {
        Ok(match (leaf, ty) {
            (Leaf::Scalar(v), ty) if matches!(self.values[*v].ty, crate::ir::Ty::Record | crate::ir::Ty::Unknown) => {
                let (mutable, of) = match ty {
                    Ty::Ref(m, of) => (Some(*m), (**of).clone()),
                    ty => (None, ty.clone()),
                };
                let whole = Whole {
                    of: *v,
                    constant: !self.values[*v].lifted,
                    plain: !self.values[*v].lifted,
                    path: crate::ir::Projections::default(),
                    ty: of,
                };
                match mutable {
                    Some(true) if self.signature_of(&whole.ty).is_some() => {
                        Value::Ref(true, Box::new(Place::Whole(whole)))
                    }
                    Some(true) => {
                        // It is given back as it is when the function ends.
                        let value = self.load_whole(&whole)?;
                        let value = self.unshared(value)?;
                        let value = self.settle(value, self.span)?;
                        self.claim(&value);
                        let value = if grows { self.all_growable(value, &whole.ty)? } else { value };
                        let var = self.var(value);
                        self.env_names[var] = self.values[*v].name.to_string().into();
                        self.changed.push((var, whole.ty.clone()));
                        Value::Ref(true, Box::new(Place::Var(var, vec![])))
                    }
                    Some(false) if self.scalar(crate::core::structures::lent(ty).0).is_some() => {
                        self.load_whole(&Whole { ty: ty.clone(), ..whole })?
                    }
                    Some(false) => Value::Ref(false, Box::new(Place::Whole(whole))),
                    None if matches!(&whole.ty, Ty::Adt(adt, _) if self.program.adt(*adt).is_enum) => {
                        Value::Outside(whole)
                    }
                    None => self.load_whole(&whole)?,
                }
            }
            (Leaf::Scalar(v), Ty::Ref(true, of)) => {
                let var = self.var(Value::Atom(Atom::Val(*v)));
                self.changed.push((var, (**of).clone()));
                Value::Ref(true, Box::new(Place::Var(var, vec![])))
            }
            (Leaf::Scalar(v), Ty::Ref(..)) => {
                Value::Ref(false, Box::new(Place::Temp(Box::new(Value::Atom(Atom::Val(*v))))))
            }
            (Leaf::Scalar(v), _) => Value::Atom(Atom::Val(*v)),
            (Leaf::Array(arr), Ty::Ref(true, inner)) if matches!(**inner, Ty::Float(_)) => {
                let list = List::whole(Cols::Leaf(*arr));
                Value::Ref(true, Box::new(Place::Element(list, crate::core::build::usize_lit(0), vec![])))
            }
            (Leaf::Array(arr), Ty::Ref(m, inner)) if matches!(**inner, Ty::Slice(_)) => {
                Value::Ref(*m, Box::new(Place::Slice(List::whole(Cols::Leaf(*arr)))))
            }
            (Leaf::Array(arr), Ty::Ref(m, _)) => {
                let list = Value::List(List::whole(Cols::Leaf(*arr)));
                let var = self.var(list);
                Value::Ref(*m, Box::new(Place::Var(var, vec![])))
            }
            (Leaf::Array(arr), _) => Value::List(List::whole(Cols::Leaf(*arr))),
            (Leaf::Tuple(leaves), Ty::Ref(..)) => self.argument_in_columns(leaves, ty)?,
            (Leaf::Tuple(leaves), Ty::Tuple(types)) if leaves.len() == types.len() => {
                let parts = leaves.iter().zip(types).map(|(l, t)| self.argument_of(l, t, grows));
                Value::Tuple(parts.collect::<Result<_, _>>()?)
            }
            _ => return refuse("a parameter of this type"),
        })
    }
}
