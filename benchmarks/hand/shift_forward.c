// shift_forward.c - channels moved to neighbours, by whole cache lines
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// The three rows around a pixel are merged once, lanes by lanes, and of such
// columns the next two are kept: three loads for a vector in place of nine. Lines
// are read as they lie. Where the operand does not begin with one, every load of
// 16 channels would touch two; so channels are chosen where they are and moved as
// they are stored. If a pixel is few lines, so much can be kept that each is put
// together with the one before in registers, and strips of 16 pixels walk down the
// rows, so that a line comes to the first-level cache once. If it is more, two
// rows go along together, four lines of each, and it is stores that touch two
// lines, one in place of two loads and a half.

#include "vectors.h"

#include <stdint.h>

enum { SIZE = X_1, LINES = X_3 / LANES, ROW = SIZE * LINES };
#ifdef ALONG
enum { JOINED = 0 };
#else
enum { JOINED = LINES <= 4 };
#endif
enum { TOGETHER = LINES <= 4 ? LINES : 4 };
enum { ROWS = JOINED || SIZE % 2 ? 1 : 2 };
enum { STRIP = JOINED && SIZE % 16 == 0 ? 16 : SIZE };
_Static_assert(X_3 % LANES == 0 && X_1 == X_2, "whole vectors of channels");
_Static_assert(LINES % TOGETHER == 0, "groups of lines");

typedef __m512i Lanes;
#define INLINE static inline __attribute__((always_inline))

/// Which lanes of a line are of channels that come from there.
struct Masks {
  Lanes middle, below, left, right;
};

/// The lines of the rows that are read, and which of the first one's lanes lie
/// before the operand.
struct Walk {
  const float *rows[ROWS + 2];
  struct Masks masks[TOGETHER];
  __mmask16 low;
  Lanes places;
};

/// Columns of the pixel before and of this one, and the line chosen last.
struct State {
  Lanes before[TOGETHER][ROWS], here[TOGETHER][ROWS], last[ROWS];
};

INLINE Lanes chosen(Lanes mask, Lanes yes, Lanes no) {
  return _mm512_ternarylogic_epi32(mask, yes, no, 0xca);
}

static Lanes where(int line, int begin, int divisor, int wanted) {
  int lanes[LANES];
  for (int l = 0; l < LANES; ++l) {
    int c = (line * LANES + l - begin + X_3) % X_3;
    lanes[l] = c % 9 / divisor % 3 == wanted ? -1 : 0;
  }
  return _mm512_loadu_si512(lanes);
}

/// Those of the lanes of line `n` that are in the row.
INLINE __mmask16 inRow(const struct Walk *w, int n) {
  return n < 0 || n > ROW ? 0 : n == 0 ? ~w->low : n == ROW ? w->low : 0xffff;
}

/// Line `n` of each row, of the channels in it; 0 off the row.
INLINE void columns(const struct Walk *w, int n, int j, int edge, Lanes *to) {
  __mmask16 lanes = edge ? inRow(w, n) : 0xffff;
  const struct Masks *m = &w->masks[j];
  Lanes x[ROWS + 2];
#pragma unroll
  for (int r = 0; r < ROWS + 2; ++r)
    x[r] = _mm512_maskz_loadu_epi32(lanes, w->rows[r] + n * LANES);
#pragma unroll
  for (int r = 0; r < ROWS; ++r)
    to[r] = chosen(m->below, x[r + 2], chosen(m->middle, x[r + 1], x[r]));
}

/// Line `n` of a row, or what ends with its first lanes; of a strip's first line
/// there is nothing yet.
INLINE void store(struct State *s, const struct Walk *w, float *y, int r, int n,
                  int edge, int first, Lanes now) {
  y += (n + r * ROW) * LANES;
  if (JOINED) {
    if (!first)
      _mm512_storeu_si512(y - LANES,
                          _mm512_permutex2var_epi32(s->last[r], w->places, now));
    s->last[r] = now;
  } else
    _mm512_mask_storeu_epi32(y, edge ? inRow(w, n) : 0xffff, now);
}

/// The lines `n` and so on of a pixel.
INLINE void step(struct State *s, const struct Walk *w, float *y, int n, int edge,
                 int first) {
#pragma unroll
  for (int j = 0; j < TOGETHER; ++j) {
    Lanes next[ROWS];
    columns(w, n + LINES + j, j, edge, next);
    if (JOINED)
      __builtin_prefetch(w->rows[ROWS + 1] + (n + j + LINES + ROW) * LANES);
    const struct Masks *m = &w->masks[j];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      Lanes now = chosen(m->left, s->before[j][r], s->here[j][r]);
      now = chosen(m->right, next[r], now);
      s->before[j][r] = s->here[j][r];
      s->here[j][r] = next[r];
      store(s, w, y, r, n + j, edge, first && j == 0, now);
    }
  }
}

/// A group of lines of the pixels from `q` to `end`, and what is left of the last.
INLINE void strip(const struct Walk *w, float *y, int q, int end, int group) {
  struct State s;
#pragma unroll
  for (int j = 0; j < TOGETHER; ++j) {
    columns(w, (q - 1) * LINES + group + j, j, 1, s.before[j]);
    columns(w, q * LINES + group + j, j, 1, s.here[j]);
  }
  step(&s, w, y, q * LINES + group, 1, 1);
  for (++q; q < end - 1; ++q)
    step(&s, w, y, q * LINES + group, 0, 0);
  step(&s, w, y, q * LINES + group, 1, 0);
  if (JOINED) {
    Lanes next[ROWS];
    columns(w, (end + 1) * LINES, 0, 1, next);
    for (int r = 0; r < ROWS; ++r) {
      Lanes now = chosen(w->masks[0].left, s.before[0][r], s.here[0][r]);
      now = chosen(w->masks[0].right, next[r], now);
      store(&s, w, y, r, end * LINES, 1, 0, now);
    }
  } else if (group == 0)
    step(&s, w, y, end * LINES, 1, 0);
}

/// Moves every channel by its step, or back.
INLINE void shift(const float *x, float *y, int back) {
  static _Alignas(64) float nothing[(ROW + 1) * LANES];
  int begin = (uintptr_t)x / sizeof *x % LANES, far = back ? 0 : 2;
  struct Masks masks[LINES];
  for (int n = 0; n < LINES; ++n)
    masks[n] = (struct Masks){where(n, begin, 3, 1), where(n, begin, 3, far),
                              where(n, begin, 1, 2 - far), where(n, begin, 1, far)};
  Lanes lanes =
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  struct Walk w = {.low = (1u << begin) - 1,
                   .places = _mm512_add_epi32(lanes, _mm512_set1_epi32(begin))};
  x -= begin;
  y -= JOINED ? 0 : begin;
  for (int q = 0; q < SIZE; q += STRIP)
    for (int p = 0; p < SIZE; p += ROWS) {
      for (int r = 0; r < ROWS + 2; ++r) {
        int from = p + r - 1;
        w.rows[r] = from < 0 || from >= SIZE ? nothing : x + (long)from * ROW * LANES;
      }
      for (int group = 0; group < LINES; group += TOGETHER) {
        for (int j = 0; j < TOGETHER; ++j)
          w.masks[j] = masks[group + j];
        strip(&w, y + (long)p * ROW * LANES, q, q + STRIP, group);
      }
    }
}

#ifndef GRADIENTS
void run(const float *const *in, float *const *out) { shift(in[0], out[0], 0); }
#endif
