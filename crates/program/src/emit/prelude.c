static double wengert_add(double a, double b) { return a + b; }

static double wengert_sub(double a, double b) { return a - b; }

static double wengert_mul(double a, double b) { return a * b; }

static double wengert_div(double a, double b) { return a / b; }

static double wengert_neg(double a) { return -a; }

static double wengert_rem(double x, double y) { return fmod(x, y); }

static double wengert_recip(double x) { return 1.0 / x; }

static double wengert_powi(double x, int n) {
    unsigned k = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    double y = 1.0;
    for (;;) {
        if (k & 1u) {
            y *= x;
        }
        k >>= 1;
        if (k == 0) {
            break;
        }
        x *= x;
    }
    return n < 0 ? 1.0 / y : y;
}

static double wengert_powf(double x, double y) { return pow(x, y); }

static double wengert_pow_shift(double x, double y, int n) {
    double shift = (double)n, exponent = y - shift, quotient = pow(x, y) / wengert_powi(x, n);
    return exponent + shift == y || !isnormal(quotient) ? pow(x, exponent) : quotient;
}

/* The coefficients of the polynomial in ln x that the i-th derivative of x^e ln(x)^j has as its factor. */
static void wengert_power_polynomial(double *c, int i, int j, double e) {
    int k, m;
    for (m = 0; m <= j; m++) {
        c[m] = m == j ? 1.0 : 0.0;
    }
    for (k = 0; k < i; k++) {
        for (m = 0; m <= j; m++) {
            c[m] = (e - (double)k) * c[m] + (m < j ? (double)(m + 1) * c[m + 1] : 0.0);
        }
    }
}

static double wengert_pow_slope(double x, double y, int n) {
    double c[256], start, power, ln, sum;
    int i, j, shift, degree;
    if (n < 0) {
        return NAN;
    }
    i = n & 255, j = n >> 8 & 255, shift = n >> 16, start = y - (double)shift;
    if (j > 0 && (x < 0.0 || (x == 0.0 && i == 0))) {
        return x == 0.0 && start >= 0.0 ? 0.0 : NAN;
    }
    x = j > 0 ? fabs(x) : x;
    power = wengert_pow_shift(x, y, shift + i), ln = j > 0 ? log(x) : 0.0;
    if (isinf(y)) {
        return power == 0.0 ? 0.0 : power * wengert_powi(y, i) * (j > 0 ? wengert_powi(ln, j) : 1.0);
    }
    wengert_power_polynomial(c, i, j, start);
    for (degree = j; c[degree] == 0.0; degree--) {
        if (degree == 0) {
            return 0.0;
        }
    }
    if (degree > 0 && (x == 0.0 || isinf(x))) {
        double towards = x == 0.0 ? (double)i - start : start - (double)i;
        double lead = degree % 2 == 1 && x == 0.0 ? -c[degree] : c[degree];
        return towards < 0.0 ? 0.0 : copysign(INFINITY, lead);
    }
    for (sum = c[degree]; degree > 0;) {
        sum = sum * ln + c[--degree];
    }
    return power == 0.0 && !isnan(sum) ? power * copysign(1.0, sum) : power * sum;
}

static double wengert_sqrt(double x) { return sqrt(x); }

static double wengert_cbrt(double x) { return cbrt(x); }

static double wengert_hypot(double a, double b) { return hypot(a, b); }

static double wengert_direction(double a, double b) {
    double square = a * a + b * b;
    if (square >= 1e-280 && square < 1e300) {
        return a / sqrt(square);
    }
    if (a == 0.0 && b == 0.0) {
        return 0.0;
    }
    return isinf(a) && isfinite(b) ? copysign(1.0, a) : a / hypot(a, b);
}

static double wengert_exp(double x) { return exp(x); }

static double wengert_exp2(double x) { return exp2(x); }

static double wengert_exp_m1(double x) { return expm1(x); }

static double wengert_ln(double x) { return log(x); }

static double wengert_ln_slope(double x) { return x < 0.0 ? NAN : 1.0 / x; }

static double wengert_log(double x, double b) { return log(x) / log(b); }

