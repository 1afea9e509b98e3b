//! The rows of a trace: what each operation computes, and what derivatives it passes on.

use super::formula::{Operation, Slot, latex_name, marked, rounded};
use crate::recorded::{Recorded, Sweep};
use rules::Op;
use std::collections::HashMap;
use symbolic::Form;
use wengert::program::graph::{Step, Term};
use wengert::program::{Graph, Instruction};

/// An equation: a symbol, the formula, the formula with numbers, the number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells(pub(crate) [String; 4]);

/// What belongs to one input, operation or result.
pub(crate) struct Row {
    /// How it is computed.
    pub(crate) primal: Cells,
    /// Derivatives, in the order in which they are computed.
    pub(crate) derivatives: Vec<Cells>,
}

impl Row {
    fn new(primal: Cells, derivatives: Vec<Cells>) -> Row {
        Row { primal, derivatives }
    }
}

/// A trace in three parts.
pub(crate) struct Trace {
    pub(crate) forward: bool,
    pub(crate) inputs: Vec<Row>,
    pub(crate) operations: Vec<Row>,
    pub(crate) results: Vec<Row>,
}

/// Makes rows in one form.
pub(crate) struct Maker<'a> {
    recorded: &'a Recorded,
    graph: &'a Graph<'a>,
    digits: u8,
    form: Form,
}

