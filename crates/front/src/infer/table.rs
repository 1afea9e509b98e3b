//! The table of what is not known yet: variables of types and lengths, and unification.

use crate::ty::{Float, Int, Len, Ty};
use std::rc::Rc;

/// What a variable may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any type.
    Any,
    /// An integer: the type of `1`.
    Int,
    /// An integer that is as wide as something that is not known here.
    Loose,
    /// A number with a point: the type of `1.0`.
    Float,
    /// Any type; it came from what is not known here, so that nobody is told if it stays unknown.
    Open,
}

#[derive(Clone, Debug)]
enum Slot {
    Free(Kind),
    Is(Rc<Ty>),
}

/// The variables of one body.
#[derive(Debug, Default)]
pub(super) struct Table {
    types: Vec<Slot>,
    lens: Vec<Option<Len>>,
    /// What to put back, if a try fails; only kept while there is one.
    trail: Vec<Undo>,
    tries: usize,
}

#[derive(Debug)]
enum Undo {
    Type(usize, Slot),
    Len(usize),
}

/// A state to go back to.
pub(super) struct Mark {
    types: usize,
    lens: usize,
    trail: usize,
}

/// A type of which the outermost part is known, or a variable.
#[derive(Clone, Debug)]
pub(super) enum Head {
    Var(usize, Kind),
    Ty(Rc<Ty>),
}

impl Table {
    pub(super) fn fresh(&mut self, kind: Kind) -> Ty {
        self.types.push(Slot::Free(kind));
        Ty::Var(self.types.len() - 1)
    }

    pub(super) fn fresh_len(&mut self) -> Len {
        self.lens.push(None);
        Len::Var(self.lens.len() - 1)
    }

    /// Whether what is made the same now may be taken back.
    pub(super) fn is_trying(&self) -> bool {
        self.tries > 0
    }

    /// Begins a try, to be ended by [`Table::keep`] or [`Table::undo`].
    pub(super) fn mark(&mut self) -> Mark {
        self.tries += 1;
        Mark { types: self.types.len(), lens: self.lens.len(), trail: self.trail.len() }
    }

    pub(super) fn keep(&mut self, _: Mark) {
        self.tries -= 1;
        if self.tries == 0 {
            self.trail.clear();
        }
    }

    pub(super) fn undo(&mut self, mark: Mark) {
        self.tries -= 1;
        for undo in self.trail.drain(mark.trail..).rev() {
            match undo {
                Undo::Type(v, slot) => self.types[v] = slot,
                Undo::Len(v) => self.lens[v] = None,
            }
        }
        self.types.truncate(mark.types);
        self.lens.truncate(mark.lens);
    }

    fn set(&mut self, v: usize, slot: Slot) {
        let old = std::mem::replace(&mut self.types[v], slot);
        if self.tries > 0 {
            self.trail.push(Undo::Type(v, old));
        }
    }

    fn set_len(&mut self, v: usize, len: Len) {
        self.lens[v] = Some(len);
        if self.tries > 0 {
            self.trail.push(Undo::Len(v));
        }
    }

    /// The variable at the end of a chain of variables, or what that is.
    fn end(&self, mut v: usize) -> Result<Rc<Ty>, (usize, Kind)> {
        loop {
            match &self.types[v] {
                Slot::Free(kind) => return Err((v, *kind)),
                Slot::Is(ty) => match **ty {
                    Ty::Var(next) => v = next,
                    _ => return Ok(ty.clone()),
                },
            }
        }
    }

    /// The outermost part of a type.
    pub(super) fn head(&self, ty: &Ty) -> Head {
        match ty {
            Ty::Var(v) => match self.end(*v) {
                Ok(ty) => Head::Ty(ty),
                Err((v, kind)) => Head::Var(v, kind),
            },
            _ => Head::Ty(Rc::new(ty.clone())),
        }
    }

