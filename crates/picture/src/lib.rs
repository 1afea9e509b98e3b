//! Pictures in one style: shapes with coordinates, axes, charts, written as SVG or PNG.
//!
//! The program `wengert` draws with it, and so do the charts of the documents. Widths of texts come from the font that is
//! compiled in, so a picture is the same on every machine.
//!
//! ```
//! use picture::{Axis, Chart, Panel, COLOURS, svg};
//!
//! let points = || (0..=40).map(|i| f64::from(i) / 10.0).map(|x| [x, x.sin()]);
//! let panel = Panel {
//!     x: Axis::around(points().map(|p| p[0]), 8.0),
//!     y: Axis::around(points().map(|p| p[1]), 6.0),
//!     sides: [60.0, 80.0, 540.0, 300.0],
//! };
//! let mut chart = Chart::new([600.0, 360.0], "A wave", "sin(x)");
//! chart.panel(&panel, "x", "y");
//! chart.curve(&panel, points(), COLOURS[0], 2.0, false);
//! assert!(svg(&chart.scene()).contains("A wave"));
//! ```

#![forbid(unsafe_code)]

mod axes;
mod chart;
mod font;
mod marks;
mod number;
mod png;
mod scene;
mod svg;

pub use axes::{Axis, Panel};
pub use chart::Chart;
pub use font::width;
pub use marks::{Beside, COLOURS, FRAME, GRID, INK, PALE, dot, line, mixed, words};
pub use number::{number, power_of_ten, superscript};
pub use png::png;
pub use scene::{Colour, Part, Scene, Shape};
pub use svg::{path, svg};
