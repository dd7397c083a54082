//===- ScheduleFuzzer.cpp - Text that should be a schedule ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Text is refused with a sentence, or read as a schedule that passes the check
// and is printed as text that reads as the same. The first byte chooses the
// operator that it is for.
//
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/LoopNest.h"
#include "Neo/Schedule/ScheduleText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <cstdlib>

using namespace mlir;
using namespace neo;

static constexpr StringLiteral program = R"(
func.func @f(%a: tensor<8x33xf32>, %b: tensor<33x40xf32>, %x: tensor<2x50xf32>)
    -> (tensor<8x40xf32>, tensor<2x24xf32>, tensor<2x50xf32>) {
  %0 = neo.compute [i: 8, j: 40] sum [k: 33] %a[i, k], %b[k, j]
     : (tensor<8x33xf32>, tensor<33x40xf32>) -> tensor<8x40xf32> {
  ^bb0(%u: f32, %v: f32):
    %p = arith.mulf %u, %v : f32
    neo.yield %p : f32
  }
  %1 = neo.compute [c: 2, p: 24] max [r: 3] %x[c, 2 * p + r]
     : (tensor<2x50xf32>) -> tensor<2x24xf32> {
  ^bb0(%u: f32):
    neo.yield %u : f32
  }
  %2 = neo.compute [c: 2, p: 50] %x[c, p floordiv 5 + 5 * (p mod 5)]
         if (p floordiv 5 + 5 * (p mod 5) < 50) else 0.0
     : (tensor<2x50xf32>) -> tensor<2x50xf32> {
  ^bb0(%u: f32):
    neo.yield %u : f32
  }
  return %0, %1, %2 : tensor<8x40xf32>, tensor<2x24xf32>, tensor<2x50xf32>
})";

namespace {
/// The loop nests of the program.
struct Nests {
  Nests() {
    context.loadDialect<NeoDialect, func::FuncDialect, arith::ArithDialect>();
    module = parseSourceString<ModuleOp>(program, &context);
    module->walk([&](ComputeOp op) { all.push_back(LoopNest::get(op)); });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::vector<LoopNest> all;
};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Nests nests;
  if (size == 0)
    return 0;
  const LoopNest &nest = nests.all[data[0] % nests.all.size()];
  StringRef text(reinterpret_cast<const char *>(data) + 1, size - 1);
  std::string error;
  std::optional<Schedule> schedule = parseSchedule(text, nest, error);
  if (!schedule && error.empty())
    std::abort();
  if (!schedule)
    return 0;
  if (!checkSchedule(nest, *schedule).empty())
    std::abort();
  std::string printed = schedule->str(nest);
  auto again = parseSchedule(printed, nest, error);
  if (!again || again->str(nest) != printed)
    std::abort();
  return 0;
}
