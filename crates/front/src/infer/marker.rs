//! Traits of std that types have without an implementation that is read: numbers, lists, references.

use super::Infer;
use super::select::Answer;
use super::table::{Head, Kind};
use crate::items::{FnId, Origin, TraitId};
use crate::ty::{Float, Int, Ty};

impl Infer<'_> {
    /// Whether a type has a trait of std that is not asked of implementations; nothing where they are to be asked.
    pub(super) fn marker(&mut self, ty: &Ty, of: TraitId, depth: usize) -> Option<Answer> {
        let def = self.program.trait_def(of);
        if def.origin != Origin::Prelude || depth == 0 {
            return None;
        }
        let name = match &*def.name {
            name @ ("Clone" | "Copy" | "PartialEq" | "PartialOrd" | "Ord" | "Eq" | "Hash" | "Debug" | "Display"
            | "Default" | "Sized" | "Send" | "Sync") => name,
            _ => return None,
        };
        let ty = match self.table.head(ty) {
            Head::Var(_, Kind::Int | Kind::Loose) => Ty::Int(Int::I32),
            Head::Var(_, Kind::Float) => Ty::Float(Float::F64),
            Head::Var(..) => return Some(Answer::Maybe),
            Head::Ty(ty) => (*ty).clone(),
        };
        let yes = |holds: bool| Some(if holds { Answer::Yes } else { Answer::No });
        match &ty {
            // What the crate's types have they say themselves.
            Ty::Adt(adt, _) if self.program.adt(*adt).origin != Origin::Prelude => {
                matches!(name, "Sized" | "Send" | "Sync").then_some(Answer::Yes)
            }
            Ty::Opaque(_) | Ty::Dyn(..) | Ty::Assoc(..) => Some(Answer::Maybe),
            Ty::Float(_) => yes(!matches!(name, "Ord" | "Eq" | "Hash")),
            Ty::Slice(_) | Ty::Str if matches!(name, "Clone" | "Copy" | "Default" | "Sized") => yes(false),
            Ty::Ref(true, _) if matches!(name, "Clone" | "Copy" | "Default") => yes(false),
            Ty::Ref(false, _) if matches!(name, "Clone" | "Copy") => yes(true),
            Ty::Ref(..) if name == "Default" => yes(false),
            Ty::Vec(_) | Ty::Boxed(_, _) if name == "Copy" => yes(false),
            Ty::Vec(_) if name == "Default" => yes(true),
            Ty::Adt(adt, _) if name == "Copy" && !self.program.adt(*adt).copy => yes(false),
            Ty::Adt(..) if name == "Default" && self.is_std(&ty, "option::Option") => yes(true),
            Ty::Closure(_) | Ty::FnItem(..) | Ty::VariantItem(..) | Ty::FnPtr(..) => {
                yes(matches!(name, "Clone" | "Copy" | "Sized" | "Send" | "Sync"))
            }
            _ => {
                let mut all = Answer::Yes;
                for part in ty.parts() {
                    match self.has(part, of, &[], depth - 1) {
                        Answer::No => return yes(false),
                        Answer::Maybe => all = Answer::Maybe,
                        Answer::Yes => {}
                    }
                }
                Some(all)
            }
        }
    }

    /// Whether a trait of std is only named in the prelude: which types have it is not known.
    pub(super) fn is_only_named(&self, of: TraitId) -> bool {
        self.program.trait_def(of).origin == Origin::Prelude && {
            let all = self.program.impls_of_trait(of, &Ty::Var(0));
            let of_prelude = |f: &FnId| self.program.func(*f).origin == Origin::Prelude;
            !all.iter().any(|id| self.program.impl_def(*id).fns.values().any(of_prelude))
        }
    }

    /// Whether a trait is one of operators that numbers have, with numbers.
    pub(super) fn operates(&self, ty: &Ty, of: TraitId, args: &[Ty]) -> bool {
        const OPERATORS: [&str; 6] = ["Add", "Sub", "Mul", "Div", "Rem", "Neg"];
        let def = self.program.trait_def(of);
        let number = |ty: &Ty| {
            let ty = self.table.shallow(ty);
            matches!(ty.behind(), Ty::Float(_) | Ty::Int(_))
                || matches!(self.table.kind(&ty), Some(Kind::Float | Kind::Int | Kind::Loose))
        };
        let name = def.name.strip_suffix("Assign").unwrap_or(&def.name);
        def.origin == Origin::Prelude && OPERATORS.contains(&name) && number(ty) && args.iter().all(number)
    }
}
