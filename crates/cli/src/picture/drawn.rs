//! A graph as shapes with coordinates.

use super::layout::{Sizes, place};
use super::{Kind, Picture, Place};
use picture::{Colour, INK, Part, Scene, Shape, width};

const PALE: Colour = [0x8a, 0x93, 0x9d];
const EDGE: Colour = [0x5b, 0x66, 0x72];
const BACKGROUND: Colour = [0xff, 0xff, 0xff];
const ADJOINT: Colour = [0xb3, 0x26, 0x1e];
const TANGENT: Colour = [0x1a, 0x75, 0x44];
const BRANCH: Colour = [0x8a, 0x5a, 0x00];
const PARTIAL: Colour = [0x1f, 0x4e, 0x9e];

const TITLE: f64 = 13.0;
const TEXT: f64 = 12.0;
const LABEL: f64 = 11.0;
const LINE: f64 = 16.0;
const PADDING: f64 = 9.0;
const MARGIN: f64 = 18.0;
const HEAD: f64 = 7.0;

/// A picture laid out and not drawn.
pub(crate) struct Laid {
    pub(crate) size: [f64; 2],
    /// The centres and the sizes of nodes.
    pub(crate) nodes: Vec<([f64; 2], [f64; 2])>,
    pub(crate) edges: Vec<Edge>,
}

/// Where an edge is, as paths of SVG.
pub(crate) struct Edge {
    pub(crate) way: String,
    pub(crate) head: String,
    /// The centre of its label.
    pub(crate) label: [f64; 2],
    /// The centre of the copy of a name that it comes from, with the size of that, instead of the node.
    pub(crate) copy: Option<([f64; 2], [f64; 2])>,
}

/// Lays a picture out, with room for the derivatives of another sweep over the same graph too.
pub(crate) fn laid(picture: &Picture, other: Option<&Picture>) -> Laid {
    let mut sizes = sizes(picture);
    for (size, more) in sizes.nodes.iter_mut().zip(other.map_or(vec![], |other| self::sizes(other).nodes)) {
        *size = [size[0].max(more[0]), size[1].max(more[1])];
    }
    let placed = place(picture, &sizes);
    let moved = |p: [f64; 2]| p.map(|c| c + MARGIN);
    let edges = picture.arrows.iter().zip(&placed.edges).map(|(arrow, edge)| {
        let mut shapes = Vec::new();
        let way: Vec<[f64; 2]> = edge.way.iter().map(|&p| moved(p)).collect();
        push_way(&mut shapes, &way, placed.lies, EDGE, false);
        let mut paths = shapes.iter().map(picture::path);
        let mut path = || paths.next().flatten().unwrap_or_default();
        let copy = edge.copy.map(|at| (moved(at), sizes.names[arrow.from]));
        Edge { way: path(), head: path(), label: moved(edge.label), copy }
    });
    let edges = edges.collect();
    let nodes = placed.nodes.iter().map(|&centre| moved(centre)).zip(sizes.nodes.iter().copied()).collect();
    Laid { size: placed.size.map(|c| c + 2.0 * MARGIN), nodes, edges }
}

/// How much room nodes, names and labels take.
fn sizes(picture: &Picture) -> Sizes {
    let nodes = picture.places.iter().map(|place| {
        let lines = lines(place, picture.forward);
        let widest = lines.iter().map(|line| width(&line.0, line.1, line.2)).fold(30.0, f64::max);
        [widest + 2.0 * PADDING, lines.len() as f64 * LINE + PADDING]
    });
    let labels = picture.arrows.iter().map(|arrow| match &arrow.partial {
        Some(partial) => [width(partial, LABEL, false) + 6.0, LABEL + 5.0],
        None => [0.0, 0.0],
    });
    let names = picture.places.iter().map(|place| [width(&place.name, LABEL, false) + 12.0, LABEL + 7.0]);
    Sizes { nodes: nodes.collect(), names: names.collect(), labels: labels.collect() }
}

