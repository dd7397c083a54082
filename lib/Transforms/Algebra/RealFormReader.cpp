//===- RealFormReader.cpp - The forms of operators ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RealFormReader.h"

#include "Print.h"

#include "Neo/Transforms/Algebra/ExpTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace neo;

constexpr unsigned mostSteps = 300, mostLoops = 64;

/// Replaces identifiers of `text` that consist of `kind` and a number, as d0 or
/// s12, by `name` of the number.
static std::string renameLoops(StringRef text, char kind,
                               llvm::function_ref<std::string(unsigned)> name) {
  std::string renamed;
  bool begins = true;
  while (!text.empty()) {
    StringRef digits = text.drop_front().take_while(llvm::isDigit);
    unsigned number;
    if (begins && text[0] == kind && !digits.getAsInteger(10, number)) {
      renamed += name(number);
      text = text.drop_front(1 + digits.size());
      begins = false;
      continue;
    }
    begins = !llvm::isAlnum(text[0]) && text[0] != '_' && text[0] != '.';
    renamed += text[0];
    text = text.drop_front();
  }
  return renamed;
}

static bool mentions(StringRef text, unsigned loop) {
  bool found = false;
  renameLoops(text, 'd', [&](unsigned number) {
    found |= number == loop;
    return std::string();
  });
  return found;
}

std::string RealFormReader::name(Value tensor) {
  return "%" + std::to_string(
                   tensors.try_emplace(tensor, tensors.size()).first->second);
}

/// A constant as a fraction, before rounding if possible: the factor of a mean
/// of 768 terms denotes 1 / 768, which no float represents.
static std::optional<Fraction> getFraction(double number, Type type) {
  constexpr double mostTerms = 1 << 24;
  double terms = std::round(1 / std::abs(number));
  if (terms >= 1 && terms <= mostTerms) {
    double rounded = type.isF32() ? double(float(1 / terms)) : 1 / terms;
    if (std::abs(number) == rounded)
      return Fraction{number < 0 ? -1 : 1, int64_t(terms)};
  }
  return Fraction::of(number);
}

static bool isReal(Type type) { return type.isF32() || type.isF64(); }

/// Looks through sums along rows and pointwise operators, not through
/// contractions.
bool RealFormReader::readsThrough(ComputeOp op) {
  if (op.getWhereSet() || !isReal(op.getType().getElementType()) ||
      op.getNumLoops() > 8)
    return false;
  if (op.getKind() == ReductionKind::none)
    return true;
  if (op.getKind() != ReductionKind::sum)
    return false;
  double points = 1, largest = 1;
  for (int64_t extent : op.getExtents())
    points *= double(extent);
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    largest = std::max(largest, double(op.getOperandType(i).getNumElements()));
  return points <= 1.5 * largest;
}

/// The sum of `product` over `loops`, on all of which it depends.
static std::string describeSum(const RealForm::Product &product,
                               ArrayRef<unsigned> loops, ComputeOp op,
                               ArrayRef<AffineExpr> all) {
  std::string text;
  for (const auto &[unknown, power] : product)
    text += " * " + unknown.str() + "^" + std::to_string(power);
  unsigned next = 0;
  renameLoops(text, 's', [&](unsigned number) {
    next = std::max(next, number + 1);
    return std::string();
  });
  std::map<unsigned, std::string> names;
  std::string extents;
  text = renameLoops(text, 'd', [&](unsigned number) {
    std::string &name = names[number];
    if (!name.empty())
      return name;
    name = "d" + std::to_string(number);
    for (unsigned loop : loops)
      if (all[loop] == getAffineDimExpr(number, op.getContext())) {
        name = "s" + std::to_string(next++);
        extents += " " + name + ": " + std::to_string(op.getExtents()[loop]);
      }
    return name;
  });
  return "sum" + extents + " (" + text + ")";
}

RealFormReader::Form RealFormReader::sumOver(const RealForm &terms,
                                             ComputeOp op, Indices loops) {
  RealForm sum;
  for (const auto &[product, each] : terms.getTerms()) {
    RealForm::Product inside, outside;
    llvm::SmallSetVector<unsigned, 4> moving;
    for (const auto &[unknown, power] : product) {
      bool moves = false;
      for (unsigned loop = op.getNumOutputLoops(); loop < loops.size(); ++loop)
        if (mentions(unknown.str(),
                     cast<AffineDimExpr>(loops[loop]).getPosition())) {
          moving.insert(loop);
          moves = true;
        }
      (moves ? inside : outside).emplace_back(unknown, power);
    }
    std::optional<Fraction> coefficient = each;
    for (unsigned loop = op.getNumOutputLoops(); loop < loops.size(); ++loop)
      if (coefficient && !moving.contains(loop))
        coefficient = coefficient->times({op.getExtents()[loop], 1});
    // The sum may be a divisor of the term.
    std::optional<RealForm::Product> all = outside;
    if (!inside.empty())
      all = RealForm::multiply(
          outside, {{describeSum(inside, moving.getArrayRef(), op, loops), 1}});
    if (!all || !coefficient || !sum.add(*all, *coefficient))
      return std::nullopt;
  }
  return sum;
}

