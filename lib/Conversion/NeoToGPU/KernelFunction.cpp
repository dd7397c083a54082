//===- KernelFunction.cpp - An operator as a gpu.func ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelFunction.h"

#include "EpilogueEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace neo;

/// The flat buffer that holds a tensor of `type`.
static MemRefType getBufferType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get({tensor.getNumElements()},
                         getStorageType(tensor.getElementType()));
}

gpu::GPUFuncOp neo::createGPUKernel(gpu::GPUModuleOp module, StringRef name,
                                    Location loc, TypeRange operands,
                                    TypeRange results, int64_t threads) {
  SmallVector<Type> buffers;
  for (Type type : llvm::concat<Type>(SmallVector<Type>(operands),
                                      SmallVector<Type>(results)))
    buffers.push_back(getBufferType(type));
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  auto function =
      gpu::GPUFuncOp::create(b, loc, name, b.getFunctionType(buffers, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  function.setKnownBlockSizeAttr(
      b.getDenseI32ArrayAttr({int32_t(threads), 1, 1}));
  // One block is enough for a multiprocessor: without this, ptxas spills rather
  // than use more registers than two blocks would leave.
  function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    b.getI32IntegerAttr(1));
  // The schedule decides what is a vector. LLVM's SLP vectorizer would make
  // more of scalar functions, and hoists what they hold across barriers.
  function->setAttr("passthrough",
                    b.getStrArrayAttr({StringRef("noimplicitfloat")}));
  // No buffer that a kernel writes aliases another one.
  for (unsigned i = 0; i < buffers.size(); ++i)
    function.setArgAttr(i, "llvm.noalias", b.getUnitAttr());
  b.setInsertionPointToStart(&function.getBody().front());
  gpu::ReturnOp::create(b, loc);
  return function;
}

SmallVector<Type> neo::getKernelResults(ComputeOp op) {
  GPUJoinAttr join = getGPUSchedule(op).getJoin();
  if (!join)
    return {op.getType()};
  SmallVector<int64_t> shape = {join.getParts()};
  llvm::append_range(shape, op.getType().getShape());
  SmallVector<Type> parts;
  for (Type type : getAccumulatorTypes(op))
    parts.push_back(RankedTensorType::get(shape, type));
  return parts;
}

/// The thread and block index. Both are below 2^31.
void neo::bindHardware(KernelState &state, int64_t threads, int64_t blocks,
                       int64_t shared) {
  OpBuilder &b = state.b;
  state.threads = threads;
  auto bound = [&](int64_t value) { return b.getIndexAttr(value); };
  state.thread = gpu::ThreadIdOp::create(b, state.loc, b.getIndexType(),
                                         gpu::Dimension::x, bound(threads));
  state.block =
      gpu::BlockIdOp::create(b, state.loc, b.getIndexType(), gpu::Dimension::x,
                             bound(std::max<int64_t>(blocks, 1)));
  Value lanes = state.constant(warpLanes);
  state.lane = arith::RemUIOp::create(b, state.loc, state.thread, lanes);
  state.warp = arith::DivUIOp::create(b, state.loc, state.thread, lanes);
  if (shared > 0) {
    auto space = gpu::AddressSpaceAttr::get(b.getContext(),
                                            gpu::AddressSpace::Workgroup);
    auto type = MemRefType::get({ShapedType::kDynamic}, b.getI8Type(),
                                MemRefLayoutAttrInterface(), space);
    state.shared = gpu::DynamicSharedMemoryOp::create(b, state.loc, type);
  }
}

gpu::GPUFuncOp neo::emitGPUKernel(gpu::GPUModuleOp module, StringRef name,
                                  ComputeOp op) {
  GPUScheduleAttr schedule = getGPUSchedule(op);
  SmallVector<Type> results = getKernelResults(op);
  gpu::GPUFuncOp function =
      createGPUKernel(module, name, op.getLoc(), op->getOperandTypes(), results,
                      schedule.getThreads());
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  KernelState state(b, op.getLoc());
  bindHardware(state, schedule.getThreads(), schedule.getBlocks(),
               schedule.getShared());
  for (auto [operand, buffer] :
       llvm::zip(op->getOperands(), function.getArguments()))
    state.buffers[operand] = buffer;
  ValueRange made =
      ValueRange(function.getArguments()).take_back(results.size());
  if (schedule.getJoin())
    llvm::append_range(state.parts, made);
  else
    state.buffers[op.getResult()] = made.front();
  StatementEmitter(state, op, schedule).emit();
  return function;
}

gpu::GPUFuncOp neo::emitGPUKernel(gpu::GPUModuleOp module, StringRef name,
                                  KernelOp op) {
  SmallVector<ComputeOp> statements = op.getStatements();
  GPUScheduleAttr schedule = getGPUSchedule(statements.front());
  gpu::GPUFuncOp function =
      createGPUKernel(module, name, op.getLoc(), op->getOperandTypes(),
                      op->getResultTypes(), schedule.getThreads());
  OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
  KernelState state(b, op.getLoc());
  bindHardware(state, schedule.getThreads(), schedule.getBlocks(),
               schedule.getShared());
  ValueRange buffers = function.getArguments();
  for (auto [argument, buffer] :
       llvm::zip(op.getBodyBlock()->getArguments(), buffers))
    state.buffers[argument] = buffer;
  for (auto [given, buffer] :
       llvm::zip_equal(op.getGiven(), buffers.take_back(op.getNumResults())))
    state.buffers[given] = buffer;
  size_t epilogue = findEpilogue(statements);
  for (ComputeOp statement : ArrayRef(statements).take_front(epilogue))
    StatementEmitter(state, statement, getGPUSchedule(statement)).emit();
  emitEpilogue(state, ArrayRef(statements).drop_front(epilogue));
  return function;
}
