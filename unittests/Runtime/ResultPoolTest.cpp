//===- ResultPoolTest.cpp - Memory of results, used again -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/ResultPool.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>
#include <set>

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

TEST(ResultPool, LargeResultsBeginApartInTheirPages) {
  ResultPool pool(64 * megabyte);
  ResultPool::Loan *loans[3];
  std::set<uintptr_t> places = {0}; // NumPy's
  for (ResultPool::Loan *&loan : loans) {
    loan = pool.take(4 * megabyte);
    std::memset(loan->buffer, 1, loan->bytes);
    places.insert(reinterpret_cast<uintptr_t>(loan->buffer) % 4096);
  }
  EXPECT_EQ(places, std::set<uintptr_t>({0, 1024, 2048, 3072}));
  for (ResultPool::Loan *loan : loans)
    pool.give(loan);
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
