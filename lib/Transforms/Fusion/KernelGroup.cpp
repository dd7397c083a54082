//===- KernelGroup.cpp - Statements that could be one kernel --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelGroup.h"

#include "TileGroup.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/Positions.h"
#include "Neo/Dialect/ScheduleAttr.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace neo;

static bool contains(ArrayRef<ComputeOp> statements, Operation *op) {
  return llvm::any_of(statements, [&](ComputeOp s) { return s == op; });
}

bool neo::isUsedOutside(Value value, ArrayRef<ComputeOp> statements) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return !contains(statements, user);
  });
}

bool neo::isUsedInside(Value value, ArrayRef<ComputeOp> statements) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return contains(statements, user);
  });
}

namespace {
/// Finds the shared loops of one group.
class Grouping {
public:
  Grouping(ArrayRef<ComputeOp> statements, std::string &reason)
      : statements(statements), classes(this->statements), reason(reason) {}

  std::optional<KernelGroup> run();

private:
  bool refuse(const Twine &message) {
    reason = message.str();
    return false;
  }
  /// A tensor, and the loops that index its dimensions.
  struct Walk {
    double elements = 0;
    SmallVector<unsigned> loops;
  };
  Walk largestWalk(unsigned s);
  void listMainLoops();
  bool isCommon(unsigned c) const;
  bool isReadAtSameStep(unsigned c);
  void chooseShared();
  bool treatAlike(unsigned c, ArrayRef<unsigned> others);
  bool isReduction(unsigned s, unsigned loop) {
    return loop >= statements[s].getNumOutputLoops();
  }
  bool isShared(unsigned s, unsigned loop) const {
    return llvm::is_contained(shared, classes.classOf(s, loop));
  }
  bool checkReducedLoops();
  bool checkStatement(unsigned s);
  bool checkRow(unsigned s);
  bool checkReuse(unsigned s);
  bool checkVectors(unsigned s);
  bool checkSize();
  bool mayJoin(ComputeOp op);
  bool shareTiles();
  bool shareRows();
  KernelGroup build();

  SmallVector<ComputeOp> statements;
  LoopClasses classes;
  std::string &reason;
  /// Classes that index the largest tensor, outermost first, and those shared.
  SmallVector<unsigned> mainLoops, shared;
};
} // namespace

static double countPoints(ComputeOp op) {
  double points = 1;
  for (int64_t extent : op.getExtents())
    points *= double(extent);
  return points;
}

/// The largest tensor of statement `s` whose indices are all single loops.
Grouping::Walk Grouping::largestWalk(unsigned s) {
  ComputeOp op = statements[s];
  Walk walk;
  auto consider = [&](RankedTensorType type, AffineMap map) {
    SmallVector<unsigned> loops;
    for (AffineExpr index : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(index))
        loops.push_back(dim.getPosition());
    double elements = type.getNumElements();
    if (elements > walk.elements && loops.size() == map.getNumResults())
      walk = {elements, loops};
  };
  SmallVector<AffineExpr> result;
  for (unsigned d = 0; d < op.getNumOutputLoops(); ++d)
    result.push_back(getAffineDimExpr(d, op.getContext()));
  consider(op.getType(),
           AffineMap::get(op.getNumLoops(), 0, result, op.getContext()));
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    consider(op.getOperandType(i), op.getMap(i));
  return walk;
}

/// The classes of the loops that index the dimensions of the largest tensor.
/// Those of a statement that does not access it are aligned with them by
/// position.
void Grouping::listMainLoops() {
  SmallVector<Walk> walks;
  unsigned main = 0;
  for (unsigned s = 0; s < statements.size(); ++s) {
    walks.push_back(largestWalk(s));
    if (walks[s].elements > walks[main].elements)
      main = s;
  }
  for (unsigned s = 0; s < statements.size(); ++s) {
    bool isApart = llvm::none_of(walks[main].loops, [&](unsigned loop) {
      return classes.loopIn(s, classes.classOf(main, loop)) >= 0;
    });
    if (isApart && walks[s].elements == walks[main].elements)
      for (auto [loop, other] : llvm::zip(walks[main].loops, walks[s].loops))
        classes.join(main, loop, s, other);
  }
  for (unsigned loop : walks[main].loops)
    mainLoops.push_back(classes.classOf(main, loop));
}

bool Grouping::isCommon(unsigned c) const {
  for (unsigned s = 0; s < statements.size(); ++s)
    if (classes.loopIn(s, c) < 0)
      return false;
  return true;
}

