/* refusals.c - what C is told of wrong calls
 * Part of Neo. SPDX-License-Identifier: Apache-2.0
 *
 *     refusals MODULE EMPTY
 *
 * The module takes and gives one tensor of 1 MiB and more, EMPTY one of none. */

#include "Neo/Runtime/C/Neo.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  printf("before any: '%s'\n", neo_error());
  printf("no folder: %d %s\n", neo_load(NULL, NULL) != NULL, neo_error());
  printf("no module: %d %s\n", neo_load("/nowhere", NULL) != NULL, neo_error());
  neo_options options = {"sse", 0};
  const char *path = argc > 1 ? argv[1] : "";
  printf("target: %d %s\n", neo_load(path, &options) != NULL, neo_error());
  options = (neo_options){NULL, -1};
  printf("threads: %d %s\n", neo_load(path, &options) != NULL, neo_error());
  neo_module *module = neo_load(path, NULL);
  if (!module)
    return 1;
  printf("no such: %d %d\n", neo_input(module, 1) == NULL,
         neo_output(module, -1) == NULL);
  size_t bytes = neo_output(module, 0)->bytes;
  char *memory = aligned_alloc(64, 2 * bytes + 64);
  const void *inputs[] = {memory};
  void *outputs[] = {memory + bytes + 4};
  printf("unaligned: %d %s\n", neo_run(module, inputs, outputs), neo_error());
  printf("null: %d %s\n", neo_run(module, inputs, NULL), neo_error());
  printf("none: %d %s\n", neo_run(NULL, inputs, outputs), neo_error());
  printf("nothing: %d %d %d %d %d %zu\n", neo_input_count(NULL),
         neo_output_count(NULL), neo_input(NULL, 0) == NULL,
         neo_output(NULL, 0) == NULL, neo_target(NULL) == NULL,
         neo_memory(NULL));
  neo_free(NULL);
  neo_module *empty = neo_load(argc > 2 ? argv[2] : "", NULL);
  printf("empty: %d\n", empty ? neo_run(empty, NULL, NULL) : 1);
  neo_free(empty);
  neo_free(module);
  free(memory);
  return 0;
}