    /// The type, of which the outermost part is resolved.
    pub(super) fn shallow(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Var(v) => match self.end(*v) {
                Ok(ty) => (*ty).clone(),
                Err((v, _)) => Ty::Var(v),
            },
            _ => ty.clone(),
        }
    }

    /// The kind of the variable that a type is, if it is one.
    pub(super) fn kind(&self, ty: &Ty) -> Option<Kind> {
        match ty {
            Ty::Var(v) => self.end(*v).err().map(|(_, kind)| kind),
            _ => None,
        }
    }

    pub(super) fn len(&self, len: &Len) -> Len {
        let mut len = len;
        while let Len::Var(v) = len {
            match &self.lens[*v] {
                Some(next) => len = next,
                None => break,
            }
        }
        len.clone()
    }

    /// The type with all that is known filled in.
    pub(super) fn resolve(&self, ty: &Ty) -> Ty {
        map(
            ty,
            &mut |part| match part {
                Ty::Var(v) => Some(match self.end(*v) {
                    Ok(ty) => self.resolve(&ty),
                    Err((v, _)) => Ty::Var(v),
                }),
                _ => None,
            },
            &mut |len| self.len(len),
        )
    }

    /// Whether nothing is missing in a type.
    pub(super) fn is_known(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Var(v) => match self.end(*v) {
                Ok(ty) => self.is_known(&ty),
                Err(_) => false,
            },
            _ => ty.parts().all(|part| self.is_known(part)),
        }
    }

    fn occurs(&self, v: usize, ty: &Ty) -> bool {
        match ty {
            Ty::Var(w) => match self.end(*w) {
                Ok(ty) => self.occurs(v, &ty),
                Err((w, _)) => v == w,
            },
            _ => ty.parts().any(|part| self.occurs(v, part)),
        }
    }

    /// Makes two types the same; says whether they may be. What was made the same before a difference was met stays so.
    pub(super) fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        let a = match a {
            Ty::Var(v) => match self.end(*v) {
                Ok(ty) => ty,
                Err((v, kind)) => return self.assign(v, kind, b),
            },
            _ => return self.unify_known(a, b),
        };
        self.unify_known(&a, b)
    }

    fn unify_known(&mut self, a: &Ty, b: &Ty) -> bool {
        let b = match b {
            Ty::Var(v) => match self.end(*v) {
                Ok(ty) => ty,
                Err((v, kind)) => return self.assign(v, kind, a),
            },
            _ => return self.unify_parts(a, b),
        };
        self.unify_parts(a, &b)
    }

    fn unify_parts(&mut self, a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            (Ty::Dyn(a, x, _), Ty::Dyn(b, y, _)) => a == b && self.unify_all(x, y),
            (Ty::Slice(_), Ty::Dyn(..)) | (Ty::Dyn(..), Ty::Slice(_)) => false,
            (Ty::Opaque(_) | Ty::Dyn(..), _) | (_, Ty::Opaque(_) | Ty::Dyn(..)) => true,
            (Ty::Array(a, n), Ty::Array(b, m)) => self.unify_len(n, m) && self.unify(a, b),
            (Ty::Const(n), Ty::Const(m)) => self.unify_len(n, m),
            (Ty::Tuple(a), Ty::Tuple(b)) => self.unify_all(a, b),
            (Ty::Slice(a), Ty::Slice(b)) | (Ty::Vec(a), Ty::Vec(b)) | (Ty::Boxed(_, a), Ty::Boxed(_, b)) => {
                self.unify(a, b)
            }
            (Ty::Ref(m, a), Ty::Ref(n, b)) => m == n && self.unify(a, b),
            (Ty::Adt(a, x), Ty::Adt(b, y)) | (Ty::FnItem(a, x), Ty::FnItem(b, y)) => a == b && self.unify_all(x, y),
            (Ty::VariantItem(a, k, x), Ty::VariantItem(b, l, y)) => (a, k) == (b, l) && self.unify_all(x, y),
            (Ty::FnPtr(x, a), Ty::FnPtr(y, b)) => self.unify_all(x, y) && self.unify(a, b),
            (Ty::Assoc(a, t, x), Ty::Assoc(b, u, y)) => t == u && x == y && self.unify(a, b),
            _ => a == b,
        }
    }

    pub(super) fn unify_all(&mut self, a: &[Ty], b: &[Ty]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.unify(a, b))
    }

    pub(super) fn unify_len(&mut self, a: &Len, b: &Len) -> bool {
        match (self.len(a), self.len(b)) {
            (Len::Var(a), Len::Var(b)) if a == b => true,
            (Len::Var(v), len) | (len, Len::Var(v)) => {
                self.set_len(v, len);
                true
            }
            (Len::Known(a), Len::Known(b)) => a == b,
            // What a constant expression comes to is not known here.
            (Len::Text(_), _) | (_, Len::Text(_)) => true,
            (Len::Param(a), Len::Param(b)) => a == b,
            _ => false,
        }
    }

    fn assign(&mut self, v: usize, kind: Kind, ty: &Ty) -> bool {
        let ty = match self.head(ty) {
            Head::Var(w, _) if v == w => return true,
            Head::Var(w, other) => {
                let both = match (kind, other) {
                    (Kind::Any, k) | (k, Kind::Any) => k,
                    (Kind::Open, Kind::Int) | (Kind::Int, Kind::Open | Kind::Loose) | (Kind::Loose, Kind::Int) => {
                        Kind::Loose
                    }
                    (Kind::Open, k) | (k, Kind::Open) => k,
                    (a, b) if a == b => a,
                    _ => return false,
                };
                self.set(w, Slot::Is(Rc::new(Ty::Var(v))));
                if both != kind {
                    self.set(v, Slot::Free(both));
                }
                return true;
            }
            Head::Ty(ty) => ty,
        };
        let fits = match kind {
            Kind::Any if matches!(&*ty, Ty::Opaque(text) if text.is_empty()) => {
                self.set(v, Slot::Free(Kind::Open));
                return true;
            }
            Kind::Open if matches!(&*ty, Ty::Opaque(text) if text.is_empty()) => return true,
            Kind::Any | Kind::Open => !self.occurs(v, &ty),
            Kind::Int if matches!(*ty, Ty::Opaque(_)) => {
                self.set(v, Slot::Free(Kind::Loose));
                return true;
            }
            Kind::Int | Kind::Loose => matches!(*ty, Ty::Int(_)),
            Kind::Float => matches!(*ty, Ty::Float(Float::F32 | Float::F64)),
        };
        // A literal beside something unknown stays a literal.
        let open = matches!(*ty, Ty::Opaque(_));
        if fits {
            if kind == Kind::Open {
                self.open_parts(&ty);
            }
            self.set(v, Slot::Is(ty));
        }
        fits || open
    }

    /// What is in a type that came from what is not known here is not known here either.
    fn open_parts(&mut self, ty: &Ty) {
        if let Ty::Var(v) = ty {
            match self.end(*v) {
                Ok(ty) => self.open_parts(&ty),
                Err((v, Kind::Any)) => self.set(v, Slot::Free(Kind::Open)),
                Err(_) => {}
            }
        }
        for part in ty.parts() {
            self.open_parts(part);
        }
    }

    /// What the variables of literals become where nothing says otherwise.
    pub(super) fn defaults(&mut self) {
        for v in 0..self.types.len() {
            match self.types[v] {
                Slot::Free(Kind::Int) => self.types[v] = Slot::Is(Rc::new(Ty::Int(Int::I32))),
                Slot::Free(Kind::Float) => self.types[v] = Slot::Is(Rc::new(Ty::Float(Float::F64))),
                _ => {}
            }
        }
    }
}

