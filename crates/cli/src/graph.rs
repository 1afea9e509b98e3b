//! `wengert graph`: a program drawn as a graph.

use crate::args::{GraphArgs, PictureForm};
use crate::failure::Failure;
use crate::output::Output;
use crate::picture::{Picture, dot, drawn};
use crate::recorded::Recorded;
use picture::{png, svg};
use std::path::Path;

/// The most nodes that are laid out; `dot` gets as many as there are.
const MOST: usize = 1000;

/// Runs the command.
pub(crate) fn run(args: &GraphArgs) -> Result<(), Failure> {
    let form = form(args)?;
    let recorded = Recorded::at_point(&args.question, args.shown.size)?;
    let graph = recorded.graph()?;
    let sweep = recorded.sweep(&args.shown)?;
    let picture = Picture::new(&recorded, &graph, &sweep, args.shown.digits);
    let nodes = picture.places.len();
    if form != PictureForm::Dot && nodes > MOST {
        let text = format!("a graph of {nodes} nodes is not laid out, {MOST} at most: take --format dot, or `trace`");
        return Err(Failure::Program(format!("error: {text}")));
    }
    let bytes = match form {
        PictureForm::Dot => dot(&picture).into_bytes(),
        PictureForm::Svg => svg(&drawn(&picture)).into_bytes(),
        PictureForm::Png => png(&drawn(&picture)).map_err(|e| Failure::Program(format!("error: {e}")))?,
    };
    Output::open(args.output.as_deref())?.print(&bytes)?;
    recorded.met(&sweep).say();
    Ok(())
}

/// The form that is asked for, or that the name of the file says.
fn form(args: &GraphArgs) -> Result<PictureForm, Failure> {
    if let Some(form) = args.format {
        return Ok(form);
    }
    let Some(file) = args.output.as_deref().filter(|file| *file != Path::new("-")) else {
        return Ok(PictureForm::Dot);
    };
    let suffix = file.extension().and_then(|suffix| suffix.to_str()).unwrap_or("").to_lowercase();
    match suffix.as_str() {
        "svg" => Ok(PictureForm::Svg),
        "png" => Ok(PictureForm::Png),
        "dot" | "gv" => Ok(PictureForm::Dot),
        _ => {
            let text = format!("{} says no form: end it in .svg, .png or .dot, or give --format", file.display());
            Err(Failure::Usage(text))
        }
    }
}
