//! The fonts of pictures: how wide a text is, and its outlines.

use std::sync::OnceLock;
use ttf_parser::{Face, OutlineBuilder};

/// The name that a picture asks its viewer for, with what is like it.
pub(crate) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// The face of a weight.
fn face(bold: bool) -> Option<&'static Face<'static>> {
    static FACES: [OnceLock<Option<Face<'static>>>; 2] = [OnceLock::new(), OnceLock::new()];
    let data = || if bold { dejavu::sans::bold() } else { dejavu::sans::regular() };
    FACES[usize::from(bold)].get_or_init(|| Face::parse(data(), 0).ok()).as_ref()
}

/// The width of a text in the unit of its size.
///
/// ```
/// // Twice the size, twice the width; figures are all as wide.
/// assert_eq!(picture::width("wide", 26.0, false), 2.0 * picture::width("wide", 13.0, false));
/// assert_eq!(picture::width("111", 13.0, false), picture::width("888", 13.0, false));
/// ```
pub fn width(text: &str, size: f64, bold: bool) -> f64 {
    let mut end = 0.0;
    outline(text, size, bold, |_, advance| end += advance);
    end
}

/// Gives `glyph` a function that draws each character around the origin, and its advance.
pub(crate) fn outline(text: &str, size: f64, bold: bool, mut glyph: impl FnMut(&dyn Fn(&mut dyn OutlineBuilder), f64)) {
    let Some(face) = face(bold) else { return };
    let scale = size / f64::from(face.units_per_em());
    for c in text.chars() {
        let id = face.glyph_index(c).unwrap_or_default();
        let draw = |builder: &mut dyn OutlineBuilder| {
            face.outline_glyph(id, builder);
        };
        glyph(&draw, f64::from(face.glyph_hor_advance(id).unwrap_or(0)) * scale);
    }
}

/// How many units of the font make its size.
pub(crate) fn units(bold: bool) -> f64 {
    face(bold).map_or(1.0, |face| f64::from(face.units_per_em()))
}
