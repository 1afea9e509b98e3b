//! The loss of a long short-term memory that reads a sequence (GradBench's lstm).
//!
//! With `b` units a layer, layer i has its weights in `main[8 i b..][..4 b]`, for the forget, in and out gates and the
//! change, and its biases in the `4 b` behind them; `extra` holds the weights of the input, those of the output, and
//! the biases of the output. `state` starts with hidden state and cell of each layer, and `sequence` holds `b` values
//! for each time.

use wengert::differentiable;

/// The loss of predicting every entry of the sequence from those before it.
#[differentiable]
pub fn lstm(
    main: &[f64],
    extra: &[f64],
    #[constant] state: &[f64],
    #[constant] sequence: &[f64],
    layers: usize,
    b: usize,
) -> f64 {
    let times = sequence.len() / b;
    let mut s = vec![0.0; 2 * layers * b];
    s.copy_from_slice(state);
    let mut x = vec![0.0; b];
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..times - 1 {
        for j in 0..b {
            x[j] = sequence[t * b + j] * extra[j];
        }
        for i in 0..layers {
            let weight = &main[8 * i * b..(8 * i + 4) * b];
            let bias = &main[(8 * i + 4) * b..(8 * i + 8) * b];
            for j in 0..b {
                let hidden = s[2 * i * b + j];
                let cell = s[(2 * i + 1) * b + j];
                let forget = 1.0 / (1.0 + (-(x[j] * weight[j] + bias[j])).exp());
                let input = 1.0 / (1.0 + (-(hidden * weight[b + j] + bias[b + j])).exp());
                let output = 1.0 / (1.0 + (-(x[j] * weight[2 * b + j] + bias[2 * b + j])).exp());
                let change = (hidden * weight[3 * b + j] + bias[3 * b + j]).tanh();
                let cell = cell * forget + input * change;
                let hidden = output * cell.tanh();
                s[(2 * i + 1) * b + j] = cell;
                s[2 * i * b + j] = hidden;
                x[j] = hidden;
            }
        }
        let mut sum = 2.0;
        for j in 0..b {
            y[j] = x[j] * extra[b + j] + extra[2 * b + j];
            sum += y[j].exp();
        }
        let shift = sum.ln();
        for j in 0..b {
            total += sequence[(t + 1) * b + j] * (y[j] - shift);
        }
    }
    -total / ((times - 1) * b) as f64
}

/// [`lstm()`] with the sigmoid, a layer, and the loss at one time as functions.
#[differentiable]
pub fn split(
    main: &[f64],
    extra: &[f64],
    #[constant] state: &[f64],
    #[constant] sequence: &[f64],
    layers: usize,
    b: usize,
) -> f64 {
    let times = sequence.len() / b;
    let mut s = vec![0.0; 2 * layers * b];
    s.copy_from_slice(state);
    let mut x = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..times - 1 {
        for j in 0..b {
            x[j] = sequence[t * b + j] * extra[j];
        }
        for i in 0..layers {
            let (hidden, cell) = s[2 * i * b..(2 * i + 2) * b].split_at_mut(b);
            layer(&main[8 * i * b..(8 * i + 4) * b], &main[(8 * i + 4) * b..(8 * i + 8) * b], &mut x, hidden, cell);
        }
        total += likelihood(&x, &extra[b..2 * b], &extra[2 * b..3 * b], &sequence[(t + 1) * b..(t + 2) * b]);
    }
    -total / ((times - 1) * b) as f64
}

/// `1 / (1 + exp(-x))`.
#[differentiable]
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Takes a layer one time on; `x` is its input and becomes its output.
#[differentiable]
pub fn layer(weight: &[f64], bias: &[f64], x: &mut [f64], hidden: &mut [f64], cell: &mut [f64]) {
    let b = x.len();
    for j in 0..b {
        let forget = sigmoid(x[j] * weight[j] + bias[j]);
        let input = sigmoid(hidden[j] * weight[b + j] + bias[b + j]);
        let output = sigmoid(x[j] * weight[2 * b + j] + bias[2 * b + j]);
        let change = (hidden[j] * weight[3 * b + j] + bias[3 * b + j]).tanh();
        cell[j] = cell[j] * forget + input * change;
        hidden[j] = output * cell[j].tanh();
        x[j] = hidden[j];
    }
}

