//===- LaunchTest.cpp - Launches that a kernel does not allow -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Kernel.h"

namespace neo::ptx {

/// The error of a launch of `text`, which has a kernel k.
static std::string errorOf(const std::string &text, const Launch &launch,
                           const Options &options = {}) {
  std::string error;
  auto module = Module::parse(text, error);
  if (!module)
    return error;
  DeviceMemory memory;
  return run(*module, "k", launch, memory, options).error;
}

static Launch threads(uint32_t x, uint32_t y = 1) {
  Launch launch;
  launch.block = {x, y, 1};
  return launch;
}

TEST(Launch, NeedsExtentsThatADeviceHas) {
  const std::string text = ".entry k() { ret; }";
  EXPECT_EQ(errorOf(text, threads(32)), "");
  EXPECT_EQ(errorOf(text, threads(0)),
            "a launch needs extents of at least 1, not grid (1,1,1) and block "
            "(0,1,1)");
  EXPECT_EQ(errorOf(text, threads(512, 4)),
            "a block has at most 1024 threads, not 2048 (512,4,1)");
}

TEST(Launch, KeepsTheKernelsLimits) {
  EXPECT_EQ(errorOf(".entry k() .maxntid 64 { ret; }", threads(96)),
            "'k' was compiled for at most 64 threads, not 96");
  EXPECT_EQ(errorOf(".entry k() .reqntid 32, 2 { ret; }", threads(64)),
            "'k' was compiled for blocks of (32,2,1), not (64,1,1)");
}

TEST(Launch, HasSharedMemoryForTheBlock) {
  Launch launch = threads(32);
  launch.dynamicShared = 2048;
  Options options;
  options.sharedLimit = 1024;
  EXPECT_EQ(errorOf(".entry k() { ret; }", launch, options),
            "the block needs 2048 bytes of shared memory; there are 1024");
}

TEST(Launch, PassesWhatTheKernelTakes) {
  const std::string text = ".entry k(.param .u64 x) { ret; }";
  Launch launch = threads(32);
  EXPECT_EQ(errorOf(text, launch), "'k' takes 1 arguments, not 0");
  launch.arguments = {Argument::of(uint32_t(1))};
  EXPECT_EQ(errorOf(text, launch),
            "argument 0 of 'k' has 4 bytes, the parameter 'x' 8");
}

TEST(Launch, NamesTheKernelsThatThereAre) {
  EXPECT_EQ(errorOf(".entry f() { ret; }", threads(32)),
            "there is no kernel 'k'; the module has 'f'");
}

} // namespace neo::ptx
