/* threads.c - many threads run one module, and no run allocates
 * Part of Neo. SPDX-License-Identifier: Apache-2.0
 *
 *     threads MODULE
 *
 * The module takes and gives one tensor of float. Its results for as many different
 * inputs as there are threads are made alone first, then by all threads at once, over
 * and over; memory that is asked for meanwhile is counted. */

#define _GNU_SOURCE
#include "Neo/Runtime/C/Neo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 6, RUNS = 200 };

static atomic_long allocations;

/* Stands before the C library's, for the runtime too. */
void *malloc(size_t bytes) {
  static void *(*real)(size_t);
  if (!real)
    real = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  atomic_fetch_add(&allocations, 1);
  return real(bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  void *found = NULL;
  atomic_fetch_add(&allocations, 1);
  return posix_memalign(&found, alignment, bytes) == 0 ? found : NULL;
}

typedef struct job {
  neo_module *module;
  float *input, *expected, *output;
  size_t bytes;
  int wrong;
} job;

static void *work(void *argument) {
  job *mine = argument;
  for (int n = 0; n < RUNS; ++n) {
    const void *inputs[] = {mine->input};
    void *outputs[] = {mine->output};
    memset(mine->output, 0, mine->bytes);
    mine->wrong += neo_run(mine->module, inputs, outputs) != 0 ||
                   memcmp(mine->output, mine->expected, mine->bytes) != 0;
  }
  return NULL;
}

/* The message of one thread is not that of another. */
static void *work_and_fail(void *argument) {
  job *mine = argument;
  const void *missing[] = {NULL};
  void *outputs[] = {mine->output};
  work(mine);
  mine->wrong += neo_error()[0] != '\0';
  mine->wrong += neo_run(mine->module, missing, outputs) == 0;
  mine->wrong += strstr(neo_error(), "is NULL") == NULL;
  return NULL;
}

int main(int argc, char **argv) {
  neo_module *module = neo_load(argc > 1 ? argv[1] : "", NULL);
  if (!module) {
    puts(neo_error());
    return 1;
  }
  size_t takes = neo_input(module, 0)->bytes;
  size_t gives = neo_output(module, 0)->bytes;
  job jobs[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    float *memory = aligned_alloc(64, (takes + 2 * gives + 191) / 64 * 64);
    jobs[i] = (job){module, memory, memory + takes / 4,
                    memory + (takes + gives) / 4, gives, 0};
    for (size_t n = 0; n < takes / 4; ++n)
      memory[n] = (float)((int)(n * 7 + (size_t)i * 31) % 23 - 11);
    const void *inputs[] = {jobs[i].input};
    void *outputs[] = {jobs[i].expected};
    if (neo_run(module, inputs, outputs) != 0) {
      puts(neo_error());
      return 1;
    }
  }
  long before = atomic_load(&allocations);
  work(&jobs[0]);
  printf("%ld allocations in runs\n", atomic_load(&allocations) - before);
  int wrong = jobs[0].wrong;
  jobs[0].wrong = 0;
  for (int i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], NULL, work_and_fail, &jobs[i]);
  for (int i = 0; i < THREADS; ++i) {
    pthread_join(threads[i], NULL);
    wrong += jobs[i].wrong;
    free(jobs[i].input);
  }
  printf("%d wrong\n", wrong);
  neo_free(module);
  return 0;
}
