fn main() {
    let tape = reverse::Tape::new();
    let x = tape.var(1.0);
    let mut kept = None;
    let [z] = tape.preaccumulate([x], |[a]| {
        kept = Some(a);
        [a]
    });
    println!("{z}");
}
