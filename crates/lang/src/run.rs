//! The interpreter: one loop over instructions, on any number.

use crate::ast::{Arithmetic, Comparison};
use crate::code::{Application, Code, Compiled, Source};
use crate::error::Error;
use crate::fault::Faults;
use crate::matrices::Matrices;
use crate::program::Limits;
use crate::value::{Closure, Frame, Value, Workspace};
use rules::{Real, outlined, rule};

/// Runs a program on as many inputs and outputs as it has; `place` is told each instruction before it is done.
pub(crate) fn run<T: Real>(
    program: &Compiled,
    source: &str,
    inputs: &[T],
    limits: &Limits,
    workspace: &mut Workspace<T>,
    outputs: &mut [T],
    mut place: impl FnMut(usize),
) -> Result<(), Error> {
    let Workspace { registers, frames, closures, captured, arguments, matrices } = workspace;
    frames.clear();
    matrices.clear();
    closures.clear();
    captured.clear();
    let faults = Faults { program, source, limits };
    let mut builtin = Builtin { arguments, faults: &faults };
    let mut matrices = Matrices { all: matrices, held: 0, faults: &faults };
    let main = &program.functions[program.main];
    let mut steps = limits.steps.checked_sub(main.length.into()).ok_or_else(|| faults.steps(None))?;
    if main.registers as usize > limits.values {
        return Err(faults.values(None));
    }
    if registers.len() < main.registers as usize {
        registers.resize(main.registers as usize, Value::Truth(false));
    }
    // The registers of the running function are those from `base` on.
    let mut base = 0;
    let mut frame = &mut registers[..];
    for (&register, &input) in program.input_registers.iter().zip(inputs) {
        frame[register as usize] = Value::Number(input);
    }
    // Where what the running function has captured begins.
    let mut own = 0;
    let mut next = main.entry as usize;

    loop {
        let at = next;
        place(at);
        let instruction = program.instructions[at];
        let (to, a, b) = (instruction.to as usize, instruction.a as usize, instruction.b as usize);
        next += 1;

        macro_rules! number {
            ($register:expr, $operand:expr) => {
                match frame[$register] {
                    Value::Number(x) => x,
                    other => return Err(faults.operand(at, $operand, "a number", other.kind())),
                }
            };
        }
        macro_rules! truth {
            () => {
                match frame[a] {
                    Value::Truth(x) => x,
                    other => return Err(faults.operand(at, 0, "a truth value", other.kind())),
                }
            };
        }
        macro_rules! set {
            ($value:expr) => {{
                frame[to] = $value;
                continue;
            }};
        }
        macro_rules! constant {
            ($number:expr) => {
                Value::Number(T::constant(program.constants[$number]))
            };
        }
        // An operator on numbers; else, with its operands as values, on matrices.
        macro_rules! operate {
            ($op:ident, $($x:ident in $register:expr),* => $value:expr, $a:expr, $b:expr) => {
                set!(match ($(frame[$register],)*) {
                    ($(Value::Number($x),)*) => Value::Number(outlined::<T, _>(|| $value)),
                    _ => matrices.binary(at, Arithmetic::$op, $a, $b, &mut steps)?,
                })
            };
        }

        // The instructions that do not begin a call go on with the next one.
        let (function, closure) = match instruction.code {
            Code::Constant => set!(Value::Number(T::constant(program.constants[a]))),
            Code::Truth(truth) => set!(Value::Truth(truth)),
            Code::Copy => set!(frame[a]),
            Code::Captured => set!(captured[own as usize + a]),
            Code::Function => set!(Value::Function(instruction.a)),
            Code::Builtin => set!(Value::Builtin(instruction.a)),
            Code::Closure => {
                let begin = captured.len();
                for source in &program.functions[a].captures {
                    captured.push(match *source {
                        Source::Register(register) => frame[register as usize],
                        Source::Captured(number) => captured[(own + number) as usize],
                    });
                }
                if captured.len() + base > limits.values || closures.len() >= limits.values {
                    return Err(faults.values(Some((at, a))));
                }
                closures.push(Closure { function: instruction.a, captured: begin as u32 });
                set!(Value::Closure(closures.len() as u32 - 1))
            }

            Code::Add => operate!(Add, x in a, y in b => x + y, frame[a], frame[b]),
            Code::Subtract => operate!(Subtract, x in a, y in b => x - y, frame[a], frame[b]),
            Code::Multiply => operate!(Multiply, x in a, y in b => x * y, frame[a], frame[b]),
            Code::Divide => operate!(Divide, x in a, y in b => x / y, frame[a], frame[b]),
            Code::Power => {
                let (x, y) = (number!(a, 0), number!(b, 1));
                set!(Value::Number(outlined::<T, _>(|| x.powf(y))))
            }
            Code::AddConstant => operate!(Add, x in a => x + program.constants[b], frame[a], constant!(b)),
            Code::SubtractConstant => operate!(Subtract, x in a => x - program.constants[b], frame[a], constant!(b)),
            Code::MultiplyConstant => operate!(Multiply, x in a => x * program.constants[b], frame[a], constant!(b)),
            Code::DivideConstant => operate!(Divide, x in a => x / program.constants[b], frame[a], constant!(b)),
            Code::PowerConstant => {
                let (x, c) = (number!(a, 0), program.constants[b]);
                set!(Value::Number(outlined::<T, _>(|| x.apply_with::<rule::Powf>(c))))
            }
            Code::ConstantSubtract => operate!(Subtract, x in b => program.constants[a] - x, constant!(a), frame[b]),
            Code::ConstantDivide => operate!(Divide, x in b => program.constants[a] / x, constant!(a), frame[b]),
            Code::ConstantPower => {
                let (c, x) = (program.constants[a], number!(b, 1));
                set!(Value::Number(outlined::<T, _>(|| T::apply_to::<rule::Powf>(c, x))))
            }
            Code::PowerInteger => {
                let x = number!(a, 0);
                set!(Value::Number(outlined::<T, _>(|| x.powi(instruction.b as i32))))
            }
            Code::Negate => set!(match frame[a] {
                Value::Matrix(m) => matrices.negated(at, m, &mut steps)?,
                _ => Value::Number(-number!(a, 0)),
            }),
            Code::List => set!(matrices.list(at, &frame[a..a + b], &mut steps)?),
            Code::Entry => set!(matrices.entry(at, &frame[a..a + b])?),
            Code::Matrices(call) => set!(matrices.call(at, call, &frame[a..a + b], &mut steps)?),
            Code::Compare(comparison) => set!(Value::Truth(compare(comparison, number!(a, 0), number!(b, 1)))),
            Code::Not => set!(Value::Truth(!truth!())),
            Code::AssertTruth => set!(Value::Truth(truth!())),

            Code::Unary => {
                let application = program.applications[b];
                set!(Value::Number(application.op.apply(&[number!(a, 0)], application.n)))
            }
            Code::Binary(number) => {
                let application = program.applications[number as usize];
                set!(Value::Number(application.op.apply(&[number!(a, 0), number!(b, 1)], application.n)))
            }
            Code::Nary => {
                let application = program.applications[b];
                set!(Value::Number(builtin.apply(application, &frame[a..], at)?))
            }

            Code::Jump => {
                next += a;
                continue;
            }
            Code::JumpIf => {
                next += if truth!() { b } else { 0 };
                continue;
            }
            Code::JumpUnless => {
                next += if truth!() { 0 } else { b };
                continue;
            }
            Code::Output => {
                match frame[a] {
                    Value::Number(x) => outputs[b] = x,
                    other => return Err(faults.result(at, other.kind())),
                }
                continue;
            }
            Code::Return => {
                let result = frame[a];
                let Some(caller) = frames.pop() else {
                    return Ok(());
                };
                // What was captured during the call can be reached from outside only through a function it returns.
                let result = if matches!(result, Value::Closure(_)) {
                    result
                } else {
                    closures.truncate(caller.closures as usize);
                    captured.truncate(caller.captures as usize);
                    matrices.leave(caller.matrices, result)
                };
                own = caller.captured;
                next = caller.resume as usize;
                base -= caller.start as usize;
                frame = &mut registers[base..];
                frame[caller.to as usize] = result;
                continue;
            }
            Code::End => return Ok(()),

            Code::CallFunction => (a, own),
            Code::Call(count) => {
                let (function, closure) = match frame[a] {
                    Value::Function(function) => (function as usize, own),
                    Value::Closure(number) => {
                        let closure = closures[number as usize];
                        (closure.function as usize, closure.captured)
                    }
                    Value::Builtin(number) => {
                        let application = program.applications[number as usize];
                        let row = application.op.row();
                        if usize::from(count) != row.arity {
                            return Err(faults.arity(at, row.name, row.arity, count.into()));
                        }
                        set!(Value::Number(builtin.apply(application, &frame[b..], at)?))
                    }
                    other => return Err(faults.operand(at, 0, "a function", other.kind())),
                };
                let callee = &program.functions[function];
                if callee.parameters != u32::from(count) {
                    return Err(faults.call(at, function, count.into()));
                }
                (function, closure)
            }
        };

        let callee = &program.functions[function];
        steps = steps.checked_sub(callee.length.into()).ok_or_else(|| faults.steps(Some((at, function))))?;
        if frames.len() >= limits.depth {
            return Err(faults.depth((at, function)));
        }
        frames.push(Frame {
            resume: next as u32,
            to: instruction.to,
            start: instruction.b,
            captured: own,
            closures: closures.len() as u32,
            captures: captured.len() as u32,
            matrices: matrices.all.len() as u32,
        });
        base += b;
        let end = base + callee.registers as usize;
        if end + captured.len() > limits.values {
            return Err(faults.values(Some((at, function))));
        }
        if registers.len() < end {
            registers.resize(end.max(2 * registers.len()).min(limits.values), Value::Truth(false));
        }
        frame = &mut registers[base..];
        own = closure;
        next = callee.entry as usize;
    }
}

