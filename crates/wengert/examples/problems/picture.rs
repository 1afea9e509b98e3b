//! Charts of lines, points, bands and bars, in the style of all pictures here.

use picture::{Axis, Beside, COLOURS, Colour, INK, Panel, Shape, mixed, words};
use std::error::Error;
use std::path::Path;

/// The height that one chart takes, and the sides of its panel.
const HEIGHT: f64 = 330.0;
const SIDES: [f64; 4] = [84.0, 84.0, 620.0, 284.0];

/// One chart: series over two axes.
#[derive(Default)]
pub(crate) struct Chart {
    title: String,
    axes: [String; 2],
    /// Whether the axes have magnitudes in even steps.
    logarithmic: [bool; 2],
    series: Vec<Series>,
}

struct Series {
    name: String,
    colour: Colour,
    kind: Kind,
    /// Each with a lower and an upper value, which are the same but for bands.
    points: Vec<[f64; 3]>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Line,
    Points,
    Band,
    /// From zero up, so wide.
    Bars(f64),
}

impl Chart {
    pub(crate) fn new(title: impl Into<String>, across: &str, up: &str) -> Chart {
        Chart { title: title.into(), axes: [across.to_owned(), up.to_owned()], ..Chart::default() }
    }

    pub(crate) fn logarithmic(mut self, across: bool, up: bool) -> Chart {
        self.logarithmic = [across, up];
        self
    }

    pub(crate) fn line(self, name: &str, colour: usize, points: impl IntoIterator<Item = (f64, f64)>) -> Chart {
        self.with(name, colour, Kind::Line, points.into_iter().map(|(x, y)| [x, y, y]))
    }

    pub(crate) fn points(self, name: &str, colour: usize, points: impl IntoIterator<Item = (f64, f64)>) -> Chart {
        self.with(name, colour, Kind::Points, points.into_iter().map(|(x, y)| [x, y, y]))
    }

    /// From its lower to its upper edge, by place.
    pub(crate) fn band(self, colour: usize, edges: impl IntoIterator<Item = (f64, [f64; 2])>) -> Chart {
        self.with("", colour, Kind::Band, edges.into_iter().map(|(x, [low, high])| [x, low, high]))
    }

    pub(crate) fn bars(self, colour: usize, width: f64, points: impl IntoIterator<Item = (f64, f64)>) -> Chart {
        self.with("", colour, Kind::Bars(width), points.into_iter().map(|(x, y)| [x, y, y]))
    }

    fn with(mut self, name: &str, colour: usize, kind: Kind, points: impl Iterator<Item = [f64; 3]>) -> Chart {
        let (name, colour) = (name.to_owned(), COLOURS[colour % COLOURS.len()]);
        self.series.push(Series { name, colour, kind, points: points.collect() });
        self
    }

    /// The axis around all values in these places of points, and zero where bars stand.
    fn axis(&self, places: &[usize], logarithmic: bool) -> Axis {
        let bars = self.series.iter().any(|series| matches!(series.kind, Kind::Bars(_))) && places != [0];
        let all = || self.series.iter().flat_map(|series| &series.points).flat_map(|p| places.iter().map(|&k| p[k]));
        match logarithmic {
            true => Axis::powers(all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max)),
            false => Axis::around(all().chain(bars.then_some(0.0)), 6.0),
        }
    }

    fn draw(&self, onto: &mut picture::Chart, down: f64) {
        let [left, top, right, bottom] = SIDES;
        let panel = Panel {
            x: self.axis(&[0], self.logarithmic[0]),
            y: self.axis(&[1, 2], self.logarithmic[1]),
            sides: [left, top + down, right, bottom + down],
        };
        if down > 0.0 {
            onto.push(words(self.title.clone(), [24.0, 28.0 + down], 18.0, INK, Beside::Right));
        }
        onto.panel(&panel, &self.axes[0], &self.axes[1]);
        let mut names = Vec::new();
        for Series { name, colour, kind, points } in &self.series {
            let middles = points.iter().map(|&[x, y, _]| [x, y]);
            match *kind {
                Kind::Line => onto.curve(&panel, middles, *colour, 2.0, false),
                Kind::Points => onto.dots(&panel, middles, *colour, 3.5),
                Kind::Band => onto.band(&panel, points, mixed([255; 3], *colour, 0.22)),
                Kind::Bars(width) => points.iter().for_each(|&[x, y, _]| {
                    let corners = [(-0.5, 0.0), (0.5, 0.0), (0.5, y), (-0.5, y)];
                    let corners = corners.map(|(side, y)| panel.place(x + side * width, y)).to_vec();
                    onto.push(Shape::Area { corners, colour: *colour });
                }),
            }
            if let (false, Some(&[_, y, _])) = (name.is_empty(), points.last()) {
                names.push((y, name.as_str(), *colour));
            }
        }
        onto.ends(&panel, &names);
    }
}

/// Writes charts under each other to a file of this name, if `PICTURES` names a folder.
pub(crate) fn save(name: &str, charts: &[Chart]) -> Result<(), Box<dyn Error>> {
    let title = charts.first().map_or("", |chart| &chart.title);
    let mut drawn = picture::Chart::new([740.0, HEIGHT * charts.len() as f64], title, "");
    charts.iter().enumerate().for_each(|(k, chart)| chart.draw(&mut drawn, HEIGHT * k as f64));
    let text = picture::svg(&drawn.scene());
    if let Some(folder) = std::env::var_os("PICTURES") {
        std::fs::write(Path::new(&folder).join(name).with_extension("svg"), text)?;
    }
    Ok(())
}
