//! Whether two values of one type are the same, as the derived `PartialEq` says it.

use super::build::{flag, yes, zero};
use super::call::Written;
use super::loops::Over;
use super::value::{Choice, List, Value};
use super::{Builder, Refusal, refuse};
use crate::ir::{Atom, Ty};
use front::hir::Binary;
use front::items::{FnId, Origin};

impl Builder<'_> {
    /// What a method of a trait of std gives of which the type derives the implementation.
    pub(super) fn derived(&mut self, f: FnId, mut args: Vec<Value>) -> Result<Written, Refusal> {
        let def = self.program.func(f);
        let of_std = def.origin == Origin::Prelude && def.of_trait.is_some() && !def.has_text;
        if !of_std || &*def.name != "eq" || args.len() != 2 {
            return Ok(Written::Not(args));
        }
        let (Some(b), Some(a)) = (args.pop(), args.pop()) else { return refuse("a comparison of nothing") };
        Ok(Written::Done(Value::Atom(self.equal(&a, &b)?)))
    }

    /// Whether two values are the same.
    pub(super) fn equal(&mut self, a: &Value, b: &Value) -> Result<Atom, Refusal> {
        let (a, b) = (self.behind(a)?, self.behind(b)?);
        match (&a, &b) {
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => self.all_equal(x, y),
            (Value::Enum(x), Value::Enum(y)) if x.variants.len() == y.variants.len() => self.equal_choices(x, y),
            (Value::List(x), Value::List(y)) => self.equal_lists(x, y),
            (Value::Atom(_) | Value::Code(_), Value::Atom(_) | Value::Code(_)) => {
                let same = self.compare(Binary::Eq, a, b)?;
                self.atom(same, self.span)
            }
            _ => refuse("a comparison of this type"),
        }
    }

    fn behind(&mut self, value: &Value) -> Result<Value, Refusal> {
        let mut value = value.clone();
        while let Value::Ref(_, place) = &value {
            value = self.load(place)?;
        }
        self.settle(value, self.span)
    }

    fn all_equal(&mut self, x: &[Value], y: &[Value]) -> Result<Atom, Refusal> {
        let mut all = yes();
        for (x, y) in x.iter().zip(y) {
            all = self.and(all, |b| b.equal(x, y))?;
        }
        Ok(all)
    }

    fn equal_choices(&mut self, x: &Choice, y: &Choice) -> Result<Atom, Refusal> {
        let tags = self.compare(Binary::Eq, Value::Atom(x.tag.clone()), Value::Atom(y.tag.clone()))?;
        let mut all = self.atom(tags, self.span)?;
        for (k, (p, q)) in x.variants.iter().zip(&y.variants).enumerate() {
            // A variant that one of them is never is not the one of both.
            let (Some(p), Some(q)) = (p, q) else { continue };
            if p.is_empty() {
                continue;
            }
            all = self.and(all, |b| {
                let is = b.is_variant(x, k)?;
                let same = b.branch(is, |b| Ok(Value::Atom(b.all_equal(p, q)?)), |_| Ok(Value::Atom(yes())))?;
                b.atom(same, b.span)
            })?;
        }
        Ok(all)
    }

    fn equal_lists(&mut self, x: &List, y: &List) -> Result<Atom, Refusal> {
        let (n, m) = (self.len(x)?, self.len(y)?);
        let lengths = self.compared(&n, &m, "==")?;
        if flag(&lengths) == Some(false) {
            return Ok(lengths);
        }
        let same = self.var(Value::Atom(yes()));
        self.env_names[same] = "same".into();
        self.and(lengths, |b| {
            let over = Over::Range { lo: zero(), hi: n, rev: false, ty: Ty::usize(), name: "k".into() };
            b.loop_over(over, &mut |b, k| {
                let (p, q) = (b.element_inside(x, &k)?, b.element_inside(y, &k)?);
                let (p, q) = (b.load(&p)?, b.load(&q)?);
                let equal = b.equal(&p, &q)?;
                let differ = b.negated(equal.clone());
                b.env[same] = Value::Atom(equal);
                Ok(differ)
            })?;
            Ok(b.flag_now(same))
        })
    }

    /// `==` and `!=` of what is no scalar.
    pub(super) fn compare_whole(&mut self, op: Binary, a: &Value, b: &Value) -> Result<Value, Refusal> {
        let equal = self.equal(a, b)?;
        match op {
            Binary::Eq => Ok(Value::Atom(equal)),
            Binary::Ne => Ok(Value::Atom(self.negated(equal))),
            _ => refuse("a comparison of this type"),
        }
    }
}
