//===- KernelSyntax.cpp - neo.kernel as text ------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     neo.kernel [i: 8] (%x = %scores, %g = %gain)
//       : (types) -> types { statements }
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace neo;

static ParseResult parseLoops(OpAsmParser &parser, OperationState &state) {
  SmallVector<Attribute> names;
  SmallVector<int64_t> extents;
  Builder &b = parser.getBuilder();
  auto parseOne = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name) || parser.parseColon() ||
        parser.parseInteger(extents.emplace_back()))
      return failure();
    names.push_back(b.getStringAttr(name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  state.addAttribute("loops", b.getArrayAttr(names));
  state.addAttribute("extents", b.getDenseI64ArrayAttr(extents));
  return success();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  FunctionType type;
  if (parseLoops(parser, state) ||
      parser.parseAssignmentList(arguments, operands) ||
      parser.parseOptionalAttrDict(state.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, state.operands))
    return failure();
  for (auto [argument, tensor] : llvm::zip_equal(arguments, type.getInputs()))
    argument.type = tensor;
  state.addTypes(type.getResults());
  return parser.parseRegion(*state.addRegion(), arguments);
}

void KernelOp::print(OpAsmPrinter &p) {
  p << " [";
  llvm::interleaveComma(llvm::zip_equal(getLoopNames(), getExtents()), p,
                        [&](auto loop) {
                          p.printKeywordOrString(std::get<0>(loop));
                          p << ": " << std::get<1>(loop);
                        });
  p << "] (";
  llvm::interleaveComma(
      llvm::zip(getBodyBlock()->getArguments(), getOperands()), p,
      [&](auto pair) { p << std::get<0>(pair) << " = " << std::get<1>(pair); });
  p << ")";
  p.printOptionalAttrDict(getOperation()->getAttrs(), {"loops", "extents"});
  p << " : ";
  p.printFunctionalType(getOperandTypes(), getResultTypes());
  p << " ";
  p.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}
