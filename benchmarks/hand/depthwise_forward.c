// depthwise_forward.c - rows of pixels in lanes, each stored when it is summed
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// A tile is some whole rows of the result. Each row of the picture is read once
// and joins the two or three sums that see it. With stride 2 a range of two
// vectors is sorted into even and odd pixels; the first tap of a vector is the
// third one's, a lane later, so it is summed apart and shifted once (taps 0 and 2
// read the same vector). Masks are constants, as all loops over a row are written
// out. 3x3 windows with a padding of 1, 32-bit numbers, AVX-512.

#include <immintrin.h>

enum { SIZE = A_2, OUT = C_2, FOLD = C_1 / A_1, LANES = C_2 > 8 ? 16 : 8 };
enum { VECTORS = (OUT + LANES - 1) / LANES, WIDE = STRIDE * LANES };
enum { ROWS = OUT % 7 == 0 && OUT < 28 ? 7 : OUT % 4 == 0 ? 4 : 1 };

#if C_2 > 8
typedef __m512 Vector;
#define READ(mask, from) _mm512_maskz_loadu_ps(mask, from)
#define WRITE(to, mask, value) _mm512_mask_storeu_ps(to, mask, value)
#define SPLAT(x) _mm512_set1_ps(x)
#define PRODUCT(a, b, c) _mm512_fmadd_ps(a, b, c)
#define EVEN(a, b)                                                             \
  __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, \
                          26, 28, 30)
#define ODD(a, b)                                                              \
  __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, \
                          27, 29, 31)
#define SHIFT(a, b)                                                            \
  __builtin_shufflevector(a, b, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,    \
                          26, 27, 28, 29, 30)
#else
typedef __m256 Vector;
#define READ(mask, from) _mm256_maskz_loadu_ps(mask, from)
#define WRITE(to, mask, value) _mm256_mask_storeu_ps(to, mask, value)
#define SPLAT(x) _mm256_set1_ps(x)
#define PRODUCT(a, b, c) _mm256_fmadd_ps(a, b, c)
#define EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define SHIFT(a, b) __builtin_shufflevector(a, b, 7, 8, 9, 10, 11, 12, 13, 14)
#endif
#define INLINE static inline __attribute__((always_inline))

/// The mask of `count` lanes.
INLINE unsigned first(int count) {
  return count >= LANES ? (1u << LANES) - 1 : count <= 0 ? 0 : (1u << count) - 1;
}

/// What the three taps of a row read from pixel `x` on. With stride 2 the first
/// is that of the lane before.
INLINE void readTaps(const float *row, int x, Vector taps[3]) {
  if (STRIDE == 1) {
    taps[0] = READ(first(SIZE + 1 - x) & (x ? ~0u : ~1u), row + x - 1);
    taps[1] = READ(first(SIZE - x), row + x);
    taps[2] = READ(first(SIZE - 1 - x), row + x + 1);
    return;
  }
  Vector low = READ(first(SIZE - x), row + x);
  Vector high = READ(first(SIZE - x - LANES), row + x + LANES);
  taps[1] = EVEN(low, high);
  taps[0] = taps[2] = ODD(low, high);
}

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
