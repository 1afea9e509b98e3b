//! What `wengert graph` draws.
//!
//! Large graphs, of more than 200 nodes: `GRAPH_ALL=1 cargo test --release -p wengert-cli --test graph`.

mod common;

use common::{Scratch, printed, run, wengert};
use expect_test::expect;

const F: &str = "ln(x1) + x1*x2 - sin(x2)";
const POINT: [&str; 2] = ["x1=2", "x2=5"];

/// How often a program repeats what it does: `all` times where large graphs are asked for, which take a minute.
fn times(sample: usize, all: usize) -> usize {
    if std::env::var_os("GRAPH_ALL").is_some() { all } else { sample }
}

/// A pendulum with friction; 7 nodes and 8 for each step.
fn pendulum(steps: usize) -> String {
    format!(
        "fn go(x, v, c, h, n) = if n == 0 then x*x + v*v \
            else let a = -sin(x) - c*v in go(x + h*v, v + h*a, c, h, n - 1); go(x, v, c, h, {steps})"
    )
}

fn svg(args: &[&str]) -> String {
    printed(&[&["graph"], args, &["--format", "svg"]].concat())
}

#[test]
fn the_graph_as_text() {
    let dot = printed(&["graph", F, "x1=2", "x2=5", "--digits", "4"]);
    expect![[r#"
        // ln(x1) + x1*x2 - sin(x2)   at x1 = 2, x2 = 5
        // in each node its value and the derivative of y by it; on each edge the partial of the node it leads to
        digraph program {
          node [shape=box, style="rounded,filled", fillcolor=white];
          n0 [label="x1\n2\n∂y/∂x1 = 5.5", fillcolor=aliceblue];
          n1 [label="x2\n5\n∂y/∂x2 = 1.716", fillcolor=aliceblue];
          n2 [label="v1 = ln(x1)\n0.6931\n∂y/∂v1 = 1"];
          n3 [label="v2 = x1*x2\n10\n∂y/∂v2 = 1"];
          n4 [label="v3 = sin(x2)\n-0.9589\n∂y/∂v3 = -1"];
          n5 [label="v4 = v1 + v2\n10.69\n∂y/∂v4 = 1"];
          n6 [label="y = v5 = v4 - v3\n11.65\n∂y/∂v5 = 1", fillcolor=papayawhip];
          n0 -> n2 [label="0.5"];
          n0 -> n3 [label="5"];
          n1 -> n3 [label="2"];
          n1 -> n4 [label="0.2837"];
          n2 -> n5 [label="1"];
          n3 -> n5 [label="1"];
          n5 -> n6 [label="1"];
          n4 -> n6 [label="-1"];
        }
    "#]]
    .assert_eq(&dot);
    // A guard, a step, an arm not taken, and a forward sweep; the same on `-`.
    let program = "if x < 3 then select(x, floor(x)*y, 1/y) else 0";
    let dot = printed(&["graph", program, "x=2", "y=5", "--wrt", "y", "-o", "-"]);
    expect![[r#"
        // if x < 3 then select(x, floor(x)*y, 1/y) else 0   at x = 2, y = 5
        // in each node its value and its derivative by y; on each edge the partial of the node it leads to
        // branch: x < 3 was true
        digraph program {
          node [shape=box, style="rounded,filled", fillcolor=white];
          n0 [label="x\n2", fillcolor=aliceblue];
          n1 [label="y\n5\n∂y/∂y = 1", fillcolor=aliceblue];
          n2 [label="v1 = floor(x)\n2"];
          n3 [label="v2 = 1/y\n0.2\n∂v2/∂y = -0.04"];
          n4 [label="v3 = v1*y\n10\n∂v3/∂y = 2"];
          n5 [label="z = v4 = select(x, v3, v2)\n10\n∂v4/∂y = 2", fillcolor=papayawhip];
          n0 -> n2 [style=dashed, color=gray];
          n1 -> n3 [label="-0.04"];
          n2 -> n4 [style=dashed, color=gray];
          n1 -> n4 [label="2"];
          n0 -> n5 [style=dashed, color=gray];
          n4 -> n5 [label="1"];
          n3 -> n5 [style=dashed, color=gray];
        }
    "#]]
    .assert_eq(&dot);
}

#[test]
fn the_picture_of_the_documents_is_the_one_drawn() {
    let drawn = svg(&[&[F][..], &POINT].concat());
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/graph.svg");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(kept, &drawn).expect("a writable file");
    }
    assert!(
        std::fs::read_to_string(kept).expect("docs/graph.svg") == drawn,
        "run again with UPDATE_EXPECT=1, and look"
    );
}

/// The number that an attribute has.
fn attribute(tag: &str, name: &str) -> f64 {
    let value = tag.split_once(&format!(" {name}=\"")).expect("the attribute").1;
    value.split('"').next().and_then(|x| x.parse().ok()).expect("a number")
}

/// The nodes, and the copies of their names: left, top, right, bottom.
fn cards(svg: &str) -> Vec<[f64; 4]> {
    let tags = svg.lines().filter(|line| line.starts_with("<rect x=") && line.contains(" stroke="));
    tags.map(|tag| {
        let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| attribute(tag, name));
        [x, y, x + w, y + h]
    })
    .collect()
}

/// Points along the edges.
fn edges(svg: &str) -> Vec<Vec<[f64; 2]>> {
    let ways = svg.lines().filter(|line| line.contains("fill=\"none\""));
    let point = |text: &str| -> [f64; 2] {
        let (x, y) = text.split_once(',').expect("a point");
        [x.parse().expect("a number"), y.parse().expect("a number")]
    };
    ways.map(|tag| {
        let way = tag.split('"').nth(1).expect("a way");
        let mut points: Vec<[f64; 2]> = Vec::new();
        for part in way.replace(['L', 'C'], "|").trim_start_matches('M').split('|') {
            match part.split(' ').map(point).collect::<Vec<_>>()[..] {
                [to] => {
                    let from = points.last().copied().unwrap_or(to);
                    points.extend((1..=20).map(|i| [0, 1].map(|k| from[k] + (to[k] - from[k]) * f64::from(i) / 20.0)));
                }
                [a, b, to] => {
                    let from = *points.last().expect("a start");
                    points.extend((1..=20).map(|i| {
                        let (t, s) = (f64::from(i) / 20.0, 1.0 - f64::from(i) / 20.0);
                        let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
                        [0, 1].map(|k| [from, a, b, to].iter().zip(weights).map(|(p, w)| p[k] * w).sum())
                    }));
                }
                _ => panic!("{way}"),
            }
        }
        points
    })
    .collect()
}

#[test]
fn pictures_are_clean_whatever_their_shape() {
    let [steps, width, terms, links] = [times(8, 28), times(24, 60), times(9, 25), times(20, 66)];
    let pendulum = pendulum(steps);
    let wide = format!("[{}]", (1..=width).map(|i| format!("sin(x*{i})")).collect::<Vec<_>>().join(", "));
    let ones = vec!["1"; width].join(",");
    let sum =
        (1..=terms).map(|i| format!("100*(x{} - x{i}^2)^2 + (1 - x{i})^2", i + 1)).collect::<Vec<_>>().join(" + ");
    let point: Vec<String> = (1..=terms + 1).map(|i| format!("x{i}=0.{i}")).collect();
    let chain = format!("fn f(x, n) = if n == 0 then x else f(sin(x)*exp(x), n - 1); f(t, {links})");
    let programs: Vec<(Vec<&str>, usize)> = vec![
        (vec![F, "x1=2", "x2=5"], 7),
        (vec![&pendulum, "x=0.5", "v=-0.3", "c=0.1", "h=0.05"], 8 * steps + 7),
        (vec![&wide, "x=0.1", "--weights", &ones], 2 * width + 1),
        (vec![&chain, "t=0.1"], 3 * links + 1),
        (vec!["x", "x=3"], 1),
        (vec!["x*x + x*x*y", "x=1", "y=2"], 5),
        (std::iter::once(sum.as_str()).chain(point.iter().map(String::as_str)).collect(), 9 * terms),
    ];
    for (args, nodes) in programs {
        let svg = svg(&args);
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{args:?}");
        let head = svg.lines().next().expect("a head");
        let [width, height] = ["width", "height"].map(|name| attribute(head, name));
        let shape = width / height;
        assert!(nodes < 25 || (0.2..4.0).contains(&shape), "{width} x {height} for {args:?}");
        let cards = cards(&svg);
        let copies = svg.lines().filter(|line| line.contains(" rx=\"9\"")).count();
        assert_eq!(cards.len() - copies, nodes, "{args:?}");
        for (i, a) in cards.iter().enumerate() {
            assert!(a[0] > 0.0 && a[1] > 0.0 && a[2] < width && a[3] < height, "{args:?}");
            for b in &cards[..i] {
                let apart = a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
                assert!(apart, "{a:?} lies on {b:?}: {args:?}");
            }
        }
        for points in edges(&svg) {
            for [x, y] in points {
                let inside = |c: &&[f64; 4]| x > c[0] + 1.0 && x < c[2] - 1.0 && y > c[1] + 1.0 && y < c[3] - 1.0;
                assert!(!cards.iter().any(|card| inside(&card)), "an edge runs through a node at {x}, {y}: {args:?}");
            }
        }
    }
}

#[test]
fn pictures_of_pixels_have_the_size_of_the_drawing() {
    let pendulum = pendulum(times(1, 28));
    let start = ["x=0.5", "v=-0.3", "c=0.1", "h=0.05"];
    for (program, point, name) in [(F, &POINT[..], "small.png"), (&pendulum, &start[..], "large.PNG")] {
        let file = Scratch::new(name, "");
        assert_eq!(printed(&[&["graph", program], point, &["-o", file.path()]].concat()), "");
        let bytes = std::fs::read(file.path()).expect("a picture");
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let side = |at: usize| f64::from(u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]));
        let head = svg(&[&[program], point].concat());
        let scales = [(16, "width"), (20, "height")].map(|(at, name)| side(at) / attribute(&head, name));
        assert!(scales.iter().all(|s| (1.5..=2.01).contains(s)) && (scales[0] - scales[1]).abs() < 0.02, "{scales:?}");
    }
}

