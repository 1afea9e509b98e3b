/* (e^x - 1 - x) / x^2: the sum of x^k / (k + 2)! for k from 0 to 11. */
static double wengert_exp_rest(double x) {
    double y = fma(1.6059043836821613e-10, x, 2.08767569878681e-09);
    y = fma(y, x, 2.505210838544172e-08);
    y = fma(y, x, 2.755731922398589e-07);
    y = fma(y, x, 2.7557319223985893e-06);
    y = fma(y, x, 2.48015873015873e-05);
    y = fma(y, x, 0.0001984126984126984);
    y = fma(y, x, 0.001388888888888889);
    y = fma(y, x, 0.008333333333333333);
    y = fma(y, x, 0.041666666666666664);
    y = fma(y, x, 0.16666666666666666);
    y = fma(y, x, 0.5);
    return y;
}

/* 2^n for a whole n between -1022 and 1023. */
static double wengert_power_of_two(double n) {
    return wengert_from_bits((wengert_bits(n + 6755399441055744.0) + 1023) << 52);
}

/* e^(x + tail) for a tail that is small beside x. */
static double wengert_exp_sum(double x, double tail) {
    double n, r, p, halved;
    x = x > 710.0 ? 710.0 : x;
    x = x < -746.0 ? -746.0 : x;
    n = fma(x, 1.4426950408889634, 6755399441055744.0) - 6755399441055744.0;
    r = fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, x) + tail);
    p = fma(wengert_exp_rest(r), r * r, r) + 1.0;
    halved = fma(n, 0.5, 6755399441055744.0) - 6755399441055744.0;
    return p * wengert_power_of_two(halved) * wengert_power_of_two(n - halved);
}

static double wengert_exp(double x) { return wengert_exp_sum(x, 0.0); }

static double wengert_tanh(double x) {
    double y = 2.0 * fabs(x), n, r, scale, less_one;
    y = y > 44.0 ? 44.0 : y;
    n = fma(y, 1.4426950408889634, 6755399441055744.0) - 6755399441055744.0;
    r = fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, y));
    scale = wengert_power_of_two(n);
    less_one = fma(scale, fma(wengert_exp_rest(r), r * r, r), scale - 1.0);
    return copysign(less_one / (less_one + 2.0), x);
}

static double wengert_sech(double x) {
    double e = wengert_exp_sum(-fabs(x), 0.0);
    return 2.0 * e / fma(e, e, 1.0);
}

static double wengert_sigmoid(double x) {
    double e = wengert_exp_sum(-fabs(x), 0.0);
    return (x < 0.0 ? e : 1.0) / (1.0 + e);
}

/* The exponent of a positive x, and its factor between sqrt(1/2) and sqrt(2). */
static double wengert_split_power(double x, double *exponent) {
    int tiny = x < 2.2250738585072014e-308;
    ulong bits = wengert_bits(tiny ? x * 18014398509481984.0 : x) + (0x3FF0000000000000 - 0x3FE6A09E667F3BCD);
    *exponent = wengert_from_bits(bits >> 52 | 0x4330000000000000) - (4503599627370496.0 + (tiny ? 1077.0 : 1023.0));
    return wengert_from_bits((bits & 0x000FFFFFFFFFFFFF) + 0x3FE6A09E667F3BCD);
}

static double wengert_ln_series(double x) {
    double y = fma(0.14798198605116586, x, 0.15313837699209373);
    y = fma(y, x, 0.1818357216161805);
    y = fma(y, x, 0.22222198432149784);
    y = fma(y, x, 0.2857142874366239);
    y = fma(y, x, 0.3999999999940942);
    y = fma(y, x, 0.6666666666666735);
    return y;
}

static double wengert_ln(double x) {
    double k, f = wengert_split_power(x, &k) - 1.0, s = f / (2.0 + f), z = s * s, halved = 0.5 * f * f;
    double r = z * wengert_ln_series(z);
    double y = k * 0.6931471803691238 - ((halved - (s * (halved + r) + k * 1.9082149292705877e-10)) - f);
    y = x == 0.0 ? -INFINITY : x < 0.0 ? NAN : y;
    return x < INFINITY ? y : x;
}

static double wengert_sine_series(double x) {
    double y = fma(1.58969099521155e-10, x, -2.5050760253406863e-08);
    y = fma(y, x, 2.7557313707070068e-06);
    y = fma(y, x, -0.0001984126982985795);
    y = fma(y, x, 0.00833333333332249);
    y = fma(y, x, -0.16666666666666632);
    return y;
}

