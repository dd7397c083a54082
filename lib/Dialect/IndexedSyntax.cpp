//===- IndexedSyntax.cpp - Indices of data as mathematics -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     neo.gather [i: 4, j: 8] %A[%I[i], j] where (i >= 1) : (types) -> type
//     neo.scatter_add [i: 4, j: 8] %Y[i, j] into [%I[i], j] : (types) -> type
//
// A scatter_add reads its source at its loops, in order; that is written for
// the reader and checked, and stored nowhere.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineSyntax.h"
#include "Neo/Dialect/IndexedAccess.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace neo;

namespace {
class IndexedParser {
public:
  IndexedParser(OpAsmParser &parser, OperationState &state)
      : parser(parser), state(state), b(parser.getBuilder()) {}

  ParseResult parseLoops();
  ParseResult parseSource() { return parser.parseOperand(source); }
  ParseResult parseLoopRead();
  ParseResult parseIndex();
  ParseResult finish(bool loopsAreOfResult);

private:
  ParseResult parseOneIndex();
  ParseResult parseList(SmallVectorImpl<AffineExpr> &index);
  ParseResult checkShape(SMLoc loc, Type type);

  OpAsmParser &parser;
  OperationState &state;
  Builder &b;
  SmallVector<std::string> loops;
  SmallVector<int64_t> extents;
  SmallVector<std::pair<StringRef, AffineExpr>> scope;
  OpAsmParser::UnresolvedOperand source;
  SmallVector<OpAsmParser::UnresolvedOperand> positions;
  SmallVector<AffineExpr> index;
  SmallVector<AffineMap> maps;
};
} // namespace

ParseResult IndexedParser::parseLoops() {
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseColon() ||
        parser.parseInteger(extents.emplace_back()))
      return failure();
    if (llvm::is_contained(loops, name))
      return parser.emitError(loc, "loop '") << name << "' is named twice";
    loops.push_back(name);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  for (auto [i, name] : llvm::enumerate(loops))
    scope.push_back({name, b.getAffineDimExpr(i)});
  return success();
}

ParseResult IndexedParser::parseList(SmallVectorImpl<AffineExpr> &list) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parseAffine(parser, scope, list.emplace_back());
  });
}

/// The source of a scatter_add, which can be read in one way only.
ParseResult IndexedParser::parseLoopRead() {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AffineExpr> read;
  if (parseList(read))
    return failure();
  for (unsigned d = 0, e = std::max(read.size(), loops.size()); d < e; ++d)
    if (read.size() != loops.size() || read[d] != b.getAffineDimExpr(d))
      return parser.emitError(loc, "a scatter_add reads its source at its "
                                   "loops, in order: rearrange the source by "
                                   "a neo.compute (C12)");
  return success();
}

/// `%I[i]`, or an expression of the loops.
ParseResult IndexedParser::parseOneIndex() {
  OpAsmParser::UnresolvedOperand tensor;
  OptionalParseResult isRead = parser.parseOptionalOperand(tensor);
  if (!isRead.has_value())
    return parseAffine(parser, scope, index.emplace_back());
  SmallVector<AffineExpr> read;
  if (failed(*isRead) || parseList(read))
    return failure();
  index.push_back(b.getAffineSymbolExpr(positions.size()));
  positions.push_back(tensor);
  maps.push_back(AffineMap::get(loops.size(), 0, read, parser.getContext()));
  return success();
}

ParseResult IndexedParser::parseIndex() {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parseOneIndex(); });
}

ParseResult IndexedParser::checkShape(SMLoc loc, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && tensor.getShape() == ArrayRef(extents))
    return success();
  return parser.emitError(loc)
         << type << " does not have the shape of the loops (C12)";
}

