//===- BuildLaunchPlan.cpp - Launches as the executor's plan --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Target/Program.h"

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace neo;

size_t neo::getBufferBytes(RankedTensorType type) {
  unsigned bits = std::max(8u, type.getElementTypeBitWidth());
  return size_t(type.getNumElements()) * (bits / 8);
}

template <typename... Parts> static llvm::Error failWith(Parts &&...parts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  (os << ... << parts);
  return llvm::createStringError(text);
}

/// The bytes of a constant as they lie in memory.
static std::vector<char> constantBytes(DenseElementsAttr value) {
  RankedTensorType type = cast<RankedTensorType>(value.getType());
  std::vector<char> bytes;
  if (type.getElementType().isInteger(1)) {
    for (bool element : value.getValues<bool>())
      bytes.push_back(element);
    return bytes;
  }
  ArrayRef<char> raw = value.getRawData();
  size_t copies = value.isSplat() ? type.getNumElements() : 1;
  for (size_t i = 0; i < copies; ++i)
    bytes.insert(bytes.end(), raw.begin(), raw.end());
  return bytes;
}

namespace {
class PlanBuilder {
public:
  llvm::Expected<LaunchPlan> build(func::FuncOp function);

private:
  int addBuffer(Value value, BufferKind kind, int index);
  llvm::Error addOperation(Operation &op);
  void addLaunch(LaunchOp launch);
  void addReturn(func::ReturnOp op);

  LaunchPlan plan;
  llvm::DenseMap<Value, int> buffers;
};
} // namespace

int PlanBuilder::addBuffer(Value value, BufferKind kind, int index) {
  BufferSpec spec;
  spec.kind = kind;
  spec.bytes = getBufferBytes(cast<RankedTensorType>(value.getType()));
  spec.index = index;
  plan.buffers.push_back(std::move(spec));
  return plan.buffers.size() - 1;
}

void PlanBuilder::addLaunch(LaunchOp op) {
  Launch launch;
  launch.name = op.getKernel().str();
  launch.extent = op.getExtent();
  launch.grain = op.getGrain();
  for (Value operand : op.getOperands())
    launch.buffers.push_back(buffers.lookup(operand));
  int result = addBuffer(op.getResult(), BufferKind::Temporary, 0);
  buffers[op.getResult()] = result;
  launch.buffers.push_back(result);
  plan.launches.push_back(std::move(launch));
}

/// What a launch wrote is returned in place, once; everything else that is
/// returned is copied at the end.
void PlanBuilder::addReturn(func::ReturnOp op) {
  for (auto [i, value] : llvm::enumerate(op.getOperands())) {
    int buffer = buffers.lookup(value);
    if (plan.buffers[buffer].kind == BufferKind::Temporary) {
      plan.buffers[buffer].kind = BufferKind::Result;
      plan.buffers[buffer].index = i;
      continue;
    }
    plan.copies.push_back({buffer, addBuffer(value, BufferKind::Result, i)});
  }
}

llvm::Error PlanBuilder::addOperation(Operation &op) {
  if (auto launch = dyn_cast<LaunchOp>(op)) {
    addLaunch(launch);
    return llvm::Error::success();
  }
  if (auto end = dyn_cast<func::ReturnOp>(op)) {
    addReturn(end);
    return llvm::Error::success();
  }
  DenseElementsAttr value;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    value = dyn_cast<DenseElementsAttr>(constant.getValue());
  if (!value)
    return failWith("a compiled function launches kernels and returns; it "
                    "cannot hold '",
                    op.getName().getStringRef(), "'");
  int buffer = addBuffer(op.getResult(0), BufferKind::Constant, 0);
  plan.buffers[buffer].data = constantBytes(value);
  buffers[op.getResult(0)] = buffer;
  return llvm::Error::success();
}

llvm::Expected<LaunchPlan> PlanBuilder::build(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return failWith("function '", function.getName(),
                    "' must be defined by a single block");
  for (BlockArgument argument : function.getArguments()) {
    if (!isa<RankedTensorType>(argument.getType()))
      return failWith("argument #", argument.getArgNumber(), " of '",
                      function.getName(), "' is not a tensor");
    buffers[argument] =
        addBuffer(argument, BufferKind::Input, argument.getArgNumber());
  }
  for (Operation &op : function.getBody().front())
    if (llvm::Error error = addOperation(op))
      return std::move(error);
  return std::move(plan);
}

llvm::Expected<LaunchPlan> neo::buildLaunchPlan(func::FuncOp function) {
  return PlanBuilder().build(function);
}
