//===- ProgramTest.cpp - A module in, a callable out ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What programs compute is tested from Python; here stands what only a C++
// caller sees: lifetimes, and modules that cannot be compiled.
//
//===----------------------------------------------------------------------===//

#include "Neo/Target/Program.h"

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Target/CompileForGPU.h"
#include "Neo/Target/ExportedProgram.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace neo;

static const char *const square = R"(
  func.func @square(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = neo.compute [i: 4] %x[i] : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%a: f32):
      %p = arith.mulf %a, %a : f32
      neo.yield %p : f32
    }
    return %y : tensor<4xf32>
  }
)";

/// The program of `name` in `text`, whose module and context are gone.
static llvm::Expected<std::unique_ptr<Program>> compile(const std::string &text,
                                                        llvm::StringRef name) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return llvm::createStringError("the text is not a module");
  return Program::compile(*module, name);
}

static std::string errorOf(const std::string &text, llvm::StringRef name) {
  auto program = compile(text, name);
  return program ? "" : llvm::toString(program.takeError());
}

TEST(ProgramTest, OutlivesItsContext) {
  auto program = compile(square, "square");
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  EXPECT_EQ((*program)->getInputTypes()[0].element, "f32");
  EXPECT_EQ((*program)->getResultTypes()[0].shape, std::vector<int64_t>{4});
  const float x[] = {1, -2, 3, 0.5};
  float y[4] = {};
  const void *inputs[] = {x};
  void *results[] = {y};
  EXPECT_TRUE((*program)->run(inputs, results));
  EXPECT_EQ(llvm::ArrayRef<float>(y), llvm::ArrayRef<float>({1, 4, 9, 0.25}));
}

/// The square of a batch of any size.
static std::string squareOfBatch() {
  std::string text = square;
  while (text.find("4x") != std::string::npos)
    text.replace(text.find("4x"), 2, "127x");
  text.replace(text.find("i: 4"), 4, "i: 127");
  return "module attributes {neo.batch = 127 : i64} {" + text + "}";
}

TEST(ProgramTest, BatchOfAnySizeIsNotRunWithoutOne) {
  auto program = compile(squareOfBatch(), "square");
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  std::string problem;
  EXPECT_FALSE((*program)->run(nullptr, nullptr, nullptr, &problem));
  EXPECT_EQ(problem, "the program takes a batch of any size: run what "
                     "executorFor() gives for the size you have");
}

TEST(ProgramTest, BatchOfAnySizeIsNeitherExportedNorRunOnAGPU) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceString<ModuleOp>(squareOfBatch(), &context);
  auto kernels = compileForGPU(*module, "square", {"sm_80"});
  EXPECT_EQ(llvm::toString(kernels.takeError()),
            "a batch of any size does not run on a GPU yet: leave out batch=");
  auto exported = exportProgram(*module, "square", {});
  EXPECT_EQ(llvm::toString(exported.takeError()),
            "a program for batches of any size cannot be exported: export it "
            "for one size");
}

TEST(ProgramTest, FunctionsThatAreNoGraph) {
  EXPECT_EQ(errorOf("func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                    "  cf.br ^bb1\n^bb1:\n  cf.br ^bb1\n}",
                    "f"),
            "function 'f' must be defined by a single block");
}

TEST(ProgramTest, FunctionThatIsNotThere) {
  EXPECT_EQ(errorOf(square, "cube"),
            "the module does not define a function 'cube'");
}

TEST(ProgramTest, DeclaredDerivative) {
  std::string declared = "func.func private @square_vjp(tensor<4xf32>, "
                         "tensor<4xf32>) -> tensor<4xf32>";
  EXPECT_EQ(errorOf(square + declared, "square_vjp"),
            "'@square_vjp' is only declared: run the pass neo-autodiff first, "
            "which derives its body from '@square'");
  EXPECT_EQ(errorOf(square + declared, "square"), "");
}

TEST(ProgramTest, TypesWithoutABuffer) {
  const char *const only =
      ", but only tensors of constant shape with elements of type f64, f32, "
      "f16, bf16, i64, i32, i8 or i1 can be passed";
  EXPECT_EQ(errorOf("func.func @f(%x: tensor<2xf32>, %n: i32) -> tensor<2xf32> "
                    "{ return %x : tensor<2xf32> }",
                    "f"),
            std::string("argument #1 of '@f' is i32") + only);
  EXPECT_EQ(errorOf("func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> "
                    "{ return %x : tensor<?xf32> }",
                    "f"),
            std::string("argument #0 of '@f' is tensor<?xf32>") + only);
  EXPECT_EQ(errorOf("func.func @f() -> index { %c = arith.constant 1 : index "
                    "return %c : index }",
                    "f"),
            std::string("result #0 of '@f' is index") + only);
}

/// A product whose tiles fill the shared memory of an sm_90.
static const char *const product = R"(
  func.func @product(%a: tensor<4096x256xf16>, %b: tensor<256x4096xf16>)
      -> tensor<4096x4096xf16> {
    %c = neo.compute [i: 4096, j: 4096] sum [k: 256] %a[i, k], %b[k, j]
       : (tensor<4096x256xf16>, tensor<256x4096xf16>) -> tensor<4096x4096xf16> {
    ^bb0(%x: f16, %y: f16):
      %p = arith.mulf %x, %y : f16
      neo.yield %p : f16
    }
    return %c : tensor<4096x4096xf16>
  }
)";

/// The most bytes of shared memory that a block of `product` has on `chip`.
static int64_t sharedOn(llvm::StringRef chip) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceString<ModuleOp>(product, &context);
  auto program = compileForGPU(*module, "product", {chip.str()});
  if (!program) {
    llvm::consumeError(program.takeError());
    return -1;
  }
  int64_t most = 0;
  for (const auto &kernel : program->kernels)
    most = std::max(most, kernel.second.shared);
  return most;
}

TEST(ProgramTest, SharedMemoryIsWhatTheChipHas) {
  EXPECT_GT(sharedOn("sm_90"), 99 << 10);
  EXPECT_GT(sharedOn("sm_100"), 99 << 10);
  for (const char *chip : {"sm_86", "sm_89", "sm_120"}) {
    EXPECT_GT(sharedOn(chip), 0) << chip;
    EXPECT_LE(sharedOn(chip), 99 << 10) << chip;
  }
}
