//! Random closures, and what is passed where functions and structures are wanted.

use super::{Callee, Grower};
use crate::generator::scope::{List, Place, within};
use crate::generator::tree::*;

impl Grower<'_> {
    /// `let f = |p| ..;`
    pub(crate) fn lambda(&mut self) -> Option<Stmt> {
        if self.depth > 2 {
            return None;
        }
        let name = self.fresh("f");
        let scope = self.scope.clone();
        // It may be called until the end of the block: what it captures does not change, or is copied.
        let moved = self.random.chance(40);
        if moved {
            self.scope.arrays.retain(|a| a.hold == Hold::Shared);
            let copy = |k: usize, records: &[Record]| records[k].copy;
            // A part of what is behind `&mut` takes the reference with it.
            let lent: Vec<String> = self.scope.behind_mut();
            let stays = |p: &Place| !p.path.contains("self") && !lent.iter().any(|name| within(&p.path, name));
            self.scope.places.retain(|p| copy(p.record, &self.records) && stays(p));
            self.scope.floats.retain(|v| !v.behind && !v.name.contains(['.', '[']));
            self.scope.ints.retain(|i| !i.name.contains('.'));
            self.scope.lists.clear();
        } else {
            self.scope = self.scope.constant();
        }
        self.scope.lambdas.clear();
        let (params, value) = self.lambda_of(2);
        self.scope = scope;
        let (kinds, returns) = (vec![Kind::Float; params.len()], Returns::Float);
        self.scope.lambdas.push(Callee { name: name.clone(), params: kinds, returns, construct: "lambda" });
        Some(Stmt::Lambda { name, params, moved, value })
    }

    fn lambda_of(&mut self, most: usize) -> (Vec<String>, Expr) {
        let arity = self.random.between(1, most);
        self.lambda_with(arity)
    }

    /// The parameters and the body of a closure.
    fn lambda_with(&mut self, arity: usize) -> (Vec<String>, Expr) {
        let scope = self.scope.clone();
        let before = (self.returns, self.in_loop, self.trips, self.in_lambda);
        let params: Vec<String> = (0..arity).map(|_| self.fresh("q")).collect();
        self.still();
        for name in &params {
            self.scope.float(name, false);
        }
        (self.returns, self.in_loop, self.in_lambda) = (Returns::Float, false, true);
        self.trips *= 4;
        let value = if self.depth < 2 && self.random.chance(40) { self.block_value(2) } else { self.bounded(2) };
        (self.returns, self.in_loop, self.trips, self.in_lambda) = before;
        self.scope = scope;
        (params, value)
    }

    /// Lets nothing that is in scope be changed.
    pub(crate) fn still(&mut self) {
        self.scope.floats.retain(|v| !v.behind);
        self.scope.floats.iter_mut().for_each(|v| v.mutable = false);
        self.scope.arrays.iter_mut().for_each(|a| a.mutable = false);
        self.scope.ints.iter_mut().for_each(|i| i.mutable = false);
        self.scope.places.iter_mut().for_each(|p| p.mutable = false);
        self.scope.lists.iter_mut().for_each(|l| l.mutable = false);
    }

    /// What is passed as a function.
    pub(crate) fn passed(&mut self, arity: usize, lent: bool) -> Arg {
        let known = self.callees_of("lambda", |c| c.params.len() == arity);
        if let Some(callee) = self.random.choose(&known)
            && self.random.chance(35)
        {
            // A parameter that is a function is passed on as it is.
            return Arg::Function { name: callee.name, any: true, lent };
        }
        if arity == 1 && self.random.chance(15) {
            let name = self.random.pick(&["sin", "tanh", "cos"]);
            return Arg::Function { name: name.into(), any: false, lent };
        }
        let scope = self.scope.clone();
        if !self.records.is_empty() {
            // What a list is made of does not show where structures are about.
            self.scope.arrays.retain(|a| a.hold == Hold::Shared && !a.name.contains('.'));
            self.scope.lists.clear();
        }
        let (params, value) = self.lambda_with(arity);
        self.scope = scope;
        Arg::Lambda { params, typed: self.random.chance(50), value: Box::new(value), lent }
    }

    /// What a method is called on.
    pub(crate) fn receiver(&mut self, record: usize) -> Option<Arg> {
        let places: Vec<Place> = self.scope.places.iter().filter(|p| p.record == record).cloned().collect();
        let lists: Vec<List> = self.scope.lists.iter().filter(|l| l.record == record).cloned().collect();
        if let Some(list) = self.random.choose(&lists)
            && self.random.chance(30)
        {
            return Some(Arg::Named(self.element_of(&list, false)?));
        }
        if self.records[record].copy && self.random.chance(15) {
            let value = self.record(record, 1);
            // A literal of a structure in a condition would be read as a block.
            return if matches!(value, Expr::Binary(..)) { Some(Arg::Given(value)) } else { None };
        }
        Some(Arg::Named(self.random.choose(&places)?.path))
    }

    /// Whether a structure can stand for another type: any that has the trait for the type parameter.
    fn serves(&self, record: usize, wanted: usize) -> bool {
        record == wanted || self.records[wanted].is_parameter() && self.records[record].law
    }

    /// A reference to a structure.
    pub(crate) fn shared(&mut self, record: usize) -> Option<Arg> {
        let places: Vec<Place> = self.scope.places.iter().filter(|p| self.serves(p.record, record)).cloned().collect();
        let lists: Vec<List> = self.scope.lists.iter().filter(|l| self.serves(l.record, record)).cloned().collect();
        if let Some(list) = self.random.choose(&lists)
            && self.random.chance(30)
            && let Some(path) = self.element_of(&list, false)
        {
            return Some(Arg::Named(format!("&{path}")));
        }
        match self.random.choose(&places) {
            Some(place) => Some(Arg::Named(format!("{}{}", if place.reference { "" } else { "&" }, place.path))),
            None if self.records[record].is_parameter() => None,
            None => {
                let value = self.record(record, 1);
                Some(Arg::Given(Expr::Made("&$0".into(), vec![value])))
            }
        }
    }

    /// A list of structures to read.
    pub(crate) fn shared_list(&mut self, record: usize, least: usize) -> Option<Arg> {
        let fits = |l: &&List| self.serves(l.record, record) && l.least >= least;
        let lists: Vec<List> = self.scope.lists.iter().filter(fits).cloned().collect();
        let list = self.random.choose(&lists)?;
        if list.least > least && self.random.chance(25) {
            return Some(Arg::Named(format!("&{}[{}..]", list.path, list.least - least)));
        }
        Some(Arg::Named(format!("{}{}", if list.reference { "" } else { "&" }, list.path)))
    }

    /// A structure to be changed: the argument, and what is lent.
    pub(crate) fn lent(&mut self, record: usize) -> Option<(Arg, String)> {
        let fits = |p: &&Place| p.record == record && p.mutable;
        let places: Vec<Place> = self.scope.places.iter().filter(fits).cloned().collect();
        let lists: Vec<List> = self.scope.lists.iter().filter(|l| l.record == record && l.mutable).cloned().collect();
        if let Some(list) = self.random.choose(&lists)
            && self.random.chance(30)
        {
            let path = self.element_of(&list, true)?;
            return Some((Arg::Named(format!("&mut {path}")), path));
        }
        let place = self.random.choose(&places)?;
        let arg = format!("{}{}", if place.reference { "" } else { "&mut " }, place.path);
        Some((Arg::Named(arg), place.path))
    }

    /// A list of structures to be changed.
    pub(crate) fn lent_list(&mut self, record: usize, least: usize) -> Option<(Arg, String)> {
        let fits = |l: &&List| l.record == record && l.mutable && l.least >= least;
        let lists: Vec<List> = self.scope.lists.iter().filter(fits).cloned().collect();
        let list = self.random.choose(&lists)?;
        let arg = format!("{}{}", if list.reference { "" } else { "&mut " }, list.path);
        Some((Arg::Named(arg), list.path))
    }
}
