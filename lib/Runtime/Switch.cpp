//===- Switch.cpp - Environment variables that are on or off --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Switch.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>

/// Is it the first time that `name` is complained of?
static bool isNews(const std::string &name) {
  static std::mutex mutex;
  static std::set<std::string> told;
  std::lock_guard<std::mutex> lock(mutex);
  return told.insert(name).second;
}

bool neo::isSwitchedOn(const char *name) {
  const char *value = std::getenv(name);
  std::string text = value ? value : "";
  bool isKnown = text.empty() || text == "0" || text == "1";
  if (!isKnown && isNews(name))
    std::fprintf(stderr, "neo: %s is '%s', which is neither 0 nor 1; using 1\n",
                 name, value);
  return text != "0";
}
