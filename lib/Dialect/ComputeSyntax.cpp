//===- ComputeSyntax.cpp - neo.compute as mathematics ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     neo.compute [i: 4, j: 5] sum [k: 6]
//         %A[i, k] if (k < 5) else 0.0, %B[k, j] where (i >= j)
//       : (types) -> type { body }
//
// The loops come first, so that every index after them is read with their
// names in scope.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineSyntax.h"
#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace neo;

namespace {
/// A pad as it was written; its type is known only at the end of the op.
struct PadLiteral {
  /// `true` is 1 and `false` is 0, but for i1 only.
  bool isTruth = false;
  std::optional<APInt> integer;
  double value = 0;
};

/// What the text before the types says.
struct Parts {
  SmallVector<std::string> loops;
  SmallVector<int64_t> outputExtents, reductionExtents;
  SmallVector<std::pair<StringRef, AffineExpr>> scope;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<AffineMap> maps;
  SmallVector<Attribute> guards;
  SmallVector<std::optional<PadLiteral>> pads;
  SmallVector<SMLoc> padLocations;
};
} // namespace

static ParseResult parseLoops(OpAsmParser &parser, Parts &parts,
                              SmallVectorImpl<int64_t> &extents) {
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    std::string name;
    int64_t extent;
    if (parser.parseKeywordOrString(&name) || parser.parseColon() ||
        parser.parseInteger(extent))
      return failure();
    if (llvm::is_contained(parts.loops, name))
      return parser.emitError(loc, "loop '") << name << "' is named twice";
    parts.loops.push_back(name);
    extents.push_back(extent);
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne);
}

static ParseResult parsePad(OpAsmParser &parser, Parts &parts) {
  parts.padLocations.back() = parser.getCurrentLocation();
  PadLiteral pad;
  bool negative = succeeded(parser.parseOptionalMinus());
  APInt integer;
  StringRef truth;
  if (!negative &&
      succeeded(parser.parseOptionalKeyword(&truth, {"true", "false"}))) {
    pad.isTruth = true;
    pad.integer = APInt(2, truth == "true");
  } else if (succeeded(parser.parseOptionalKeyword("inf"))) {
    pad.value = std::numeric_limits<double>::infinity();
  } else if (succeeded(parser.parseOptionalKeyword("nan"))) {
    pad.value = std::numeric_limits<double>::quiet_NaN();
  } else if (OptionalParseResult result = parser.parseOptionalInteger(integer);
             result.has_value()) {
    if (failed(*result))
      return failure();
    // One more bit, so that the magnitude of the least integer has a sign.
    APInt magnitude = integer.zext(integer.getBitWidth() + 1);
    pad.integer = negative ? -magnitude : magnitude;
    pad.value = magnitude.roundToDouble();
  } else if (parser.parseFloat(pad.value)) {
    return failure();
  }
  if (negative)
    pad.value = -pad.value;
  parts.pads.back() = pad;
  return success();
}

static ParseResult parseAccess(OpAsmParser &parser, Parts &parts,
                               OpAsmParser::UnresolvedOperand operand) {
  SmallVector<AffineExpr> index;
  auto parseIndex = [&] {
    return parseAffine(parser, parts.scope, index.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseIndex))
    return failure();
  MLIRContext *context = parser.getContext();
  parts.operands.push_back(operand);
  parts.maps.push_back(AffineMap::get(parts.loops.size(), 0, index, context));
  parts.guards.push_back(UnitAttr::get(context));
  parts.pads.emplace_back();
  parts.padLocations.emplace_back();
  if (failed(parser.parseOptionalKeyword("if")))
    return success();
  IntegerSet guard;
  if (parseConditions(parser, parts.scope, guard) ||
      parser.parseKeyword("else"))
    return failure();
  parts.guards.back() = IntegerSetAttr::get(guard);
  return parsePad(parser, parts);
}

/// Parses the accesses, if there are any: an operator may read nothing.
static ParseResult parseAccesses(OpAsmParser &parser, Parts &parts) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult first = parser.parseOptionalOperand(operand);
  if (!first.has_value())
    return success();
  if (failed(*first) || parseAccess(parser, parts, operand))
    return failure();
  while (succeeded(parser.parseOptionalComma()))
    if (parser.parseOperand(operand) || parseAccess(parser, parts, operand))
      return failure();
  return success();
}

/// The pad as an attribute of the operand's element type.
static FailureOr<Attribute> makePad(OpAsmParser &parser, PadLiteral pad,
                                    Type type, SMLoc loc) {
  if (pad.isTruth && !type.isInteger(1))
    return parser.emitError(loc, "pad of an operand of ")
           << type << " must be a number: write 1 for true, 0 for false (C5)";
  if (auto floatType = dyn_cast<FloatType>(type)) {
    auto attr = FloatAttr::get(floatType, pad.value);
    if (attr.getValue().isInfinity() && !std::isinf(pad.value))
      return parser.emitError(loc, "pad does not fit ")
             << type << ": write inf, or a smaller number (C5)";
    return Attribute(attr);
  }
  if (!pad.integer)
    return parser.emitError(loc, "pad of an operand of ")
           << type << " must be an integer";
  unsigned width = type.getIntOrFloatBitWidth();
  bool isTrue = width == 1 && pad.integer->isOne();
  if (!isTrue && !pad.integer->isSignedIntN(width))
    return parser.emitError(loc, "pad does not fit ") << type << " (C5)";
  return Attribute(IntegerAttr::get(type, pad.integer->sextOrTrunc(width)));
}

