//! Values that change places, by `mem::swap` and `mem::replace`: memory that two lists have changes hands, what lies in
//! one memory is copied.

use crate::core::build::number;
use crate::core::calls::Written;
use crate::core::expr::has_list;
use crate::core::value::{List, Place, Value};
use crate::core::{Builder, Refusal};
use crate::ir::{Step, Storage};
use front::items::{FnId, Origin};

impl Builder<'_> {
    /// What the prelude's functions do that move values out of places; the arguments where it is none of them.
    pub(crate) fn exchanged(&mut self, f: FnId, args: Vec<Value>) -> Result<Written, Refusal> {
        let def = self.program.func(f);
        if def.origin != Origin::Prelude {
            return Ok(Written::Not(args));
        }
        match (&*def.name, args.as_slice()) {
            ("exchange_both", [Value::Ref(_, p), Value::Ref(_, q)]) => {
                let (p, q) = ((**p).clone(), (**q).clone());
                let (a, b) = (self.load(&p)?, self.load(&q)?);
                if !has_list(&a) && !has_list(&b) {
                    return Ok(Written::Not(args));
                }
                if let (Place::Var(v, s), Place::Var(w, t)) = (&p, &q)
                    && self.may_exchange(&a, &b)
                {
                    let (a, b) = self.exchange_memory(a, b);
                    self.put(*v, s, a)?;
                    self.put(*w, t, b)?;
                    return Ok(Written::Done(Value::UNIT));
                }
                let (a, b) = (self.cloned(a)?, self.cloned(b)?);
                self.store(&p, b)?;
                self.store(&q, a)?;
                Ok(Written::Done(Value::UNIT))
            }
            ("exchange", [Value::Ref(_, p), _]) => {
                let p = (**p).clone();
                let old = self.load(&p)?;
                let stays = if matches!(p, Place::Element(..)) { has_list(&old) } else { grows(&old) };
                if !stays {
                    return Ok(Written::Not(args));
                }
                let old = self.cloned(old)?;
                let [_, new] = args.try_into().unwrap_or([Value::UNIT, Value::UNIT]);
                self.store(&p, new)?;
                Ok(Written::Done(old))
            }
            _ => Ok(Written::Not(args)),
        }
    }

    /// Whether the memory of two values may change hands.
    pub(crate) fn may_exchange(&self, a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Atom(_), Value::Atom(_)) => true,
            (Value::Tuple(x), Value::Tuple(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.may_exchange(x, y))
            }
            (Value::List(x), Value::List(y)) => {
                let (p, q) = (Self::arrays_of(x), Self::arrays_of(y));
                let own = |l: &List, all: &[usize]| {
                    let whole = l.part.is_none() || l.grows.is_some();
                    let local = |s: &Storage| matches!(s, Storage::Fixed(_) | Storage::Heap);
                    whole && !all.is_empty() && all.iter().all(|&arr| local(&self.arrays[arr].storage))
                };
                let even = |x: usize, y: usize| {
                    let (x, y) = (&self.arrays[x], &self.arrays[y]);
                    let fixed = match (&x.storage, &y.storage) {
                        (Storage::Fixed(n), Storage::Fixed(m)) => n.to_string() == m.to_string(),
                        (Storage::Heap, Storage::Heap) => true,
                        _ => false,
                    };
                    let len = match (&x.len, &y.len) {
                        (Some(n), Some(m)) => n.same(m) || number(n).is_some() && number(n) == number(m),
                        _ => matches!(x.storage, Storage::Fixed(_)),
                    };
                    fixed && x.float == y.float && (len || x.grows && y.grows)
                };
                let form = x.grows.is_some() == y.grows.is_some() && crate::core::join::lists::form(&x.cols, &y.cols);
                let form = form && !x.cols.has_table();
                let apart = !p.iter().any(|arr| q.contains(arr));
                form && apart && own(x, &p) && own(y, &q) && p.iter().zip(&q).all(|(&x, &y)| even(x, y))
            }
            _ => false,
        }
    }

    /// What both places hold then.
    fn exchange_memory(&mut self, a: Value, b: Value) -> (Value, Value) {
        match (a, b) {
            (Value::Tuple(x), Value::Tuple(y)) => {
                let all = x.into_iter().zip(y).map(|(x, y)| self.exchange_memory(x, y));
                let (x, y) = all.unzip();
                (Value::Tuple(x), Value::Tuple(y))
            }
            (Value::List(x), Value::List(y)) => {
                for (p, q) in Self::arrays_of(&x).into_iter().zip(Self::arrays_of(&y)) {
                    self.known.remove(&p);
                    self.known.remove(&q);
                    self.out.push(Step::Exchange(p, q));
                }
                if let (Some(j), Some(k)) = (x.grows, y.grows) {
                    let (v, w) = (self.growing[j].most, self.growing[k].most);
                    self.env.swap(v, w);
                }
                (Value::List(List { part: y.part, ..x }), Value::List(List { part: x.part, ..y }))
            }
            (a, b) => (b, a),
        }
    }
}

/// Whether a list is in a value whose memory is to take another's elements.
fn grows(value: &Value) -> bool {
    match value {
        Value::List(list) => list.grows.is_some(),
        Value::Tuple(parts) => parts.iter().any(grows),
        Value::Enum(choice) => choice.variants.iter().flatten().flatten().any(grows),
        _ => false,
    }
}
