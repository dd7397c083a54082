//===- HalfTypes.h - Types beside bf16 --------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_HALFTYPES_H
#define NEO_LIB_TARGET_HALFTYPES_H

#include "llvm/IR/DerivedTypes.h"

namespace neo {

/// Whether `type` is bf16 or a vector of them.
inline bool isHalf(llvm::Type *type) {
  return type->getScalarType()->isBFloatTy();
}

/// `element`, as many times as `type` has elements.
inline llvm::Type *withElement(llvm::Type *type, llvm::Type *element) {
  if (auto *vector = llvm::dyn_cast<llvm::VectorType>(type))
    return llvm::VectorType::get(element, vector->getElementCount());
  return element;
}

} // namespace neo

#endif // NEO_LIB_TARGET_HALFTYPES_H
