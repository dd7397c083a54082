//===- FrozenPlanTest.cpp - A plan with its weights inside ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Module/FrozenPlan.h"

#include "Neo/Runtime/Executor.h"
#include "Neo/Runtime/Module/Checksum.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace neo;

static constexpr int64_t elements = 100;
static constexpr size_t rowBytes = elements * sizeof(float);

/// b[1][i] = b[0][elements - 1 - i], a kind of packing
static void reverse(void *const *b, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<float *>(b[1])[i] =
        static_cast<float *>(b[0])[elements - 1 - i];
}

/// b[2][i] = b[0][i] * b[1][i]
static void multiply(void *const *b, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<float *>(b[2])[i] =
        static_cast<float *>(b[0])[i] * static_cast<float *>(b[1])[i];
}

/// (x, w) -> x * reverse(w), where w is the same in every run, and w too if
/// `returnsWeights`.
static LaunchPlan makePlan(bool returnsWeights) {
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, rowBytes, 1, {}},
                  {BufferKind::Input, rowBytes, 0, {}},
                  {BufferKind::Kept, rowBytes, 0, {}},
                  {BufferKind::Result, rowBytes, 0, {}},
                  {BufferKind::Temporary, rowBytes, 0, {}}};
  plan.launches = {{reverse, {0, 2}, elements, 16, "reverse"},
                   {multiply, {1, 2, 3}, elements, 16, "multiply"}};
  plan.prepared = 1;
  if (returnsWeights) {
    plan.buffers.push_back({BufferKind::Result, rowBytes, 1, {}});
    plan.copies = {{0, 5}};
  }
  return plan;
}

static std::vector<float> ascending() {
  std::vector<float> numbers(elements);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  return numbers;
}

static void expectProduct(LaunchPlan plan, const TensorReader &read = {}) {
  std::string error;
  auto executor =
      Executor::create(std::move(plan), error, ThreadPool::global(), read);
  ASSERT_NE(executor, nullptr) << error;
  std::vector<float> x(elements, 2), y(elements), w(elements);
  const void *inputs[] = {x.data()};
  void *results[] = {y.data(), w.data()};
  ASSERT_TRUE(executor->run(inputs, results));
  for (int64_t i = 0; i < elements; ++i)
    ASSERT_EQ(y[i], 2 * float(elements - i));
}

TEST(FrozenPlanTest, WeightsArePackedOnce) {
  std::vector<float> w = ascending();
  LaunchPlan plan = makePlan(/*returnsWeights=*/false);
  fixInputs(plan, 1, {w.data()});
  std::string error;
  ASSERT_TRUE(foldPrepared(plan, error)) << error;
  dropUnused(plan);
  EXPECT_EQ(plan.launches.size(), 1u);
  EXPECT_EQ(plan.prepared, 0u);
  EXPECT_EQ(plan.buffers.size(), 3u); // The weights went.
  EXPECT_EQ(lastingBytes(plan), 448u);
  expectProduct(plan);
}

TEST(FrozenPlanTest, WeightsStayWhereTheyAreRead) {
  std::vector<float> w = ascending();
  LaunchPlan plan = makePlan(/*returnsWeights=*/true);
  fixInputs(plan, 1, {w.data()});
  std::string error;
  ASSERT_TRUE(foldPrepared(plan, error)) << error;
  dropUnused(plan);
  EXPECT_EQ(plan.buffers.size(), 5u);
  expectProduct(plan);
}

TEST(FrozenPlanTest, TheFirstRunPacksWhereThisMachineCannot) {
  std::vector<float> w = ascending();
  LaunchPlan plan = makePlan(/*returnsWeights=*/false);
  fixInputs(plan, 1, {w.data()});
  dropUnused(plan);
  EXPECT_EQ(plan.prepared, 1u);
  expectProduct(plan);
}

TEST(FrozenPlanTest, TensorsAreReadIntoTheirPlace) {
  std::vector<float> w = ascending();
  LaunchPlan plan = makePlan(/*returnsWeights=*/false);
  fixInputs(plan, 1, {w.data()});
  std::string error;
  ASSERT_TRUE(placeTemporaries(plan, error)) << error;
  std::vector<StoredTensor> tensors = takeTensors(plan);
  ASSERT_EQ(tensors.size(), 1u);
  EXPECT_EQ(tensors[0].name, checksumText(w.data(), rowBytes));
  auto read = [&](const std::string &name, char *to, size_t size,
                  std::string &problem) {
    problem = "no " + name;
    if (name != tensors[0].name || size != rowBytes)
      return false;
    std::copy(tensors[0].data.begin(), tensors[0].data.end(), to);
    return true;
  };
  expectProduct(plan, read);
  plan.buffers[0].tensor = "other";
  EXPECT_EQ(Executor::create(plan, error, ThreadPool::global(), read), nullptr);
  EXPECT_EQ(error, "no other");
  EXPECT_EQ(Executor::create(plan, error), nullptr);
  EXPECT_EQ(error, "there is no file for tensor 'other' of the plan");
}

TEST(ChecksumTest, EveryByteCounts) {
  std::string text = "a text of some fifty bytes, whose end fills no word ..";
  std::string sum = checksumText(text.data(), text.size());
  EXPECT_EQ(sum.size(), 16u);
  for (char &byte : text) {
    byte ^= 1;
    EXPECT_NE(checksumText(text.data(), text.size()), sum);
    byte ^= 1;
  }
  text += '\0';
  EXPECT_NE(checksumText(text.data(), text.size()), sum);
}
