//===- PlanBuilder.h - From launches to the executor's plan -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A function of launches becomes a plan: every value gets a buffer, every
// launch an entry. A neo.scan becomes a loop of the plan around the launches of
// its step function, whose arguments are slices of the buffers outside:
//
//     %h, %hs = neo.scan @cell steps 10 carry(%h0) over(%x) with(%W)
//
//     ring   2 places for the state;  copy h0 to place 0
//     loop   10 trips
//       cell's launches on   ring[t mod 2], x[t], W
//       results written to   ring[(t + 1) mod 2], hs[t]
//     %h     ring[10 mod 2]
//
// A launch of the step whose result is returned writes it where it belongs, so
// neither state nor outputs are copied. A function that is the step of two
// scans is planned twice; a `Frame` says which buffers its values have this
// time.
//
// Launches of what is the same in every run (FixedValues.h) go first and write
// buffers that are kept, unless the function returns what they write.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_PROGRAM_PLANBUILDER_H
#define NEO_LIB_TARGET_PROGRAM_PLANBUILDER_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Target/Program.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/DenseMap.h"

namespace neo {

class PlanBuilder {
public:
  /// For a function of a module with a batch (Batch.h), sizes are per item.
  llvm::Expected<LaunchPlan> build(mlir::func::FuncOp function);

private:
  using Frame = llvm::DenseMap<mlir::Value, int>;

  /// Bytes, of which a tensor with a batch has so many for every item.
  struct Size {
    size_t bytes = 0, perItem = 0;

    Size times(size_t count) const { return {bytes * count, perItem * count}; }
  };

  Size sizeOf(mlir::Value value) const;
  int addBuffer(BufferKind kind, size_t bytes, int index = 0);
  int addBuffer(Size size, BufferKind kind, int index = 0);
  int addBuffer(mlir::Value value, BufferKind kind, int index = 0);
  int addSlice(Size size, Slice slice);
  int addCount();
  void addCopy(int from, int to, Size size);
  llvm::Error addBody(mlir::func::FuncOp function, Frame &frame);
  llvm::Error addOperation(mlir::Operation &op, Frame &frame);
  llvm::Error addExtractSlice(mlir::tensor::ExtractSliceOp op, Frame &frame);
  void moveSlicesInSlices();
  llvm::Error addConstant(mlir::Operation &op, Frame &frame);
  bool isPrepared(LaunchOp op);
  void prepare(LaunchOp launch, Frame &frame);
  llvm::Error addPrepared(mlir::func::FuncOp function, Frame &frame);
  void addLaunch(LaunchOp launch, Frame &frame, BufferKind kind);
  /// Interleaves launches where that pays (InterleaveLaunches.cpp).
  void joinLaunches();
  size_t endOfWalk(size_t first) const;
  bool fits(size_t first, size_t next) const;
  bool findsEnough(size_t launch, size_t first, size_t end) const;
  bool mayInterleave(size_t launch) const;
  bool writesFor(size_t launch, size_t other) const;
  size_t bytesOf(llvm::ArrayRef<int> buffers) const;
  void addReturn(mlir::func::FuncOp function, Frame &frame);
  llvm::Error addScan(ScanOp op, Frame &frame);

  /// A loop under construction: the buffers that its trips share.
  struct OpenScan {
    ScanOp op;
    mlir::func::FuncOp step;
    int loop;
    /// One ring of two places per carried state, and the stacked outputs.
    llvm::SmallVector<int> rings, stacks;
    /// Buffers from this one on belong to the step.
    int firstInside;
  };
  OpenScan openScan(ScanOp op, Frame &frame);
  Frame bindArguments(const OpenScan &scan, const Frame &outside);
  void bindResults(const OpenScan &scan, const Frame &inside);
  void closeScan(const OpenScan &scan, Frame &frame);

  LaunchPlan plan;
  /// Of launches whose steps have disjoint footprints: the first buffer that
  /// they write.
  llvm::DenseMap<size_t, unsigned> firstResults;
  /// The placeholder for the size of the batch, and the buffer that holds it.
  std::optional<int64_t> batch;
  std::optional<int> count;
  /// The functions being planned, to find recursion.
  llvm::SmallVector<mlir::func::FuncOp> callStack;
};

} // namespace neo

#endif // NEO_LIB_TARGET_PROGRAM_PLANBUILDER_H
