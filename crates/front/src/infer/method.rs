//! Methods: what a name means on a value, behind references.

use super::Infer;
use super::deref::Step;
use super::obligation::{Obligation, has_assoc, without_assoc};
use super::select::Answer;
use super::table::Kind;
use crate::hir::{ExprId, ExprKind, TypeRef};
use crate::items::{Bound, FnDef, FnId, ItemId, TraitId};
use crate::program::{Method, Program};
use crate::ty::{Float, Int, Len, Ty};
use crate::typed::{Adjust, Callee};
use std::rc::Rc;

/// What was found.
struct Pick {
    f: FnId,
    args: Vec<Ty>,
    adjust: Vec<Adjust>,
}

/// Methods that `Option` has, and hardly anything else.
const OF_OPTIONS: [&str; 8] =
    ["unwrap_or", "unwrap_or_else", "unwrap_or_default", "is_some", "is_none", "map_or", "and_then", "ok_or"];

/// Methods that lists have, and no number.
const OF_LISTS: [&str; 42] = [
    "iter",
    "iter_mut",
    "into_iter",
    "len",
    "is_empty",
    "windows",
    "chunks",
    "chunks_mut",
    "chunks_exact",
    "chunks_exact_mut",
    "concat",
    "extend_from_slice",
    "fill",
    "first",
    "first_mut",
    "last",
    "last_mut",
    "to_vec",
    "get",
    "get_mut",
    "push",
    "pop",
    "as_slice",
    "reverse",
    "rotate_left",
    "rotate_right",
    "swap",
    "sort_by",
    "split_at",
    "split_at_mut",
    "split_first",
    "split_last",
    "clone_from_slice",
    "copy_from_slice",
    "copy_within",
    "partition_point",
    "select_nth_unstable_by",
    "sort_by_key",
    "sort_unstable_by",
    "swap_remove",
    "swap_with_slice",
    "truncate",
];