RealFormReader::Form RealFormReader::readOperand(ComputeOp op, unsigned operand,
                                                 Indices loops) {
  AffineMap map = op.getMap(operand);
  SmallVector<AffineExpr> indices;
  for (AffineExpr index : map.getResults())
    indices.push_back(
        simplifyAffineExpr(index.replaceDims(loops), mostLoops + 8, 0));
  IntegerSet guard = op.getGuard(operand);
  auto producer = op.getOperand(operand).getDefiningOp<ComputeOp>();
  if (producer && !guard && readsThrough(producer) && steps < mostSteps &&
      !opaque.contains(producer) && getNumber(producer.getYielded()) != 0.0) {
    if (Form form = readResult(producer, producer.getYielded(), indices))
      return form;
    opaque.insert(producer);
  }
  std::string text = name(op.getOperand(operand)) + "[";
  for (AffineExpr index : indices)
    text += print(index) + ", ";
  text += "]";
  if (guard)
    text += print(guard.replaceDimsAndSymbols(loops, {}, mostLoops + 8, 0)) +
            print(Attribute(op.getPad(operand)));
  return RealForm::unknown(text);
}

/// Is a factor the number 0? No terms cancel there: with an infinite factor or
/// NaN the product is NaN, as the program says.
static bool multipliesByZero(Operation *inner) {
  return isa<arith::MulFOp, arith::DivFOp>(inner) &&
         llvm::any_of(inner->getOperands(),
                      [](Value operand) { return getNumber(operand) == 0.0; });
}

/// Sums and products combine forms; any other operation is an unknown, named by
/// the operation and the forms of its operands.
RealFormReader::Form
RealFormReader::combine(ComputeOp op, Operation *inner, Indices loops,
                        llvm::DenseMap<Value, Form> &known) {
  SmallVector<Form> forms;
  for (Value operand : inner->getOperands()) {
    forms.push_back(readValue(op, operand, loops, known));
    if (!forms.back())
      return std::nullopt;
  }
  auto negative = [](const RealForm &form) {
    return form.times(RealForm::number({-1, 1}));
  };
  if (isReal(inner->getResult(0).getType()) && !multipliesByZero(inner)) {
    if (isa<arith::AddFOp>(inner))
      return forms[0]->plus(*forms[1]);
    if (isa<arith::NegFOp>(inner))
      return negative(*forms[0]);
    if (isa<arith::MulFOp>(inner))
      return forms[0]->times(*forms[1]);
    if (isa<arith::SubFOp>(inner))
      if (Form second = negative(*forms[1]))
        return forms[0]->plus(*second);
    if (isa<arith::DivFOp>(inner))
      if (Form second = forms[1]->inverse())
        return forms[0]->times(*second);
  }
  std::string text = inner->getName().getStringRef().str() +
                     print(inner->getAttrDictionary()) +
                     print(inner->getResult(0).getType()) + "(";
  for (const Form &form : forms)
    text += form->str() + ", ";
  return text.size() > RealForm::mostText ? Form()
                                          : RealForm::unknown(text + ")");
}

RealFormReader::Form
RealFormReader::readValue(ComputeOp op, Value value, Indices loops,
                          llvm::DenseMap<Value, Form> &known) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  ++steps;
  Form form;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    form = readOperand(op, argument.getArgNumber(), loops);
  } else if (std::optional<double> number = getNumber(value)) {
    std::optional<Fraction> fraction = getFraction(*number, value.getType());
    form = fraction ? RealForm::number(*fraction)
                    : RealForm::unknown(print(*value.getDefiningOp()));
  } else if (auto index = value.getDefiningOp<IndexOp>()) {
    form = RealForm::unknown("index " + print(loops[index.getLoop()]));
  } else {
    form = combine(op, value.getDefiningOp(), loops, known);
  }
  return known[value] = form;
}

RealFormReader::Form RealFormReader::readResult(ComputeOp op, Value yielded,
                                                Indices outputs) {
  SmallVector<AffineExpr> loops(outputs);
  for (unsigned i = 0; i < op.getNumReductionLoops(); ++i)
    loops.push_back(getAffineDimExpr(8 + nextLoop++, op.getContext()));
  if (nextLoop > mostLoops)
    return std::nullopt;
  llvm::DenseMap<Value, Form> known;
  Form form = readValue(op, yielded, loops, known);
  if (!form || op.getKind() == ReductionKind::none)
    return form;
  return sumOver(*form, op, loops);
}

std::optional<RealForm> RealFormReader::read(ComputeOp op) {
  return read(op, op.getYielded());
}

std::optional<RealForm> RealFormReader::read(ComputeOp op, Value value) {
  if (!readsThrough(op))
    return std::nullopt;
  SmallVector<AffineExpr> outputs;
  for (unsigned d = 0; d < op.getNumOutputLoops(); ++d)
    outputs.push_back(getAffineDimExpr(d, op.getContext()));
  return readResult(op, value, outputs);
}
