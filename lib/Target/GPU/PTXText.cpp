//===- PTXText.cpp - Kernels of a text of PTX, apart and together ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PTXText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;
using namespace neo;

/// The end of the function that begins in `text`: behind its last brace.
static size_t findBodyEnd(StringRef text) {
  size_t depth = 0;
  for (size_t i = text.find('{'); i < text.size(); ++i) {
    depth += text[i] == '{';
    depth -= text[i] == '}';
    if (depth == 0)
      return i + 1;
  }
  return text.size();
}

std::vector<KernelText> neo::splitKernels(StringRef ptx) {
  constexpr StringRef entry = ".visible .entry ";
  std::string common;
  std::vector<KernelText> kernels;
  while (!ptx.empty()) {
    size_t begin = std::min(ptx.find(entry), ptx.size());
    common += ptx.take_front(begin);
    ptx = ptx.drop_front(begin);
    if (ptx.empty())
      break;
    size_t end = findBodyEnd(ptx);
    StringRef name = ptx.drop_front(entry.size()).take_until([](char c) {
      return c == '(' || llvm::isSpace(c);
    });
    kernels.push_back({name.str(), ptx.take_front(end).str() + "\n"});
    ptx = ptx.drop_front(end);
  }
  for (KernelText &kernel : kernels)
    kernel.text = common + kernel.text;
  return kernels;
}

/// The end of what `text` begins with: a line of the header, a declaration up
/// to its semicolon, or a function up to the last brace of its body.
static size_t findItemEnd(StringRef text) {
  for (StringRef line : {"//", ".version", ".target", ".address_size"})
    if (text.starts_with(line))
      return std::min(text.find('\n'), text.size());
  StringRef head = text.take_front(text.find_first_of("{;"));
  bool isFunction = head.contains(".func") || head.contains(".entry");
  bool hasBody = text.substr(head.size()).starts_with("{");
  if (isFunction && hasBody)
    return findBodyEnd(text);
  return std::min(text.find(';'), text.size() - 1) + 1;
}

std::string neo::joinPTX(llvm::ArrayRef<std::string> parts) {
  std::string joined;
  llvm::StringSet<> items;
  for (StringRef part : parts) {
    for (part = part.ltrim(); !part.empty(); part = part.ltrim()) {
      StringRef item = part.take_front(findItemEnd(part));
      part = part.drop_front(item.size());
      if (items.insert(item).second)
        joined += (item + "\n\n").str();
    }
  }
  return joined;
}
