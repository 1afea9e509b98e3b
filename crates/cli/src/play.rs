//! `wengert play`: a page to play with, served on the loopback address.
//!
//! A connection carries one request. Questions are answered by processes of their own (`worker.rs`), so that no program
//! that is typed in can stop the server or keep it busy.

mod adjoint;
mod ask;
mod assets;
mod curves;
mod derivatives;
mod fault;
mod formulas;
mod graph;
mod http;
mod routes;
mod trace;
mod worker;

use crate::args::PlayArgs;
use crate::failure::{Failure, tell};
use crate::output::Output;
use routes::Site;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The most connections at a time; a browser has six.
const CONNECTIONS: usize = 32;

/// How long a connection may take to say something, and to take an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs the command: serves until the program is interrupted.
pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    if args.worker {
        return worker::work(Duration::from_secs(args.max_seconds));
    }
    let failed = |e| Failure::Io(format!("cannot listen on port {} of this machine: {e}", args.port));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    let site = Arc::new(Site::new(port, token()?, Duration::from_secs(args.max_seconds)));
    let address = site.address();
    Output::open(None)?.print(format!("{address}\n").as_bytes())?;
    tell("the page is served at this address until the program is interrupted (Ctrl-C)");
    if args.open
        && let Err(e) = open::that_detached(&address)
    {
        tell(format_args!("note: no browser could be opened ({e}): open the address yourself"));
    }
    let alive = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Where the system has no room for more it says so again and again.
            std::thread::sleep(Duration::from_millis(20));
            continue;
        };
        let place = Place::among(&alive);
        if place.number > CONNECTIONS {
            continue;
        }
        let site = Arc::clone(&site);
        // Where there is no thread for it the connection is dropped, and the browser tries again.
        let _ = std::thread::Builder::new().spawn(move || {
            serve(stream, &site);
            drop(place);
        });
    }
    Ok(())
}

/// A word that nobody guesses.
fn token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    let failed = |e| Failure::Io(format!("the system gives no random numbers, which the address needs: {e}"));
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A connection among those that are open.
struct Place {
    alive: Arc<AtomicUsize>,
    number: usize,
}

impl Place {
    fn among(alive: &Arc<AtomicUsize>) -> Place {
        Place { alive: Arc::clone(alive), number: 1 + alive.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.alive.fetch_sub(1, Ordering::Relaxed);
    }
}

/// One request and its answer; whoever goes away meanwhile gets none.
fn serve(mut stream: TcpStream, site: &Site) {
    let patient = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
    if patient.is_err() {
        return;
    }
    let answer = match http::read(&mut stream) {
        Ok(request) => site.answer(&request),
        Err(Some(answer)) => answer,
        Err(None) => return,
    };
    if stream.write_all(&answer.bytes()).is_ok() && stream.shutdown(Shutdown::Write).is_ok() {
        // What the other side is still sending is read: closed before, it would not see the answer.
        let mut rest = stream.take(1 << 20);
        let _ = std::io::copy(&mut rest.by_ref(), &mut std::io::sink());
    }
}
