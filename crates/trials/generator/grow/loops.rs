//! Random loops, all of them with a bound on the number of their iterations.

use super::expressions::{minus, modulo, plus};
use super::{Grower, LONGEST, TRIPS};
use crate::generator::scope::{Array, Int};
use crate::generator::tree::*;

impl Grower<'_> {
    /// A loop body of so many statements at most, for a loop that runs so often at most.
    pub(crate) fn loop_body(&mut self, trips: usize, most: usize, may_continue: bool) -> Vec<Stmt> {
        let before = (self.trips, self.in_loop, self.may_continue);
        self.trips *= trips.max(1);
        (self.in_loop, self.may_continue) = (true, may_continue);
        let mut body = self.open_block(most);
        if body.is_empty() {
            body = self.statement("set").unwrap_or_default();
        }
        (self.trips, self.in_loop, self.may_continue) = before;
        body
    }

    /// Whether one more loop of that many iterations may stand here.
    pub(crate) fn room(&self, trips: usize) -> bool {
        self.depth <= 3 && self.trips * trips <= TRIPS
    }

    /// A `for` over a range.
    pub(crate) fn for_range(&mut self) -> Option<Stmt> {
        let variable = self.fresh("i");
        let mut int =
            Int { name: variable.clone(), mutable: false, least: 0, below: None, inside: Vec::new(), length_of: None };
        let (mut from, to, mut inclusive) = (Index::Number(0), Index::Number(3), false);
        let array = self.random.choose(&self.scope.arrays);
        let length = array.as_ref().and_then(|a| self.length(a, true));
        let outer = self.random.choose(&self.scope.ints);
        let (to, trips) = match (self.random.below(10), array.zip(length), outer) {
            (0..4, Some((a, length)), _) => {
                int.inside.push((a.class, 0));
                // Arrays may be shorter than the range only if they say so themselves.
                match self.random.below(4) {
                    0 if a.least >= 1 => {
                        (from, int.least) = (Index::Number(1), 1);
                        (length, LONGEST)
                    }
                    1 if a.least >= 1 => {
                        int.inside.push((a.class, 1));
                        (minus(length, Index::Number(1)), LONGEST)
                    }
                    _ => (length, LONGEST),
                }
            }
            (4..6, _, Some(n)) if !n.mutable && n.below.is_some() => {
                int.below = n.below;
                int.inside = n.inside.clone();
                let name = Index::Variable(n.name);
                match self.random.below(3) {
                    0 => inclusive = true,
                    1 => {
                        // From an outer variable on: below nothing that is known but the bound.
                        int.below = Some(5);
                        int.inside.clear();
                        from = name;
                        return self.finish_range(int, from, Index::Number(5), 5, false);
                    }
                    _ => {}
                }
                (name, n.below.unwrap_or(6))
            }
            (4..6, _, Some(n)) if !n.inside.is_empty() => {
                int.inside = n.inside.clone();
                inclusive = self.random.chance(30);
                (Index::Variable(n.name), LONGEST)
            }
            (6, _, Some(n)) => {
                int.below = Some(4);
                (modulo(Index::Variable(n.name), Index::Number(4)), 4)
            }
            (7, ..) => {
                inclusive = true;
                int.below = Some(4);
                (to, 4)
            }
            (8, ..) => {
                (from, int.least) = (Index::Number(1), 1);
                int.below = Some(4);
                (Index::Number(4), 3)
            }
            _ => {
                let n = self.random.between(2, 5);
                int.below = Some(n);
                (Index::Number(n), n)
            }
        };
        self.finish_range(int, from, to, trips, inclusive)
    }

    fn finish_range(&mut self, int: Int, from: Index, to: Index, trips: usize, inclusive: bool) -> Option<Stmt> {
        if !self.room(trips) {
            return None;
        }
        let reversed = self.random.chance(20);
        let step = if self.random.chance(12) { Some(self.random.between(2, 3)) } else { None };
        let head = Head::Range { variable: int.name.clone(), from, to, inclusive, reversed, step };
        let scope = self.scope.clone();
        self.scope.int(int);
        let body = self.loop_body(trips, 4, true);
        self.scope = scope;
        Some(Stmt::For { head, body })
    }

    /// A loop that reads the neighbours of the element that it writes.
    pub(crate) fn stencil(&mut self) -> Option<Stmt> {
        let arrays = self.scope.changeable(2);
        let a = self.random.choose(&arrays)?;
        if !self.room(LONGEST) {
            return None;
        }
        let i = self.fresh("i");
        let element = |at: Index| Expr::Element(a.name.clone(), at);
        let name = || Index::Variable(i.clone());
        let before = minus(name(), Index::Number(1));
        let last = minus(self.length(&a, true)?, Index::Number(1));
        let factor = Expr::Literal(self.random.pick(&["0.5", "0.3", "1.25"]));
        let sum = Expr::Binary(
            '+',
            Box::new(element(before)),
            Box::new(Expr::Binary('*', Box::new(factor), Box::new(element(plus(name(), 1))))),
        );
        let target = Target::Element(a.name.clone(), name());
        let (operator, value) = match self.random.below(3) {
            0 => (None, Expr::Method("sin", vec![sum])),
            1 => (Some('+'), Expr::Binary('*', Box::new(Expr::Literal("0.2")), Box::new(sum))),
            _ => {
                let middle = Expr::Binary('*', Box::new(sum), Box::new(element(name())));
                (None, Expr::Method("tanh", vec![middle]))
            }
        };
        let reversed = self.random.chance(25);
        let head = Head::Range {
            variable: i.clone(),
            from: Index::Number(1),
            to: last,
            inclusive: false,
            reversed,
            step: None,
        };
        let scope = self.scope.clone();
        self.scope.int(Int {
            name: i,
            mutable: false,
            least: 1,
            below: None,
            inside: vec![(a.class, 0), (a.class, 1)],
            length_of: None,
        });
        let mut body = vec![Stmt::Assign { target, operator, value }];
        if self.random.chance(40) {
            body.extend(self.loop_body(LONGEST, 2, true));
        }
        self.scope = scope;
        Some(Stmt::For { head, body })
    }

    /// A sum over an array.
    pub(crate) fn accumulate(&mut self) -> Option<Vec<Stmt>> {
        let arrays = self.scope.readable(0);
        let a = self.random.choose(&arrays)?;
        if !self.room(LONGEST) {
            return None;
        }
        let (sum, i) = (self.fresh("sum"), self.fresh("i"));
        let start = Stmt::Let { name: sum.clone(), mutable: true, annotated: false, value: Expr::Literal("0.0") };
        let head = Head::Range {
            variable: i.clone(),
            from: Index::Number(0),
            to: self.length(&a, true)?,
            inclusive: false,
            reversed: false,
            step: None,
        };
        let scope = self.scope.clone();
        self.scope.int(Int {
            name: i.clone(),
            mutable: false,
            least: 0,
            below: None,
            inside: vec![(a.class, 0)],
            length_of: None,
        });
        let element = Expr::Element(a.name, Index::Variable(i));
        let factor = self.bounded(1);
        let value = Expr::Binary('*', Box::new(element), Box::new(factor));
        let target = Target::Variable(sum.clone());
        let mut body = vec![Stmt::Assign { target, operator: Some(self.random.pick(&['+', '+', '-'])), value }];
        self.scope.float(&sum, true);
        if self.random.chance(25) {
            body.extend(self.loop_body(LONGEST, 2, true));
        }
        self.scope = scope;
        self.scope.float(&sum, true);
        Some(vec![start, Stmt::For { head, body }])
    }

    /// A `while` or a `loop` that counts its iterations.
    pub(crate) fn counted(&mut self, endless: bool) -> Option<Vec<Stmt>> {
        if !self.room(4) {
            return None;
        }
        let q = self.fresh("q");
        let start = self.let_int(&q, true, Index::Number(0));
        let name = || Index::Variable(q.clone());
        let mut most = Index::Number(self.random.between(0, 4));
        if let Some(n) = self.random.choose(&self.scope.ints)
            && n.name != q
            && self.random.chance(40)
        {
            most = modulo(Index::Variable(n.name), Index::Number(4));
        }
        let count = Stmt::Count { name: q.clone(), operator: Some('+'), value: Index::Number(1) };
        // The body may read the counter, not change it.
        let scope = self.scope.clone();
        self.scope.hide(&q);
        let condition = match self.random.below(100) {
            0..15 => self.changing_condition(),
            15..45 => Some(self.condition()),
            _ => None,
        };
        let mut declare = |below| {
            self.scope.int(Int {
                name: q.clone(),
                mutable: false,
                least: 0,
                below,
                inside: Vec::new(),
                length_of: None,
            });
        };
        let stmt = if endless {
            let enough = Cond::Whole(">=", name(), most);
            let enough = match condition {
                Some(c) => Cond::Or(Box::new(enough), Box::new(c)),
                None => enough,
            };
            let leave = Stmt::If { arms: vec![(enough, vec![Stmt::Break])], otherwise: None };
            declare(Some(5));
            if self.random.chance(50) {
                let mut body = vec![leave, count];
                body.extend(self.loop_body(4, 3, true));
                Stmt::Loop(body)
            } else {
                let mut body = vec![count];
                body.extend(self.loop_body(4, 3, false));
                body.push(leave);
                Stmt::Loop(body)
            }
        } else {
            let more = Cond::Whole("<", name(), most);
            let more = match condition {
                Some(c) => Cond::And(Box::new(more), Box::new(c)),
                None => more,
            };
            declare(Some(5));
            let body = if self.random.chance(50) {
                let mut body = vec![count];
                body.extend(self.loop_body(4, 3, true));
                body
            } else {
                let mut body = self.loop_body(4, 3, false);
                body.push(count);
                body
            };
            Stmt::While { condition: more, body }
        };
        self.scope = scope;
        self.scope.int(Int { name: q, mutable: false, least: 0, below: Some(6), inside: Vec::new(), length_of: None });
        Some(vec![start, stmt])
    }

    /// A `for` over one array, or over two.
    pub(crate) fn iterate(&mut self) -> Option<Stmt> {
        if !self.room(LONGEST) {
            return None;
        }
        let arrays = self.scope.arrays.clone();
        let a = self.random.choose(&arrays)?;
        let scope = self.scope.clone();
        let two = self.random.chance(40);
        let counted = if self.random.chance(40) { Some(self.fresh("i")) } else { None };
        let reversed = self.random.chance(15);
        let alone = !two && counted.is_none() && !reversed;
        let mut over = vec![self.over(&a, alone)];
        let mut classes = vec![(a.class, 0)];
        if two {
            let others: Vec<Array> =
                self.scope.arrays.iter().filter(|b| b.name != a.name || over[0].by != By::Exclusive).cloned().collect();
            if let Some(b) = self.random.choose(&others) {
                let by = if b.hold == Hold::Constants || self.random.chance(50) { By::Value } else { By::Reference };
                over.push(self.over_by(&b, by));
                classes.push((b.class, 0));
            }
        }
        if let Some(name) = &counted {
            self.scope.int(Int {
                name: name.clone(),
                mutable: false,
                least: 0,
                below: None,
                inside: classes,
                length_of: None,
            });
        }
        let body = self.loop_body(LONGEST, 4, true);
        self.scope = scope;
        Some(Stmt::For { head: Head::Slices { over, counted, reversed }, body })
    }

    fn over(&mut self, a: &Array, alone: bool) -> Over {
        let by = match a.hold {
            Hold::Constants => By::Value,
            _ if a.mutable && self.random.chance(50) => {
                if alone && matches!(a.hold, Hold::Vector | Hold::Fixed) && self.random.chance(40) {
                    By::ShortExclusive
                } else {
                    By::Exclusive
                }
            }
            hold if alone && hold != Hold::Exclusive && self.random.chance(30) => By::Short,
            _ => self.random.pick(&[By::Reference, By::Value]),
        };
        self.over_by(a, by)
    }

    /// Declares what a loop binds to the elements of an array.
    fn over_by(&mut self, a: &Array, by: By) -> Over {
        let variable = self.fresh("v");
        let read = match by {
            By::Exclusive | By::ShortExclusive => Expr::Behind(variable.clone()),
            By::Reference | By::Short => Expr::Reference(variable.clone()),
            _ if a.hold == Hold::Constants => Expr::Constant(variable.clone()),
            _ => Expr::Variable(variable.clone()),
        };
        if matches!(by, By::Exclusive | By::ShortExclusive) {
            self.scope.hide(&a.name);
        } else {
            self.scope.freeze(&a.name);
        }
        self.scope.read_as(&variable, read);
        Over { variable, view: a.view(), by }
    }

    /// A `for` over the pieces of an array.
    pub(crate) fn chunks(&mut self) -> Option<Stmt> {
        let arrays = self.scope.readable(0);
        let a = self.random.choose(&arrays)?;
        let n = self.random.between(2, 3);
        if !self.room(LONGEST / n) {
            return None;
        }
        let scope = self.scope.clone();
        let mutable = a.mutable && self.random.chance(60);
        let (by, hold) = if mutable {
            self.scope.hide(&a.name);
            (By::ChunksMut(n), Hold::Exclusive)
        } else {
            self.scope.freeze(&a.name);
            (By::Chunks(n), Hold::Shared)
        };
        let variable = self.fresh("w");
        let class = Self::fixed_class(n);
        self.scope.array(Array { name: variable.clone(), hold, mutable, least: n, class, length: None });
        let mut over = vec![Over { variable, view: a.view(), by }];
        let others: Vec<Array> = self.scope.readable(0).into_iter().filter(|b| b.name != over[0].variable).collect();
        if self.random.chance(35)
            && let Some(b) = self.random.choose(&others)
        {
            over.push(self.over_by(&b, By::Value));
        }
        let counted = if self.random.chance(40) { Some(self.fresh("i")) } else { None };
        if let Some(name) = &counted {
            let below = Some(LONGEST / n + 1);
            self.scope.int(Int {
                name: name.clone(),
                mutable: false,
                least: 0,
                below,
                inside: Vec::new(),
                length_of: None,
            });
        }
        let body = self.loop_body(LONGEST / n, 3, true);
        self.scope = scope;
        Some(Stmt::For { head: Head::Slices { over, counted, reversed: false }, body })
    }
}
