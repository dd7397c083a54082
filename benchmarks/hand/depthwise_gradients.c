// depthwise_gradients.c - both sums over the picture in one walk, then the
// third Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// The result and the weights' gradient read the same pixels, so a row of the
// picture is read once for both: nine sums stay in registers while a channel is
// walked, and the result's rows pass through three more. With stride 2 the
// first tap meets a cotangent that begins one pixel later instead of pixels
// moved by a lane. The picture's gradient is a window over the cotangent with
// the weights turned round; with stride 2 its even and odd pixels are two sums
// each, interleaved as they are stored. A cotangent's channel is still cached
// then.

#include "pixels.h"

/// Rows at a time, of the result and of the picture's gradient (with stride 2
/// twice as many).
enum { ROWS = OUT % 2 == 0 ? 2 : OUT % 7 == 0 ? 7 : 1 };
enum { BACK = OUT % 7 == 0 ? 7 : OUT % 4 == 0 ? 4 : 1 };
_Static_assert(A_2 == STRIDE * C_2, "every pixel is a tap's");

/// The sums of all lanes, of nine vectors.
INLINE void addLanes(const Vector *sums, float *to) {
  __m256 h[9];
#pragma unroll
  for (int i = 0; i < 9; ++i)
#if C_2 > 8
    h[i] = _mm256_add_ps(_mm512_castps512_ps256(sums[i]),
                         _mm512_extractf32x8_ps(sums[i], 1));
#else
    h[i] = sums[i];
#endif
  __m256 a =
      _mm256_hadd_ps(_mm256_hadd_ps(h[0], h[1]), _mm256_hadd_ps(h[2], h[3]));
  __m256 b =
      _mm256_hadd_ps(_mm256_hadd_ps(h[4], h[5]), _mm256_hadd_ps(h[6], h[7]));
  _mm256_storeu_ps(to, _mm256_add_ps(_mm256_permute2f128_ps(a, b, 0x20),
                                     _mm256_permute2f128_ps(a, b, 0x31)));
  __m128 c =
      _mm_add_ps(_mm256_castps256_ps128(h[8]), _mm256_extractf128_ps(h[8], 1));
  c = _mm_hadd_ps(c, c);
  to[8] = c[0] + c[1];
}

/// Rows of the result from `p` on, and what they add to the weights' gradient.
INLINE void sumRows(const float *a, const float *d, const Vector *w, float *c,
                    Vector *dw, int p) {
  Vector before[ROWS] = {};
#pragma unroll
  for (int q = 0; q < VECTORS; ++q) {
    Vector sums[ROWS] = {}, moved[ROWS] = {}, now[ROWS] = {}, later[ROWS] = {};
    const int x = q * LANES;
#pragma unroll
    for (int y = -1; y < STRIDE * (ROWS - 1) + 2; ++y) {
      int next = (y + 1) / STRIDE, done = (y - 1) / STRIDE;
      if ((y + 1) % STRIDE == 0 && next < ROWS) {
        const float *row = d + (p + next) * OUT + x;
        now[next] = later[next] = READ(first(OUT - x), row);
        if (STRIDE == 2)
          later[next] = READ(first(OUT - x - 1), row + 1);
      }
      if (STRIDE * p + y >= 0 && STRIDE * p + y < SIZE) {
        Vector taps[3];
        readTaps(a + (STRIDE * p + y) * SIZE, q * WIDE, taps);
#pragma unroll
        for (int r = 0; r < 3; ++r) {
          int u = (y + 1 - r) / STRIDE;
          if (y + 1 < r || (y + 1 - r) % STRIDE || u >= ROWS)
            continue;
          Vector *left = STRIDE == 1 ? sums : moved;
          sums[u] = PRODUCT(taps[1], w[3 * r + 1], sums[u]);
          left[u] = PRODUCT(taps[0], w[3 * r], left[u]);
          sums[u] = PRODUCT(taps[2], w[3 * r + 2], sums[u]);
          dw[3 * r + 1] = PRODUCT(taps[1], now[u], dw[3 * r + 1]);
          dw[3 * r] = PRODUCT(taps[0], later[u], dw[3 * r]);
          dw[3 * r + 2] = PRODUCT(taps[2], now[u], dw[3 * r + 2]);
        }
      }
      if (y < 1 || (y - 1) % STRIDE)
        continue;
      if (STRIDE == 2)
        sums[done] += SHIFT(before[done], moved[done]);
      before[done] = moved[done];
      WRITE(c + (p + done) * OUT + x, first(OUT - x), sums[done]);
    }
  }
}