static double wengert_cosine_series(double x) {
    double y = fma(-1.1359647557788195e-11, x, 2.087572321298175e-09);
    y = fma(y, x, -2.7557314351390663e-07);
    y = fma(y, x, 2.480158728947673e-05);
    y = fma(y, x, -0.001388888888887411);
    y = fma(y, x, 0.0416666666666666);
    return y;
}

/* sin(x + turn pi/2), where |x| is no more than 2^20. */
static double wengert_turned(double x, ulong turn) {
    double shifted = fma(x, 0.6366197723675814, 6755399441055744.0), n = shifted - 6755399441055744.0, y;
    ulong quarter = wengert_bits(shifted) + turn;
    double r = fma(n, -6.123233995736766e-17, fma(n, -1.5707963267948966, x)), tail = -n * -1.4973849048591698e-33;
    double z = r * r;
    if ((quarter & 1) == 0) {
        y = fma(wengert_sine_series(z) * z, r, tail) + r;
    } else {
        double halved = 0.5 * z, w = 1.0 - halved;
        y = w + (((1.0 - w) - halved) + fma(z * z, wengert_cosine_series(z), -(r * tail)));
    }
    return (quarter & 2) == 0 ? y : -y;
}

static double wengert_sin(double x) {
    return x == 0.0 ? x : fabs(x) <= 1048576.0 ? wengert_turned(x, 0) : sin(x);
}

static double wengert_cos(double x) { return fabs(x) <= 1048576.0 ? wengert_turned(x, 1) : cos(x); }

/* The sum of 2 x^k / (2k + 5) for k from 0 to 10. */
static double wengert_odd_series(double x) {
    double y = fma(0.08, x, 0.08695652173913043);
    y = fma(y, x, 0.09523809523809523);
    y = fma(y, x, 0.10526315789473684);
    y = fma(y, x, 0.11764705882352941);
    y = fma(y, x, 0.13333333333333333);
    y = fma(y, x, 0.15384615384615385);
    y = fma(y, x, 0.18181818181818182);
    y = fma(y, x, 0.2222222222222222);
    y = fma(y, x, 0.2857142857142857);
    y = fma(y, x, 0.4);
    return y;
}

/* ln(x) for a positive x as a pair. */
static double wengert_ln_pair(double x, double *low) {
    double k, f = wengert_split_power(x, &k) - 1.0, below = 2.0 + f, below_low = (2.0 - below) + f;
    double s = f / below, s_low = (fma(-s, below, f) - s * below_low) / below;
    double z = s * s, z_low = fma(2.0 * s, s_low, fma(s, s, -z));
    double tail = z * z * wengert_odd_series(z);
    double c = z * 0.6666666666666666, c_error = fma(z, 0.6666666666666666, -c);
    double c_low = fma(z, 3.700743415417188e-17, fma(z_low, 0.6666666666666666, c_error));
    double u = c + tail, u_low = (c - u) + tail + c_low;
    double w = s * u, w_low = fma(s, u_low, fma(s_low, u, fma(s, u, -w)));
    double h = 2.0 * s + w, h_low = (2.0 * s - h) + w + fma(2.0, s_low, w_low);
    double e = k * 0.6931471805599453, e_low = fma(k, 0.6931471805599453, -e), sum = e + h, part = sum - e;
    double error = (e - (sum - part)) + (h - part);
    *low = error + (fma(k, 2.3190468138462996e-17, e_low) + h_low);
    return sum;
}

static double wengert_powf(double x, double y) {
    double high, low, e, e_low;
    if (!(x > 0.0 && x < INFINITY && fabs(y) < INFINITY)) {
        return pow(x, y);
    }
    high = wengert_ln_pair(x, &low);
    e = y * high, e_low = fma(y, low, fma(y, high, -e));
    return fabs(e) > 1e3 ? wengert_exp_sum(copysign(1e3, e), 0.0) : wengert_exp_sum(e, e_low);
}

static double wengert_split_square(double x, double *rest) {
    double head = wengert_from_bits(wengert_bits(x) & 0xFFFFFFFFF8000000);
    *rest = (x - head) * (x + head);
    return head * head;
}

static double wengert_scaled_bell(double x, double scale) {
    double square;
    x = fabs(x) > 60.0 ? 60.0 : x, square = x * x;
    return wengert_exp_sum(-scale * square, -scale * fma(x, x, -square));
}

