fn main() {
    let tape = reverse::Tape::new();
    let (x, y) = (tape.var(1.0), tape.var(2.0));
    let [z] = tape.preaccumulate([x], |[a]| [a * y]);
    println!("{z}");
}
