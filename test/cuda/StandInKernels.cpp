//===- StandInKernels.cpp - Streams, modules, launches and graphs ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StandIn.h"

#include <cstdlib>
#include <memory>
#include <utility>

using namespace standin;
namespace ptx = neo::ptx;

namespace {
struct Lock {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> guard{driver.mutex};
};
} // namespace

/// Ends the life of `handle`.
template <typename T> static Result destroy(void *handle, const char *what) {
  Lock lock;
  if (!lock.driver.end<T>(handle))
    return lock.driver.fail(invalidHandle,
                            std::string("the ") + what + " is not alive");
  return ok;
}

static Result runKernel(Driver &driver, Function *function,
                        const ptx::Launch &launch) {
  if (!driver.isAlive(function->module))
    return driver.fail(invalidHandle, "the module of a kernel was unloaded");
  if (launch.dynamicShared >
      std::min(function->maxShared, uint32_t(getMaxShared())))
    return driver.fail(invalidValue, "more shared memory than the kernel has");
  ptx::Options options;
  if (const char *seed = std::getenv("NEO_STAND_IN_SEED"))
    options.scheduleSeed = std::string_view(seed) == "each"
                               ? driver.kernels
                               : std::strtoull(seed, nullptr, 10);
  ptx::Report report = ptx::run(function->module->code, function->name, launch,
                                driver.memory, options);
  ++driver.kernels;
  return report.error.empty() ? Result(ok)
                              : driver.fail(launchFailed, report.error);
}

extern "C" {

Result cuStreamCreate(void **stream, unsigned) {
  Lock lock;
  auto *made = lock.driver.keep(new Stream);
  lock.driver.streams.insert(made);
  *stream = made;
  return ok;
}

/// What is in the stream is done nevertheless.
Result cuStreamDestroy_v2(void *handle) {
  {
    Lock lock;
    auto *stream = static_cast<Stream *>(handle);
    if (lock.driver.streams.erase(stream))
      lock.driver.finish(*stream);
  }
  return destroy<Stream>(handle, "stream");
}

Result cuStreamSynchronize(void *handle) {
  Lock lock;
  Stream *stream = lock.driver.findStream(handle);
  if (!stream)
    return lock.driver.fail(invalidHandle, "the stream is not alive");
  if (stream->isRecording) {
    stream->isBroken = true;
    return lock.driver.fail(captureUnsupported,
                            "a stream that records cannot be waited for");
  }
  lock.driver.finish(*stream);
  return std::exchange(lock.driver.pending, ok);
}

/// What went wrong stays for those whose work it was.
Result cuCtxSynchronize() {
  Lock lock;
  lock.driver.finishAll();
  return lock.driver.pending;
}

Result cuStreamBeginCapture_v2(void *handle, int) {
  Lock lock;
  auto *stream = static_cast<Stream *>(handle);
  if (!lock.driver.isAlive(handle) || stream->isRecording)
    return lock.driver.fail(captureInvalid, "the stream cannot record");
  stream->isRecording = true;
  return ok;
}

Result cuStreamEndCapture(void *handle, void **graph) {
  Lock lock;
  auto *stream = static_cast<Stream *>(handle);
  if (!lock.driver.isAlive(handle) || !stream->isRecording)
    return lock.driver.fail(captureInvalid, "the stream does not record");
  stream->isRecording = false;
  Graph recorded = std::exchange(stream->recorded, {});
  if (std::exchange(stream->isBroken, false))
    return lock.driver.fail(captureInvalid, "the capture was broken off");
  *graph = lock.driver.keep(new Graph(std::move(recorded)));
  return ok;
}

Result cuGraphInstantiateWithFlags(void **exec, void *graph,
                                   unsigned long long) {
  Lock lock;
  if (!lock.driver.isAlive(graph))
    return lock.driver.fail(invalidHandle, "the graph is not alive");
  *exec = lock.driver.keep(new Graph(*static_cast<Graph *>(graph)));
  return ok;
}

Result cuGraphLaunch(void *exec, void *stream) {
  Lock lock;
  if (!lock.driver.isAlive(exec))
    return lock.driver.fail(invalidHandle, "the graph is not alive");
  ++lock.driver.graphs;
  for (const Operation &operation : static_cast<Graph *>(exec)->operations)
    if (Result result = lock.driver.submit(stream, operation))
      return result;
  return ok;
}

Result cuGraphDestroy(void *graph) { return destroy<Graph>(graph, "graph"); }
Result cuGraphExecDestroy(void *exec) { return destroy<Graph>(exec, "graph"); }

Result cuModuleLoadData(void **module, const void *image) {
  Lock lock;
  std::string error;
  // What the assembler of tests makes: PTX behind the first bytes of a cubin.
  std::string_view text = static_cast<const char *>(image);
  constexpr std::string_view cubin = "\x7f"
                                     "ELF";
  if (text.substr(0, cubin.size()) == cubin) {
    text.remove_prefix(cubin.size());
    ++lock.driver.cubins;
  }
  auto code = ptx::Module::parse(text, error);
  if (!code)
    return lock.driver.fail(invalidImage, error);
  ++lock.driver.modules;
  *module = lock.driver.keep(new Module{std::move(*code)});
  return ok;
}

Result cuModuleUnload(void *module) {
  return destroy<Module>(module, "module");
}

/// Functions live as long as the process: CUDA has no call that ends them.
Result cuModuleGetFunction(void **function, void *module, const char *name) {
  Lock lock;
  if (!lock.driver.isAlive(module))
    return lock.driver.fail(invalidHandle, "the module is not alive");
  static std::vector<std::unique_ptr<Function>> functions;
  functions.emplace_back(
      new Function{static_cast<Module *>(module), std::string(name)});
  *function = functions.back().get();
  return ok;
}

Result cuFuncSetAttribute(void *function, int attribute, int value) {
  Lock lock;
  if (attribute != 8 || value < 0 || value > getMaxShared())
    return lock.driver.fail(invalidValue,
                            "a kernel cannot have so much shared memory");
  static_cast<Function *>(function)->maxShared = uint32_t(value);
  return ok;
}

Result cuLaunchKernel(void *handle, unsigned gridX, unsigned gridY,
                      unsigned gridZ, unsigned blockX, unsigned blockY,
                      unsigned blockZ, unsigned shared, void *stream,
                      void **parameters, void **) {
  Lock lock;
  auto *function = static_cast<Function *>(handle);
  const auto *expected = function->module->code.parameters(function->name);
  if (!expected)
    return lock.driver.fail(notFound, "there is no kernel " + function->name);
  ptx::Launch launch;
  launch.grid = {gridX, gridY, gridZ};
  launch.block = {blockX, blockY, blockZ};
  launch.dynamicShared = shared;
  // Arguments are read at the launch, as the driver does.
  for (size_t i = 0; i < expected->size(); ++i) {
    auto *bytes = static_cast<const uint8_t *>(parameters[i]);
    launch.arguments.push_back(
        {std::vector<uint8_t>(bytes, bytes + (*expected)[i].bytes)});
  }
  Driver &driver = lock.driver;
  return driver.submit(
      stream, [=, &driver] { return runKernel(driver, function, launch); });
}
}
