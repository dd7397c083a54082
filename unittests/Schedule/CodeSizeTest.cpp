//===- CodeSizeTest.cpp - Instructions in the code of a tile --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ParseNest.h"

#include "Neo/Schedule/CodeSize.h"

using namespace mlir;
using namespace neo;

namespace {
class CodeSizeTest : public NestTest {
protected:
  /// The nest of tanh(A[i]) for `extent` elements, read under `guard`.
  LoopNest tanhs(int64_t extent, StringRef guard = "") {
    std::string type = "tensor<" + std::to_string(extent) + "xf32>";
    return parse("%A: " + type,
                 "[i: " + std::to_string(extent) + "] %A[i]" + guard.str() +
                     " : (" + type + ") -> " + type,
                 "^bb0(%a: f32):\n%t = math.tanh %a : f32\nneo.yield %t : f32");
  }

  static Schedule tiles(int64_t size) {
    Schedule schedule;
    schedule.tile.assign(1, size);
    return schedule;
  }
};
} // namespace

TEST_F(CodeSizeTest, FunctionsAreTwentyInstructions) {
  LoopNest nest = tanhs(640);
  EXPECT_EQ(countBodySize(nest.op), 21);
}

TEST_F(CodeSizeTest, ATileHasABudget) {
  LoopNest nest = tanhs(6400);
  EXPECT_FALSE(exceedsCodeSize(nest, tiles(100)));
  EXPECT_TRUE(exceedsCodeSize(nest, tiles(200)));
}

TEST_F(CodeSizeTest, BodiesOfAllSectionsShareOne) {
  // Three sections: before the tile that the bound falls into, it, and behind.
  LoopNest nest = tanhs(6400, " if (i >= 3250) else 0.0");
  EXPECT_FALSE(exceedsCodeSize(nest, tiles(50)));
  EXPECT_TRUE(exceedsCodeSize(nest, tiles(100)));
}

TEST_F(CodeSizeTest, FewCopiesAreShort) {
  LoopNest nest = tanhs(6400, " if (i >= 3250) else 0.0");
  EXPECT_FALSE(exceedsCodeSize(nest, tiles(16)));
}
