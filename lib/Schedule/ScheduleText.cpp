//===- ScheduleText.cpp - Parsing and checking of schedules ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/ScheduleText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace neo;

std::string Schedule::str(const LoopNest &nest) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "vector [";
  llvm::interleaveComma(vector, os, [&](const VectorPart &part) {
    os << nest.loops[part.loop].name << ": " << part.lanes;
  });
  os << "] tile [";
  bool first = true;
  for (auto [loop, steps] : llvm::enumerate(tile)) {
    if (steps == 1)
      continue;
    os << (first ? "" : ", ") << nest.loops[loop].name << ": " << steps;
    first = false;
  }
  os << "] order [";
  llvm::interleaveComma(order, os,
                        [&](unsigned loop) { os << nest.loops[loop].name; });
  os << "] parallel " << parallelLoops;
  if (!unrolled.empty()) {
    os << " unroll [";
    llvm::interleaveComma(unrolled, os,
                          [&](unsigned loop) { os << nest.loops[loop].name; });
    os << "]" << (stepsApart ? " apart" : "");
  }
  if (groupedLoop)
    os << " group [" << nest.loops[*groupedLoop].name << ": " << group << "]";
  if (blockedLoop)
    os << " block [" << nest.loops[*blockedLoop].name << ": " << block << "]";
  if (stagedLoop)
    os << " writeback [" << nest.loops[*stagedLoop].name << ": " << staged
       << "]";
  if (!packed.empty()) {
    os << " pack [";
    llvm::interleaveComma(packed, os);
    os << "]";
  }
  if (matrix)
    os << " matrix";
  return text;
}

namespace {
/// Parses the text from left to right; `error` is the first error.
class ScheduleReader {
public:
  ScheduleReader(StringRef text, const LoopNest &nest)
      : rest(text), nest(nest) {
    schedule.tile.assign(nest.loops.size(), 1);
    for (auto [loop, info] : llvm::enumerate(nest.loops))
      if (!info.isReduction)
        schedule.order.push_back(loop);
    schedule.parallelLoops = std::min<size_t>(1, schedule.order.size());
  }

  bool read();
  Schedule schedule;
  std::string error;

private:
  struct Entry {
    unsigned loop;
    int64_t number; // 1 by default
  };

  bool readSection(StringRef keyword);
  bool readPacked();
  bool readEntry(SmallVectorImpl<Entry> &entries, bool numbered);
  std::optional<SmallVector<Entry>> readList(bool numbered);
  bool readNumber(int64_t &number, StringRef from = "1");
  StringRef word();
  /// What is written up to the next separator.
  StringRef peek();
  bool skip(StringRef symbol) {
    rest = rest.ltrim();
    return rest.consume_front(symbol);
  }
  bool fail(const Twine &message) {
    if (error.empty())
      error = message.str();
    return false;
  }

  StringRef rest;
  const LoopNest &nest;
  llvm::StringSet<> given;
};
} // namespace

StringRef ScheduleReader::word() {
  rest = rest.ltrim();
  StringRef found =
      rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  rest = rest.drop_front(found.size());
  return found;
}

StringRef ScheduleReader::peek() {
  rest = rest.ltrim();
  return rest.take_until([](char c) { return StringRef(",] ").contains(c); });
}

/// A number of one or more; errors say that it is one `from` so many.
bool ScheduleReader::readNumber(int64_t &number, StringRef from) {
  StringRef written = peek(), digits = word();
  if (digits.getAsInteger(10, number) || number < 1 || number > (1 << 24))
    return fail("'" + written + "' is not a number from " + from + " to 2^24");
  return true;
}

bool ScheduleReader::readEntry(SmallVectorImpl<Entry> &entries, bool numbered) {
  StringRef name = word();
  auto found = llvm::find_if(
      nest.loops, [&](const NestLoop &loop) { return loop.name == name; });
  if (found == nest.loops.end()) {
    std::string names;
    for (const NestLoop &loop : nest.loops)
      names += (names.empty() ? "" : ", ") + loop.name;
    return fail("'" + name + "' is no loop of the nest, whose loops are " +
                names);
  }
  Entry entry{unsigned(found - nest.loops.begin()), 1};
  if (llvm::any_of(entries, [&](Entry e) { return e.loop == entry.loop; }))
    return fail("loop '" + name + "' is given twice");
  if (numbered && !skip(":"))
    return fail("expected ':' and a number after '" + name + "'");
  if (numbered && !readNumber(entry.number))
    return false;
  entries.push_back(entry);
  return true;
}