#if STRIDE == 1
/// Rows of the picture's gradient from `p` on, of a channel's FOLD results.
INLINE void sumBack(const float *d, const float *w, float *da, int p) {
#pragma unroll
  for (int q = 0; q < VECTORS; ++q) {
    Vector sums[BACK] = {};
#pragma nounroll
    for (int f = 0; f < FOLD; ++f, d += OUT * OUT, w += 9) {
      Vector turned[9];
#pragma unroll
      for (int i = 0; i < 9; ++i)
        turned[i] = SPLAT(w[8 - i]);
#pragma unroll
      for (int y = -1; y < BACK + 1; ++y) {
        if (p + y < 0 || p + y >= OUT)
          continue;
        Vector taps[3];
        readAround(d + (p + y) * OUT, q * LANES, OUT, taps);
#pragma unroll
        for (int r = 0; r < 3; ++r) {
          int u = y + 1 - r;
          if (u < 0 || u >= BACK)
            continue;
          sums[u] = PRODUCT(taps[1], turned[3 * r + 1], sums[u]);
          sums[u] = PRODUCT(taps[0], turned[3 * r], sums[u]);
          sums[u] = PRODUCT(taps[2], turned[3 * r + 2], sums[u]);
        }
        if (FOLD == 1 && y > 0 && y < BACK)
          WRITE(da + (p + y - 1) * OUT + q * LANES, first(OUT - q * LANES),
                sums[y - 1]);
      }
    }
    d -= FOLD * OUT * OUT, w -= FOLD * 9;
#pragma unroll
    for (int u = FOLD == 1 ? BACK - 1 : 0; u < BACK; ++u)
      WRITE(da + (p + u) * OUT + q * LANES, first(OUT - q * LANES), sums[u]);
  }
}
#else
_Static_assert(FOLD == 1, "a result per channel");

INLINE void writePair(float *to, int x, Vector even, Vector odd) {
  WRITE(to + x, first(SIZE - x), LOW(even, odd));
  if (SIZE > x + LANES)
    WRITE(to + x + LANES, first(SIZE - x - LANES), HIGH(even, odd));
}

/// Two rows of the picture's gradient for each row of the cotangent.
INLINE void sumBack(const float *d, const float *w, float *da, int p) {
#pragma unroll
  for (int q = 0; q < VECTORS; ++q) {
    const int x = q * LANES;
    Vector now[BACK + 1], later[BACK + 1];
#pragma unroll
    for (int u = 0; u <= BACK; ++u) {
      int inside = p + u < OUT;
      now[u] = READ(inside ? first(OUT - x) : 0, d + (p + u) * OUT + x);
      later[u] =
          READ(inside ? first(OUT - x - 1) : 0, d + (p + u) * OUT + x + 1);
      if (u == 0)
        continue;
      float *to = da + 2 * (p + u - 1) * SIZE;
      Vector odd = PRODUCT(later[u - 1], SPLAT(w[3]), now[u - 1] * SPLAT(w[5]));
      writePair(to, 2 * x, now[u - 1] * SPLAT(w[4]), odd);
      Vector even = now[u - 1] * SPLAT(w[7]);
      odd = PRODUCT(later[u - 1], SPLAT(w[6]), now[u - 1] * SPLAT(w[8]));
      if (inside) {
        even = PRODUCT(now[u], SPLAT(w[1]), even);
        odd = PRODUCT(now[u], SPLAT(w[2]), odd);
        odd = PRODUCT(later[u], SPLAT(w[0]), odd);
      }
      writePair(to + SIZE, 2 * x, even, odd);
    }
  }
}
#endif

static void resultAndWeights(const float *a, const float *d, const float *from,
                             float *c, float *to) {
  Vector w[9], dw[9] = {};
  for (int i = 0; i < 9; ++i)
    w[i] = SPLAT(from[i]);
  // The edges are written apart.
  sumRows(a, d, w, c, dw, 0);
  for (int p = ROWS; p < OUT - ROWS; p += ROWS)
    sumRows(a, d, w, c, dw, p);
  if (OUT > ROWS)
    sumRows(a, d, w, c, dw, OUT - ROWS);
  addLanes(dw, to);
}

static void picture(const float *d, const float *w, float *da) {
  sumBack(d, w, da, 0);
  for (int p = BACK; p < OUT - BACK; p += BACK)
    sumBack(d, w, da, p);
  if (OUT > BACK)
    sumBack(d, w, da, OUT - BACK);
}

void run(const float *const *in, float *const *out) {
  enum { PICTURE = SIZE * SIZE, RESULT = OUT * OUT };
  for (int k = 0; k < C_1; ++k) {
    long c = k / FOLD, at = (long)k * RESULT;
    resultAndWeights(in[0] + c * PICTURE, in[2] + at, in[1] + 9 * k,
                     out[0] + at, out[2] + 9 * k);
    if ((k + 1) % FOLD == 0)
      picture(in[2] + c * FOLD * RESULT, in[1] + 9 * FOLD * c,
              out[1] + c * PICTURE);
  }
}
