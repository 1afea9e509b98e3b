//! Arrays that the arms of an `if` give: one array is made before it, and each arm copies into that.

use super::{Item, Lowerer, fault};
use crate::ir::{Arr, Atom, Block, Init, Join, Op, Step, Storage, Ty, Verbatim, View};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use std::collections::HashMap;
use syn::Result;

const LENGTH: &str = "the length of the arrays that the arms give has to follow from what is there before: put what is done with them into the arms, or write to an array that is made before";
const EXCLUSIVE: &str =
    "choosing between arrays that are written to is not supported: put what is done with them into the arms";

/// Whether code borrows mutably, or names what is borrowed so.
fn exclusive(code: &TokenStream, borrowed: &dyn Fn(&str) -> bool) -> bool {
    let mut after = false;
    code.clone().into_iter().any(|t| {
        let and = std::mem::replace(&mut after, matches!(&t, TokenTree::Punct(p) if p.as_char() == '&'));
        match t {
            TokenTree::Ident(i) => and && i == "mut" || borrowed(&i.to_string()),
            TokenTree::Group(g) => exclusive(&g.stream(), borrowed),
            _ => false,
        }
    })
}

/// An arm, and what it gives.
type Arm<'b> = (&'b mut Block, Item);

impl Lowerer {
    /// The same array for both arms, where both give one.
    pub(super) fn joined_arrays(
        &mut self,
        at: &TokenStream,
        cond: &Atom,
        then: Arm<'_>,
        other: Arm<'_>,
    ) -> Result<(Item, Item)> {
        let (a, b) = match (then.1, other.1) {
            (Item::Tuple(xs), Item::Tuple(ys)) if xs.len() == ys.len() => {
                let (mut first, mut second) = (vec![], vec![]);
                for (x, y) in xs.into_iter().zip(ys) {
                    let (x, y) = self.joined_arrays(at, cond, (&mut *then.0, x), (&mut *other.0, y))?;
                    first.push(x);
                    second.push(y);
                }
                return Ok((Item::Tuple(first), Item::Tuple(second)));
            }
            pair => pair,
        };
        let list = |item: &Item| match item {
            Item::View(v) => Some(v.clone()),
            Item::Fresh(arr) => Some(View { arr: *arr, part: None }),
            _ => None,
        };
        let (Some(x), Some(y)) = (list(&a), list(&b)) else { return Ok((a, b)) };
        // What an arm made it gives away; anything else may be a reference that is written to.
        let own = |arm: &Block, v: &View| arm.steps.iter().any(|s| crate::emit::made(s).contains(&v.arr));
        let written =
            |l: &Self, v: &View| matches!(l.arrays[v.arr].storage, Storage::Exclusive) || l.names_exclusive(at);
        if !own(then.0, &x) && written(self, &x) || !own(other.0, &y) && written(self, &y) {
            return fault(at, EXCLUSIVE);
        }
        let arr = self.joined_array(at, cond, (then.0, &x), (other.0, &y))?;
        for (block, from) in [(then.0, x), (other.0, y)] {
            block.steps.push(Step::CopyFrom(View { arr, part: None }, from));
        }
        Ok((Item::Fresh(arr), Item::Fresh(arr)))
    }

    fn names_exclusive(&self, at: &TokenStream) -> bool {
        exclusive(at, &|name| self.borrows.get(name) == Some(&true))
    }

