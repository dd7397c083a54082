//===- Messages.cpp - Parts of error messages -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Messages.h"

#include "Block.h"

#include <cinttypes>
#include <cstdio>

namespace neo::ptx {

std::string printExtent(const Extent3 &extent) {
  return "(" + std::to_string(extent.x) + "," + std::to_string(extent.y) + "," +
         std::to_string(extent.z) + ")";
}

std::string printHex(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof(text), "0x%" PRIx64, value);
  return text;
}

std::string printLine(const Program &program, uint32_t pc) {
  uint32_t line = program.code[pc].line;
  std::string_view text = program.lines[line - 1];
  size_t first = text.find_first_not_of(" \t");
  text.remove_prefix(first == std::string_view::npos ? 0 : first);
  text = text.substr(0, text.find("//"));
  size_t last = text.find_last_not_of(" \t;\r");
  text = text.substr(0, last + 1);
  std::string shown;
  for (char c : text)
    shown += c == '\t' ? ' ' : c;
  return "line " + std::to_string(line) + ": '" + shown + "': ";
}

std::string printThread(const Block &block, unsigned thread) {
  const Warp &warp = block.warps[thread / warpSize];
  return "thread " + printExtent(warp.threadIndex(thread % warpSize));
}

std::string placeOf(const Warp &warp, unsigned lane) {
  const Block &block = warp.block;
  std::string who = lane < warpSize ? printThread(block, warp.thread(lane))
                                    : "warp " + std::to_string(warp.number);
  return printLine(block.launch.program, block.pc) + who + " of block " +
         printExtent(block.index) + " ";
}

} // namespace neo::ptx
