//! Texts and lines of plots.

use super::font::width;
use super::scene::{Colour, Part, Shape};

/// The colours of curves, which people with any eyes tell apart.
pub(crate) const COLOURS: [Colour; 4] = [[213, 94, 0], [0, 114, 178], [0, 158, 115], [170, 68, 153]];

/// Where a text stands to its point.
#[derive(Clone, Copy)]
pub(crate) enum Beside {
    Right,
    Around,
    Left,
}

/// A text, at the height of its point.
pub(crate) fn words(text: impl Into<String>, [x, y]: [f64; 2], size: f64, colour: Colour, beside: Beside) -> Shape {
    let text = text.into();
    let (x, centred) = match beside {
        Beside::Right => (x, false),
        Beside::Around => (x, true),
        Beside::Left => (x - width(&text, size, false), false),
    };
    Shape::Words { at: [x, y + 0.36 * size], text, size, bold: false, colour, centred }
}

/// A line through places; none where there are none.
pub(crate) fn line(places: &[[f64; 2]], colour: Colour, width: f64, dashed: bool) -> Option<Shape> {
    let (&from, rest) = places.split_first()?;
    let parts = rest.iter().map(|&place| Part::To(place)).collect();
    Some(Shape::Way { from, parts, colour, width, dashed })
}
