//! What loses in max, min, clamp, relu or select is absent where values are not known yet: derivatives that are recorded
//! as programs.

use wengert::prelude::*;
use wengert::program::Program;

fn truncated<T: Real>(x: &[T]) -> T {
    x[0].max(0.0).sqrt() * x[1] + x[0].ln().max(x[1]) + relu(x[0]).sqrt() + select(gt(x[0], 1.0.into()), x[0], x[1])
}

/// Below zero in x, the function is y + y with the derivatives (0, 2); every root there has an infinite partial.
#[test]
fn recorded_sweeps_and_programs_leave_out_what_lost() {
    let programs = [
        ("tape", Program::record(2, |x| gradient(|x| truncated(x), x)).unwrap()),
        ("program", Program::record(2, |x| vec![truncated(x)]).unwrap().gradient().unwrap()),
        ("tangent program", Program::record(2, |x| vec![truncated(x)]).unwrap().jacobian().unwrap()),
    ];
    for (name, program) in programs {
        assert_eq!(program.eval(&[-1.0, 3.0]).unwrap(), [0.0, 2.0], "{name}");
        assert_eq!(program.jacobian().unwrap().eval(&[-1.0, 3.0]).unwrap(), [0.0, 0.0, 0.0, 0.0], "{name}");
        assert_eq!(program.eval(&[4.0, 3.0]).unwrap(), [0.75 + 0.25 + 1.0, 2.0 + 1.0], "{name}");
    }
}

/// Two that tie still share.
#[test]
fn ties_are_shared_in_recorded_sweeps() {
    let program = Program::record(2, |x| gradient(|x| x[0].max(x[1]) * x[1], x)).unwrap();
    assert_eq!(program.eval(&[3.0, 3.0]).unwrap(), [1.5, 1.5 + 3.0]);
    assert_eq!(program.eval(&[3.0, 1.0]).unwrap(), [1.0, 3.0]);
}
