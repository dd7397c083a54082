//===- HugePage.h - The size of a huge page ---------------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_HUGEPAGE_H
#define NEO_RUNTIME_HUGEPAGE_H

#include <cstddef>

namespace neo {

/// What an entry of the second level of page tables maps, on x86-64 and on
/// AArch64 with pages of 4 KiB.
constexpr size_t hugePageBytes = size_t(2) << 20;

} // namespace neo

#endif // NEO_RUNTIME_HUGEPAGE_H
