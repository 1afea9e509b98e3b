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

static int wengert_is_normal(double x) { return fabs(x) >= 2.2250738585072014e-308 && fabs(x) < INFINITY; }

/* a + b without error: the rounded sum and what the rounding lost. */
static double wengert_two_sum(double a, double b, double *lost) {
    double s = a + b, t = s - a;
    *lost = (a - (s - t)) + (b - t);
    return s;
}

/* A sum of two as a sum of two more: high parts are returned, low ones left. */
static double wengert_pair_add(double a, double b, double h, double l, double *low) {
    double e, s = wengert_two_sum(a, h, &e);
    return wengert_two_sum(s, e + (b + l), low);
}

static double wengert_pair_scale(double h, double l, double b, double *low) {
    double p = h * b, e = fma(h, b, -p) + l * b, s = p + e;
    *low = e - (s - p);
    return s;
}

static double wengert_pair_product(double a, double b, double h, double l, double *low) {
    double e, p = wengert_pair_scale(a, b, h, &e);
    *low = e + a * l;
    return p;
}

static double wengert_pair_quotient(double a, double h, double l, double *low) {
    double q = a / h;
    *low = (fma(-q, h, a) - q * l) / h;
    return q;
}

static double wengert_pair_over(double h, double l, double b, double *low) {
    double e, q = wengert_pair_quotient(1.0, b, 0.0, &e);
    return wengert_pair_product(h, l, q, e, low);
}

static double wengert_pair_power(double h, double l, double y) {
    double p = wengert_powf(h, y), t = y * (l / h);
    if (!wengert_is_normal(p)) {
        return p;
    }
    return p + p * (fabs(t) < 1e-9 ? t : wengert_exp_m1(t));
}