/// The logarithm of the likelihood of the `wanted` entries, given the output `x` of the last layer.
#[differentiable]
pub fn likelihood(x: &[f64], weight: &[f64], bias: &[f64], #[constant] wanted: &[f64]) -> f64 {
    let b = x.len();
    let mut y = vec![0.0; b];
    let mut sum = 2.0;
    for j in 0..b {
        y[j] = x[j] * weight[j] + bias[j];
        sum += y[j].exp();
    }
    let shift = sum.ln();
    let mut total = 0.0;
    for j in 0..b {
        total += wanted[j] * (y[j] - shift);
    }
    total
}

/// What [`by_hand`] keeps from call to call.
#[derive(Default)]
pub struct Buffers {
    /// For each time and layer: forget, in and out gate, change, cell before, and tanh of the cell after.
    cells: Vec<f64>,
    /// For each time the hidden states before and the output's share of each class.
    hidden: Vec<f64>,
    shares: Vec<f64>,
    state: Vec<f64>,
    x: Vec<f64>,
    /// Adjoints of the state and of `x`.
    state_adjoint: Vec<f64>,
    x_adjoint: Vec<f64>,
}

/// Value and gradient of [`lstm()`]: every exponential and hyperbolic tangent is kept, so that the sweep back is
/// arithmetic alone.
pub fn by_hand(
    main: &[f64],
    extra: &[f64],
    state: &[f64],
    sequence: &[f64],
    layers: usize,
    b: usize,
    main_gradient: &mut [f64],
    extra_gradient: &mut [f64],
    buffers: &mut Buffers,
) -> f64 {
    let times = sequence.len() / b;
    let Buffers { cells, hidden, shares, state: s, x, state_adjoint, x_adjoint } = buffers;
    cells.resize((times - 1) * layers * 6 * b, 0.0);
    hidden.resize((times - 1) * layers * b, 0.0);
    shares.resize((times - 1) * b, 0.0);
    s.clear();
    s.extend_from_slice(state);
    x.resize(b, 0.0);
    x_adjoint.resize(b, 0.0);
    state_adjoint.clear();
    state_adjoint.resize(2 * layers * b, 0.0);

    let mut total = 0.0;
    let kept = cells.chunks_exact_mut(layers * 6 * b).zip(hidden.chunks_exact_mut(layers * b));
    for ((t, (cells, hidden)), shares) in kept.enumerate().zip(shares.chunks_exact_mut(b)) {
        let (now, next) = sequence[t * b..(t + 2) * b].split_at(b);
        for ((x, now), weight) in x.iter_mut().zip(now).zip(extra) {
            *x = now * weight;
        }
        let kept = cells.chunks_exact_mut(6 * b).zip(hidden.chunks_exact_mut(b));
        for ((s, (cells, hidden)), main) in s.chunks_exact_mut(2 * b).zip(kept).zip(main.chunks_exact(8 * b)) {
            layer_forward(main, x, s, cells, hidden);
        }
        let mut sum = 2.0;
        let mut value = 0.0;
        let mut wanted = 0.0;
        for j in 0..b {
            let y = x[j] * extra[b + j] + extra[2 * b + j];
            shares[j] = y.exp();
            sum += shares[j];
            value += next[j] * y;
            wanted += next[j];
        }
        total += value - wanted * sum.ln();
        for share in shares {
            *share *= wanted / sum;
        }
    }

    let scale = -1.0 / ((times - 1) * b) as f64;
    main_gradient.fill(0.0);
    extra_gradient.fill(0.0);
    for t in (0..times - 1).rev() {
        let (now, next) = sequence[t * b..(t + 2) * b].split_at(b);
        let shares = &shares[t * b..(t + 1) * b];
        for j in 0..b {
            let adjoint = scale * (next[j] - shares[j]);
            extra_gradient[b + j] += adjoint * x[j];
            extra_gradient[2 * b + j] += adjoint;
            x_adjoint[j] = adjoint * extra[b + j];
        }
        for i in (0..layers).rev() {
            let kept = &cells[(t * layers + i) * 6 * b..][..6 * b];
            let before = &hidden[(t * layers + i) * b..][..b];
            // The input of a layer is the output of the layer below, which is that one's hidden state.
            if i == 0 {
                for ((x, now), weight) in x.iter_mut().zip(now).zip(extra) {
                    *x = now * weight;
                }
            } else {
                let below = &cells[(t * layers + i - 1) * 6 * b..][..6 * b];
                for j in 0..b {
                    x[j] = below[2 * b + j] * below[5 * b + j];
                }
            }
            let weight = &main[8 * i * b..(8 * i + 4) * b];
            let adjoints = &mut state_adjoint[2 * i * b..(2 * i + 2) * b];
            let gradient = &mut main_gradient[8 * i * b..(8 * i + 8) * b];
            layer_back(weight, x, kept, before, x_adjoint, adjoints, gradient);
        }
        for j in 0..b {
            extra_gradient[j] += x_adjoint[j] * now[j];
        }
        if t > 0 {
            x.copy_from_slice(&hidden[(t * layers + layers - 1) * b..][..b]);
        }
    }
    total * scale
}

