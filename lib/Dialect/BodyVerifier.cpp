//===- BodyVerifier.cpp - Constraints on the body and the reduction -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Which operations a body may hold is decided in one place: those that the
// interpreter has a row for (ScalarTable.h). So whatever is accepted has a
// meaning, and the tests take each of them through every lowering.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/ScalarTable.h"
#include "Neo/Dialect/Positions.h"
#include "Neo/Dialect/Ties.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace neo;

/// Whether `inner` divides unsigned numbers by one that begins at 1, maxui of
/// something and a constant: what divides by a divisor that varies is written
/// so.
static bool dividesByOneOrMore(Operation &inner) {
  if (!isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp>(inner))
    return false;
  auto divisor = inner.getOperand(1).getDefiningOp<arith::MaxUIOp>();
  return divisor && (matchPattern(divisor.getRhs(), m_NonZero()) ||
                     matchPattern(divisor.getLhs(), m_NonZero()));
}

/// Upstream calls these total, but the processor traps.
static bool mayDivideByZero(Operation &inner) {
  return isa<arith::FloorDivSIOp, arith::RemSIOp, arith::RemUIOp>(inner) &&
         !matchPattern(inner.getOperand(1), m_NonZero());
}

static LogicalResult verifyBodyOperation(ComputeOp op, Operation &inner) {
  if (auto index = dyn_cast<IndexOp>(inner)) {
    if (index.getLoop() >= op.getNumLoops())
      return index.emitOpError("names loop ")
             << int64_t(index.getLoop()) << " of " << op.getNumLoops()
             << " (C7)";
    return success();
  }
  bool isKnown = isa<arith::ConstantOp>(inner) ||
                 findScalarFunction(inner.getName().getStringRef());
  if (!isKnown)
    return inner.emitOpError("cannot stand in the body of a neo.compute: use "
                             "one of the arith and math operations that "
                             "docs/Dialect.md lists (C7)");
  if (inner.getAttr("roundingmode"))
    return inner.emitOpError("asks for a rounding mode, but a body rounds to "
                             "the nearest: leave it out (C7)");
  if ((!isSpeculatable(&inner) || mayDivideByZero(inner)) &&
      !dividesByOneOrMore(inner))
    return inner.emitOpError("may have undefined behaviour where it stands: "
                             "divide by a constant that is not zero, nor -1 "
                             "where it is signed (C7)");
  for (Type type : inner.getResultTypes())
    if (!getElementKind(type))
      return inner.emitOpError("gives ")
             << type
             << " where a body works on scalars: f64, f32, f16, bf16, i64, "
                "i32, i16, i8, i1 or index (C7)";
  return success();
}

/// Passes recurse over what a value is made of, by a stack of 8 MiB.
constexpr unsigned mostDepth = 2000;

/// Operations that stand in a chain, each made of the one before.
static LogicalResult verifyDepth(ComputeOp op) {
  Block::OpListType &body = op.getBodyBlock()->getOperations();
  if (llvm::hasNItemsOrLess(body, mostDepth))
    return success();
  llvm::DenseMap<Operation *, unsigned> depths;
  unsigned deepest = 0;
  for (Operation &inner : body) {
    unsigned depth = 0;
    for (Value operand : inner.getOperands())
      depth = std::max(depth, depths.lookup(operand.getDefiningOp()));
    deepest = std::max(deepest, depths[&inner] = depth + 1);
  }
  if (deepest <= mostDepth + 1) // And neo.yield.
    return success();
  return op.emitOpError("has a body in which ")
         << deepest - 1 << " operations are made of one another, more than "
         << mostDepth << ": use several statements (C7)";
}

static LogicalResult verifyTies(ComputeOp op) {
  Attribute ties = op->getAttr(tiesAttrName);
  if (!ties)
    return success();
  ReductionKind kind = op.getKind();
  if (kind != ReductionKind::max && kind != ReductionKind::min)
    return op.emitOpError("has '")
           << tiesAttrName << "', but only max and min have ties (C9)";
  auto text = dyn_cast<StringAttr>(ties);
  if (!text || text.getValue() != "shared")
    return op.emitOpError("has '")
           << tiesAttrName << "' = " << ties
           << ": write \"shared\", or nothing for the first extremum (C9)";
  return success();
}

static LogicalResult verifyReduction(ComputeOp op) {
  ReductionKind kind = op.getKind();
  if (kind == ReductionKind::none) {
    if (op.getNumReductionLoops() || op.getWhere())
      return op.emitOpError("has reduction loops or a 'where' guard, but no "
                            "reduction kind (C8)");
    return success();
  }
  Type type = op.getYielded().getType();
  bool logical = kind == ReductionKind::and_ || kind == ReductionKind::or_;
  if (logical && !type.isInteger())
    return op.emitOpError("'") << stringifyReductionKind(kind)
                               << "' reduces integers, not " << type << " (C9)";
  if (!logical && type.isInteger(1))
    return op.emitOpError("'")
           << stringifyReductionKind(kind)
           << "' reduces numbers, not i1; use 'and' or 'or' (C9)";
  bool noTerm = llvm::is_contained(op.getReductionExtents(), 0) &&
                !llvm::is_contained(op.getType().getShape(), 0);
  if (findsPosition(kind) && (noTerm || op.getWhere()))
    return op.emitOpError("'")
           << stringifyReductionKind(kind)
           << "' needs at least one term for every element (C9)";
  return success();
}

LogicalResult ComputeOp::verifyRegions() {
  Block *block = getBodyBlock();
  if (block->getNumArguments() != getNumOperands())
    return emitOpError("body takes ")
           << block->getNumArguments() << " scalars for " << getNumOperands()
           << " operands (C6)";
  for (auto [i, type] : llvm::enumerate(block->getArgumentTypes()))
    if (type != getOperandType(i).getElementType())
      return emitOpError("body argument #")
             << i << " is " << type << ", the operand holds "
             << getOperandType(i).getElementType() << " (C6)";
  if (block->empty() || !isa<YieldOp>(block->back()))
    return emitOpError("body does not end with neo.yield (C6)");
  for (Operation &inner : block->without_terminator())
    if (failed(verifyBodyOperation(*this, inner)))
      return failure();
  if (failed(verifyDepth(*this)))
    return failure();
  Type element = getType().getElementType(), yielded = getYielded().getType();
  if (findsPosition(getKind()) ? !element.isInteger(64) : yielded != element)
    return emitOpError("yields ")
           << yielded << " for a result of " << element << " (C6)";
  return failed(verifyTies(*this)) ? failure() : verifyReduction(*this);
}
