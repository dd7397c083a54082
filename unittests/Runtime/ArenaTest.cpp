//===- ArenaTest.cpp - one aligned block of memory ------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Arena.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>

using namespace neo;

static uintptr_t addressOf(const Arena &arena) {
  return reinterpret_cast<uintptr_t>(arena.data());
}

TEST(Arena, IsAlignedForVectors) {
  for (size_t size : {0, 1, 63, 64, 65, 4096}) {
    Arena arena;
    std::string error;
    ASSERT_TRUE(arena.allocate(size, error)) << error;
    EXPECT_NE(arena.data(), nullptr);
    EXPECT_EQ(addressOf(arena) % 64, 0u);
    std::memset(arena.data(), 1, size);
  }
}

TEST(Arena, BigBlocksBeginOnAHugePage) {
  Arena arena;
  std::string error;
  ASSERT_TRUE(arena.allocate((4 << 20) + 1, error)) << error;
  EXPECT_EQ(addressOf(arena) % (2 << 20), 0u);
  std::memset(arena.data(), 1, arena.size());
}

TEST(Arena, RefusesMoreThanTheMachineHas) {
  for (size_t size : {SIZE_MAX, SIZE_MAX / 2, size_t(1) << 60}) {
    Arena arena;
    std::string error;
    EXPECT_FALSE(arena.allocate(size, error));
    EXPECT_NE(error.find(std::to_string(size) + " bytes"), std::string::npos)
        << error;
    EXPECT_EQ(arena.data(), nullptr);
  }
}

TEST(Arena, MovesItsBlock) {
  Arena arena, other;
  std::string error;
  ASSERT_TRUE(arena.allocate(100, error)) << error;
  char *data = arena.data();
  other = std::move(arena);
  EXPECT_EQ(other.data(), data);
  EXPECT_EQ(other.size(), 100u);
}
