//! States come back as they were.

use checkpoint::{Disk, Encode, Level, Memory, Slot, State, Storage, Tiers};

fn slot(level: Level, index: usize) -> Slot {
    Slot { level, index }
}

fn comes_back<S: State<Number: Encode> + PartialEq + std::fmt::Debug>(storage: &mut impl Storage<S>, states: &[S]) {
    for level in [Level::Memory, Level::Disk] {
        for (index, state) in states.iter().enumerate() {
            storage.store(slot(level, index), index as u64, state).expect("stored");
        }
        for (index, state) in states.iter().enumerate().rev() {
            let (mut restored, mut taken) = (states[0].clone(), states[0].clone());
            storage.restore(slot(level, index), index as u64, &mut restored).expect("restored");
            storage.take(slot(level, index), index as u64, &mut taken).expect("taken");
            assert_eq!((&restored, &taken), (state, state));
            let again = storage.restore(slot(level, index), index as u64, &mut restored);
            assert!(again.is_err(), "{level:?} {index} was emptied");
        }
    }
}

fn all<S: State<Number: Encode> + PartialEq + std::fmt::Debug>(states: &[S]) {
    let parent = std::env::temp_dir();
    comes_back(&mut Memory::new(), states);
    comes_back(&mut Disk::create_in(&parent).expect("a directory"), states);
    let disk = Disk::create_in(&parent).expect("a directory");
    comes_back(&mut Tiers { memory: Memory::new(), disk }, states);
}

#[test]
fn states_of_every_shape_come_back() {
    all(&[1.0, -0.0, f64::INFINITY]);
    all(&[[1.0f32, 2.0], [f32::MIN_POSITIVE, 3.0]]);
    all(&[vec![1.0, 2.0, 3.0], vec![f64::MAX; 3]]);
    all(&[(1.0, vec![2.0], [3.0, 4.0]), (5.0, vec![6.0], [7.0, 8.0])]);
    all(&[((1.0, [2.0]), 3.0), ((4.0, [5.0]), 6.0)]);
    all::<Vec<f64>>(&[vec![], vec![]]);
}

#[test]
fn the_bits_of_nan_come_back() {
    let bits = f64::from_bits(0x7ff8_dead_beef_0001);
    let mut disk = Disk::create_in(std::env::temp_dir()).expect("a directory");
    disk.store(slot(Level::Memory, 0), 0, &bits).expect("stored");
    let mut back = 0.0f64;
    disk.take(slot(Level::Memory, 0), 0, &mut back).expect("taken");
    assert_eq!(back.to_bits(), bits.to_bits());
}

#[test]
fn shapes_are_kept_over_other_numbers() {
    let state = (1.0, vec![2.0, 3.0], [4.0]);
    let (mut memory, mut next) = (Vec::new(), 0);
    let shaped = state.remake(&mut memory, &mut |_| {
        next += 1;
        next
    });
    assert_eq!(shaped, (1, vec![2, 3], [4]));
    let mut seen = Vec::new();
    <(f64, Vec<f64>, [f64; 1])>::dissolve(shaped, &mut memory, &mut |x| seen.push(x));
    assert_eq!(seen, [1, 2, 3, 4]);
    assert!(memory.capacity() >= 2, "the list's memory is left for the next");
}

#[test]
fn a_directory_goes_with_its_states_also_after_a_panic() {
    let parent = std::env::temp_dir();
    let mut paths = Vec::new();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut disk = Disk::create_in(&parent).expect("a directory");
        disk.store(slot(Level::Disk, 3), 9, &[1.0; 9]).expect("stored");
        paths.push(disk.path().to_owned());
        assert!(disk.path().join("far-3.state").exists());
        panic!("in the middle");
    }));
    assert!(result.is_err() && !paths[0].exists());
}
