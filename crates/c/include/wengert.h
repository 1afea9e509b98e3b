/* Wengert: values and derivatives of functions that are known at run time. The page docs/c.md shows how. */

#ifndef WENGERT_H
#define WENGERT_H

#include <stddef.h>
#include <stdint.h>

/**
 * The outputs, for `wengert_print`.
 */
#define WENGERT_VALUE 0

/**
 * The value and the gradient.
 */
#define WENGERT_GRADIENT 1

/**
 * All first derivatives.
 */
#define WENGERT_JACOBIAN 2

/**
 * All second derivatives.
 */
#define WENGERT_HESSIAN 3

/**
 * Derivatives along a direction.
 */
#define WENGERT_JVP 4

/**
 * Derivatives of a weighted sum.
 */
#define WENGERT_VJP 5

/**
 * The Hessian times a direction.
 */
#define WENGERT_HVP 6

/**
 * As instructions, one a line.
 */
#define WENGERT_AS_LISTING 0

/**
 * As a function in C.
 */
#define WENGERT_AS_C 1

/**
 * As a function in Rust.
 */
#define WENGERT_AS_RUST 2

/**
 * As a tree; of values alone.
 */
#define WENGERT_AS_TREE 3

/**
 * How a call went. What went wrong, in words and with advice, is told by `wengert_last_error`.
 */
typedef enum WengertStatus {
  /**
   * All is well.
   */
  WENGERT_STATUS_OK = 0,
  /**
   * The text is not a program of the language, or the names do not fit it.
   */
  WENGERT_STATUS_PARSE = 1,
  /**
   * As many numbers as are wanted were not given, or places for them.
   */
  WENGERT_STATUS_SHAPE = 2,
  /**
   * At this point the function has no value.
   */
  WENGERT_STATUS_DOMAIN = 3,
  /**
   * A loaded recording would have taken another branch.
   */
  WENGERT_STATUS_BRANCH = 4,
  /**
   * A limit on steps, depth or memory.
   */
  WENGERT_STATUS_LIMIT = 5,
  /**
   * Bytes that are no function.
   */
  WENGERT_STATUS_INVALID = 6,
  /**
   * A pointer is null where one is needed.
   */
  WENGERT_STATUS_NULL = 7,
  /**
   * What is written to overlaps with what is read or with itself.
   */
  WENGERT_STATUS_OVERLAP = 8,
  /**
   * A fault in the library itself.
   */
  WENGERT_STATUS_PANIC = 9,
} WengertStatus;

/**
 * A function. It can be evaluated from many threads at once.
 */
typedef struct WengertFunction WengertFunction;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * What went wrong in the last call of this thread that did not end well: text in UTF-8 that ends with a zero. It stays until
 * the next such call of the thread. An empty text where there was none.
 */
const char *wengert_last_error(void);

/**
 * The version of the library.
 */
const char *wengert_version(void);

/**
 * Makes a function of `source`, a text that ends with a zero. Its inputs are the free names, in order of first appearance.
 * `*f` is the function, or NULL; `wengert_free` frees it.
 *
 * # Safety
 * `source` ends with a zero; `f` may be written to.
 */
enum WengertStatus wengert_parse(const char *source,
                                 struct WengertFunction **f);

/**
 * As `wengert_parse`, with exactly these inputs in this order, used or not.
 *
 * # Safety
 * `source` and each of the `count` names end with a zero; `f` may be written to.
 */
enum WengertStatus wengert_parse_with_inputs(const char *source,
                                             const char *const *names,
                                             size_t count,
                                             struct WengertFunction **f);

/**
 * Makes a function of bytes that `wengert_save` wrote. Bytes from anywhere are checked before they are a function.
 *
 * # Safety
 * There are `size` bytes; `f` may be written to.
 */
enum WengertStatus wengert_load(const uint8_t *bytes,
                                size_t size,
                                struct WengertFunction **f);

/**
 * Writes the function as bytes to `buffer`, if its `capacity` suffices; `*size` is how many there are, also where it does not.
 *
 * # Safety
 * `f` was not freed; `buffer` has `capacity` bytes or is NULL; `size` may be written to.
 */
enum WengertStatus wengert_save(const struct WengertFunction *f,
                                uint8_t *buffer,
                                size_t capacity,
                                size_t *size);

/**
 * Writes the program that computes a quantity (`WENGERT_GRADIENT`, ..) in a form (`WENGERT_AS_C`, ..) to `buffer`, as text with
 * a zero at its end, if its `capacity` suffices; `*size` is how many bytes that are, also where it does not. In a text with
 * branches those are shown that are taken at the point `x`.
 *
 * # Safety
 * `f` was not freed; there are `n` numbers; `buffer` has `capacity` bytes or is NULL; `size` may be written to.
 */
enum WengertStatus wengert_print(const struct WengertFunction *f,
                                 uint32_t quantity,
                                 uint32_t form,
                                 const double *x,
                                 size_t n,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *size);

/**
 * Frees a function; NULL is left alone.
 *
 * # Safety
 * `f` was made by this library, was not freed, and is not in use by another thread.
 */
void wengert_free(struct WengertFunction *f);

/**
 * The number of inputs; 0 for NULL.
 *
 * # Safety
 * `f` was not freed.
 */
