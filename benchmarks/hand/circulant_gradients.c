// circulant_gradients.c - the projection, and its gradient
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// An orthogonal projection is its own gradient.

#define GRADIENTS
#include "circulant_forward.c"

void run(const float *const *in, float *const *out) {
  project(in[0], out[0]);
  project(in[1], out[1]);
}
