//! Draws the pictures of the book again: all of them, or those whose path has one of the given words in it.

#![forbid(unsafe_code)]

use book::{DRAWINGS, Failure};
use std::path::Path;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).ok_or("no repository around this program")?;
    for drawing in &DRAWINGS {
        if words.is_empty() || words.iter().any(|word| drawing.path.contains(word.as_str())) {
            let scene = (drawing.draw)(root).map_err(|error| format!("{}: {error}", drawing.path))?;
            std::fs::write(root.join(drawing.path), picture::svg(&scene))?;
            println!("{}", drawing.path);
        }
    }
    Ok(())
}
