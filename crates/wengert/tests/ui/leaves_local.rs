fn main() {
    let tape: reverse::Tape = reverse::Tape::new();
    let x = tape.local(|t| t.var(1.0));
    println!("{x}");
}