#[test]
fn texts_are_escaped_and_long_ones_cut() {
    let drawn = svg(&["if a < 1 then a*averyveryverylongname else 2", "a=0.5", "averyveryverylongname=2"]);
    assert!(drawn.contains("if a &lt; 1 then") && drawn.contains("averyveryve\u{2026}"), "{drawn}");
    let file = Scratch::new("graph \"quoted\".wen", "# <&>\nx^2");
    let drawn = svg(&[file.path(), "x=1"]);
    assert!(drawn.contains("&quot;quoted&quot;"), "{drawn}");
}

#[test]
fn files_get_the_form_of_their_name() {
    for (name, begin) in [("graph.svg", "<svg "), ("graph.dot", "// "), ("graph.gv", "// ")] {
        let file = Scratch::new(name, "");
        assert_eq!(printed(&["graph", "x^2", "x=1", "--output", file.path()]), "");
        assert!(file.content().starts_with(begin), "{name}");
    }
}

#[test]
fn mistakes() {
    let fails = |args: &[&str], code, what: &str| {
        let ran = wengert().arg("graph").args(args).output().expect("the program starts");
        assert_eq!(ran.status.code(), Some(code), "{args:?}");
        assert!(ran.stdout.is_empty(), "{args:?}");
        let text = String::from_utf8_lossy(&ran.stderr);
        assert!(text.contains(what), "{args:?}: {text}");
    };
    fails(&["x", "x=1", "-o", "picture.jpeg"], 2, "end it in .svg, .png or .dot");
    fails(&["x", "x=1", "-o", "picture"], 2, "picture says no form");
    fails(&["x", "x=1", "-o", "no/such/folder/graph.svg"], 4, "cannot write no/such/folder/graph.svg");
    fails(&["x*y", "x=1", "-o", "graph.svg"], 1, "unknown name `y`");
    fails(&["x", "x=1", "--format", "pdf"], 2, "invalid value 'pdf'");
    let long = "fn f(x, n) = if n == 0 then x else f(x*0.5 + 1, n - 1); f(t, 600)";
    fails(&[long, "t=1", "--format", "svg"], 1, "a graph of 1201 nodes is not laid out, 1000 at most");
    assert_eq!(run(&["graph", long, "t=1"]).code, 0);
}

#[test]
fn the_branches_that_were_taken() {
    let args = ["if x > y then x*y else sin(x)", "x=2", "y=1"];
    assert!(svg(&args).contains(">branch: x &gt; y was true</text>"));
    assert!(printed(&[&["graph"], &args[..]].concat()).contains("\n// branch: x > y was true\n"));
    let many = svg(&["fn go(x, n) = if x > n then x else go(x*x, n - 1); go(x, 9)", "x=1.01"]);
    assert!(many.contains("more; `wengert trace` lists all</text>"), "{many}");
}
