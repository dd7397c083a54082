//===- Interruption.h - giving a running program up -------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A kernel runs one range to its end, so a run can be cancelled between two
// ranges only. This is the callback that decides, and its answer for all
// threads:
//
//     Interruption interruption(question, context);
//     bool finished = program->run(inputs, results, &interruption);
//
// The thread that called run() asks `question`, at most once per `interval`:
// in Python, whose signal handlers run on the thread that called, it takes the
// interpreter's lock and checks for Ctrl-C. The other threads only read the
// answer. So that ranges end often enough, a loop that can be interrupted is
// taken in pieces of some milliseconds (SharedLoop.h), on one thread as well.
// One iteration is the least that can be run; where iterations would be long
// the compiler makes more of them (countShared in TrafficModel.h), except where
// there is only one: a sum of all elements to one number runs to its end. The
// results of a cancelled run are undefined.
//
// Killing the threads, or a jump out of the kernel from a signal handler, would
// leave locks held that the thread had taken, such as the allocator's.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_INTERRUPTION_H
#define NEO_RUNTIME_INTERRUPTION_H

#include <atomic>
#include <chrono>

namespace neo {

class Interruption {
public:
  /// True: cancel the run.
  using Question = bool (*)(void *context);
  static constexpr std::chrono::milliseconds interval{25};

  explicit Interruption(Question question, void *context = nullptr)
      : question(question), context(context) {}
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  /// Any thread: whether the run is cancelled.
  bool given() const { return answer.load(std::memory_order_relaxed); }

  using Clock = std::chrono::steady_clock;

  /// The calling thread only: asks if it is time to, and gives the answer.
  bool poll() { return poll(Clock::now()); }
  bool poll(Clock::time_point now) {
    // The run begins with the first poll: the clock is read once for both.
    if (next == Clock::time_point())
      next = now + interval;
    if (!given() && now >= next) {
      if (question(context))
        answer.store(true, std::memory_order_relaxed);
      next = Clock::now() + interval;
    }
    return given();
  }

  /// The same before a range that is run at once. Reading the clock takes about
  /// as long as launching it does, so after a quick one it is read for every
  /// sixteenth only; should these be as long as the quick may be, they are a
  /// sixteenth of the interval together.
  bool pollQuickly() {
    if (unasked > 0) {
      --unasked;
      return given();
    }
    constexpr int launchesPerLook = 16;
    constexpr Clock::duration quick =
        Clock::duration(interval) / (launchesPerLook * launchesPerLook);
    Clock::time_point now = Clock::now();
    unasked = now - looked < quick ? launchesPerLook - 1 : 0;
    looked = now;
    return poll(now);
  }

private:
  Question question;
  void *context;
  Clock::time_point next, looked;
  int unasked = 0;
  std::atomic<bool> answer{false};
};

} // namespace neo

#endif // NEO_RUNTIME_INTERRUPTION_H
