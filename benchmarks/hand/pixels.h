// pixels.h - rows of pixels in lanes, of windows of 3x3 with a padding of 1
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Vectors of 16 pixels, or of 8 where a row has no more, their masks at the
// ends of a row, and what the three taps of a window's row read from them. With
// stride 2 a range of two vectors is sorted into even and odd pixels; the first
// tap of a vector is the third one's, a lane later.

#ifndef NEO_BENCHMARKS_HAND_PIXELS_H
#define NEO_BENCHMARKS_HAND_PIXELS_H

#include <immintrin.h>

enum { SIZE = A_2, OUT = C_2, FOLD = C_1 / A_1, LANES = C_2 > 8 ? 16 : 8 };
enum { VECTORS = (OUT + LANES - 1) / LANES, WIDE = STRIDE * LANES };

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
#define LOW(a, b)                                                              \
  __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6,   \
                          22, 7, 23)
#define HIGH(a, b)                                                             \
  __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29,  \
                          14, 30, 15, 31)
#else
typedef __m256 Vector;
#define READ(mask, from) _mm256_maskz_loadu_ps(mask, from)
#define WRITE(to, mask, value) _mm256_mask_storeu_ps(to, mask, value)
#define SPLAT(x) _mm256_set1_ps(x)
#define PRODUCT(a, b, c) _mm256_fmadd_ps(a, b, c)
#define EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define SHIFT(a, b) __builtin_shufflevector(a, b, 7, 8, 9, 10, 11, 12, 13, 14)
#define LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#endif
#define INLINE static inline __attribute__((always_inline))

/// The mask of `count` lanes.
INLINE unsigned first(int count) {
  return count >= LANES ? (1u << LANES) - 1
         : count <= 0   ? 0
                        : (1u << count) - 1;
}

/// What the three taps of a row of `size` pixels read around pixel `x`.
INLINE void readAround(const float *row, int x, int size, Vector taps[3]) {
  taps[0] = READ(first(size + 1 - x) & (x ? ~0u : ~1u), row + x - 1);
  taps[1] = READ(first(size - x), row + x);
  taps[2] = READ(first(size - 1 - x), row + x + 1);
}

/// What they read of the picture; with stride 2 the first is that of the lane
/// before.
INLINE void readTaps(const float *row, int x, Vector taps[3]) {
  if (STRIDE == 1) {
    readAround(row, x, SIZE, taps);
    return;
  }
  Vector low = READ(first(SIZE - x), row + x);
  Vector high = READ(first(SIZE - x - LANES), row + x + LANES);
  taps[1] = EVEN(low, high);
  taps[0] = taps[2] = ODD(low, high);
}

#endif
