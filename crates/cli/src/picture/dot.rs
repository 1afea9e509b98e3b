//! A picture in the language of Graphviz.

use super::{Kind, Picture};

/// The graph, to be laid out by `dot`.
pub(crate) fn dot(picture: &Picture) -> String {
    let mut text = format!("// {}\n// {}\n", one_line(&picture.heading), picture.legend);
    picture.branches.iter().for_each(|branch| text.push_str(&format!("// {}\n", one_line(branch))));
    text.push_str("digraph program {\n  node [shape=box, style=\"rounded,filled\", fillcolor=white];\n");
    for (number, place) in picture.places.iter().enumerate() {
        let lines = [Some(&place.title), Some(&place.value), place.derivative.as_ref()];
        let lines: Vec<String> = lines.into_iter().flatten().map(|line| escaped(line)).collect();
        let colour = match place.kind {
            Kind::Input => ", fillcolor=aliceblue",
            Kind::Operation => "",
            Kind::Result => ", fillcolor=papayawhip",
        };
        text.push_str(&format!("  n{number} [label=\"{}\"{colour}];\n", lines.join("\\n")));
    }
    for arrow in &picture.arrows {
        let label = match &arrow.partial {
            Some(partial) => format!("label=\"{partial}\""),
            None => "style=dashed, color=gray".to_owned(),
        };
        text.push_str(&format!("  n{} -> n{} [{label}];\n", arrow.from, arrow.to));
    }
    text + "}\n"
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