static double wengert_recip_ln(double b, int n) {
    double c[66] = {0.0, 1.0}, r = 1.0 / log(b), sum = 0.0;
    int k, m;
    if (n < 0 || n > 64) {
        return NAN;
    }
    if (b == 0.0 && n > 0) {
        return n % 2 == 0 ? INFINITY : -INFINITY;
    }
    for (k = 0; k < n; k++) {
        for (m = k + 2; m > 0; m--) {
            c[m] = -((double)k * c[m] + (double)(m - 1) * c[m - 1]);
        }
    }
    for (m = n + 1; m > 0; m--) {
        sum = sum * r + c[m];
    }
    for (sum *= r; n > 0; n--) {
        sum /= b;
    }
    return sum;
}

static double wengert_log2(double x) { return log2(x); }

static double wengert_log10(double x) { return log10(x); }

static double wengert_ln_1p(double x) { return log1p(x); }

static double wengert_sin(double x) { return sin(x); }

static double wengert_cos(double x) { return cos(x); }

static double wengert_tan(double x) { return tan(x); }

static double wengert_asin(double x) { return asin(x); }

static double wengert_asin_slope(double x) { return 1.0 / sqrt((1.0 - x) * (x + 1.0)); }

static double wengert_acos(double x) { return acos(x); }

static double wengert_atan(double x) { return atan(x); }

static double wengert_witch(double x) { return fabs(x) > 1e8 ? 1.0 / x / x : 1.0 / (x * x + 1.0); }

static double wengert_atan2(double y, double x) { return atan2(y, x); }

static double wengert_inversion(double a, double b) {
    double r = hypot(a, b);
    return isinf(a) && isfinite(b) ? copysign(0.0, a) : a / r / r;
}

static double wengert_sinh(double x) { return sinh(x); }

static double wengert_cosh(double x) { return cosh(x); }

static double wengert_tanh(double x) { return tanh(x); }

static double wengert_sech(double x) {
    double t = exp(-fabs(x));
    return 2.0 * t / (1.0 + t * t);
}

static double wengert_asinh(double x) { return asinh(x); }

static double wengert_acosh(double x) { return acosh(x); }

static double wengert_acosh_slope(double x, int n) {
    double before = 0.0, now = 1.0 / (sqrt(x - 1.0) * sqrt(x + 1.0)), next;
    int k;
    if (n < 0 || n > 1000) {
        return NAN;
    }
    if (x == 1.0) {
        return n % 2 == 0 ? INFINITY : -INFINITY;
    }
    for (k = 0; k < n && x < INFINITY; k++) {
        next = -(((2.0 * (double)k + 1.0) * x * now + (double)k * (double)k * before) / (x - 1.0) / (x + 1.0));
        before = now, now = next;
    }
    return now;
}

static double wengert_atanh(double x) { return atanh(x); }

static double wengert_atanh_slope(double x) { return fabs(x) > 1.0 ? NAN : 1.0 / ((1.0 - x) * (x + 1.0)); }

static double wengert_abs(double x) { return fabs(x); }

static double wengert_signum(double x) { return isnan(x) ? x : copysign(1.0, x); }

static double wengert_copysign(double a, double b) { return copysign(a, b); }

static double wengert_max(double a, double b) { return fmax(a, b); }

static double wengert_min(double a, double b) { return fmin(a, b); }

static int wengert_admits_clamp(double x, double lo, double hi) {
    (void)x;
    return lo <= hi;
}

static double wengert_clamp(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }

static double wengert_floor(double x) { return floor(x); }

static double wengert_ceil(double x) { return ceil(x); }

static double wengert_round(double x) { return round(x); }

static double wengert_trunc(double x) { return trunc(x); }

static double wengert_fract(double x) { return x - trunc(x); }

static double wengert_rem_euclid(double x, double y) {
    double r = fmod(x, y);
    return r < 0.0 ? r + fabs(y) : r;
}

static double wengert_mul_add(double a, double b, double c) { return fma(a, b, c); }

static double wengert_sigmoid(double x) {
    double t = exp(-fabs(x));
    return (x < 0.0 ? t : 1.0) / (1.0 + t);
}

static double wengert_logit(double p) {
    if (p < 0.25) {
        return log(p) - log1p(-p);
    }
    return p < 0.5 ? -log1p((1.0 - 2.0 * p) / p) : log1p((2.0 * p - 1.0) / (1.0 - p));
}

static double wengert_logit_slope(double p) { return p >= 0.0 && p <= 1.0 ? 1.0 / (fabs(p) * (1.0 - p)) : NAN; }

static double wengert_softplus(double x) { return fmax(x, 0.0) + log1p(exp(-fabs(x))); }

static double wengert_logaddexp(double a, double b) {
    return a == b ? a + 0.6931471805599453 : fmax(a, b) + log1p(exp(-fabs(a - b)));
}