/// The guard, the types, and the attributes of what was read before.
ParseResult IndexedParser::finish(bool loopsAreOfResult) {
  if (succeeded(parser.parseOptionalKeyword("where"))) {
    IntegerSet where;
    if (parseConditions(parser, scope, where))
      return failure();
    state.addAttribute("where", IntegerSetAttr::get(where));
  }
  if (parser.parseOptionalAttrDict(state.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  FunctionType type;
  if (parser.parseColonType(type))
    return failure();
  if (type.getNumResults() != 1 || type.getNumInputs() != 1 + positions.size())
    return parser.emitError(loc, "expected the types of ")
           << 1 + positions.size() << " operands and of one result";
  SmallVector<OpAsmParser::UnresolvedOperand> operands = {source};
  llvm::append_range(operands, positions);
  if (checkShape(loc, loopsAreOfResult ? type.getResult(0) : type.getInput(0)))
    return failure();
  state.addTypes(type.getResults());
  state.addAttribute(
      "index", AffineMapAttr::get(AffineMap::get(loops.size(), positions.size(),
                                                 index, parser.getContext())));
  state.addAttribute("maps", b.getAffineMapArrayAttr(maps));
  SmallVector<StringRef> names(loops.begin(), loops.end());
  state.addAttribute("loops", b.getStrArrayAttr(names));
  return parser.resolveOperands(operands, type.getInputs(), loc,
                                state.operands);
}

ParseResult GatherOp::parse(OpAsmParser &parser, OperationState &state) {
  IndexedParser parts(parser, state);
  return failure(parts.parseLoops() || parts.parseSource() ||
                 parts.parseIndex() || parts.finish(true));
}

ParseResult ScatterAddOp::parse(OpAsmParser &parser, OperationState &state) {
  IndexedParser parts(parser, state);
  return failure(parts.parseLoops() || parts.parseSource() ||
                 parts.parseLoopRead() || parser.parseKeyword("into") ||
                 parts.parseIndex() || parts.finish(false));
}

static void printLoops(OpAsmPrinter &p, const IndexedAccess &access) {
  p << " [";
  llvm::interleaveComma(llvm::zip_equal(access.loops, access.extents), p,
                        [&](auto loop) {
                          p.printKeywordOrString(std::get<0>(loop));
                          p << ": " << std::get<1>(loop);
                        });
  p << "] ";
}

static void printIndex(OpAsmPrinter &p, const IndexedAccess &access) {
  auto printList = [&](ArrayRef<AffineExpr> list) {
    p << "[";
    llvm::interleaveComma(list, p, [&](AffineExpr expr) {
      printAffine(p.getStream(), expr, access.loops);
    });
    p << "]";
  };
  p << "[";
  llvm::interleaveComma(
      llvm::seq<unsigned>(0, access.index.getNumResults()), p, [&](unsigned d) {
        if (std::optional<unsigned> k = access.getPositions(d)) {
          p << access.positions[*k];
          printList(access.maps[*k].getResults());
        } else {
          printAffine(p.getStream(), access.index.getResult(d), access.loops);
        }
      });
  p << "]";
}

static void printRest(OpAsmPrinter &p, Operation *op,
                      const IndexedAccess &access) {
  if (access.isGuarded()) {
    p << " where ";
    printConditions(p.getStream(), access.where, access.loops);
  }
  p.printOptionalAttrDict(op->getAttrs(), {"index", "maps", "where", "loops"});
  p << " : ";
  p.printFunctionalType(op->getOperandTypes(), op->getResultTypes());
}

void GatherOp::print(OpAsmPrinter &p) {
  IndexedAccess access = IndexedAccess::get(*this);
  printLoops(p, access);
  p << getSource();
  printIndex(p, access);
  printRest(p, *this, access);
}

void ScatterAddOp::print(OpAsmPrinter &p) {
  IndexedAccess access = IndexedAccess::get(*this);
  printLoops(p, access);
  p << getSource() << "[";
  llvm::interleaveComma(access.loops, p);
  p << "] into ";
  printIndex(p, access);
  printRest(p, *this, access);
}
