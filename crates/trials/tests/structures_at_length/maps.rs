//! Maps with keys of any kind as parameters, fields and results: values to the bit, derivatives against differences.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Asset {
    Cash,
    Bond(u8),
    Stock { sector: i32 },
}

/// Without an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Side {
    Left,
    Right,
    Top,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Market {
    name: String,
    spots: HashMap<String, f64>,
    rates: BTreeMap<Asset, f64>,
    volatility: f64,
}

const NAMES: [&str; 7] = ["EUR", "CHF", "A", "GBPX", "K", "USD", "JP"];

fn ordered() -> BTreeMap<String, f64> {
    NAMES.iter().enumerate().map(|(i, n)| (n.to_string(), 0.3 + i as f64 * 0.7)).collect()
}

fn hashed() -> HashMap<String, f64> {
    ordered().into_iter().collect()
}

/// A map with one value moved.
fn moved<K: Clone + Eq, V: Copy, M: Clone + IntoIterator<Item = (K, V)> + FromIterator<(K, V)>>(
    map: &M,
    key: &K,
    to: impl Fn(V) -> V,
) -> M {
    map.clone().into_iter().map(|(k, v)| if k == *key { (k, to(v)) } else { (k, v) }).collect()
}

/// Holds the derivative by each entry against differences, for functions that do not depend on the order of a map.
#[track_caller]
fn against_differences<K: Clone + Eq + Debug, M>(map: &M, gradient: &M, f: impl Fn(&M) -> f64)
where
    M: Clone + IntoIterator<Item = (K, f64)> + FromIterator<(K, f64)>,
{
    let mut n = 0;
    for ((k, _), (key, g)) in map.clone().into_iter().zip(gradient.clone()) {
        assert_eq!(k, key, "the order of the map is kept");
        let at = |h: f64| f(&moved(map, &key, |v: f64| v + h));
        let (coarse, fine) = ((at(2e-4) - at(-2e-4)) / 4e-4, (at(1e-4) - at(-1e-4)) / 2e-4);
        let d = (4.0 * fine - coarse) / 3.0;
        assert!((d - g).abs() < 1e-7 * (1.0 + g.abs()), "{key:?}: {g}, by differences {d}");
        n += usize::from(g != 0.0);
    }
    assert!(n > 0);
}

fn unit<K: Clone + Eq, M: Clone + IntoIterator<Item = (K, f64)> + FromIterator<(K, f64)>>(map: &M, key: &K) -> M {
    map.clone().into_iter().map(|(k, _)| if k == *key { (k, 1.0) } else { (k, 0.0) }).collect()
}

#[differentiable]
fn portfolio(prices: &BTreeMap<String, f64>, x: f64) -> f64 {
    let mut total = 0.0;
    for (name, p) in prices {
        total += p * p * x * name.len() as f64;
    }
    total + prices["EUR"] * x.sin() * prices.first_key_value().map_or(1.0, |(_, v)| *v)
}

#[differentiable]
fn by_name(prices: &HashMap<String, f64>, x: f64) -> f64 {
    let a = prices.get("CHF").copied().unwrap_or(1.0);
    let mut s: f64 = prices.values().map(|p| (p * x).sin()).sum();
    for name in prices.keys() {
        s = s * 0.5 + prices[name] * prices[name];
    }
    if prices.contains_key("none") { x } else { a * s + prices["K"] + prices.len() as f64 }
}

#[differentiable]
fn static_names(m: &HashMap<&'static str, f64>, x: f64) -> f64 {
    let a = m.get("a").unwrap_or(&2.0);
    a * m["b"] * x + m.values().map(|v| v * v * 3.0).sum::<f64>()
}

#[differentiable]
fn by_value(m: HashMap<String, f64>) -> f64 {
    m.into_iter().map(|(k, v)| v * v * k.len() as f64).sum()
}

#[differentiable]
fn grid(v: &BTreeMap<(u32, u32), f64>) -> f64 {
    let mut e = 0.0;
    for ((i, j), u) in v {
        if let Some(right) = v.get(&(*i + 1, *j)) {
            e += (right - u) * (right - u) * 0.5;
        }
    }
    e + v[&(1, 2)].exp()
}

#[differentiable]
fn springs(nodes: &HashMap<u64, Point>, k: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..3u64 {
        if let (Some(a), Some(b)) = (nodes.get(&i), nodes.get(&(i + 1))) {
            let (dx, dy) = (a.x - b.x, a.y - b.y);
            e += 0.5 * k * (dx * dx + dy * dy) * a.x;
        }
    }
    e
}

