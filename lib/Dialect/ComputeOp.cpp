//===- ComputeOp.cpp - Building and reading neo.compute -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace neo;

SmallVector<int64_t> ComputeOp::getExtents() {
  SmallVector<int64_t> extents(getType().getShape());
  llvm::append_range(extents, getReductionExtents());
  return extents;
}

IntegerSet ComputeOp::getGuard(unsigned operand) {
  auto guard = dyn_cast<IntegerSetAttr>(getGuards()[operand]);
  return guard ? guard.getValue() : IntegerSet();
}

Value ComputeOp::getYielded() {
  return cast<YieldOp>(getBodyBlock()->getTerminator()).getValue();
}

/// Names for loops nobody named: i0, i1, ... for the output, r0, r1, ... for
/// the reduction.
static SmallVector<std::string> makeLoopNames(unsigned outputs,
                                              unsigned reductions) {
  SmallVector<std::string> names;
  for (unsigned i = 0; i < outputs; ++i)
    names.push_back("i" + std::to_string(i));
  for (unsigned i = 0; i < reductions; ++i)
    names.push_back("r" + std::to_string(i));
  return names;
}

/// Adds the attributes that describe each operand.
static void addOperands(OpBuilder &b, OperationState &state,
                        const ComputeSpec &spec) {
  SmallVector<AffineMap> maps;
  SmallVector<Attribute> guards, pads;
  for (const OperandSpec &operand : spec.operands) {
    state.addOperands(operand.value);
    maps.push_back(operand.map);
    guards.push_back(operand.isGuarded()
                         ? Attribute(IntegerSetAttr::get(operand.guard))
                         : b.getUnitAttr());
    pads.push_back(operand.isGuarded() ? Attribute(operand.pad)
                                       : b.getUnitAttr());
  }
  state.addAttribute("maps", b.getAffineMapArrayAttr(maps));
  state.addAttribute("guards", b.getArrayAttr(guards));
  state.addAttribute("pads", b.getArrayAttr(pads));
}

void ComputeOp::build(OpBuilder &b, OperationState &state,
                      const ComputeSpec &spec) {
  addOperands(b, state, spec);
  state.addAttribute("kind", ReductionKindAttr::get(b.getContext(), spec.kind));
  state.addAttribute("reductionExtents",
                     b.getDenseI64ArrayAttr(spec.reductionExtents));
  if (spec.where != IntegerSet())
    state.addAttribute("where", IntegerSetAttr::get(spec.where));
  SmallVector<std::string> names = spec.loops;
  if (names.empty())
    names = makeLoopNames(spec.type.getRank(), spec.reductionExtents.size());
  SmallVector<StringRef> refs(names.begin(), names.end());
  state.addAttribute("loops", b.getStrArrayAttr(refs));
  state.addTypes(spec.type);

  Region *region = state.addRegion();
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(region);
  for (const OperandSpec &operand : spec.operands)
    block->addArgument(
        cast<RankedTensorType>(operand.value.getType()).getElementType(),
        state.location);
  Value value = spec.body(b, state.location, block->getArguments());
  YieldOp::create(b, state.location, value);
}

SmallVector<OperandSpec> neo::getOperandSpecs(ComputeOp op) {
  SmallVector<OperandSpec> specs;
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    specs.push_back(
        {op.getOperand(i), op.getMap(i), op.getGuard(i), op.getPad(i)});
  return specs;
}

SmallVector<std::string> neo::getLoopNames(ComputeOp op) {
  SmallVector<std::string> names;
  for (StringAttr name : op.getLoops().getAsRange<StringAttr>())
    names.push_back(name.str());
  return names;
}