impl<'a> Maker<'a> {
    /// For this graph, which is that of `recorded`.
    pub(crate) fn new(recorded: &'a Recorded, graph: &'a Graph<'a>, digits: u8, form: Form) -> Maker<'a> {
        Maker { recorded, graph, digits, form }
    }

    /// The rows of a sweep.
    pub(crate) fn trace(&self, sweep: &Sweep) -> Trace {
        let first = (self.recorded.program.values() - self.recorded.program.len()) as u32;
        let ids = first..self.recorded.program.values() as u32;
        let inputs = 0..self.recorded.x.len() as u32;
        let outputs = (0..).zip(self.recorded.program.outputs());
        match sweep {
            Sweep::Forward(seeds) => {
                let tangents = self.graph.tangents(seeds);
                let of = |id: u32| tangents[id as usize].unwrap_or(0.0);
                Trace {
                    forward: true,
                    inputs: inputs.map(|id| Row::new(self.input(id), vec![self.seed(id, of(id))])).collect(),
                    operations: ids.map(|id| Row::new(self.operation(id), vec![self.tangent(id, &tangents)])).collect(),
                    results: outputs
                        .map(|(i, &id)| {
                            let name = marked(&self.recorded.results[i], true, self.form);
                            let is = self.derivative_name(id, true);
                            Row::new(self.result(i, id), vec![self.cells(name, is, String::new(), of(id))])
                        })
                        .collect(),
                }
            }
            Sweep::Reverse(weights) => {
                let steps: HashMap<u32, Step> = self.graph.reverse(weights).map(|step| (step.id, step)).collect();
                let mut sent: HashMap<u32, Vec<(u32, usize)>> = HashMap::new();
                for step in steps.values() {
                    for (k, term) in step.terms.iter().enumerate() {
                        sent.entry(term.from).or_default().push((step.id, k));
                    }
                }
                let adjoints = |id: u32| -> Vec<Cells> {
                    let mut list = sent.get(&id).cloned().unwrap_or_default();
                    list.sort_by_key(|&(to, k)| steps[&to].terms[k].operand);
                    list.iter().map(|&(to, k)| self.adjoint(&steps[&to], k)).collect()
                };
                Trace {
                    forward: false,
                    inputs: inputs
                        .map(|id| {
                            let adjoint = steps.get(&id).map_or(0.0, |step| step.derivative);
                            Row::new(self.input(id), vec![self.gradient(id, weights, adjoint)])
                        })
                        .collect(),
                    operations: ids.map(|id| Row::new(self.operation(id), adjoints(id))).collect(),
                    results: outputs
                        .map(|(i, &id)| Row::new(self.result(i, id), self.weighted(i, id, weights)))
                        .collect(),
                }
            }
        }
    }

    fn cells(&self, symbol: String, formula: String, numbers: String, value: f64) -> Cells {
        let value = self.number(value);
        Cells([symbol, formula, if numbers == value { String::new() } else { numbers }, value])
    }

    fn number(&self, x: f64) -> String {
        rounded(x, self.digits, self.form)
    }

    /// What a value is called in formulas.
    fn name(&self, id: u32) -> String {
        match self.constant(id) {
            Some(c) => rounded(c, 17, self.form),
            None if self.form == Form::Tree => self.graph.name(id),
            None => latex_name(&self.graph.name(id)),
        }
    }

    fn constant(&self, id: u32) -> Option<f64> {
        match self.graph.vertex(id).instruction() {
            Instruction::Constant(c) => Some(c),
            _ => None,
        }
    }

    fn derivative_name(&self, id: u32, forward: bool) -> String {
        match self.constant(id) {
            Some(_) => "0".to_owned(),
            None => marked(&self.graph.name(id), forward, self.form),
        }
    }

    fn input(&self, id: u32) -> Cells {
        self.cells(self.name(id), String::new(), String::new(), self.graph.vertex(id).value())
    }

    fn result(&self, i: usize, id: u32) -> Cells {
        let name = &self.recorded.results[i];
        let name = if self.form == Form::Tree { name.clone() } else { latex_name(name) };
        self.cells(name, self.name(id), String::new(), self.graph.vertex(id).value())
    }

    fn seed(&self, id: u32, tangent: f64) -> Cells {
        self.cells(self.derivative_name(id, true), String::new(), String::new(), tangent)
    }

    fn gradient(&self, id: u32, weights: &[f64], adjoint: f64) -> Cells {
        let mut counted = weights.iter().zip(&self.recorded.results).filter(|(w, _)| **w != 0.0);
        let is = match (counted.next(), counted.next()) {
            (Some((1.0, result)), None) => self.partial_name(result, &self.graph.name(id)),
            _ => String::new(),
        };
        self.cells(self.derivative_name(id, false), is, String::new(), adjoint)
    }

    /// The derivative of one by the other, as a symbol.
    fn partial_name(&self, of: &str, by: &str) -> String {
        match self.form {
            Form::Tree => format!("\u{2202}{of}/\u{2202}{by}"),
            _ => format!(r"\frac{{\partial {}}}{{\partial {}}}", latex_name(of), latex_name(by)),
        }
    }

    /// The operation of a value, given to `make` with its operands.
    fn with_operation<T>(&self, id: u32, make: impl FnOnce(&Operation<'_>, &[u32]) -> T) -> Option<T> {
        let vertex = self.graph.vertex(id);
        let Instruction::Apply { function, args, n } = vertex.instruction() else { return None };
        let op: Op = function.op()?;
        let constants: Vec<Option<f64>> = args.iter().map(|&a| self.constant(a)).collect();
        let flows: Vec<bool> = vertex.partials().iter().map(Option::is_some).collect();
        Some(make(&Operation { op, n, constants: &constants, flows: &flows, form: self.form }, args))
    }

    /// The formula of a value; empty for one that is no operation.
    pub(crate) fn formula(&self, id: u32) -> String {
        let Cells([_, formula, ..]) = self.operation(id);
        formula
    }

    fn operation(&self, id: u32) -> Cells {
        let value = self.graph.vertex(id).value();
        let texts = self.with_operation(id, |operation, args| {
            let formula = operation.primal();
            let of = |slot: Slot, text: &dyn Fn(u32) -> String| match slot {
                Slot::Operand(i) => text(args[i]),
                _ => String::new(),
            };
            let symbols = formula.fill(|slot| of(slot, &|a| self.name(a)));
            let numbers = formula.fill(|slot| of(slot, &|a| self.number(self.graph.vertex(a).value())));
            (symbols, numbers)
        });
        let (symbols, numbers) = texts.unwrap_or_default();
        self.cells(self.name(id), symbols, numbers, value)
    }

    fn tangent(&self, id: u32, tangents: &[Option<f64>]) -> Cells {
        let value = tangents[id as usize].unwrap_or(0.0);
        let partials = self.graph.vertex(id).partials();
        let texts = self.with_operation(id, |operation, args| {
            // A zero beside an infinite partial would read as NaN.
            let reads = |i: usize| tangents[args[i] as usize].is_some() || partials[i].is_some_and(f64::is_finite);
            let flows: Vec<bool> = operation.flows.iter().enumerate().map(|(i, &flows)| flows && reads(i)).collect();
            let formula = Operation { flows: &flows, ..*operation }.tangent();
            let symbols = formula.fill(|slot| match slot {
                Slot::Operand(i) => self.name(args[i]),
                Slot::Tangent(i) => self.derivative_name(args[i], true),
                Slot::Partial(i) => self.partial_name(&self.graph.name(id), &self.graph.name(args[i])),
                _ => String::new(),
            });
            let numbers = formula.fill(|slot| match slot {
                Slot::Operand(i) => self.number(self.graph.vertex(args[i]).value()),
                Slot::Tangent(i) => self.number(tangents[args[i] as usize].unwrap_or(0.0)),
                Slot::Partial(i) => self.number(partials[i].unwrap_or(0.0)),
                _ => String::new(),
            });
            (symbols, numbers)
        });
        let (symbols, numbers) = texts.filter(|(symbols, _)| symbols != "0").unwrap_or_default();
        self.cells(self.derivative_name(id, true), symbols, numbers, value)
    }

    /// The term of that number of an adjoint.
    fn adjoint(&self, step: &Step, k: usize) -> Cells {
        let Term { from, operand, derivative, partial, sum, .. } = step.terms[k];
        let before = match k {
            0 => step.start,
            k => Some(step.terms[k - 1].sum),
        };
        let name = self.derivative_name(step.id, false);
        let texts = self.with_operation(from, |operation, args| {
            let formula = operation.adjoint(operand, before.is_some());
            let symbols = formula.fill(|slot| match slot {
                Slot::Operand(i) => self.name(args[i]),
                Slot::Adjoint => self.derivative_name(from, false),
                Slot::Sum => name.clone(),
                Slot::Partial(_) => self.partial_name(&self.graph.name(from), &self.graph.name(step.id)),
                Slot::Tangent(_) => String::new(),
            });
            let numbers = formula.fill(|slot| match slot {
                Slot::Operand(i) => self.number(self.graph.vertex(args[i]).value()),
                Slot::Adjoint => self.number(derivative),
                Slot::Sum => self.number(before.unwrap_or(0.0)),
                Slot::Partial(_) => self.number(partial),
                Slot::Tangent(_) => String::new(),
            });
            (symbols, numbers)
        });
        let (symbols, numbers) = texts.unwrap_or_default();
        self.cells(name.clone(), symbols, numbers, sum)
    }

    /// What a result starts with: its weight; later ones stand below, as the table is read up.
    fn weighted(&self, i: usize, id: u32, weights: &[f64]) -> Vec<Cells> {
        if weights[i] == 0.0 || self.constant(id).is_some() {
            return Vec::new();
        }
        let name = self.derivative_name(id, false);
        let result = marked(&self.recorded.results[i], false, self.form);
        let others = self.recorded.program.outputs().iter().zip(weights).skip(i + 1);
        let before: f64 = others.filter(|(other, _)| **other == id).map(|(_, w)| w).sum();
        let (formula, numbers) = match before == 0.0 {
            true => (result, String::new()),
            false => (format!("{name} + {result}"), format!("{} + {}", self.number(before), self.number(weights[i]))),
        };
        vec![self.cells(name, formula, numbers, before + weights[i])]
    }
}
