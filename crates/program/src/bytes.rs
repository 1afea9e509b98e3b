//! The byte form: what programs are kept and sent as.
//!
//! All numbers are little-endian; a count is a `u32`, and so is the number of a value: inputs first, then constants,
//! then calls.
//!
//! | bytes | hold |
//! | --- | --- |
//! | 8 | `wengert` and the version, 1; 2 where there are operations on matrices |
//! | count, then each: count, bytes, `u32`, `u8` | the functions that are called: name in UTF-8, number of arguments, 1 if it takes an integer; 2 and an `i32` for a user's rule that is called with this one |
//! | only in version 2: count, then each: count, bytes, count, 8 each | the operations on matrices: name, and the parameters' bits |
//! | count, then a 0 each | the inputs |
//! | count, then 8 each | the constants, their bits |
//! | count, then each: `u8`, `u8`, `u32`, `u32`, `u32` | the guards: test, answer, operands, how many calls stand before |
//! | count, then each: `u32`, `u32` per argument, `i32` if it takes an integer | the calls: which function, of what |
//! | among the calls, the first bit of the `u32` set: `u32` per number of the inputs, a 0 per number that it gives | which operation, of what |
//! | count, then `u32` each | the outputs |
//!
//! Functions stand by their names, so that a table with other rows does not change what a file means. Each input has a
//! byte of its own, so that no short file claims many.

use crate::error::Error;
use crate::function::Function;
use crate::guard::{Answer, Test};
use crate::operation::Operation;
use crate::program::{Instruction, Program};
use crate::verify::{Draft, Refusal, function, operation};
use core::cmp::Ordering;

const MAGIC: [u8; 8] = *b"wengert\x01";
/// The version of a program with operations on matrices.
const WITH_OPERATIONS: u8 = 2;
/// What the number of an operation begins with, in place of that of a function.
const OPERATION: u32 = 1 << 31;
/// In place of whether a function takes an integer: a user's rule, always called with the one that follows.
const WITH_PARAMETER: u8 = 2;
const TESTS: [Test; 7] =
    [Test::Less, Test::LessEqual, Test::Greater, Test::GreaterEqual, Test::Equal, Test::Order, Test::Value];
const ANSWERS: [Answer; 6] = [
    Answer::Is(false),
    Answer::Is(true),
    Answer::Ordering(Some(Ordering::Less)),
    Answer::Ordering(Some(Ordering::Equal)),
    Answer::Ordering(Some(Ordering::Greater)),
    Answer::Ordering(None),
];

