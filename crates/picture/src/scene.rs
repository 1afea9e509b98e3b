//! A picture as shapes with coordinates.

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// A part of a way: straight to a point, or bent by two others.
///
/// ```
/// use picture::{INK, Part, Shape, path};
/// let parts = vec![Part::To([10.0, 0.0]), Part::Bend([[15.0, 0.0], [20.0, 5.0], [20.0, 10.0]])];
/// let way = Shape::Way { from: [0.0, 0.0], parts, colour: INK, width: 1.0, dashed: false };
/// assert_eq!(path(&way).as_deref(), Some("M0,0L10,0C15,0 20,5 20,10"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// A straight line to this point.
    To([f64; 2]),
    /// A cubic Bezier curve: two control points and its end.
    Bend([[f64; 2]; 3]),
}

/// What is drawn.
///
/// ```
/// use picture::{COLOURS, INK, Scene, Shape, svg};
/// let card = Shape::Card { at: [10.0, 10.0], size: [80.0, 30.0], radius: 4.0, fill: COLOURS[1], line: Some(INK) };
/// let scene = Scene { size: [100.0, 50.0], title: "A card".to_owned(), shapes: vec![card] };
/// assert!(svg(&scene).contains(r##"<rect x="10" y="10" width="80" height="30" rx="4" fill="#0072b2" stroke="#22262b"/>"##));
/// ```
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
///
/// ```
/// use picture::{INK, Scene, Shape, path};
/// let corners = vec![[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]];
/// let scene = Scene { size: [10.0; 2], title: "Area".to_owned(), shapes: vec![Shape::Area { corners, colour: INK }] };
/// assert_eq!(path(&scene.shapes[0]).as_deref(), Some("M0,0L4,0L0,3Z"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width and height.
    pub size: [f64; 2],
    /// What viewers call it.
    pub title: String,
    /// What is drawn.
    pub shapes: Vec<Shape>,
}
