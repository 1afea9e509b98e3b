//! This project's recorded programs: recorded beforehand, then run.

use std::hint::black_box;

use bench::race::Race;
use wengert::program::{Node, Program, Workspace};

/// Gradient by a sweep over a program, by the program of the gradient, and the value alone.
pub(crate) fn replay<'a>(race: &mut Race<'a>, x: &'a [f64], f: impl for<'p> Fn(&[Node<'p>]) -> Node<'p>) {
    let Ok(program) = Program::record_at(x, |x| vec![f(x)]).and_then(|program| program.optimised()) else { return };
    let Ok(derivative) = program.with_gradient() else { return };

    let (swept, mut workspace, mut gradient) = (program.clone(), Workspace::new(), vec![0.0; x.len()]);
    race.add("wengert, program swept", move |sink| {
        let _ = black_box(swept.value_and_gradient_into(black_box(x), &mut workspace, &mut gradient));
        sink.slice(&gradient);
    });

    let (mut workspace, mut y) = (Workspace::new(), vec![0.0; x.len() + 1]);
    race.add("wengert, gradient program", move |sink| {
        let _ = black_box(derivative.eval_into(black_box(x), &mut workspace, &mut y));
        sink.slice(&y[1..]);
    });

    let (mut workspace, mut y) = (Workspace::new(), [0.0]);
    race.add_part("wengert, program's value", move |sink| {
        let _ = black_box(program.eval_into(black_box(x), &mut workspace, &mut y));
        sink.slice(&y);
    });
}
