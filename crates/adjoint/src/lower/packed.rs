//! Lists, rows, tuples and `Option`s as one value, for where a field, an argument or a result is one.

use super::maybe::Maybe;
use super::nest::{Level, Nest};
use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Extent, Op, Pack, Projections, Storage, Ty, View};
use crate::signature::Shape;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Result;

impl Lowerer {
    /// An item as one value.
    pub(super) fn packed(&mut self, item: Item, at: &dyn ToTokens) -> Result<Atom> {
        let span = Span::call_site();
        Ok(match item {
            Item::Scalar(a) => a,
            Item::Element(a, i) => self.read(a, i),
            Item::Held(reach) => self.look_at(&reach, span),
            Item::Inside(a) => self.taken(&a, span),
            Item::Fresh(arr) => self.packed_list(View { arr, part: None }, true),
            Item::View(view) => self.packed_list(view, true),
            Item::Nest(nest) => self.packed_rows(&nest, at)?,
            Item::Tuple(items) => {
                let parts = items.into_iter().map(|item| self.packed(item, at)).collect::<Result<_>>()?;
                self.pack(Pack::Tuple(parts))
            }
            Item::Table(columns) => {
                let fixed = self.columns_fixed(&columns);
                self.packed_columns(columns, fixed, at)?
            }
            Item::Maybe(m) => self.packed_option(*m, at)?,
            _ => return fault(at, "a number, a list, a tuple, an `Option` or a structure is expected here"),
        })
    }

    /// A list of tuples, as an array of this length if there is one.
    pub(super) fn packed_columns(
        &mut self,
        columns: Vec<Item>,
        fixed: Option<TokenStream>,
        at: &dyn ToTokens,
    ) -> Result<Atom> {
        let mut parts = vec![];
        for column in columns {
            parts.push(match column {
                Item::View(view) => self.packed_list(view, false),
                Item::Fresh(arr) => self.packed_list(View { arr, part: None }, false),
                column => self.packed(column, at)?,
            });
        }
        Ok(self.pack(Pack::Columns(parts, fixed)))
    }

    fn pack(&mut self, pack: Pack) -> Atom {
        self.temporary(Ty::Record, Op::Pack(Box::new(pack)), Span::call_site())
    }

    fn columns_fixed(&self, columns: &[Item]) -> Option<TokenStream> {
        match columns.first()? {
            Item::Table(inner) => self.columns_fixed(inner),
            Item::View(View { arr, part: None }) | Item::Fresh(arr) => match &self.arrays[*arr].storage {
                Storage::Fixed(n) => Some(n.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// A list; an array if it is one, unless a list is wanted.
    fn packed_list(&mut self, view: View, same: bool) -> Atom {
        let arr = self.whole(view);
        let fixed = match &self.arrays[arr].storage {
            Storage::Fixed(n) if same => Some(n.clone()),
            // What a call gave.
            Storage::Heap if same => self.fixed.get(&arr).cloned(),
            _ => None,
        };
        let len = self.length(&View { arr, part: None });
        let list = self.pack(Pack::Rows(arr, vec![Extent::Even(len, fixed)]));
        if let (Atom::Val(v), false) = (&list, self.arrays[arr].float) {
            self.values[*v].ty = Ty::some_int();
        }
        list
    }

    /// An array that holds the elements of a view and no others.
    fn whole(&mut self, view: View) -> crate::ir::Arr {
        match view.part {
            None => view.arr,
            Some(_) => match self.copy(&view, None, Span::call_site()) {
                Item::Fresh(arr) => arr,
                _ => view.arr,
            },
        }
    }

    fn packed_rows(&mut self, nest: &Nest, at: &dyn ToTokens) -> Result<Atom> {
        let nest = match self.all_of(nest) {
            Some(view) => Nest { arr: self.whole(view), ..nest.clone() },
            None => self.gather(nest, Span::call_site())?,
        };
        let mut extents = vec![Extent::Even(nest.count.clone(), nest.fixed.clone())];
        for level in &nest.levels {
            extents.push(match level {
                Level::Even { len, fixed } => Extent::Even(len.clone(), fixed.clone()),
                Level::Table(table) => Extent::Table(*table),
            });
        }
        if !self.arrays[nest.arr].float {
            return fault(at, "rows of constants are bound by `let` outside, and passed as a parameter");
        }
        Ok(self.pack(Pack::Rows(nest.arr, extents)))
    }

    fn packed_option(&mut self, m: Maybe, at: &dyn ToTokens) -> Result<Atom> {
        let is = |flag: &str| matches!(&m.some, Atom::Lit(t) if t.to_string() == flag);
        let some = |l: &mut Self, value: Item| {
            let value = l.packed(value, at)?;
            Ok(l.something(value))
        };
        match (m.value, is("true"), is("false")) {
            (Item::Inside(a), ..) => Ok(a),
            (Item::Never, ..) | (_, _, true) => Ok(self.nothing()),
            (value, true, _) => some(self, value),
            (value, ..) => {
                let value = self.branch(
                    at.to_token_stream(),
                    m.some,
                    |l| some(l, value).map(Item::Scalar),
                    |l| Ok(Item::Scalar(l.nothing())),
                )?;
                match value {
                    Item::Scalar(a) => Ok(a),
                    _ => fault(at, "an `Option` is expected here"),
                }
            }
        }
    }

    /// `Some` of a value.
    pub(super) fn something(&mut self, value: Atom) -> Atom {
        self.temporary(Ty::Record, Op::Something(value), Span::call_site())
    }

    /// `None`
    pub(super) fn nothing(&self) -> Atom {
        Atom::Lit(quote!(::core::option::Option::None))
    }

    /// What an `Option` that is one value holds.
    pub(super) fn taken(&mut self, option: &Atom, span: Span) -> Atom {
        let value = self.temporary(Ty::Maybe, Op::Taken(option.clone()), span);
        if let Some(inner) = self.known_inside(option) {
            self.note(&value, inner);
        }
        value
    }

    /// The same in the form that numbers, lists and tuples have outside of it, by its type.
    pub(super) fn taken_apart(&mut self, item: Item, span: Span) -> Result<Item> {
        let Item::Inside(option) = item else { return Ok(item) };
        let value = self.taken(&option, span);
        self.apart(value, span)
    }

    fn apart(&mut self, value: Atom, span: Span) -> Result<Item> {
        match self.known_atom(&value).filter(|(_, constant)| !constant).map(|(ty, _)| ty) {
            Some(syn::Type::Tuple(t)) => {
                let parts = (0..t.elems.len()).map(|k| {
                    let (k, from) = (syn::Index::from(k), value.clone());
                    let way = Projections::default().field(&k.into());
                    let part = self.temporary(Ty::Maybe, Op::Field(from.clone(), way.clone()), span);
                    self.note_along(&part, &from, &way);
                    self.apart(part, span)
                });
                Ok(Item::Tuple(parts.collect::<Result<_>>()?))
            }
            Some(ty) => match crate::signature::shape(&ty, &self.float) {
                Some(shape @ (Shape::Vec | Shape::Fixed(_))) => self.unpacked(Item::Scalar(value), &shape),
                _ => Ok(Item::Scalar(value)),
            },
            None => Ok(Item::Scalar(value)),
        }
    }

    /// An `Option` that is one value: whether there is something, and that.
    pub(super) fn unpacked_option(&mut self, a: &Atom) -> Maybe {
        let some =
            self.temporary(Ty::Bool, Op::Field(a.clone(), Projections::default().method("is_some")), Span::call_site());
        Maybe { some, value: Item::Inside(a.clone()) }
    }
}
