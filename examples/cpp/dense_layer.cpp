//===- dense_layer.cpp - An operator and its gradient from C++ ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Target/Program.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"

using namespace mlir;

/// y[b, j] = sum over k of x[b, k] * w[k, j]
static Value buildProduct(OpBuilder &builder, Location loc, Value x, Value w) {
  MLIRContext *context = builder.getContext();
  auto xType = cast<RankedTensorType>(x.getType());
  auto wType = cast<RankedTensorType>(w.getType());
  AffineExpr b, j, k; // Loops of the result first, then of the reduction.
  bindDims(context, b, j, k);
  neo::ComputeSpec spec;
  spec.type = xType.clone({xType.getDimSize(0), wType.getDimSize(1)});
  spec.kind = neo::ReductionKind::sum;
  spec.reductionExtents = {xType.getDimSize(1)};
  spec.loops = {"b", "j", "k"};
  spec.operands = {{x, AffineMap::get(3, 0, {b, k}, context)},
                   {w, AffineMap::get(3, 0, {k, j}, context)}};
  spec.body = [](OpBuilder &body, Location loc, ValueRange args) -> Value {
    return arith::MulFOp::create(body, loc, args[0], args[1]);
  };
  return neo::ComputeOp::create(builder, loc, spec);
}

/// max(x, 0) for every element of a matrix
static Value buildRelu(OpBuilder &builder, Location loc, Value x) {
  neo::ComputeSpec spec;
  spec.type = cast<RankedTensorType>(x.getType());
  spec.operands = {{x, builder.getMultiDimIdentityMap(2)}};
  spec.body = [](OpBuilder &body, Location loc, ValueRange args) -> Value {
    auto zero = body.getZeroAttr(args[0].getType());
    Value floor = arith::ConstantOp::create(body, loc, zero);
    return arith::MaximumFOp::create(body, loc, args[0], floor);
  };
  return neo::ComputeOp::create(builder, loc, spec);
}

/// func.func @layer(x: 2 x 3, w: 3 x 2) -> 2 x 2
static OwningOpRef<ModuleOp> buildLayer(MLIRContext &context) {
  OpBuilder builder(&context);
  Location loc = builder.getUnknownLoc();
  auto matrix = [&](int64_t rows, int64_t columns) -> Type {
    return RankedTensorType::get({rows, columns}, builder.getF32Type());
  };
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  auto type =
      builder.getFunctionType({matrix(2, 3), matrix(3, 2)}, matrix(2, 2));
  auto layer = func::FuncOp::create(builder, loc, "layer", type);
  builder.setInsertionPointToStart(layer.addEntryBlock());
  Value product =
      buildProduct(builder, loc, layer.getArgument(0), layer.getArgument(1));
  func::ReturnOp::create(builder, loc, buildRelu(builder, loc, product));
  return module;
}

/// Compiles `function` from a copy of `module`, which compiling uses up, and
/// runs it.
static void run(ModuleOp module, StringRef function,
                ArrayRef<const void *> inputs, ArrayRef<void *> results) {
  OwningOpRef<ModuleOp> copy = module.clone();
  llvm::ExitOnError orExit("dense_layer: ");
  auto program = orExit(neo::Program::compile(*copy, function));
  program->run(inputs.data(), results.data());
}

static void print(StringRef name, ArrayRef<float> numbers) {
  llvm::outs() << name << ":";
  for (float number : numbers)
    llvm::outs() << llvm::format(" %g", number);
  llvm::outs() << "\n";
}

int main() {
  DialectRegistry registry;
  neo::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = buildLayer(context);
  PassManager derive(&context);
  derive.addPass(neo::createNeoAutodiff()); // Adds @layer_vjp.
  if (failed(verify(*module)) || failed(derive.run(*module)))
    return 1;

  float x[] = {1, 2, 3, 4, 5, 6}, w[] = {1, -2, 0, 0, 2, 1};
  float y[4], dy[] = {1, 1, 1, 1}, dx[6], dw[6];
  run(*module, "layer", {x, w}, {y});
  run(*module, "layer_vjp", {x, w, dy}, {dx, dw});
  print("y", y);
  print("dx", dx);
  print("dw", dw);
}
