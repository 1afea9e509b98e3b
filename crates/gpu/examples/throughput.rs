//! Black-Scholes with five Greeks, an Asian option of 52 steps, and the gradient of a mixture model over its data: times,
//! and how near they come to what bounds the device.
//!
//! `cargo run --release -p wengert-gpu --example throughput -- [SCENARIOS] [PIECE OF A DEVICE'S NAME]`

use forward::Dual;
use gpu::{Array, Device, Error, Kernel, Number};
use program::{BatchWorkspace, Node, Program};
use rules::functions::norm_cdf;
use rules::{Functions, Real};
use std::time::Instant;

/// The price of a call: spot, volatility, time, rate; the strike is 100.
fn black_scholes<T: Real>(x: &[T]) -> T {
    let (spot, volatility, time, rate) = (x[0], x[1], x[2], x[3]);
    let deviation = volatility * time.sqrt();
    let d1 = ((spot / 100.0).ln() + (rate + 0.5 * volatility * volatility) * time) / deviation;
    spot * norm_cdf(d1) - 100.0 * (-rate * time).exp() * norm_cdf(d1 - deviation)
}

/// Price, delta, vega, theta (as the derivative by time), rho, gamma: forward over forward, recorded.
fn greeks() -> Program {
    let p = Program::record_at(&[100.0, 0.2, 1.0, 0.03], |x| {
        let inner = |k: usize| if k == 0 { Dual::<Node<'_>>::variable(x[k]) } else { Dual::fixed(x[k]) };
        let lanes: Vec<Dual<Dual<Node<'_>>, [Dual<Node<'_>>; 4]>> = (0..4).map(|k| Dual::lane(inner(k), k)).collect();
        let y = black_scholes(&lanes);
        let mut all = vec![y.value.value];
        all.extend(y.tangent.iter().map(|d| d.value));
        all.push(y.tangent[0].tangent);
        all
    });
    p.and_then(|p| p.optimised()).expect("a program of some hundred operations")
}

/// An arithmetic Asian call on 52 normal numbers with its derivatives by spot and volatility.
fn asian() -> Program {
    let mut point = vec![0.1; 52];
    point.extend([100.0, 0.2]);
    let p = Program::record_at(&point, |x| {
        let fixed = |k: usize| Dual::<Node<'_>, [Node<'_>; 2]>::fixed(x[k]);
        let (spot, volatility) = (Dual::<Node<'_>, [Node<'_>; 2]>::lane(x[52], 0), Dual::lane(x[53], 1));
        let dt: f64 = 1.0 / 52.0;
        let (mut price, mut sum) = (spot, fixed(0) * 0.0);
        for k in 0..52 {
            price *= ((0.03 - 0.5 * volatility * volatility) * dt + volatility * fixed(k) * dt.sqrt()).exp();
            sum += price;
        }
        let payoff = (sum / 52.0 - 100.0).max(fixed(0) * 0.0) * (-0.03f64).exp();
        vec![payoff.value, payoff.tangent[0], payoff.tangent[1]]
    });
    p.and_then(|p| p.optimised()).expect("a program of some thousand operations")
}

/// The likelihood of one number under four normal distributions, with its gradient by their twelve parameters.
fn mixture() -> Program {
    let mut point = vec![0.3];
    point.extend((0..12).map(|k| 0.1 * f64::from(k)));
    let p = Program::record_at(&point, |x| {
        let density = (0..4).fold(Node::from(0.0), |sum, k| {
            let (weight, mean, log_scale) = (x[1 + k], x[5 + k], x[9 + k]);
            let z = (x[0] - mean) * (-log_scale).exp();
            sum + (weight - log_scale - 0.5 * z * z).exp()
        });
        let total = (0..4).fold(Node::from(0.0), |sum, k| sum + x[1 + k].exp());
        vec![(density / total).ln()]
    });
    p.and_then(|p| p.with_gradient()).and_then(|p| p.optimised()).expect("a program of some hundred operations")
}

/// The operations of a program, where a function other than arithmetic counts as 30: about what an exponential takes.
fn operations(p: &Program) -> f64 {
    let cost = |instruction| match instruction {
        program::Instruction::Apply { function, .. } => {
            let simple = function.op().is_some_and(|op| op.row().kind == rules::Kind::Operator);
            if simple { 1.0 } else { 30.0 }
        }
        _ => 0.0,
    };
    p.instructions().map(cost).sum()
}

/// The least time of five runs after one to warm up, in seconds.
fn least(mut run: impl FnMut() -> Result<(), Error>) -> Result<f64, Error> {
    run()?;
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let begun = Instant::now();
        run()?;
        best = best.min(begun.elapsed().as_secs_f64());
    }
    Ok(best)
}

