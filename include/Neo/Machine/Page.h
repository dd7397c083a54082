//===- Page.h - The sizes of pages ------------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What an entry of the first and of the second level of page tables maps, on
// x86-64 and on AArch64 with pages of 4 KiB. Hardware prefetchers stop at the
// end of a page. The place inside of a page is known before its address is
// translated: it alone chooses the set of an L1 cache, and it alone tells
// whether a load reads what a store that is still waiting writes.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_MACHINE_PAGE_H
#define NEO_MACHINE_PAGE_H

#include <cstdint>

namespace neo {

constexpr int64_t pageBytes = int64_t(4) << 10;
constexpr int64_t hugePageBytes = int64_t(2) << 20;

} // namespace neo

#endif // NEO_MACHINE_PAGE_H
