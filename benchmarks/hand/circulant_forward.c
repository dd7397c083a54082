// circulant_forward.c - the nearest matrix of circulant blocks of 8 x 8
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Two blocks fill a vector. Their rows are turned back, added and, as the mean
// of each diagonal, turned again and stored: eight loads, fourteen
// permutations, eight stores, and nothing between them leaves the registers.

#include <immintrin.h>

enum { ROWS = X_0, COLUMNS = X_1, N = BLOCK };
_Static_assert(N == 8 && ROWS % 8 == 0 && COLUMNS % 16 == 0, "pairs of blocks");

#define INSIDE static inline __attribute__((always_inline))

/// The lanes of both blocks, each `by` further round.
INSIDE __m512 turned(__m512 x, int by) {
  const __m512i lanes =
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m512i block = _mm512_and_si512(lanes, _mm512_set1_epi32(8));
  __m512i inside = _mm512_and_si512(
      _mm512_add_epi32(lanes, _mm512_set1_epi32(by)), _mm512_set1_epi32(7));
  return _mm512_permutexvar_ps(_mm512_or_si512(block, inside), x);
}

INSIDE void blocks(const float *x, float *y) {
  __m512 mean = _mm512_loadu_ps(x);
#pragma clang loop unroll(full)
  for (int k = 1; k < N; ++k)
    mean = _mm512_add_ps(mean, turned(_mm512_loadu_ps(x + k * COLUMNS), k));
  mean = _mm512_mul_ps(mean, _mm512_set1_ps(1.0f / N));
#pragma clang loop unroll(full)
  for (int k = 0; k < N; ++k)
    _mm512_storeu_ps(y + k * COLUMNS, turned(mean, N - k));
}

INSIDE void project(const float *x, float *y) {
  for (long i = 0; i < ROWS; i += N)
    for (long j = 0; j < COLUMNS; j += 16)
      blocks(x + i * COLUMNS + j, y + i * COLUMNS + j);
}

#ifndef GRADIENTS
void run(const float *const *in, float *const *out) { project(in[0], out[0]); }
#endif
