//! Whether patterns fit; literals.

use crate::machine::{Frame, Machine};
use crate::value::{Place, V, cell};
use front::hir::{ExprId, PatId, PatKind};
use front::ty::{Float, Int, Ty};
use std::rc::Rc;

impl Machine<'_> {
    /// Whether a pattern fits, binding its names.
    pub(crate) fn fits(&mut self, frame: &Rc<Frame>, pat: PatId, mut place: Place) -> bool {
        let known = &frame.typed.pats[pat];
        for _ in 0..known.derefs {
            place = place.deref();
        }
        match &frame.body().pats[pat].kind {
            PatKind::Wild | PatKind::Rest => true,
            PatKind::Bind { local, by_ref, inner } => {
                let value = match by_ref.or(known.by_ref) {
                    Some(_) => V::Ref(place.clone()),
                    None => place.load(),
                };
                frame.locals.borrow_mut().insert(*local, cell(value));
                inner.is_none_or(|inner| {
                    matches!(frame.body().pats[inner].kind, PatKind::Rest) || self.fits(frame, inner, place)
                })
            }
            PatKind::Tuple(parts) => {
                let n = match &place {
                    Place::Cell(c) => match &*c.borrow() {
                        V::Tuple(parts) => parts.len(),
                        other => panic!("no tuple: {other:?}"),
                    },
                    Place::Part(..) => panic!("no tuple"),
                };
                self.all_fit(frame, parts, n, |k| place.field(k), |_, _| unreachable!())
            }
            PatKind::Slice(parts) => {
                let n = place.elements().len();
                let rest = |p: &PatId| match &frame.body().pats[*p].kind {
                    PatKind::Rest => true,
                    PatKind::Bind { inner: Some(inner), .. } => {
                        matches!(frame.body().pats[*inner].kind, PatKind::Rest)
                    }
                    _ => false,
                };
                let has_rest = parts.iter().any(rest);
                if n < parts.len() - usize::from(has_rest) || !has_rest && n > parts.len() {
                    return false;
                }
                self.all_fit(
                    frame,
                    parts,
                    n,
                    |k| Place::Cell(place.elements()[k].clone()),
                    |from, to| place.part(from, to),
                )
            }
            PatKind::Variant(adt, variant, fields) => {
                let Place::Cell(c) = &place else { panic!("no struct") };
                match &*c.borrow() {
                    V::Adt(_, k, _) if k == variant => {}
                    V::Adt(..) => return false,
                    other => panic!("no struct: {other:?}"),
                }
                fields.iter().all(|(name, p)| {
                    let (k, _) = self.program.field(*adt, *variant, name).expect("a field");
                    self.fits(frame, *p, place.field(k))
                })
            }
            PatKind::Ref(inner) => self.fits(frame, *inner, place.deref()),
            PatKind::Value(e) => {
                let value = self.eval(frame, *e).expect("a constant");
                crate::operate::order(&place.load().behind(), &value.behind()) == Some(std::cmp::Ordering::Equal)
            }
            PatKind::Range(from, to, closed) => {
                let x = place.load().behind();
                let mut end = |e: &Option<ExprId>| e.map(|e| self.eval(frame, e).expect("a constant"));
                let (from, to) = (end(from), end(to));
                let order = |y: &V| crate::operate::order(&x, y).expect("an order");
                from.is_none_or(|from| order(&from).is_ge())
                    && to.is_none_or(|to| order(&to).is_lt() || *closed && order(&to).is_eq())
            }
            PatKind::Or(all) => all.iter().any(|p| self.fits(frame, *p, place.clone())),
            PatKind::Foreign(_) => panic!("a pattern of what is not known"),
        }
    }

    /// Whether the parts of a tuple or a list fit; one may be the rest of them.
    fn all_fit(
        &mut self,
        frame: &Rc<Frame>,
        parts: &[PatId],
        n: usize,
        at: impl Fn(usize) -> Place,
        part: impl Fn(usize, usize) -> Place,
    ) -> bool {
        let mut k = 0;
        for p in parts {
            match &frame.body().pats[*p].kind {
                PatKind::Rest => k = n + 1 + k - parts.len(),
                PatKind::Bind { local, inner: Some(inner), .. }
                    if matches!(frame.body().pats[*inner].kind, PatKind::Rest) =>
                {
                    let end = n + 1 + k - parts.len();
                    let rest = V::Ref(part(k, end));
                    frame.locals.borrow_mut().insert(*local, cell(rest));
                    k = end;
                }
                _ => {
                    if !self.fits(frame, *p, at(k)) {
                        return false;
                    }
                    k += 1;
                }
            }
        }
        true
    }
}

pub(crate) fn literal(lit: &syn::Lit, ty: &Ty) -> V {
    match (lit, ty.behind()) {
        (syn::Lit::Int(n), Ty::Int(_)) => V::Int(n.base10_parse().expect("a number")),
        (syn::Lit::Int(n), Ty::Float(Float::F32)) => V::F32(n.base10_parse().expect("a number")),
        (syn::Lit::Int(n), _) => V::F64(n.base10_parse().expect("a number")),
        (syn::Lit::Float(x), Ty::Float(Float::F32)) => V::F32(x.base10_parse().expect("a number")),
        (syn::Lit::Float(x), _) => V::F64(x.base10_parse().expect("a number")),
        (syn::Lit::Bool(b), _) => V::Bool(b.value),
        (syn::Lit::Str(_), _) => V::Str,
        (other, _) => panic!("a literal of another kind: {other:?}"),
    }
}

/// The number of bits of an integer, and whether it has a sign.
pub(crate) fn width(int: Int) -> (u32, bool) {
    let name = int.name();
    let bits = match &name[1..] {
        "size" => 64,
        bits => bits.parse().expect("bits"),
    };
    (bits, name.starts_with('i'))
}