/// The type with parts replaced: `f` says by what, and is asked from outside to inside.
pub(super) fn map(ty: &Ty, f: &mut dyn FnMut(&Ty) -> Option<Ty>, l: &mut dyn FnMut(&Len) -> Len) -> Ty {
    if let Some(new) = f(ty) {
        return new;
    }
    let mut all = |parts: &[Ty]| parts.iter().map(|part| map(part, f, l)).collect::<Vec<_>>();
    match ty {
        Ty::Tuple(parts) => Ty::Tuple(all(parts)),
        Ty::Adt(id, parts) => Ty::Adt(*id, all(parts)),
        Ty::FnItem(id, parts) => Ty::FnItem(*id, all(parts)),
        Ty::VariantItem(id, k, parts) => Ty::VariantItem(*id, *k, all(parts)),
        Ty::FnPtr(params, ret) => {
            let params = all(params);
            Ty::FnPtr(params, Box::new(map(ret, f, l)))
        }
        Ty::Array(of, n) => Ty::Array(Box::new(map(of, f, l)), l(n)),
        Ty::Const(n) => Ty::Const(l(n)),
        Ty::Slice(of) => Ty::Slice(Box::new(map(of, f, l))),
        Ty::Vec(of) => Ty::Vec(Box::new(map(of, f, l))),
        Ty::Boxed(by, of) => Ty::Boxed(*by, Box::new(map(of, f, l))),
        Ty::Ref(m, of) => Ty::Ref(*m, Box::new(map(of, f, l))),
        Ty::Assoc(of, t, name) => Ty::Assoc(Box::new(map(of, f, l)), *t, name.clone()),
        Ty::Dyn(id, parts, types) => {
            let parts = all(parts);
            Ty::Dyn(*id, parts, types.iter().map(|(name, ty)| (name.clone(), map(ty, f, l))).collect())
        }
        Ty::Never
        | Ty::Bool
        | Ty::Char
        | Ty::Str
        | Ty::Int(_)
        | Ty::Float(_)
        | Ty::Closure(_)
        | Ty::Param(_)
        | Ty::Rigid(..)
        | Ty::Var(_)
        | Ty::Opaque(_) => ty.clone(),
    }
}