static double wengert_scaled_series(double x) {
    double y = fma(4.2514714447963895e-10, x, 3.1114333809799254e-10);
    y = fma(y, x, -5.1739902140113095e-09);
    y = fma(y, x, -3.744210080962018e-09);
    y = fma(y, x, 3.8675334242222354e-08);
    y = fma(y, x, 2.3263508708859124e-08);
    y = fma(y, x, -2.5866850716155884e-07);
    y = fma(y, x, -5.7218230603224086e-08);
    y = fma(y, x, 1.751637648849062e-06);
    y = fma(y, x, -9.73559896736775e-07);
    y = fma(y, x, -1.1444146237700524e-05);
    y = fma(y, x, 2.238423915508223e-05);
    y = fma(y, x, 5.164909889268241e-05);
    y = fma(y, x, -0.0002901540805408417);
    y = fma(y, x, 0.0002937136655913448);
    y = fma(y, x, 0.0017556258528952954);
    y = fma(y, x, -0.009746579558029276);
    y = fma(y, x, 0.028362277418956406);
    y = fma(y, x, -0.05869339858963677);
    y = fma(y, x, 0.09230432116037748);
    y = fma(y, x, -0.10880393014174886);
    y = fma(y, x, 0.0822767384901452);
    y = fma(y, x, 0.0035854154854644293);
    y = fma(y, x, -0.14024059858554697);
    y = fma(y, x, 1.2375126308378275);
    return y;
}

/* e^(a^2) erfc(a) for a >= 0. */
static double wengert_scaled_complement(double a) {
    a = a > 60.0 ? 60.0 : a;
    return wengert_scaled_series((a - 3.75) / (a + 3.75)) / fma(a, 2.0, 1.0);
}

static double wengert_erf_above(double x) {
    double y = fma(-2.3763016656650163e-05, x, -0.005770270296489442);
    y = fma(y, x, -0.02848174957559851);
    y = fma(y, x, -0.3250421072470015);
    y = fma(y, x, 0.12837916709551256);
    return y;
}

static double wengert_erf_below(double x) {
    double y = fma(-3.960228278775368e-06, x, 0.00013249473800432164);
    y = fma(y, x, 0.005081306281875766);
    y = fma(y, x, 0.0650222499887673);
    y = fma(y, x, 0.39791722395915535);
    y = fma(y, x, 1.0);
    return y;
}

static double wengert_erf_near(double x) {
    double z = x * x;
    return fma(wengert_erf_above(z) / wengert_erf_below(z), x, x);
}

static double wengert_bell(double x) { return wengert_scaled_bell(x, 1.0); }

static double wengert_norm_pdf(double x) { return 0.3989422804014327 * wengert_scaled_bell(x, 0.5); }

static double wengert_norm_cdf(double x) {
    double r, a, a_low, w, tail;
    if (fabs(x) < 0.9) {
        return fma(wengert_erf_near(x * 0.7071067811865476), 0.5, 0.5);
    }
    r = fabs(x) > 60.0 ? 60.0 : fabs(x), a = r * 0.7071067811865476;
    a_low = fma(r, 0.7071067811865476, -a) + r * -4.833646656726457e-17;
    w = wengert_scaled_complement(a);
    w = fma(a_low, fma(2.0 * a, w, -1.1283791670955126), w);
    tail = 0.5 * w * wengert_scaled_bell(x, 0.5);
    return x > 0.0 ? 1.0 - tail : tail;
}

static double wengert_erfc(double x) {
    double tail;
    if (fabs(x) < 0.5) {
        return 1.0 - wengert_erf_near(x);
    }
    tail = wengert_scaled_complement(fabs(x)) * wengert_scaled_bell(x, 1.0);
    return x < 0.0 ? 2.0 - tail : tail;
}

static double wengert_erf(double x) {
    if (fabs(x) < 0.8) {
        return wengert_erf_near(x);
    }
    return copysign(1.0 - wengert_scaled_complement(fabs(x)) * wengert_scaled_bell(x, 1.0), x);
}

