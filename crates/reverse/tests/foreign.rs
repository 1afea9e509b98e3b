//! Numbers whose own arithmetic runs foreign code in the middle of a sweep.

use reverse::{Tape, Var};
use rules::{Number, Rule};
use std::cell::Cell;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static TAPE: &'static Tape<Odd> = Box::leak(Box::new(Tape::default()));
    static MOOD: Cell<Mood> = const { Cell::new(Mood::Calm) };
    static CALM: Cell<u32> = const { Cell::new(0) };
}

#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Calm,
    Panics,
    Records,
    Clears,
    Sweeps,
}

/// A number that, in a product after some calm ones, does what its mood is: to the very tape that is being swept.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Odd(f64);

macro_rules! operator {
    ($($Op:ident $op:ident $sign:tt)*) => {$(
        impl $Op for Odd {
            type Output = Odd;
            fn $op(self, other: Odd) -> Odd {
                Odd(self.0 $sign other.0)
            }
        }
    )*};
}
operator!(Add add + Sub sub - Div div /);

impl Neg for Odd {
    type Output = Odd;
    fn neg(self) -> Odd {
        Odd(-self.0)
    }
}

impl Mul for Odd {
    type Output = Odd;
    fn mul(self, other: Odd) -> Odd {
        if CALM.get() > 0 {
            CALM.set(CALM.get() - 1);
            return Odd(self.0 * other.0);
        }
        match MOOD.replace(Mood::Calm) {
            Mood::Calm => {}
            Mood::Panics => panic!("odd"),
            Mood::Records => drop(TAPE.with(|t| t.var(Odd(1.0)).inner())),
            Mood::Clears => TAPE.with(|t| t.restart()),
            Mood::Sweeps => {
                TAPE.with(|t| drop(t.adjoints(&[])));
                MOOD.set(Mood::Records);
                return self * other;
            }
        }
        Odd(self.0 * other.0)
    }
}

impl Number for Odd {
    type Scalar = f64;
    fn constant(c: f64) -> Self {
        Odd(c)
    }
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        Odd(R::value(args.map(|a| a.0), n))
    }
    fn known(self) -> Option<f64> {
        Some(self.0)
    }
    fn has_nan(self) -> bool {
        self.0.is_nan()
    }
    fn is_constant(self) -> bool {
        true
    }
}

#[test]
fn the_tape_refuses_and_survives() {
    let tape: &'static Tape<Odd> = TAPE.with(|t| *t);
    let (x, y) = (tape.var(Odd(2.0)), tape.var(Odd(3.0)));
    let z: Var<'_, Odd> = x * y + x;
    let before = tape.statistics();
    let attempt = |mood| {
        let result = catch_unwind(AssertUnwindSafe(|| {
            // The first product is that of the seed.
            CALM.set(1);
            MOOD.set(mood);
            z.grad().wrt(x)
        }));
        result.map_err(|e| e.downcast_ref::<&str>().map_or_else(String::new, |s| (*s).to_string()))
    };
    let refused = "a tape cannot record, nor be cleared, while it is swept";
    assert_eq!(attempt(Mood::Calm), Ok(Odd(4.0)));
    assert_eq!(attempt(Mood::Panics).unwrap_err(), "odd");
    for mood in [Mood::Records, Mood::Clears, Mood::Sweeps] {
        assert_eq!(attempt(mood).unwrap_err(), refused);
        assert_eq!(tape.statistics(), before);
    }
    assert_eq!(attempt(Mood::Calm), Ok(Odd(4.0)));
    assert_eq!((z * y).grad().wrt(y), Odd(8.0 + 6.0));
}
