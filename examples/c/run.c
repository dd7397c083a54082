/* run.c - runs any exported module on files of numbers
 * Part of Neo. SPDX-License-Identifier: Apache-2.0
 *
 *     ./run MODULE REPEAT INPUT.bin ... OUTPUT.bin ...
 *
 * Inputs and outputs are files of elements as they lie in memory, as NumPy's tofile
 * writes them. Without files it prints what the module takes and gives. */

#include "Neo/Runtime/C/Neo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const dtypes[] = {"f64", "f32", "f16", "bf16",
                                     "i64", "i32", "i8",  "i1"};

static void fail(const char *what, const char *why) {
  fprintf(stderr, "run: %s: %s\n", what, why);
  exit(1);
}

static void print_tensor(const char *side, const neo_tensor *tensor) {
  printf("%s %s: %s[", side, tensor->name, dtypes[tensor->dtype]);
  for (int32_t d = 0; d < tensor->rank; ++d)
    printf("%s%lld", d ? ", " : "", (long long)tensor->shape[d]);
  printf("], %zu bytes\n", tensor->bytes);
}

/* Memory for a tensor, which begins a cache line. */
static void *memory_for(const neo_tensor *tensor) {
  size_t rounded = (tensor->bytes / 64 + 1) * 64;
  void *memory = aligned_alloc(64, rounded);
  if (!memory)
    fail(tensor->name, "there is no memory");
  memset(memory, 0, rounded);
  return memory;
}

static void *read_tensor(const neo_tensor *tensor, const char *path) {
  void *memory = memory_for(tensor);
  FILE *file = fopen(path, "rb");
  if (!file || fread(memory, 1, tensor->bytes, file) != tensor->bytes)
    fail(path, "cannot be read, or is too short");
  fclose(file);
  return memory;
}

static void write_tensor(const neo_tensor *tensor, const void *memory,
                         const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(memory, 1, tensor->bytes, file) != tensor->bytes ||
      fclose(file) != 0)
    fail(path, "cannot be written");
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The shortest of `repeat` runs. */
static double run(neo_module *module, const void *const *inputs,
                  void *const *outputs, int repeat) {
  double best = 1e30;
  for (int n = 0; n < repeat; ++n) {
    double start = seconds();
    if (neo_run(module, inputs, outputs) != 0)
      fail("the module cannot be run", neo_error());
    double took = seconds() - start;
    best = took < best ? took : best;
  }
  return best;
}

int main(int argc, char **argv) {
  if (argc < 2)
    fail("usage", "run MODULE REPEAT INPUT.bin ... OUTPUT.bin ...");
  double start = seconds();
  neo_module *module = neo_load(argv[1], NULL);
  if (!module)
    fail("the module cannot be loaded", neo_error());
  double loaded = seconds() - start;
  int takes = neo_input_count(module), gives = neo_output_count(module);
  printf("target %s, %zu bytes of memory\n", neo_target(module),
         neo_memory(module));
  for (int i = 0; i < takes; ++i)
    print_tensor("input", neo_input(module, i));
  for (int i = 0; i < gives; ++i)
    print_tensor("output", neo_output(module, i));
  if (argc > 2) {
    if (argc != 3 + takes + gives)
      fail("usage", "there are not as many files as inputs and outputs");
    void **inputs = calloc((size_t)takes + 1, sizeof *inputs);
    void **outputs = calloc((size_t)gives + 1, sizeof *outputs);
    for (int i = 0; i < takes; ++i)
      inputs[i] = read_tensor(neo_input(module, i), argv[3 + i]);
    for (int i = 0; i < gives; ++i)
      outputs[i] = memory_for(neo_output(module, i));
    double best =
        run(module, (const void *const *)inputs, outputs, atoi(argv[2]));
    printf("loaded in %.3f ms, run in %.3f ms\n", 1e3 * loaded, 1e3 * best);
    for (int i = 0; i < gives; ++i)
      write_tensor(neo_output(module, i), outputs[i], argv[3 + takes + i]);
    for (int i = 0; i < takes; ++i)
      free(inputs[i]);
    for (int i = 0; i < gives; ++i)
      free(outputs[i]);
    free(inputs);
    free(outputs);
  }
  neo_free(module);
  return 0;
}
