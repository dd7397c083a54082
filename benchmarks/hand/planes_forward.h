// planes_forward.h - a group is summed up while the one before is written
// Part of Neo. SPDX-License-Identifier: Apache-2.0

#ifndef NEO_BENCHMARKS_HAND_PLANES_FORWARD_H
#define NEO_BENCHMARKS_HAND_PLANES_FORWARD_H

#include "planes.h"

/// What group `g` is written by.
struct Written {
  int g;
  float mean, scale;
};

static inline struct Moments sum(const float *x, int g) {
  struct Moments m = begin(x, g);
  for (int n = 0; n < PLANES; ++n)
    for (int p = 0; p < PIXELS; p += STEP)
      for (int k = 0; k < TURNS; ++k)
        add(&m, k, _mm512_loadu_ps(x + place(g, n) + p + k * LANES));
  return m;
}

static inline void line(float *y, int past, Vector value) {
  if (past)
    _mm512_stream_ps(y, value);
  else
    _mm512_storeu_ps(y, value);
}

/// Writes `w`, and sums up group `next` if there is one.
static inline struct Moments write(const float *const *in, float *y, int past,
                                   struct Written w, int next) {
  const float *x = in[0];
  struct Moments m = begin(x, next < 0 ? 0 : next);
  for (int n = 0; n < PLANES; ++n) {
    float scale = w.scale * in[1][channel(w.g, n)];
    Vector factor = all(scale);
    Vector offset = all(in[2][channel(w.g, n)] - w.mean * scale);
    const float *from = x + place(w.g, n), *read = x + place(next, n);
    float *to = y + place(w.g, n);
    for (int p = 0; p < PIXELS; p += STEP)
      for (int k = 0; k < TURNS; ++k) {
        int at = p + k * LANES;
        if (next >= 0) {
          __builtin_prefetch(read + at + 256);
          add(&m, k, _mm512_loadu_ps(read + at));
        }
        line(to + at, past, fma(_mm512_loadu_ps(from + at), factor, offset));
      }
  }
  return m;
}

static inline struct Written finish(const struct Moments *m, int g) {
  struct Written w = {g, m->pivot[0] + beyondPivot(m), scaleOf(m)};
  return w;
}

#endif