size_t wengert_inputs(const struct WengertFunction *f);

/**
 * The number of outputs; 0 for NULL.
 *
 * # Safety
 * `f` was not freed.
 */
size_t wengert_outputs(const struct WengertFunction *f);

/**
 * The name of an input, by its number from 0; it lives as long as the function. NULL where there is no such input.
 *
 * # Safety
 * `f` was not freed.
 */
const char *wengert_input_name(const struct WengertFunction *f,
                               size_t input);

/**
 * The outputs at the point `x`.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_value(const struct WengertFunction *f,
                                 const double *x,
                                 size_t n,
                                 double *y,
                                 size_t m);

/**
 * The value, unless that place is NULL, and the gradient; of functions with one output.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_gradient(const struct WengertFunction *f,
                                    const double *x,
                                    size_t n,
                                    double *value,
                                    double *gradient,
                                    size_t n_gradient);

/**
 * All first derivatives, row by row: `m * n` numbers.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_jacobian(const struct WengertFunction *f,
                                    const double *x,
                                    size_t n,
                                    double *jacobian,
                                    size_t size);

/**
 * All second derivatives, row by row: `n * n` numbers; of functions with one output.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_hessian(const struct WengertFunction *f,
                                   const double *x,
                                   size_t n,
                                   double *hessian,
                                   size_t size);

/**
 * The derivatives of the `m` outputs along a direction of `n` numbers, and the outputs, unless that place is NULL.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_jvp(const struct WengertFunction *f,
                               const double *x,
                               size_t n,
                               const double *direction,
                               size_t n_direction,
                               double *y,
                               double *dy,
                               size_t m);

/**
 * The derivatives of the outputs' sum with `m` weights, and the outputs, unless that place is NULL.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_vjp(const struct WengertFunction *f,
                               const double *x,
                               size_t n,
                               const double *weights,
                               size_t m,
                               double *y,
                               double *gradient,
                               size_t n_gradient);

/**
 * The Hessian times a direction of `n` numbers, and the gradient, unless that place is NULL; of functions with one output.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_hvp(const struct WengertFunction *f,
                               const double *x,
                               size_t n,
                               const double *direction,
                               size_t n_direction,
                               double *gradient,
                               double *product,
                               size_t n_product);

/**
 * The outputs at many points, those of one after the other.
 * `points` has the inputs of one point after the other; each size is how many numbers there are in all.
 * Where the function has no value at some points, theirs are NaN and all others are there.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_value_batch(const struct WengertFunction *f,
                                       const double *points,
                                       size_t size_points,
                                       double *y,
                                       size_t size_y);

/**
 * Values, unless that place is NULL, and gradients at many points.
 * `points` has the inputs of one point after the other; each size is how many numbers there are in all.
 * Where the function has no value at some points, theirs are NaN and all others are there.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_gradient_batch(const struct WengertFunction *f,
                                          const double *points,
                                          size_t size_points,
                                          double *values,
                                          size_t size_values,
                                          double *gradients,
                                          size_t size_gradients);

/**
 * Jacobians at many points.
 * `points` has the inputs of one point after the other; each size is how many numbers there are in all.
 * Where the function has no value at some points, theirs are NaN and all others are there.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_jacobian_batch(const struct WengertFunction *f,
                                          const double *points,
                                          size_t size_points,
                                          double *jacobians,
                                          size_t size_jacobians);

/**
 * Hessians at many points.
 * `points` has the inputs of one point after the other; each size is how many numbers there are in all.
 * Where the function has no value at some points, theirs are NaN and all others are there.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_hessian_batch(const struct WengertFunction *f,
                                         const double *points,
                                         size_t size_points,
                                         double *hessians,
                                         size_t size_hessians);

/**
 * Derivatives along a direction at each of many points.
 * `points` has the inputs of one point after the other; each size is how many numbers there are in all.
 * Where the function has no value at some points, theirs are NaN and all others are there.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_jvp_batch(const struct WengertFunction *f,
                                     const double *points,
                                     size_t size_points,
                                     const double *directions,
                                     size_t size_directions,
                                     double *y,
                                     size_t size_y,
                                     double *dy,
                                     size_t size_dy);

/**
 * Derivatives of weighted sums at many points.
 * `points` has the inputs of one point after the other; each size is how many numbers there are in all.
 * Where the function has no value at some points, theirs are NaN and all others are there.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_vjp_batch(const struct WengertFunction *f,
                                     const double *points,
                                     size_t size_points,
                                     const double *weights,
                                     size_t size_weights,
                                     double *y,
                                     size_t size_y,
                                     double *gradients,
                                     size_t size_gradients);

/**
 * Products of Hessians at many points.
 * `points` has the inputs of one point after the other; each size is how many numbers there are in all.
 * Where the function has no value at some points, theirs are NaN and all others are there.
 *
 * # Safety
 * `f` was not freed; there are as many numbers, and places for numbers, as is said.
 */
enum WengertStatus wengert_hvp_batch(const struct WengertFunction *f,
                                     const double *points,
                                     size_t size_points,
                                     const double *directions,
                                     size_t size_directions,
                                     double *gradients,
                                     size_t size_gradients,
                                     double *products,
                                     size_t size_products);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* WENGERT_H */
