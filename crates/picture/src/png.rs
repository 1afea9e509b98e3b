//! A scene as PNG.

use crate::font::{outline, units, width};
use crate::scene::{Colour, Part, Scene, Shape};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};
use ttf_parser::OutlineBuilder;

/// The most pixels of a picture, and of a side.
const MOST: f64 = 60e6;
const LONGEST: f64 = 30_000.0;

/// The picture, with two pixels for a unit as long as it is not too large.
///
/// # Errors
/// If it would be illegible in the pixels that it can have.
///
/// ```
/// use picture::{Chart, png};
/// let bytes = png(&Chart::new([100.0, 80.0], "Nothing", "yet").scene())?;
/// // What a PNG begins with; then come, at byte 16, its width and its height, twice as many pixels.
/// assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
/// assert_eq!(bytes[16..24], [0, 0, 0, 200, 0, 0, 0, 160]);
/// # Ok::<(), String>(())
/// ```
pub fn png(scene: &Scene) -> Result<Vec<u8>, String> {
    let [width, height] = scene.size;
    let scale = (MOST / (width * height)).sqrt().min(LONGEST / width.max(height)).min(2.0);
    if scale < 0.6 {
        return Err(format!("a picture of {width:.0} x {height:.0} is too large for PNG: draw SVG"));
    }
    let side = |length: f64| (length * scale).ceil() as u32;
    let mut pixmap = Pixmap::new(side(width), side(height)).ok_or("no memory for the picture")?;
    pixmap.fill(Color::WHITE);
    let transform = Transform::from_scale(scale as f32, scale as f32);
    for shape in &scene.shapes {
        draw(&mut pixmap, shape, transform);
    }
    pixmap.encode_png().map_err(|e| e.to_string())
}

fn paint([r, g, b]: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, 255);
    paint.anti_alias = true;
    paint
}

fn draw(pixmap: &mut Pixmap, shape: &Shape, transform: Transform) {
    match shape {
        Shape::Card { at, size, radius, fill, line } => {
            let Some(path) = card(*at, *size, *radius) else { return };
            pixmap.fill_path(&path, &paint(*fill), FillRule::Winding, transform, None);
            if let Some(line) = line {
                pixmap.stroke_path(&path, &paint(*line), &Stroke::default(), transform, None);
            }
        }
        Shape::Way { from, parts, colour, width, dashed } => {
            let mut builder = PathBuilder::new();
            let [x, y] = single(*from);
            builder.move_to(x, y);
            for part in parts {
                match part {
                    Part::To(to) => {
                        let [x, y] = single(*to);
                        builder.line_to(x, y);
                    }
                    Part::Bend(points) => {
                        let [[a, b], [c, d], [x, y]] = points.map(single);
                        builder.cubic_to(a, b, c, d, x, y);
                    }
                }
            }
            let dash = if *dashed { StrokeDash::new(vec![4.0, 3.0], 0.0) } else { None };
            let join = if *width > 1.5 { LineJoin::Round } else { LineJoin::Miter };
            let stroke =
                Stroke { width: *width as f32, line_cap: LineCap::Butt, line_join: join, dash, ..Stroke::default() };
            if let Some(path) = builder.finish() {
                pixmap.stroke_path(&path, &paint(*colour), &stroke, transform, None);
            }
        }
        Shape::Area { corners, colour } => {
            let mut builder = PathBuilder::new();
            for (i, &corner) in corners.iter().enumerate() {
                let [x, y] = single(corner);
                if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
            }
            builder.close();
            if let Some(path) = builder.finish() {
                pixmap.fill_path(&path, &paint(*colour), FillRule::Winding, transform, None);
            }
        }
        Shape::Words { at: [x, y], text, size, bold, colour, centred } => {
            let start = if *centred { x - width(text, *size, *bold) / 2.0 } else { *x };
            let mut pen = Pen { builder: PathBuilder::new(), at: [start, *y], scale: size / units(*bold) };
            outline(text, *size, *bold, |glyph, advance| {
                glyph(&mut pen);
                pen.at[0] += advance;
            });
            if let Some(path) = pen.builder.finish() {
                pixmap.fill_path(&path, &paint(*colour), FillRule::Winding, transform, None);
            }
        }
    }
}

fn single(point: [f64; 2]) -> [f32; 2] {
    point.map(|c| c as f32)
}

/// A rectangle with round corners.
fn card(at: [f64; 2], size: [f64; 2], radius: f64) -> Option<Path> {
    let [x, y] = single(at);
    let [right, bottom] = single([at[0] + size[0], at[1] + size[1]]);
    let r = radius as f32;
    let mut builder = PathBuilder::new();
    builder.move_to(x + r, y);
    builder.line_to(right - r, y);
    builder.quad_to(right, y, right, y + r);
    builder.line_to(right, bottom - r);
    builder.quad_to(right, bottom, right - r, bottom);
    builder.line_to(x + r, bottom);
    builder.quad_to(x, bottom, x, bottom - r);
    builder.line_to(x, y + r);
    builder.quad_to(x, y, x + r, y);
    builder.close();
    builder.finish()
}

/// Draws the outlines of a font, whose y axis points up.
struct Pen {
    builder: PathBuilder,
    at: [f64; 2],
    scale: f64,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> [f32; 2] {
        single([self.at[0] + self.scale * f64::from(x), self.at[1] - self.scale * f64::from(y)])
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.point(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.point(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, a: f32, b: f32, x: f32, y: f32) {
        let ([a, b], [x, y]) = (self.point(a, b), self.point(x, y));
        self.builder.quad_to(a, b, x, y);
    }

    fn curve_to(&mut self, a: f32, b: f32, c: f32, d: f32, x: f32, y: f32) {
        let ([a, b], [c, d], [x, y]) = (self.point(a, b), self.point(c, d), self.point(x, y));
        self.builder.cubic_to(a, b, c, d, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}
