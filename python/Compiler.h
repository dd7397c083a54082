//===- Compiler.h - What Python sees of the compiler ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The border between two worlds: MLIR is built without exceptions and RTTI,
// pybind11 needs both. Across it go IR text, buffers and error messages, in
// types of the standard library only.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_COMPILER_H
#define NEO_PYTHON_COMPILER_H

#include "Kernels.h"

#include "Neo/Runtime/Interruption.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neo::python {

/// A buffer's element type, as NumPy names it ("float32", "bool"), and shape.
struct ArrayType {
  std::string dtype;
  std::vector<int64_t> shape;

  bool operator==(const ArrayType &other) const {
    return dtype == other.dtype && shape == other.shape;
  }
};

/// An operation's outcome: a value, or a message that says what is wrong.
template <typename T> struct Outcome {
  T value;
  std::string error;
};

/// Parses, verifies, runs `pipeline` and prints; with `locations`, which line
/// of `text` everything comes from as well.
Outcome<std::string> canonical(const std::string &text,
                               const std::string &pipeline,
                               bool locations = false);

/// A warning or remark: where in the text stands what it is about, the
/// message, and what is added to it.
struct Remark {
  std::vector<Place> places;
  std::string text;
  std::vector<std::string> notes;
};

/// The assembly of what `function` of the module in `text` needs.
Outcome<std::string> assembly(const std::string &text,
                              const std::string &function);

/// Parses, runs `pipeline`, and gives what the passes say about the text.
Outcome<std::vector<Remark>> remarks(const std::string &text,
                                     const std::string &pipeline);

/// What the optimised and scheduled module of a text runs, and what the passes
/// said on the way.
struct Explanation {
  std::vector<Kernel> kernels;
  std::vector<Remark> remarks;
};
Outcome<Explanation> explain(const std::string &text);

/// A parsed function that the reference interpreter can run.
class Interpreted {
public:
  Interpreted();
  ~Interpreted();
  static Outcome<std::unique_ptr<Interpreted>>
  parse(const std::string &text, const std::string &function);

  std::vector<ArrayType> inputs() const;
  std::vector<ArrayType> results() const;
  /// Fills the results; returns an error message or nothing. The `problem` of
  /// an index from data is the message that a compiled function has for it.
  std::string run(const std::vector<const void *> &inputs,
                  const std::vector<void *> &results, std::string &problem);

private:
  struct State;
  std::unique_ptr<State> state;
};

/// A compiled function.
class Compiled {
public:
  Compiled();
  ~Compiled();
  static Outcome<std::unique_ptr<Compiled>> compile(const std::string &text,
                                                    const std::string &function,
                                                    int threads,
                                                    Interruption &interruption);

  /// What neo.export wrote into `folder`, for `target`, if that is not empty.
  static Outcome<std::unique_ptr<Compiled>>
  load(const std::string &folder, const std::string &target, int threads);

  /// An extent of `anyBatch` is the size of the batch, one number in a call.
  static constexpr int64_t anyBatch = -1;
  std::vector<ArrayType> inputs() const;
  std::vector<ArrayType> results() const;
  /// What took long to compile; empty if nothing did.
  std::string warning() const;
  /// A message if there is no memory for a batch of `items`, or nothing.
  std::string prepare(int64_t items);
  /// Runs a batch of `items`, which fixed sizes do not ask for. False if the
  /// run was given up, or if it has a `problem`: an index from
  /// data that lies outside its dimension.
  bool run(int64_t items, const void *const *inputs, void *const *results,
           Interruption &interruption, std::string &problem);
  /// Seconds that each launch takes, with the name of its kernel; as many as
  /// ended before the run was given up.
  std::vector<std::pair<std::string, double>>
  profile(int64_t items, const void *const *inputs, void *const *results,
          Interruption &interruption, std::string &problem);
  size_t launches() const;
  /// Of a module that was loaded, the target that was chosen; else empty.
  std::string target() const;
  /// Bytes of temporaries in a run of `items`.
  size_t arenaBytes(int64_t items) const;

private:
  struct State;
  std::unique_ptr<State> state;
};

/// What is known of the cache on disk (neo.cache.info), by name; `folder` is
/// empty if there is none.
struct CacheInfo {
  std::string folder;
  std::vector<std::pair<const char *, uint64_t>> numbers;
};
CacheInfo getCacheInfo();
void clearCache();

/// What a front end has kept under `described`, which says all that it depends
/// on but the build of Neo; nothing if it is not there or is damaged.
std::optional<std::string> getCachedGraph(const std::string &described);
void putCachedGraph(const std::string &described, const std::string &bytes);

/// What was measured of this machine, as the text of an attribute; empty if
/// nothing was (Neo/Target/Calibration.h).
std::string getCalibration();
/// False if there is no cache to keep it in.
bool setCalibration(const std::string &text);

/// Sets how many threads kernels use from now on; false if out of range.
bool setThreads(int threads);
int getThreads();

} // namespace neo::python

#endif // NEO_PYTHON_COMPILER_H
