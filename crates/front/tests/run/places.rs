//! Places of expressions.

use crate::machine::{Exit, Frame, Machine};
use crate::value::{Place, V, cell};
use front::hir::{ExprId, ExprKind};
use front::ty::Ty;
use front::typed::{Adjust, Callee};
use std::rc::Rc;

impl Machine<'_> {
    /// The place of an expression, with what is done to it before it is used.
    pub(crate) fn place(&mut self, frame: &Rc<Frame>, e: ExprId) -> Result<Place, Exit> {
        match frame.typed.adjusted.get(&e) {
            Some(all) if !all.is_empty() => match self.adjusted(frame, e, all.clone())? {
                Ok(value) => Ok(Place::Cell(cell(value))),
                Err(place) => Ok(place),
            },
            _ => self.bare_place(frame, e),
        }
    }

    /// A value, or a place.
    pub(crate) fn adjusted(
        &mut self,
        frame: &Rc<Frame>,
        e: ExprId,
        all: Vec<Adjust>,
    ) -> Result<Result<V, Place>, Exit> {
        let mut ty = frame.typed.exprs[e].clone();
        let mut at = self.bare_place(frame, e)?;
        for adjust in all {
            match adjust {
                Adjust::Deref => match ty {
                    Ty::Ref(_, inner) => (at, ty) = (at.deref(), *inner),
                    Ty::Boxed(_, inner) => ty = *inner,
                    other => panic!("no reference: {other:?}"),
                },
                Adjust::Borrow(mutable) => {
                    (at, ty) = (Place::Cell(cell(V::Ref(at))), Ty::Ref(mutable, Box::new(ty)));
                }
                Adjust::Unsize(to) => ty = to,
                Adjust::Call(f, generics, to) => {
                    (at, ty) = (Place::Cell(cell(self.call(f, &generics, vec![at.load()]))), to);
                }
            }
        }
        Ok(Err(at))
    }

    pub(crate) fn bare_place(&mut self, frame: &Rc<Frame>, e: ExprId) -> Result<Place, Exit> {
        match &frame.body().exprs[e].kind {
            ExprKind::Local(local) => Ok(Place::Cell(frame.local(*local))),
            ExprKind::Field(on, name) => {
                let place = self.place(frame, *on)?;
                let ty = frame.typed.ty(*on);
                let k = match ty.behind() {
                    Ty::Tuple(_) => name.parse().expect("a number"),
                    Ty::Adt(adt, _) => self.program.field(*adt, 0, name).expect("a field").0,
                    other => panic!("no fields: {other:?}"),
                };
                Ok(place.field(k))
            }
            ExprKind::Index(on, index) => {
                if let Some(Callee::Fn(f, generics)) = frame.typed.callees.get(&e).cloned() {
                    let (on, index) = (self.place(frame, *on)?, self.eval(frame, *index)?);
                    return Ok(self.call(f, &generics, vec![V::Ref(on), index]).place());
                }
                let on = self.place(frame, *on)?;
                match self.eval(frame, *index)? {
                    V::Int(k) => Ok(Place::Cell(on.elements()[usize::try_from(k).unwrap()].clone())),
                    V::Adt(adt, _, parts) => {
                        let n = on.elements().len();
                        let at = |k: usize| parts[k].borrow().index();
                        match &*self.program.adt(adt).name {
                            "Range" => Ok(on.part(at(0), at(1))),
                            "RangeFrom" => Ok(on.part(at(0), n)),
                            "RangeTo" => Ok(on.part(0, at(0))),
                            "RangeFull" => Ok(on.part(0, n)),
                            "RangeInclusive" => Ok(on.part(at(0), at(1) + 1)),
                            "RangeToInclusive" => Ok(on.part(0, at(0) + 1)),
                            other => panic!("no index: {other}"),
                        }
                    }
                    other => panic!("no index: {other:?}"),
                }
            }
            ExprKind::Deref(inner) => {
                if let Some(Callee::Fn(f, generics)) = frame.typed.callees.get(&e).cloned() {
                    let on = self.place(frame, *inner)?;
                    return Ok(self.call(f, &generics, vec![V::Ref(on)]).place());
                }
                let place = self.place(frame, *inner)?;
                Ok(if matches!(frame.typed.ty(*inner), Ty::Boxed(_, _)) { place } else { place.deref() })
            }
            _ => Ok(Place::Cell(cell(self.plain(frame, e)?))),
        }
    }
}
