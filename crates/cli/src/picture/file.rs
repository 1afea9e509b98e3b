//! The file of a plot.

use crate::args::PictureForm;
use crate::failure::Failure;
use crate::output::Output;
use picture::{Scene, png, svg};
use std::path::Path;

/// A file that a plot goes to, opened before anything is written.
pub(crate) struct PlotFile {
    form: PictureForm,
    output: Output,
}

impl PlotFile {
    /// Opens a file whose name says the form.
    pub(crate) fn open(path: &Path) -> Result<PlotFile, Failure> {
        let form = match path.extension().and_then(|suffix| suffix.to_str()).unwrap_or("").to_lowercase().as_str() {
            "svg" => PictureForm::Svg,
            "png" => PictureForm::Png,
            _ => {
                let text = format!("--plot {} says no form: end it in .svg or .png", path.display());
                return Err(Failure::Usage(text));
            }
        };
        Ok(PlotFile { form, output: Output::open(Some(path))? })
    }

    /// Draws.
    pub(crate) fn print(self, scene: &Scene) -> Result<(), Failure> {
        let bytes = match self.form {
            PictureForm::Png => png(scene).map_err(|e| Failure::Program(format!("error: {e}")))?,
            _ => svg(scene).into_bytes(),
        };
        self.output.print(&bytes)
    }
}
