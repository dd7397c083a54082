//===- ProvenBounds.cpp - Bounds that need no second proof ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/ProvenBounds.h"

using namespace neo;

bool ProvenBounds::contains(const Question &question) const {
  std::lock_guard<std::mutex> lock(mutex);
  return proven.count(question) != 0;
}

void ProvenBounds::insert(Question question) {
  std::lock_guard<std::mutex> lock(mutex);
  proven.insert(std::move(question));
}