#[differentiable]
fn by_asset(v: &BTreeMap<Asset, f64>) -> f64 {
    let weighted = v.iter().map(|(k, v)| match k {
        Asset::Cash => v.exp(),
        Asset::Bond(n) => v * *n as f64,
        Asset::Stock { sector } => v * v * *sector as f64,
    });
    v[&Asset::Cash] * v.values().sum::<f64>() + weighted.sum::<f64>()
}

#[differentiable]
fn by_side(v: &HashMap<Side, f64>) -> f64 {
    let signed = v.iter().map(|(k, x)| if *k == Side::Left { x * 3.0 } else { x.sin() });
    v[&Side::Left] * v[&Side::Right] + v.get(&Side::Top).map_or(0.0, |c| c * c) + signed.sum::<f64>()
}

#[differentiable]
fn changed(m: &HashMap<String, f64>, x: f64) -> f64 {
    let mut m = m.clone();
    for v in m.values_mut() {
        *v *= x;
    }
    *m.entry("EUR".to_string()).or_insert(0.0) += x;
    m.remove("A");
    m.values().fold(0.0, |s, v| s * 0.9 + v * v)
}

#[differentiable]
fn nested(m: &BTreeMap<String, Vec<f64>>, at: &HashMap<u8, HashMap<String, f64>>, x: f64) -> f64 {
    let inner = at.values().map(|m| m.values().map(|v| v * v).sum::<f64>()).sum::<f64>();
    m.values().map(|v| v.iter().sum::<f64>() * x).sum::<f64>() + m["EUR"][1] * m["A"][0] * at[&1]["K"] + inner
}

#[differentiable]
fn perhaps(m: Option<&BTreeMap<u8, f64>>, all: &[BTreeMap<u8, f64>], x: f64) -> f64 {
    let sum: f64 = all.iter().map(|m| m[&1] * x).sum();
    match m {
        Some(m) => m[&1] * sum,
        None => x,
    }
}

#[differentiable]
fn rates(k: &BTreeMap<String, f64>, c: &BTreeMap<String, f64>) -> BTreeMap<String, f64> {
    let mut out = BTreeMap::new();
    for (name, k) in k.iter().rev() {
        out.insert(name.clone(), k * c[name] * c[name]);
    }
    out
}

#[differentiable]
fn total_rate(k: &BTreeMap<String, f64>, c: &BTreeMap<String, f64>) -> f64 {
    let r = rates(k, c);
    r.values().sum::<f64>() * r["EUR"]
}

#[differentiable]
fn scaled(c: &HashMap<String, f64>, a: f64) -> HashMap<String, f64> {
    c.iter().filter(|(name, _)| name.len() > 1).map(|(name, v)| (name.clone(), v * a * v)).collect()
}

#[differentiable]
fn decay(c: &mut BTreeMap<String, f64>, a: f64) {
    for v in c.values_mut() {
        *v *= a;
    }
    if let Some(v) = c.get_mut("CHF") {
        *v += a * a;
    }
    c.remove("A");
    c.insert("new".to_string(), a * a * a);
}

#[differentiable]
impl Market {
    fn value(&self, holdings: &BTreeMap<Asset, f64>) -> f64 {
        let mut s = self.spots["EUR"] * self.spots.values().sum::<f64>();
        for (asset, n) in holdings {
            s += n * (self.rates.get(asset).copied().unwrap_or(0.02) * self.volatility).exp();
        }
        s
    }
    fn bumped(&self, by: f64) -> Market {
        let spots = self.spots.iter().map(|(k, v)| (k.clone(), v * by)).collect();
        Market { spots, ..self.clone() }
    }
    fn risk(&self, by: f64) -> f64 {
        let all = self.bumped(by);
        all.spots["EUR"] * all.spots["K"] - self.spots["EUR"] * self.volatility
    }
}

/// Its derivative in a body, of a structure that is made there.
#[differentiable]
fn slope(a: f64, b: f64, c: f64) -> f64 {
    let mut spots = HashMap::new();
    for (name, v) in [("EUR", a * b), ("CHF", b.sin()), ("K", c * c), ("USD", a)] {
        spots.insert(name.to_string(), v);
    }
    let rates = BTreeMap::from([(Asset::Cash, a * c)]);
    let market = Market { name: "made".to_string(), spots, rates, volatility: 0.3 };
    let (g, _) = market.risk_gradient(b);
    g.spots["EUR"] * g.spots["K"] + g.volatility * g.spots["CHF"].cos()
}

