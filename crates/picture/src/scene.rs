//! A picture as shapes with coordinates.

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// A part of a way: straight to a point, or bent by two others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// A straight line to this point.
    To([f64; 2]),
    /// A cubic Bezier curve: two control points and its end.
    Bend([[f64; 2]; 3]),
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with round corners, by its upper left corner.
    Card {
        /// The upper left corner.
        at: [f64; 2],
        /// Width and height.
        size: [f64; 2],
        /// The radius of its corners.
        radius: f64,
        /// What it is filled with.
        fill: Colour,
        /// The colour of its border, if it has one.
        line: Option<Colour>,
    },
    /// A line.
    Way {
        /// Where it begins.
        from: [f64; 2],
        /// How it goes on.
        parts: Vec<Part>,
        /// Its colour.
        colour: Colour,
        /// Its width.
        width: f64,
        /// Whether it has gaps.
        dashed: bool,
    },
    /// A filled polygon.
    Area {
        /// Its corners, in order.
        corners: Vec<[f64; 2]>,
        /// What it is filled with.
        colour: Colour,
    },
    /// A text around the middle of its base line, or from its start.
    Words {
        /// The middle or the start of its base line.
        at: [f64; 2],
        /// The text.
        text: String,
        /// The size of the font.
        size: f64,
        /// Whether it is bold.
        bold: bool,
        /// Its colour.
        colour: Colour,
        /// Whether `at` is its middle.
        centred: bool,
    },
}

/// All shapes in the order in which they are drawn, and the size of the whole; y points down.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width and height.
    pub size: [f64; 2],
    /// What viewers call it.
    pub title: String,
    /// What is drawn.
    pub shapes: Vec<Shape>,
}
