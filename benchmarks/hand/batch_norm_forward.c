// batch_norm_forward.c - a channel is summed up while the one before is written
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// A channel of all pictures (200 KB) stays in the second-level cache until it
// is written, by streaming stores, while the next is read. Rows of numbers (X[b,c])
// are three megabytes apart in a column: they are read twice, eight at a time
// for the sums of columns.

#include "vectors.h"

#ifdef X_2
#include "planes_forward.h"

void run(const float *const *in, float *const *out) {
  struct Moments m = sum(in[0], 0);
  for (int g = 0; g + 1 < GROUPS; ++g)
    m = write(in, out[0], /*past=*/1, finish(&m, g), g + 1);
  write(in, out[0], /*past=*/1, finish(&m, GROUPS - 1), -1);
}
#else
#include "columns.h"

void run(const float *const *in, float *const *out) {
  static struct Columns columns;
  begin(&columns, in[0]);
  for (int i = 0; i < COUNT; i += TOGETHER)
    for (int j = 0; j < COLUMNS; j += LANES)
      add(&columns, in[0], i, j);
  for (int j = 0; j < COLUMNS; ++j)
    finish(&columns, in[1], in[2], j);
  for (int i = 0; i < COUNT; ++i)
    for (int j = 0; j < COLUMNS; j += LANES)
      writeResult(&columns, in[0], out[0], i, j);
}
#endif
