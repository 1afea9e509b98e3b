//! Where nodes and edges go.
//!
//! Nodes stand in layers by the method of Sugiyama, Tagawa and Toda (1981), as `dagre` implements it. A large graph is
//! first cut into columns of layers, as a long text is, and what would run far is not drawn: a small copy of the name
//! stands at its end.

use super::Picture;
use dagre::graph::{Graph, GraphOptions};
use dagre::layout::types::LabelPos;
use dagre::{EdgeLabel, LayoutOptions, NodeLabel, layout};
use std::collections::HashMap;

/// The sizes of what is to be placed.
pub(crate) struct Sizes {
    /// Of each node.
    pub(crate) nodes: Vec<[f64; 2]>,
    /// Of the copy of each node's name.
    pub(crate) names: Vec<[f64; 2]>,
    /// Of the label of each edge.
    pub(crate) labels: Vec<[f64; 2]>,
}

/// Where everything is, from the upper left corner.
#[derive(Default)]
pub(crate) struct Placed {
    pub(crate) size: [f64; 2],
    /// The centres of nodes.
    pub(crate) nodes: Vec<[f64; 2]>,
    /// The edges, in their order.
    pub(crate) edges: Vec<Placement>,
    /// Whether layers stand side by side, from left to right.
    pub(crate) lies: bool,
}

/// Where an edge is.
#[derive(Clone, Default)]
pub(crate) struct Placement {
    /// The centre of the copy of a name that it comes from, instead of the node.
    pub(crate) copy: Option<[f64; 2]>,
    /// Points between which it runs in curves: each pair is a straight part.
    pub(crate) way: Vec<[f64; 2]>,
    /// The centre of its label.
    pub(crate) label: [f64; 2],
}

/// How wide a picture should be for its height.
const ASPECT: f64 = 1.5;
/// Pictures of this many nodes are drawn as they are.
const SMALL: usize = 25;
/// In a larger one, the most layers that an edge runs through, and the most edges that leave a node.
const FAR: usize = 4;
const MANY: usize = 12;
const BETWEEN_NODES: f64 = 20.0;
const BETWEEN_LAYERS: f64 = 46.0;
/// The straight part before the head of an arrow.
const LANDING: f64 = 9.0;
const BETWEEN_COLUMNS: f64 = 60.0;

/// Places nodes in layers, such that edges cross seldom and labels have room.
pub(crate) fn place(picture: &Picture, sizes: &Sizes) -> Placed {
    let count = sizes.nodes.len();
    let level = levels(picture, count);
    let layers = level.iter().max().map_or(0, |last| last + 1);
    let mut widths = vec![0.0; layers];
    level.iter().zip(&sizes.nodes).for_each(|(&l, size)| widths[l] += size[0] + BETWEEN_NODES);
    let widest = widths.iter().copied().fold(1.0, f64::max);
    let high = sizes.nodes.iter().map(|size| size[1]).fold(1.0, f64::max) + BETWEEN_LAYERS + 16.0;
    let height = layers.max(1) as f64 * high;
    if count > SMALL && widest > 6.0 * height {
        return lying(place_columns(picture, &turned(sizes), &level, layers));
    }
    let columns = |wanted: f64| match count > SMALL {
        true => place_columns(picture, sizes, &level, layers.div_ceil(wanted.round().max(1.0) as usize).max(1)),
        false => place_columns(picture, sizes, &level, layers.max(1)),
    };
    // Copies of names and bends take as much room again; once more when it is known how much.
    let guess = (ASPECT * height / (1.5 * widest)).sqrt();
    let placed = columns(guess);
    let aspect = placed.size[0] / placed.size[1].max(1.0);
    match count > SMALL && !(0.6..1.7).contains(&(aspect / ASPECT)) {
        true => columns(guess.round().max(1.0) * (ASPECT / aspect).sqrt()),
        false => placed,
    }
}

/// The layer of each node, as near as possible to what needs it.
fn levels(picture: &Picture, count: usize) -> Vec<usize> {
    let mut early = vec![0usize; count];
    for arrow in &picture.arrows {
        early[arrow.to] = early[arrow.to].max(early[arrow.from] + 1);
    }
    let last = early.iter().max().copied().unwrap_or(0);
    let mut late = vec![usize::MAX; count];
    for arrow in picture.arrows.iter().rev() {
        let to = if late[arrow.to] == usize::MAX { last } else { late[arrow.to] };
        late[arrow.from] = late[arrow.from].min(to - 1);
    }
    late.into_iter().zip(early).map(|(late, early)| if late == usize::MAX { early.max(last) } else { late }).collect()
}

fn turned(sizes: &Sizes) -> Sizes {
    let turn = |list: &[[f64; 2]]| list.iter().map(|&[w, h]| [h, w]).collect();
    Sizes { nodes: turn(&sizes.nodes), names: turn(&sizes.names), labels: turn(&sizes.labels) }
}

