//===- EpilogueEmitter.cpp - Statements on accumulators -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "EpilogueEmitter.h"

#include "Neo/Dialect/ElementBytes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace neo;

static bool hasOutputSteps(ComputeOp op) {
  return llvm::any_of(getGPUSchedule(op).getAxes(), [&](GPUAxisAttr axis) {
    return !isReduced(op, axis) && getSize(axis, GPUUnit::step) > 1;
  });
}

size_t neo::findEpilogue(ArrayRef<ComputeOp> statements) {
  size_t first = 0;
  for (auto [number, statement] : llvm::enumerate(statements))
    if (ComputeOp(statement).getKind() != ReductionKind::none)
      first = number;
  bool walks = llvm::any_of(statements.drop_front(first), hasOutputSteps);
  return walks ? statements.size() : first;
}

namespace {
/// Results that are stored in one pass.
using StorePass = SmallVector<size_t>;

class EpilogueEmitter {
public:
  EpilogueEmitter(KernelState &state, ArrayRef<ComputeOp> statements);

  void emit();

private:
  /// A vector of the result of a statement.
  struct Vector {
    size_t statement;
    ResultStore::StoredVector place;
  };

  bool overlaps(size_t statement, const StorePass &pass);
  SmallVector<StorePass> makePasses();
  SmallVector<Vector> listVectors(const StorePass &pass);
  SmallVector<size_t> findMakers(const StorePass &pass);
  void prefetch(ArrayRef<size_t> makers, const Vector &vector);
  void emitPass(const StorePass &pass);

  KernelState &state;
  SmallVector<ComputeOp> statements;
  SmallVector<std::unique_ptr<StatementEmitter>> emitters;
  /// Of each statement; none if its result is not given.
  SmallVector<std::optional<ResultStore>> stores;
};
} // namespace

EpilogueEmitter::EpilogueEmitter(KernelState &state,
                                 ArrayRef<ComputeOp> statements)
    : state(state), statements(statements) {
  for (ComputeOp statement : statements) {
    emitters.push_back(std::make_unique<StatementEmitter>(
        state, statement, getGPUSchedule(statement)));
    stores.push_back(emitters.back()->makeStore());
  }
}

/// Has the window of the result a byte of one of those of `pass`?
bool EpilogueEmitter::overlaps(size_t statement, const StorePass &pass) {
  auto begin = [&](size_t i) { return stores[i]->getWindow().getOffset(); };
  auto end = [&](size_t i) {
    return begin(i) + stores[i]->getWindow().getApart() *
                          getElementBytes(statements[i].getType());
  };
  return stores[statement]->getWindow() && llvm::any_of(pass, [&](size_t i) {
           return stores[i]->getWindow() && begin(i) < end(statement) &&
                  begin(statement) < end(i);
         });
}

SmallVector<StorePass> EpilogueEmitter::makePasses() {
  SmallVector<StorePass> passes;
  for (size_t i = 0; i < stores.size(); ++i) {
    if (!stores[i])
      continue;
    auto *pass = llvm::find_if(
        passes, [&](const StorePass &pass) { return !overlaps(i, pass); });
    if (pass == passes.end())
      pass = &passes.emplace_back();
    pass->push_back(i);
  }
  return passes;
}

/// By their first elements; of the same ones, in the order of the statements.
SmallVector<EpilogueEmitter::Vector>
EpilogueEmitter::listVectors(const StorePass &pass) {
  SmallVector<Vector> vectors;
  for (size_t i : pass)
    for (auto &place : stores[i]->getVectors(emitters[i]->getOutputs()))
      vectors.push_back({i, std::move(place)});
  llvm::sort(vectors, [](const Vector &a, const Vector &b) {
    return std::pair(a.place.elements.front(), a.statement) <
           std::pair(b.place.elements.front(), b.statement);
  });
  return vectors;
}

