//===- ObjectCodeTest.cpp - from LLVM dialect to machine code -------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Target/ObjectCode.h"
#include "ParseKernels.h"

using namespace neo;

template <typename T> static std::string messageOf(llvm::Expected<T> result) {
  return result ? "no error" : llvm::toString(result.takeError());
}

static std::string errorOfObject(const std::string &text) {
  ParsedKernels parsed(text);
  return messageOf(compileObjects(*parsed.module));
}

static std::string irOf(const std::string &text) {
  ParsedKernels parsed(text);
  llvm::Expected<std::string> ir = printLLVMIR(*parsed.module);
  return ir ? *ir : llvm::toString(ir.takeError());
}

static bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

static std::string multiplyAdd(const std::string &flags) {
  return mapKernel("k", "%m = llvm.fmul %v, %v " + flags +
                            " : f32\n %r = llvm.fadd %m, %v " + flags +
                            " : f32");
}

/// Kernels have no dead stores, and to look for them takes long.
TEST(ObjectCode, NobodyLooksForDeadStores) {
  std::string ir = irOf(R"(
    llvm.func @k(%x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr {llvm.noalias},
                 %begin: i64, %end: i64) attributes {neo.kernel} {
      %zero = llvm.mlir.constant(0.0 : f32) : f32
      llvm.store %zero, %y : f32, !llvm.ptr
      %p = llvm.getelementptr %x[%begin] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p : !llvm.ptr -> f32
      llvm.store %v, %y : f32, !llvm.ptr
      llvm.return
    }
  )");
  size_t first = ir.find("store float");
  ASSERT_NE(first, std::string::npos) << ir;
  EXPECT_NE(ir.find("store float", first + 1), std::string::npos) << ir;
}

TEST(ObjectCode, OnlyWrappersAreVisible) {
  std::string ir = irOf(mapKernel("twice", "%r = llvm.fadd %v, %v : f32"));
  EXPECT_TRUE(contains(ir, "define internal")) << ir;
  EXPECT_TRUE(contains(ir, "void @twice__packed(ptr")) << ir;
  EXPECT_TRUE(contains(ir, "@twice(ptr")) << "the kernel was inlined\n" << ir;
}

TEST(ObjectCode, UsesTheWholeVector) {
  std::string ir = irOf(mapKernel("twice", "%r = llvm.fadd %v, %v : f32"));
  if (!HostTarget::detect().has("avx512f"))
    GTEST_SKIP() << "this processor has no AVX-512";
  EXPECT_TRUE(contains(ir, "<16 x float>")) << ir;
  EXPECT_TRUE(contains(ir, "\"prefer-vector-width\"=\"512\"")) << ir;
}

TEST(ObjectCode, ContractsOnlyWhereAllowed) {
  if (!HostTarget::detect().has("fma"))
    GTEST_SKIP() << "this processor has no FMA";
  for (bool contract : {false, true}) {
    ParsedKernels parsed(multiplyAdd(
        contract ? "{fastmathFlags = #llvm.fastmath<contract>}" : ""));
    llvm::Expected<std::string> assembly = printAssembly(*parsed.module);
    ASSERT_TRUE(bool(assembly)) << llvm::toString(assembly.takeError());
    EXPECT_EQ(contains(*assembly, "vfmadd"), contract) << *assembly;
  }
}

TEST(ObjectCode, LeavesTheModuleAlone) {
  ParsedKernels parsed(mapKernel("twice", "%r = llvm.fadd %v, %v : f32"));
  auto text = [&] {
    std::string text;
    llvm::raw_string_ostream stream(text);
    parsed.module->print(stream);
    return text;
  };
  std::string before = text();
  EXPECT_EQ(messageOf(compileObjects(*parsed.module)), "no error");
  EXPECT_EQ(text(), before);
}

TEST(ObjectCode, IsTheSameEveryTime) {
  std::string text = mapKernel("twice", "%r = llvm.fadd %v, %v : f32") +
                     mapKernel("square", "%r = llvm.fmul %v, %v : f32");
  std::vector<std::string> bytes;
  for (int run = 0; run < 2; ++run) {
    ParsedKernels parsed(text);
    auto objects = compileObjects(*parsed.module);
    ASSERT_TRUE(bool(objects)) << llvm::toString(objects.takeError());
    std::string all;
    for (const ObjectCode &object : *objects)
      all += object.bytes;
    bytes.push_back(all);
  }
  EXPECT_EQ(bytes[0], bytes[1]);
}

