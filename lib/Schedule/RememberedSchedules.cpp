//===- RememberedSchedules.cpp - Memoised schedule searches ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RememberedSchedules.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Schedule/OperatorText.h"

#include <mutex>
#include <unordered_map>

using namespace mlir;
using namespace neo;

std::string neo::describeSearch(const LoopNest &nest, const TargetModel &target,
                                bool stagesResult) {
  ComputeOp op = nest.op;
  std::string text = describeOperator(op);
  llvm::raw_string_ostream os(text);
  os << "\n" << target.description() << " stages " << stagesResult;
  if (std::optional<int64_t> batch = getBatch(op))
    os << " batch " << *batch;
  for (const NestLoop &loop : nest.loops)
    os << " " << loop.extent;
  // Neo's own tensors are in huge pages.
  for (Value operand : op->getOperands())
    os << (operand.getDefiningOp() ? " made" : " given");
  return text;
}

namespace {
/// Shared by the process, in which several threads compile.
struct Memory {
  std::mutex mutex;
  std::unordered_map<std::string, CostedSchedule> schedules;
};
} // namespace

static Memory &getMemory() {
  static Memory memory;
  return memory;
}

std::optional<CostedSchedule> neo::recallSchedule(const std::string &search) {
  Memory &memory = getMemory();
  std::lock_guard<std::mutex> lock(memory.mutex);
  auto found = memory.schedules.find(search);
  if (found == memory.schedules.end())
    return std::nullopt;
  return found->second;
}

void neo::rememberSchedule(const std::string &search,
                           const CostedSchedule &schedule) {
  // Some kilobytes each; a network has a few hundred distinct operators.
  constexpr size_t most = 1024;
  Memory &memory = getMemory();
  std::lock_guard<std::mutex> lock(memory.mutex);
  if (memory.schedules.size() >= most)
    memory.schedules.clear();
  memory.schedules.insert_or_assign(search, schedule);
}
