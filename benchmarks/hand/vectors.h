// vectors.h - sixteen numbers at once, as operators written by hand use them
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// The exponential is Neo's (lib/Conversion/ApproximateMath/TableFunctions.h):
// sixteenths of an octave from a table in one register, degree 3 for the rest.

#ifndef NEO_BENCHMARKS_HAND_VECTORS_H
#define NEO_BENCHMARKS_HAND_VECTORS_H

#include <immintrin.h>

typedef __m512 Vector;
enum { LANES = 16 };

static inline Vector all(float x) { return _mm512_set1_ps(x); }
static inline Vector fma(Vector a, Vector b, Vector c) {
  return _mm512_fmadd_ps(a, b, c);
}

/// Those of the lanes from `j` on that lie before `end`.
static inline __mmask16 before(int j, int end) {
  return end - j >= LANES ? 0xffff : end <= j ? 0 : (1u << (end - j)) - 1;
}
static inline Vector load(const float *x, __mmask16 lanes) {
  return _mm512_maskz_loadu_ps(lanes, x);
}

/// Past the caches where whole cache lines are written.
static inline void put(float *y, __mmask16 lanes, int aligned, Vector value) {
  if (aligned)
    _mm512_stream_ps(y, value);
  else
    _mm512_mask_storeu_ps(y, lanes, value);
}

/// Of `count` vectors, each step of all before the next one.
static inline void exponentials(Vector *x, int count) {
  const Vector powers = _mm512_setr_ps(
      1.0f, 1.0442737f, 1.0905077f, 1.1387886f, 1.1892071f, 1.2418578f,
      1.2968396f, 1.3542556f, 1.4142135f, 1.4768262f, 1.5422108f, 1.6104903f,
      1.6817929f, 1.7562522f, 1.8340081f, 1.9152066f);
  Vector magic = all(786432.0f), shifted[8], n[8], q[8];
  for (int k = 0; k < count; ++k)
    shifted[k] = fma(x[k], all(1.44269504f), magic);
  for (int k = 0; k < count; ++k)
    n[k] = _mm512_sub_ps(shifted[k], magic);
  for (int k = 0; k < count; ++k)
    x[k] = fma(n[k], all(-0.693145752f), x[k]);
  for (int k = 0; k < count; ++k)
    x[k] = fma(n[k], all(-1.42860677e-6f), x[k]);
  for (int k = 0; k < count; ++k)
    x[k] = _mm512_range_ps(x[k], all(0.022f), 2);
  for (int k = 0; k < count; ++k)
    q[k] = fma(x[k], all(0.166670258f), all(0.500016184f));
  for (int k = 0; k < count; ++k)
    x[k] = fma(_mm512_mul_ps(x[k], x[k]), q[k], x[k]);
  for (int k = 0; k < count; ++k) {
    Vector p = _mm512_permutexvar_ps(_mm512_castps_si512(shifted[k]), powers);
    x[k] = _mm512_scalef_ps(fma(x[k], p, p), n[k]);
  }
}

#endif