impl Infer<'_> {
    pub(super) fn method(
        &mut self,
        e: ExprId,
        on: ExprId,
        name: &Rc<str>,
        written: &[TypeRef],
        args: &[ExprId],
        expected: Option<&Ty>,
    ) -> Ty {
        let ty = self.expr(on, None);
        // What a function of another crate gives is an `Option` where it is asked what such are asked.
        if self.table.kind(&ty) == Some(Kind::Open) && OF_OPTIONS.contains(&&**name) {
            let inner = self.open();
            let option = self.std_adt("option::Option", vec![inner.clone()]);
            self.same(&ty, &option);
            self.of_foreign.push(inner);
        } else if OF_LISTS.contains(&&**name) && !is_of_cells(name, args.len()) {
            self.as_list(&ty);
        } else if self.table.kind(&ty) == Some(Kind::Open)
            && (!self.of_foreign.is_empty() || self.is_given_by_foreign(&ty))
            && !self.program.methods_named(&Ty::Float(Float::F64), name).is_empty()
            && self.program.methods_named(&Ty::Bool, name).is_empty()
        {
            self.same(&ty, &Ty::Float(Float::F64));
        } else {
            self.no_number(&ty);
        }
        let steps = self.steps(&ty);
        if let Some(ty) = self.as_operator(e, on, &steps, name, args) {
            return ty;
        }
        let pick = self.pick(e, &steps, name, args.len()).or_else(|| self.pick_derivative(e, &steps, name));
        let Some(pick) = pick else {
            return self.without_pick(e, on, &steps, name, written, args, expected);
        };
        let def = self.program.func(pick.f);
        let skip = self.given_by_receiver(&def);
        for (arg, given) in pick.args[skip..].iter().zip(written) {
            let given = self.written(given);
            self.same(arg, &given);
        }
        if changes(&pick.adjust) {
            let body = self.body.clone();
            self.written_to(&body, on);
        }
        self.adjust(Some(on), pick.adjust);
        self.callees.insert(e, Callee::Fn(pick.f, pick.args.clone()));
        if let (Some(of), None) = (def.of_trait, def.of) {
            let n = self.program.trait_def(of).generics.names.len();
            self.as_bound(on, of, &pick.args[..n]);
            self.require(Obligation::Trait(pick.args[0].clone(), of, pick.args[1..n].to_vec(), Vec::new()));
        }
        self.require_bounds(&def.generics, &pick.args);
        let params: Vec<Ty> = def.params[1..].iter().map(|p| self.instance(&p.ty, &def.generics, &pick.args)).collect();
        let ret = self.returned(pick.f, &pick.args);
        self.arguments(e, &params, args, &ret, expected)
    }

    /// A trait of a generic parameter has the arguments that the parameter's bound says: of `x: impl Into<Point>`,
    /// `x.into()` is a `Point`, whatever else the argument at hand goes into. In a trait `Self` has that trait.
    fn as_bound(&mut self, on: ExprId, of: TraitId, args: &[Ty]) {
        let (itself, args) = (self.table.resolve(&args[0]), &args[1..]);
        let owner = self.program.func(self.owner);
        if owner.of_trait == Some(of) && owner.of.is_none() && self.args.first() == Some(&itself) {
            let own = self.args[1..].to_vec();
            args.iter().zip(&own).for_each(|(arg, own)| _ = self.same(arg, own));
        }
        let ExprKind::Local(local) = self.body.exprs[on].kind else { return };
        let Some(k) = self.of_params.get(&local).copied() else { return };
        let def = self.program.func(self.owner);
        let mut said = def.generics.bounds.iter().filter_map(|bound| match bound {
            Bound::Trait(Ty::Param(p), said, args, _) if *p == k && *said == of => Some(args),
            _ => None,
        });
        if let (Some(said), None) = (said.next(), said.next()) {
            for (arg, said) in args.iter().zip(said) {
                let said = self.own(said);
                self.same(arg, &said);
            }
        }
    }

    /// The function that a name means on a value. Which traits are in scope is not looked at: one that takes as many
    /// arguments is meant first.
    fn pick(&mut self, e: ExprId, steps: &[Step], name: &str, arguments: usize) -> Option<Pick> {
        // What it has is not known here: what has the name elsewhere need not be meant.
        if steps.iter().any(|step| matches!(&step.ty, Ty::Opaque(text) if &**text != "String")) {
            return None;
        }
        // A text is asked itself before what goes through items.
        let of_text = |ty: &Ty| matches!(ty, Ty::Str | Ty::Char) || matches!(ty, Ty::Opaque(_));
        if steps.last().is_some_and(|step| of_text(&step.ty) && self.is_of_text(&step.ty, name)) {
            return None;
        }
        self.pick_of(e, steps, name, Some(arguments)).or_else(|| self.pick_of(e, steps, name, None))
    }

    /// What stands beside a method: `energy_gradient` beside `energy`.
    fn pick_derivative(&mut self, e: ExprId, steps: &[Step], name: &str) -> Option<Pick> {
        let (of, form, whole) = Program::method_derivative(name)?;
        let pick = self.pick_of(e, steps, of, None)?;
        let f = self.program.derivative_of_method(pick.f, form, whole)?;
        Some(Pick { f, ..pick })
    }

    fn pick_of(&mut self, e: ExprId, steps: &[Step], name: &str, arguments: Option<usize>) -> Option<Pick> {
        // A copy is of what is referred to: of a reference where that is one.
        let lent = |step: &Step| matches!(&step.ty, Ty::Ref(_, of) if matches!(self.table.shallow(of), Ty::Ref(..)));
        if name == "clone" && steps.first().is_some_and(lent) {
            return None;
        }
        // Imports under no name make a trait seen too, and are not looked at.
        self.pick_in(e, steps, name, arguments, true).or_else(|| self.pick_in(e, steps, name, arguments, false))
    }

    /// One of traits that are seen alone, or of all.
    fn pick_in(&mut self, e: ExprId, steps: &[Step], name: &str, arguments: Option<usize>, seen: bool) -> Option<Pick> {
        // A copy is otherwise of the first that is no reference: a box is copied, not what it holds.
        let first = steps.iter().position(|step| !matches!(step.ty, Ty::Ref(..))).unwrap_or(steps.len());
        for step in &steps[..if name == "clone" { steps.len().min(first + 1) } else { steps.len() }] {
            let mut named = self.named_at(&step.ty, name);
            // What every type has is not meant where one of these has it by itself: a cell in a box.
            let has =
                |step: &Step| matches!(step.ty, Ty::Adt(..)) && !self.program.methods_named(&step.ty, name).is_empty();
            if !steps.iter().any(has) {
                named.extend(self.of_any(&step.ty, name));
            }
            let takes = |f: FnId| self.program.func(f).params.len();
            named.retain(|(method, _)| arguments.is_none_or(|n| takes(method.f) == n + 1));
            if seen {
                self.keep_seen(&mut named);
            }
            self.keep_meant(e, name, &mut named);
            if named.is_empty() {
                continue;
            }
            for borrow in [None, Some(false), Some(true)] {
                let unsized_place = matches!(step.ty, Ty::Slice(_) | Ty::Str | Ty::Dyn(..));
                if (step.slice || unsized_place) && borrow.is_none() {
                    continue;
                }
                let on = match borrow {
                    None => step.ty.clone(),
                    Some(mutable) => Ty::Ref(mutable, Box::new(step.ty.clone())),
                };
                for (method, of) in &named {
                    if let Some((f, args)) = self.fits(*method, of.as_ref(), &on, name) {
                        let adjust = match borrow {
                            None => step.adjust.clone(),
                            Some(mutable) => self.lend(&steps[0].ty, step, mutable),
                        };
                        return Some(Pick { f, args, adjust });
                    }
                }
            }
        }
        None
    }

    /// The functions of a name that may be meant on this type, or by reference to what it refers to; with the type that
    /// has them.
    pub(super) fn named_at(&mut self, ty: &Ty, name: &str) -> Vec<(Method, Option<Ty>)> {
        let mut all: Vec<_> = self.named(ty, name).into_iter().map(|method| (method, Some(ty.clone()))).collect();
        if let Ty::Ref(_, of) = ty {
            let of = self.table.shallow(of);
            all.extend(self.named(&of, name).into_iter().map(|method| (method, Some(of.clone()))));
        }
        // References to integers have an order themselves: `a.min(b)` of two is the one that refers to the lesser.
        if let ("min" | "max" | "clamp", Ty::Ref(..)) = (name, ty)
            && self.refers_to_integer(ty)
            && let Some(ItemId::Trait(of)) = self.program.prelude("cmp::Ord")
        {
            all.extend(self.program.trait_def(of).fns.get(name).map(|&f| (Method { f, of: None }, None)));
        }
        // `self: Rc<Self>`, `self: &Rc<Self>`, `self: Box<Self>` of what the pointer leads to.
        if let Ty::Boxed(_, of) = ty {
            let of = self.table.shallow(of);
            let takes = |f: FnId| self.program.func(f).params.first().map(|p| matches!(behind(&p.ty), Ty::Boxed(..)));
            let named = self.named(&of, name).into_iter().filter(|method| takes(method.f) == Some(true));
            let named: Vec<_> = named.collect();
            all.extend(named.into_iter().map(|method| (method, Some(of.clone()))));
        }
        all
    }

    fn refers_to_integer(&self, ty: &Ty) -> bool {
        match self.table.shallow(ty) {
            Ty::Ref(_, of) => self.refers_to_integer(&of),
            ty => matches!(ty, Ty::Int(_)) || self.table.kind(&ty) == Some(Kind::Int),
        }
    }

    /// The function of a name that every type has.
    fn of_any(&mut self, ty: &Ty, name: &str) -> Option<(Method, Option<Ty>)> {
        let is_known = !matches!(self.table.kind(ty), Some(Kind::Any | Kind::Open));
        let f = self.program.of_any(name).filter(|_| is_known)?;
        Some((Method { f, of: None }, None))
    }

    /// The functions of a name that a type itself has.
    pub(super) fn named(&mut self, ty: &Ty, name: &str) -> Vec<Method> {
        if let Some((f, k)) = self.declared(ty) {
            let def = self.program.func(f);
            // `Self` has what its trait has.
            let own = def.of_trait.filter(|_| def.of.is_none() && k == 0);
            let traits = def.generics.bounds.iter().filter_map(|bound| match bound {
                Bound::Trait(Ty::Param(p), of, ..) if *p == k => Some(*of),
                _ => None,
            });
            let fns = own.into_iter().chain(traits).filter_map(|of| self.program.trait_def(of).fns.get(name).copied());
            let of_prelude = match self.program.prelude(&format!("iter::{name}")) {
                Some(ItemId::Fn(f)) => Some(f),
                _ => None,
            };
            return fns.chain(of_prelude).map(|f| Method { f, of: None }).collect();
        }
        match self.table.kind(ty) {
            Some(Kind::Int | Kind::Loose) => self.program.methods_named(&Ty::Int(Int::I32), name),
            Some(Kind::Float) => self.program.methods_named(&Ty::Float(Float::F64), name),
            Some(_) => Vec::new(),
            None => self.program.methods_named(ty, name),
        }
    }

    /// Whether a function takes this as its first argument; of a function in an implementation of a trait, that of the
    /// trait is meant, as which implementation it is may turn out later.
    fn fits(&mut self, method: Method, of: Option<&Ty>, on: &Ty, name: &str) -> Option<(FnId, Vec<Ty>)> {
        let mut f = method.f;
        let mut def = self.program.func(f);
        if let (Some(of), Some(_)) = (def.of_trait, def.of) {
            f = *self.program.trait_def(of).fns.get(name)?;
            def = self.program.func(f);
        }
        let associated = !def.method && (def.of.is_some() || def.of_trait.is_some());
        let first = def.params.first().filter(|_| !associated)?;
        let mark = self.table.mark();
        let args = self.fresh_args(&def.generics);
        let param = without_assoc(&super::substitute(&first.ty, &args));
        let mut fits = self.table.unify(&param, on) && self.may_be(&def, &args, &first.ty);
        // A function of the prelude on any type is one of the types that have it.
        if let (None, Some(of), Ty::Param(k)) = (method.of, of, behind(&first.ty))
            && def.of_trait.is_none()
        {
            fits = fits && self.table.unify(&args[*k], of);
        }
        if !fits {
            self.table.undo(mark);
            return None;
        }
        self.table.keep(mark);
        Some((f, args))
    }

    /// Whether what is demanded of the receiver may hold.
    pub(super) fn may_be(&mut self, def: &FnDef, args: &[Ty], first: &Ty) -> bool {
        const DEPTH: usize = 8;
        if let (Some(of), None) = (def.of_trait, def.of) {
            let n = self.program.trait_def(of).generics.names.len();
            let with = args[1..n].to_vec();
            if self.has(&args[0], of, &with, DEPTH) == Answer::No {
                return false;
            }
        }
        let Ty::Param(k) = behind(first) else { return true };
        for bound in &def.generics.bounds {
            let answer = match bound {
                Bound::Trait(ty @ Ty::Param(p), of, with, _) if p == k => {
                    let ty = super::substitute(ty, args);
                    let with: Vec<Ty> = with.iter().map(|ty| super::substitute(ty, args)).collect();
                    let with = if with.iter().any(has_assoc) { Vec::new() } else { with };
                    self.has(&ty, *of, &with, DEPTH)
                }
                Bound::Number(Ty::Param(p)) | Bound::Call(Ty::Param(p), ..) if p == k => self.holds(bound, args, DEPTH),
                _ => Answer::Yes,
            };
            if answer == Answer::No {
                return false;
            }
        }
        true
    }

    /// How many generic parameters are not written in `a.m::<T>()`: those of what is around, and those of the receiver.
    fn given_by_receiver(&self, def: &FnDef) -> usize {
        match (def.of, def.of_trait) {
            (Some(of), _) => self.program.impl_def(of).generics.names.len(),
            (None, Some(of)) => self.program.trait_def(of).generics.names.len(),
            (None, None) => {
                let receiver = def.params.first().map(|p| &p.ty);
                let occurs = |k: usize| receiver.is_some_and(|ty| mentions(ty, k));
                (0..def.generics.names.len()).take_while(|k| occurs(*k)).count()
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn without_pick(
        &mut self,
        e: ExprId,
        on: ExprId,
        steps: &[Step],
        name: &Rc<str>,
        written: &[TypeRef],
        args: &[ExprId],
        expected: Option<&Ty>,
    ) -> Ty {
        let last = &steps.last().expect("never empty").ty;
        let types: Vec<Ty> = steps.iter().map(|step| step.ty.clone()).collect();
        if let Some(ty) = self.builtin_method(e, on, &types, name, written, args, expected) {
            return ty;
        }
        // A parameter may have traits that are not known here.
        let unknown =
            matches!(last, Ty::Opaque(_) | Ty::Param(_) | Ty::Rigid(..) | Ty::Dyn(..)) || self.is_unknown(last);
        if self.table.kind(last) == Some(Kind::Float) || matches!(last, Ty::Float(_)) {
            // A trait of another crate may have it.
            let given = self.unknown_call(e, args);
            self.of_foreign.push(given.clone());
            self.foreign.push(given.clone());
            return given;
        }
        if !unknown {
            let has = self.show(&types[0]);
            self.note(self.span(e), format!("the method `{name}` of `{has}` is not known here"));
        } else if self.table.kind(last) == Some(Kind::Any) {
            self.note(self.span(on), "the type of this is not known here: write it".into());
        }
        self.unknown_call(e, args)
    }
}

/// Whether a method of so many arguments is not that of a list: cells have some of the same names.
fn is_of_cells(name: &str, arguments: usize) -> bool {
    matches!((name, arguments), ("get" | "get_mut", 0) | ("swap", 1))
}

/// Whether a value is lent to be changed.
fn changes(adjust: &[Adjust]) -> bool {
    adjust.iter().any(|one| matches!(one, Adjust::Borrow(true) | Adjust::Unsize(Ty::Ref(true, _))))
}

/// The type behind references.
pub(super) fn behind(mut ty: &Ty) -> &Ty {
    while let Ty::Ref(_, of) = ty {
        ty = of;
    }
    ty
}

/// Whether a generic parameter stands in a type.
fn mentions(ty: &Ty, k: usize) -> bool {
    match ty {
        Ty::Param(p) => *p == k,
        Ty::Array(_, Len::Param(p)) if *p == k => true,
        _ => ty.parts().any(|part| mentions(part, k)),
    }
}
