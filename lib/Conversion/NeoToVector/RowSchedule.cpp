//===- RowSchedule.cpp - The schedule of a row kernel ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RowSchedule.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace neo;

using Prefetch = RowSchedule::Prefetch;

static StringRef nameOf(Prefetch level) {
  switch (level) {
  case Prefetch::none:
    return "none";
  case Prefetch::l2:
    return "l2";
  case Prefetch::l1:
    return "l1";
  }
  llvm_unreachable("every level has a name");
}

std::string RowSchedule::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  StringRef between;
  auto say = [&](StringRef word, auto value) {
    os << between << word << " " << value;
    between = " ";
  };
  if (rows)
    say("rows", *rows);
  if (vectors)
    say("vectors", *vectors);
  if (stages)
    say("stages", *stages);
  if (prefetch)
    say("prefetch", nameOf(*prefetch));
  if (chunk)
    say("chunk", *chunk);
  return text;
}

static std::string readPrefetch(StringRef value,
                                std::optional<Prefetch> &level) {
  level = llvm::StringSwitch<std::optional<Prefetch>>(value)
              .Case("none", Prefetch::none)
              .Case("l2", Prefetch::l2)
              .Case("l1", Prefetch::l1)
              .Default(std::nullopt);
  if (level)
    return {};
  return ("prefetch: '" + value + "' is not l1, l2 or none").str();
}

/// Parses the value of keyword `word`; returns an error message, empty if there
/// is none.
static std::string readWord(StringRef word, StringRef value,
                            RowSchedule &schedule) {
  using Place = std::optional<int64_t> RowSchedule::*;
  auto place = llvm::StringSwitch<Place>(word)
                   .Case("rows", &RowSchedule::rows)
                   .Case("vectors", &RowSchedule::vectors)
                   .Case("stages", &RowSchedule::stages)
                   .Case("chunk", &RowSchedule::chunk)
                   .Default(nullptr);
  if (!place && word != "prefetch")
    return ("'" + word +
            "' is none of rows, vectors, stages, prefetch and chunk")
        .str();
  if (place ? (schedule.*place).has_value() : schedule.prefetch.has_value())
    return (word + " is given twice").str();
  if (value.empty())
    return ("nothing follows " + word).str();
  if (!place)
    return readPrefetch(value, schedule.prefetch);
  int64_t number;
  if (value.getAsInteger(10, number) || number < 1 || number > (1 << 24))
    return (word + ": '" + value + "' is not a number from 1 to 2^24").str();
  schedule.*place = number;
  return {};
}

std::optional<RowSchedule> neo::parseRowSchedule(StringRef text,
                                                 std::string &error) {
  RowSchedule schedule;
  SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  for (size_t i = 0; i < words.size(); i += 2) {
    StringRef value = i + 1 < words.size() ? words[i + 1] : StringRef();
    error = readWord(words[i], value, schedule);
    if (!error.empty())
      return std::nullopt;
  }
  return schedule;
}
