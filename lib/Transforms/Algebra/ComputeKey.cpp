//===- ComputeKey.cpp - Canonical keys of operators -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/ComputeKey.h"

#include "Print.h"

#include "Neo/Dialect/BodyValues.h"
#include "Neo/Dialect/Positions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace neo;

/// The most orders of loops with equal signatures that are compared.
constexpr unsigned maxOrders = 48;

/// The end of a key whose terms are negated.
constexpr StringLiteral negatedSuffix = " negated";

/// What `op` sums, if it sums the negative of that; else null. A product of
/// halves is summed unrounded, and its negative is that of the rounded one.
static Value getNegatedTerms(ComputeOp op) {
  Type type = op.getYielded().getType();
  bool isSum = op.getKind() == ReductionKind::sum &&
               op.getNumLoops() > op.getNumOutputLoops() &&
               (type.isF32() || type.isF64());
  auto negative =
      isSum ? op.getYielded().getDefiningOp<arith::NegFOp>() : nullptr;
  return negative ? negative.getOperand() : Value();
}

unsigned ComputeKeys::number(const std::string &text) {
  return texts.try_emplace(text, texts.size()).first->second;
}

unsigned ComputeKeys::number(Value value) {
  auto [found, isNew] = values.try_emplace(value, next);
  next += isNew;
  return found->second;
}

namespace {
/// Prints the body of an operator with renumbered loops.
class BodyWriter {
public:
  using Number = llvm::function_ref<unsigned(const std::string &)>;
  using NumberOf = llvm::function_ref<unsigned(Value)>;

  BodyWriter(ComputeOp op, ArrayRef<AffineExpr> renamed, Number number,
             NumberOf numberOf)
      : op(op), renamed(renamed), number(number), numberOf(numberOf) {}

  unsigned write(Value value) {
    auto known = written.find(value);
    if (known != written.end())
      return known->second;
    unsigned id = number(describe(value));
    written[value] = id;
    return id;
  }

private:
  std::string describe(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return describeRead(argument.getArgNumber());
    Operation *inner = value.getDefiningOp();
    if (auto index = dyn_cast<IndexOp>(inner))
      return "loop " + print(renamed[index.getLoop()]);
    SmallVector<unsigned> operands;
    for (Value operand : inner->getOperands())
      if (isa<arith::MulFOp>(inner))
        collectFactors(operand, operands);
      else
        operands.push_back(write(operand));
    if (inner->hasTrait<OpTrait::IsCommutative>())
      llvm::sort(operands);
    std::string text = inner->getName().getStringRef().str() +
                       print(inner->getAttrDictionary()) +
                       print(value.getType());
    for (unsigned operand : operands)
      text += " " + std::to_string(operand);
    return text;
  }

  void collectFactors(Value value, SmallVectorImpl<unsigned> &factors) {
    auto product = value.getDefiningOp<arith::MulFOp>();
    if (!product || !apart.takes(value)) {
      factors.push_back(write(value));
      return;
    }
    collectFactors(product.getLhs(), factors);
    collectFactors(product.getRhs(), factors);
  }

  std::string describeRead(unsigned operand) {
    unsigned loops = renamed.size();
    std::string text = "%" + std::to_string(numberOf(op.getOperand(operand)));
    text +=
        print(op.getMap(operand).replaceDimsAndSymbols(renamed, {}, loops, 0));
    if (IntegerSet guard = op.getGuard(operand))
      text += print(guard.replaceDimsAndSymbols(renamed, {}, loops, 0)) +
              print(Attribute(op.getPad(operand)));
    return text;
  }

  ComputeOp op;
  ArrayRef<AffineExpr> renamed;
  Number number;
  NumberOf numberOf;
  DenseMap<Value, unsigned> written;
  ProductsApart apart;
};
} // namespace

std::string ComputeKeys::write(ComputeOp op, ArrayRef<unsigned> loops) {
  SmallVector<AffineExpr> renamed(loops.size());
  std::string text = stringifyReductionKind(op.getKind()).str() + " " +
                     std::to_string(op.getNumOutputLoops()) + ": " +
                     print(op.getType().getElementType());
  for (auto [place, loop] : llvm::enumerate(loops)) {
    renamed[loop] = getAffineDimExpr(place, op.getContext());
    text += " " + std::to_string(op.getExtents()[loop]);
  }
  auto ofText = [&](const std::string &part) { return number(part); };
  auto ofValue = [&](Value value) { return number(value); };
  BodyWriter body(op, renamed, ofText, ofValue);
  Value negated = getNegatedTerms(op);
  Value terms = negated ? negated : op.getYielded();
  text += " " + std::to_string(body.write(terms));
  if (IntegerSet where = op.getWhereSet()) {
    where = where.replaceDimsAndSymbols(renamed, {}, loops.size(), 0);
    SmallVector<std::string> conditions;
    for (unsigned c = 0; c < where.getNumConstraints(); ++c)
      conditions.push_back(print(where.getConstraint(c)) +
                           (where.isEq(c) ? " == 0" : " >= 0"));
    llvm::sort(conditions);
    text += " where " + llvm::join(conditions, ", ");
  }
  text += print(op->getDiscardableAttrDictionary());
  return negated ? text + negatedSuffix.str() : text;
}

