//===- IndexedAccess.cpp - Building and reading indices of data -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/IndexedAccess.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace neo;

template <typename Op> static IndexedAccess getAccess(Op op) {
  IndexedAccess access;
  access.type = op.getIndexedType();
  access.extents.assign(op.getLoopsType().getShape().begin(),
                        op.getLoopsType().getShape().end());
  for (StringAttr name : op.getLoops().template getAsRange<StringAttr>())
    access.loops.push_back(name.str());
  access.index = op.getIndex();
  access.positions.assign(op.getPositions().begin(), op.getPositions().end());
  for (AffineMapAttr map : op.getMaps().template getAsRange<AffineMapAttr>())
    access.maps.push_back(map.getValue());
  if (op.getWhere())
    access.where = *op.getWhere();
  return access;
}

IndexedAccess IndexedAccess::get(GatherOp op) { return getAccess(op); }
IndexedAccess IndexedAccess::get(ScatterAddOp op) { return getAccess(op); }

std::optional<unsigned> IndexedAccess::getPositions(unsigned d) const {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(index.getResult(d)))
    return symbol.getPosition();
  return std::nullopt;
}

unsigned IndexedAccess::getDimension(unsigned k) const {
  unsigned d = 0;
  while (getPositions(d) != k)
    ++d;
  return d;
}

std::string neo::describePositions(Operation *op, unsigned k) {
  auto names = op->getAttrOfType<ArrayAttr>(describedAttrName);
  if (names && k < names.size())
    if (auto name = dyn_cast<StringAttr>(names[k]))
      return name.str();
  return "operand #" + std::to_string(k + 1) + " of " +
         op->getName().getStringRef().str();
}

static void build(OpBuilder &b, OperationState &state, RankedTensorType type,
                  Value source, const IndexedAccess &access) {
  state.addOperands(source);
  state.addOperands(access.positions);
  state.addAttribute("index", AffineMapAttr::get(access.index));
  state.addAttribute("maps", b.getAffineMapArrayAttr(access.maps));
  if (access.isGuarded())
    state.addAttribute("where", IntegerSetAttr::get(access.where));
  SmallVector<StringRef> names(access.loops.begin(), access.loops.end());
  state.addAttribute("loops", b.getStrArrayAttr(names));
  state.addTypes(type);
}

void GatherOp::build(OpBuilder &b, OperationState &state, RankedTensorType type,
                     Value source, const IndexedAccess &access) {
  ::build(b, state, type, source, access);
}

void ScatterAddOp::build(OpBuilder &b, OperationState &state,
                         RankedTensorType type, Value source,
                         const IndexedAccess &access) {
  ::build(b, state, type, source, access);
}

ArrayAttr neo::makeIndexChecks(Operation *op, const IndexedAccess &access) {
  Builder b(op->getContext());
  SmallVector<Attribute> checks;
  for (unsigned k = 0, e = access.positions.size(); k < e; ++k) {
    unsigned d = access.getDimension(k);
    NamedAttribute parts[] = {
        b.getNamedAttr("dimension", b.getI64IntegerAttr(d)),
        b.getNamedAttr("extent",
                       b.getI64IntegerAttr(access.type.getDimSize(d))),
        b.getNamedAttr("operand", b.getI64IntegerAttr(k + 1)),
        b.getNamedAttr("what", b.getStringAttr(describePositions(op, k)))};
    checks.push_back(b.getDictionaryAttr(parts));
  }
  return b.getArrayAttr(checks);
}
