//! Operations as they come: of loops those of one round are looked at, and what these give holds for all.
//!
//! Operations are listed. When the list is full, or all has to be known, it is looked through: where operations repeat, as
//! [`body`](super::body) tells, those that follow are held against the body, and the inputs that they read are kept; others
//! are [traced](super::trace). Where there are no loops, operations are traced as they come, until these are looked for again.

use super::body::Body;
use super::listing::{Arg, Listing, MOST_NUMBERED};
use super::loops::Loop;
use super::origin::{Class, Origin};
use super::period;
use super::trace::Trace;
use crate::memory;

/// Behind so many operations one looks for a loop first, and at most.
const FIRST_LOOK: usize = 32;
const LAST_LOOK: usize = 512;
/// So many operations behind the end of a loop it is looked for once more.
const AROUND: usize = 64;
/// Where so many operations are in no loop, no more are listed.
const MOST_IDLE: usize = 512;
/// How many are traced before others are listed: at first, and at the most.
const WAIT: u32 = 4096;
const LONGEST_WAIT: u32 = 1 << 20;

/// Whether operations are listed.
#[derive(Default)]
pub(super) struct Watch {
    /// Whether there may be loops at all.
    is_allowed: bool,
    /// The body of the loop in progress, of the last one, and of the first one: a function is often run again.
    body: Option<usize>,
    last: Option<usize>,
    first: Option<usize>,
    /// How many operations at the begin of the list are of a round that is over, of which the next one uses some.
    kept: usize,
    /// How many operations were listed since the last loop.
    idle: usize,
    /// How many are traced before others are listed, and how many the next time.
    wait: u32,
    next_wait: u32,
    /// The inputs that rounds have read.
    read: Vec<u32>,
    /// Whether no loop was made of rounds, as they take what depends on many inputs.
    is_wide: bool,
    /// Numbered operations that were resolved lately, each in a place that its number decides.
    pub(super) resolved: Vec<(u64, Origin)>,
}

/// Where the next loop begins, and its body, if there is one before the end of the list.
struct Next {
    begin: usize,
    body: Option<usize>,
    /// Whether nothing is carried into its first round; what the first ones read is kept.
    opens: bool,
}

impl Next {
    /// None near a place.
    fn beyond(list: Listing<'_>, at: usize) -> Next {
        Next { begin: list.length().min(at + LAST_LOOK), body: None, opens: false }
    }
}

impl Watch {
    /// Begins a recording, with so many bodies of the one before.
    pub(super) fn start(&mut self, is_allowed: bool, bodies: usize) {
        let (read, resolved) = (core::mem::take(&mut self.read), core::mem::take(&mut self.resolved));
        let last = self.first.filter(|&first| first < bodies);
        *self = Watch { is_allowed, last, next_wait: WAIT, read, resolved, ..Watch::default() };
    }

    pub(super) fn is_allowed(&self) -> bool {
        self.is_allowed
    }
}

impl Trace {
    /// The result of an operation that cannot be listed, or for which there is no room in the list.
    #[inline]
    pub(super) fn operation(&mut self, list: Listing<'_>, a: Origin, b: Origin, class: Class) -> Origin {
        if list.is_on() {
            return self.not_listed(list, a, b, class);
        }
        if self.watch.is_allowed {
            self.watch.wait -= 1;
            if self.watch.wait == 0 {
                list.turn(list.number(0) < MOST_NUMBERED);
                self.watch.is_allowed = list.is_on();
            }
        }
        self.traced(a, b, class)
    }

    #[inline(never)]
    fn not_listed(&mut self, list: Listing<'_>, a: Origin, b: Origin, class: Class) -> Origin {
        let is_full = list.is_full();
        self.look_through(list, is_full);
        if let Some(made) = list.two(a, b, class) {
            return made;
        }
        // What it is made of may be listed still.
        self.settle(list);
        let origin = self.traced(a, b, class);
        if !list.is_on() {
            return origin;
        }
        // It has a number nevertheless, so that what is made of it can be listed.
        self.windows.loops.begin_alone(list.number(0));
        self.windows.loops.alone.push(origin);
        list.skip()
    }

    /// Looks through what is listed, so that all that was made is known.
    pub(super) fn settle(&mut self, list: Listing<'_>) {
        if list.length() > 0 || self.watch.body.is_some() {
            self.look_through(list, false);
        }
    }