/// Is every result that is read inside the group read at the same step of class
/// `c`, and is it available then?
bool Grouping::isReadAtSameStep(unsigned c) {
  for (unsigned s = 0; s < statements.size(); ++s)
    for (unsigned i = 0, e = statements[s].getNumOperands(); i < e; ++i)
      for (unsigned p = 0; p < s; ++p) {
        if (statements[s].getOperand(i) != statements[p].getResult())
          continue;
        unsigned dimension = classes.loopIn(p, c);
        if (isReduction(p, dimension))
          return false;
        auto index = dyn_cast<AffineDimExpr>(
            statements[s].getMap(i).getResult(dimension));
        if (!index || int(index.getPosition()) != classes.loopIn(s, c))
          return false;
      }
  return true;
}

/// Does each statement have class `c` and `others` all as output loops, or all
/// as reductions?
bool Grouping::treatAlike(unsigned c, ArrayRef<unsigned> others) {
  for (unsigned s = 0; s < statements.size(); ++s)
    for (unsigned other : others) {
      int loop = classes.loopIn(s, other);
      if (loop >= 0 &&
          isReduction(s, loop) != isReduction(s, classes.loopIn(s, c)))
        return false;
    }
  return true;
}

void Grouping::chooseShared() {
  for (unsigned c : mainLoops)
    if (isCommon(c) && isReadAtSameStep(c) && !llvm::is_contained(shared, c))
      shared.push_back(c);
  SmallVector<unsigned> row;
  for (unsigned c : mainLoops)
    if (!llvm::is_contained(shared, c) || c == mainLoops.back())
      row.push_back(c);
  if (!shared.empty() && shared.back() == mainLoops.back())
    shared.pop_back();
  while (shared.size() > 1 && treatAlike(shared.back(), row)) {
    row.push_back(shared.back());
    shared.pop_back();
  }
}

/// The shared loops that are reduced must be the same in all statements, and
/// outermost: whole chunks of rows are accumulated.
bool Grouping::checkReducedLoops() {
  std::optional<unsigned> prefix;
  for (unsigned s = 0; s < statements.size(); ++s) {
    unsigned reduced = 0, count = 0;
    for (auto [i, c] : llvm::enumerate(shared))
      if (isReduction(s, classes.loopIn(s, c))) {
        ++count;
        reduced = i + 1;
      }
    if (count == 0)
      continue;
    if (count != reduced || (prefix && *prefix != count))
      return refuse("their sums over rows are over different loops");
    prefix = count;
  }
  return true;
}

/// Reductions along the row must finish with it: reduced loops are inside those
/// of the result.
bool Grouping::checkRow(unsigned s) {
  ComputeOp op = statements[s];
  bool reducesRows = false;
  int lastOutput = -1, firstReduced = mainLoops.size() + 1;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    if (op.getExtents()[loop] == 1)
      continue;
    if (isShared(s, loop)) {
      reducesRows |= isReduction(s, loop);
      continue;
    }
    unsigned c = classes.classOf(s, loop);
    auto found = llvm::find(mainLoops, c);
    int at = found - mainLoops.begin();
    if (isReduction(s, loop))
      firstReduced = std::min(firstReduced, at);
    else
      lastOutput = std::max(lastOutput, at);
  }
  if (reducesRows || lastOutput < firstReduced)
    return true;
  return refuse("a statement reduces a row to more than one number");
}

/// A contraction reuses its operands many times, and needs register tiles.
bool Grouping::checkReuse(unsigned s) {
  ComputeOp op = statements[s];
  if (op.getNumReductionLoops() == 0)
    return true;
  double largest = 1;
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    largest = std::max(largest, double(op.getOperandType(i).getNumElements()));
  if (countPoints(op) <= 1.5 * largest)
    return true;
  if (mayBeTileGroup(statements) &&
      llvm::any_of(llvm::drop_begin(statements), dividesOften))
    return refuse("an epilogue is repeated for each vector of a tile, and the "
                  "indices of one divide too often");
  return refuse("a contraction keeps tiles, not rows");
}

/// Along the innermost loop of the row, every access has stride 1 or 0.
bool Grouping::checkVectors(unsigned s) {
  ComputeOp op = statements[s];
  int lane = classes.loopIn(s, mainLoops.back());
  for (unsigned loop = 0; lane < 0 && loop < op.getNumLoops(); ++loop)
    if (!isShared(s, loop) && op.getExtents()[loop] > 1)
      lane = loop;
  if (lane < 0)
    return true;
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
    AffineMap map = op.getMap(i);
    for (auto [d, index] : llvm::enumerate(map.getResults())) {
      if (!index.isFunctionOfDim(lane))
        continue;
      AffineExpr rest = simplifyAffineExpr(
          index - getAffineDimExpr(lane, op.getContext()), map.getNumDims(), 0);
      if (d + 1 != map.getNumResults() || rest.isFunctionOfDim(lane))
        return refuse("a tensor is read across its rows");
    }
  }
  return true;
}

