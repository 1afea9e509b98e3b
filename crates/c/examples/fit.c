/* Fits y = a*exp(-b*t) to data by Newton's method: derivatives of one text, at one point and at many. */
#include "wengert.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check(enum WengertStatus status)
{
    if (status != WENGERT_STATUS_OK) {
        fprintf(stderr, "status %d: %s\n", (int)status, wengert_last_error());
        exit(1);
    }
}

enum { POINTS = 50 };

int main(void)
{
    /* The squared residual at one time; a and b are the parameters. */
    const char *names[] = {"a", "b", "t", "y"};
    WengertFunction *f;
    check(wengert_parse_with_inputs("(a*exp(-b*t) - y)^2", names, 4, &f));

    double data[POINTS][4], gradients[POINTS][4], hessians[POINTS][4][4];
    double a = 1.0, b = 0.3;
    for (int step = 0; step < 30; step++) {
        for (int i = 0; i < POINTS; i++) {
            double t = 0.1 * i;
            data[i][0] = a, data[i][1] = b, data[i][2] = t, data[i][3] = 2.0 * exp(-0.7 * t);
        }
        check(wengert_gradient_batch(f, &data[0][0], 4 * POINTS, NULL, 0, &gradients[0][0], 4 * POINTS));
        check(wengert_hessian_batch(f, &data[0][0], 4 * POINTS, &hessians[0][0][0], 16 * POINTS));
        double ga = 0, gb = 0, aa = 1e-9, ab = 0, bb = 1e-9;
        for (int i = 0; i < POINTS; i++) {
            ga += gradients[i][0], gb += gradients[i][1];
            aa += hessians[i][0][0], ab += hessians[i][0][1], bb += hessians[i][1][1];
        }
        /* Levenberg's damping, until the Hessian is positive. */
        while (aa * bb - ab * ab <= 1e-6 * aa * bb || aa <= 0)
            aa += 1.0, bb += 1.0;
        double det = aa * bb - ab * ab;
        a -= (bb * ga - ab * gb) / det;
        b -= (aa * gb - ab * ga) / det;
    }
    printf("a = %.6f, b = %.6f\n", a, b);

    double x[4] = {a, b, 1.0, 1.0}, direction[4] = {1, 0, 0, 0}, product[4], value, slope;
    check(wengert_hvp(f, x, 4, direction, 4, NULL, product, 4));
    check(wengert_jvp(f, x, 4, direction, 4, &value, &slope, 1));
    if (fabs(product[0] - 2 * exp(-2 * b)) > 1e-12)
        return 1;

    /* A mistake has a status, and a message with advice. */
    if (wengert_gradient(f, x, 3, &value, product, 4) != WENGERT_STATUS_SHAPE)
        return 1;
    printf("%s\n", wengert_last_error());
    WengertFunction *none;
    if (wengert_parse("x*sni(x)", &none) != WENGERT_STATUS_PARSE || none != NULL)
        return 1;
    printf("%s\n", wengert_last_error());
    if (wengert_jacobian(f, x, 4, x, 4) != WENGERT_STATUS_OVERLAP || wengert_value(NULL, x, 4, &value, 1) != WENGERT_STATUS_NULL)
        return 1;

    /* Kept as bytes. */
    size_t size;
    check(wengert_save(f, NULL, 0, &size));
    unsigned char *bytes = malloc(size);
    check(wengert_save(f, bytes, size, &size));
    WengertFunction *same;
    check(wengert_load(bytes, size, &same));
    if (wengert_inputs(same) != 4 || wengert_outputs(same) != 1)
        return 1;
    printf("%s, %s, ..\n", wengert_input_name(same, 0), wengert_input_name(same, 1));
    free(bytes);
    wengert_free(same);
    wengert_free(f);
    return fabs(a - 2.0) < 1e-6 && fabs(b - 0.7) < 1e-6 ? 0 : 1;
}
