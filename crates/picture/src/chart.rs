//! A chart: title, panels, curves with their names beside them.

use crate::axes::Panel;
use crate::marks::{Beside, INK, PALE, dot, line, words};
use crate::scene::{Colour, Scene, Shape};

/// A chart while it is drawn. What comes later lies above what came before.
///
/// ```
/// use picture::{Axis, Beside, COLOURS, Chart, GRID, INK, Panel, dot, svg};
/// let panel = Panel { x: Axis::between(0.0, 4.0, 4.0), y: Axis::between(0.0, 16.0, 4.0), sides: [60.0, 80.0, 360.0, 240.0] };
/// let (exact, seen) = ((0..=4).map(f64::from).map(|x| [x, x * x]), [[1.0, 1.5], [2.0, 3.5], [3.0, 9.5]]);
/// let mut chart = Chart::new([440.0, 300.0], "A square", "with three measurements");
/// chart.panel(&panel, "x", "y");
/// chart.band(&panel, &[[0.0, 0.0, 1.0], [4.0, 15.0, 16.0]], GRID);
/// chart.curve(&panel, exact, COLOURS[0], 2.0, false);
/// chart.dots(&panel, seen, INK, 3.0);
/// chart.label(&panel, [2.0, 4.0], "here", INK, Beside::Right);
/// chart.ends(&panel, &[(16.0, "x squared", COLOURS[0])]);
/// chart.push(dot([20.0, 290.0], 2.0, INK));
/// let document = svg(&chart.scene());
/// assert!(document.contains("A square") && document.contains("x squared") && document.matches("<path").count() > 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    scene: Scene,
}

impl Chart {
    /// An empty one, with a title and a line below it.
    pub fn new(size: [f64; 2], title: &str, below: &str) -> Chart {
        let shapes = vec![
            words(title, [24.0, 28.0], 18.0, INK, Beside::Right),
            words(below, [24.0, 54.0], 13.0, PALE, Beside::Right),
        ];
        Chart { scene: Scene { size, title: title.to_owned(), shapes } }
    }

    /// Grid, frame and numbers of a panel, and what its axes are.
    pub fn panel(&mut self, panel: &Panel, across: &str, up: &str) {
        let [left, top, right, bottom] = panel.sides;
        self.scene.shapes.extend(panel.grid(true));
        let middle = f64::midpoint(left, right);
        self.scene.shapes.push(words(across, [middle, bottom + 38.0], 13.0, PALE, Beside::Around));
        self.scene.shapes.push(words(up, [left - 24.0, top - 14.0], 13.0, PALE, Beside::Right));
    }

    /// A line through points, with a gap where a coordinate is not finite.
    pub fn curve(
        &mut self,
        panel: &Panel,
        points: impl IntoIterator<Item = [f64; 2]>,
        colour: Colour,
        width: f64,
        dashed: bool,
    ) {
        let mut places = Vec::new();
        for [x, y] in points.into_iter().chain([[f64::NAN; 2]]) {
            if x.is_finite() && y.is_finite() {
                places.push(panel.place(x, y));
            } else {
                self.scene.shapes.extend(line(&std::mem::take(&mut places), colour, width, dashed));
            }
        }
    }

    /// A dot at each point.
    pub fn dots(&mut self, panel: &Panel, points: impl IntoIterator<Item = [f64; 2]>, colour: Colour, radius: f64) {
        let points = points.into_iter().filter(|p| p.iter().all(|c| c.is_finite()));
        self.scene.shapes.extend(points.map(|[x, y]| dot(panel.place(x, y), radius, colour)));
    }

    /// The area between two curves: x, the lower and the upper value.
    pub fn band(&mut self, panel: &Panel, points: &[[f64; 3]], colour: Colour) {
        let mut corners: Vec<[f64; 2]> = points.iter().map(|&[x, low, _]| panel.place(x, low)).collect();
        corners.extend(points.iter().rev().map(|&[x, _, high]| panel.place(x, high)));
        self.scene.shapes.push(Shape::Area { corners, colour });
    }

    /// A text beside a point of a panel.
    pub fn label(&mut self, panel: &Panel, [x, y]: [f64; 2], text: &str, colour: Colour, beside: Beside) {
        let [across, down] = panel.place(x, y);
        let across = match beside {
            Beside::Right => across + 8.0,
            Beside::Around => across,
            Beside::Left => across - 8.0,
        };
        self.scene.shapes.push(words(text, [across, down], 13.0, colour, beside));
    }

    /// Names to the right of a panel, each at the height of the end of its curve, moved apart where they would overlap.
    pub fn ends(&mut self, panel: &Panel, names: &[(f64, &str, Colour)]) {
        let mut order: Vec<usize> = (0..names.len()).collect();
        let height = |i: usize| panel.place(panel.x.walk(2).last().unwrap_or(0.0), names[i].0)[1];
        order.sort_by(|&i, &j| height(i).total_cmp(&height(j)));
        let wanted: Vec<f64> = order.iter().map(|&i| height(i)).collect();
        let bottom = panel.sides[3] + 8.0;
        for (i, y) in order.into_iter().zip(apart(&wanted, 17.0, bottom)) {
            let (_, name, colour) = names[i];
            self.scene.shapes.push(words(name, [panel.sides[2] + 8.0, y], 13.0, colour, Beside::Right));
        }
    }

    /// A shape of one's own.
    pub fn push(&mut self, shape: Shape) {
        self.scene.shapes.push(shape);
    }

    /// What was drawn.
    pub fn scene(self) -> Scene {
        self.scene
    }
}

/// Ascending heights with at least `gap` between them and at most `bottom`, near to those that are wanted: groups that
/// would overlap stand around their mean.
fn apart(wanted: &[f64], gap: f64, bottom: f64) -> Vec<f64> {
    // Each group: the mean of its wanted middles, and how many it has.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for &y in wanted {
        groups.push((y, 1));
        while let [.., (a, m), (b, n)] = groups[..] {
            if a + gap * m as f64 / 2.0 <= b - gap * n as f64 / 2.0 {
                break;
            }
            groups.truncate(groups.len() - 2);
            groups.push(((a * m as f64 + b * n as f64) / (m + n) as f64, m + n));
        }
    }
    let mut heights: Vec<f64> = groups
        .iter()
        .flat_map(|&(middle, n)| (0..n).map(move |i| middle + gap * (i as f64 - (n - 1) as f64 / 2.0)))
        .collect();
    let mut limit = bottom;
    for y in heights.iter_mut().rev() {
        *y = y.min(limit);
        limit = *y - gap;
    }
    heights
}
