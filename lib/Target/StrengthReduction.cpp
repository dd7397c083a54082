//===- StrengthReduction.cpp - A bounded choice of addresses --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StrengthReduction.h"

#include "Neo/Conversion/LLVMOption.h"

#include <mutex>

void neo::boundStrengthReduction() {
  static std::once_flag done;
  std::call_once(done, [] { setLLVMOption("lsr-complexity-limit", "5000"); });
}
