//! What the use of an expression makes of it.

use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal, refuse};
use front::hir::ExprId;
use front::ty::Ty as Type;
use front::typed::{Adjust, Typed};
use std::rc::Rc;

impl Builder<'_> {
    /// The place of an expression with what its use makes of it: references are followed, values lent.
    pub(crate) fn adjusted_place(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        adjusts: &[Adjust],
    ) -> Result<Place, Refusal> {
        let mut place = self.place_plain(typed, e)?;
        for adjust in adjusts {
            place = match adjust {
                Adjust::Deref if let Some(inside) = self.in_box(&place)? => inside,
                Adjust::Deref => match self.load(&place)? {
                    value @ Value::Ref(..) => self.referent(value)?,
                    // What is boxed lies where the box lies.
                    _ => place,
                },
                Adjust::Borrow(m) => {
                    let m = *m || self.holds_cell(&typed.exprs[e]);
                    Place::Temp(Box::new(Value::Ref(m, Box::new(self.lasting(place, m)?))))
                }
                // `Deref` of a type of the user's.
                Adjust::Call(f, generics, _) => {
                    let lent = self.load(&place)?;
                    Place::Temp(Box::new(self.inline(*f, generics, vec![lent])?))
                }
                Adjust::Unsize(to)
                    if crate::core::lists::heterogeneous::is_each(to.behind()) || matches!(to, Type::Boxed(_, _)) =>
                {
                    let value = self.load(&place)?;
                    let value = match value {
                        Value::Ref(true, inner) => self.changed_by_trait(*inner, &typed.exprs[e], to)?,
                        Value::Ref(m, inner) => {
                            let value = self.load(&inner)?;
                            Value::Ref(m, Box::new(Place::Temp(Box::new(self.as_dyn(value, &typed.exprs[e], to)?))))
                        }
                        value => self.as_dyn(value, &typed.exprs[e], to)?,
                    };
                    Place::Temp(Box::new(value))
                }
                Adjust::Unsize(Type::Vec(_)) => {
                    let list = match self.in_box(&place)? {
                        Some(inside) => self.list_at(&inside)?,
                        None => self.list_at(&place)?,
                    };
                    Place::Temp(Box::new(Value::List(self.as_vec(&list)?)))
                }
                Adjust::Unsize(_) => {
                    let Value::Ref(m, inner) = self.load(&place)? else { return refuse("no reference") };
                    let list = self.list_at(&inner)?;
                    Place::Temp(Box::new(Value::Ref(m, Box::new(Place::Slice(list)))))
                }
            };
        }
        Ok(place)
    }

    /// `&inner` or `&mut inner`; a value that lies nowhere gets a variable.
    pub(crate) fn lent_from(&mut self, typed: &Rc<Typed>, mutable: bool, inner: ExprId) -> Result<Value, Refusal> {
        let mutable = mutable || self.holds_cell(&typed.exprs[inner]);
        let place = match self.place(inner)? {
            // What it is lent to may make it longer.
            Place::Temp(value) if mutable && !self.even => {
                Place::Temp(Box::new(self.all_growable(*value, &typed.exprs[inner])?))
            }
            place => place,
        };
        Ok(Value::Ref(mutable, Box::new(self.lasting(place, mutable)?)))
    }
}
