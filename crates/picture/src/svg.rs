//! A scene as SVG.

use crate::font::FAMILY;
use crate::scene::{Colour, Part, Scene, Shape};

/// The document.
///
/// ```
/// use picture::{Scene, svg};
/// let empty = Scene { size: [40.0, 30.0], title: "a < b".to_owned(), shapes: Vec::new() };
/// assert!(svg(&empty).contains("viewBox=\"0 0 40 30\"") && svg(&empty).contains("<title>a &lt; b</title>"));
/// ```
pub fn svg(scene: &Scene) -> String {
    let [width, height] = scene.size.map(f64::ceil);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILY}\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        escaped(&scene.title)
    );
    scene.shapes.iter().for_each(|shape| push(&mut text, shape));
    text + "</svg>\n"
}

/// The way of a line, or the outline of an area, as the attribute `d` of a path; none for other shapes.
///
/// ```
/// use picture::{INK, Shape, dot, path};
/// let square = Shape::Area { corners: vec![[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]], colour: INK };
/// assert_eq!(path(&square).as_deref(), Some("M0,0L2,0L2,2L0,2Z"));
/// assert!(path(&dot([1.0, 1.0], 1.0, INK)).is_none());
/// ```
pub fn path(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Way { from, parts, .. } => {
            Some(parts.iter().fold(format!("M{}", pair(*from)), |way, part| match part {
                Part::To(to) => format!("{way}L{}", pair(*to)),
                Part::Bend([a, b, to]) => format!("{way}C{} {} {}", pair(*a), pair(*b), pair(*to)),
            }))
        }
        Shape::Area { corners, .. } => {
            let corners: Vec<String> = corners.iter().map(|&corner| pair(corner)).collect();
            Some(format!("M{}Z", corners.join("L")))
        }
        Shape::Card { .. } | Shape::Words { .. } => None,
    }
}

fn push(text: &mut String, shape: &Shape) {
    text.push_str(&match shape {
        Shape::Card { at: [x, y], size: [w, h], radius, fill, line } => {
            let line = line.map_or(String::new(), |line| format!(" stroke=\"{}\"", hex(line)));
            let [x, y, w, h] = [x, y, w, h].map(|&c| short(c));
            let fill = hex(*fill);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{radius}\" fill=\"{fill}\"{line}/>\n")
        }
        Shape::Way { colour, width, dashed, .. } => {
            let way = path(shape).unwrap_or_default();
            let mut style = if *dashed { " stroke-dasharray=\"4 3\"" } else { "" }.to_owned();
            if *width > 1.5 {
                style.push_str(" stroke-linejoin=\"round\"");
            }
            let colour = hex(*colour);
            format!("<path d=\"{way}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{style}/>\n")
        }
        Shape::Area { colour, .. } => {
            format!("<path d=\"{}\" fill=\"{}\"/>\n", path(shape).unwrap_or_default(), hex(*colour))
        }
        Shape::Words { at: [x, y], text, size, bold, colour, centred } => {
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            let anchor = if *centred { " text-anchor=\"middle\"" } else { "" };
            let (x, y, colour) = (short(*x), short(*y), hex(*colour));
            let text = escaped(text);
            format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{weight}{anchor}>{text}</text>\n")
        }
    });
}

fn pair([x, y]: [f64; 2]) -> String {
    format!("{},{}", short(x), short(y))
}

/// To a tenth.
fn short(c: f64) -> f64 {
    (c * 10.0).round() / 10.0
}

fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    let visible = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    visible.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