/// Takes a layer one time on and keeps what [`layer_back`] reads.
fn layer_forward(main: &[f64], x: &mut [f64], s: &mut [f64], kept: &mut [f64], before: &mut [f64]) {
    let b = x.len();
    let (weight, bias) = main.split_at(4 * b);
    let (hidden, cell) = s.split_at_mut(b);
    before.copy_from_slice(hidden);
    for j in 0..b {
        let forget = sigmoid(x[j] * weight[j] + bias[j]);
        let input = sigmoid(hidden[j] * weight[b + j] + bias[b + j]);
        let output = sigmoid(x[j] * weight[2 * b + j] + bias[2 * b + j]);
        let change = (hidden[j] * weight[3 * b + j] + bias[3 * b + j]).tanh();
        kept[j] = forget;
        kept[b + j] = input;
        kept[2 * b + j] = output;
        kept[3 * b + j] = change;
        kept[4 * b + j] = cell[j];
        cell[j] = cell[j] * forget + input * change;
        kept[5 * b + j] = cell[j].tanh();
        hidden[j] = output * kept[5 * b + j];
        x[j] = hidden[j];
    }
}

/// The adjoint of a layer: that of its output comes in `x_adjoint`, which leaves with that of its input `x`.
fn layer_back(
    weight: &[f64],
    x: &[f64],
    kept: &[f64],
    before: &[f64],
    x_adjoint: &mut [f64],
    state_adjoint: &mut [f64],
    gradient: &mut [f64],
) {
    let b = x.len();
    let (hidden_adjoint, cell_adjoint) = state_adjoint.split_at_mut(b);
    let (weights, biases) = gradient.split_at_mut(4 * b);
    for j in 0..b {
        let (forget, input, output, change) = (kept[j], kept[b + j], kept[2 * b + j], kept[3 * b + j]);
        let (cell, tanh) = (kept[4 * b + j], kept[5 * b + j]);
        let hidden = x_adjoint[j] + hidden_adjoint[j];
        let after = cell_adjoint[j] + hidden * output * (1.0 - tanh * tanh);
        let by_forget = after * cell * forget * (1.0 - forget);
        let by_input = after * change * input * (1.0 - input);
        let by_output = hidden * tanh * output * (1.0 - output);
        let by_change = after * input * (1.0 - change * change);
        cell_adjoint[j] = after * forget;
        x_adjoint[j] = by_forget * weight[j] + by_output * weight[2 * b + j];
        hidden_adjoint[j] = by_input * weight[b + j] + by_change * weight[3 * b + j];
        weights[j] += by_forget * x[j];
        weights[b + j] += by_input * before[j];
        weights[2 * b + j] += by_output * x[j];
        weights[3 * b + j] += by_change * before[j];
        biases[j] += by_forget;
        biases[b + j] += by_input;
        biases[2 * b + j] += by_output;
        biases[3 * b + j] += by_change;
    }
}
