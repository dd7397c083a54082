//===- GPUExecutor.cpp - Runs a launch plan on a GPU ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Cuda/GPUExecutor.h"

#include "RecordedGraphs.h"

#include "Neo/Runtime/ThreadPool.h"

#include <cstdlib>

using namespace neo;

void neo::runsOnDevice(void *const *, int64_t, int64_t) { std::abort(); }

struct GPUExecutor::State {
  State(GPUProgram &&given, std::shared_ptr<CudaDevice> used)
      : program(std::move(given)), plan(program.planned.plan),
        device(std::move(used)), driver(device->driver), buffers(device, plan),
        walk(*device, program, buffers), graphs(*device) {}
  ~State();

  bool prepare(std::string &error);
  bool run(GPUCall &call, std::string &error);
  bool submit(GPUCall &call, std::string &error);
  bool checkInputs(const GPUCall &call, std::string &error);
  bool checkInput(const GPUCall &call, const IndexCheck &check, int number,
                  std::string &error);
  bool bindInputs(const GPUCall &call, std::string &error);
  bool bindInput(size_t buffer, const GPUArgument &argument,
                 std::string &error);
  bool bindResults(GPUCall &call, std::string &error);
  /// The buffers of a run, with its indices checked.
  bool bind(GPUCall &call, std::string &error) {
    return bindInputs(call, error) && checkInputs(call, error) &&
           bindResults(call, error);
  }
  bool runPrepared(std::string &error);
  bool submitLaunches(std::string &error);
  bool download(const GPUCall &call, std::string &error);
  bool time(GPUCall &call, unsigned repeats, float &milliseconds,
            std::string &error);
  bool isSettled(size_t input) const {
    return isPrepared && input < program.fixed.size() && program.fixed[input];
  }

  GPUProgram program;
  const LaunchPlan &plan;
  std::shared_ptr<CudaDevice> device;
  const CudaDriver &driver;
  DeviceBuffers buffers;
  PlanWalk walk;
  RecordedGraphs graphs;
  bool usesGraph = true;
  /// The first run is done: fixed inputs are uploaded.
  bool isPrepared = false;
  std::mutex mutex;
};

/// Submitted work may still use the buffers.
GPUExecutor::State::~State() {
  std::string ignored;
  device->finish("finish the kernels", ignored);
}

bool GPUExecutor::State::prepare(std::string &error) {
  usesGraph = !device->isChecked && !walk.computesIndices();
  return walk.load(error) && buffers.place(error);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Indices that are inputs are checked before anything runs.
bool GPUExecutor::State::checkInputs(const GPUCall &call, std::string &error) {
  for (const Launch &launch : plan.launches)
    for (const IndexCheck &check : launch.checks) {
      int number = launch.buffers[check.buffer];
      if (plan.buffers[number].kind == BufferKind::Input &&
          !isSettled(plan.buffers[number].index) &&
          !checkInput(call, check, number, error))
        return false;
    }
  return true;
}

bool GPUExecutor::State::checkInput(const GPUCall &call,
                                    const IndexCheck &check, int number,
                                    std::string &error) {
  const GPUArgument &argument = call.inputs[plan.buffers[number].index];
  if (!argument.host)
    return walk.check(check, number, error);
  walk.problem = check.findProblem(argument.host, ThreadPool::global(), 0,
                                   /*interruption=*/nullptr);
  return walk.problem.empty();
}

/// Arrays on the device are used in place, unless they are not aligned for
/// vector accesses.
bool GPUExecutor::State::bindInput(size_t buffer, const GPUArgument &argument,
                                   std::string &error) {
  size_t bytes = plan.buffers[buffer].bytes;
  if (!argument.host && argument.address % GPUProgram::alignment == 0) {
    buffers.bind(buffer, argument.address);
    return true;
  }
  if (!buffers.goHome(buffer, error))
    return false;
  if (bytes == 0 || isSettled(plan.buffers[buffer].index))
    return true;
  if (argument.host)
    return device->upload(buffers[buffer], argument.host, bytes, error);
  return driver.check(driver.cuMemcpyDtoDAsync_v2(buffers[buffer],
                                                  argument.address, bytes,
                                                  device->stream),
                      "align an input", error);
}

bool GPUExecutor::State::bindInputs(const GPUCall &call, std::string &error) {
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    if (plan.buffers[i].kind == BufferKind::Input &&
        !bindInput(i, call.inputs[plan.buffers[i].index], error))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

bool GPUExecutor::State::bindResults(GPUCall &call, std::string &error) {
  bool isHost = !call.results.empty();
  call.blocks.resize(isHost ? 0 : program.planned.results.size());
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind != BufferKind::Result)
      continue;
    if (isHost) {
      if (!buffers.goHome(i, error))
        return false;
      continue;
    }
    std::shared_ptr<DeviceBlock> &block = call.blocks[buffer.index];
    block = device->allocate(buffer.bytes, error);
    if (!block)
      return false;
    buffers.bind(i, block->address);
  }
  return true;
}

