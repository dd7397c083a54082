//===- dense_layer.cpp - An operator and its gradient from C++ ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Target/Program.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"

using namespace mlir;

/// max(sum over k of x[b, k] * w[k, j], 0)
static Value buildLayer(OpBuilder &builder, Location loc, ValueRange xw) {
  MLIRContext *context = builder.getContext();
  AffineExpr b, j, k; // Loops of the result first, then of the reduction.
  bindDims(context, b, j, k);
  neo::ComputeSpec sum, relu;
  sum.type = relu.type = RankedTensorType::get({2, 2}, builder.getF32Type());
  sum.kind = neo::ReductionKind::sum;
  sum.reductionExtents = {3};
  sum.loops = {"b", "j", "k"};
  sum.operands = {{xw[0], AffineMap::get(3, 0, {b, k}, context)},
                  {xw[1], AffineMap::get(3, 0, {k, j}, context)}};
  sum.body = [](OpBuilder &body, Location loc, ValueRange args) -> Value {
    return arith::MulFOp::create(body, loc, args[0], args[1]);
  };
  Value product = neo::ComputeOp::create(builder, loc, sum);
  relu.operands = {{product, builder.getMultiDimIdentityMap(2)}};
  relu.body = [](OpBuilder &body, Location loc, ValueRange args) -> Value {
    auto zero = body.getZeroAttr(args[0].getType());
    Value floor = arith::ConstantOp::create(body, loc, zero);
    return arith::MaximumFOp::create(body, loc, args[0], floor);
  };
  return neo::ComputeOp::create(builder, loc, relu);
}

/// Compiles a copy of `module`, which compiling uses up, and runs it.
static void run(ModuleOp module, StringRef function,
                ArrayRef<const void *> inputs, ArrayRef<void *> results) {
  OwningOpRef<ModuleOp> copy = module.clone();
  llvm::ExitOnError orExit("dense_layer: ");
  auto program = orExit(neo::Program::compile(*copy, function));
  program->run(inputs.data(), results.data());
}

int main() {
  DialectRegistry registry;
  neo::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  auto matrix = RankedTensorType::get({2, 3}, builder.getF32Type());
  auto type = builder.getFunctionType({matrix, matrix.clone({3, 2})},
                                      matrix.clone({2, 2}));
  auto layer = func::FuncOp::create(builder, loc, "layer", type);
  builder.setInsertionPointToStart(layer.addEntryBlock());
  Value made = buildLayer(builder, loc, layer.getArguments());
  func::ReturnOp::create(builder, loc, made);
  PassManager derive(&context);
  derive.addPass(neo::createNeoAutodiff()); // Adds @layer_vjp.
  if (failed(derive.run(*module)))
    return 1;
  float x[] = {1, 2, 3, 4, 5, 6}, w[] = {1, -2, 0, 0, 2, 1};
  float y[4], dy[] = {1, 1, 1, 1}, dx[6], dw[6];
  run(*module, "layer", {x, w}, {y});
  run(*module, "layer_vjp", {x, w, dy}, {dx, dw});
  using Named = std::pair<StringRef, ArrayRef<float>>;
  for (auto [name, numbers] :
       {Named("y", y), Named("dx", dx), Named("dw", dw)}) {
    llvm::outs() << name << ":";
    for (float number : numbers)
      llvm::outs() << llvm::format(" %g", number);
    llvm::outs() << "\n";
  }
}
