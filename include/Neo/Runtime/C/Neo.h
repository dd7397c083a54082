//===- Neo.h - Exported modules from C ----------------------------*- C -* ===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Runs what `neo.export` wrote. Needs libneo_runtime, which needs nothing but
// the C library: no compiler, no Python.
//
//     neo_module *module = neo_load("model.neo", NULL);
//     if (!module) { puts(neo_error()); exit(1); }
//     const void *inputs[] = {x};   // as many as neo_input_count(module)
//     void *outputs[] = {y};
//     if (neo_run(module, inputs, outputs) != 0) puts(neo_error());
//     neo_free(module);
//
// Memory. neo_load allocates all that the module will ever use, neo_memory()
// bytes and some for tables; neo_run allocates nothing. Inputs and outputs
// belong to the caller: row-major, aligned as their elements are. An output of
// 1 MiB and more begins at a multiple of 64 bytes (aligned_alloc). Outputs
// overlap nothing.
//
// Threads. All functions may be called from any thread. Runs of one module are
// serialised; a module that is loaded twice can run twice at a time. All
// modules of a process share their workers, NEO_NUM_THREADS of them, else one
// for each processor. neo_error() is the calling thread's own. neo_free() comes
// after the last run.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_C_NEO_H
#define NEO_RUNTIME_C_NEO_H

#include <stddef.h>
#include <stdint.h>

// Names are those of C. NOLINTBEGIN(readability-identifier-naming)

#ifdef __cplusplus
extern "C" {
#endif

#define NEO_API __attribute__((visibility("default")))

typedef struct neo_module neo_module;

// bf16 and f16 are two bytes, i1 is one byte that is 0 or 1.
typedef enum neo_dtype {
  NEO_F64,
  NEO_F32,
  NEO_F16,
  NEO_BF16,
  NEO_I64,
  NEO_I32,
  NEO_I8,
  NEO_I1
} neo_dtype;

// An input or output. What it points to lives as long as the module.
typedef struct neo_tensor {
  const char *name;
  neo_dtype dtype;
  int32_t rank;
  const int64_t *shape;
  size_t bytes;
} neo_tensor;

// NULL, or a structure of zeros, means the defaults.
typedef struct neo_options {
  // One of the module's targets, "avx2"; NULL: the first that runs here.
  const char *target;
  // At most so many threads; 0: as many as the module was exported for.
  int32_t threads;
} neo_options;

// The module in a folder; NULL if it cannot be run here.
NEO_API neo_module *neo_load(const char *folder, const neo_options *options);

// Runs it once: 0 for success; otherwise the outputs are undefined.
NEO_API int neo_run(neo_module *module, const void *const *inputs,
                    void *const *outputs);

// The error message of the last call of this thread that failed; never NULL.
NEO_API const char *neo_error(void);

// NULL does nothing.
NEO_API void neo_free(neo_module *module);

// Of NULL all of these give 0 or NULL.
NEO_API int32_t neo_input_count(const neo_module *module);
NEO_API int32_t neo_output_count(const neo_module *module);

// Number `index`; NULL if there is none.
NEO_API const neo_tensor *neo_input(const neo_module *module, int32_t index);
NEO_API const neo_tensor *neo_output(const neo_module *module, int32_t index);

// The target whose code is run, and the bytes of weights and temporaries.
NEO_API const char *neo_target(const neo_module *module);
NEO_API size_t neo_memory(const neo_module *module);

#ifdef __cplusplus
}
#endif

// NOLINTEND(readability-identifier-naming)

#endif // NEO_RUNTIME_C_NEO_H
