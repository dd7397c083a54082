//===- WorkerProcessesTest.cpp - Work that may not end well ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Target/GPU/WorkerProcesses.h"
#include "../../lib/Target/GPU/EmitKernels.h"
#include "../../lib/Target/GPU/PTXText.h"

#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Conversion/Pipelines.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <csignal>
#include <cstdio>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace neo;

TEST(WorkerProcesses, GiveResultsInTheOrderOfTheWork) {
  std::vector<Work> work;
  for (int i = 0; i < 7; ++i)
    work.push_back({"work", [i] {
                      usleep(i % 3 * 10000);
                      return WorkResult{std::to_string(i), ""};
                    }});
  std::vector<WorkResult> results = runApart(work, 3, 60);
  ASSERT_EQ(results.size(), 7u);
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(results[i].output, std::to_string(i));
    EXPECT_EQ(results[i].error, "");
  }
}

TEST(WorkerProcesses, SendMoreThanAPipeHolds) {
  std::string large(3 << 20, 'x');
  Work work = {"work", [&] { return WorkResult{large, ""}; }};
  EXPECT_EQ(runApart(work, 1, 60).front().output, large);
}

TEST(WorkerProcesses, TellErrorsAsTheyAre) {
  Work work = {"work", [] { return WorkResult{"", "refused"}; }};
  WorkResult result = runApart(work, 1, 60).front();
  EXPECT_EQ(result.error, "refused");
  EXPECT_FALSE(result.isBroken);
}

TEST(WorkerProcesses, TellTheSignalAndWhatWasSaid) {
  Work work = {"kernel 'f'", [] {
                 std::fprintf(stderr, "\nout of registers\nmore\n");
                 std::abort();
                 return WorkResult();
               }};
  WorkResult result = runApart(work, 1, 60).front();
  EXPECT_EQ(result.error, "the compiler of kernel 'f' was stopped by signal 6 "
                          "(Aborted): out of registers");
  EXPECT_TRUE(result.isBroken);
}

TEST(WorkerProcesses, TellThatThereIsNoResult) {
  Work work = {"kernel 'f'", [] {
                 _exit(3);
                 return WorkResult();
               }};
  EXPECT_EQ(runApart(work, 1, 60).front().error,
            "the compiler of kernel 'f' ended without a result");
}

TEST(WorkerProcesses, EndWhatHangsAndDoTheRest) {
  auto hang = [] {
    std::signal(SIGTERM, SIG_IGN);
    while (true)
      pause();
    return WorkResult();
  };
  auto answer = [] { return WorkResult{"done", ""}; };
  std::vector<Work> work = {{"a", hang}, {"b", answer}, {"c", answer}};
  std::vector<WorkResult> results = runApart(work, 1, 1);
  EXPECT_EQ(results[0].error, "the compiler of a did not end within 1 seconds "
                              "(NEO_GPU_COMPILE_SECONDS allows more)");
  EXPECT_EQ(results[1].output + results[2].output, "donedone");
}

TEST(WorkerProcesses, EndWithTheirParent) {
  // What it leaves behind comes to this process.
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t parent = fork(), worker = 0;
  if (parent == 0) {
    Work tell = {"a", [&] {
                   pid_t own = getpid();
                   if (write(ends[1], &own, sizeof own) == sizeof own)
                     pause();
                   return WorkResult();
                 }};
    runApart(tell, 1, 60);
    _exit(0);
  }
  ASSERT_EQ(read(ends[0], &worker, sizeof worker), ssize_t(sizeof worker));
  kill(parent, SIGKILL);
  int status = 0;
  ASSERT_EQ(waitpid(parent, nullptr, 0), parent);
  ASSERT_EQ(waitpid(worker, &status, 0), worker);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
  close(ends[0]);
  close(ends[1]);
}

/// LLVM ends the process here: sm_80 has no clusters.
TEST(EmitKernels, NameTheKernelThatEndsLLVM) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"(
    module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @good(%x: memref<32xf32>) kernel {
          gpu.return
        }
        gpu.func @clusters(%x: memref<32xf32>) kernel {
          nvvm.cluster.arrive
          gpu.return
        }
      }
    })",
                                                        &context);
  ASSERT_TRUE(module);
  auto newer = emitKernels(*module, "sm_90");
  ASSERT_TRUE(bool(newer)) << llvm::toString(newer.takeError());
  EXPECT_EQ(splitKernels(*newer).size(), 2u);
  auto older = emitKernels(*module, "sm_80");
  ASSERT_FALSE(bool(older));
  EXPECT_EQ(llvm::toString(older.takeError()),
            "the compiler of kernel 'clusters' was stopped by signal 6 "
            "(Aborted): LLVM ERROR: Cannot select: intrinsic "
            "%llvm.nvvm.barrier.cluster.arrive");
}
