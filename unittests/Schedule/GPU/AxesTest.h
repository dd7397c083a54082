//===- AxesTest.h - Operators with split axes -------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

//
// A test of schedules for GPUs: an operator as text, and axes as the units and
// sizes of their splits, from the innermost one on.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_SCHEDULE_GPU_AXESTEST_H
#define NEO_UNITTESTS_SCHEDULE_GPU_AXESTEST_H

#include "../ParseNest.h"

#include "Neo/Schedule/GPU/AxisSpace.h"

class AxesTest : public NestTest {
protected:
  using Splits = std::vector<std::pair<neo::GPUUnit, int64_t>>;

  neo::GPUAxisAttr axis(std::vector<int64_t> loops, const Splits &splits) {
    llvm::SmallVector<neo::GPUSplitAttr> all;
    for (auto [unit, size] : splits)
      all.push_back(neo::GPUSplitAttr::get(&context, unit, size));
    return neo::GPUAxisAttr::get(&context, loops, all);
  }

  static constexpr neo::GPUUnit vector = neo::GPUUnit::vector_,
                                registers = neo::GPUUnit::register_,
                                lane = neo::GPUUnit::lane,
                                warp = neo::GPUUnit::warp,
                                step = neo::GPUUnit::step,
                                block = neo::GPUUnit::block;

  const neo::GPUMachine machine = *neo::GPUMachine::get("sm_80");
};

#endif // NEO_UNITTESTS_SCHEDULE_GPU_AXESTEST_H
