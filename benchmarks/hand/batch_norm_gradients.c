// batch_norm_gradients.c - four sums of a channel or column, then its results
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// As in batch_norm_forward.c and planes_gradients.h; of two operands a channel
// is 400 KB, which is read again from the second-level cache.

#include "vectors.h"

#ifdef X_2
#include "planes_gradients.h"

void run(const float *const *in, float *const *out) {
  gradients(in, out, /*past=*/1);
}
#else
#include "columns.h"

static struct Columns columns;
static Numbers shares, products, slope, rest;

static inline void addGiven(const float *x, const float *d, int i, int j) {
  Vector pivot = _mm512_load_ps(columns.pivot + j);
  Vector share = _mm512_load_ps(shares + j),
         product = _mm512_load_ps(products + j);
  for (int k = 0; k < TOGETHER; ++k) {
    Vector given = _mm512_loadu_ps(row(d, i + k) + j);
    Vector t = _mm512_sub_ps(_mm512_loadu_ps(row(x, i + k) + j), pivot);
    share = _mm512_add_ps(share, given);
    product = fma(given, t, product);
  }
  _mm512_store_ps(shares + j, share);
  _mm512_store_ps(products + j, product);
}

static inline void finishGiven(const float *g, float *const *out, int j) {
  const struct Columns *c = &columns;
  float normal = (products[j] - c->beyond[j] * shares[j]) * c->reciprocal[j];
  out[2][j] = normal;
  out[3][j] = shares[j];
  slope[j] = -c->scale[j] * c->reciprocal[j] * normal / COUNT;
  rest[j] = -c->scale[j] * shares[j] / COUNT -
            slope[j] * (c->pivot[j] + c->beyond[j]);
}

void run(const float *const *in, float *const *out) {
  begin(&columns, in[0]);
  for (int j = 0; j < COLUMNS; ++j)
    shares[j] = products[j] = 0;
  for (int i = 0; i < COUNT; i += TOGETHER)
    for (int j = 0; j < COLUMNS; j += LANES) {
      add(&columns, in[0], i, j);
      addGiven(in[0], in[3], i, j);
    }
  for (int j = 0; j < COLUMNS; ++j) {
    finish(&columns, in[1], in[2], j);
    finishGiven(in[1], out, j);
  }
  for (int i = 0; i < COUNT; ++i)
    for (int j = 0; j < COLUMNS; j += LANES) {
      writeResult(&columns, in[0], out[0], i, j);
      long at = (long)i * COLUMNS + j;
      Vector part = fma(_mm512_loadu_ps(in[0] + at), _mm512_load_ps(slope + j),
                        _mm512_load_ps(rest + j));
      part = fma(_mm512_loadu_ps(in[3] + at), _mm512_load_ps(columns.scale + j),
                 part);
      _mm512_stream_ps(out[1] + at, part);
    }
}
#endif
