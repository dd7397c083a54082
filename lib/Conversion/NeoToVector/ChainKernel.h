//===- ChainKernel.h - One kernel of operators fused by steps ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A chain of operators, each the only reader of the one before, becomes one
// function where steps allow compute-at (Neo/Schedule/ComputeAt.h):
//
//     %d = neo.compute ... %x        -->   %y = neo.launch @f_kernel0(%x)
//     %y = neo.compute ... %d
//
//     func @f_kernel0(%x, %y, %begin, %end)
//       %scratch = memref.alloca
//       for %s = %begin to %end
//         step %s of the first operator, written to %scratch
//         step %s of the second operator, read from %scratch
//
// A third operator reads a second scratch buffer, which the second one writes;
// its own result goes to the first buffer again. Two buffers are enough for a
// chain of any length.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_CHAINKERNEL_H
#define NEO_CONVERSION_NEOTOVECTOR_CHAINKERNEL_H

#include "KernelEmitter.h"

#include "Neo/Schedule/ComputeAt.h"

namespace neo {

/// Operators of which each step computes what the next one reads.
struct ComputeAtChain {
  std::vector<ScheduledNest> links;
  /// Elements of the scratch buffer between a link and the next one.
  llvm::SmallVector<int64_t> scratch;

  ComputeOp op(unsigned link) const { return links[link].nest.op; }
  ComputeOp last() const { return op(links.size() - 1); }
  /// Operands of `link` that the previous link produces.
  llvm::SmallVector<unsigned> producedOperands(unsigned link) const;
  /// The operands that no operator of the chain produces, in order.
  llvm::SmallVector<mlir::Value> operands() const;
  /// The neo.schedule of each link.
  mlir::ArrayAttr schedules() const;
};

/// The only reader of `op`, if the two may be fused into one kernel.
ComputeOp findOnlyReader(ComputeOp op);

/// Adds `link`, the only reader of the last one, at the end of `chain`, if its
/// steps allow that.
bool extend(ComputeAtChain &chain, ScheduledNest link);

/// Emits the kernel of `chain` at the end of `module`, called `name`.
Kernel emitChainKernel(mlir::ModuleOp module, llvm::StringRef name,
                       const ComputeAtChain &chain);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_CHAINKERNEL_H
