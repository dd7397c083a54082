//===- Print.h - MLIR objects as text ---------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Equal operators are found by a canonical text; maps, sets, types and
// attributes are part of it as MLIR prints them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_PRINT_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_PRINT_H

#include "mlir/IR/IntegerSet.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace neo {

template <typename T> std::string print(const T &thing) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if constexpr (std::is_same_v<T, mlir::IntegerSet>)
    thing.print(stream);
  else
    stream << thing;
  return text;
}

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_PRINT_H
