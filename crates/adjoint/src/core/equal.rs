//! Whether two values of one type are the same, or which comes first, as the derived traits say it.

use super::build::{flag, no, usize_lit, yes, zero};
use super::call::Written;
use super::loops::Over;
use super::value::{Choice, List, Value};
use super::{Builder, Refusal, refuse};
use crate::ir::{Atom, Binary as Sign, Op, Ty};
use front::hir::Binary;
use front::items::{FnId, Origin};

/// Which of two values comes first; none of the three where they cannot be compared.
struct Order {
    less: Atom,
    equal: Atom,
    greater: Atom,
}

impl Builder<'_> {
    /// What a method of a trait of std gives of which the type derives the implementation.
    pub(super) fn derived(&mut self, f: FnId, mut args: Vec<Value>) -> Result<Written, Refusal> {
        let def = self.program.func(f);
        let of_std = def.origin == Origin::Prelude && def.of_trait.is_some() && !def.has_text;
        if !of_std || !matches!(&*def.name, "eq" | "partial_cmp" | "cmp") || args.len() != 2 {
            return Ok(Written::Not(args));
        }
        let (Some(b), Some(a)) = (args.pop(), args.pop()) else { return refuse("a comparison of nothing") };
        if &*def.name == "eq" {
            return Ok(Written::Done(Value::Atom(self.equal(&a, &b)?)));
        }
        let order = self.order(&a, &b)?;
        let greater = self.flagged(&order.greater, usize_lit(2), usize_lit(1))?;
        let tag = self.flagged(&order.less, zero(), greater)?;
        let ordering = Value::Enum(Box::new(Choice { tag, variants: vec![Some(vec![]); 3] }));
        if &*def.name == "cmp" {
            return Ok(Written::Done(ordering));
        }
        let Order { less, equal, greater } = order;
        let either = self.any(&less, &greater)?;
        let tag = self.any(&either, &equal)?;
        Ok(Written::Done(Value::Enum(Box::new(Choice { tag, variants: vec![Some(vec![]), Some(vec![ordering])] }))))
    }

    fn flagged(&mut self, flag: &Atom, then: Atom, other: Atom) -> Result<Atom, Refusal> {
        let value = self.branch(flag.clone(), |_| Ok(Value::Atom(then)), |_| Ok(Value::Atom(other)))?;
        self.atom(value, self.span)
    }

    fn any(&mut self, a: &Atom, b: &Atom) -> Result<Atom, Refusal> {
        match (flag(a), flag(b)) {
            (Some(true), _) | (_, Some(true)) => Ok(yes()),
            (Some(false), _) => Ok(b.clone()),
            (_, Some(false)) => Ok(a.clone()),
            _ => Ok(self.temporary(Ty::Bool, Op::Compare(Sign::BitOr, a.clone(), b.clone()), self.span)),
        }
    }

    /// Which of two values comes first, part by part.
    fn order(&mut self, a: &Value, b: &Value) -> Result<Order, Refusal> {
        let (a, b) = (self.behind(a)?, self.behind(b)?);
        match (&a, &b) {
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => {
                let mut all = Order { less: no(), equal: yes(), greater: no() };
                for (x, y) in x.iter().zip(y) {
                    let next = self.order(x, y)?;
                    let so_far = all.equal.clone();
                    for (to, next) in [(&mut all.less, next.less), (&mut all.greater, next.greater)] {
                        let here = self.and(so_far.clone(), |_| Ok(next))?;
                        *to = self.any(to, &here)?;
                    }
                    all.equal = self.and(so_far, |_| Ok(next.equal))?;
                }
                Ok(all)
            }
            (Value::Enum(x), Value::Enum(y)) if x.variants.iter().chain(&y.variants).flatten().all(Vec::is_empty) => {
                let (x, y) = (Value::Atom(x.tag.clone()), Value::Atom(y.tag.clone()));
                self.order(&x, &y)
            }
            (Value::Atom(_), Value::Atom(_)) => {
                let mut of = |op| {
                    let holds = self.compare(op, a.clone(), b.clone())?;
                    self.atom(holds, self.span)
                };
                Ok(Order { less: of(Binary::Lt)?, equal: of(Binary::Eq)?, greater: of(Binary::Gt)? })
            }
            _ => refuse("an order of this type"),
        }
    }

    /// What an operator says by what its method answers: `!=` by `eq`, `<` by `partial_cmp`.
    pub(super) fn answered(&mut self, op: Binary, value: Value) -> Result<Value, Refusal> {
        let signs: &[usize] = match op {
            Binary::Ne => {
                let equal = self.atom(value, self.span)?;
                return Ok(Value::Atom(self.negated(equal)));
            }
            Binary::Lt => &[0],
            Binary::Le => &[0, 1],
            Binary::Gt => &[2],
            Binary::Ge => &[1, 2],
            _ => return Ok(value),
        };
        let Value::Enum(option) = value else { return refuse("a comparison of this type") };
        let is_some = self.is_variant(&option, 1)?;
        let Some(Value::Enum(ordering)) = option.variants.get(1).cloned().flatten().and_then(|mut v| v.pop()) else {
            return Ok(Value::Atom(no()));
        };
        let mut holds = no();
        for sign in signs {
            let is = self.is_variant(&ordering, *sign)?;
            holds = self.any(&holds, &is)?;
        }
        Ok(Value::Atom(self.and(is_some, |_| Ok(holds))?))
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

    /// A comparison of what is no scalar.
    pub(super) fn compare_whole(&mut self, op: Binary, a: &Value, b: &Value) -> Result<Value, Refusal> {
        if matches!(op, Binary::Eq | Binary::Ne) {
            let equal = self.equal(a, b)?;
            return Ok(Value::Atom(if op == Binary::Eq { equal } else { self.negated(equal) }));
        }
        let Order { less, equal, greater } = self.order(a, b)?;
        Ok(Value::Atom(match op {
            Binary::Lt => less,
            Binary::Le => self.any(&less, &equal)?,
            Binary::Gt => greater,
            Binary::Ge => self.any(&greater, &equal)?,
            _ => return refuse("a comparison of this type"),
        }))
    }
}
