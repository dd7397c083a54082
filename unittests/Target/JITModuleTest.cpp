//===- JITModuleTest.cpp - kernels in executable memory -------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Target/JITModule.h"
#include "ParseKernels.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace neo;

/// y[i] = a[0] * x[i] + y[i]
static const char *axpy = R"(
  llvm.func @axpy(%a: !llvm.ptr, %x: !llvm.ptr, %y: !llvm.ptr,
                  %begin: i64, %end: i64) attributes {neo.kernel} {
    %one = llvm.mlir.constant(1 : i64) : i64
    %f = llvm.load %a : !llvm.ptr -> f32
    llvm.br ^loop(%begin : i64)
  ^loop(%i: i64):
    %more = llvm.icmp "slt" %i, %end : i64
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %px = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %py = llvm.getelementptr %y[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %vx = llvm.load %px : !llvm.ptr -> f32
    %vy = llvm.load %py : !llvm.ptr -> f32
    %m = llvm.fmul %f, %vx : f32
    %s = llvm.fadd %m, %vy : f32
    llvm.store %s, %py : f32, !llvm.ptr
    %next = llvm.add %i, %one : i64
    llvm.br ^loop(%next : i64)
  ^exit:
    llvm.return
  }
)";

static std::unique_ptr<JITModule>
unwrap(llvm::Expected<std::unique_ptr<JITModule>> jit) {
  if (jit)
    return std::move(*jit);
  ADD_FAILURE() << llvm::toString(jit.takeError());
  return nullptr;
}

static KernelFn kernelOf(const JITModule &jit, llvm::StringRef name) {
  llvm::Expected<KernelFn> kernel = jit.lookup(name);
  if (kernel)
    return *kernel;
  ADD_FAILURE() << llvm::toString(kernel.takeError());
  return nullptr;
}

static std::string errorOf(const std::string &text) {
  ParsedKernels parsed(text);
  auto jit = JITModule::compile(*parsed.module);
  if (jit)
    return "no error";
  return llvm::toString(jit.takeError());
}

/// Runs a map kernel over [begin, end) of `x`.
static std::vector<float> apply(KernelFn kernel, std::vector<float> x) {
  std::vector<float> y(x.size());
  void *buffers[] = {x.data(), y.data()};
  kernel(buffers, 0, x.size());
  return y;
}

static void checkAxpy(const JITModule &jit) {
  KernelFn kernel = kernelOf(jit, "axpy");
  float a = 3;
  std::vector<float> x(100), y(100, 1.0f);
  for (int i = 0; i < 100; ++i)
    x[i] = float(i);
  void *buffers[] = {&a, x.data(), y.data()};
  kernel(buffers, 10, 97);
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(y[i], i >= 10 && i < 97 ? 3 * float(i) + 1 : 1) << i;
}

TEST(JITModule, RunsAKernelOverARange) {
  ParsedKernels parsed(axpy);
  std::unique_ptr<JITModule> jit = unwrap(JITModule::compile(*parsed.module));
  ASSERT_NE(jit, nullptr);
  checkAxpy(*jit);
}

TEST(JITModule, LoadsObjectCodeMadeEarlier) {
  std::vector<ObjectCode> objects;
  {
    ParsedKernels parsed(axpy);
    std::unique_ptr<JITModule> jit = unwrap(JITModule::compile(*parsed.module));
    ASSERT_NE(jit, nullptr);
    objects = jit->objectCode();
  }
  std::unique_ptr<JITModule> jit = unwrap(JITModule::load(objects));
  ASSERT_NE(jit, nullptr);
  checkAxpy(*jit);
}

TEST(JITModule, TakesMathematicsFromTheCLibrary) {
  ParsedKernels parsed(
      "llvm.func @tanhf(f32) -> f32\n llvm.func @erff(f32) -> f32\n" +
      mapKernel("tanh", "%r = llvm.call @tanhf(%v) : (f32) -> f32") +
      mapKernel("erf", "%r = llvm.call @erff(%v) : (f32) -> f32") +
      mapKernel("exp", "%r = llvm.intr.exp(%v) : (f32) -> f32") +
      mapKernel("log", "%r = llvm.intr.log(%v) : (f32) -> f32"));
  std::unique_ptr<JITModule> jit = unwrap(JITModule::compile(*parsed.module));
  ASSERT_NE(jit, nullptr);
  std::vector<float> x = {0.5f, 1, 2, 3};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(apply(kernelOf(*jit, "tanh"), x)[i], std::tanh(x[i]));
    EXPECT_EQ(apply(kernelOf(*jit, "erf"), x)[i], std::erf(x[i]));
    EXPECT_NEAR(apply(kernelOf(*jit, "exp"), x)[i], std::exp(x[i]), 1e-5);
    EXPECT_NEAR(apply(kernelOf(*jit, "log"), x)[i], std::log(x[i]), 1e-5);
  }
}

