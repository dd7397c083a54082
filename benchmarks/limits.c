// limits.c - what this machine can do: multiply-adds and bytes per second
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//     limits THREADS
//
// reads footprints in bytes, one per line, and answers each with the FMA peak
// in FLOP/s and the copy bandwidth at that footprint, read + written, in
// bytes/s: of all threads together, each pinned to a core of its own, the best
// of several short batches. Time is the thread's own on the processor, so that
// somebody else's turn on the core counts for nothing. Built by limits.py with
// -march=native.

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#if defined(__AVX512F__)
enum { WIDTH = 64, CHAINS = 24 };
#elif defined(__AVX__)
enum { WIDTH = 32, CHAINS = 12 };
#else
enum { WIDTH = 16, CHAINS = 24 };
#endif
typedef float Vector __attribute__((vector_size(WIDTH)));

enum { LANES = WIDTH / sizeof(float), AHEAD = 4096, BATCHES = 8 };
static const double BATCH_SECONDS = 1e-3;
static const size_t HUGE_PAGE = 2 << 20;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

// --- One thread's work ------------------------------------------------------

typedef struct {
  int core;
  size_t bytes;
  char *from, *to;
  pthread_barrier_t *start;
  double flops, copied;
} Worker;

// Chains that do not depend on each other hide the latency of the unit.
static double multiplyAdds(void) {
  enum { STEPS = 20000 };
  Vector sums[CHAINS], x, y;
  for (int l = 0; l < LANES; ++l)
    x[l] = 0.999f, y[l] = 1e-3f;
  for (int c = 0; c < CHAINS; ++c)
    sums[c] = y;
  double start = now();
  for (int i = 0; i < STEPS; ++i)
#pragma clang loop unroll(full)
    for (int c = 0; c < CHAINS; ++c)
      sums[c] = sums[c] * x + y;
  double spent = now() - start;
  for (int c = 0; c < CHAINS; ++c)
    __asm__ volatile("" ::"m"(sums[c])); // Keeps the chains.
  return 2.0 * LANES * CHAINS * STEPS / spent;
}

static void copyPlain(Vector *to, const Vector *from, size_t count) {
  for (size_t i = 0; i < count; i += 4)
    for (int j = 0; j < 4; ++j)
      to[i + j] = from[i + j];
}

static void copyStreaming(Vector *to, const Vector *from, size_t count) {
  for (size_t i = 0; i < count; i += 4)
    for (int j = 0; j < 4; ++j)
      __builtin_nontemporal_store(from[i + j], &to[i + j]);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void copyAhead(Vector *to, const Vector *from, size_t count) {
  for (size_t i = 0; i < count; i += 4) {
    for (int line = 0; line < 4 * WIDTH; line += 64)
      __builtin_prefetch((const char *)&from[i] + AHEAD + line);
    for (int j = 0; j < 4; ++j)
      __builtin_nontemporal_store(from[i + j], &to[i + j]);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

typedef void Copy(Vector *, const Vector *, size_t);
static Copy *const COPIES[] = {copyPlain, copyStreaming, copyAhead};

static double copiedPerSecond(const Worker *w, Copy *copy) {
  // Looking at the clock takes as long as copying some kilobytes.
  long calls = 0, together = 1 + (4 << 20) / w->bytes;
  double start = now(), spent;
  do {
    for (long i = 0; i < together; ++i) {
      copy((Vector *)w->to, (const Vector *)w->from, w->bytes / WIDTH);
      __asm__ volatile("" ::: "memory");
    }
    calls += together;
    spent = now() - start;
  } while (spent < BATCH_SECONDS);
  return 2.0 * w->bytes * calls / spent;
}

static void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  sched_setaffinity(0, sizeof set, &set);
}

static void *work(void *argument) {
  Worker *w = argument;
  pin(w->core);
  w->flops = w->copied = 0;
  for (int batch = 0; batch < BATCHES; ++batch) {
    pthread_barrier_wait(w->start);
    double flops = 0;
    for (double end = now() + BATCH_SECONDS; now() < end;) {
      double found = multiplyAdds();
      flops = found > flops ? found : flops;
    }
    w->flops = flops > w->flops ? flops : w->flops;
    for (size_t c = 0; c < sizeof COPIES / sizeof *COPIES; ++c) {
      pthread_barrier_wait(w->start);
      double copied = copiedPerSecond(w, COPIES[c]);
      w->copied = copied > w->copied ? copied : w->copied;
    }
  }
  return NULL;
}

// --- All threads ------------------------------------------------------------

static char *allocate(size_t bytes) {
  size_t rounded = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE + HUGE_PAGE;
  char *memory = aligned_alloc(HUGE_PAGE, rounded);
  if (!memory) {
    fprintf(stderr, "limits: there is no memory for %zu bytes\n", bytes);
    exit(1);
  }
  madvise(memory, rounded, MADV_HUGEPAGE);
  memset(memory, 1, rounded);
  return memory;
}

static void measure(Worker *workers, int count, size_t footprint) {
  pthread_t threads[count];
  pthread_barrier_t start;
  pthread_barrier_init(&start, NULL, count);
  // Half is read and half is written; whole iterations of the copies.
  size_t bytes = footprint / 2 / count / (4 * WIDTH) * (4 * WIDTH);
  bytes = bytes ? bytes : 4 * WIDTH;
  for (int t = 0; t < count; ++t) {
    // Apart by 2 KiB, so that loads do not wait for stores a page away.
    workers[t].from = allocate(bytes);
    workers[t].to = allocate(bytes + 2048) + 2048;
    workers[t].bytes = bytes;
    workers[t].start = &start;
    pthread_create(&threads[t], NULL, work, &workers[t]);
  }
  double flops = 0, copied = 0;
  for (int t = 0; t < count; ++t) {
    pthread_join(threads[t], NULL);
    flops += workers[t].flops;
    copied += workers[t].copied;
    free(workers[t].from);
    free(workers[t].to - 2048);
  }
  pthread_barrier_destroy(&start);
  printf("%.6g %.6g\n", flops, copied);
  fflush(stdout);
}

int main(int argc, char **argv) {
  int count = argc == 2 ? atoi(argv[1]) : 0, found = 0;
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  if (count < 1 || count > CPU_COUNT(&set)) {
    fprintf(stderr, "usage: limits THREADS, of 1..%d\n", CPU_COUNT(&set));
    return 1;
  }
  Worker workers[count];
  for (int core = 0; found < count; ++core)
    if (CPU_ISSET(core, &set))
      workers[found++].core = core;
  size_t footprint;
  while (scanf("%zu", &footprint) == 1)
    measure(workers, count, footprint);
  return 0;
}
