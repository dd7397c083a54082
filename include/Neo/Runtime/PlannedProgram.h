//===- PlannedProgram.h - A program without its code ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// All that is left of a program when it has been compiled: the types that it
// takes and gives, and the plan, whose launches name their machine code. It has
// a form in bytes, so that another process can go on from here, with no IR and
// no pass between it and the first launch.
//
// The bytes are those of this machine and this build of Neo, which is what a
// cache of machine code needs; they are nothing to exchange files in. Reading
// checks that they are as many as they claim, and no more than that: that a
// plan makes sense is what Executor::create looks at.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_PLANNEDPROGRAM_H
#define NEO_RUNTIME_PLANNEDPROGRAM_H

#include "Neo/Runtime/LaunchPlan.h"

#include <optional>
#include <string_view>

namespace neo {

/// The type of a row-major buffer.
struct BufferType {
  /// In the place of the first extent: as many as the batch has items.
  static constexpr int64_t anyBatch = -1;

  /// As MLIR names it: "f32", "bf16", "i1", "i64".
  std::string element;
  std::vector<int64_t> shape;
};

struct PlannedProgram {
  std::vector<BufferType> inputs, results;
  /// Whether the plan is one for batches of any size (BatchPlan.h).
  bool hasBatch = false;
  LaunchPlan plan;
};

/// `program` in bytes. Of its kernels the names are written (Launch::code), not
/// the addresses.
std::string writeProgram(const PlannedProgram &program);

/// Nothing if `bytes` are not what writeProgram() wrote.
std::optional<PlannedProgram> readProgram(std::string_view bytes);

} // namespace neo

#endif // NEO_RUNTIME_PLANNEDPROGRAM_H
