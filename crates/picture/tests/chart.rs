//! Axes, charts, and what is written of them.

use picture::{
    Axis, Beside, COLOURS, Chart, INK, Panel, Scene, Shape, mixed, number, png, power_of_ten, svg, width, words,
};

fn panel(x: Axis, y: Axis) -> Panel {
    Panel { x, y, sides: [50.0, 10.0, 450.0, 210.0] }
}

fn text(shape: &Shape) -> Option<&str> {
    match shape {
        Shape::Words { text, .. } => Some(text.as_str()),
        _ => None,
    }
}

fn texts(shapes: &[Shape]) -> Vec<&str> {
    shapes.iter().filter_map(text).collect()
}

#[test]
fn numbers_are_short() {
    let shown = [0.1, 6.0, 1e-7, f64::NAN, 1.0 / 3.0, -2500.0].map(|x| number(x, 6));
    assert_eq!(shown, ["0.1", "6", "1e-7", "NaN", "0.333333", "-2500"]);
    assert_eq!((power_of_ten(-12).as_str(), power_of_ten(0).as_str()), ("10\u{207b}\u{b9}\u{b2}", "10\u{2070}"));
}

#[test]
fn even_axes_have_round_steps() {
    let panel = panel(Axis::between(0.0, 10.0, 5.0), Axis::between(-0.3, 0.3, 6.0));
    assert_eq!(
        texts(&panel.grid(true)),
        ["0", "2", "4", "6", "8", "10", "-0.3", "-0.2", "-0.1", "0", "0.1", "0.2", "0.3"]
    );
    assert_eq!((panel.place(5.0, 0.0), panel.place(99.0, -99.0)), ([250.0, 110.0], [450.0, 210.0]));
    assert!(panel.has(0.3) && !panel.has(0.31));
}

#[test]
fn logarithmic_axes_have_powers_of_ten() {
    let panel = panel(Axis::powers(1e-4, 1e5), Axis::powers(1.0, 1e30));
    let shown = texts(&panel.grid(true)).join(" ");
    assert!(
        shown.starts_with("10\u{207b}\u{2074} 10\u{207b}\u{b3} 0.01 0.1 1 10 100 1000 10\u{2074} 10\u{2075} "),
        "{shown}"
    );
    assert_eq!(panel.place(1e-4, 1.0), [50.0, 210.0]);
    assert_eq!(panel.x.walk(3).collect::<Vec<_>>()[0], 1e-4);
}

#[test]
fn an_axis_around_nothing_or_around_infinities() {
    for values in [vec![], vec![f64::NAN], vec![3.0], vec![0.0], vec![-f64::MAX, f64::MAX], vec![f64::INFINITY, 1.0]] {
        let panel = panel(Axis::around(values.iter().copied(), 5.0), Axis::around(values.iter().copied(), 5.0));
        let shapes = panel.grid(true);
        assert!(shapes.len() < 200, "{values:?}");
        let picture = svg(&Scene { size: [500.0, 300.0], title: String::new(), shapes });
        assert!(!picture.contains("NaN,") && !picture.contains("inf,"), "{values:?}: {picture}");
    }
}

#[test]
fn curves_have_gaps_and_names_stand_apart() {
    let panel = panel(Axis::between(0.0, 4.0, 4.0), Axis::between(0.0, 1.0, 2.0));
    let mut chart = Chart::new([600.0, 300.0], "a < b & c", "below");
    let points = [[0.0, 0.5], [1.0, 0.5], [2.0, f64::NAN], [3.0, 0.5], [4.0, 0.5]];
    chart.curve(&panel, points, COLOURS[0], 2.0, false);
    chart.dots(&panel, points, COLOURS[1], 3.0);
    chart.ends(&panel, &[(0.5, "one", INK), (0.5, "two", INK), (0.52, "three", INK), (0.0, "four", INK)]);
    let scene = chart.scene();
    let ways = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Way { .. })).count();
    let dots = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Card { .. })).count();
    assert_eq!((ways, dots), (2, 4));
    let mut heights: Vec<f64> = scene.shapes[2..]
        .iter()
        .filter_map(|shape| if let Shape::Words { at, .. } = shape { Some(at[1]) } else { None })
        .collect();
    heights.sort_by(f64::total_cmp);
    assert!(heights.len() == 4 && heights.windows(2).all(|pair| pair[1] - pair[0] >= 16.9), "{heights:?}");
    let text = svg(&scene);
    assert!(text.contains("<title>a &lt; b &amp; c</title>") && text.ends_with("</svg>\n"), "{text}");
    assert!(png(&scene).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG")));
}

#[test]
fn texts_end_where_they_are_told() {
    let Shape::Words { at, .. } = words("wide", [100.0, 0.0], 12.0, INK, Beside::Left) else { panic!("a text") };
    assert!((at[0] + width("wide", 12.0, false) - 100.0).abs() < 1e-9);
    assert_eq!(mixed([0, 100, 200], [100, 200, 0], 0.5), [50, 150, 100]);
}

#[test]
fn a_picture_that_is_too_large_is_an_error() {
    let scene = Scene { size: [1e6, 1e6], title: String::new(), shapes: vec![] };
    assert!(png(&scene).is_err_and(|why| why.contains("too large")));
}
