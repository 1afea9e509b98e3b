//! Stacks in structures, programs that hold programs, and types that are called as the library's are.

use super::slope;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Command {
    Move(f64),
    Turn(f64),
    Repeat { times: usize, body: Vec<Command> },
    Push,
    Pop,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Turtle {
    x: f64,
    y: f64,
    heading: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Machine {
    turtle: Turtle,
    stack: Vec<Turtle>,
    lengths: Vec<f64>,
}

#[differentiable]
impl Machine {
    fn run(&mut self, program: &[Command], speed: f64) {
        for command in program {
            match command {
                Command::Move(d) => {
                    let (s, c) = self.turtle.heading.sin_cos();
                    self.turtle.x += d * c * speed;
                    self.turtle.y += d * s;
                    self.lengths.push(*d);
                }
                Command::Turn(angle) => self.turtle.heading += angle,
                Command::Repeat { times, body } => {
                    for _ in 0..*times {
                        self.run(body, speed);
                    }
                }
                Command::Push => self.stack.push(self.turtle),
                Command::Pop => {
                    if let Some(saved) = self.stack.pop() {
                        self.turtle = Turtle { heading: self.turtle.heading, ..saved };
                    }
                }
            }
        }
    }
    fn emptied(&mut self) -> f64 {
        let mut s = match self.stack.pop() {
            Some(t) => t.x * t.heading,
            None => 0.5,
        };
        let Some(first) = self.lengths.pop() else { return s };
        while let Some(length) = self.lengths.pop() {
            s += first * length;
        }
        while let Some(t) = self.stack.pop() {
            s -= t.x * t.y;
        }
        s + match self.stack.pop() {
            None => first,
            Some(t) => t.x,
        }
    }
}

#[differentiable]
fn drawn(program: &[Command], speed: f64) -> f64 {
    let turtle = Turtle { x: 0.0, y: 0.5, heading: 0.25 };
    let mut machine = Machine { turtle, stack: vec![turtle], lengths: vec![] };
    machine.run(program, speed);
    machine.turtle.x.hypot(machine.turtle.y) + machine.emptied()
}

fn program(x: &[f64]) -> Vec<Command> {
    let body = vec![Command::Push, Command::Move(x[1]), Command::Turn(x[2])];
    let start = vec![Command::Move(x[0]), Command::Turn(1.0), Command::Repeat { times: 2, body }];
    start.into_iter().chain([Command::Pop, Command::Move(x[1])]).collect()
}

#[test]
fn machines_with_stacks() {
    let (x, speed) = ([0.75, 1.25, -0.5], 1.5);
    let (value, (by_program, by_speed)) = drawn::value_and_gradient(&program(&x), speed);
    assert_eq!(value.to_bits(), drawn(&program(&x), speed).to_bits());
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-8 * (1.0 + b.abs()), "{a} {b}");
    near(by_speed, slope(|s| drawn(&program(&x), s), speed));
    let by_x = |k: usize| {
        let moved = |v: f64| {
            let mut x = x;
            x[k] = v;
            drawn(&program(&x), speed)
        };
        slope(moved, x[k])
    };
    let (Command::Move(first), Command::Repeat { body, .. }) = (&by_program[0], &by_program[2]) else { panic!() };
    let (Command::Move(inner), Command::Turn(turn), Command::Move(last)) = (&body[1], &body[2], &by_program[4]) else {
        panic!()
    };
    near(*first, by_x(0));
    near(inner + last, by_x(1));
    near(*turn, by_x(2));
}

/// A name of the standard library's.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Arc {
    radius: f64,
    angle: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Range {
    low: f64,
    high: f64,
}

#[differentiable]
impl Arc {
    fn new(radius: f64, angle: f64) -> Arc {
        Arc { radius, angle }
    }
    fn length(&self) -> f64 {
        self.radius * self.angle
    }
}

#[differentiable]
impl Range {
    fn width(self) -> f64 {
        self.high - self.low
    }
}

#[differentiable]
fn bent(arc: &Arc, range: Range) -> f64 {
    let wider = Arc::new(arc.radius * range.width(), arc.angle);
    wider.length() * arc.length()
}

#[test]
fn types_that_are_called_as_those_of_the_library() {
    let (arc, range) = (Arc { radius: 2.0, angle: 0.5 }, Range { low: 1.0, high: 4.0 });
    let (value, (by_arc, by_range)) = bent::value_and_gradient(&arc, range);
    assert_eq!(value, 3.0);
    assert_eq!(by_arc, Arc { radius: 3.0, angle: 12.0 });
    assert_eq!(by_range, Range { low: -1.0, high: 1.0 });
}