static ParseResult resolveTypes(OpAsmParser &parser, Parts &parts,
                                OperationState &state) {
  FunctionType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(type))
    return failure();
  if (type.getNumResults() != 1)
    return parser.emitError(loc, "neo.compute has exactly one result");
  auto result = dyn_cast<RankedTensorType>(type.getResult(0));
  if (!result || result.getShape() != ArrayRef(parts.outputExtents))
    return parser.emitError(loc, "result ")
           << type.getResult(0)
           << " does not have the shape of the output loops (C1)";
  if (parser.resolveOperands(parts.operands, type.getInputs(), loc,
                             state.operands))
    return failure();
  SmallVector<Attribute> pads;
  for (auto [i, pad] : llvm::enumerate(parts.pads)) {
    auto tensor = dyn_cast<RankedTensorType>(type.getInput(i));
    if (!pad || !tensor) {
      pads.push_back(UnitAttr::get(parser.getContext()));
      continue;
    }
    FailureOr<Attribute> attr =
        makePad(parser, *pad, tensor.getElementType(), parts.padLocations[i]);
    if (failed(attr))
      return failure();
    pads.push_back(*attr);
  }
  state.addTypes(result);
  state.addAttribute("pads", ArrayAttr::get(parser.getContext(), pads));
  return success();
}

static ParseResult parseReduction(OpAsmParser &parser, Parts &parts,
                                  ReductionKind &kind) {
  StringRef keyword;
  StringRef kinds[] = {"sum", "prod", "max",    "min",
                       "and", "or",   "argmax", "argmin"};
  if (failed(parser.parseOptionalKeyword(&keyword, kinds))) {
    SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword(&keyword)))
      return parser.emitError(loc, "expected an operand or one of sum, prod, "
                                   "max, min, and, or, argmax, argmin, not '")
             << keyword << "'";
    return success();
  }
  kind = *symbolizeReductionKind(keyword);
  return parseLoops(parser, parts, parts.reductionExtents);
}

ParseResult ComputeOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &b = parser.getBuilder();
  Parts parts;
  ReductionKind kind = ReductionKind::none;
  if (parseLoops(parser, parts, parts.outputExtents) ||
      parseReduction(parser, parts, kind))
    return failure();
  for (auto [i, name] : llvm::enumerate(parts.loops))
    parts.scope.push_back({name, b.getAffineDimExpr(i)});

  if (parseAccesses(parser, parts))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("where"))) {
    IntegerSet where;
    if (parseConditions(parser, parts.scope, where))
      return failure();
    state.addAttribute("where", IntegerSetAttr::get(where));
  }
  if (parser.parseOptionalAttrDict(state.attributes) ||
      resolveTypes(parser, parts, state))
    return failure();
  SmallVector<StringRef> names(parts.loops.begin(), parts.loops.end());
  state.addAttribute("kind", ReductionKindAttr::get(b.getContext(), kind));
  state.addAttribute("reductionExtents",
                     b.getDenseI64ArrayAttr(parts.reductionExtents));
  state.addAttribute("maps", b.getAffineMapArrayAttr(parts.maps));
  state.addAttribute("guards", b.getArrayAttr(parts.guards));
  state.addAttribute("loops", b.getStrArrayAttr(names));
  return parser.parseRegion(*state.addRegion());
}

static void printLoops(OpAsmPrinter &p, ArrayRef<std::string> names,
                       ArrayRef<int64_t> extents) {
  p << " [";
  llvm::interleaveComma(llvm::zip(names, extents), p, [&](auto loop) {
    p.printKeywordOrString(std::get<0>(loop));
    p << ": " << std::get<1>(loop);
  });
  p << "]";
}

static void printPad(OpAsmPrinter &p, TypedAttr pad) {
  if (auto integer = dyn_cast<IntegerAttr>(pad)) {
    bool isTruth = integer.getType().isInteger(1);
    integer.getValue().print(p.getStream(), !isTruth);
    return;
  }
  APFloat value = cast<FloatAttr>(pad).getValue();
  if (value.isFinite())
    p.printFloat(value);
  else
    p << (value.isNegative() ? "-" : "") << (value.isNaN() ? "nan" : "inf");
}

static void printOperandAccess(OpAsmPrinter &p, ComputeOp op, unsigned i,
                               ArrayRef<std::string> names) {
  p << op.getOperand(i) << "[";
  llvm::interleaveComma(op.getMap(i).getResults(), p, [&](AffineExpr index) {
    printAffine(p.getStream(), index, names);
  });
  p << "]";
  if (IntegerSet guard = op.getGuard(i)) {
    p << " if ";
    printConditions(p.getStream(), guard, names);
    p << " else ";
    printPad(p, op.getPad(i));
  }
}

void ComputeOp::print(OpAsmPrinter &p) {
  SmallVector<std::string> names = getLoopNames(*this);
  unsigned outputs = getNumOutputLoops();
  printLoops(p, ArrayRef(names).take_front(outputs), getType().getShape());
  if (getKind() != ReductionKind::none) {
    p << " " << stringifyReductionKind(getKind());
    printLoops(p, ArrayRef(names).drop_front(outputs), getReductionExtents());
  }
  p << " ";
  llvm::interleaveComma(
      llvm::seq<unsigned>(0, getNumOperands()), p,
      [&](unsigned i) { printOperandAccess(p, *this, i, names); });
  if (IntegerSet where = getWhereSet()) {
    p << (getNumOperands() ? " where " : "where ");
    printConditions(p.getStream(), where, names);
  }
  p.printOptionalAttrDict(
      getOperation()->getAttrs(),
      {"kind", "reductionExtents", "maps", "guards", "pads", "where", "loops"});
  p << " : ";
  p.printFunctionalType(getOperandTypes(), getOperation()->getResultTypes());
  p << " ";
  p.printRegion(getBody(), true, true);
}
