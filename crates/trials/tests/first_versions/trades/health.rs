//! A model of health, with what it imports in a function.

use wengert::{Differentiable, prelude::*};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(usize)]
pub enum Health {
    Well = 0,
    Sick = 1,
    Dead = 2,
}

impl Health {
    const ALL: [Health; 3] = [Health::Well, Health::Sick, Health::Dead];
    fn utility(self) -> f64 {
        match self {
            Health::Well => 1.0,
            Health::Sick => 0.6,
            Health::Dead => 0.0,
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
pub struct Rates {
    pub onset: f64,
    pub recovery: f64,
    pub mortality: [f64; 2],
}

impl Rates {
    fn transition(&self, from: Health, to: Health) -> f64 {
        use Health::*;
        match (from, to) {
            (Well, Sick) => self.onset,
            (Sick, Well) => self.recovery,
            (Well, Dead) => self.mortality[0],
            (Sick, Dead) => self.mortality[1],
            (Well, Well) => 1.0 - self.onset - self.mortality[0],
            (Sick, Sick) => 1.0 - self.recovery - self.mortality[1],
            (Dead, Dead) => 1.0,
            (Dead, _) => 0.0,
        }
    }
}

#[differentiable]
pub fn qalys(rates: &Rates, discount: f64, cycles: u32) -> f64 {
    let mut p = [1.0, 0.0, 0.0];
    let mut total = 0.0;
    for cycle in 0..cycles {
        let mut next = [0.0; 3];
        for &from in &Health::ALL {
            for &to in &Health::ALL {
                next[to as usize] += p[from as usize] * rates.transition(from, to);
            }
        }
        p = next;
        let utility: f64 = Health::ALL.iter().map(|&h| p[h as usize] * h.utility()).sum();
        total += utility / (1.0 + discount).powi(cycle as i32 + 1);
    }
    total
}

#[test]
fn holds() {
    let r = |x: &[f64]| Rates { onset: x[0], recovery: x[1], mortality: [x[2], x[3]] };
    super::check(
        &[0.1, 0.3, 0.01, 0.05, 0.03],
        |x| qalys(&r(x), x[4], 10),
        |x| {
            let (v, (g, d)) = qalys::value_and_gradient(&r(x), x[4], 10);
            (v, (g.onset, g.recovery, g.mortality, d))
        },
    );
}
