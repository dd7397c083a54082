// group_norm_gradients.c - see planes_gradients.h
// Part of Neo. SPDX-License-Identifier: Apache-2.0

#include "planes_gradients.h"

void run(const float *const *in, float *const *out) {
  gradients(in, out, /*past=*/0);
}
