//===- ShortHelp.cpp - What --help says of a tool of Neo ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ShortHelp.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

void neo::addToCategory(cl::OptionCategory &category,
                        ArrayRef<StringRef> names) {
  for (StringRef name : names)
    cl::getRegisteredOptions().at(name)->addCategory(category);
}

/// --help itself and its like.
static bool isGeneric(const cl::Option &option) {
  return option.ArgStr.starts_with("help") || option.ArgStr == "version";
}

void neo::shortenHelp(ArrayRef<cl::OptionCategory *> categories) {
  for (auto &entry : cl::getRegisteredOptions()) {
    cl::Option &option = *entry.second;
    auto isIn = [&](cl::OptionCategory *category) {
      return is_contained(option.Categories, category);
    };
    if (!isGeneric(option) && none_of(categories, isIn))
      option.setHiddenFlag(std::max(option.getOptionHiddenFlag(), cl::Hidden));
  }
}

bool neo::isShortHelpAsked(ArrayRef<char *> arguments) {
  return any_of(arguments, [](StringRef argument) {
    return is_contained({"--help", "-help", "-h", "--help-list", "-help-list"},
                        argument);
  });
}
