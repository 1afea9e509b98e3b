static float wengert_single_rem(float x, float y) { return fmod(x, y); }

static float wengert_single_recip(float x) { return 1.0f / x; }

static float wengert_single_powi(float x, int n) {
    unsigned k = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    float y = 1.0f;
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
    return n < 0 ? 1.0f / y : y;
}

static float wengert_single_powf(float x, float y) { return pow(x, y); }

static float wengert_single_pow_shift(float x, float y, int n) {
    float exponent = y - (float)n, quotient = pow(x, y) / wengert_single_powi(x, n);
    return exponent + (float)n == y || !isfinite(quotient) || quotient == 0.0f ? pow(x, exponent) : quotient;
}

static float wengert_single_sqrt(float x) { return sqrt(x); }

static float wengert_single_cbrt(float x) { return cbrt(x); }

static float wengert_single_hypot(float a, float b) { return hypot(a, b); }

static float wengert_single_direction(float a, float b) {
    if (a == 0.0f && b == 0.0f) {
        return 0.0f;
    }
    return isinf(a) && isfinite(b) ? copysign(1.0f, a) : a / hypot(a, b);
}

static float wengert_single_exp(float x) { return exp(x); }

static float wengert_single_exp2(float x) { return exp2(x); }

static float wengert_single_exp_m1(float x) { return expm1(x); }

static float wengert_single_ln(float x) { return log(x); }

static float wengert_single_ln_slope(float x) { return x < 0.0f ? NAN : 1.0f / x; }

static float wengert_single_log(float x, float b) { return log(x) / log(b); }

static float wengert_single_log2(float x) { return log2(x); }

static float wengert_single_log10(float x) { return log10(x); }

static float wengert_single_ln_1p(float x) { return log1p(x); }

static float wengert_single_sin(float x) { return sin(x); }

static float wengert_single_cos(float x) { return cos(x); }

static float wengert_single_tan(float x) { return tan(x); }

static float wengert_single_asin(float x) { return asin(x); }

static float wengert_single_asin_slope(float x) { return 1.0f / sqrt((1.0f - x) * (x + 1.0f)); }

static float wengert_single_acos(float x) { return acos(x); }

static float wengert_single_atan(float x) { return atan(x); }

static float wengert_single_witch(float x) { return fabs(x) > 1e4f ? 1.0f / x / x : 1.0f / (x * x + 1.0f); }

static float wengert_single_atan2(float y, float x) { return atan2(y, x); }

static float wengert_single_inversion(float a, float b) {
    float r = hypot(a, b);
    return isinf(a) && isfinite(b) ? copysign(0.0f, a) : a / r / r;
}

static float wengert_single_sinh(float x) { return sinh(x); }

static float wengert_single_cosh(float x) { return cosh(x); }

static float wengert_single_tanh(float x) { return tanh(x); }

static float wengert_single_sech(float x) {
    float t = exp(-fabs(x));
    return 2.0f * t / (1.0f + t * t);
}

static float wengert_single_asinh(float x) { return asinh(x); }

static float wengert_single_acosh(float x) { return acosh(x); }

static float wengert_single_atanh(float x) { return atanh(x); }

static float wengert_single_atanh_slope(float x) {
    return fabs(x) > 1.0f ? NAN : 1.0f / ((1.0f - x) * (x + 1.0f));
}

static float wengert_single_abs(float x) { return fabs(x); }

static float wengert_single_signum(float x) { return isnan(x) ? x : copysign(1.0f, x); }

static float wengert_single_copysign(float a, float b) { return copysign(a, b); }

static float wengert_single_max(float a, float b) { return fmax(a, b); }

static float wengert_single_min(float a, float b) { return fmin(a, b); }

static int wengert_single_admits_clamp(float x, float lo, float hi) {
    (void)x;
    return lo <= hi;
}

static float wengert_single_clamp(float x, float lo, float hi) { return x < lo ? lo : x > hi ? hi : x; }

static float wengert_single_floor(float x) { return floor(x); }

static float wengert_single_ceil(float x) { return ceil(x); }

static float wengert_single_round(float x) { return round(x); }

static float wengert_single_trunc(float x) { return trunc(x); }

static float wengert_single_fract(float x) { return x - trunc(x); }

static float wengert_single_rem_euclid(float x, float y) {
    float r = fmod(x, y);
    return r < 0.0f ? r + fabs(y) : r;
}

static float wengert_single_mul_add(float a, float b, float c) { return fma(a, b, c); }

static float wengert_single_sigmoid(float x) {
    float t = exp(-fabs(x));
    return (x < 0.0f ? t : 1.0f) / (1.0f + t);
}

static float wengert_single_logit(float p) {
    if (p < 0.25f) {
        return log(p) - log1p(-p);
    }
    return p < 0.5f ? -log1p((1.0f - 2.0f * p) / p) : log1p((2.0f * p - 1.0f) / (1.0f - p));
}

static float wengert_single_logit_slope(float p) {
    return p >= 0.0f && p <= 1.0f ? 1.0f / (fabs(p) * (1.0f - p)) : NAN;
}

static float wengert_single_softplus(float x) { return fmax(x, 0.0f) + log1p(exp(-fabs(x))); }

static float wengert_single_logaddexp(float a, float b) {
    return a == b ? a + 0.6931472f : fmax(a, b) + log1p(exp(-fabs(a - b)));
}

/* What the rounding of a - b lost, where both are finite. */
static float wengert_single_lost(float a, float b) {
    float d = a - b, t = d - a, lost = (a - (d - t)) - (b + t);
    return isfinite(lost) ? lost : 0.0f;
}

