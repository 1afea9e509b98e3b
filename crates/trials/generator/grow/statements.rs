//! Random statements.

use super::Grower;
use super::expressions::{modulo, plus};
use crate::generator::print::typed;
use crate::generator::scope::{Array, Int};
use crate::generator::tree::*;

impl Grower<'_> {
    /// A statement of this construct, with what belongs to it; none where it cannot stand here.
    pub(crate) fn statement(&mut self, construct: &str) -> Option<Vec<Stmt>> {
        let one = |stmt| Some(vec![stmt]);
        match construct {
            "set" => one(self.set()?),
            "add" => one(self.add()?),
            "scale" => one(self.scale()?),
            "element" | "element_add" | "element_scale" => one(self.element(construct)?),
            "let" | "let_mut" => {
                let name = self.fresh("u");
                let value = self.expr(2).0;
                one(self.let_float(&name, construct == "let_mut", value))
            }
            "tuple" => one(self.tuple()),
            "shadow" => {
                let own = |read: &Expr, name: &str| matches!(read, Expr::Variable(n) if n == name && !n.contains('.'));
                let names: Vec<(String, bool)> = self
                    .scope
                    .floats
                    .iter()
                    .filter(|v| own(&v.read, &v.name))
                    .map(|v| (v.name.clone(), v.mutable))
                    .collect();
                let (name, mutable) = self.random.choose(&names)?;
                let value = self.bounded(2);
                one(self.let_float(&name, mutable, value))
            }
            "vec" | "array" | "list" | "to_vec" => {
                let name =
                    if self.random.chance(60) { self.fresh("c") } else { self.random.pick(&["a", "b", "c"]).into() };
                one(self.let_array(construct, &name)?)
            }
            "if" | "else_if" => one(self.branch(construct == "else_if")?),
            "if_value" => {
                let c = self.condition();
                let (a, b) = (self.block_value(2), self.block_value(2));
                let value = Expr::Choose(Box::new(c), Box::new(a), Box::new(b));
                if self.random.chance(60) {
                    let name = self.fresh("u");
                    one(self.let_float(&name, false, value))
                } else {
                    let name = self.variable()?;
                    one(Stmt::Assign { target: Target::Variable(name), operator: None, value })
                }
            }
            "for" => one(self.for_range()?),
            "stencil" => one(self.stencil()?),
            "accumulate" => self.accumulate(),
            "iter" => one(self.iterate()?),
            "chunks" => one(self.chunks()?),
            "while" => self.counted(false),
            "loop" => self.counted(true),
            "break" | "continue" | "return" => one(self.exit(construct)?),
            "block" => {
                if self.depth > 3 {
                    return None;
                }
                if self.random.chance(50) {
                    let body = self.block(3);
                    one(Stmt::Scope(body))
                } else {
                    let value = self.block_value(3);
                    let name = self.fresh("u");
                    one(self.let_float(&name, false, value))
                }
            }
            "fill" | "copy" | "swap" | "exchange" | "split" | "view" => one(self.on_arrays(construct)?),
            "call" | "helper" | "method" => one(self.call(construct)?),
            "lambda" => one(self.lambda()?),
            "record" | "record_set" | "destructure" | "enum" | "records" | "records_loop" | "records_push"
            | "records_view" | "records_chain" => self.on_records(construct),
            "records_index" => one(self.by_index()?),
            "records_copy" => self.copied_list(),
            "state" => self.state(),
            "changer" => one(self.changer()?),
            "search" => one(self.search()?),
            "pairs" => one(self.on_pairs()?),
            "independent" => self.independent(),
            "assert" => one(self.assert()?),
            "counter" => one(self.count()?),
            "chain" | "scan" | "gathered" | "sorted" | "grown" | "rows" | "tuples" | "maybe" | "closure"
            | "matched" | "iterator" => one(self.made(construct)?),
            _ => {
                let name = self.fresh("big");
                let value = self.condition();
                self.scope.flags.push(name.clone());
                one(Stmt::LetFlag { name, value })
            }
        }
    }

    /// `let`, with a type where the compiler would not know it.
    pub(crate) fn let_float(&mut self, name: &str, mutable: bool, value: Expr) -> Stmt {
        let annotated = !typed(&value) || self.random.chance(10);
        // A reference would be bound as such.
        self.scope.float(name, mutable);
        Stmt::Let { name: name.into(), mutable, annotated, value }
    }

    /// `let` of an integer.
    pub(crate) fn let_int(&mut self, name: &str, mutable: bool, value: Index) -> Stmt {
        self.scope.int(Int { name: name.into(), mutable, least: 0, below: None, inside: Vec::new(), length_of: None });
        Stmt::LetInt { name: name.into(), mutable, value }
    }

    fn variable(&mut self) -> Option<String> {
        let names: Vec<String> = self.scope.floats.iter().filter(|v| v.mutable).map(|v| v.name.clone()).collect();
        self.random.choose(&names)
    }

    /// A variable, or what a reference of a loop points to.
    fn target(&mut self) -> Option<Target> {
        let floats: Vec<Target> = self
            .scope
            .floats
            .iter()
            .filter_map(|v| match (v.mutable, v.behind) {
                (true, _) => Some(Target::Variable(v.name.clone())),
                (_, true) => Some(Target::Behind(v.name.clone())),
                _ => None,
            })
            .collect();
        let behind: Vec<Target> = floats.iter().filter(|t| matches!(t, Target::Behind(_))).cloned().collect();
        if self.random.chance(20)
            && let Some(path) = self.float_of(true)
        {
            return Some(Target::Variable(path));
        }
        if self.random.chance(12)
            && let Some(path) = self.indexed(true)
        {
            return Some(Target::Variable(path));
        }
        // What a loop goes over wants to be written.
        if !behind.is_empty() && self.random.chance(50) {
            self.random.choose(&behind)
        } else {
            self.random.choose(&floats)
        }
    }

    fn set(&mut self) -> Option<Stmt> {
        let target = self.target()?;
        let value = self.bounded(2);
        Some(Stmt::Assign { target, operator: None, value })
    }

    fn add(&mut self) -> Option<Stmt> {
        let target = self.target()?;
        let factor = Expr::Literal(self.random.pick(&["0.3", "0.5", "0.25"]));
        let value = Expr::Binary('*', Box::new(factor), Box::new(self.bounded(2)));
        Some(Stmt::Assign { target, operator: Some(self.random.pick(&['+', '+', '-'])), value })
    }

    fn scale(&mut self) -> Option<Stmt> {
        let target = self.target()?;
        let (operator, value) = self.factor();
        Some(Stmt::Assign { target, operator: Some(operator), value })
    }

    /// What a variable can be multiplied by, or divided by, without growing.
    fn factor(&mut self) -> (char, Expr) {
        let e = self.expr(2).0;
        let e = self.sure(e);
        if self.random.chance(60) {
            ('*', Expr::Method("cos", vec![e]))
        } else {
            let below = Expr::Method("sin", vec![e]);
            ('/', Expr::Binary('+', Box::new(Expr::Literal("2.0")), Box::new(below)))
        }
    }

    fn element(&mut self, construct: &str) -> Option<Stmt> {
        let arrays = self.scope.changeable(0);
        let array = self.random.choose(&arrays)?;
        let at = self.place_in(&array)?;
        let target = Target::Element(array.name, at);
        let (operator, value) = match construct {
            "element" if self.random.chance(15) => (None, self.leaf()),
            "element" => (None, self.bounded(2)),
            "element_add" => {
                let value = Expr::Binary('*', Box::new(Expr::Literal("0.25")), Box::new(self.bounded(2)));
                (Some(self.random.pick(&['+', '+', '-'])), value)
            }
            _ => {
                let (operator, value) = self.factor();
                (Some(operator), value)
            }
        };
        Some(Stmt::Assign { target, operator, value })
    }

    fn tuple(&mut self) -> Stmt {
        let value = |grower: &mut Self| {
            let e = grower.expr(2).0;
            grower.sure(e)
        };
        let values = vec![value(self), value(self)];
        if self.random.chance(30) {
            let name = self.fresh("p");
            for k in 0..2 {
                self.scope.read_as(&format!("{name}.{k}"), Expr::Field(name.clone(), k));
            }
            return Stmt::LetPair { name, values };
        }
        let names: Vec<(String, bool)> = (0..2).map(|_| (self.fresh("u"), self.random.chance(30))).collect();
        for (name, mutable) in &names {
            self.scope.float(name, *mutable);
        }
        Stmt::LetTuple { names, values }
    }

    /// A new array of this name.
    pub(crate) fn let_array(&mut self, construct: &str, name: &str) -> Option<Stmt> {
        let values = |grower: &mut Self, n: usize| -> Vec<Expr> {
            let mut values: Vec<Expr> = (0..n).map(|_| grower.expr(1).0).collect();
            values[0] = grower.sure(values[0].clone());
            values
        };
        let fixed = construct == "array";
        let mut array = Array {
            name: name.into(),
            hold: if fixed { Hold::Fixed } else { Hold::Vector },
            mutable: true,
            least: 4,
            class: Self::fixed_class(4),
            length: Some(4),
        };
        let stmt = match construct {
            "to_vec" => {
                let sources: Vec<Array> = self.scope.readable(0);
                let from = self.random.choose(&sources)?;
                (array.least, array.class, array.length) = (from.least, from.class, from.length);
                let view = if from.least >= 3 && self.random.chance(25) {
                    (array.least, array.class, array.length) = (2, Self::fixed_class(2), Some(2));
                    from.part(Index::Number(1), Index::Number(3))
                } else {
                    from.view()
                };
                Stmt::LetCopy { name: name.into(), from: view }
            }
            "list" => Stmt::LetList { name: name.into(), fixed: false, values: values(self, 4) },
            "array" if self.random.chance(50) => Stmt::LetList { name: name.into(), fixed, values: values(self, 4) },
            _ => {
                let value = if self.random.chance(60) { Expr::Literal("0.0") } else { values(self, 1).remove(0) };
                let mut length = Index::Number(4);
                let others: Vec<Array> = self.scope.arrays.clone();
                if !fixed
                    && self.random.chance(50)
                    && let Some(like) = self.random.choose(&others)
                {
                    (array.least, array.class, array.length) = (like.least, like.class, like.length);
                    length = self.length(&like, true)?;
                }
                Stmt::LetFilled { name: name.into(), fixed, value, length }
            }
        };
        self.scope.array(array);
        Some(stmt)
    }

    fn branch(&mut self, chain: bool) -> Option<Stmt> {
        if self.depth > 3 {
            return None;
        }
        let mut arms = vec![(self.condition(), self.block(3))];
        if chain {
            arms.push((self.condition(), self.block(2)));
        }
        let otherwise = if self.random.chance(60) { Some(self.block(3)) } else { None };
        Some(Stmt::If { arms, otherwise })
    }

    fn exit(&mut self, construct: &str) -> Option<Stmt> {
        let leave = match construct {
            "break" if self.in_loop => Stmt::Break,
            "continue" if self.in_loop && self.may_continue => Stmt::Continue,
            "return" => {
                // A vector is returned at the end only.
                let triple = matches!(self.returns, Returns::Triple) && !self.constructs.allow("array_return");
                if triple || self.in_order || matches!(self.returns, Returns::Vector(_)) {
                    return None;
                }
                Stmt::Return(Give::Nothing)
            }
            _ => return None,
        };
        let condition = self.condition();
        let scope = self.scope.clone();
        let mut body = if self.random.chance(40) { self.open_block(2) } else { Vec::new() };
        body.push(if matches!(leave, Stmt::Return(_)) { Stmt::Return(self.early()) } else { leave });
        self.scope = scope;
        let otherwise = if self.random.chance(20) { Some(self.block(2)) } else { None };
        Some(Stmt::If { arms: vec![(condition, body)], otherwise })
    }

    fn assert(&mut self) -> Option<Stmt> {
        let arrays = self.scope.arrays.clone();
        if let Some(a) = self.random.choose(&arrays)
            && self.random.chance(60)
        {
            let same: Vec<Array> = arrays.iter().filter(|b| b.class == a.class && b.name != a.name).cloned().collect();
            return Some(match self.random.choose(&same) {
                Some(b) => Stmt::AssertEqual(a.len(), b.len()),
                None => Stmt::Assert(Cond::Whole(">=", a.len(), Index::Number(a.least))),
            });
        }
        let names: Vec<Expr> = self.scope.floats.iter().map(|v| v.read.clone()).collect();
        let read = self.random.choose(&names)?;
        Some(Stmt::Assert(Cond::Floats("<", read, Expr::Literal("1e30"))))
    }

    fn count(&mut self) -> Option<Stmt> {
        let counters: Vec<String> = self.scope.ints.iter().filter(|i| i.mutable).map(|i| i.name.clone()).collect();
        let name = self.random.choose(&counters)?;
        let own = Index::Variable(name.clone());
        Some(match self.random.below(4) {
            0 => {
                let value = modulo(plus(own, 2), Index::Number(5));
                Stmt::Count { name, operator: None, value }
            }
            _ => Stmt::Count { name, operator: Some('+'), value: Index::Number(self.random.between(1, 2)) },
        })
    }
}