bool GPUExecutor::State::download(const GPUCall &call, std::string &error) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind == BufferKind::Result && buffer.bytes > 0 &&
        !device->download(call.results[buffer.index], buffers[i], buffer.bytes,
                          error))
      return false;
  }
  return device->finishDownloads(error);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// The prepared launches, in the first run only.
bool GPUExecutor::State::runPrepared(std::string &error) {
  isPrepared = isPrepared || walk.submitPrepared(error);
  return isPrepared;
}

bool GPUExecutor::State::submitLaunches(std::string &error) {
  buffers.moveSlices(-1, 0);
  if (!usesGraph)
    return runPrepared(error) && walk.submit(device->stream, error);
  std::vector<CudaDriver::Address> addresses;
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    if (plan.buffers[i].kind == BufferKind::Input ||
        plan.buffers[i].kind == BufferKind::Result)
      addresses.push_back(buffers[i]);
  return runPrepared(error) && graphs.submit(walk, std::move(addresses), error);
}

bool GPUExecutor::State::submit(GPUCall &call, std::string &error) {
  std::lock_guard<std::recursive_mutex> lock(device->submission);
  if (!driver.enter(error))
    return false;
  for (CudaDriver::Handle other : call.streams)
    if (!device->waitFor(other, error))
      return false;
  bool submitted = bind(call, error) && submitLaunches(error) &&
                   (call.results.empty() || download(call, error));
  // Also after an error: submitted work still reads the inputs.
  std::string later;
  for (CudaDriver::Handle other : call.streams)
    if (!device->letWait(other, submitted ? error : later))
      submitted = false;
  return submitted;
}

bool GPUExecutor::State::run(GPUCall &call, std::string &error) {
  bool submitted = submit(call, error);
  std::string later;
  bool isDone = (submitted && call.results.empty() && !call.waits) ||
                device->finish("run the kernels", submitted ? error : later);
  return submitted && isDone;
}

/// Between two events; before them, runs that record the graph.
bool GPUExecutor::State::time(GPUCall &call, unsigned repeats,
                              float &milliseconds, std::string &error) {
  std::lock_guard<std::recursive_mutex> lock(device->submission);
  CudaDriver::Handle begin = nullptr, end = nullptr;
  bool ready =
      driver.enter(error) && bind(call, error) &&
      driver.check(driver.cuEventCreate(&begin, 0), "make an event", error) &&
      driver.check(driver.cuEventCreate(&end, 0), "make an event", error);
  auto runs = [&](unsigned count) {
    while (ready && count-- > 0)
      ready = submitLaunches(error);
  };
  auto record = [&](CudaDriver::Handle event) {
    ready = ready && driver.check(driver.cuEventRecord(event, device->stream),
                                  "record an event", error);
  };
  runs(3);
  record(begin);
  runs(repeats);
  record(end);
  ready = ready && device->finish("run the kernels", error) &&
          driver.check(driver.cuEventElapsedTime(&milliseconds, begin, end),
                       "tell a time", error);
  milliseconds /= float(repeats);
  for (CudaDriver::Handle event : {begin, end})
    if (event)
      driver.cuEventDestroy_v2(event);
  return ready;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

GPUExecutor::GPUExecutor(std::unique_ptr<State> state)
    : state(std::move(state)) {}
GPUExecutor::~GPUExecutor() = default;

std::unique_ptr<GPUExecutor> GPUExecutor::create(GPUProgram program,
                                                 std::string &error) {
  std::shared_ptr<CudaDevice> device = CudaDevice::get(error);
  if (!device || !validateLaunchPlan(program.planned.plan, error))
    return nullptr;
  for (const Launch &launch : program.planned.plan.launches)
    if (launch.fn != copyBytes && !program.kernels.count(launch.name)) {
      error = "the program launches '" + launch.name +
              "', of which it does not say how many threads it has";
      return nullptr;
    }
  auto state = std::make_unique<State>(std::move(program), std::move(device));
  if (!state->prepare(error))
    return nullptr;
  return std::unique_ptr<GPUExecutor>(new GPUExecutor(std::move(state)));
}

bool GPUExecutor::run(GPUCall &call, std::string &error, std::string &problem) {
  std::lock_guard<std::mutex> lock(state->mutex);
  state->walk.problem.clear();
  bool finished = state->run(call, error);
  problem = state->walk.problem;
  return finished;
}

bool GPUExecutor::time(GPUCall &call, unsigned repeats, float &milliseconds,
                       std::string &error, std::string &problem) {
  std::lock_guard<std::mutex> lock(state->mutex);
  state->walk.problem.clear();
  bool finished = state->time(call, repeats, milliseconds, error);
  problem = state->walk.problem;
  return finished;
}

const GPUProgram &GPUExecutor::program() const { return state->program; }
size_t GPUExecutor::arenaBytes() const {
  return state->buffers.getArenaBytes();
}