fn lying(mut placed: Placed) -> Placed {
    let swap = |p: &mut [f64; 2]| p.swap(0, 1);
    placed.nodes.iter_mut().for_each(swap);
    for edge in &mut placed.edges {
        edge.copy.iter_mut().chain(&mut edge.way).for_each(swap);
        swap(&mut edge.label);
    }
    swap(&mut placed.size);
    placed.lies = true;
    placed
}

/// Columns of so many layers side by side.
fn place_columns(picture: &Picture, sizes: &Sizes, level: &[usize], each: usize) -> Placed {
    let count = level.len();
    let column = |node: usize| level[node] / each;
    let mut uses = vec![0usize; count];
    picture.arrows.iter().for_each(|arrow| uses[arrow.from] += 1);
    let far = |from: usize, to: usize| {
        let runs = column(from) != column(to) || level[to] - level[from] > FAR || uses[from] > MANY;
        count > SMALL && runs
    };
    let mut placed = Placed { nodes: vec![[0.0; 2]; count], ..Placed::default() };
    placed.edges.resize(picture.arrows.len(), Placement::default());
    let columns = level.iter().max().map_or(0, |last| last / each + 1);
    for c in 0..columns {
        let mut cells: Vec<Cell> = (0..count).filter(|&i| column(i) == c).map(Cell::Node).collect();
        let mut number: HashMap<usize, usize> = HashMap::new();
        for (k, cell) in cells.iter().enumerate() {
            if let Cell::Node(i) = cell {
                number.insert(*i, k);
            }
        }
        let mut lines = Vec::new();
        for (k, arrow) in picture.arrows.iter().enumerate().filter(|(_, arrow)| column(arrow.to) == c) {
            let from = match far(arrow.from, arrow.to) {
                true => {
                    cells.push(Cell::Copy(arrow.from));
                    cells.len() - 1
                }
                false => number[&arrow.from],
            };
            lines.push(Line { edge: k, from, to: number[&arrow.to] });
        }
        let left = if c == 0 { 0.0 } else { placed.size[0] + BETWEEN_COLUMNS };
        place_column(&mut placed, left, &cells, &lines, sizes);
    }
    placed
}

/// What stands in a column.
enum Cell {
    /// A node.
    Node(usize),
    /// A copy of a node's name, where an edge begins.
    Copy(usize),
}

/// An edge between two cells.
struct Line {
    edge: usize,
    from: usize,
    to: usize,
}

/// A column as it is laid out.
struct Column {
    /// The centres of cells.
    centres: Vec<[f64; 2]>,
    /// The points of edges between their cells.
    inner: Vec<Vec<[f64; 2]>>,
    /// The centres of labels.
    labels: Vec<[f64; 2]>,
}

fn place_column(placed: &mut Placed, left: f64, cells: &[Cell], lines: &[Line], sizes: &Sizes) {
    let size_of: Vec<[f64; 2]> = cells
        .iter()
        .map(|cell| match *cell {
            Cell::Node(i) => sizes.nodes[i],
            Cell::Copy(i) => sizes.names[i],
        })
        .collect();
    let label_size: Vec<[f64; 2]> = lines.iter().map(|line| sizes.labels[line.edge]).collect();
    let mut column = laid_out(&size_of, lines, &label_size);
    let [width, height] = column.move_to(left, &size_of, &label_size);
    placed.size = [left + width, placed.size[1].max(height)];
    for ((line, way), &label) in lines.iter().zip(column.ways(lines, &size_of)).zip(&column.labels) {
        let copy = match cells[line.from] {
            Cell::Copy(_) => Some(column.centres[line.from]),
            Cell::Node(_) => None,
        };
        placed.edges[line.edge] = Placement { copy, way, label };
    }
    for (cell, &centre) in cells.iter().zip(&column.centres) {
        if let Cell::Node(i) = cell {
            placed.nodes[*i] = centre;
        }
    }
}

