//===- SelfCheck.cpp - A module that checks its own results ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SelfCheck.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace neo;

namespace {
/// Writes @neo_check as text.
class CheckWriter {
public:
  CheckWriter(raw_ostream &os, func::FuncOp function, double tolerance)
      : os(os), function(function), tolerance(tolerance) {}

  void write(ArrayRef<Tensor> inputs, ArrayRef<Tensor> results) {
    os << "func.func @neo_check() -> i32 {\n";
    writeConstants("in", inputs, function.getArgumentTypes());
    writeConstants("want", results, function.getResultTypes());
    writeCall();
    os << "  %count0 = arith.constant 0 : i32\n";
    for (unsigned i = 0, e = results.size(); i < e; ++i)
      writeComparison(i, cast<RankedTensorType>(function.getResultTypes()[i]));
    os << "  return %count" << results.size() << " : i32\n}\n";
  }

private:
  void writeConstants(StringRef prefix, ArrayRef<Tensor> tensors,
                      TypeRange types);
  void writeCall();
  void writeComparison(unsigned i, RankedTensorType type);
  void writeIsWrong(Type element);

  raw_ostream &os;
  func::FuncOp function;
  double tolerance;
};
} // namespace

static Attribute makeNumber(Type type, Scalar value) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType, value.f);
  return IntegerAttr::get(type, value.i);
}

void CheckWriter::writeConstants(StringRef prefix, ArrayRef<Tensor> tensors,
                                 TypeRange types) {
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    auto type = cast<RankedTensorType>(types[i]);
    SmallVector<Attribute> numbers;
    for (int64_t j = 0, e = tensor.getNumElements(); j < e; ++j)
      numbers.push_back(makeNumber(type.getElementType(), tensor.load(j)));
    os << "  %" << prefix << i << " = arith.constant "
       << DenseElementsAttr::get(type, numbers) << "\n";
  }
}

void CheckWriter::writeCall() {
  unsigned results = function.getNumResults();
  os << "  ";
  if (results)
    os << "%got:" << results << " = ";
  os << "call @" << function.getSymName() << "(";
  llvm::interleaveComma(llvm::seq<unsigned>(0, function.getNumArguments()), os,
                        [&](unsigned i) { os << "%in" << i; });
  os << ") : " << function.getFunctionType() << "\n";
}

/// The lines that turn scalars %g and %w into %bad.
void CheckWriter::writeIsWrong(Type element) {
  if (!isa<FloatType>(element)) {
    os << "  %bad = arith.cmpi ne, %g, %w : " << element << "\n";
    return;
  }
  std::string lines = llvm::formatv(R"(
  %rtol = arith.constant {1:E} : {0}
  %one = arith.constant 1.0 : {0}
  %size = math.absf %w : {0}
  %scale = arith.maximumf %size, %one : {0}
  %bound = arith.mulf %scale, %rtol : {0}
  %difference = arith.subf %g, %w : {0}
  %distance = math.absf %difference : {0}
  %near = arith.cmpf ole, %distance, %bound : {0}
  %same = arith.cmpf oeq, %g, %w : {0}
  %gnan = arith.cmpf uno, %g, %g : {0}
  %wnan = arith.cmpf uno, %w, %w : {0}
  %nan = arith.andi %gnan, %wnan : i1
  %close = arith.ori %near, %same : i1
  %right = arith.ori %close, %nan : i1
  %true = arith.constant true
  %bad = arith.xori %right, %true : i1
)",
                                    element, tolerance);
  os << lines;
}

void CheckWriter::writeComparison(unsigned i, RankedTensorType type) {
  auto interleave = [&](StringRef separator, auto each) {
    llvm::interleave(llvm::seq<int64_t>(0, type.getRank()), os, each,
                     separator);
  };
  auto writeAccess = [&](StringRef name) {
    os << name << i << "[";
    interleave(", ", [&](int64_t d) { os << "i" << d; });
    os << "]";
  };
  os << "  %bad" << i << " = neo.compute [] or [";
  interleave(", ",
             [&](int64_t d) { os << "i" << d << ": " << type.getDimSize(d); });
  os << "] ";
  writeAccess("%got#");
  os << ", ";
  writeAccess("%want");
  Type element = type.getElementType();
  os << " : (" << type << ", " << type << ") -> tensor<i1> {\n"
     << "  ^bb0(%g: " << element << ", %w: " << element << "):\n";
  writeIsWrong(element);
  os << "  neo.yield %bad : i1\n  }\n"
     << "  %flag" << i << " = tensor.extract %bad" << i << "[] : tensor<i1>\n"
     << "  %one" << i << " = arith.extui %flag" << i << " : i1 to i32\n"
     << "  %count" << i + 1 << " = arith.addi %count" << i << ", %one" << i
     << " : i32\n";
}

OwningOpRef<ModuleOp> neo::makeSelfChecking(func::FuncOp function,
                                            ArrayRef<Tensor> inputs,
                                            ArrayRef<Tensor> results,
                                            double tolerance) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Operation &op : *function->getParentOfType<ModuleOp>().getBody())
    os << op << "\n";
  CheckWriter(os, function, tolerance).write(inputs, results);
  return parseSourceString<ModuleOp>(text, function.getContext());
}
