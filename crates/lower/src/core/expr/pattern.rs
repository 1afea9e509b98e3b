//! Patterns: whether a value fits, and the names that it then has.

use crate::core::build::{flag, no, usize_lit, yes};
use crate::core::expr::place::part_of;
use crate::core::value::{Choice, List, Place, Step, Value, part_tag};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Op, Storage, Ty};
use front::hir::{PatId, PatKind};
use front::ty::Ty as Type;

impl Builder<'_> {
    /// Binds a pattern that always fits to what lies at a place.
    pub(crate) fn bind(&mut self, pat: PatId, place: Place) -> Result<(), Refusal> {
        let typed = self.frame_now()?.typed.clone();
        let place = self.looked_through(pat, place)?;
        match &typed.body.pats[pat].kind {
            PatKind::Wild | PatKind::Rest => Ok(()),
            PatKind::Bind { local, by_ref, inner } => {
                let reference = by_ref.or(typed.pats[pat].by_ref);
                let value = match reference {
                    Some(m) => Value::Ref(m, Box::new(place.clone())),
                    None => self.load(&place)?,
                };
                // A text that may change is one that loops and branches carry.
                let value = match value {
                    Value::Text(text) if typed.body.locals[*local].mutable && self.may_be_held(&text) => {
                        Value::Atom(self.held_text(&text)?)
                    }
                    value => value,
                };
                self.declare(*local, value, !matches!(place, Place::Temp(_)))?;
                match inner {
                    Some(inner) => self.bind(*inner, place),
                    None => Ok(()),
                }
            }
            PatKind::Tuple(parts) => self.bind_parts(parts, place, &typed.pats[pat].ty),
            PatKind::Slice(parts) => {
                let list = self.list_at(&place)?;
                let n = self.len(&list)?;
                let rest = parts.iter().position(|p| self.is_rest(&typed, *p));
                for (k, part) in parts.iter().enumerate() {
                    match rest {
                        Some(r) if k == r => {
                            let after = usize_lit((parts.len() - r - 1) as u64);
                            let end = self.difference(&n, &after)?;
                            let len = self.difference(&end, &usize_lit(r as u64))?;
                            let rest = self.part(&list, usize_lit(r as u64), len, None)?;
                            self.bind_rest(*part, rest)?;
                        }
                        Some(r) if k > r => {
                            let i = self.difference(&n, &usize_lit((parts.len() - k) as u64))?;
                            let element = self.element_inside(&list, &i)?;
                            self.bind(*part, element)?;
                        }
                        _ => {
                            let element = self.element_inside(&list, &usize_lit(k as u64))?;
                            self.bind(*part, element)?;
                        }
                    }
                }
                Ok(())
            }
            PatKind::Variant(adt, variant, fields) => {
                let def = self.program.adt(*adt);
                let wild = |part: &PatId| matches!(typed.body.pats[*part].kind, PatKind::Wild);
                for (name, part) in fields.iter().filter(|(_, part)| !wild(part)) {
                    let Some(k) = def.variants[*variant].fields.iter().position(|f| f.name == *name) else {
                        return refuse("a field that is not there");
                    };
                    let step = if def.is_enum { Step::Variant(*variant, k) } else { Step::Field(k) };
                    // What a variant holds that is not met is not there.
                    let field = self.project(place.clone(), step)?;
                    self.bind(*part, field)?;
                }
                Ok(())
            }
            PatKind::Ref(inner) => {
                let value = self.load(&place)?;
                let place = self.referent(value)?;
                self.bind(*inner, place)
            }
            PatKind::Value(_) | PatKind::Range(..) => Ok(()),
            PatKind::Foreign(_) => refuse("a pattern that is not known"),
            PatKind::Or(parts) => {
                let parts = parts.clone();
                match parts.iter().any(|p| !self.names(&typed, *p).is_empty()) {
                    false => Ok(()),
                    true => self.bind_any(&typed, &parts, &place),
                }
            }
        }
    }

    /// The names of the first of several patterns that fits.
    fn bind_any(&mut self, typed: &front::typed::Typed, parts: &[PatId], place: &Place) -> Result<(), Refusal> {
        let Some(first) = parts.first() else { return Ok(()) };
        let names = self.names(typed, *first);
        let mut met = vec![];
        for part in parts {
            if !self.is_never(typed, *part, place)? {
                met.push(*part);
            }
        }
        let parts = if met.is_empty() { parts } else { &met };
        let value = self.bound_by_any(typed, parts, place)?;
        let Value::Tuple(values) = value else { return refuse("names in one of several patterns") };
        for (local, value) in names.into_iter().map(|(_, local)| local).zip(values) {
            self.declare(local, value, false)?;
        }
        Ok(())
    }

    /// What the names stand for, in the order of the names.
    fn bound_by_any(&mut self, typed: &front::typed::Typed, parts: &[PatId], place: &Place) -> Result<Value, Refusal> {
        let Some((part, rest)) = parts.split_first() else { return refuse("no pattern") };
        let part = *part;
        let fits = if rest.is_empty() { yes() } else { self.fits(part, place)? };
        let names = self.names(typed, part);
        self.branch(
            fits,
            |b| {
                b.bind(part, place.clone())?;
                let values = names.iter().map(|(_, local)| Ok(b.env[b.local(*local)?].clone()));
                Ok(Value::Tuple(values.collect::<Result<_, Refusal>>()?))
            },
            |b| b.bound_by_any(typed, rest, place),
        )
    }

    /// The names that a pattern binds, in order.
    pub(crate) fn names(
        &self,
        typed: &front::typed::Typed,
        pat: PatId,
    ) -> Vec<(std::rc::Rc<str>, front::hir::LocalId)> {
        let mut all = vec![];
        let mut todo = vec![pat];
        while let Some(pat) = todo.pop() {
            match &typed.body.pats[pat].kind {
                PatKind::Bind { local, inner, .. } => {
                    all.push((typed.body.locals[*local].name.clone(), *local));
                    todo.extend(inner);
                }
                PatKind::Tuple(parts) | PatKind::Slice(parts) => todo.extend(parts),
                PatKind::Or(parts) => todo.extend(parts.first()),
                PatKind::Variant(_, _, fields) => todo.extend(fields.iter().map(|(_, p)| *p)),
                PatKind::Ref(p) => todo.push(*p),
                _ => {}
            }
        }
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    fn is_rest(&self, typed: &front::typed::Typed, pat: PatId) -> bool {
        match &typed.body.pats[pat].kind {
            PatKind::Rest => true,
            PatKind::Bind { inner: Some(inner), .. } => self.is_rest(typed, *inner),
            _ => false,
        }
    }

    fn bind_rest(&mut self, pat: PatId, rest: List) -> Result<(), Refusal> {
        let typed = self.frame_now()?.typed.clone();
        match &typed.body.pats[pat].kind {
            PatKind::Bind { local, by_ref, .. } => {
                let value = match by_ref.or(typed.pats[pat].by_ref) {
                    Some(m) => Value::Ref(m, Box::new(Place::Slice(rest))),
                    None => Value::List(self.copied(&rest)?),
                };
                self.declare(*local, value, false)
            }
            _ => Ok(()),
        }
    }

    fn bind_parts(&mut self, parts: &[PatId], place: Place, ty: &Type) -> Result<(), Refusal> {
        let typed = self.frame_now()?.typed.clone();
        let Type::Tuple(types) = ty else { return refuse("a tuple is expected here") };
        let rest = parts.iter().position(|p| matches!(typed.body.pats[*p].kind, PatKind::Rest));
        for (k, part) in parts.iter().enumerate() {
            let at = match rest {
                Some(r) if k == r => continue,
                Some(r) if k > r => types.len() - (parts.len() - k),
                _ => k,
            };
            let field = self.project(place.clone(), Step::Field(at))?;
            self.bind(*part, field)?;
        }
        Ok(())
    }

    /// The place behind the references that a pattern looks through.
    fn looked_through(&mut self, pat: PatId, mut place: Place) -> Result<Place, Refusal> {
        let typed = self.frame_now()?.typed.clone();
        for _ in 0..typed.pats[pat].derefs {
            let value = self.load(&place)?;
            place = self.referent(value)?;
        }
        Ok(place)
    }

    /// A local begins to be; `copies` says that the value lies elsewhere too.
    pub(crate) fn declare(&mut self, local: front::hir::LocalId, value: Value, copies: bool) -> Result<(), Refusal> {
        let frame = self.frame_now()?;
        let (name, span, mutable) = {
            let l = &frame.typed.body.locals[local];
            (l.name.clone(), l.span, l.mutable || self.holds_cell(&frame.typed.locals[local]))
        };
        let span = if frame.own { span } else { self.span };
        let value = match value {
            Value::Outside(w) if mutable => self.load_whole(&w)?,
            value => value,
        };
        let mut value = self.settle(value, span)?;
        // What may be written to later is not shared.
        if copies && self.may_change(&value, mutable) {
            value = self.owned(value)?;
        }
        if mutable {
            value = self.unshared(value)?;
        }
        if frame.own {
            self.rename(&value, &name, span);
        }
        self.claim(&value);
        if mutable && (!self.even || self.may_grow(&frame.typed, local)) {
            let ty = frame.typed.locals[local].clone();
            value = self.all_growable(value, &ty)?;
        }
        let var = self.var(value);
        self.env_names[var] = if frame.own { name } else { "t".into() };
        frame.locals.borrow_mut().insert(local, var);
        Ok(())
    }

    /// Lists that are lent, as those of parameters are, become copies.
    pub(crate) fn unshared(&mut self, value: Value) -> Result<Value, Refusal> {
        Ok(match value {
            Value::List(list) => {
                let elsewhere =
                    matches!(*list.cols, crate::core::value::Cols::Whole(_)) || !self.is_all_of_memory(&list);
                let lent = |arr: &usize| matches!(self.arrays[*arr].storage, Storage::Shared | Storage::Exclusive);
                match elsewhere || Self::arrays_of(&list).iter().any(lent) {
                    true => Value::List(self.copied(&list)?),
                    false => Value::List(list),
                }
            }
            other => other.with_parts(&mut |part| self.unshared(part))?,
        })
    }

    fn may_change(&self, value: &Value, mutable: bool) -> bool {
        match value {
            Value::List(list) => {
                mutable || Self::arrays_of(list).iter().any(|&arr| !matches!(self.arrays[arr].storage, Storage::Shared))
            }
            Value::Tuple(parts) => parts.iter().any(|p| self.may_change(p, mutable)),
            Value::Enum(c) => c.variants.iter().flatten().flatten().any(|p| self.may_change(p, mutable)),
            _ => false,
        }
    }

    /// Whether what lies at a place fits a pattern.
    pub(crate) fn fits(&mut self, pat: PatId, place: &Place) -> Result<Atom, Refusal> {
        let typed = self.frame_now()?.typed.clone();
        let place = &self.looked_through(pat, place.clone())?;
        match &typed.body.pats[pat].kind {
            PatKind::Wild | PatKind::Rest => Ok(yes()),
            PatKind::Foreign(_) => refuse("a pattern that is not known"),
            PatKind::Bind { inner: None, .. } => Ok(yes()),
            PatKind::Bind { inner: Some(inner), .. } => self.fits(*inner, place),
            PatKind::Tuple(parts) => {
                let Type::Tuple(types) = &typed.pats[pat].ty else { return refuse("a tuple is expected here") };
                let rest = parts.iter().position(|p| matches!(typed.body.pats[*p].kind, PatKind::Rest));
                let mut all = yes();
                for (k, part) in parts.iter().enumerate() {
                    let at = match rest {
                        Some(r) if k == r => continue,
                        Some(r) if k > r => types.len() - (parts.len() - k),
                        _ => k,
                    };
                    let part = *part;
                    if self.always_fits(&typed, part) {
                        continue;
                    }
                    let field = self.project(place.clone(), Step::Field(at))?;
                    all = self.and(all, |b| b.fits(part, &field))?;
                }
                Ok(all)
            }
            PatKind::Slice(parts) => {
                let list = self.list_at(place)?;
                let n = self.len(&list)?;
                let rest = parts.iter().position(|p| self.is_rest(&typed, *p));
                let wanted = usize_lit(parts.iter().filter(|p| !self.is_rest(&typed, **p)).count() as u64);
                let fixed = matches!(typed.pats[pat].ty, Type::Array(..));
                let mut all = match (fixed, rest) {
                    (true, _) => yes(),
                    (_, None) => self.compared(&n, &wanted, "==")?,
                    (_, Some(_)) => self.compared(&n, &wanted, ">=")?,
                };
                for (k, part) in parts.iter().enumerate() {
                    let part = *part;
                    if self.always_fits(&typed, part) || Some(k) == rest {
                        continue;
                    }
                    let (n, list, len) = (n.clone(), list.clone(), parts.len());
                    all = self.and(all, |b| {
                        let at = match rest {
                            Some(r) if k > r => b.difference(&n, &usize_lit((len - k) as u64))?,
                            _ => usize_lit(k as u64),
                        };
                        let element = b.element_inside(&list, &at)?;
                        b.fits(part, &element)
                    })?;
                }
                Ok(all)
            }
            PatKind::Variant(adt, variant, fields) => {
                let def = self.program.adt(*adt);
                let mut all = if def.is_enum {
                    let choice = self.choice_at(place)?;
                    match is_absent(&choice, *variant) {
                        true => no(),
                        false => self.is_variant(&choice, *variant)?,
                    }
                } else {
                    yes()
                };
                if flag(&all) == Some(false) {
                    return Ok(all);
                }
                for (name, part) in fields {
                    let part = *part;
                    if self.always_fits(&typed, part) {
                        continue;
                    }
                    let Some(k) = def.variants[*variant].fields.iter().position(|f| f.name == *name) else {
                        return refuse("a field that is not there");
                    };
                    let step = if def.is_enum { Step::Variant(*variant, k) } else { Step::Field(k) };
                    // What a variant holds is looked at where the value is of it.
                    all = self.and(all, |b| {
                        let field = b.project(place.clone(), step)?;
                        b.fits(part, &field)
                    })?;
                }
                Ok(all)
            }
            PatKind::Ref(inner) => {
                let value = self.load(place)?;
                let place = self.referent(value)?;
                self.fits(*inner, &place)
            }
            PatKind::Value(e) => {
                let value = self.load(place)?;
                let other = self.eval(*e)?;
                let equal = self.compare(crate::ir::Binary::Eq, value, other)?;
                self.atom(equal, self.span)
            }
            PatKind::Range(lo, hi, closed) => {
                let mut all = yes();
                if let Some(lo) = *lo {
                    let (value, lo) = (self.load(place)?, self.eval(lo)?);
                    let holds = self.compare(crate::ir::Binary::Ge, value, lo)?;
                    all = self.atom(holds, self.span)?;
                }
                if let Some(hi) = *hi {
                    let op = if *closed { crate::ir::Binary::Le } else { crate::ir::Binary::Lt };
                    let (value, hi) = (self.load(place)?, self.eval(hi)?);
                    let holds = self.compare(op, value, hi)?;
                    let holds = self.atom(holds, self.span)?;
                    all = self.and(all, |_| Ok(holds))?;
                }
                Ok(all)
            }
            PatKind::Or(parts) => {
                let mut any = no();
                for part in parts.clone() {
                    let not = self.negated(any.clone());
                    let fits = self.and(not, |b| b.fits(part, place))?;
                    any = match (flag(&any), flag(&fits)) {
                        (Some(true), _) | (_, Some(true)) => yes(),
                        (Some(false), _) => fits,
                        (_, Some(false)) => any,
                        _ => self.temporary(Ty::Bool, Op::Compare(crate::ir::Binary::BitOr, any, fits), self.span),
                    };
                }
                Ok(any)
            }
        }
    }

    /// Whether a pattern asks for a variant that a value here never is.
    pub(crate) fn is_never(&mut self, typed: &front::typed::Typed, pat: PatId, place: &Place) -> Result<bool, Refusal> {
        match &typed.body.pats[pat].kind {
            PatKind::Bind { inner: Some(inner), .. } => {
                let place = self.looked_through(pat, place.clone())?;
                return self.is_never(typed, *inner, &place);
            }
            PatKind::Or(parts) => {
                let mut never = true;
                for part in parts {
                    never = never && self.is_never(typed, *part, place)?;
                }
                return Ok(never);
            }
            PatKind::Ref(inner) => {
                let value = self.load(place)?;
                let place = self.referent(value)?;
                return self.is_never(typed, *inner, &place);
            }
            PatKind::Tuple(parts) => {
                let place = self.looked_through(pat, place.clone())?;
                let in_front = parts.iter().take_while(|p| !matches!(typed.body.pats[**p].kind, PatKind::Rest));
                for (k, part) in in_front.enumerate() {
                    if self.always_fits(typed, *part) {
                        continue;
                    }
                    let part_place = self.project(place.clone(), Step::Field(k))?;
                    if self.is_never(typed, *part, &part_place)? {
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            _ => {}
        }
        let PatKind::Variant(adt, variant, fields) = &typed.body.pats[pat].kind else { return Ok(false) };
        let place = self.looked_through(pat, place.clone())?;
        if !self.program.adt(*adt).is_enum {
            return Ok(false);
        }
        // Of what lies outside, which variants are met is not known.
        let (mut value, steps) = match &place {
            Place::Var(v, steps) => (&self.env[*v], steps.as_slice()),
            Place::Temp(value) => (&**value, &[][..]),
            _ => return Ok(false),
        };
        for step in steps {
            if matches!(value, Value::Outside(_)) {
                break;
            }
            value = part_of(value, *step)?;
        }
        if matches!(value, Value::Outside(_)) {
            return Ok(false);
        }
        let choice = self.choice_at(&place)?;
        if is_absent(&choice, *variant) {
            return Ok(true);
        }
        // What it holds may be of a variant that is not met either.
        let of = &self.program.adt(*adt).variants[*variant].fields;
        let at = |name: &str| of.iter().position(|field| *field.name == *name);
        let fields: Vec<_> = fields.iter().filter_map(|(name, part)| Some((at(name)?, *part))).collect();
        for (k, part) in fields {
            if self.always_fits(typed, part) {
                continue;
            }
            let field = self.project(place.clone(), Step::Variant(*variant, k))?;
            if self.is_never(typed, part, &field)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an enum is of a variant.
    pub(crate) fn is_variant(&mut self, choice: &Choice, variant: usize) -> Result<Atom, Refusal> {
        let two = choice.variants.len() == 2;
        match (part_tag(&choice.tag), two) {
            (Some(tag), _) => Ok(if tag == variant { yes() } else { no() }),
            (None, true) if variant == 1 => Ok(choice.tag.clone()),
            (None, true) => {
                let tag = choice.tag.clone();
                Ok(self.negated(tag))
            }
            (None, false) => {
                let tag = choice.tag.clone();
                self.compared(&tag, &usize_lit(variant as u64), "==")
            }
        }
    }

    pub(crate) fn compared(&mut self, a: &Atom, b: &Atom, sign: &str) -> Result<Atom, Refusal> {
        use crate::core::build::number;
        if let (Some(x), Some(y)) = (number(a), number(b)) {
            let holds = match sign {
                "==" => x == y,
                ">=" => x >= y,
                _ => x < y,
            };
            return Ok(if holds { yes() } else { no() });
        }
        let (a, b) = (Value::Atom(a.clone()), Value::Atom(b.clone()));
        let sign = match sign {
            "==" => crate::ir::Binary::Eq,
            ">=" => crate::ir::Binary::Ge,
            _ => crate::ir::Binary::Lt,
        };
        let code = self.int_binary(sign, &a, &b, Type::Bool)?;
        self.atom(code, self.span)
    }

    /// `a && ..`, where the right side runs only if `a` holds.
    pub(crate) fn and(&mut self, a: Atom, b: impl FnOnce(&mut Self) -> Result<Atom, Refusal>) -> Result<Atom, Refusal> {
        match flag(&a) {
            Some(true) => return b(self),
            Some(false) => return Ok(a),
            None => {}
        }
        let both = self.branch(a, |s| Ok(Value::Atom(b(s)?)), |_| Ok(Value::Atom(no())))?;
        self.atom(both, self.span)
    }

    pub(crate) fn always_fits(&self, typed: &front::typed::Typed, pat: PatId) -> bool {
        match &typed.body.pats[pat].kind {
            PatKind::Wild | PatKind::Rest | PatKind::Bind { inner: None, .. } => true,
            PatKind::Bind { inner: Some(inner), .. } | PatKind::Ref(inner) => self.always_fits(typed, *inner),
            PatKind::Tuple(parts) => parts.iter().all(|p| self.always_fits(typed, *p)),
            PatKind::Variant(adt, _, fields) => {
                !self.program.adt(*adt).is_enum && fields.iter().all(|(_, p)| self.always_fits(typed, *p))
            }
            _ => false,
        }
    }
}

/// Whether an enum here is never of a variant; of one outside none is known.
fn is_absent(choice: &Choice, variant: usize) -> bool {
    choice.variants.iter().any(Option::is_some) && choice.variants.get(variant).is_some_and(Option::is_none)
}
