//! Whether two values of one type are the same, or which comes first, as the derived traits say it.

use crate::core::build::{flag, no, usize_lit, yes, zero};
use crate::core::calls::Written;
use crate::core::control::loops::Over;
use crate::core::value::{Choice, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Op, Ty};
use front::hir::Binary;
use front::items::{FnId, ItemId, Origin};
use front::ty::Ty as Type;

/// Which of two values comes first; none of the three where they cannot be compared.
struct Order {
    less: Atom,
    equal: Atom,
    greater: Atom,
}

/// What a comparison asks.
#[derive(Clone, Copy, PartialEq)]
enum By {
    /// `eq`
    Equality,
    /// `partial_cmp`
    Partial,
    /// `cmp`
    Total,
}

impl Builder<'_> {
    /// What the author's own comparison of a type says, where it has one.
    fn by_author(&mut self, of: &Type, by: By, a: &Value, b: &Value) -> Result<Option<Value>, Refusal> {
        let of = of.behind();
        let Type::Adt(adt, _) = of else { return Ok(None) };
        let def = self.program.adt(*adt);
        // The choices of std are compared by their parts; its structures, as `Reverse`, as they say.
        if def.origin == Origin::Prelude && def.variants.len() > 1 {
            return Ok(None);
        }
        let (path, name, many) = match by {
            By::Equality => ("cmp::PartialEq", "eq", 2),
            By::Partial => ("cmp::PartialOrd", "partial_cmp", 2),
            By::Total => ("cmp::Ord", "cmp", 1),
        };
        let found = front::infer::method_of(self.program, self.closures, path, name, vec![of.clone(); many]);
        let Some((f, generics)) = found.filter(|(f, _)| self.program.func(*f).has_text) else { return Ok(None) };
        let mut lent = |v: &Value| -> Result<Value, Refusal> {
            Ok(Value::Ref(false, Box::new(Place::Temp(Box::new(self.behind(v)?)))))
        };
        let args = vec![lent(a)?, lent(b)?];
        let answer = self.inline(f, &generics, args)?;
        let answer = self.settle(answer, self.span)?;
        Ok(Some(match (by, answer) {
            (By::Total, order) => {
                Value::Enum(Box::new(Choice { tag: yes(), variants: vec![Some(vec![]), Some(vec![order])] }))
            }
            (_, answer) => answer,
        }))
    }

    /// The type of a field.
    fn part_of(&self, of: &Type, variant: usize, field: usize) -> Type {
        let part = match of.behind() {
            Type::Tuple(parts) => parts.get(field).cloned(),
            Type::Adt(adt, args) => {
                let variants = &self.program.adt(*adt).variants;
                variants.get(variant).and_then(|v| v.fields.get(field)).map(|f| f.ty.with(args))
            }
            _ => None,
        };
        part.unwrap_or(Type::unknown())
    }

    /// What `partial_cmp` gave.
    fn order_of(&mut self, answer: Value) -> Result<Order, Refusal> {
        let mut holds = |op| {
            let value = self.answered(op, answer.clone())?;
            self.atom(value, self.span)
        };
        let (less, not_greater, greater) = (holds(Binary::Lt)?, holds(Binary::Le)?, holds(Binary::Gt)?);
        let not_less = self.negated(less.clone());
        Ok(Order { equal: self.and(not_greater, |_| Ok(not_less))?, less, greater })
    }

    /// What a method of a trait of std gives of which the type derives the implementation.
    pub(crate) fn derived(&mut self, f: FnId, generics: &[Type], mut args: Vec<Value>) -> Result<Written, Refusal> {
        let def = self.program.func(f);
        let of_std = def.origin == Origin::Prelude && def.of_trait.is_some() && !def.has_text;
        if !of_std || !matches!(&*def.name, "eq" | "partial_cmp" | "cmp") || args.len() != 2 {
            return Ok(Written::Not(args));
        }
        let (Some(b), Some(a)) = (args.pop(), args.pop()) else { return refuse("a comparison of nothing") };
        let of = generics.first().cloned().unwrap_or(Type::unknown());
        let by = match &*def.name {
            "eq" => return Ok(Written::Done(Value::Atom(self.equal(&of, &a, &b)?))),
            "cmp" => By::Total,
            _ => By::Partial,
        };
        let order = self.order(&of, by, &a, &b)?;
        let greater = self.flagged(&order.greater, usize_lit(2), usize_lit(1))?;
        let tag = self.flagged(&order.less, zero(), greater)?;
        let ordering = Value::Enum(Box::new(Choice { tag, variants: vec![Some(vec![]); 3] }));
        if by == By::Total {
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
            _ => Ok(self.temporary(Ty::Bool, Op::Compare(Binary::BitOr, a.clone(), b.clone()), self.span)),
        }
    }

    /// Which of two values comes first, part by part.
    fn order(&mut self, of: &Type, by: By, a: &Value, b: &Value) -> Result<Order, Refusal> {
        if let Some(answer) = self.by_author(of, by, a, b)? {
            return self.order_of(answer);
        }
        let (a, b) = (self.behind(a)?, self.behind(b)?);
        match (&a, &b) {
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => {
                let mut all = Order { less: no(), equal: yes(), greater: no() };
                for (k, (x, y)) in x.iter().zip(y).enumerate() {
                    let next = self.order(&self.part_of(of, 0, k), by, x, y)?;
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
                self.order(&Type::unknown(), by, &x, &y)
            }
            (Value::Enum(x), Value::Enum(y)) if x.variants.len() == y.variants.len() => {
                self.order_of_choices(of, by, x, y)
            }
            (Value::Atom(_) | Value::Text(_), Value::Atom(_) | Value::Text(_)) => {
                let mut of = |op| {
                    let holds = self.compare(op, a.clone(), b.clone())?;
                    self.atom(holds, self.span)
                };
                Ok(Order { less: of(Binary::Lt)?, equal: of(Binary::Eq)?, greater: of(Binary::Gt)? })
            }
            (Value::List(x), Value::List(y)) => self.order_of_lists(of, by, x, y),
            _ => refuse("an order of this type"),
        }
    }

    /// By the first elements that differ, then by the lengths.
    fn order_of_lists(&mut self, of: &Type, by: By, x: &List, y: &List) -> Result<Order, Refusal> {
        let path = if by == By::Total { "slice::cmp" } else { "slice::partial_cmp" };
        let (Some(element), Some(ItemId::Fn(f))) = (of.behind().element().cloned(), self.program.prelude(path)) else {
            return refuse("an order of this type");
        };
        let lent = |list: &List| Value::Ref(false, Box::new(Place::Slice(list.clone())));
        let answer = self.inline(f, &[element], vec![lent(x), lent(y)])?;
        let answer = self.settle(answer, self.span)?;
        self.order_of(match by {
            By::Total => Value::Enum(Box::new(Choice { tag: yes(), variants: vec![Some(vec![]), Some(vec![answer])] })),
            _ => answer,
        })
    }

    /// By the variants, then by what those hold.
    fn order_of_choices(&mut self, of: &Type, by: By, x: &Choice, y: &Choice) -> Result<Order, Refusal> {
        let (tag, other) = (Value::Atom(x.tag.clone()), Value::Atom(y.tag.clone()));
        let mut all = self.order(&Type::unknown(), by, &tag, &other)?;
        let same = all.equal.clone();
        for (k, (p, q)) in x.variants.iter().zip(&y.variants).enumerate() {
            // A variant that one of them is never is not the one of both.
            let (Some(p), Some(q)) = (p, q) else { continue };
            if p.is_empty() {
                continue;
            }
            let is = self.is_variant(x, k)?;
            let here = self.and(same.clone(), |_| Ok(is))?;
            let inside = Type::Tuple((0..p.len()).map(|field| self.part_of(of, k, field)).collect());
            let (p, q) = (Value::Tuple(p.clone()), Value::Tuple(q.clone()));
            let parts = self.branch(
                here,
                |b| {
                    let Order { less, equal, greater } = b.order(&inside, by, &p, &q)?;
                    Ok(Value::Tuple([less, equal, greater].map(Value::Atom).to_vec()))
                },
                |_| Ok(Value::Tuple([no(), yes(), no()].map(Value::Atom).to_vec())),
            )?;
            let Value::Tuple(parts) = parts else { return refuse("an order of this type") };
            let mut atoms = parts.into_iter().map(|part| self.atom(part, self.span));
            let (Some(less), Some(equal), Some(greater)) = (atoms.next(), atoms.next(), atoms.next()) else {
                return refuse("an order of this type");
            };
            let (less, equal, greater) = (less?, equal?, greater?);
            all.less = self.any(&all.less, &less)?;
            all.greater = self.any(&all.greater, &greater)?;
            all.equal = self.and(all.equal, |_| Ok(equal))?;
        }
        Ok(all)
    }

    /// Whether a key comes before another, or is that: by an order of its own where its type has one.
    pub(crate) fn keys(&mut self, before: bool, of: &Type, a: &Value, b: &Value) -> Result<Value, Refusal> {
        let of = of.behind().clone();
        if self.has_own_order(&of)? {
            let closures = &mut *self.closures;
            let found = front::infer::method_of(self.program, closures, "cmp::Ord", "cmp", vec![of.clone()]);
            let Some((f, generics)) = found.filter(|(f, _)| self.program.func(*f).has_text) else {
                return refuse("keys of a type with an `eq` of its own, without an order");
            };
            let mut place = |v: &Value| -> Result<Value, Refusal> {
                Ok(Value::Ref(false, Box::new(crate::core::value::Place::Temp(Box::new(self.behind(v)?)))))
            };
            let args = vec![place(a)?, place(b)?];
            let Value::Enum(order) = self.inline(f, &generics, args)? else { return refuse("an order of this type") };
            return Ok(Value::Atom(self.is_variant(&order, usize::from(!before))?));
        }
        match before {
            true => Ok(Value::Atom(self.order(&of, By::Total, a, b)?.less)),
            false => Ok(Value::Atom(self.equal(&of, a, b)?)),
        }
    }

    /// Whether the order of a type is that of a function of the user's, or of a list.
    fn has_own_order(&mut self, of: &Type) -> Result<bool, Refusal> {
        Ok(match of {
            Type::Tuple(parts) => {
                let mut any = false;
                for part in parts {
                    any |= self.has_own_order(part)?;
                }
                any
            }
            Type::Ref(_, of) => self.has_own_order(of)?,
            Type::Vec(_) | Type::Slice(_) | Type::Array(..) => true,
            Type::Adt(adt, args) => {
                let (adt, args) = (*adt, args.clone());
                for name in [("cmp::Ord", "cmp"), ("cmp::PartialEq", "eq")] {
                    let given = if name.1 == "eq" { vec![of.clone(), of.clone()] } else { vec![of.clone()] };
                    let found = front::infer::method_of(self.program, self.closures, name.0, name.1, given);
                    if found.is_some_and(|(f, _)| self.program.func(f).has_text) {
                        return Ok(true);
                    }
                }
                let def = self.program.adt(adt);
                let fields = def.variants.iter().flat_map(|v| &v.fields).map(|f| f.ty.with(&args));
                let fields: Vec<Type> = fields.collect();
                for ty in &fields {
                    if self.has_own_order(ty)? {
                        return refuse("keys that hold what has an order of its own");
                    }
                }
                false
            }
            _ => false,
        })
    }

    /// What an operator says by what its method answers: `!=` by `eq`, `<` by `partial_cmp`.
    pub(crate) fn answered(&mut self, op: Binary, value: Value) -> Result<Value, Refusal> {
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
    fn equal(&mut self, of: &Type, a: &Value, b: &Value) -> Result<Atom, Refusal> {
        if let Some(answer) = self.by_author(of, By::Equality, a, b)? {
            return self.atom(answer, self.span);
        }
        let (a, b) = (self.behind(a)?, self.behind(b)?);
        match (&a, &b) {
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => self.all_equal(of, 0, x, y),
            (Value::Enum(x), Value::Enum(y)) if x.variants.len() == y.variants.len() => self.equal_choices(of, x, y),
            (Value::List(x), Value::List(y)) => self.equal_lists(of, x, y),
            (Value::Atom(_) | Value::Code(_) | Value::Text(_), Value::Atom(_) | Value::Code(_) | Value::Text(_)) => {
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

    fn all_equal(&mut self, of: &Type, variant: usize, x: &[Value], y: &[Value]) -> Result<Atom, Refusal> {
        let mut all = yes();
        for (k, (x, y)) in x.iter().zip(y).enumerate() {
            let of = self.part_of(of, variant, k);
            all = self.and(all, |b| b.equal(&of, x, y))?;
        }
        Ok(all)
    }

    fn equal_choices(&mut self, of: &Type, x: &Choice, y: &Choice) -> Result<Atom, Refusal> {
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
                let same = b.branch(is, |b| Ok(Value::Atom(b.all_equal(of, k, p, q)?)), |_| Ok(Value::Atom(yes())))?;
                b.atom(same, b.span)
            })?;
        }
        Ok(all)
    }

    fn equal_lists(&mut self, of: &Type, x: &List, y: &List) -> Result<Atom, Refusal> {
        let (n, m) = (self.len(x)?, self.len(y)?);
        let lengths = self.compared(&n, &m, "==")?;
        if flag(&lengths) == Some(false) {
            return Ok(lengths);
        }
        let of = of.behind().element().cloned().unwrap_or(Type::unknown());
        let same = self.var(Value::Atom(yes()));
        self.env_names[same] = "same".into();
        self.and(lengths, |b| {
            let over = Over::Range { lo: zero(), hi: n, rev: false, ty: Ty::usize(), name: "k".into() };
            b.loop_over(over, &mut |b, k| {
                let (p, q) = (b.element_inside(x, &k)?, b.element_inside(y, &k)?);
                let (p, q) = (b.load(&p)?, b.load(&q)?);
                let equal = b.equal(&of, &p, &q)?;
                let differ = b.negated(equal.clone());
                b.env[same] = Value::Atom(equal);
                Ok(differ)
            })?;
            Ok(b.flag_now(same))
        })
    }

    /// A comparison of what is no scalar.
    pub(crate) fn compare_whole(&mut self, op: Binary, of: &Type, a: &Value, b: &Value) -> Result<Value, Refusal> {
        if matches!(op, Binary::Eq | Binary::Ne) {
            let equal = self.equal(of, a, b)?;
            return Ok(Value::Atom(if op == Binary::Eq { equal } else { self.negated(equal) }));
        }
        let Order { less, equal, greater } = self.order(of, By::Partial, a, b)?;
        Ok(Value::Atom(match op {
            Binary::Lt => less,
            Binary::Le => self.any(&less, &equal)?,
            Binary::Gt => greater,
            Binary::Ge => self.any(&greater, &equal)?,
            _ => return refuse("a comparison of this type"),
        }))
    }
}