static float wengert_single_share(float a, float b) {
    if (a != b) {
        float y = wengert_single_sigmoid(a - b);
        return y + y * wengert_single_sigmoid(b - a) * wengert_single_lost(a, b);
    }
    return isinf(a) && a < 0.0f ? 0.0f : 0.5f;
}

static float wengert_single_share_slope(float a, float b) {
    if (a == b) {
        return wengert_single_share(a, b) * wengert_single_share(b, a);
    }
    float d = a - b, t = exp(-fabs(d)), sum, lost = wengert_single_lost(a, b), y;
    t -= t * (d < 0.0f ? -lost : lost);
    sum = 1.0f + t, lost = t - (sum - 1.0f), y = t / (sum * sum);
    return y - y * (2.0f * lost / sum);
}

static float wengert_single_relu(float x) { return x <= 0.0f ? 0.0f : x; }

static float wengert_single_sinc(float x) { return x == 0.0f ? 1.0f : isinf(x) ? 0.0f : sin(x) / x; }

static float wengert_single_xlogy(float x, float y) { return x == 0.0f && !isnan(y) ? 0.0f : x * log(y); }

static float wengert_single_xdivy(float x, float y) {
    return x == 0.0f && !isnan(y) ? 0.0f : y < 0.0f ? NAN : x / y;
}

static float wengert_single_entr(float x) { return x == 0.0f ? 0.0f : 0.0f - x * log(x); }

static float wengert_single_damped(float x, float y) { return y == 0.0f && isinf(x) ? 0.0f : x * y; }

static float wengert_single_finite_part(float x) { return isfinite(x) ? x : 0.0f; }

/* e^(-scale x^2), the square carried without rounding. */
static float wengert_single_scaled_bell(float x, float scale) {
    float square, rest;
    x = fabs(x) > 20.0f ? 20.0f : x, square = x * x, rest = scale * fma(x, x, -square);
    square = exp(-scale * square);
    return square - square * rest;
}

static const float wengert_single_scaled_series[17] = {
    1.2375126f, -0.14024060f, 0.0035854155f, 0.08227674f, -0.10880393f, 0.09230432f, -0.058693398f, 0.028362277f,
    -0.009746580f, 0.0017556258f, 0.00029371367f, -0.00029015408f, 5.164910e-05f, 2.2384239e-05f, -1.1444146e-05f,
    -9.735599e-07f, 1.7516376e-06f,
};

/* e^(a^2) erfc(a) for a >= 0. */
static float wengert_single_scaled_complement(float a) {
    float t = (a - 3.75f) / (a + 3.75f), sum = 0.0f;
    int k;
    for (k = 16; k >= 0; k--) {
        sum = fma(sum, t, wengert_single_scaled_series[k]);
    }
    return sum / fma(a, 2.0f, 1.0f);
}

/* erf(x) for |x| < 0.84. */
static float wengert_single_erf_near(float x) {
    float z = x * x, top = fma(-2.3763017e-05f, z, -0.0057702703f), bottom = fma(0.00013249474f, z, 0.0050813063f);
    top = fma(fma(fma(top, z, -0.02848175f), z, -0.3250421f), z, 0.12837917f);
    bottom = fma(fma(fma(bottom, z, 0.06502225f), z, 0.39791723f), z, 1.0f);
    return fma(top / bottom, x, x);
}

static float wengert_single_bell(float x) { return wengert_single_scaled_bell(x, 1.0f); }

static float wengert_single_norm_pdf(float x) { return 0.3989423f * wengert_single_scaled_bell(x, 0.5f); }

static float wengert_single_norm_cdf(float x) {
    float r, a, low, w, tail;
    if (fabs(x) < 0.9f) {
        return fma(wengert_single_erf_near(x * 0.70710677f), 0.5f, 0.5f);
    }
    r = fabs(x) > 20.0f ? 20.0f : fabs(x), a = r * 0.70710677f;
    low = fma(r, 0.70710677f, -a) + r * 1.21016175e-8f;
    w = wengert_single_scaled_complement(a);
    w = fma(low, fma(2.0f * a, w, -1.1283792f), w);
    tail = 0.5f * w * wengert_single_scaled_bell(x, 0.5f);
    return x > 0.0f ? 1.0f - tail : tail;
}

static float wengert_single_erfc(float x) {
    float a = fabs(x) > 20.0f ? 20.0f : fabs(x), tail;
    if (a < 0.5f) {
        return 1.0f - wengert_single_erf_near(x);
    }
    tail = wengert_single_scaled_complement(a) * wengert_single_scaled_bell(x, 1.0f);
    return x < 0.0f ? 2.0f - tail : tail;
}

static float wengert_single_erf(float x) {
    float a = fabs(x) > 20.0f ? 20.0f : fabs(x);
    if (a < 0.8f) {
        return wengert_single_erf_near(x);
    }
    return copysign(1.0f - wengert_single_scaled_complement(a) * wengert_single_scaled_bell(x, 1.0f), x);
}

static float wengert_single_ge(float a, float b) { return a >= b ? 1.0f : 0.0f; }

static float wengert_single_gt(float a, float b) { return a > b ? 1.0f : 0.0f; }

static float wengert_single_le(float a, float b) { return a <= b ? 1.0f : 0.0f; }

static float wengert_single_lt(float a, float b) { return a < b ? 1.0f : 0.0f; }

static float wengert_single_eq(float a, float b) { return a == b ? 1.0f : 0.0f; }

static float wengert_single_ne(float a, float b) { return a != b ? 1.0f : 0.0f; }

static float wengert_single_select(float c, float a, float b) { return c != 0.0f ? a : b; }

static float wengert_single_stop_gradient(float x) { return x; }
