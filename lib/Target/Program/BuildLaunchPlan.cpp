//===- BuildLaunchPlan.cpp - Launches as the executor's plan --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PlanBuilder.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/DeclaredDerivatives.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Schedule/DisjointFootprints.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace neo;

size_t neo::getBufferBytes(RankedTensorType type) {
  return size_t(type.getNumElements()) * getElementBytes(type);
}

template <typename... Parts> static llvm::Error failWith(Parts &&...parts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  (os << ... << parts);
  return llvm::createStringError(text);
}

/// The bytes of a constant as they lie in memory, of a splat those of one
/// element.
static std::vector<char> constantBytes(DenseElementsAttr value) {
  if (!value.getElementType().isInteger(1)) {
    ArrayRef<char> raw = value.getRawData();
    return std::vector<char>(raw.begin(), raw.end());
  }
  if (value.isSplat())
    return {char(value.getSplatValue<bool>())};
  std::vector<char> bytes;
  for (bool element : value.getValues<bool>())
    bytes.push_back(element);
  return bytes;
}

int PlanBuilder::addBuffer(BufferKind kind, size_t bytes, int index) {
  BufferSpec spec;
  spec.kind = kind;
  spec.bytes = bytes;
  spec.index = index;
  plan.buffers.push_back(std::move(spec));
  return plan.buffers.size() - 1;
}

PlanBuilder::Size PlanBuilder::sizeOf(Value value) const {
  auto type = cast<RankedTensorType>(value.getType());
  size_t bytes = getBufferBytes(type);
  if (!isBatched(type, batch))
    return {bytes, 0};
  return {0, bytes / *batch};
}

int PlanBuilder::addBuffer(Size size, BufferKind kind, int index) {
  int buffer = addBuffer(kind, size.bytes, index);
  plan.buffers[buffer].bytesPerItem = size.perItem;
  return buffer;
}

int PlanBuilder::addBuffer(Value value, BufferKind kind, int index) {
  return addBuffer(sizeOf(value), kind, index);
}

/// The number of items, of which a plan has one.
int PlanBuilder::addCount() {
  if (!count) {
    count = addBuffer(BufferKind::Constant, sizeof(int64_t));
    plan.buffers[*count].holdsCount = true;
  }
  return *count;
}

int PlanBuilder::addSlice(Size size, Slice slice) {
  int buffer = addBuffer(size, BufferKind::Slice);
  plan.buffers[buffer].slice = slice;
  return buffer;
}

void PlanBuilder::addCopy(int from, int to, Size size) {
  Launch launch;
  launch.fn = copyBytes;
  launch.name = "copy";
  launch.buffers = {from, to};
  launch.extent = size.perItem ? size.perItem : size.bytes;
  launch.itemsPerStep = size.perItem ? 1 : 0;
  launch.grain = copyGrain;
  plan.launches.push_back(std::move(launch));
}

/// What the launch's attribute says of its operands that hold indices.
static std::vector<IndexCheck> makeChecks(LaunchOp op,
                                          std::optional<int64_t> batch) {
  std::vector<IndexCheck> checks;
  auto all = op->getAttrOfType<ArrayAttr>("neo.index_checks");
  for (Attribute each : all ? all.getValue() : ArrayRef<Attribute>()) {
    auto parts = cast<DictionaryAttr>(each);
    auto number = [&](StringRef name) {
      return parts.getAs<IntegerAttr>(name).getInt();
    };
    IndexCheck check;
    check.buffer = number("operand");
    auto type =
        cast<RankedTensorType>(op.getOperands()[check.buffer].getType());
    check.isWide = type.getElementType().isInteger(64);
    check.range.shape.assign(type.getShape().begin(), type.getShape().end());
    if (std::optional<unsigned> d = getBatchDimension(type, batch))
      check.range.shape[*d] = IndexRange::itemsOfBatch;
    check.range.what = parts.getAs<StringAttr>("what").str();
    check.range.dimension = number("dimension");
    check.range.extent = number("extent");
    checks.push_back(std::move(check));
  }
  return checks;
}

