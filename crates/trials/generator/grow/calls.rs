//! Random calls.

use super::{Callee, Grower, Number};
use crate::generator::scope::Array;
use crate::generator::tree::*;

impl Grower<'_> {
    fn callees_of(&self, construct: &str, fits: impl Fn(&Callee) -> bool) -> Vec<Callee> {
        let allowed = |c: &&Callee| c.construct == construct && self.constructs.allow_callee(&c.name) && fits(c);
        self.callees.iter().filter(allowed).cloned().collect()
    }

    /// A call that gives a float and changes nothing.
    pub(crate) fn scalar_call(&mut self, construct: &str) -> Option<Expr> {
        let construct = match construct {
            "scalar_call" if self.constructs.allow("helper") && self.random.chance(30) => "helper",
            "scalar_call" => "call",
            other => other,
        };
        let pure = |c: &Callee| !c.params.iter().any(|p| matches!(p, Kind::SliceMut(_)));
        let callees = self.callees_of(construct, |c| c.returns == Returns::Float && pure(c));
        let callee = self.random.choose(&callees)?;
        let args = self.args(&callee.params)?;
        Some(Expr::Call(callee.name, args))
    }

    /// A call as a statement, with its result kept.
    pub(crate) fn call(&mut self, construct: &str) -> Option<Stmt> {
        let callees = self.callees_of(construct, |_| true);
        let Callee { name: callee, params, returns, .. } = self.random.choose(&callees)?;
        let args = self.args(&params)?;
        Some(match returns {
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
    fn args(&mut self, params: &[Kind]) -> Option<Vec<Arg>> {
        let scope = self.scope.clone();
        // What is lent to be changed cannot be read by the other arguments.
        let mut lent = Vec::new();
        for kind in params {
            if let Kind::SliceMut(least) = kind {
                let arrays = self.scope.changeable(*least);
                let view = self.random.choose(&arrays).map(|a| (self.view_of(&a, *least, true), a));
                let Some((view, array)) = view else {
                    self.scope = scope;
                    return None;
                };
                self.scope.hide(&array.name);
                lent.push(view);
            }
        }
        lent.reverse();
        let args = params.iter().map(|kind| self.arg(*kind, &mut lent)).collect();
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

    fn arg(&mut self, kind: Kind, lent: &mut Vec<View>) -> Option<Arg> {
        Some(match kind {
            Kind::SliceMut(_) => Arg::Exclusive(lent.pop()?),
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
                Arg::Float(if self.random.chance(40) { self.leaf() } else { e })
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
            Kind::Vector(_) => return None,
        })
    }
}
