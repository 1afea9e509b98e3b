//! What changes by and by: closures that write to what they capture, a variable that begins as one variant and becomes
//! another, copies of lists that go their own ways.

use super::{Grower, LONGEST};
use crate::generator::scope::{Int, List, Place};
use crate::generator::tree::*;

impl Grower<'_> {
    /// A closure that changes what it captures, called more than once; or statements for each element.
    pub(crate) fn changer(&mut self) -> Option<Stmt> {
        if self.depth > 2 || self.in_lambda || self.in_order || !self.room(4) {
            return None;
        }
        let before = (self.scope.clone(), self.returns, self.in_loop, self.trips);
        // While it stands, what it changes is read by nothing else.
        self.scope = before.0.constant();
        let values = [self.bounded(1), self.bounded(1)];
        self.scope = before.0.clone();
        let arrays = self.scope.readable(0);
        let each = self.random.choose(&arrays).filter(|_| self.random.chance(40) && self.room(LONGEST));
        let q = self.fresh("q");
        match &each {
            Some(a) => {
                self.scope.freeze(&a.name);
                self.scope.read_as(&q, Expr::Reference(q.clone()));
                self.trips *= LONGEST;
            }
            None => {
                self.scope.float(&q, false);
                self.trips *= 4;
            }
        }
        (self.returns, self.in_loop, self.in_lambda) = (Returns::Nothing, false, true);
        let body = self.open_block(3);
        (self.scope, self.returns, self.in_loop, self.trips) = before;
        self.in_lambda = false;
        if body.is_empty() {
            return None;
        }
        if let Some(a) = each {
            let head = format!("{}.iter().for_each(|{q}|", a.name);
            return Some(Stmt::Around { head, values: Vec::new(), body, end: ");" });
        }
        let (f, i) = (self.fresh("f"), self.fresh("i"));
        let [first, second] = values;
        let mut stmts =
            vec![Stmt::Around { head: format!("let mut {f} = |{q}: %T|"), values: Vec::new(), body, end: ";" }];
        stmts.push(Stmt::Text(format!("{f}($0);"), vec![first]));
        stmts.push(Stmt::Text(format!("for {i} in 0..2 {{ {f}($0); }}"), vec![second]));
        Some(Stmt::Scope(stmts))
    }

    /// Two loops, one in the other, that are left with a result.
    pub(crate) fn search(&mut self) -> Option<Stmt> {
        let arrays = self.scope.readable(0);
        let a = self.random.choose(&arrays)?;
        if self.in_order || matches!(self.returns, Returns::Vector(_)) || !self.room(LONGEST * LONGEST) {
            return None;
        }
        let (i, j) = (self.fresh("i"), self.fresh("j"));
        let to = self.length(&a, true)?;
        let scope = self.scope.clone();
        for name in [&i, &j] {
            let inside = vec![(a.class, 0)];
            self.scope.int(Int { name: name.clone(), mutable: false, least: 0, below: None, inside, length_of: None });
        }
        let element = |name: &String| Expr::Element(a.name.clone(), Index::Variable(name.clone()));
        let found = Expr::Binary('*', Box::new(element(&i)), Box::new(element(&j)));
        let leave = (Cond::Floats(">", found, Expr::Literal("0.25")), vec![Stmt::Return(self.early())]);
        let mut inner = vec![Stmt::If { arms: vec![leave], otherwise: None }];
        let before = (self.trips, self.in_loop, self.may_continue);
        (self.trips, self.in_loop, self.may_continue) = (self.trips * LONGEST * LONGEST, true, true);
        inner.extend(self.open_block(2));
        (self.trips, self.in_loop, self.may_continue) = before;
        self.scope = scope;
        let range = |variable: String, to: Index, body: Vec<Stmt>| Stmt::For {
            head: Head::Range { variable, from: Index::Number(0), to, inclusive: false, reversed: false, step: None },
            body,
        };
        let inner = range(j, Index::Variable(i.clone()), inner);
        Some(range(i, to, vec![inner]))
    }

    /// A `for` over the indices of a list of structures.
    pub(crate) fn by_index(&mut self) -> Option<Stmt> {
        let lists = self.scope.lists.clone();
        let list = self.random.choose(&lists)?;
        if !self.room(LONGEST) {
            return None;
        }
        let (variable, scope) = (self.fresh("i"), self.scope.clone());
        let inside = vec![(list.class, 0)];
        self.scope.int(Int { name: variable.clone(), mutable: false, least: 0, below: None, inside, length_of: None });
        let body = self.loop_body(LONGEST, 3, true);
        self.scope = scope;
        let (from, to) = (Index::Number(0), Index::Length(list.path));
        Some(Stmt::For {
            head: Head::Range { variable, from, to, inclusive: false, reversed: self.random.chance(20), step: None },
            body,
        })
    }

    /// A list that is gathered, and a copy of it, which are both changed.
    pub(crate) fn copied_list(&mut self) -> Option<Vec<Stmt>> {
        let fits = |l: &&List| !self.records[l.record].is_parameter();
        let lists: Vec<List> = self.scope.lists.iter().filter(fits).cloned().collect();
        let list = self.random.choose(&lists)?;
        if !self.room(LONGEST) {
            return None;
        }
        let (one, other, item) = (self.fresh("all"), self.fresh("all"), self.fresh("e"));
        let scope = self.scope.clone();
        self.scope.freeze(&list.path);
        self.declare(&item, list.record, false, true);
        let value = self.record(list.record, 1);
        self.scope = scope;
        let gathered = format!("{}.iter().map(|{item}| $0).collect()", list.path);
        let mut stmts = vec![
            Stmt::Text(format!("let mut {one}: Vec<~{}> = {gathered};", list.record), vec![value]),
            Stmt::Text(format!("let mut {other} = {one}.clone();"), Vec::new()),
        ];
        for path in [&one, &other] {
            let path = path.clone();
            let made = List { path, mutable: true, grows: true, reference: false, ..list.clone() };
            self.declare_list(made);
        }
        for path in [&one, &other] {
            if list.least > 0
                && let Some(number) = self.float_in(&format!("{path}[0]"), list.record)
            {
                let value = self.bounded(1);
                stmts.push(Stmt::Assign { target: Target::Variable(number), operator: None, value });
            }
        }
        Some(stmts)
    }

    /// A variable that begins as a variant without fields, becomes another in a loop, and is then looked at.
    pub(crate) fn state(&mut self) -> Option<Vec<Stmt>> {
        let mut begins = Vec::new();
        for (k, record) in self.records.iter().enumerate() {
            if let Form::Variants(variants) = &record.form {
                begins.extend(variants.iter().filter(|v| v.fields.is_empty()).map(|v| (k, v.name)));
            }
        }
        let (k, variant) = self.random.choose(&begins)?;
        if self.depth > 1 || !self.room(LONGEST) {
            return None;
        }
        let name = self.fresh("b");
        self.declare(&name, k, true, false);
        let value = self.record(k, 1);
        // Where nothing else says of which numbers it is, its type does.
        let shows = matches!(&value, Expr::Made(_, values) if !values.is_empty());
        let ty = if shows { String::new() } else { format!(": ~{k}") };
        let start = Stmt::Text(format!("let mut {name}{ty} = ^{k}::{variant};"), Vec::new());
        let becomes = Stmt::Text(format!("{name} = $0;"), vec![value]);
        let becomes = Stmt::If { arms: vec![(self.condition(), vec![becomes])], otherwise: None };
        let mut stmts = vec![start];
        match self.iterate() {
            // What a loop changes is not read in it, as it may be read here.
            Some(Stmt::For { head, mut body }) if !changes(&head) => {
                body.insert(self.random.below(2).min(body.len()), becomes);
                stmts.push(Stmt::For { head, body });
            }
            looped => {
                stmts.push(becomes);
                stmts.extend(looped);
            }
        }
        stmts.extend(self.matched_on(&Place { path: name, record: k, mutable: true, reference: false }));
        Some(stmts)
    }
}

/// Whether a loop borrows what it goes over to change it.
fn changes(head: &Head) -> bool {
    let exclusive = |over: &Over| matches!(over.by, By::Exclusive | By::ShortExclusive | By::ChunksMut(_));
    matches!(head, Head::Slices { over, .. } if over.iter().any(exclusive))
}
