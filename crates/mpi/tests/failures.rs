//! What goes wrong is an error on every rank, and soon.

use std::time::{Duration, Instant};
use wengert::prelude::*;
use wengert_mpi::{Error, Ranks, threads};

/// The error of each rank, of which none waited longer than a test may.
#[track_caller]
fn errors(size: usize, run: impl Fn(&Ranks) + Sync) -> Vec<Error> {
    let start = Instant::now();
    let found = threads(size, |ranks| {
        ranks.time_limit(Duration::from_millis(300));
        run(&ranks);
        ranks.on(0.0).barrier();
        ranks.check()
    });
    assert!(start.elapsed() < Duration::from_secs(20));
    found.into_iter().map(|found| found.expect_err("all ranks have to fail")).collect()
}

#[test]
fn lists_of_other_lengths_do_not_fit() {
    let errors = errors(3, |ranks| {
        ranks.on(0.0).all_reduce_sum(&vec![1.0; 1 + ranks.rank() / 2]);
    });
    let own: Vec<&Error> = errors.iter().filter(|error| error.is_own()).collect();
    assert!(own.iter().any(|error| error.is_mismatch()), "{errors:?}");
    assert!(errors.iter().all(|error| error.to_string().contains("numbers in operation 0 has come")), "{errors:?}");
}

#[test]
fn other_operations_do_not_fit() {
    let errors = errors(2, |ranks| {
        let world = ranks.on(0.0);
        if ranks.rank() == 0 {
            world.all_reduce_sum(&[1.0])
        } else {
            world.gather(0, &[1.0])
        };
    });
    assert!(errors.iter().any(Error::is_mismatch), "{errors:?}");
}

#[test]
fn a_message_of_another_length_does_not_fit() {
    let errors = errors(2, |ranks| {
        let world = ranks.on(0.0);
        match ranks.rank() {
            0 => world.send(1, 5, &[1.0, 2.0]),
            _ => drop(world.receive(0, 5, 3)),
        }
    });
    assert!(errors[1].is_mismatch(), "{errors:?}");
    assert!(!errors[0].is_own() && errors[0].to_string().ends_with("(as rank 1 says)"), "{errors:?}");
}

#[test]
fn what_nobody_sends_times_out_everywhere() {
    let errors = errors(4, |ranks| {
        let world = ranks.on(0.0);
        if ranks.rank() == 2 {
            world.receive(1, 9, 4);
        }
        if ranks.rank() == 1 {
            world.send(2, 8, &[1.0]);
        }
    });
    assert!(errors[2].is_timed_out() || errors.iter().any(Error::is_timed_out), "{errors:?}");
}

#[test]
fn a_rank_that_has_ended_is_not_waited_for() {
    let start = Instant::now();
    let found = threads(3, |ranks| {
        if ranks.rank() == 1 {
            return Ok(());
        }
        ranks.on(0.0).all_reduce_sum(&[1.0]);
        ranks.check()
    });
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(found[1].is_ok());
    assert!(found[0].as_ref().is_err_and(Error::is_ended), "{found:?}");
    assert!(found[2].is_err(), "{found:?}");
}

#[test]
fn a_rank_that_panics_is_an_error_to_the_others() {
    let met = std::sync::Mutex::new(Vec::new());
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        threads(3, |ranks| {
            assert!(ranks.rank() != 1, "as this test wants it");
            ranks.on(0.0).all_reduce_sum(&[1.0]);
            met.lock().unwrap().push(ranks.check().unwrap_err().to_string());
        })
    }));
    assert!(outcome.is_err());
    let met = met.into_inner().unwrap();
    assert!(met.len() == 2 && met.iter().all(|message| message.contains("rank 1 panicked")), "{met:?}");
}

#[test]
fn cancelling_ends_all() {
    let errors = errors(3, |ranks| {
        if ranks.rank() == 2 {
            ranks.cancel();
        }
    });
    assert!(errors[2].is_cancelled(), "{errors:?}");
    assert!(errors.iter().all(|error| error.to_string().contains("rank 2 cancelled the run")), "{errors:?}");
}

#[test]
fn an_error_of_one_is_told_to_all() {
    let errors = errors(3, |ranks| {
        let outcome = if ranks.rank() == 1 { Err("no such file: data") } else { Ok(7) };
        assert_eq!(ranks.agree(outcome).is_err(), ranks.rank() == 1);
    });
    assert!(errors.iter().all(|error| error.to_string().contains("rank 1: no such file: data")), "{errors:?}");
}

#[test]
fn the_way_back_fails_on_all_too() {
    // Rank 1 records its operation beside a number that is no variable, and has nothing to send on the way back.
    let errors = errors(2, |ranks| {
        let found = ranks.value_and_gradient(&[2.0], |world, x| {
            let forgotten = ranks.on(x[0] * 0.0 + x[0]);
            let fixed = ranks.on(0.0.into());
            let sum = if world.rank() == 0 { forgotten.all_reduce_sum(x) } else { fixed.all_reduce_sum(&[1.0.into()]) };
            sum[0] * sum[0]
        });
        assert!(found.is_err());
    });
    assert_eq!(errors.len(), 2);
}

#[test]
fn a_recorded_program_does_not_take_messages() {
    let errors = errors(2, |ranks| {
        let program = wengert::program::Program::record(1, |x| ranks.on(x[0]).all_reduce_sum(x));
        drop(program);
    });
    assert!(errors.iter().all(|error| error.to_string().contains("a recorded program")), "{errors:?}");
}

#[test]
#[should_panic(expected = "there is no rank 2 among 2")]
fn a_rank_that_is_not_there_panics_at_once() {
    threads(2, |ranks| ranks.on(0.0).send(2, 0, &[1.0]));
}

#[test]
fn after_an_error_numbers_are_nan_and_have_their_shape() {
    threads(2, |ranks| {
        ranks.cancel();
        let g = gradient(
            |x| {
                let world = ranks.on(x[0]);
                let all = world.all_gather(x);
                assert_eq!(all.len(), 4);
                assert!(all.iter().all(|x| x.value().is_nan()));
                world.scatter(0, &[x, x].concat(), 2)[1]
            },
            &[1.0, 2.0],
        );
        assert_eq!(g.len(), 2);
        assert!(ranks.check().is_err());
    });
}
