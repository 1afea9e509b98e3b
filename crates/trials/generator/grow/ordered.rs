//! Random loops whose order is free: each iteration has elements of its own, and adds to sums.

use super::{Grower, LONGEST};
use crate::generator::print::index;
use crate::generator::scope::{Array, Float, Int};
use crate::generator::tree::*;

impl Grower<'_> {
    /// A loop with `#[independent]`.
    pub(crate) fn independent(&mut self) -> Option<Vec<Stmt>> {
        // What is lent, and goes over it in each iteration of a loop around, is not compiled yet.
        let fits = |a: &Array| !(a.name.contains('.') || self.in_loop && a.hold == Hold::Exclusive);
        let arrays: Vec<Array> = self.scope.changeable(0).into_iter().filter(fits).collect();
        let a = self.random.choose(&arrays)?;
        if self.in_order || self.in_lambda || !self.room(LONGEST) {
            return None;
        }
        let own = |v: &&Float| v.mutable && matches!(&v.read, Expr::Variable(name) if !name.contains(['.', '[']));
        let sums: Vec<String> = self.scope.floats.iter().filter(own).map(|v| v.name.clone()).collect();
        let sum = self.random.choose(&sums).filter(|_| self.random.chance(60));
        let length = self.length(&a, true)?;
        let (scope, before) = (self.scope.clone(), (self.trips, self.in_loop, self.in_order));
        // What others write to is not read.
        self.scope.hide(&a.name);
        sum.iter().for_each(|sum| self.scope.hide(sum));
        self.still();
        (self.trips, self.in_loop, self.in_order) = (self.trips * LONGEST, false, true);
        let (i, v) = (self.fresh("i"), self.fresh("v"));
        let (inside, length_of) = (vec![(a.class, 0)], None);
        let int = Int { name: i.clone(), mutable: false, least: 0, below: None, inside, length_of };
        let (head, target) = match self.random.below(3) {
            0 => {
                self.scope.int(int);
                self.scope.read_as(&v, Expr::Behind(v.clone()));
                (format!("for ({i}, {v}) in {}.iter_mut().enumerate()", a.name), Target::Behind(v))
            }
            1 => {
                self.scope.read_as(&v, Expr::Behind(v.clone()));
                (format!("for {v} in {}.iter_mut()", a.name), Target::Behind(v))
            }
            _ => {
                self.scope.int(int);
                let at = Index::Variable(i.clone());
                let (name, read) = (format!("{}[{i}]", a.name), Expr::Element(a.name.clone(), at.clone()));
                self.scope.floats.push(Float { name, read, mutable: true, behind: false });
                (format!("for {i} in 0..{}", index(&length)), Target::Element(a.name, at))
            }
        };
        let operator = self.random.pick(&[None, Some('+'), Some('*')]);
        let mut body = vec![Stmt::Assign { target, operator, value: self.bounded(2) }];
        body.extend(self.open_block(3));
        if let Some(name) = sum {
            let operator = Some(self.random.pick(&['+', '+', '-']));
            let add = Stmt::Assign { target: Target::Variable(name), operator, value: self.bounded(2) };
            body.push(match self.random.chance(30) {
                true => Stmt::If { arms: vec![(self.condition(), vec![add])], otherwise: None },
                false => add,
            });
        }
        self.scope = scope;
        (self.trips, self.in_loop, self.in_order) = before;
        Some(vec![Stmt::Around { head: format!("%I{head}"), values: Vec::new(), body, end: "" }])
    }
}