bool Grouping::checkStatement(unsigned s) {
  ComputeOp op = statements[s];
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (findsPosition(op.getKind()) && isShared(s, loop) &&
        isReduction(s, loop))
      return refuse("a position is counted over the rows");
  return checkRow(s) && checkReuse(s) && checkVectors(s);
}

/// Limit on the statements of one kernel that share rows.
constexpr size_t mostOfRows = 24;

/// The scratch rows must fit the L1 cache, and the statements one kernel.
bool Grouping::checkSize() {
  constexpr double mostKept = 48 * 1024;
  double kept = 0;
  for (auto [s, statement] : llvm::enumerate(statements)) {
    ComputeOp op = statement;
    if (!isUsedInside(op.getResult(), statements))
      continue;
    double bytes = getElementBytes(op.getType());
    for (unsigned loop = 0; loop < op.getNumOutputLoops(); ++loop)
      if (!isShared(s, loop))
        bytes *= double(op.getExtents()[loop]);
    kept += bytes;
  }
  if (kept > mostKept)
    return refuse("a row takes " + Twine(int64_t(kept)) +
                  " bytes, more than the first-level cache keeps");
  if (statements.size() > mostOfRows)
    return refuse("the kernel would become too large");
  return true;
}

/// Loops of one class get the same name; every other loop a unique one.
KernelGroup Grouping::build() {
  KernelGroup group;
  group.statements.assign(statements.begin(), statements.end());
  llvm::DenseMap<unsigned, std::string> named;
  llvm::StringSet<> taken;
  for (unsigned s = 0; s < statements.size(); ++s) {
    SmallVector<std::string> own = getLoopNames(statements[s]);
    for (auto [loop, name] : llvm::enumerate(own)) {
      std::string &chosen = named[classes.classOf(s, loop)];
      if (chosen.empty()) {
        chosen = name;
        for (unsigned n = 1; !taken.insert(chosen).second; ++n)
          chosen = name + "_" + std::to_string(n);
      }
      name = chosen;
    }
    group.names.push_back(std::move(own));
  }
  for (unsigned c : shared) {
    KernelGroup::SharedLoop loop{named[c], 0, {}};
    for (unsigned s = 0; s < statements.size(); ++s)
      loop.loops.push_back(classes.loopIn(s, c));
    loop.extent = statements.front().getExtents()[loop.loops.front()];
    group.shared.push_back(std::move(loop));
  }
  return group;
}

/// A contraction and its epilogue share all loops of its result.
bool Grouping::shareTiles() {
  if (!isTileGroup(statements, classes))
    return false;
  shared.clear();
  for (unsigned loop = 0; loop < statements.front().getNumOutputLoops(); ++loop)
    shared.push_back(classes.classOf(0, loop));
  return true;
}

bool Grouping::shareRows() {
  if (mainLoops.empty())
    return refuse("they have no rows");
  chooseShared();
  if (shared.empty())
    return refuse("they share no loop around a row");
  if (!checkReducedLoops())
    return false;
  for (unsigned s = 0; s < statements.size(); ++s)
    if (!checkStatement(s))
      return false;
  return checkSize();
}

/// Statements of a kernel are scheduled together.
bool Grouping::mayJoin(ComputeOp op) {
  if (llvm::is_contained(op.getExtents(), 0))
    return refuse("they have no elements");
  if (op->hasAttr(scheduleAttrName))
    return refuse("an operator has a neo.schedule of its own");
  return true;
}

std::optional<KernelGroup> Grouping::run() {
  for (ComputeOp op : statements)
    if (!mayJoin(op))
      return std::nullopt;
  listMainLoops();
  if (!shareRows() && !shareTiles())
    return std::nullopt;
  return build();
}

std::optional<KernelGroup> KernelGroup::get(ArrayRef<ComputeOp> statements,
                                            std::string &reason) {
  // Checked first: loop classes of hundreds of statements, as between two ends
  // of a network, take long to compute.
  if (statements.size() > mostOfRows && !mayBeTileGroup(statements)) {
    reason = "the kernel would become too large";
    return std::nullopt;
  }
  return Grouping(statements, reason).run();
}
