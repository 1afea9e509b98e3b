//! Random calls.

use super::{Callee, Grower, Number};
use crate::generator::scope::Array;
use crate::generator::tree::*;

/// Calls are arguments of calls no deeper than that.
const DEEPEST: usize = 8;

impl Grower<'_> {
    pub(crate) fn callees_of(&self, construct: &str, fits: impl Fn(&Callee) -> bool) -> Vec<Callee> {
        let allowed = |c: &&Callee| c.construct == construct && self.constructs.allow_callee(&c.name) && fits(c);
        self.callees.iter().chain(&self.scope.lambdas).filter(allowed).cloned().collect()
    }

    /// A call that gives a float and changes nothing.
    pub(crate) fn scalar_call(&mut self, construct: &str) -> Option<Expr> {
        let construct = match construct {
            "scalar_call" => {
                let own = ["helper", "method", "lambda"].into_iter().filter(|name| self.constructs.allow(name));
                let own: Vec<&str> = own.filter(|name| !self.callees_of(name, |_| true).is_empty()).collect();
                let own = self.random.choose(&own);
                own.filter(|_| self.random.chance(60)).unwrap_or("call")
            }
            other => other,
        };
        let maybe = self.constructs.allow("option");
        let gives = |c: &Callee| match c.returns {
            Returns::Float => true,
            Returns::Maybe | Returns::Tried => maybe,
            _ => false,
        };
        let callees = self.callees_of(construct, |c| gives(c) && c.is_pure());
        let callee = self.random.choose(&callees)?;
        let args = self.args(&callee.params)?;
        let call = Expr::Call(callee.name, args);
        if callee.returns == Returns::Float {
            return Some(call);
        }
        if self.returns == callee.returns && !self.in_lambda && !self.in_order && self.random.chance(50) {
            return Some(Expr::Made("$0?".into(), vec![call]));
        }
        let other = self.leaf();
        Some(Expr::Made("$0.unwrap_or($1)".into(), vec![call, self.sure(other)]))
    }

    /// A call that gives a flag.
    pub(crate) fn flag_call(&mut self, fits: impl Fn(&Callee) -> bool) -> Option<Cond> {
        let mut callees = Vec::new();
        for construct in ["helper", "method"].into_iter().filter(|name| self.constructs.allow(name)) {
            callees.extend(self.callees_of(construct, |c| c.returns == Returns::Flag && fits(c)));
        }
        let callee = self.random.choose(&callees)?;
        let args = self.lending(&callee)?;
        Some(Cond::Call(callee.name, args))
    }

    /// A condition that changes something: a call that gives a flag or a number, and writes to what it is given.
    pub(crate) fn changing_condition(&mut self) -> Option<Cond> {
        let changes = |c: &Callee| !c.is_pure();
        if self.random.chance(50)
            && let Some(call) = self.flag_call(changes)
        {
            return Some(call);
        }
        let mut callees = Vec::new();
        for construct in ["call", "helper", "method"].into_iter().filter(|name| self.constructs.allow(name)) {
            callees.extend(self.callees_of(construct, |c| c.returns == Returns::Float && changes(c)));
        }
        let callee = self.random.choose(&callees)?;
        let args = self.lending(&callee)?;
        let limit = Expr::Literal(self.random.pick(&["0.25", "0.75", "1.5"]));
        Some(Cond::Floats(self.random.pick(&["<", ">"]), Expr::Call(callee.name, args), limit))
    }

    /// The arguments of a call whose result is used; what is changed and gives something is lent in so many words.
    fn lending(&mut self, callee: &Callee) -> Option<Vec<Arg>> {
        let mut args = self.args(&callee.params)?;
        if let ([Kind::Receiver(_, Pass::Exclusive), ..], Arg::Named(path), true) =
            (&callee.params[..], &mut args[0], callee.returns != Returns::Nothing)
        {
            let reference = self.scope.places.iter().any(|p| p.path == *path && p.reference);
            *path = if reference { format!("(&mut *{path})") } else { format!("(&mut {path})") };
        }
        Some(args)
    }

    /// A call as a statement, with its result kept.
    pub(crate) fn call(&mut self, construct: &str) -> Option<Stmt> {
        let callees = self.callees_of(construct, |_| true);
        let callee = self.random.choose(&callees)?;
        let args = self.lending(&callee)?;
        let Callee { name: callee, returns, .. } = callee;
        Some(match returns {
            Returns::Flag => {
                let call = Cond::Call(callee, args);
                if self.depth < 3 && self.random.chance(50) {
                    let otherwise = if self.random.chance(40) { Some(self.block(2)) } else { None };
                    Stmt::If { arms: vec![(call, self.block(2))], otherwise }
                } else {
                    let name = self.fresh("big");
                    self.scope.flags.push(name.clone());
                    Stmt::LetFlag { name, value: call }
                }
            }
            Returns::Nothing => Stmt::Call(callee, args),
            Returns::Float => {
                let value = Expr::Call(callee, args);
                let variables: Vec<String> =
                    self.scope.floats.iter().filter(|v| v.mutable).map(|v| v.name.clone()).collect();
                match self.random.choose(&variables) {
                    Some(name) if self.random.chance(50) => {
                        let value = Expr::Method("sin", vec![value]);
                        let operator = if self.random.chance(60) { Some('+') } else { None };
                        Stmt::Assign { target: Target::Variable(name), operator, value }
                    }
                    _ => {
                        let name = self.fresh("u");
                        self.let_float(&name, false, value)
                    }
                }
            }
            Returns::Pair => {
                let names: Vec<(String, bool)> = (0..2).map(|_| (self.fresh("u"), self.random.chance(30))).collect();
                for (name, mutable) in &names {
                    self.scope.float(name, *mutable);
                }
                Stmt::LetTupleCall { names, callee, args }
            }
            Returns::Maybe | Returns::Tried => {
                let (name, call) = (self.fresh("u"), Expr::Call(callee, args));
                let word = if returns == Returns::Maybe { "Some" } else { "Ok" };
                let vector = matches!(self.returns, Returns::Vector(_)) || self.in_lambda || self.in_order;
                if self.random.chance(30) && !vector {
                    let leave = Stmt::Return(self.early());
                    self.scope.float(&name, false);
                    let head = format!("let {word}({name}) = $0 else");
                    return Some(Stmt::Around { head, values: vec![call], body: vec![leave], end: ";" });
                }
                if self.depth > 2 {
                    return None;
                }
                let scope = self.scope.clone();
                self.scope.float(&name, false);
                let body = self.open_block(2);
                self.scope = scope;
                Stmt::Around { head: format!("if let {word}({name}) = $0"), values: vec![call], body, end: "" }
            }
            Returns::Record(k) => {
                let name = self.fresh("b");
                self.declare(&name, k, false, false);
                Stmt::Text(format!("let {name}: ~{k} = $0;"), vec![Expr::Call(callee, args)])
            }
            Returns::Triple => {
                let name = self.fresh("c");
                let class = Self::fixed_class(3);
                let length = Some(3);
                self.scope.array(Array {
                    name: name.clone(),
                    hold: Hold::Fixed,
                    mutable: true,
                    least: 3,
                    class,
                    length,
                });
                Stmt::LetArrayCall { name, callee, args }
            }
            Returns::Sized => {
                let Arg::Named(given) = &args[0] else { return None };
                let from = given.trim_start_matches('&');
                let from = self.scope.arrays.iter().find(|a| a.name == from)?.clone();
                let name = self.fresh("c");
                self.scope.array(Array { name: name.clone(), hold: Hold::Fixed, mutable: true, ..from });
                Stmt::LetArrayCall { name, callee, args }
            }
            Returns::Vector(param) => {
                let (least, class) = match &args[param] {
                    Arg::Shared(View { name, range: None, .. }) => {
                        let array = self.scope.arrays.iter().find(|a| a.name == *name)?;
                        (array.least, array.class)
                    }
                    _ => (0, self.class()),
                };
                let name = self.fresh("c");
                let hold = Hold::Vector;
                self.scope.array(Array { name: name.clone(), hold, mutable: true, least, class, length: None });
                Stmt::LetArrayCall { name, callee, args }
            }
        })
    }

    /// Arguments for these parameters, if there are any in scope.
    pub(crate) fn args(&mut self, params: &[Kind]) -> Option<Vec<Arg>> {
        if self.calls == DEEPEST {
            return None;
        }
        self.calls += 1;
        let args = self.some_args(params);
        self.calls -= 1;
        args
    }

    fn some_args(&mut self, params: &[Kind]) -> Option<Vec<Arg>> {
        let scope = self.scope.clone();
        // What is lent to be changed cannot be read by the other arguments.
        let mut lent = Vec::new();
        for kind in params {
            let one = match kind {
                Kind::SliceMut(least) => {
                    let arrays = self.scope.changeable(*least);
                    let array = self.random.choose(&arrays);
                    array.map(|a| (Arg::Exclusive(self.view_of(&a, *least, true)), a.name))
                }
                Kind::Receiver(k, Pass::Exclusive) => self.lent(*k).map(|(_, path)| (Arg::Named(path.clone()), path)),
                Kind::Record(k, Pass::Exclusive) => self.lent(*k),
                Kind::LentRecords(k, least) => self.lent_list(*k, *least),
                _ => continue,
            };
            let Some((arg, path)) = one else {
                self.scope = scope;
                return None;
            };
            self.scope.hide(path.split('[').next().unwrap_or(&path));
            lent.push(arg);
        }
        lent.reverse();
        let mut args = Some(Vec::new());
        for kind in params {
            let arg = self.arg(*kind, &mut lent);
            // What is lent to be read is not changed by the arguments that follow.
            match &arg {
                Some(Arg::Shared(view) | Arg::Constants(view)) => self.scope.freeze(&view.name),
                Some(Arg::Named(path)) => {
                    let start = path.trim_start_matches(['&', '(', '*']);
                    self.scope.freeze(start.split(['.', '[']).next().unwrap_or(start));
                }
                _ => {}
            }
            args = args.zip(arg).map(|(mut args, arg)| {
                args.push(arg);
                args
            });
        }
        self.scope = scope;
        args
    }

    fn view_of(&mut self, a: &Array, least: usize, mutable: bool) -> View {
        if self.random.chance(30) {
            let (view, has, _) = self.part(a, mutable);
            if has >= least {
                return view;
            }
        }
        a.view()
    }

    fn arg(&mut self, kind: Kind, lent: &mut Vec<Arg>) -> Option<Arg> {
        Some(match kind {
            Kind::SliceMut(_)
            | Kind::LentRecords(..)
            | Kind::Receiver(_, Pass::Exclusive)
            | Kind::Record(_, Pass::Exclusive) => lent.pop()?,
            Kind::Receiver(k, _) => self.receiver(k)?,
            Kind::Record(k, Pass::Moved) => Arg::Given(self.record(k, 1)),
            Kind::Record(k, _) => self.shared(k)?,
            Kind::Records(k, least) => self.shared_list(k, least)?,
            Kind::Function(arity, by_reference) => self.passed(arity, by_reference),
            Kind::Slice(least) => {
                let arrays =
                    if self.number == Number::Any { self.scope.readable(least) } else { self.scope.all(least) };
                let a = self.random.choose(&arrays)?;
                Arg::Shared(self.view_of(&a, least, false))
            }
            Kind::ConstantSlice(least) => {
                let constants = |a: &&Array| a.hold == Hold::Constants && a.least >= least;
                let arrays: Vec<Array> = self.scope.arrays.iter().filter(constants).cloned().collect();
                let a = self.random.choose(&arrays)?;
                Arg::Constants(self.view_of(&a, least, false))
            }
            Kind::Float => {
                let e = self.bounded(1);
                // That a field alone is a number does not show.
                Arg::Float(if self.records.is_empty() && self.random.chance(40) { self.leaf() } else { e })
            }
            Kind::ConstantFloat => Arg::Constant(match self.random.below(3) {
                0 => Expr::Literal("0.75"),
                1 if self.double() => Expr::Constant("RATE".into()),
                _ => Expr::Literal("1.25"),
            }),
            Kind::Pair => Arg::Tuple(vec![self.bounded(1), self.leaf()]),
            Kind::Triple => {
                let fits = |a: &&Array| a.hold == Hold::Fixed && a.length == Some(3);
                let arrays: Vec<Array> = self.scope.arrays.iter().filter(fits).cloned().collect();
                match self.random.choose(&arrays) {
                    Some(a) if self.random.chance(60) => Arg::Named(a.name),
                    _ => Arg::Array(vec![self.leaf(), self.bounded(1), self.leaf()]),
                }
            }
            Kind::Whole => Arg::Whole(match self.random.choose(&self.scope.ints) {
                Some(i) if i.below.is_some() && self.random.chance(70) => Index::Variable(i.name),
                _ => Index::Number(self.random.below(4)),
            }),
            Kind::Flag => Arg::Flag(self.condition()),
            Kind::Sized(lent) => {
                let fits = |a: &&Array| a.hold == Hold::Fixed && a.length.is_some() && a.least >= 3;
                let arrays: Vec<Array> = self.scope.arrays.iter().filter(fits).cloned().collect();
                let name = self.random.choose(&arrays)?.name;
                Arg::Named(if lent { format!("&{name}") } else { name })
            }
            Kind::Vector(_) | Kind::Pairs(_) => return None,
        })
    }
}