    fn joined_array(
        &mut self,
        at: &TokenStream,
        cond: &Atom,
        then: (&Block, &View),
        other: (&Block, &View),
    ) -> Result<Arr> {
        let (x, y) = (self.arrays[then.1.arr].clone(), self.arrays[other.1.arr].clone());
        let zero = match (x.float && y.float, &x.sample) {
            (true, _) => quote!(0.0),
            (false, Some(sample)) => sample.clone(),
            (false, None) => {
                return fault(at, "choosing between arrays of constants is not supported: choose their elements");
            }
        };
        let whole = then.1.part.is_none() && other.1.part.is_none();
        if let (true, Storage::Fixed(n), Storage::Fixed(m)) = (whole, &x.storage, &y.storage)
            && n.to_string() == m.to_string()
        {
            let arr = self.array("list", Storage::Fixed(n.clone()), x.float, Span::call_site());
            self.arrays[arr].sample = x.sample.clone();
            self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(zero), Atom::Lit(quote!(#n)))));
            return Ok(arr);
        }
        let (first, a) = self.arm(|l| l.length_before(at, then.0, then.1))?;
        let (second, b) = self.arm(|l| l.length_before(at, other.0, other.1))?;
        let len = if a.same(&b) && first.steps.is_empty() {
            a
        } else {
            let out = self.value("t", Ty::usize(), Span::call_site());
            let join = Join { out, then: a, other: b };
            self.out.push(Step::If { cond: cond.clone(), then: first, other: second, joins: vec![join] });
            Atom::Val(out)
        };
        let arr = self.array("list", Storage::Heap, x.float, Span::call_site());
        self.arrays[arr].sample = x.sample.clone();
        self.arrays[arr].len = Some(len.clone());
        self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(zero), len)));
        Ok(arr)
    }

    /// The length of an array that an arm gives, computed in front of the arm.
    fn length_before(&mut self, at: &TokenStream, arm: &Block, view: &View) -> Result<Atom> {
        let len = self.length(view);
        let mut new = HashMap::new();
        match self.before(&[arm], &len, &mut new) {
            Some(len) => Ok(len),
            None => fault(at, LENGTH),
        }
    }

    /// A value of constants that the blocks compute, computed here as well.
    fn before(&mut self, arms: &[&Block], a: &Atom, new: &mut HashMap<usize, usize>) -> Option<Atom> {
        let Atom::Val(v) = a else { return Some(a.clone()) };
        if let Some(v) = new.get(v) {
            return Some(Atom::Val(*v));
        }
        let steps = || arms.iter().flat_map(|b| &b.steps);
        let Some(step) = steps().find(|s| s.defines().contains(v)).cloned() else {
            let mut inside = false;
            arms.iter().for_each(|b| crate::ir::walk(b, &mut |s, _| inside |= s.defines().contains(v)));
            return (!inside).then(|| a.clone());
        };
        let made = |arr: &Arr| steps().any(|s| crate::emit::made(s).contains(arr));
        let now = match step {
            Step::Let(_, Op::Copy(b)) => return self.before(arms, &b, new),
            Step::Let(_, Op::Verbatim(code)) if code.reads.is_empty() && !code.lens.iter().any(made) => {
                let (mut tokens, mut vals) = (code.tokens, vec![]);
                for old in code.vals {
                    let now = self.before(arms, &Atom::Val(old), new)?;
                    let with = self.atom_tokens(&now);
                    tokens = crate::emit::protocol::replace_by(tokens, &self.values[old].name, &with);
                    vals.extend(now.val());
                }
                let code = Verbatim { tokens, vals, reads: vec![], lens: code.lens };
                self.temporary(self.values[*v].ty.clone(), Op::Verbatim(code), Span::call_site())
            }
            Step::Let(_, Op::Compare(op, x, y)) => {
                let (x, y) = (self.before(arms, &x, new)?, self.before(arms, &y, new)?);
                self.temporary(self.values[*v].ty.clone(), Op::Compare(op, x, y), Span::call_site())
            }
            Step::Let(_, Op::Not(x)) => {
                let x = self.before(arms, &x, new)?;
                self.temporary(Ty::Bool, Op::Not(x), Span::call_site())
            }
            Step::If { cond, then, other, joins } => {
                let join = joins.into_iter().find(|j| j.out == *v)?;
                let cond = self.before(arms, &cond, new)?;
                let mut arm = |block: &Block, a: &Atom| {
                    let (blocks, mut new) = ([arms, &[block]].concat(), new.clone());
                    self.arm(|l| Ok(l.before(&blocks, a, &mut new))).ok()
                };
                let ((then, Some(a)), (other, Some(b))) = (arm(&then, &join.then)?, arm(&other, &join.other)?) else {
                    return None;
                };
                let out = self.value("t", self.values[*v].ty.clone(), Span::call_site());
                self.out.push(Step::If { cond, then, other, joins: vec![Join { out, then: a, other: b }] });
                Atom::Val(out)
            }
            _ => return None,
        };
        new.insert(*v, now.val()?);
        Some(now)
    }
}
