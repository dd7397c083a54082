// row_sum_forward.c - a sum per row, of a matrix that is read in one go
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Rows follow one another, so the matrix is one stream: four vectors at a time, and
// the four that lie a page further on are asked for in the second-level cache. The
// hardware reads ahead as well, but begins anew with every page. Several rows at once
// are several pages, which is slower, and so is the first-level cache, which has room
// for a few misses. What the last-level cache holds comes soon enough.

enum { ROWS = X_0, COLUMNS = X_1, LANES = 16, TOGETHER = 4, AHEAD = 1024 };
enum { STEP = TOGETHER * LANES, FROM_MEMORY = (long)ROWS * COLUMNS >= 4 << 20 };
typedef float Vector __attribute__((vector_size(4 * LANES), aligned(4)));

static float sum(const float *x) {
  Vector sums[TOGETHER] = {{0}};
  int j = 0;
  for (; j + STEP <= COLUMNS; j += STEP)
    for (int v = 0; v < TOGETHER; ++v) {
      const float *from = x + j + v * LANES;
      if (FROM_MEMORY)
        __builtin_prefetch(from + AHEAD, 0, 2);
      sums[v] += *(const Vector *)from;
    }
  Vector lanes = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float all = 0;
  for (int l = 0; l < LANES; ++l)
    all += lanes[l];
  for (; j < COLUMNS; ++j)
    all += x[j];
  return all;
}

void run(const float *const *in, float *const *out) {
  for (int i = 0; i < ROWS; ++i)
    out[0][i] = sum(in[0] + (long)i * COLUMNS);
}