/* ln gamma(2 + x) / x. */
static double wengert_ln_gamma_series(double x) {
    double y = fma(1.330476437424449e-10, x, -2.7595228851242334e-10);
    y = fma(y, x, 5.731367241678862e-10);
    y = fma(y, x, -1.1921401405860912e-09);
    y = fma(y, x, 2.4836745438024785e-09);
    y = fma(y, x, -5.183475041970047e-09);
    y = fma(y, x, 1.0838659214896955e-08);
    y = fma(y, x, -2.2711094608943164e-08);
    y = fma(y, x, 4.7698101693639804e-08);
    y = fma(y, x, -1.0043224823968099e-07);
    y = fma(y, x, 2.1207184805554665e-07);
    y = fma(y, x, -4.492469198764566e-07);
    y = fma(y, x, 9.55141213040742e-07);
    y = fma(y, x, -2.039215753801366e-06);
    y = fma(y, x, 4.374866789907488e-06);
    y = fma(y, x, -9.439488275268397e-06);
    y = fma(y, x, 2.050721277567069e-05);
    y = fma(y, x, -4.492623673813314e-05);
    y = fma(y, x, 9.945751278180853e-05);
    y = fma(y, x, -0.00022315475845357939);
    y = fma(y, x, 0.0005096695247430425);
    y = fma(y, x, -0.001192753911703261);
    y = fma(y, x, 0.0028905103307415234);
    y = fma(y, x, -0.007385551028673986);
    y = fma(y, x, 0.020580808427784546);
    y = fma(y, x, -0.0673523010531981);
    y = fma(y, x, 0.3224670334241132);
    y = fma(y, x, 0.42278433509846713);
    return y;
}

/* ln gamma(2 + u) for |u| <= 1/2. */
static double wengert_ln_gamma_near(double u) { return u * wengert_ln_gamma_series(u); }

static double wengert_ln_gamma_positive(double x) {
    double top, rest, bottom, low;
    if (x < 0.5) {
        return (wengert_ln_gamma_near(x) - wengert_ln_1p(x)) - wengert_ln(x);
    }
    if (x < 1.5) {
        return wengert_ln_gamma_near(x - 1.0) - wengert_ln_1p(x - 1.0);
    }
    if (x < 2.5) {
        return wengert_ln_gamma_near(x - 2.0);
    }
    if (x < 10.0) {
        top = wengert_gamma_fraction(x, &rest, &bottom, &low);
        return wengert_ln(wengert_pair_ratio(top, rest, bottom, low));
    }
    return isinf(x) ? x : ((x - 0.5) * wengert_ln(x) - x) + (0.9189385332046728 + wengert_stirling_rest(x));
}

static double wengert_ln_gamma(double x) {
    double h, low;
    if (x <= 0.0 && x == floor(x)) {
        return isinf(x) ? INFINITY : NAN;
    }
    if (!(x < 0.0)) {
        return isnan(x) ? x : wengert_ln_gamma_positive(x);
    }
    if (x > -20.0) {
        h = wengert_gamma_reciprocal(x, &low);
        if (fabs(h) >= 0.5 && fabs(h) < 2.0) {
            return -wengert_ln_1p((fabs(h) - 1.0) + low * copysign(1.0, h));
        }
        return -wengert_ln(fabs(h));
    }
    return wengert_ln(fabs(3.141592653589793 / (x * wengert_sin_pi(x)))) - wengert_ln_gamma_positive(-x);
}

/* Zeros, what their rounding lost, and the slopes there. */
static const double wengert_zeros_j0[36] = {
    2.404825557695773, -1.176691651530894e-16, -0.5191474972894667, 5.520078110286311, 8.088597146146722e-17,
    0.34026480655836816, 8.653727912911013, -2.92812607320779e-16, -0.27145229992838193, 11.791534439014281,
    2.812956912778735e-16, 0.23245983136472478, 14.930917708487787, -7.070514505983074e-16,
    -0.20654643307799603, 18.071063967910924, -9.658048089426209e-16, 0.18772880304043943, 21.21163662987926,
    4.947077428784068e-16, -0.17326589422922986, 24.352471530749302, 9.169067133951066e-16,
    0.16170155068925002, 27.493479132040253, 1.6191941793302084e-15, -0.15218121377059454, 30.634606468431976,
    -5.390359852115135e-16, 0.1441659776863732, 33.77582021357357, 1.454224241250595e-15, -0.13729694340850299,
    36.917098353664045, -9.276489358569364e-16, 0.13132462666866793,
};

static const double wengert_zeros_j1[36] = {
    3.8317059702075125, -1.5269184090088067e-16, -0.402759395702553, 7.015586669815619, -9.414165653410389e-17,
    0.30011575252613254, 10.173468135062722, 4.482162274768888e-16, -0.2497048770578432, 13.323691936314223,
    2.600408064718813e-16, 0.21835940724787295, 16.470630050877634, -1.619019544798128e-15,
    -0.1964653714686572, 19.615858510468243, -1.004445634526616e-15, 0.18006337534431555, 22.760084380592772,
    -4.925749373614922e-16, -0.16718460047381806, 25.903672087618382, 4.894530726419825e-16,
    0.15672498625285222, 29.046828534916855, -2.799892014010185e-16, -0.14801110997277755, 32.189679910974405,
    -1.5481609125503839e-15, 0.14060579818398225, 35.33230755008387, -3.2611649318496424e-15,
    -0.1342112403100007, 38.474766234771614, 7.193676286738655e-16, 0.12861662207206995,
};

