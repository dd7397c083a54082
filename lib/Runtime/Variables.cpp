//===- Variables.cpp - Values of environment variables --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Variables.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <utility>

/// Is it the first time that this value of `name` is complained of?
static bool isNews(const std::string &name, const std::string &value) {
  static std::mutex mutex;
  static std::set<std::pair<std::string, std::string>> told;
  std::lock_guard<std::mutex> lock(mutex);
  return told.insert({name, value}).second;
}

static void tell(const char *name, const std::string &text, const char *words,
                 double used) {
  if (isNews(name, text))
    std::fprintf(stderr, "neo: %s is '%s', which is %s; using %.10g\n", name,
                 text.c_str(), words, used);
}

static std::string read(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool neo::isSwitchedOn(const char *name, bool unlessSet) {
  std::string text = read(name);
  if (text == "0" || text == "1")
    return text == "1";
  if (!text.empty())
    tell(name, text, "neither 0 nor 1", unlessSet);
  return unlessSet;
}

double neo::readNumber(const char *name, double unlessSet,
                       const NumberRange &range) {
  std::string text = read(name);
  if (text.empty())
    return unlessSet;
  char *end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  // Neither 1e2 nor 0x10 is written as a whole number.
  bool isOne = range.isWhole
                   ? text.find_first_not_of("0123456789") == std::string::npos
                   : *end == '\0';
  if (isOne && value >= range.least && value <= range.most)
    return value;
  std::string words = std::string("not ") + range.words;
  tell(name, text, words.c_str(), unlessSet);
  return unlessSet;
}
