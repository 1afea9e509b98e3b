//! The pictures of the documents are those that the programs draw.

use book::DRAWINGS;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository")
}

/// A text as what is no number, and its numbers.
fn parts(svg: &str) -> (String, Vec<f64>) {
    let (mut text, mut numbers, mut number) = (String::new(), Vec::new(), String::new());
    // What is written for people may round otherwise in its last digit.
    for c in svg.chars().chain(['\n']) {
        if c.is_ascii_digit() || c == '.' || c == '-' {
            number.push(c);
            continue;
        }
        match number.parse() {
            Ok(value) => {
                numbers.push(value);
                text.push('#');
            }
            Err(_) => text.push_str(&number),
        }
        number.clear();
        text.push(c);
    }
    (text, numbers)
}

#[test]
fn pictures_are_as_the_programs_draw_them() {
    for drawing in &DRAWINGS {
        let drawn = picture::svg(&(drawing.draw)(root()).unwrap_or_else(|e| panic!("{}: {e}", drawing.path)));
        let kept = std::fs::read_to_string(root().join(drawing.path)).unwrap_or_default();
        let again = "`cargo run -p wengert-book` draws it again";
        let ((text, numbers), (old_text, old_numbers)) = (parts(&drawn), parts(&kept));
        let alike = drawing.tolerance > 1.0 || text == old_text && numbers.len() == old_numbers.len();
        assert!(alike, "{} has other shapes: {again}", drawing.path);
        let off = numbers.iter().zip(&old_numbers).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off <= drawing.tolerance, "{} is off by {off}: {again}", drawing.path);
    }
}