#[differentiable]
fn labelled(prices: &[(String, f64)], x: f64) -> f64 {
    let mut sorted = prices.to_vec();
    sorted.sort_by(|a, b| a.0.cmp(&b.0));
    let mut s = x;
    for (name, p) in &sorted {
        s = s * 0.5 + p * p * name.len() as f64;
    }
    s + prices[0].1 * prices.iter().find(|(n, _)| n == "EUR").map_or(0.0, |(_, p)| *p)
}

/// The same as `by_name`, on a tape.
#[differentiable(tape)]
fn recorded(prices: &HashMap<String, f64>, x: f64) -> f64 {
    let a = prices.get("CHF").copied().unwrap_or(1.0);
    let mut s: f64 = prices.values().map(|p| (p * x).sin()).sum();
    for name in prices.keys() {
        s = s * 0.5 + prices[name] * prices[name];
    }
    let mut counted: HashMap<&str, f64> = HashMap::new();
    *counted.entry("a").or_insert(0.0) += a;
    if prices.contains_key("none") { x } else { counted["a"] * s + prices["K"] + prices.len() as f64 }
}

#[differentiable(tape)]
fn recorded_rates(k: &BTreeMap<String, f64>, c: &BTreeMap<String, f64>) -> BTreeMap<String, f64> {
    let mut out = BTreeMap::new();
    for (name, k) in k.iter().rev() {
        out.insert(name.clone(), k * c[name] * c[name]);
    }
    out
}

#[test]
fn maps_are_parameters() {
    let (map, x) = (ordered(), 1.3);
    let (value, (g, by_x)) = portfolio::value_and_gradient(&map, x);
    assert_eq!(value.to_bits(), portfolio(&map, x).to_bits());
    against_differences(&map, &g, |m| portfolio(m, x));
    let d = (portfolio(&map, x + 1e-5) - portfolio(&map, x - 1e-5)) / 2e-5;
    assert!((d - by_x).abs() < 1e-8);

    let keys: BTreeMap<(u32, u32), f64> = [((1, 2), 0.5), ((0, 2), 2.0), ((2, 2), 1.5), ((7, 7), 0.1)].into();
    let (value, g) = grid::value_and_gradient(&keys);
    assert_eq!(value.to_bits(), grid(&keys).to_bits());
    against_differences(&keys, &g, grid);

    let assets: BTreeMap<Asset, f64> =
        [(Asset::Cash, 0.5), (Asset::Bond(3), 2.0), (Asset::Stock { sector: -2 }, 1.5)].into();
    let (value, g) = by_asset::value_and_gradient(&assets);
    assert_eq!(value.to_bits(), by_asset(&assets).to_bits());
    against_differences(&assets, &g, by_asset);
}

/// Each map of these has an order of its own, which functions are to keep.
#[test]
fn hash_maps_keep_their_order() {
    for _ in 0..8 {
        let (map, x) = (hashed(), 1.3);
        let (value, (g, _)) = by_name::value_and_gradient(&map, x);
        assert_eq!(value.to_bits(), by_name(&map, x).to_bits());
        assert!(g.keys().eq(map.keys()));
        let (value, (g_recorded, _)) = recorded::value_and_gradient(&map, x);
        assert_eq!(value.to_bits(), by_name(&map, x).to_bits());
        assert!(NAMES.iter().all(|n| (g[*n] - g_recorded[*n]).abs() < 1e-12 * g[*n].abs().max(1.0)));
        let (value, _) = changed::value_and_gradient(&map, x);
        assert_eq!(value.to_bits(), changed(&map, x).to_bits());
        for name in NAMES {
            let to = |h: f64| {
                let mut map = map.clone();
                // To insert could make room, and another order.
                *map.get_mut(name).expect("a name") += h;
                map
            };
            let along = {
                let mut along = map.clone();
                along.iter_mut().for_each(|(k, v)| *v = f64::from(k == name));
                // In another order.
                along.into_iter().collect::<HashMap<_, _>>()
            };
            let d = (by_name(&to(1e-5), x) - by_name(&to(-1e-5), x)) / 2e-5;
            assert!((d - g[name]).abs() < 1e-7, "{name}: {d} {}", g[name]);
            assert!((by_name::jvp(&map, x, &along, 0.0).1 - g[name]).abs() < 1e-12);
            let (products, _) = by_name::hvp(&map, x, &along, 0.0);
            let (more, less) = (by_name::gradient(&to(1e-5), x).0, by_name::gradient(&to(-1e-5), x).0);
            for other in NAMES {
                let d = (more[other] - less[other]) / 2e-5;
                assert!((d - products[other]).abs() < 1e-6, "{name} {other}: {d} {}", products[other]);
            }
            let d = (changed(&to(1e-5), x) - changed(&to(-1e-5), x)) / 2e-5;
            assert!((d - changed::gradient(&map, x).0[name]).abs() < 1e-6);
        }
    }
}

