// mish_forward.c - x * tanh(log(1 + exp(x))), four vectors interleaved
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// tanh(log(1 + e)) is h / (h + 2) with h = e (e + 2), which is 1 before e could
// overflow. The pipe of multiplications bounds it, with 11 cycles for 16
// numbers; the division runs beside it.

#include "vectors.h"

enum { SIZE = X_0 * X_1, SIDE = 4, STEP = SIDE * LANES, AHEAD = 1024 };

static inline void step(const float *x, float *y, int end, int aligned) {
  Vector v[SIDE], e[SIDE];
  for (int k = 0; k < SIDE; ++k) {
    __builtin_prefetch(x + k * LANES + AHEAD);
    v[k] = load(x + k * LANES, before(k * LANES, end));
    e[k] = _mm512_min_ps(all(43.0f), v[k]);
  }
  exponentials(e, SIDE);
  for (int k = 0; k < SIDE; ++k) {
    Vector h = _mm512_mul_ps(e[k], _mm512_add_ps(e[k], all(2)));
    Vector share = _mm512_div_ps(h, _mm512_add_ps(h, all(2)));
    put(y + k * LANES, before(k * LANES, end), aligned,
        _mm512_mul_ps(v[k], share));
  }
}

void run(const float *const *in, float *const *out) {
  int i = 0;
  for (; i + STEP <= SIZE; i += STEP)
    step(in[0] + i, out[0] + i, STEP, 1);
  if (i < SIZE)
    step(in[0] + i, out[0] + i, SIZE - i, 0);
}
