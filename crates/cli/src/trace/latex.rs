//! Trace tables for LaTeX.

use super::rows::{Cells, Row, Trace};

/// The table, to stand in a document that uses amsmath and booktabs.
pub(crate) fn table(trace: &Trace, notes: &[String]) -> String {
    let mut text = String::from("% \\usepackage{amsmath, booktabs}\n");
    let half = "l@{}l@{}l@{}l";
    text.push_str(&format!("\\begin{{tabular}}{{{half}@{{\\qquad}}{half}}}\n\\toprule\n"));
    let right = if trace.forward { "Forward tangent trace $\\downarrow$" } else { "Reverse adjoint trace $\\uparrow$" };
    text.push_str(&format!(
        "\\multicolumn{{4}}{{l}}{{Forward primal trace $\\downarrow$}} & \\multicolumn{{4}}{{l}}{{{right}}} \\\\\n"
    ));
    for part in [&trace.inputs, &trace.operations, &trace.results] {
        if !part.is_empty() {
            text.push_str("\\midrule\n");
        }
        part.iter().for_each(|row| push(&mut text, row, trace.forward));
    }
    text.push_str("\\bottomrule\n\\end{tabular}\n");
    notes.iter().for_each(|note| text.push_str(&format!("% {note}\n")));
    text
}

fn push(text: &mut String, row: &Row, forward: bool) {
    let mut derivatives: Vec<&Cells> = row.derivatives.iter().collect();
    if !forward {
        derivatives.reverse();
    }
    for i in 0..derivatives.len().max(1) {
        let left = if i == 0 { cells(&row.primal) } else { " & & & ".to_owned() };
        let right = derivatives.get(i).map_or_else(|| " & & & ".to_owned(), |derivative| cells(derivative));
        text.push_str(&format!("{left} & {right} \\\\\n"));
    }
}

fn cells(Cells(texts): &Cells) -> String {
    let [symbol, rest @ ..] = texts;
    let rest = rest.each_ref().map(|text| if text.is_empty() { String::new() } else { format!("${{}}= {text}$") });
    format!("${symbol}$ & {}", rest.join(" & "))
}
