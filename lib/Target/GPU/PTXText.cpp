//===- PTXText.cpp - Kernels of a text of PTX, apart and together ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PTXText.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using llvm::SmallVector;
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

static std::vector<StringRef> splitItems(StringRef text) {
  std::vector<StringRef> items;
  for (text = text.ltrim(); !text.empty(); text = text.ltrim()) {
    items.push_back(text.take_front(findItemEnd(text)));
    text = text.drop_front(items.back().size());
  }
  return items;
}

/// The name of a function with a body that no host calls; else none.
static StringRef getLocalFunction(StringRef item) {
  if (!item.consume_front(".func") || !item.contains('{'))
    return {};
  item = item.ltrim();
  if (item.starts_with("(")) // Its results.
    item = item.drop_front(item.find(')') + 1).ltrim();
  return item.take_until([](char c) { return c == '(' || llvm::isSpace(c); });
}

/// An item without the numbers of its labels: the number of a function among
/// those of its part.
static std::string withoutLabels(StringRef item) {
  constexpr StringRef label = "$L__BB";
  std::string text;
  for (size_t at = item.find(label); at != StringRef::npos;
       at = item.find(label)) {
    text += item.take_front(at + label.size());
    item = item.drop_front(at + label.size()).drop_while([](char c) {
      return llvm::isDigit(c);
    });
  }
  return text + item.str();
}

static void replaceAll(std::string &text, StringRef from, StringRef to) {
  for (size_t at = text.find(from.str()); at != std::string::npos;
       at = text.find(from.str(), at + to.size()))
    text.replace(at, from.size(), to.str());
}

std::string neo::joinPTX(llvm::ArrayRef<std::string> parts) {
  std::string joined;
  llvm::StringSet<> items;
  llvm::StringMap<std::string> functions;
  for (std::string part : parts) {
    SmallVector<std::string> others;
    for (StringRef item : splitItems(part))
      if (StringRef name = getLocalFunction(item); !name.empty())
        if (auto known = functions.try_emplace(name, withoutLabels(item));
            !known.second && known.first->second != withoutLabels(item))
          others.push_back(name.str());
    for (const std::string &name : others)
      replaceAll(part, name, name + "_" + std::to_string(items.size()));
    for (StringRef item : splitItems(part))
      if (items.insert(withoutLabels(item)).second)
        joined += (item + "\n\n").str();
  }
  return joined;
}
