//===- ParseNest.h - Loop nests from text -----------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The operators that the tests of schedules name, and a fixture that parses
// them and keeps each alive, since a nest refers to its operator.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_SCHEDULE_PARSENEST_H
#define NEO_UNITTESTS_SCHEDULE_PARSENEST_H

#include "Neo/Schedule/Schedule.h"
#include "Neo/Schedule/ScheduleText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

/// A test that reads operators as text.
class NestTest : public ::testing::Test {
protected:
  NestTest() {
    context.loadDialect<neo::NeoDialect, mlir::func::FuncDialect,
                        mlir::arith::ArithDialect, mlir::math::MathDialect>();
  }

  /// The nest of the neo.compute `header : types { body }`, whose operands are
  /// the arguments `parameters` of a function.
  neo::LoopNest parse(const std::string &parameters, const std::string &header,
                      const std::string &body) {
    std::string text = "func.func @f(" + parameters + ") {\n%c = neo.compute " +
                       header + " {\n" + body + "\n}\nfunc.return\n}\n";
    modules.push_back(mlir::parseSourceString<mlir::ModuleOp>(text, &context));
    neo::ComputeOp found;
    if (modules.back())
      modules.back()->walk([&](neo::ComputeOp op) { found = op; });
    EXPECT_TRUE(found) << text;
    return neo::LoopNest::get(found);
  }

  /// A product of the two operands that `header` reads, summed or not.
  neo::LoopNest product(const std::string &a, const std::string &b,
                        const std::string &header, const std::string &result) {
    return parse("%A: tensor<" + a + ">, %B: tensor<" + b + ">",
                 header + " : (tensor<" + a + ">, tensor<" + b +
                     ">) -> tensor<" + result + ">",
                 "^bb0(%a: f32, %b: f32):\n"
                 "%p = arith.mulf %a, %b : f32\nneo.yield %p : f32");
  }

  /// An operator of one operand, whose body is its negation.
  neo::LoopNest unary(const std::string &a, const std::string &header,
                      const std::string &result) {
    return parse("%A: tensor<" + a + ">",
                 header + " : (tensor<" + a + ">) -> tensor<" + result + ">",
                 "^bb0(%a: f32):\n"
                 "%n = arith.negf %a : f32\nneo.yield %n : f32");
  }

  neo::LoopNest matmul(int64_t m, int64_t n, int64_t k) {
    auto shape = [](int64_t rows, int64_t columns) {
      return std::to_string(rows) + "x" + std::to_string(columns) + "xf32";
    };
    return product(shape(m, k), shape(k, n),
                   "[i: " + std::to_string(m) + ", j: " + std::to_string(n) +
                       "] sum [k: " + std::to_string(k) +
                       "] %A[i, k], %B[k, j]",
                   shape(m, n));
  }

  /// The schedule that `text` describes.
  static neo::Schedule scheduled(const neo::LoopNest &nest,
                                 const std::string &text) {
    std::string error;
    std::optional<neo::Schedule> schedule =
        neo::parseSchedule(text, nest, error);
    EXPECT_TRUE(schedule) << error;
    return schedule ? *schedule : neo::Schedule();
  }

  /// `name: extent` of every loop, reduction loops in parentheses.
  static std::string loops(const neo::LoopNest &nest) {
    std::string text;
    for (const neo::NestLoop &loop : nest.loops) {
      std::string one = loop.name + ": " + std::to_string(loop.extent);
      text += (text.empty() ? "" : " ") +
              (loop.isReduction ? "(" + one + ")" : one);
    }
    return text;
  }

  static unsigned find(const neo::LoopNest &nest, llvm::StringRef name) {
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      if (nest.loops[loop].name == name)
        return loop;
    ADD_FAILURE() << "no loop " << name.str() << " in " << loops(nest);
    return 0;
  }

  mlir::MLIRContext context;
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;
};

#endif // NEO_UNITTESTS_SCHEDULE_PARSENEST_H
