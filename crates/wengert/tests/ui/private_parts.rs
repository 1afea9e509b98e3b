//! What is private to another module: fields and types.

#![allow(private_interfaces)]

use wengert::prelude::*;

mod maps {
    #[derive(Clone)]
    pub struct Map {
        scale: f64,
        pub kind: Kind,
    }

    #[derive(Clone)]
    enum Kind {
        Plane,
        Cone,
    }

    impl Map {
        pub fn new(scale: f64) -> Map {
            Map { scale, kind: Kind::Plane }
        }

        pub fn scaled(&self, x: f64) -> f64 {
            x * self.scale
        }

        pub fn bent(&self, x: f64) -> f64 {
            match self.kind {
                Kind::Plane => x,
                Kind::Cone => x * x,
            }
        }
    }
}

#[differentiable]
fn by_field(#[constant] map: &maps::Map, x: f64) -> f64 {
    map.scaled(x)
}

#[differentiable]
fn by_type(#[constant] map: &maps::Map, x: f64) -> f64 {
    map.bent(x)
}

fn main() {
    let map = maps::Map::new(2.0);
    let _ = (by_field::gradient(&map, 1.0), by_type::gradient(&map, 1.0));
}