static const double wengert_zeros_y0[36] = {
    0.8935769662791675, 2.6596231539720385e-17, 0.8794208024971948, 3.957678419314858, -1.0764340697562706e-16,
    -0.40254267177502423, 7.086051060301773, -8.835285723085408e-17, 0.3000976149104752, 10.222345043496418,
    -7.967395050308809e-16, -0.2497012375146848, 13.361097473872764, -6.626109493712529e-16,
    0.21835829659767134, 16.50092244152809, 1.0187464212445755e-15, -0.19646493789501676, 19.64130970088794,
    -1.3738085245174177e-15, 0.18006317633754418, 22.782028047291558, 1.5905927758681248e-15,
    -0.16718449805101074, 25.922957653180923, -2.254067267232836e-16, 0.15672492885024078, 29.064030252728397,
    9.25191637912007e-16, -0.14801107561113566, 32.20520411649328, 3.240071558384457e-15, 0.14060577650750067,
    35.34645230521432, -1.7946483769852148e-16, -0.13421122603883404,
};

static const double wengert_zeros_y1[36] = {
    2.197141326031017, -4.8259835876454966e-17, 0.5207864124022675, 5.429681040794135, 4.162514026670377e-16,
    -0.3403180455234406, 8.596005868331169, 2.8415838340063664e-16, 0.27145987731153354, 11.749154830839881,
    2.9466381668409186e-17, -0.23246176601703875, 14.897442128336726, -6.072148995506809e-16,
    0.2065471103565926, 18.043402276727857, -1.4499889213148965e-15, -0.1877290919149097, 21.188068934142212,
    1.0863038864317323e-15, 0.17326603526911988, 24.33194257135691, 2.940063934282991e-16, -0.1617016266586241,
    27.475294980449224, -4.0165306757179716e-16, 0.1521812578603752, 30.618286491641115,
    -1.0574311760765617e-16, -0.14416600481816505, 33.76101779610933, -2.8223590896878435e-15,
    0.13729696091187468, 36.90355531614295, 1.014839093361194e-15, -0.13132463840786532,
};

/* The Taylor series of a Bessel function of order 0 or 1 at a zero, from the differential equation. */
static double wengert_bessel_taylor(double x, double order, double z, double rest, double slope) {
    double t = (x - z) - rest, z2 = z * z, a = 0.0, b = 0.0, c = 0.0, d = slope, power = t, sum = slope * t, i, e;
    int k;
    for (k = 0; k < 34; k++) {
        i = (double)k;
        e = -(z * (2.0 * i + 1.0) * (i + 1.0) * d + (i * i + z2 - order) * c + 2.0 * z * b + a)
            / (z2 * (i + 2.0) * (i + 1.0));
        a = b, b = c, c = d, d = e;
        power *= t;
        sum += d * power;
    }
    return sum;
}

/* The nearest of twelve zeros. */
static int wengert_bessel_nearest(const double *zeros, double x) {
    double k = round((x - zeros[0]) / 3.141592653589793);
    return k < 0.0 ? 0 : k > 11.0 ? 11 : (int)k;
}

/* Hankel's expansions of order 0 or 1 from 38 on: J where the phase is 0, Y where it is 1. */
static double wengert_bessel_far(double x, int order, int phase) {
    double p = 1.0, q = 0.0, term = 1.0, m = 4.0 * (double)order, s = wengert_sin(x), c = wengert_cos(x), sine, cosine, y;
    int k;
    for (k = 1; k < 24; k++) {
        double odd = 2.0 * (double)k - 1.0;
        term *= (m - odd * odd) / (8.0 * (double)k * x);
        if ((k & 1) == 0) {
            p += (k & 2) == 0 ? term : -term;
        } else {
            q += (k & 2) == 0 ? term : -term;
        }
    }
    /* Of x - pi/4, and for order 1 of a quarter turn less. */
    cosine = c + s, sine = s - c;
    if (order == 1) {
        y = cosine, cosine = sine, sine = -y;
    }
    y = phase == 0 ? p * cosine - q * sine : p * sine + q * cosine;
    return y / sqrt(3.141592653589793 * x);
}