/// Lays a picture out and draws it.
pub(crate) fn drawn(picture: &Picture) -> Scene {
    let sizes = sizes(picture);
    let placed = place(picture, &sizes);
    let copies = placed.edges.iter().any(|edge| edge.copy.is_some());
    let mut legend = picture.legend.clone();
    if copies {
        legend.push_str("; a small name stands for the node of that name");
    }
    let mut header = vec![(&picture.heading, TITLE, true, INK), (&legend, LABEL, false, PALE)];
    header.extend(picture.branches.iter().map(|branch| (branch, LABEL, false, BRANCH)));
    let top = header.len() as f64 * LINE + MARGIN;
    let widest = header.iter().map(|(text, size, bold, _)| width(text, *size, *bold)).fold(placed.size[0], f64::max);
    let size = [widest + 2.0 * MARGIN, placed.size[1] + top + 2.0 * MARGIN];
    let offset = [MARGIN + (widest - placed.size[0]) / 2.0, MARGIN + top];
    let moved = |p: [f64; 2]| [p[0] + offset[0], p[1] + offset[1]];

    let mut shapes = Vec::new();
    for (i, (text, size, bold, colour)) in header.into_iter().enumerate() {
        let at = [MARGIN, MARGIN + TITLE + i as f64 * LINE];
        shapes.push(Shape::Words { at, text: text.clone(), size, bold, colour, centred: false });
    }
    for (arrow, edge) in picture.arrows.iter().zip(&placed.edges) {
        let way: Vec<[f64; 2]> = edge.way.iter().map(|&p| moved(p)).collect();
        let flows = arrow.partial.is_some();
        push_way(&mut shapes, &way, placed.lies, if flows { EDGE } else { PALE }, !flows);
    }
    for ((arrow, edge), &size) in picture.arrows.iter().zip(&placed.edges).zip(&sizes.labels) {
        if let Some(partial) = &arrow.partial {
            let [x, y] = moved(edge.label);
            let at = [x - size[0] / 2.0, y - size[1] / 2.0];
            shapes.push(Shape::Card { at, size, radius: 3.0, fill: BACKGROUND, line: None });
            push_centred(&mut shapes, [x, y], partial, LABEL, PARTIAL);
        }
    }
    for (arrow, edge) in picture.arrows.iter().zip(&placed.edges) {
        if let Some(copy) = edge.copy {
            let (place, size, [x, y]) = (&picture.places[arrow.from], sizes.names[arrow.from], moved(copy));
            let (fill, line) = colours(place.kind);
            let at = [x - size[0] / 2.0, y - size[1] / 2.0];
            shapes.push(Shape::Card { at, size, radius: 9.0, fill, line: Some(line) });
            push_centred(&mut shapes, [x, y], &place.name, LABEL, INK);
        }
    }
    for ((place, &centre), &size) in picture.places.iter().zip(&placed.nodes).zip(&sizes.nodes) {
        push_node(&mut shapes, place, picture.forward, moved(centre), size);
    }
    Scene { size, title: picture.heading.clone(), shapes }
}

/// The lines in a node: text, size, weight, colour.
fn lines(place: &Place, forward: bool) -> Vec<(String, f64, bool, Colour)> {
    let mut lines = vec![(place.title.clone(), TITLE, true, INK), (place.value.clone(), TEXT, false, INK)];
    let colour = if forward { TANGENT } else { ADJOINT };
    lines.extend(place.derivative.clone().map(|text| (text, TEXT, false, colour)));
    lines
}

fn push_node(shapes: &mut Vec<Shape>, place: &Place, forward: bool, [x, y]: [f64; 2], size: [f64; 2]) {
    let (fill, line) = colours(place.kind);
    let top = y - size[1] / 2.0;
    shapes.push(Shape::Card { at: [x - size[0] / 2.0, top], size, radius: 7.0, fill, line: Some(line) });
    let faded = place.derivative.is_none();
    for (i, (text, size, bold, colour)) in lines(place, forward).into_iter().enumerate() {
        let at = [x, top + PADDING / 2.0 + i as f64 * LINE + 12.0];
        let colour = if faded && i > 0 { PALE } else { colour };
        shapes.push(Shape::Words { at, text, size, bold, colour, centred: true });
    }
}

fn colours(kind: Kind) -> (Colour, Colour) {
    match kind {
        Kind::Input => ([0xe9, 0xf2, 0xfc], [0x3b, 0x73, 0xb9]),
        Kind::Operation => (BACKGROUND, EDGE),
        Kind::Result => ([0xfd, 0xf2, 0xdd], [0xc0, 0x7a, 0x10]),
    }
}

/// A text around a point.
fn push_centred(shapes: &mut Vec<Shape>, [x, y]: [f64; 2], text: &str, size: f64, colour: Colour) {
    let at = [x, y + 0.36 * size];
    shapes.push(Shape::Words { at, text: text.to_owned(), size, bold: false, colour, centred: true });
}

/// A way of straight parts, with bends between them, and a head at its end.
fn push_way(shapes: &mut Vec<Shape>, way: &[[f64; 2]], lies: bool, colour: Colour, dashed: bool) {
    let (Some(&from), Some(&to)) = (way.first(), way.last()) else { return };
    let along = usize::from(!lies);
    let mut parts = Vec::new();
    let mut at = from;
    for (i, &point) in way.iter().enumerate().skip(1) {
        let mut point = point;
        if i + 1 == way.len() {
            // The head covers the rest.
            point[along] -= HEAD / 2.0;
        }
        if i % 2 == 1 || (at[1 - along] - point[1 - along]).abs() < 0.05 {
            parts.push(Part::To(point));
        } else {
            // The farther it goes, the straighter, so that ways beside one another stay apart.
            let [deep, wide] = [along, 1 - along].map(|k| point[k] - at[k]);
            let pull = deep * (1.2 * deep.abs() / wide.abs()).clamp(0.12, 0.5);
            let (mut a, mut b) = (at, point);
            (a[along], b[along]) = (at[along] + pull, point[along] - pull);
            parts.push(Part::Bend([a, b, point]));
        }
        at = point;
    }
    shapes.push(Shape::Way { from, parts, colour, width: 1.1, dashed });
    let corner = |aside: f64| {
        let mut corner = to;
        corner[along] -= HEAD;
        corner[1 - along] += aside;
        corner
    };
    shapes.push(Shape::Area { corners: vec![to, corner(HEAD * 0.45), corner(-HEAD * 0.45)], colour });
}
