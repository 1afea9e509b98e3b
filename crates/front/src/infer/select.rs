//! Which implementation of a trait a type has.

use super::obligation::{has_assoc, without_assoc};
use super::table::{Head, Kind};
use super::{Infer, substitute};
use crate::items::{Bound, ImplId, Origin, TraitId};
use crate::ty::{Float, Ty};

/// Whether a type implements a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    Maybe,
}

/// How many implementations are looked through that ask for one another.
pub(super) const DEPTH: usize = 12;

impl Infer<'_> {
    /// The number that a function is written on has what `f64` has.
    pub(super) fn number_like(&self, ty: &Ty, of: &Ty) -> Ty {
        match (self.table.shallow(ty), of) {
            (Ty::Float(Float::Own), Ty::Float(Float::F64)) => of.clone(),
            (ty, _) => ty,
        }
    }

    /// The implementations that a type may have, and whether it has them for certain. Those for one head constructor hide
    /// those for all types.
    pub(super) fn candidates(&mut self, ty: &Ty, of: TraitId, args: &[Ty], depth: usize) -> Vec<(ImplId, Answer)> {
        if depth == 0 {
            return Vec::new();
        }
        let now = self.table.shallow(ty);
        let mut found: Vec<(ImplId, Answer)> = Vec::new();
        let mut blanket = Vec::new();
        for id in self.program.impls_of_trait(of, &now) {
            let def = self.program.impl_def(id);
            let answer = self.matches(id, &now, args, depth);
            if answer != Answer::No {
                let list = if matches!(def.ty, Ty::Param(_)) { &mut blanket } else { &mut found };
                list.push((id, answer));
            }
        }
        // `From` of an argument that is not known yet may be the one of every type for itself.
        let open = args.iter().any(|ty| matches!(self.table.head(ty), Head::Var(_, Kind::Any)));
        if found.is_empty() || open {
            found.extend(blanket);
        }
        found
    }

    /// Whether an implementation is one of this type.
    fn matches(&mut self, id: ImplId, ty: &Ty, args: &[Ty], depth: usize) -> Answer {
        let def = self.program.impl_def(id);
        let mark = self.table.mark();
        let with = self.fresh_args(&def.generics);
        let own = self.number_like(ty, &def.ty);
        let of = without_assoc(&substitute(&def.ty, &with));
        let mut fits = self.table.unify(&of, &own);
        if let (Some((_, of_args)), true) = (&def.of_trait, fits) {
            for (of, given) in of_args.iter().zip(args) {
                // Associated types in arguments are looked at when it is taken.
                let of = substitute(of, &with);
                fits = fits && !self.is_another(&of, given) && (has_assoc(&of) || self.table.unify(&of, given));
            }
        }
        let mut answer = if fits { Answer::Yes } else { Answer::No };
        for bound in &def.generics.bounds {
            if answer == Answer::No {
                break;
            }
            match self.holds(bound, &with, depth - 1) {
                Answer::Yes => {}
                other => answer = other,
            }
        }
        self.table.undo(mark);
        answer
    }

    /// Whether a type that is not looked into is another one for certain.
    fn is_another(&self, of: &Ty, given: &Ty) -> bool {
        let (of, given) = (self.table.shallow(of), self.table.shallow(given));
        // The path of a type, and no `impl Trait`, which may be any.
        let is_path = |name: &str| {
            let mut words = name.split("::").map(str::trim);
            !name.is_empty() && words.all(|word| !word.contains(|c: char| !c.is_alphanumeric() && c != '_'))
        };
        let (name, of) = match (&given, &of) {
            (Ty::Opaque(name), of) | (of, Ty::Opaque(name)) if is_path(name) => (name, of),
            _ => return false,
        };
        let last = |path: &str| path.rsplit("::").next().map(|name| name.trim().to_owned());
        match of {
            Ty::Opaque(other) => is_path(other) && last(other) != last(name),
            Ty::Adt(adt, _) => self.program.adt(*adt).origin == Origin::Crate || &**name == "String",
            Ty::Var(_) | Ty::Assoc(..) | Ty::Param(_) | Ty::Rigid(..) => false,
            _ => &**name == "String",
        }
    }

    pub(super) fn holds(&mut self, bound: &Bound, args: &[Ty], depth: usize) -> Answer {
        match bound {
            Bound::Trait(ty, of, with, _) => {
                let ty = substitute(ty, args);
                let with: Vec<Ty> = with.iter().map(|ty| substitute(ty, args)).collect();
                if has_assoc(&ty) || with.iter().any(has_assoc) {
                    return Answer::Maybe;
                }
                self.has(&ty, *of, &with, depth)
            }
            Bound::Call(ty, ..) => match self.table.shallow(&substitute(ty, args)) {
                Ty::Closure(_) | Ty::FnItem(..) | Ty::VariantItem(..) | Ty::FnPtr(..) => Answer::Yes,
                Ty::Ref(_, of) | Ty::Boxed(_, of) => self.holds(&Bound::Call(*of, Vec::new(), Ty::UNIT), args, depth),
                Ty::Var(_) | Ty::Param(_) | Ty::Rigid(..) | Ty::Opaque(_) | Ty::Assoc(..) => Answer::Maybe,
                _ => Answer::No,
            },
            Bound::Number(ty) => match self.table.head(&substitute(ty, args)) {
                Head::Var(_, Kind::Int | Kind::Loose) => Answer::No,
                Head::Var(..) => Answer::Maybe,
                Head::Ty(ty) => match *ty {
                    Ty::Float(_) => Answer::Yes,
                    Ty::Param(_) | Ty::Rigid(..) | Ty::Opaque(_) => Answer::Maybe,
                    _ => Answer::No,
                },
            },
        }
    }

    /// Whether a type has a trait.
    pub(super) fn has(&mut self, ty: &Ty, of: TraitId, args: &[Ty], depth: usize) -> Answer {
        match self.table.head(ty) {
            Head::Var(_, Kind::Any | Kind::Open) => return Answer::Maybe,
            Head::Var(..) => {}
            Head::Ty(ty) => match &*ty {
                Ty::Opaque(_) | Ty::Assoc(..) | Ty::Never => return Answer::Maybe,
                own @ (Ty::Param(_) | Ty::Rigid(..)) => return self.bounded(own, of),
                _ => {}
            },
        }
        // Too far to look.
        if depth == 0 {
            return Answer::Maybe;
        }
        if let Some(answer) = self.marker(ty, of, depth) {
            return answer;
        }
        if self.operates(ty, of, args) {
            return Answer::Yes;
        }
        let key = self.known(ty, of, args);
        if let Some(answer) = key.as_ref().and_then(|key| self.answers.get(key)) {
            return *answer;
        }
        let found = self.candidates(ty, of, args, depth);
        let answer = match found.as_slice() {
            [] if self.is_only_named(of) => Answer::Maybe,
            [] => Answer::No,
            [(_, answer)] => *answer,
            _ => Answer::Maybe,
        };
        if let (Some(key), Answer::Yes | Answer::No) = (key, answer) {
            self.answers.insert(key, answer);
        }
        answer
    }

    fn bounded(&self, own: &Ty, of: TraitId) -> Answer {
        let Some((f, k)) = self.declared(own) else { return Answer::No };
        let def = self.program.func(f);
        // `Self` in a trait.
        let own = k == 0 && def.of.is_none() && def.of_trait == Some(of);
        let has = def
            .generics
            .bounds
            .iter()
            .any(|bound| matches!(bound, Bound::Trait(Ty::Param(p), t, ..) if (*p, *t) == (k, of)));
        if has || own { Answer::Yes } else { Answer::No }
    }
}
