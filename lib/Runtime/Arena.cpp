//===- Arena.cpp - one aligned block of memory ----------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Arena.h"

#include "Neo/Machine/CacheLine.h"
#include "Neo/Machine/Page.h"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

namespace neo {

/// Physical memory in bytes, or 0 if it is unknown.
static size_t physicalMemory() {
  long pages = sysconf(_SC_PHYS_PAGES), each = sysconf(_SC_PAGESIZE);
  return pages > 0 && each > 0 ? size_t(pages) * size_t(each) : 0;
}

Arena::~Arena() { std::free(base); }

bool Arena::allocate(size_t size, std::string &error) {
  // The system overcommits memory and kills the process when pages are missing:
  // refuse what exceeds physical memory.
  size_t memory = physicalMemory();
  size_t alignment = size >= hugePageBytes ? hugePageBytes : cacheLineBytes;
  char *block = nullptr;
  if ((memory == 0 || size <= memory) && size < SIZE_MAX / 2) {
    size_t rounded = (size / alignment + 1) * alignment;
    block = static_cast<char *>(std::aligned_alloc(alignment, rounded));
  }
  if (!block) {
    error = "the program needs " + std::to_string(size) +
            " bytes of memory at once, which this machine, with " +
            std::to_string(memory) + " bytes, cannot give; use smaller extents";
    return false;
  }
  if (alignment == hugePageBytes)
    madvise(block, size, MADV_HUGEPAGE); // A hint, which may fail.
  std::free(base);
  base = block;
  bytes = size;
  return true;
}

} // namespace neo