std::optional<SmallVector<ScheduleReader::Entry>>
ScheduleReader::readList(bool numbered) {
  SmallVector<Entry> entries;
  if (!skip("[")) {
    fail("expected '[' before '" + rest.take_front(8) + "'");
    return std::nullopt;
  }
  if (skip("]"))
    return entries;
  do
    if (!readEntry(entries, numbered))
      return std::nullopt;
  while (skip(","));
  if (skip("]"))
    return entries;
  fail("expected ',' or ']' before '" + rest.take_front(8) + "'");
  return std::nullopt;
}

/// Operands by number, from 0.
bool ScheduleReader::readPacked() {
  if (!skip("["))
    return fail("expected '[' before '" + rest.take_front(8) + "'");
  while (!skip("]")) {
    StringRef written = peek(), digits = word();
    unsigned operand;
    if (digits.getAsInteger(10, operand) || operand >= nest.operands.size())
      return fail("'" + written + "' is no operand, of which there are " +
                  Twine(nest.operands.size()));
    schedule.packed.push_back(operand);
    skip(",");
  }
  return true;
}

bool ScheduleReader::readSection(StringRef keyword) {
  if (keyword == "pack")
    return readPacked();
  if (keyword == "apart")
    return schedule.stepsApart = true;
  if (keyword == "matrix")
    return schedule.matrix = true;
  if (keyword == "parallel") {
    int64_t number = 0;
    rest = rest.ltrim();
    if (rest.consume_front("0"))
      return schedule.parallelLoops = 0, true;
    if (!readNumber(number, "0"))
      return false;
    schedule.parallelLoops = number;
    return true;
  }
  bool ordered = keyword == "order" || keyword == "unroll";
  if (!ordered && keyword != "vector" && keyword != "tile" &&
      keyword != "group" && keyword != "block" && keyword != "writeback")
    return fail("'" + keyword +
                "' is none of vector, tile, order, parallel, unroll, apart, "
                "group, block, writeback, pack and matrix");
  std::optional<SmallVector<Entry>> entries = readList(!ordered);
  if (!entries)
    return false;
  bool takesOne =
      keyword == "group" || keyword == "writeback" || keyword == "block";
  if (takesOne && entries->size() > 1)
    return fail(keyword + " takes one loop, and " + Twine(entries->size()) +
                " are given");
  if (keyword == "order")
    schedule.order.clear();
  for (const Entry &entry : *entries) {
    if (keyword == "vector")
      schedule.vector.push_back({entry.loop, entry.number});
    else if (keyword == "tile")
      schedule.tile[entry.loop] = entry.number;
    else if (keyword == "order")
      schedule.order.push_back(entry.loop);
    else if (keyword == "unroll")
      schedule.unrolled.push_back(entry.loop);
    else if (keyword == "group")
      schedule.groupedLoop = entry.loop, schedule.group = entry.number;
    else if (keyword == "writeback")
      schedule.stagedLoop = entry.loop, schedule.staged = entry.number;
    else
      schedule.blockedLoop = entry.loop, schedule.block = entry.number;
  }
  return true;
}

bool ScheduleReader::read() {
  while (!rest.ltrim().empty()) {
    StringRef keyword = word();
    if (keyword.empty())
      return fail("expected a word before '" + rest.take_front(8) + "'");
    if (!given.insert(keyword).second)
      return fail(keyword + " is given twice");
    if (!readSection(keyword))
      return false;
  }
  error = checkSchedule(nest, schedule);
  return error.empty();
}

std::optional<Schedule> neo::parseSchedule(StringRef text, const LoopNest &nest,
                                           std::string &error) {
  ScheduleReader reader(text, nest);
  if (reader.read())
    return reader.schedule;
  error = reader.error;
  return std::nullopt;
}