impl Program {
    /// The program as bytes, which [`from_bytes`](Program::from_bytes) reads back to an equal program; the source lines
    /// of guards are left out.
    ///
    /// Four bytes for each call and each of its arguments, eight for a constant.
    ///
    /// ```
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(2, |x| vec![x[0] * x[1] + x[0].sin()])?;
    /// assert_eq!(Program::from_bytes(&f.to_bytes())?, f);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut functions: Vec<&Function> = Vec::new();
        let (mut calls, mut count) = (Vec::new(), 0_usize);
        let mut operations: Vec<&Operation> = Vec::new();
        for instruction in self.instructions() {
            let (function, args, n) = match instruction {
                Instruction::Apply { function, args, n } => (function, args, n),
                Instruction::Element { operation, args, element: 0 } => {
                    let known = operations.iter().position(|o| *o == operation);
                    put(&mut calls, OPERATION as usize + known.unwrap_or(operations.len()));
                    operations.extend(known.is_none().then_some(operation));
                    args.iter().for_each(|&a| put(&mut calls, a as usize));
                    calls.resize(calls.len() + operation.outputs(), 0);
                    count += 1;
                    continue;
                }
                _ => continue,
            };
            let known = functions.iter().position(|f| *f == function);
            put(&mut calls, known.unwrap_or(functions.len()));
            functions.extend(known.is_none().then_some(function));
            args.iter().for_each(|&a| put(&mut calls, a as usize));
            if function.family() {
                calls.extend(n.to_le_bytes());
            }
            count += 1;
        }
        let mut bytes = MAGIC.to_vec();
        put(&mut bytes, functions.len());
        for function in functions {
            put(&mut bytes, function.name().len());
            bytes.extend(function.name().bytes());
            put(&mut bytes, function.arity());
            match function.parameter() {
                0 => bytes.push(function.family().into()),
                n => {
                    bytes.push(WITH_PARAMETER);
                    bytes.extend(n.to_le_bytes());
                }
            }
        }
        if !operations.is_empty() {
            bytes[MAGIC.len() - 1] = WITH_OPERATIONS;
            put(&mut bytes, operations.len());
        }
        for operation in operations {
            put(&mut bytes, operation.name().len());
            bytes.extend(operation.name().bytes());
            let parameters = operation.parameters().unwrap_or_default();
            put(&mut bytes, parameters.len());
            parameters.iter().for_each(|p| bytes.extend(p.to_bits().to_le_bytes()));
        }
        put(&mut bytes, self.inputs());
        bytes.resize(bytes.len() + self.inputs(), 0);
        let constants = self.instructions().filter_map(|i| match i {
            Instruction::Constant(c) => Some(c),
            _ => None,
        });
        put(&mut bytes, self.values() - self.len() - self.inputs());
        constants.for_each(|c| bytes.extend(c.to_bits().to_le_bytes()));
        put(&mut bytes, self.guards().len());
        for guard in self.guards() {
            let place = |found: Option<usize>| found.unwrap_or(usize::from(u8::MAX)) as u8;
            bytes.push(place(TESTS.iter().position(|test| *test == guard.test)));
            bytes.push(place(ANSWERS.iter().position(|answer| *answer == guard.answer)));
            let before = self.calls_before(guard.at);
            [guard.a as usize, guard.b as usize, before].into_iter().for_each(|word| put(&mut bytes, word));
        }
        put(&mut bytes, count);
        bytes.append(&mut calls);
        put(&mut bytes, self.outputs().len());
        self.outputs().iter().for_each(|&y| put(&mut bytes, y as usize));
        bytes
    }

    /// Reads a program, of functions of the table, from bytes.
    ///
    /// The bytes may be anything: all of a program is checked before there is one, and what is allocated is bounded by
    /// what has been read.
    ///
    /// # Errors
    /// [`Error::Invalid`] with what is wrong, and at which byte; [`Error::TooLarge`].
    ///
    /// Cost: linear in the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Program, Error> {
        Program::from_bytes_with(bytes, &[])
    }

    /// As [`from_bytes`](Program::from_bytes), with functions of the user's beside those of the table.
    ///
    /// # Errors
    /// As [`from_bytes`](Program::from_bytes).
    ///
    /// ```
    /// use program::{Function, Program};
    /// use rules::FreeFunction;
    /// rules::rule! {
    ///     /// The square of a number.
    ///     Square: square(x) = x * x, d [2.0 * x];
    /// }
    /// let own = Function::of::<<square as FreeFunction<1>>::Rule, 1>();
    /// let bytes = Program::record(1, |x| vec![square(x[0])])?.to_bytes();
    /// assert!(Program::from_bytes(&bytes).is_err());
    /// assert_eq!(Program::from_bytes_with(&bytes, &[own])?.eval(&[3.0])?, [9.0]);
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn from_bytes_with(bytes: &[u8], functions: &[Function]) -> Result<Program, Error> {
        let mut reader = Reader { rest: bytes };
        let read = reader.program(functions);
        let (draft, outputs) = read.map_err(|message| {
            let at = bytes.len() - reader.rest.len();
            Error::Invalid { line: 0, message: format!("before byte {at}: {message}") }
        })?;
        draft.finish(&outputs)
    }
}

impl Program {
    /// How many calls stand before that instruction.
    fn calls_before(&self, at: usize) -> usize {
        self.steps[..at].iter().filter(|step| self.element(step).is_none_or(|(_, element)| element == 0)).count()
    }
}

fn put(bytes: &mut Vec<u8>, word: usize) {
    // Programs have fewer than 2^31 values.
    bytes.extend((word as u32).to_le_bytes());
}

struct Reader<'a> {
    rest: &'a [u8],
}

