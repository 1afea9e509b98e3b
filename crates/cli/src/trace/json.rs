//! A trace for other programs.

use crate::met::Meetings;
use crate::number;
use crate::recorded::{Recorded, Sweep};
use serde_json::{Map, Value, json};
use wengert::program::graph::Dependence;
use wengert::program::{Graph, Instruction};

/// The nodes with their derivatives, the terms of these, the guards.
pub(crate) fn object(recorded: &Recorded, graph: &Graph<'_>, sweep: &Sweep, met: &Meetings) -> Value {
    let mut json = Map::new();
    let inputs = recorded.problem.program.inputs();
    let (mode, steps): (&str, Vec<_>) = match sweep {
        Sweep::Forward(seeds) => ("forward", graph.forward(seeds).collect()),
        Sweep::Reverse(weights) => ("reverse", graph.reverse(weights).collect()),
    };
    let (derivative, start) = if mode == "forward" { ("tangent", "seed") } else { ("adjoint", "weight") };
    let mut of = vec![0.0; recorded.program.values()];
    steps.iter().for_each(|step| of[step.id as usize] = step.derivative);
    let nodes = graph.vertices().filter_map(|vertex| {
        let mut node = Map::new();
        node.insert("name".to_owned(), vertex.name().into());
        match vertex.instruction() {
            Instruction::Constant(_) => return None,
            Instruction::Apply { function, args, n } => {
                node.insert("operator".to_owned(), function.name().into());
                if function.family() {
                    node.insert("parameter".to_owned(), n.into());
                }
                node.insert("operands".to_owned(), args.iter().map(|&a| graph.name(a)).collect());
                let partial = |d: &Option<f64>| d.map_or(Value::Null, number::json);
                node.insert("partials".to_owned(), vertex.partials().iter().map(partial).collect());
            }
            _ => {}
        }
        node.insert("value".to_owned(), number::json(vertex.value()));
        node.insert(derivative.to_owned(), number::json(of[vertex.id() as usize]));
        Some(Value::Object(node))
    });
    json.insert("nodes".to_owned(), nodes.collect());
    let results = recorded.results.iter().zip(recorded.program.outputs());
    let results = results.map(|(name, &id)| json!({ "name": name, "node": graph.name(id) }));
    json.insert("results".to_owned(), results.collect());
    json.insert("mode".to_owned(), mode.into());
    let sweep = steps.iter().map(|step| {
        let terms = step.terms.iter().map(|t| {
            json!({
                "from": graph.name(t.from), "partial": number::json(t.partial),
                "term": number::json(t.term), "sum": number::json(t.sum),
            })
        });
        json!({ "node": graph.name(step.id), start: step.start.map(number::json), "terms": terms.collect::<Vec<_>>() })
    });
    json.insert("sweep".to_owned(), sweep.collect());
    json.insert("guards".to_owned(), recorded.guards.iter().cloned().collect());
    let pairs = inputs.iter().enumerate().flat_map(|(i, input)| {
        let results = recorded.results.iter().zip(graph.dependence(i));
        let without = results.filter(|(_, found)| *found != Dependence::Active);
        without.map(|(result, _)| json!([result, input])).collect::<Vec<_>>()
    });
    json.insert("independent".to_owned(), pairs.collect());
    json.insert("met".to_owned(), met.json());
    Value::Object(json)
}
