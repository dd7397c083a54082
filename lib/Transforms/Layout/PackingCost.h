//===- PackingCost.h - What copies of operands cost and save ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The cost of a packing (Packing.h) is that of the best schedules of the copy
// and of its readers. So a copy is tried: inserted with a clone of the
// operator, costed, and erased. Readers that share a copy share its cost, and a
// copy that only the first run makes has none.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_LAYOUT_PACKINGCOST_H
#define NEO_LIB_TRANSFORMS_LAYOUT_PACKINGCOST_H

#include "Neo/Transforms/Layout/Packing.h"

namespace neo {

/// Makes `op` read a copy of an operand, which is returned.
ComputeOp packOperand(mlir::OpBuilder &builder, ComputeOp op,
                      const Packing &packing);

/// Who might read a copy of the same operand, packed the same way: classes of a
/// strided window share one.
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

/// The best packing of an operand that is the same in every run, if any saves
/// something.
std::optional<Packing> chooseFixed(ComputeOp op);

/// Does the kernel of `op` fill panels as it goes, for no more than reading the
/// packed copy takes?
bool packsItself(ComputeOp op, const Packing &packing);

/// Turns the operand of the two in `packings` with which that costs least, if
/// clearly less than panels of both.
void turnOne(ComputeOp op, llvm::SmallVectorImpl<Packing> &packings);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_LAYOUT_PACKINGCOST_H