static double wengert_share(double a, double b) {
    if (a != b) {
        return wengert_sigmoid(a - b);
    }
    return isinf(a) && a < 0.0 ? 0.0 : 0.5;
}

static double wengert_share_slope(double a, double b) {
    if (a == b) {
        return wengert_share(a, b) * wengert_share(b, a);
    }
    double t = exp(-fabs(a - b)), sum = 1.0 + t, lost = t - (sum - 1.0), y = t / (sum * sum);
    return y - y * (2.0 * lost / sum);
}

static double wengert_relu(double x) { return x <= 0.0 ? 0.0 : x; }

static double wengert_sinc(double x) { return x == 0.0 ? 1.0 : isinf(x) ? 0.0 : sin(x) / x; }

static double wengert_xlogy(double x, double y) { return x == 0.0 && !isnan(y) ? 0.0 : x * log(y); }

static double wengert_xdivy(double x, double y) { return x == 0.0 && !isnan(y) ? 0.0 : y < 0.0 ? NAN : x / y; }

static double wengert_entr(double x) { return x == 0.0 ? 0.0 : 0.0 - x * log(x); }

/* x^2 as the square of the leading half of its digits, which is exact, and the rest. */
static double wengert_split_square(double x, double *rest) {
    int exponent;
    double digits = frexp(x, &exponent), head = ldexp(trunc(ldexp(digits, 26)), exponent - 26);
    *rest = (x - head) * (x + head);
    return head * head;
}

static double wengert_exp_neg_scaled_square(double x, double scale) {
    double rest, head = wengert_split_square(x, &rest), e = exp(-scale * head), r = scale * rest;
    return e - e * (r * (1.0 - r * (0.5 - r * (1.0 / 6.0))));
}

static double wengert_bell(double x) { return fabs(x) > 28.0 ? 0.0 : wengert_exp_neg_scaled_square(x, 1.0); }

static double wengert_damped(double x, double y) { return y == 0.0 && isinf(x) ? 0.0 : x * y; }

static double wengert_finite_part(double x) { return isfinite(x) ? x : 0.0; }

static double wengert_erf(double x) { return erf(x); }

static double wengert_erfc(double x) { return erfc(x); }

static double wengert_exp_square(double x) {
    double rest, head, e;
    if (fabs(x) > 26.64) {
        return INFINITY;
    }
    head = wengert_split_square(x, &rest);
    e = exp(head);
    return e + e * expm1(rest);
}

/* c[0] + .. + c[n - 1] x^(n - 1) without c[0], in four interleaved chains. */
static double wengert_above_constant(const double *c, int n, double x) {
    double x2 = x * x, x4 = x2 * x2, sums[4] = {0.0, 0.0, 0.0, 0.0};
    int j, k = (n + 3) / 4 * 4;
    while (k > 0) {
        k -= 4;
        for (j = 0; j < 4; j++) {
            sums[j] = sums[j] * x4 + (k + j < n && k + j > 0 ? c[k + j] : 0.0);
        }
    }
    return sums[0] + sums[3] * (x2 * x) + sums[2] * x2 + sums[1] * x;
}

/* a + b without error: the rounded sum and what the rounding lost. */
static double wengert_two_sum(double a, double b, double *lost) {
    double s = a + b, t = s - a;
    *lost = (a - (s - t)) + (b - t);
    return s;
}

static double wengert_erfcx(double x) {
    static const double scaled[29] = {
        1.2375126308378275, -0.14024059858554702, 0.00358541548546365, 0.08227673849015112, -0.10880393014170486,
        0.09230432116019513, -0.058693398590614, 0.028362277421569364, -0.009746579546733069,
        0.0017556258319139934, 0.00029371358771431225, -0.0002901539762990061, 5.164944451696205e-05,
        2.238390038090339e-05, -1.1445178311518049e-05, -9.728185029677076e-07, 1.7537598965322038e-06,
        -5.832039466992171e-08, -2.616930395796968e-07, 2.4363842659574258e-08, 4.163213221156018e-08,
        -4.454188309154417e-09, -7.094843440843675e-09, 5.826552475656065e-10, 1.2007166392684951e-09,
        -4.9844152844245993e-11, -1.689091555613108e-10, 1.8240025042773818e-12, 1.3644024033145443e-11,
    };
    double a = fabs(x), t, right;
    if (a < 1.0) {
        return wengert_exp_square(x) * erfc(x);
    }
    t = 1.0 - 7.5 / (a + 3.75);
    if (a < 1e300) {
        double b, l, top = wengert_two_sum(scaled[0], wengert_above_constant(scaled, 29, t), &b);
        double bottom = wengert_two_sum(1.0, 2.0 * a, &l);
        right = top / bottom;
        if (isnormal(right)) {
            right += (fma(-right, bottom, top) + b - right * l) / bottom;
        }
    } else {
        right = 0.5641895835477563 / a;
    }
    return x < 0.0 ? 2.0 * wengert_exp_square(x) - right : right;
}

