//===- LaunchPlan.h - a compiled program as data ----------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// What the compiler hands to the runtime: buffers, the kernels to launch on
// them in order, and copies to make at the end. For y = relu(x W), returned
// together with its own argument x:
//
//     buffers  0: Input 0 (x)       2: Temporary (x W)    4: Result 1
//              1: Constant (W)      3: Result 0 (y)
//     launches matmul(0, 1, 2) over 0..rows;  relu(2, 3) over 0..rows
//     copies   0 -> 4
//
// Launches run one after the other; each one is parallel inside. Copies run
// after all launches, in order. They exist for results that no kernel of their
// own computes: an argument returned, a constant returned, one value returned
// twice. Some launches may be repeated (LaunchLoop.h). An in-place update needs
// no special case: a launch names the same buffer as operand and as output.
//
// What depends only on inputs that never change, as a network's weights, is
// computed once, in the first run: by the first `prepared` launches of the
// plan, whose results are kept.
//
// Rules, checked when an Executor is made (validateLaunchPlan):
// (L1) Inputs that exist have different indices; results are numbered 0..n-1,
//      each once.
// (L2) A constant has as many bytes of data, copies included, as it says;
//      or names the tensor that holds them; nothing else has data.
// (L3) A launch has a kernel, names existing buffers, has extent >= 0 and
//      grain >= 1.
// (L4) A copy goes from one existing buffer to a result of as many bytes, and
//      not to itself.
// (L5) Every result of more than 0 bytes is named by a launch or filled by a
//      copy.
// (L6) An index check is of one of the launch's buffers, which has as many
//      bytes as the check's shape says.
// (L7) A loop runs existing launches at least 0 times, loops nest, and a slice
//      lies whole inside its buffer, in every trip.
// (L8) Sizes and extents are numbers: a plan for batches of any size is first
//      made one for some size (BatchPlan.h).
// (L9) Prepared launches come before every loop and name inputs, constants and
//      kept buffers only; every kept buffer is named by one of them.
// (L10) Launches that are interleaved have one extent and no index checks, name
//      no temporaries and no slices, and are all prepared or none; there is no
//      loop in their plan.
// (L11) A memory plan, if there is one, has a range of the arena for every
//      temporary, which only temporaries that are never live together share.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_LAUNCHPLAN_H
#define NEO_RUNTIME_LAUNCHPLAN_H

#include "Neo/Runtime/IndexCheck.h"
#include "Neo/Runtime/Kernel.h"
#include "Neo/Runtime/LaunchLoop.h"
#include "Neo/Runtime/MemoryPlan.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace neo {

enum class BufferKind { Input, Result, Temporary, Constant, Slice, Kept };

struct BufferSpec {
  BufferKind kind = BufferKind::Temporary;
  size_t bytes = 0;
  /// Which input or result it is; unused by the other kinds.
  int index = 0;
  /// The bytes of a constant; the runtime keeps them at 64-byte alignment.
  std::vector<char> data;
  /// How often the data are repeated, as in a splat tensor: the large buffer
  /// exists in memory only.
  size_t copies = 1;
  /// Instead of data, the name of the tensor that holds them in the file of
  /// weights of a module (Module/StaticModule.h).
  std::string tensor = {};
  /// Where a slice lies.
  Slice slice = {};
  /// Of a plan for batches of any size: what every item adds to `bytes`, and
  /// whether this is the constant that holds the number of items.
  size_t bytesPerItem = 0;
  bool holdsCount = false;
};

struct Launch {
  KernelFn fn = nullptr;
  /// The kernel's buffers, as positions in LaunchPlan::buffers.
  std::vector<int> buffers;
  int64_t extent = 1;
  int64_t grain = 1;
  /// For messages and profiles.
  std::string name;
  /// Buffers of indices that are checked before the kernel runs.
  std::vector<IndexCheck> checks = {};
  /// Of a plan for batches of any size: `extent` counts once for every so many
  /// items; 0 if it does not depend on them.
  int64_t itemsPerStep = 0;
  /// How many launches, this one and those behind it, are interleaved, in
  /// blocks of `block` steps of each (Runtime/InterleavedLaunches.h).
  size_t together = 1;
  int64_t block = 1;
  /// The machine code that `fn` is to be found in, by name; empty if it is none
  /// that was compiled.
  std::string code = {};
};

struct Copy {
  int from = 0;
  int to = 0;
};

struct LaunchPlan {
  std::vector<BufferSpec> buffers;
  std::vector<Launch> launches;
  std::vector<Copy> copies;
  /// In the order in which they begin.
  std::vector<LaunchLoop> loops = {};
  /// How many launches only the first run needs.
  size_t prepared = 0;
  /// Offsets of temporaries; computed by the Executor if there is none.
  std::optional<MemoryPlan> memory = {};
};

/// The kernel of a launch that copies bytes from its first buffer to its
/// second, and how many are worth a thread.
void copyBytes(void *const *buffers, int64_t begin, int64_t end);
constexpr int64_t copyGrain = int64_t(256) << 10;

/// Checks L1..L11. False, and a message in `error`, if one is broken.
bool validateLaunchPlan(const LaunchPlan &plan, std::string &error);

} // namespace neo

#endif // NEO_RUNTIME_LAUNCHPLAN_H
