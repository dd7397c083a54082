// parallel.c - a chain of matrix-vector products by OpenMP
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//     parallel SIZE LENGTH
//
// prints the microseconds of one product of SIZE x SIZE numbers in a chain of
// LENGTH, each of which waits for the one before: the fastest of several chains.
// The threads, their places and how they wait are OpenMP's own variables
// (OMP_NUM_THREADS, OMP_PROC_BIND, OMP_WAIT_POLICY). Built by parallel.py with
// -O3 -march=native -ffast-math -fopenmp.

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHAINS = 200 };

int main(int count, char **words) {
  if (count != 3)
    return 1;
  int size = atoi(words[1]), length = atoi(words[2]);
  float *w = aligned_alloc(64, sizeof(float) * size * size);
  float *x[2] = {aligned_alloc(64, sizeof(float) * size),
                 aligned_alloc(64, sizeof(float) * size)};
  for (int i = 0; i < size * size; ++i)
    w[i] = 1.0f / size;
  for (int i = 0; i < size; ++i)
    x[0][i] = 1;
  double best = 1e9;
  for (int chain = 0; chain < CHAINS; ++chain) {
    double start = omp_get_wtime();
    for (int step = 0; step < length; ++step) {
      const float *from = x[step % 2];
      float *to = x[1 - step % 2];
#pragma omp parallel for schedule(static)
      for (int i = 0; i < size; ++i) {
        float sum = 0;
        for (int k = 0; k < size; ++k)
          sum += w[i * size + k] * from[k];
        to[i] = sum;
      }
    }
    double seconds = (omp_get_wtime() - start) / length;
    best = seconds < best ? seconds : best;
  }
  printf("%.3f\n", 1e6 * best);
  return x[length % 2][0] > 0 ? 0 : 1;
}
