//===- WorkerProcesses.cpp - Work that may not end well -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WorkerProcesses.h"

#include "Neo/Runtime/Processors.h"
#include "Neo/Runtime/Variables.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace neo;
using Clock = std::chrono::steady_clock;

namespace {
/// A process at work, seen from here.
struct Worker {
  size_t index;
  pid_t process;
  /// What it sends, and what it writes on stderr.
  int pipe, log;
  Clock::time_point end;
  std::string received;
};
} // namespace

static void writeAll(int file, const std::string &text) {
  size_t written = 0;
  while (written < text.size()) {
    ssize_t count = write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return;
    written += count;
  }
}

//===----------------------------------------------------------------------===//
// The copy
//===----------------------------------------------------------------------===//

/// The first byte says whether the rest was made or is an error; without it
/// the work did not come to its end.
[[noreturn]] static void work(const Work &what, int pipe, int log) {
  // Nobody waits for what it makes once its parent is gone.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Of its own group, so that a program that it runs ends with it.
  setpgid(0, 0);
  for (int number : {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGINT})
    std::signal(number, SIG_DFL);
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  dup2(log, STDERR_FILENO);
  WorkResult result = what.run();
  writeAll(pipe,
           result.error.empty() ? "+" + result.output : "-" + result.error);
  // Without what the process would do at its end: it is not its end.
  _exit(0);
}

static bool start(const Work &what, Worker &worker) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  worker.log = memfd_create("neo-worker", MFD_CLOEXEC);
  worker.process = fork();
  if (worker.process == 0)
    work(what, ends[1], worker.log);
  close(ends[1]);
  worker.pipe = ends[0];
  if (worker.process > 0)
    return true;
  close(worker.pipe);
  if (worker.log >= 0)
    close(worker.log);
  return false;
}

//===----------------------------------------------------------------------===//
// Its end
//===----------------------------------------------------------------------===//

/// The first line on stderr that says something.
static std::string readLog(int log) {
  char text[512];
  ssize_t count = log < 0 ? 0 : pread(log, text, sizeof text, 0);
  llvm::StringRef line(text, count > 0 ? size_t(count) : 0);
  line = line.ltrim().split('\n').first.rtrim();
  return line.empty() ? "" : ": " + line.str();
}

static WorkResult conclude(const Work &what, const Worker &worker, int status,
                           bool isLate, double seconds) {
  if (!isLate && WIFEXITED(status) && !worker.received.empty()) {
    std::string rest = worker.received.substr(1);
    return worker.received[0] == '+' ? WorkResult{std::move(rest), ""}
                                     : WorkResult{"", std::move(rest)};
  }
  std::string error = "the compiler of " + what.name, log = readLog(worker.log);
  int number = WTERMSIG(status);
  if (isLate)
    error += " did not end within " + std::to_string(int64_t(seconds)) +
             " seconds (NEO_GPU_COMPILE_SECONDS allows more)";
  else if (!WIFSIGNALED(status))
    error += " ended without a result" + log;
  else
    error += " was stopped by signal " + std::to_string(number) + " (" +
             strsignal(number) + ")" + log;
  return {"", std::move(error), true};
}

static WorkResult finish(const Work &what, Worker &worker, bool isLate,
                         double seconds) {
  if (isLate) {
    kill(-worker.process, SIGKILL);
    kill(worker.process, SIGKILL);
  }
  int status = 0;
  while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  close(worker.pipe);
  WorkResult result = conclude(what, worker, status, isLate, seconds);
  if (worker.log >= 0)
    close(worker.log);
  return result;
}

/// Reads what is there; false at the end.
static bool receive(Worker &worker) {
  char part[1 << 16];
  ssize_t count = read(worker.pipe, part, sizeof part);
  if (count > 0)
    worker.received.append(part, count);
  return count > 0 || (count < 0 && errno == EINTR);
}

/// Waits until one of `workers` sends, ends or is late.
static void waitFor(llvm::ArrayRef<Worker> workers,
                    llvm::SmallVectorImpl<pollfd> &events) {
  Clock::time_point first = Clock::time_point::max();
  for (const Worker &worker : workers) {
    events.push_back({worker.pipe, POLLIN, 0});
    first = std::min(first, worker.end);
  }
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      first - Clock::now());
  poll(events.data(), events.size(),
       int(std::clamp<int64_t>(left.count() + 1, 0, 1 << 30)));
}

std::vector<WorkResult> neo::runApart(llvm::ArrayRef<Work> work, unsigned most,
                                      double seconds) {
  std::vector<WorkResult> results(work.size());
  std::vector<Worker> workers;
  size_t next = 0;
  while (next < work.size() || !workers.empty()) {
    if (next < work.size() && workers.size() < most) {
      Worker worker = {};
      worker.index = next++;
      worker.end = Clock::now() + std::chrono::milliseconds(
                                      int64_t(std::min(seconds, 1e9) * 1000));
      if (start(work[worker.index], worker))
        workers.push_back(std::move(worker));
      else
        results[worker.index].error = "no process can be made for " +
                                      work[worker.index].name + ": " +
                                      std::strerror(errno);
      continue;
    }
    llvm::SmallVector<pollfd, 16> events;
    waitFor(workers, events);
    for (size_t i = workers.size(); i-- > 0;) {
      bool isLate = Clock::now() >= workers[i].end;
      if (!isLate && (!events[i].revents || receive(workers[i])))
        continue;
      size_t index = workers[i].index;
      results[index] = finish(work[index], workers[i], isLate, seconds);
      workers.erase(workers.begin() + i);
    }
  }
  return results;
}

unsigned neo::getWorkerCount() {
  return std::max<size_t>(1, allowedProcessors().size());
}

double neo::getWorkerLimit() {
  return readNumber(
      "NEO_GPU_COMPILE_SECONDS", 120,
      {0.001, 1e9, /*isWhole=*/false, "a number of seconds above 0"});
}
