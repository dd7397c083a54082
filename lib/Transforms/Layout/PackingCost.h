//===- PackingCost.h - Cost of packed copies --------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The cost of a packing (Packing.h) is that of the best schedules of the copy
// and of its readers. So a copy is inserted tentatively with a clone of the
// operator, its cost is predicted, and both are erased. Readers that share a
// copy share its cost, and a copy that only the first run makes has none.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_LAYOUT_PACKINGCOST_H
#define NEO_LIB_TRANSFORMS_LAYOUT_PACKINGCOST_H

#include "Neo/Transforms/Layout/Packing.h"

namespace neo {

/// Makes `op` read a copy of an operand, which is returned.
ComputeOp packOperand(mlir::OpBuilder &builder, ComputeOp op,
                      const Packing &packing);

/// Counts the operators that could share one packed copy of an operand, such as
/// the residue classes of a strided window.
class CopyReaders {
public:
  void add(ComputeOp op);
  double count(ComputeOp op, const Packing &packing) const;

private:
  using Key = std::tuple<mlir::Value, unsigned, int64_t>;
  static Key keyOf(ComputeOp op, const Packing &packing);

  llvm::DenseMap<Key, unsigned> readers;
};

/// The packing with which the contraction takes clearly less time than without.
std::optional<Packing> chooseByCost(ComputeOp op, const CopyReaders &readers,
                                    PackingRefusal refuse);

/// The best packing of a fixed operand, if any saves something.
std::optional<Packing> chooseFixed(ComputeOp op);

/// Is packing inside the kernel of `op` (OperandPanel.h) at most as expensive
/// as reading a packed copy?
bool packsInKernel(ComputeOp op, const Packing &packing);

/// Replaces the panels of one of the two operands in `packings` by a transposed
/// copy, if that costs clearly less.
void transposeOne(ComputeOp op, llvm::SmallVectorImpl<Packing> &packings);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_LAYOUT_PACKINGCOST_H
