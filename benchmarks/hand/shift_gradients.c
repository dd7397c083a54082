// shift_gradients.c - channels moved, and their gradients moved back
// Part of Neo. SPDX-License-Identifier: Apache-2.0

#define GRADIENTS
#include "shift_forward.c"

void run(const float *const *in, float *const *out) {
  shift(in[0], out[0], 0);
  shift(in[1], out[1], 1);
}