#[test]
fn keys_are_of_any_type() {
    let nodes: HashMap<u64, Point> = (0..3).map(|i| (i, Point { x: 1.0 + i as f64, y: (i * i) as f64 })).collect();
    let (value, (g, _)) = springs::value_and_gradient(&nodes, 2.0);
    assert_eq!(value.to_bits(), springs(&nodes, 2.0).to_bits());
    for i in 0..3 {
        let at = |h: f64| springs(&moved(&nodes, &i, |p: Point| Point { x: p.x + h, ..p }), 2.0);
        let d = (at(1e-5) - at(-1e-5)) / 2e-5;
        assert!((d - g[&i].x).abs() < 1e-8, "{i}: {d} {}", g[&i].x);
    }

    let sides: HashMap<Side, f64> = [(Side::Left, 0.5), (Side::Right, 2.0), (Side::Top, 1.5)].into();
    let (value, g) = by_side::value_and_gradient(&sides);
    assert_eq!(value.to_bits(), by_side(&sides).to_bits());
    assert!((g[&Side::Left] - 5.0).abs() < 1e-15 && (g[&Side::Top] - 3.0 - 1.5_f64.cos()).abs() < 1e-15);

    let names: HashMap<&'static str, f64> = [("a", 1.5), ("b", 2.0), ("ccc", 0.5)].into();
    let (value, (g, x)) = static_names::value_and_gradient(&names, 1.1);
    assert_eq!(value.to_bits(), static_names(&names, 1.1).to_bits());
    assert_eq!((g["ccc"], x), (3.0, 3.0));
    let map = hashed();
    let (value, g) = by_value::value_and_gradient(map.clone());
    assert_eq!(value.to_bits(), by_value(map.clone()).to_bits());
    assert_eq!(g["GBPX"], 8.0 * map["GBPX"]);
}

#[test]
fn maps_are_in_others() {
    let lists: BTreeMap<String, Vec<f64>> = NAMES.iter().map(|n| (n.to_string(), vec![1.0, 2.0])).collect();
    let maps: HashMap<u8, HashMap<String, f64>> = [(1, hashed()), (2, hashed())].into();
    let (value, (by_lists, by_maps, by_x)) = nested::value_and_gradient(&lists, &maps, 1.1);
    assert_eq!(value.to_bits(), nested(&lists, &maps, 1.1).to_bits());
    assert_eq!((by_lists["EUR"][1], by_lists["CHF"][0], by_x), (1.1 + hashed()["K"], 1.1, 21.0));
    assert_eq!((by_maps[&2]["K"], by_maps[&1]["K"]), (2.0 * hashed()["K"], 2.0 + 2.0 * hashed()["K"]));

    let few: BTreeMap<u8, f64> = [(1, 2.0), (3, 4.0)].into();
    let (value, (one, all, x)) = perhaps::value_and_gradient(Some(few.clone()), std::slice::from_ref(&few), 1.5);
    assert_eq!((value, x), (6.0, 4.0));
    assert_eq!((one.unwrap()[&1], all[0][&1], all[0][&3]), (3.0, 3.0, 0.0));
}

#[test]
fn maps_are_results() {
    let (k, c) = (ordered(), ordered());
    let (value, (by_k, by_c)) = total_rate::value_and_gradient(&k, &c);
    assert_eq!(value.to_bits(), total_rate(&k, &c).to_bits());
    against_differences(&k, &by_k, |k| total_rate(k, &c));
    against_differences(&c, &by_c, |c| total_rate(&k, c));

    let weights = ordered();
    let (value, (by_k, by_c)) = rates::vjp(&k, &c, &weights);
    assert_eq!(value, rates(&k, &c));
    assert_eq!(recorded_rates::vjp(&k, &c, &weights), (value, (by_k, by_c.clone())));
    against_differences(&c, &by_c, |c| rates(&k, c).iter().map(|(n, v)| v * weights[n]).sum());
    let along = unit(&c, &"USD".to_string());
    let (_, tangent) = rates::jvp(&k, &c, &unit(&k, &"none".to_string()), &along);
    assert_eq!(tangent.values().filter(|v| **v != 0.0).count(), 1);
    assert_eq!(tangent["USD"], 2.0 * k["USD"] * c["USD"]);
    assert_eq!(rates::jacobian(&k, &c).as_slice().len(), 7 * 14);

    let mut weights = ordered();
    weights.remove("A");
    weights.insert("new".into(), 0.5);
    let (left, (by_c, by_a)) = decay::vjp(&c, 1.1, &weights);
    let mut plain = c.clone();
    decay(&mut plain, 1.1);
    assert_eq!(left, plain);
    assert_eq!((by_c["A"], by_c["K"]), (0.0, 1.1 * weights["K"]));
    let by_hand = c.iter().filter(|(n, _)| *n != "A").map(|(n, v)| v * weights[n]).sum::<f64>();
    assert!((by_a - by_hand - 2.2 * weights["CHF"] - 3.0 * 1.21 * 0.5).abs() < 1e-12);
}

