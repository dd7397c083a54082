// depthwise_forward.c - rows of pixels in lanes, each stored when it is summed
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// A tile is some whole rows of the result. Each row of the picture is read once
// and joins the two or three sums that see it. With stride 2 what the first
// taps add up to is summed apart and moved by a lane once (taps 0 and 2 read
// the same vector). Masks are constants, as all loops over a row are written
// out.

#include "pixels.h"

enum { ROWS = OUT % 7 == 0 && OUT < 28 ? 7 : OUT % 4 == 0 ? 4 : 1 };

/// Rows of the result from `p` on.
INLINE void sumRows(const float *a, const Vector *w, float *c, int p) {
  Vector before[ROWS] = {};
#pragma unroll
  for (int q = 0; q < VECTORS; ++q) {
    Vector sums[ROWS] = {}, moved[ROWS] = {};
#pragma unroll
    for (int y = -1; y < STRIDE * (ROWS - 1) + 2; ++y) {
      if (STRIDE * p + y < 0 || STRIDE * p + y >= SIZE)
        continue;
      Vector taps[3];
      readTaps(a + (STRIDE * p + y) * SIZE, q * WIDE, taps);
#pragma unroll
      for (int r = 0; r < 3; ++r) {
        int u = (y + 1 - r) / STRIDE;
        if (y + 1 < r || (y + 1 - r) % STRIDE || u >= ROWS)
          continue;
        Vector *left = STRIDE == 1 ? sums : moved;
        sums[u] = PRODUCT(taps[1], w[3 * r + 1], sums[u]);
        left[u] = PRODUCT(taps[0], w[3 * r], left[u]);
        sums[u] = PRODUCT(taps[2], w[3 * r + 2], sums[u]);
      }
    }
#pragma unroll
    for (int u = 0; u < ROWS; ++u) {
      if (STRIDE == 2)
        sums[u] += SHIFT(before[u], moved[u]);
      before[u] = moved[u];
      WRITE(c + (p + u) * OUT + q * LANES, first(OUT - q * LANES), sums[u]);
    }
  }
}

void run(const float *const *in, float *const *out) {
  for (int k = 0; k < C_1; ++k) {
    const float *a = in[0] + (long)(k / FOLD) * SIZE * SIZE;
    float *c = out[0] + (long)k * OUT * OUT;
    Vector w[9];
    for (int i = 0; i < 9; ++i)
      w[i] = SPLAT(in[1][9 * k + i]);
    // The edges are written apart.
    sumRows(a, w, c, 0);
    for (int p = ROWS; p < OUT - ROWS; p += ROWS)
      sumRows(a, w, c, p);
    if (OUT > ROWS)
      sumRows(a, w, c, OUT - ROWS);
  }
}
