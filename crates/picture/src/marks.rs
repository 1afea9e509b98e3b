//! Texts, lines and dots.

use crate::font::width;
use crate::scene::{Colour, Part, Shape};

/// The colours of curves, which people with any eyes tell apart.
pub const COLOURS: [Colour; 4] = [[213, 94, 0], [0, 114, 178], [0, 158, 115], [170, 68, 153]];

/// Of texts and numbers.
pub const INK: Colour = [0x22, 0x26, 0x2b];
/// Of what is said beside, and of what is there to be compared with.
pub const PALE: Colour = [0x6f, 0x78, 0x82];
/// Of the lines behind curves.
pub const GRID: Colour = [0xe3, 0xe6, 0xe9];
/// Of the frame around them.
pub const FRAME: Colour = [0xb4, 0xba, 0xc1];

/// Where a text stands to its point.
///
/// ```
/// use picture::{Beside, INK, Shape, width, words};
/// let Shape::Words { at, .. } = words("end", [100.0, 0.0], 13.0, INK, Beside::Left) else { panic!("a text") };
/// assert_eq!(at[0], 100.0 - width("end", 13.0, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// It begins there.
    Right,
    /// Its middle is there.
    Around,
    /// It ends there.
    Left,
}

/// A text, at the height of its point.
///
/// ```
/// use picture::{Beside, INK, Shape, words};
/// let text = words("x = 2", [50.0, 10.0], 13.0, INK, Beside::Around);
/// assert!(matches!(text, Shape::Words { at: [50.0, _], size: 13.0, centred: true, .. }));
/// ```
pub fn words(text: impl Into<String>, [x, y]: [f64; 2], size: f64, colour: Colour, beside: Beside) -> Shape {
    let text = text.into();
    let (x, centred) = match beside {
        Beside::Right => (x, false),
        Beside::Around => (x, true),
        Beside::Left => (x - width(&text, size, false), false),
    };
    Shape::Words { at: [x, y + 0.36 * size], text, size, bold: false, colour, centred }
}

/// A line through places; none where there are none.
///
/// ```
/// use picture::{FRAME, line, path};
/// let triangle = line(&[[0.0, 0.0], [4.0, 0.0], [0.0, 3.0], [0.0, 0.0]], FRAME, 1.0, false);
/// assert_eq!(triangle.and_then(|shape| path(&shape)).as_deref(), Some("M0,0L4,0L0,3L0,0"));
/// assert!(line(&[], FRAME, 1.0, false).is_none());
/// ```
pub fn line(places: &[[f64; 2]], colour: Colour, width: f64, dashed: bool) -> Option<Shape> {
    let (&from, rest) = places.split_first()?;
    let parts = rest.iter().map(|&place| Part::To(place)).collect();
    Some(Shape::Way { from, parts, colour, width, dashed })
}

/// A filled circle.
///
/// ```
/// use picture::{INK, Shape, dot};
/// // A square with corners as round as can be.
/// assert!(matches!(dot([5.0, 5.0], 2.0, INK), Shape::Card { at: [3.0, 3.0], size: [4.0, 4.0], radius: 2.0, .. }));
/// ```
pub fn dot([x, y]: [f64; 2], radius: f64, colour: Colour) -> Shape {
    Shape::Card { at: [x - radius, y - radius], size: [2.0 * radius; 2], radius, fill: colour, line: None }
}

/// A colour on the way from one to another: `part` 0 is the first, 1 the second.
///
/// ```
/// assert_eq!(picture::mixed([0, 0, 0], [200, 100, 50], 0.5), [100, 50, 25]);
/// ```
pub fn mixed(from: Colour, to: Colour, part: f64) -> Colour {
    let part = part.clamp(0.0, 1.0);
    std::array::from_fn(|i| (f64::from(from[i]) + part * (f64::from(to[i]) - f64::from(from[i]))).round() as u8)
}