/// The weights of a `HashMap` go to its entries by their keys.
#[test]
fn weights_have_keys() {
    for _ in 0..8 {
        let c = hashed();
        let weights: HashMap<String, f64> =
            NAMES.iter().filter(|n| n.len() > 1).enumerate().map(|(i, n)| (n.to_string(), 1.0 + i as f64)).collect();
        let (value, (by_c, _)) = scaled::vjp(&c, 1.1, &weights);
        assert_eq!(value, scaled(&c, 1.1));
        for name in NAMES {
            let expected = weights.get(name).map_or(0.0, |w| w * 1.1 * c[name] + w * c[name] * 1.1);
            assert!((by_c[name] - expected).abs() < 1e-12, "{name}: {} {expected}", by_c[name]);
        }
    }
    let other: HashMap<String, f64> = scaled(&hashed(), 1.0).into_keys().map(|k| (k + "s", 1.0)).collect();
    assert!(std::panic::catch_unwind(|| scaled::vjp(&hashed(), 1.1, &other)).is_err());
    assert!(std::panic::catch_unwind(|| scaled::jvp(&hashed(), 1.1, &other, 0.0)).is_err());
}

#[test]
fn maps_are_fields() {
    let rates: BTreeMap<Asset, f64> = [(Asset::Cash, 0.5), (Asset::Bond(3), 2.0)].into();
    let market = Market { name: "x".into(), spots: hashed(), rates: rates.clone(), volatility: 0.3 };
    let (value, (g, by_rates)) = market.value_value_and_gradient(&rates);
    assert_eq!(value.to_bits(), market.value(&rates).to_bits());
    against_differences(&rates, &by_rates, |r| market.value(r));
    against_differences(&rates, &g.rates, |r| Market { rates: r.clone(), ..market.clone() }.value(&rates));
    assert!(g.spots.keys().eq(market.spots.keys()));
    assert!((g.spots["K"] - market.spots["EUR"]).abs() < 1e-12);
    let (value, (g, by)) = market.risk_value_and_gradient(1.2);
    assert_eq!(value.to_bits(), market.risk(1.2).to_bits());
    assert!((g.spots["K"] - market.spots["EUR"] * 1.44).abs() < 1e-12);
    assert!((by - 2.4 * market.spots["EUR"] * market.spots["K"]).abs() < 1e-12);

    let at = |p: [f64; 3]| slope(p[0], p[1], p[2]);
    let p = [0.7, 1.3, 0.4];
    let (value, (a, b, c)) = slope::value_and_gradient(p[0], p[1], p[2]);
    assert_eq!(value.to_bits(), at(p).to_bits());
    for (k, g) in [a, b, c].into_iter().enumerate() {
        let to = |h: f64| {
            let mut p = p;
            p[k] += h;
            at(p)
        };
        let d = (to(1e-5) - to(-1e-5)) / 2e-5;
        assert!((d - g).abs() < 1e-7, "{k}: {d} {g}");
    }
}

#[test]
fn texts_stand_beside_numbers() {
    let list: Vec<(String, f64)> = hashed().into_iter().collect();
    let (value, (g, _)) = labelled::value_and_gradient(&list, 1.3);
    assert_eq!(value.to_bits(), labelled(&list, 1.3).to_bits());
    for k in 0..list.len() {
        let at = |h: f64| {
            let mut list = list.clone();
            list[k].1 += h;
            labelled(&list, 1.3)
        };
        let d = (at(1e-5) - at(-1e-5)) / 2e-5;
        assert_eq!(g[k].0, list[k].0);
        assert!((d - g[k].1).abs() < 1e-8, "{}: {d} {}", g[k].0, g[k].1);
    }
}
