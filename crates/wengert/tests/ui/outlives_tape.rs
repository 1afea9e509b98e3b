fn main() {
    let x = {
        let tape = reverse::Tape::new();
        tape.var(1.0)
    };
    println!("{x}");
}
