// shift_gradients.c - channels moved, and their gradients moved back
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Two tensors in and two out are more than what strips walk down the rows of: two
// rows go along together whatever a pixel is.

#define ALONG
#define GRADIENTS
#include "shift_forward.c"

void run(const float *const *in, float *const *out) {
  shift(in[0], out[0], 0);
  shift(in[1], out[1], 1);
}