/// A guard as it is read.
struct Asked {
    test: Test,
    answer: Answer,
    a: u32,
    b: u32,
    at: u32,
}

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Refusal> {
        let (head, rest) = self.rest.split_first_chunk().ok_or("the bytes end too early")?;
        self.rest = rest;
        Ok(*head)
    }

    fn word(&mut self) -> Result<u32, Refusal> {
        self.take().map(u32::from_le_bytes)
    }

    fn slice(&mut self, length: u32) -> Result<&'a [u8], Refusal> {
        let (head, rest) = self.rest.split_at_checked(length as usize).ok_or("the bytes end too early")?;
        self.rest = rest;
        Ok(head)
    }

    fn function(&mut self, given: &[Function]) -> Result<Function, Refusal> {
        let length = self.word()?;
        let name = core::str::from_utf8(self.slice(length)?).map_err(|_| "the name of a function is no text")?;
        let (arity, family) = (self.word()?, self.take()?);
        let found = function(name, given)?;
        if family == [WITH_PARAMETER] {
            let n = i32::from_le_bytes(self.take()?);
            return match found.op() {
                None if found.arity() == arity as usize => Ok(found.with_parameter(n)),
                _ => Err(format!("`{name}` is no longer a rule of {arity} arguments with an integer")),
            };
        }
        match (found.arity() == arity as usize, [u8::from(found.family())] == family) {
            (true, true) => Ok(found),
            (false, _) => Err(format!("`{name}` had {arity} arguments, and has {}", found.arity())),
            (_, false) => Err(format!("`{name}` is no longer with, or without, an integer")),
        }
    }

    fn operation(&mut self) -> Result<Operation, Refusal> {
        let length = self.word()?;
        let name = core::str::from_utf8(self.slice(length)?).map_err(|_| "the name of an operation is no text")?;
        let count = self.word()?;
        let parameters = (0..count).map(|_| self.take().map(|bits| f64::from_bits(u64::from_le_bytes(bits))));
        let parameters = parameters.collect::<Result<Vec<_>, _>>()?;
        operation(name, &parameters)
    }

    fn guard(&mut self, last: u32) -> Result<Asked, Refusal> {
        let [test, answer] = self.take()?.map(usize::from);
        let test = *TESTS.get(test).ok_or("there is no such test")?;
        let answer = *ANSWERS.get(answer).ok_or("there is no such answer")?;
        let (a, b, at) = (self.word()?, self.word()?, self.word()?);
        match at >= last {
            true => Ok(Asked { test, answer, a, b, at }),
            false => Err(format!("a guard stands after {at} calls, the one before it after {last}")),
        }
    }

    fn program(&mut self, given: &[Function]) -> Result<(Draft, Vec<u32>), Refusal> {
        let [magic @ .., version] = self.take::<8>()?;
        if magic != MAGIC[..magic.len()] || ![MAGIC[magic.len()], WITH_OPERATIONS].contains(&version) {
            return Err("a program begins with `wengert` and the version 1 or 2".to_owned());
        }
        let count = self.word()?;
        let functions = (0..count).map(|_| self.function(given)).collect::<Result<Vec<_>, _>>()?;
        let count = if version == WITH_OPERATIONS { self.word()? } else { 0 };
        let operations = (0..count).map(|_| self.operation()).collect::<Result<Vec<_>, _>>()?;
        let inputs = self.word()?;
        if self.slice(inputs)?.iter().any(|&flag| flag != 0) {
            return Err("each input is a byte 0".to_owned());
        }
        let mut draft = Draft::new(inputs as usize);
        for _ in 0..self.word()? {
            draft.constant(f64::from_bits(self.take().map(u64::from_le_bytes)?));
        }
        let mut guards = Vec::new();
        for _ in 0..self.word()? {
            guards.push(self.guard(guards.last().map_or(0, |guard: &Asked| guard.at))?);
        }
        let mut guards = guards.into_iter().peekable();
        let mut args = Vec::new();
        let calls = self.word()?;
        for done in 0..calls {
            while let Some(guard) = guards.next_if(|guard| guard.at <= done) {
                draft.guard(guard.test, guard.a, guard.b, guard.answer)?;
            }
            let number = self.word()?;
            args.clear();
            if let Some(operation) = number.checked_sub(OPERATION) {
                let operation =
                    operations.get(operation as usize).ok_or("an operation is called that is not listed")?;
                for _ in 0..operation.inputs().iter().sum() {
                    args.push(self.word()?);
                }
                if self.slice(operation.outputs() as u32)?.iter().any(|&flag| flag != 0) {
                    return Err("each number that an operation gives is a byte 0".to_owned());
                }
                draft.call_operation(operation, &args)?;
                continue;
            }
            let function = functions.get(number as usize).ok_or("a function is called that is not listed")?;
            for _ in 0..function.arity() {
                args.push(self.word()?);
            }
            let n = if function.family() { Some(i32::from_le_bytes(self.take()?)) } else { None };
            draft.call(function, &args, n.or(Some(function.parameter()).filter(|&n| n != 0)))?;
        }
        for guard in guards {
            if guard.at > calls {
                return Err(format!("a guard stands after {} of {calls} calls", guard.at));
            }
            draft.guard(guard.test, guard.a, guard.b, guard.answer)?;
        }
        let count = self.word()?;
        let outputs = (0..count).map(|_| self.word()).collect::<Result<Vec<_>, _>>()?;
        match self.rest {
            [] => Ok((draft, outputs)),
            rest => Err(format!("{} bytes are left over", rest.len())),
        }
    }
}
