// mish_gradients.c - x * tanh(log(1 + exp(x))) and its derivative
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// As in mish_forward.c; with r = 2 / (h + 2) the derivative of the share
// h / (h + 2) is e (e + 1) r^2, which is 0 before e could overflow.

#include "vectors.h"

enum { SIZE = X_0 * X_1, SIDE = 4, STEP = SIDE * LANES, AHEAD = 1024 };

static inline void step(const float *x, const float *d, float *y, float *dx,
                        int end, int aligned) {
  Vector v[SIDE], e[SIDE];
  for (int k = 0; k < SIDE; ++k) {
    __builtin_prefetch(x + k * LANES + AHEAD);
    __builtin_prefetch(d + k * LANES + AHEAD);
    v[k] = load(x + k * LANES, before(k * LANES, end));
    e[k] = _mm512_min_ps(all(43.0f), v[k]);
  }
  exponentials(e, SIDE);
  for (int k = 0; k < SIDE; ++k) {
    __mmask16 lanes = before(k * LANES, end);
    Vector h = _mm512_mul_ps(e[k], _mm512_add_ps(e[k], all(2)));
    Vector below = _mm512_add_ps(h, all(2));
    Vector share = _mm512_div_ps(h, below), r = _mm512_div_ps(all(2), below);
    Vector slope =
        _mm512_mul_ps(_mm512_mul_ps(e[k], r), _mm512_add_ps(e[k], all(1)));
    __mmask16 moves = _mm512_cmp_ps_mask(v[k], all(43.0f), _CMP_NGT_UQ);
    slope = _mm512_maskz_mul_ps(moves, slope, r);
    slope = fma(v[k], slope, share);
    put(y + k * LANES, lanes, aligned, _mm512_mul_ps(v[k], share));
    put(dx + k * LANES, lanes, aligned,
        _mm512_mul_ps(load(d + k * LANES, lanes), slope));
  }
}

void run(const float *const *in, float *const *out) {
  int i = 0;
  for (; i + STEP <= SIZE; i += STEP)
    step(in[0] + i, in[1] + i, out[0] + i, out[1] + i, STEP, 1);
  if (i < SIZE)
    step(in[0] + i, in[1] + i, out[0] + i, out[1] + i, SIZE - i, 0);
}
