//===- GPUExecutor.cpp - Runs a launch plan on a GPU ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Cuda/GPUExecutor.h"

#include "DeviceBuffers.h"

#include "Neo/Runtime/ThreadPool.h"

#include <cstdlib>
#include <cstring>
#include <mutex>

using namespace neo;

void neo::runsOnDevice(void *const *, int64_t, int64_t) { std::abort(); }

struct GPUExecutor::State {
  State(GPUProgram &&program, const CudaDriver &driver)
      : program(std::move(program)), plan(this->program.planned.plan),
        driver(driver), buffers(driver) {}
  ~State();

  bool prepare(std::string &error);
  bool loadKernels(std::string &error);
  bool record(std::string &error);
  bool upload(const void *const *inputs, std::string &error);
  bool download(void *const *results, std::string &error);
  bool launch(const Launch &launch, std::string &error);
  bool runRange(size_t begin, size_t end, size_t loop, size_t lastLoop,
                std::string &error);
  bool runLoop(size_t loop, std::string &error);
  bool runCopies(std::string &error);
  bool runPrepared(std::string &error);
  bool runAll(const void *const *inputs, void *const *results,
              std::string &error);
  bool checkInputs(const void *const *inputs);
  bool checkComputed(const Launch &launch, std::string &error);

  GPUProgram program;
  const LaunchPlan &plan;
  const CudaDriver &driver;
  DeviceBuffers buffers;
  CudaDriver::Handle stream = nullptr, module = nullptr, graph = nullptr;
  std::map<std::string, CudaDriver::Handle> functions;
  bool isApart = false, usesGraph = true, isPrepared = false;
  /// The sentence about an index that is not allowed.
  std::string problem;
  std::mutex mutex;
};

GPUExecutor::State::~State() {
  std::string ignored;
  if (!driver.enter(ignored))
    return;
  if (stream)
    driver.cuStreamSynchronize(stream);
  if (graph)
    driver.cuGraphExecDestroy(graph);
  if (module)
    driver.cuModuleUnload(module);
  if (stream)
    driver.cuStreamDestroy_v2(stream);
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

bool GPUExecutor::State::loadKernels(std::string &error) {
  if (!driver.check(driver.cuModuleLoadData(&module, program.image.c_str()),
                    "load the kernels", error))
    return false;
  for (const auto &[name, shape] : program.kernels) {
    CudaDriver::Handle &function = functions[name];
    if (!driver.check(
            driver.cuModuleGetFunction(&function, module, name.c_str()),
            "find a kernel", error) ||
        !driver.check(driver.cuFuncSetAttribute(function,
                                                CudaDriver::maxDynamicShared,
                                                int(shape.shared)),
                      "give a kernel its shared memory", error))
      return false;
  }
  return true;
}

/// Does a launch use indices that a kernel computes? A graph cannot stop there.
static bool computesIndices(const LaunchPlan &plan) {
  for (const Launch &launch : plan.launches)
    for (const IndexCheck &check : launch.checks)
      if (plan.buffers[launch.buffers[check.buffer]].kind != BufferKind::Input)
        return true;
  return false;
}

bool GPUExecutor::State::prepare(std::string &error) {
  const char *check = std::getenv("NEO_CUDA_CHECK");
  isApart = check && std::strcmp(check, "0") != 0;
  usesGraph = !isApart && !computesIndices(plan);
  if (!driver.enter(error) ||
      !driver.check(driver.cuStreamCreate(&stream, CudaDriver::nonBlocking),
                    "make a stream", error))
    return false;
  return (program.kernels.empty() || loadKernels(error)) &&
         buffers.place(plan, stream, isApart, error);
}

/// All launches of a run as one graph.
bool GPUExecutor::State::record(std::string &error) {
  CudaDriver::Handle recorded = nullptr;
  if (!driver.check(driver.cuStreamBeginCapture_v2(
                        stream, CudaDriver::captureThreadLocal),
                    "record a graph", error))
    return false;
  bool fits = runRange(plan.prepared, plan.launches.size(), 0,
                       plan.loops.size(), error) &&
              runCopies(error);
  // The capture has to end, whatever happened in it.
  bool ended = driver.check(driver.cuStreamEndCapture(stream, &recorded),
                            "end a graph", error);
  bool made =
      fits && ended &&
      driver.check(driver.cuGraphInstantiateWithFlags(&graph, recorded, 0),
                   "make a graph", error);
  if (recorded)
    driver.cuGraphDestroy(recorded);
  return made;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

bool GPUExecutor::State::launch(const Launch &what, std::string &error) {
  if (what.fn == copyBytes)
    return driver.check(driver.cuMemcpyDtoDAsync_v2(buffers[what.buffers[1]],
                                                    buffers[what.buffers[0]],
                                                    what.extent, stream),
                        "copy in device memory", error);
  if (!checkComputed(what, error))
    return false;
  if (what.extent == 0)
    return true;
  const KernelShape &shape = program.kernels.at(what.name);
  std::vector<void *> parameters;
  for (int buffer : what.buffers)
    parameters.push_back(buffers.getPointer(buffer));
  return driver.check(driver.cuLaunchKernel(
                          functions.at(what.name), unsigned(what.extent), 1, 1,
                          unsigned(shape.threads), 1, 1, unsigned(shape.shared),
                          stream, parameters.data(), nullptr),
                      ("launch " + what.name).c_str(), error);
}

/// The launches [begin, end), in which the loops [loop, lastLoop) lie.
bool GPUExecutor::State::runRange(size_t begin, size_t end, size_t loop,
                                  size_t lastLoop, std::string &error) {
  while (true) {
    size_t stop = loop < lastLoop ? plan.loops[loop].begin : end;
    for (; begin < stop; ++begin)
      if (!launch(plan.launches[begin], error))
        return false;
    if (loop >= lastLoop)
      return true;
    if (!runLoop(loop, error))
      return false;
    begin = plan.loops[loop].end;
    loop = plan.loops[loop].next;
  }
}

bool GPUExecutor::State::runLoop(size_t loop, std::string &error) {
  const LaunchLoop &what = plan.loops[loop];
  for (int64_t trip = 0; trip < what.trips; ++trip) {
    buffers.moveSlices(plan, int(loop), trip);
    if (!runRange(what.begin, what.end, loop + 1, what.next, error))
      return false;
  }
  return true;
}

bool GPUExecutor::State::runCopies(std::string &error) {
  for (const Copy &copy : plan.copies)
    if (plan.buffers[copy.to].bytes > 0 &&
        !driver.check(
            driver.cuMemcpyDtoDAsync_v2(buffers[copy.to], buffers[copy.from],
                                        plan.buffers[copy.to].bytes, stream),
            "copy a result", error))
      return false;
  return true;
}

bool GPUExecutor::State::upload(const void *const *inputs, std::string &error) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind == BufferKind::Input && buffer.bytes > 0 &&
        !driver.check(driver.cuMemcpyHtoDAsync_v2(buffers[i],
                                                  inputs[buffer.index],
                                                  buffer.bytes, stream),
                      "upload an input", error))
      return false;
  }
  return true;
}

