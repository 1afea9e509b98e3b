//! A rocket whose air is in modules of its own.

use wengert::prelude::*;

pub mod constants {
    pub const G: f64 = 9.80665;
    pub const RHO: f64 = 1.225;
}

pub mod atmosphere {
    use super::constants::RHO;

    pub fn density(h: f64) -> f64 {
        RHO * (-h / 8500.0).exp()
    }

    pub mod drag {
        pub fn coefficient(mach: f64) -> f64 {
            match mach {
                m if m < 0.8 => 0.3,
                m if m < 1.2 => 0.3 + (m - 0.8) * 0.5,
                m => 0.5 / m.sqrt(),
            }
        }
    }
}

use atmosphere::drag;

#[differentiable]
pub fn apogee(v0: f64, mass: f64, area: f64) -> f64 {
    let (mut h, mut v) = (0.0, v0);
    let dt = 0.1;
    loop {
        let rho = atmosphere::density(h);
        let f = 0.5 * rho * v * v * drag::coefficient(v / 340.0) * area;
        let a = -constants::G - f / mass;
        let v_next = v + a * dt;
        if v_next <= 0.0 {
            break h + v * v / (2.0 * -a);
        }
        h += 0.5 * (v + v_next) * dt;
        v = v_next;
    }
}

#[test]
fn holds() {
    super::check(&[350.3, 5.0, 0.01], |x| apogee(x[0], x[1], x[2]), |x| apogee::value_and_gradient(x[0], x[1], x[2]));
}
