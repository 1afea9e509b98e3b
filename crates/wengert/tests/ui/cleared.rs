fn main() {
    let mut tape = reverse::Tape::new();
    let x = tape.var(1.0);
    tape.clear();
    println!("{x}");
}
