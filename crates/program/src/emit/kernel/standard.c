static double wengert_exp_m1(double x) {
    double n, r, scale;
    if (x == 0.0) {
        return x;
    }
    if (x > 40.0) {
        return wengert_exp_sum(x, 0.0) - 1.0;
    }
    x = x < -40.0 ? -40.0 : x;
    n = fma(x, 1.4426950408889634, 6755399441055744.0) - 6755399441055744.0;
    r = fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, x));
    scale = wengert_power_of_two(n);
    return fma(scale, fma(wengert_exp_rest(r), r * r, r), scale - 1.0);
}

static double wengert_exp2(double x) {
    double y, rest;
    x = x > 1100.0 ? 1100.0 : x;
    x = x < -1100.0 ? -1100.0 : x;
    y = x * 0.6931471805599453;
    rest = fma(x, 0.6931471805599453, -y);
    return wengert_exp_sum(y, fma(x, 2.3190468138462996e-17, rest));
}

/* The logarithm of 1 + x is that of the rounded sum, and what the rounding lost over the sum. */
static double wengert_ln_1p(double x) {
    double u = 1.0 + x, lost = x < 1.0 ? x - (u - 1.0) : 1.0 - (u - x);
    return x == 0.0 ? x : u > 0.0 && u < INFINITY ? wengert_ln(u) + lost / u : wengert_ln(u);
}

/* ln(x) / ln(b) by the factor 1 / ln(b) as a pair; whole for powers of b that are exact. */
static double wengert_ln_times(double x, double factor, double factor_low) {
    double high, low, y;
    if (!(x > 0.0 && x < INFINITY)) {
        return wengert_ln(x);
    }
    high = wengert_ln_pair(x, &low);
    y = high * factor;
    return y + (fma(high, factor, -y) + (high * factor_low + low * factor));
}

static double wengert_log2(double x) { return wengert_ln_times(x, 1.4426950408889634, 2.0355273740931033e-17); }

static double wengert_log10(double x) { return wengert_ln_times(x, 0.4342944819032518, 1.098319650216765e-17); }

static double wengert_tan(double x) {
    return x == 0.0 ? x : fabs(x) <= 1048576.0 ? wengert_turned(x, 0) / wengert_turned(x, 1) : tan(x);
}

/* (atan(t) - t) / t^3 for t^2 = x up to tan(pi/8)^2. */
static double wengert_atan_series(double x) {
    double y = fma(0.016285676314084414, x, -0.03457048930586775);
    y = fma(y, x, 0.04551590394759387);
    y = fma(y, x, -0.052304536511503345);
    y = fma(y, x, 0.05878928913721616);
    y = fma(y, x, -0.06666424878422776);
    y = fma(y, x, 0.07692296374624841);
    y = fma(y, x, -0.0909090875348679);
    y = fma(y, x, 0.11111111105155164);
    y = fma(y, x, -0.14285714285659826);
    y = fma(y, x, 0.19999999999999804);
    y = fma(y, x, -0.3333333333333333);
    return y;
}

static double wengert_atan(double x) {
    double t = fabs(x), z = t, high = 0.0, low = 0.0, square;
    if (t > 2.414213562373095) {
        z = -1.0 / t, high = 1.5707963267948966, low = 6.123233995736766e-17;
    } else if (t > 0.41421356237309503) {
        z = (t - 1.0) / (t + 1.0), high = 0.7853981633974483, low = 3.061616997868383e-17;
    }
    square = z * z;
    return copysign(high + (z + fma(z * square, wengert_atan_series(square), low)), x);
}

static double wengert_atan2(double y, double x) {
    double a = fabs(y), b = fabs(x), r;
    if (isnan(x) || isnan(y)) {
        return x + y;
    }
    r = a == 0.0 && b == 0.0 ? 0.0 : isinf(a) && isinf(b) ? 0.7853981633974483 : wengert_atan(a / b);
    r = copysign(1.0, x) < 0.0 ? 3.141592653589793 - (r - 1.2246467991473532e-16) : r;
    return copysign(r, y);
}