/// The followers that results of `pass` are made of.
SmallVector<size_t> EpilogueEmitter::findMakers(const StorePass &pass) {
  llvm::SmallPtrSet<Operation *, 8> needed;
  for (size_t i : pass)
    needed.insert(statements[i]);
  SmallVector<size_t> makers;
  for (size_t i = statements.size(); i-- > 0;) {
    ComputeOp statement = statements[i];
    if (!needed.contains(statement) ||
        statement.getKind() != ReductionKind::none)
      continue;
    makers.push_back(i);
    for (Value operand : statement->getOperands())
      if (Operation *maker = operand.getDefiningOp())
        needed.insert(maker);
  }
  return makers;
}

/// Reads what `makers` need for `vector`.
void EpilogueEmitter::prefetch(ArrayRef<size_t> makers, const Vector &vector) {
  ArrayRef<Point> outputs = emitters[vector.statement]->getOutputs();
  for (size_t maker : llvm::reverse(makers)) {
    ArrayRef<Point> own = emitters[maker]->getOutputs();
    if (own.size() != outputs.size()) // It has rows, or columns, alone.
      continue;
    for (size_t number : vector.place.elements)
      emitters[maker]->prefetch(own[number]);
  }
}

void EpilogueEmitter::emitPass(const StorePass &pass) {
  SmallVector<size_t> makers = findMakers(pass);
  SmallVector<Vector> vectors = listVectors(pass);
  bool hasWindow = llvm::any_of(
      pass, [&](size_t i) { return bool(stores[i]->getWindow()); });
  if (hasWindow)
    state.barrier();
  size_t ahead = 0;
  for (auto [number, vector] : llvm::enumerate(vectors)) {
    StatementEmitter &emitter = *emitters[vector.statement];
    size_t inFlight = emitter.getOverlap().getOperands();
    while (ahead < std::min(number + inFlight, vectors.size()))
      prefetch(makers, vectors[ahead++]);
    SmallVector<Value> elements;
    for (size_t element : vector.place.elements)
      elements.push_back(emitter.getElement(emitter.getOutputs()[element]));
    stores[vector.statement]->storeVector(vector.place.first, elements);
  }
  if (hasWindow)
    state.barrier();
  for (size_t i : pass)
    stores[i]->copyOut();
}

/// A condition that holds, which neither LLVM nor ptxas knows: %nctaid.z > 0.
static Value makeOpaqueTruth(KernelState &state) {
  OpBuilder &b = state.b;
  Type word = b.getI32Type();
  auto count = LLVM::InlineAsmOp::create(
      b, state.loc, TypeRange(word), ValueRange(), "mov.u32 $0, %nctaid.z;",
      "=r", /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, /*asm_dialect=*/{},
      /*operand_attrs=*/{});
  Value zero =
      arith::ConstantOp::create(b, state.loc, b.getIntegerAttr(word, 0));
  return arith::CmpIOp::create(b, state.loc, arith::CmpIPredicate::ne,
                               count.getResult(0), zero);
}

/// ptxas would begin with the statements between the last products of tensor
/// cores, and with those of the next pass in this one: for all sums at once,
/// and counting two halves as one register. It takes no code out of a branch.
void EpilogueEmitter::emit() {
  for (auto &emitter : emitters)
    emitter->defer();
  SmallVector<StorePass> passes = makePasses();
  bool isApart =
      passes.size() > 1 || getGPUSchedule(statements.front()).getMma() > 0;
  for (const StorePass &pass : passes) {
    OpBuilder::InsertionGuard guard(state.b);
    if (isApart)
      state.enterIf(makeOpaqueTruth(state));
    for (auto &emitter : emitters)
      emitter->openScope();
    emitPass(pass);
    for (auto &emitter : emitters)
      emitter->closeScope();
  }
}

void neo::emitEpilogue(KernelState &state, ArrayRef<ComputeOp> statements) {
  EpilogueEmitter(state, statements).emit();
}
