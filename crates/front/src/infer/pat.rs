//! Patterns, which look through references.

use super::Infer;
use crate::hir::{ExprKind, PatId, PatKind};
use crate::ty::{Len, Ty};
use crate::typed::PatTy;

impl Infer<'_> {
    /// A pattern against a type; `mode` says whether names are bound to references, and whether to `&mut`.
    pub(super) fn pat(&mut self, p: PatId, ty: &Ty, mode: Option<bool>) {
        let body = self.body.clone();
        let kind = &body.pats[p].kind;
        let (mut ty, mut mode, mut derefs) = (ty.clone(), mode, 0);
        if self.looks_through(kind, &ty) {
            ty = self.shallow(&ty);
            while let Ty::Ref(mutable, of) = &ty {
                mode = Some(*mutable && mode != Some(false));
                derefs += 1;
                ty = self.shallow(of);
            }
        }
        let mut bound = None;
        match kind {
            PatKind::Wild | PatKind::Rest => {}
            PatKind::Bind { local, by_ref, inner } => {
                bound = by_ref.is_none().then_some(mode).flatten();
                let local_ty = match by_ref.or(mode) {
                    Some(mutable) => Ty::Ref(mutable, Box::new(ty.clone())),
                    None => ty.clone(),
                };
                let known = self.locals[*local].clone();
                if !self.same(&known, &local_ty) {
                    self.mismatch(p, &local_ty, &known);
                }
                if let Some(inner) = inner {
                    self.pat(*inner, &ty, mode);
                }
            }
            PatKind::Tuple(parts) => self.tuple_pat(p, parts, &ty, mode),
            PatKind::Slice(parts) => self.slice_pat(p, parts, &ty, mode),
            PatKind::Variant(adt, k, fields) => {
                let def = self.program.adt(*adt);
                let args = self.fresh_args(&def.generics);
                let of = Ty::Adt(*adt, args.clone());
                if !self.same(&of, &ty) {
                    self.mismatch(p, &of, &ty);
                }
                for (name, part) in fields {
                    let ty = match self.program.field(*adt, *k, name) {
                        Some((_, ty)) => self.instance(&ty, &def.generics, &args),
                        None => Ty::unknown(),
                    };
                    self.pat(*part, &ty, mode);
                }
            }
            PatKind::Ref(inside) => {
                let now = self.shallow(&ty);
                let of = match now {
                    Ty::Ref(_, of) => *of,
                    Ty::Opaque(_) => Ty::unknown(),
                    _ => {
                        let of = self.any();
                        let lent = Ty::Ref(false, Box::new(of.clone()));
                        if !self.same(&lent, &now) {
                            self.mismatch(p, &lent, &now);
                        }
                        of
                    }
                };
                self.pat(*inside, &of, None);
            }
            PatKind::Value(e) => {
                let of = self.expr(*e, Some(&ty));
                if !self.same(&of, &ty) {
                    self.mismatch(p, &of, &ty);
                }
            }
            PatKind::Range(from, to, _) => {
                for end in from.iter().chain(to) {
                    let of = self.expr(*end, Some(&ty));
                    if !self.same(&of, &ty) {
                        self.mismatch(p, &of, &ty);
                    }
                }
            }
            PatKind::Or(all) => {
                for one in all {
                    self.pat(*one, &ty, mode);
                }
            }
            PatKind::Foreign(of) => {
                for (_, part) in &of.fields {
                    self.pat(*part, &Ty::unknown(), mode);
                }
            }
        }
        self.pats[p] = PatTy { ty, derefs, by_ref: bound };
    }

    /// Whether a pattern is not one of references, so that it looks behind them.
    fn looks_through(&mut self, kind: &PatKind, ty: &Ty) -> bool {
        match kind {
            PatKind::Tuple(_) | PatKind::Slice(_) | PatKind::Variant(..) | PatKind::Range(..) | PatKind::Foreign(_) => {
                true
            }
            PatKind::Value(e) => match &self.body.exprs[*e].kind {
                ExprKind::Literal(syn::Lit::Str(_) | syn::Lit::ByteStr(_)) => {
                    matches!(self.shallow(ty), Ty::Ref(_, of) if matches!(self.shallow(&of), Ty::Ref(..)))
                }
                ExprKind::Item(crate::items::ItemId::Const(of), _) => {
                    !matches!(self.program.constant(*of).ty, Ty::Ref(..))
                }
                _ => true,
            },
            PatKind::Wild | PatKind::Rest | PatKind::Bind { .. } | PatKind::Ref(_) | PatKind::Or(_) => false,
        }
    }

    fn tuple_pat(&mut self, p: PatId, parts: &[PatId], ty: &Ty, mode: Option<bool>) {
        let body = self.body.clone();
        let rest = parts.iter().position(|part| matches!(body.pats[*part].kind, PatKind::Rest));
        let types = match self.shallow(ty) {
            Ty::Tuple(types) if rest.is_some() || types.len() == parts.len() => types,
            Ty::Tuple(_) => {
                let has = self.show(ty);
                let n = parts.len();
                self.error(body.pats[p].span, format!("this has {n} parts, where `{has}` is taken apart"));
                vec![Ty::unknown(); parts.len()]
            }
            Ty::Var(_) if rest.is_none() => {
                let types: Vec<Ty> = parts.iter().map(|_| self.any()).collect();
                self.same(&Ty::Tuple(types.clone()), ty);
                types
            }
            Ty::Var(_) | Ty::Opaque(_) => vec![Ty::unknown(); parts.len()],
            other => {
                let of = Ty::Tuple(parts.iter().map(|_| Ty::unknown()).collect());
                self.mismatch(p, &of, &other);
                vec![Ty::unknown(); parts.len()]
            }
        };
        for (k, part) in parts.iter().enumerate() {
            let at = match rest {
                Some(rest) if k == rest => continue,
                Some(rest) if k > rest => (types.len() + k).checked_sub(parts.len()),
                _ => Some(k),
            };
            let ty = at.and_then(|at| types.get(at)).cloned().unwrap_or_else(Ty::unknown);
            self.pat(*part, &ty, mode);
        }
    }

    fn slice_pat(&mut self, p: PatId, parts: &[PatId], ty: &Ty, mode: Option<bool>) {
        let body = self.body.clone();
        // One part for each element tells the length of an array, and that what is not known is one.
        let whole = !parts.iter().any(|part| self.is_rest(*part));
        if whole && matches!(self.shallow(ty), Ty::Var(_) | Ty::Array(_, Len::Var(_))) {
            let array = Ty::Array(Box::new(self.any()), Len::Known(parts.len() as u64));
            self.same(&array, ty);
        }
        let (of, len) = match self.shallow(ty) {
            Ty::Array(of, len) => (*of, Some(len)),
            Ty::Slice(of) => (*of, None),
            Ty::Var(_) | Ty::Opaque(_) => {
                let of = self.any();
                (of, None)
            }
            other => {
                let of = Ty::Slice(Box::new(Ty::unknown()));
                self.mismatch(p, &of, &other);
                (Ty::unknown(), None)
            }
        };
        for part in parts {
            match &body.pats[*part].kind {
                PatKind::Rest => {}
                PatKind::Bind { .. } if self.is_rest(*part) => {
                    let rest = match &len {
                        Some(Len::Known(n)) => {
                            let n = n.saturating_sub(parts.len() as u64 - 1);
                            Ty::Array(Box::new(of.clone()), Len::Known(n))
                        }
                        Some(_) => Ty::Array(Box::new(of.clone()), Len::Text("".into())),
                        None => Ty::Slice(Box::new(of.clone())),
                    };
                    self.pat(*part, &rest, mode);
                }
                _ => self.pat(*part, &of, mode),
            }
        }
    }

    /// Whether a part of a list stands for any number of elements, with a name or without.
    fn is_rest(&self, part: PatId) -> bool {
        match &self.body.pats[part].kind {
            PatKind::Rest => true,
            PatKind::Bind { inner: Some(inner), .. } => matches!(self.body.pats[*inner].kind, PatKind::Rest),
            _ => false,
        }
    }

    fn mismatch(&mut self, p: PatId, of: &Ty, ty: &Ty) {
        let (is, has) = (self.show(of), self.show(ty));
        self.error(self.body.pats[p].span, format!("this fits `{is}`, but stands for `{has}`"));
    }
}
