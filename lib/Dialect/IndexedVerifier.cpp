//===- IndexedVerifier.cpp - Constraints on indices of data ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Encodings.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/AffineSyntax.h"
#include "Neo/Dialect/CheckedAffine.h"
#include "Neo/Dialect/IndexedAccess.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

namespace {
/// Checks one operator; the order of the checks lets later ones rely on
/// earlier ones.
class IndexedVerifier {
public:
  IndexedVerifier(Operation *op, const IndexedAccess &access)
      : op(op), access(access) {}

  LogicalResult verify();

private:
  LogicalResult verifyLoops();
  LogicalResult verifyMap(AffineMap map, int64_t rank, const Twine &what);
  LogicalResult verifySymbols();
  LogicalResult verifyQuasiAffine(AffineExpr expr, const Twine &what);
  LogicalResult verifyGuard();
  LogicalResult verifyBounds(AffineMap map, RankedTensorType type,
                             const Twine &what);
  LogicalResult verifyBound(AffineExpr index, int64_t size, const Twine &what);

  Operation *op;
  const IndexedAccess &access;
};
} // namespace

/// (C12)
LogicalResult IndexedVerifier::verifyLoops() {
  if (access.loops.size() != access.extents.size())
    return op->emitOpError("names ") << access.loops.size() << " of its "
                                     << access.extents.size() << " loops (C12)";
  llvm::StringSet<> seen;
  int64_t points = 1;
  for (auto [name, extent] : llvm::zip_equal(access.loops, access.extents)) {
    if (!isLoopName(name) || !seen.insert(name).second)
      return op->emitOpError("loop name '")
             << name << "' is not an identifier of its own (C12)";
    if (llvm::MulOverflow(points, std::max<int64_t>(extent, 1), points))
      return op->emitOpError("loops have more than 2^63 - 1 points (C12)");
  }
  return success();
}

/// (C13): affine, with positive divisors, within 64 bits.
LogicalResult IndexedVerifier::verifyQuasiAffine(AffineExpr expr,
                                                 const Twine &what) {
  if (!expr.isPureAffine() || dividesByNonPositive(expr) ||
      !fits64Bits(expr, access.extents))
    return op->emitOpError(what)
           << " is not quasi-affine within 64 bits: multiply by constants, "
              "divide by positive constants only (C13)";
  return success();
}

LogicalResult IndexedVerifier::verifyMap(AffineMap map, int64_t rank,
                                         const Twine &what) {
  if (map.getNumDims() != access.extents.size())
    return op->emitOpError(what) << " must range over the "
                                 << access.extents.size() << " loops (C13)";
  if (int64_t(map.getNumResults()) != rank)
    return op->emitOpError(what) << " has rank " << rank << " but "
                                 << map.getNumResults() << " indices (C13)";
  for (AffineExpr expr : map.getResults())
    if (!isa<AffineSymbolExpr>(expr) &&
        failed(verifyQuasiAffine(expr, "an index of " + what)))
      return failure();
  return success();
}

/// (C13): an index is the next symbol or has none.
LogicalResult IndexedVerifier::verifySymbols() {
  unsigned next = 0;
  bool inOrder = true;
  for (AffineExpr expr : access.index.getResults()) {
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    if (symbol)
      inOrder &= symbol.getPosition() == next++;
    for (unsigned k = 0; !symbol && k < access.index.getNumSymbols(); ++k)
      inOrder &= !expr.isFunctionOfSymbol(k);
  }
  unsigned tensors = access.positions.size();
  if (inOrder && next == tensors && access.index.getNumSymbols() == tensors)
    return success();
  return op->emitOpError("an index is an expression of the loops or one "
                         "integer that a tensor holds, and each of the ")
         << tensors << " tensors of integers serves one index, in order: "
         << "compute other indices by a neo.compute (C13)";
}

LogicalResult IndexedVerifier::verifyGuard() {
  if (!access.isGuarded())
    return success();
  if (access.where.getNumDims() != access.extents.size() ||
      access.where.getNumSymbols() != 0)
    return op->emitOpError("'where' guard must range over the ")
           << access.extents.size() << " loops (C13)";
  IntegerSet where = access.where;
  for (AffineExpr expr : where.getConstraints())
    if (failed(verifyQuasiAffine(expr, "'where' guard")))
      return failure();
  return success();
}

/// (C14), for one index of a dimension of `size` elements.
LogicalResult IndexedVerifier::verifyBound(AffineExpr index, int64_t size,
                                           const Twine &what) {
  LoopDomain domain(access.extents);
  domain.under(access.where);
  // Nothing that fits a memory is larger; the differences below fit 64 bits.
  size = std::min(size, maxMagnitude);
  for (AffineExpr bound : {index, size - 1 - index}) {
    if (domain.proves(bound))
      continue;
    LoopDomain outside = domain;
    auto point = outside.atLeastZero(-bound - 1).findPoint();
    assert(point && "what is not proven has a point outside");
    std::string text;
    llvm::raw_string_ostream os(text);
    printAffine(os, index, access.loops);
    os << "' of " << what << " lies outside 0.." << size - 1
       << (size == maxMagnitude ? ", as far as indices reach," : "") << " at ";
    llvm::interleaveComma(
        llvm::zip_equal(access.loops, *point), os, [&](auto loop) {
          os << std::get<0>(loop) << " = " << std::get<1>(loop);
        });
    return op->emitOpError("index '")
           << text << "; guard it by 'where' or change the extents (C14)";
  }
  return success();
}

LogicalResult IndexedVerifier::verifyBounds(AffineMap map,
                                            RankedTensorType type,
                                            const Twine &what) {
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), type.getShape()))
    if (!isa<AffineSymbolExpr>(expr) && failed(verifyBound(expr, size, what)))
      return failure();
  return success();
}

LogicalResult IndexedVerifier::verify() {
  if (access.maps.size() != access.positions.size())
    return op->emitOpError("has ")
           << access.positions.size() << " tensors of integers but "
           << access.maps.size() << " maps (C13)";
  if (failed(verifyEncodings(op)) || failed(verifyLoops()) ||
      failed(verifyGuard()) || failed(verifySymbols()) ||
      failed(
          verifyMap(access.index, access.type.getRank(), "the indexed tensor")))
    return failure();
  for (auto [k, map] : llvm::enumerate(access.maps)) {
    auto type = cast<RankedTensorType>(access.positions[k].getType());
    std::string what = "operand #" + std::to_string(k + 1);
    if (map.getNumSymbols() != 0)
      return op->emitOpError("the index of ") << what << " has symbols (C13)";
    if (failed(verifyMap(map, type.getRank(), what)) ||
        failed(verifyBounds(map, type, what)))
      return failure();
  }
  return verifyBounds(access.index, access.type, "the indexed tensor");
}

/// (C15)
template <typename Op> static LogicalResult verifyElements(Op op) {
  if (op.getSourceType().getElementType() == op.getType().getElementType())
    return success();
  return op.emitOpError("source and result hold ")
         << op.getSourceType().getElementType() << " and "
         << op.getType().getElementType() << "; they must be of one type (C15)";
}

LogicalResult GatherOp::verify() {
  if (failed(verifyElements(*this)))
    return failure();
  return IndexedVerifier(*this, IndexedAccess::get(*this)).verify();
}

LogicalResult ScatterAddOp::verify() {
  if (failed(verifyElements(*this)))
    return failure();
  if (getType().getElementType().isInteger(1))
    return emitOpError("sums i1, which is no number: convert it first (C15)");
  return IndexedVerifier(*this, IndexedAccess::get(*this)).verify();
}
