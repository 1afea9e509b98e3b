//! The cost of a clustering.

use wengert::differentiable;

bench::twice! {
    /// The sum over the points, of `d` coordinates each, of the squared distance to the nearest centroid.
    #[differentiable]
    pub fn kmeans(#[constant] points: &[f64], centroids: &[f64], d: usize) -> f64 {
        let mut cost = 0.0;
        for point in points.chunks_exact(d) {
            let (mut nearest, mut least) = (0, f64::INFINITY);
            for (j, centroid) in centroids.chunks_exact(d).enumerate() {
                let distance = squared_distance(point, centroid);
                if distance < least {
                    (nearest, least) = (j, distance);
                }
            }
            cost += squared_distance(point, &centroids[nearest * d..(nearest + 1) * d]);
        }
        cost
    }

    /// The square of the distance between two points.
    #[differentiable]
    pub fn squared_distance(#[constant] point: &[f64], centroid: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (p, c) in point.iter().zip(centroid) {
            let t = p - c;
            sum += t * t;
        }
        sum
    }
}
