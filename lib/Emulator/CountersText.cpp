//===- CountersText.cpp - Counters as text --------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Emulator/Counters.h"

#include <cstdio>

namespace neo::ptx {

static std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f", value);
  return text;
}

static std::string percent(uint64_t part, uint64_t whole) {
  return number(whole ? 100.0 * double(part) / double(whole) : 0) + " %";
}

std::string Counters::print() const {
  std::string text = "issues: " + std::to_string(issues) + " by warps, " +
                     std::to_string(threads) + " by threads\n";
  for (const auto &[kind, count] : kinds)
    text += "  " + kind + ": " + std::to_string(count) + "\n";
  text += "global memory: " + std::to_string(global.accesses) + " accesses, " +
          std::to_string(global.sectors) + " sectors of an ideal " +
          std::to_string(global.idealSectors) + ", " +
          std::to_string(global.lines) + " lines of an ideal " +
          std::to_string(global.idealLines) + "\n";
  text += "shared memory: " + std::to_string(shared.accesses) +
          " accesses, bank conflicts " + number(shared.average()) +
          "-way on average, " + std::to_string(shared.worst) +
          "-way at worst\n";
  if (hotLoop.issues != 0)
    text += "hot loop: lines " + std::to_string(hotLoop.firstLine) + " to " +
            std::to_string(hotLoop.lastLine) + ", " +
            std::to_string(hotLoop.issues) + " issues, " +
            percent(hotLoop.mma, hotLoop.issues) + " mma, " +
            percent(hotLoop.fma, hotLoop.issues) + " fma\n";
  return text;
}

} // namespace neo::ptx