static double wengert_norm_pdf(double x) {
    return 0.3989422804014327 * (fabs(x) > 60.0 ? 0.0 : wengert_exp_neg_scaled_square(x, 0.5));
}

static double wengert_norm_cdf(double x) {
    double y = x * 0.7071067811865476;
    if (x < -1.0) {
        return 0.5 * (fabs(x) > 60.0 ? 0.0 : wengert_exp_neg_scaled_square(x, 0.5)) * wengert_erfcx(-y);
    }
    return 0.5 * erfc(-y);
}

static double wengert_gamma(double x) { return x <= 0.0 && x == floor(x) ? NAN : tgamma(x); }

static double wengert_ln_gamma(double x) {
    if (x <= 0.0 && x == floor(x)) {
        return isinf(x) ? INFINITY : NAN;
    }
    return lgamma(x);
}

static double wengert_digamma_small(double x) {
    static const double over_root[22] = {
        0.951055876031833, -0.4236274212814605, 0.2405424842407742, -0.14840492305390884, 0.09498872445494122,
        -0.061922133273064534, 0.04076083381242074, -0.02697579675613825, 0.0179072524394512,
        -0.011908218001568644, 0.007926944646403797, -0.005279964873257405, 0.003519006401502276,
        -0.002345267632540769, 0.0015566317474486838, -0.0010376374098418604, 0.0007233266279287554,
        -0.0004821990530566789, 0.0002272331660987376, -0.00015148586836773365, 0.00025968482126430747,
        -0.00017312261802727394,
    };
    double y = x, sum = 0.0;
    if (y < 1.0) {
        sum = -1.0 / y;
        y += 1.0;
    }
    while (y >= 2.0) {
        y -= 1.0;
        sum += 1.0 / y;
    }
    return ((y - 1.4616321449683622) - 9.549995429965697e-17)
        * (over_root[0] + wengert_above_constant(over_root, 22, y - 1.5)) + sum;
}

static double wengert_digamma_large(double x) {
    double z = 1.0 / (x * x), s = z * (1.0 / 12.0 - z * (1.0 / 120.0 - z * (1.0 / 252.0 - z * (1.0 / 240.0
        - z * (1.0 / 132.0 - z * (691.0 / 32760.0 - z * (1.0 / 12.0)))))));
    return log(x) - (0.5 / x + s);
}

static double wengert_digamma(double x) {
    double r;
    if (x >= 10.0) {
        return wengert_digamma_large(x);
    }
    if (x > 0.0) {
        return wengert_digamma_small(x);
    }
    if (x == floor(x) || isnan(x)) {
        return NAN;
    }
    if (x > -0.5) {
        return wengert_digamma_small(1.0 + x) - 1.0 / x;
    }
    r = x - round(x);
    return (-x >= 10.0 ? wengert_digamma_large(-x) : wengert_digamma_small(-x)) + 1.0 / -x
        - 3.141592653589793 / tan(3.141592653589793 * r);
}

static double wengert_bessel_j(double x, int n) { return jn(n, x); }

static double wengert_bessel_y(double x, int n) { return x < 0.0 ? NAN : yn(n, x); }

static double wengert_ge(double a, double b) { return a >= b ? 1.0 : 0.0; }

static double wengert_gt(double a, double b) { return a > b ? 1.0 : 0.0; }

static double wengert_le(double a, double b) { return a <= b ? 1.0 : 0.0; }

static double wengert_lt(double a, double b) { return a < b ? 1.0 : 0.0; }

static double wengert_eq(double a, double b) { return a == b ? 1.0 : 0.0; }

static double wengert_ne(double a, double b) { return a != b ? 1.0 : 0.0; }

static double wengert_select(double c, double a, double b) { return c != 0.0 ? a : b; }

static double wengert_stop_gradient(double x) { return x; }