    #[inline]
    pub(super) fn traced(&mut self, a: Origin, b: Origin, class: Class) -> Origin {
        // Not by copies of both, which would have to be written before they can be read.
        match class {
            _ if a.operation().is_some() || b.operation().is_some() => self.traced_numbers(a, b, class),
            Class::Bent => self.bent(a),
            _ => self.two(a, b, class),
        }
    }

    #[inline(never)]
    fn traced_numbers(&mut self, a: Origin, b: Origin, class: Class) -> Origin {
        let a = self.resolved(a);
        match class {
            Class::Bent => self.bent(a),
            _ => {
                let b = self.resolved(b);
                self.two(a, b, class)
            }
        }
    }

    /// Looks through the list, and empties it, but for the begin of a round if the loop goes on.
    fn look_through(&mut self, list: Listing<'_>, goes_on: bool) {
        let goes_on = goes_on && list.number(0) < MOST_NUMBERED;
        let kept = core::mem::take(&mut self.watch.kept);
        let (mut done, mut in_loops) = (kept, 0);
        loop {
            if let Some(body) = self.watch.body {
                let length = self.windows.loops.bodies[body].steps.len();
                let before = done;
                let (rounds, all) = self.take(list, done, body);
                done += rounds * length;
                in_loops += done - before;
                if rounds < all {
                    self.end_loop();
                    self.begin_loop(list.number(done), body, false);
                    continue;
                }
                if goes_on && done + length > list.length() && done > kept {
                    self.watch.kept = if self.windows.loops.bodies[body].late.is_empty() { 0 } else { length };
                    list.forget(done - self.watch.kept);
                    return;
                }
                self.end_loop();
            }
            if done == list.length() {
                break;
            }
            let next = self.next_loop(list, done);
            self.trace_list(list, done, next.begin);
            done = next.begin;
            if let Some(body) = next.body {
                self.begin_loop(list.number(done), body, next.opens);
                if next.opens {
                    let taken = self.take_opening(list, done, body);
                    (done, in_loops) = (done + taken, in_loops + taken);
                }
            }
        }
        let alone = list.length() - kept - in_loops;
        self.watch.idle = if in_loops < alone { self.watch.idle + alone } else { 0 };
        list.forget(done);
        if in_loops > alone {
            self.watch.next_wait = WAIT;
        }
        if self.watch.idle > MOST_IDLE || list.number(0) >= MOST_NUMBERED {
            list.turn(false);
            self.watch.idle = 0;
            self.watch.wait = self.watch.next_wait;
            self.watch.next_wait = (4 * self.watch.wait).min(LONGEST_WAIT);
        }
    }

    /// Where the next loop begins.
    fn next_loop(&mut self, list: Listing<'_>, from: usize) -> Next {
        // Of what is listed here it is not known yet on how much it depends.
        let known = list.number(from);
        self.watch.is_wide = false;
        if let Some(last) = self.watch.last {
            // Most loops are followed by the same one each time.
            let next = self.windows.loops.bodies[last].next.map(|next| (next, 0));
            for (place, around) in next.into_iter().chain([(last, AROUND)]) {
                if let Some(found) = self.known_loop(list, from, place, around) {
                    return found;
                }
            }
        }
        let mut look = FIRST_LOOK;
        while from + look <= list.length() && look <= LAST_LOOK {
            if let Some(period) = period::period(list, from, from + look)
                && let Some((at, place)) = self.round_at(list, from + look, period, known)
            {
                // Rounds before are of the loop too, all of them most of the time.
                let (body, mut begin) = (&self.windows.loops.bodies[place], at);
                let read = &mut self.watch.read;
                let mut are_rounds =
                    |from: usize, to: usize| body.are_rounds(list, from, to - from, read) && body.may_begin(list, from);
                let all = from + (at - from) % period;
                if all < at && are_rounds(all, at) {
                    begin = all;
                }
                while begin >= from + period && are_rounds(begin - period, begin) {
                    begin -= period;
                }
                read.clear();
                return self.next_at(list, from, begin, place);
            }
            if self.watch.is_wide {
                return Next::beyond(list, from + look);
            }
            look *= 4;
        }
        Next { begin: list.length(), body: None, opens: false }
    }

