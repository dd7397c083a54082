//===- ComputeVerifier.cpp - Constraints on the loops and operands --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Encodings.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/AffineSyntax.h"
#include "Neo/Dialect/CheckedAffine.h"
#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

static LogicalResult verifyExtents(ComputeOp op) {
  int64_t points = 1;
  for (auto [name, extent] :
       llvm::zip_equal(getLoopNames(op), op.getExtents())) {
    if (extent < 0)
      return op.emitOpError("loop '")
             << name << "' has the negative extent " << extent << " (C2)";
    if (llvm::MulOverflow(points, std::max<int64_t>(extent, 1), points))
      return op.emitOpError("loops have more than 2^63 - 1 points (C2)");
  }
  return success();
}

/// Names become text that is read again.
static LogicalResult verifyLoopNames(ComputeOp op) {
  if (op.getLoops().size() != op.getNumLoops())
    return op.emitOpError("names ") << op.getLoops().size() << " of its "
                                    << op.getNumLoops() << " loops (C1)";
  llvm::StringSet<> seen;
  for (const std::string &name : getLoopNames(op)) {
    if (!isLoopName(name))
      return op.emitOpError("loop name '")
             << name << "' is not an identifier that an index can hold (C1)";
    if (!seen.insert(name).second)
      return op.emitOpError("loop '") << name << "' is named twice (C1)";
  }
  return success();
}

/// (C10): affine, with positive divisors, within 64 bits.
static LogicalResult verifyQuasiAffine(ComputeOp op, AffineExpr expr,
                                       const Twine &what) {
  if (dividesByNonPositive(expr))
    return op.emitOpError(what)
           << " divides by something that is not a positive constant (C10)";
  if (!expr.isPureAffine())
    return op.emitOpError(what)
           << " is not quasi-affine: multiply by constants only (C10)";
  if (!fits64Bits(expr, op.getExtents()))
    return op.emitOpError(what)
           << " leaves 64 bits, or its constants reach beyond 2^61: make "
              "extents or constants smaller (C10)";
  return success();
}

static LogicalResult verifySet(ComputeOp op, IntegerSet set,
                               const Twine &what) {
  if (!set)
    return success();
  if (set.getNumDims() != op.getNumLoops() || set.getNumSymbols() != 0)
    return op.emitOpError(what)
           << " must range over the " << op.getNumLoops() << " loops (C3)";
  for (AffineExpr constraint : set.getConstraints())
    if (failed(verifyQuasiAffine(op, constraint, what)))
      return failure();
  return success();
}

static LogicalResult verifyOperandShape(ComputeOp op, unsigned i) {
  AffineMap map = op.getMap(i);
  RankedTensorType type = op.getOperandType(i);
  if (map.getNumDims() != op.getNumLoops() || map.getNumSymbols() != 0)
    return op.emitOpError("map of operand #")
           << i << " must range over the " << op.getNumLoops() << " loops (C3)";
  if (int64_t(map.getNumResults()) != type.getRank())
    return op.emitOpError("operand #")
           << i << " has rank " << type.getRank() << " but "
           << map.getNumResults() << " indices (C3)";
  for (AffineExpr index : map.getResults())
    if (failed(
            verifyQuasiAffine(op, index, "an index of operand #" + Twine(i))))
      return failure();
  Attribute guard = op.getGuards()[i];
  if (!isa<IntegerSetAttr, UnitAttr>(guard))
    return op.emitOpError("guard of operand #")
           << i << " is no integer set: " << guard << " (C3)";
  TypedAttr pad = op.getPad(i);
  if (bool(op.getGuard(i)) != bool(pad))
    return op.emitOpError("operand #")
           << i << (pad ? " has a pad but no guard" : " has no pad") << " (C5)";
  if (pad && pad.getType() != type.getElementType())
    return op.emitOpError("pad of operand #")
           << i << " is " << pad.getType() << ", the operand holds "
           << type.getElementType() << " (C5)";
  return verifySet(op, op.getGuard(i), "guard of operand #" + Twine(i));
}