TEST(ObjectCode, AModuleWithAVariableIsNotSplit) {
  std::string counting = R"(%g = llvm.mlir.addressof @count : !llvm.ptr
    %c = llvm.load %g : !llvm.ptr -> f32
    %r = llvm.fadd %c, %v : f32
    llvm.store %r, %g : f32, !llvm.ptr)";
  ParsedKernels parsed("llvm.mlir.global internal @count(0.0 : f32) : f32\n" +
                       mapKernel("a", counting) + mapKernel("b", counting));
  auto objects = compileObjects(*parsed.module);
  ASSERT_TRUE(bool(objects)) << llvm::toString(objects.takeError());
  EXPECT_EQ(objects->size(), 1u);
  EXPECT_EQ(objects->front().kernels.size(), 2u);
}

TEST(ObjectCode, RefusesWhatDoesNotTranslate) {
  std::string error =
      errorOfObject(mapKernel("k", "%r = arith.addf %v, %v : f32"));
  EXPECT_TRUE(contains(error, "cannot translate the kernels to LLVM IR"))
      << error;
  EXPECT_TRUE(contains(error, "arith.addf")) << error;
}

TEST(ObjectCode, RefusesAKernelThatIsNotLowered) {
  EXPECT_EQ(errorOfObject("func.func @k() attributes {neo.kernel} { return }"),
            "kernel 'k' is a func.func; lower it to llvm.func before making "
            "code");
}

TEST(ObjectCode, RefusesAnotherSignature) {
  EXPECT_EQ(errorOfObject("llvm.func @k(!llvm.ptr, i64, i64) attributes "
                          "{neo.kernel}"),
            "kernel 'k' has no body");
  EXPECT_EQ(errorOfObject("llvm.func @k(%a: f32, %b: i64, %c: i64) attributes "
                          "{neo.kernel} { llvm.return }"),
            "kernel 'k' has an argument 0 of type f32; it must be !llvm.ptr");
  EXPECT_EQ(
      errorOfObject("llvm.func @k(%a: !llvm.ptr, %b: i64, %c: i32) attributes "
                    "{neo.kernel} { llvm.return }"),
      "kernel 'k' has an argument 2 of type i32; it must be i64");
  EXPECT_TRUE(
      contains(errorOfObject("llvm.func @k(%a: i64) attributes {neo.kernel} "
                             "{ llvm.return }"),
               "kernel 'k' must return nothing"));
}

TEST(ObjectCode, RefusesAWrappersNameThatIsTaken) {
  std::string error =
      errorOfObject("llvm.func @k__packed() { llvm.return }\n" +
                    mapKernel("k", "llvm.call @k__packed() : () -> ()\n"
                                   "%r = llvm.fadd %v, %v : f32"));
  EXPECT_TRUE(contains(error, "the name 'k__packed' is taken")) << error;
}

TEST(ObjectCode, RefusesTwoKernelsOfOneName) {
  ParsedKernels first(mapKernel("k", "%r = llvm.fadd %v, %v : f32"));
  ParsedKernels second(mapKernel("k", "%r = llvm.fmul %v, %v : f32"));
  EXPECT_EQ(messageOf(compileObjects({*first.module, *second.module})),
            "two kernels are called 'k'; kernels that are compiled together "
            "need different names");
}

TEST(ObjectCode, RefusesAssemblyItCannotRead) {
  std::string error =
      errorOfObject(mapKernel("k", "llvm.inline_asm has_side_effects "
                                   "\"no such instruction\", \"\" : () -> ()\n"
                                   "%r = llvm.fadd %v, %v : f32"));
  EXPECT_TRUE(contains(error, "cannot make object code of the kernels"))
      << error;
}

/// All registers are the callee's, so what lives across the call is spilled.
TEST(ObjectCode, SpilledVectorsAreAligned) {
  ParsedKernels parsed(R"(
    llvm.func @g()
    llvm.func @k(%x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr {llvm.noalias},
                 %begin: i64, %end: i64) attributes {neo.kernel} {
      %v = llvm.load %x : !llvm.ptr -> vector<8xf32>
      llvm.call @g() : () -> ()
      llvm.store %v, %y : vector<8xf32>, !llvm.ptr
      llvm.return
    }
  )");
  JITOptions options;
  options.target = {"x86_64-linux-gnu", "x86-64-v3", "+avx2,+fma"};
  llvm::Expected<std::string> code = printAssembly(*parsed.module, options);
  ASSERT_TRUE(bool(code)) << llvm::toString(code.takeError());
  EXPECT_TRUE(contains(*code, "vmovaps\t(%rsp), %ymm0")) << *code;
  EXPECT_TRUE(contains(*code, "andq\t$-64, %rsp")) << *code;
}
