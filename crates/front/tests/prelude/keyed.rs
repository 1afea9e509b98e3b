//! Maps and sets.

use crate::common::{Random, same};
use crate::walks::reversed;
use front::prelude::heap::BinaryHeap;
use front::prelude::maps::{self, BTreeMap, btree_map::Entry};
use front::prelude::sets::BTreeSet;
use front::prelude::{convert, iter};
use std::collections;

#[test]
fn searches() {
    let keys = [1, 3, 5];
    for k in 0..7usize {
        same(maps::search(&keys, &k), keys.partition_point(|key| *key < k));
        same(maps::is_at(&keys, k, &5), k == 2);
        same(maps::scan(&keys, &k), keys.iter().position(|key| *key == k).unwrap_or(3));
        same(maps::through(&keys, &k), keys.partition_point(|key| *key <= k));
    }
}

/// Maps whose keys are not in order are looked up as others, and keep the order.
#[test]
fn loose_maps() {
    let mut random = Random(37);
    for _ in 0..100 {
        let mut mine = BTreeMap::<usize, f64>::new();
        mine.loose = true;
        let mut theirs: Vec<(usize, f64)> = Vec::new();
        for _ in 0..20 {
            let (x, k) = (random.number(), random.below(6) as usize);
            let at = theirs.iter().position(|(key, _)| *key == k);
            same(mine.get(&k).copied(), at.map(|at| theirs[at].1));
            match (at, random.below(3)) {
                (Some(at), 0) => same(mine.remove(&k), Some(theirs.remove(at).1)),
                (Some(at), _) => {
                    *mine.entry(k).or_insert(0.0) = x;
                    theirs[at].1 = x;
                }
                (None, _) => {
                    same(mine.insert(k, x), None);
                    theirs.push((k, x));
                }
            }
            same(mine.retain(|k, v| *v < 1.5 || *k > 1), theirs.retain(|(k, v)| *v < 1.5 || *k > 1));
        }
        let mut sorted = BTreeMap::<usize, f64>::new();
        theirs.iter().for_each(|(k, x)| same(sorted.insert(*k, *x), None));
        let equal = theirs.iter().all(|(_, x)| !x.is_nan());
        same((sorted == mine, mine == sorted), (equal, equal));
        let (keys, values, loose) = mine.into_entries();
        same((keys, values, loose), (theirs.iter().map(|e| e.0).collect(), theirs.iter().map(|e| e.1).collect(), true));
    }
}

