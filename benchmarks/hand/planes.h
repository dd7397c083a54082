// planes.h - what norms of the planes of pictures share
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// What is normalised together is a *group* of planes: the channels of a group
// of one picture (X[b,k,c,p]), or one channel of all pictures (X[b,c,p]). Sums
// are of differences to the mean of some numbers, four vectors of each sum in
// turns.

#ifndef NEO_BENCHMARKS_HAND_PLANES_H
#define NEO_BENCHMARKS_HAND_PLANES_H

#include "vectors.h"

#ifdef X_3
enum { GROUPS = X_0 * X_1, PLANES = X_2, PIXELS = X_3, CHANNELS = X_1 * X_2 };
#else
enum { GROUPS = X_1, PLANES = X_0, PIXELS = X_2, CHANNELS = X_1 };
#endif
enum { COUNT = PLANES * PIXELS, TURNS = 4, STEP = TURNS * LANES };
_Static_assert(PIXELS % STEP == 0, "planes fill vectors");

/// Where plane `n` of group `g` begins, and the channel that it is of.
static inline long place(int g, int n) {
#ifdef X_3
  return ((long)g * PLANES + n) * PIXELS;
#else
  return ((long)n * GROUPS + g) * PIXELS;
#endif
}
static inline int channel(int g, int n) {
#ifdef X_3
  return g % X_1 * PLANES + n;
#else
  return g;
#endif
}

struct Moments {
  Vector pivot, sums[TURNS], squares[TURNS];
};

static inline float total(const Vector *v) {
  return _mm512_reduce_add_ps(
      _mm512_add_ps(_mm512_add_ps(v[0], v[1]), _mm512_add_ps(v[2], v[3])));
}

static inline struct Moments begin(const float *x, int g) {
  struct Moments m = {all(0)};
  for (int n = 0; n < PLANES; ++n)
    m.pivot = _mm512_add_ps(m.pivot, _mm512_loadu_ps(x + place(g, n)));
  m.pivot = all(_mm512_reduce_add_ps(m.pivot) / (PLANES * LANES));
  for (int k = 0; k < TURNS; ++k)
    m.sums[k] = m.squares[k] = all(0);
  return m;
}

/// Adds a vector, and gives its differences to the pivot.
static inline Vector add(struct Moments *m, int k, Vector x) {
  Vector t = _mm512_sub_ps(x, m->pivot);
  m->sums[k] = _mm512_add_ps(m->sums[k], t);
  m->squares[k] = fma(t, t, m->squares[k]);
  return t;
}

/// The mean less the pivot, and the reciprocal deviation.
static inline float beyondPivot(const struct Moments *m) {
  return total(m->sums) / COUNT;
}
static inline float scaleOf(const struct Moments *m) {
  float a = beyondPivot(m);
  return 1 / __builtin_sqrtf(total(m->squares) / COUNT - a * a + 1e-5f);
}

#endif