/// Bytes and operations in a second: a copy, and a chain of products and sums.
fn peaks<T: Number>(device: &Device, lanes: usize) -> Result<(f64, f64), Error> {
    let copy: Kernel<T> = device.compile(&Program::record(4, |x| x.to_vec())?)?;
    let x = device.upload_columns(&vec![T::of(0.5); 4 * lanes], 4)?;
    let mut y = device.array(4, lanes)?;
    let time = least(|| copy.run_into(&x, &mut y).and_then(|()| copy.finish()))?;
    let bytes = (8 * lanes * size_of::<T>()) as f64 / time;
    let chain = Program::record(4, |x| {
        let mut v = x.to_vec();
        (0..256).for_each(|i| v[i % 4] = v[i % 4].mul_add(x[3], x[(i + 1) % 4]));
        vec![v[0] + v[1] + v[2] + v[3]]
    })?;
    let chain: Kernel<T> = device.compile(&chain)?;
    let mut y = device.array(1, lanes)?;
    let time = least(|| chain.run_into(&x, &mut y).and_then(|()| chain.finish()))?;
    Ok((bytes, 512.0 * lanes as f64 / time))
}

/// The time of the batch engine for the same points, and whether its results are the same to the bit.
fn on_the_host<T: Number>(p: &Program, x: &Array<T>, y: &Array<T>) -> Result<String, Error> {
    let points: Vec<f64> = x.download()?.into_iter().map(T::wide).collect();
    let (mut workspace, mut results) = (BatchWorkspace::new(), vec![0.0; y.width() * y.lanes()]);
    let time = least(|| {
        p.batch().eval_into(&points, &mut workspace, &mut results).expect("a program without guards");
        Ok(())
    })?;
    let same = y.download()?.iter().zip(&results).all(|(y, e)| y.wide().to_bits() == e.to_bits());
    let bits = if same { "the same bits" } else { "other bits" };
    Ok(format!("; one thread of the host: {:.1} ns each, {bits}", time * 1e9 / x.lanes() as f64))
}

fn measure<T: Number>(device: &Device, lanes: usize, number: &str) -> Result<(), Error> {
    let (bytes, flops) = peaks::<T>(device, lanes.min(1 << 22))?;
    println!("{number}: a copy runs at {:.1} GB/s, products with sums at {:.1} Gflop/s", bytes / 1e9, flops / 1e9);
    for (name, p, shared, width) in [
        ("Black-Scholes, 5 Greeks", greeks(), 0, 4),
        ("Asian option, 52 steps", asian(), 2, 52),
        ("mixture, sum of gradients", mixture(), 12, 1),
    ] {
        let begun = Instant::now();
        let kernel: Kernel<T> = device.compile_shared(&p, shared)?;
        let compiled = begun.elapsed().as_secs_f64();
        let lanes = lanes.min((device.memory() / 8) as usize / (width * size_of::<T>()));
        let ranges = [[80.0, 120.0], [0.1, 0.4], [0.1, 2.0], [0.0, 0.05]];
        let number = |k: usize, i: usize| {
            let u = ((i * 7919 + k * 104_729) % 1_000_003) as f64 / 1_000_003.0;
            let [low, high] = if width == 4 { ranges[k] } else { [-2.0, 2.0] };
            T::of(low + u * (high - low))
        };
        let columns: Vec<T> = (0..width).flat_map(|k| (0..lanes).map(move |i| number(k, i))).collect();
        let x = device.upload_columns(&columns, width)?;
        drop(columns);
        match shared {
            2 => kernel.share(&[100.0, 0.2].map(T::of))?,
            12 => kernel.share(&(0..12).map(|k| T::of(0.1 * f64::from(k))).collect::<Vec<_>>())?,
            _ => {}
        }
        let outputs = if shared == 12 { 0 } else { p.outputs().len() };
        let mut y = device.array(p.outputs().len(), if shared == 12 { 0 } else { lanes })?;
        let time = least(|| match shared {
            12 => kernel.sum(&x).map(drop),
            _ => kernel.run_into(&x, &mut y).and_then(|()| kernel.finish()),
        })?;
        let host = match shared {
            0 if size_of::<T>() == 8 => on_the_host(&p, &x, &y)?,
            _ => String::new(),
        };
        let moved = ((width + outputs) * lanes * size_of::<T>()) as f64;
        let work = operations(&p) * lanes as f64;
        let bound = (moved / bytes).max(work / flops);
        println!(
            "{name}: {lanes} scenarios in {:.1} ms, {:.2} ns each; {:.1} GB/s, {:.1} Gop/s; {:.0} % of the roofline; {} \
             operations, compiled in {compiled:.2} s{host}",
            time * 1e3,
            time * 1e9 / lanes as f64,
            moved / time / 1e9,
            work / time / 1e9,
            100.0 * bound / time,
            p.len(),
        );
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let lanes = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1 << 20);
    let device = match arguments.next() {
        Some(piece) => Device::by_name(&piece)?,
        None => Device::any()?,
    };
    println!("on {device}");
    if device.has_doubles() {
        measure::<f64>(&device, lanes, "f64")?;
    }
    measure::<f32>(&device, lanes, "f32")
}