#[test]
fn maps() {
    let mut random = Random(31);
    for _ in 0..300 {
        let mut mine = BTreeMap::<usize, f64>::with_capacity(4);
        let mut theirs = collections::BTreeMap::new();
        for _ in 0..25 {
            let (x, k) = (random.number(), random.below(6) as usize);
            match random.below(22) {
                0..4 => same(mine.insert(k, x), theirs.insert(k, x)),
                4 => same(*mine.entry(k).or_insert(x), *theirs.entry(k).or_insert(x)),
                5 => {
                    *mine.entry(k).or_insert_with(|| x) += 1.0;
                    *theirs.entry(k).or_insert_with(|| x) += 1.0;
                }
                6 => {
                    let f = |k: &usize| *k as f64;
                    same(*mine.entry(k).or_insert_with_key(f), *theirs.entry(k).or_insert_with_key(f));
                }
                7 => same(*mine.entry(k).or_default(), *theirs.entry(k).or_default()),
                8 => {
                    mine.entry(k).and_modify(|v| *v *= 2.0).or_insert(x);
                    theirs.entry(k).and_modify(|v| *v *= 2.0).or_insert(x);
                }
                9 | 10 => same(mine.remove(&k), theirs.remove(&k)),
                11 => same(mine.remove_entry(&k), theirs.remove_entry(&k)),
                12 => same(mine.pop_first(), theirs.pop_first()),
                13 => same(mine.pop_last(), theirs.pop_last()),
                14 => same(mine.retain(|k, v| *v > 0.0 || *k > 2), theirs.retain(|k, v| *v > 0.0 || *k > 2)),
                15 => same(mine.extend([(k, x), (1, 2.0)]), theirs.extend([(k, x), (1, 2.0)])),
                16 => {
                    let mut more: BTreeMap<usize, f64> = convert::From::from([(k, x), (3, 1.0)]);
                    same(mine.append(&mut more), theirs.append(&mut [(k, x), (3, 1.0)].into()));
                    same(more.is_empty(), true);
                }
                17 if k == 0 => same(mine.clear(), theirs.clear()),
                18 => {
                    iter::for_each(mine.values_mut(), |v| *v += x);
                    theirs.values_mut().for_each(|v| *v += x);
                }
                19 => {
                    iter::for_each(mine.iter_mut(), |(k, v)| *v += *k as f64);
                    theirs.iter_mut().for_each(|(k, v)| *v += *k as f64);
                }
                20 => match (mine.entry(k), theirs.entry(k)) {
                    (Entry::Occupied(mut a), collections::btree_map::Entry::Occupied(mut b)) => {
                        same((*a.key(), *a.get()), (*b.key(), *b.get()));
                        *a.get_mut() += 1.0;
                        *b.get_mut() += 1.0;
                        same(a.insert(x), b.insert(x));
                        same(if k > 3 { Some(a.remove()) } else { None }, if k > 3 { Some(b.remove()) } else { None });
                    }
                    (Entry::Vacant(a), collections::btree_map::Entry::Vacant(b)) => {
                        same(*a.key(), *b.key());
                        same(*a.insert(x), *b.insert(x));
                    }
                    _ => panic!("one is there, the other not"),
                },
                21 if k > 2 => {
                    let (a, b) = (mine.split_off(&k), theirs.split_off(&k));
                    reversed(|| a.iter(), || b.iter());
                    same(
                        mine.first_entry().map(|mut e| (*e.key(), e.insert(x))),
                        theirs.first_entry().map(|mut e| (*e.key(), e.insert(x))),
                    );
                    same(mine.last_entry().map(|e| e.remove_entry()), theirs.last_entry().map(|e| e.remove_entry()));
                }
                _ => {
                    mine.get_mut(&k).map(|v| *v *= 3.0);
                    theirs.get_mut(&k).map(|v| *v *= 3.0);
                }
            }
            same((mine.len(), mine.is_empty()), (theirs.len(), theirs.is_empty()));
            same((mine.get(&k), mine.get_key_value(&k)), (theirs.get(&k), theirs.get_key_value(&k)));
            same((mine.first_key_value(), mine.last_key_value()), (theirs.first_key_value(), theirs.last_key_value()));
            same(mine.contains_key(&k), theirs.contains_key(&k));
            if theirs.contains_key(&k) {
                same(mine[&k], theirs[&k]);
            }
            reversed(|| mine.iter(), || theirs.iter());
            reversed(|| mine.keys(), || theirs.keys());
            reversed(|| mine.values(), || theirs.values());
            let (low, high) = (k.min(4), k.max(3));
            reversed(|| mine.range(low..high), || theirs.range(low..high));
            reversed(|| mine.range(low..=high), || theirs.range(low..=high));
            reversed(|| mine.range(k..), || theirs.range(k..));
            reversed(|| mine.range(..k), || theirs.range(..k));
            reversed(|| mine.range(..=k), || theirs.range(..=k));
            reversed(|| mine.range(..), || theirs.range(..));
            iter::for_each(mine.range_mut(low..high), |(k, v)| *v += *k as f64);
            theirs.range_mut(low..high).for_each(|(k, v)| *v += *k as f64);
        }
        let equal = theirs.values().all(|v| !v.is_nan());
        same(mine == mine.clone(), equal);
        let copy: BTreeMap<usize, f64> = iter::collect(iter::map(mine.iter(), |(k, v)| (*k, *v)));
        same(mine == copy, equal);
        reversed(|| iter::IntoIter::into_iter(mine.clone()), || theirs.clone().into_iter());
        reversed(|| mine.clone().into_keys(), || theirs.clone().into_keys());
        reversed(|| mine.clone().into_values(), || theirs.clone().into_values());
        same(iter::collect::<_, Vec<_>>(mine.drain()), theirs.into_iter().collect());
        same(mine.len(), 0);
    }
}

#[test]
fn ranges_that_end_before_they_begin() {
    let backwards = [|| BTreeMap::<usize, f64>::new().range(3..2).to, || BTreeMap::<usize, f64>::new().range(3..=2).to];
    for f in backwards {
        assert!(std::panic::catch_unwind(f).is_err());
    }
}

