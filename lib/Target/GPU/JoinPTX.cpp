//===- JoinPTX.cpp - Texts of PTX as one ----------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "JoinPTX.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

/// Where the line that `text` begins with ends.
static size_t findLineEnd(StringRef text) {
  return std::min(text.find('\n'), text.size());
}

/// The end of the declaration or definition that `text` begins with: behind its
/// semicolon, or behind the last brace of a function's body.
static size_t findItemEnd(StringRef text) {
  for (StringRef line : {"//", ".version", ".target", ".address_size"})
    if (text.starts_with(line))
      return findLineEnd(text);
  StringRef begin =
      text.take_until([](char c) { return c == '{' || c == ';'; });
  bool isFunction = begin.contains(".func") || begin.contains(".entry");
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '{';
    depth -= text[i] == '}';
    bool closes = text[i] == '}' && isFunction;
    if (depth == 0 && (text[i] == ';' || closes))
      return i + 1;
  }
  return text.size();
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