#[inline(always)]
fn compare<T: Real>(comparison: Comparison, x: T, y: T) -> bool {
    match comparison {
        Comparison::Less => x < y,
        Comparison::LessEqual => x <= y,
        Comparison::Greater => x > y,
        Comparison::GreaterEqual => x >= y,
        Comparison::Equal => x == y,
        Comparison::NotEqual => x != y,
    }
}

/// Applies functions of the table to registers, where nothing is known about them yet.
struct Builtin<'a, T> {
    arguments: &'a mut Vec<T>,
    faults: &'a Faults<'a>,
}

impl<T: Real> Builtin<'_, T> {
    /// Of the first registers, as many as the function has arguments.
    fn apply(&mut self, application: Application, registers: &[Value<T>], at: usize) -> Result<T, Error> {
        let row = application.op.row();
        self.arguments.clear();
        for (number, value) in registers[..row.arity].iter().enumerate() {
            match *value {
                Value::Number(x) => self.arguments.push(x),
                other => return Err(self.faults.argument(at, number, row, other.kind())),
            }
        }
        // Compared as numbers, not as values, so that a recording keeps the question and not the values.
        if !row.requires.is_empty() && !application.op.admits(self.arguments) {
            let values: Vec<f64> = self.arguments.iter().map(Real::value).collect();
            return Err(self.faults.domain(at, row, &values));
        }
        Ok(application.op.apply(self.arguments, application.n))
    }
}