bool GPUExecutor::State::download(void *const *results, std::string &error) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind == BufferKind::Result && buffer.bytes > 0 &&
        !driver.check(driver.cuMemcpyDtoHAsync_v2(results[buffer.index],
                                                  buffers[i], buffer.bytes,
                                                  stream),
                      "download a result", error))
      return false;
  }
  return driver.check(driver.cuStreamSynchronize(stream), "run the kernels",
                      error);
}

/// Indices that are inputs are looked at in host memory, before anything runs.
bool GPUExecutor::State::checkInputs(const void *const *inputs) {
  for (const Launch &launch : plan.launches)
    for (const IndexCheck &check : launch.checks) {
      const BufferSpec &buffer = plan.buffers[launch.buffers[check.buffer]];
      if (buffer.kind != BufferKind::Input)
        continue;
      problem = check.findProblem(inputs[buffer.index], ThreadPool::global(), 0,
                                  /*interruption=*/nullptr);
      if (!problem.empty())
        return false;
    }
  return true;
}

/// Those that the program computes, just before the launch that uses them.
bool GPUExecutor::State::checkComputed(const Launch &launch,
                                       std::string &error) {
  for (const IndexCheck &check : launch.checks) {
    int number = launch.buffers[check.buffer];
    const BufferSpec &buffer = plan.buffers[number];
    if (buffer.kind == BufferKind::Input || buffer.bytes == 0)
      continue;
    std::vector<char> indices(buffer.bytes);
    if (!driver.check(driver.cuMemcpyDtoHAsync_v2(indices.data(),
                                                  buffers[number],
                                                  indices.size(), stream),
                      "download indices", error) ||
        !driver.check(driver.cuStreamSynchronize(stream), "run the kernels",
                      error))
      return false;
    problem = check.findProblem(indices.data(), ThreadPool::global(), 0,
                                /*interruption=*/nullptr);
    if (!problem.empty())
      return false;
  }
  return true;
}

/// What only the first run needs, and the graph of the others.
bool GPUExecutor::State::runPrepared(std::string &error) {
  if (isPrepared)
    return true;
  if (!runRange(0, plan.prepared, 0, 0, error) || (usesGraph && !record(error)))
    return false;
  isPrepared = true;
  return true;
}

bool GPUExecutor::State::runAll(const void *const *inputs, void *const *results,
                                std::string &error) {
  if (!driver.enter(error) || !checkInputs(inputs) || !upload(inputs, error) ||
      !runPrepared(error))
    return false;
  bool launched = usesGraph ? driver.check(driver.cuGraphLaunch(graph, stream),
                                           "launch a graph", error)
                            : runRange(plan.prepared, plan.launches.size(), 0,
                                       plan.loops.size(), error) &&
                                  runCopies(error);
  return launched && download(results, error);
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

GPUExecutor::GPUExecutor(std::unique_ptr<State> state)
    : state(std::move(state)) {}
GPUExecutor::~GPUExecutor() = default;

std::unique_ptr<GPUExecutor> GPUExecutor::create(GPUProgram program,
                                                 std::string &error) {
  const CudaDriver *driver = CudaDriver::get(error);
  if (!driver || !validateLaunchPlan(program.planned.plan, error))
    return nullptr;
  for (const Launch &launch : program.planned.plan.launches)
    if (launch.fn != copyBytes && !program.kernels.count(launch.name)) {
      error = "the program launches '" + launch.name +
              "', of which it does not say how many threads it has";
      return nullptr;
    }
  auto state = std::make_unique<State>(std::move(program), *driver);
  if (!state->prepare(error))
    return nullptr;
  return std::unique_ptr<GPUExecutor>(new GPUExecutor(std::move(state)));
}

bool GPUExecutor::run(const void *const *inputs, void *const *results,
                      std::string &error, std::string &problem) {
  std::lock_guard<std::mutex> lock(state->mutex);
  state->problem.clear();
  bool finished = state->runAll(inputs, results, error);
  problem = state->problem;
  return finished;
}

const GPUProgram &GPUExecutor::program() const { return state->program; }
size_t GPUExecutor::arenaBytes() const {
  return state->buffers.getArenaBytes();
}
