//! The graph, laid out, with both sweeps step by step.

use super::ask::Ask;
use super::fault::Fault;
use crate::number::json;
use crate::picture::{Kind, Picture, laid};
use crate::recorded::Sweep;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use wengert::program::graph::Step;

/// Digits of numbers in nodes and on edges.
const DIGITS: u8 = 5;

/// Nodes, edges, and the steps of both sweeps.
pub(super) fn answer(asked: &Value) -> Result<Value, Fault> {
    let ask = Ask::read(asked)?;
    let (recorded, forward, reverse) = ask.recorded()?;
    let graph = recorded.graph()?;
    let picture = |sweep: &Sweep| Picture::new(&recorded, &graph, sweep, DIGITS);
    let back = picture(&reverse);
    let along = forward.as_ref().map(picture);
    let laid = laid(&back, along.as_ref());
    let derivative =
        |picture: Option<&Picture>, i: usize| picture.and_then(|picture| picture.places[i].derivative.clone());
    let nodes = back.places.iter().enumerate().map(|(i, place)| {
        let kind = match place.kind {
            Kind::Input => "input",
            Kind::Operation => "operation",
            Kind::Result => "result",
        };
        json!({
            "name": place.name, "kind": kind, "title": place.title, "value": place.value,
            "at": laid.nodes[i].0, "size": laid.nodes[i].1,
            "forward": derivative(along.as_ref(), i), "reverse": derivative(Some(&back), i),
        })
    });
    let edges = back.arrows.iter().zip(&laid.edges).map(|(arrow, edge)| {
        json!({
            "from": arrow.from, "to": arrow.to, "partial": arrow.partial, "way": edge.way, "head": edge.head,
            "label": edge.label, "copy": edge.copy,
        })
    });
    let number_of: HashMap<u32, usize> = back.places.iter().enumerate().map(|(i, place)| (place.id, i)).collect();
    let edge_of: HashMap<(usize, usize), usize> =
        back.arrows.iter().enumerate().map(|(k, arrow)| ((arrow.to, arrow.operand), k)).collect();
    let steps = |sweep: &Sweep| -> Value {
        let (forward, steps): (bool, Vec<Step>) = match sweep {
            Sweep::Forward(seeds) => (true, graph.forward(seeds).collect()),
            Sweep::Reverse(weights) => (false, graph.reverse(weights).collect()),
        };
        let step = |step: &Step| {
            let node = *number_of.get(&step.id)?;
            let terms = step.terms.iter().filter_map(|term| {
                let from = *number_of.get(&term.from)?;
                let child = if forward { node } else { from };
                Some(json!({
                    "from": from, "edge": edge_of.get(&(child, term.operand)),
                    "derivative": json(term.derivative), "partial": json(term.partial), "term": json(term.term),
                }))
            });
            let mut entry = Map::new();
            entry.insert("node".to_owned(), node.into());
            entry.insert("derivative".to_owned(), json(step.derivative));
            entry.insert("start".to_owned(), step.start.map_or(Value::Null, json));
            entry.insert("terms".to_owned(), terms.collect());
            Some(Value::Object(entry))
        };
        steps.iter().filter_map(step).collect()
    };
    Ok(json!({
        "size": laid.size, "nodes": nodes.collect::<Vec<_>>(), "edges": edges.collect::<Vec<_>>(),
        "forward": forward.as_ref().map(steps), "reverse": steps(&reverse),
        "along": forward.and_then(|_| ask.variable("along", 0).ok()).map(|i| &ask.problem.program.inputs()[i]),
        "result": recorded.results[ask.of()], "branches": back.branches,
    }))
}
