//===- BlockSizes.cpp - Block sizes of a reduction ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BlockSizes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

SmallVector<int64_t> neo::listBlocks(int64_t extent, int64_t lanes) {
  // A shorter last block needs an epilogue or a dynamic bound. Blocks are
  // multiples of a cache line, so that alignment is kept.
  constexpr int64_t leastUneven = 32, line = 16;
  SmallVector<int64_t> sizes;
  for (int64_t about : {4, 8, 16, 32, 64, 128, 256}) {
    if (extent <= about)
      break;
    if (extent % about == 0 && about % lanes == 0)
      sizes.push_back(about);
    else if (lanes == 1 && about >= leastUneven)
      sizes.push_back(llvm::alignTo(
          llvm::divideCeil(extent, llvm::divideCeil(extent, about)), line));
  }
  return sizes;
}

SmallVector<int64_t> neo::listFewRows(int64_t extent) {
  SmallVector<int64_t> sizes;
  for (int64_t rows : {5, 6, 7, 9, 10, 12})
    if (extent > rows && extent % rows == 0)
      sizes.push_back(rows);
  return sizes;
}