/* (asin(t) - t) / t^3 for t^2 = x up to 1/4. */
static double wengert_asin_series(double x) {
    double y = fma(0.02961201126495512, x, -0.01924167174674304);
    y = fma(y, x, 0.019554513336123378);
    y = fma(y, x, 0.0030448799094556773);
    y = fma(y, x, 0.009319560794767446);
    y = fma(y, x, 0.009621842970100282);
    y = fma(y, x, 0.011566459612121669);
    y = fma(y, x, 0.01396378001220357);
    y = fma(y, x, 0.017352816540325496);
    y = fma(y, x, 0.02237215744350722);
    y = fma(y, x, 0.03038194447553234);
    y = fma(y, x, 0.044642857142551895);
    y = fma(y, x, 0.07500000000000118);
    y = fma(y, x, 0.16666666666666666);
    return y;
}

/* Half of acos(a) for a from 1/2: the arcsine of sqrt((1 - a) / 2), with what the root's rounding lost. */
static double wengert_half_acos(double a) {
    double square = 0.5 * (1.0 - a), root = sqrt(square);
    double lost = root > 0.0 ? fma(-root, root, square) / (root + root) : 0.0;
    return root + fma(root * square, wengert_asin_series(square), lost);
}

static double wengert_asin(double x) {
    double a = fabs(x), square = x * x, part;
    if (a <= 0.5) {
        return fma(x * square, wengert_asin_series(square), x);
    }
    part = wengert_half_acos(a);
    return copysign(1.5707963267948966 - (2.0 * part - 6.123233995736766e-17), x);
}

static double wengert_acos(double x) {
    double square = x * x;
    if (fabs(x) <= 0.5) {
        return 1.5707963267948966 - (x - fma(-x * square, wengert_asin_series(square), 6.123233995736766e-17));
    }
    return x > 0.0 ? 2.0 * wengert_half_acos(x) : 3.141592653589793 - (2.0 * wengert_half_acos(-x) - 1.2246467991473532e-16);
}

/* e^a / 2, which leaves the range later than e^a. */
static double wengert_half_exp(double a) {
    double root;
    if (a < 709.0) {
        return 0.5 * wengert_exp_sum(a, 0.0);
    }
    root = wengert_exp_sum(0.5 * a, 0.0);
    return 0.5 * root * root;
}

static double wengert_sinh(double x) {
    double a = fabs(x), e = wengert_exp_m1(a);
    return x == 0.0 ? x : copysign(a < 22.0 ? 0.5 * (e + e / (e + 1.0)) : wengert_half_exp(a), x);
}

static double wengert_cosh(double x) {
    double part = wengert_half_exp(fabs(x));
    return part + 0.25 / part;
}

static double wengert_asinh(double x) {
    double a = fabs(x), square = a * a;
    if (a > 268435456.0) {
        return copysign(wengert_ln(a) + 0.6931471805599453, x);
    }
    return x == 0.0 ? x : copysign(wengert_ln_1p(a + square / (1.0 + sqrt(square + 1.0))), x);
}

static double wengert_acosh(double x) {
    double t = x - 1.0;
    if (x > 268435456.0) {
        return wengert_ln(x) + 0.6931471805599453;
    }
    return x < 1.0 ? NAN : wengert_ln_1p(t + sqrt(fma(t, t, 2.0 * t)));
}

static double wengert_atanh(double x) {
    double a = fabs(x), twice = 2.0 * a;
    return x == 0.0 ? x : copysign(0.5 * wengert_ln_1p(a < 0.5 ? twice + twice * a / (1.0 - a) : twice / (1.0 - a)), x);
}

/* From the logarithm, and a step of Newton's method. */
static double wengert_cbrt(double x) {
    double a = fabs(x), high, low, y;
    if (a == 0.0 || !(a < INFINITY)) {
        return x;
    }
    high = wengert_ln_pair(a, &low);
    y = wengert_exp_sum(high / 3.0, 0.0);
    y = y + (a / (y * y) - y) / 3.0;
    return copysign(y, x);
}

static double wengert_hypot(double a, double b) {
    double more, scale;
    a = fabs(a), b = fabs(b);
    if (isinf(a) || isinf(b)) {
        return INFINITY;
    }
    more = a > b ? a : b;
    scale = more > 1e150 ? 2.409919865102884e-181 : more < 1e-130 ? 4.149515568880993e180 : 1.0;
    a *= scale, b *= scale;
    return sqrt(fma(a, a, b * b)) / scale;
}