    /// Where a loop with a known body begins, less than a round and so many operations behind a place.
    fn known_loop(&mut self, list: Listing<'_>, from: usize, place: usize, around: usize) -> Option<Next> {
        // Of what is listed here it is not known yet on how much it depends.
        let known = list.number(from);
        let (body, mut read) = (&self.windows.loops.bodies[place], core::mem::take(&mut self.watch.read));
        let (length, sure) = (body.steps.len(), body.sure());
        if body.opens(list, from, &mut read) && !self.is_wide(body, &read, known) {
            self.watch.read = read;
            return Some(Next { begin: from, body: Some(place), opens: true });
        }
        let mut goes_on = |at: usize| {
            read.clear();
            at + sure <= list.length() && body.are_rounds(list, at, sure, &mut read) && body.may_begin(list, at)
        };
        // The round before may take from elsewhere what is carried.
        let first = if body.is_alone() { from } else { from + 1 };
        let found = (first..=from + length + around).find(|&at| goes_on(at));
        let is_wide = found.is_some() && self.is_wide(body, &read, known);
        self.watch.read = read;
        found.map(|at| if is_wide { Next::beyond(list, at) } else { self.next_at(list, from, at, place) })
    }

    /// A loop of which there is a round at a place, and perhaps another one before it, into which nothing is carried.
    fn next_at(&mut self, list: Listing<'_>, from: usize, at: usize, place: usize) -> Next {
        let (body, read) = (&self.windows.loops.bodies[place], &mut self.watch.read);
        let before =
            at.checked_sub(body.steps.len()).filter(|&before| before >= from && body.opens(list, before, read));
        Next { begin: before.unwrap_or(at), body: Some(place), opens: before.is_some() }
    }

    /// Where a round begins, at a place or less than a period behind it, and its body.
    fn round_at(&mut self, list: Listing<'_>, from: usize, period: usize, known: u32) -> Option<(usize, usize)> {
        let (mut read, mut is_wide) = (core::mem::take(&mut self.watch.read), false);
        let found = self.found_at(list, from, period, |trace, body, at| {
            read.clear();
            let goes_on = at + period <= list.length()
                && body.are_rounds(list, at, period, &mut read)
                && body.may_begin(list, at);
            let wide = goes_on && trace.is_wide(body, &read, known);
            is_wide |= wide;
            goes_on && !wide
        });
        read.clear();
        (self.watch.read, self.watch.is_wide) = (read, is_wide && found.is_none());
        let (at, body) = found?;
        let bodies = &mut self.windows.loops.bodies;
        Some((
            at,
            body.unwrap_or_else(|new| {
                bodies.push(new);
                bodies.len() - 1
            }),
        ))
    }

    /// Where a round begins, as for [`round_at`](Trace::round_at), and the place of its body or a new one.
    fn found_at(
        &self,
        list: Listing<'_>,
        from: usize,
        period: usize,
        mut goes_on: impl FnMut(&Trace, &Body, usize) -> bool,
    ) -> Option<(usize, Result<usize, Body>)> {
        let bodies = &self.windows.loops.bodies;
        // What is carried into a loop is used there, so there has to be another round.
        let mut goes_on = |body: &Body, at: usize| goes_on(self, body, at);
        let is_alike = |at: usize| at <= list.length() && (at == from || period::are_alike(list, at - 1, period));
        // Amid a round, what it has made is used by the next: a body that uses less of the one before is the whole one.
        let mut best: Option<(usize, Body)> = None;
        for at in (from..from + period).take_while(|&at| is_alike(at)) {
            if let Some(known) = bodies.iter().rposition(|body| body.steps.len() == period && goes_on(body, at)) {
                return Some((at, Ok(known)));
            }
            if let Some(body) = Body::of(list, at, period, self.is_second).filter(|body| goes_on(body, at))
                && best.as_ref().is_none_or(|(_, best)| body.late_inputs() < best.late_inputs())
            {
                let is_whole = body.late.is_empty();
                best = Some((at, body));
                if is_whole {
                    break;
                }
            }
        }
        best.map(|(at, body)| (at, Err(body)))
    }

    /// Begins a loop. If it opens, nothing is carried into its first round; else what was before.
    fn begin_loop(&mut self, number: u32, body: usize, opens: bool) {
        let new = self.next_loop_of(number, body, opens);
        self.windows.loops.begin_loop(number, new);
        if let Some(last) = self.watch.last.filter(|&last| last != body) {
            self.windows.loops.bodies[last].next = Some(body);
        }
        (self.watch.body, self.watch.last) = (Some(body), Some(body));
        self.watch.first = self.watch.first.or(Some(body));
    }

