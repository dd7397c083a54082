/* memory.c - the memory that a module takes
 * Part of Neo. SPDX-License-Identifier: Apache-2.0
 *
 *     memory MODULE
 *
 * Prints bytes: what the module states, the most that was taken until it was loaded and
 * run once, the most in twenty runs more, and what is left when it is freed. */

#define _GNU_SOURCE
#include "Neo/Runtime/C/Neo.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long now, most;

static void *counted(void *memory) {
  long taken = atomic_fetch_add(&now, (long)malloc_usable_size(memory));
  taken += (long)malloc_usable_size(memory);
  long before = atomic_load(&most);
  while (taken > before && !atomic_compare_exchange_weak(&most, &before, taken))
    ;
  return memory;
}

/* These stand before the C library's, for the runtime too. */
void *malloc(size_t bytes) {
  static void *(*real)(size_t);
  if (!real)
    real = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  return counted(real(bytes));
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  static void *(*real)(size_t, size_t);
  if (!real)
    real = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "aligned_alloc");
  return counted(real(alignment, bytes));
}

void free(void *memory) {
  static void (*real)(void *);
  if (!real)
    real = (void (*)(void *))dlsym(RTLD_NEXT, "free");
  atomic_fetch_sub(&now, (long)malloc_usable_size(memory));
  real(memory);
}

static void *make(const neo_tensor *tensor, long *own) {
  void *memory = aligned_alloc(64, (tensor->bytes / 64 + 1) * 64);
  *own += (long)malloc_usable_size(memory);
  return memory;
}

int main(int argc, char **argv) {
  neo_module *module = neo_load(argc > 1 ? argv[1] : "", NULL);
  if (!module) {
    puts(neo_error());
    return 1;
  }
  long own = 0, stated = (long)neo_memory(module);
  float *input = make(neo_input(module, 0), &own);
  float *output = make(neo_output(module, 0), &own);
  for (size_t n = 0; n < neo_input(module, 0)->bytes / sizeof(float); ++n)
    input[n] = (float)(n % 7);
  const void *inputs[] = {input};
  void *outputs[] = {output};
  int wrong = neo_run(module, inputs, outputs);
  long peak = atomic_load(&most) - own;
  atomic_store(&most, 0);
  for (int n = 0; n < 20; ++n)
    wrong += neo_run(module, inputs, outputs);
  long after = atomic_load(&most) > 0 ? atomic_load(&most) - own : 0;
  neo_free(module);
  free(input);
  free(output);
  printf("%ld %ld %ld %ld\n", stated, peak, after, atomic_load(&now));
  return wrong;
}
