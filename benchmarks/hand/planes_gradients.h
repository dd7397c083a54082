// planes_gradients.h - four sums of a group, then its four results
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// With n the normalised number the gradient is (d g - mean(d g) - n mean(d g
// n)) times the scale; sums of d and of d (x - pivot) are the planes', as g is.

#ifndef NEO_BENCHMARKS_HAND_PLANES_GRADIENTS_H
#define NEO_BENCHMARKS_HAND_PLANES_GRADIENTS_H

#include "planes_forward.h"

/// Of each plane of a group.
struct Shares {
  float shares[PLANES], products[PLANES];
};

static inline struct Moments sumBoth(const float *x, const float *d, int g,
                                     struct Shares *s) {
  struct Moments m = begin(x, g);
  for (int n = 0; n < PLANES; ++n) {
    Vector shares[TURNS], products[TURNS];
    for (int k = 0; k < TURNS; ++k)
      shares[k] = products[k] = all(0);
    for (int p = 0; p < PIXELS; p += STEP)
      for (int k = 0; k < TURNS; ++k) {
        long at = place(g, n) + p + k * LANES;
        Vector given = _mm512_loadu_ps(d + at);
        __builtin_prefetch(x + at + 1024);
        __builtin_prefetch(d + at + 1024);
        Vector t = add(&m, k, _mm512_loadu_ps(x + at));
        shares[k] = _mm512_add_ps(shares[k], given);
        products[k] = fma(given, t, products[k]);
      }
    s->shares[n] = total(shares);
    s->products[n] = total(products);
  }
  return m;
}

static inline void gradients(const float *const *in, float *const *out,
                             int past) {
  const float *x = in[0], *g = in[1], *h = in[2], *d = in[3];
  for (int c = 0; c < CHANNELS; ++c)
    out[2][c] = out[3][c] = 0;
  for (int group = 0; group < GROUPS; ++group) {
    struct Shares s;
    struct Moments m = sumBoth(x, d, group, &s);
    struct Written w = finish(&m, group);
    float beyond = beyondPivot(&m), share = 0, product = 0;
    for (int n = 0; n < PLANES; ++n) {
      int c = channel(group, n);
      float normal = (s.products[n] - beyond * s.shares[n]) * w.scale;
      out[2][c] += normal;
      out[3][c] += s.shares[n];
      share += g[c] * s.shares[n];
      product += g[c] * normal;
    }
    float slope = -w.scale * w.scale * product / COUNT;
    Vector slopes = all(slope);
    Vector rest = all(-w.scale * share / COUNT - slope * w.mean);
    for (int n = 0; n < PLANES; ++n) {
      int c = channel(group, n);
      Vector factor = all(w.scale * g[c]);
      Vector offset = all(h[c] - w.mean * w.scale * g[c]);
      for (int p = 0; p < PIXELS; p += LANES) {
        long at = place(group, n) + p;
        Vector one = _mm512_loadu_ps(x + at);
        line(out[0] + at, past, fma(one, factor, offset));
        Vector part = fma(_mm512_loadu_ps(d + at), factor, rest);
        line(out[1] + at, past, fma(one, slopes, part));
      }
    }
  }
}

#endif
