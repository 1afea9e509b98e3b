//! Random floats, indices and conditions.

use super::{Callee, Grower, Number};
use crate::generator::constructs::EXPRESSIONS;
use crate::generator::print::typed;
use crate::generator::scope::{Array, Int, Pairs};
use crate::generator::tree::*;

const LITERALS: &[&str] = &["0.5", "1.25", "0.75", "2.0", "0.3", "1.0", "0.0"];

fn bin(op: char, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

impl Grower<'_> {
    /// A variable, an element or a constant.
    pub(crate) fn leaf(&mut self) -> Expr {
        if self.random.chance(15)
            && let Some(path) = self.float_of(false)
        {
            return Expr::Variable(path);
        }
        if self.random.chance(12)
            && let Some(e) = self.rare_leaf()
        {
            return e;
        }
        for _ in 0..6 {
            match self.random.below(100) {
                0..40 => {
                    if let Some(v) = self.random.choose(&self.scope.floats) {
                        return v.read;
                    }
                }
                40..86 => {
                    let arrays: Vec<Array> = self.scope.arrays.clone();
                    if let Some(a) = self.random.choose(&arrays)
                        && let Some(i) = self.at(&a)
                    {
                        return match a.hold {
                            Hold::Constants => Expr::ConstantElement(a.name, i),
                            _ => Expr::Element(a.name, i),
                        };
                    }
                }
                86..92 if self.constructs.allow("literals") => return Expr::Literal(self.random.pick(LITERALS)),
                92..96 if self.constructs.allow("casts") => {
                    if let Some(i) = self.random.choose(&self.scope.ints) {
                        let i = match i.below {
                            Some(_) => Index::Variable(i.name),
                            None => modulo(Index::Variable(i.name), Index::Number(4)),
                        };
                        return bin('*', Expr::Cast(i), Expr::Literal("0.25"));
                    }
                }
                96.. if self.constructs.allow("constants") && self.double() => {
                    return match self.random.below(3) {
                        0 => Expr::Constant("RATE".into()),
                        1 => Expr::Constant("std::f64::consts::FRAC_PI_4".into()),
                        _ => Expr::ConstantElement("LEVELS".into(), Index::Number(self.random.below(4))),
                    };
                }
                _ => {}
            }
        }
        self.scope.floats.first().map_or(Expr::Literal("0.5"), |v| v.read.clone())
    }

    /// A number of a structure by its index, of a list of pairs, or the constant of a type.
    fn rare_leaf(&mut self) -> Option<Expr> {
        match self.random.below(3) {
            0 => Some(Expr::Variable(self.indexed(false)?)),
            1 => {
                let pairs: Vec<Pairs> = self.scope.pairs.iter().filter(|p| p.least > 0).cloned().collect();
                let Pairs { name, least } = self.random.choose(&pairs)?;
                Some(Expr::Variable(format!("{name}[{}].{}", self.random.below(least), self.random.below(2))))
            }
            _ => {
                let has: Vec<usize> = (0..self.records.len()).filter(|k| self.records[*k].constant).collect();
                Some(Expr::Associate(self.random.choose(&has)?))
            }
        }
    }

    /// The same expression, or one that is plainly of the float type.
    pub(crate) fn sure(&mut self, e: Expr) -> Expr {
        if typed(&e) {
            return e;
        }
        let read = self.scope.floats.iter().map(|v| v.read.clone()).find(typed);
        match (read, e) {
            (_, Expr::Literal(text)) => Expr::Literal(text),
            (Some(read), e) => bin('+', e, read),
            (None, _) => Expr::Literal("0.5"),
        }
    }

    /// A float between -1 and 1, or little more.
    pub(crate) fn bounded(&mut self, depth: usize) -> Expr {
        let (e, _) = self.expr(depth);
        self.wrap(e)
    }

    fn wrap(&mut self, e: Expr) -> Expr {
        let e = self.sure(e);
        match self.random.below(8) {
            0..3 => Expr::Method("sin", vec![e]),
            3..5 => Expr::Method("tanh", vec![e]),
            5 => Expr::Method("cos", vec![e]),
            6 => Expr::Method("atan", vec![e]),
            _ => bin('+', Expr::Method("sin", vec![e]), Expr::Literal("0.1")),
        }
    }

    /// A float and a bound on its magnitude.
    pub(crate) fn expr(&mut self, depth: usize) -> (Expr, f64) {
        if depth == 0 || self.random.chance(12) {
            return (self.leaf(), 2.0);
        }
        let allowed = self.constructs.of(EXPRESSIONS);
        let name = if allowed.is_empty() { "sum" } else { self.random.weighted(&allowed) };
        let (e, bound) = self.form(name, depth - 1).unwrap_or_else(|| (self.leaf(), 2.0));
        if bound > 8.0 { (self.wrap(e), 1.6) } else { (e, bound) }
    }

    fn form(&mut self, name: &str, depth: usize) -> Option<(Expr, f64)> {
        Some(match name {
            "sum" => {
                let ((a, p), (b, q)) = (self.expr(depth), self.expr(depth));
                (bin(self.random.pick(&['+', '+', '-']), a, b), p + q)
            }
            "product" => {
                let ((a, p), (b, q)) = (self.expr(depth), self.expr(depth));
                (bin('*', a, b), p * q)
            }
            "bounded" => (self.bounded(depth), 1.6),
            "quotient" => {
                let (a, p) = self.expr(depth);
                let (b, _) = self.expr(depth);
                let b = self.sure(b);
                let below = match self.random.below(3) {
                    0 => bin('+', Expr::Literal("1.0"), bin('*', b.clone(), b)),
                    _ => bin('+', Expr::Literal("2.0"), Expr::Method("sin", vec![b])),
                };
                (bin('/', a, below), p)
            }
            "negative" => {
                let (a, p) = self.expr(depth.min(1));
                (Expr::Negative(Box::new(a)), p)
            }
            "functions" => self.function(depth),
            "kinks" => {
                let (a, p) = self.expr(depth);
                let a = self.sure(a);
                let (b, q) = self.expr(depth);
                match self.random.below(5) {
                    0 => (Expr::Method("abs", vec![a]), p),
                    1 | 2 => (Expr::Method("max", vec![a, b]), p.max(q)),
                    3 => (Expr::Method("min", vec![a, b]), p.max(q)),
                    _ => {
                        let (lo, hi) = (Expr::Negative(Box::new(Expr::Literal("1.0"))), Expr::Literal("1.25"));
                        (Expr::Method("clamp", vec![a, lo, hi]), 1.25)
                    }
                }
            }
            // On a type parameter that path could mean several traits.
            "associated" if self.number == Number::Any => return None,
            "associated" => {
                let ((a, p), (b, q)) = (self.expr(depth), self.expr(depth));
                match self.random.below(4) {
                    0 => (Expr::Associated("max", vec![a, b]), p.max(q)),
                    1 => (Expr::Associated("min", vec![a, b]), p.max(q)),
                    2 => (Expr::Associated("sin", vec![a]), 1.0),
                    _ => (Expr::Associated("mul_add", vec![a, Expr::Literal("0.5"), b]), p + q),
                }
            }
            "powers" => self.power(depth),
            "free" => {
                if !self.double() {
                    return None;
                }
                let (a, p) = self.expr(depth);
                let name = self.random.pick(&["sigmoid", "softplus", "relu", "sech", "sinc"]);
                (Expr::Free(name, vec![self.value(a)]), p + 1.0)
            }
            "choose" => {
                let c = self.condition();
                let ((a, p), (b, q)) = (self.expr(depth), self.expr(depth));
                (Expr::Choose(Box::new(c), Box::new(a), Box::new(b)), p.max(q))
            }
            "block_value" => {
                if self.depth > 1 {
                    return None;
                }
                (self.block_value(1), 8.0)
            }
            "scalar_call" | "recursion" => (self.scalar_call(name)?, 4.0),
            _ => {
                if !self.double() {
                    return None;
                }
                let (a, p) = self.expr(depth);
                (Expr::Stop(Box::new(self.value(a))), p)
            }
        })
    }

    /// An argument of a generic function: neither a reference nor a literal without a type.
    pub(crate) fn value(&mut self, e: Expr) -> Expr {
        match self.sure(e) {
            Expr::Literal(text) => bin('*', Expr::Literal(text), self.scope_float()),
            e => e,
        }
    }

    fn scope_float(&mut self) -> Expr {
        self.scope.floats.iter().map(|v| v.read.clone()).find(typed).unwrap_or(Expr::Constant("RATE".into()))
    }

    /// A block as a value, with so many statements at most.
    pub(crate) fn block_value(&mut self, most: usize) -> Expr {
        let scope = self.scope.clone();
        let stmts = self.open_block(most);
        let value = self.bounded(1);
        self.scope = scope;
        if stmts.is_empty() { value } else { Expr::Block(stmts, Box::new(value)) }
    }

    fn function(&mut self, depth: usize) -> (Expr, f64) {
        let (a, _) = self.expr(depth);
        let a = self.sure(a);
        let (b, q) = self.expr(depth.min(1));
        // At least 1/2 and at most 5/2.
        let positive = bin('+', Expr::Literal("1.5"), Expr::Method("sin", vec![a.clone()]));
        let small = Expr::Method("tanh", vec![a]);
        match self.random.below(13) {
            0 => (Expr::Method("exp", vec![small]), 2.8),
            1 => (Expr::Method("sqrt", vec![positive]), 1.6),
            2 => (Expr::Method("ln", vec![positive]), 1.0),
            3 => (Expr::Method("atan2", vec![positive, b]), 3.2),
            4 => (Expr::Method("hypot", vec![positive, b]), q + 2.5),
            5 => (Expr::Method("mul_add", vec![small, Expr::Literal("0.5"), b]), q + 0.5),
            6 => (Expr::Method("recip", vec![positive]), 2.0),
            7 => (Expr::Method("exp_m1", vec![small]), 1.8),
            8 => (Expr::Method("ln_1p", vec![positive]), 1.3),
            9 => (Expr::Method("cbrt", vec![positive]), 1.4),
            10 => (Expr::Method("sinh", vec![small]), 1.2),
            11 => (Expr::Method("asin", vec![bin('*', Expr::Literal("0.5"), small)]), 0.6),
            _ => (Expr::Method("exp2", vec![small]), 2.0),
        }
    }

    fn power(&mut self, depth: usize) -> (Expr, f64) {
        let (a, _) = self.expr(depth);
        let a = self.sure(a);
        let positive = bin('+', Expr::Literal("1.5"), Expr::Method("sin", vec![a.clone()]));
        let small = Expr::Method("tanh", vec![a]);
        match self.random.below(6) {
            0 => (Expr::Power(Box::new(positive), Exponent::Number(-1)), 2.0),
            1 => {
                let (b, _) = self.expr(depth.min(1));
                let b = self.sure(b);
                (Expr::Method("powf", vec![positive, Expr::Method("tanh", vec![b])]), 2.5)
            }
            2 => (Expr::Method("powf", vec![positive, Expr::Literal("1.25")]), 3.2),
            3 => match self.random.choose(&self.scope.ints) {
                Some(i) if i.below.is_some() => {
                    (Expr::Power(Box::new(small), Exponent::Index(Index::Variable(i.name))), 1.0)
                }
                _ => (Expr::Power(Box::new(small), Exponent::Number(0)), 1.0),
            },
            _ => (Expr::Power(Box::new(small), Exponent::Number(self.random.pick(&[2, 3]))), 1.0),
        }
    }

    /// An index inside an array to read, if there is one that surely is.
    pub(crate) fn at(&mut self, array: &Array) -> Option<Index> {
        self.position(array, true)
    }

    /// An index inside an array to write. What is borrowed to be changed cannot be asked its length meanwhile.
    pub(crate) fn place_in(&mut self, array: &Array) -> Option<Index> {
        self.position(array, array.hold == Hold::Exclusive)
    }

    fn position(&mut self, array: &Array, own: bool) -> Option<Index> {
        let length = self.length(array, own);
        let last = length.clone().map(|length| minus(length, Index::Number(1)));
        let mut found = Vec::new();
        for i in self.scope.ints.iter().filter(|i| i.length_of.is_none()) {
            let name = || Index::Variable(i.name.clone());
            for &(class, slack) in &i.inside {
                if class == array.class {
                    found.extend([name(), name(), name()]);
                    if slack > 0 {
                        found.push(plus(name(), slack));
                    }
                    if i.least > 0 {
                        found.push(minus(name(), Index::Number(i.least)));
                    }
                    found.extend(last.clone().map(|last| minus(last, name())));
                }
            }
            if i.below.is_some_and(|below| below <= array.least) {
                found.extend([name(), name()]);
            }
            if array.least > 0 {
                if let Some(length) = &length {
                    found.push(modulo(name(), length.clone()));
                    found.push(modulo(plus(name(), 1), length.clone()));
                }
                found.push(modulo(plus(name(), 1), Index::Number(array.least)));
            }
        }
        let near = if found.is_empty() { 1 } else { 3 };
        if array.least > 0 && self.random.below(near) == 0 {
            let number = Index::Number(self.random.below(array.least));
            return Some(last.filter(|_| self.random.chance(15)).unwrap_or(number));
        }
        self.random.choose(&found)
    }

    /// The length of an array: a variable that holds it, or else asked of itself where it may be.
    pub(crate) fn length(&mut self, array: &Array, own: bool) -> Option<Index> {
        let held = |i: &&Int| i.length_of == Some(array.class);
        let names: Vec<Index> = self.scope.ints.iter().filter(held).map(|i| Index::Variable(i.name.clone())).collect();
        match self.random.choose(&names) {
            Some(name) if !own || self.random.chance(70) => Some(name),
            _ if own => Some(array.len()),
            _ => None,
        }
    }

    /// A condition: on values that carry derivatives, on integers, on flags.
    pub(crate) fn condition(&mut self) -> Cond {
        let simple = self.comparison();
        match self.random.below(8) {
            0 => Cond::And(Box::new(simple), Box::new(self.comparison())),
            1 => Cond::Or(Box::new(simple), Box::new(self.comparison())),
            2 if self.random.chance(40) => Cond::Not(Box::new(simple)),
            _ => simple,
        }
    }

    fn comparison(&mut self) -> Cond {
        let sign = self.random.pick(&["<", ">", "<=", ">="]);
        match self.random.below(8) {
            0..2 => {
                if let Some(i) = self.random.choose(&self.scope.ints) {
                    let i = Index::Variable(i.name);
                    return match self.random.below(3) {
                        0 => Cond::Whole("==", modulo(i, Index::Number(2)), Index::Number(0)),
                        1 => Cond::Whole("!=", i, Index::Number(self.random.below(4))),
                        _ => Cond::Whole(sign, i, Index::Number(self.random.below(4))),
                    };
                }
            }
            2 => {
                if let Some(flag) = self.random.choose(&self.scope.flags) {
                    return Cond::Flag(flag);
                }
            }
            4 => {
                if let Some(call) = self.flag_call(Callee::is_pure) {
                    return call;
                }
            }
            3 => {
                let (a, _) = self.expr(2);
                let (a, b) = (self.sure(a), self.leaf());
                return Cond::Floats(sign, self.value(a), b);
            }
            _ => {}
        }
        let (a, b) = (self.leaf(), self.leaf());
        let b = if self.random.chance(50) { Expr::Literal(self.random.pick(LITERALS)) } else { b };
        Cond::Floats(sign, self.value(a), b)
    }
}

pub(crate) fn modulo(i: Index, n: Index) -> Index {
    Index::Binary('%', Box::new(i), Box::new(n))
}

pub(crate) fn minus(i: Index, n: Index) -> Index {
    Index::Binary('-', Box::new(i), Box::new(n))
}

pub(crate) fn plus(i: Index, n: usize) -> Index {
    Index::Binary('+', Box::new(i), Box::new(Index::Number(n)))
}