/// Layers and their order, by `dagre`.
fn laid_out(size_of: &[[f64; 2]], lines: &[Line], label_size: &[[f64; 2]]) -> Column {
    let mut graph: Graph<NodeLabel, EdgeLabel> =
        Graph::with_options(GraphOptions { directed: true, multigraph: true, compound: false });
    let name = |i: usize| i.to_string();
    for (i, &[width, height]) in size_of.iter().enumerate() {
        graph.set_node(name(i), Some(NodeLabel { width, height, ..NodeLabel::default() }));
    }
    for (line, &[width, height]) in lines.iter().zip(label_size) {
        let label = EdgeLabel { width, height, labelpos: LabelPos::Center, ..EdgeLabel::default() };
        graph.set_edge(name(line.from), name(line.to), Some(label), Some(&name(line.edge)));
    }
    let options = LayoutOptions {
        nodesep: BETWEEN_NODES,
        edgesep: BETWEEN_NODES / 2.0,
        ranksep: BETWEEN_LAYERS,
        tie_keep_first: true,
        ..LayoutOptions::default()
    };
    layout(&mut graph, Some(options));

    let centre = |i| graph.node(&name(i)).map_or([0.0; 2], |node| [node.x.unwrap_or(0.0), node.y.unwrap_or(0.0)]);
    let mut column =
        Column { centres: (0..size_of.len()).map(centre).collect(), inner: Vec::new(), labels: Vec::new() };
    for line in lines {
        let edge = graph.edge(&name(line.from), &name(line.to), Some(&name(line.edge)));
        let points = edge.map_or(&[][..], |edge| &edge.points);
        let inner = points.get(1..points.len().saturating_sub(1)).unwrap_or(&[]);
        let inner: Vec<[f64; 2]> = inner.iter().map(|p| [p.x, p.y]).collect();
        let middle = inner.get(inner.len() / 2).copied().unwrap_or(column.centres[line.to]);
        column.labels.push(edge.and_then(|edge| Some([edge.x?, edge.y?])).unwrap_or(middle));
        column.inner.push(inner);
    }
    column
}

impl Column {
    /// Moves the column below the line y = 0, to the right of `left`; its size.
    fn move_to(&mut self, left: f64, size_of: &[[f64; 2]], label_size: &[[f64; 2]]) -> [f64; 2] {
        let boxes = self.centres.iter().zip(size_of).chain(self.labels.iter().zip(label_size));
        let corners = boxes.flat_map(|(&[x, y], &[w, h])| [[x - w / 2.0, y - h / 2.0], [x + w / 2.0, y + h / 2.0]]);
        let points: Vec<[f64; 2]> = corners.chain(self.inner.iter().flatten().copied()).collect();
        let least = [0, 1].map(|k| points.iter().map(|p| p[k]).fold(f64::INFINITY, f64::min));
        let most = [0, 1].map(|k| points.iter().map(|p| p[k]).fold(f64::NEG_INFINITY, f64::max));
        for p in self.centres.iter_mut().chain(self.inner.iter_mut().flatten()).chain(&mut self.labels) {
            *p = [p[0] - least[0] + left, p[1] - least[1]];
        }
        [most[0] - least[0], most[1] - least[1]]
    }

    /// The ways of edges: straight within a layer, so that none touches a node, and bent between layers.
    fn ways(&self, lines: &[Line], size_of: &[[f64; 2]]) -> Vec<Vec<[f64; 2]>> {
        let layer = |y: f64| (y * 2.0).round() as i64;
        let mut halves: HashMap<i64, f64> = HashMap::new();
        for (size, centre) in size_of.iter().zip(&self.centres) {
            let half = halves.entry(layer(centre[1])).or_insert(0.0);
            *half = half.max(size[1] / 2.0);
        }
        let half = |y: f64| halves.get(&layer(y)).copied().unwrap_or(0.0);
        let cells = size_of.len();
        let x_of = |i: usize| self.centres[i][0];
        let leaves =
            ports(lines, cells, |line| line.from, |k, line| self.inner[k].first().map_or(x_of(line.to), |p| p[0]));
        let enters =
            ports(lines, cells, |line| line.to, |k, line| self.inner[k].last().map_or(x_of(line.from), |p| p[0]));
        let port = |i: usize, share: f64, side: f64| {
            let room = (size_of[i][0] - 24.0).clamp(0.0, 90.0);
            [self.centres[i][0] + share * room, self.centres[i][1] + side * size_of[i][1] / 2.0]
        };
        let way = |(k, line): (usize, &Line)| {
            let (start, end) = (port(line.from, leaves[k], 1.0), port(line.to, enters[k], -1.0));
            let [from, to] = [line.from, line.to].map(|i| self.centres[i][1]);
            let mut way = vec![start, [start[0], from + half(from)]];
            for &[x, y] in &self.inner[k] {
                way.extend([[x, y - half(y)], [x, y + half(y)]]);
            }
            way.extend([[end[0], to - half(to) - LANDING], end]);
            way
        };
        lines.iter().enumerate().map(way).collect()
    }
}

/// Where along its border each edge leaves or enters a cell, from -1/2 to 1/2, in the order of where it goes.
fn ports(lines: &[Line], cells: usize, end: impl Fn(&Line) -> usize, goes: impl Fn(usize, &Line) -> f64) -> Vec<f64> {
    let mut at: Vec<Vec<(f64, usize)>> = vec![Vec::new(); cells];
    for (k, line) in lines.iter().enumerate() {
        at[end(line)].push((goes(k, line), k));
    }
    let mut shares = vec![0.0; lines.len()];
    for list in &mut at {
        list.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (i, &(_, k)) in list.iter().enumerate() {
            shares[k] = (i as f64 + 0.5) / list.len() as f64 - 0.5;
        }
    }
    shares
}