/// The properties of a loop that do not depend on the order of others.
static std::string getSignature(ComputeOp op, unsigned loop) {
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> masked(op.getNumLoops(),
                                 getAffineDimExpr(1, context));
  masked[loop] = getAffineDimExpr(0, context);
  SmallVector<std::string> places;
  for (unsigned i = 0; i < op.getNumOperands(); ++i) {
    places.push_back(
        print(op.getMap(i).replaceDimsAndSymbols(masked, {}, 2, 0)));
    if (IntegerSet guard = op.getGuard(i))
      places.push_back(print(guard.replaceDimsAndSymbols(masked, {}, 2, 0)));
  }
  if (IntegerSet where = op.getWhereSet())
    places.push_back(print(where.replaceDimsAndSymbols(masked, {}, 2, 0)));
  llvm::sort(places);
  bool reduced = loop >= op.getNumOutputLoops();
  return (reduced ? "r " : "o ") + std::to_string(op.getExtents()[loop]) +
         llvm::join(places, " ");
}

/// The next order in which loops of equal signature are permuted; false after
/// the last.
static bool permute(SmallVectorImpl<unsigned> &loops,
                    ArrayRef<std::string> signatures) {
  for (unsigned begin = 0, end; begin < loops.size(); begin = end) {
    end = begin + 1;
    while (end < loops.size() &&
           signatures[loops[end]] == signatures[loops[begin]])
      ++end;
    if (std::next_permutation(loops.begin() + begin, loops.begin() + end))
      return true;
  }
  return false;
}

ComputeKey ComputeKeys::get(ComputeOp op) {
  SmallVector<std::string> signatures;
  SmallVector<unsigned> loops;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    signatures.push_back(getSignature(op, loop));
    loops.push_back(loop);
  }
  llvm::sort(loops, [&](unsigned a, unsigned b) {
    return std::tie(signatures[a], a) < std::tie(signatures[b], b);
  });
  ComputeKey best = {write(op, loops), loops};
  for (unsigned tried = 1; tried < maxOrders && permute(loops, signatures);
       ++tried) {
    std::string text = write(op, loops);
    if (text < best.text)
      best = {std::move(text), loops};
  }
  return best;
}

std::optional<KnownCompute> KnownComputes::find(ComputeOp op) {
  // Positions of argmax and argmin depend on the operator's order of loops.
  if (findsPosition(op.getKind()))
    return std::nullopt;
  return find(keys.get(op), op);
}

std::optional<KnownCompute> KnownComputes::findOpposite(ComputeOp op) {
  if (op.getKind() != ReductionKind::sum)
    return std::nullopt;
  ComputeKey key = keys.get(op);
  StringRef text = key.text;
  key.text = text.consume_back(negatedSuffix) ? text.str()
                                              : key.text + negatedSuffix.str();
  return find(key, op);
}

std::optional<KnownCompute> KnownComputes::find(const ComputeKey &key,
                                                ComputeOp op) const {
  auto found = entries.find(key.text);
  if (found == entries.end())
    return std::nullopt;
  unsigned rank = op.getNumOutputLoops();
  SmallVector<unsigned> order(rank);
  for (unsigned place = 0; place < rank; ++place)
    order[found->second.key.loops[place]] = key.loops[place];
  // MLIR has no permutation map of rank 0.
  AffineMap map = rank ? AffineMap::getPermutationMap(order, op.getContext())
                       : AffineMap::get(op.getContext());
  return KnownCompute{found->second.op, map};
}

void KnownComputes::add(ComputeOp op) {
  ComputeKey key = keys.get(op);
  entries.try_emplace(key.text, Entry{op, key});
}

void KnownComputes::addInsteadOf(ComputeOp equal, ComputeOp op,
                                 ArrayRef<unsigned> dims) {
  ComputeKey key = keys.get(equal);
  for (unsigned &loop : MutableArrayRef(key.loops).take_front(dims.size()))
    loop = dims[loop];
  entries[key.text] = {op, key};
  others[op].push_back(key.text);
}

void KnownComputes::forget(ComputeOp op) {
  SmallVector<std::string> texts = std::move(others[op]);
  others.erase(op);
  texts.push_back(keys.get(op).text);
  for (const std::string &text : texts)
    if (auto found = entries.find(text);
        found != entries.end() && found->second.op == op)
      entries.erase(found);
  keys.forget(op.getResult());
}
