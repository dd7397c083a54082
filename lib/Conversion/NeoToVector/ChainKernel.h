//===- ChainKernel.h - One kernel of operators fused by steps ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Operators each of which is all that reads the one before, where their steps
// allow that (Neo/Schedule/ComputeAt.h), become one function:
//
//     %d = neo.compute ... %x        -->   %y = neo.launch @f_kernel0(%x)
//     %y = neo.compute ... %d
//
//     func @f_kernel0(%x, %y, %begin, %end)
//       %scratch = memref.alloca
//       for %s = %begin to %end
//         what the first does in step %s, into %scratch
//         what the second does in step %s, out of %scratch
//
// A third one reads what the second has put into another scratch and writes
// into the first again: two are enough, however long a chain is.
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
  /// What is between a link and the next one.
  llvm::SmallVector<int64_t> scratch;

  ComputeOp op(unsigned link) const { return links[link].nest.op; }
  ComputeOp last() const { return op(links.size() - 1); }
  /// Operands of `link` that the one before makes.
  llvm::SmallVector<unsigned> made(unsigned link) const;
  /// What the operators read that none of them makes, one after the other.
  llvm::SmallVector<mlir::Value> operands() const;
  /// The schedule of each link, each as a neo.compute has it.
  mlir::ArrayAttr schedules() const;
};

/// The one operator that reads `op`, if it may be in one kernel with it.
ComputeOp findOnlyReader(ComputeOp op);

/// Adds `link`, the only reader of the last one, at the end of `chain`, if its
/// steps allow that.
bool extend(ComputeAtChain &chain, ScheduledNest link);

/// Emits the kernel of `chain` at the end of `module`, called `name`.
Kernel emitChainKernel(mlir::ModuleOp module, llvm::StringRef name,
                       const ComputeAtChain &chain);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_CHAINKERNEL_H