    /// A loop of no round yet, that begins with this operation.
    pub(super) fn next_loop_of(&mut self, number: u32, body: usize, opens: bool) -> Loop {
        let of = &self.windows.loops.bodies[body];
        let (length, carries) = (of.steps.len() as u32, of.carries.len());
        // What the first round takes of those before.
        let taken = if opens { 0 } else { of.carries.iter().fold(0, |all, carried| all | carried.1) };
        let mut new = self.windows.loops.new_loop(body);
        new.opens = opens;
        for k in 0..carries {
            new.before.push((0, 0));
            if taken >> k & 1 != 0 {
                let place = self.windows.loops.bodies[body].carries[k].0 as u32;
                let origin = self.resolved(Origin::of_operation(number + place - length, self.first));
                new.carries_bent |= origin.node() != 0;
                self.needs.mark(origin.node());
                new.before[k] = (origin.window() - self.first, origin.bits());
            }
        }
        for k in 0..self.windows.loops.bodies[body].late.len() {
            let place = self.windows.loops.bodies[body].late[k] as u32;
            let origin = self.resolved(Origin::of_operation(number + place - length, self.first));
            self.needs.mark(origin.node());
        }
        new
    }

    /// Takes the first rounds of a loop that opens, and those that read on evenly: how many operations.
    fn take_opening(&mut self, list: Listing<'_>, at: usize, body: usize) -> usize {
        let Trace { windows, watch, .. } = self;
        let of = &windows.loops.bodies[body];
        let (length, opening) = (of.steps.len(), of.opening());
        let taken = windows.loops.extend(&watch.read, (opening / length) as u32) as usize * length;
        if taken < opening {
            return taken;
        }
        opening + windows.loops.extend_evenly(list, at + opening) * length
    }

    /// Takes rounds that are listed from a place on: how many, and how many there are.
    fn take(&mut self, list: Listing<'_>, from: usize, body: usize) -> (usize, usize) {
        let of = &self.windows.loops.bodies[body];
        let (length, few) = (of.steps.len(), of.sure());
        let (taken, all) = self.take_some(list, from, body, few);
        if taken < all || all * length < few {
            return (taken, all);
        }
        // Where they read on evenly, the inputs need not be looked at one by one.
        let even = self.windows.loops.extend_evenly(list, from + few);
        let (more, others) = self.take_some(list, from + few + even * length, body, usize::MAX);
        (taken + even + more, taken + even + others)
    }

    /// As [`take`](Trace::take), of at most so many operations.
    fn take_some(&mut self, list: Listing<'_>, from: usize, body: usize, most: usize) -> (usize, usize) {
        let mut read = core::mem::take(&mut self.watch.read);
        read.clear();
        let loops = &mut self.windows.loops;
        let mut rounds = loops.bodies[body].rounds(list, from, most, &mut read);
        let (begin, before) = loops.last();
        // What is made in the loop is not read as if it were there before: another loop begins then.
        let of = &loops.bodies[body];
        let allowed = of.rounds_outside(&read, begin).min(rounds);
        if allowed < rounds {
            read.truncate(allowed * of.width());
            if allowed + before as usize == 0 {
                rounds = 0;
            }
        }
        let (length, room) = loops.room();
        if length + read.len() > room && self.lack.is_none() {
            let most = 2 * (length + read.len());
            self.lack =
                memory::expect(memory::bytes([(most, 6)]), || format!("a list of {most} inputs of loops")).err();
        }
        let taken = if self.lack.is_none() { loops.extend(&read, allowed as u32) } else { rounds as u32 };
        self.watch.read = read;
        (taken as usize, rounds)
    }

    /// Traces operations that are listed.
    fn trace_list(&mut self, list: Listing<'_>, from: usize, to: usize) {
        if from < to {
            self.windows.loops.begin_alone(list.number(from));
        }
        let begin = self.windows.loops.alone.len();
        for at in from..to {
            let made = list.get(at);
            let [a, b] = made.args.map(|arg| match arg {
                Arg::Input(input) => Origin::of_input(input, self.first),
                // What was traced just now is there.
                Arg::Before(ago) if ago as usize <= at - from => {
                    self.windows.loops.alone[begin + at - from - ago as usize]
                }
                Arg::Before(ago) => Origin::of_operation(list.number(at) - ago, self.first),
                // Of bodies alone.
                Arg::Outside(number) => Origin::of_operation(number, self.first),
            });
            let origin = self.traced(a, b, made.class);
            self.windows.loops.alone.push(origin);
        }
    }

    /// Ends the loop in progress.
    fn end_loop(&mut self) {
        self.watch.body = None;
        if self.windows.loops.end_loop() {
            self.spread_loop();
        }
    }
}