#[test]
fn sets() {
    let mut random = Random(32);
    for _ in 0..300 {
        let (mut mine, mut theirs) = (BTreeSet::<usize>::new(), collections::BTreeSet::new());
        let (mut a, mut b) = (BTreeSet::new(), collections::BTreeSet::new());
        for _ in 0..20 {
            let (k, j) = (random.below(8) as usize, random.below(8) as usize);
            match random.below(12) {
                0..6 => same(mine.insert(k), theirs.insert(k)),
                6 => same(mine.remove(&k), theirs.remove(&k)),
                7 => same(mine.take(&k), theirs.take(&k)),
                8 if k == 0 => same(mine.pop_first(), theirs.pop_first()),
                9 if k == 0 => same(mine.pop_last(), theirs.pop_last()),
                10 => same(mine.retain(|k| *k != 3), theirs.retain(|k| *k != 3)),
                _ => same(mine.extend([k, j]), theirs.extend([k, j])),
            }
            same(a.insert(j), b.insert(j));
            same((mine.len(), mine.is_empty()), (theirs.len(), theirs.is_empty()));
            same((mine.contains(&k), mine.get(&k)), (theirs.contains(&k), theirs.get(&k)));
            same((mine.first(), mine.last()), (theirs.first(), theirs.last()));
            same(iter::collect::<_, Vec<_>>(mine.union(&a)), theirs.union(&b).collect());
            same(iter::collect::<_, Vec<_>>(mine.intersection(&a)), theirs.intersection(&b).collect());
            same(iter::collect::<_, Vec<_>>(mine.difference(&a)), theirs.difference(&b).collect());
            let either = iter::collect::<_, Vec<_>>(mine.symmetric_difference(&a));
            same(either, theirs.symmetric_difference(&b).collect());
            same((mine.is_subset(&a), mine.is_superset(&a)), (theirs.is_subset(&b), theirs.is_superset(&b)));
            same(mine.is_disjoint(&a), theirs.is_disjoint(&b));
            reversed(|| mine.iter(), || theirs.iter());
            reversed(|| mine.range(2..4), || theirs.range(2..4));
        }
        let copy: BTreeSet<usize> = iter::collect(iter::copied(mine.iter()));
        same(mine == copy, true);
        a.append(&mut mine.clone());
        b.append(&mut theirs.clone());
        reversed(|| iter::IntoIter::into_iter(a.clone()), || b.clone().into_iter());
        same(iter::collect::<_, Vec<_>>(mine.drain()), theirs.into_iter().collect());
        mine.clear();
        same(mine == <BTreeSet<usize> as convert::From<[usize; 0]>>::from([]), true);
    }
}

#[test]
fn heaps() {
    let mut random = Random(33);
    for n in 0..200 {
        let list: Vec<(u8, u64)> = (0..n % 9).map(|k| (random.below(4) as u8, k)).collect();
        let key = |x: &(u8, u64)| Equal(x.0, x.1);
        let mut mine: BinaryHeap<Equal> = convert::From::from(list.iter().map(key).collect::<Vec<_>>());
        let mut theirs: collections::BinaryHeap<Equal> = list.iter().map(key).collect::<Vec<_>>().into();
        for k in 0..20 {
            let x = Equal(random.below(4) as u8, 100 + k);
            if random.below(3) > 0 {
                mine.push(x);
                theirs.push(x);
            } else {
                same(mine.pop().map(|x| (x.0 as u64, x.1)), theirs.pop().map(|x| (x.0 as u64, x.1)));
            }
            same(mine.peek().map(|x| x.1), theirs.peek().map(|x| x.1));
            same((mine.len(), mine.is_empty()), (theirs.len(), theirs.is_empty()));
            let ours: Vec<u64> = iter::collect(iter::map(mine.iter(), |x| x.1));
            same(ours, theirs.iter().map(|x| x.1).collect());
        }
        mine.extend([Equal(1, 7), Equal(2, 8)]);
        theirs.extend([Equal(1, 7), Equal(2, 8)]);
        mine.extend(&[Equal(2, 9), Equal(0, 8)]);
        theirs.extend(&[Equal(2, 9), Equal(0, 8)]);
        let ours: Vec<u64> = mine.clone().into_vec().iter().map(|x| x.1).collect();
        same(ours, theirs.into_vec().iter().map(|x| x.1).collect());
        mine.clear();
        same(mine.len(), 0);
    }
}

/// Equal if the first part is.
#[derive(Clone, Copy, Debug)]
struct Equal(u8, u64);

impl PartialEq for Equal {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Equal {}

impl PartialOrd for Equal {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Equal {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
