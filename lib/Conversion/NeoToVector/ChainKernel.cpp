//===- ChainKernel.cpp - One kernel of operators fused by steps -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ChainKernel.h"

#include "Scratch.h"
#include "Streaming.h"
#include "TileLoops.h"

#include "Neo/Dialect/FixedValues.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

SmallVector<unsigned> ComputeAtChain::producedOperands(unsigned link) const {
  SmallVector<unsigned> made;
  if (link > 0)
    for (auto [i, operand] : llvm::enumerate(op(link).getOperands()))
      if (operand == op(link - 1).getResult())
        made.push_back(i);
  return made;
}

SmallVector<Value> ComputeAtChain::operands() const {
  SmallVector<Value> operands;
  for (unsigned link = 0; link < links.size(); ++link)
    for (Value operand : op(link).getOperands())
      if (link == 0 || operand != op(link - 1).getResult())
        operands.push_back(operand);
  return operands;
}

ArrayAttr ComputeAtChain::schedules() const {
  SmallVector<std::string> texts;
  for (const ScheduledNest &link : links)
    texts.push_back(link.schedule.str(link.nest));
  SmallVector<StringRef> written(texts.begin(), texts.end());
  return Builder(last().getContext()).getStrArrayAttr(written);
}

ComputeOp neo::findOnlyReader(ComputeOp op) {
  ComputeOp reader;
  for (Operation *user : op->getUsers()) {
    if (reader && user != reader)
      return {};
    reader = dyn_cast<ComputeOp>(user);
    if (!reader || user->getBlock() != op->getBlock())
      return {};
  }
  // A fixed value is computed once for all runs, so it needs its own kernel.
  if (reader && isFixed(op.getResult()) != isFixed(reader.getResult()))
    return {};
  return reader;
}

bool neo::extend(ComputeAtChain &chain, ScheduledNest link) {
  // Compile time is superlinear in the size of a function, and one thread
  // compiles all of it.
  constexpr size_t mostLinks = 16;
  if (chain.links.size() == mostLinks)
    return false;
  chain.links.push_back(std::move(link));
  unsigned last = chain.links.size() - 1;
  std::optional<int64_t> scratch;
  if (last > 0)
    scratch = fuseSteps(chain.links[last - 1], chain.links[last],
                        chain.producedOperands(last));
  if (scratch)
    chain.scratch.push_back(*scratch);
  else
    chain.links.pop_back();
  return scratch.has_value();
}

namespace {
/// Emits the links of a chain.
class ChainWriter {
public:
  ChainWriter(OpBuilder &b, Location loc, const ComputeAtChain &chain,
              ValueRange buffers)
      : b(b), loc(loc), chain(chain), buffers(buffers) {}
  void emit(Value step);

private:
  void emitLink(unsigned link, Value step);
  Type elementOf(unsigned link);
  Value scratchOf(unsigned link);

  OpBuilder &b;
  Location loc;
  const ComputeAtChain &chain;
  ValueRange buffers;
  unsigned used = 0; // operands of the kernel that links before this one read
  Value scratch;     // filled by the previous link
  /// By element type, one for even and one for odd links: two are live at a
  /// time.
  llvm::SmallDenseMap<std::pair<Type, unsigned>, Value> scratches;
};
} // namespace

Type ChainWriter::elementOf(unsigned link) {
  return storageType(chain.op(link).getType().getElementType());
}

/// The scratch buffer that `link` writes: large enough for all links that share
/// it.
Value ChainWriter::scratchOf(unsigned link) {
  Value &found = scratches[{elementOf(link), link % 2}];
  int64_t elements = 0;
  for (unsigned l = link; !found && l < chain.scratch.size(); l += 2)
    if (elementOf(l) == elementOf(link))
      elements = std::max(elements, chain.scratch[l]);
  if (!found)
    found = allocateScratch(b, loc, llvm::alignTo(elements, 16),
                            elementOf(link), elements);
  return found;
}

void ChainWriter::emitLink(unsigned link, Value step) {
  const ScheduledNest &own = chain.links[link];
  Schedule schedule = own.schedule;
  schedule.parallelLoops = 1;
  SmallVector<unsigned> made = chain.producedOperands(link);
  SmallVector<Value> arguments;
  for (unsigned i = 0, e = chain.op(link).getNumOperands(); i < e; ++i)
    arguments.push_back(llvm::is_contained(made, i) ? scratch
                                                    : buffers[used++]);
  bool isLast = link + 1 == chain.links.size();
  TileState state(b, loc, own.nest, schedule);
  if (isLast)
    state.streams = streams(chain.last().getResult(), own.nest, schedule,
                            own.nest.output, chain.last());
  else
    scratch = scratchOf(link);
  arguments.push_back(isLast ? buffers.back() : scratch);
  TileLoops(state, arguments, /*blockStart=*/Value()).emitShared(step);
}

void ChainWriter::emit(Value step) {
  used = 0;
  for (unsigned link = 0; link < chain.links.size(); ++link)
    emitLink(link, step);
}

Kernel neo::emitChainKernel(ModuleOp module, StringRef name,
                            const ComputeAtChain &chain) {
  SmallVector<Value> operands = chain.operands();
  ComputeOp last = chain.last();
  func::FuncOp function =
      createKernelFunction(module, name, last.getLoc(), ValueRange(operands),
                           last->getResultTypes());
  Block *entry = &function.getBody().front();
  OpBuilder b = enterKernel(function);
  Location loc = last.getLoc();
  unsigned buffers = entry->getNumArguments() - 2;
  Value step = walkRange(b, loc, entry->getArgument(buffers),
                         entry->getArgument(buffers + 1));
  ChainWriter(b, loc, chain, entry->getArguments().take_front(buffers))
      .emit(step);
  const ScheduledNest &first = chain.links.front();
  int64_t points = 0,
          steps = first.nest.loops[first.schedule.order.front()].extent;
  for (const ScheduledNest &link : chain.links)
    points += link.nest.points();
  return {function, steps, chooseGrain(points, steps)};
}