/* The power series of J_n. */
static double wengert_bessel_series(double x, double m, double first) {
    double q = -0.25 * x * x, term = 1.0, sum = 1.0, k = 1.0;
    while (fabs(term) > 1e-18) {
        term *= q / (k * (m + k));
        sum += term;
        k += 1.0;
    }
    return first * sum;
}

static double wengert_bessel_j_low(double x, int order) {
    int k;
    if (x < 2.0) {
        return wengert_bessel_series(x, (double)order, order == 0 ? 1.0 : 0.5 * x);
    }
    if (x > 38.4) {
        return wengert_bessel_far(x, order, 0);
    }
    if (order == 0) {
        k = 3 * wengert_bessel_nearest(wengert_zeros_j0, x);
        return wengert_bessel_taylor(x, 0.0, wengert_zeros_j0[k], wengert_zeros_j0[k + 1], wengert_zeros_j0[k + 2]);
    }
    k = 3 * wengert_bessel_nearest(wengert_zeros_j1, x);
    return wengert_bessel_taylor(x, 1.0, wengert_zeros_j1[k], wengert_zeros_j1[k + 1], wengert_zeros_j1[k + 2]);
}

/* The series of Y_0 and Y_1 (DLMF 10.8.1) for x below 4. */
static double wengert_bessel_y_series(double x, int order) {
    double q = -0.25 * x * x, m = (double)order, term = 1.0, sum, harmonic, k, y;
    /* psi(k + 1) + psi(k + 1 + m), which starts at -2 times Euler's constant plus m. */
    harmonic = -1.1544313298030657 + m, sum = harmonic;
    for (k = 1.0; fabs(term) > 1e-19; k += 1.0) {
        term *= q / (k * (m + k));
        harmonic += 1.0 / k + 1.0 / (m + k);
        sum += term * harmonic;
    }
    y = 2.0 * (x < 1.0 ? wengert_ln(x) - 0.6931471805599453 : wengert_ln(0.5 * x)) * wengert_bessel_j_low(x, order) - (order == 0 ? sum : 0.5 * x * sum);
    return (order == 0 ? y : y - 2.0 / x) / 3.141592653589793;
}

static double wengert_bessel_y_low(double x, int order) {
    double z, rest, slope;
    int k;
    if (x > 38.4) {
        return wengert_bessel_far(x, order, 1);
    }
    if (order == 0) {
        k = 3 * wengert_bessel_nearest(wengert_zeros_y0, x);
        z = wengert_zeros_y0[k], rest = wengert_zeros_y0[k + 1], slope = wengert_zeros_y0[k + 2];
    } else {
        k = 3 * wengert_bessel_nearest(wengert_zeros_y1, x);
        z = wengert_zeros_y1[k], rest = wengert_zeros_y1[k + 1], slope = wengert_zeros_y1[k + 2];
    }
    if (x < (order == 0 ? 3.0 : 4.0) && fabs(x - z) > fmin(z / 8.0, 0.3)) {
        return wengert_bessel_y_series(x, order);
    }
    return wengert_bessel_taylor(x, (double)order, z, rest, slope);
}

/* The values of orders n - 1 and n from those of 0 and 1. */
static double wengert_bessel_recurrence(double f0, double f1, double x, int n, double *before) {
    double a = f0, b = 0.0, c = f1, d = 0.0, h, l, p, e, s, r;
    int k;
    for (k = 1; k < n; k++) {
        h = wengert_pair_quotient(2.0 * (double)k, x, 0.0, &l);
        p = wengert_pair_product(h, l, c, d, &e);
        s = wengert_two_sum(p, -a, &r);
        if (!isfinite(s)) {
            *before = -INFINITY;
            return -INFINITY;
        }
        r += e - b;
        a = c, b = d, c = s, d = r;
    }
    *before = a + b;
    return c + d;
}

/* h^n / n!. */
static double wengert_bessel_first(double h, int n) {
    double m = (double)n, direct, p, e, q, r, halved;
    if (n < 20) {
        direct = wengert_powf(h, m) / wengert_factorial(m + 1.0);
        if (wengert_is_normal(direct)) {
            return direct;
        }
    }
    p = wengert_pair_product(2.718281828459045, 1.4456468917292502e-16, h, 0.0, &e);
    q = wengert_pair_quotient(1.0, m, 0.0, &r);
    p = wengert_pair_product(p, e, q, r, &e);
    halved = wengert_pair_power(p, e, 0.5 * m);
    return halved * (halved / sqrt(6.283185307179586 * m)) * wengert_exp(-wengert_stirling_rest(m));
}

