fn waits(a: f64) -> f64 {
    let b = async { a };
    b.await + unsafe { *std::ptr::addr_of!(a) }
}

fn conditional(a: f64) -> f64 {
    #[cfg(feature = "x")]
    let a = 2.0;
    name!(a);
    a
}

fn lost(a: f64) -> f64 {
    break;
    'l: loop {
        (|| continue 'l)();
    }
    #[save]
    (a + 1.0);
    #[independent]
    let b = a;
    assert_eq!(a);
    a + 1.0 = b;
    _
}

async fn late(a: f64) -> f64 {
    a
}