void PlanBuilder::addLaunch(LaunchOp op, Frame &frame, BufferKind kind) {
  Launch launch;
  launch.name = op.getKernel().str();
  launch.extent = op.getExtent();
  launch.grain = op.getGrain();
  launch.checks = makeChecks(op, batch);
  for (Value operand : op.getOperands())
    launch.buffers.push_back(frame.lookup(operand));
  for (Value result : op.getResults()) {
    frame[result] = addBuffer(result, kind);
    launch.buffers.push_back(frame.lookup(result));
  }
  if (auto tile = op->getAttrOfType<IntegerAttr>(batchTileAttrName)) {
    launch.buffers.push_back(addCount());
    launch.itemsPerStep = tile.getInt();
  }
  if (op->hasAttr(disjointFootprintsAttrName))
    firstResults[plan.launches.size()] = op.getOperands().size();
  plan.launches.push_back(std::move(launch));
}

/// What a launch wrote is returned in place, once; everything else that is
/// returned is copied at the end.
void PlanBuilder::addReturn(func::FuncOp function, Frame &frame) {
  ValueRange results = function.front().getTerminator()->getOperands();
  for (auto [i, value] : llvm::enumerate(results)) {
    int buffer = frame.lookup(value);
    if (plan.buffers[buffer].kind == BufferKind::Temporary) {
      plan.buffers[buffer].kind = BufferKind::Result;
      plan.buffers[buffer].index = i;
      continue;
    }
    plan.copies.push_back({buffer, addBuffer(value, BufferKind::Result, i)});
  }
}

llvm::Error PlanBuilder::addConstant(Operation &op, Frame &frame) {
  DenseElementsAttr value;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    value = dyn_cast<DenseElementsAttr>(constant.getValue());
  if (!value)
    return failWith("a compiled function launches kernels and returns; it "
                    "cannot hold '",
                    op.getName().getStringRef(), "'");
  int buffer = addBuffer(op.getResult(0), BufferKind::Constant);
  plan.buffers[buffer].data = constantBytes(value);
  plan.buffers[buffer].copies = value.isSplat() ? value.getNumElements() : 1;
  frame[op.getResult(0)] = buffer;
  return llvm::Error::success();
}

/// The function without a body that `op` runs; null if there is none.
static func::FuncOp findDeclared(Operation &op) {
  func::FuncOp runs;
  if (auto scan = dyn_cast<ScanOp>(op))
    runs = scan.lookupStep();
  if (auto call = dyn_cast<func::CallOp>(op))
    runs = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
  return runs && runs.isDeclaration() ? runs : func::FuncOp();
}

/// A slice that neo-slice-operands makes: one position of the outermost
/// dimensions, and all of the others.
llvm::Error PlanBuilder::addExtractSlice(tensor::ExtractSliceOp op,
                                         Frame &frame) {
  RankedTensorType whole = op.getSourceType();
  int64_t outermost = whole.getRank() - op.getType().getRank();
  int64_t position = 0, positions = 1;
  for (auto [d, extent] : llvm::enumerate(whole.getShape())) {
    bool isOutermost = int64_t(d) < outermost;
    if (op.getStaticSizes()[d] != (isOutermost ? 1 : extent) ||
        ShapedType::isDynamic(op.getStaticOffsets()[d]))
      return failWith("a slice is of one position of the outermost dimensions, "
                      "and whole in the others");
    if (!isOutermost)
      continue;
    position = position * extent + op.getStaticOffsets()[d];
    positions *= extent;
  }
  frame[op] = addSlice(sizeOf(op.getResult()), {frame.lookup(op.getSource()),
                                                -1, position, 0, positions});
  return llvm::Error::success();
}

