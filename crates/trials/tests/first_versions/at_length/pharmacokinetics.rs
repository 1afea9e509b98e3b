//! A compartment model with doses, by Runge-Kutta.

use wengert::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub(super) struct Patient {
    pub(super) clearance: f64,
    pub(super) volume: f64,
    pub(super) ka: f64,
    pub(super) q: f64,
    pub(super) v2: f64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Dose {
    pub(super) time: f64,
    pub(super) amount: f64,
}

type State = [f64; 3];

impl Patient {
    fn rhs(&self, s: &State) -> State {
        let [gut, central, peripheral] = *s;
        let k10 = self.clearance / self.volume;
        let k12 = self.q / self.volume;
        let k21 = self.q / self.v2;
        [-self.ka * gut, self.ka * gut - (k10 + k12) * central + k21 * peripheral, k12 * central - k21 * peripheral]
    }
}

fn axpy(s: &State, h: f64, k: &State) -> State {
    let mut out = *s;
    for (o, d) in out.iter_mut().zip(k) {
        *o += h * d;
    }
    out
}

fn rk4(p: &Patient, s: State, h: f64) -> State {
    let k1 = p.rhs(&s);
    let k2 = p.rhs(&axpy(&s, 0.5 * h, &k1));
    let k3 = p.rhs(&axpy(&s, 0.5 * h, &k2));
    let k4 = p.rhs(&axpy(&s, h, &k3));
    let mut out = s;
    for i in 0..3 {
        out[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
    out
}

#[differentiable]
pub(super) fn log_likelihood(
    p: &Patient,
    #[constant] doses: &[Dose],
    times: &[f64],
    #[constant] observed: &[f64],
    sigma: f64,
) -> f64 {
    let mut state: State = [0.0; 3];
    let mut t = 0.0;
    let mut next_dose = 0;
    let mut ll = 0.0;
    for (i, (&time, &obs)) in times.iter().zip(observed.iter()).enumerate() {
        while next_dose < doses.len() && doses[next_dose].time <= time {
            let d = doses[next_dose];
            let steps = ((d.time - t) / 0.25).ceil().max(1.0) as usize;
            let h = (d.time - t) / steps as f64;
            for _ in 0..steps {
                state = rk4(p, state, h);
            }
            t = d.time;
            state[0] += d.amount;
            next_dose += 1;
        }
        let steps = 4;
        let h = (time - t) / steps as f64;
        for _ in 0..steps {
            state = rk4(p, state, h);
        }
        t = time;
        let predicted = state[1] / p.volume;
        let residual = (obs.ln() - predicted.max(1e-12).ln()) / sigma;
        ll += -0.5 * residual.powi(2) - sigma.ln() - 0.5 * (2.0 * std::f64::consts::PI).ln();
        if i == 100 {
            break;
        }
    }
    ll
}
