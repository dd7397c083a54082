//===- ResultPoolTest.cpp - Memory of results, used again -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/ResultPool.h"

#include "gtest/gtest.h"

#include <cstdint>

using namespace neo;

static constexpr size_t megabyte = 1 << 20;

/// Two results of a size, one after the other: are they in the same place?
static bool usesAgain(ResultPool &pool, size_t bytes) {
  ResultPool::Loan *first = pool.take(bytes);
  void *place = first->buffer;
  pool.give(first);
  ResultPool::Loan *second = pool.take(bytes);
  bool same = second->buffer == place;
  pool.give(second);
  return same;
}

TEST(ResultPool, UsesMemoryOfTheSameSizeAgain) {
  ResultPool pool(8 * megabyte);
  ResultPool::Loan *kept = pool.take(megabyte);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(kept->buffer) % 64, 0u);
  EXPECT_TRUE(usesAgain(pool, megabyte));
  pool.give(kept);
}

TEST(ResultPool, GivesTheOneThatCameBackLast) {
  ResultPool pool(8 * megabyte);
  ResultPool::Loan *first = pool.take(megabyte), *second = pool.take(megabyte);
  pool.give(first);
  pool.give(second);
  EXPECT_EQ(pool.take(megabyte), second);
  EXPECT_EQ(pool.take(megabyte), first);
  pool.give(first);
  pool.give(second);
}

TEST(ResultPool, MakesRoomForNewSizes) {
  ResultPool pool(8 * megabyte);
  for (size_t old = 1; old <= 7; ++old)
    pool.give(pool.take(old * megabyte));
  EXPECT_TRUE(usesAgain(pool, 7 * megabyte + 64));
  EXPECT_TRUE(usesAgain(pool, megabyte / 2));
  EXPECT_TRUE(usesAgain(pool, 7 * megabyte + 64));
}

TEST(ResultPool, KeepsNothingLargerThanItself) {
  ResultPool pool(2 * megabyte);
  ResultPool::Loan *small = pool.take(megabyte);
  pool.give(small);
  pool.give(pool.take(3 * megabyte));
  EXPECT_EQ(pool.take(megabyte), small);
  pool.give(small);
}
