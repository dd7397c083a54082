//===- CodeCacheTest.cpp - What was compiled, kept on disk ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Target/CodeCache.h"
#include "../../lib/Target/Cache/BuildId.h"
#include "Neo/Target/Program.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

#include <thread>

using namespace neo;

namespace {

/// A cache in a folder that goes with the test.
struct CodeCacheTest : ::testing::Test {
  CodeCacheTest() {
    llvm::sys::fs::createUniqueDirectory("neo-cache-test", folder);
    cache = CodeCache(folder.str().str(), 1 << 20);
  }
  ~CodeCacheTest() override { llvm::sys::fs::remove_directories(folder); }

  llvm::SmallString<128> folder;
  CodeCache cache;
  std::string key = CodeCache::makeKey({"a"});
};

} // namespace

TEST_F(CodeCacheTest, GivesWhatWasPut) {
  EXPECT_EQ(cache.get(CacheEntry::kernel, key), std::nullopt);
  std::string bytes("code\0code", 9);
  cache.put(CacheEntry::kernel, key, bytes);
  EXPECT_EQ(cache.get(CacheEntry::kernel, key), bytes);
  EXPECT_EQ(cache.get(CacheEntry::program, key), std::nullopt);
  cache.put(CacheEntry::kernel, key, "newer");
  EXPECT_EQ(cache.get(CacheEntry::kernel, key), "newer");
}

TEST_F(CodeCacheTest, StoresNothingBeyondItsLimit) {
  CodeCache small(folder.str().str(), 100);
  small.put(CacheEntry::kernel, key, std::string(100, 'x'));
  EXPECT_EQ(small.usage().entries, 0u);
}

TEST_F(CodeCacheTest, IsOffWithoutAFolder) {
  CodeCache none;
  none.put(CacheEntry::kernel, key, "code");
  EXPECT_EQ(none.get(CacheEntry::kernel, key), std::nullopt);
  EXPECT_EQ(none.usage().bytes, 0u);
  none.clear();
}

TEST_F(CodeCacheTest, ThreadsNeverSeeHalfAnEntry) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (char letter = 'a'; letter < 'e'; ++letter)
    threads.emplace_back([&, letter] {
      for (int round = 0; round < 100; ++round) {
        cache.put(CacheEntry::kernel, key, std::string(10000, letter));
        auto found = cache.get(CacheEntry::kernel, key);
        wrong += !found || found->size() != 10000 ||
                 *found != std::string(10000, found->front());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(CodeCacheKeyTest, PartsDoNotFlowIntoOneAnother) {
  EXPECT_NE(CodeCache::makeKey({"ab", "c"}), CodeCache::makeKey({"a", "bc"}));
  EXPECT_NE(CodeCache::makeKey({"a", ""}), CodeCache::makeKey({"a"}));
  EXPECT_EQ(CodeCache::makeKey({"a"}), CodeCache::makeKey({"a"}));
}

TEST(CodeCacheKeyTest, ProgramsDependOnEveryOption) {
  JITOptions options;
  std::string key = Program::keyOf("text", "main", options);
  EXPECT_EQ(key, Program::keyOf("text", "main", JITOptions()));
  EXPECT_NE(key, Program::keyOf("text ", "main", options));
  EXPECT_NE(key, Program::keyOf("text", "mains", options));
  JITOptions features = options, processor = options, level = options;
  features.target.features += ",-avx2";
  processor.target.cpu = "x86-64";
  level.optLevel = 2;
  for (const JITOptions &other : {features, processor, level})
    EXPECT_NE(key, Program::keyOf("text", "main", other));
  // How many compile makes no difference to what is compiled.
  JITOptions threads = options;
  threads.threads = 7;
  EXPECT_EQ(key, Program::keyOf("text", "main", threads));
}

TEST(BuildIdTest, EveryLibraryHasItsOwn) {
  std::string here =
      findBuildId(reinterpret_cast<const void *>(&getCompilerBuild));
  std::string llvm =
      findBuildId(reinterpret_cast<const void *>(&llvm::sys::getProcessTriple));
  EXPECT_FALSE(here.empty());
  EXPECT_FALSE(llvm.empty());
  EXPECT_NE(here, llvm);
  EXPECT_EQ(getCompilerBuild().substr(0, here.size() + llvm.size()),
            here + llvm);
  EXPECT_EQ(findBuildId(nullptr), "");
}
