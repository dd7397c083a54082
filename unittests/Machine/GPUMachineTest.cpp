//===- GPUMachineTest.cpp - Numbers of GPUs -------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Machine/GPUMachine.h"

#include <gtest/gtest.h>

using namespace neo;

TEST(GPUMachineTest, AChipIsFoundByTheNameThatPtxasHas) {
  for (const GPUMachine &machine : GPUMachine::all())
    EXPECT_EQ(GPUMachine::get(machine.chip)->multiprocessors,
              machine.multiprocessors);
  EXPECT_FALSE(GPUMachine::get("sm_5"));
  EXPECT_FALSE(GPUMachine::get(""));
}

TEST(GPUMachineTest, ABlockFitsAMultiprocessor) {
  for (const GPUMachine &machine : GPUMachine::all()) {
    EXPECT_LE(machine.maxBlockShared + GPUMachine::reservedShared,
              machine.maxShared);
    EXPECT_LE(GPUMachine::maxBlockThreads,
              machine.maxWarps * GPUMachine::warpLanes);
    // The largest block may have 64 registers a thread.
    EXPECT_EQ(machine.registers / GPUMachine::maxBlockThreads, 64);
  }
}

TEST(GPUMachineTest, CodeOfALargeGPUIsLimitedToASmallOne) {
  GPUMachine machine = *GPUMachine::get("sm_80"), same = machine;
  same.limitTo(80);
  EXPECT_EQ(same.maxBlockShared, machine.maxBlockShared);
  machine.limitTo(86);
  EXPECT_EQ(machine.maxBlockShared, 99 << 10);
  EXPECT_EQ(machine.maxWarps, 48);
  machine.limitTo(90); // A larger one changes nothing.
  EXPECT_EQ(machine.maxBlockShared, 99 << 10);
}

TEST(GPUMachineTest, TermsOfAnMmaFill32Bytes) {
  EXPECT_EQ(GPUMachine::getMmaTerms(2), 16);
  EXPECT_EQ(GPUMachine::getMmaTerms(4), 8);
}