/* J_(n+1)(x) / J_n(x) for x < n. */
static double wengert_bessel_fraction(double x, double n) {
    double c = 1e-300, d = 0.0, b = 2.0 * (n + 1.0) / x, a = 1.0, rest = 0.0;
    int k, terms = 0;
    while (terms < 2000) {
        d = 1.0 / (b + a * d);
        c = b + a / c;
        terms++;
        if (fabs(c * d - 1.0) < 1e-16) {
            break;
        }
        a = -1.0;
        b += 2.0 / x;
    }
    for (k = terms; k >= 1; k--) {
        rest = 1.0 / (2.0 * (n + (double)k) / x - rest);
    }
    return rest;
}

/* sinh d - d and cosh d - 1 of a complex d. */
static void wengert_above_identity(double a, double b, double *odd, double *odd_i, double *even, double *even_i) {
    double s, c, sh, ch, r, i, p, q;
    int j;
    if (wengert_hypot(a, b) < 1.0) {
        r = a * a - b * b, i = a * b + b * a;
        *odd = 0.0, *odd_i = 0.0, *even = 0.0, *even_i = 0.0;
        for (j = 10; j >= 1; j--) {
            double k = 2.0 * (double)j;
            p = r * (1.0 + *odd) - i * *odd_i, q = r * *odd_i + i * (1.0 + *odd);
            *odd = p / (k * (k + 1.0)), *odd_i = q / (k * (k + 1.0));
            p = r * (1.0 + *even) - i * *even_i, q = r * *even_i + i * (1.0 + *even);
            *even = p / (k * (k - 1.0)), *even_i = q / (k * (k - 1.0));
        }
        p = a * *odd - b * *odd_i, q = a * *odd_i + b * *odd;
        *odd = p, *odd_i = q;
        return;
    }
    s = wengert_sin(b), c = wengert_cos(b), sh = wengert_sinh(a), ch = wengert_cosh(a);
    *odd = sh * c - a, *odd_i = ch * s - b, *even = ch * c - 1.0, *even_i = sh * s;
}

/* Where a path through a saddle point is, and its derivative: d[0] + i d[1], d[2] + i d[3]. Path 0 is a hyperbola with
   the asymptotes -1 and e^(i pi / 3), 1 the same from a saddle at -t, 2 the bend through the saddle right of 0, 3 the
   real line. */
static void wengert_bessel_path(int path, double sigma, double bend, double t, double *d) {
    double root, a, b, da, db;
    if (path == 3) {
        d[0] = sigma, d[1] = 0.0, d[2] = 1.0, d[3] = 0.0;
        return;
    }
    if (path == 2) {
        root = sqrt(bend * bend + sigma * sigma / 3.0);
        d[0] = sigma * sigma / 3.0 / (root + bend), d[1] = sigma, d[2] = sigma / 3.0 / root, d[3] = 1.0;
        return;
    }
    sigma -= t, root = wengert_hypot(sigma, bend);
    if (path == 0) {
        double rise = sigma * (sigma / (root + bend));
        a = 0.5 * (rise - sigma), b = 0.5 * (rise + sigma);
    } else {
        a = 0.5 * (root - sigma), b = 0.5 * (root + sigma);
    }
    da = 0.5 * (sigma / root - 1.0), db = 0.5 * (sigma / root + 1.0);
    d[0] = t - a + b * 0.5000000000000001, d[1] = b * 0.8660254037844386;
    d[2] = db * 0.5000000000000001 - da, d[3] = db * 0.8660254037844386;
}

/* The integral of e^(n (sinh d - d) + (s + i r) (cosh d - 1)) along a path, by the trapezoidal rule. */
static double wengert_bessel_integral(double n, double s, double r, double step, int path, double bend, double t,
    double *imaginary) {
    double sum = 0.0, sum_i = 0.0, d[4], odd, odd_i, even, even_i, re, im, e, sine, cosine;
    int side, k;
    for (side = 1; side >= -1; side -= 2) {
        for (k = side == 1 ? 0 : 1; k < 200; k++) {
            wengert_bessel_path(path, (double)side * (double)k * step, bend, t, d);
            wengert_above_identity(d[0], d[1], &odd, &odd_i, &even, &even_i);
            re = n * odd + (s * even - r * even_i), im = n * odd_i + (s * even_i + r * even);
            if (re < -45.0) {
                break;
            }
            e = wengert_exp(re), sine = e * wengert_sin(im), cosine = e * wengert_cos(im);
            sum += cosine * d[2] - sine * d[3], sum_i += cosine * d[3] + sine * d[2];
        }
    }
    *imaginary = sum_i * step;
    return sum * step;
}

