// row_sum_forward.c - a sum per row, in one stream that asks ahead
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Four vectors are added at a time, so that no addition waits for the one
// before. What memory delivers is asked for four kilobytes ahead, across the
// ends of rows: to it, all rows are one stream.

enum { ROWS = X_0, COLUMNS = X_1, WIDTH = 16, STEP = 4 * WIDTH, AHEAD = 1024 };
typedef float Vector __attribute__((vector_size(4 * WIDTH), aligned(4)));

static float sum(const float *x) {
  Vector sums[4] = {{0}};
  int j = 0;
  for (; j + STEP <= COLUMNS; j += STEP)
    for (int v = 0; v < 4; ++v) {
      __builtin_prefetch(x + j + AHEAD + v * WIDTH);
      sums[v] += *(const Vector *)(x + j + v * WIDTH);
    }
  Vector both = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float all = 0;
  for (int l = 0; l < WIDTH; ++l)
    all += both[l];
  for (; j < COLUMNS; ++j)
    all += x[j];
  return all;
}

void run(const float *const *in, float *const *out) {
  for (int i = 0; i < ROWS; ++i)
    out[0][i] = sum(in[0] + (long)i * COLUMNS);
}