static std::string showPoint(ComputeOp op, ArrayRef<int64_t> point) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(llvm::zip_equal(getLoopNames(op), point), os,
                        [&](auto loop) {
                          os << std::get<0>(loop) << " = " << std::get<1>(loop);
                        });
  return text;
}

/// Names the operand, the index, the range allowed and a point outside it.
static LogicalResult reportOutOfBounds(ComputeOp op, unsigned i, unsigned d,
                                       ArrayRef<int64_t> point) {
  AffineExpr index = op.getMap(i).getResult(d);
  std::string text;
  llvm::raw_string_ostream os(text);
  printAffine(os, index, getLoopNames(op));
  SmallVector<AffineExpr> values;
  for (int64_t value : point)
    values.push_back(getAffineConstantExpr(value, op.getContext()));
  auto reached = cast<AffineConstantExpr>(index.replaceDims(values));
  int64_t size = op.getOperandType(i).getDimSize(d);
  InFlightDiagnostic diagnostic = op.emitOpError("index '")
                                  << text << "' of operand #" << i << " is "
                                  << reached.getValue() << " at "
                                  << showPoint(op, point) << ", ";
  if (reached.getValue() >= maxMagnitude && reached.getValue() < size)
    diagnostic << "and indices are below 2^61 = " << maxMagnitude << " (C4)";
  else
    diagnostic << "outside dimension " << d << " of extent " << size << " (C4)";
  if (std::optional<AffineInterval> range = getInterval(index, op.getExtents()))
    diagnostic.attachNote()
        << "the index reaches " << range->low << ".." << range->high
        << "; guard the operand or change the extents";
  return diagnostic;
}

static LogicalResult verifyBounds(ComputeOp op, unsigned i) {
  SmallVector<int64_t> extents = op.getExtents();
  LoopDomain domain(extents);
  domain.under(op.getGuard(i)).under(op.getWhereSet());
  for (auto [d, index] : llvm::enumerate(op.getMap(i).getResults())) {
    int64_t size = op.getOperandType(i).getDimSize(d);
    // Nothing that fits a memory is larger; the differences below fit 64 bits.
    // Indices beyond are refused, whatever the extent.
    size = std::min(size, maxMagnitude);
    AffineExpr bounds[] = {index, size - 1 - index};
    for (AffineExpr bound : bounds) {
      if (domain.proves(bound))
        continue;
      LoopDomain outside = domain;
      auto point = outside.atLeastZero(-bound - 1).findPoint();
      return reportOutOfBounds(op, i, d, *point);
    }
  }
  return success();
}

/// The set outside which terms are 0, if a pass has said so.
static LogicalResult verifyNonzero(ComputeOp op) {
  Attribute nonzero = op->getAttr(nonzeroAttrName);
  auto set = dyn_cast_or_null<IntegerSetAttr>(nonzero);
  if (nonzero && !set)
    return op.emitOpError(nonzeroAttrName)
           << " is " << nonzero << ", but must be an affine_set (C3)";
  return set ? verifySet(op, set.getValue(), nonzeroAttrName) : success();
}

LogicalResult ComputeOp::verify() {
  unsigned operands = getNumOperands();
  if (getMaps().size() != operands || getGuards().size() != operands ||
      getPads().size() != operands)
    return emitOpError("has ")
           << operands << " operands, " << getMaps().size() << " maps, "
           << getGuards().size() << " guards and " << getPads().size()
           << " pads (C3)";
  if (failed(verifyEncodings(*this)) || failed(verifyLoopNames(*this)) ||
      failed(verifyExtents(*this)) ||
      failed(verifySet(*this, getWhereSet(), "'where' guard")) ||
      failed(verifyNonzero(*this)))
    return failure();
  for (unsigned i = 0; i < operands; ++i)
    if (failed(verifyOperandShape(*this, i)) || failed(verifyBounds(*this, i)))
      return failure();
  return success();
}
