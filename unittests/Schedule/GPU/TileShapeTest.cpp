//===- TileShapeTest.cpp - Tiles of matrix products -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AxesTest.h"

#include "../../../lib/Schedule/GPU/TensorCores.h"

using namespace neo;

namespace {
class TileShapeTest : public AxesTest {
protected:
  TiledProduct productOf(int64_t m, int64_t n, int64_t k) {
    TiledProduct product;
    product.classes = ProductLoops::get(matmul(m, n, k).op);
    product.perClock = double(machine.fmaPerClock);
    product.rowCopy.width = product.columnCopy.width = 4;
    return product;
  }
};
} // namespace

TEST_F(TileShapeTest, ABlockHasItsLanesAndFitsAMultiprocessor) {
  for (int64_t extent : {64, 512, 4096}) {
    TileShape shape =
        *chooseTileShape(productOf(extent, extent, extent), machine);
    EXPECT_EQ(shape.rows.lanes * shape.columns.lanes, GPUMachine::warpLanes);
    EXPECT_LE(shape.threads(), GPUMachine::maxBlockThreads);
    EXPECT_LE((shape.rows.size() + shape.columns.size()) * shape.terms *
                  shape.stages * 4,
              machine.maxBlockShared);
  }
}

TEST_F(TileShapeTest, SmallResultsHaveSmallTilesOrParts) {
  TileShape large = *chooseTileShape(productOf(4096, 4096, 4096), machine);
  TileShape small = *chooseTileShape(productOf(64, 64, 8192), machine);
  EXPECT_EQ(large.parts, 1);
  EXPECT_GT(small.parts, 1);
  EXPECT_LT(small.rows.size() * small.columns.size(),
            large.rows.size() * large.columns.size());
}

TEST_F(TileShapeTest, ATileWithoutRoomHasNoCost) {
  TiledProduct product = productOf(4096, 4096, 4096);
  TileShape shape{{4, 8, 4}, {8, 8, 2}};
  EXPECT_TRUE(getTileCost(shape, product, machine));
  shape.rows.registers = shape.columns.registers = 16; // 256 sums a thread
  EXPECT_FALSE(getTileCost(shape, product, machine));
  shape = {{4, 8, 4}, {8, 8, 2}};
  shape.terms = 512; // 3 stages of 2 x 128 x 512 words
  EXPECT_FALSE(getTileCost(shape, product, machine));
}

TEST_F(TileShapeTest, AStepHasNoMoreTermsThanThereAre) {
  TileShape shape{{4, 8, 4}, {8, 8, 2}};
  TiledProduct product = productOf(4096, 4096, 6);
  EXPECT_LE(chooseCheapest({shape}, /*leastTerms=*/1, product, machine)->terms,
            8);
}

TEST_F(TileShapeTest, RanksAreInTheOrderOfCosts) {
  TiledProduct product = productOf(1024, 1024, 1024);
  double before = 0;
  for (product.rank = 0; product.rank < 4; ++product.rank) {
    TileShape shape = *chooseTileShape(product, machine);
    double cost = *getTileCost(shape, product, machine);
    EXPECT_GE(cost, before);
    before = cost;
  }
}

TEST_F(TileShapeTest, FragmentsAreThoseOfMma) {
  TiledProduct product = productOf(1024, 1024, 1024);
  product.bytes = 2;
  product.perClock = double(machine.halfProductsPerClock);
  TileShape shape = *chooseFragmentShape(product, machine);
  EXPECT_TRUE(shape.isFragments);
  EXPECT_EQ(shape.rows.size() % GPUMachine::mmaRows, 0);
  EXPECT_EQ(shape.columns.size() % GPUMachine::mmaColumns, 0);
  EXPECT_EQ(shape.terms % GPUMachine::getMmaTerms(2), 0);
}