/* s - n atan(s / n) for s^2 = square, with atanh where the square is negative; NaN where that does not cancel. */
static double wengert_bessel_exponent(double square, double s, double n) {
    double q = square / n / n, sum = 0.0;
    int k;
    if (fabs(q) > 0.1) {
        return NAN;
    }
    for (k = 16; k >= 1; k--) {
        sum = 1.0 / (double)(2 * k + 1) - q * sum;
    }
    return s * q * sum;
}

/* J_n (part 0) and Y_n (part 1) of an order from 1024 on. */
static double wengert_bessel_large(double x, double n, int part) {
    double root = wengert_cbrt(n), s, t, height, re, im, e;
    if (x >= n) {
        s = sqrt(x - n) * sqrt(x + n), t = wengert_atan2(s, n);
        e = wengert_bessel_exponent((x - n) * (x + n), s, n), height = isnan(e) ? s - n * t : e;
        re = wengert_bessel_integral(n, 0.0, s, 0.22 / fmax(sqrt(s), root), 0,
            fmax(4.0 * t / 1.7320508075688772, 2.0 / root), 0.0, &im);
        e = re * wengert_cos(height) - im * wengert_sin(height), im = re * wengert_sin(height) + im * wengert_cos(height);
        return part == 0 ? im / 3.141592653589793 : -e / 3.141592653589793;
    }
    s = sqrt(n - x) * sqrt(n + x), t = wengert_ln_1p(((n - x) + s) / x);
    e = wengert_bessel_exponent((x - n) * (x + n), s, n), height = isnan(e) ? n * t - s : -e;
    if (part == 0) {
        wengert_bessel_integral(n, s, 0.0, 0.22 / fmax(sqrt(s), root), 2, fmax(t, 2.0 / root), 0.0, &im);
        return im / 6.283185307179586 * wengert_exp(-height);
    }
    re = wengert_bessel_integral(n, -s, 0.0, 0.22 / fmax(sqrt(s), root), height > 25.0 ? 3 : 1, 2.0 / root, t, &im);
    return -re / 3.141592653589793 * wengert_exp(height);
}

/* J_n(x) for x >= 0, n >= 2. */
static double wengert_bessel_j_high(double x, int n) {
    double m = (double)n, y, next;
    if (x * x <= 2.0 * (m + 1.0)) {
        return wengert_bessel_series(x, m, wengert_bessel_first(0.5 * x, n));
    }
    if (n >= 1024) {
        return wengert_bessel_large(x, m, 0);
    }
    if (x >= m) {
        return wengert_bessel_recurrence(wengert_bessel_j_low(x, 0), wengert_bessel_j_low(x, 1), x, n, &y);
    }
    next = wengert_bessel_recurrence(wengert_bessel_y_low(x, 0) * 3.054936363499605e-151,
        wengert_bessel_y_low(x, 1) * 3.054936363499605e-151, x, n + 1, &y);
    if (isinf(next)) {
        return 0.0;
    }
    return 2.0 * 3.054936363499605e-151 / (3.141592653589793 * x * (wengert_bessel_fraction(x, m) * y - next));
}

static double wengert_bessel_j(double x, int n) {
    double a = fabs(x), y;
    int order = n < 0 ? (n == -2147483647 - 1 ? 2147483647 : -n) : n;
    if (isnan(a)) {
        return x;
    }
    y = isinf(a) ? 0.0 : order < 2 ? wengert_bessel_j_low(a, order) : wengert_bessel_j_high(a, order);
    return order % 2 == 1 && (n < 0) != (signbit(x) != 0) ? -y : y;
}

static double wengert_bessel_y(double x, int n) {
    double y, before;
    int order = n < 0 ? (n == -2147483647 - 1 ? 2147483647 : -n) : n;
    if (isnan(x) || x < 0.0) {
        return NAN;
    }
    if (x == 0.0) {
        y = -INFINITY;
    } else if (isinf(x)) {
        y = 0.0;
    } else if (order < 2) {
        y = wengert_bessel_y_low(x, order);
    } else if (order >= 1024) {
        y = wengert_bessel_large(x, (double)order, 1);
    } else {
        y = wengert_bessel_recurrence(wengert_bessel_y_low(x, 0), wengert_bessel_y_low(x, 1), x, order, &before);
    }
    return order % 2 == 1 && n < 0 ? -y : y;
}
