#ifdef DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#pragma OPENCL FP_CONTRACT OFF

/* a + b as a rounded sum; what the rounding lost is added to `lost`. */
static NUMBER added(NUMBER a, NUMBER b, NUMBER *lost) {
    NUMBER s = a + b, t = s - a;
    *lost += (a - (s - t)) + (b - t);
    return s;
}

/* Slot j of each output. */
kernel void clear(ulong all, global NUMBER *sums, global NUMBER *rests) {
    const ulong item = get_global_id(0);
    if (item < all) {
        sums[item] = 0, rests[item] = 0;
    }
}

/* Adds the lanes j, j + SLOTS, .. of an output to its slot j. */
kernel void accumulate(ulong all, ulong lanes, global const NUMBER *y, global NUMBER *sums, global NUMBER *rests) {
    const ulong item = get_global_id(0), output = item / SLOTS;
    if (item < all) {
        NUMBER sum = sums[item], rest = rests[item];
        for (ulong lane = item % SLOTS; lane < lanes; lane += SLOTS) {
            sum = added(sum, y[output * lanes + lane], &rest);
        }
        sums[item] = sum, rests[item] = rest;
    }
}

/* Adds the second half of the slots to the first. */
kernel void fold(ulong all, ulong half_of_slots, global NUMBER *sums, global NUMBER *rests) {
    const ulong item = get_global_id(0);
    if (item < all) {
        const ulong at = item / half_of_slots * SLOTS + item % half_of_slots, other = at + half_of_slots;
        NUMBER rest = rests[at] + rests[other];
        sums[at] = added(sums[at], sums[other], &rest);
        rests[at] = rest;
    }
}
