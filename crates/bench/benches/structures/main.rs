//! Programs on structures, each as one would write it: types with operators and methods, lists of structures that are
//! changed where they lie, calls several levels deep.
//!
//! What is wanted: no value with its gradient above 4 times the function, and half of the programs below 3. The pair
//! potential takes 2.4 times, the network 2.8, quaternions 2.9, cameras 3.4. The filter, with 8.0,
//! allocates a matrix of four numbers for each value and for each adjoint, 74 a step where the function allocates 18:
//! 38 % of its time is the allocator's. The bodies take 3.9, and took 5.2 when `all[i] += ..` saved what was there before:
//! 24 bytes of the 45 that they saved for a pair. The cameras
//! compute sine and cosine three times, as `rotated` has them in an arm and is run again at each level; with a record
//! of its own in place of that they took 4.2.
//!
//! When the filter's operators were computed again on the way back, and matrices taken apart to be kept, it took 8.3
//! times, with 101 allocations a step; with operators on bodies saved as if they held lists, those took 6.4.
//!
//! Before loops inside fused loops were fused, the potential took 3.5; before layers were used where they lie, the
//! network 6.2.

#![forbid(unsafe_code)]

use bench::contest;
use bench::contest::{Line, by_hand};
use bench::data::{normals, uniforms};
use bench::menu::{Menu, Program};
use bench::race::Pace;
use bench::structures::filter::{self, Matrix};
use bench::structures::network::{self, Layer, Network, Sample};
use bench::structures::scene::{self, Camera, Observation, Pixel, Scene};
use bench::structures::space::{self, Body, Quaternion, Vec3};
use std::hint::black_box;

fn vectors(x: &[f64]) -> Vec<Vec3> {
    x.as_chunks::<3>().0.iter().map(|&[x, y, z]| Vec3 { x, y, z }).collect()
}

fn bodies(n: usize) -> Vec<Body> {
    let (at, speeds) = (vectors(&normals(3 * n)), vectors(&uniforms(3 * n)));
    let body = |((at, speed), u): ((&Vec3, &Vec3), f64)| Body { position: *at, velocity: *speed, mass: 0.5 + u };
    at.iter().zip(&speeds).zip(uniforms(n)).map(body).collect()
}

fn potential(pace: Pace) -> Line {
    let all = bodies(64);
    let (at, g) = (all.as_slice(), 1.0);
    let hand = by_hand((all.clone(), 0.0), |(bodies, by_g)| {
        space::potential_by_hand(black_box(at), black_box(g), bodies, by_g)
    });
    contest!(pace, "pair potential", space::potential(at, g), by [all: gb, g: gg], hand)
}

fn simulation(pace: Pace) -> Line {
    let all = bodies(32);
    let (at, g, dt) = (all.as_slice(), 1.0, 0.01);
    contest!(pace, "leapfrog n-body", space::simulation(at, g, dt, 20), by [all: gb, g: gg, dt: gd])
}

fn attitude(pace: Pace) -> Line {
    let all = vectors(&normals(3 * 1000));
    let (rates, dt) = (all.as_slice(), 0.01);
    let start = Quaternion { w: 0.8, v: Vec3 { x: 0.1, y: 0.2, z: 0.3 } };
    contest!(pace, "quaternion kinematics", space::attitude(rates, start, dt), by [all: gr, start: gs, dt: gd])
}

fn bundle(pace: Pace) -> Line {
    let camera = |(k, u): (usize, f64)| Camera {
        rotation: Vec3 { x: 0.1 * u, y: -0.2 * u, z: 0.3 - u },
        translation: Vec3 { x: 0.1, y: 0.2 * u, z: -5.0 },
        focal: 500.0 + k as f64,
        distortion: [1e-2, -1e-3 * u],
    };
    let cameras = uniforms(8).into_iter().enumerate().map(camera).collect();
    let scene = Scene { cameras, points: vectors(&normals(3 * 64)) };
    let place = normals(2 * 512);
    let observation = |(k, p): (usize, &[f64; 2])| Observation {
        camera: k % 8,
        point: (7 * k) % 64,
        seen: Pixel { u: 100.0 * p[0], v: 100.0 * p[1] },
    };
    let seen: Vec<Observation> = place.as_chunks::<2>().0.iter().enumerate().map(observation).collect();
    let scene = &scene;
    contest!(pace, "camera bundle", scene::cost(scene, &seen), by [scene: gs])
}

fn training(pace: Pace) -> Line {
    let layer = |rows: usize, cols: usize| Layer {
        weights: normals(rows * cols).chunks_exact(cols).map(|row| row.iter().map(|w| 0.3 * w).collect()).collect(),
        biases: uniforms(rows),
    };
    let net = Network { layers: vec![layer(16, 8), layer(16, 16), layer(1, 16)] };
    let inputs = normals(8 * 32);
    let sample = |(input, target): (&[f64], f64)| Sample { input: input.to_vec(), target };
    let samples: Vec<Sample> = inputs.chunks_exact(8).zip(uniforms(32)).map(sample).collect();
    let net = &net;
    contest!(pace, "small network", network::loss(net, &samples), by [net: gn])
}

fn filtering(pace: Pace) -> Line {
    let square = |data: [f64; 4]| Matrix { rows: 2, cols: 2, data: data.to_vec() };
    let (f, q, r) = (&square([1.0, 0.1, -0.1, 0.95]), &square([0.1, 0.0, 0.0, 0.1]), &square([0.5, 0.1, 0.1, 0.4]));
    let seen = normals(2 * 100).as_chunks::<2>().0.to_vec();
    contest!(pace, "Kalman, own matrices", filter::likelihood(f, q, r, &seen), by [f: gf, q: gq, r: gr])
}

const PROGRAMS: [Program<Line>; 6] = [
    ("potential", potential),
    ("simulation", simulation),
    ("attitude", attitude),
    ("bundle", bundle),
    ("training", training),
    ("filtering", filtering),
];

fn main() {
    Menu::read().table(&PROGRAMS);
}
