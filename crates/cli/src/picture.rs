//! The graph of a program as a picture: what stands in nodes and on edges; and the files that plots go to.

mod dot;
mod drawn;
mod file;
mod layout;

pub(crate) use dot::dot;
pub(crate) use drawn::{drawn, laid};
pub(crate) use file::PlotFile;

use crate::recorded::{Recorded, Sweep};
use crate::trace::{Maker, number};
use lang::visible;
use wengert::program::{Graph, Instruction};

/// The longest line in a node, in characters; what is longer is cut.
const LONGEST: usize = 28;

/// The most branches that are listed above a picture.
const BRANCHES: usize = 6;

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Input,
    Operation,
    Result,
}

/// A node of the picture.
pub(crate) struct Place {
    /// The id of its value.
    pub(crate) id: u32,
    /// What formulas call it.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// What it is, and by what formula.
    pub(crate) title: String,
    pub(crate) value: String,
    /// Its derivative, where the sweep arrives.
    pub(crate) derivative: Option<String>,
}

/// An edge of the picture.
pub(crate) struct Arrow {
    /// Places, by their numbers.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Which operand of the place that it leads to it is.
    pub(crate) operand: usize,
    /// The partial; none where no derivative flows.
    pub(crate) partial: Option<String>,
}

/// A program at a point with one sweep.
pub(crate) struct Picture {
    pub(crate) heading: String,
    pub(crate) legend: String,
    /// Which branches were taken on the way.
    pub(crate) branches: Vec<String>,
    pub(crate) forward: bool,
    pub(crate) places: Vec<Place>,
    pub(crate) arrows: Vec<Arrow>,
}

impl Picture {
    /// The picture of a graph; constants stand in the formulas.
    pub(crate) fn new(recorded: &Recorded, graph: &Graph<'_>, sweep: &Sweep, digits: u8) -> Picture {
        let (forward, derivatives) = match sweep {
            Sweep::Forward(seeds) => (true, graph.tangents(seeds)),
            Sweep::Reverse(weights) => (false, graph.adjoints(weights)),
        };
        let one = only(sweep);
        let inputs = recorded.problem.program.inputs();
        let symbol = |name: &str| match (sweep, one) {
            (Sweep::Forward(_), Some(i)) => format!("\u{2202}{name}/\u{2202}{}", inputs[i]),
            (Sweep::Forward(_), None) => "tangent".to_owned(),
            (Sweep::Reverse(_), Some(i)) => format!("\u{2202}{}/\u{2202}{name}", recorded.results[i]),
            (Sweep::Reverse(_), None) => "adjoint".to_owned(),
        };
        let maker = Maker::new(recorded, graph, digits, symbolic::Form::Tree);
        let mut places = Vec::new();
        let mut number_of = vec![usize::MAX; recorded.program.values()];
        let mut arrows = Vec::new();
        for vertex in graph.vertices() {
            let (id, name) = (vertex.id(), vertex.name());
            let results = recorded.program.outputs().iter().zip(&recorded.results).filter(|(y, _)| **y == id);
            let results: Vec<&str> = results.map(|(_, name)| name.as_str()).collect();
            let formula = match vertex.instruction() {
                Instruction::Constant(_) if results.is_empty() => continue,
                Instruction::Apply { args, .. } => {
                    let from = args.iter().zip(vertex.partials()).enumerate();
                    let drawn = from.filter(|(_, (a, _))| number_of[**a as usize] != usize::MAX);
                    arrows.extend(drawn.map(|(operand, (&a, partial))| Arrow {
                        from: number_of[a as usize],
                        to: places.len(),
                        operand,
                        partial: partial.map(|d| number(d, digits)),
                    }));
                    format!("{name} = {}", maker.formula(id))
                }
                _ => name.clone(),
            };
            let title = results.iter().fold(formula, |title, result| format!("{result} = {title}"));
            number_of[id as usize] = places.len();
            places.push(Place {
                id,
                name: cut(&name, 12),
                kind: match vertex.instruction() {
                    _ if !results.is_empty() => Kind::Result,
                    Instruction::Input(_) => Kind::Input,
                    _ => Kind::Operation,
                },
                title: cut(&title, LONGEST),
                value: number(vertex.value(), digits),
                derivative: derivatives[id as usize]
                    .map(|d| format!("{} = {}", symbol(&cut(&name, 12)), number(d, digits))),
            });
        }
        let point = inputs.iter().zip(&recorded.x).map(|(name, &x)| format!("{name} = {}", number(x, digits)));
        let at: Vec<String> = point.collect();
        let source = &recorded.problem.source;
        let program =
            source.file.clone().unwrap_or_else(|| source.text.split_whitespace().collect::<Vec<_>>().join(" "));
        let at = if at.is_empty() { String::new() } else { format!("   at {}", cut(&at.join(", "), 60)) };
        let coloured = match (sweep, one) {
            (Sweep::Forward(_), Some(i)) => format!("its derivative by {}", inputs[i]),
            (Sweep::Forward(_), None) => "its tangent along the direction".to_owned(),
            (Sweep::Reverse(_), Some(i)) => format!("the derivative of {} by it", recorded.results[i]),
            (Sweep::Reverse(_), None) => "the derivative of the weighted results by it".to_owned(),
        };
        Picture {
            heading: format!("{}{at}", cut(&visible(&program), 80)),
            legend: format!("in each node its value and {coloured}; on each edge the partial of the node it leads to"),
            branches: branches(&recorded.guards),
            forward,
            places,
            arrows,
        }
    }
}

/// The branches that were taken, a line each; of many the first.
fn branches(guards: &[String]) -> Vec<String> {
    let mut lines: Vec<String> =
        guards.iter().take(BRANCHES).map(|guard| format!("branch: {}", cut(guard, 100))).collect();
    if guards.len() > BRANCHES {
        lines.push(format!("and {} more; `wengert trace` lists all", guards.len() - BRANCHES));
    }
    lines
}

/// The only input or result that takes part, with 1.
fn only(sweep: &Sweep) -> Option<usize> {
    let (Sweep::Forward(all) | Sweep::Reverse(all)) = sweep;
    let mut counted = all.iter().enumerate().filter(|(_, w)| **w != 0.0);
    match (counted.next(), counted.next()) {
        (Some((i, 1.0)), None) => Some(i),
        _ => None,
    }
}

/// The beginning of a long text.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['\u{2026}']).collect(),
        None => text.to_owned(),
    }
}
