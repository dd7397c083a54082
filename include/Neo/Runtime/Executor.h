//===- Executor.h - runs a launch plan --------------------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// An Executor does once what need not be repeated in every run: it checks the
// plan, places the temporaries (MemoryPlan), allocates the arena, copies the
// constants to aligned memory and fills each launch's table of buffer
// addresses. A run then sets the addresses of inputs and results and calls the
// kernels; those of prepared launches in the first run only.
//
//     std::string error;
//     std::unique_ptr<Executor> program =
//         Executor::create(std::move(plan), error);
//     if (!program) ...                      // `error` says what is wrong
//     const void *inputs[] = {x};
//     void *results[] = {y, xCopy};
//     program->run(inputs, results);
//
// Inputs are only read, unless a launch names one as its output. Input and
// result pointers need the alignment of their element type, no more. A result
// must not overlap an input or another result. One executor runs once at a time
// (the arena is shared); calls from several threads are serialised.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_EXECUTOR_H
#define NEO_RUNTIME_EXECUTOR_H

#include "Neo/Runtime/LaunchPlan.h"
#include "Neo/Runtime/ThreadPool.h"

#include <functional>
#include <memory>

namespace neo {

/// Reads the `bytes` of a constant that names a tensor into its buffer; false,
/// and a message, if they cannot be read.
using TensorReader = std::function<bool(const std::string &tensor, char *to,
                                        size_t bytes, std::string &error)>;

struct ExecutorStats {
  size_t launches = 0;
  /// Temporaries: the arena, what they would take unshared, and the maximum
  /// of the bytes that are live at one step.
  size_t arenaBytes = 0;
  size_t temporaryBytes = 0;
  size_t maxLiveBytes = 0;
  /// Constants, and what the first run computes for later ones.
  size_t lastingBytes = 0;
};

class Executor {
public:
  /// Null, and a message in `error`, when the plan is not valid or its memory
  /// cannot be had. `pool` must outlive the executor. `read` is asked for the
  /// constants that name tensors, one after the other.
  static std::unique_ptr<Executor>
  create(LaunchPlan plan, std::string &error,
         ThreadPool &pool = ThreadPool::global(),
         const TensorReader &read = {});
  ~Executor();

  /// Runs the program: `inputs[i]` is the data of input i, `results[i]` the
  /// memory of result i. A pointer whose buffer has 0 bytes may be null. False
  /// if the run was cancelled, and the results are undefined: by the
  /// interruption, or because an index from data is out of bounds, which
  /// `problem` then reports.
  bool run(const void *const *inputs, void *const *results,
           Interruption *interruption = nullptr,
           std::string *problem = nullptr);

  /// The same, and the seconds each launch took.
  bool runProfiled(const void *const *inputs, void *const *results,
                   std::vector<double> &seconds,
                   Interruption *interruption = nullptr,
                   std::string *problem = nullptr);

  /// At most this many threads work for this program; 0 means no limit.
  void setThreadLimit(int threads);

  /// How many pointers a run takes, each as long as the executor lives.
  int inputCount() const;
  int resultCount() const;
  /// What is run. Valid as long as the executor lives.
  const LaunchPlan &plan() const;
  const ExecutorStats &stats() const;

private:
  struct State;
  explicit Executor(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace neo

#endif // NEO_RUNTIME_EXECUTOR_H
