// layer_norm_forward.c - the sums of a row beside the results of the row before
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Mean and variance come from one pass: sums of what is left of the row's first
// number, and of its squares, which cancel only if a row is nearly constant. That
// pass goes over row i + 1 in the loop that writes row i, so that the memory is
// never waited for twice.

#include "rows.h"

enum { TOGETHER = 2 };
_Static_assert(COUNT % TOGETHER == 0, "groups of rows");

/// Of each row of a group: what was summed, and what is written by it.
struct Row {
  Vector first, sum, squares;
  Vector scale, offset;
};

static inline void add(struct Row *rows, const float *x, int j, int end) {
  __mmask16 lanes = before(j, end);
  for (int r = 0; r < TOGETHER; ++r, x += COLUMNS) {
    Vector t = _mm512_maskz_sub_ps(lanes, load(x + j, lanes), rows[r].first);
    rows[r].sum = _mm512_add_ps(rows[r].sum, t);
    rows[r].squares = fma(t, t, rows[r].squares);
  }
}

static inline void write(const struct Row *rows, const float *x, const float *g,
                         const float *h, float *y, int j, int end) {
  __mmask16 lanes = before(j, end);
  Vector scale = load(g + j, lanes), offset = load(h + j, lanes);
  for (int r = 0; r < TOGETHER; ++r, x += COLUMNS, y += COLUMNS) {
    Vector t = fma(load(x + j, lanes), rows[r].scale, rows[r].offset);
    put(y + j, lanes, ALIGNED && lanes == 0xffff, fma(t, scale, offset));
  }
}

static inline void begin(struct Row *rows, const float *x) {
  for (int r = 0; r < TOGETHER; ++r) {
    rows[r].first = all(x[(long)r * COLUMNS]);
    rows[r].sum = rows[r].squares = all(0);
  }
}

static inline void finish(struct Row *rows) {
  for (int r = 0; r < TOGETHER; ++r) {
    float mean = _mm512_reduce_add_ps(rows[r].sum) / COLUMNS;
    float square = _mm512_reduce_add_ps(rows[r].squares) / COLUMNS;
    float scale = 1 / __builtin_sqrtf(square - mean * mean + 1e-5f);
    rows[r].scale = all(scale);
    rows[r].offset = all(-scale * (mean + rows[r].first[0]));
  }
}

void run(const float *const *in, float *const *out) {
  const float *x = in[0];
  struct Row rows[TOGETHER];
  begin(rows, x);
  for (int j = 0; j < COLUMNS; j += LANES)
    add(rows, x, j, COLUMNS);
  finish(rows);
  enum { WHOLE = COLUMNS / LANES * LANES };
  for (int i = 0; i < COUNT; i += TOGETHER) {
    const float *next = row(x, i + TOGETHER < COUNT ? i + TOGETHER : i);
    float *y = out[0] + (long)i * COLUMNS;
    begin(rows, next);
    for (int j = 0; j < WHOLE; j += LANES) {
      for (int r = 0; r < TOGETHER; ++r)
        __builtin_prefetch(next + (TOGETHER + r) * COLUMNS + j, 0, 2);
      add(rows, next, j, WHOLE);
      write(rows, row(x, i), in[1], in[2], y, j, WHOLE);
    }
    if (WHOLE < COLUMNS) {
      add(rows, next, WHOLE, COLUMNS);
      write(rows, row(x, i), in[1], in[2], y, WHOLE, COLUMNS);
    }
    finish(rows);
  }
}