llvm::Error PlanBuilder::addOperation(Operation &op, Frame &frame) {
  if (func::FuncOp declared = findDeclared(op))
    return failWith(explainMissingBody(declared));
  if (op.getNumResults() > 0 && frame.contains(op.getResult(0)))
    return llvm::Error::success(); // It was prepared.
  if (auto launch = dyn_cast<LaunchOp>(op)) {
    addLaunch(launch, frame, BufferKind::Temporary);
    return llvm::Error::success();
  }
  if (auto scan = dyn_cast<ScanOp>(op))
    return addScan(scan, frame);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return addExtractSlice(slice, frame);
  if (auto wait = dyn_cast<WaitOp>(op)) {
    for (auto [input, result] : llvm::zip(wait.getInputs(), wait.getResults()))
      frame[result] = frame.lookup(input);
    return llvm::Error::success();
  }
  return addConstant(op, frame);
}

/// Is what the launch writes the same in every run, and only read?
bool PlanBuilder::isPrepared(LaunchOp op) {
  auto isReturned = [](OpOperand &use) {
    return isa<func::ReturnOp>(use.getOwner());
  };
  return !op->hasAttr(batchTileAttrName) &&
         llvm::all_of(op.getResults(), [&](Value result) {
           return isFixed(result) && sizeOf(result).perItem == 0 &&
                  llvm::none_of(result.getUses(), isReturned);
         });
}

/// Adds `launch` to those of the first run, behind what it reads: numbers that
/// follow from no argument are not fixed, but needed then, too.
void PlanBuilder::prepare(LaunchOp launch, Frame &frame) {
  for (Value operand : launch.getOperands())
    if (auto source = operand.getDefiningOp<LaunchOp>();
        source && !frame.contains(operand))
      prepare(source, frame);
  addLaunch(launch, frame, BufferKind::Kept);
}

/// The launches that only the first run needs, and the constants they read.
llvm::Error PlanBuilder::addPrepared(func::FuncOp function, Frame &frame) {
  for (Operation &op : function.front())
    if (auto launch = dyn_cast<LaunchOp>(op)) {
      if (isPrepared(launch))
        prepare(launch, frame);
    } else if (isa<arith::ConstantOp>(op)) {
      if (llvm::Error error = addConstant(op, frame))
        return error;
    }
  plan.prepared = plan.launches.size();
  return llvm::Error::success();
}

llvm::Error PlanBuilder::addBody(func::FuncOp function, Frame &frame) {
  if (!function.getBody().hasOneBlock())
    return failWith("function '", function.getName(),
                    "' must be defined by a single block");
  if (llvm::is_contained(callStack, function))
    return failWith("function '", function.getName(),
                    "' scans itself: such a loop has no end");
  callStack.push_back(function);
  for (Operation &op : function.front().without_terminator())
    if (llvm::Error error = addOperation(op, frame))
      return error;
  callStack.pop_back();
  return llvm::Error::success();
}

/// A slice that stays where it is in another one, which a loop moves, moves
/// with that: of an argument of a scan's step, or of what the step gives.
void PlanBuilder::moveSlicesInSlices() {
  for (BufferSpec &buffer : plan.buffers) {
    if (buffer.kind != BufferKind::Slice || buffer.slice.loop >= 0)
      continue;
    const BufferSpec &base = plan.buffers[buffer.slice.base];
    if (base.kind == BufferKind::Slice)
      buffer.slice.loop = base.slice.loop;
  }
}

llvm::Expected<LaunchPlan> PlanBuilder::build(func::FuncOp function) {
  Frame frame;
  batch = getBatch(function);
  for (BlockArgument argument : function.getArguments()) {
    if (!isa<RankedTensorType>(argument.getType()))
      return failWith("argument #", argument.getArgNumber(), " of '",
                      function.getName(), "' is not a tensor");
    frame[argument] =
        addBuffer(argument, BufferKind::Input, argument.getArgNumber());
  }
  if (llvm::Error error = addPrepared(function, frame))
    return std::move(error);
  if (llvm::Error error = addBody(function, frame))
    return std::move(error);
  addReturn(function, frame);
  moveSlicesInSlices();
  joinLaunches();
  return std::move(plan);
}

llvm::Expected<LaunchPlan> neo::buildLaunchPlan(func::FuncOp function) {
  return PlanBuilder().build(function);
}