static double wengert_pair_ratio(double a, double b, double h, double l) {
    double q = a / h;
    return wengert_is_normal(q) ? q + (fma(-q, h, a) + b - q * l) / h : q;
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

static double wengert_polynomial_pair(const double *c, int n, double x, double *low) {
    return wengert_two_sum(c[0], wengert_above_constant(c, n, x), low);
}

static double wengert_pow_shift(double x, double y, int n) {
    double shift = (double)n, exponent = y - shift, quotient = wengert_powf(x, y) / wengert_powi(x, n);
    return exponent + shift == y || !wengert_is_normal(quotient) ? wengert_powf(x, exponent) : quotient;
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
    if ((n & 65535) == 1) {
        power = wengert_pow_shift(x, y, (n >> 16) + 1), start = y - (double)(n >> 16);
        return start == 0.0 || (power == 0.0 && isinf(start)) ? 0.0 : power * start;
    }
    i = n & 255, j = n >> 8 & 255, shift = n >> 16, start = y - (double)shift;
    if (j > 0 && (x < 0.0 || (x == 0.0 && i == 0))) {
        return x == 0.0 && start >= 0.0 ? 0.0 : NAN;
    }
    x = j > 0 ? fabs(x) : x;
    power = wengert_pow_shift(x, y, shift + i), ln = j > 0 ? wengert_ln(x) : 0.0;
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
        return towards < 0.0 ? 0.0 : copysign((double)INFINITY, lead);
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
    return isinf(a) && isfinite(b) ? copysign(1.0, a) : a / wengert_hypot(a, b);
}

static double wengert_exp(double x) { return exp(x); }

static double wengert_exp2(double x) { return exp2(x); }

static double wengert_exp_m1(double x) { return expm1(x); }

static double wengert_ln(double x) { return log(x); }

static double wengert_ln_slope(double x) { return x < 0.0 ? NAN : 1.0 / x; }

static double wengert_log(double x, double b) { return wengert_ln(x) / wengert_ln(b); }

static double wengert_recip_ln(double b, int n) {
    double c[66] = {0.0, 1.0}, r = 1.0 / wengert_ln(b), sum = 0.0;
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
    double r = wengert_hypot(a, b);
    return isinf(a) && isfinite(b) ? copysign(0.0, a) : a / r / r;
}

static double wengert_sinh(double x) { return sinh(x); }

static double wengert_cosh(double x) { return cosh(x); }

static double wengert_tanh(double x) { return tanh(x); }

static double wengert_sech(double x) {
    double t = wengert_exp(-fabs(x));
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
    double t = wengert_exp(-fabs(x));
    return (x < 0.0 ? t : 1.0) / (1.0 + t);
}

static double wengert_logit(double p) {
    if (p < 0.25) {
        return wengert_ln(p) - wengert_ln_1p(-p);
    }
    return p < 0.5 ? -wengert_ln_1p((1.0 - 2.0 * p) / p) : wengert_ln_1p((2.0 * p - 1.0) / (1.0 - p));
}

static double wengert_logit_slope(double p) { return p >= 0.0 && p <= 1.0 ? 1.0 / (fabs(p) * (1.0 - p)) : NAN; }

static double wengert_softplus(double x) { return fmax(x, 0.0) + wengert_ln_1p(wengert_exp(-fabs(x))); }

static double wengert_logaddexp(double a, double b) {
    return a == b ? a + 0.6931471805599453 : fmax(a, b) + wengert_ln_1p(wengert_exp(-fabs(a - b)));
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
    double t = wengert_exp(-fabs(a - b)), sum = 1.0 + t, lost = t - (sum - 1.0), y = t / (sum * sum);
    return y - y * (2.0 * lost / sum);
}

static double wengert_relu(double x) { return x <= 0.0 ? 0.0 : x; }

static double wengert_sinc(double x) { return x == 0.0 ? 1.0 : isinf(x) ? 0.0 : wengert_sin(x) / x; }

/* The n-th derivative of the sine, from sine and cosine. */
static double wengert_sinc_turned(double s, double c, int n) {
    double y = (n & 1) == 0 ? s : c;
    return (n & 2) == 0 ? y : -y;
}

static double wengert_sinc_near_zero(double x, int n) {
    double x2 = x * x, sum = 0.0, m, y;
    int j, first = n % 2;
    for (j = 10; j >= 0; j--) {
        m = (double)(2 * j + first);
        sum = 1.0 / (m + ((double)n + 1.0)) - sum * (x2 / ((m + 1.0) * (m + 2.0)));
    }
    y = first == 1 ? x * sum : sum;
    return (n / 2 + first) % 2 == 0 ? y : -y;
}

static double wengert_sinc_in_pairs(double x, int n) {
    double x2, low, order = (double)n + 1.0, m, y, sum = 0.0, rest = 0.0;
    double term, term_low, factor, factor_low, p, e, r;
    int j, first = n % 2;
    x2 = wengert_pair_product(x, 0.0, x, 0.0, &low);
    for (j = 24; j >= 12; j--) {
        m = (double)(2 * j + first);
        sum = 1.0 / (m + order) - sum * (x2 / ((m + 1.0) * (m + 2.0)));
    }
    for (; j >= 0; j--) {
        m = (double)(2 * j + first);
        term = wengert_pair_quotient(1.0, m + order, 0.0, &term_low);
        factor = wengert_pair_quotient(-1.0, (m + 1.0) * (m + 2.0), 0.0, &factor_low);
        factor = wengert_pair_product(x2, low, factor, factor_low, &factor_low);
        p = wengert_pair_product(sum, rest, factor, factor_low, &e);
        sum = wengert_two_sum(term, p, &r);
        rest = r + (e + term_low);
    }
    y = first == 1 ? x * sum + x * rest : sum + rest;
    return (n / 2 + first) % 2 == 0 ? y : -y;
}

/* The real part of i^n e^(ix) (a + ib). */
static double wengert_sinc_rotated(double x, int n, double a, double b) {
    double s = wengert_sin(x), c = wengert_cos(x), re = c * a - s * b, im = s * a + c * b;
    double y = (n & 1) == 0 ? re : -im;
    return (n & 2) == 0 ? y : -y;
}

static double wengert_sinc_confluent(double x, int n) {
    double even = 0.0, odd = 0.0, d = (double)n + 1.0, term = 1.0 / d;
    int k = 0;
    while (term > 1e-20) {
        double signed_term = (k & 2) == 0 ? term : -term;
        if ((k & 1) == 0) {
            even += signed_term;
        } else {
            odd += signed_term;
        }
        k++;
        d += 1.0;
        term *= x / d;
    }
    return wengert_sinc_rotated(x, n, even, -odd);
}

static double wengert_sinc_at_one(double x, int n) {
    double p = (double)n + 1.0, size = wengert_hypot(p, x), u = p / size, v = -x / size, unit = -x / size / size;
    double re[32], im[32], h[32], a, b, sum = 0.0, rest = 0.0;
    int j, k;
    h[0] = 0.0, re[0] = 1.0, im[0] = 0.0;
    for (k = 1; k < 32; k++) {
        unit *= -1.0 / (double)k;
        h[k] = unit;
        unit /= size;
    }
    for (k = 1; k < 32; k++) {
        a = 0.0, b = 0.0;
        for (j = 1; j < k; j++) {
            a += h[j] * re[k - 1 - j];
            b += h[j] * im[k - 1 - j];
        }
        re[k] = -b / (double)k, im[k] = a / (double)k;
    }
    for (k = 31; k >= 0; k--) {
        a = sum * u - rest * v, b = sum * v + rest * u;
        sum = re[k] + a * (double)(k + 1), rest = im[k] + b * (double)(k + 1);
    }
    a = sum * u - rest * v, b = sum * v + rest * u;
    return wengert_sinc_rotated(x, n, a / size, b / size);
}

static double wengert_sinc_slope(double x, int n) {
    double a = fabs(x), y, s, c;
    int k;
    if (n <= 0) {
        return n == 0 ? wengert_sinc(x) : NAN;
    }
    if (isnan(a)) {
        y = x;
    } else if (isinf(a)) {
        y = 0.0;
    } else if (a < (n == 1 ? 1.6 : 1.0)) {
        y = wengert_sinc_near_zero(a, n);
    } else if (a < 6.0 && n > 1) {
        y = wengert_sinc_in_pairs(a, n);
    } else if (n >= 256) {
        y = wengert_sinc_at_one(a, n);
    } else if (a < (double)n) {
        y = wengert_sinc_confluent(a, n);
    } else {
        s = wengert_sin(a), c = wengert_cos(a), y = s / a;
        for (k = 1; k <= n; k++) {
            y = (wengert_sinc_turned(s, c, k) - (double)k * y) / a;
        }
    }
    return n % 2 == 0 ? y : copysign(y, y * wengert_signum(x));
}

static double wengert_xlogy(double x, double y) { return x == 0.0 && !isnan(y) ? 0.0 : x * wengert_ln(y); }

static double wengert_xdivy(double x, double y) { return x == 0.0 && !isnan(y) ? 0.0 : y < 0.0 ? NAN : x / y; }

static double wengert_entr(double x) { return x == 0.0 ? 0.0 : 0.0 - x * wengert_ln(x); }

/* x^2 as the square of the leading half of its digits, which is exact, and the rest. */
static double wengert_split_square(double x, double *rest) {
    int exponent;
    double digits = frexp(x, &exponent), head = ldexp(trunc(ldexp(digits, 26)), exponent - 26);
    *rest = (x - head) * (x + head);
    return head * head;
}

static double wengert_exp_neg_scaled_square(double x, double scale) {
    double rest, head = wengert_split_square(x, &rest), e = wengert_exp(-scale * head), r = scale * rest;
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
    e = wengert_exp(head);
    return e + e * wengert_exp_m1(rest);
}

static const double wengert_erfcx_scaled[29] = {
    1.2375126308378275, -0.14024059858554702, 0.00358541548546365, 0.08227673849015112, -0.10880393014170486,
    0.09230432116019513, -0.058693398590614, 0.028362277421569364, -0.009746579546733069,
    0.0017556258319139934, 0.00029371358771431225, -0.0002901539762990061, 5.164944451696205e-05,
    2.238390038090339e-05, -1.1445178311518049e-05, -9.728185029677076e-07, 1.7537598965322038e-06,
    -5.832039466992171e-08, -2.616930395796968e-07, 2.4363842659574258e-08, 4.163213221156018e-08,
    -4.454188309154417e-09, -7.094843440843675e-09, 5.826552475656065e-10, 1.2007166392684951e-09,
    -4.9844152844245993e-11, -1.689091555613108e-10, 1.8240025042773818e-12, 1.3644024033145443e-11,
};

static double wengert_erfcx(double x) {
    double a = fabs(x), t, right;
    if (a < 1.0) {
        return wengert_exp_square(x) * wengert_erfc(x);
    }
    t = 1.0 - 7.5 / (a + 3.75);
    if (a < 1e300) {
        double b, l, top = wengert_polynomial_pair(wengert_erfcx_scaled, 29, t, &b);
        double bottom = wengert_two_sum(1.0, 2.0 * a, &l);
        right = wengert_pair_ratio(top, b, bottom, l);
    } else {
        right = 0.5641895835477563 / a;
    }
    return x < 0.0 ? 2.0 * wengert_exp_square(x) - right : right;
}

static double wengert_erfcx_upwards(double x, int n) {
    double below, here, next;
    int k;
    if (x < -27.0) {
        return n % 2 == 0 ? INFINITY : -INFINITY;
    }
    below = wengert_erfcx(x), here = fma(2.0 * x, below, -1.1283791670955126);
    for (k = 1; k < n; k++) {
        next = 2.0 * (x * here + (double)k * below);
        below = here, here = next;
    }
    return here;
}

static double wengert_erfcx_in_pairs(double x, int n) {
    double square = x * x, rest = fma(x, x, -square), a = 1.0, b = 0.0, c = 1.0, d = 0.0, h, l, m, e;
    int k;
    for (k = 30; k >= 1; k--) {
        h = wengert_pair_over(square, rest, (double)k, &l);
        h = wengert_pair_product(a, b, h, l, &l);
        a = wengert_pair_add(1.0, 0.0, h, l, &b);
        h = wengert_pair_over(square, rest, (double)k + 0.5, &l);
        h = wengert_pair_product(c, d, h, l, &l);
        c = wengert_pair_add(1.0, 0.0, h, l, &d);
    }
    h = wengert_pair_scale(c, d, -x, &l);
    h = wengert_pair_product(h, l, 1.1283791670955126, 1.5335459613165883e-17, &l);
    a = wengert_pair_add(a, b, h, l, &b);
    h = wengert_pair_scale(a, b, 2.0 * x, &l);
    c = wengert_pair_add(h, l, -1.1283791670955126, -1.5335459613165883e-17, &d);
    for (k = 1; k < n && isfinite(c); k++) {
        h = wengert_pair_scale(c, d, 2.0 * x, &l);
        m = wengert_pair_scale(a, b, 2.0 * (double)k, &e);
        a = c, b = d;
        c = wengert_pair_add(h, l, m, e, &d);
    }
    return c;
}

static double wengert_erfcx_downwards(double x, int n) {
    int k, steps = (int)(24.0 * sqrt((double)n) / x + 144.0 / (x * x)) + 20;
    double r = sqrt(x * x + 2.0 * (double)(n + steps) + 1.0) - x, rest = 0.0, y, low = 0.0;
    for (k = n + steps; k > n; k--) {
        r = 2.0 * (double)k / (2.0 * x + r);
    }
    y = wengert_erfcx(x);
    for (k = n; k >= 1; k--) {
        r = wengert_pair_add(2.0 * x, 0.0, r, rest, &rest);
        r = wengert_pair_quotient(2.0 * (double)k, r, rest, &rest);
        y = wengert_pair_product(y, low, -r, -rest, &low);
    }
    return y + low;
}

static double wengert_erfcx_slope(double x, int n) {
    if (n <= 0) {
        return n == 0 ? wengert_erfcx(x) : NAN;
    }
    if (n > 1000 || isnan(x)) {
        return NAN;
    }
    if (x < 0.0) {
        return wengert_erfcx_upwards(x, n);
    }
    if (isinf(x)) {
        return 0.0;
    }
    return x < 1.0 ? wengert_erfcx_in_pairs(x, n) : wengert_erfcx_downwards(x, n);
}

/* (1 - norm_cdf x) / norm_pdf x for x >= 0. */
static double wengert_mills(double x) {
    double rest, y = wengert_pair_product(0.7071067811865476, -4.833646656726457e-17, x, 0.0, &rest);
    double e = wengert_erfcx(y), slope = y < 1e100 ? 2.0 * y * e - 1.1283791670955126 : 0.0;
    return 1.2533141373155003 * e + (1.2533141373155003 * (slope * rest) + -9.164289990229583e-17 * e);
}

static double wengert_norm_pdf(double x) {
    return 0.3989422804014327 * (fabs(x) > 60.0 ? 0.0 : wengert_exp_neg_scaled_square(x, 0.5));
}

static double wengert_norm_cdf(double x) {
    double y = x * 0.7071067811865476;
    if (x < -1.0) {
        return 0.5 * (fabs(x) > 60.0 ? 0.0 : wengert_exp_neg_scaled_square(x, 0.5)) * wengert_erfcx(-y);
    }
    return 0.5 * wengert_erfc(-y);
}

/* Numerator, then denominator. */
static const double wengert_quantile_centre[16] = {
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
    67265.7709270087, 33430.57558358813, 2509.0809287301227,
    1.0, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
};

/* Numerator, then denominator. */
static const double wengert_quantile_near[16] = {
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
    1.0, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-09,
};

/* Numerator, then denominator. */
static const double wengert_quantile_far[16] = {
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 2.7115555687434876e-05, 2.0103343992922881e-07,
    1.0, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    1.8463183175100548e-05, 1.421511758316446e-07, 2.0442631033899397e-15,
};

static double wengert_quantile_ratio(const double *c, double x) {
    double top = 0.0, bottom = 0.0;
    int k;
    for (k = 7; k >= 0; k--) {
        top = top * x + c[k];
        bottom = bottom * x + c[8 + k];
    }
    return top / bottom;
}

/* e^(-scale x^2) for a scale of 1/4 or 1/2. */
static double wengert_bell_part(double x, double scale) {
    return fabs(x) > 60.0 ? 0.0 : wengert_exp_neg_scaled_square(x, scale);
}

/* The point above which lies the tail, below 0.075, and what it lacks. */
static double wengert_upper_quantile(double tail, double *step) {
    double r = sqrt(-wengert_ln(tail)), x, e;
    if (r <= 5.0) {
        x = wengert_quantile_ratio(wengert_quantile_near, r - 1.6);
    } else {
        x = wengert_quantile_ratio(wengert_quantile_far, r - 5.0);
    }
    e = wengert_bell_part(x, 0.25);
    *step = 2.5066282746310007 * (0.5 * wengert_erfcx(x * 0.7071067811865476) - tail / e / e);
    return x;
}

static double wengert_norm_ppf(double p) {
    double q = p - 0.5, r, x, y, rest, excess, tail, step;
    if (fabs(q) <= 0.425) {
        r = 0.180625 - q * q;
        x = q * wengert_quantile_ratio(wengert_quantile_centre, r);
        y = wengert_pair_product(0.7071067811865476, -4.833646656726457e-17, x, 0.0, &rest);
        excess = (0.5 * wengert_erf(y) - q) * 2.5066282746310007 / wengert_bell_part(x, 0.5);
        return x - (excess + 1.4142135623730951 * rest);
    }
    tail = q < 0.0 ? p : 1.0 - p;
    if (!(tail > 0.0)) {
        return tail == 0.0 ? copysign((double)INFINITY, q) : NAN;
    }
    x = wengert_upper_quantile(tail, &step);
    return copysign(x + step, q);
}

static double wengert_norm_ppf_slope(double p) {
    double tail = p < 0.5 ? p : 1.0 - p, x, step, ratio;
    if (tail == 0.0) {
        return INFINITY;
    }
    if (tail >= 0.075 && tail <= 0.5) {
        x = fabs(wengert_norm_ppf(p));
        return x < 0.7 ? 2.5066282746310007 / wengert_bell_part(x, 0.5) : wengert_mills(x) / tail;
    }
    x = wengert_upper_quantile(tail, &step);
    ratio = wengert_mills(x);
    return (ratio + (x * ratio - 1.0) * step) / tail;
}

static const double wengert_over_gamma[18] = {
    1.1283791670955126, -0.0411745264452831, -0.5266544355255445, 0.17510202604393457, 0.050966860247706226,
    -0.04215516936853562, 0.006612897826817975, 0.002120731442573585, -0.0011107302544683159,
    0.00015235762075417166, 2.5355203461086256e-05, -1.3896805564037045e-05, 2.1562132202348084e-06,
    5.7941594656335966e-08, -8.917479963625388e-08, 1.7107616495239485e-08, -8.475278521147793e-10,
    -2.76936022375562e-10,
};

/* (x - 1)! for a small whole number. */
static double wengert_factorial(double x) {
    double product = 1.0, k;
    for (k = 2.0; k < x; k += 1.0) {
        product *= k;
    }
    return product;
}

/* gamma(x) for 0 < x <= 20 as a fraction of two pairs. */
static double wengert_gamma_fraction(double x, double *rest, double *bottom, double *low) {
    double y = x, top = 1.0;
    *rest = 0.0, *bottom = 1.0, *low = 0.0;
    if (x < 1.0) {
        y = wengert_polynomial_pair(wengert_over_gamma, 18, x - 0.5, low);
        *bottom = wengert_pair_scale(y, *low, x, low);
        return 1.0;
    }
    if (x == floor(x)) {
        return wengert_factorial(x);
    }
    while (y >= 2.0) {
        y -= 1.0;
        top = wengert_pair_scale(top, *rest, y, rest);
    }
    *bottom = wengert_polynomial_pair(wengert_over_gamma, 18, y - 1.5, low);
    return top;
}

/* 1 / gamma(x) for -20 < x < 0 as a pair. */
static double wengert_gamma_reciprocal(double x, double *low) {
    double factors = x, rest = 0.0, y = x, p, e;
    while (y < 0.0) {
        y += 1.0;
        factors = wengert_pair_scale(factors, rest, y, &rest);
    }
    p = wengert_polynomial_pair(wengert_over_gamma, 18, y - 0.5, &e);
    return wengert_pair_product(factors, rest, p, e, low);
}

static double wengert_stirling_rest(double y) {
    double z = 1.0 / (y * y), s = 1.0 / 12.0 - z * (1.0 / 360.0 - z * (1.0 / 1260.0 - z * (1.0 / 1680.0
        - z * (1.0 / 1188.0 - z * (691.0 / 360360.0 - z * (1.0 / 156.0 - z * (3617.0 / 122400.0)))))));
    return s / y;
}

/* gamma(y) for y >= 20 as the square of what is returned times the rest. */
static double wengert_stirling(double y, double *rest) {
    double e = sqrt(6.283185307179586) * wengert_exp(-y);
    *rest = e + e * wengert_exp_m1(wengert_stirling_rest(y));
    return wengert_powf(y, 0.5 * y - 0.25);
}

static double wengert_sin_pi(double x) {
    double k = round(x), s = wengert_sin(3.141592653589793 * (x - k));
    return fmod(k, 2.0) == 0.0 ? s : -s;
}

static double wengert_gamma(double x) {
    double top, rest, bottom, low, halved;
    if (x > 20.0) {
        if (isinf(x) || x > 171.7) {
            return INFINITY;
        }
        if (x <= 23.0 && x == floor(x)) {
            return wengert_factorial(x);
        }
        halved = wengert_stirling(x, &rest);
        return halved * rest * halved;
    }
    if (x <= 0.0 && x == floor(x)) {
        return NAN;
    }
    if (x > 0.0) {
        top = wengert_gamma_fraction(x, &rest, &bottom, &low);
        return wengert_pair_ratio(top, rest, bottom, low);
    }
    if (x > -20.0) {
        bottom = wengert_gamma_reciprocal(x, &low);
        return wengert_pair_ratio(1.0, 0.0, bottom, low);
    }
    if (isnan(x)) {
        return x;
    }
    if (x < -185.0) {
        return wengert_rem_euclid(x, 2.0) < 1.0 ? 0.0 : -0.0;
    }
    halved = wengert_stirling(-x, &rest);
    return -(3.141592653589793 / (x * wengert_sin_pi(x)) / halved / rest) / halved;
}

static double wengert_ln_gamma(double x) {
    double h, low;
    if (x <= 0.0 && x == floor(x)) {
        return isinf(x) ? INFINITY : NAN;
    }
    if (x > -20.0 && x < -2.0) {
        h = wengert_gamma_reciprocal(x, &low);
        if (fabs(h) >= 0.5 && fabs(h) < 2.0) {
            return -wengert_ln_1p((fabs(h) - 1.0) + low * copysign(1.0, h));
        }
    }
    return lgamma(x);
}

static const double wengert_over_root[22] = {
    0.951055876031833, -0.4236274212814605, 0.2405424842407742, -0.14840492305390884, 0.09498872445494122,
    -0.061922133273064534, 0.04076083381242074, -0.02697579675613825, 0.0179072524394512,
    -0.011908218001568644, 0.007926944646403797, -0.005279964873257405, 0.003519006401502276,
    -0.002345267632540769, 0.0015566317474486838, -0.0010376374098418604, 0.0007233266279287554,
    -0.0004821990530566789, 0.0002272331660987376, -0.00015148586836773365, 0.00025968482126430747,
    -0.00017312261802727394,
};

static double wengert_digamma_small(double x) {
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
        * (wengert_over_root[0] + wengert_above_constant(wengert_over_root, 22, y - 1.5)) + sum;
}

static double wengert_digamma_large(double x) {
    double z = 1.0 / (x * x), s = z * (1.0 / 12.0 - z * (1.0 / 120.0 - z * (1.0 / 252.0 - z * (1.0 / 240.0
        - z * (1.0 / 132.0 - z * (691.0 / 32760.0 - z * (1.0 / 12.0)))))));
    return wengert_ln(x) - (0.5 / x + s);
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
        - 3.141592653589793 / wengert_tan(3.141592653589793 * r);
}

static double wengert_trigamma_positive(double x) {
    double k = fmax(ceil(13.0 - x), 0.0), y = x + k, z = 1.0 / (y * y), s, t, sum;
    s = z * (1.0 / 6.0 - z * (1.0 / 30.0 - z * (1.0 / 42.0 - z * (1.0 / 30.0 - z * (5.0 / 66.0
        - z * (691.0 / 2730.0 - z * (7.0 / 6.0)))))));
    sum = 1.0 / y + (0.5 * z + s / y);
    while (k > 0.0) {
        k -= 1.0;
        t = x + k;
        sum += 1.0 / (t * t);
    }
    return sum;
}

/* n! / x^(n + 1) for x > 0. */
static double wengert_factorial_over(double x, int n) {
    double m = (double)n, factorial = 1.0, power, halved, h, l, rest;
    int k;
    if (n <= 20) {
        for (k = 2; k <= n; k++) {
            factorial *= (double)k;
        }
        power = wengert_powf(x, -(m + 1.0));
        if (wengert_is_normal(power)) {
            return factorial * power;
        }
    }
    if (isinf(m / x)) {
        return INFINITY;
    }
    h = wengert_pair_quotient(m, x, 0.0, &l);
    h = wengert_pair_product(h, l, 0.36787944117144233, -1.2428753672788363e-17, &l);
    halved = wengert_pair_power(h, l, 0.5 * m);
    rest = sqrt(6.283185307179586 * m) * wengert_exp(wengert_stirling_rest(m));
    return halved * (rest / x) * halved;
}

/* B_2k / (2k)!. */
static const double wengert_bernoulli[10] = {
    8.333333333333333e-2, -1.388888888888889e-3, 3.306878306878307e-5, -8.267195767195768e-7, 2.08767569878681e-8,
    -5.28419013868749e-10, 1.3382536530684679e-11, -3.389680296322583e-13, 8.586062056277845e-15,
    -2.174868698558062e-16,
};

static double wengert_zeta_term(double x, double k, double s) {
    double l, h = wengert_two_sum(x, k, &l);
    h = wengert_pair_quotient(x, h, l, &l);
    return wengert_pair_power(h, l, s);
}

/* n! times the sum of (x + k)^-(n + 1) over k >= 0, for x > 0. */
static double wengert_zeta(double x, int n) {
    double first = wengert_factorial_over(x, n), s = (double)n + 1.0, sum = 0.0, lost = 0.0, k = 0.0;
    double term, rounding, a, weight, tail, j;
    int i;
    if (first == 0.0 || isinf(first)) {
        return first;
    }
    if (n == 1) {
        return wengert_trigamma_positive(x);
    }
    while (x + k < 12.0 + 0.45 * s) {
        k += 1.0;
        term = wengert_zeta_term(x, k, s);
        if (term < 1e-20) {
            return first * (1.0 + (sum + lost));
        }
        sum = wengert_two_sum(sum, term, &rounding);
        lost += rounding;
    }
    a = x + k;
    weight = k == 0.0 ? 1.0 : wengert_zeta_term(x, k, s);
    tail = weight * (a / (s - 1.0) - 0.5);
    weight *= s / a;
    j = s + 1.0;
    for (i = 0; i < 10; i++) {
        tail += wengert_bernoulli[i] * weight;
        weight *= (j / a) * ((j + 1.0) / a);
        j += 2.0;
    }
    return first * (1.0 + sum + (tail + lost));
}

static double wengert_polygamma(double x, int n) {
    double sign = n % 2 == 0 ? -1.0 : 1.0, r, here, all;
    if (n <= 0) {
        return n == 0 ? wengert_digamma(x) : NAN;
    }
    if (n == 1 && x > 0.0) {
        return wengert_trigamma_positive(x);
    }
    if (x > 0.0 && isfinite(x)) {
        return sign * wengert_zeta(x, n);
    }
    if (x == floor(x) || isnan(x)) {
        return isinf(x) && x > 0.0 ? 0.0 * sign : NAN;
    }
    r = x - round(x);
    here = wengert_factorial_over(fabs(r), n) * (r < 0.0 ? sign : 1.0);
    if (isinf(here) && fabs(r) < 0.5) {
        return sign * here;
    }
    all = 0.0;
    if (fabs(r) != 0.5 || sign > 0.0) {
        all = here + (wengert_zeta(1.0 + r, n) + sign * wengert_zeta(1.0 - r, n));
    }
    return sign * (all - sign * wengert_zeta(1.0 - x, n));
}

static double wengert_trigamma(double x) { return wengert_polygamma(x, 1); }

/* u^-m - (u + b)^-m. */
static double wengert_power_difference(double u, double b, int m) {
    double v = u + b, t = b / u;
    if (m == 0) {
        return 0.0;
    }
    if (m == 1) {
        return b / v / u;
    }
    if (t > -0.5 && fabs(t) < 1.0) {
        return -wengert_exp_m1(-(double)m * wengert_ln_1p(t)) * wengert_powi(u, -m);
    }
    return wengert_powi(u, -m) - wengert_powi(v, -m);
}

/* The sum of n! ((u + k)^-(n + 1) - (u + b + k)^-(n + 1)) over k >= 0, for large u and u + b. */
static double wengert_euler_maclaurin(double u, double b, int n, double factorial) {
    double m = (double)n, rest = 0.0, falling = factorial * (m + 1.0), t = b / u, leading;
    int k, p = n + 2;
    for (k = 0; k < 9; k++) {
        rest += wengert_bernoulli[k] * falling * wengert_power_difference(u, b, p);
        falling *= (double)p * ((double)p + 1.0);
        p += 2;
    }
    if (n == 0) {
        leading = isinf(t) ? wengert_ln(b) - wengert_ln(u) : wengert_ln_1p(t);
    } else {
        leading = factorial / m * wengert_power_difference(u, b, n);
    }
    return leading + (0.5 * factorial * wengert_power_difference(u, b, n + 1) + rest);
}

static double wengert_polygamma_difference(double a, double b, int n) {
    double c = a + b, low = fmin(a, c), factorial = 1.0, sum, k;
    int j;
    if (n < 0 || isnan(a) || isnan(b) || (a <= 0.0 && a == floor(a)) || (c <= 0.0 && c == floor(c))) {
        return NAN;
    }
    if (b == 0.0) {
        return 0.0;
    }
    if (n > 100 || low < -100.0 || !isfinite(a) || !isfinite(c)) {
        return wengert_polygamma(a, n) - wengert_polygamma(c, n);
    }
    k = fmax(ceil(12.0 + 0.5 * (double)n - low), 0.0);
    for (j = 2; j <= n; j++) {
        factorial *= (double)j;
    }
    sum = wengert_euler_maclaurin(a + k, b, n, factorial);
    while (k > 0.0) {
        k -= 1.0;
        sum += factorial * wengert_power_difference(a + k, b, n + 1);
    }
    return n % 2 == 0 ? -sum : sum;
}

static double wengert_stirling_difference(double b, double s) {
    return wengert_stirling_rest(b) - wengert_stirling_rest(s);
}

/* The three gamma functions as fractions, for 0 < a <= b and a sum up to 20. */
static double wengert_beta_by_gammas(double a, double b) {
    double e, s = wengert_two_sum(a, b, &e), value;
    double at, ar, ab, al, bt, br, bb, bl, st, sr, sb, sl, top, rest, bottom, low;
    at = wengert_gamma_fraction(a, &ar, &ab, &al);
    bt = wengert_gamma_fraction(b, &br, &bb, &bl);
    st = wengert_gamma_fraction(s, &sr, &sb, &sl);
    top = wengert_pair_product(at, ar, bt, br, &rest);
    top = wengert_pair_product(top, rest, sb, sl, &rest);
    bottom = wengert_pair_product(st, sr, bb, bl, &low);
    bottom = wengert_pair_product(bottom, low, ab, al, &low);
    value = wengert_pair_ratio(top, rest, bottom, low);
    return isfinite(value) && e != 0.0 ? value - value * (e * wengert_digamma(s)) : value;
}

static double wengert_beta_positive(double p, double q) {
    double a = p < q ? p : q, b = p < q ? q : p, e, s = wengert_two_sum(a, b, &e), h, l, powers;
    if (isinf(s)) {
        return 0.0;
    }
    if (s <= 20.0) {
        return wengert_beta_by_gammas(a, b);
    }
    if (a <= 10.0) {
        return wengert_gamma(a) * wengert_pair_power(s, e, -a)
            * wengert_exp(a - (b - 0.5) * wengert_ln_1p(a / b) + wengert_stirling_difference(b, s));
    }
    h = wengert_pair_quotient(a, s, e, &l);
    powers = wengert_pair_power(h, l, a);
    h = wengert_pair_quotient(b, s, e, &l);
    powers *= wengert_pair_power(h, l, b);
    return powers * sqrt(6.283185307179586 * (s / b) / a)
        * wengert_exp(wengert_stirling_rest(a) + wengert_stirling_difference(b, s));
}

static int wengert_beta_has_value(double a, double b) {
    return isfinite(a) && isfinite(b) && !(a <= 0.0 && a == floor(a)) && !(b <= 0.0 && b == floor(b));
}

static double wengert_beta(double p, double q) {
    double a = p < q ? p : q, b = p < q ? q : p, c;
    if (a > 0.0) {
        return wengert_beta_positive(a, b);
    }
    if (!wengert_beta_has_value(a, b)) {
        return NAN;
    }
    c = a + b;
    if (c <= 0.0 && c == floor(c)) {
        return 0.0;
    }
    if (b < 0.0) {
        return 3.141592653589793 * (wengert_sin_pi(c) / wengert_sin_pi(a) / wengert_sin_pi(b))
            / ((1.0 - c) * wengert_beta_positive(1.0 - a, 1.0 - b));
    }
    if (c > 0.0) {
        return 3.141592653589793 / wengert_sin_pi(a) / (b * wengert_beta_positive(1.0 - a, c));
    }
    return wengert_beta_positive(b, 1.0 - c) * (wengert_sin_pi(c) / wengert_sin_pi(a));
}

static double wengert_ln_beta_positive(double p, double q) {
    double a = p < q ? p : q, b = p < q ? q : p, s = a + b, halved, rest;
    if (isinf(b)) {
        return -INFINITY;
    }
    if (a < 1e-290 && b < 20.0) {
        return -wengert_ln(a);
    }
    if (s <= 20.0) {
        return wengert_ln(wengert_beta_by_gammas(a, b));
    }
    if (a <= 10.0) {
        return wengert_ln_gamma(a) - a * wengert_ln(s)
            + (a - (b - 0.5) * wengert_ln_1p(a / b) + wengert_stirling_difference(b, s));
    }
    halved = 0.5 * wengert_ln(6.283185307179586 * ((1.0 + a / b) / a));
    rest = wengert_stirling_rest(a) + wengert_stirling_difference(b, s);
    return -a * wengert_ln_1p(b / a) - b * wengert_ln_1p(a / b) + (halved + rest);
}

static double wengert_ln_beta(double p, double q) {
    double a = p < q ? p : q, b = p < q ? q : p, c;
    if (a > 0.0) {
        return wengert_ln_beta_positive(a, b);
    }
    if (!wengert_beta_has_value(a, b)) {
        return NAN;
    }
    c = a + b;
    if (c <= 0.0 && c == floor(c)) {
        return -INFINITY;
    }
    if (b < 0.0) {
        double sines = fabs(3.141592653589793 * wengert_sin_pi(c) / wengert_sin_pi(a) / wengert_sin_pi(b));
        return wengert_ln(sines) - wengert_ln(1.0 - c) - wengert_ln_beta_positive(1.0 - a, 1.0 - b);
    }
    if (c > 0.0) {
        return wengert_ln(fabs(3.141592653589793 / wengert_sin_pi(a))) - wengert_ln(b) - wengert_ln_beta_positive(1.0 - a, c);
    }
    return wengert_ln_beta_positive(b, 1.0 - c) + wengert_ln(fabs(wengert_sin_pi(c) / wengert_sin_pi(a)));
}

static double wengert_beta_slope(double a, double b) {
    return wengert_beta(a, b) * wengert_polygamma_difference(a, b, 0);
}

static double wengert_beta_integrand(double w, double a, double b, int i, int j) {
    double ln_t = -wengert_softplus(-w), ln_rest = -wengert_softplus(w);
    return wengert_exp(a * ln_t + b * ln_rest) * wengert_powi(ln_t, i) * wengert_powi(ln_rest, j);
}

static double wengert_beta_integral(double a, double b, int i, int j) {
    double left = a + (double)j, right = b + (double)i, step = fmin(0.5 * sqrt(1.0 / left + 1.0 / right), 0.2);
    double middle = wengert_ln(left / right), sum, rest = 0.0, side, k, next, lost;
    sum = wengert_beta_integrand(middle, a, b, i, j);
    for (side = -1.0; side <= 1.0; side += 2.0) {
        for (k = side;; k += side) {
            next = wengert_beta_integrand(middle + k * step, a, b, i, j);
            sum = wengert_two_sum(sum, next, &lost);
            rest += lost;
            if (isnan(next) || fabs(next) <= 1e-18 * fabs(sum)) {
                break;
            }
        }
    }
    return step * (sum + rest);
}

static double wengert_beta_mixed(double p, double q, int n) {
    int i = n & 255, j = n >> 8, straight;
    double a, b;
    if (n < 0 || isnan(p) || isnan(q) || p <= 0.0 || q <= 0.0) {
        return NAN;
    }
    straight = p < q || (p == q && i <= j) || j > 255;
    a = straight ? p : q, b = straight ? q : p, n = straight ? n : j + 256 * i;
    if (n == 0 && fmin(a, b) >= 2.0) {
        return wengert_beta(a, b) * (wengert_polygamma_difference(a, b, 0) * wengert_polygamma_difference(b, a, 0)
            - wengert_polygamma(a + b, 1));
    }
    if (isinf(a) || isinf(b)) {
        return 0.0;
    }
    return wengert_beta_integral(a, b, (n & 255) + 1, (n >> 8) + 1);
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