/// Twelve kernels: number n adds the n-th entry of a table, by a helper.
static std::string tableKernels() {
  std::string text = R"(
    llvm.mlir.global internal constant @table(
        dense<[0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11.]>
        : tensor<12xf32>) : !llvm.array<12 x f32>
    llvm.func @entry(%n: i64) -> f32 {
      %t = llvm.mlir.addressof @table : !llvm.ptr
      %p = llvm.getelementptr %t[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p : !llvm.ptr -> f32
      llvm.return %v : f32
    }
  )";
  for (int n = 0; n < 12; ++n)
    text += mapKernel("add" + std::to_string(n),
                      "%n = llvm.mlir.constant(" + std::to_string(n) +
                          " : i64) : i64\n"
                          "%t = llvm.call @entry(%n) : (i64) -> f32\n"
                          "%r = llvm.fadd %v, %t : f32");
  return text;
}

TEST(JITModule, CompilesGroupsInParallel) {
  for (unsigned threads : {1, 2, 3}) {
    ParsedKernels parsed(tableKernels());
    JITOptions options;
    options.threads = threads;
    std::unique_ptr<JITModule> jit =
        unwrap(JITModule::compile(*parsed.module, options));
    ASSERT_NE(jit, nullptr);
    EXPECT_EQ(jit->objectCode().size(), threads == 1 ? 1u : threads * 4u);
    for (int n = 0; n < 12; ++n)
      EXPECT_EQ(apply(kernelOf(*jit, "add" + std::to_string(n)), {1.5f})[0],
                1.5f + float(n));
  }
}

TEST(JITModule, CompilesSeveralModules) {
  ParsedKernels first(mapKernel("twice", "%r = llvm.fadd %v, %v : f32"));
  ParsedKernels second(mapKernel("square", "%r = llvm.fmul %v, %v : f32"));
  std::unique_ptr<JITModule> jit =
      unwrap(JITModule::compileAll({*first.module, *second.module}));
  ASSERT_NE(jit, nullptr);
  EXPECT_EQ(apply(kernelOf(*jit, "twice"), {5})[0], 10);
  EXPECT_EQ(apply(kernelOf(*jit, "square"), {5})[0], 25);
}

TEST(JITModule, AProgramMayHaveNoKernels) {
  ParsedKernels parsed("llvm.func @tanhf(f32) -> f32");
  std::unique_ptr<JITModule> jit = unwrap(JITModule::compile(*parsed.module));
  ASSERT_NE(jit, nullptr);
  llvm::Expected<KernelFn> kernel = jit->lookup("f");
  ASSERT_FALSE(bool(kernel));
  EXPECT_EQ(llvm::toString(kernel.takeError()),
            "there is no kernel 'f'; this module has none");
}

TEST(JITModule, NamesTheKernelsItHas) {
  ParsedKernels parsed(axpy);
  std::unique_ptr<JITModule> jit = unwrap(JITModule::compile(*parsed.module));
  llvm::Expected<KernelFn> kernel = jit->lookup("axpby");
  ASSERT_FALSE(bool(kernel));
  EXPECT_EQ(llvm::toString(kernel.takeError()),
            "there is no kernel 'axpby'; this module has 'axpy'");
}

TEST(JITModule, RefusesASymbolThatDoesNotExist) {
  std::string error =
      errorOf("llvm.func @noSuchFunction(f32) -> f32\n" +
              mapKernel("k", "%r = llvm.call @noSuchFunction(%v) "
                             ": (f32) -> f32"));
  EXPECT_NE(error.find("cannot link kernel 'k'"), std::string::npos) << error;
  EXPECT_NE(error.find("noSuchFunction"), std::string::npos) << error;
}

TEST(JITModule, RefusesObjectCodeThatIsNot) {
  auto jit = JITModule::load({{{"k"}, "not an object file"}});
  ASSERT_FALSE(bool(jit));
  std::string error = llvm::toString(jit.takeError());
  EXPECT_NE(error.find("cannot link object code"), std::string::npos) << error;
}
